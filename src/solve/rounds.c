// SPDX-License-Identifier: MIT
#include "solve/rounds.h"

#include <stdlib.h>

#include "core/array.h"
#include "core/try.h"

/// The words of an iteration.
enum { POSITION, BOUND, FINISHED, NODES, EXPANDED, NANOSECONDS, WORDS };

void hr_rounds_add(hr_rounds *rounds, size_t position, const hr_iteration *round) {
    if (!HR_ARRAY_RESERVE(rounds->words, rounds->capacity, rounds->used + WORDS)) {
        rounds->lost = true;
        return;
    }
    uint64_t *word = rounds->words + rounds->used;
    word[POSITION] = position;
    word[BOUND] = round->bound;
    word[FINISHED] = round->finished;
    word[NODES] = round->nodes;
    word[EXPANDED] = round->expanded;
    word[NANOSECONDS] = (uint64_t)(round->seconds * 1e9);
    rounds->used += WORDS;
}

static hr_status out_of_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for iterations"); }

bool hr_rounds_link(hr_idastar_stream *stream, size_t position, hr_iteration round) {
    if (!HR_ARRAY_RESERVE(stream->rounds, stream->round_capacity, stream->round_count + 1)) {
        return false;
    }
    round.previous = stream->solutions[position].rounds;
    stream->rounds[stream->round_count++] = round;
    stream->solutions[position].rounds = stream->round_count;
    return true;
}

/// Local, on rank 0. Link the gathered iterations to the ones before them.
static hr_status take(const uint64_t *words, size_t total, hr_idastar_stream *stream, hr_error *error) {
    for (size_t at = 0; at < total; at += WORDS) {
        const uint64_t *word = words + at;
        const hr_iteration round = {.bound = (uint32_t)word[BOUND],
                                    .finished = word[FINISHED] != 0,
                                    .nodes = word[NODES],
                                    .expanded = word[EXPANDED],
                                    .seconds = (double)word[NANOSECONDS] * 1e-9};
        if (!hr_rounds_link(stream, word[POSITION], round)) {
            return out_of_memory(error);
        }
    }
    return HR_OK;
}

hr_status hr_rounds_gather(const hr_comm *comm, hr_rounds *rounds, hr_idastar_stream *stream, hr_error *error) {
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_agree(comm, rounds->lost ? out_of_memory(error) : HR_OK, error));
    HR_TRY(hr_comm_gather(comm, rounds->words, rounds->used, &all, &total, error));
    rounds->used = 0;
    const hr_status status = hr_comm_rank(comm) == 0 ? take(all, total, stream, error) : HR_OK;
    free(all);
    return hr_comm_agree(comm, status, error);
}

void hr_rounds_clear(hr_rounds *rounds) {
    free(rounds->words);
    *rounds = (hr_rounds){0};
}

const hr_iteration *hr_idastar_stream_round(const hr_idastar_stream *stream, size_t position, const hr_iteration *after) {
    const size_t at = after == NULL ? stream->solutions[position].rounds : after->previous;
    return at == 0 ? NULL : &stream->rounds[at - 1];
}
