// SPDX-License-Identifier: MIT
// How many nodes have the memory for all openings: so many do, and one fewer do not.

#include "plan/foresee_openings.h"
#include "unit_test.h"

#define MIB ((uint64_t)1 << 20)

/// Bytes of a rank besides its families: 32 MiB for MPI and the like, and 16 MiB for messages.
#define BASE (48 * MIB)

typedef struct fixture {
    hr_puzzle *puzzle;
    hr_openings_foresight *foresight;
} fixture;

static void set_up(fixture *f, const char *spec, hr_openings_kept kept) {
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = spec}, &f->puzzle, NULL), HR_OK);
    assert_int_equal(hr_openings_foresight_create(f->puzzle, kept, &f->foresight, NULL), HR_OK);
}

static void tear_down(fixture *f) {
    hr_openings_foresight_destroy(&f->foresight);
    hr_puzzle_destroy(&f->puzzle);
}

static hr_openings_needs needs_of(const fixture *f, int nodes, int node_ranks, uint64_t limit) {
    hr_openings_needs needs;
    const hr_openings_planned planned = {.ranks = nodes * node_ranks, .node_ranks = node_ranks, .node_memory = limit};
    assert_int_equal(hr_openings_foresee(f->foresight, &planned, &needs, NULL), HR_OK);
    return needs;
}

/// The memory of one of `nodes` nodes with `limit` bytes each.
static uint64_t node_memory(const fixture *f, int nodes, int node_ranks, uint64_t limit) {
    return (needs_of(f, nodes, node_ranks, limit).bytes + BASE) * (uint64_t)node_ranks;
}

/// The number of nodes that would do if `nodes` nodes are planned.
static int nodes_for(const fixture *f, int nodes, int node_ranks, uint64_t limit) {
    const hr_planned_run run = {.ranks = nodes * node_ranks, .node_ranks = node_ranks};
    int found = -2;
    assert_int_equal(hr_plan_openings_nodes(f->foresight, &run, &(hr_memory_bound){.bytes = limit},
                                            node_memory(f, nodes, node_ranks, limit), &found, NULL),
                     HR_OK);
    return found;
}

HR_TEST(test_nodes_that_are_found_are_enough_and_fewer_are_not) {
    static const struct {
        uint64_t limit;
        int node_ranks;
    } cases[] = {{280 * MIB, 1}, {240 * MIB, 1}, {200 * MIB, 1}, {150 * MIB, 1}, {500 * MIB, 4}, {350 * MIB, 4}};
    fixture f;
    set_up(&f, "klotski:4x6", (hr_openings_kept){.distances = false});
    int most = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint64_t limit = cases[i].limit;
        const int nodes = nodes_for(&f, 1, cases[i].node_ranks, limit);
        if (nodes > 0) {
            assert_true(nodes > 1);
            assert_true(node_memory(&f, nodes, cases[i].node_ranks, limit) <= limit);
            assert_true(node_memory(&f, nodes - 1, cases[i].node_ranks, limit) > limit);
            assert_int_equal(nodes_for(&f, nodes, cases[i].node_ranks, limit), 0);
        } else {
            assert_true(nodes == 0 ? node_memory(&f, 1, cases[i].node_ranks, limit) <= limit : nodes == -1);
        }
        most = nodes > most ? nodes : most;
    }
    assert_true(most > 2);
    tear_down(&f);
}

HR_TEST(test_too_little_for_any_number_of_nodes) {
    fixture f;
    set_up(&f, "klotski:4x6", (hr_openings_kept){.distances = false});
    assert_int_equal(nodes_for(&f, 1, 1, BASE), -1);
    assert_int_equal(nodes_for(&f, 3, 4, 4 * BASE), -1);
    tear_down(&f);
}

/// Distances that are recorded in a checkpoint keep each family on one node, so that it takes the same memory there on any number
/// of nodes. Without records the family goes to all nodes.
HR_TEST(test_records_keep_families_on_one_node) {
    fixture with;
    fixture without;
    set_up(&with, "klotski:4x6", (hr_openings_kept){.distances = true, .records = true});
    set_up(&without, "klotski:4x6", (hr_openings_kept){.distances = true});
    const uint64_t limit = 600 * MIB;
    assert_true(node_memory(&with, 64, 1, limit) > node_memory(&without, 64, 1, limit));
    assert_int_equal(node_memory(&with, 64, 1, limit), node_memory(&with, 64, 1, 0));
    tear_down(&with);
    tear_down(&without);
}

/// The largest family and 48 MiB for each rank fit into a node, to the byte. With a byte less the family goes to all nodes, which
/// then send each other openings.
HR_TEST(test_a_family_goes_to_all_nodes_if_the_other_ranks_leave_too_little) {
    fixture f;
    set_up(&f, "klotski:4x6", (hr_openings_kept){.distances = false});
    const uint64_t largest = needs_of(&f, 1, 1, 0).bytes;
    for (int node_ranks = 1; node_ranks <= 4; node_ranks++) {
        const uint64_t enough = largest + BASE * (uint64_t)node_ranks;
        const hr_openings_needs fits = needs_of(&f, 4, node_ranks, enough);
        const hr_openings_needs lacks = needs_of(&f, 4, node_ranks, enough - 1);
        assert_true(fits.sent == 0 && lacks.sent > 0);
        assert_int_equal(fits.bytes, needs_of(&f, 4, node_ranks, 0).bytes);
        if (node_ranks == 1) {
            assert_int_equal(nodes_for(&f, 4, 1, enough), 0);
            assert_int_equal(nodes_for(&f, 4, 1, enough - 1), 0); // once refused on any number of nodes
            assert_true(lacks.bytes < fits.bytes);
        }
    }
    assert_true(needs_of(&f, 4, 1, 1).sent > needs_of(&f, 4, 1, largest + BASE - 1).sent); // less than 48 MiB is no room at all
    tear_down(&f);
}
