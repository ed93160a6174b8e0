// SPDX-License-Identifier: MIT
#include "drops.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool is_separator(char c) { return c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '\r' || c == '/' || c == ';'; }

hr_status hr_drops_parse(int width, int height, const char *text, hr_drops_board *board, hr_error *error) {
    if (width < 1 || height < 1 || width * height > HR_DROPS_CELLS_MAX) {
        return hr_error_set(error, HR_USAGE, "a drops board of %d by %d cells is not supported; use up to %d cells", width, height,
                            HR_DROPS_CELLS_MAX);
    }
    *board = (hr_drops_board){.width = (uint8_t)width, .height = (uint8_t)height};
    int n = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (is_separator(*at)) {
            continue;
        }
        const bool alone = at[1] == '\0' || is_separator(at[1]);
        if (*at < '0' || *at > '0' + HR_DROPS_FULL || !alone) {
            return hr_error_set(error, HR_USAGE, "bad state: character %d begins no number from 0 to %d", (int)(at - text) + 1,
                                HR_DROPS_FULL);
        }
        if (n < width * height) {
            board->cell[n] = (uint8_t)(*at - '0');
        }
        n++;
    }
    if (n != width * height) {
        return hr_error_set(error, HR_USAGE, "bad state: %d numbers for a board of %d cells", n, width * height);
    }
    return HR_OK;
}

void hr_drops_format(const hr_drops_board *board, char *text, size_t size) {
    size_t used = 0;
    for (int c = 0; c < board->width * board->height && used < size; c++) {
        const char *before = c == 0 ? "" : c % board->width == 0 ? " / " : " ";
        used += (size_t)snprintf(text + used, size - used, "%s%d", before, board->cell[c]);
    }
}

/// A droplet in flight.
typedef struct droplet {
    int8_t x; ///< the cell whose edge it reaches next
    int8_t y;
    int8_t dx;
    int8_t dy;
    bool odd; ///< it reaches edges in odd half-steps
} droplet;

static int burst(int width, int cell, bool odd, droplet *droplets, int count) {
    static const int8_t STEP[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    for (int d = 0; d < 4; d++) {
        droplets[count++] = (droplet){
            .x = (int8_t)(cell % width + STEP[d][0]),
            .y = (int8_t)(cell / width + STEP[d][1]),
            .dx = STEP[d][0],
            .dy = STEP[d][1],
            .odd = !odd, // the first edge is one half-step away
        };
    }
    return count;
}

/// Let the droplets that reach an edge now fly on or be absorbed; absorbing cells go to `gained`. Returns how many are left.
static int advance(hr_drops_board *board, bool odd, droplet *droplets, int count, uint8_t gained[HR_DROPS_CELLS_MAX]) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        droplet d = droplets[i];
        if (d.odd == odd) {
            if (d.x < 0 || d.y < 0 || d.x >= board->width || d.y >= board->height) {
                continue;
            }
            const int cell = d.y * board->width + d.x;
            if (board->cell[cell] > 0) {
                gained[cell]++;
                continue;
            }
            d.x = (int8_t)(d.x + d.dx);
            d.y = (int8_t)(d.y + d.dy);
        }
        droplets[left++] = d;
    }
    return left;
}

bool hr_drops_drop(hr_drops_board *board, int cell) {
    assert(board->cell[cell] > 0);
    if (++board->cell[cell] <= HR_DROPS_FULL) {
        return false;
    }
    board->cell[cell] = 0;
    droplet droplets[4 * HR_DROPS_CELLS_MAX]; // each cell bursts at most once
    int count = burst(board->width, cell, false, droplets, 0);
    for (bool odd = true; count > 0; odd = !odd) {
        uint8_t gained[HR_DROPS_CELLS_MAX] = {0};
        count = advance(board, odd, droplets, count, gained);
        for (int c = 0; c < board->width * board->height; c++) {
            board->cell[c] = (uint8_t)(board->cell[c] + gained[c]);
            if (board->cell[c] > HR_DROPS_FULL) {
                board->cell[c] = 0;
                count = burst(board->width, c, odd, droplets, count);
            }
        }
    }
    return true;
}
