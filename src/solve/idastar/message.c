// SPDX-License-Identifier: MIT
#include "solve/idastar/message.h"

#include <string.h>

size_t hr_idastar_message_size(const hr_idastar_message *message) { return sizeof message->header + message->used; }

bool hr_idastar_message_add(hr_idastar_message *message, const hr_idastar_message_piece *piece) {
    const size_t size = 3 + piece->length + piece->count;
    if (message->used + size > sizeof message->body) {
        return false;
    }
    unsigned char *at = message->body + message->used;
    at[0] = (unsigned char)(piece->length & 255U);
    at[1] = (unsigned char)(piece->length >> 8);
    memcpy(at + 2, piece->path, piece->length);
    at[2 + piece->length] = (unsigned char)piece->count;
    if (piece->count > 0) {
        memcpy(at + 3 + piece->length, piece->siblings, piece->count);
    }
    message->used += size;
    message->header.count++;
    return true;
}

hr_idastar_message_piece hr_idastar_message_next(const hr_idastar_message *message, size_t *at) {
    const unsigned char *from = message->body + *at;
    hr_idastar_message_piece piece = {.path = from + 2, .length = (size_t)from[0] + 256 * (size_t)from[1]};
    piece.count = from[2 + piece.length];
    piece.siblings = from + 3 + piece.length;
    *at += 3 + piece.length + piece.count;
    return piece;
}
