// SPDX-License-Identifier: MIT
// Fills the records from a checkpoint. A path from a file is walked before anything relies on it: each of its moves must be one
// that the search makes, and the path must solve its position.

#include <inttypes.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "solve/idastar/packets.h"
#include "solve/idastar/replay.h"
#include "solve/records_format.h"

hr_status hr_idastar_records_make_room(hr_idastar_records *r, size_t words, hr_error *error) {
    return HR_ARRAY_RESERVE(r->words, r->capacity, r->used + words)
               ? HR_OK
               : hr_error_set(error, HR_INTERNAL, "out of memory for the results of %zu positions", r->count);
}

/// The longest time that is believed, in nanoseconds: 292 years.
#define TIME_MAX (UINT64_MAX >> 1)

/// The most nodes that are visited to check the depth of an unfinished iteration's subtrees.
enum { BEGUN_NODES_MAX = 1 << 24 };

static hr_status no_sense(hr_error *error) {
    return hr_error_set(error, HR_FILE, "a damaged checkpoint: its records make no sense");
}

static hr_idastar_weight weight_of(const hr_idastar_records *r) {
    const hr_idastar_weight weight = r->options->weight;
    return weight.numerator == 0 ? (hr_idastar_weight){1, 1} : weight;
}

/// Does `path[0..length)` solve the position?
static bool solves(const hr_idastar_records *r, uint64_t position, const uint8_t *path, size_t length) {
    const void *root = hr_idastar_root(r->positions, position);
    return hr_idastar_replay(r->positions->domain, root, path, (uint32_t)length, NULL) == HR_OK;
}

/// Can a run have written this record? Its words are all there, and its position is one of the stream's.
static bool is_sound(const hr_idastar_records *r, const uint64_t *record) {
    const uint64_t length = record[HR_RECORD_LENGTH];
    const uint64_t bound = record[HR_RECORD_BOUND];
    const hr_idastar_weight weight = weight_of(r);
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
           (r->options->complete || record[HR_RECORD_SOLUTIONS] == 1) && solves(r, record[HR_RECORD_POSITION], path, length);
}

static hr_status take_records(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    hr_idastar_records *r = context;
    const size_t words = piece->size / sizeof *r->words;
    if (piece->size % sizeof *r->words != 0) {
        return no_sense(error);
    }
    HR_TRY(hr_idastar_records_make_room(r, words, error));
    uint64_t *block = r->words + r->used;
    memcpy(block, piece->bytes, words * sizeof *block);
    for (size_t at = 0; at < words;) {
        const uint64_t *record = block + at;
        if (words - at < HR_RECORD_PATH || record[HR_RECORD_LENGTH] > HR_IDASTAR_PATH_MAX ||
            words - at - HR_RECORD_PATH < hr_record_path_words(record[HR_RECORD_LENGTH]) ||
            record[HR_RECORD_POSITION] >= r->count ||
            r->progress[record[HR_RECORD_POSITION]][HR_PROGRESS_BOUND] == HR_PROGRESS_DONE || !is_sound(r, record)) {
            return no_sense(error);
        }
        r->progress[record[HR_RECORD_POSITION]][HR_PROGRESS_BOUND] = HR_PROGRESS_DONE;
        at += HR_RECORD_PATH + hr_record_path_words(record[HR_RECORD_LENGTH]);
    }
    r->used += words;
    return HR_OK;
}

/// Can an iteration have this bound?
static bool is_bound(const hr_idastar_records *r, uint64_t bound) {
    return bound > 0 && bound / weight_of(r).denominator < HR_IDASTAR_PATH_MAX;
}

static hr_status take_progress(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    const hr_idastar_records *r = context;
    uint64_t words[HR_RECORDS_UNDER_WAY_WORDS];
    if (piece->size % sizeof words != 0) {
        return no_sense(error);
    }
    for (size_t at = 0; at < piece->size; at += sizeof words) {
        memcpy(words, (const char *)piece->bytes + at, sizeof words);
        const uint64_t *progress = words + 1;
        if (words[0] >= r->count || !is_bound(r, progress[HR_PROGRESS_BOUND]) || progress[HR_PROGRESS_TIME] > TIME_MAX ||
            r->progress[words[0]][HR_PROGRESS_BOUND] != 0) {
            return no_sense(error);
        }
        memcpy(r->progress[words[0]], progress, sizeof r->progress[0]);
    }
    return HR_OK;
}

/// Can a run have written this section HR_RECORDS_BEGUN, of an iteration that was not finished? With a solution it can only be a
/// run that completes its iterations, because another run ends at the first solution.
static bool is_begun(const hr_idastar_records *r, const uint64_t *words) {
    const uint64_t length = words[HR_BEGUN_LENGTH];
    const uint64_t bound = words[HR_BEGUN_BOUND];
    uint8_t path[HR_IDASTAR_PATH_MAX];
    memcpy(path, words + HR_BEGUN_PATH, length);
    return words[HR_BEGUN_DEPTH] > 0 && words[HR_BEGUN_DEPTH] <= HR_IDASTAR_PACKET_DEPTH_MAX && words[HR_BEGUN_DONE] > 0 &&
           words[HR_BEGUN_TIME] <= TIME_MAX &&
           (bound == HR_IDASTAR_NO_BOUND || (is_bound(r, bound) && bound > r->progress[words[HR_BEGUN_OF]][HR_PROGRESS_BOUND])) &&
           (length > 0) == (words[HR_BEGUN_SOLUTIONS] > 0) &&
           (length == 0 || (r->options->complete && solves(r, words[HR_BEGUN_OF], path, length)));
}

/// Is the tree above these subtrees small enough to be walked through? A run chooses a depth with some thousands of subtrees, so
/// *near is false only for a depth that no run has chosen.
static hr_status is_near(const hr_idastar_records *r, const uint64_t *words, bool *near, hr_error *error) {
    hr_idastar_worker worker;
    HR_TRY(hr_idastar_worker_create(r->positions->domain, hr_idastar_root(r->positions, words[HR_BEGUN_OF]), r->options->weight,
                                    r->options->complete, &worker, error));
    hr_idastar_worker_begin(&worker, (uint32_t)r->progress[words[HR_BEGUN_OF]][HR_PROGRESS_BOUND]);
    *near = hr_idastar_packets_within(&worker, (size_t)words[HR_BEGUN_DEPTH], BEGUN_NODES_MAX);
    hr_idastar_worker_destroy(&worker);
    return HR_OK;
}

static hr_status take_begun(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    hr_idastar_records *r = context;
    uint64_t words[HR_BEGUN_MAX];
    if (piece->size < HR_BEGUN_PATH * sizeof *words || piece->size > sizeof words || r->begun.done > 0) {
        return no_sense(error);
    }
    memcpy(words, piece->bytes, piece->size);
    if (words[HR_BEGUN_OF] >= r->count || !hr_record_under_way(r->progress[words[HR_BEGUN_OF]]) ||
        words[HR_BEGUN_LENGTH] > HR_IDASTAR_PATH_MAX ||
        piece->size != (HR_BEGUN_PATH + hr_record_path_words(words[HR_BEGUN_LENGTH])) * sizeof *words || !is_begun(r, words)) {
        return no_sense(error);
    }
    bool near = false;
    HR_TRY(is_near(r, words, &near, error));
    if (!near) {
        return HR_OK; // the iteration will start from its beginning
    }
    r->begun_of = words[HR_BEGUN_OF];
    r->begun = (hr_idastar_begun){
        .depth = (uint32_t)words[HR_BEGUN_DEPTH],
        .done = words[HR_BEGUN_DONE],
        .nodes = words[HR_BEGUN_NODES],
        .expanded = words[HR_BEGUN_EXPANDED],
        .solutions = words[HR_BEGUN_SOLUTIONS],
        .next_bound = (uint32_t)words[HR_BEGUN_BOUND],
        .seconds = (double)words[HR_BEGUN_TIME] * 1e-9,
        .length = (uint32_t)words[HR_BEGUN_LENGTH],
    };
    memcpy(r->begun.path, words + HR_BEGUN_PATH, r->begun.length);
    return HR_OK;
}

static hr_status other_version(uint64_t version, hr_error *error) {
    return hr_error_set(error, HR_FILE, "a checkpoint with records of version %" PRIu64 ", but this program reads version %d: %s",
                        version, (int)HR_RECORDS_VERSION,
                        version > HR_RECORDS_VERSION ? "use a newer huarong" : "begin the run again");
}

static hr_status take_sections(hr_idastar_records *r, hr_checkpoint_reader *reader, hr_error *error) {
    static const struct {
        hr_checkpoint_keys keys;
        hr_checkpoint_take take;
    } SECTIONS[] = {{{.section = HR_RECORDS_DONE}, take_records},
                    {{.section = HR_RECORDS_UNDER_WAY}, take_progress},
                    {{.section = HR_RECORDS_BEGUN}, take_begun}};
    size_t facts = 0;
    const uint64_t *fact = hr_checkpoint_facts(reader, &facts);
    if (facts == 1 || (facts == 2 && fact[1] != HR_RECORDS_VERSION)) {
        return other_version(facts == 1 ? 1 : fact[1], error);
    }
    hr_status status = facts == 2 && fact[0] == r->count ? HR_OK : no_sense(error);
    for (size_t i = 0; status == HR_OK && i < sizeof SECTIONS / sizeof SECTIONS[0]; i++) {
        status = hr_checkpoint_read(reader, SECTIONS[i].keys, SECTIONS[i].take, r, error);
    }
    return status;
}

void hr_idastar_records_forget(void *run) {
    hr_idastar_records *r = run;
    r->used = 0;
    r->begun = (hr_idastar_begun){0};
    memset(r->progress, 0, r->count * sizeof *r->progress);
}

hr_status hr_idastar_records_take(void *run, hr_checkpoint_reader *reader, hr_error *error) {
    hr_idastar_records *r = run;
    HR_TRY(hr_comm_agree(r->comm, hr_comm_rank(r->comm) == 0 ? take_sections(r, reader, error) : HR_OK, error));
    HR_TRY(hr_comm_broadcast(r->comm, &r->begun, sizeof r->begun, error));
    HR_TRY(hr_comm_broadcast(r->comm, &r->begun_of, sizeof r->begun_of, error));
    return hr_comm_broadcast(r->comm, r->progress, r->count * sizeof *r->progress, error);
}
