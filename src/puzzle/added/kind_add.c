// SPDX-License-Identifier: MIT
// Adds kinds to the table of kinds.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/added/added.h"
#include "puzzle/added/sample.h"
#include "puzzle/kinds.h"

enum { SAMPLE = 32 }; ///< states that are looked at whenever a puzzle is made; files depend on it

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

/// Refuse the options that these kinds do not take.
static hr_status check_options(const hr_puzzle_options *options, const hr_kind *kind, hr_error *error) {
    if (options->metric != HR_METRIC_UNIT || options->goal != NULL || options->exit != NULL) {
        return hr_error_set(error, HR_USAGE, "a %s puzzle has one metric and one goal", kind->name);
    }
    return strlen(options->spec) < HR_SPEC_MAX
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "'%.60s…' is too long: use at most %d characters", options->spec, HR_SPEC_MAX - 1);
}

/// Check the puzzle on a sample of its states, which also gives it its mark. A file's puzzle must have the mark `wanted`; NULL:
/// any.
static hr_status mark(hr_puzzle *puzzle, const char *wanted, hr_error *error) {
    hr_added *o = (hr_added *)(void *)puzzle;
    hr_kind_sample sample; // a wrong row is better noticed before a search than after it
    HR_TRY(hr_kind_sample_check(puzzle, SAMPLE, &sample, error));
    (void)snprintf(o->mark, sizeof o->mark, "interface %d, sample %016" PRIx64, HR_KIND_VERSION, sample.hash);
    return wanted == NULL || strcmp(o->mark, wanted) == 0
               ? HR_OK
               : hr_error_set(error, HR_USAGE,
                              "it was written with another plug-in '%s', whose states, texts or moves differ, or their order",
                              o->kind->name);
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
    HR_TRY(hr_added_make(&made, options, puzzle, error));
    const hr_status status = mark(*puzzle, options->text, error);
    if (status != HR_OK) {
        hr_puzzle_destroy(puzzle);
    }
    return status;
}

/// No spec of these kinds names a file; the option `text` of their puzzles is the mark.
static bool names_file(const char *board) {
    (void)board;
    return false;
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
                            .names_file = names_file,
                            .added = kind,
                            .create = create};
    hr_puzzle_kinds[count] = row;
    return HR_OK;
}
