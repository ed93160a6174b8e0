// SPDX-License-Identifier: MIT
#include "cli/output/json/indent.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/// What has been passed on until now.
typedef struct indenter {
    FILE *out;
    int depth;    ///< objects and arrays that are open
    bool string;  ///< within a string
    bool escaped; ///< behind a backslash there
    bool empty;   ///< the innermost object or array has no member yet
} indenter;

static void begin_line(const indenter *in) { fprintf(in->out, "\n%*s", 2 * in->depth, ""); }

/// Pass on a character that stands in no string.
static void pass(indenter *in, char c) {
    const bool opens = c == '{' || c == '[';
    const bool closes = c == '}' || c == ']';
    in->depth -= closes;
    if (in->empty != closes) { // before the first member, or behind the last one
        begin_line(in);
    }
    fputc(c, in->out);
    in->depth += opens;
    in->empty = opens;
    in->string = c == '"';
    if (c == ',') {
        begin_line(in);
    } else if (c == ':') {
        fputc(' ', in->out);
    } else if (closes && in->depth == 0) {
        fputc('\n', in->out);
    }
}

/// Pass on bytes (cookie_write_function_t). Returns 0 if they cannot be written.
static ssize_t write_bytes(void *cookie, const char *bytes, size_t size) {
    indenter *in = cookie;
    for (size_t i = 0; i < size; i++) {
        const char c = bytes[i];
        if (in->string) {
            fputc(c, in->out);
            in->string = in->escaped || c != '"';
            in->escaped = !in->escaped && c == '\\';
        } else if (strchr(" \n", c) == NULL) {
            pass(in, c);
        }
    }
    return fflush(in->out) == 0 && ferror(in->out) == 0 ? (ssize_t)size : 0;
}

static int close_indenter(void *cookie) {
    free(cookie);
    return 0;
}

FILE *hr_json_indent_open(FILE *out) {
    indenter *in = malloc(sizeof *in);
    if (in == NULL) {
        return NULL;
    }
    *in = (indenter){.out = out};
    FILE *stream = fopencookie(in, "w", (cookie_io_functions_t){.write = write_bytes, .close = close_indenter});
    if (stream == NULL) {
        free(in);
    }
    return stream;
}
