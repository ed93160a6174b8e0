// SPDX-License-Identifier: MIT
#include "idastar_stream.h"

#include <stdlib.h>
#include <string.h>

#include "idastar_split.h"
#include "try.h"

#define EASY_NODES 1000000 ///< a position that takes more is put off and split

enum { RECORD = 8 + HR_IDASTAR_PATH_MAX / 8 }; ///< most words of a solution on its way to rank 0

/// What is to be solved, and what a rank keeps of its positions.
typedef struct ledger {
    const hr_comm *comm;
    const hr_idastar_domain *domain;
    const unsigned char *roots; ///< [count] positions, `stride` bytes apart
    size_t stride;
    size_t count;
    const hr_idastar_options *options;
    uint64_t *words; ///< records one after the other: number, outcome, length, bound, nodes, solutions, nanoseconds, path
    size_t used;
    size_t capacity;
    uint64_t *hard;  ///< [count of all positions] 0, or the bound that a put-off position is to go on with
    uint64_t *spent; ///< [the same] nodes of its finished iterations
} ledger;

static size_t path_words(size_t length) { return (length + 7) / 8; }

static hr_status record(ledger *l, size_t number, const hr_idastar_result *result, hr_error *error) {
    if (l->used + RECORD > l->capacity) {
        const size_t capacity = 2 * l->capacity + 64 * (size_t)RECORD;
        uint64_t *larger = realloc(l->words, capacity * sizeof *larger);
        if (larger == NULL) {
            return hr_error_set(error, HR_INTERNAL, "out of memory for %zu words of solutions", capacity);
        }
        l->words = larger;
        l->capacity = capacity;
    }
    uint64_t *at = l->words + l->used;
    const size_t length = result->outcome == HR_IDASTAR_SOLVED ? result->length : 0;
    at[0] = number;
    at[1] = (uint64_t)result->outcome;
    at[2] = length;
    at[3] = result->lower_bound;
    at[4] = result->nodes;
    at[5] = result->solutions;
    at[6] = (uint64_t)(result->seconds * 1e9);
    memset(at + 7, 0, path_words(length) * sizeof *at);
    memcpy(at + 7, result->path, length);
    l->used += 7 + path_words(length);
    return HR_OK;
}

/// Local. This rank's share of the whole positions. With more ranks than one, hard ones are put off.
static hr_status solve_share(ledger *l, hr_error *error) {
    const hr_idastar_options *options = l->options;
    const size_t size = (size_t)hr_comm_size(l->comm);
    for (size_t i = (size_t)hr_comm_rank(l->comm); i < l->count; i += size) {
        hr_idastar_options one = *options;
        const bool may_put_off = size > 1 && (options->max_nodes == 0 || options->max_nodes > EASY_NODES);
        one.max_nodes = may_put_off ? EASY_NODES : options->max_nodes;
        hr_idastar_result result;
        HR_TRY(hr_idastar_solve_with(NULL, l->domain, l->roots + i * l->stride, &one, &result, error));
        const bool out_of_time = options->max_seconds > 0 && result.seconds >= options->max_seconds;
        if (result.outcome == HR_IDASTAR_LIMIT && may_put_off && !out_of_time) {
            l->hard[i] = result.last_bound;
            l->spent[i] = result.nodes;
        } else {
            HR_TRY(record(l, i, &result, error));
        }
    }
    return HR_OK;
}

/// Collective. All ranks together, one hard position after the other.
static hr_status solve_hard(ledger *l, hr_idastar_stream *stream, hr_error *error) {
    const hr_idastar_options *options = l->options;
    hr_idastar_split *split = NULL;
    HR_TRY(hr_idastar_split_create(l->comm, &split, error));
    hr_status status = HR_OK;
    for (size_t i = 0; i < l->count && status == HR_OK; i++) {
        if (l->hard[i] == 0) {
            continue;
        }
        hr_idastar_options one = *options;
        one.first_bound = (uint32_t)l->hard[i];
        one.max_nodes = options->max_nodes > l->spent[i] ? options->max_nodes - l->spent[i] : options->max_nodes;
        hr_idastar_result result;
        status = hr_idastar_solve_with(split, l->domain, l->roots + i * l->stride, &one, &result, error);
        result.nodes += l->spent[i] - 1; // the root was counted twice
        stream->split++;
        stream->split_seconds += result.split_seconds;
        stream->busy_seconds += result.busy_seconds;
        if (status == HR_OK && hr_comm_rank(l->comm) == 0) {
            status = record(l, i, &result, error);
        }
    }
    const hr_status destroyed = hr_idastar_split_destroy(&split, error);
    return status != HR_OK ? status : destroyed;
}

/// On rank 0: put the gathered records in order.
static hr_status unpack(const uint64_t *words, size_t total, size_t count, hr_idastar_stream *stream, hr_error *error) {
    stream->solutions = calloc(count + 1, sizeof *stream->solutions);
    stream->paths = malloc(total * sizeof *words + 1);
    if (stream->solutions == NULL || stream->paths == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu solutions", count);
    }
    stream->count = count;
    size_t paths = 0;
    for (size_t at = 0; at < total;) {
        const uint64_t *w = words + at;
        const size_t length = (size_t)w[2];
        stream->solutions[w[0]] = (hr_idastar_solution){
            .outcome = (hr_idastar_outcome)w[1],
            .length = (uint32_t)length,
            .lower_bound = (uint32_t)w[3],
            .nodes = w[4],
            .solutions = w[5],
            .seconds = (double)w[6] * 1e-9,
            .path_at = paths,
        };
        memcpy(stream->paths + paths, w + 7, length);
        paths += length;
        at += 7 + path_words(length);
    }
    return HR_OK;
}

static hr_status solve(ledger *l, hr_idastar_stream *stream, hr_error *error) {
    const hr_comm *comm = l->comm;
    const size_t count = l->count;
    l->hard = calloc(count + 1, sizeof *l->hard);
    l->spent = calloc(count + 1, sizeof *l->spent);
    hr_status status =
        l->hard == NULL || l->spent == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", count) : HR_OK;
    status = hr_comm_agree(comm, status, error);
    if (status != HR_OK || l->hard == NULL || l->spent == NULL) {
        return status;
    }
    if (count == 1 && hr_comm_size(comm) > 1) { // nothing to deal out: split at once
        l->hard[0] = 1;
        l->spent[0] = 1;
    } else {
        status = solve_share(l, error);
        HR_TRY(hr_comm_agree(comm, status, error));
    }
    if (hr_comm_size(comm) > 1) {
        if (count > 1) {
            HR_TRY(hr_comm_max(comm, l->hard, count, error));
            HR_TRY(hr_comm_max(comm, l->spent, count, error));
        }
        HR_TRY(solve_hard(l, stream, error));
    }
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(comm, l->words, l->used, &all, &total, error));
    status = hr_comm_rank(comm) == 0 ? unpack(all, total, count, stream, error) : HR_OK;
    free(all);
    return hr_comm_agree(comm, status, error);
}

hr_status hr_idastar_stream_solve(const hr_comm *comm, const hr_idastar_domain *domain, const void *roots, size_t stride,
                                  size_t count, const hr_idastar_options *options, hr_idastar_stream *stream, hr_error *error) {
    *stream = (hr_idastar_stream){0};
    ledger l = {.comm = comm, .domain = domain, .roots = roots, .stride = stride, .count = count, .options = options};
    const hr_status status = solve(&l, stream, error);
    free(l.words);
    free(l.hard);
    free(l.spent);
    return status;
}

void hr_idastar_stream_clear(hr_idastar_stream *stream) {
    free(stream->solutions);
    free(stream->paths);
    *stream = (hr_idastar_stream){0};
}
