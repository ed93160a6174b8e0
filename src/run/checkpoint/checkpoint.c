// SPDX-License-Identifier: MIT
// The directory of checkpoints: its lock, its generations, and what is removed from it.

#include "run/checkpoint/checkpoint.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/left_over.h"
#include "core/files/write.h"
#include "core/try.h"
#include "run/checkpoint/file.h"

static const double SLOW_DISK = 50e6;    ///< bytes per second of one rank, assumed before the first write
static const double WRITE_MARGIN = 1.5;  ///< a write may take this many times as long as at the pace of the write before it
static const double WRITE_LATENCY = 0.5; ///< seconds that are added to every plan

static const char PREFIX[] = "checkpoint-";
static const char LOCK[] = "lock";

void hr_checkpoint_path(const hr_checkpoint_store *store, uint64_t generation, char path[HR_CHECKPOINT_PATH]) {
    (void)snprintf(path, HR_CHECKPOINT_PATH, "%.4000s/%s%06llu", store->directory, PREFIX, (unsigned long long)generation);
}

/// Is `name` that of a complete generation? If so, *generation is its number. Half-written files have longer names.
static bool is_generation(const char *name, uint64_t *generation) {
    const size_t length = sizeof PREFIX - 1;
    if (strncmp(name, PREFIX, length) != 0 || name[length] < '0' || name[length] > '9') {
        return false;
    }
    char *end = NULL;
    *generation = strtoull(name + length, &end, 10);
    return *end == '\0';
}

static bool is_partial(const char *name) { return strncmp(name, PREFIX, sizeof PREFIX - 1) == 0 && hr_left_over_is_partial(name); }

/// Put `generation` into `list[0..*count)`, the newest generations in descending order. Returns the generation that falls out of
/// the full list, 0 if none does.
static uint64_t insert(uint64_t *list, size_t *count, uint64_t generation) {
    for (size_t i = 0; i < *count; i++) {
        if (generation > list[i]) {
            const uint64_t moved = list[i];
            list[i] = generation;
            generation = moved;
        }
    }
    if (*count < HR_CHECKPOINT_KEPT) {
        list[(*count)++] = generation;
        return 0;
    }
    return generation;
}

hr_status hr_checkpoint_list(hr_checkpoint_store *store, bool clean, hr_error *error) {
    DIR *directory = opendir(store->directory);
    if (directory == NULL) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot read the directory of checkpoints: %s", store->directory,
                            strerror(errno));
    }
    store->count = 0;
    char path[HR_CHECKPOINT_PATH];
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        uint64_t generation = 0;
        if (is_generation(entry->d_name, &generation) && generation > 0) {
            store->last = generation > store->last ? generation : store->last;
            const uint64_t old = insert(store->generations, &store->count, generation);
            if (old > 0 && clean) {
                hr_checkpoint_path(store, old, path);
                (void)unlink(path);
            }
        } else if (clean && is_partial(entry->d_name)) {
            hr_left_over_remove(dirfd(directory), entry->d_name);
        }
    }
    (void)closedir(directory);
    return HR_OK;
}

/// Collective. Copy rank 0's list of generations to every rank; `status` is how rank 0 made the list.
static hr_status share_list(hr_checkpoint_store *store, hr_status status, hr_error *error) {
    HR_TRY(hr_comm_agree(store->comm, status, error));
    uint64_t shared[HR_CHECKPOINT_KEPT + 2] = {store->count, store->last};
    memcpy(shared + 2, store->generations, sizeof store->generations);
    HR_TRY(hr_comm_broadcast(store->comm, shared, sizeof shared, error));
    store->count = (size_t)shared[0];
    store->last = shared[1];
    memcpy(store->generations, shared + 2, sizeof store->generations);
    return HR_OK;
}

hr_status hr_checkpoint_refresh(hr_checkpoint_store *store, hr_error *error) {
    return share_list(store, hr_comm_rank(store->comm) == 0 ? hr_checkpoint_list(store, true, error) : HR_OK, error);
}

/// On rank 0: lock the directory against other runs. On a file system without locks the directory stays unlocked.
static hr_status lock(hr_checkpoint_store *store, hr_error *error) {
    char path[HR_CHECKPOINT_PATH];
    (void)snprintf(path, sizeof path, "%.4000s/%s", store->directory, LOCK);
    store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (store->lock < 0) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot write to the directory of checkpoints: %s", store->directory,
                            strerror(errno));
    }
    for (int waited = 0; flock(store->lock, LOCK_EX | LOCK_NB) != 0; waited++) {
        if (errno != EWOULDBLOCK) {
            return HR_OK;
        }
        if (waited == HR_CHECKPOINT_PATIENCE * 10) {
            return hr_error_set(
                error, HR_FILE,
                "%.300s: another run is using this directory of checkpoints: wait for its end and give --resume, or "
                "give another directory",
                store->directory);
        }
        (void)usleep(100000);
    }
    return HR_OK;
}

bool hr_checkpoint_in_use(const char *directory) {
    char path[HR_CHECKPOINT_PATH];
    (void)snprintf(path, sizeof path, "%.4000s/%s", directory, LOCK);
    const int file = open(path, O_RDWR | O_CLOEXEC);
    const bool locked = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0) {
        (void)close(file);
    }
    return locked;
}

/// On rank 0: make and lock the directory, and list its generations.
static hr_status prepare(hr_checkpoint_store *store, hr_error *error) {
    const int reason = mkdir(store->directory, 0777) == 0 ? hr_sync_directory_of(store->directory) : errno;
    if (reason != 0 && reason != EEXIST) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot make the directory of checkpoints: %s", store->directory,
                            strerror(reason));
    }
    HR_TRY(lock(store, error));
    return hr_checkpoint_list(store, true, error);
}

hr_status hr_checkpoint_open(const hr_comm *comm, const char *directory, const char *identity, hr_checkpoint_store **store,
                             hr_error *error) {
    *store = NULL;
    if (directory[0] == '\0' || strlen(directory) > 4000 || strlen(identity) >= HR_CHECKPOINT_IDENTITY_MAX) {
        return hr_error_set(error, HR_FILE, "cannot keep checkpoints in a directory with %s name",
                            directory[0] == '\0' ? "an empty" : "so long a");
    }
    hr_checkpoint_store *opened = hr_comm_allocate(comm, sizeof *opened, "checkpoints", error);
    if (opened == NULL) {
        return HR_INTERNAL;
    }
    opened->comm = comm;
    opened->lock = -1;
    memcpy(opened->directory, directory, strlen(directory) + 1);
    memcpy(opened->identity, identity, strlen(identity) + 1);
    const hr_status status = share_list(opened, hr_comm_rank(comm) == 0 ? prepare(opened, error) : HR_OK, error);
    if (status != HR_OK) {
        hr_checkpoint_close(&opened);
    }
    *store = opened;
    return status;
}

void hr_checkpoint_close(hr_checkpoint_store **store) {
    if (*store != NULL) {
        if ((*store)->lock >= 0) {
            (void)close((*store)->lock);
        }
        free(*store);
        *store = NULL;
    }
}

bool hr_checkpoint_uses_name(const char *name) {
    static const char *const PREFIXES[] = {PREFIX, "openings-"};
    bool used = strcmp(name, LOCK) == 0;
    for (size_t i = 0; i < sizeof PREFIXES / sizeof PREFIXES[0]; i++) {
        used = used || strncmp(name, PREFIXES[i], strlen(PREFIXES[i])) == 0;
    }
    return used;
}

size_t hr_checkpoint_count(const hr_checkpoint_store *store) { return store->count; }

bool hr_checkpoint_may_exist(hr_checkpoint_store *store) {
    return hr_checkpoint_list(store, false, NULL) != HR_OK || store->count > 0;
}

bool hr_checkpoint_exists(const char *directory) {
    hr_checkpoint_store store = {.lock = -1};
    (void)snprintf(store.directory, sizeof store.directory, "%s", directory);
    return hr_checkpoint_list(&store, false, NULL) == HR_OK && store.count > 0;
}

hr_status hr_checkpoint_check_resume(const hr_checkpoint_store *store, bool resume, hr_error *error) {
    if (resume || store->count == 0) {
        return HR_OK;
    }
    return hr_error_set(error, HR_USAGE,
                        "%.300s holds a checkpoint of an earlier run: go on with --resume, or give another directory",
                        store->directory);
}

hr_status hr_checkpoint_set_aside(hr_checkpoint_store *store, hr_error *error) {
    hr_status status = HR_OK;
    if (hr_comm_rank(store->comm) == 0 && store->count > 0) {
        char path[HR_CHECKPOINT_PATH];
        char aside[HR_CHECKPOINT_PATH + 16];
        hr_checkpoint_path(store, store->generations[0], path);
        (void)snprintf(aside, sizeof aside, "%s.refused", path);
        if (rename(path, aside) != 0) {
            status = hr_error_set(error, HR_FILE, "%.300s: cannot be renamed: %s", path, strerror(errno));
        } else {
            status = hr_checkpoint_list(store, false, error);
        }
    }
    return share_list(store, status, error);
}

double hr_checkpoint_plan(const hr_checkpoint_store *store, uint64_t bytes) {
    const double size = (double)bytes;
    const double last = store->write_seconds;
    const double planned = store->write_bytes == 0 ? size / SLOW_DISK : last * size / (double)store->write_bytes * WRITE_MARGIN;
    return WRITE_LATENCY + (planned > last ? planned : last);
}
