// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "core/try.h"
#include "huarong/wide.h"
#include "table/format.h"
#include "widelib/wide_puzzle.h"

struct hr_wide_table {
    hr_table *table;
    hr_wide_puzzle puzzle; ///< the table's
    hr_table_info info;    ///< the table's, without the hardest states, which a program without HR_WIDE would take for others
};

hr_status hr_wide_table_open(const char *path, hr_wide_table **opened, hr_error *error) {
    bool other_width = false;
    hr_table *table = NULL;
    *opened = NULL;
    const hr_status status = hr_table_open_noting(path, &table, &other_width, error);
    if (other_width) {
        return hr_error_set(error, HR_USAGE, "%.200s: a table with states of 64 bits: hr_table_open opens it", path);
    }
    HR_TRY(status);
    hr_wide_table *wide = malloc(sizeof *wide);
    if (wide == NULL) {
        hr_table_close(&table);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a table");
    }
    wide->table = table;
    hr_widelib_describe(hr_table_puzzle(table), &wide->puzzle);
    wide->info = *hr_table_describe(table);
    wide->info.hardest = NULL;
    *opened = wide;
    return HR_OK;
}

void hr_wide_table_close(hr_wide_table **table) {
    if (*table != NULL) {
        hr_table_close(&(*table)->table);
        free(*table);
    }
    *table = NULL;
}

const hr_table_info *hr_wide_table_describe(const hr_wide_table *table) { return &table->info; }

const hr_wide_state *hr_wide_table_hardest(const hr_wide_table *table) { return hr_table_describe(table->table)->hardest; }

const hr_wide_puzzle *hr_wide_table_puzzle(const hr_wide_table *table) { return &table->puzzle; }

hr_status hr_wide_table_require(const hr_wide_table *table, const hr_puzzle_options *options, hr_error *error) {
    return hr_table_require(table->table, options, error);
}

hr_status hr_wide_table_distance(const hr_wide_table *table, const hr_wide_state *states, size_t n, hr_depth *distances,
                                 hr_error *error) {
    return hr_table_distance(table->table, states, n, distances, error);
}

hr_status hr_wide_table_next(const hr_wide_table *table, const hr_wide_state *state, hr_wide_state *next, size_t *count,
                             hr_error *error) {
    return hr_table_next(table->table, *state, next, count, error);
}

hr_status hr_wide_table_path(const hr_wide_table *table, const hr_wide_state *state, hr_wide_state *path, size_t *length,
                             hr_error *error) {
    return hr_table_path(table->table, *state, path, length, error);
}

hr_status hr_wide_table_select(const hr_wide_table *table, const hr_table_selection *selection, hr_wide_state *states,
                               hr_depth *distances, size_t *count, hr_error *error) {
    return hr_table_select(table->table, selection, states, distances, count, error);
}

hr_status hr_wide_table_check(const hr_wide_table *table, uint64_t first, uint64_t n, hr_error *error) {
    return hr_table_check(table->table, first, n, error);
}

hr_status hr_wide_table_values(const hr_wide_table *table, uint64_t first, size_t n, hr_depth *values, hr_error *error) {
    return hr_table_values(table->table, first, n, values, error);
}

hr_status hr_wide_table_mapped(const hr_wide_table *table, const void **values, const hr_wide_state **keys, hr_error *error) {
    return hr_table_mapped(table->table, values, keys, error);
}

hr_status hr_wide_table_states(const hr_wide_table *table, uint64_t first, size_t n, hr_wide_state *states, hr_error *error) {
    return hr_table_states(table->table, first, n, states, error);
}
