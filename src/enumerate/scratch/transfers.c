// SPDX-License-Identifier: MIT
#include "enumerate/scratch/transfers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"

enum {
    THREADS = 2,             ///< a disk is kept busy while one thread is between two transfers
    QUEUE = 4096,            ///< most transfers that wait for a thread
    BOUNCE_BYTES = 1 << 20,  ///< a read that is not of whole pages goes through a buffer of this size
    WORD = sizeof(uint64_t), ///< bytes of a word
};

typedef struct queued {
    hr_transfer transfer;
    hr_transfer_group *group;
} queued;

struct hr_transfers {
    pthread_mutex_t lock;  ///< guards every member below it, and the members of groups
    pthread_cond_t filled; ///< the queue has a transfer, or the threads are to end
    pthread_cond_t done;   ///< a transfer is complete
    const hr_spool *spool;
    queued queue[QUEUE]; ///< a ring
    size_t first;        ///< the place of the oldest transfer in `queue`
    size_t count;        ///< transfers in `queue`
    bool ending;
    int reason;  ///< why the first failed transfer failed: errno or HR_READ_ENDED; 0: none has failed
    size_t file; ///< that transfer's file
    hr_transferred moved;
    pthread_t threads[THREADS];
    size_t started; ///< threads in `threads`
    void *bounce;   ///< the buffer for reads if no thread could be started
};

uint64_t hr_transfer_checksum(const uint64_t *words, uint64_t n) {
    const bool zero = words[0] == 0 && memcmp(words, words + 1, (size_t)(n - 1) * WORD) == 0;
    return zero ? 0 : hr_hash_bytes(words, (size_t)n * WORD);
}

/// Are the transfer's place in the file, its address in memory and its size whole pages?
static bool is_whole(const hr_transfer *t) {
    return (t->place.offset | (uint64_t)(uintptr_t)t->memory | t->words * WORD) % HR_SPOOL_PAGE == 0;
}

/// Read words that do not fill whole pages: read the pages that hold them into `bounce`.
static int read_through(const hr_spool *spool, const hr_transfer *t, char *bounce) {
    char *to = (char *)t->memory;
    uint64_t left = t->words * WORD;
    hr_spool_place from = t->place;
    while (left > 0) {
        const uint64_t before = from.offset % HR_SPOOL_PAGE;
        const uint64_t most = BOUNCE_BYTES - before;
        const uint64_t n = left < most ? left : most;
        const uint64_t pages = (before + n + HR_SPOOL_PAGE - 1) / HR_SPOOL_PAGE;
        const int reason = hr_spool_read(spool, (hr_spool_place){from.file, from.offset - before}, bounce, pages * HR_SPOOL_PAGE);
        if (reason != 0) {
            return reason;
        }
        memcpy(to, bounce + before, n);
        to += n;
        left -= n;
        from.offset += n;
    }
    return 0;
}

/// Do a transfer. Returns 0, the value of errno, or HR_READ_ENDED.
static int move(const hr_spool *spool, const hr_transfer *t, char *bounce) {
    switch (t->kind) {
    case HR_TRANSFER_READ:
        return is_whole(t) ? hr_spool_read(spool, t->place, t->memory, t->words * WORD) : read_through(spool, t, bounce);
    case HR_TRANSFER_WRITE:
        if (t->checksum != NULL) {
            *t->checksum = hr_transfer_checksum(t->memory, t->words);
        }
        return hr_spool_write(spool, t->place, t->memory, t->words * WORD);
    case HR_TRANSFER_COPY:
        memcpy(t->memory, t->source, t->words * WORD);
        return 0;
    case HR_TRANSFER_FILL:
        break;
    }
    for (uint64_t i = 0; i < t->words; i++) {
        t->memory[i] = t->word;
    }
    return 0;
}

/// Note that a transfer is complete. The caller holds the lock.
static void complete(hr_transfers *t, const queued *one, int reason) {
    if (reason != 0 && t->reason == 0) {
        t->reason = reason;
        t->file = one->transfer.place.file;
    }
    t->moved.read += one->transfer.kind == HR_TRANSFER_READ ? one->transfer.words * WORD : 0;
    t->moved.written += one->transfer.kind == HR_TRANSFER_WRITE ? one->transfer.words * WORD : 0;
    one->group->open--;
    (void)pthread_cond_broadcast(&t->done);
}

/// The function of each thread: do transfer after transfer, until the queue is empty and `ending` is set.
static void *work(void *context) {
    hr_transfers *t = context;
    char *bounce = aligned_alloc(HR_SPOOL_PAGE, BOUNCE_BYTES);
    (void)pthread_mutex_lock(&t->lock);
    while (!t->ending || t->count > 0) {
        if (t->count == 0) {
            (void)pthread_cond_wait(&t->filled, &t->lock);
            continue;
        }
        const queued one = t->queue[t->first];
        t->first = (t->first + 1) % QUEUE;
        t->count--;
        int reason = t->reason != 0 ? t->reason : bounce == NULL ? ENOMEM : 0;
        (void)pthread_mutex_unlock(&t->lock);
        if (reason == 0) {
            reason = move(t->spool, &one.transfer, bounce);
        }
        (void)pthread_mutex_lock(&t->lock);
        complete(t, &one, reason);
    }
    (void)pthread_mutex_unlock(&t->lock);
    free(bounce);
    return NULL;
}

hr_transfers *hr_transfers_create(void) {
    hr_transfers *t = calloc(1, sizeof *t);
    void *bounce = aligned_alloc(HR_SPOOL_PAGE, BOUNCE_BYTES);
    if (t == NULL || bounce == NULL) {
        free(t);
        free(bounce);
        return NULL;
    }
    t->bounce = bounce;
    (void)pthread_mutex_init(&t->lock, NULL);
    (void)pthread_cond_init(&t->filled, NULL);
    (void)pthread_cond_init(&t->done, NULL);
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before); // the new threads inherit this mask, so that they take no signals
    while (t->started < THREADS && pthread_create(&t->threads[t->started], NULL, work, t) == 0) {
        t->started++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return t;
}

void hr_transfers_destroy(hr_transfers **transfers) {
    hr_transfers *t = *transfers;
    if (t == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&t->lock);
    t->ending = true;
    (void)pthread_cond_broadcast(&t->filled);
    (void)pthread_mutex_unlock(&t->lock);
    for (size_t i = 0; i < t->started; i++) {
        (void)pthread_join(t->threads[i], NULL);
    }
    (void)pthread_cond_destroy(&t->filled);
    (void)pthread_cond_destroy(&t->done);
    (void)pthread_mutex_destroy(&t->lock);
    free(t->bounce);
    free(t);
    *transfers = NULL;
}

void hr_transfers_use(hr_transfers *transfers, const hr_spool *spool) {
    (void)pthread_mutex_lock(&transfers->lock);
    transfers->spool = spool;
    (void)pthread_mutex_unlock(&transfers->lock);
}

void hr_transfers_submit(hr_transfers *transfers, hr_transfer_group *group, const hr_transfer *transfer) {
    hr_transfers *t = transfers;
    const queued one = {*transfer, group};
    (void)pthread_mutex_lock(&t->lock);
    group->open++;
    if (t->started == 0) { // the system has no threads to spare
        complete(t, &one, t->reason != 0 ? t->reason : move(t->spool, transfer, t->bounce));
        (void)pthread_mutex_unlock(&t->lock);
        return;
    }
    while (t->count == QUEUE) {
        (void)pthread_cond_wait(&t->done, &t->lock);
    }
    t->queue[(t->first + t->count) % QUEUE] = one;
    t->count++;
    (void)pthread_cond_signal(&t->filled);
    (void)pthread_mutex_unlock(&t->lock);
}

hr_status hr_transfers_wait(hr_transfers *transfers, hr_transfer_group *group, hr_error *error) {
    hr_transfers *t = transfers;
    (void)pthread_mutex_lock(&t->lock);
    while (group->open > 0) {
        (void)pthread_cond_wait(&t->done, &t->lock);
    }
    const int reason = t->reason;
    const size_t file = t->file;
    const hr_spool *spool = t->spool;
    (void)pthread_mutex_unlock(&t->lock);
    if (reason == ENOMEM) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a transfer");
    }
    return reason == 0 ? HR_OK : hr_spool_failed(spool, file, reason, error);
}

hr_transferred hr_transfers_moved(hr_transfers *transfers) {
    (void)pthread_mutex_lock(&transfers->lock);
    const hr_transferred moved = transfers->moved;
    (void)pthread_mutex_unlock(&transfers->lock);
    return moved;
}
