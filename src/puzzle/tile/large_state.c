// SPDX-License-Identifier: MIT
// Large tile states one at a time, as arrays of homes: texts, checks, pictures, single moves. Speed does not matter here.

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/tile/large.h"

void hr_large_decode(int cells, const hr_state *state, uint8_t homes[HR_LARGE_CELLS_MAX]) {
    const unsigned fields = hr_large_fields(hr_large_words(cells));
    const unsigned bits = hr_large_bits(hr_large_words(cells));
    unsigned left = 0;
    for (unsigned c = 0; c + 1 < (unsigned)cells; c++) {
        homes[c] = (uint8_t)(state[c / fields] >> c % fields * bits & ((1U << bits) - 1U));
        left ^= homes[c] ^ c;
    }
    homes[cells - 1] = (uint8_t)(left ^ (unsigned)(cells - 1));
}

void hr_large_encode(const hr_large *large, const uint8_t homes[HR_LARGE_CELLS_MAX], hr_state *state) {
    for (int w = 0; w < large->base.info.state_words; w++) {
        state[w] = 0;
    }
    for (int c = 0; c < large->cells - 1; c++) {
        state[large->word[c]] |= (hr_state)homes[c] << large->shift[c];
    }
}

static int find_blank(const hr_large *large, const uint8_t homes[HR_LARGE_CELLS_MAX]) {
    int cell = 0;
    while (homes[cell] != large->blank) {
        cell++;
    }
    return cell;
}

/// The parity of the permutation must be that of the blank's distance from home, as in hr_tile_is_reachable.
bool hr_large_is_reachable(const hr_large *large, const uint8_t homes[HR_LARGE_CELLS_MAX]) {
    const int cell = find_blank(large, homes);
    int odd = abs(cell % large->width - large->blank % large->width) + abs(cell / large->width - large->blank / large->width);
    for (int a = 0; a < large->cells; a++) {
        for (int b = a + 1; b < large->cells; b++) {
            odd ^= homes[a] > homes[b];
        }
    }
    return (odd & 1) == 0;
}

/// Shuffle the pieces, from the last cell to the first. If the source cannot reach the arrangement, two tiles change places: so
/// each state comes from two shuffles.
void hr_large_random(const hr_puzzle *puzzle, hr_random *random, hr_state *state) {
    const hr_large *large = hr_large_of(puzzle);
    const int last = large->cells - 1;
    uint8_t homes[HR_LARGE_CELLS_MAX] = {0};
    for (int i = 0; i <= last; i++) {
        const int other = (int)hr_random_below(random, (uint64_t)i + 1);
        homes[last - i] = homes[last - other];
        homes[last - other] = (uint8_t)(last - i);
    }
    if (!hr_large_is_reachable(large, homes)) {
        const int blank = find_blank(large, homes);
        const int one = blank == last ? last - 1 : last;
        const int two = blank == one - 1 ? one - 2 : one - 1;
        const uint8_t kept = homes[one];
        homes[one] = homes[two];
        homes[two] = kept;
    }
    hr_large_encode(large, homes, state);
}

/// Does each home stand once in `homes[0..cells)`?
static bool is_arrangement(const hr_large *large, const uint8_t homes[HR_LARGE_CELLS_MAX]) {
    uint64_t seen = 0;
    for (int c = 0; c < large->cells; c++) {
        seen |= UINT64_C(1) << homes[c];
    }
    return seen == (UINT64_C(1) << large->cells) - 1;
}

hr_status hr_large_validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error) {
    const hr_large *large = hr_large_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX];
    hr_state again[HR_LARGE_WORDS_MAX];
    hr_large_decode(large->cells, state, homes);
    hr_large_encode(large, homes, again);
    if (!is_arrangement(large, homes) || !hr_words_equal(again, state, (size_t)puzzle->info.state_words)) {
        return hr_error_set(error, HR_USAGE, "these words are not a state of a tile puzzle with %d cells", large->cells);
    }
    if (!hr_large_is_reachable(large, homes)) {
        uint8_t numbers[HR_LARGE_CELLS_MAX];
        char text[HR_STATE_TEXT_MAX];
        hr_large_decode(large->cells, large->goal, homes);
        for (int c = 0; c < large->cells; c++) {
            numbers[c] = large->label[homes[c]];
        }
        hr_large_format(puzzle, state, text);
        return hr_tile_refuse_parity(large->width, large->height, numbers, text, error);
    }
    return HR_OK;
}

hr_status hr_large_parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    const hr_large *large = hr_large_of(puzzle);
    uint8_t pieces[HR_LARGE_CELLS_MAX];
    HR_TRY(hr_tile_parse_pieces(large->width, large->height, text, "state", pieces, error));
    for (int c = 0; c < large->cells; c++) {
        pieces[c] = large->home[pieces[c]];
    }
    hr_large_encode(large, pieces, state);
    return HR_OK;
}

void hr_large_format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    const hr_large *large = hr_large_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX];
    hr_large_decode(large->cells, state, homes);
    for (int c = 0; c < large->cells; c++) {
        homes[c] = large->label[homes[c]];
    }
    hr_tile_write_numbers(homes, large->cells, text);
}

void hr_large_picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture) {
    const hr_large *large = hr_large_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX];
    hr_large_decode(large->cells, state, homes);
    hr_picture_begin(large->width, large->height, picture);
    picture->distinct = true;
    for (int c = 0; c < large->cells; c++) {
        hr_picture_number(picture, c, large->label[homes[c]]);
    }
}

hr_status hr_large_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error) {
    const hr_large *large = hr_large_of(puzzle);
    uint8_t homes[HR_LARGE_CELLS_MAX] = {0};
    uint8_t wanted[HR_LARGE_CELLS_MAX] = {0};
    hr_large_decode(large->cells, from, homes);
    hr_large_decode(large->cells, to, wanted);
    const int begin = find_blank(large, homes);
    const int end = find_blank(large, wanted);
    hr_tile_begin_step(large->width, begin, end, step);
    const int distance = abs(step->to_x - step->from_x) + abs(step->to_y - step->from_y);
    if (begin == end || step->direction == '\0' || (distance > 1 && puzzle->info.metric == HR_METRIC_UNIT)) {
        return hr_tile_refuse_step(error);
    }
    const int stride = (end - begin) / distance;
    for (int cell = begin; cell != end; cell += stride) { // each tile on the way goes one cell towards `begin`
        homes[cell] = homes[cell + stride];
        step->text[step->tile_count] = step->direction;
        step->tiles[step->tile_count++] = large->label[homes[cell]];
    }
    homes[end] = (uint8_t)large->blank;
    return memcmp(homes, wanted, (size_t)large->cells) == 0 ? HR_OK : hr_tile_refuse_step(error);
}
