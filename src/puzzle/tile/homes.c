// SPDX-License-Identifier: MIT
// Tile states one at a time, as arrays of homes: texts, pictures, single moves, random states. Speed does not matter here.

#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "core/try.h"
#include "puzzle/tile/tile.h"

static size_t words_of(const hr_tile *tile) { return (size_t)tile->base.info.state_words; }

/// Returns the number of cells that have a field. Where states have several words, the last cell has none.
static int stored_cells(int cells, size_t words) { return words == 1 ? cells : cells - 1; }

void hr_tile_decode(int cells, size_t words, const hr_state *state, uint8_t homes[HR_LARGE_CELLS_MAX]) {
    const int fields = (int)hr_tile_fields(words);
    const unsigned bits = hr_tile_bits(words);
    const int stored = stored_cells(cells, words);
    unsigned left = 0; // the home in the last cell: the XOR of all homes and of those in the fields
    for (int first = 0; first < stored; first += fields) {
        hr_state word = *state++;
        for (int c = first; c < first + fields && c < stored; c++, word >>= bits) {
            homes[c] = (uint8_t)(word & ((1U << bits) - 1U));
            left ^= homes[c] ^ (unsigned)c;
        }
    }
    if (stored < cells) {
        homes[stored] = (uint8_t)(left ^ (unsigned)stored);
    }
}

void hr_tile_encode(int cells, size_t words, const uint8_t homes[HR_LARGE_CELLS_MAX], hr_state *state) {
    const unsigned fields = hr_tile_fields(words);
    for (size_t w = 0; w < words; w++) {
        state[w] = 0;
    }
    for (unsigned c = 0; c < (unsigned)stored_cells(cells, words); c++) {
        state[c / fields] |= (hr_state)homes[c] << c % fields * hr_tile_bits(words);
    }
}

/// Decode a state of the puzzle.
static void take_homes(const hr_tile *tile, const hr_state *state, uint8_t homes[HR_LARGE_CELLS_MAX]) {
    hr_tile_decode(tile->cells, words_of(tile), state, homes);
}

static int find_blank(const hr_tile *tile, const uint8_t homes[HR_LARGE_CELLS_MAX]) {
    int cell = 0;
    while (homes[cell] != tile->blank) {
        cell++;
    }
    return cell;
}

bool hr_tile_is_reachable(const hr_tile *tile, const uint8_t homes[HR_LARGE_CELLS_MAX]) {
    const int cell = find_blank(tile, homes);
    int odd = abs(cell % tile->width - tile->blank % tile->width) + abs(cell / tile->width - tile->blank / tile->width);
    for (int a = 0; a < tile->cells; a++) {
        for (int b = a + 1; b < tile->cells; b++) {
            odd ^= homes[a] > homes[b];
        }
    }
    return (odd & 1) == 0;
}

/// Shuffle the pieces, from the last cell to the first. If the source cannot reach the arrangement, two tiles change places: so
/// each state comes from two shuffles.
void hr_tile_random(const hr_puzzle *puzzle, hr_random *random, hr_state *state) {
    const hr_tile *tile = hr_tile_of(puzzle);
    const int last = tile->cells - 1;
    uint8_t homes[HR_LARGE_CELLS_MAX] = {0};
    for (int i = 0; i <= last; i++) {
        const int other = (int)hr_random_below(random, (uint64_t)i + 1);
        homes[last - i] = homes[last - other];
        homes[last - other] = (uint8_t)(last - i);
    }
    if (!hr_tile_is_reachable(tile, homes)) {
        const int blank = find_blank(tile, homes);
        const int one = blank == last ? last - 1 : last;
        const int two = blank == one - 1 ? one - 2 : one - 1;
        const uint8_t kept = homes[one];
        homes[one] = homes[two];
        homes[two] = kept;
    }
    hr_tile_encode(tile->cells, words_of(tile), homes, state);
}

hr_status hr_tile_parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    const hr_tile *tile = hr_tile_of(puzzle);
    uint8_t pieces[HR_LARGE_CELLS_MAX];
    HR_TRY(hr_tile_parse_pieces(tile->width, tile->height, text, "state", pieces, error));
    for (int c = 0; c < tile->cells; c++) {
        pieces[c] = tile->home[pieces[c]];
    }
    hr_tile_encode(tile->cells, words_of(tile), pieces, state);
    return HR_OK;
}

void hr_tile_format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    const hr_tile *tile = hr_tile_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX];
    take_homes(tile, state, homes);
    for (int c = 0; c < tile->cells; c++) {
        homes[c] = tile->label[homes[c]];
    }
    hr_tile_write_numbers(homes, tile->cells, text);
}

void hr_tile_picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture) {
    const hr_tile *tile = hr_tile_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX];
    take_homes(tile, state, homes);
    hr_picture_begin(tile->width, tile->height, picture);
    picture->distinct = true;
    for (int c = 0; c < tile->cells; c++) {
        hr_picture_number(picture, c, tile->label[homes[c]]);
    }
}

static hr_status refuse_step(hr_error *error) { return hr_error_set(error, HR_USAGE, "the two states are not one move apart"); }

/// A move is told by the way that the blank goes.
hr_status hr_tile_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error) {
    const hr_tile *tile = hr_tile_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX] = {0};
    uint8_t wanted[HR_LARGE_CELLS_MAX] = {0};
    take_homes(tile, from, homes);
    take_homes(tile, to, wanted);
    const int begin = find_blank(tile, homes);
    const int end = find_blank(tile, wanted);
    *step = (hr_step){
        .piece = "tile",
        .from_x = begin % tile->width,
        .from_y = begin / tile->width,
        .to_x = end % tile->width,
        .to_y = end / tile->width,
    };
    step->direction = hr_step_direction(step);
    const int distance = abs(step->to_x - step->from_x) + abs(step->to_y - step->from_y);
    if (begin == end || step->direction == '\0' || (distance > 1 && puzzle->info.metric == HR_METRIC_UNIT)) {
        return refuse_step(error);
    }
    const int stride = (end - begin) / distance;
    for (int cell = begin; cell != end; cell += stride) { // each tile on the way goes one cell towards `begin`
        homes[cell] = homes[cell + stride];
        step->text[step->tile_count] = step->direction;
        step->tiles[step->tile_count++] = tile->label[homes[cell]];
    }
    homes[end] = (uint8_t)tile->blank;
    return memcmp(homes, wanted, (size_t)tile->cells) == 0 ? HR_OK : refuse_step(error);
}
