// SPDX-License-Identifier: MIT
// What `huarong solve` and `survey` read. The first byte chooses: positions as a file has them, with the second byte for the board,
// or, one on each line, also the puzzles of a survey; a drops board, with width and height; a partition into patterns, or several
// partitions, with a board and its goal.

#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/solve.h"
#include "cli/commands/survey_lines.h"
#include "fuzz_check.h"
#include "puzzle/drops/drops.h"
#include "puzzle/tile/tile.h"
#include "solve/patterns/domain.h"

typedef struct tile_board {
    int width;
    int height;
    const char *goal;
} tile_board;

static const tile_board BOARDS[] = {
    {2, 2, NULL}, {3, 3, "1 2 3 8 0 4 7 6 5"}, {4, 4, NULL}, {5, 5, NULL}, {2, 7, NULL}, {12, 2, NULL},
};

static hr_tiles make_tiles(uint8_t choice) {
    const tile_board *b = &BOARDS[choice % (sizeof BOARDS / sizeof *BOARDS)];
    hr_tiles tiles;
    hr_error error;
    hr_fuzz_require(hr_tiles_create(b->width, b->height, b->goal, &tiles, &error) == HR_OK, "the board is a board");
    return tiles;
}

static void try_survey_line(hr_metric metric, const char *text) {
    hr_error error = {.status = HR_OK};
    hr_survey_line line;
    const hr_status status = hr_survey_line_read(text, metric, &line, &error);
    if (status == HR_OK) {
        const size_t length = strlen(line.board);
        hr_fuzz_require(length > 0 && strpbrk(line.board, "\t\r\n") == NULL, "a board is one word or line");
        hr_fuzz_require(line.board[0] != ' ' && line.board[length - 1] != ' ', "a board has no blanks at its ends");
    } else {
        hr_fuzz_check_refusal(status, &error);
    }
    hr_survey_line_clear(&line);
}

static hr_status read_tiles(void *context, const char *text, hr_error *error) {
    const hr_tiles *tiles = context;
    uint8_t numbers[HR_TILES_CELLS_MAX];
    return hr_tile_parse_pieces(tiles->width, tiles->height, text, "state", numbers, error);
}

/// Read a line of a survey. `context` is its metric.
static hr_status read_survey_line(void *context, const char *text, hr_error *error) {
    try_survey_line(*(const hr_metric *)context, text);
    return HR_OK;
}

/// Take the lines out of a text as `survey` does.
static void try_survey(hr_metric metric, char *text) {
    hr_position_list list = {.cells = 0};
    hr_position position = {.text = text};
    while (position.text != NULL) {
        hr_fuzz_require(hr_position_take(read_survey_line, &metric, &list, &text, &position, NULL) == HR_OK, "all is read");
    }
}

/// Take the positions out of a text as `solve` and `query` do.
static void try_positions(uint8_t choice, char *at) {
    hr_tiles tiles = make_tiles(choice);
    hr_position_list list = {.width = (size_t)tiles.width, .cells = (size_t)(tiles.width * tiles.height), .numbers = true};
    for (bool go_on = true; go_on;) {
        hr_error error = {.status = HR_OK};
        hr_position position;
        const size_t lines = list.lines;
        const hr_status status = hr_position_take(read_tiles, &tiles, &list, &at, &position, &error);
        go_on = status != HR_OK || position.text != NULL;
        if (status != HR_OK) {
            hr_fuzz_check_refusal(status, &error);
            hr_fuzz_require(list.lines > lines || *at == '\0', "what is refused is left behind");
        } else if (position.text != NULL) {
            hr_fuzz_require(read_tiles(&tiles, position.text, NULL) == HR_OK, "what is taken is a position");
            hr_fuzz_require(position.name == NULL || position.name[0] != '\0', "a name is not empty");
        }
    }
    hr_fuzz_require(*at == '\0', "all is taken");
}

static void try_drops(int width, int height, const char *text) {
    hr_drops_board board;
    hr_error error = {.status = HR_OK};
    const hr_status status = hr_drops_parse(width, height, text, &board, &error);
    if (status != HR_OK) {
        hr_fuzz_check_refusal(status, &error);
        return;
    }
    char again[HR_STATE_TEXT_MAX];
    hr_drops_board same;
    hr_drops_format(&board, again, sizeof again);
    hr_fuzz_require(hr_drops_parse(width, height, again, &same, &error) == HR_OK &&
                        memcmp(same.bit, board.bit, sizeof same.bit) == 0,
                    "a drops board's text reads back");
    for (hr_drops_cells full = hr_drops_full(&board); full != 0; full &= full - 1) {
        hr_drops_board after = board;
        const hr_drops_cells hit = hr_drops_burst(&after, (unsigned)__builtin_ctzll(full));
        hr_fuzz_require((hit & ~hr_drops_filled(&board)) == 0, "a droplet is absorbed by a cell that was not empty");
        hr_fuzz_require((hr_drops_filled(&after) & ~hr_drops_filled(&board)) == 0, "an empty cell stays empty");
        hr_fuzz_require((after.bit[2] & (after.bit[0] | after.bit[1])) == 0, "no cell holds more than 4");
    }
}

/// In each partition, that is in each lane, every tile is in one pattern.
static void try_partitions(uint8_t choice, const char *text) {
    const hr_tiles tiles = make_tiles(choice);
    hr_pattern_set set;
    hr_error error = {.status = HR_OK};
    const hr_status status = hr_pattern_set_parse(&tiles, text, &set, &error);
    if (status != HR_OK) {
        hr_fuzz_check_refusal(status, &error);
        return;
    }
    hr_fuzz_require(set.partitions >= 1 && set.partitions <= HR_SET_LANES, "a set has some partitions");
    hr_fuzz_require(set.patterns >= 1 && set.patterns <= HR_SET_PATTERNS, "a set has some patterns");
    for (int lane = 0; lane < HR_SET_LANES; lane++) {
        uint32_t seen = 0;
        for (int i = 0; i < set.patterns; i++) {
            const hr_pattern *pattern = &set.pattern[i];
            const unsigned counts = set.lanes[i] >> (8 * lane) & 255U;
            hr_fuzz_require(counts <= 1 && pattern->regions == set.regions && pattern->tiles >= 1 &&
                                pattern->tiles <= (set.regions ? HR_PATTERN_TILES_LARGE : HR_PATTERN_TILES_MAX),
                            "a pattern counts once in a partition, and has some tiles");
            for (int t = 0; counts == 1 && t < pattern->tiles; t++) {
                hr_fuzz_require(t == 0 || pattern->home[t] > pattern->home[t - 1], "homes ascend");
                hr_fuzz_require((seen >> pattern->home[t] & 1U) == 0, "a tile is in one pattern of a partition");
                seen |= 1U << pattern->home[t];
            }
        }
        const uint32_t all = ((1U << tiles.cells) - 1) & ~(1U << tiles.blank);
        hr_fuzz_require(seen == (lane < set.partitions ? all : 0), "every tile is in a pattern of each partition");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) {
        return 0;
    }
    char *text = calloc(size - 2, 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data + 3, size - 3);
    if (data[0] % 3 == 0 && data[1] >= 128) {
        try_survey((hr_metric)(data[1] % 3), text);
    } else if (data[0] % 3 == 0) {
        try_positions(data[1], text);
    } else if (data[0] % 3 == 1) {
        try_drops(data[1] % 10, data[2] % 10, text);
    } else {
        try_partitions(data[1], text);
    }
    free(text);
    return 0;
}
