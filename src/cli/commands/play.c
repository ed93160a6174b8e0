// SPDX-License-Identifier: MIT
// huarong play PUZZLE [STATE]

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/commands/report.h"
#include "core/try.h"
#include "puzzle/kinds.h"

static const char NOTES[] = "Where there is a screen, the page opens in the browser. PUZZLE may also be a\n"
                            "file that report takes: a table, or the JSON of enumerate, openings or solve.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong play klotski 横刀立马\n"
                            "  huarong play blocks:century --output century.html\n";

static const hr_option OPTIONS[] = {
    HR_METRIC_OPTION(hr_report_settings, puzzle),
    HR_GOAL_OPTION(hr_report_settings, puzzle),
    HR_EXIT_OPTION(hr_report_settings, puzzle),
    {"output", "FILE", "write the page to this file; default: huarong.html,\nwhich replaces an older page",
     HR_TEXT(hr_report_settings, output.path), .file = HR_FILE_PRINTS, .letter = 'o'},
    HR_WRITING_OPTIONS(hr_report_settings, output, "output"),
    HR_OPTIONS_END,
};

/// Is this file a web page?
static bool is_page(const char *path) {
    static const char BEGIN[] = "<!DOCTYPE html>";
    char text[sizeof BEGIN] = "";
    FILE *file = fopen(path, "re");
    if (file != NULL) {
        (void)fread(text, 1, sizeof text - 1, file);
        (void)fclose(file);
    }
    return strcmp(text, BEGIN) == 0;
}

/// Is there no file of this name, and does it look like a puzzle: a word, the name of a kind with a colon, or a board?
static bool means_puzzle(const char *name) {
    bool board = false;
    for (size_t k = 0; hr_puzzle_kinds[k] != NULL; k++) {
        board = board || (hr_puzzle_kinds[k]->is_inner != NULL && hr_puzzle_kinds[k]->is_inner(name));
    }
    return access(name, F_OK) != 0 && (board || strchr(name, ':') != NULL || strpbrk(name, "./") == NULL);
}

static hr_status check_settings(void *context, hr_error *error) {
    hr_report_settings *set = context;
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(means_puzzle(set->first) ? hr_puzzle_kind_of(set->first, &kind, error) : HR_OK);
    if (set->rest.count > 0) {
        set->puzzle.options.from = set->rest.texts[0];
        set->rest.count = 0;
    }
    if (set->output.path == NULL) {
        set->output.path = "huarong.html";
        set->output.force = is_page(set->output.path);
    }
    return hr_report_check(set, error);
}

/// Let the desktop open the file, which a browser shows. Nothing is said if it cannot.
static void open_file(char *path) {
    char command[] = "xdg-open";
    char *arguments[] = {command, path, NULL};
    posix_spawn_file_actions_t silent;
    pid_t child = 0;
    if (posix_spawn_file_actions_init(&silent) != 0) {
        return;
    }
    if (posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_adddup2(&silent, STDOUT_FILENO, STDERR_FILENO) == 0) {
        (void)posix_spawnp(&child, command, &silent, NULL, arguments, environ);
    }
    (void)posix_spawn_file_actions_destroy(&silent);
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const hr_report_settings *set = context;
    HR_TRY(hr_report_run(program, context, error));
    char *path = hr_output_is_file(&set->output) ? realpath(set->output.path, NULL) : NULL;
    if (path != NULL && !set->output.quiet) {
        printf("%s\n", path);
    }
    if (path != NULL && (getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL)) {
        open_file(path);
    }
    free(path);
    return HR_OK;
}

const hr_command hr_command_play = {
    .name = "play",
    .arguments = "PUZZLE [STATE]",
    .summary = "make a web page to play a puzzle on, and open it",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 2,
    .options = OPTIONS,
    .settings_bytes = sizeof(hr_report_settings),
    .first = HR_PLACE(hr_report_settings, first, const char *),
    .first_file = HR_FILE_READS,
    .output = HR_PART(hr_report_settings, output, hr_output_options),
    .rest = HR_PART(hr_report_settings, rest, hr_arguments),
    .check = check_settings,
    .run = run,
};
