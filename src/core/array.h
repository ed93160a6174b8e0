// SPDX-License-Identifier: MIT
#ifndef HR_ARRAY_H
#define HR_ARRAY_H

// Arrays that grow. The owner keeps a pointer to the items, which is NULL at first, and the number of items that there is room for:
//
//     if (!HR_ARRAY_RESERVE(list->states, list->capacity, list->count + 1)) {
//         return hr_error_set(error, HR_INTERNAL, "out of memory for …");
//     }
//     list->states[list->count++] = state;

#include <stdbool.h>
#include <stddef.h>

/// Local. Make room for `needed` items in the array `items`, which has room for `capacity` (a size_t). Both are changed if the
/// array grows. False: out of memory; both are unchanged, and the items stay.
#define HR_ARRAY_RESERVE(items, capacity, needed) hr_array_reserve(&(items), sizeof *(items), &(capacity), needed)

/// Local. Returns the room that an array with room for `capacity` items has once there is room for `needed` items. An array grows
/// by half, so that adding n items one by one copies fewer than 3n items.
size_t hr_array_capacity(size_t capacity, size_t needed);

/// Local. Does what hr_array_reserve does, for `needed` > *capacity.
bool hr_array_grow(void *items, size_t item_bytes, size_t *capacity, size_t needed);

/// Local. Does what HR_ARRAY_RESERVE does, for items of `item_bytes` bytes. `items` is the address of the pointer to the items.
static inline bool hr_array_reserve(void *items, size_t item_bytes, size_t *capacity, size_t needed) {
    return needed <= *capacity || hr_array_grow(items, item_bytes, capacity, needed);
}

#endif
