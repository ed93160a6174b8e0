// SPDX-License-Identifier: MIT
#ifndef HR_EXCHANGE_ITEM_H
#define HR_EXCHANGE_ITEM_H

// What an exchange carries, and what its ranks tell each other.

#include "comm/comm.h"
#include "huarong/types.h"

/// An item that is sent: a word of 64 bits. A state is a record of as many items as it has words.
typedef uint64_t hr_item;

/// How long records are. A record's items arrive together, in their order.
typedef struct hr_records {
    size_t items;                   ///< each record has this number of items; 0: `length` tells
    size_t (*length)(hr_item head); ///< Local. Returns the number of items of the record that begins with `head`.
} hr_records;

#define HR_RECORDS_OF(count) ((hr_records){.items = (count)})

/// What a rank announces when it closes a round.
typedef enum hr_exchange_state {
    HR_EXCHANGE_MORE = 0,   ///< the rank may have more to send
    HR_EXCHANGE_DONE = 1,   ///< the rank has no more to send
    HR_EXCHANGE_FAILED = 2, ///< the rank cannot go on; all ranks are to leave
    HR_EXCHANGE_ENOUGH = 3, ///< the rank has no more to send, and asks the others to begin nothing new
} hr_exchange_state;

/// Items that wait to be sent, in the order in which they were put in. The items of a record stand one after the other.
typedef struct hr_item_log {
    hr_item *items;   ///< [capacity]
    uint32_t *owners; ///< [capacity] the ranks that the items are for
    size_t n;
    size_t capacity;
} hr_item_log;

#endif
