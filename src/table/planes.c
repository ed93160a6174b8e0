// SPDX-License-Identifier: MIT
// The words of a plane table.
#include "table/planes.h"

#include <assert.h>

#include "table/file.h"

const uint64_t *hr_table_plane(const hr_table *table, int place) {
    assert(table->head.encoding == HR_TABLE_PLANES);
    const uint64_t words = table->plane_states / HR_TABLE_WORD_BITS;
    return (const uint64_t *)(const void *)table->payload + (uint64_t)place * words; // payload_offset is a multiple of 4096
}
