// SPDX-License-Identifier: MIT
// Makes puzzles from what a row has made of its own part.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/added/added.h"

enum { SIDE_MAX = 32 }; ///< most columns and most rows

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
    const hr_status status = fill(options, o, error);
    if (status != HR_OK) {
        hr_added_ops.destroy(&o->base);
        return status;
    }
    *puzzle = &o->base;
    return HR_OK;
}
