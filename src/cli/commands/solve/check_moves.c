// SPDX-License-Identifier: MIT
// Judges a list of moves: --check.

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/solve/states.h"
#include "cli/input.h"
#include "cli/output/states.h"
#include "core/array.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/added/added.h"
#include "puzzle/kinds.h"
#include "puzzle/words.h"
#include "solve/path.h"

enum {
    METRICS = HR_METRIC_MOVE + 1,
    TIMES_MAX = 1000, ///< a move is repeated at most so often by a number behind it
};

/// A list of moves that is being followed.
typedef struct judge {
    const hr_puzzle_kind *kind;
    hr_puzzle *puzzles[METRICS];        ///< the puzzle in each metric that it has, else NULL; the first is there
    size_t words;                       ///< numbers of a state
    hr_state state[HR_STATE_WORDS_MAX]; ///< where the moves so far have led, a state of puzzles[0]
    hr_letters letters;                 ///< of its pieces
    hr_step last;                       ///< the last move by one cell
    size_t moves;                       ///< moves of the list so far
    uint64_t lengths[METRICS];          ///< their length in each metric
    bool tiles;                         ///< U D L R are the ways of the tiles, not of the blank
} judge;

/// Go on by one cell. A slide goes on in the same direction, a move with the same piece.
static hr_status go_one_cell(judge *j, const hr_state *to, hr_error *error) {
    hr_step step;
    HR_TRY(hr_puzzle_follow(j->puzzles[0], j->state, to, &j->letters, &step, error));
    const bool same = j->lengths[0] > 0 && step.from_x == j->last.to_x && step.from_y == j->last.to_y;
    j->lengths[HR_METRIC_UNIT]++;
    j->lengths[HR_METRIC_SLIDE] += !same || step.direction != j->last.direction;
    j->lengths[HR_METRIC_MOVE] += !same;
    j->last = step;
    hr_words_copy(j->state, to, j->words);
    return HR_OK;
}

/// Set around[0..*n) to the present state, and to the states to which a move in a metric leads, as states of puzzles[0]. The caller
/// frees *around.
static hr_status find_around(const judge *j, int metric, hr_state **around, size_t *n, hr_error *error) {
    const hr_puzzle *puzzle = j->puzzles[metric];
    *around = malloc((hr_puzzle_describe(puzzle)->max_successors + 1) * j->words * sizeof **around);
    if (*around == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the states after a move");
    }
    hr_words_copy(*around, j->state, j->words);
    HR_TRY(hr_path_translate(j->puzzles[0], puzzle, *around, 1, error));
    *n = 1 + hr_puzzle_expand(puzzle, *around, 1, *around + j->words, NULL);
    return hr_path_translate(puzzle, j->puzzles[0], *around, *n, error);
}

/// How the piece that moves has come to one of the states around.
typedef struct arrival {
    size_t before; ///< the place of the state before, plus one; 0: the piece has not come there
    int x, y;      ///< where the piece is
} arrival;

/// Go along the arrivals to `at`.
static hr_status go_along(judge *j, const hr_state *around, const arrival *arrivals, size_t at, hr_error *error) {
    if (at != 0) {
        HR_TRY(go_along(j, around, arrivals, arrivals[at].before - 1, error));
    }
    return at == 0 ? HR_OK : go_one_cell(j, around + at * j->words, error);
}

/// Go on to around[to], cell by cell, by the piece of `move` alone, on its shortest way. All states between are in around[0..n),
/// which begins with the present one.
static hr_status go_through(judge *j, const hr_state *around, size_t n, size_t to, const hr_step *move, hr_error *error) {
    arrival *arrivals = calloc(n, sizeof *arrivals);
    size_t *queue = calloc(n, sizeof *queue);
    size_t known = arrivals != NULL && queue != NULL;
    hr_status status = known > 0 ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a move's way");
    if (known > 0) {
        arrivals[0] = (arrival){.before = 1, .x = move->from_x, .y = move->from_y};
    }
    for (size_t i = 0; i < known && arrivals[to].before == 0; i++) {
        const arrival *from = &arrivals[queue[i]];
        for (size_t k = 0; k < n; k++) {
            hr_step step;
            if (arrivals[k].before == 0 &&
                hr_puzzle_step(j->puzzles[0], around + queue[i] * j->words, around + k * j->words, &step, NULL) == HR_OK &&
                step.from_x == from->x && step.from_y == from->y) {
                arrivals[k] = (arrival){.before = queue[i] + 1, .x = step.to_x, .y = step.to_y};
                queue[known++] = k;
            }
        }
    }
    if (status == HR_OK) {
        status = arrivals[to].before > 0
                     ? go_along(j, around, arrivals, to, error)
                     : hr_error_set(error, HR_INTERNAL, "a move has no way of single cells; please report this");
    }
    free(arrivals);
    free(queue);
    return status;
}

/// Make the move with this text in a metric. *made is false if there is no such move.
static hr_status try_move(judge *j, int metric, const char *text, bool *made, hr_error *error) {
    hr_state *around = NULL;
    size_t n = 0;
    hr_status status = find_around(j, metric, &around, &n, error);
    for (size_t i = 1; i < n && status == HR_OK && !*made; i++) {
        hr_step step;
        hr_letters letters = j->letters;
        hr_state pair[2 * HR_STATE_WORDS_MAX];
        hr_words_copy(pair, j->state, j->words);
        hr_words_copy(pair + j->words, around + i * j->words, j->words);
        status = hr_path_translate(j->puzzles[0], j->puzzles[metric], pair, 2, error);
        status = status == HR_OK ? hr_puzzle_follow(j->puzzles[metric], pair, pair + j->words, &letters, &step, error) : status;
        if (status == HR_OK && strcmp(step.text, text) == 0) {
            *made = true;
            status = go_through(j, around, n, i, &step, error);
        }
    }
    free(around);
    return status;
}

/// HR_CHECK, with a move that can be made instead: the form of the move may be what is wrong.
static hr_status refuse_move(const judge *j, const char *move, hr_error *error) {
    char state[HR_STATE_TEXT_MAX];
    char text[64];
    hr_state *around = NULL;
    size_t n = 0;
    hr_step step = {.text = ""};
    hr_letters letters = j->letters;
    hr_puzzle_format_with(j->puzzles[0], j->state, &j->letters, state);
    if (find_around(j, 0, &around, &n, NULL) == HR_OK && n > 1) {
        (void)hr_puzzle_follow(j->puzzles[0], around, around + j->words, &letters, &step, NULL);
    }
    free(around);
    (void)snprintf(text, sizeof text, "%s", move);
    if (j->tiles) {
        hr_states_turn_ways(text);
        hr_states_turn_ways(step.text);
    }
    const bool shown = step.text[0] != '\0';
    return hr_error_set(error, HR_CHECK, "--check: move %zu, '%s', cannot be made%s%s%s in %s", j->moves, text,
                        shown ? ", but '" : "", step.text, shown ? "' can," : "", state);
}

/// Make the next move of the list. HR_CHECK: there is no such move.
static hr_status make_move(judge *j, const char *text, hr_error *error) {
    const hr_added *added = hr_added_of(j->puzzles[0]);
    bool made = false;
    j->moves++;
    if (added != NULL && added->make_move != NULL) {
        const unsigned moves = added->make_move(added->puzzle, text, strlen(text), j->state);
        j->lengths[0] += moves;
        made = moves > 0;
    }
    for (int metric = 0; metric < METRICS && !made; metric++) {
        if (j->puzzles[metric] != NULL) {
            HR_TRY(try_move(j, metric, text, &made, error));
        }
    }
    return made ? HR_OK : refuse_move(j, text, error);
}

/// Make moves of the blank or of tiles: U D L R, with a number behind a letter that is to be repeated.
static hr_status make_letters(judge *j, const char *at, hr_error *error) {
    static const char WAYS[] = "UDLR";
    for (at += strspn(at, " \t\r\n,;"); *at != '\0'; at += strspn(at, " \t\r\n,;")) {
        const char *way = strchr(WAYS, toupper((unsigned char)*at));
        char text[] = {way == NULL ? '\0' : *way, '\0'};
        if (j->tiles) {
            hr_states_turn_ways(text);
        }
        char *end = NULL;
        const unsigned long times = isdigit((unsigned char)at[1]) != 0 ? strtoul(at + 1, &end, 10) : 1;
        if (way == NULL || times < 1 || times > TIMES_MAX) {
            return hr_error_set(error, HR_USAGE, "--check: '%.20s' is no list of moves: write U D L R, or R2U2", at);
        }
        at = end != NULL ? end : at + 1;
        for (unsigned long i = 0; i < times; i++) {
            HR_TRY(make_move(j, text, error));
        }
    }
    return HR_OK;
}

/// Make moves with a semicolon, the end of a line, or where moves have no blanks, a blank behind each.
static hr_status make_texts(judge *j, char *at, hr_error *error) {
    const char *ends = j->kind->spaced ? ";\n \t\r" : ";\n";
    for (bool more = true; more;) {
        at += strspn(at, " \t\r");
        const size_t digits = strspn(at, "0123456789");
        at += digits > 0 && strncmp(at + digits, "  ", 2) == 0 ? digits + 2 : 0; // a list that `solve` has printed has numbers
        char *end = at + strcspn(at, ends);
        more = *end != '\0';
        char *next = end + more;
        while (end > at && strchr(" \t\r", end[-1]) != NULL) {
            end--;
        }
        *end = '\0';
        HR_TRY(*at == '\0' ? HR_OK : make_move(j, at, error));
        at = next;
    }
    return HR_OK;
}

/// Returns where the moves begin. What `solve` prints begins with their number; of letters one line has all, behind its name.
static char *find_moves(char *text) {
    static const char NAMED[] = "\nmoves ";
    char *at = text + strspn(text, " \t\r\n");
    const char *behind = at + strspn(at, "0123456789");
    if (behind == at || strncmp(behind, " move", 5) != 0 || strchr(",\n", behind[5 + (behind[5] == 's')]) == NULL) {
        return at;
    }
    at += strcspn(at, "\n");
    if (strncmp(at, NAMED, sizeof NAMED - 1) == 0) {
        at += sizeof NAMED - 1;
        at[strcspn(at, "\n")] = '\0';
    }
    return at;
}

/// Set the state to the one that the arguments give, or else to the puzzle's start. *given is the state's text, which the caller
/// frees; NULL: no arguments are given.
static hr_status find_start(hr_program *program, const hr_solve_settings *set, const hr_puzzle_kind *kind, judge *j, char **given,
                            hr_error *error) {
    const hr_puzzle *puzzle = j->puzzles[0];
    hr_solve_input input = {0};
    hr_status status = HR_OK;
    if (set->arguments.count > 0 || kind->has_start) {
        status = hr_solve_read_states(program, kind, set, puzzle, &input, error);
    }
    if (status == HR_OK && input.count != 1) {
        status = hr_error_set(error, HR_USAGE, "--check judges the moves of one position: give one STATE");
    }
    if (status == HR_OK) {
        status = hr_puzzle_parse(puzzle, input.texts[0].text, j->state, error);
        status = status == HR_OK ? hr_puzzle_validate(puzzle, j->state, error) : status;
        hr_puzzle_take_letters(puzzle, j->state, input.texts[0].text, &j->letters);
    }
    if (status == HR_OK && set->arguments.count > 0) {
        const size_t size = strlen(input.texts[0].text) + 2;
        *given = malloc(size);
        status = *given != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for a state");
        if (status == HR_OK) { // a blank in front: a piece may be called @, which begins a file's name
            (void)snprintf(*given, size, " %s", input.texts[0].text);
        }
    }
    hr_solve_input_clear(&input);
    return status;
}

/// Make the puzzle in each metric that it has. Moves that are not made of cells are judged in the metric of the run alone, which is
/// the first then.
static hr_status make_puzzles(hr_program *program, const hr_solve_settings *set, judge *j, hr_error *error) {
    hr_puzzle_input asked = set->puzzle;
    asked.options.spec = set->spec;
    asked.options.no_symmetry = true;
    if (j->kind->added == NULL) {
        asked.options.metric = HR_METRIC_UNIT;
    }
    hr_status status = hr_puzzle_input_create(program, &asked, &j->puzzles[0], error);
    for (int metric = 1; metric < METRICS && status == HR_OK && j->kind->added == NULL; metric++) {
        asked.options.metric = (hr_metric)metric;
        status = hr_puzzle_create(&asked.options, &j->puzzles[metric], error);
        status = status == HR_USAGE ? HR_OK : status; // the puzzle does not have this metric
    }
    if (status == HR_OK) {
        j->words = hr_puzzle_words(j->puzzles[0]);
        program->puzzle_text = asked.text; // the search reads the puzzle once more, perhaps from standard input
        asked.text = NULL;
    }
    hr_puzzle_input_clear(&asked);
    return status;
}

/// Say how long the list is. HR_CHECK: it is no solution.
static hr_status tell_verdict(const judge *j, bool speaks, hr_error *error) {
    uint8_t solved = 0;
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_solved(j->puzzles[0], j->state, 1, &solved);
    if (solved == 0) {
        hr_puzzle_format_with(j->puzzles[0], j->state, &j->letters, state);
        return hr_error_set(error, HR_CHECK, "--check: after %zu move%s the puzzle is not solved: %s", j->moves,
                            hr_quantity_plural(j->moves), state);
    }
    if (speaks) {
        printf("checked: a solution of");
        for (int metric = 0; metric < METRICS; metric++) {
            if (j->puzzles[metric] != NULL) {
                printf("%s %" PRIu64 " in %s", metric == 0 ? "" : ",", j->lengths[metric],
                       hr_metric_name(hr_puzzle_describe(j->puzzles[metric])->metric));
            }
        }
        printf("; the shortest:\n");
    }
    return HR_OK;
}

hr_status hr_solve_check_moves(hr_program *program, const hr_solve_settings *set, const hr_puzzle_kind *kind, uint64_t *length,
                               char **state, hr_error *error) {
    judge j = {.kind = kind, .tiles = set->moves_of == HR_MOVES_OF_TILE};
    char *text = NULL;
    hr_status status = make_puzzles(program, set, &j, error);
    status = status == HR_OK ? find_start(program, set, kind, &j, state, error) : status;
    status = status == HR_OK ? hr_input_text(program, set->check, &text, error) : status;
    if (status == HR_OK) {
        status = kind->letters ? make_letters(&j, find_moves(text), error) : make_texts(&j, find_moves(text), error);
    }
    status = status == HR_OK ? tell_verdict(&j, hr_program_speaks(program), error) : status;
    for (int metric = 0; metric < METRICS; metric++) {
        hr_puzzle_destroy(&j.puzzles[metric]);
    }
    *length = j.lengths[kind->added == NULL ? set->puzzle.options.metric : 0];
    free(text);
    return hr_program_join(program, status, error);
}
