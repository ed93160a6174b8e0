// SPDX-License-Identifier: MIT
#include "solve/layers/deal.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "puzzle/words.h"

/// The result of a search on its way to rank 0. The states of the path follow, then its iterations.
typedef struct record {
    uint64_t position;
    hr_path path; ///< `states` and `iterations` are meaningless
} record;

enum {
    RECORD_WORDS = (sizeof(record) + sizeof(uint64_t) - 1) / sizeof(uint64_t),
    ITERATION_WORDS = (sizeof(hr_iteration) + sizeof(uint64_t) - 1) / sizeof(uint64_t),
};

/// The records of this rank, one after the other.
typedef struct records {
    uint64_t *words;
    size_t used;
    size_t capacity;
} records;

/// One call of hr_deal_search.
typedef struct deal {
    const hr_comm *comm;
    const hr_puzzle *puzzle;
    size_t words;                ///< numbers of a state
    hr_deal_position *positions; ///< [n]
    size_t n;
    const hr_path_options *options;
    records own;    ///< the results of this rank
    uint64_t *hard; ///< [n] 1: the position needs more than a search alone may take
} deal;

static hr_status put(deal *d, size_t position, const hr_path *path, hr_error *error) {
    records *r = &d->own;
    const record head = {.position = position, .path = *path};
    const size_t numbers = (1 + path->more) * path->count * d->words;
    const size_t states = RECORD_WORDS + numbers;
    const size_t words = states + path->iteration_count * ITERATION_WORDS;
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(r->words, r->capacity, r->used + words) && r->words != NULL, error, "solutions");
    uint64_t *to = r->words + r->used;
    memcpy(to, &head, sizeof head);
    if (path->count > 0) {
        memcpy(to + RECORD_WORDS, path->states, numbers * sizeof *path->states);
    }
    if (path->iteration_count > 0) {
        memcpy(to + states, path->iterations, path->iteration_count * sizeof *path->iterations);
    }
    r->used += words;
    return HR_OK;
}

/// Returns a copy of `count` items of `bytes` bytes each; NULL: there are none, or memory ran out, which *good notes.
static void *copy_of(const void *items, size_t count, size_t bytes, bool *good) {
    void *copy = count > 0 ? malloc(count * bytes) : NULL;
    *good = *good && (copy != NULL || count == 0);
    return copy == NULL ? NULL : memcpy(copy, items, count * bytes);
}

/// Fill in the paths from the records of all ranks.
static hr_status take(const deal *d, const uint64_t *words, size_t total, hr_error *error) {
    for (size_t at = 0; at < total;) {
        record head;
        bool good = true;
        memcpy(&head, words + at, sizeof head);
        hr_path *path = &d->positions[head.position].path;
        *path = head.path;
        at += RECORD_WORDS;
        const size_t numbers = (1 + path->more) * path->count * d->words;
        path->states = copy_of(words + at, numbers, sizeof *path->states, &good);
        at += numbers;
        path->iterations = copy_of(words + at, path->iteration_count, sizeof *path->iterations, &good);
        path->iteration_capacity = path->iteration_count;
        at += path->iteration_count * ITERATION_WORDS;
        HR_TRY_MEMORY(good, error, "solutions");
    }
    return HR_OK;
}

/// Local. Search one position alone. *hard: it needs more than a search alone may take.
static hr_status search_alone(const hr_puzzle *puzzle, const hr_state *start, const hr_path_options *options, hr_path *path,
                              bool *hard, hr_error *error) {
    hr_path_options alone = *options;
    const bool bounded = options->max_states > 0 && options->max_states <= HR_DEAL_STATES;
    alone.max_states = bounded ? options->max_states : HR_DEAL_STATES;
    HR_TRY(hr_shortest_path(puzzle, start, &alone, path, error));
    *hard = path->outcome == HR_PATH_LIMIT && !path->late && !(bounded && path->visited >= options->max_states);
    return HR_OK;
}

/// Local. Search this rank's share of the positions.
static hr_status search_share(deal *d, hr_error *error) {
    const size_t ranks = (size_t)hr_comm_size(d->comm);
    for (size_t i = (size_t)hr_comm_rank(d->comm); i < d->n; i += ranks) {
        if (d->positions[i].skip) {
            continue;
        }
        hr_path path = {.outcome = HR_PATH_UNSOLVABLE};
        bool is_hard = false;
        hr_status status = search_alone(d->puzzle, d->positions[i].start, d->options, &path, &is_hard, error);
        d->hard[i] = is_hard;
        if (status == HR_OK) {
            status = put(d, i, &path, error);
        }
        hr_path_clear(&path);
        HR_TRY(status);
    }
    return HR_OK;
}

/// Collective. Search, and bring the results to rank 0; the caller frees the records and `hard`.
static hr_status search(deal *d, hr_error *error) {
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_agree(d->comm, search_share(d, error), error));
    HR_TRY(hr_comm_max(d->comm, d->hard, d->n, error));
    HR_TRY(hr_comm_gather(d->comm, d->own.words, d->own.used, &all, &total, error));
    const hr_status status = take(d, all, total, error);
    free(all);
    for (size_t i = 0; i < d->n; i++) {
        d->positions[i].hard = d->hard[i] != 0;
    }
    return hr_comm_agree(d->comm, status, error);
}

hr_status hr_deal_search(const hr_comm *comm, const hr_puzzle *puzzle, hr_deal_position *positions, size_t n,
                         const hr_path_options *options, hr_error *error) {
    deal d = {.comm = comm, .puzzle = puzzle, .words = hr_puzzle_words(puzzle), .positions = positions, .n = n, .options = options};
    d.hard = hr_comm_allocate(comm, (n + 1) * sizeof *d.hard, "positions", error);
    const hr_status status = d.hard == NULL ? HR_INTERNAL : search(&d, error);
    free(d.hard);
    free(d.own.words);
    return status;
}
