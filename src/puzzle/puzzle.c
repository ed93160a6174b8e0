// SPDX-License-Identifier: MIT
// The puzzle interface: finds the kind that a spec names and forwards each call to it.

#include "huarong/puzzle.h"

#include <stdio.h>
#include <string.h>

#include "core/near.h"
#include "core/state.h"
#include "core/try.h"
#include "puzzle/canvas.h"
#include "puzzle/kinds.h"
#include "puzzle/puzzle_ops.h"

static const char *const METRIC_NAMES[] = {"unit", "slide", "move"};
enum { METRIC_COUNT = sizeof METRIC_NAMES / sizeof METRIC_NAMES[0] };

const char *hr_metric_name(hr_metric metric) { return METRIC_NAMES[metric]; }

hr_status hr_metric_parse(const char *text, hr_metric *metric, hr_error *error) {
    for (int i = 0; i < METRIC_COUNT; i++) {
        if (strcmp(text, METRIC_NAMES[i]) == 0) {
            *metric = (hr_metric)i;
            return HR_OK;
        }
    }
    return hr_error_set(error, HR_USAGE, "unknown metric '%.40s': use unit, slide or move", text);
}

/// Write the forms of all kinds, or their examples: "tile:WxH, klotski:WxH or drops:WxH".
static void list_kinds(bool examples, char text[128]) {
    size_t length = 0;
    for (size_t k = 0; hr_puzzle_kinds[k] != NULL && length < 128; k++) {
        const char *between = k == 0 ? "" : hr_puzzle_kinds[k + 1] == NULL ? " or " : ", ";
        length += (size_t)snprintf(text + length, 128 - length, "%s%s", between,
                                   examples ? hr_puzzle_kinds[k]->example : hr_puzzle_kinds[k]->form);
    }
}

/// Is `text` one of the names that `name_of` gives, where capital letters do not matter? `name_of` may be NULL.
static bool is_named(const char *text, const char *(*name_of)(size_t i)) {
    for (size_t i = 0; name_of != NULL && name_of(i) != NULL; i++) {
        if (hr_near_edits(text, strlen(text), name_of(i)) == 0) {
            return true;
        }
    }
    return false;
}

/// If `spec` is the name of a position, set the error to how a puzzle with this position is written.
static bool tell_position(const char *spec, hr_error *error) {
    for (size_t k = 0; hr_puzzle_kinds[k] != NULL; k++) {
        const hr_puzzle_kind *kind = hr_puzzle_kinds[k];
        if (is_named(spec, kind->position_name) || is_named(spec, kind->position_alias)) {
            (void)hr_error_set(error, HR_USAGE, "unknown puzzle '%.60s': that is the name of a position: write %s%s%.60s", spec,
                               kind->name, kind->has_start ? ":" : " ", spec);
            return true;
        }
    }
    return false;
}

/// If `spec` is a puzzle without the name of its kind, set the error to how it is written.
static bool tell_kind(const char *spec, hr_error *error) {
    char forms[256] = "";
    for (size_t k = 0; hr_puzzle_kinds[k] != NULL; k++) {
        const hr_puzzle_kind *kind = hr_puzzle_kinds[k];
        const size_t inner = kind->inner != NULL ? strlen(kind->inner) : 0;
        if (inner > 0 && strncmp(spec, kind->inner, inner) == 0 && spec[inner] == ':') {
            (void)hr_error_set(error, HR_USAGE, "unknown puzzle '%.60s': write %s:%.60s", spec, kind->name, spec);
            return true;
        }
        if (inner > 0 && kind->is_inner(spec)) {
            (void)hr_error_set(error, HR_USAGE, "unknown puzzle '%.60s': write %s:%s:%.60s", spec, kind->name, kind->inner, spec);
            return true;
        }
        if (kind->names_file != NULL) {
            const size_t used = strlen(forms);
            (void)snprintf(forms + used, sizeof forms - used, "%s%s:%.60s", used > 0 ? " or " : "", kind->name, spec);
        }
    }
    if (strpbrk(spec, "./") == NULL || strchr(spec, ':') != NULL) {
        return false;
    }
    (void)hr_error_set(error, HR_USAGE, "unknown puzzle '%.60s': if that is a file, write %s", spec, forms);
    return true;
}

/// If `text`, which is no state of the puzzle, names a puzzle with a start of its own, set the error to how that is written.
static void tell_puzzle(const hr_puzzle *puzzle, const char *text, hr_error *error) {
    for (size_t k = 0; hr_puzzle_kinds[k] != NULL; k++) {
        const hr_puzzle_kind *kind = hr_puzzle_kinds[k];
        if (kind->has_start && is_named(text, kind->position_name)) {
            (void)hr_error_set(error, HR_USAGE, "'%.60s' is no state of %s, but a puzzle: write %s:%.60s", text,
                               hr_puzzle_describe(puzzle)->spec, kind->name, text);
        }
    }
}

hr_status hr_puzzle_kind_of(const char *spec, const hr_puzzle_kind **kind, hr_error *error) {
    const size_t length = strcspn(spec, ":");
    for (size_t k = 0; hr_puzzle_kinds[k] != NULL; k++) {
        if (strlen(hr_puzzle_kinds[k]->name) == length && memcmp(hr_puzzle_kinds[k]->name, spec, length) == 0) {
            *kind = hr_puzzle_kinds[k];
            return HR_OK;
        }
    }
    hr_nearest nearest = HR_NEAREST_NONE;
    for (size_t k = 0; hr_puzzle_kinds[k] != NULL; k++) {
        hr_nearest_try(&nearest, spec, length, hr_puzzle_kinds[k]->name);
    }
    if (nearest.word != NULL) {
        return hr_error_set(error, HR_USAGE, "unknown puzzle '%.60s': did you mean %s%.60s?", spec, nearest.word, spec + length);
    }
    if (tell_position(spec, error) || tell_kind(spec, error)) {
        return HR_USAGE;
    }
    char forms[128];
    char examples[128];
    list_kinds(false, forms);
    list_kinds(true, examples);
    return hr_error_set(error, HR_USAGE, "unknown puzzle '%.60s': use %s, as in %s", spec, forms, examples);
}

/// The refusal of a kind whose positions can only be solved.
static hr_status refuse_kind(const hr_puzzle_options *options, const hr_puzzle_kind *kind, hr_error *error) {
    return hr_error_set(error, HR_USAGE,
                        "%.60s cannot be used here: of %s puzzles only positions can be solved, as by 'huarong solve'",
                        options->spec, kind->name);
}

hr_status hr_puzzle_create(const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error) {
    *puzzle = NULL;
    const hr_puzzle_kind *kind = NULL;
    HR_TRY(hr_puzzle_kind_of(options->spec, &kind, error));
    if (kind->create == NULL) {
        return refuse_kind(options, kind, error);
    }
    if (options->text != NULL && kind->names_file == NULL) {
        return hr_error_set(error, HR_USAGE, "a %s puzzle has no text: its spec says all", kind->name);
    }
    const char *colon = strchr(options->spec, ':');
    HR_TRY(kind->create(options, colon == NULL ? NULL : colon + 1, puzzle, error));
    hr_puzzle_info *info = &(*puzzle)->info;
    info->spec = (*puzzle)->spec;
    info->kind = kind->name;
    info->metric = options->metric;
    info->state_words = info->state_words == 0 ? 1 : info->state_words;
    info->piece_sets = (*puzzle)->ops->pieces != NULL;
    if ((*puzzle)->ops->expand_marked == NULL) {
        info->key_mask = UINT64_MAX;
    }
    return HR_OK;
}

void hr_puzzle_destroy(hr_puzzle **puzzle) {
    if (*puzzle != NULL) {
        (*puzzle)->ops->destroy(*puzzle);
    }
    *puzzle = NULL;
}

const hr_puzzle_info *hr_puzzle_describe(const hr_puzzle *puzzle) { return &puzzle->info; }

size_t hr_puzzle_expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    return puzzle->ops->expand(puzzle, states, n, successors, counts);
}

size_t hr_puzzle_expand_marked(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors) {
    if (puzzle->ops->expand_marked != NULL) {
        return puzzle->ops->expand_marked(puzzle, states, n, successors);
    }
    const size_t found = hr_puzzle_expand(puzzle, states, n, successors, NULL);
    hr_puzzle_canonicalise(puzzle, successors, found);
    return found;
}

void hr_puzzle_unmark(const hr_puzzle *puzzle, const hr_state *marked, size_t n, hr_state *states) {
    if (puzzle->ops->unmark != NULL) {
        puzzle->ops->unmark(puzzle, marked, n, states);
    } else {
        memcpy(states, marked, n * (size_t)puzzle->info.state_words * sizeof *states);
    }
}

void hr_puzzle_canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n) {
    if (puzzle->info.symmetry_order > 1) {
        puzzle->ops->canonicalise(puzzle, states, n);
    }
}

void hr_puzzle_orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    if (puzzle->info.symmetry_order > 1) {
        puzzle->ops->orbit_size(puzzle, states, n, sizes);
    } else {
        memset(sizes, 1, n);
    }
}

size_t hr_puzzle_images(const hr_puzzle *puzzle, const hr_state *state, hr_state *images) {
    return puzzle->ops->images(puzzle, state, images);
}

size_t hr_puzzle_sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    return puzzle->ops->sources(puzzle, cursor, states, capacity);
}

void hr_puzzle_solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *solved) {
    puzzle->ops->solved(puzzle, states, n, solved);
}

void hr_puzzle_index(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    puzzle->ops->index(puzzle, states, n, indices);
}

void hr_puzzle_unindex(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    puzzle->ops->unindex(puzzle, indices, n, states);
}

hr_status hr_puzzle_validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error) {
    return puzzle->ops->validate != NULL ? puzzle->ops->validate(puzzle, state, error) : HR_OK;
}

size_t hr_puzzle_first_invalid(const hr_puzzle *puzzle, const hr_state *states, size_t n) {
    if (puzzle->ops->all_valid != NULL && puzzle->ops->all_valid(puzzle, states, n)) {
        return n;
    }
    const size_t words = (size_t)puzzle->info.state_words;
    size_t at = 0;
    while (at < n && hr_puzzle_validate(puzzle, states + at * words, NULL) == HR_OK) {
        at++;
    }
    return at;
}

hr_status hr_puzzle_parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    const hr_status status = puzzle->ops->parse(puzzle, text, state, error);
    if (status == HR_USAGE) {
        tell_puzzle(puzzle, text, error);
    }
    return status;
}

void hr_puzzle_format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    puzzle->ops->format(puzzle, state, text);
}

void hr_puzzle_code(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    text[0] = '\0';
    if (puzzle->ops->code != NULL) {
        puzzle->ops->code(puzzle, state, text);
    }
}

void hr_puzzle_draw(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_DRAWING_MAX]) {
    hr_puzzle_draw_with(puzzle, state, NULL, text);
}

void hr_puzzle_draw_with(const hr_puzzle *puzzle, const hr_state *state, const hr_letters *letters,
                         char text[HR_STATE_DRAWING_MAX]) {
    const hr_canvas_style plain = {.ascii = false};
    hr_picture picture;
    hr_puzzle_picture_with(puzzle, state, letters, &picture);
    if (!hr_canvas_draw(&picture, &plain, text, HR_STATE_DRAWING_MAX)) {
        hr_canvas_spell(&picture, text);
    }
}

hr_status hr_puzzle_step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *step, hr_error *error) {
    return puzzle->ops->step(puzzle, from, to, step, error);
}

void hr_puzzle_goal(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    text[0] = '\0';
    if (puzzle->ops->goal != NULL) {
        puzzle->ops->goal(puzzle, text);
    }
}

bool hr_puzzle_pieces(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_piece_set *sets) {
    if (puzzle->ops->pieces == NULL) {
        return false;
    }
    puzzle->ops->pieces(puzzle, states, n, sets);
    return true;
}
