// SPDX-License-Identifier: MIT
// Sizes and offsets of a table file.

#include "table/format.h"

#include <string.h>

#include "core/state.h"
#include "core/try.h"

const hr_file_format hr_table_format = {
    .magic = "HUARONG\x1a", .version = 1, .newest = HR_STATE_WORDS_MAX, .name = "table", .again = "make the table again"};

enum { TILES_IN_A_WORD = 5, SMALLEST_TAIL = 8, LARGEST_BOARD = 16 };

static uint64_t round_up(uint64_t n, uint64_t unit) { return (n + unit - 1) / unit * unit; }

/// Returns n!/120, for n ≥ 5: the number of words for all n!/2 arrangements of n tiles with the right parity, 60 in each word.
static uint64_t words_for(int n) {
    uint64_t product = 1;
    for (int i = TILES_IN_A_WORD + 1; i <= n; i++) {
        product *= (uint64_t)i;
    }
    return product;
}

uint64_t hr_table_plane_words(int width, int height) {
    const int tiles = width * height - 1;
    return tiles < TILES_IN_A_WORD || tiles >= LARGEST_BOARD ? 0 : words_for(tiles);
}

/// A chunk of a plane table holds the states that agree in the blank's place and in the first m − k of m tiles. k (here `tail`) is
/// the smallest number from min(m, 8) on with which the table has at most HR_TABLE_CHUNKS_MAX chunks.
static hr_status layout_planes(const hr_table_shape *shape, hr_table_head *head, hr_error *error) {
    const uint64_t words = hr_table_plane_words(shape->width, shape->height);
    const uint64_t planes = (uint64_t)shape->width * (uint64_t)shape->height;
    if (words == 0 || shape->value_bits != 1 || shape->entries != planes * words * HR_TABLE_WORD_BITS) {
        return hr_error_set(error, HR_USAGE, "a plane table of %dx%d cells cannot hold %llu values of %u bits", shape->width,
                            shape->height, (unsigned long long)shape->entries, shape->value_bits);
    }
    const int tiles = (int)planes - 1;
    int tail = tiles < SMALLEST_TAIL ? tiles : SMALLEST_TAIL;
    while (planes * words > HR_TABLE_CHUNKS_MAX * words_for(tail)) {
        tail++;
    }
    head->chunk_bytes = words_for(tail) * sizeof(uint64_t);
    head->payload_bytes = planes * words * sizeof(uint64_t);
    return HR_OK;
}

/// A chunk has HR_TABLE_CHUNK_MIN bytes, doubled until there are at most HR_TABLE_CHUNKS_MAX chunks. The values of a key table
/// begin at the beginning of a chunk. Sets values_offset from the start of the payload.
static hr_status layout_numbers(const hr_table_shape *shape, hr_table_head *head, hr_error *error) {
    const uint64_t value_bytes = shape->value_bits / 8;
    if (shape->value_bits != 8 && shape->value_bits != 16) {
        return hr_error_set(error, HR_USAGE, "a table cannot hold values of %u bits: use 8 or 16", shape->value_bits);
    }
    if (shape->entries == 0 || shape->entries > UINT64_MAX / 64) {
        return hr_error_set(error, HR_USAGE, "a table cannot hold %llu values", (unsigned long long)shape->entries);
    }
    const bool keys = shape->encoding == HR_TABLE_KEYS;
    head->chunk_bytes = HR_TABLE_CHUNK_MIN;
    for (;; head->chunk_bytes *= 2) {
        const uint64_t key_bytes = keys ? round_up(shape->entries * shape->state_words * sizeof(hr_state), head->chunk_bytes) : 0;
        head->payload_bytes = key_bytes + shape->entries * value_bytes;
        head->values_offset = key_bytes;
        if (head->payload_bytes / head->chunk_bytes < HR_TABLE_CHUNKS_MAX) {
            return HR_OK;
        }
    }
}

/// HR_USAGE if max_distance does not fit into a value, or if the head has no room for the hardest states or the text.
static hr_status check_values(const hr_table_shape *shape, hr_error *error) {
    const hr_depth greatest = shape->value_bits == 8 ? HR_TABLE_UNREACHED_8 - 1 : HR_TABLE_UNREACHED_16 - 1;
    if (shape->max_distance > greatest) {
        return hr_error_set(error, HR_USAGE, "a table of %u bits a value cannot hold the distance %u", shape->value_bits,
                            shape->max_distance);
    }
    if (shape->hardest_count > HR_HARDEST_MAX || shape->text_length > HR_TABLE_TEXT_MAX) {
        return hr_error_set(error, HR_USAGE, "a table's head cannot list %zu hardest states and %zu bytes of text",
                            shape->hardest_count, shape->text_length);
    }
    return HR_OK;
}

hr_status hr_table_layout(const hr_table_shape *shape, hr_table_head *head, hr_error *error) {
    memset(head, 0, sizeof *head);
    HR_TRY(check_values(shape, error));
    switch (shape->encoding) {
    case HR_TABLE_INDEX:
    case HR_TABLE_KEYS:
        HR_TRY(layout_numbers(shape, head, error));
        break;
    case HR_TABLE_PLANES:
        HR_TRY(layout_planes(shape, head, error));
        break;
    default:
        return hr_error_set(error, HR_USAGE, "a table has no encoding %d", (int)shape->encoding);
    }
    head->common = hr_head_begin(&hr_table_format);
    head->common.version = (uint32_t)shape->state_words;
    head->chunk_count = (head->payload_bytes + head->chunk_bytes - 1) / head->chunk_bytes;
    head->encoding = (uint32_t)shape->encoding;
    head->value_bits = shape->value_bits;
    head->entries = shape->entries;
    head->max_distance = shape->max_distance;
    head->hardest_count = (uint32_t)shape->hardest_count;
    head->text_offset = HR_TABLE_HEAD_BYTES;
    head->text_bytes = (uint32_t)round_up(shape->text_length, sizeof(uint64_t));
    head->layers_offset = head->text_offset + head->text_bytes;
    head->hardest_offset = head->layers_offset + (shape->max_distance + UINT64_C(1)) * sizeof(hr_count);
    head->checksums_offset = head->hardest_offset + shape->hardest_count * shape->state_words * sizeof(hr_state);
    head->payload_offset = round_up(head->checksums_offset + head->chunk_count * sizeof(uint64_t), HR_TABLE_ALIGNMENT);
    head->values_offset += head->payload_offset;
    return HR_OK;
}

uint64_t hr_table_chunk_size(const hr_table_head *head, uint64_t chunk) {
    const uint64_t left = head->payload_bytes - chunk * head->chunk_bytes;
    return left < head->chunk_bytes ? left : head->chunk_bytes;
}
