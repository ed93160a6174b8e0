// SPDX-License-Identifier: MIT
#include "core/smallest.h"

#include <string.h>

void hr_smallest_insert(hr_state list[HR_HARDEST_MAX], size_t *n, hr_state state) {
    size_t place = *n;
    while (place > 0 && list[place - 1] > state) {
        place--;
    }
    if (place > 0 && list[place - 1] == state) {
        return;
    }
    *n += *n < HR_HARDEST_MAX;
    memmove(list + place + 1, list + place, (*n - place - 1) * sizeof *list);
    list[place] = state;
}
