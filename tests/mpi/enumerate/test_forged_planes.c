// SPDX-License-Identifier: MIT
// Checkpoints of the plane engine that hold something impossible under right checksums are refused, with the reason, and the run
// goes on from the one before.
// Ranks: 1 3

#include "forged_run.h"

/// Sections of the plane engine.
enum { REACHED = 1, SECOND = 2, SMALLEST = 3, INDICES = 4, OTHER = 50 };

static const setting PLANES = {.puzzle = {.spec = "tile:2x4"}, .planes = true, .depth = 14};
static const setting EARLY = {.puzzle = {.spec = "tile:2x4"}, .planes = true, .depth = 2};

static void negative_layer(void *context, hr_forge *forge) {
    (void)context;
    *forged_layer(forge, 2, SECONDS) = hr_checkpoint_word(-1);
}

static void set_bit(hr_forge_block *block, uint64_t key, int bit) {
    const size_t at = (size_t)(key - block->first);
    hr_forge_set_word(block, at, hr_forge_word(block, at) | UINT64_C(1) << bit);
}

/// A bit that no state has, in both planes of a cell of the colour that comes next: of that colour there may be more states than
/// the record says.
static void unused_bit(void *context, hr_forge *forge) {
    (void)context;
    const uint64_t plane_words = 42; // 7!/120; cell 1 is next to be reached after an even layer, the blank starts in cell 7
    set_bit(hr_forge_find(forge, REACHED, plane_words), plane_words, 63);
    set_bit(hr_forge_find(forge, SECOND, plane_words), plane_words, 63);
}

static void foreign_second(void *context, hr_forge *forge) {
    (void)context;
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
static void lost_state(void *context, hr_forge *forge) {
    (void)context;
    lose_state(forge, CELLS_EVEN, 0);
}

/// Of the colour that comes next there may be more states than the record says, but not fewer.
static void lost_state_of_the_other_colour(void *context, hr_forge *forge) {
    (void)context;
    lose_state(forge, CELLS_ODD, 1);
}

/// A state gets a distance that is 2 more or less, mod 4.
static void another_distance(void *context, hr_forge *forge) {
    (void)context;
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

/// Leave out a block of this section that has no bits.
static void leave_out_empty(const hr_forge *forge, uint64_t section) {
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *block = &forge->blocks[i];
        uint64_t any = 0;
        for (size_t k = 0; k < block->size / sizeof any; k++) {
            any |= hr_forge_word(block, k);
        }
        if (block->section == section && any == 0) {
            block->section = OTHER;
            return;
        }
    }
    fail_msg("all blocks have bits");
}

static void missing_words(void *context, hr_forge *forge) {
    (void)context;
    leave_out_empty(forge, REACHED);
}

static void missing_second_words(void *context, hr_forge *forge) {
    (void)context;
    leave_out_empty(forge, SECOND);
}

/// Let the last layer's list be of `noted` states, of which `count` are there, without indices.
static hr_forge_block *set_list(hr_forge *forge, uint64_t noted, size_t count) {
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *block = &forge->blocks[i];
        block->section = block->first == 0 && block->section == INDICES ? OTHER : block->section; // of each rank
    }
    return hr_forge_list(forge, SMALLEST, noted, count);
}

static void less_listed(void *context, hr_forge *forge) {
    (void)context;
    (void)set_list(forge, 3, 0);
}

static void more_noted(void *context, hr_forge *forge) {
    (void)context;
    hr_forge_block *block = hr_forge_find(forge, SMALLEST, 0);
    hr_forge_set_word(block, 0, hr_forge_word(block, 0) + 100000);
}

/// List this state of tile:2x4.
static void list_state(hr_forge *forge, const char *text) {
    hr_puzzle *puzzle = NULL;
    hr_state state = 0;
    assert_int_equal(hr_puzzle_create(&PLANES.puzzle, &puzzle, NULL), HR_OK);
    assert_int_equal(hr_puzzle_parse(puzzle, text, &state, NULL), HR_OK);
    hr_forge_set_word(set_list(forge, 1, 1), 1, state);
    hr_puzzle_destroy(&puzzle);
}

/// A state of the space's last layer, with the blank on a cell of the right colour.
static void unreached_state(void *context, hr_forge *forge) {
    (void)context;
    list_state(forge, "0 7 6 5 3 4 1 2");
}

/// A state of layer 1: layer 14 is even.
static void state_of_the_other_colour(void *context, hr_forge *forge) {
    (void)context;
    list_state(forge, "1 2 3 4 5 6 0 7");
}

static const char OTHER_STATES[] = "its states are not those of layers 0 to 14";
static const char LENGTH[] = "its list of a layer's states has another length";
static const char UNREACHED[] = "it lists a state that has not been reached";

static const forgery FORGERIES[] = {
    {"a layer that ended before it began", &PLANES, negative_layer, "its record of layers makes no sense"},
    {"bits that no state has", &PLANES, unused_bit, "its words are not those of this board"},
    {"a distance of what is not reached", &PLANES, foreign_second, OTHER_STATES},
    {"a state less", &PLANES, lost_state, OTHER_STATES},
    {"a state less of the other colour", &PLANES, lost_state_of_the_other_colour, OTHER_STATES},
    {"another distance", &PLANES, another_distance, OTHER_STATES},
    {"words that are missing", &EARLY, missing_words, "its states are not those of layers 0 to 2"},
    {"words of distances that are missing", &EARLY, missing_second_words, "its states are not those of layers 0 to 2"},
    {"a list that is too short", &PLANES, less_listed, LENGTH},
    {"more noted states than the layer has", &PLANES, more_noted, LENGTH},
    {"a listed state that is not reached", &PLANES, unreached_state, UNREACHED},
    {"a listed state of another layer", &PLANES, state_of_the_other_colour, UNREACHED},
};

static void test_what_no_run_has_written_is_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof FORGERIES / sizeof FORGERIES[0]; i++) {
        check(&FORGERIES[i]);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_what_no_run_has_written_is_refused),
};
HR_MPI_TEST_MAIN(tests)
