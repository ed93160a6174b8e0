// SPDX-License-Identifier: MIT
// The C library's streams: the kind stream, and reads. A stream calls the system from inside the C library, where nothing can stand
// in between. Instead its descriptor becomes that of a full device, or of a directory, which nobody can read: what fails is real.
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "fault.h"

static void exchange_file(FILE *stream, const char *path, int flags) {
    const int file = open(path, flags | O_CLOEXEC);
    if (file >= 0) {
        (void)dup2(file, fileno(stream));
        (void)close(file);
    }
}

static void meet_put(const void *caller, FILE *stream) {
    if (fault_is_ours(caller) && fault_fails(FAULT_stream)) {
        exchange_file(stream, "/dev/full", O_WRONLY);
    }
}

static void meet_get(const void *caller, FILE *stream) {
    if (fault_is_ours(caller) && fault_fails(FAULT_read)) {
        exchange_file(stream, "/", O_RDONLY | O_DIRECTORY);
    }
}

#define PUT(stream) meet_put(__builtin_return_address(0), stream)
#define GET(stream) meet_get(__builtin_return_address(0), stream)

FAULT_EXPORT size_t fwrite(const void *restrict bytes, size_t size, size_t n, FILE *restrict stream) {
    FAULT_NEXT(fwrite);
    PUT(stream);
    return next(bytes, size, n, stream);
}

FAULT_EXPORT int fputs(const char *restrict text, FILE *restrict stream) {
    FAULT_NEXT(fputs);
    PUT(stream);
    return next(text, stream);
}

FAULT_EXPORT int fputc(int c, FILE *stream) {
    FAULT_NEXT(fputc);
    PUT(stream);
    return next(c, stream);
}

FAULT_EXPORT int puts(const char *text) {
    FAULT_NEXT(puts);
    PUT(stdout);
    return next(text);
}

FAULT_EXPORT int printf(const char *restrict format, ...) {
    PUT(stdout);
    va_list values;
    va_start(values, format);
    const int length = vprintf(format, values);
    va_end(values);
    return length;
}

FAULT_EXPORT int fprintf(FILE *restrict stream, const char *restrict format, ...) {
    PUT(stream);
    va_list values;
    va_start(values, format);
    const int length = vfprintf(stream, format, values);
    va_end(values);
    return length;
}

FAULT_EXPORT int fflush(FILE *stream) {
    FAULT_NEXT(fflush);
    if (stream != NULL) {
        PUT(stream);
    }
    return next(stream);
}

FAULT_EXPORT int fclose(FILE *stream) {
    FAULT_NEXT(fclose);
    PUT(stream);
    return next(stream);
}

FAULT_EXPORT size_t fread(void *restrict bytes, size_t size, size_t n, FILE *restrict stream) {
    FAULT_NEXT(fread);
    GET(stream);
    return next(bytes, size, n, stream);
}

FAULT_EXPORT char *fgets(char *restrict text, int size, FILE *restrict stream) {
    FAULT_NEXT(fgets);
    GET(stream);
    return next(text, size, stream);
}

FAULT_EXPORT int fgetc(FILE *stream) {
    FAULT_NEXT(fgetc);
    GET(stream);
    return next(stream);
}

FAULT_EXPORT int getc(FILE *stream) {
    FAULT_NEXT(getc);
    GET(stream);
    return next(stream);
}
