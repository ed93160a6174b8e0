// SPDX-License-Identifier: MIT
#include "openings_records.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hash.h"
#include "try.h"

/// A file is a list of records, the first of which holds the identity. A record: head, then `bytes` bytes.
typedef struct record_head {
    char magic[8];
    uint64_t kind;
    uint64_t bytes;
    uint64_t checksum; ///< XXH3 of the content, with the XXH3 of the fields before as seed
} record_head;

#define MAGIC "huarong\x1b"
enum { KIND_IDENTITY = 1, KIND_FAMILY = 2, RECORD_MOST = 1 << 26 };

/// A family's content, in words: these, the sets' figures, then the histograms.
enum { HORIZONTALS, VERTICALS, SINGLES, DEPTHS, FAMILY_HEAD };

static const char PREFIX[] = "openings-";
static const char SUFFIX[] = ".records";

static uint64_t checksum(const record_head *head, const void *content) {
    return XXH3_64bits_withSeed(content, (size_t)head->bytes, hr_hash_bytes(head, offsetof(record_head, checksum)));
}

static bool is_records(const char *name) {
    const size_t length = strlen(name);
    return strncmp(name, PREFIX, sizeof PREFIX - 1) == 0 && length > sizeof SUFFIX - 1 &&
           strcmp(name + length - (sizeof SUFFIX - 1), SUFFIX) == 0;
}

static size_t set_count(const hr_family_plan *plan) { return (size_t)__builtin_popcount(plan->singles); }

static void identify(const hr_openings_run_state *run, char *text, size_t size) {
    const hr_openings_filter *filter = &run->options->filter;
    const hr_puzzle_info *info = hr_puzzle_describe(run->puzzle);
    (void)snprintf(text, size, "openings %s, metric %s, exit %d, pieces %d,%d,%d,%d, components %d", info->spec,
                   hr_metric_name(info->metric), run->board->exit, filter->horizontals, filter->verticals, filter->singles,
                   filter->dominoes, run->options->components ? 1 : 0);
}

/// Local. The next record of `stream`, its content in a new array. False at the end, and at anything that is no complete record.
static bool read_record(FILE *stream, record_head *head, void **content) {
    *content = NULL;
    if (fread(head, sizeof *head, 1, stream) != 1 || memcmp(head->magic, MAGIC, sizeof head->magic) != 0 ||
        head->bytes > RECORD_MOST) {
        return false;
    }
    *content = malloc((size_t)head->bytes + 1);
    if (*content != NULL && fread(*content, 1, (size_t)head->bytes, stream) == head->bytes &&
        head->checksum == checksum(head, *content)) {
        return true;
    }
    free(*content);
    *content = NULL;
    return false;
}

/// Local. Take a family's content into the result, on the rank that speaks for it.
static void take_family(hr_openings_run_state *run, const uint64_t *words, size_t count) {
    for (size_t i = 0; count >= FAMILY_HEAD && i < run->plan_count; i++) {
        hr_family_plan *plan = &run->plans[i];
        const size_t figures = set_count(plan) * HR_OPENINGS_SET_VALUES;
        if (words[HORIZONTALS] != (uint64_t)plan->horizontals || words[VERTICALS] != (uint64_t)plan->verticals ||
            words[SINGLES] != plan->singles || plan->done || words[DEPTHS] > count) {
            continue;
        }
        const size_t cells = 2 * (size_t)words[DEPTHS] * HR_SINGLES_MAX;
        hr_count *histograms = calloc(cells + 1, sizeof *histograms);
        if (histograms == NULL || count != FAMILY_HEAD + figures + cells) {
            free(histograms);
            continue;
        }
        memcpy(histograms, words + FAMILY_HEAD + figures, cells * sizeof *histograms);
        run->family_histograms[i] = histograms;
        run->family_depths[i] = (size_t)words[DEPTHS];
        for (size_t k = 0; k < set_count(plan); k++) {
            hr_openings_unpack(words + FAMILY_HEAD + k * HR_OPENINGS_SET_VALUES, &run->result->sets[plan->first_set + k]);
        }
        plan->done = true;
    }
}

/// Local. All good records of a file.
static hr_status read_file(hr_openings_run_state *run, const hr_openings_records *records, const char *path, hr_error *error) {
    FILE *stream = fopen(path, "re");
    if (stream == NULL) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be opened: %s", path, strerror(errno));
    }
    hr_status status = HR_OK;
    record_head head;
    void *content = NULL;
    if (read_record(stream, &head, &content) && head.kind == KIND_IDENTITY) {
        const size_t length = strlen(records->identity);
        if (head.bytes != length || memcmp(content, records->identity, length) != 0) {
            status = hr_error_set(error, HR_FILE, "%.120s: of another run: of '%.*s', this one is '%.150s'", path,
                                  head.bytes < 150 ? (int)head.bytes : 150, (const char *)content, records->identity);
        }
        free(content);
        while (status == HR_OK && read_record(stream, &head, &content)) {
            uint64_t *words = content; // malloc's memory
            if (head.kind == KIND_FAMILY && head.bytes % sizeof *words == 0) {
                take_family(run, words, (size_t)head.bytes / sizeof *words);
            }
            free(content);
        }
    } else {
        free(content);
    }
    (void)fclose(stream);
    return status;
}

/// On rank 0: all files of the directory.
static hr_status read_all(hr_openings_run_state *run, const hr_openings_records *records, hr_error *error) {
    const char *name = run->options->checkpoint.directory;
    DIR *directory = opendir(name);
    if (directory == NULL) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", name, strerror(errno));
    }
    hr_status status = HR_OK;
    for (const struct dirent *entry = readdir(directory); entry != NULL && status == HR_OK; entry = readdir(directory)) {
        char path[1024];
        if (!is_records(entry->d_name)) {
            continue;
        }
        (void)snprintf(path, sizeof path, "%.600s/%.300s", name, entry->d_name);
        status =
            run->options->checkpoint.resume
                ? read_file(run, records, path, error)
                : hr_error_set(error, HR_USAGE,
                               "%.300s: holds results of an earlier run: go on with --resume, or give another directory", name);
    }
    (void)closedir(directory);
    return status;
}

hr_status hr_openings_records_open(hr_openings_run_state *run, hr_openings_records *records, hr_error *error) {
    *records = (hr_openings_records){.file = -1};
    const char *name = run->options->checkpoint.directory;
    if (name == NULL) {
        return HR_OK;
    }
    if (run->options->keep_distances) {
        return hr_error_set(error, HR_USAGE, "a run that collects a table cannot keep checkpoints: leave out one of the two");
    }
    identify(run, records->identity, sizeof records->identity);
    HR_TRY(hr_checkpoint_open(run->comm, name, records->identity, &records->store, error));
    HR_TRY(hr_comm_agree(run->comm, hr_comm_rank(run->comm) == 0 ? read_all(run, records, error) : HR_OK, error));
    for (size_t i = 0; i < run->plan_count; i++) {
        uint64_t done = run->plans[i].done;
        HR_TRY(hr_comm_broadcast(run->comm, &done, sizeof done, error));
        run->plans[i].done = done != 0;
    }
    return hr_comm_agree(run->comm, hr_openings_deal(run, error), error);
}

/// Local. Append one record and see it on the disk.
static hr_status append(hr_openings_records *records, uint64_t kind, const void *content, size_t size, hr_error *error) {
    record_head head = {.magic = MAGIC, .kind = kind, .bytes = size};
    head.checksum = checksum(&head, content);
    const bool written = write(records->file, &head, sizeof head) == (ssize_t)sizeof head &&
                         write(records->file, content, size) == (ssize_t)size && fsync(records->file) == 0;
    return written ? HR_OK : hr_error_set(error, HR_FILE, "%.300s: cannot be written: %s", records->path, strerror(errno));
}

static hr_status create_file(const hr_openings_run_state *run, hr_openings_records *records, hr_error *error) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)snprintf(records->path, sizeof records->path, "%.400s/%s%llx-%d%s", run->options->checkpoint.directory, PREFIX,
                   (unsigned long long)now.tv_sec << 30 | (unsigned long long)now.tv_nsec, hr_comm_rank(run->comm), SUFFIX);
    records->file = open(records->path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (records->file < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be made: %s", records->path, strerror(errno));
    }
    return append(records, KIND_IDENTITY, records->identity, strlen(records->identity), error);
}

hr_status hr_openings_records_add(const hr_openings_run_state *run, size_t number, hr_openings_records *records, hr_error *error) {
    if (records->store == NULL) {
        return HR_OK;
    }
    if (records->file < 0) {
        HR_TRY(create_file(run, records, error));
    }
    const hr_family_plan *plan = &run->plans[number];
    const size_t figures = set_count(plan) * HR_OPENINGS_SET_VALUES;
    const size_t cells = 2 * run->family_depths[number] * HR_SINGLES_MAX;
    uint64_t *words = calloc(FAMILY_HEAD + figures + cells, sizeof *words);
    if (words == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the record of a family");
    }
    words[HORIZONTALS] = (uint64_t)plan->horizontals;
    words[VERTICALS] = (uint64_t)plan->verticals;
    words[SINGLES] = plan->singles;
    words[DEPTHS] = run->family_depths[number];
    for (size_t k = 0; k < set_count(plan); k++) {
        hr_openings_pack(&run->result->sets[plan->first_set + k], words + FAMILY_HEAD + k * HR_OPENINGS_SET_VALUES);
    }
    memcpy(words + FAMILY_HEAD + figures, run->family_histograms[number], cells * sizeof *words);
    const hr_status status = append(records, KIND_FAMILY, words, (FAMILY_HEAD + figures + cells) * sizeof *words, error);
    free(words);
    return status;
}

void hr_openings_records_close(hr_openings_records *records) {
    if (records->file >= 0) {
        (void)close(records->file);
        records->file = -1;
    }
    hr_checkpoint_close(&records->store);
}
