// SPDX-License-Identifier: MIT
#include "core/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// An array that grows for the first time has room for at least this many items.
enum { FIRST_CAPACITY = 16 };

size_t hr_array_capacity(size_t capacity, size_t needed) {
    if (needed <= capacity) {
        return capacity;
    }
    const size_t grown = capacity < FIRST_CAPACITY ? FIRST_CAPACITY : capacity + capacity / 2;
    return grown > needed ? grown : needed; // the sum may wrap, but then it is below `needed`
}

bool hr_array_grow(void *items, size_t item_bytes, size_t *capacity, size_t needed) {
    const size_t grown = hr_array_capacity(*capacity, needed);
    void *old = NULL;
    memcpy(&old, items, sizeof old); // `items` points to a pointer of another type
    void *larger = grown > SIZE_MAX / item_bytes ? NULL : realloc(old, grown * item_bytes);
    if (larger == NULL) {
        return false;
    }
    memcpy(items, &larger, sizeof larger);
    *capacity = grown;
    return true;
}
