// SPDX-License-Identifier: MIT
#include "solve/idastar/message.h"

#include <string.h>

size_t hr_idastar_message_size(const hr_idastar_message *message) { return sizeof message->header + message->used; }

bool hr_idastar_message_add(hr_idastar_message *message, const hr_idastar_message_packet *packet) {
    const size_t size = 3 + packet->length + packet->count;
    if (message->used + size > sizeof message->body) {
        return false;
    }
    unsigned char *at = message->body + message->used;
    at[0] = (unsigned char)(packet->length & 255U);
    at[1] = (unsigned char)(packet->length >> 8);
    memcpy(at + 2, packet->path, packet->length);
    at[2 + packet->length] = (unsigned char)packet->count;
    if (packet->count > 0) {
        memcpy(at + 3 + packet->length, packet->siblings, packet->count);
    }
    message->used += size;
    message->header.count++;
    return true;
}

hr_idastar_message_packet hr_idastar_message_next(const hr_idastar_message *message, size_t *at) {
    const unsigned char *from = message->body + *at;
    hr_idastar_message_packet packet = {.path = from + 2, .length = (size_t)from[0] + 256 * (size_t)from[1]};
    packet.count = from[2 + packet.length];
    packet.siblings = from + 3 + packet.length;
    *at += 3 + packet.length + packet.count;
    return packet;
}
