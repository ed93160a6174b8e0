// SPDX-License-Identifier: MIT
// huarong draw PUZZLE STATE…

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/options/drawing.h"
#include "cli/options/positions.h"
#include "cli/options/puzzle_input.h"
#include "cli/options/shared.h"
#include "cli/output/boards.h"
#include "cli/output/states.h"
#include "cli/program.h"
#include "cli/result.h"
#include "core/array.h"
#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/goals.h"
#include "puzzle/kinds.h"
#include "puzzle/notation.h"
#include "puzzle/words.h"
#include "report/draw/svg.h"
#include "solve/layers/shortest_path.h"

static const char NOTES[] = "A picture is SVG; on a terminal it is made of characters. One STATE gives one\n"
                            "board, several give a strip. A puzzle with a start of its own needs none.\n"
                            "@FILE takes states from a file.\n"
                            "\n"
                            "Notations: letters, grid (a line for each row); of Klotski 4x5 also name,\n"
                            "name-Hant, name-western, common (9 digits), common-cut (no zeros at the\n"
                            "end) and short. Any of them is understood as a STATE, too.\n"
                            "\n"
                            "Examples:\n"
                            "  huarong draw klotski 横刀立马 --labels zh --output opening.svg\n"
                            "  huarong draw klotski 横刀立马 --solution --animate --output solution.svg\n"
                            "  huarong draw klotski 1A9BF0C 4WVE1 --notation name\n";

typedef enum draw_format { DRAW_SVG, DRAW_TEXT } draw_format;

typedef struct settings {
    hr_puzzle_input puzzle;
    hr_output_options output;
    hr_drawing drawing;
    hr_svg_theme theme;
    hr_notation notation; ///< how the states are written, if `writes`
    hr_notation read;     ///< how the states are given, if `reads`
    draw_format format;
    bool format_given; ///< --format is given
    bool writes;       ///< --notation is given
    bool reads;        ///< --read is given
    bool solution;
    bool animate;
    uint64_t columns;      ///< most boards in a row; 0: as many as look good
    uint64_t milliseconds; ///< milliseconds of an animated move; 0: the usual time
    hr_arguments arguments;
} settings;

enum { COLUMNS_MAX = 1000, MILLISECONDS_MAX = 60000, BOARDS_MAX = 10000 };

#define NOTATION_WORDS "letters grid name name-Hant name-western common common-cut short"

static const hr_option OPTIONS[] = {
    {"solution", NULL, "draw the boards of a shortest solution of the state", HR_FLAG(settings, solution),
     .more = "The first board is the start, and each move has a board on which the moved piece is marked."},
    {"animate", NULL, "draw one board on which the pieces move", HR_FLAG(settings, animate),
     .more = "They move along the solution, or from each of the given states to the next."},
    {"theme", "THEME", "colours: auto (default: light or dark as the reader\nlikes, black and white on paper), light, dark, print",
     HR_WORD(settings, theme, hr_svg_theme, "auto light dark print", HR_SVG_AUTO)},
    HR_LABELS_OPTION(settings, drawing),
    {"columns", "N", "boards in a row, at most", HR_NUMBER(settings, columns, 1, COLUMNS_MAX), .excludes = "animate"},
    {"step-time", "MS", "milliseconds of a move that is animated; default 700",
     HR_NUMBER(settings, milliseconds, 1, MILLISECONDS_MAX), .needs = "animate"},
    {"notation", "NAME", "write the states in this notation instead of\ndrawing them",
     .more = "grid has a line for each row.\nFor 4x5 Klotski there are also name, name-Hant (in traditional characters), "
             "name-western (as in GNOME Klotski), common (CommonCode in 9 digits), common-cut (without zeros at its end) and short "
             "(ShortCode).\nAn opening without a name gives a hyphen.",
     HR_WORD(settings, notation, hr_notation, NOTATION_WORDS, HR_NOTATION_LETTERS), .given = HR_PART(settings, writes, bool),
     .excludes = "animate theme labels columns step-time format ascii color"},
    {"read", "NAME", "the states are given in this notation; default: in\nany",
     .more = "Without it five hexadecimal digits are a CommonCode without its zeros, not a ShortCode.",
     HR_WORD(settings, read, hr_notation, NOTATION_WORDS, HR_NOTATION_LETTERS), .given = HR_PART(settings, reads, bool)},
    HR_METRIC_OPTION(settings, puzzle),
    HR_GOAL_OPTION(settings, puzzle),
    HR_EXIT_OPTION(settings, puzzle),
    HR_RESULT_OPTIONS(settings, output, "output"),
    {"format", "NAME", "boards as svg, or as text: of characters (default on\na terminal, and with --ascii or --color)",
     HR_WORD(settings, format, draw_format, "svg text", DRAW_SVG), .given = HR_PART(settings, format_given, bool)},
    HR_CHARACTERS_OPTIONS(settings, drawing, "animate theme columns step-time"),
    HR_OPTIONS_END,
};

/// Choose between SVG and characters if the options do not, and refuse those that the format has not.
static hr_status choose_format(settings *set, hr_error *error) {
    const bool of_svg = set->animate || set->theme != HR_SVG_AUTO || set->columns > 0;
    const bool of_text = set->drawing.ascii || set->drawing.colours != HR_COLOURS_AUTO;
    if (!set->format_given && !of_svg && (of_text || (!hr_output_is_file(&set->output) && isatty(STDOUT_FILENO) == 1))) {
        set->format = DRAW_TEXT;
    }
    if (set->format == DRAW_SVG) {
        return of_text ? hr_error_set(error, HR_USAGE, "--ascii and --color are for --format text: leave them out")
                       : hr_output_check_ending(&set->output, ".svg", "a picture is SVG", error);
    }
    if (of_svg) {
        return hr_error_set(error, HR_USAGE, "--format text has no --animate, --theme or --columns: leave them out");
    }
    return hr_output_ends_with(&set->output, ".svg")
               ? hr_error_set(error, HR_USAGE, "--format text makes no SVG: give the file another name than %.200s",
                              set->output.path)
               : HR_OK;
}

static hr_status check_settings(void *context, hr_error *error) {
    settings *set = context;
    if (set->reads && set->arguments.count == 0) {
        return hr_error_set(error, HR_USAGE, "--read says how the states are written: give one or more");
    }
    if (set->puzzle.metric_given && !set->solution) {
        return hr_error_set(error, HR_USAGE, "--metric goes with --solution");
    }
    HR_TRY(set->writes ? HR_OK : choose_format(set, error));
    set->drawing.draw = true;
    return hr_drawing_check(&set->drawing, set->puzzle.options.spec, error);
}

typedef struct board {
    hr_state state[HR_STATE_WORDS_MAX];
    hr_letters letters; ///< of its pieces
} board;

/// States that will be drawn, or written in another notation.
typedef struct boards {
    board *all; ///< [count]
    size_t count;
    size_t capacity;
} boards;

static hr_status add_board(boards *b, const board *one, hr_error *error) {
    if (!HR_ARRAY_RESERVE(b->all, b->capacity, b->count + 1)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the states");
    }
    b->all[b->count++] = *one;
    return HR_OK;
}

/// Add a state that is given by `text`; NULL: by the puzzle.
static hr_status add_state(const hr_puzzle *puzzle, boards *b, const hr_state *state, const char *text, hr_error *error) {
    board one;
    hr_words_copy(one.state, state, hr_puzzle_words(puzzle));
    hr_puzzle_take_letters(puzzle, state, text, &one.letters);
    return add_board(b, &one, error);
}

/// How states are read, and the one that was read last.
typedef struct reading {
    const settings *set;
    const hr_puzzle *puzzle;
    hr_state state[HR_STATE_WORDS_MAX];
} reading;

/// Read a state (hr_position_reader).
static hr_status read_state(void *context, const char *text, hr_error *error) {
    reading *in = context;
    HR_TRY(in->set->reads ? hr_puzzle_read_notation(in->puzzle, text, in->set->read, in->state, error)
                          : hr_puzzle_parse(in->puzzle, text, in->state, error));
    return hr_puzzle_validate(in->puzzle, in->state, error);
}

/// Add the states that the arguments give. HR_USAGE: there is none, or a text is no state.
static hr_status read_states(hr_program *program, const settings *set, boards *b, hr_error *error) {
    char *text = NULL;
    HR_TRY(hr_input_arguments(program, &set->arguments, &text, error));
    char *rest = text;
    reading in = {.set = set, .puzzle = program->puzzle};
    hr_position_list list = hr_position_list_of(program->puzzle);
    hr_position position = {.text = text};
    hr_status status = HR_OK;
    while (status == HR_OK && position.text != NULL) {
        status = hr_position_take(read_state, &in, &list, &rest, &position, error);
        if (status == HR_OK && position.text != NULL) {
            status = add_state(program->puzzle, b, in.state, position.text, error);
        }
    }
    free(text);
    if (status != HR_OK || b->count > 0) {
        return status;
    }
    if (set->arguments.count > 0 || !hr_puzzle_describe(program->puzzle)->single_source) {
        return hr_error_set(error, HR_USAGE, "a state is missing: give one or more");
    }
    hr_states_first_source(program->puzzle, in.state);
    return add_state(program->puzzle, b, in.state, NULL, error);
}

/// HR_USAGE if the number of states does not suit the options.
static hr_status check_count(const settings *set, const boards *b, hr_error *error) {
    if (set->solution && b->count > 1) {
        return hr_error_set(error, HR_USAGE, "--solution draws the way from one state: give only one");
    }
    return set->animate && !set->solution && b->count < 2
               ? hr_error_set(error, HR_USAGE, "--animate needs at least two states, or --solution")
               : HR_OK;
}

/// Add the states of a path from the one state on. Pieces keep their letters.
static hr_status add_path(const hr_puzzle *puzzle, const hr_path *path, boards *b, hr_error *error) {
    const size_t words = hr_puzzle_words(puzzle);
    board next = b->all[0];
    for (size_t i = 1; i < path->count; i++) {
        hr_step step;
        HR_TRY(hr_puzzle_follow(puzzle, path->states + (i - 1) * words, path->states + i * words, &next.letters, &step, error));
        hr_words_copy(next.state, path->states + i * words, words);
        HR_TRY(add_board(b, &next, error));
    }
    return HR_OK;
}

/// Add the states of a shortest solution of the one state.
static hr_status find_solution(const hr_puzzle *puzzle, boards *b, hr_error *error) {
    const hr_path_options options = {.memory_limit = 0};
    hr_path path = {.outcome = HR_PATH_UNSOLVABLE};
    HR_TRY(hr_puzzle_check_goal(puzzle, error));
    hr_status status = hr_shortest_path(puzzle, b->all[0].state, &options, &path, error);
    if (status == HR_OK && path.outcome == HR_PATH_UNSOLVABLE) {
        status = hr_error_set(error, HR_USAGE, "there is no solution");
    } else if (status == HR_OK && path.outcome != HR_PATH_SOLVED) {
        status = hr_error_set(error, HR_STOPPED, "stopped %s: every solution has at least %" PRIu32 " move%s", path.limit,
                              path.bound, hr_quantity_plural(path.bound));
    }
    status = status == HR_OK ? add_path(puzzle, &path, b, error) : status;
    hr_path_clear(&path);
    return status;
}

static hr_status write_notation(const settings *set, const hr_puzzle *puzzle, const boards *b, FILE *out, hr_error *error) {
    for (size_t i = 0; i < b->count; i++) {
        char text[HR_STATE_TEXT_MAX];
        if (!hr_puzzle_notate(puzzle, b->all[i].state, &b->all[i].letters, set->notation, text)) {
            const char *name = NOTATION_WORDS;
            for (hr_notation before = HR_NOTATION_LETTERS; before < set->notation; before++) {
                name = strchr(name, ' ') + 1;
            }
            return hr_error_set(error, HR_USAGE, "states of %s are not written as %.*s: use letters or grid",
                                hr_puzzle_describe(puzzle)->spec, (int)strcspn(name, " "), name);
        }
        fprintf(out, "%s%s\n", i > 0 && set->notation == HR_NOTATION_GRID ? "\n" : "", text);
    }
    return HR_OK;
}

/// Make the pictures of the boards. With --solution or --animate each board is one move from the board before: names stay with
/// their pieces, and the piece that has moved is marked.
static hr_status make_pictures(const settings *set, const hr_puzzle *puzzle, const boards *b, hr_picture *pictures,
                               hr_error *error) {
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(hr_puzzle_describe(puzzle)->spec, &kind, error));
    for (size_t i = 0; i < b->count; i++) {
        hr_puzzle_picture_with(puzzle, b->all[i].state, &b->all[i].letters, &pictures[i]);
        hr_boards_set_labels(set->drawing.labels, kind, &pictures[i]);
        if (i > 0 && (set->solution || set->animate)) {
            hr_picture_follow(&pictures[i - 1], &pictures[i], set->drawing.labels != HR_LABELS_SHAPE);
        }
    }
    return HR_OK;
}

/// Make the captions below the boards of a solution: "start", "1", "2", …. The caller frees the array. NULL: out of memory.
static const char **make_captions(size_t count) {
    enum { CAPTION_MAX = 24 };
    const char **captions = malloc(count * (sizeof *captions + CAPTION_MAX));
    char *text = captions == NULL ? NULL : (char *)(captions + count);
    for (size_t i = 0; i < count && captions != NULL; i++, text += CAPTION_MAX) {
        (void)snprintf(text, CAPTION_MAX, i == 0 ? "start" : "%zu", i);
        captions[i] = text;
    }
    return captions;
}

static hr_status draw_boards(const settings *set, const hr_puzzle *puzzle, const boards *b, hr_picture *pictures, FILE *out,
                             hr_error *error) {
    char title[2 * HR_STATE_TEXT_MAX];
    char text[HR_STATE_TEXT_MAX];
    HR_TRY(make_pictures(set, puzzle, b, pictures, error));
    hr_puzzle_format_with(puzzle, b->all[0].state, &b->all[0].letters, text);
    (void)snprintf(title, sizeof title, "%.100s: %s", hr_puzzle_describe(puzzle)->spec, text);
    const hr_svg_options look = {
        .theme = set->theme, .title = title, .columns = (int)set->columns, .milliseconds = (int)set->milliseconds};
    if (set->animate) {
        return hr_svg_animation(out, pictures, b->count, &look)
                   ? HR_OK
                   : hr_error_set(error, HR_USAGE, "--animate needs states that are each one move from the state before");
    }
    const char **captions = set->solution ? make_captions(b->count) : NULL;
    if (set->solution && captions == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for captions");
    }
    hr_svg_strip(out, pictures, captions, b->count, &look);
    free((void *)captions);
    return HR_OK;
}

/// Draw the boards with characters, side by side.
static hr_status draw_characters(const settings *set, const hr_puzzle *puzzle, const boards *b, FILE *out, hr_error *error) {
    const hr_puzzle_kind *kind = NULL;
    hr_boards row;
    HR_TRY(hr_puzzle_kind_of(hr_puzzle_describe(puzzle)->spec, &kind, error));
    hr_boards_begin(&row, &set->drawing, kind, 0, out);
    for (size_t i = 0; i < b->count; i++) {
        char caption[HR_BOARDS_CAPTION_MAX] = "start";
        hr_picture picture;
        if (i > 0) {
            (void)snprintf(caption, sizeof caption, "%zu", i);
        }
        hr_puzzle_picture_with(puzzle, b->all[i].state, &b->all[i].letters, &picture);
        (i > 0 && set->solution ? hr_boards_move : hr_boards_add)(&row, &picture, set->solution ? caption : NULL);
    }
    hr_boards_end(&row);
    return HR_OK;
}

/// The states to be printed, and how.
typedef struct printing {
    const settings *set;
    const hr_puzzle *puzzle;
    const boards *boards;
} printing;

/// Write the picture, or the states in a notation (hr_result_printer).
static hr_status print(void *context, FILE *out, hr_error *error) {
    const printing *p = context;
    if (p->set->writes) {
        return write_notation(p->set, p->puzzle, p->boards, out, error);
    }
    if (p->set->format == DRAW_TEXT) {
        return draw_characters(p->set, p->puzzle, p->boards, out, error);
    }
    if (p->boards->count > BOARDS_MAX) {
        return hr_error_set(error, HR_USAGE, "a picture has at most %d boards, not %zu", BOARDS_MAX, p->boards->count);
    }
    hr_picture *pictures = malloc(p->boards->count * sizeof *pictures);
    if (pictures == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu boards", p->boards->count);
    }
    const hr_status status = draw_boards(p->set, p->puzzle, p->boards, pictures, out, error);
    free(pictures);
    return status;
}

static hr_status run(hr_program *program, void *context, hr_error *error) {
    const settings *set = context;
    boards b = {.all = NULL};
    hr_status status = read_states(program, set, &b, error);
    status = status == HR_OK ? check_count(set, &b, error) : status;
    status = status == HR_OK && set->solution ? find_solution(program->puzzle, &b, error) : status;
    if (status == HR_OK) {
        printing p = {.set = set, .puzzle = program->puzzle, .boards = &b};
        status = hr_result_print(program, print, &p, error);
    }
    free(b.all);
    return status;
}

const hr_command hr_command_draw = {
    .name = "draw",
    .arguments = "PUZZLE [STATE]...",
    .summary = "draw states, or write them in another notation",
    .notes = NOTES,
    .min_arguments = 1,
    .max_arguments = 100000,
    .options = OPTIONS,
    .settings_bytes = sizeof(settings),
    .first = HR_PLACE(settings, puzzle.options.spec, const char *),
    .puzzle = HR_PART(settings, puzzle, hr_puzzle_input),
    .rest = HR_PART(settings, arguments, hr_arguments),
    .output = HR_PART(settings, output, hr_output_options),
    .check = check_settings,
    .run = run,
};
