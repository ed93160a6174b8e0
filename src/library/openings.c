// SPDX-License-Identifier: MIT
#include "huarong/search/openings.h"

#include <stdlib.h>
#include <string.h>

#include "comm/comm.h"
#include "core/try.h"
#include "library/limits.h"
#include "library/words.h"
#include "openings/openings.h"
#include "openings/table/write.h"
#include "puzzle/kinds.h"
#include "tabulate/write.h"

/// What one call of hr_search_all_openings works with.
typedef struct openings_search {
    const hr_comm *comm;
    const hr_search_openings_options *options;
    hr_puzzle *puzzle;
    hr_openings result;
    bool table_written;
} openings_search;

static hr_openings_options engine_options(const hr_search_openings_options *options) {
    hr_openings_options made = {
        .filter = HR_OPENINGS_FILTER_ALL,
        .components = options->components,
        .keep_distances = options->table != NULL,
        .memory_limit = options->limits.memory,
        .max_seconds = options->limits.max_seconds,
        .stop_wanted = options->limits.stop_wanted,
        .checkpoint = hr_library_checkpoints(&options->checkpoints),
    };
    if (options->pieces != NULL) {
        made.filter = (hr_openings_filter){.horizontals = options->pieces->horizontals,
                                           .verticals = options->pieces->verticals,
                                           .singles = options->pieces->singles,
                                           .dominoes = -1};
    }
    return made;
}

/// Collective. Search, and write the table if one is wanted.
static hr_status search(openings_search *s, hr_error *error) {
    const hr_search_openings_options *options = s->options;
    if (options->table != NULL && options->pieces != NULL) {
        return hr_error_set(error, HR_USAGE, "a table holds all openings: leave out the pieces");
    }
    HR_TRY(hr_comm_agree(s->comm, hr_puzzle_create(&options->puzzle, &s->puzzle, error), error));
    if (options->table != NULL) {
        HR_TRY(hr_table_writer_probe(s->comm, options->table, options->replace, error));
    }
    const hr_openings_options run = engine_options(options);
    HR_TRY(hr_openings_run(s->comm, s->puzzle, &run, &s->result, error));
    if (options->table != NULL) {
        const hr_openings_file file = {.path = options->table, .force = options->replace};
        HR_TRY(hr_openings_write_table(s->comm, s->puzzle, &run, &s->result, &file, error));
        s->table_written = true;
    }
    return HR_OK;
}

/// Returns the public form of a piece set, and copies the set's histogram to `histogram[0..distance_count)`. Unless `known`, only
/// the pieces and the number of openings are filled in.
static hr_search_piece_set public_set(const hr_openings_set *set, bool known, size_t distance_count, hr_count *histogram) {
    hr_search_piece_set made = {
        .pieces = {(uint8_t)set->pieces.horizontals, (uint8_t)set->pieces.verticals, (uint8_t)set->pieces.singles},
        .known = known,
        .openings = set->full.openings,
    };
    if (known) {
        made.solved = set->full.solved;
        made.solvable = set->full.solvable;
        made.components = set->full.components;
        made.components_solvable = set->full.components_solvable;
        made.largest_component = set->largest_component;
        made.max_distance = set->max_distance;
        made.mean_distance = set->mean_distance;
        made.hardest_count = set->hardest_count;
        made.hardest_listed = set->hardest_listed;
        memcpy(made.hardest, set->hardest, sizeof made.hardest);
        memcpy(histogram, set->histogram, distance_count * sizeof *histogram);
        made.histogram = histogram;
    }
    return made;
}

/// Collective. Copy the result into a public structure: the structure, the sets and the histograms in one block.
static hr_status publish(const openings_search *s, hr_search_openings **found, hr_error *error) {
    const hr_openings *result = &s->result;
    const size_t sets_at = sizeof **found;
    const size_t histograms_at = sets_at + result->set_count * sizeof(hr_search_piece_set);
    const size_t bytes = histograms_at + (result->set_count + 1) * result->depth_count * sizeof(hr_count);
    char *block = hr_comm_allocate(s->comm, bytes, "the result", error);
    if (block == NULL) {
        return HR_INTERNAL;
    }
    hr_search_piece_set *sets = (hr_search_piece_set *)(void *)(block + sets_at);
    hr_count *histograms = (hr_count *)(void *)(block + histograms_at);
    *found = (hr_search_openings *)(void *)block;
    **found = (hr_search_openings){.total = public_set(&result->total, true, result->depth_count, histograms),
                                   .sets = sets,
                                   .set_count = result->set_count,
                                   .distance_count = result->depth_count,
                                   .families = result->family_count,
                                   .families_done = result->families_done,
                                   .table_written = s->table_written,
                                   .end = hr_library_end(result->stop),
                                   .seconds = result->seconds.total,
                                   .peak_memory = result->peak_memory};
    for (size_t i = 0; i < result->set_count; i++) {
        sets[i] =
            public_set(&result->sets[i], result->sets[i].known, result->depth_count, histograms + (i + 1) * result->depth_count);
    }
    return HR_OK;
}

hr_status hr_search_all_openings(const hr_ranks *ranks, const hr_search_openings_options *options, hr_search_openings **found,
                                 hr_error *error) {
    openings_search s = {.comm = ranks, .options = options, .result = {.sets = NULL}};
    *found = NULL;
    hr_status status = search(&s, error);
    const bool counted = status == HR_OK || ((status == HR_STOPPED || status == HR_FILE) && s.result.total.histogram != NULL);
    if (counted) {
        hr_error trouble;
        const hr_status published = publish(&s, found, &trouble);
        status = published == HR_OK ? status : hr_error_set(error, published, "%s", trouble.text);
    }
    hr_openings_clear(&s.result);
    hr_puzzle_destroy(&s.puzzle);
    return hr_library_words(status, error);
}

void hr_search_openings_destroy(hr_search_openings **found) {
    free(*found);
    *found = NULL;
}
