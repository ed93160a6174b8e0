// SPDX-License-Identifier: MIT
// Makes the heuristics of `huarong solve` and `huarong heuristics`. Building databases may take a while, so a signal or the time
// limit ends it.

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/commands/solve/search.h"
#include "cli/interrupt.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/stop_reason.h"

/// If the file of a database has more bytes, a message says that it is built and will be kept.
#define LARGE_FILE UINT64_C(100000000)

enum { PATH_SIZE = 4096 };

/// Context while databases are loaded or built.
typedef struct preparation {
    const hr_program *program;
    const hr_solve_settings *settings;
    hr_solve_log *log;
    char building[4096]; ///< size of the database that is being built, and its file if it is kept; empty: none has been
} preparation;

static void say(const char *text, void *context) {
    const preparation *p = context;
    if (hr_program_speaks(p->program)) {
        hr_meter_end(&p->log->meter);
        fprintf(stderr, "huarong %s: %s\n", p->program->command, text);
    }
}

/// Show on a terminal, or now and then in a batch log, which database is being built.
static void show_building(const preparation *p) {
    hr_meter *meter = &p->log->meter;
    const double seconds = hr_comm_seconds() - p->log->began;
    if (p->building[0] != '\0' && hr_program_speaks(p->program) && hr_meter_due(meter, seconds)) {
        char line[HR_METER_LINE_MAX];
        char time[HR_QUANTITY_MAX];
        (void)snprintf(line, sizeof line, "%s  building %.200s", hr_quantity_seconds(seconds, time), p->building);
        hr_meter_say(meter, seconds, line);
    }
}

static bool stop_wanted(void *context) {
    const preparation *p = context;
    show_building(p);
    p->log->stop = hr_stop_reason(hr_interrupt_wanted, p->log->began, p->settings->long_run.max_seconds, 0);
    return p->log->stop != HR_STOP_NONE;
}

/// Collective. Returns `status`. After HR_STOPPED the log's reason to stop is set and, if a signal or the time limit has stopped
/// the building of databases, the error says so.
static hr_status judge(const preparation *p, hr_status status, hr_error *error) {
    uint64_t stop = p->log->stop;
    if (status == HR_STOPPED) {
        HR_TRY(hr_comm_max(p->program->world, &stop, 1, error));
        p->log->stop = stop == HR_STOP_NONE ? HR_STOP_MEMORY : (hr_stop)stop;
    }
    return status != HR_STOPPED || stop == HR_STOP_NONE
               ? status
               : hr_error_set(error, HR_STOPPED, "stopped %s while databases were being built%s", hr_stop_text(p->log->stop),
                              p->settings->no_cache ? "" : "; those that are complete are kept for the next run");
}

/// Note which database is being built, so that the progress names it. A message tells of a large file at once.
static void note_building(const char *path, uint64_t bytes, void *context) {
    preparation *p = context;
    char size[HR_QUANTITY_MAX];
    (void)snprintf(p->building, sizeof p->building, "%s %.4000s", hr_quantity_bytes(bytes, size),
                   path != NULL ? path : "that are not kept");
    if (path != NULL && bytes > LARGE_FILE) {
        char text[sizeof p->building + 100];
        (void)snprintf(text, sizeof text, "building a pattern database, which will be kept: %s", p->building);
        say(text, p);
    }
}

/// Returns the directory where pattern databases are kept: $XDG_CACHE_HOME/huarong or ~/.cache/huarong. The directory above it is
/// made if it is missing. The caller frees the text. NULL: neither XDG_CACHE_HOME nor HOME is an absolute path, or out of memory.
static char *find_cache(void) {
    const char *base = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    const bool own = base != NULL && base[0] == '/';
    char *directory = malloc(PATH_SIZE);
    if (directory == NULL || (!own && (home == NULL || home[0] != '/'))) {
        free(directory);
        return NULL;
    }
    (void)snprintf(directory, PATH_SIZE, "%s%s", own ? base : home, own ? "" : "/.cache");
    (void)mkdir(directory, 0700);
    (void)snprintf(directory, PATH_SIZE, "%s%s/huarong", own ? base : home, own ? "" : "/.cache");
    return directory;
}

hr_status hr_solve_guide(hr_program *program, const hr_solve_task *task, const hr_comm *node, hr_heuristic_order order,
                         hr_guide *guide, hr_error *error) {
    char prefix[40];
    (void)snprintf(prefix, sizeof prefix, "huarong %.20s", program->command);
    hr_solve_log own = {.began = hr_comm_seconds()};
    const bool shows = hr_program_speaks(program) && !task->settings->output.quiet;
    hr_meter_init(&own.meter, shows ? HR_PROGRESS_AUTO : HR_PROGRESS_NEVER, stderr, prefix, hr_comm_size(program->world), 0);
    preparation p = {.program = program, .settings = task->settings, .log = task->log != NULL ? task->log : &own};
    char *directory = task->settings->no_cache ? NULL : find_cache();
    const hr_pattern_cache cache = {.directory = directory,
                                    .notice = task->settings->output.quiet ? NULL : say,
                                    .building = task->settings->output.quiet ? NULL : note_building,
                                    .context = &p,
                                    .stop = {.wanted = stop_wanted, .context = &p}};
    order.cache = &cache;
    order.tell = task->settings->verbose ? say : NULL;
    order.tell_context = &p;
    const hr_status status = judge(&p, hr_guide_create(program->world, node, &order, guide, error), error);
    hr_meter_end(&p.log->meter);
    free(directory);
    return status;
}
