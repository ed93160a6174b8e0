// SPDX-License-Identifier: MIT
#include "cli/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"

/// Local. Read all of `stream` into `text[0..HR_INPUT_MAX]`, without white space at the end.
static hr_status read_stream(FILE *stream, const char *name, char *text, hr_error *error) {
    size_t length = fread(text, 1, HR_INPUT_MAX, stream);
    if (ferror(stream) != 0) {
        return hr_error_set(error, HR_FILE, "'%.200s' cannot be read: %s", name, strerror(errno));
    }
    if (length == HR_INPUT_MAX && fgetc(stream) != EOF) {
        return hr_error_set(error, HR_USAGE, "'%.200s' is longer than %d bytes: a file behind '@' holds one state", name,
                            HR_INPUT_MAX);
    }
    if (memchr(text, '\0', length) != NULL) {
        return hr_error_set(error, HR_USAGE, "'%.200s' is no text: a file behind '@' holds one state's text", name);
    }
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
    static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf"; // some editors put one before UTF-8
    const size_t mark = sizeof BYTE_ORDER_MARK - 1;
    if (strncmp(text, BYTE_ORDER_MARK, mark) == 0) {
        memmove(text, text + mark, length - mark + 1);
    }
    return HR_OK;
}

/// Local. As read_stream, for the file `name`; "-" is standard input.
static hr_status read_file(const char *name, char *text, hr_error *error) {
    if (strcmp(name, "-") == 0) {
        return read_stream(stdin, "standard input", text, error);
    }
    FILE *stream = fopen(name, "r");
    if (stream == NULL) {
        return hr_error_set(error, HR_FILE, "'%.200s' cannot be opened: %s", name, strerror(errno));
    }
    const hr_status status = read_stream(stream, name, text, error);
    (void)fclose(stream);
    return status;
}

hr_status hr_input_text(hr_program *program, const char *argument, char **text, hr_error *error) {
    *text = NULL;
    if (argument == NULL) {
        return HR_OK;
    }
    const bool from_file = argument[0] == '@';
    char *buffer = from_file ? malloc(HR_INPUT_MAX + 1) : strdup(argument);
    hr_status status = HR_OK;
    if (buffer == NULL) {
        status = hr_error_set(error, HR_INTERNAL, "out of memory for a state's text");
    } else if (from_file && hr_program_speaks(program)) {
        status = read_file(argument + 1, buffer, error);
    }
    status = hr_program_join(program, status, error);
    if (status == HR_OK && from_file && program->world != NULL) {
        status = hr_comm_broadcast(program->world, buffer, HR_INPUT_MAX + 1, error);
    }
    if (status != HR_OK) {
        free(buffer);
        return status;
    }
    *text = buffer;
    return HR_OK;
}
