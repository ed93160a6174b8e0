// SPDX-License-Identifier: MIT
// Fills a ledger from a checkpoint. A path from a file is walked before anything relies on it: each of its moves must be one that
// the search makes, and the path must solve its position.

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "solve/idastar/packets.h"
#include "solve/ledger_format.h"

hr_status hr_idastar_ledger_make_room(hr_idastar_ledger *l, size_t words, hr_error *error) {
    if (l->used + words > l->capacity) {
        const size_t capacity = 2 * l->capacity + words;
        uint64_t *larger = realloc(l->words, capacity * sizeof *larger);
        if (larger == NULL) {
            return hr_error_set(error, HR_INTERNAL, "out of memory for the results of %zu positions", l->count);
        }
        l->words = larger;
        l->capacity = capacity;
    }
    return HR_OK;
}

/// The longest time that is believed, in nanoseconds: 292 years.
#define TIME_MAX (UINT64_MAX >> 1)

/// The most nodes that are visited to check the depth of an unfinished iteration's subtrees.
enum { PART_NODES_MAX = 1 << 24 };

static hr_status no_sense(hr_error *error) {
    return hr_error_set(error, HR_FILE, "a damaged checkpoint: its records make no sense");
}

static const void *root_of(const hr_idastar_ledger *l, uint64_t position) {
    return l->positions->roots + position * l->positions->stride;
}

static hr_idastar_weight weight_of(const hr_idastar_ledger *l) {
    const hr_idastar_weight weight = l->positions->weight;
    return weight.numerator == 0 ? (hr_idastar_weight){1, 1} : weight;
}

/// Does `path[0..length)` lead from the position to a goal by moves that the search makes, with no goal before its end?
static bool solves(const hr_idastar_ledger *l, uint64_t position, const uint8_t *path, size_t length) {
    const hr_idastar_domain *domain = l->positions->domain;
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
    memcpy(states[0], root_of(l, position), domain->state_bytes);
    for (size_t i = 0; i < length; i++) {
        uint8_t moves[HR_IDASTAR_FANOUT_MAX];
        const unsigned char *state = states[i % 2];
        const size_t n = domain->moves(domain->context, state, moves);
        if (domain->solved(domain->context, state) || memchr(moves, path[i], n) == NULL) {
            return false;
        }
        domain->apply(domain->context, state, path[i], states[(i + 1) % 2]);
    }
    return domain->solved(domain->context, states[length % 2]);
}

/// Can a run have written this record? Its words are all there, and its position is one of the ledger's.
static bool is_sound(const hr_idastar_ledger *l, const uint64_t *record) {
    const uint64_t length = record[HR_RECORD_LENGTH];
    const uint64_t bound = record[HR_RECORD_BOUND];
    const hr_idastar_weight weight = weight_of(l);
    const bool weighted = weight.numerator != weight.denominator;
    if (record[HR_RECORD_TIME] > TIME_MAX || bound > HR_IDASTAR_PATH_MAX) {
        return false;
    }
    if (record[HR_RECORD_OUTCOME] != HR_IDASTAR_SOLVED) {
        return record[HR_RECORD_OUTCOME] < HR_IDASTAR_STOPPED && length == 0;
    }
    uint8_t path[HR_IDASTAR_PATH_MAX];
    memcpy(path, record + HR_RECORD_PATH, length);
    return (weighted ? bound <= length : bound == length) && record[HR_RECORD_SOLUTIONS] > 0 &&
           (l->positions->complete || record[HR_RECORD_SOLUTIONS] == 1) && solves(l, record[HR_RECORD_POSITION], path, length);
}

static hr_status take_records(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    hr_idastar_ledger *l = context;
    (void)first;
    (void)last;
    const size_t words = size / sizeof *l->words;
    if (size % sizeof *l->words != 0) {
        return no_sense(error);
    }
    HR_TRY(hr_idastar_ledger_make_room(l, words, error));
    uint64_t *block = l->words + l->used;
    memcpy(block, bytes, words * sizeof *block);
    for (size_t at = 0; at < words;) {
        const uint64_t *record = block + at;
        if (words - at < HR_RECORD_PATH || record[HR_RECORD_LENGTH] > HR_IDASTAR_PATH_MAX ||
            words - at - HR_RECORD_PATH < hr_ledger_path_words(record[HR_RECORD_LENGTH]) ||
            record[HR_RECORD_POSITION] >= l->count || l->progress[record[HR_RECORD_POSITION]][HR_LEDGER_BOUND] == HR_LEDGER_DONE ||
            !is_sound(l, record)) {
            return no_sense(error);
        }
        l->progress[record[HR_RECORD_POSITION]][HR_LEDGER_BOUND] = HR_LEDGER_DONE;
        at += HR_RECORD_PATH + hr_ledger_path_words(record[HR_RECORD_LENGTH]);
    }
    l->used += words;
    return HR_OK;
}

/// Can an iteration have this bound?
static bool is_bound(const hr_idastar_ledger *l, uint64_t bound) {
    return bound > 0 && bound / weight_of(l).denominator < HR_IDASTAR_PATH_MAX;
}

static hr_status take_progress(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    const hr_idastar_ledger *l = context;
    (void)first;
    (void)last;
    uint64_t words[HR_LEDGER_UNDER_WAY_WORDS];
    if (size % sizeof words != 0) {
        return no_sense(error);
    }
    for (size_t at = 0; at < size; at += sizeof words) {
        memcpy(words, (const char *)bytes + at, sizeof words);
        const uint64_t *progress = words + 1;
        if (words[0] >= l->count || !is_bound(l, progress[HR_LEDGER_BOUND]) || progress[HR_LEDGER_TIME] > TIME_MAX ||
            l->progress[words[0]][HR_LEDGER_BOUND] != 0) {
            return no_sense(error);
        }
        memcpy(l->progress[words[0]], progress, sizeof l->progress[0]);
    }
    return HR_OK;
}

/// Can a run have written this section HR_LEDGER_PART? It holds a solution only if iterations are completed, since others end at
/// the first one.
static bool is_part(const hr_idastar_ledger *l, const uint64_t *words) {
    const uint64_t length = words[HR_PART_LENGTH];
    const uint64_t bound = words[HR_PART_BOUND];
    uint8_t path[HR_IDASTAR_PATH_MAX];
    memcpy(path, words + HR_PART_PATH, length);
    return words[HR_PART_DEPTH] > 0 && words[HR_PART_DEPTH] <= HR_IDASTAR_PACKET_DEPTH_MAX && words[HR_PART_DONE] > 0 &&
           words[HR_PART_TIME] <= TIME_MAX &&
           (bound == HR_IDASTAR_NO_BOUND || (is_bound(l, bound) && bound > l->progress[words[HR_PART_OF]][HR_LEDGER_BOUND])) &&
           (length > 0) == (words[HR_PART_SOLUTIONS] > 0) &&
           (length == 0 || (l->positions->complete && solves(l, words[HR_PART_OF], path, length)));
}

/// Is the tree above the part's subtrees small enough to be walked through? A run chooses a depth with some thousands of subtrees,
/// so *near is false only for a depth that no run has chosen.
static hr_status is_near(const hr_idastar_ledger *l, const uint64_t *words, bool *near, hr_error *error) {
    hr_idastar_worker worker;
    HR_TRY(hr_idastar_worker_create(l->positions->domain, root_of(l, words[HR_PART_OF]), l->positions->weight,
                                    l->positions->complete, &worker, error));
    hr_idastar_worker_begin(&worker, (uint32_t)l->progress[words[HR_PART_OF]][HR_LEDGER_BOUND]);
    *near = hr_idastar_packets_within(&worker, (size_t)words[HR_PART_DEPTH], PART_NODES_MAX);
    hr_idastar_worker_destroy(&worker);
    return HR_OK;
}

static hr_status take_part(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    hr_idastar_ledger *l = context;
    (void)first;
    (void)last;
    uint64_t words[HR_PART_MAX];
    if (size < HR_PART_PATH * sizeof *words || size > sizeof words || l->part.done > 0) {
        return no_sense(error);
    }
    memcpy(words, bytes, size);
    if (words[HR_PART_OF] >= l->count || !hr_ledger_under_way(l->progress[words[HR_PART_OF]]) ||
        words[HR_PART_LENGTH] > HR_IDASTAR_PATH_MAX ||
        size != (HR_PART_PATH + hr_ledger_path_words(words[HR_PART_LENGTH])) * sizeof *words || !is_part(l, words)) {
        return no_sense(error);
    }
    bool near = false;
    HR_TRY(is_near(l, words, &near, error));
    if (!near) {
        return HR_OK; // the iteration will start from its beginning
    }
    l->part_of = words[HR_PART_OF];
    l->part = (hr_idastar_part){
        .depth = (uint32_t)words[HR_PART_DEPTH],
        .done = words[HR_PART_DONE],
        .nodes = words[HR_PART_NODES],
        .solutions = words[HR_PART_SOLUTIONS],
        .next_bound = (uint32_t)words[HR_PART_BOUND],
        .seconds = (double)words[HR_PART_TIME] * 1e-9,
        .length = (uint32_t)words[HR_PART_LENGTH],
    };
    memcpy(l->part.path, words + HR_PART_PATH, l->part.length);
    return HR_OK;
}

hr_status hr_idastar_ledger_take(void *context, size_t generation, hr_error *error) {
    hr_idastar_ledger *l = context;
    l->used = 0;
    l->part = (hr_idastar_part){0};
    memset(l->progress, 0, l->count * sizeof *l->progress);
    hr_checkpoint_reader *reader = NULL;
    HR_TRY(hr_checkpoint_load(l->store, generation, &reader, error));
    hr_status status = HR_OK;
    if (hr_comm_rank(l->comm) == 0) {
        size_t facts = 0;
        const uint64_t *fact = hr_checkpoint_facts(reader, &facts);
        status = facts == 1 && fact[0] == l->count ? HR_OK : no_sense(error);
        status = status == HR_OK ? hr_checkpoint_read(reader, HR_LEDGER_RECORDS, 0, 0, take_records, l, error) : status;
        status = status == HR_OK ? hr_checkpoint_read(reader, HR_LEDGER_UNDER_WAY, 0, 0, take_progress, l, error) : status;
        status = status == HR_OK ? hr_checkpoint_read(reader, HR_LEDGER_PART, 0, 0, take_part, l, error) : status;
    }
    hr_checkpoint_reader_destroy(&reader);
    HR_TRY(hr_comm_agree(l->comm, status, error));
    HR_TRY(hr_comm_broadcast(l->comm, &l->part, sizeof l->part, error));
    HR_TRY(hr_comm_broadcast(l->comm, &l->part_of, sizeof l->part_of, error));
    return hr_comm_broadcast(l->comm, l->progress, l->count * sizeof *l->progress, error);
}
