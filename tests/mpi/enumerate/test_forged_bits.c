// SPDX-License-Identifier: MIT
// Checkpoints of searches with bits that hold something impossible under right checksums are refused, with the reason, and the run
// goes on from the one before.
// Ranks: 1 3

#include "forged_run.h"

/// Sections of a checkpoint. Only planes have distances; home rows have the section of distances.
enum { REACHED = 1, SECOND = 2, HOMES = SECOND, SMALLEST = 3, OTHER = 50 };

static const setting PLANES = {.puzzle = {.spec = "tile:2x4"}, .bits = true, .depth = 14};
static const setting LINES = {.puzzle = {.spec = "tile:2x4", .metric = HR_METRIC_SLIDE}, .bits = true, .depth = 12};

static void negative_layer(void *context, hr_forge *forge) { *forged_layer(forge, 2, SECONDS) = hr_checkpoint_word(-1); }

static void set_bit(hr_forge_block *block, uint64_t key, int bit) {
    const size_t at = (size_t)(key - block->first);
    hr_forge_set_word(block, at, hr_forge_word(block, at) | UINT64_C(1) << bit);
}

/// A bit that no state has.
static void unused_bit(void *context, hr_forge *forge) { set_bit(hr_forge_find(forge, REACHED, 0), 0, 63); }

static void missing_words(void *context, hr_forge *forge) { hr_forge_find(forge, REACHED, 0)->section = OTHER; }

/// Words of distances, or home rows.
static void missing_second(void *context, hr_forge *forge) { hr_forge_find(forge, SECOND, 0)->section = OTHER; }

/// The second block gets the words of the first one, so that its own are missing, but not in number.
static void words_twice(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, REACHED, 0);
    hr_forge_block *other = hr_forge_find(forge, REACHED, block->last + 1);
    assert_int_equal(block->size, other->size);
    other->first = block->first;
    other->last = block->last;
}

static void another_size(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, REACHED, 0);
    hr_forge_resize(block, block->size + 4);
}

static void words_beyond_the_board(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, REACHED, 0);
    block->first += UINT64_C(1) << 40;
    block->last += UINT64_C(1) << 40;
}

static void home_beyond_the_board(void *context, hr_forge *forge) { hr_forge_set_word(hr_forge_find(forge, HOMES, 0), 1, 5); }

static void foreign_second(void *context, hr_forge *forge) {
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *second = &forge->blocks[i];
        for (uint64_t key = second->first; second->section == SECOND && key <= second->last; key++) {
            const hr_forge_block *reached = hr_forge_find(forge, REACHED, key);
            const uint64_t free = ~hr_forge_word(reached, key - reached->first) & ((UINT64_C(1) << 60) - 1);
            if (free != 0) {
                set_bit(second, key, __builtin_ctzll(free));
                return;
            }
        }
    }
    fail_msg("all states are reached");
}

/// Clear a bit of the planes of the cells `cells`: of a state whose bit in the second planes is `second`, which is cleared, too.
static void lose_state(hr_forge *forge, unsigned cells, unsigned second) {
    const uint64_t plane_words = 42; // 7!/120
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *reached = &forge->blocks[i];
        for (uint64_t key = reached->first; reached->section == REACHED && key <= reached->last; key++) {
            hr_forge_block *distances = hr_forge_find(forge, SECOND, key);
            const uint64_t word = hr_forge_word(reached, key - reached->first);
            const uint64_t bits = hr_forge_word(distances, key - distances->first);
            const uint64_t fitting = word & (second != 0 ? bits : ~bits);
            if (fitting != 0 && (cells >> key / plane_words & 1U) != 0) {
                const uint64_t left_out = fitting & -fitting;
                hr_forge_set_word(reached, key - reached->first, word & ~left_out);
                hr_forge_set_word(distances, key - distances->first, bits & ~left_out);
                return;
            }
        }
    }
    fail_msg("no state is reached");
}

/// Cells of a board of two columns, by the colour of a chessboard. After an even layer the blank is on a cell of the last one's.
enum { CELLS_EVEN = 0x99, CELLS_ODD = 0x66 };

/// Not a state of layer 14, which has bits in the second planes.
static void lost_state(void *context, hr_forge *forge) { lose_state(forge, CELLS_EVEN, 0); }

/// Of the colour that comes next there may be more states than the record says, but not fewer.
static void lost_state_of_the_other_colour(void *context, hr_forge *forge) { lose_state(forge, CELLS_ODD, 1); }

/// A state gets a distance that is 2 more or less, mod 4.
static void another_distance(void *context, hr_forge *forge) {
    for (size_t i = 0; i < forge->block_count; i++) {
        const hr_forge_block *reached = &forge->blocks[i];
        for (uint64_t key = reached->first; reached->section == REACHED && key <= reached->last; key++) {
            hr_forge_block *second = hr_forge_find(forge, SECOND, key);
            const uint64_t near = hr_forge_word(reached, key - reached->first) & ~hr_forge_word(second, key - second->first);
            if (near != 0) {
                set_bit(second, key, __builtin_ctzll(near));
                return;
            }
        }
    }
    fail_msg("no state is reached");
}

static void less_listed(void *context, hr_forge *forge) { (void)hr_forge_list(forge, SMALLEST, 3, 0); }

static void more_noted(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, SMALLEST, 0);
    hr_forge_set_word(block, 0, hr_forge_word(block, 0) + 100000);
}

static void garbage_in_a_list(void *context, hr_forge *forge) {
    hr_forge_block *block = hr_forge_find(forge, SMALLEST, 0);
    hr_forge_resize(block, 16);
    hr_forge_set_word(block, 1, UINT64_C(0x123456789abcdef0));
}

static void half_a_list(void *context, hr_forge *forge) { hr_forge_resize(hr_forge_find(forge, SMALLEST, 1), 12); }

/// List this state.
static void list_state(const setting *set, hr_forge *forge, const char *text) {
    hr_puzzle *puzzle = made_puzzle(&set->puzzle);
    hr_state state = made_state(puzzle, text);
    hr_forge_set_word(hr_forge_list(forge, SMALLEST, 1, 1), 1, state);
    hr_puzzle_destroy(&puzzle);
}

/// A state of the space's last layer, for planes with the blank on a cell of the right colour.
static void unreached_state(void *context, hr_forge *forge) {
    const setting *set = context;
    list_state(set, forge, set->puzzle.metric == HR_METRIC_UNIT ? "0 7 6 5 3 4 1 2" : "7 6 0 3 5 4 1 2");
}

/// A state of layer 1: layer 14 is even.
static void state_of_the_other_colour(void *context, hr_forge *forge) { list_state(context, forge, "1 2 3 4 5 6 0 7"); }

static const char OTHER_STATES[] = "its states are not those of layers 0 to 14";
static const char WORDS[] = "its words are not those of this board";
static const char MISSING[] = "words of its planes are missing";
static const char LIST[] = "its list of a layer's states is not of this board";
static const char LENGTH[] = "its list of a layer's states has another length";
static const char UNREACHED[] = "it lists a state that has not been reached";
static const char HOME[] = "its home rows are not those of this board";

static const forgery FORGERIES[] = {
    {"a layer that ended before it began", &PLANES, negative_layer, "its record of layers makes no sense"},
    {"bits that no state has", &PLANES, unused_bit, WORDS},
    {"bits that no line has", &LINES, unused_bit, WORDS},
    {"words that are missing", &PLANES, missing_words, MISSING},
    {"words of lines that are missing", &LINES, missing_words, "words of its lines are missing"},
    {"words of distances that are missing", &PLANES, missing_second, MISSING},
    {"words that are there twice", &PLANES, words_twice, "words of its planes "},
    {"words of lines that are there twice", &LINES, words_twice, "words of its lines "},
    {"a part of a word", &PLANES, another_size, WORDS},
    {"a part of a word of lines", &LINES, another_size, WORDS},
    {"words beyond the board", &PLANES, words_beyond_the_board, WORDS},
    {"words of lines beyond the board", &LINES, words_beyond_the_board, WORDS},
    {"a home row beyond the board", &LINES, home_beyond_the_board, HOME},
    {"no home rows", &LINES, missing_second, "it has no home rows"},
    {"a distance of what is not reached", &PLANES, foreign_second, OTHER_STATES},
    {"a state less", &PLANES, lost_state, OTHER_STATES},
    {"a state less of the other colour", &PLANES, lost_state_of_the_other_colour, OTHER_STATES},
    {"another distance", &PLANES, another_distance, OTHER_STATES},
    {"a listed state that is none", &PLANES, garbage_in_a_list, LIST},
    {"a listed state of lines that is none", &LINES, garbage_in_a_list, LIST},
    {"a part of a list", &PLANES, half_a_list, LIST},
    {"a part of a list of lines", &LINES, half_a_list, LIST},
    {"a list that is too short", &PLANES, less_listed, LENGTH},
    {"a list of lines that is too short", &LINES, less_listed, LENGTH},
    {"more noted states than the layer has", &PLANES, more_noted, LENGTH},
    {"more noted states of lines than the layer has", &LINES, more_noted, LENGTH},
    {"a listed state that is not reached", &PLANES, unreached_state, UNREACHED},
    {"a listed state of lines that is not reached", &LINES, unreached_state, UNREACHED},
    {"a listed state of another layer", &PLANES, state_of_the_other_colour, UNREACHED},
};

HR_TEST(test_what_no_run_has_written_is_refused) {
    for (size_t i = 0; i < sizeof FORGERIES / sizeof FORGERIES[0]; i++) {
        check(&FORGERIES[i]);
    }
}
