// SPDX-License-Identifier: MIT
#include "enumerate/survey.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "puzzle/kinds.h"
#include "run/stop_reason.h"

/// The words in which a row goes to the other ranks. They are 0 on all ranks but the one that has made the row, so that their sum
/// over the ranks is the row. SECONDS holds the bits of `seconds`, a double.
enum { STATES, LAYERS, FIRST_SOLVED, STOP, SECONDS, ROW_WORDS };

/// A survey under way.
typedef struct survey {
    const hr_comm *comm;
    const hr_survey *asked;
    const hr_enumerate_options *options;
    hr_survey_row *rows;
    double began; ///< when the survey began, in hr_comm_seconds
    hr_stop stop; ///< the reason to stop that this rank has seen
} survey;

/// Is there a reason not to begin another search?
static bool stops(survey *s) {
    const hr_enumerate_options *options = s->options;
    if (s->stop == HR_STOP_NONE) {
        s->stop = hr_stop_reason(options->stop_wanted, s->began, options->max_seconds, 0);
    }
    return s->stop != HR_STOP_NONE;
}

/// Put the result of a search into a row. The row keeps its layers if an earlier search, which ended at another limit, made more of
/// them.
static void note(hr_survey_row *row, const hr_survey_row *found) {
    if (found->layers >= row->layers) {
        row->states = found->states;
        row->layers = found->layers;
        row->first_solved = found->first_solved;
    }
    row->stop = found->stop;
    row->seconds += found->seconds;
}

/// One search of a survey.
typedef struct survey_one {
    const hr_puzzle_options *puzzle;
    const hr_enumerate_options *limits; ///< those of the search: without `progress`, `sink` and `event`
    hr_survey_progress *progress;       ///< called on rank 0 now and then; NULL: not wanted
    void *progress_context;             ///< last argument of `progress`
} survey_one;

/// Pass on how far a search has come (`progress` of hr_enumerate_options).
static void pass_on(const hr_progress *progress, void *context) {
    const survey_one *one = context;
    one->progress(progress->depth, progress->enumeration->states + progress->layer_states, one->progress_context);
}

/// Collective. Enumerate one puzzle's space, and set *row, also on error.
static hr_status search_one(const hr_comm *comm, const survey_one *one, hr_survey_row *row, hr_error *error) {
    hr_puzzle *puzzle = NULL;
    hr_enumeration result = {.first_solved = HR_DEPTH_UNREACHED};
    survey_one called = *one;
    hr_enumerate_options run = *one->limits;
    run.max_depth = HR_DEPTH_UNREACHED;
    run.progress = one->progress == NULL ? NULL : pass_on;
    run.progress_context = &called;
    hr_status status = hr_puzzle_create(one->puzzle, &puzzle, error);
    if (status == HR_OK) {
        status = hr_frontier_enumerate(comm, puzzle, &run, &result, error);
    }
    *row = (hr_survey_row){.states = result.states,
                           .layers = (hr_depth)result.layer_count,
                           .first_solved = result.first_solved,
                           .stop = result.stop,
                           .seconds = result.seconds};
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    return status == HR_STOPPED ? HR_OK : status;
}

/// Collective over `comm`. Search puzzle `i` within the limits of `run` and the survey's time, and fill its row.
static hr_status search(survey *s, const hr_comm *comm, size_t i, hr_enumerate_options run, hr_error *error) {
    const hr_survey *asked = s->asked;
    const survey_one one = {
        .puzzle = &asked->puzzles[i], .limits = &run, .progress = asked->progress, .progress_context = asked->progress_context};
    hr_survey_row found;
    (void)hr_stop_run_ends_first(s->began, s->options->max_seconds, &run.max_seconds);
    const hr_status status = search_one(comm, &one, &found, error);
    note(&s->rows[i], &found);
    s->stop = hr_stop_ends_run(found.stop) ? found.stop : s->stop;
    return status;
}

/// Has the search on one rank ended at that rank's bounds, and not at a limit of the survey?
static bool needs_all_ranks(const survey *s, const hr_survey_row *row) {
    const hr_count most = s->options->max_states;
    return row->stop == HR_STOP_MEMORY || (row->stop == HR_STOP_STATES && (most == 0 || row->states < most));
}

/// The limits of a search that a rank makes alone. *room gets this rank's share of the node's free memory, so that the many short
/// searches need not ask the node for it.
static hr_enumerate_options limits_alone(const survey *s, int node_ranks, hr_memory_room *room) {
    hr_enumerate_options run = *s->options;
    hr_memory_room_here(node_ranks, room);
    room->node = hr_memory_room_share(room, node_ranks);
    run.room = room;
    run.memory_limit = (run.memory_limit + (uint64_t)node_ranks - 1) / (uint64_t)node_ranks;
    if (hr_comm_size(s->comm) > 1 && (run.max_states == 0 || run.max_states > HR_SURVEY_ALONE_STATES)) {
        run.max_states = HR_SURVEY_ALONE_STATES;
    }
    return run;
}

/// Local. Search this rank's share of the puzzles alone.
static hr_status search_share(survey *s, size_t n, int node_ranks, hr_error *error) {
    const size_t ranks = (size_t)hr_comm_size(s->comm);
    hr_memory_room room;
    const hr_enumerate_options run = limits_alone(s, node_ranks, &room);
    hr_comm *alone = NULL;
    hr_status status = hr_comm_alone(s->comm, &alone, error);
    for (size_t i = (size_t)hr_comm_rank(s->comm); i < n && status == HR_OK && !stops(s); i += ranks) {
        status = search(s, alone, i, run, error);
    }
    hr_comm_destroy(&alone);
    return status;
}

/// Collective. Give every rank all rows.
static hr_status share_rows(const survey *s, size_t n, hr_error *error) {
    uint64_t *words = hr_comm_allocate(s->comm, (n * ROW_WORDS + 1) * sizeof *words, "a survey", error);
    if (words == NULL) {
        return HR_INTERNAL;
    }
    const size_t ranks = (size_t)hr_comm_size(s->comm);
    for (size_t i = (size_t)hr_comm_rank(s->comm); i < n; i += ranks) {
        const hr_survey_row *row = &s->rows[i];
        const uint64_t own[] = {
            [STATES] = row->states, [LAYERS] = row->layers, [FIRST_SOLVED] = row->first_solved, [STOP] = row->stop, [SECONDS] = 0};
        memcpy(words + i * ROW_WORDS, own, sizeof own);
        memcpy(words + i * ROW_WORDS + SECONDS, &row->seconds, sizeof row->seconds);
    }
    const hr_status status = hr_comm_sum(s->comm, words, n * ROW_WORDS, error);
    for (size_t i = 0; i < n; i++) {
        const uint64_t *row = words + i * ROW_WORDS;
        s->rows[i] = (hr_survey_row){.states = row[STATES],
                                     .layers = (hr_depth)row[LAYERS],
                                     .first_solved = (hr_depth)row[FIRST_SOLVED],
                                     .stop = (hr_stop)row[STOP]};
        memcpy(&s->rows[i].seconds, row + SECONDS, sizeof s->rows[i].seconds);
    }
    free(words);
    return status;
}

/// Collective. Agree on the reason to stop.
static hr_status agree_stop(survey *s, hr_error *error) {
    uint64_t stop = s->stop;
    HR_TRY(hr_comm_max(s->comm, &stop, 1, error));
    s->stop = (hr_stop)stop;
    return HR_OK;
}

/// Collective. Search the puzzles that need it by all ranks together.
static hr_status search_together(survey *s, size_t n, hr_error *error) {
    for (size_t i = 0; i < n; i++) {
        if (!needs_all_ranks(s, &s->rows[i])) {
            continue;
        }
        (void)stops(s);
        HR_TRY(agree_stop(s, error));
        if (s->stop == HR_STOP_NONE) {
            HR_TRY(search(s, s->comm, i, *s->options, error));
        } else {
            s->rows[i].stop = s->stop;
        }
    }
    return HR_OK;
}

/// Collective. Search all puzzles, the small ones first.
static hr_status search_all(survey *s, size_t n, hr_error *error) {
    int node_ranks = 1;
    HR_TRY(hr_comm_count_node(s->comm, &node_ranks, error));
    HR_TRY(hr_comm_agree(s->comm, search_share(s, n, node_ranks, error), error));
    HR_TRY(share_rows(s, n, error));
    HR_TRY(agree_stop(s, error));
    if (hr_comm_size(s->comm) > 1) {
        HR_TRY(search_together(s, n, error));
    }
    return agree_stop(s, error);
}

hr_status hr_survey_run(const hr_comm *comm, hr_survey *asked, const hr_enumerate_options *options, hr_error *error) {
    hr_survey_row *rows = asked->rows;
    survey s = {.comm = comm, .asked = asked, .options = options, .rows = rows, .began = hr_comm_seconds()};
    for (size_t i = 0; i < asked->count; i++) { // a row stays like this if the survey stops before its search
        rows[i] = (hr_survey_row){.first_solved = HR_DEPTH_UNREACHED, .stop = HR_STOP_TIME};
    }
    const hr_status status = search_all(&s, asked->count, error);
    for (size_t i = 0; i < asked->count; i++) {
        rows[i].stop = hr_stop_ends_run(rows[i].stop) ? s.stop : rows[i].stop;
    }
    asked->stop = s.stop;
    return status;
}
