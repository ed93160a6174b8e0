// SPDX-License-Identifier: MIT
#ifndef HR_IDASTAR_MESSAGE_H
#define HR_IDASTAR_MESSAGE_H

// What the ranks of a split iteration tell each other.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HR_IDASTAR_MESSAGE_MAX = 8192 }; ///< bytes

typedef enum hr_idastar_message_kind {
    HR_IDASTAR_REQUEST, ///< give me work
    HR_IDASTAR_WORK,    ///< the answer: pieces, or none
    HR_IDASTAR_BEST,    ///< a solution
    HR_IDASTAR_STOP,    ///< a limit was hit
} hr_idastar_message_kind;

typedef struct hr_idastar_message_header {
    uint32_t kind;
    uint32_t epoch;  ///< iterations so far: tells late messages of an earlier one
    uint32_t origin; ///< BEST and STOP: the rank that began to spread it
    uint32_t count;  ///< WORK: pieces; BEST: length of the path
} hr_idastar_message_header;

typedef struct hr_idastar_message {
    hr_idastar_message_header header;
    unsigned char body[HR_IDASTAR_MESSAGE_MAX - sizeof(hr_idastar_message_header)];
    size_t used; ///< bytes of the body; not sent
} hr_idastar_message;

/// Work as it is sent: length of the path to the parent (2 bytes), the path, number of siblings, their moves.
typedef struct hr_idastar_message_piece {
    const uint8_t *path;
    size_t length;
    const uint8_t *siblings; ///< none: the node at the path itself
    size_t count;
} hr_idastar_message_piece;

/// Local. Bytes of the message.
size_t hr_idastar_message_size(const hr_idastar_message *message);

/// Local. Append a piece of work; false if it does not fit.
bool hr_idastar_message_add(hr_idastar_message *message, const hr_idastar_message_piece *piece);

/// Local. The piece that begins at `*at`, from 0, which moves on behind it. It points into the message.
hr_idastar_message_piece hr_idastar_message_next(const hr_idastar_message *message, size_t *at);

#endif
