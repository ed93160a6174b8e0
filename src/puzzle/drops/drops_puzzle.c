// SPDX-License-Identifier: MIT
// The water-drop puzzle with packed states, for searches that keep states, and its row in the table of kinds.
//
// A cell has five values, so a board is a number with one digit to base 5 for each cell. The first cell in reading order is the
// lowest digit. A word of 64 bits holds 27 digits. Where states have two words, cells 27 to 53 are in the second one.
//
// A drop adds to a cell or empties some, and an empty cell stays empty. So no drops lead back to a board: the puzzle is one-way.
// Its one source is the board of the option `from`, or else the empty board.

#include "puzzle/drops/drops.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/state.h"
#include "core/try.h"
#include "puzzle/puzzle_ops.h"
#include "puzzle/size.h"

enum {
    BASE = HR_DROPS_FULL + 1,
    WORD_DIGITS = 27, ///< 5^27 < 2^63, so no word of a state is that of HR_STATE_NONE
    CELLS_MAX = WORD_DIGITS * HR_STATE_WORDS,
};

typedef struct drops {
    hr_puzzle base;
    hr_drops_board empty;       ///< a board of this size without drops
    int cells;                  ///< cells of the board
    uint8_t place[CELLS_MAX];   ///< [cells] the cells' places
    uint64_t unit[WORD_DIGITS]; ///< the value of a 1 in each digit of a word
    hr_state source;
} drops;

static const drops *self_of(const hr_puzzle *puzzle) { return (const drops *)puzzle; }

static void destroy(hr_puzzle *puzzle) { free(puzzle); }

/// Returns one of the HR_STATE_WORDS words of a state.
static inline uint64_t word_of(hr_state state, int word) {
    return (uint64_t)(word == 0 ? state : state >> (HR_STATE_BITS - 64)); // HR_STATE_BITS is 128 where there is a word 1
}

/// Returns a 1 in the digit of a cell.
static inline hr_state unit_of(const drops *d, int cell) {
    const hr_state unit = d->unit[cell % WORD_DIGITS];
    return (hr_state)(cell < WORD_DIGITS ? unit : unit << (HR_STATE_BITS - 64));
}

static hr_drops_board unpack(const drops *d, hr_state state) {
    hr_drops_board board = d->empty;
    for (int c = 0; c < d->cells;) {
        uint64_t rest = word_of(state, c / WORD_DIGITS);
        for (const int end = c + WORD_DIGITS; c < end && c < d->cells; c++, rest /= BASE) {
            const uint64_t value = rest % BASE;
            for (unsigned i = 0; i < 3; i++) {
                board.bit[i] |= (value >> i & 1) << d->place[c];
            }
        }
    }
    return board;
}

static hr_state pack(const drops *d, const hr_drops_board *board) {
    uint64_t words[2] = {0};
    for (int c = 0; c < d->cells; c++) {
        words[c / WORD_DIGITS] += d->unit[c % WORD_DIGITS] * (uint64_t)hr_drops_value(board, d->place[c]);
    }
    const hr_state high = words[1]; // 0 where there is only one word
    return words[0] | high << (HR_STATE_BITS - 64);
}

/// Let a drop fall into a cell that is not empty. Returns the state after it.
static hr_state drop(const drops *d, hr_state before, const hr_drops_board *board, int cell) {
    if ((hr_drops_full(board) >> d->place[cell] & 1) == 0) {
        return before + unit_of(d, cell);
    }
    hr_drops_board after = *board;
    (void)hr_drops_burst(&after, d->place[cell]);
    return pack(d, &after);
}

static size_t expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const drops *d = self_of(puzzle);
    size_t made = 0;
    for (size_t i = 0; i < n; i++) {
        const hr_drops_board board = unpack(d, states[i]);
        const size_t before = made;
        for (int c = 0; c < d->cells; c++) {
            if ((hr_drops_filled(&board) >> d->place[c] & 1) != 0) {
                successors[made++] = drop(d, states[i], &board, c);
            }
        }
        if (counts != NULL) {
            counts[i] = (uint16_t)(made - before);
        }
    }
    return made;
}

static size_t images(const hr_puzzle *puzzle, hr_state state, hr_state images[HR_IMAGES_MAX]) {
    (void)puzzle;
    images[0] = state;
    return 1;
}

static size_t sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    if (*cursor != 0 || capacity == 0) {
        return 0;
    }
    states[0] = self_of(puzzle)->source;
    *cursor = 1;
    return 1;
}

static void solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    (void)puzzle;
    for (size_t i = 0; i < n; i++) {
        solved[i] = states[i] == 0;
    }
}

static hr_status validate(const hr_puzzle *puzzle, hr_state state, hr_error *error) {
    const drops *d = self_of(puzzle);
    for (int word = 0; word < HR_STATE_WORDS; word++) {
        const int digits = d->cells - word * WORD_DIGITS;
        const uint64_t number = word_of(state, word);
        const bool fits = digits <= 0            ? number == 0
                          : digits < WORD_DIGITS ? number < d->unit[digits]
                                                 : number / BASE < d->unit[WORD_DIGITS - 1];
        if (!fits) {
            return hr_error_set(error, HR_USAGE, "this is no board of %s", puzzle->info.spec);
        }
    }
    return HR_OK;
}

static hr_status parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    const drops *d = self_of(puzzle);
    hr_drops_board board;
    HR_TRY(hr_drops_parse(d->empty.width, d->empty.height, text, &board, error));
    *state = pack(d, &board);
    return HR_OK;
}

static void format(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    const hr_drops_board board = unpack(self_of(puzzle), state);
    hr_drops_format(&board, text, HR_STATE_TEXT_MAX);
}

static void code(const hr_puzzle *puzzle, hr_state state, char text[HR_STATE_TEXT_MAX]) {
    (void)puzzle;
    (void)state;
    text[0] = '\0';
}

static void goal(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    (void)puzzle;
    (void)snprintf(text, HR_STATE_TEXT_MAX, "no drops");
}

static void write_options(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    const drops *d = self_of(puzzle);
    if (d->source != 0) {
        format(puzzle, d->source, texts->from);
    }
}

static void picture(const hr_puzzle *puzzle, hr_state state, hr_picture *picture) {
    const hr_drops_board board = unpack(self_of(puzzle), state);
    hr_drops_picture(&board, picture);
}

static hr_status step(const hr_puzzle *puzzle, hr_state from, hr_state to, hr_step *step, hr_error *error) {
    const drops *d = self_of(puzzle);
    const hr_drops_board board = unpack(d, from);
    for (int c = 0; c < d->cells; c++) {
        if ((hr_drops_filled(&board) >> d->place[c] & 1) != 0 && drop(d, from, &board, c) == to) {
            const int x = c % board.width;
            const int y = c / board.width;
            *step = (hr_step){.piece = "drop", .from_x = x, .from_y = y, .to_x = x, .to_y = y};
            (void)snprintf(step->text, sizeof step->text, "%d,%d", x, y);
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "no drop makes the second board of the first one");
}

static const hr_puzzle_ops OPS = {
    .destroy = destroy,
    .expand = expand,
    .images = images,
    .sources = sources,
    .solved = solved,
    .validate = validate,
    .parse = parse,
    .format = format,
    .code = code,
    .goal = goal,
    .options = write_options,
    .picture = picture,
    .step = step,
};

/// Returns the bits that a number with `cells` digits to base 5 takes: cells · log2 5, rounded up.
static int bits_of(int cells) { return (cells * 2321929 + 999999) / 1000000; }

/// Read the size of the board. HR_USAGE, too: a state of that board would have too many bits.
static hr_status read_size(const char *board, int *width, int *height, hr_error *error) {
    HR_TRY(hr_puzzle_read_size(&hr_drops_kind, board, width, height, error));
    HR_TRY(hr_drops_check_size(*width, *height, error));
    const int cells = *width * *height;
    return cells <= CELLS_MAX ? HR_OK
                              : hr_error_set(error, HR_USAGE,
                                             "a state of a drops board of %d by %d cells takes %d bits, and there are %d: use "
                                             "idastar or astar, which can do without",
                                             *width, *height, bits_of(cells), HR_STATE_BITS);
}

static hr_status fill(drops *d, const hr_puzzle_options *options, const char *board, hr_error *error) {
    int width = 0;
    int height = 0;
    HR_TRY(read_size(board, &width, &height, error));
    d->base.ops = &OPS;
    d->empty = (hr_drops_board){.width = (uint8_t)width, .height = (uint8_t)height};
    d->cells = width * height;
    for (int c = 0; c < d->cells; c++) {
        d->place[c] = (uint8_t)hr_drops_place(&d->empty, c);
    }
    d->unit[0] = 1;
    for (int digit = 1; digit < WORD_DIGITS; digit++) {
        d->unit[digit] = BASE * d->unit[digit - 1];
    }
    HR_TRY(options->from == NULL ? HR_OK : parse(&d->base, options->from, &d->source, error));
    (void)snprintf(d->base.spec, sizeof d->base.spec, "%s:%dx%d", hr_drops_kind.name, width, height);
    d->base.info = (hr_puzzle_info){
        .width = width,
        .height = height,
        .symmetry_order = 1,
        .max_successors = (size_t)d->cells,
        .single_source = true,
        .source_count = 1,
        .has_target = true,
    };
    return HR_OK;
}

static hr_status create(const hr_puzzle_options *options, const char *board, hr_puzzle **puzzle, hr_error *error) {
    if (options->goal != NULL || options->exit != NULL || options->metric != HR_METRIC_UNIT) {
        return hr_error_set(error, HR_USAGE, "drops boards are solved in the metric unit, without --goal and --exit");
    }
    drops *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a puzzle");
    }
    const hr_status status = fill(d, options, board, error);
    if (status == HR_OK) {
        *puzzle = &d->base;
    } else {
        free(d);
    }
    return status;
}

static hr_status wide_bits(const hr_puzzle_options *options, const char *board, int *bits, hr_error *error) {
    int width = 0;
    int height = 0;
    (void)options;
    (void)error;
    const bool is_size = hr_puzzle_read_size(&hr_drops_kind, board, &width, &height, NULL) == HR_OK &&
                         hr_drops_check_size(width, height, NULL) == HR_OK;
    *bits = is_size && width * height > CELLS_MAX ? bits_of(width * height) : 0;
    return HR_OK;
}

const hr_puzzle_kind hr_drops_kind = {
    .name = "drops",
    .numbers = true,
    .spaced = true,
    .form = "drops:WxH",
    .example = "drops:6x6",
    .summary = "the water-drop puzzle, for 'huarong solve'",
    .help = "drops:WxH, columns x rows, up to 8x8.\n"
            "\n"
            "A state is the cells' numbers in reading order, 0 to 4, 0 for an empty cell:\n"
            "  0 2 1 / 3 4 3 / 1 0 4\n"
            "A drop adds one to a cell that is not empty. A cell that exceeds 4 bursts: it\n"
            "is empty then, and sends a droplet in each of the four directions, which the\n"
            "first cell on its way that is not empty absorbs. All droplets move in step. The\n"
            "board is solved when it is empty. A move is a drop: column,row, from 0.\n",
    .create_one_way = create,
    .wide_bits = wide_bits,
};
