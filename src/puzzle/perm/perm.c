// SPDX-License-Identifier: MIT
// The kind's row: makes permutation puzzles as those of an added kind, reads and writes their states.

#include "puzzle/perm/perm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "puzzle/added/added.h"

static const hr_perm *perm_of(const void *puzzle) { return puzzle; }

static void destroy(void *puzzle) {
    hr_perm *perm = puzzle;
    for (int s = 0; s < perm->definition.set_count; s++) {
        free(perm->turned[s]);
    }
    free(perm->definition.generators);
    free(perm->changes);
    free(perm->moves);
}

static void sources(const void *puzzle, uint64_t first, size_t n, hr_state *states) {
    (void)first; // there is one
    if (n > 0) {
        hr_words_copy(states, perm_of(puzzle)->solved, perm_of(puzzle)->words);
    }
}

static size_t expand(const void *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const hr_perm *perm = perm_of(puzzle);
    for (size_t i = 0; i < n; i++) {
        for (size_t m = 0; m < perm->move_count; m++, successors += perm->words) {
            hr_perm_apply(perm, &perm->moves[m], states + i * perm->words, successors);
        }
        counts[i] = (uint16_t)perm->move_count;
    }
    return n * perm->move_count;
}

/// Has the set in this state the pieces of the solved puzzle?
static bool has_pieces(const hr_perm *perm, const hr_perm_set *set, const hr_state *state) {
    int missing[UINT8_MAX + 1] = {0};
    for (int i = set->first; i < set->first + set->size; i++) {
        missing[perm->definition.piece[i] - 1]++;
    }
    for (int i = set->first; i < set->first + set->size; i++) {
        if (missing[hr_perm_value(perm, state, i) / (unsigned)set->turns]-- == 0) {
            return false;
        }
    }
    return true;
}

static bool is_valid(const void *puzzle, const hr_state *state) {
    const hr_perm *perm = perm_of(puzzle);
    for (size_t w = 0; w < perm->words; w++) {
        if ((state[w] & ~perm->used[w]) != 0) {
            return false;
        }
    }
    for (int s = 0; s < perm->definition.set_count; s++) {
        if (!has_pieces(perm, &perm->definition.sets[s], state)) {
            return false;
        }
    }
    return true;
}

/// Write the pieces of the sets that moves change: each one's number, and behind a + how it is turned, if it is.
static void format(const void *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    const hr_perm *perm = perm_of(puzzle);
    size_t used = 0;
    for (int s = 0; s < perm->definition.set_count; s++) {
        const hr_perm_set *set = &perm->definition.sets[s];
        for (int i = set->first; set->moved && i < set->first + set->size; i++) {
            const unsigned value = hr_perm_value(perm, state, i);
            const unsigned turn = value % (unsigned)set->turns;
            used += (size_t)snprintf(text + used, HR_STATE_TEXT_MAX - used, turn == 0 ? "%s%u" : "%s%u+%u", used == 0 ? "" : " ",
                                     value / (unsigned)set->turns + 1, turn);
        }
    }
}

/// Take the next word of *text, which is blanks and words. Returns its length, 0 at the end.
static size_t take_word(const char **text, const char **word) {
    *word = *text + strspn(*text, " \t");
    const size_t length = strcspn(*word, " \t");
    *text = *word + length;
    return length;
}

/// Read a number of at most three digits. False: there is none.
static bool parse_number(const char **at, const char *end, unsigned *number) {
    const char *const begin = *at;
    for (*number = 0; *at < end && *at < begin + 3 && **at >= '0' && **at <= '9'; ++*at) {
        *number = 10 * *number + (unsigned)(**at - '0');
    }
    return *at > begin;
}

/// Read a piece as `format` writes it.
static bool parse_piece(const hr_perm_set *set, const char *word, size_t length, unsigned *value) {
    const char *const end = word + length;
    unsigned piece = 0;
    unsigned turn = 0;
    bool good = parse_number(&word, end, &piece);
    if (good && word < end && *word == '+') {
        word++;
        good = parse_number(&word, end, &turn);
    }
    *value = (piece - 1) * (unsigned)set->turns + turn;
    return good && word == end && piece > 0 && turn < (unsigned)set->turns;
}

/// Read pieces. False: they are not those of the puzzle.
static bool parse_pieces(const hr_perm *perm, const char *text, hr_state *state) {
    const char *word = NULL;
    memset(state, 0, perm->words * sizeof *state);
    for (int s = 0; s < perm->definition.set_count; s++) {
        const hr_perm_set *set = &perm->definition.sets[s];
        for (int i = set->first; set->moved && i < set->first + set->size; i++) {
            const hr_perm_field *f = &perm->fields[i];
            const size_t length = take_word(&text, &word);
            unsigned value = 0;
            if (!parse_piece(set, word, length, &value) || (f->mask == 0 ? value != f->solved : value > f->mask)) {
                return false;
            }
            state[f->word] |= f->mask == 0 ? 0 : (hr_state)value << f->shift;
        }
    }
    return take_word(&text, &word) == 0 && is_valid(perm, state);
}

/// Returns the move with the name of `length` characters, its `back` if that is true, or NULL. A move that is its own back has
/// no other.
static const hr_perm_move *find_move(const hr_perm *perm, const char *name, size_t length, bool back) {
    const hr_perm_move *found = NULL;
    for (size_t m = 0; m < perm->move_count; m++) {
        const char *its = perm->moves[m].name;
        if (strncmp(its, name, length) == 0) {
            found = its[length] == '\0' || (back && strcmp(its + length, "'") == 0) ? &perm->moves[m] : found;
        }
    }
    return found;
}

/// Make the move that the word names, such as F, F' or F2. Returns how many moves that are, 0: there is none.
static unsigned make_move(const void *puzzle, const char *word, size_t length, hr_state *state) {
    const hr_perm *perm = perm_of(puzzle);
    const bool back = word[length - 1] == '\'';
    length -= back;
    const hr_perm_move *move = find_move(perm, word, length, back);
    unsigned times = 1;
    for (unsigned digit = 1; move == NULL && digit < 1000 && length > 1 && word[length - 1] >= '0' && word[length - 1] <= '9';
         digit *= 10) {
        times = (digit == 1 ? 0 : times) + digit * (unsigned)(word[--length] - '0');
        move = find_move(perm, word, length, back);
    }
    for (unsigned i = 0; move != NULL && i < times; i++) {
        hr_state next[HR_STATE_WORDS_MAX];
        hr_perm_apply(perm, move, state, next);
        hr_words_copy(state, next, perm->words);
    }
    return move != NULL ? times : 0;
}

/// Read moves, and make them from the solved puzzle. Returns the length of the first word that is no move, 0: there is none.
static size_t parse_moves(const hr_perm *perm, const char *text, hr_state *state, const char **word) {
    hr_words_copy(state, perm->solved, perm->words);
    size_t length = 0;
    do {
        length = take_word(&text, word);
    } while (length > 0 && make_move(perm, *word, length, state) > 0);
    return length;
}

static bool parse(const void *puzzle, const char *text, hr_state *state, char why[HR_KIND_WHY_MAX]) {
    const hr_perm *perm = perm_of(puzzle);
    if (parse_pieces(perm, text, state)) {
        return true;
    }
    const char *word = NULL;
    const size_t length = parse_moves(perm, text, state, &word);
    if (length > 0) {
        char solved[HR_STATE_TEXT_MAX];
        format(perm, perm->solved, solved);
        (void)snprintf(why, HR_KIND_WHY_MAX, "'%.*s': write moves from the solved puzzle, as in %s, or the pieces, as in %.60s",
                       length > 40 ? 40 : (int)length, word, perm->moves[0].name, solved);
    }
    return length == 0;
}

static void name_move(const void *puzzle, const hr_state *from, const hr_state *to, char text[HR_STEP_TEXT_MAX]) {
    const hr_perm *perm = perm_of(puzzle);
    hr_state next[HR_STATE_WORDS_MAX];
    for (size_t m = 0; m < perm->move_count; m++) {
        hr_perm_apply(perm, &perm->moves[m], from, next);
        if (hr_words_equal(next, to, perm->words)) {
            (void)snprintf(text, HR_STEP_TEXT_MAX, "%s", perm->moves[m].name);
            return;
        }
    }
}

static const hr_kind functions = {
    .name = "perm",
    .puzzle_bytes = sizeof(hr_perm),
    .destroy = destroy,
    .sources = sources,
    .expand = expand,
    .parse = parse,
    .format = format,
    .valid = is_valid,
    .move = name_move,
};

/// Is the spec's text after the colon a definition itself?
static bool is_text(const char *board) { return strstr(board, "Set ") != NULL && strpbrk(board, ";\n") != NULL; }

static bool names_file(const char *board) { return board != NULL && !is_text(board); }

/// Read the definition and make the moves.
static hr_status read_puzzle(const hr_puzzle_options *options, const char *board, hr_perm *perm, hr_kind_facts *facts,
                             hr_error *error) {
    if (board == NULL || board[0] == '\0') {
        return hr_error_set(error, HR_USAGE, "a puzzle is missing: write %s, see 'huarong help perm'", hr_perm_kind.form);
    }
    if (options->metric == HR_METRIC_MOVE || options->goal != NULL || options->exit != NULL) {
        return hr_error_set(error, HR_USAGE, "a perm puzzle has the metrics unit and slide, and its goal is in its file");
    }
    if (options->text == NULL && !is_text(board)) {
        return hr_error_set(error, HR_USAGE, "the text of the puzzle '%.80s' is missing", board);
    }
    HR_TRY(hr_perm_read(options->text == NULL ? "puzzle" : board, options->text == NULL ? board : options->text, &perm->definition,
                        error));
    return hr_perm_make_moves(perm, options->metric, facts, error);
}

static hr_status create(const hr_puzzle_options *options, const char *board, hr_puzzle **puzzle, hr_error *error) {
    hr_perm *perm = calloc(1, sizeof *perm);
    HR_TRY_MEMORY(perm != NULL, error, "a puzzle");
    hr_kind_facts facts = HR_KIND_FACTS;
    const hr_status status = read_puzzle(options, board, perm, &facts, error);
    if (status != HR_OK) {
        destroy(perm);
        free(perm);
        return status;
    }
    char spec[HR_SPEC_MAX];
    (void)snprintf(spec, sizeof spec, "perm:%s", perm->definition.name);
    hr_puzzle_options named = *options;
    named.spec = spec;
    return hr_added_make(
        &(hr_added){.kind = &functions, .puzzle = perm, .facts = facts, .text = perm->definition.text, .make_move = make_move},
        &named, puzzle, error);
}

const hr_puzzle_kind hr_perm_kind = {
    .name = "perm",
    .form = "perm:FILE",
    .example = "perm:cube.tws",
    .summary = "permutation puzzles, such as cubes, defined in a file",
    .help = "perm:FILE, a permutation puzzle from a file in the form of twsearch (.tws):\n"
            "\n"
            "  Name Cube2               a comment begins with #, on a line of its own\n"
            "  Set CORNER 8 3           a set of 8 places; a piece can be turned in 3 ways\n"
            "\n"
            "  Solved                   the piece on each place, and how each is turned.\n"
            "  CORNER                   Pieces with the same number are alike. Without\n"
            "  1 2 3 4 5 6 7 8          a set: 1 2 3 ..., none of them turned\n"
            "  0 0 0 0 0 0 0 0\n"
            "  End\n"
            "\n"
            "  Move F                   from which place each piece comes, and how the\n"
            "  CORNER                   piece is turned that leaves each place. Without a\n"
            "  7 1 3 2 5 6 4 8          set: its pieces stay\n"
            "  2 1 0 2 0 0 1 0\n"
            "  End\n"
            "\n"
            "Moves that turn the whole puzzle (x, y, z, or a name such as URFv) are left out.\n"
            "In one line, ; stands for the end of a line. A state has at most 511 bits.\n"
            "\n"
            "A state is the pieces on the places of the sets that moves change; +1 stands\n"
            "behind a piece that is turned once: 7+2 1+1 3 2+2 5 6 4+1 8. Moves from the\n"
            "solved puzzle are read, too, in quotes as one word: \"F R2 U'\".\n"
            "\n"
            "Metrics: unit  a move of the file once, or once backwards\n"
            "         slide a move of the file any number of times\n",
    .spaced = true,
    .names_file = names_file,
    .create = create,
    .added = &functions,
};
