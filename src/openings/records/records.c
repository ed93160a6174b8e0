// SPDX-License-Identifier: MIT
// Writes the records of finished families.

#include "openings/records/records.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/files/write.h"
#include "core/hash.h"
#include "core/hash/state.h"
#include "core/try.h"
#include "openings/watch.h"

const hr_file_format hr_openings_format = {
    .magic = "HUARONG\x1c", .version = 2, .name = "file of records", .again = "this run does without it", .magic_1 = "huarong\x1b"};

uint64_t hr_record_checksum(const hr_record_head *head, const void *content) {
    return XXH3_64bits_withSeed(content, (size_t)head->bytes, hr_hash_bytes(head, offsetof(hr_record_head, checksum)));
}

/// Write `bytes[0..size)` at *end, and move *end behind them.
static hr_status write_all(hr_openings_records *records, const void *bytes, size_t size, uint64_t *end, hr_error *error) {
    const int reason = hr_write_at(records->file, bytes, size, *end);
    if (reason != 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be written: %s", records->path, strerror(reason));
    }
    *end += size;
    return HR_OK;
}

static hr_status append(hr_openings_records *records, uint64_t kind, const void *content, size_t size, uint64_t *end,
                        hr_error *error) {
    hr_record_head head = {.kind = kind, .bytes = size};
    head.checksum = hr_record_checksum(&head, content);
    HR_TRY(write_all(records, &head, sizeof head, end, error));
    return write_all(records, content, size, end, error);
}

/// Create this rank's file and write its head, unless this has been done.
static hr_status open_file(const hr_openings_run_state *run, hr_openings_records *records, hr_error *error) {
    if (records->file < 0) {
        struct timespec now = {0};
        (void)clock_gettime(CLOCK_REALTIME, &now);
        (void)snprintf(records->path, sizeof records->path, "%.4000s/" HR_RECORDS_PREFIX "%llx-%d" HR_RECORDS_SUFFIX,
                       run->options->checkpoint.directory, (unsigned long long)now.tv_sec << 30 | (unsigned long long)now.tv_nsec,
                       hr_comm_rank(run->comm));
        records->file = open(records->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (records->file < 0) {
            return hr_error_set(error, HR_FILE, "%.300s: cannot be made: %s", records->path, strerror(errno));
        }
    }
    if (records->size > 0) {
        return HR_OK;
    }
    uint64_t end = 0;
    hr_openings_file_head head;
    memcpy(head.identity, records->identity, sizeof head.identity);
    hr_head_seal(&hr_openings_format, &head, sizeof head);
    HR_TRY(write_all(records, &head, sizeof head, &end, error));
    records->size = end;
    return HR_OK;
}

/// Append a family's distances, in records of some frames each.
static hr_status append_distances(const hr_openings_run_state *run, const hr_kept_family *family, uint64_t *end, hr_error *error) {
    hr_openings_records *records = run->records;
    const size_t frame_words = 1 + family->words * family->distances.planes;
    const size_t most = HR_RECORD_DISTANCES_BYTES / 8 / frame_words + 1;
    uint64_t *words = malloc((HR_DISTANCES_HEAD + most * frame_words) * sizeof *words);
    hr_status status = words == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for the record of a family") : HR_OK;
    for (size_t first = 0, n = 0; status == HR_OK && first < family->frame_count; first += n) {
        n = family->frame_count - first < most ? family->frame_count - first : most;
        assert(words != NULL);
        const uint64_t head[HR_DISTANCES_HEAD] = {[HR_DISTANCES_HORIZONTALS] = (uint64_t)run->plans[family->plan].horizontals,
                                                  [HR_DISTANCES_VERTICALS] = (uint64_t)run->plans[family->plan].verticals,
                                                  [HR_DISTANCES_ALL_FRAMES] = family->frame_count,
                                                  [HR_DISTANCES_FIRST] = first,
                                                  [HR_DISTANCES_FRAMES] = n,
                                                  [HR_DISTANCES_PLANES] = family->distances.planes};
        memcpy(words, head, sizeof head);
        memcpy(words + HR_DISTANCES_HEAD, family->frames + first, n * sizeof *words);
        memcpy(words + HR_DISTANCES_HEAD + n, family->distances.values + first * (frame_words - 1),
               n * (frame_words - 1) * sizeof *words);
        status = append(records, HR_RECORD_DISTANCES, words, (HR_DISTANCES_HEAD + n * frame_words) * sizeof *words, end, error);
    }
    free(words);
    return status;
}

static hr_status append_figures(const hr_openings_run_state *run, size_t number, uint64_t *end, hr_error *error) {
    const hr_family_plan *plan = &run->plans[number];
    const size_t sets = (size_t)__builtin_popcount(plan->singles);
    const size_t figures = sets * HR_OPENINGS_SET_VALUES;
    const size_t cells = 2 * run->family_depths[number] * HR_SINGLES_MAX;
    uint64_t *words = calloc(HR_FAMILY_HEAD + figures + cells, sizeof *words);
    HR_TRY_MEMORY(words != NULL, error, "the record of a family");
    words[HR_FAMILY_HORIZONTALS] = (uint64_t)plan->horizontals;
    words[HR_FAMILY_VERTICALS] = (uint64_t)plan->verticals;
    words[HR_FAMILY_SINGLES] = plan->singles;
    words[HR_FAMILY_DEPTHS] = run->family_depths[number];
    for (size_t k = 0; k < sets; k++) {
        hr_openings_pack(&run->result->sets[plan->first_set + k], words + HR_FAMILY_HEAD + k * HR_OPENINGS_SET_VALUES);
    }
    memcpy(words + HR_FAMILY_HEAD + figures, run->family_histograms[number], cells * sizeof *words);
    const hr_status status =
        append(run->records, HR_RECORD_FAMILY, words, (HR_FAMILY_HEAD + figures + cells) * sizeof *words, end, error);
    free(words);
    return status;
}

/// Append one family: its distances if the run keeps them, then its figures. A reader takes a family only if its figures are there.
static hr_status add_family(hr_openings_run_state *run, size_t number, hr_error *error) {
    hr_openings_records *records = run->records;
    HR_TRY(open_file(run, records, error));
    uint64_t end = records->size;
    const hr_openings_store *store = run->result->store;
    for (size_t i = 0; store != NULL && i < store->family_count; i++) {
        if (store->families[i].plan == number) {
            HR_TRY(append_distances(run, &store->families[i], &end, error));
        }
    }
    HR_TRY(append_figures(run, number, &end, error));
    // Start writing to the disk; the next family is searched meanwhile.
    (void)sync_file_range(records->file, (off_t)records->size, (off_t)(end - records->size), SYNC_FILE_RANGE_WRITE);
    records->size = end;
    run->plans[number].kept = true;
    return HR_OK;
}

hr_status hr_openings_records_add(hr_openings_run_state *run, hr_error *error) {
    hr_openings_records *records = run->records;
    if (records->store == NULL) {
        return HR_OK;
    }
    const double begin = hr_comm_seconds();
    hr_status status = HR_OK;
    hr_error trouble = {.status = HR_OK, .text = ""};
    for (size_t i = 0; status == HR_OK && i < run->plan_count; i++) {
        const hr_family_plan *plan = &run->plans[i];
        if (plan->owner == hr_comm_rank(run->comm) && plan->done && !plan->kept) {
            status = add_family(run, i, &trouble);
        }
    }
    if (status != HR_OK && status != HR_FILE) {
        return hr_error_set(error, status, "%s", trouble.text);
    }
    if (status == HR_FILE) {
        if (records->file >= 0) {
            (void)ftruncate(records->file, (off_t)records->size);
        }
        hr_openings_report_trouble(run, HR_EVENT_FAILED, trouble.text);
    }
    const double every = run->options->checkpoint.every;
    if (every <= 0 || hr_comm_seconds() - records->last_sync >= every) {
        hr_openings_records_sync(run);
    }
    run->result->seconds.keep += hr_comm_seconds() - begin;
    return HR_OK;
}

/// After a failed sync any record of the file may be lost. Mark all of this rank's families as not kept, so that they are written
/// again, to a new file.
static void forget_file(hr_openings_run_state *run) {
    hr_openings_records *records = run->records;
    (void)close(records->file);
    records->file = -1;
    records->size = 0;
    records->synced = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        run->plans[i].kept &= run->plans[i].owner != hr_comm_rank(run->comm);
    }
}

void hr_openings_records_sync(hr_openings_run_state *run) {
    hr_openings_records *records = run->records;
    if (records->file < 0 || records->synced == records->size) {
        return;
    }
    const double begin = hr_comm_seconds();
    int reason = fsync(records->file) != 0 ? errno : 0;
    if (reason == 0 && records->synced == 0) {
        reason = hr_sync_directory_of(records->path); // the file's name is new in the directory
    }
    records->last_sync = hr_comm_seconds();
    if (reason != 0) {
        char text[256];
        (void)snprintf(text, sizeof text, "%.150s: cannot be synced: %s", records->path, strerror(reason));
        hr_openings_report_trouble(run, HR_EVENT_FAILED, text);
        forget_file(run);
        return;
    }
    const hr_openings_event event = {
        .kind = HR_EVENT_CHECKPOINT, .duration = records->last_sync - begin, .bytes = records->size - records->synced};
    records->synced = records->size;
    run->watch->reserve = 1.5 * event.duration > run->watch->reserve ? 1.5 * event.duration : run->watch->reserve;
    hr_openings_report_event(run, &event);
}

void hr_openings_records_close(hr_openings_records *records) {
    if (records->file >= 0) {
        (void)close(records->file);
        records->file = -1;
    }
    hr_checkpoint_close(&records->store);
}
