// SPDX-License-Identifier: MIT
// Makes the heuristic of `huarong solve` by IDA*. Building its databases may take a while, so a signal or the time limit ends it.

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/interrupt.h"
#include "cli/output/solve.h"
#include "core/try.h"
#include "run/stop_reason.h"

/// Context while databases are loaded or built.
typedef struct preparation {
    const hr_program *program;
    const hr_solve_settings *settings;
    hr_solve_log *log;
} preparation;

static void say(const char *text, void *context) {
    const preparation *p = context;
    if (hr_program_speaks(p->program)) {
        fprintf(stderr, "huarong solve: %s\n", text);
    }
}

static bool stop_wanted(void *context) {
    const preparation *p = context;
    p->log->stop = hr_stop_reason(hr_interrupt_wanted, p->log->began, p->settings->long_run.max_seconds, 0);
    return p->log->stop != HR_STOP_NONE;
}

/// Collective. If building the databases was stopped, return an error that says why.
static hr_status judge(const preparation *p, hr_status status, hr_error *error) {
    uint64_t stop = p->log->stop;
    if (status == HR_STOPPED) {
        HR_TRY(hr_comm_max(p->program->world, &stop, 1, error));
        p->log->stop = stop == HR_STOP_NONE ? HR_STOP_MEMORY : (hr_stop)stop;
    }
    return status != HR_STOPPED || stop == HR_STOP_NONE
               ? status
               : hr_error_set(error, HR_STOPPED, "stopped %s while databases were being built; the next run will go on with them",
                              hr_stop_text(p->log->stop));
}

/// $XDG_CACHE_HOME/huarong or ~/.cache/huarong, in a new string that the caller frees. NULL if neither variable is set.
static char *find_cache(void) {
    const char *base = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char *directory = malloc(4096);
    if (directory == NULL) {
        return NULL;
    }
    if (base != NULL && base[0] == '/') {
        (void)snprintf(directory, 4096, "%s/huarong", base);
        (void)mkdir(base, 0700);
    } else if (home != NULL && home[0] == '/') {
        (void)snprintf(directory, 4096, "%s/.cache", home);
        (void)mkdir(directory, 0700);
        (void)snprintf(directory, 4096, "%s/.cache/huarong", home);
    } else {
        free(directory);
        return NULL;
    }
    return directory;
}

hr_status hr_solve_guide(hr_program *program, const hr_solve_report *report, const hr_comm *node, hr_heuristic_order order,
                         hr_guide *guide, hr_error *error) {
    preparation p = {.program = program, .settings = report->settings, .log = report->log};
    char *directory = find_cache();
    const hr_pattern_cache cache = {.directory = directory,
                                    .notice = report->settings->output.quiet ? NULL : say,
                                    .context = &p,
                                    .stop = {.wanted = stop_wanted, .context = &p}};
    order.cache = &cache;
    const hr_status status = judge(&p, hr_guide_create(program->world, node, &order, guide, error), error);
    free(directory);
    return status;
}
