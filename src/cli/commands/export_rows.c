// SPDX-License-Identifier: MIT
#include "cli/commands/export_rows.h"

#include <inttypes.h>
#include <string.h>

#include "cli/output/csv/rows.h"
#include "core/state.h"
#include "core/try.h"
#include "puzzle/words.h"

/// Some successive entries of a table.
typedef struct batch {
    uint64_t first;                                 ///< number of the first entry
    size_t n;                                       ///< number of entries
    hr_state states[HR_BATCH * HR_STATE_WORDS_MAX]; ///< [n · state_words]
    hr_index indices[HR_BATCH];                     ///< [n] if the puzzle has an index
    hr_depth distances[HR_BATCH];                   ///< [n]
} batch;

/// Read the distances of the batch's entries. A table of one bit per state holds them mod 4 only, so its states are looked up.
static hr_status read_distances(const hr_table *table, batch *b, hr_error *error) {
    if (hr_table_describe(table)->encoding != HR_TABLE_PLANES) {
        return hr_table_values(table, b->first, b->n, b->distances, error);
    }
    HR_TRY(hr_table_states(table, b->first, b->n, b->states, error));
    return hr_table_distance(table, b->states, b->n, b->distances, error);
}

/// Returns the bytes of a distance in the exported file.
static size_t width_of(const hr_table *table) {
    const hr_table_info *info = hr_table_describe(table);
    return info->value_bits == 16 || info->max_distance >= UINT8_MAX ? 2 : 1;
}

/// Write the head of NumPy's file format, version 1.0: magic, length, and a Python dictionary that is padded to a multiple of 64
/// bytes (numpy.lib.format).
static void write_npy_head(const hr_table *table, FILE *out) {
    enum { BEFORE = 10, ALIGNMENT = 64 };
    const hr_table_info *info = hr_table_describe(table);
    const char *kind = width_of(table) == 1 ? "|u1" : "<u2";
    char type[100];
    char head[256];
    if (info->encoding == HR_TABLE_KEYS) { // a state of several words is as many numbers, the lowest first
        char state[32] = "'<u8'";
        if (info->version > 1) {
            (void)snprintf(state, sizeof state, "'<u8', (%u,)", info->version);
        }
        (void)snprintf(type, sizeof type, "[('state', %s), ('distance', '%s')]", state, kind);
    } else {
        (void)snprintf(type, sizeof type, "'%s'", kind);
    }
    const int length = snprintf(head, sizeof head, "{'descr': %s, 'fortran_order': False, 'shape': (%" PRIu64 ",), }", type,
                                (uint64_t)info->entries);
    const int padded = (BEFORE + length + ALIGNMENT) / ALIGNMENT * ALIGNMENT - BEFORE;
    (void)fwrite("\x93NUMPY\x01\x00", 1, 8, out);
    (void)fputc(padded % 256, out);
    (void)fputc(padded / 256, out);
    (void)fprintf(out, "%-*s\n", padded - 1, head);
}

/// Write the batch's distances, with the states before them for a table of keys. An unreached state has the largest number of the
/// distances' type.
static hr_status write_npy(const hr_table *table, batch *b, FILE *out, hr_error *error) {
    const size_t width = width_of(table);
    const size_t key =
        hr_table_describe(table)->encoding == HR_TABLE_KEYS ? hr_puzzle_words(hr_table_puzzle(table)) * sizeof(hr_state) : 0;
    unsigned char bytes[HR_BATCH * (HR_STATE_WORDS_MAX * sizeof(hr_state) + 2)];
    if (key > 0) {
        HR_TRY(hr_table_states(table, b->first, b->n, b->states, error));
    }
    unsigned char *at = bytes;
    for (size_t i = 0; i < b->n; i++) {
        memcpy(at, (const char *)b->states + i * key, key); // this machine is little-endian: it has opened the table
        at[key] = (unsigned char)(b->distances[i] & UINT8_MAX);
        at[key + width - 1] = (unsigned char)(width == 1 ? b->distances[i] & UINT8_MAX : b->distances[i] >> 8 & UINT8_MAX);
        at += key + width;
    }
    (void)fwrite(bytes, key + width, b->n, out);
    return HR_OK;
}

static void write_csv_row(const hr_puzzle *puzzle, const batch *b, size_t i, FILE *out) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(puzzle, b->states + i * hr_puzzle_words(puzzle), text);
    if (hr_puzzle_describe(puzzle)->index_count > 0) {
        (void)fprintf(out, "%" PRIu64, b->indices[i]);
    }
    if (b->distances[i] == HR_DEPTH_UNREACHED) {
        (void)fputs(",,", out);
    } else {
        (void)fprintf(out, ",%" PRIu32 ",", b->distances[i]);
    }
    hr_csv_print_text(text, out);
    (void)fputc('\n', out);
}

/// Write a row for each entry of the batch whose distance is in the range.
static hr_status write_rows(const hr_table *table, const hr_depth range[2], batch *b, FILE *out, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    bool prepared = false;
    for (size_t i = 0; i < b->n; i++) {
        if (b->distances[i] < range[0] || b->distances[i] > range[1]) {
            continue;
        }
        if (!prepared) {
            HR_TRY(hr_table_states(table, b->first, b->n, b->states, error));
            if (hr_puzzle_describe(puzzle)->index_count > 0) {
                hr_puzzle_index(puzzle, b->states, b->n, b->indices);
            }
            prepared = true;
        }
        write_csv_row(puzzle, b, i, out);
    }
    return HR_OK;
}

hr_status hr_export_rows(const hr_table *table, hr_export_format format, hr_depth nearest, hr_depth farthest, FILE *out,
                         hr_error *error) {
    const uint64_t entries = hr_table_describe(table)->entries;
    const hr_depth range[2] = {nearest, farthest};
    if (format == HR_EXPORT_NPY) {
        write_npy_head(table, out);
    } else {
        (void)fputs("index,distance,state\n", out);
    }
    batch b = {.first = 0};
    for (; b.first < entries && ferror(out) == 0; b.first += b.n) {
        b.n = (size_t)(entries - b.first < HR_BATCH ? entries - b.first : HR_BATCH);
        HR_TRY(read_distances(table, &b, error));
        HR_TRY(format == HR_EXPORT_NPY ? write_npy(table, &b, out, error) : write_rows(table, range, &b, out, error));
    }
    return HR_OK;
}
