// SPDX-License-Identifier: MIT
#ifndef HR_KEPT_LOG_H
#define HR_KEPT_LOG_H

// A log and standard error that go to memory, for tests of what events become.

#include "cli/output/log/run.h"
#include "unit_test.h"

typedef struct fixture {
    char *lines;
    char *messages;
    size_t size[2];
    FILE *standard_error;
    hr_meter meter;
    hr_run_log log;
} fixture;

static inline int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->standard_error = stderr;
    f->meter = (hr_meter){.prefix = "huarong test", .out = f->standard_error};
    f->log = (hr_run_log){.file = open_memstream(&f->lines, &f->size[0]), .meter = &f->meter, .ranks = 2};
    stderr = open_memstream(&f->messages, &f->size[1]);
    assert_non_null(f->log.file);
    assert_non_null(stderr);
    *state = f;
    return 0;
}

static inline int tear_down(void **state) {
    fixture *f = *state;
    FILE *messages = stderr;
    stderr = f->standard_error;
    if (messages != f->standard_error) { // the test has failed before `expect`
        (void)fclose(messages);
    }
    if (f->log.file != NULL) {
        (void)fclose(f->log.file);
    }
    free(f->lines);
    free(f->messages);
    free(f);
    return 0;
}

/// Close the streams. The lines, without their times of day, are `lines`, and standard error has `messages`.
static inline void expect(fixture *f, const char *lines, const char *messages) {
    FILE *log = f->log.file;
    FILE *standard_error = stderr;
    f->log.file = NULL;
    stderr = f->standard_error;
    assert_true(log == NULL || fclose(log) == 0);
    assert_int_equal(fclose(standard_error), 0);
    static const char TIME[] = "\"time\":\"";
    for (char *at = f->lines; (at = strstr(at, TIME)) != NULL;) {
        char *end = strchr(at + sizeof TIME, ',');
        assert_non_null(end);
        memmove(at, end + 1, strlen(end + 1) + 1);
    }
    assert_string_equal(f->lines, lines);
    assert_string_equal(f->messages, messages);
}

#endif
