// SPDX-License-Identifier: MIT
// Permutation puzzles against pieces that are carried one by one, their texts, and files that are refused.

#include "puzzle/perm/perm.h"

#include "../refused_texts.h"
#include "core/random.h"
#include "made_puzzle.h"

/// Distinct and alike pieces, pieces that are turned, a set that no move changes, a place that none does, and states of two words.
static const char MIXED[] =
    "Name Mixed\n# a comment; it ends here\nSet A 5 3\nSet B 40 1\nSet STILL 2 1\nSet C 2 127\nSolved\nB\n"
    "1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 9\nA\n1 2 3 4 5\n0 1 2 0 0\n"
    "End\nMove turn\nA\n2 3 1 4 5\n1 0 2 0 0\nC\n2 1\n1 2\nEnd\nMove Xv\nA\n2 1 3 4 5\nEnd\nMove swap\nB\n"
    "40 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39\n"
    "A\n1 2 4 3 5\nEnd\n";

/// A position, piece by piece.
typedef struct position {
    int piece[HR_PERM_PLACES_MAX];
    int turn[HR_PERM_PLACES_MAX];
} position;

static void make_generator(const hr_perm_definition *p, const hr_perm_generator *generator, position *at) {
    const position before = *at;
    for (int s = 0; s < p->set_count; s++) {
        for (int i = p->sets[s].first; i < p->sets[s].first + p->sets[s].size; i++) {
            at->piece[i] = before.piece[generator->from[i]];
            at->turn[i] = (before.turn[generator->from[i]] + generator->twist[i]) % p->sets[s].turns;
        }
    }
}

/// The text of a position, without the set that no move changes.
static void write_position(const hr_perm_definition *p, const position *at, char text[HR_STATE_TEXT_MAX]) {
    size_t used = 0;
    for (int s = 0; s < p->set_count; s++) {
        for (int i = p->sets[s].first; i < p->sets[s].first + p->sets[s].size && strcmp(p->sets[s].name, "STILL") != 0; i++) {
            used += (size_t)snprintf(text + used, HR_STATE_TEXT_MAX - used, "%s%d", used == 0 ? "" : " ", at->piece[i]);
            used += at->turn[i] == 0 ? 0 : (size_t)snprintf(text + used, HR_STATE_TEXT_MAX - used, "+%d", at->turn[i]);
        }
    }
}

HR_TEST(test_a_walk_is_that_of_pieces_carried_one_by_one) {
    hr_error error = {.text = ""};
    hr_perm_definition definition = {.name = ""};
    HR_TEST_OK(hr_perm_read("mixed", MIXED, &definition, &error), error);
    assert_int_equal(definition.generator_count, 2); // Xv turns the whole puzzle
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "perm:mixed", .text = MIXED});
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    assert_string_equal(info->spec, "perm:Mixed");
    assert_int_equal(info->max_successors, 4); // each move, and each backwards
    assert_int_equal(info->state_words, 4);
    position at = {.piece = {0}};
    for (int i = 0; i < definition.place_count; i++) {
        at.piece[i] = definition.piece[i];
        at.turn[i] = definition.turn[i];
    }
    hr_random random = {.seed = 1};
    hr_state states[HR_STATE_WORDS_MAX];
    hr_state successors[4 * HR_STATE_WORDS_MAX];
    uint64_t cursor = 0;
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, states, 1), 1);
    for (int i = 0; i < 1000; i++) {
        const uint64_t g = hr_random_below(&random, 2);
        make_generator(&definition, &definition.generators[g], &at);
        assert_int_equal(hr_puzzle_expand(puzzle, states, 1, successors, NULL), 4);
        hr_step step;
        HR_TEST_OK(hr_puzzle_step(puzzle, states, successors + 2 * g * 4, &step, &error), error);
        assert_string_equal(step.text, g == 0 ? "turn" : "swap");
        memcpy(states, successors + 2 * g * 4, 4 * sizeof *states);
        char wanted[HR_STATE_TEXT_MAX];
        char text[HR_STATE_TEXT_MAX];
        hr_state again[HR_STATE_WORDS_MAX];
        write_position(&definition, &at, wanted);
        hr_puzzle_format(puzzle, states, text);
        assert_string_equal(text, wanted);
        HR_TEST_OK(hr_puzzle_parse(puzzle, text, again, &error), error);
        assert_memory_equal(again, states, 4 * sizeof *states);
        HR_TEST_OK(hr_puzzle_validate(puzzle, states, &error), error);
    }
    hr_puzzle_destroy(&puzzle);
    free(definition.generators);
}

static const char ROTOR[] = "Set A 5 1;Solved;End;Move r;A;2 3 4 5 1;End;Move s2;A;2 1 3 4 5;End";

HR_TEST(test_moves_and_their_powers_are_read) {
    static const struct {
        const char *moves;
        const char *text;
    } cases[] = {{"r", "2 3 4 5 1"},   {"r r", "3 4 5 1 2"},     {"r2", "3 4 5 1 2"},  {"r'", "5 1 2 3 4"},
                 {"r2'", "4 5 1 2 3"}, {"r12", "3 4 5 1 2"},     {"s2", "2 1 3 4 5"},  {"s22", "1 2 3 4 5"},
                 {"s2'", "2 1 3 4 5"}, {" r\ts2 ", "3 2 4 5 1"}, {"r'2", "4 5 1 2 3"}, {"2 1 3 4 5", "2 1 3 4 5"}};
    static const hr_metric metrics[] = {HR_METRIC_UNIT, HR_METRIC_SLIDE};
    for (size_t m = 0; m < 2; m++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "perm:rotor", .metric = metrics[m], .text = ROTOR});
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            char text[HR_STATE_TEXT_MAX];
            const hr_state state = made_state(puzzle, cases[i].moves);
            hr_puzzle_format(puzzle, &state, text);
            assert_string_equal(text, cases[i].text);
        }
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_texts_that_are_no_states_are_refused) {
    static const char *const texts[] = {"q",          "r q",         "r1000",         "1 2 3 4",   "1 2 3 4 5 1", "1 1 3 4 5",
                                        "1 2 3 4 6",  "1+1 2 3 4 5", "1 2 3 4 5+",    "'",         "2",           "0 1 2 3 4",
                                        "1 2 3 4 +5", "1 2 3 4 256", "1 2 3 4 99999", "1 2 3 4 5x"};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "perm:rotor", .text = ROTOR});
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        hr_error error = {.text = ""};
        hr_state state = 0;
        assert_int_equal(hr_puzzle_parse(puzzle, texts[i], &state, &error), HR_USAGE);
        assert_non_null(strstr(error.text, "write moves from the solved puzzle, as in r, or the pieces, as in 1 2 3 4 5"));
    }
    hr_puzzle_destroy(&puzzle);
}

#define A3 "Set A 3 2\nSolved\nEnd\n"

HR_TEST(test_wrong_files_are_refused_with_their_place) {
    static const refusal cases[] = {
        {A3 "Move m\nA\n2 1 3\nEnd\n", NULL},
        {A3 "  Move  m \r\n\r\n A\r\n2 1 3\r\n0 1 0\r\nEnd", NULL},
        {"", "FILE: the puzzle has no moves"},
        {A3, "FILE: the puzzle has no moves"},
        {"Sett A 3 1\n", "FILE:1:1: 'Sett' is not taken: use Name, Set, Solved and Move"},
        {A3 "Illegal A 1 2\n", "FILE:4:1: 'Illegal' is not taken: use Name, Set, Solved and Move"},
        {"Name\n", "FILE:1:1: the name of the puzzle is missing"},
        {"# one\n\nSet A\n", "FILE:3:1: a number is missing"},
        {"Set A 3 x\n", "FILE:1:9: 'x' is no number"},
        {"Set A 0 1\n", "FILE:1:7: the number must be from 1 to 255"},
        {"Set A 3 99999999999999999999\n", "FILE:1:9: the number must be from 1 to 255"},
        {"Set A 3 1\nSet A 3 1\n", "FILE:2:5: there is a set A already"},
        {"Set A12345678901234567890123456789012345 3 1\n", "FILE:1:5: the name of the set is too long: use at most 31 characters"},
        {"Solved\nEnd\n", "FILE:1:1: the sets must stand first, then the solved position, then the moves"},
        {A3 "Set B 3 1\n", "FILE:4:1: the sets must stand before the solved position"},
        {A3 "Solved\nEnd\n", "FILE:4:1: there is a solved position already"},
        {"Set A 3 2\nSolved\nA\n1 2\nEnd\n", "FILE:4:1: the line has 2 numbers, and the set A has 3 places"},
        {"Set A 3 2\nSolved\nA\n1 2 3 4\nEnd\n", "FILE:4:7: the line has 4 numbers, and the set A has 3 places"},
        {"Set A 3 2\nSolved\nA\n1 ? 3\nEnd\n", "FILE:4:3: '?' is no number"},
        {"Set A 3 2\nSolved\nA\n1 2 3\n0 2 0\nEnd\n", "FILE:5:3: the number must be from 0 to 1"},
        {"Set A 3 2\nSolved\nB\nEnd\n", "FILE:3:1: there is no set 'B'"},
        {"Set A 3 2\nSolved\nA\n1 2 3\nA\n1 2 3\nEnd\n", "FILE:5:1: the set A is there twice"},
        {"Set A 3 2\nSolved\nA\n1 2 3\n", "FILE:4:1: the line 'End' is missing"},
        {A3 "Move m\nA\n1 1 3\nEnd\n", "FILE:7:1: the move m is no permutation of the set A: write each of 1 to 3 once"},
        {A3 "Move m\nA\n1 2 4\nEnd\n", "FILE:7:1: the move m is no permutation of the set A: write each of 1 to 3 once"},
        {A3 "Move m\nA\n2 1 3\nEnd\nMove m\nEnd\n", "FILE:8:6: there is a move m already"},
        {"Set A 129 2\nSolved\nEnd\nMove m\nEnd\n",
         "the set A is too large: the greatest piece times the ways of turning it is 258, and may be 256"},
        {"Set A 200 2\nSolved\nEnd\nMove m\nEnd\n", "the puzzle is too large: a state's text would need 1200 characters"},
        {A3 "Move m\nEnd\n", "no move of the puzzle changes anything"},
        {"Set A 3 1\nSolved\nEnd\nMove m'\nA\n2 3 1\nEnd\nMove m\nA\n2 3 1\nEnd\n",
         "two moves have the name m': give one another name"},
        {"Set A 3 1 Set B 3 1\n", "FILE:1:11: the line must end before this word"},
        {"Name A b\n", "FILE:1:8: the line must end before this word"},
        {"Set A 3 1\nSolved now\nEnd\n", "FILE:2:8: the line must end before this word"},
        {"Set A 3 1\nSolved\nA 1 2 3\nEnd\n", "FILE:3:3: the line must end before this word"},
        {A3 "Move m\nEnd of it\n", "FILE:5:5: the line must end before this word"},
        {A3 "Move m n\n", "FILE:4:8: the line must end before this word"},
        {"Set A 3 2\nSolved\nA\n1 2 3\n? ? ?\nEnd\n", "FILE:5:1: '?' is not taken: write how each piece is turned"},
        {A3 "Move m; A;; 2 1 3; 9 9 9;End\n", "FILE:4:20: the number must be from 0 to 1"},
    };
    check_texts("perm:FILE", cases, sizeof cases / sizeof cases[0]);
}
