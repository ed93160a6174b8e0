// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_IMAGE_H
#define HR_TABLE_IMAGE_H

// A table file in memory, made on one process with no help from the writer or the layout: a plain breadth-first search over all
// indices, then the bytes as the table room's README describes them. The slow twin of the writer.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "huarong/table.h"

typedef struct table_image {
    uint8_t *bytes;
    size_t size;
    size_t payload_offset;
    hr_depth *distances; ///< [index_count], HR_DEPTH_UNREACHED where nothing leads
    hr_count states;     ///< index_count
    hr_depth depth;      ///< greatest distance
} table_image;

/// What the image is to hold. The text is the puzzle's, as in the file.
typedef struct table_image_plan {
    hr_puzzle_options options;
    const char *text;
    hr_table_encoding encoding;
    unsigned value_bits;
    size_t chunk_bytes;
} table_image_plan;

static inline void table_image_require(int condition, const char *what) {
    if (!condition) {
        fprintf(stderr, "table image: %s\n", what);
        abort();
    }
}

static inline void *table_image_room(size_t bytes) {
    void *room = calloc(1, bytes + 1);
    table_image_require(room != NULL, "out of memory");
    return room;
}

/// Distances of all indices: each state that is reached waits for its turn.
static inline void table_image_search(table_image *image, const hr_puzzle *puzzle) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    image->states = info->index_count;
    image->distances = table_image_room(image->states * sizeof *image->distances);
    hr_state *successors = table_image_room(info->max_successors * sizeof *successors);
    hr_index *waiting = table_image_room(image->states * sizeof *waiting);
    size_t reached = 0;
    memset(image->distances, 0xff, image->states * sizeof *image->distances);
    hr_state state = 0;
    hr_index index = 0;
    uint64_t cursor = 0;
    while (hr_puzzle_sources(puzzle, &cursor, &state, 1) == 1) {
        hr_puzzle_index(puzzle, &state, 1, &index);
        if (image->distances[index] == HR_DEPTH_UNREACHED) {
            image->distances[index] = 0;
            waiting[reached++] = index;
        }
    }
    for (size_t i = 0; i < reached; i++) {
        image->depth = image->distances[waiting[i]];
        hr_puzzle_unindex(puzzle, &waiting[i], 1, &state);
        const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
        for (size_t s = 0; s < n; s++) {
            hr_puzzle_index(puzzle, &successors[s], 1, &index);
            if (image->distances[index] == HR_DEPTH_UNREACHED) {
                image->distances[index] = image->depth + 1;
                waiting[reached++] = index;
            }
        }
    }
    free(waiting);
    free(successors);
}

/// The same, from a copy if the test has just searched this puzzle: many make one table again and again, to damage it.
static inline void table_image_search_once(table_image *image, const hr_puzzle *puzzle, const hr_puzzle_options *options) {
    static struct {
        char key[256];
        table_image found;
    } kept[2];
    static int next;
    char key[256];
    const char *const words[] = {options->spec, options->goal, options->from, options->exit, options->text};
    int length = snprintf(key, sizeof key, "%d %d", (int)options->metric, options->no_symmetry);
    for (size_t i = 0; i < sizeof words / sizeof words[0] && length < (int)sizeof key; i++) {
        length += snprintf(key + length, sizeof key - (size_t)length, "|%s", words[i] == NULL ? "" : words[i]);
    }
    table_image_require(length < (int)sizeof key, "the puzzle has too long a name");
    int k = 0;
    while (k < 2 && strcmp(kept[k].key, key) != 0) {
        k++;
    }
    if (k == 2) {
        k = next++ % 2;
        free(kept[k].found.distances);
        table_image_search(&kept[k].found, puzzle);
        memcpy(kept[k].key, key, sizeof key);
    }
    *image = kept[k].found;
    image->distances = table_image_room(image->states * sizeof *image->distances);
    memcpy(image->distances, kept[k].found.distances, image->states * sizeof *image->distances);
}

static inline void table_image_put(table_image *image, size_t offset, uint64_t number, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        image->bytes[offset + i] = (uint8_t)(number >> (8 * i));
    }
}

static inline int table_image_compare(const void *a, const void *b) {
    hr_state x;
    hr_state y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/// The reached states, ascending. For the caller to free.
static inline hr_state *table_image_reached(const table_image *image, const hr_puzzle *puzzle, hr_depth only, size_t *n) {
    hr_state *states = table_image_room(image->states * sizeof *states);
    *n = 0;
    for (hr_index i = 0; i < image->states; i++) {
        if (image->distances[i] != HR_DEPTH_UNREACHED && (only == HR_DEPTH_UNREACHED || image->distances[i] == only)) {
            hr_puzzle_unindex(puzzle, &i, 1, &states[(*n)++]);
        }
    }
    qsort(states, *n, sizeof *states, table_image_compare);
    return states;
}

static inline void table_image_fill_payload(table_image *image, const hr_puzzle *puzzle, const table_image_plan *plan,
                                            size_t values_offset) {
    const size_t width = plan->value_bits / 8;
    const uint64_t none = plan->value_bits == 8 ? 255 : 65535;
    if (plan->encoding == HR_TABLE_KEYS) {
        size_t n = 0;
        hr_state *states = table_image_reached(image, puzzle, HR_DEPTH_UNREACHED, &n);
        for (size_t i = 0; i < n; i++) {
            hr_index index = 0;
            hr_puzzle_index(puzzle, &states[i], 1, &index);
            table_image_put(image, image->payload_offset + 8 * i, states[i], 8);
            table_image_put(image, values_offset + width * i, image->distances[index], width);
        }
        free(states);
        return;
    }
    for (hr_index i = 0; i < image->states; i++) {
        const hr_depth d = image->distances[i];
        if (plan->encoding == HR_TABLE_INDEX) {
            table_image_put(image, values_offset + width * i, d == HR_DEPTH_UNREACHED ? none : d, width);
        } else if ((d / 2) % 2 == 1) {
            const size_t bit = i % 60;
            image->bytes[values_offset + i / 60 * 8 + bit / 8] |= (uint8_t)(1U << (bit % 8));
        }
    }
}

/// How many states there are at each distance, and in all. For the caller to free.
static inline hr_count *table_image_layers(const table_image *image, size_t *reached) {
    hr_count *layers = table_image_room((image->depth + (size_t)1) * sizeof *layers);
    *reached = 0;
    for (hr_index i = 0; i < image->states; i++) {
        if (image->distances[i] != HR_DEPTH_UNREACHED) {
            layers[image->distances[i]]++;
            (*reached)++;
        }
    }
    return layers;
}

/// Where things are, as the README says.
typedef struct table_image_places {
    size_t reached, entries, listed, text_bytes, layers, hardest, sums, key_bytes, payload_bytes, chunks;
} table_image_places;

static inline table_image_places table_image_place(table_image *image, const table_image_plan *plan, size_t reached,
                                                   size_t hardest) {
    table_image_places at = {.reached = reached};
    const bool keys = plan->encoding == HR_TABLE_KEYS;
    at.listed = hardest < 64 ? hardest : 64;
    at.entries = keys ? at.reached : image->states;
    at.text_bytes = (strlen(plan->text) + 7) / 8 * 8;
    at.layers = 256 + at.text_bytes;
    at.hardest = at.layers + 8 * (image->depth + (size_t)1);
    at.sums = at.hardest + 8 * at.listed;
    at.key_bytes = keys ? (8 * at.entries + plan->chunk_bytes - 1) / plan->chunk_bytes * plan->chunk_bytes : 0;
    at.payload_bytes = at.key_bytes + (plan->encoding == HR_TABLE_PLANES ? at.entries / 60 * 8 : at.entries * plan->value_bits / 8);
    at.chunks = (at.payload_bytes + plan->chunk_bytes - 1) / plan->chunk_bytes;
    image->payload_offset = (at.sums + 8 * at.chunks + 4095) / 4096 * 4096;
    image->size = image->payload_offset + at.payload_bytes;
    return at;
}

static inline void table_image_fill_head(table_image *image, const table_image_plan *plan, const table_image_places *at) {
    memcpy(image->bytes, "HUARONG\x1a", 8);
    const struct {
        size_t offset, bytes;
        uint64_t number;
    } fields[] = {
        {8, 4, 0x01020304},
        {12, 4, 1},
        {24, 8, image->payload_offset},
        {32, 8, at->payload_bytes},
        {40, 8, plan->chunk_bytes},
        {48, 8, at->chunks},
        {56, 4, plan->encoding},
        {60, 4, plan->value_bits},
        {64, 8, at->entries},
        {72, 8, at->reached},
        {80, 4, image->depth},
        {84, 4, at->listed},
        {88, 4, 256},
        {92, 4, at->text_bytes},
        {96, 8, at->layers},
        {104, 8, at->hardest},
        {112, 8, at->sums},
        {120, 8, image->payload_offset + at->key_bytes},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        table_image_put(image, fields[i].offset, fields[i].number, fields[i].bytes);
    }
    memcpy(image->bytes + 256, plan->text, strlen(plan->text));
}

/// Put the head's checksum right after a change, so that other checks are reached.
static inline void table_image_seal(table_image *image) {
    table_image_put(image, 16, XXH3_64bits(image->bytes + 24, image->payload_offset - 24), 8);
}

/// Make all checksums right after a change of the payload: a table that is whole but wrong.
static inline void table_image_reseal(table_image *image) {
    uint64_t numbers[3]; // chunk_bytes, chunk_count, checksums_offset
    memcpy(&numbers[0], image->bytes + 40, 16);
    memcpy(&numbers[2], image->bytes + 112, 8);
    for (uint64_t c = 0; c < numbers[1]; c++) {
        const size_t begin = image->payload_offset + c * numbers[0];
        const size_t size = image->size - begin < numbers[0] ? image->size - begin : numbers[0];
        table_image_put(image, numbers[2] + 8 * c, XXH3_64bits(image->bytes + begin, size), 8);
    }
    table_image_seal(image);
}

/// Make the image. The puzzle is searched from its options.
static inline table_image table_image_make(const table_image_plan *plan) {
    table_image image = {0};
    hr_error error = {.text = ""};
    hr_puzzle *puzzle = NULL;
    table_image_require(hr_puzzle_create(&plan->options, &puzzle, &error) == HR_OK, error.text);
    table_image_search_once(&image, puzzle, &plan->options);
    size_t n = 0;
    hr_count *layers = table_image_layers(&image, &n);
    const table_image_places at = table_image_place(&image, plan, n, layers[image.depth]);
    image.bytes = table_image_room(image.size);
    table_image_fill_head(&image, plan, &at);
    table_image_fill_payload(&image, puzzle, plan, image.payload_offset + at.key_bytes);
    for (hr_depth d = 0; d <= image.depth; d++) {
        table_image_put(&image, at.layers + (size_t)8 * d, layers[d], 8);
    }
    free(layers);
    hr_state *last = table_image_reached(&image, puzzle, image.depth, &n);
    for (size_t i = 0; i < at.listed; i++) {
        table_image_put(&image, at.hardest + 8 * i, last[i], 8);
    }
    free(last);
    hr_puzzle_destroy(&puzzle);
    table_image_reseal(&image);
    return image;
}

/// Count one state of this layer in the next one.
static inline void table_image_count_farther(table_image *image, size_t depth) {
    uint64_t layers = 0;
    hr_count counts[2];
    memcpy(&layers, image->bytes + 96, sizeof layers);
    memcpy(counts, image->bytes + layers + depth * sizeof counts[0], sizeof counts);
    table_image_put(image, layers + depth * sizeof counts[0], counts[0] - 1, sizeof counts[0]);
    table_image_put(image, layers + (depth + 1) * sizeof counts[0], counts[1] + 1, sizeof counts[0]);
}

/// Put a state of a table of planes two moves away from where it is.
static inline void table_image_flip(table_image *image, hr_index index) {
    image->bytes[image->payload_offset + index / 60 * 8 + index % 60 / 8] ^= (uint8_t)(1U << index % 60 % 8);
}

static inline void table_image_free(table_image *image) {
    free(image->bytes);
    free(image->distances);
    *image = (table_image){0};
}

static inline void table_image_save(const uint8_t *bytes, size_t size, const char *path) {
    FILE *file = fopen(path, "wb");
    table_image_require(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, path);
}

// The plans that several tests use.

#define TABLE_IMAGE_2X4(how, bits, chunk)                                                                                          \
    {                                                                                                                              \
        .options = {.spec = "tile:2x4"}, .text = "puzzle tile:2x4\nmetric unit\n", .encoding = (how), .value_bits = (bits),        \
        .chunk_bytes = (chunk)                                                                                                     \
    }
#define TABLE_IMAGE_KLOTSKI(how)                                                                                                   \
    {                                                                                                                              \
        .options = {.spec = "klotski:3x4"}, .text = "puzzle klotski:3x4\nmetric unit\n", .encoding = (how), .value_bits = 8,       \
        .chunk_bytes = 65536                                                                                                       \
    }
#define TABLE_IMAGE_3X3                                                                                                            \
    {                                                                                                                              \
        .options = {.spec = "tile:3x3"}, .text = "puzzle tile:3x3\nmetric unit\n", .encoding = HR_TABLE_INDEX, .value_bits = 8,    \
        .chunk_bytes = 65536                                                                                                       \
    }
#define TABLE_IMAGE_3X3_KEYS                                                                                                       \
    {                                                                                                                              \
        .options = {.spec = "tile:3x3"}, .text = "puzzle tile:3x3\nmetric unit\n", .encoding = HR_TABLE_KEYS, .value_bits = 8,     \
        .chunk_bytes = 65536                                                                                                       \
    }
#define TABLE_IMAGE_3X3_PLANES                                                                                                     \
    {                                                                                                                              \
        .options = {.spec = "tile:3x3"}, .text = "puzzle tile:3x3\nmetric unit\n", .encoding = HR_TABLE_PLANES, .value_bits = 1,   \
        .chunk_bytes = 2688                                                                                                        \
    }
#define TABLE_IMAGE_4X2_PLANES                                                                                                     \
    {                                                                                                                              \
        .options = {.spec = "tile:4x2", .goal = "1 2 3 4 5 0 6 7"},                                                                \
        .text = "puzzle tile:4x2\nmetric unit\ngoal 1 2 3 4 5 0 6 7\n", .encoding = HR_TABLE_PLANES, .value_bits = 1,              \
        .chunk_bytes = 336                                                                                                         \
    }
#define TABLE_IMAGE_3X3_WORDS                                                                                                      \
    {                                                                                                                              \
        .options = {.spec = "tile:3x3"}, .text = "puzzle tile:3x3\nmetric unit\n", .encoding = HR_TABLE_INDEX, .value_bits = 16,   \
        .chunk_bytes = 65536                                                                                                       \
    }

#endif
