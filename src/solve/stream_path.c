// SPDX-License-Identifier: MIT
#include "solve/stream_path.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/words.h"

/// Write the states of one solution, from `root` on.
static void follow_moves(const hr_stream_view *view, const void *root, const uint8_t *moves, size_t length, hr_state *states) {
    _Alignas(16) unsigned char at[2][HR_IDASTAR_STATE_MAX];
    const size_t words = hr_puzzle_words(view->puzzle);
    memcpy(at[0], root, view->kind->state_bytes);
    view->kind->pack(view->board, at[0], states);
    for (size_t i = 0; i < length; i++) {
        view->domain->apply(view->domain->context, at[i % 2], moves[i], at[(i + 1) % 2]);
        view->kind->pack(view->board, at[(i + 1) % 2], states + (i + 1) * words);
    }
}

hr_status hr_stream_path_list(const hr_stream_view *view, const void *root, const uint8_t *moves, size_t count, hr_path *path,
                              hr_error *error) {
    const size_t step = path->count * hr_puzzle_words(view->puzzle);
    hr_state *states = calloc(count * step, sizeof *states);
    HR_TRY_MEMORY(states != NULL, error, "a solution");
    for (size_t i = 0; i < count; i++) {
        follow_moves(view, root, moves + i * (path->count - 1), path->count - 1, states + i * step);
    }
    free(path->states);
    path->states = states;
    path->more = count - 1;
    return HR_OK;
}

/// Give the path the iterations of its position, which the stream links from the last one to the first one.
static hr_status take_rounds(const hr_idastar_stream *stream, size_t position, hr_path *path, hr_error *error) {
    const hr_iteration *round = NULL;
    while ((round = hr_idastar_stream_round(stream, position, round)) != NULL) {
        HR_TRY(hr_path_add_iteration(path, *round, error));
    }
    for (size_t i = 0, end = path->iteration_count; i + 1 < end; i++, end--) {
        const hr_iteration swap = path->iterations[i];
        path->iterations[i] = path->iterations[end - 1];
        path->iterations[end - 1] = swap;
    }
    return HR_OK;
}

hr_status hr_stream_path(const hr_stream_view *view, const hr_idastar_stream *stream, size_t position, const void *root,
                         hr_path *path, hr_error *error) {
    static const hr_path_outcome OUTCOMES[] = {[HR_IDASTAR_SOLVED] = HR_PATH_SOLVED,
                                               [HR_IDASTAR_NO_ROUTE] = HR_PATH_UNSOLVABLE,
                                               [HR_IDASTAR_LIMIT] = HR_PATH_LIMIT,
                                               [HR_IDASTAR_STOPPED] = HR_PATH_STOPPED};
    const hr_idastar_solution *found = &stream->solutions[position];
    const bool solved = found->outcome == HR_IDASTAR_SOLVED;
    *path = (hr_path){.outcome = OUTCOMES[found->outcome],
                      .count = solved ? found->length + 1 : 0,
                      .visited = found->nodes,
                      .expanded = found->expanded,
                      .solutions = solved ? found->solutions : 0,
                      .bound = found->outcome == HR_IDASTAR_NO_ROUTE ? 0 : found->lower_bound,
                      .seconds = found->seconds};
    HR_TRY(take_rounds(stream, position, path, error));
    return solved ? hr_stream_path_list(view, root, stream->paths + found->path_at, 1, path, error) : HR_OK;
}
