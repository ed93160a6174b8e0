// SPDX-License-Identifier: MIT
#include "verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "core/try.h"
#include "openings/table/proof.h"
#include "puzzle/words.h"
#include "verify/recount.h"

enum {
    GROUP = 512,       ///< entries that are looked at together
    REPORT_EVERY = 256 ///< groups between two reports of progress
};

/// One rank's share of the entries, and the figures of these entries.
typedef struct verifier {
    const hr_table *table;
    const hr_table_info *info;
    const hr_puzzle *puzzle;
    size_t words;         ///< numbers of a state
    uint64_t begin;       ///< first entry of the share
    uint64_t end;         ///< entry behind the last one of the share
    hr_state *states;     ///< [GROUP · words] the states of a group
    hr_depth *values;     ///< [GROUP] their distances in the table
    uint16_t *counts;     ///< [GROUP] how many successors each state has
    hr_state *successors; ///< [GROUP · max_successors · words] the successors of a group
    hr_depth *found;      ///< [GROUP · max_successors] distances of looked-up states
    hr_count *layers;     ///< [max_distance + 2] states at each distance, and the unreached states last
    hr_count neighbours;  ///< neighbours looked at
} verifier;

static void destroy(verifier *v) {
    free(v->states);
    free(v->values);
    free(v->counts);
    free(v->successors);
    free(v->found);
    free(v->layers);
}

static hr_status create(verifier *v, const hr_comm *comm, const hr_table *table, hr_error *error) {
    const uint64_t rank = (uint64_t)hr_comm_rank(comm);
    const uint64_t ranks = (uint64_t)hr_comm_size(comm);
    *v = (verifier){.table = table, .info = hr_table_describe(table), .puzzle = hr_table_puzzle(table)};
    v->words = hr_puzzle_words(v->puzzle);
    const uint64_t groups = (v->info->entries + GROUP - 1) / GROUP;
    v->begin = groups / ranks * rank + (rank < groups % ranks ? rank : groups % ranks);
    v->end = v->begin + groups / ranks + (rank < groups % ranks);
    v->begin *= GROUP;
    v->end = v->end * GROUP < v->info->entries ? v->end * GROUP : v->info->entries;
    const size_t room = GROUP * hr_puzzle_describe(v->puzzle)->max_successors;
    v->states = malloc(GROUP * v->words * sizeof *v->states);
    v->values = malloc(GROUP * sizeof *v->values);
    v->counts = malloc(GROUP * sizeof *v->counts);
    v->successors = malloc(room * v->words * sizeof *v->successors);
    v->found = malloc(room * sizeof *v->found);
    v->layers = calloc(v->info->max_distance + (size_t)2, sizeof *v->layers);
    const bool complete = v->states != NULL && v->values != NULL && v->counts != NULL && v->successors != NULL &&
                          v->found != NULL && v->layers != NULL;
    return complete ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the verification of a table");
}

/// The i-th state of the group.
static const hr_state *state_at(const verifier *v, size_t i) { return v->states + i * v->words; }

/// Returns HR_CHECK with a text that names *state and says `what` is wrong with it.
static hr_status wrong(const verifier *v, const hr_state *state, hr_error *error, const char *what) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(v->puzzle, state, text);
    return hr_error_set(error, HR_CHECK, "%.150s: wrong: the state %s %.120s", v->info->path, text, what);
}

/// Returns HR_CHECK with a text that says why `value` cannot be the distance of *state. `least` is the smallest distance of the
/// state's neighbours; `least` is not used if `value` is above the table's greatest distance.
static hr_status wrong_step(const verifier *v, const hr_state *state, hr_depth value, hr_depth least, hr_error *error) {
    char what[120];
    if (value == HR_DEPTH_UNREACHED) {
        return wrong(v, state, error, "is unreached, but a neighbour is reached");
    }
    if (value > v->info->max_distance) {
        return wrong(v, state, error, "is farther than the table's greatest distance");
    }
    if (least == HR_DEPTH_UNREACHED) {
        return wrong(v, state, error, "is reached, but no neighbour is");
    }
    (void)snprintf(what, sizeof what, "has distance %" PRIu32 ", but the nearest neighbour %" PRIu32, value, least);
    return wrong(v, state, error, what);
}

/// Check one state: does its distance `value` follow from the distances `found[0..n)` of its neighbours? HR_CHECK if not.
static hr_status prove_state(const verifier *v, const hr_state *state, hr_depth value, const hr_depth *found, size_t n,
                             hr_error *error) {
    hr_depth least = HR_DEPTH_UNREACHED;
    hr_depth greatest = 0;
    for (size_t i = 0; i < n; i++) {
        least = found[i] < least ? found[i] : least;
        greatest = found[i] > greatest ? found[i] : greatest;
    }
    if (value == HR_DEPTH_UNREACHED) {
        return least == HR_DEPTH_UNREACHED ? HR_OK : wrong_step(v, state, value, least, error);
    }
    if (greatest == HR_DEPTH_UNREACHED) {
        return wrong(v, state, error, "is reached, but a neighbour is not");
    }
    if (value > 0 && least + 1 != value) { // a neighbour farther than value + 1 fails when its own turn comes
        return wrong_step(v, state, value, least, error);
    }
    return HR_OK;
}

static hr_status prove_group(verifier *v, uint64_t first, size_t n, hr_error *error) {
    HR_TRY(hr_table_values(v->table, first, n, v->values, error));
    HR_TRY(hr_table_states(v->table, first, n, v->states, error));
    const size_t total = hr_puzzle_expand(v->puzzle, v->states, n, v->successors, v->counts);
    HR_TRY(hr_table_distance(v->table, v->successors, total, v->found, error));
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const hr_depth value = v->values[i];
        if (value > v->info->max_distance && value != HR_DEPTH_UNREACHED) {
            return wrong_step(v, state_at(v, i), value, HR_DEPTH_UNREACHED, error);
        }
        HR_TRY(prove_state(v, state_at(v, i), value, v->found + at, v->counts[i], error));
        v->layers[value == HR_DEPTH_UNREACHED ? v->info->max_distance + 1 : value]++;
        at += v->counts[i];
    }
    v->neighbours += total;
    return HR_OK;
}

/// HR_CHECK unless the keys of the share ascend and are states of the puzzle, without which look-ups would be wrong. The first key
/// is compared with the last one of the share before.
static hr_status check_keys(verifier *v, hr_error *error) {
    hr_state previous[HR_STATE_WORDS_MAX];
    bool first_of_all = v->begin == 0;
    if (!first_of_all && v->begin < v->end) {
        HR_TRY(hr_table_states(v->table, v->begin - 1, 1, previous, error));
    }
    for (uint64_t first = v->begin; first < v->end; first += GROUP) {
        const size_t n = v->end - first < GROUP ? (size_t)(v->end - first) : GROUP;
        HR_TRY(hr_table_states(v->table, first, n, v->states, error));
        const size_t valid = hr_puzzle_first_invalid(v->puzzle, v->states, n);
        for (size_t i = 0; i < n; i++) {
            if (i == valid || (!first_of_all && hr_state_compare(state_at(v, i), previous, v->words) <= 0)) {
                return hr_error_set(error, HR_CHECK, "%.200s: wrong: key %" PRIu64 " is not a state, or out of order",
                                    v->info->path, first + i);
            }
            hr_words_copy(previous, state_at(v, i), v->words);
            first_of_all = false;
        }
    }
    return HR_OK;
}

/// HR_CHECK unless every source has distance 0 and the head says that no other state has. The ranks take the batches of sources in
/// turn.
static hr_status check_sources(verifier *v, const hr_comm *comm, hr_error *error) {
    const hr_count sources = hr_puzzle_describe(v->puzzle)->source_count;
    if (v->info->layers[0] != sources) { // checked first, because the puzzle of a forged table can have very many sources
        return hr_error_set(error, HR_CHECK, "%.200s: wrong: %" PRIu64 " state%s at distance 0, but %" PRIu64 " source%s",
                            v->info->path, v->info->layers[0], hr_quantity_plural(v->info->layers[0]), sources,
                            hr_quantity_plural(sources));
    }
    const uint64_t ranks = (uint64_t)hr_comm_size(comm);
    uint64_t cursor = 0;
    uint64_t batch = 0;
    for (size_t n = 0; (n = hr_puzzle_sources(v->puzzle, &cursor, v->states, GROUP)) > 0; batch++) {
        if (batch % ranks != (uint64_t)hr_comm_rank(comm)) {
            continue;
        }
        HR_TRY(hr_table_distance(v->table, v->states, n, v->values, error));
        for (size_t i = 0; i < n; i++) {
            if (v->values[i] != 0) {
                return wrong(v, state_at(v, i), error, "is a source, but has another distance than 0");
            }
        }
    }
    return HR_OK;
}

/// Prove this rank's share of the entries.
static hr_status prove_share(verifier *v, const hr_verify_options *options, hr_error *error) {
    uint64_t groups = 0;
    for (uint64_t first = v->begin; first < v->end; first += GROUP) {
        HR_TRY(prove_group(v, first, v->end - first < GROUP ? (size_t)(v->end - first) : GROUP, error));
        if (options->progress != NULL && ++groups % REPORT_EVERY == 0) {
            options->progress(options->context, first - v->begin, v->end - v->begin);
        }
    }
    return HR_OK;
}

/// Collective. HR_CHECK unless the numbers of states at each distance are those in the head.
static hr_status check_counts(verifier *v, const hr_comm *comm, hr_error *error) {
    HR_TRY(hr_comm_sum(comm, v->layers, v->info->max_distance + (size_t)2, error));
    for (hr_depth d = 0; d <= v->info->max_distance; d++) {
        if (v->layers[d] != v->info->layers[d]) {
            return hr_error_set(error, HR_CHECK,
                                "%.200s: wrong: %" PRIu64 " state%s at distance %" PRIu32 ", but the head says %" PRIu64,
                                v->info->path, v->layers[d], hr_quantity_plural(v->layers[d]), d, v->info->layers[d]);
        }
    }
    return HR_OK;
}

/// HR_CHECK unless the hardest states that the head lists are at the greatest distance and ascend.
static hr_status check_hardest(verifier *v, hr_error *error) {
    const size_t n = v->info->hardest_count;
    HR_TRY(hr_table_distance(v->table, v->info->hardest, n, v->found, error));
    for (size_t i = 0; i < n; i++) {
        const hr_state *at = v->info->hardest + i * v->words;
        if (v->found[i] != v->info->max_distance || (i > 0 && hr_state_compare(at, at - v->words, v->words) <= 0)) {
            return wrong(v, at, error, "is listed as one of the hardest, but is not, or out of order");
        }
    }
    return HR_OK;
}

/// Local. Compare the checksums of this rank's share of the chunks.
static hr_status check_chunks(const hr_table *table, const hr_comm *comm, hr_error *error) {
    const uint64_t chunks = hr_table_describe(table)->chunk_count;
    const uint64_t rank = (uint64_t)hr_comm_rank(comm);
    const uint64_t ranks = (uint64_t)hr_comm_size(comm);
    const uint64_t first = chunks * rank / ranks;
    return hr_table_check(table, first, chunks * (rank + 1) / ranks - first, error);
}

/// Collective. Can the table be proved family by family, in the memory that there is?
static hr_status choose_families(const hr_comm *comm, const hr_table *table, const hr_verify_options *options, bool *families,
                                 hr_error *error) {
    uint64_t bytes = 0;
    hr_comm *node = NULL;
    HR_TRY(hr_comm_agree(comm, hr_openings_provable(table, hr_comm_size(comm), families, &bytes, error), error));
    if (!*families) {
        return HR_OK;
    }
    HR_TRY(hr_comm_split_node(comm, &node, error));
    hr_memory_room room;
    hr_memory_room_here(hr_comm_size(node), &room);
    hr_memory_room_cap(&room, options->memory_limit > 0 ? options->memory_limit : UINT64_MAX, "--memory");
    uint64_t short_of_memory = hr_memory_room_share(&room, hr_comm_size(node)).bytes < bytes;
    hr_comm_destroy(&node);
    HR_TRY(hr_comm_max(comm, &short_of_memory, 1, error));
    *families = short_of_memory == 0;
    return HR_OK;
}

/// Prove this rank's families of openings.
static hr_status prove_families(verifier *v, const hr_comm *comm, const hr_verify_options *options, hr_error *error) {
    hr_openings_proof proof = {
        .table = v->table,
        .rank = hr_comm_rank(comm),
        .ranks = hr_comm_size(comm),
        .progress = options->progress,
        .context = options->context,
        .layers = v->layers,
    };
    const hr_status status = hr_openings_prove(&proof, error);
    v->neighbours = proof.neighbours;
    if (status != HR_CHECK) {
        return status;
    }
    const hr_openings_flaw *flaw = &proof.flaw;
    return flaw->solved ? wrong(v, &flaw->state, error, "is a source, but has another distance than 0")
                        : wrong_step(v, &flaw->state, flaw->value, flaw->nearest, error);
}

/// Collective. Prove an index or key table by induction, as verify.h says.
static hr_status prove(verifier *v, const hr_comm *comm, const hr_verify_options *options, hr_verification *result,
                       hr_error *error) {
    if (v->info->encoding == HR_TABLE_KEYS) {
        HR_TRY(hr_comm_agree(comm, check_keys(v, error), error));
    }
    bool families = false;
    HR_TRY(choose_families(comm, v->table, options, &families, error));
    hr_status status = families ? HR_OK : check_sources(v, comm, error);
    status = status == HR_OK ? check_hardest(v, error) : status;
    HR_TRY(hr_comm_agree(comm, status, error));
    status = families ? prove_families(v, comm, options, error) : prove_share(v, options, error);
    HR_TRY(hr_comm_agree(comm, status, error));
    HR_TRY(check_counts(v, comm, error));
    result->states = v->info->entries;
    result->unreached = v->layers[v->info->max_distance + 1];
    result->neighbours = v->neighbours;
    return hr_comm_sum(comm, &result->neighbours, 1, error);
}

hr_status hr_table_verify(const hr_comm *comm, const hr_table *table, const hr_verify_options *options, hr_verification *result,
                          hr_error *error) {
    const double start = hr_comm_seconds();
    *result = (hr_verification){.chunks = hr_table_describe(table)->chunk_count};
    HR_TRY(hr_comm_agree(comm, check_chunks(table, comm, error), error));
    hr_status status = HR_OK;
    if (hr_table_describe(table)->encoding == HR_TABLE_PLANES) {
        status = hr_table_recount(comm, table, options, result, error);
    } else {
        verifier v;
        status = hr_comm_agree(comm, create(&v, comm, table, error), error);
        status = status == HR_OK ? prove(&v, comm, options, result, error) : status;
        destroy(&v);
    }
    result->seconds = hr_comm_seconds() - start;
    return status;
}

/// The value as both tables can express it: mod 4 if one of them is a plane table (`modular`).
static hr_depth common_value(hr_depth value, bool modular) { return modular && value != HR_DEPTH_UNREACHED ? value & 3U : value; }

/// Look up the values of `states[0..n)`. A plane table gives the distances mod 4, without a walk down to the source.
static hr_status look_up(const hr_table *table, const hr_state *states, size_t n, hr_depth *values, hr_error *error) {
    if (hr_table_describe(table)->encoding != HR_TABLE_PLANES) {
        return hr_table_distance(table, states, n, values, error);
    }
    hr_index indices[GROUP];
    hr_puzzle_index(hr_table_puzzle(table), states, n, indices);
    for (size_t i = 0; i < n; i++) {
        HR_TRY(hr_table_values(table, indices[i], 1, &values[i], error));
    }
    return HR_OK;
}

static hr_status compare_group(verifier *v, const hr_table *other, bool modular, uint64_t first, size_t n, hr_error *error) {
    HR_TRY(hr_table_values(v->table, first, n, v->values, error));
    HR_TRY(hr_table_states(v->table, first, n, v->states, error));
    const size_t valid = v->info->encoding == HR_TABLE_KEYS ? hr_puzzle_first_invalid(v->puzzle, v->states, n) : n;
    if (valid < n) {
        return hr_error_set(error, HR_CHECK, "%.200s: wrong: key %" PRIu64 " is not a state", v->info->path, first + valid);
    }
    HR_TRY(look_up(other, v->states, n, v->found, error));
    for (size_t i = 0; i < n; i++) {
        if (common_value(v->values[i], modular) != common_value(v->found[i], modular)) {
            return wrong(v, state_at(v, i), error, "has another distance in the other table");
        }
        v->layers[0] += v->values[i] == HR_DEPTH_UNREACHED;
    }
    return HR_OK;
}

/// Compare the heads of the tables, then this rank's share of the entries.
static hr_status compare_share(verifier *v, const hr_table *other, const hr_verify_options *options, hr_error *error) {
    const hr_table_info *theirs = hr_table_describe(other);
    const bool modular = v->info->encoding == HR_TABLE_PLANES || theirs->encoding == HR_TABLE_PLANES;
    if (v->info->reached != theirs->reached || v->info->max_distance != theirs->max_distance ||
        memcmp(v->info->layers, theirs->layers, (v->info->max_distance + (size_t)1) * sizeof *theirs->layers) != 0) {
        return hr_error_set(error, HR_CHECK, "%.150s and %.150s: the numbers of states at each distance differ", v->info->path,
                            theirs->path);
    }
    uint64_t groups = 0;
    for (uint64_t first = v->begin; first < v->end; first += GROUP) {
        HR_TRY(compare_group(v, other, modular, first, v->end - first < GROUP ? (size_t)(v->end - first) : GROUP, error));
        if (options->progress != NULL && ++groups % REPORT_EVERY == 0) {
            options->progress(options->context, first - v->begin, v->end - v->begin);
        }
    }
    return HR_OK;
}

hr_status hr_table_compare(const hr_comm *comm, const hr_table *table, const hr_table *other, const hr_verify_options *options,
                           hr_verification *result, hr_error *error) {
    const double start = hr_comm_seconds();
    *result = (hr_verification){.chunks = 0};
    HR_TRY(hr_comm_agree(comm, hr_table_require(other, &hr_table_describe(table)->options, error), error));
    // A key table lists only reached states. So the other table's entries are visited if possible, which include the unreached
    // states.
    const bool turned = hr_table_describe(table)->encoding == HR_TABLE_KEYS;
    verifier v;
    hr_status status = hr_comm_agree(comm, create(&v, comm, turned ? other : table, error), error);
    if (status == HR_OK) {
        status = hr_comm_agree(comm, compare_share(&v, turned ? table : other, options, error), error);
    }
    if (status == HR_OK) {
        result->states = v.info->entries;
        result->unreached = v.layers[0];
        status = hr_comm_sum(comm, &result->unreached, 1, error);
    }
    destroy(&v);
    result->seconds = hr_comm_seconds() - start;
    return status;
}
