// SPDX-License-Identifier: MIT
#include "enumerate/bits/kernels/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/tile/tile.h"

uint64_t hr_bits_factorial(int n) {
    assert(n >= 0 && n <= 20);
    uint64_t product = 1;
    for (int i = 2; i <= n; i++) {
        product *= (uint64_t)i;
    }
    return product;
}

unsigned hr_bits_prefix_parity(int tiles, int digits, uint64_t prefix) {
    uint64_t sum = 0;
    for (int d = digits - 1; d >= 0; d--) {
        const uint64_t radix = (uint64_t)(tiles - d);
        sum += prefix % radix;
        prefix /= radix;
    }
    return (unsigned)sum & 1U;
}

uint64_t hr_bits_index(int tiles, const uint8_t *sequence) {
    uint64_t index = 0;
    for (int i = 0; i < tiles - 2; i++) { // the parity decides the order of the last two tiles
        uint64_t digit = 0;
        for (int j = i + 1; j < tiles; j++) {
            digit += sequence[j] < sequence[i];
        }
        index = index * (uint64_t)(tiles - i) + digit;
    }
    return index;
}

void hr_bits_unindex(int tiles, uint64_t index, unsigned parity, uint8_t *sequence) {
    uint64_t digit[HR_BITS_CELLS_MAX] = {0};
    uint64_t sum = 0;
    for (int i = tiles - 3; i >= 0; i--) {
        digit[i] = index % (uint64_t)(tiles - i);
        index /= (uint64_t)(tiles - i);
        sum += digit[i];
    }
    digit[tiles - 2] = (sum ^ parity) & 1U;
    uint8_t left[HR_BITS_CELLS_MAX];
    for (int i = 0; i < tiles; i++) {
        left[i] = (uint8_t)i;
    }
    for (int i = 0; i < tiles; i++) {
        sequence[i] = left[digit[i]];
        memmove(&left[digit[i]], &left[digit[i] + 1], (size_t)(tiles - i - 1) - digit[i]);
    }
}

/// `code` is the lexicographic number of the first `n` of `t` tiles. Returns the number after the first `width` of these tiles have
/// been rotated by one. `left`: the first tile becomes the last of the `width`; else the last becomes the first.
static uint64_t rotate_code(int t, int n, int width, bool left, uint64_t code) {
    int digit[HR_BITS_CELLS_MAX];
    for (int i = n - 1; i >= 0; i--) {
        digit[i] = (int)(code % (uint64_t)(t - i));
        code /= (uint64_t)(t - i);
    }
    int order[HR_BITS_CELLS_MAX]; // each tile's place in the order of all t tiles
    bool used[HR_BITS_CELLS_MAX] = {false};
    for (int i = 0; i < n; i++) {
        int r = 0;
        for (int skip = digit[i]; used[r] || skip > 0; r++) {
            skip -= !used[r];
        }
        used[r] = true;
        order[i] = r;
    }
    int rotated[HR_BITS_CELLS_MAX];
    for (int i = 0; i < n; i++) {
        const int from = i >= width ? i : left ? (i + 1) % width : (i + width - 1) % width;
        rotated[i] = order[from];
    }
    uint64_t result = 0;
    for (int i = 0; i < n; i++) {
        int d = rotated[i];
        for (int j = 0; j < i; j++) {
            d -= rotated[j] < rotated[i];
        }
        result = result * (uint64_t)(t - i) + (uint64_t)d;
    }
    return result;
}

/// Fill perm, run, swap6 and in_words. The swaps at t ≥ 7 move whole words and together rotate the window's first tiles, `moved` in
/// number. If at least five tiles are behind the window, the whole rotation moves whole words.
static hr_status compile_window(const hr_bits_board *board, hr_bits_window *window, hr_error *error) {
    const int t = window->trailing;
    const int lowest = window->tail + 2; // the chain of swaps is t, t − 1, …, lowest
    int moved = board->width;            // how many of the window's tiles the permutation of whole words rotates
    if (window->tail < 5) {
        moved = t >= 7 ? t - 5 : 0;
        window->swap6 = t >= 6 && lowest <= 6;
        for (int swap = 3; swap <= 5; swap++) {
            window->in_words |= swap <= t && swap >= lowest ? 1U << swap : 0U;
        }
    }
    if (moved == 0) {
        return HR_OK;
    }
    const uint64_t codes = hr_bits_factorial(t) / hr_bits_factorial(t - moved);
    window->run = window->group_words / codes;
    for (int down = 0; down < 2; down++) {
        window->perm[down] = malloc(codes * sizeof *window->perm[down]);
        HR_TRY_MEMORY(window->perm[down] != NULL, error, "the moves of a %dx%d board", board->width, board->height);
        for (uint64_t code = 0; code < codes; code++) {
            window->perm[down][code] = (uint32_t)rotate_code(t, moved, moved, down == 1, code);
        }
    }
    return HR_OK;
}

bool hr_bits_board_fits(int width, int height) {
    return width >= 2 && height >= 2 && width <= HR_BITS_WIDTH_MAX && width * height <= HR_BITS_CELLS_MAX &&
           width * height > HR_BITS_TILES_MIN;
}

hr_status hr_bits_board_create(int width, int height, int goal_blank, hr_bits_board *board, hr_error *error) {
    assert(hr_bits_board_fits(width, height));
    memset(board, 0, sizeof *board);
    board->width = width;
    board->height = height;
    board->cells = width * height;
    board->tiles = board->cells - 1;
    board->goal_blank = goal_blank;
    board->plane_states = hr_bits_factorial(board->tiles) / 2;
    board->plane_words = board->plane_states / HR_BITS_WORD_STATES;
    for (int cell = 0; cell < board->cells; cell++) {
        const int colour = (cell / width + cell % width) & 1;
        board->colour[colour] = (uint16_t)(board->colour[colour] | 1U << cell);
    }
    for (int k = 0; k < board->cells - width; k++) {
        hr_bits_window *window = &board->windows[k];
        window->k = k;
        window->trailing = board->tiles - k;
        window->tail = window->trailing - width;
        window->group_words = hr_bits_factorial(window->trailing) / 120;
        const hr_status status = compile_window(board, window, error);
        if (status != HR_OK) {
            hr_bits_board_clear(board);
            return status;
        }
    }
    return HR_OK;
}

hr_status hr_bits_board_of(const hr_puzzle *puzzle, bool unturned, hr_bits_board *board, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const int blank = hr_tile_goal_blank(puzzle);
    if (info->width <= info->height || unturned) {
        return hr_bits_board_create(info->width, info->height, blank, board, error);
    }
    return hr_bits_board_create(info->height, info->width, hr_tile_of(puzzle)->scan_place[blank], board, error);
}

void hr_bits_board_clear(hr_bits_board *board) {
    for (int k = 0; k < HR_BITS_CELLS_MAX; k++) {
        free(board->windows[k].perm[0]);
        free(board->windows[k].perm[1]);
    }
    memset(board, 0, sizeof *board);
}
