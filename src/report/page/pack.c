// SPDX-License-Identifier: MIT
#include "report/page/pack.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"

static hr_status no_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for the data of the page"); }

/// Bits that are being written. `full` is set once there is no memory for more.
typedef struct bits {
    char *text; ///< base64
    size_t capacity;
    size_t length;
    uint32_t rest;  ///< bits that do not make a character yet
    unsigned count; ///< their number, below 6
    bool full;
} bits;

static void put_character(bits *b, char c) {
    b->full = b->full || !HR_ARRAY_RESERVE(b->text, b->capacity, b->length + 1);
    if (!b->full) {
        b->text[b->length++] = c;
    }
}

/// Write the lowest `n` bits of `value`, the highest of them first.
static void put(bits *b, uint32_t value, unsigned n) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    while (n > 0) {
        n--;
        b->rest = b->rest << 1 | (value >> n & 1);
        if (++b->count == 6) {
            put_character(b, DIGITS[b->rest & 63]);
            b->rest = 0;
            b->count = 0;
        }
    }
}

/// The text of all bits, filled up with zeros to whole bytes. Frees the bits. NULL: out of memory.
static json_t *finish(bits *b) {
    while (!b->full && (b->length * 6 + b->count) % 8 != 0) {
        put(b, 0, 1);
    }
    while (b->count != 0) {
        put(b, 0, 1);
    }
    while (!b->full && b->length % 4 != 0) {
        put_character(b, '=');
    }
    json_t *text = b->full ? NULL : json_stringn(b->text == NULL ? "" : b->text, b->length);
    free(b->text);
    return text;
}

/// The number of bits that the numbers 0 … greatest need, at least 1.
static unsigned width_of(uint32_t greatest) {
    unsigned n = 1;
    while (greatest >> n != 0) {
        n++;
    }
    return n;
}

/// The states as rows of symbols. A row has `stride` bytes: the symbols, zeros, and the number of the state (uint32_t).
typedef struct rows {
    unsigned char *bytes;
    size_t stride;
    size_t length; ///< symbols of the longest row
    bool used[256];
} rows;

static size_t symbols_max(size_t stride) { return stride - sizeof(uint32_t); }

/// Write the symbols of a state's text, one for each cell, and return their number: numbers as digits and letters, no separators.
static size_t cells_of(const char *text, char cells[HR_STATE_TEXT_MAX]) {
    const bool numbers = strchr(text, ' ') != NULL;
    size_t n = 0;
    for (; *text != '\0'; text++) {
        if (numbers && *text >= '0' && *text <= '9') {
            const long number = strtol(text, (char **)&text, 10);
            cells[n++] = (char)(number < 10 ? '0' + number : 'a' + number - 10);
            text--;
        } else if (*text != ' ' && *text != '/') {
            cells[n++] = *text;
        }
    }
    return n;
}

/// Leave out the cells that a Klotski piece covers beside its first cell, and return the number of symbols that stay.
static size_t keep_heads(char *cells, size_t n, size_t width) {
    bool covered[HR_STATE_TEXT_MAX * 2] = {false};
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const char c = cells[i];
        if (covered[i]) {
            continue;
        }
        covered[i + 1] = covered[i + 1] || c == 'L' || c == 'X';
        covered[i + width] = covered[i + width] || c == 'T' || c == 'X';
        covered[i + width + 1] = covered[i + width + 1] || c == 'X';
        cells[kept++] = c;
    }
    return kept;
}

static hr_status fill_rows(const hr_puzzle *puzzle, const hr_space *space, rows *r, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const size_t cell_count = (size_t)info->width * (size_t)info->height;
    for (uint32_t i = 0; i < space->count; i++) {
        char text[HR_STATE_TEXT_MAX];
        char cells[HR_STATE_TEXT_MAX];
        hr_puzzle_format(puzzle, hr_space_state(space, i), text);
        size_t n = cells_of(text, cells);
        if (n != cell_count) {
            return hr_error_set(error, HR_USAGE, "the board is too large for the page");
        }
        n = info->piece_sets ? keep_heads(cells, n, (size_t)info->width) : n;
        unsigned char *row = r->bytes + i * r->stride;
        memcpy(row, cells, n);
        memcpy(row + symbols_max(r->stride), &i, sizeof i);
        r->length = n > r->length ? n : r->length;
        for (size_t k = 0; k < n; k++) {
            r->used[row[k]] = true;
        }
    }
    return HR_OK;
}

/// Compare two rows by their symbols, for qsort_r. `*context` is the stride.
static int compare_rows(const void *a, const void *b, void *context) { return memcmp(a, b, symbols_max(*(const size_t *)context)); }

/// Write the sorted rows. `number[c]` is the place of the symbol c.
static json_t *write_rows(const rows *r, size_t count, const unsigned char number[256], unsigned prefix_bits,
                          unsigned symbol_bits) {
    bits b = {.full = false};
    for (size_t i = 0; i < count; i++) {
        const unsigned char *row = r->bytes + i * r->stride;
        const unsigned char *before = i > 0 ? row - r->stride : NULL;
        const size_t n = strnlen((const char *)row, symbols_max(r->stride));
        size_t shared = 0;
        while (before != NULL && shared < n && row[shared] == before[shared]) {
            shared++;
        }
        put(&b, (uint32_t)shared, prefix_bits);
        for (size_t k = shared; k < n; k++) {
            put(&b, number[row[k]], symbol_bits);
        }
    }
    return finish(&b);
}

static json_t *make_object(const rows *r, size_t count) {
    char symbols[256];
    unsigned char number[256] = {0};
    size_t symbol_count = 0;
    for (unsigned c = 0; c < 256; c++) {
        if (r->used[c]) {
            number[c] = (unsigned char)symbol_count;
            symbols[symbol_count++] = (char)c;
        }
    }
    const unsigned prefix_bits = width_of((uint32_t)r->length);
    const unsigned symbol_bits = width_of((uint32_t)symbol_count - 1);
    json_t *object = json_object();
    const bool complete = hr_value_put(object, "count", hr_value_count(count)) &&
                          hr_value_put(object, "symbols", json_stringn(symbols, symbol_count)) &&
                          hr_value_put(object, "prefix_bits", hr_value_count(prefix_bits)) &&
                          hr_value_put(object, "symbol_bits", hr_value_count(symbol_bits)) &&
                          hr_value_put(object, "states", write_rows(r, count, number, prefix_bits, symbol_bits));
    if (!complete) {
        json_decref(object);
        return NULL;
    }
    return object;
}

hr_status hr_pack_states(const hr_puzzle *puzzle, const hr_space *space, uint32_t *order, json_t **packed, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    rows r = {.stride = (size_t)info->width * (size_t)info->height + sizeof(uint32_t)};
    *packed = NULL;
    r.bytes = calloc(space->count + 1, r.stride);
    if (r.bytes == NULL) {
        return no_memory(error);
    }
    hr_status status = fill_rows(puzzle, space, &r, error);
    if (status == HR_OK) {
        qsort_r(r.bytes, space->count, r.stride, compare_rows, &r.stride);
        for (size_t i = 0; i < space->count; i++) {
            memcpy(&order[i], r.bytes + i * r.stride + symbols_max(r.stride), sizeof order[i]);
        }
        *packed = make_object(&r, space->count);
        status = *packed == NULL ? no_memory(error) : HR_OK;
    }
    free(r.bytes);
    return status;
}

hr_status hr_pack_distances(const hr_space *space, const uint32_t *order, hr_page_distances found, json_t **packed,
                            hr_error *error) {
    const bool solvable = found.greatest != HR_DEPTH_UNREACHED;
    const unsigned width = width_of(solvable ? found.greatest + 1 : 0); // all bits set is greater than `greatest`
    bits b = {.full = false};
    for (size_t i = 0; i < space->count; i++) {
        put(&b, found.distances[order[i]], width); // HR_DEPTH_UNREACHED has all bits set
    }
    json_t *object = json_object();
    const bool complete = hr_value_put(object, "distances", finish(&b)) &&
                          hr_value_put(object, "metric", json_string(hr_metric_name(found.metric))) &&
                          hr_value_put(object, "greatest", solvable ? hr_value_count(found.greatest) : json_null()) &&
                          hr_value_put(object, "bits", hr_value_count(width));
    if (!complete) {
        json_decref(object);
        *packed = NULL;
        return no_memory(error);
    }
    *packed = object;
    return HR_OK;
}
