// SPDX-License-Identifier: MIT
// The blanks in a drawing of the program's own format.

#include <string.h>

#include "puzzle/blocks/formats/formats.h"

bool hr_blocks_is_spaced(const hr_blocks_drawing *drawing) {
    bool spaced = true;
    int several = 0;
    for (int y = 0; y < drawing->height; y++) {
        const char *row = drawing->cells[y];
        int begin = 0;
        int end = (int)strnlen(row, HR_BLOCKS_SIDE_MAX);
        while (end > 0 && row[end - 1] == ' ') {
            end--;
        }
        while (begin < end && row[begin] == ' ') {
            begin++;
        }
        several += end - begin > 2;
        for (int x = begin; x < end; x++) {
            spaced = spaced && (row[x] == ' ') == ((x - begin) % 2 == 1);
        }
    }
    return spaced && 2 * several > drawing->height;
}

bool hr_blocks_has_blanks(const hr_blocks_drawing *drawing) {
    bool found = false;
    for (int y = 0; y < drawing->height; y++) {
        found = found || memchr(drawing->cells[y], ' ', HR_BLOCKS_SIDE_MAX) != NULL;
    }
    return found;
}

void hr_blocks_fill_blanks(hr_blocks_drawing *drawing, char sign) {
    for (int y = 0; y < drawing->height; y++) {
        for (int x = 0; x < drawing->width; x++) {
            const char c = drawing->cells[y][x];
            drawing->cells[y][x] = c == ' ' || c == '\0' ? sign : c;
        }
    }
}
