// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_SHARING_H
#define HR_IDASTAR_SHARING_H

// Inside a split iteration: what one rank keeps of it, grouped by how long it lasts. split.c has the rank's loop, steal.c its
// packets and how they move from rank to rank, mail.c its messages, sum.c the result of a span.

#include "comm/mailbox.h"
#include "solve/idastar/message.h"
#include "solve/idastar/split.h"

/// A rank's packets, and which of them the rank has not begun yet.
typedef struct hr_idastar_waiting {
    hr_idastar_packets packets; ///< this rank's packets
    size_t next;                ///< index of the first one that has not been begun
    hr_idastar_message stolen;  ///< siblings that were stolen and not begun yet; `header.count` is 0 if there are none
} hr_idastar_waiting;

/// What ends the span early.
typedef struct hr_idastar_ending {
    hr_idastar_limit limit;
    bool spent;      ///< this rank has generated its share of the limit's nodes; it searches no more and only gives work away
    int spent_ranks; ///< number of ranks that this one knows to be spent, itself included
    bool limited;    ///< a limit or a wish to stop has been met; all work that is left is dropped
    bool stopped;    ///< this rank's stop_wanted has asked for the stop
} hr_idastar_ending;

/// How a rank without work asks other ranks for some: whether an answer is due, and when it may ask again.
typedef struct hr_idastar_thief {
    bool waiting;        ///< this rank has asked for work and has no answer yet
    unsigned failures;   ///< answers without work since this rank last got work
    double next_attempt; ///< earliest time at which this rank asks again
} hr_idastar_thief;

/// The count of messages with work, which finds the end of the span: see split.h.
typedef struct hr_idastar_wave {
    uint64_t sent;          ///< messages with work that this rank has sent
    uint64_t received;      ///< messages with work that this rank has received
    uint64_t last_received; ///< sum of `received` over all ranks in the wave before
    bool joined;            ///< this rank has joined a wave that is not complete
} hr_idastar_wave;

/// How a rank spends its time.
typedef struct hr_idastar_clock {
    double started;
    double next_poll;    ///< time of a working rank's next look into the mailbox
    bool idle;           ///< this rank has no work or is spent
    double idle_since;   ///< time at which `idle` last changed
    double idle_seconds; ///< time without work, up to the last change of `idle`
} hr_idastar_clock;

struct hr_idastar_split {
    // The same for all searches.
    hr_mailbox *mailbox;
    hr_comm *comm;
    int rank;
    int size;
    uint32_t epoch; ///< number of the span
    uint64_t random;

    // The running span.
    hr_idastar_worker *worker;
    hr_idastar_waiting waiting;
    hr_idastar_ending ending;
    hr_idastar_thief thief;
    hr_idastar_wave wave;
    hr_idastar_clock clock;
};

/// Local. Has this rank a packet that is not begun?
bool hr_idastar_has_packets(const hr_idastar_split *split);

/// Local. Drop all work.
void hr_idastar_drop_work(hr_idastar_split *split);

/// Local. Begin the next packet that is needed: stolen siblings first, then packets as dealt. *begun is false if there is none.
/// HR_INTERNAL: out of memory.
hr_status hr_idastar_begin_packet(hr_idastar_split *split, bool *begun, hr_error *error);

/// Local. Ask a random other rank for work. HR_INTERNAL: MPI failed.
hr_status hr_idastar_ask_for_work(hr_idastar_split *split, hr_error *error);

/// Local. Answer a request for work. HR_INTERNAL: MPI failed.
hr_status hr_idastar_answer(hr_idastar_split *split, int thief, hr_error *error);

/// Local. Take the answer to this rank's request. HR_INTERNAL: out of memory.
hr_status hr_idastar_take_answer(hr_idastar_split *split, const hr_idastar_message *m, hr_error *error);

/// Local. Send all ranks a message of the kind BEST, STOP or SPENT, whose origin is this rank. HR_INTERNAL: MPI failed.
hr_status hr_idastar_announce(hr_idastar_split *split, hr_idastar_message_kind kind, hr_error *error);

/// Local. Handle the messages that have arrived, up to the first one that brings work. This rank begins some of that work before it
/// answers another request; otherwise the ranks could hand the last packet round for ever. *any: there was a message. HR_INTERNAL:
/// out of memory, MPI failed, or a message is of an unknown kind.
hr_status hr_idastar_look_into_mailbox(hr_idastar_split *split, bool *any, hr_error *error);

/// Local. Note that one more rank is spent, that is, has generated its share of the limit's nodes. When all ranks are spent, the
/// limit is met.
void hr_idastar_note_spent(hr_idastar_split *split);

/// Collective. Combine the ranks' counts into *counts, the same on every rank, and give every rank the leftmost solution.
/// `busy_seconds` and `seconds` of *counts are this rank's own on entry. HR_INTERNAL: MPI failed.
hr_status hr_idastar_sum_up(hr_idastar_split *split, hr_idastar_counts *counts, hr_error *error);

#endif
