// SPDX-License-Identifier: MIT
#include "cli/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "core/try.h"

void hr_input_remove_mark(char *text) {
    static const char MARK[] = "\xef\xbb\xbf";
    const size_t mark = sizeof MARK - 1;
    if (strncmp(text, MARK, mark) == 0) {
        memmove(text, text + mark, strlen(text + mark) + 1);
    }
}

/// Local. Read all of `stream` into `text`, without a byte order mark. `shown`: its name for messages. `holds`: what it holds,
/// which is shorter than HR_INPUT_MAX.
static hr_status read_stream(FILE *stream, const char *shown, const char *holds, char *text, hr_error *error) {
    const size_t length = fread(text, 1, HR_INPUT_MAX, stream);
    if (ferror(stream) != 0) {
        return hr_error_set(error, HR_FILE, "'%.200s' cannot be read: %s", shown, strerror(errno));
    }
    text[length] = '\0';
    if (strlen(text) < length) {
        size_t line = 1;
        for (const char *end = text; (end = strchr(end, '\n')) != NULL; end++, line++) {}
        return hr_error_set(error, HR_USAGE, "'%.200s' is not text: line %zu has a NUL byte, at byte %zu; save it as text in UTF-8",
                            shown, line, strlen(text) + 1);
    }
    if (length == HR_INPUT_MAX && fgetc(stream) != EOF) {
        return hr_error_set(error, HR_USAGE, "'%.200s' is longer than %d bytes: %s", shown, HR_INPUT_MAX, holds);
    }
    hr_input_remove_mark(text);
    return HR_OK;
}

/// Local. As read_stream, for the file `name`; "-" is standard input.
static hr_status read_file(const char *name, const char *holds, char *text, hr_error *error) {
    if (strcmp(name, "-") == 0) {
        return read_stream(stdin, "standard input", holds, text, error);
    }
    FILE *stream = fopen(name, "r");
    if (stream == NULL) {
        return hr_error_set(error, HR_FILE, "'%.200s' cannot be opened: %s", name, strerror(errno));
    }
    const hr_status status = read_stream(stream, name, holds, text, error);
    (void)fclose(stream);
    return status;
}

/// Collective; Local if program->alone is set. Let one rank read the file `name` for all, as read_file. *text is a new string; on
/// error it is unchanged.
static hr_status read_for_all(hr_program *program, const char *name, const char *holds, char **text, hr_error *error) {
    char *buffer = calloc(1, HR_INPUT_MAX + 1);
    hr_status status = HR_OK;
    if (buffer == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for the text of a file");
    } else if (hr_program_speaks(program)) {
        hr_interrupt_await(name); // a signal ends a program that waits for input
        status = read_file(name, holds, buffer, error);
        hr_interrupt_go_on();
    }
    status = hr_program_join(program, status, error);
    if (status == HR_OK && program->world != NULL) {
        status = hr_comm_broadcast(program->world, buffer, HR_INPUT_MAX + 1, error);
    }
    if (status != HR_OK) {
        free(buffer);
        return status;
    }
    *text = buffer;
    return HR_OK;
}

/// Collective; Local if program->alone is set. As hr_input_text. `holds`: what a file holds.
static hr_status read_text(hr_program *program, const char *argument, const char *holds, char **text, hr_error *error) {
    *text = NULL;
    if (argument == NULL) {
        return HR_OK;
    }
    if (argument[0] == '@') {
        HR_TRY(read_for_all(program, argument + 1, holds, text, error));
        for (size_t length = strlen(*text); length > 0 && strchr(" \t\r\n", (*text)[length - 1]) != NULL; length--) {
            (*text)[length - 1] = '\0';
        }
        return HR_OK;
    }
    *text = strdup(argument);
    return hr_program_join(program, *text != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a state's text"),
                           error);
}

hr_status hr_input_text(hr_program *program, const char *argument, char **text, hr_error *error) {
    return read_text(program, argument, "a file given by '@' here holds one state or list of moves", text, error);
}

void hr_input_announce(const hr_program *program, const char *what) {
    if (isatty(STDIN_FILENO) == 1) {
        fprintf(stderr, "huarong %s: reading %s from the terminal, one a line; Ctrl-D ends them\n", program->command, what);
    }
}

/// Local. Add a line to *text, whose length is *used.
static hr_status add_line(char **text, size_t *used, const char *line, hr_error *error) {
    const size_t length = strlen(line);
    char *longer = realloc(*text, *used + length + 2);
    if (longer == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the positions");
    }
    *text = longer;
    memcpy(longer + *used, line, length);
    memcpy(longer + *used + length, "\n", 2);
    *used += length + 1;
    return HR_OK;
}

hr_status hr_input_arguments(hr_program *program, const hr_arguments *arguments, char **text, hr_error *error) {
    size_t used = 0;
    hr_status status = HR_OK;
    *text = NULL;
    for (size_t i = 0; i < arguments->count && status == HR_OK; i++) {
        char *content = NULL;
        if (arguments->texts[i][0] == '@') {
            status = read_text(program, arguments->texts[i], "split it, or use --file where there is that option", &content, error);
        }
        status = status == HR_OK ? add_line(text, &used, content != NULL ? content : arguments->texts[i], error) : status;
        free(content);
    }
    status = hr_program_join(program, status, error);
    if (status != HR_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

hr_status hr_input_puzzle(hr_program *program, const char *name, char **text, hr_error *error) {
    *text = NULL;
    return read_for_all(program, name, "the file of a puzzle holds one", text, error);
}
