// SPDX-License-Identifier: MIT
#ifndef OPENED_TABLE_H
#define OPENED_TABLE_H

#include "huarong/table.h"
#include "unit_test.h"

/// The table in this file. The test fails if there is none.
static inline hr_table *opened_table(const char *path) {
    hr_table *table = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_table_open(path, &table, &error), error);
    return table;
}

#endif
