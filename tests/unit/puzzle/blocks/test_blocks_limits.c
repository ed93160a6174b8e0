// SPDX-License-Identifier: MIT
// Blocks puzzles that are a line of a list, pieces as large as they may be, and numbers that are no state.

#include "../refused_texts.h"
#include "unit_test.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh"
#define BOARD "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"

/// A line of a list, with the numbers of moves and of states beside the board.
HR_TEST(test_a_board_stands_between_the_numbers_of_a_list) {
    static const refusal cases[] = {
        {BOARD, NULL},
        {"60 " BOARD " 2332\n", NULL},
        {"2332 7  " BOARD, NULL},
        {BOARD " \n\n", NULL},
        {"60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHH? 2332",
         "FILE:1:39: '?' is not a cell of a Rush Hour board: use o, . or - for empty, x for a wall, A to Z for cars; a drawing "
         "begins with 'start:'"},
        {"60 " BOARD "\n61 " BOARD "\n",
         "FILE:1:1: a file holds one Rush Hour board: write each of several boards in one line, for 'huarong survey'"},
        {"ab " BOARD, "FILE:1:1: a Rush Hour board is square, with 36 characters, 25 or 49, this one has 2"},
    };
    CHECK_TEXTS(cases);
}

HR_TEST(test_pieces_of_js2_have_up_to_64_cells) {
    for (int cells = 64; cells <= 65; cells++) {
        char text[1024] = "xsize: 32\nysize: 3\npiece: 1";
        for (int i = 0; i < cells; i++) {
            (void)snprintf(text + strlen(text), sizeof text - strlen(text), " (%d,%d)", i % 32, i / 32);
        }
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "\nput: 1 (0,0)\nwin: 1 (0,1)\n");
        const refusal one = {text, cells == 64 ? NULL : "FILE:3:438: a piece has at most 64 cells"};
        check_texts("blocks:FILE", &one, 1);
    }
}

/// Of the low five bits three are the place of `a`, one of 6, and two that of `bb`, one of 4. So in each 32 numbers 4 · 2 have no
/// such place of `a`, and in 4 · 2 of the others `a` is on one of the two cells of `bb`. The other 16 are the states if the higher
/// bits are 0.
HR_TEST(test_numbers_that_are_no_state_are_told_why) {
    static const char *const MESSAGES[] = {"", "the state's bits are not places of the pieces 'a'",
                                           "a piece 'b' overlaps another piece",
                                           "the state has more bits than the pieces have places"};
    static const int WANTED[] = {16, 4 * 8, 4 * 8, 3 * 16};
    int counts[4] = {0};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = "start: abb/...; goal: ..a"});
    for (hr_state number = 0; number < 128; number++) {
        hr_error error = {.text = ""};
        const hr_status status = hr_puzzle_validate(puzzle, &number, &error);
        int i = 0;
        while (i < 3 && strcmp(error.text, MESSAGES[i]) != 0) {
            i++;
        }
        assert_string_equal(error.text, MESSAGES[i]);
        assert_int_equal(status, i == 0 ? HR_OK : HR_USAGE);
        counts[i]++;
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(counts[i], WANTED[i]);
    }
    hr_puzzle_destroy(&puzzle);
}

/// Each of 34 pieces has a room of two cells, an exit, and the other cell as its place; one cell must be empty: 69 conditions.
HR_TEST(test_each_piece_may_have_an_exit_and_a_place) {
    static const char START[] = "A.#B.#C.#D.#E.#F.#G.#H.#I.#J.#K./"
                                "################################/"
                                ".L############################M./"
                                "################################/"
                                ".N############################O./"
                                "################################/"
                                ".P############################Q./"
                                "################################/"
                                ".R############################S./"
                                "################################/"
                                ".T############################U./"
                                "################################/"
                                ".V############################W./"
                                "################################/"
                                "X.#Y.#Z.#a.#b.#c.#d.#e.#f.#g.#h.";
    char goal[sizeof START];
    memcpy(goal, START, sizeof goal);
    for (char *at = strpbrk(goal, "." LETTERS); at != NULL; at = strpbrk(at + 2, "." LETTERS)) {
        const char first = at[0];
        at[0] = at[1];
        at[1] = first;
    }
    char text[2048];
    (void)snprintf(text, sizeof text, "start: %s;goal: _%s", START, goal + 1);
    for (const char *at = strpbrk(START, LETTERS); at != NULL; at = strpbrk(at + 1, LETTERS)) {
        const char *side = *at < 'L' ? "up" : *at > 'W' ? "down" : (*at - 'L') % 2 == 0 ? "left" : "right";
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), ";exit: %c %s", *at, side);
    }
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = text});
    hr_state states[2] = {0, 0};
    uint8_t solved[2] = {1, 0};
    assert_int_equal(hr_puzzle_parse(puzzle, START, &states[0], NULL), HR_OK);
    assert_int_equal(hr_puzzle_parse(puzzle, goal, &states[1], NULL), HR_OK);
    hr_puzzle_solved(puzzle, states, 2, solved);
    assert_int_equal(solved[0], 0);
    assert_int_equal(solved[1], 1);
    hr_puzzle_destroy(&puzzle);
}

/// Pieces of the same shape that may move in other ways are not interchangeable.
HR_TEST(test_locked_pieces_are_of_another_kind) {
    static const struct {
        const char *spec, *one, *other;
        bool same;
    } CASES[] = {
        {"blocks:start: ab./...; goal: __./...", "ab./...", "ba./...", true},
        {"blocks:start: ab./...; goal: __./...; horizontal: a", "ab./...", "ba./...", false},
        {"blocks:start: ab./...; goal: __./...; horizontal: ab", "ab./...", "ba./...", true},
        {"blocks:start: a./b./..; goal: _./_./..; vertical: a", "a./b./..", "b./a./..", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = CASES[i].spec});
        hr_state states[2] = {0, 0};
        assert_int_equal(hr_puzzle_parse(puzzle, CASES[i].one, &states[0], NULL), HR_OK);
        assert_int_equal(hr_puzzle_parse(puzzle, CASES[i].other, &states[1], NULL), HR_OK);
        assert_int_equal(states[0] == states[1], CASES[i].same);
        hr_puzzle_destroy(&puzzle);
    }
}
