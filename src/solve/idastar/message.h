// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_MESSAGE_H
#define HR_IDASTAR_MESSAGE_H

// The messages that the ranks of a split iteration send each other.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HR_IDASTAR_MESSAGE_MAX = 8192 }; ///< most bytes of a message

typedef enum hr_idastar_message_kind {
    HR_IDASTAR_REQUEST, ///< the sender wants work
    HR_IDASTAR_WORK,    ///< the answer to a request: packets of work, or none
    HR_IDASTAR_BEST,    ///< a solution, passed on to all ranks
    HR_IDASTAR_STOP,    ///< a rank has met a limit or is to stop; passed on to all ranks
    HR_IDASTAR_SPENT,   ///< a rank has generated its share of the nodes that the limit allows; passed on to all ranks
} hr_idastar_message_kind;

typedef struct hr_idastar_message_header {
    uint32_t kind;   ///< a hr_idastar_message_kind
    uint32_t epoch;  ///< number of the sender's span; receivers drop messages of earlier spans
    uint32_t origin; ///< BEST, STOP and SPENT: the rank that sent the message first
    uint32_t count;  ///< WORK: number of packets; BEST: moves of the path
} hr_idastar_message_header;

typedef struct hr_idastar_message {
    hr_idastar_message_header header;
    unsigned char body[HR_IDASTAR_MESSAGE_MAX - sizeof(hr_idastar_message_header)];
    size_t used; ///< bytes of `body` in use; not sent
} hr_idastar_message;

/// A packet of work. In a message it takes 2 bytes for `length`, the path, 1 byte for `count`, and the siblings' moves.
typedef struct hr_idastar_message_packet {
    const uint8_t *path; ///< [length] moves from the root to the siblings' parent
    size_t length;
    const uint8_t *siblings; ///< [count] the siblings' moves, ascending
    size_t count;            ///< 0: the packet is the node at `path` itself
} hr_idastar_message_packet;

/// Local. Returns the number of bytes to send.
size_t hr_idastar_message_size(const hr_idastar_message *message);

/// Local. Append *packet. Returns false, with *message unchanged, if it does not fit.
bool hr_idastar_message_add(hr_idastar_message *message, const hr_idastar_message_packet *packet);

/// Local. Returns the packet that begins at byte *at of the body (0 for the first one), and sets *at to the byte behind it. The
/// packet points into *message.
hr_idastar_message_packet hr_idastar_message_next(const hr_idastar_message *message, size_t *at);

#endif
