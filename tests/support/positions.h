// SPDX-License-Identifier: MIT
#ifndef HR_POSITIONS_H
#define HR_POSITIONS_H

// Reading the golden lists of tile positions: one header line, then lines of `id, tiles …, numbers …`.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hr_position {
    long id;
    char text[128];     ///< the tiles with spaces
    uint64_t number[8]; ///< what follows
} hr_position;

/// The next position of the file, with so many tiles. False at its end.
static inline bool hr_position_read(FILE *file, int tiles, hr_position *position) {
    char line[1024];
    if (ftell(file) == 0 && fgets(line, sizeof line, file) == NULL) { // the header
        return false;
    }
    if (fgets(line, sizeof line, file) == NULL) {
        return false;
    }
    *position = (hr_position){0};
    char *at = line;
    position->id = strtol(at, &at, 10);
    size_t used = 0;
    for (int i = 0; i < tiles; i++) {
        used +=
            (size_t)snprintf(position->text + used, sizeof position->text - used, i == 0 ? "%ld" : " %ld", strtol(at + 1, &at, 10));
    }
    for (int i = 0; i < 8 && *at == ','; i++) {
        position->number[i] = strtoull(at + 1, &at, 10);
    }
    return true;
}

#endif
