// SPDX-License-Identifier: MIT
#include "report/page/groups.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/picture.h"
#include "puzzle/words.h"

enum { LETTERS_MAX = HR_PICTURE_PIECES_MAX };

/// Are the letters `a` and `b` in the text of *state those of pieces that stand for each other? Then the text with one in the
/// place of the other means the same state.
static bool stand_for_each_other(const hr_puzzle *puzzle, const hr_state *state, char a, char b) {
    char text[HR_STATE_TEXT_MAX];
    hr_state other[HR_STATE_WORDS_MAX];
    hr_puzzle_format(puzzle, state, text);
    for (char *at = text; *at != '\0'; at++) {
        *at = *at == a ? b : *at == b ? a : *at;
    }
    return hr_puzzle_parse(puzzle, text, other, NULL) == HR_OK && hr_words_equal(other, state, hr_puzzle_words(puzzle));
}

/// Set *picture to the picture of the state, and write the letters of all pieces, fixed ones too, in the order in which they occur
/// in the state's text.
static void find_letters(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture, char letters[LETTERS_MAX + 1]) {
    char text[HR_STATE_TEXT_MAX];
    bool is_piece[UCHAR_MAX + 1] = {false};
    size_t count = 0;
    hr_puzzle_picture(puzzle, state, picture);
    for (int i = 0; i < picture->piece_count; i++) {
        is_piece[(unsigned char)picture->pieces[i].label[0]] = true;
    }
    hr_puzzle_format(puzzle, state, text);
    for (const char *at = text; *at != '\0'; at++) {
        if (is_piece[(unsigned char)*at] && count < LETTERS_MAX) {
            letters[count++] = *at;
            is_piece[(unsigned char)*at] = false;
        }
    }
    letters[count] = '\0';
}

/// Add to `groups` the first of `letters` with all letters of pieces that stand for its piece, and take these out of `letters`.
static bool add_group(const hr_puzzle *puzzle, const hr_state *state, char *letters, json_t *groups) {
    char group[LETTERS_MAX];
    size_t count = 1;
    char *rest = letters;
    group[0] = letters[0];
    for (const char *at = letters + 1; *at != '\0'; at++) {
        if (stand_for_each_other(puzzle, state, group[0], *at)) {
            group[count++] = *at;
        } else {
            *rest++ = *at;
        }
    }
    *rest = '\0';
    return json_array_append_new(groups, json_stringn(group, count)) == 0;
}

hr_status hr_page_groups(const hr_puzzle *puzzle, const hr_state *state, json_t **groups, hr_error *error) {
    char letters[LETTERS_MAX + 1] = "";
    hr_picture *picture = malloc(sizeof *picture);
    *groups = json_array();
    bool complete = picture != NULL && *groups != NULL;
    if (complete) {
        find_letters(puzzle, state, picture, letters);
    }
    while (complete && letters[0] != '\0') {
        complete = add_group(puzzle, state, letters, *groups);
    }
    free(picture);
    if (!complete) {
        json_decref(*groups);
        *groups = NULL;
        return hr_error_set(error, HR_INTERNAL, "out of memory for the pieces of the page");
    }
    return HR_OK;
}

hr_status hr_page_exit(const hr_puzzle *puzzle, const hr_state *state, json_t **cells, hr_error *error) {
    hr_picture *picture = malloc(sizeof *picture);
    *cells = json_array();
    bool complete = picture != NULL && *cells != NULL;
    if (complete) {
        hr_puzzle_picture(puzzle, state, picture);
    }
    for (int at = 0; complete && at < picture->width * picture->height; at++) {
        const int x = picture->left + at % picture->width;
        const int y = picture->top + at / picture->width;
        if (picture->exit[at]) {
            complete = json_array_append_new(*cells, json_integer(y * hr_puzzle_describe(puzzle)->width + x)) == 0;
        }
    }
    free(picture);
    if (!complete) {
        json_decref(*cells);
        *cells = NULL;
        return hr_error_set(error, HR_INTERNAL, "out of memory for the exit of the page");
    }
    return HR_OK;
}
