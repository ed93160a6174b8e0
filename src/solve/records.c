// SPDX-License-Identifier: MIT

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "solve/records_format.h"

static hr_status out_of_memory(size_t count, hr_error *error) {
    return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", count);
}

hr_status hr_idastar_records_add(hr_idastar_records *r, size_t position, const hr_idastar_result *result, hr_error *error) {
    HR_TRY(hr_idastar_records_make_room(r, HR_RECORD_MAX, error));
    uint64_t *at = r->words + r->used;
    const size_t length = result->outcome == HR_IDASTAR_SOLVED ? result->length : 0;
    at[HR_RECORD_POSITION] = position;
    at[HR_RECORD_OUTCOME] = (uint64_t)result->outcome;
    at[HR_RECORD_LENGTH] = length;
    at[HR_RECORD_BOUND] = result->lower_bound;
    at[HR_RECORD_NODES] = result->nodes;
    at[HR_RECORD_EXPANDED] = result->expanded;
    at[HR_RECORD_SOLUTIONS] = result->solutions;
    at[HR_RECORD_TIME] = (uint64_t)(result->seconds * 1e9);
    memset(at + HR_RECORD_PATH, 0, hr_record_path_words(length) * sizeof *at);
    memcpy(at + HR_RECORD_PATH, result->path, length);
    r->used += HR_RECORD_PATH + hr_record_path_words(length);
    r->progress[position][HR_PROGRESS_BOUND] = HR_PROGRESS_DONE;
    r->changed++;
    return HR_OK;
}

void hr_idastar_records_note(hr_idastar_records *r, size_t position, const hr_idastar_progress *progress) {
    uint64_t *to = r->progress[position];
    const uint64_t done = r->begun_of == position ? r->begun.done : 0;
    r->changed += to[HR_PROGRESS_BOUND] != progress->bound || progress->begun.done != done;
    if (progress->begun.done > 0 || r->begun_of == position) {
        r->begun = progress->begun;
        r->begun_of = position;
    }
    to[HR_PROGRESS_BOUND] = progress->bound;
    to[HR_PROGRESS_NODES] = progress->nodes;
    to[HR_PROGRESS_EXPANDED] = progress->expanded;
    to[HR_PROGRESS_TIME] = (uint64_t)(progress->seconds * 1e9);
}

hr_idastar_progress hr_idastar_records_progress(const hr_idastar_records *r, size_t position) {
    const uint64_t *from = r->progress[position];
    hr_idastar_progress progress = {.bound = (uint32_t)from[HR_PROGRESS_BOUND],
                                    .nodes = from[HR_PROGRESS_NODES],
                                    .expanded = from[HR_PROGRESS_EXPANDED],
                                    .seconds = (double)from[HR_PROGRESS_TIME] * 1e-9};
    if (r->begun_of == position) {
        progress.begun = r->begun;
    }
    return progress;
}

hr_status hr_idastar_records_share(hr_idastar_records *r, hr_error *error) {
    return hr_comm_max(r->comm, r->progress[0], r->count * HR_PROGRESS_WORDS, error);
}

double hr_idastar_records_reserve(const hr_idastar_records *r) {
    return hr_keeper_plan(&r->keeper, (r->used + r->count * HR_RECORDS_UNDER_WAY_WORDS) * sizeof *r->words);
}

size_t hr_idastar_records_done(const hr_idastar_records *r) {
    size_t done = 0;
    for (size_t i = 0; i < r->count; i++) {
        done += r->progress[i][HR_PROGRESS_BOUND] == HR_PROGRESS_DONE;
    }
    return done;
}

void hr_idastar_records_tell(const hr_idastar_records *r, hr_event event, const hr_idastar_step *step) {
    const hr_idastar_long_run *long_run = r->options->long_run;
    if (long_run != NULL && long_run->event != NULL && hr_comm_rank(r->comm) == 0) {
        event.seconds = hr_comm_seconds() - long_run->began;
        event.more = step;
        long_run->event(&event, long_run->event_context);
    }
}

/// Local, on rank 0. Write the words of section HR_RECORDS_BEGUN. Returns their number, 0 if no iteration has a finished beginning.
static size_t list_begun(const hr_idastar_records *r, uint64_t words[HR_BEGUN_MAX]) {
    const hr_idastar_begun *begun = &r->begun;
    if (begun->done == 0 || !hr_record_under_way(r->progress[r->begun_of])) {
        return 0;
    }
    words[HR_BEGUN_OF] = r->begun_of;
    words[HR_BEGUN_DEPTH] = begun->depth;
    words[HR_BEGUN_DONE] = begun->done;
    words[HR_BEGUN_NODES] = begun->nodes;
    words[HR_BEGUN_EXPANDED] = begun->expanded;
    words[HR_BEGUN_SOLUTIONS] = begun->solutions;
    words[HR_BEGUN_BOUND] = begun->next_bound;
    words[HR_BEGUN_TIME] = (uint64_t)(begun->seconds * 1e9);
    words[HR_BEGUN_LENGTH] = begun->length;
    memset(words + HR_BEGUN_PATH, 0, hr_record_path_words(begun->length) * sizeof *words);
    memcpy(words + HR_BEGUN_PATH, begun->path, begun->length);
    return HR_BEGUN_PATH + hr_record_path_words(begun->length);
}

/// Put `words[0..n)` into a section, unless there are none.
static hr_status put_words(hr_checkpoint_writer *writer, uint64_t section, const uint64_t *words, size_t n, hr_error *error) {
    const hr_checkpoint_keys keys = {.section = section};
    return n == 0 ? HR_OK : hr_checkpoint_put(writer, keys, words, n * sizeof *words, error);
}

/// Local, on rank 0. Put section HR_RECORDS_UNDER_WAY.
static hr_status put_progress(const hr_idastar_records *r, hr_checkpoint_writer *writer, hr_error *error) {
    uint64_t *words = malloc((r->count * HR_RECORDS_UNDER_WAY_WORDS + 1) * sizeof *words);
    size_t used = 0;
    if (words == NULL) {
        return out_of_memory(r->count, error);
    }
    for (size_t i = 0; i < r->count; i++) {
        if (hr_record_under_way(r->progress[i])) {
            words[used] = i;
            memcpy(words + used + 1, r->progress[i], sizeof r->progress[i]);
            used += HR_RECORDS_UNDER_WAY_WORDS;
        }
    }
    const hr_status status = put_words(writer, HR_RECORDS_UNDER_WAY, words, used, error);
    free(words);
    return status;
}

/// Put this rank's records, and on rank 0 the progress of all positions.
static hr_status put(void *run, hr_checkpoint_writer *writer, uint64_t *facts, hr_error *error) {
    const hr_idastar_records *r = run;
    facts[HR_RECORDS_FACT_COUNT] = r->count;
    facts[HR_RECORDS_FACT_VERSION] = HR_RECORDS_VERSION;
    HR_TRY(put_words(writer, HR_RECORDS_DONE, r->words, r->used, error));
    if (hr_comm_rank(r->comm) > 0) {
        return HR_OK;
    }
    uint64_t begun[HR_BEGUN_MAX];
    HR_TRY(put_progress(r, writer, error));
    return put_words(writer, HR_RECORDS_BEGUN, begun, list_begun(r, begun), error);
}

static uint64_t count_bytes(const void *run) {
    const hr_idastar_records *r = run;
    uint64_t begun[HR_BEGUN_MAX];
    size_t words = r->used;
    if (hr_comm_rank(r->comm) == 0) {
        words += list_begun(r, begun);
        for (size_t i = 0; i < r->count; i++) {
            words += hr_record_under_way(r->progress[i]) ? HR_RECORDS_UNDER_WAY_WORDS : 0;
        }
    }
    return words * sizeof *r->words;
}

static uint64_t changes(const void *run) { return ((const hr_idastar_records *)run)->changes; }

static size_t count_facts(const void *run) {
    (void)run;
    return HR_RECORDS_FACTS;
}

static void tell(const void *run, hr_event event) {
    const hr_idastar_step step = {.done = hr_idastar_records_done(run)};
    hr_idastar_records_tell(run, event, &step);
}

hr_status hr_idastar_records_save(hr_idastar_records *r, bool goes_on, hr_error *error) {
    if (r->keeper.store == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_idastar_records_share(r, error));
    r->changes = r->changed;
    HR_TRY(hr_comm_sum(r->comm, &r->changes, 1, error));
    return hr_keeper_save(&r->keeper, goes_on, error);
}

hr_status hr_idastar_records_open(const hr_comm *comm, const hr_idastar_positions *positions, const hr_idastar_options *options,
                                  hr_idastar_records *r, hr_error *error) {
    *r = (hr_idastar_records){.comm = comm, .positions = positions, .options = options, .count = positions->count};
    const hr_idastar_long_run *long_run = options->long_run;
    r->progress = calloc(r->count + 1, sizeof *r->progress);
    const hr_status status = r->progress == NULL ? out_of_memory(r->count, error) : HR_OK;
    HR_TRY(hr_comm_agree(comm, status, error));
    if (long_run == NULL) {
        return HR_OK;
    }
    const hr_keeper_run run = {.run = r,
                               .progress = changes,
                               .bytes = count_bytes,
                               .fact_count = count_facts,
                               .put = put,
                               .take = hr_idastar_records_take,
                               .forget = hr_idastar_records_forget,
                               .tell = tell};
    HR_TRY(hr_keeper_open(&r->keeper, comm, &long_run->checkpoint, long_run->identity, &run, error));
    return hr_keeper_resume(&r->keeper, error);
}

void hr_idastar_records_close(hr_idastar_records *r) {
    hr_keeper_close(&r->keeper);
    free(r->words);
    free(r->progress);
    *r = (hr_idastar_records){0};
}

/// Local, on rank 0. Make the stream's solutions. No position is done at first.
static hr_status make_solutions(const hr_idastar_records *r, hr_idastar_stream *stream, hr_error *error) {
    if (stream->solutions == NULL) {
        stream->solutions = calloc(r->count + 1, sizeof *stream->solutions);
        if (stream->solutions == NULL) {
            return out_of_memory(r->count, error);
        }
        stream->count = r->count;
        for (size_t i = 0; i < r->count; i++) {
            stream->solutions[i].outcome = HR_IDASTAR_STOPPED;
        }
    }
    return HR_OK;
}

/// Local, on rank 0. Put gathered records into the stream.
static hr_status unpack(const hr_idastar_records *r, const uint64_t *words, size_t total, hr_idastar_stream *stream,
                        hr_error *error) {
    HR_TRY(make_solutions(r, stream, error));
    if (!HR_ARRAY_RESERVE(stream->paths, stream->path_capacity, stream->path_bytes + total * sizeof *words)) {
        return out_of_memory(r->count, error);
    }
    for (size_t at = 0; at < total;) {
        const uint64_t *w = words + at;
        const size_t length = (size_t)w[HR_RECORD_LENGTH];
        hr_idastar_solution *solution = &stream->solutions[w[HR_RECORD_POSITION]];
        *solution = (hr_idastar_solution){
            .outcome = (hr_idastar_outcome)w[HR_RECORD_OUTCOME],
            .length = (uint32_t)length,
            .lower_bound = (uint32_t)w[HR_RECORD_BOUND],
            .nodes = w[HR_RECORD_NODES],
            .expanded = w[HR_RECORD_EXPANDED],
            .solutions = w[HR_RECORD_SOLUTIONS],
            .seconds = (double)w[HR_RECORD_TIME] * 1e-9,
            .path_at = stream->path_bytes,
            .rounds = solution->rounds,
        };
        memcpy(stream->paths + stream->path_bytes, w + HR_RECORD_PATH, length);
        stream->path_bytes += length;
        at += HR_RECORD_PATH + hr_record_path_words(length);
    }
    return HR_OK;
}

hr_status hr_idastar_records_gather(hr_idastar_records *r, hr_idastar_stream *stream, hr_error *error) {
    uint64_t *all = NULL;
    size_t total = 0;
    const uint64_t *fresh = r->used > r->gathered ? r->words + r->gathered : NULL;
    HR_TRY(hr_comm_gather(r->comm, fresh, r->used - r->gathered, &all, &total, error));
    r->gathered = r->used;
    const hr_status status = hr_comm_rank(r->comm) == 0 ? unpack(r, all, total, stream, error) : HR_OK;
    free(all);
    return hr_comm_agree(r->comm, status, error);
}

hr_status hr_idastar_records_collect(hr_idastar_records *r, hr_idastar_stream *stream, hr_error *error) {
    HR_TRY(hr_idastar_records_gather(r, stream, error));
    for (size_t i = 0; i < stream->count; i++) {
        hr_idastar_solution *solution = &stream->solutions[i];
        if (solution->outcome == HR_IDASTAR_STOPPED) {
            const hr_idastar_progress progress = hr_idastar_records_progress(r, i);
            solution->lower_bound = progress.bound;
            solution->nodes = progress.nodes;
            solution->expanded = progress.expanded;
            solution->seconds = progress.seconds;
        }
    }
    return HR_OK;
}
