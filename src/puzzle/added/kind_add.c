// SPDX-License-Identifier: MIT
// Adds kinds to the table of kinds, and makes their puzzles.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/added/added.h"
#include "puzzle/added/sample.h"
#include "puzzle/kinds.h"

enum {
    SIDE_MAX = 32, ///< most columns and most rows
    SAMPLE = 32,   ///< states that are looked at whenever a puzzle is made
};

/// Returns what a row lacks, NULL if it lacks nothing.
static const char *find_lack(const hr_kind *kind) {
    const struct {
        bool there;
        const char *name;
    } needs[] = {
        {kind->name != NULL && kind->name[0] != '\0', "name"},
        {kind->form != NULL, "form"},
        {kind->example != NULL, "example"},
        {kind->summary != NULL, "summary"},
        {kind->help != NULL, "help"},
        {kind->create != NULL, "function 'create'"},
        {kind->sources != NULL, "function 'sources'"},
        {kind->expand != NULL, "function 'expand'"},
        {kind->parse != NULL, "function 'parse'"},
        {kind->format != NULL, "function 'format'"},
        {(kind->index == NULL) == (kind->unindex == NULL), "function 'index' or 'unindex', of which it has the other"},
    };
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (!needs[i].there) {
            return needs[i].name;
        }
    }
    return NULL;
}

/// Check the facts that `create` of the row has set.
static hr_status check_facts(const hr_kind *kind, const hr_kind_facts *facts, hr_error *error) {
    const char *wrong = NULL;
    if (facts->max_successors == 0 || facts->max_successors > UINT16_MAX) {
        wrong = "max_successors";
    } else if (facts->state_words < 1 || facts->state_words > HR_STATE_WORDS_MAX) {
        wrong = "state_words";
    } else if (facts->symmetry_order < 1 || facts->symmetry_order > HR_IMAGES_MAX ||
               (facts->symmetry_order > 1 && kind->image == NULL)) {
        wrong = "symmetry_order";
    } else if (facts->source_count == 0 || (facts->source_count > 1 && kind->solved == NULL)) {
        wrong = "source_count";
    } else if (facts->index_count > 0 && kind->index == NULL) {
        wrong = "index_count";
    } else if (facts->width < 0 || facts->width > SIDE_MAX || facts->height < 1 || facts->height > SIDE_MAX) {
        wrong = "width or height";
    }
    return wrong == NULL ? HR_OK : hr_error_set(error, HR_USAGE, "the kind of puzzle '%s' sets a wrong %s", kind->name, wrong);
}

/// The words in the text of a state, at most SIDE_MAX.
static int count_words(const hr_added *o, const hr_state *state) {
    char text[HR_STATE_TEXT_MAX];
    int words = 0;
    o->kind->format(o->puzzle, state, text);
    for (const char *at = text + strspn(text, " "); *at != '\0' && words < SIDE_MAX; words++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return words > 0 ? words : 1;
}

/// Fill the puzzle, whose row has made its own part.
static hr_status fill(const hr_puzzle_options *options, hr_added *o, hr_error *error) {
    const hr_kind_facts *facts = &o->facts;
    HR_TRY(check_facts(o->kind, facts, error));
    o->words = (size_t)facts->state_words;
    o->kind->sources(o->puzzle, 0, 1, o->home);
    const bool from = options->from != NULL;
    if (from) {
        HR_TRY(hr_added_ops.parse(&o->base, options->from, o->from, error));
    }
    o->from_given = from;
    o->ops = hr_added_ops;
    if (facts->index_count == 0) {
        o->ops.index = NULL;
        o->ops.unindex = NULL;
    }
    if (o->kind->solved != NULL || facts->one_way) {
        o->ops.goals = NULL; // a search from the goals goes back
    }
    o->base.ops = &o->ops;
    o->base.info = (hr_puzzle_info){.spec = o->base.spec,
                                    .kind = o->kind->name,
                                    .key_mask = UINT64_MAX,
                                    .width = facts->width > 0 ? facts->width : count_words(o, o->home),
                                    .height = facts->height,
                                    .symmetry_order = from || options->no_symmetry ? 1 : facts->symmetry_order,
                                    .max_successors = facts->max_successors,
                                    .bipartite = facts->bipartite && !facts->one_way && (from || facts->source_count == 1),
                                    .one_way = facts->one_way,
                                    .single_source = from || facts->source_count == 1,
                                    .source_count = from ? 1 : facts->source_count,
                                    .has_target = from || o->kind->solved != NULL,
                                    .state_words = facts->state_words,
                                    .index_count = facts->index_count,
                                    .reachable = from ? 0 : facts->reachable};
    return HR_OK;
}

hr_status hr_added_make(const hr_added *made, const hr_puzzle_options *options, hr_puzzle **puzzle, hr_error *error) {
    hr_added *o = malloc(sizeof *o);
    if (o == NULL) {
        if (made->kind->destroy != NULL) {
            made->kind->destroy(made->puzzle);
        }
        free(made->puzzle);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a %s puzzle", made->kind->name);
    }
    *o = *made;
    (void)snprintf(o->base.spec, sizeof o->base.spec, "%s", options->spec);
    hr_kind_sample sample;
    hr_status status = fill(options, o, error);
    if (status == HR_OK) { // a wrong row is better noticed before a search than after it
        status = hr_kind_sample_check(&o->base, SAMPLE, &sample, error);
    }
    if (status != HR_OK) {
        hr_added_ops.destroy(&o->base);
        return status;
    }
    *puzzle = &o->base;
    return HR_OK;
}

/// Refuse the options that these kinds do not take.
static hr_status check_options(const hr_puzzle_options *options, const hr_kind *kind, hr_error *error) {
    if (options->metric != HR_METRIC_UNIT || options->goal != NULL || options->exit != NULL) {
        return hr_error_set(error, HR_USAGE, "a %s puzzle has one metric and one goal", kind->name);
    }
    return strlen(options->spec) < HR_SPEC_MAX
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "'%.60s…' is too long: use at most %d characters", options->spec, HR_SPEC_MAX - 1);
}

static hr_status create(const hr_puzzle_options *options, const char *board, hr_puzzle **puzzle, hr_error *error) {
    const hr_puzzle_kind *row = NULL;
    HR_TRY(hr_puzzle_kind_of(options->spec, &row, error));
    const hr_kind *kind = row->added;
    HR_TRY(check_options(options, kind, error));
    hr_added made = {.kind = kind, .facts = HR_KIND_FACTS};
    made.puzzle = calloc(1, kind->puzzle_bytes > 0 ? kind->puzzle_bytes : 1);
    HR_TRY_MEMORY(made.puzzle != NULL, error, "a puzzle");
    char why[HR_KIND_WHY_MAX] = "";
    if (!kind->create(board == NULL ? "" : board, made.puzzle, &made.facts, why)) {
        free(made.puzzle);
        return hr_error_set(error, HR_USAGE, "bad board in '%s': %s", options->spec, why);
    }
    return hr_added_make(&made, options, puzzle, error);
}

hr_status hr_kind_add(const hr_kind *kind, hr_error *error) {
    if (kind->version != HR_KIND_VERSION) {
        return hr_error_set(error, HR_USAGE,
                            "the kind of puzzle is of version %u, and this library takes version %d: compile it anew",
                            (unsigned)kind->version, HR_KIND_VERSION);
    }
    const char *lack = find_lack(kind);
    if (lack != NULL) {
        return hr_error_set(error, HR_USAGE, "the kind of puzzle has no %s", lack);
    }
    if (kind->name[strspn(kind->name, "abcdefghijklmnopqrstuvwxyz0123456789-")] != '\0') {
        return hr_error_set(error, HR_USAGE, "bad name '%.40s' of a kind of puzzle: use small letters, digits and dashes",
                            kind->name);
    }
    size_t count = 0;
    for (; hr_puzzle_kinds[count] != NULL; count++) {
        if (hr_puzzle_kinds[count]->added == kind) {
            return HR_OK;
        }
        if (strcmp(hr_puzzle_kinds[count]->name, kind->name) == 0) {
            return hr_error_set(error, HR_USAGE, "there is a kind of puzzle with the name '%.40s' already", kind->name);
        }
    }
    if (count == HR_KINDS_MAX) {
        return hr_error_set(error, HR_USAGE, "there are %d kinds of puzzles, and there is no room for more", HR_KINDS_MAX);
    }
    hr_puzzle_kind *row = malloc(sizeof *row); // it lives until the program ends, as the rows of the table do
    HR_TRY_MEMORY(row != NULL, error, "a kind of puzzle");
    *row = (hr_puzzle_kind){.name = kind->name,
                            .form = kind->form,
                            .example = kind->example,
                            .summary = kind->summary,
                            .help = kind->help,
                            .added = kind,
                            .create = create};
    hr_puzzle_kinds[count] = row;
    return HR_OK;
}
