// SPDX-License-Identifier: MIT

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "solve/ledger_format.h"

static hr_status out_of_memory(size_t count, hr_error *error) {
    return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", count);
}

hr_status hr_idastar_ledger_record(hr_idastar_ledger *l, size_t position, const hr_idastar_result *result, hr_error *error) {
    HR_TRY(hr_idastar_ledger_make_room(l, HR_RECORD_MAX, error));
    uint64_t *at = l->words + l->used;
    const size_t length = result->outcome == HR_IDASTAR_SOLVED ? result->length : 0;
    at[HR_RECORD_POSITION] = position;
    at[HR_RECORD_OUTCOME] = (uint64_t)result->outcome;
    at[HR_RECORD_LENGTH] = length;
    at[HR_RECORD_BOUND] = result->lower_bound;
    at[HR_RECORD_NODES] = result->nodes;
    at[HR_RECORD_SOLUTIONS] = result->solutions;
    at[HR_RECORD_TIME] = (uint64_t)(result->seconds * 1e9);
    memset(at + HR_RECORD_PATH, 0, hr_ledger_path_words(length) * sizeof *at);
    memcpy(at + HR_RECORD_PATH, result->path, length);
    l->used += HR_RECORD_PATH + hr_ledger_path_words(length);
    l->progress[position][HR_LEDGER_BOUND] = HR_LEDGER_DONE;
    l->changed = true;
    return HR_OK;
}

void hr_idastar_ledger_note(hr_idastar_ledger *l, size_t position, const hr_idastar_progress *progress) {
    uint64_t *to = l->progress[position];
    const uint64_t done = l->part_of == position ? l->part.done : 0;
    l->changed = l->changed || to[HR_LEDGER_BOUND] != progress->bound || progress->part.done != done;
    if (progress->part.done > 0 || l->part_of == position) {
        l->part = progress->part;
        l->part_of = position;
    }
    to[HR_LEDGER_BOUND] = progress->bound;
    to[HR_LEDGER_NODES] = progress->nodes;
    to[HR_LEDGER_TIME] = (uint64_t)(progress->seconds * 1e9);
}

hr_idastar_progress hr_idastar_ledger_progress(const hr_idastar_ledger *l, size_t position) {
    const uint64_t *from = l->progress[position];
    hr_idastar_progress progress = {
        .bound = (uint32_t)from[HR_LEDGER_BOUND], .nodes = from[HR_LEDGER_NODES], .seconds = (double)from[HR_LEDGER_TIME] * 1e-9};
    if (l->part_of == position) {
        progress.part = l->part;
    }
    return progress;
}

hr_status hr_idastar_ledger_share(hr_idastar_ledger *l, hr_error *error) {
    return hr_comm_max(l->comm, l->progress[0], l->count * HR_LEDGER_PROGRESS, error);
}

bool hr_idastar_ledger_due(const hr_idastar_ledger *l) {
    return l->store != NULL &&
           (l->keeping->checkpoint.every <= 0 || hr_comm_seconds() - l->last_write >= l->keeping->checkpoint.every);
}

double hr_idastar_ledger_reserve(const hr_idastar_ledger *l) {
    return l->store == NULL ? 0 : hr_checkpoint_plan(l->store, (l->used + l->count * HR_LEDGER_UNDER_WAY_WORDS) * sizeof *l->words);
}

size_t hr_idastar_ledger_done(const hr_idastar_ledger *l) {
    size_t done = 0;
    for (size_t i = 0; i < l->count; i++) {
        done += l->progress[i][HR_LEDGER_BOUND] == HR_LEDGER_DONE;
    }
    return done;
}

void hr_idastar_ledger_tell(const hr_idastar_ledger *l, hr_idastar_event event) {
    if (l->keeping != NULL && l->keeping->event != NULL && hr_comm_rank(l->comm) == 0) {
        event.seconds = hr_comm_seconds() - l->keeping->began;
        l->keeping->event(&event, l->keeping->event_context);
    }
}

/// Tell the log of an event about a checkpoint.
static void tell(const hr_idastar_ledger *l, hr_idastar_event_kind kind, double started, uint64_t bytes, const char *text) {
    const hr_idastar_event event = {
        .kind = kind, .duration = hr_comm_seconds() - started, .done = hr_idastar_ledger_done(l), .bytes = bytes, .text = text};
    hr_idastar_ledger_tell(l, event);
}

/// Local, on rank 0. Returns the words of section HR_LEDGER_UNDER_WAY, and their number in *size. NULL: out of memory.
static uint64_t *list_progress(const hr_idastar_ledger *l, size_t *size) {
    *size = 0;
    for (size_t i = 0; i < l->count; i++) {
        *size += hr_ledger_under_way(l->progress[i]) ? HR_LEDGER_UNDER_WAY_WORDS : 0;
    }
    uint64_t *words = malloc((*size + 1) * sizeof *words);
    for (size_t i = 0, at = 0; i < l->count && words != NULL; i++) {
        if (hr_ledger_under_way(l->progress[i])) {
            words[at] = i;
            memcpy(words + at + 1, l->progress[i], sizeof l->progress[i]);
            at += HR_LEDGER_UNDER_WAY_WORDS;
        }
    }
    return words;
}

/// Local, on rank 0. Write the words of section HR_LEDGER_PART. Returns their number, 0 if there is no such part.
static size_t list_part(const hr_idastar_ledger *l, uint64_t words[HR_PART_MAX]) {
    const hr_idastar_part *part = &l->part;
    if (part->done == 0 || !hr_ledger_under_way(l->progress[l->part_of])) {
        return 0;
    }
    words[HR_PART_OF] = l->part_of;
    words[HR_PART_DEPTH] = part->depth;
    words[HR_PART_DONE] = part->done;
    words[HR_PART_NODES] = part->nodes;
    words[HR_PART_SOLUTIONS] = part->solutions;
    words[HR_PART_BOUND] = part->next_bound;
    words[HR_PART_TIME] = (uint64_t)(part->seconds * 1e9);
    words[HR_PART_LENGTH] = part->length;
    memset(words + HR_PART_PATH, 0, hr_ledger_path_words(part->length) * sizeof *words);
    memcpy(words + HR_PART_PATH, part->path, part->length);
    return HR_PART_PATH + hr_ledger_path_words(part->length);
}

/// Collective. Write one checkpoint: every rank its records, rank 0 the progress of all positions. *bytes gets the checkpoint's
/// size.
static hr_status save(hr_idastar_ledger *l, uint64_t *bytes, hr_error *error) {
    HR_TRY(hr_idastar_ledger_share(l, error));
    size_t size = 0;
    uint64_t *progress = hr_comm_rank(l->comm) == 0 ? list_progress(l, &size) : NULL;
    hr_status status = hr_comm_rank(l->comm) == 0 && progress == NULL ? out_of_memory(l->count, error) : HR_OK;
    status = hr_comm_agree(l->comm, status, error);
    uint64_t part[HR_PART_MAX];
    const size_t part_size = hr_comm_rank(l->comm) == 0 ? list_part(l, part) : 0;
    hr_checkpoint_writer *writer = NULL;
    if (status == HR_OK) {
        status = hr_checkpoint_begin(l->store, (l->used + size + part_size) * sizeof *l->words, &writer, error);
    }
    if (status == HR_OK) {
        hr_status put = HR_OK;
        if (l->used > 0) {
            put = hr_checkpoint_put(writer, HR_LEDGER_RECORDS, 0, 0, l->words, l->used * sizeof *l->words, error);
        }
        if (put == HR_OK && size > 0) {
            put = hr_checkpoint_put(writer, HR_LEDGER_UNDER_WAY, 0, 0, progress, size * sizeof *progress, error);
        }
        if (put == HR_OK && part_size > 0) {
            put = hr_checkpoint_put(writer, HR_LEDGER_PART, 0, 0, part, part_size * sizeof *part, error);
        }
        const uint64_t facts[] = {l->count};
        status = hr_checkpoint_commit(&writer, put, facts, 1, bytes, error);
    }
    free(progress);
    return status;
}

hr_status hr_idastar_ledger_save(hr_idastar_ledger *l, hr_error *error) {
    uint64_t changed = l->changed;
    HR_TRY(hr_comm_max(l->comm, &changed, 1, error));
    l->last_write = hr_comm_seconds(); // also before a failure, so that the next attempt comes after the usual time
    if (!changed) {
        return HR_OK;
    }
    hr_error why;
    const double started = hr_comm_seconds();
    uint64_t bytes = 0;
    const hr_status status = save(l, &bytes, &why);
    l->changed = status != HR_OK;
    if (status == HR_OK || status == HR_FILE) {
        tell(l, status == HR_OK ? HR_IDASTAR_CHECKPOINT : HR_IDASTAR_FAILED, started, bytes, status == HR_OK ? NULL : why.text);
    }
    if (status != HR_OK && error != NULL) {
        *error = why;
    }
    return status;
}

static void refuse(void *context, const char *why) { tell(context, HR_IDASTAR_REFUSED, hr_comm_seconds(), 0, why); }

hr_status hr_idastar_ledger_open(const hr_comm *comm, const hr_ledger_positions *positions, const hr_idastar_keeping *keeping,
                                 hr_idastar_ledger *l, hr_error *error) {
    *l = (hr_idastar_ledger){
        .comm = comm, .positions = positions, .count = positions->count, .keeping = keeping, .last_write = hr_comm_seconds()};
    l->progress = calloc(l->count + 1, sizeof *l->progress);
    const hr_status status = l->progress == NULL ? out_of_memory(l->count, error) : HR_OK;
    HR_TRY(hr_comm_agree(comm, status, error));
    if (keeping == NULL || keeping->checkpoint.directory == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_checkpoint_open(comm, keeping->checkpoint.directory, keeping->identity, &l->store, error));
    HR_TRY(hr_checkpoint_check_resume(l->store, keeping->checkpoint.resume, error));
    const double started = hr_comm_seconds();
    HR_TRY(hr_checkpoint_take_newest(l->store, hr_idastar_ledger_take, refuse, l, error));
    if (hr_checkpoint_count(l->store) > 0) {
        tell(l, HR_IDASTAR_RESUMED, started, 0, NULL);
    }
    return HR_OK;
}

void hr_idastar_ledger_close(hr_idastar_ledger *l) {
    hr_checkpoint_close(&l->store);
    free(l->words);
    free(l->progress);
    *l = (hr_idastar_ledger){0};
}

/// Local, on rank 0. Put the gathered records into the order of the positions.
static hr_status unpack(const hr_idastar_ledger *l, const uint64_t *words, size_t total, hr_idastar_stream *stream,
                        hr_error *error) {
    stream->solutions = calloc(l->count + 1, sizeof *stream->solutions);
    stream->paths = malloc(total * sizeof *words + 1);
    if (stream->solutions == NULL || stream->paths == NULL) {
        return out_of_memory(l->count, error);
    }
    stream->count = l->count;
    for (size_t i = 0; i < l->count; i++) {
        const hr_idastar_progress progress = hr_idastar_ledger_progress(l, i);
        stream->solutions[i] = (hr_idastar_solution){
            .outcome = HR_IDASTAR_STOPPED, .lower_bound = progress.bound, .nodes = progress.nodes, .seconds = progress.seconds};
    }
    size_t paths = 0;
    for (size_t at = 0; at < total;) {
        const uint64_t *w = words + at;
        const size_t length = (size_t)w[HR_RECORD_LENGTH];
        stream->solutions[w[HR_RECORD_POSITION]] = (hr_idastar_solution){
            .outcome = (hr_idastar_outcome)w[HR_RECORD_OUTCOME],
            .length = (uint32_t)length,
            .lower_bound = (uint32_t)w[HR_RECORD_BOUND],
            .nodes = w[HR_RECORD_NODES],
            .solutions = w[HR_RECORD_SOLUTIONS],
            .seconds = (double)w[HR_RECORD_TIME] * 1e-9,
            .path_at = paths,
        };
        memcpy(stream->paths + paths, w + HR_RECORD_PATH, length);
        paths += length;
        at += HR_RECORD_PATH + hr_ledger_path_words(length);
    }
    return HR_OK;
}

hr_status hr_idastar_ledger_collect(const hr_idastar_ledger *l, hr_idastar_stream *stream, hr_error *error) {
    uint64_t *all = NULL;
    size_t total = 0;
    HR_TRY(hr_comm_gather(l->comm, l->words, l->used, &all, &total, error));
    const hr_status status = hr_comm_rank(l->comm) == 0 ? unpack(l, all, total, stream, error) : HR_OK;
    free(all);
    return hr_comm_agree(l->comm, status, error);
}
