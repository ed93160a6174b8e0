// SPDX-License-Identifier: MIT
// What checkpoints make of a file system: mpirun -n RANKS bench_checkpoint [DIRECTORY [MIB_A_RANK [REPEAT [planes|frontier]]]]
// One line for writing and two for reading (cold: not in the page cache; warm: in it), each beside a plain parallel program: every
// rank writes the same bytes into one file by pwrite and ends with fsync, or reads its part by pread. The runs take turns; each
// figure is the best of REPEAT rounds, after some that do not count: a disk may be slow where it was never written to.
//
// planes: blocks straight from memory. frontier: states that are copied into a block and hashed for its keys.

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/files/commit.h"
#include "core/hash.h"
#include "core/hash/state.h"
#include "core/try.h"
#include "run/checkpoint/checkpoint.h"

enum { SECTION = 1, PATH_SIZE = 4096, UNCOUNTED = 3 };
typedef enum phase { WRITE, READ_COLD, READ_WARM, WHAT_COUNT } phase;

typedef struct bench {
    const hr_comm *comm;
    hr_checkpoint_store *store;
    char directory[PATH_SIZE - 64];
    bool frontier;
    uint64_t *words; ///< [bytes / 8] this rank's part
    uint64_t bytes;
    uint64_t *block;                 ///< [HR_CHECKPOINT_BLOCK / 8]
    uint64_t *hashes;                ///< [HR_CHECKPOINT_BLOCK / 8]
    double plain[WHAT_COUNT];        ///< best seconds
    double checkpointed[WHAT_COUNT]; ///< the same
} bench;

static int rank_of(const bench *b) { return hr_comm_rank(b->comm); }

static void keep_best(double *best, double seconds) { *best = *best == 0 || seconds < *best ? seconds : *best; }

static hr_status trouble(const char *what, hr_error *error) {
    return hr_error_set(error, HR_FILE, "the plain file cannot be %s", what);
}

/// This rank's part of the plain file.
static hr_status write_plain(const bench *b, const char *path, hr_error *error) {
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    bool ok = file >= 0;
    for (uint64_t done = 0; ok && done < b->bytes; done += HR_CHECKPOINT_BLOCK) {
        const off_t offset = (off_t)((uint64_t)rank_of(b) * b->bytes + done);
        ok = pwrite(file, (const char *)b->words + done, HR_CHECKPOINT_BLOCK, offset) == (ssize_t)HR_CHECKPOINT_BLOCK;
    }
    ok = ok && fsync(file) == 0;
    (void)close(file);
    return ok ? HR_OK : trouble("written", error);
}

static hr_status read_plain(const bench *b, const char *path, hr_error *error) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = file >= 0;
    for (uint64_t done = 0; ok && done < b->bytes; done += HR_CHECKPOINT_BLOCK) {
        const off_t offset = (off_t)((uint64_t)rank_of(b) * b->bytes + done);
        ok = pread(file, b->block, HR_CHECKPOINT_BLOCK, offset) == (ssize_t)HR_CHECKPOINT_BLOCK;
        memcpy((char *)b->words + done, b->block, HR_CHECKPOINT_BLOCK);
    }
    (void)close(file);
    return ok ? HR_OK : trouble("read", error);
}

static hr_status put_block(const bench *b, hr_checkpoint_writer *writer, uint64_t done, hr_error *error) {
    const uint64_t *from = b->words + done / sizeof *b->words;
    const uint64_t key = ((uint64_t)rank_of(b) * b->bytes + done) / HR_CHECKPOINT_BLOCK;
    if (b->frontier) {
        memcpy(b->block, from, HR_CHECKPOINT_BLOCK);
        hr_hash_words(b->block, 1, HR_CHECKPOINT_BLOCK / sizeof *b->block, UINT64_MAX, b->hashes);
        from = b->block;
    }
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION, key, key}, from, HR_CHECKPOINT_BLOCK, error);
}

static hr_status write_checkpoint(const bench *b, hr_error *error) {
    hr_checkpoint_writer *writer = NULL;
    HR_TRY(hr_checkpoint_begin(b->store, b->bytes, &writer, error));
    hr_status status = HR_OK;
    for (uint64_t done = 0; status == HR_OK && done < b->bytes; done += HR_CHECKPOINT_BLOCK) {
        status = put_block(b, writer, done, error);
    }
    const uint64_t facts[1] = {0};
    return hr_test_commit(&writer, status, facts, 1, NULL, error);
}

static hr_status take(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    (void)error;
    const bench *b = context;
    memcpy(b->words + (piece->first * HR_CHECKPOINT_BLOCK - (uint64_t)rank_of(b) * b->bytes) / sizeof *b->words, piece->bytes,
           piece->size);
    return HR_OK;
}

static hr_status read_checkpoint(bench *b, hr_error *error) {
    hr_checkpoint_reader *reader = NULL;
    HR_TRY(hr_checkpoint_load(b->store, 0, &reader, error));
    const uint64_t blocks = b->bytes / HR_CHECKPOINT_BLOCK;
    const uint64_t first = (uint64_t)rank_of(b) * blocks;
    const hr_status status = hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION, first, first + blocks - 1}, take, b, error);
    hr_checkpoint_reader_destroy(&reader);
    return status;
}

/// Out of the page cache with it; what a disk of the host's keeps is out of reach.
static void forget(const char *path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        (void)fsync(file);
        (void)posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
        (void)close(file);
    }
}

static hr_status run_plain(const bench *b, phase w, const char *path, hr_error *error) {
    return w == WRITE ? write_plain(b, path, error) : read_plain(b, path, error);
}

static hr_status run_checkpoint(bench *b, phase w, hr_error *error) {
    return w == WRITE ? write_checkpoint(b, error) : read_checkpoint(b, error);
}

/// Collective. One of the two programs, from start to end.
static hr_status measure(bench *b, phase w, bool plain, const char *path, hr_error *error) {
    if (w == READ_COLD) {
        forget(path);
    }
    HR_TRY(hr_comm_agree(b->comm, HR_OK, error));
    const double begin = hr_comm_seconds();
    const hr_status status = plain ? run_plain(b, w, path, error) : run_checkpoint(b, w, error);
    HR_TRY(hr_comm_agree(b->comm, status, error));
    keep_best(plain ? &b->plain[w] : &b->checkpointed[w], hr_comm_seconds() - begin);
    return HR_OK;
}

static void print(const bench *b) {
    static const char *const NAMES[] = {[WRITE] = "write", [READ_COLD] = "read-cold", [READ_WARM] = "read-warm"};
    const double all = (double)b->bytes * hr_comm_size(b->comm);
    printf("%-8s ranks %d GB %.2f", b->frontier ? "frontier" : "planes", hr_comm_size(b->comm), all / 1e9);
    for (phase w = WRITE; w < WHAT_COUNT; w++) {
        printf(" %s-GB/s %.2f (plain %.2f: %.0f %%)", NAMES[w], all / b->checkpointed[w] / 1e9, all / b->plain[w] / 1e9,
               100 * b->plain[w] / b->checkpointed[w]);
    }
    printf(" seconds %.3f\n", b->checkpointed[WRITE]);
}

/// The file of round `i`, a plain one or a checkpoint.
static void name_file(const bench *b, bool plain, int i, char path[PATH_SIZE]) {
    (void)snprintf(path, PATH_SIZE, "%s/%s-%06d", b->directory, plain ? "plain" : "checkpoint", i + 1);
}

static void remove_file(const bench *b, bool plain, int i) {
    char path[PATH_SIZE];
    name_file(b, plain, i, path);
    (void)unlink(path);
}

/// Collective. Each program writes and reads a file of its own, in turns; two older files of each stay, as checkpoints do.
static hr_status run_round(bench *b, int i, hr_error *error) {
    char path[PATH_SIZE];
    if (rank_of(b) == 0 && i >= HR_CHECKPOINT_KEPT) {
        remove_file(b, true, i - HR_CHECKPOINT_KEPT);
    }
    for (phase w = WRITE; w < WHAT_COUNT; w++) {
        for (int turn = 0; turn < 2; turn++) {
            const bool plain = (turn + i) % 2 == 0;
            name_file(b, plain, i, path);
            HR_TRY(measure(b, w, plain, path, error));
        }
    }
    return HR_OK;
}

/// Collective. The whole series in a directory of its own.
static hr_status run(bench *b, int repeat, hr_error *error) {
    HR_TRY(hr_checkpoint_open(b->comm, b->directory, "a benchmark", &b->store, error));
    if (hr_checkpoint_count(b->store) > 0) {
        return hr_error_set(error, HR_FILE, "%s: left by a run that was killed: remove it", b->directory);
    }
    for (int i = 0; i < UNCOUNTED + repeat; i++) {
        if (i == UNCOUNTED) {
            memset(b->plain, 0, sizeof b->plain);
            memset(b->checkpointed, 0, sizeof b->checkpointed);
        }
        HR_TRY(run_round(b, i, error));
    }
    if (rank_of(b) == 0) {
        print(b);
    }
    return HR_OK;
}

/// On rank 0.
static void clean_up(const bench *b, int repeat) {
    char path[PATH_SIZE];
    for (int i = 0; i < UNCOUNTED + repeat; i++) {
        remove_file(b, true, i);
        remove_file(b, false, i);
    }
    (void)snprintf(path, sizeof path, "%s/lock", b->directory);
    (void)unlink(path);
    (void)rmdir(b->directory);
}

int main(int argc, char **argv) {
    hr_error error = {.status = HR_OK};
    hr_comm *world = NULL;
    bench b = {.frontier = argc > 4 && strcmp(argv[4], "frontier") == 0};
    const int repeat = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 3;
    (void)snprintf(b.directory, sizeof b.directory, "%.4000s/hr_bench_checkpoint", argc > 1 ? argv[1] : "/tmp");
    b.bytes = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1024) << 20;
    hr_status status = hr_comm_start(&world, &error);
    b.comm = world;
    b.words = malloc(b.bytes);
    b.block = malloc(HR_CHECKPOINT_BLOCK);
    b.hashes = malloc(HR_CHECKPOINT_BLOCK);
    if (status == HR_OK && (b.words == NULL || b.block == NULL || b.hashes == NULL)) {
        status = hr_error_set(&error, HR_INTERNAL, "out of memory");
    }
    for (uint64_t i = 0; status == HR_OK && i < b.bytes / sizeof *b.words; i++) {
        b.words[i] = hr_hash_state(i);
    }
    status = status == HR_OK ? run(&b, repeat, &error) : status;
    if (status != HR_OK) {
        (void)fprintf(stderr, "bench_checkpoint: %s\n", error.text);
    }
    if (b.comm != NULL && rank_of(&b) == 0) {
        clean_up(&b, repeat);
    }
    hr_checkpoint_close(&b.store);
    free(b.words);
    free(b.block);
    free(b.hashes);
    hr_comm_finish(&world);
    return (int)status;
}
