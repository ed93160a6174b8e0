// SPDX-License-Identifier: MIT
#include "enumerate/apart/courier.h"

#include <stdlib.h>

#include "core/try.h"

enum {
    PIECE_WORDS = 1 << 17, ///< most words of a message: 1 MiB
    ROOM_WORDS = HR_COURIER_BYTES / sizeof(uint64_t),
    PIECES_MAX = 1 << 10, ///< most messages that are sent at the same time
};

enum { WAVE_IN, WAVE_OUT };

/// Words that are to be sent.
typedef struct piece {
    int to; ///< the rank that gets them
    uint64_t words;
} piece;

struct hr_courier {
    hr_bulk *bulk;
    hr_transfers *transfers;
    uint64_t *words; ///< [ROOM_WORDS] the words of the pieces, one piece behind the other
    uint64_t used;   ///< words of all pieces
    size_t count;    ///< pieces in `pieces`
    piece pieces[PIECES_MAX];
    hr_transfer_group reading; ///< the transfers that bring the words
    hr_status read;            ///< how the reads of the round's runs have ended
};

hr_status hr_courier_create(const hr_comm *comm, hr_bulk *bulk, hr_transfers *transfers, hr_courier **created, hr_error *error) {
    *created = NULL;
    hr_courier *courier = hr_comm_allocate(comm, sizeof *courier, "words for other nodes", error);
    if (courier == NULL) {
        return HR_INTERNAL;
    }
    courier->bulk = bulk;
    courier->transfers = transfers;
    courier->words = hr_comm_allocate(comm, HR_COURIER_BYTES, "words for other nodes", error);
    if (courier->words == NULL) {
        free(courier);
        return HR_INTERNAL;
    }
    *created = courier;
    return HR_OK;
}

void hr_courier_destroy(hr_courier **courier) {
    if (*courier != NULL) {
        free((*courier)->words);
        free(*courier);
        *courier = NULL;
    }
}

/// Words of the piece that begins `done` words behind the beginning of a run of `run` words.
static uint64_t piece_words(uint64_t run, uint64_t done) { return run - done < PIECE_WORDS ? run - done : PIECE_WORDS; }

hr_status hr_courier_receive(hr_courier *courier, int from, uint64_t *words, uint64_t n, hr_error *error) {
    for (uint64_t done = 0; done < n; done += piece_words(n, done)) {
        HR_TRY(hr_bulk_receive(courier->bulk, WAVE_IN, from, words + done, piece_words(n, done), error));
    }
    return HR_OK;
}

/// Send the pieces that are being read, once they are there. A disk that fails is noted in courier->read, and the pieces are sent
/// nevertheless, because other ranks wait for them; nobody takes them, as the round's failure is agreed on.
static hr_status send_pieces(hr_courier *courier, hr_error *error) {
    const hr_status status = hr_transfers_wait(courier->transfers, &courier->reading, error);
    if (status == HR_INTERNAL) {
        return status;
    }
    courier->read = status;
    const uint64_t *words = courier->words;
    for (size_t i = 0; i < courier->count; i++) {
        const piece *p = &courier->pieces[i];
        HR_TRY(hr_bulk_send(courier->bulk, WAVE_OUT, p->to, words, p->words, error));
        words += p->words;
    }
    courier->count = 0;
    courier->used = 0;
    return hr_bulk_wait(courier->bulk, WAVE_OUT, error);
}

hr_status hr_courier_give(hr_courier *courier, int to, const hr_transfer *run, hr_error *error) {
    for (uint64_t done = 0; done < run->words; done += piece_words(run->words, done)) {
        hr_transfer next = *run;
        next.words = piece_words(run->words, done);
        if (courier->count == PIECES_MAX || courier->used + next.words > ROOM_WORDS) {
            HR_TRY(send_pieces(courier, error));
        }
        next.memory = courier->words + courier->used;
        next.place.offset += done * sizeof(uint64_t);
        next.source = run->source != NULL ? run->source + done : NULL;
        hr_transfers_submit(courier->transfers, &courier->reading, &next);
        courier->pieces[courier->count++] = (piece){to, next.words};
        courier->used += next.words;
    }
    return HR_OK;
}

hr_status hr_courier_end(hr_courier *courier, hr_error *error) {
    HR_TRY(send_pieces(courier, error));
    HR_TRY(hr_bulk_wait(courier->bulk, WAVE_IN, error));
    return courier->read;
}
