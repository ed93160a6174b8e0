// SPDX-License-Identifier: MIT
// huarong solve tile:WxH

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/output/solve.h"
#include "core/quantity.h"
#include "core/try.h"
#include "run/stop_reason.h"
#include "solve/heuristics.h"

static void move_text(const void *context, const void *state, uint8_t move, char text[16]) {
    (void)state;
    const hr_tiles *tiles = context;
    static const char LETTERS[] = "ULRD"; // directions on the board as people see it
    text[0] = LETTERS[tiles->direction[move]];
    text[1] = '\0';
}

/// The number of the tile that the blank changes places with.
static int tile_moved(const void *context, const void *state, uint8_t move) {
    const hr_tiles *tiles = context;
    const hr_tiles_state *s = state;
    return tiles->number[s->piece[tiles->neighbour[s->blank][move]]];
}

static void format(const void *context, const void *state, char text[HR_STATE_TEXT_MAX]) {
    hr_tiles_format(context, state, text, HR_STATE_TEXT_MAX);
}

static void draw(const void *context, const void *state, FILE *out) {
    const hr_tiles *tiles = context;
    for (int c = 0; c < tiles->cells; c++) {
        const int number = hr_tiles_number_at(tiles, state, c);
        const char *end = c % tiles->width == tiles->width - 1 ? "\n" : "";
        if (number == 0) {
            fprintf(out, "  .%s", end);
        } else {
            fprintf(out, " %2d%s", number, end);
        }
    }
}

/// Context while pattern databases are loaded or built.
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
                              hr_solve_stop_text(p->log->stop));
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

/// The positions of one command line.
typedef struct task {
    hr_tiles tiles;
    hr_solve_input input;
    hr_tiles_state *states;   ///< [input.count] the positions
    hr_tiles_state *solvable; ///< [solvable_count] the solvable positions
    size_t *place;            ///< [input.count] a position's place in `solvable`; SIZE_MAX if it is unsolvable
    size_t solvable_count;
    char goal[HR_STATE_TEXT_MAX];
} task;

static hr_status read_states(task *t, hr_error *error) {
    const size_t count = t->input.count;
    t->states = calloc(count, sizeof *t->states);
    t->solvable = calloc(count, sizeof *t->solvable);
    t->place = calloc(count, sizeof *t->place);
    if (t->states == NULL || t->solvable == NULL || t->place == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", count);
    }
    for (size_t i = 0; i < count; i++) {
        hr_error why;
        if (hr_tiles_parse(&t->tiles, t->input.texts[i], &t->states[i], &why) != HR_OK) {
            return count == 1 ? hr_error_set(error, HR_USAGE, "%.400s", why.text)
                              : hr_error_set(error, HR_USAGE, "position %zu: %.400s", i + 1, why.text);
        }
        t->place[i] = SIZE_MAX;
        if (hr_tiles_solvable(&t->tiles, &t->states[i])) {
            t->place[i] = t->solvable_count;
            t->solvable[t->solvable_count++] = t->states[i];
        }
    }
    return HR_OK;
}

/// Collective. Search, print the result, and return HR_STOPPED if a limit or a stop ended a search.
static hr_status search(hr_program *program, const hr_solve_settings *set, const task *t, const hr_tiles_solver *solver,
                        hr_solve_log *log, hr_error *error) {
    const hr_solve_view view = {
        .domain = solver != NULL ? hr_tiles_solver_domain(solver) : NULL,
        .puzzle = set->spec,
        .goal = t->goal,
        .heuristic = solver != NULL ? hr_tiles_solver_name(solver) : "none",
        .separator = "",
        .details = "tiles",
        .context = &t->tiles,
        .move = move_text,
        .detail = tile_moved,
        .format = format,
        .draw = draw,
    };
    hr_solve_report report = {
        .view = &view,
        .settings = set,
        .roots = (const unsigned char *)t->states,
        .stride = sizeof *t->states,
        .count = t->input.count,
        .place = t->place,
        .unsolvable = "the goal has the other parity",
        .log = log,
    };
    return hr_solve_search(program, &report, t->solvable, t->solvable_count, error);
}

/// Collective. Prepare the heuristic that the settings name, then search.
static hr_status solve(hr_program *program, const hr_solve_settings *set, const task *t, hr_error *error) {
    hr_solve_log log;
    HR_TRY(hr_solve_log_begin(&log, program, set, t->place, t->solvable_count, hr_comm_seconds(), error));
    if (t->solvable_count == 0) {
        return search(program, set, t, NULL, &log, error);
    }
    char *cache = find_cache();
    hr_comm *node = NULL;
    hr_tiles_solver *solver = NULL;
    hr_status status = hr_comm_split_node(program->world, &node, error);
    if (status == HR_OK) {
        preparation p = {.program = program, .settings = set, .log = &log};
        const hr_tiles_solver_options options = {
            .heuristic = set->heuristic,
            .no_mirror = set->no_mirror,
            .positions = t->solvable_count,
            .memory_limit = set->memory_limit,
            .cache = {.directory = cache,
                      .notice = set->output.quiet ? NULL : say,
                      .context = &p,
                      .stop = {.wanted = stop_wanted, .context = &p}},
        };
        status = hr_tiles_solver_create(program->world, node, &t->tiles, &options, &solver, error);
        status = judge(&p, status, error);
    }
    if (status == HR_OK) {
        status = search(program, set, t, solver, &log, error);
    }
    hr_solve_log_end(&log);
    hr_tiles_solver_destroy(&solver);
    hr_comm_destroy(&node);
    free(cache);
    return status;
}

hr_status hr_solve_tiles(hr_program *program, const hr_solve_settings *settings, int width, int height, hr_error *error) {
    if (settings->puzzle.options.exit != NULL ||
        (settings->puzzle.metric_given && settings->puzzle.options.metric != HR_METRIC_UNIT)) {
        return hr_error_set(error, HR_USAGE, "tile positions are solved in the metric unit, and have no --exit");
    }
    task t = {.solvable_count = 0};
    char *goal = NULL;
    hr_status status = hr_input_text(program, settings->puzzle.options.goal, &goal, error);
    status = status == HR_OK ? hr_tiles_create(width, height, goal, &t.tiles, error) : status;
    free(goal);
    status = status == HR_OK ? hr_tiles_solver_check(&t.tiles, settings->heuristic, error) : status;
    if (status == HR_OK) {
        status = hr_solve_read(program, settings, (size_t)t.tiles.cells, &t.input, error);
    }
    status = status == HR_OK ? read_states(&t, error) : status;
    if (status == HR_OK) { // every rank has read the same positions
        hr_tiles_state home = {.blank = (uint8_t)t.tiles.blank};
        for (int c = 0; c < t.tiles.cells; c++) {
            home.piece[c] = (uint8_t)c;
        }
        hr_tiles_format(&t.tiles, &home, t.goal, sizeof t.goal);
        hr_interrupt_begin(); // not earlier, so that a signal ends a program that waits for input
        status = solve(program, settings, &t, error);
    }
    hr_solve_input_clear(&t.input);
    free(t.states);
    free(t.solvable);
    free(t.place);
    return status;
}
