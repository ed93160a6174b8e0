// SPDX-License-Identifier: MIT
#include "cli/frame.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/options/options.h"
#include "cli/options/puzzle_input.h"
#include "cli/output/streams.h"
#include "cli/plugins.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/hash.h"
#include "core/near.h"
#include "core/try.h"

static void print_error(const hr_program *program, const hr_error *error) {
    const bool named = program->command != NULL;
    fprintf(stderr, "huarong%s%s: %s\n", named ? " " : "", named ? program->command : "", error->text);
}

/// Flush stdout. HR_FILE if some of the result could not be written.
static hr_status flush_result(const hr_program *program, hr_error *error) {
    const bool failed_before = ferror(stdout) != 0;
    const int code_before = program->unwritten != 0 ? program->unwritten : errno;
    const bool flushed = fflush(stdout) == 0;
    if (flushed && !failed_before) {
        return HR_OK;
    }
    const int code = flushed ? code_before : errno;
    const char *reason = code != 0 ? strerror(code) : "write error";
    return hr_error_set(error, HR_FILE, "the result cannot be written to standard output: %s", reason);
}

/// Is standard output a pipe whose reader has gone?
static bool is_reader_gone(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/// End as other programs do whose reader has gone: without a word, by SIGPIPE.
static void end_by_signal(void) {
    (void)signal(SIGPIPE, SIG_DFL);
    (void)raise(SIGPIPE);
}

/// End all ranks after MPI or memory failed. The failure may be on this rank only, and the others would wait for it for ever. Rank
/// 0 prints its message at once, other ranks later, so that only one message appears if all ranks fail.
static void abort_job(const hr_program *program, const hr_error *error) {
    hr_interrupt_pause(); // mpirun ends the other ranks by a signal while they sleep
    if (hr_comm_rank(program->world) > 0) {
        (void)sleep(2);
    }
    if (hr_program_speaks(program)) {
        (void)fflush(stdout); // what has been found until then
    }
    print_error(program, error);
    hr_streams_let_pass();
    hr_comm_abort(program->world, HR_INTERNAL);
}

/// Print the error of a rank that does not speak and has failed before MPI ran. The rank that speaks may have no error, and then it
/// prints nothing.
static void tell_alone(const hr_program *program, const hr_error *error) {
    if (!hr_program_speaks(program)) {
        (void)sleep(2); // if all ranks fail, the first one prints the message, and mpirun ends this one
        print_error(program, error);
    }
}

static int finish(hr_program *program, hr_status status, hr_error *error) {
    if (status == HR_INTERNAL && program->world != NULL && hr_comm_size(program->world) > 1) {
        abort_job(program, error);
    }
    if (status == HR_INTERNAL && program->world == NULL) {
        tell_alone(program, error);
    }
    hr_error output_error = {.status = HR_OK};
    hr_status output = hr_program_speaks(program) ? flush_result(program, &output_error) : HR_OK;
    if (program->world != NULL) {
        output = hr_comm_agree(program->world, output, &output_error);
    }
    if (output == HR_INTERNAL && program->world != NULL &&
        hr_comm_size(program->world) > 1) { // the other ranks wait for this one, and hr_comm_finish would wait for them
        abort_job(program, &output_error);
    }
    const bool gone = output == HR_FILE && hr_program_speaks(program) && is_reader_gone();
    if ((status == HR_OK || status == HR_STOPPED) && output != HR_OK) { // a stream stops when it cannot be written
        status = output;
        *error = output_error;
    }
    if (status != HR_OK && !gone && hr_program_speaks(program)) {
        print_error(program, error);
        hr_streams_let_read(); // no rank ends before hr_comm_finish
    }
    free(program->puzzle_text);
    hr_comm_finish(&program->world);
    if (gone) {
        end_by_signal();
    }
    return (int)status;
}

/// Make the puzzle that the settings describe, if the command is about one, and run the command.
static hr_status run_with_puzzle(hr_program *program, const hr_command *command, void *settings, hr_error *error) {
    if (command->puzzle == 0) {
        return command->run(program, settings, error);
    }
    hr_puzzle_input *input = (void *)((char *)settings + command->puzzle - 1);
    hr_status status = hr_puzzle_input_create(program, input, &program->puzzle, error);
    if (status == HR_OK) {
        status = command->run(program, settings, error);
    }
    hr_puzzle_destroy(&program->puzzle);
    hr_puzzle_input_clear(input);
    return status;
}

/// Read the command's settings from the words, check them, and run the command. A parallel command runs only if the settings are
/// good on all ranks.
static hr_status run_with_settings(hr_program *program, const hr_command *command, const char *const *words, size_t count,
                                   hr_error *error) {
    hr_options *options = NULL;
    void *settings = calloc(1, command->settings_bytes);
    hr_status status = HR_OK;
    if (settings == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for the command line");
    } else {
        if (command->defaults != NULL) {
            memcpy(settings, command->defaults, command->settings_bytes);
        }
        status = hr_options_parse(command, words, count, settings, &options, error);
    }
    if (status == HR_OK && command->check != NULL) {
        status = command->check(settings, error);
    }
    if (status == HR_OK && command->output > 0) {
        program->output = (const void *)((const char *)settings + command->output - 1);
        status = hr_result_probe(program, error);
    }
    if (status == HR_OK && command->stops) {
        hr_interrupt_begin();
    }
    if (command->parallel) {
        status = hr_program_join(program, status, error);
    }
    if (status == HR_OK) {
        status = run_with_puzzle(program, command, settings, error);
    }
    hr_options_destroy(&options);
    free(settings);
    return status;
}

/// Run `huarong COMMAND …`. `words[0..count)` are the words after the command's name.
static hr_status run_command(hr_program *program, const hr_command *command, const char *const *words, size_t count,
                             hr_error *error) {
    program->command = command->name;
    if (hr_options_help_wanted(command, words, count)) {
        if (hr_program_speaks(program)) {
            hr_options_print_help(command, stdout);
        }
        return HR_OK;
    }
    if (!command->parallel && !hr_program_speaks(program)) {
        return HR_OK;
    }
    program->alone = !command->parallel;
    return run_with_settings(program, command, words, count, error);
}

/// Refuse a first word that is no command.
static hr_status refuse_name(const hr_command *const *commands, const char *name, hr_error *error) {
    hr_nearest nearest = HR_NEAREST_NONE;
    for (; *commands != NULL; commands++) {
        hr_nearest_try(&nearest, name, strlen(name), (*commands)->name);
    }
    if (nearest.word != NULL) {
        return hr_error_set(error, HR_USAGE, "unknown command '%.60s': did you mean '%s'?", name, nearest.word);
    }
    const char *what = name[0] == '-' ? "option" : "command";
    return hr_error_set(error, HR_USAGE, "unknown %s '%.60s': see 'huarong help' for what there is", what, name);
}

/// Is the word among the `count` words?
static bool is_one_of(const char *word, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(word, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

/// Explain the program or tell its version if `name`, the first word, asks for that. Returns true if it does.
static bool tell_about_program(const hr_program *program, const char *name) {
    static const char *const VERSION[] = {"--version", "-V", "version"};
    static const char *const HELP[] = {"--help", "-h"};
    const bool version = is_one_of(name, VERSION, sizeof VERSION / sizeof VERSION[0]);
    const bool help = is_one_of(name, HELP, sizeof HELP / sizeof HELP[0]);
    if (version && hr_program_speaks(program)) {
        hr_help_version(stdout);
    } else if (help && hr_program_speaks(program)) {
        hr_help_overview(program->commands, stdout);
    }
    return version || help;
}

static hr_status run(hr_program *program, hr_error *error) {
    hr_arguments words = program->words;
    HR_TRY(hr_plugins_load(program, &words, error));
    if (words.count == 0) {
        if (hr_program_speaks(program)) {
            hr_help_usage(program->commands, stderr);
        }
        return hr_program_join(program, hr_error_set(error, HR_USAGE, "a command is missing: see 'huarong help'"), error);
    }
    const char *name = words.texts[0];
    if (tell_about_program(program, name)) {
        return HR_OK;
    }
    const hr_command *command = hr_command_find(program->commands, name);
    if (command == NULL) {
        return hr_program_join(program, refuse_name(program->commands, name, error), error);
    }
    return run_command(program, command, words.texts + 1, words.count - 1, error);
}

static uint64_t hash_words(int argc, const char *const *argv) {
    uint64_t hash = 0;
    for (int i = 1; i < argc; i++) {
        const uint64_t pair[2] = {hash, hr_hash_bytes(argv[i], strlen(argv[i]))};
        hash = hr_hash_bytes(pair, sizeof pair);
    }
    return hash;
}

int hr_frame_run(const hr_command *const *commands, int argc, const char *const *argv) {
    hr_program program = {.commands = commands, .words_hash = hash_words(argc, argv)};
    if (argc > 1) {
        program.words = (hr_arguments){.texts = argv + 1, .count = (size_t)argc - 1};
    }
    hr_error error = {.status = HR_OK, .text = ""};
    hr_streams_begin();
    (void)signal(SIGPIPE, SIG_IGN); // if the reader ends, as in `| head`, the write fails instead
    (void)signal(SIGXFSZ, SIG_IGN); // so does a write of a file that grows too large (ulimit -f)
    const hr_status status = run(&program, &error);
    return finish(&program, status, &error);
}
