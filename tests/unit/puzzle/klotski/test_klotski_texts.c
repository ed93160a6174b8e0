// SPDX-License-Identifier: MIT
// Klotski positions as texts: letters, codes, names, and what is none of these.

#include "huarong/klotski.h"
#include "huarong/puzzle.h"
#include "made_puzzle.h"
#include "puzzle/klotski/notation.h"
#include "puzzle/notation.h"
#include "unit_test.h"

HR_TEST(test_parse_accepts_all_forms) {
    static const char *const FORMS[] = {
        "横刀立马",
        "  横刀立马\n",
        "TXXTBXXBTLRTBooBo..o",
        "txxtbxxbtlrtboobo..o",
        "TXXTBXXBTLRTBOOBO__O",
        "TXXT\nBXXB\nTLRT\nBooB\no..o\n",
        "\tT X X T  B X X B  T L R T  B o o B  o . . o",
        "TXXT/BXXB/TLRT/BooB/o..o",
        "[\"TXXT\", \"BXXB\", \"TLRT\", \"BooB\", \"o..o\"]",
        "AXXB\nAXXB\nCEED\nCFGD\nH..I\n", // a letter for each piece
        "VXXVVXXVVHHVVSSVS__S",           // for each shape
        "2113/2113/4665/4775/7007",       // for each piece, but for the singles
        "[[2,1,1,3],[2,1,1,3],[4,6,6,5],[4,7,7,5],[7,0,0,7]]",
        "0112 0112 3554 3674 8..9", // dots are empty, so zeros are not
        "1A9BF0C00",
        "1A9BF0C",
        "1a9bf0c0",
    };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
        hr_state state = 0;
        hr_error error = {.text = ""};
        if (hr_puzzle_parse(puzzle, FORMS[i], &state, &error) != HR_OK) {
            fail_msg("%s: %s", FORMS[i], error.text);
        }
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(puzzle, &state, text);
        assert_string_equal(text, "TXXTBXXBTLRTBooBo..o");
        hr_puzzle_code(puzzle, &state, text);
        assert_string_equal(text, "1A9BF0C00");
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_letters_that_can_be_two_boards_are_refused) {
    static const char *const CASES[][2] = {
        {"XX..XX..SS..........", "the letters can mean XX..XX..LR.......... or XX..XX..oo..........: write X, L R, T B, o and ."},
        {"XXAAXXBB..CC..DD..EE", NULL}, // more letters than shapes: each is a piece
        {"XXHHXXHH............", "the letters can mean ooXXooXX............ or XXooXXoo............: "},
        {"QXX.QXX.TXX.........", "'Q' at 0,0 is not a board letter"},
        {"XX..XX..T...........", "the T at 0,2 has no B below it"}, // our own letters mean nothing else
    };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_state state = 0;
        hr_error error = {.text = ""};
        const hr_status status = hr_puzzle_parse(puzzle, CASES[i][0], &state, &error);
        assert_int_equal(status, CASES[i][1] == NULL ? HR_OK : HR_USAGE);
        if (CASES[i][1] != NULL && strstr(error.text, CASES[i][1]) == NULL) {
            fail_msg("%s: %s", CASES[i][0], error.text);
        }
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_text_and_code_round_trip) {
    static const char *const SPECS[] = {"klotski:4x5", "klotski:5x4", "klotski:4x8", "klotski:16x2", "klotski:5x5"};
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = SPECS[i]});
        const hr_count count = hr_puzzle_describe(puzzle)->index_count;
        enum { SAMPLES = 5000 };
        for (hr_index k = 0; k < SAMPLES; k++) {
            const hr_index index = k * (count / SAMPLES) + k % 7;
            hr_state state = 0;
            char text[HR_STATE_TEXT_MAX];
            hr_puzzle_unindex(puzzle, &index, 1, &state);
            hr_puzzle_format(puzzle, &state, text);
            hr_state again = made_state(puzzle, text);
            assert_true(again == state);
            hr_puzzle_code(puzzle, &state, text);
            assert_int_equal(strlen(text), i == 0 ? 9 : 0);
            if (i == 0) {
                assert_int_equal(hr_puzzle_parse(puzzle, text, &again, NULL), HR_OK);
                assert_true(again == state);
            }
        }
        hr_puzzle_destroy(&puzzle);
    }
}

HR_TEST(test_parse_bad_texts_refused) {
    static const struct {
        const char *spec;
        const char *text;
        const char *message;
    } CASES[] = {
        {"klotski", "", "a board is missing: give its 20 letters"},
        {"klotski", " \n\t ", "a board is missing: give its 20 letters"},
        {"klotski", "TXXTBXXBTLRTBooBo..", "a 4x5 board has 20 cells, 'TXXTBXXBTLRTBooBo..' has 19 letters"},
        {"klotski", "TXXTBXXBTLRTBooBo..oo", "a 4x5 board has 20 cells, 'TXXTBXXBTLRTBooBo..oo' has 21 letters"},
        {"klotski", "TXXTBXXBTLLTBooBo..o", "the letters form no pieces: the L at 1,2 has no R on its right"},
        {"klotski", "TXXTBXXBTRRTBooBo..o", "the letters form no pieces: the R at 1,2 has no L on its left"},
        {"klotski", "TXXTBXXBTLRTToo.o..o", "the letters form no pieces: the T at 0,2 has no B below it"},
        {"klotski", "BXXTBXXBTLRTBooBo..o", "the letters form no pieces: the B at 0,0 has no T above it"},
        {"klotski", "oXXToXXBTLRTBooBo..L", "the letters form no pieces: the L at 3,4 has no R on its right"},
        {"klotski", "oXXLRXXBTLRTBooBo..o", "the letters form no pieces: the L at 3,0 has no R on its right"}, // the R begins a row
        {"klotski", "oXXTooXXBLRTBooBo..o", "the four X from 1,0 on do not form a 2x2 square"},
        {"klotski", "oooXXooXXooo........", "the four X from 3,0 on do not form a 2x2 square"},
        {"klotski", "ToooBTooTBLRTBooBo..", "the board has no 2x2 piece: it needs four X in a square"},
        {"klotski", "XXXXXXXXTLRTBooBo..o", "the board has 8 X: a board has exactly one 2x2 piece of four X"},
        {"klotski", "XXoooooooooooooooo.o", "the board has 2 X: a board has exactly one 2x2 piece of four X"},
        {"klotski", "TXXTBXXBTLRTBooBoo.o", "there must be at least two empty cells (.); this board has 1"},
        {"klotski", "TXXTBXXBTLRTBooBooQo", "'Q' at 2,4 is not a board letter: use X, L R, T B, o and ."},
        {"klotski", "3A9BF0C00", "the CommonCode 3A9BF0C00 does not fit a 4x5 board: its 2x2 would leave the board"},
        {"klotski", "F00", "the CommonCode F00 does not fit a 4x5 board: its 2x2 would leave the board"},
        {"klotski", "1A9BF0C01",
         "the CommonCode 1A9BF0C01 does not fit a 4x5 board: there is something left when all cells are filled"},
        {"klotski", "1A9BF0C001", "the CommonCode 1A9BF0C001 does not fit a 4x5 board: it has more than 9 digits"},
        {"klotski", "2", "'2' is too short for a CommonCode: write zeros behind it if it is one"},
        {"klotski", "12", "'12' is too short for a CommonCode: write zeros behind it if it is one"},
        {"klotski", "140", "the CommonCode 140 does not fit a 4x5 board: a horizontal has no room"},
        {"klotski", "0AAAA", "the CommonCode 0AAAA does not fit a 4x5 board: a vertical has no room"},
        {"klotski", "1FFFFFFFF", "there must be at least two empty cells (.); this board has 0"},
        {"klotski", "华容道",
         "unknown opening '华容道': give 20 board letters, a CommonCode, a ShortCode or the name of an opening"},
        {"klotski", "hello", "unknown opening 'hello': give 20 board letters, a CommonCode, a ShortCode or the name of an opening"},
        {"klotski", "\x01\x7f",
         "unknown opening '?\?': give 20 board letters, a CommonCode, a ShortCode or the name of an opening"},
        {"klotski", "pennant", "'pennant' is no state of klotski:4x5, but a puzzle: write blocks:pennant"},
        {"klotski", "横刀立馬", "unknown opening '横刀立馬': did you mean 横刀立马?"},
        {"klotski", "一二三四五六七八九十一二三四五六", // the first 47 bytes would end within the last character
         "unknown opening '一二三四五六七八九十一二三四五': give 20 board letters, a CommonCode, a ShortCode or the name of an "
         "opening"},
        {"klotski", "橫刀", "unknown opening '橫刀': did you mean 橫刀立馬?"},
        {"klotski", "red donky", "unknown opening 'red donky': did you mean Red Donkey?"},
        {"klotski:5x5", "红刀立马", "unknown opening '红刀立马': give 25 board letters"},
        {"klotski:5x5", "横刀立马", "横刀立马 is an opening of the 4x5 board, not of 5x5"},
        {"klotski:5x5", "1A9BF0C00",
         "'1A9BF0C00' looks like a CommonCode, which only 4x5 boards have: give the 25 letters of the board"},
        {"klotski:5x5", "hello", "unknown opening 'hello': give 25 board letters"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = CASES[i].spec});
        hr_state state = 0;
        hr_error error = {.text = ""};
        assert_int_equal(hr_puzzle_parse(puzzle, CASES[i].text, &state, &error), HR_USAGE);
        assert_string_equal(error.text, CASES[i].message);
        hr_puzzle_destroy(&puzzle);
    }
}

/// Random texts near the accepted ones: nothing is read beyond its end, and whatever is accepted is valid and comes back.
HR_TEST(test_parse_random_texts_safe) {
    static const char ALPHABET[] = "XLRTBo._0123456789ABCDEFxlrtb \n\t\xe6\xa8\xaa\x80\xff?";
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    unsigned seed = 20261123;
    print_message("seed %u\n", seed);
    for (int i = 0; i < 20000; i++) {
        const bool mutated = i % 2 == 0;
        const size_t size = mutated ? 20 : (size_t)(seed >> 8) % 60;
        char *text = malloc(size + 1); // its own block, so that a sanitizer sees every overrun
        assert_non_null(text);
        memcpy(text, "TXXTBXXBTLRTBooBo..oTXXTBXXBTLRTBooBo..oTXXTBXXBTLRTBooBo..o", size);
        text[size] = '\0';
        for (size_t k = 0; k < (mutated ? 3 : size); k++) {
            seed = seed * 1664525U + 1013904223U;
            text[mutated ? (seed >> 16) % 20 : k] = ALPHABET[(seed >> 8) % (sizeof ALPHABET - 1)];
        }
        hr_state state = 0;
        hr_error error;
        if (hr_puzzle_parse(puzzle, text, &state, &error) == HR_OK) {
            char again[HR_STATE_TEXT_MAX];
            assert_int_equal(hr_puzzle_validate(puzzle, &state, &error), HR_OK);
            hr_puzzle_format(puzzle, &state, again);
            hr_state same = made_state(puzzle, again);
            assert_true(same == state);
        }
        free(text);
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_openings_are_read_back_in_every_notation) {
    size_t count = 0;
    const hr_klotski_opening *openings = hr_klotski_openings(&count);
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    for (size_t i = 0; i < count; i++) {
        hr_state opening = made_state(puzzle, openings[i].board);
        for (hr_notation notation = HR_NOTATION_LETTERS; notation <= HR_NOTATION_SHORT; notation++) {
            char text[HR_STATE_TEXT_MAX];
            hr_state state = 0;
            assert_true(hr_puzzle_notate(puzzle, &opening, NULL, notation, text));
            if (notation == HR_NOTATION_WESTERN && strcmp(text, "-") == 0) {
                continue; // only some openings have a western name
            }
            assert_int_equal(hr_puzzle_read_notation(puzzle, text, notation, &state, NULL), HR_OK);
            assert_true(state == opening);
            if (notation == HR_NOTATION_SHORT && strspn(text, "0123456789ABCDEF") == strlen(text)) {
                continue; // where the notation is not told, five hexadecimal digits are a CommonCode
            }
            assert_int_equal(hr_puzzle_parse(puzzle, text, &state, NULL), HR_OK);
            assert_true(state == opening);
        }
    }
    hr_state state = 0;
    assert_int_equal(hr_puzzle_read_notation(puzzle, "rEd dOnKeY", HR_NOTATION_WESTERN, &state, NULL), HR_OK);
    assert_int_equal(hr_puzzle_read_notation(puzzle, " 4wve1\n", HR_NOTATION_SHORT, &state, NULL), HR_OK);
    assert_true(state == made_state(puzzle, "横刀立马"));
    hr_puzzle_destroy(&puzzle);
}

/// The zeros at the end of a CommonCode are cut off, up to the third digit.
HR_TEST(test_a_cut_code_keeps_its_first_digits) {
    static const char *const CASES[][3] = {{"XX..XX..............", "000000000", "000"},
                                           {".XX..XX.............", "100000000", "100"},
                                           {"XXooXX..............", "0F0000000", "0F0"}};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_state state = made_state(puzzle, CASES[i][0]);
        assert_true(hr_puzzle_notate(puzzle, &state, NULL, HR_NOTATION_COMMON, text));
        assert_string_equal(text, CASES[i][1]);
        assert_true(hr_puzzle_notate(puzzle, &state, NULL, HR_NOTATION_COMMON_CUT, text));
        assert_string_equal(text, CASES[i][2]);
        hr_state again = made_state(puzzle, text);
        assert_true(again == state);
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_blanks_and_capitals_of_names_do_not_matter) {
    static const char *const SPELLINGS[] = {"Heng Dao Li Ma", "hengdaolima", "HENG DAO lima", "RedDonkey", "red  donkey"};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    hr_state opening = made_state(puzzle, "TXXTBXXBTLRTBooBo..o");
    for (size_t i = 0; i < sizeof SPELLINGS / sizeof SPELLINGS[0]; i++) {
        hr_state state = made_state(puzzle, SPELLINGS[i]);
        assert_true(state == opening);
    }
    hr_state state = 0;
    assert_int_equal(hr_puzzle_parse(puzzle, "Heng Dao Li Ma 2", &state, NULL), HR_USAGE);
    assert_int_equal(hr_puzzle_parse(puzzle, "Heng Dao Li", &state, NULL), HR_USAGE);
    hr_puzzle_destroy(&puzzle);
}

/// Every name that the help lists is read as a name, in small letters too, and a ShortCode in capitals as a code, with blanks at
/// its ends, too.
HR_TEST(test_names_are_no_short_codes) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    const char *letters = NULL;
    hr_state opening = 0;
    hr_state state = 0;
    for (size_t i = 0; hr_klotski_alias(i, &letters) != NULL; i++) {
        assert_int_equal(hr_puzzle_parse(puzzle, letters, &opening, NULL), HR_OK);
        assert_int_equal(hr_puzzle_parse(puzzle, hr_klotski_alias(i, &letters), &state, NULL), HR_OK);
        assert_true(state == opening);
    }
    assert_int_equal(hr_puzzle_parse(puzzle, "TXXTBXXBTooTBooBo..o", &opening, NULL), HR_OK);
    assert_int_equal(hr_puzzle_parse(puzzle, "pansy", &state, NULL), HR_OK);
    assert_true(state == opening);
    static const char *const CODES[] = {"PANSY", " PANSY", "PANSY\n", "\t PANSY \r\n"};
    for (size_t i = 0; i < sizeof CODES / sizeof CODES[0]; i++) {
        char code[HR_STATE_TEXT_MAX];
        assert_int_equal(hr_puzzle_parse(puzzle, CODES[i], &state, NULL), HR_OK);
        assert_true(hr_puzzle_notate(puzzle, &state, NULL, HR_NOTATION_SHORT, code));
        assert_string_equal(code, "PANSY");
    }
    assert_int_equal(hr_puzzle_parse(puzzle, "PANS Y", &state, NULL), HR_OK); // blanks within a name do not matter, a code has none
    assert_true(state == opening);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_last_short_code) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    const hr_index last = hr_puzzle_describe(puzzle)->index_count - 1;
    hr_state state = 0;
    hr_error error;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_unindex(puzzle, &last, 1, &state);
    assert_true(hr_puzzle_notate(puzzle, &state, NULL, HR_NOTATION_SHORT, text));
    assert_int_equal(hr_puzzle_read_notation(puzzle, "ZZZZZ", HR_NOTATION_SHORT, &state, &error), HR_USAGE);
    char wanted[sizeof error.text];
    (void)snprintf(wanted, sizeof wanted, "there is no ShortCode ZZZZZ: the last one is %.5s", text);
    assert_string_equal(error.text, wanted);
    text[4]++; // no character of codes is left out after the last one
    assert_int_equal(hr_puzzle_read_notation(puzzle, text, HR_NOTATION_SHORT, &state, &error), HR_USAGE);
    (void)snprintf(wanted, sizeof wanted, "there is no ShortCode %.5s: ", text);
    assert_memory_equal(error.text, wanted, strlen(wanted));
    hr_puzzle_destroy(&puzzle);
}

/// Five hexadecimal digits are the beginning of a CommonCode, in small letters, too.
HR_TEST(test_five_hexadecimal_digits_are_no_short_code) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    hr_state common = 0;
    assert_int_equal(hr_puzzle_read_notation(puzzle, "ABCDE", HR_NOTATION_COMMON, &common, NULL), HR_OK);
    hr_state state = made_state(puzzle, "abcde");
    assert_true(state == common);
    assert_int_equal(hr_puzzle_parse(puzzle, "ABCDE", &state, NULL), HR_OK);
    assert_true(state == common);
    assert_int_equal(hr_puzzle_read_notation(puzzle, "ABCDE", HR_NOTATION_SHORT, &state, NULL), HR_OK);
    assert_true(state != common);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_openings_names_unique) {
    size_t count = 0;
    const hr_klotski_opening *openings = hr_klotski_openings(&count);
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski"});
    assert_true(count >= 43);
    for (size_t i = 0; i < count; i++) {
        hr_state by_board = 1;
        hr_state by_name = made_state(puzzle, openings[i].name);
        assert_int_equal(hr_puzzle_parse(puzzle, openings[i].board, &by_board, NULL), HR_OK);
        assert_true(by_name == by_board);
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(openings[k].name, openings[i].name);
        }
    }
    hr_puzzle_destroy(&puzzle);
}
