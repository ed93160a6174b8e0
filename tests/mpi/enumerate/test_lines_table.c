// SPDX-License-Identifier: MIT
// Ranks: 1 2 3
// Tables of the line engine are those of the frontier engine, byte for byte: with the blank's home in every cell, from another
// source, and after stops. A checkpoint with more layers than a board has is refused, or the search ends.

#include "lines_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "enumerate/frontier/frontier.h"
#include "forge.h"
#include "same_bits.h"
#include "table/format.h"

static const hr_enumerate_options WHOLE = {.max_depth = HR_DEPTH_UNREACHED};

static bool copy; ///< ranks send each other words as if they were on several nodes

/// From now on this machine is that many nodes: rank r is on node r modulo `nodes`.
static void pretend(int nodes) {
    char text[16];
    (void)snprintf(text, sizeof text, "%d", nodes);
    assert_int_equal(setenv("HUARONG_PRETEND_NODES", text, 1), 0);
}

static hr_status search(const hr_puzzle *puzzle, const hr_enumerate_options *options, const char *path, int prefix) {
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_table_order order = {.path = path, .force = true};
    const hr_bits_tuning tuning = {.order = &order, .prefix_given = prefix >= 0, .prefix = prefix, .copy = copy};
    const hr_status status = run_bits(puzzle, options, &tuning, &result, &error);
    if (status != HR_OK && status != HR_STOPPED) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(order.written, status == HR_OK);
    hr_enumeration_clear(&result);
    return status;
}

static void search_with_frontier(const hr_puzzle *puzzle, const char *path) {
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_table_order order = {.path = path, .force = true};
    assert_int_equal(
        hr_engine_frontier.run(&hr_engine_frontier, &(hr_run_task){hr_test_world(), puzzle, &WHOLE, &result}, &order, &error),
        HR_OK);
    hr_enumeration_clear(&result);
}

static void compare(int width, int height, int blank, const char *from) {
    place p;
    make_place(&p);
    hr_puzzle *puzzle = create(width, height, blank, from);
    assert_int_equal(search(puzzle, &WHOLE, p.lines, -1), HR_OK);
    search_with_frontier(puzzle, p.frontier);
    assert_same_files(p.lines, p.frontier);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(p.directory);
}

HR_TEST(test_table_is_the_frontier_engine_s_with_every_goal_cell) {
    for (int blank = 0; blank < 9; blank++) {
        compare(3, 3, blank, NULL);
    }
    for (int blank = 0; blank < 8; blank++) {
        compare(2, 4, blank, NULL);
        compare(4, 2, blank, NULL);
    }
    compare(3, 3, 8, "8 6 7 2 5 4 3 0 1");
}

HR_TEST(test_table_of_two_times_five_is_the_frontier_engine_s) {
    for (int blank = 1; blank < 10; blank += 3) { // in rows of each kind: an end, beside it and the middle
        compare(2, 5, blank, NULL);
    }
    compare(5, 2, 4, NULL);
}

/// With parts of every size, down to 360 states. On three ranks each one writes three windows.
HR_TEST(test_table_of_several_nodes_is_the_frontier_engine_s) {
    place p;
    make_place(&p);
    hr_puzzle *puzzle = create(2, 5, 9, NULL);
    search_with_frontier(puzzle, p.frontier);
    for (int prefix = -1; prefix <= 3; prefix++) {
        pretend(prefix % 2 == 0 ? 3 : 2);
        copy = prefix == 1;
        assert_int_equal(search(puzzle, &WHOLE, p.lines, prefix), HR_OK);
        assert_same_files(p.lines, p.frontier);
    }
    copy = false;
    pretend(2);
    compare(3, 3, 4, NULL);
    pretend(1);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(p.directory);
}

static int looks_left;
static bool after_some_looks(void) { return looks_left-- <= 0; }

/// A wrong checkpoint would be refused, and the run would go on from the one before it. The runs have other parts and nodes.
static void refuse_nothing(const hr_event *event, void *context) { assert_int_not_equal(event->kind, HR_EVENT_REFUSED); }

HR_TEST(test_table_after_stops_is_the_same) {
    place p;
    make_place(&p);
    hr_puzzle *puzzle = create(2, 5, 9, NULL);
    search_with_frontier(puzzle, p.frontier);
    int stops = 0;
    hr_status status = HR_STOPPED;
    while (status == HR_STOPPED && stops < 100) {
        hr_enumerate_options options = WHOLE;
        options.stop_wanted = after_some_looks;
        options.event = refuse_nothing;
        options.checkpoint = (hr_checkpoint_options){.directory = p.kept, .every = 1e9, .resume = true};
        looks_left = hr_comm_rank(hr_test_world()) == 0 ? 12 + stops % 5 : 1 << 30;
        pretend(1 + stops % 3);
        status = search(puzzle, &options, p.lines, (stops + 1) % 4); // the fourth run has nine blocks in its part
        stops += status == HR_STOPPED;
    }
    pretend(1);
    assert_int_equal(status, HR_OK);
    assert_true(stops > 2);
    assert_same_files(p.lines, p.frontier);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(p.kept);
    hr_test_remove_directory(p.directory);
}

/// Reasons to stop that were looked for.
static int looks;
static bool count_look(void) {
    looks++;
    return false;
}

/// The search is complete, and the table is not: a stop says so, and the table after it is the same.
HR_TEST(test_table_after_stops_while_it_is_written_is_the_same) {
    place p;
    make_place(&p);
    hr_puzzle *puzzle = create(2, 4, 7, NULL);
    hr_enumerate_options options = WHOLE;
    options.stop_wanted = count_look;
    looks = 0;
    assert_int_equal(search(puzzle, &options, p.frontier, -1), HR_OK);
    const int all = looks;
    search_with_frontier(puzzle, p.frontier);
    options.stop_wanted = after_some_looks;
    options.checkpoint = (hr_checkpoint_options){.directory = p.kept, .every = 1e9, .resume = true};
    looks_left = hr_comm_rank(hr_test_world()) == 0 ? all - 1 : 1 << 30;
    hr_enumeration result;
    hr_table_order order = {.path = p.lines};
    const hr_bits_tuning tuning = {.order = &order};
    assert_int_equal(run_bits(puzzle, &options, &tuning, &result, NULL), HR_STOPPED);
    assert_non_null(strstr(result.stop_text, "while the table was being written"));
    assert_true(result.whole);
    assert_false(order.written);
    assert_int_equal(access(p.lines, F_OK), -1);
    hr_enumeration_clear(&result);
    options.stop_wanted = NULL;
    assert_int_equal(search(puzzle, &options, p.lines, -1), HR_OK);
    assert_same_files(p.lines, p.frontier);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(p.kept);
    hr_test_remove_directory(p.directory);
}

// A forged record of layers: as many states as before in more layers, of which none is too large to follow the one before it.

enum { FACT_HEAD = 3, FACT_WORDS = 6, SECTION_SHAPE = 100, SECTION_VALUES = 101, REACHED = 2, LAYERS_MOST = 300 };

typedef struct long_record {
    size_t count; ///< layers
    uint64_t fan_out;
    uint64_t layers[LAYERS_MOST];
} long_record;

/// The last layers grow by the fan-out, and the states that are left over go into the first ones.
static void divide(long_record *r, uint64_t states) {
    uint64_t last = states;
    uint64_t sum = states + 1;
    while (sum > states) {
        last = last * 9 / 10;
        uint64_t layer = last;
        sum = 0;
        for (size_t d = r->count; d-- > 0;) {
            r->layers[d] = layer;
            sum += layer;
            layer = (layer + r->fan_out - 1) / r->fan_out;
        }
    }
    for (size_t d = 1; sum < states; d = d + 1 < r->count / 2 ? d + 1 : 1) { // layer 0 is the source
        r->layers[d]++;
        sum++;
    }
}

static void forge_values(const long_record *r, const hr_forge_block *block) {
    uint64_t end = 0;
    size_t depth = 0;
    for (uint64_t key = 0; key <= block->last; key++) {
        while (depth < r->count && key == end) {
            end += r->layers[depth++];
        }
        if (key >= block->first) {
            block->bytes[key - block->first] = (uint8_t)(key < end ? depth - 1 : HR_TABLE_UNREACHED_8);
        }
    }
}

static void forge_layers(void *context, hr_forge *forge) {
    long_record *r = context;
    uint64_t states = 0;
    for (uint64_t d = 0; d < forge->facts[0]; d++) {
        states += forge->facts[FACT_HEAD + d * FACT_WORDS];
    }
    divide(r, states);
    uint64_t *facts = calloc(FACT_HEAD + r->count * FACT_WORDS, sizeof *facts);
    assert_non_null(facts);
    memcpy(facts, forge->facts, FACT_HEAD * sizeof *facts);
    free(forge->facts);
    forge->facts = facts;
    forge->fact_count = FACT_HEAD + r->count * FACT_WORDS;
    facts[0] = r->count;
    for (size_t d = 0; d < r->count; d++) {
        facts[FACT_HEAD + d * FACT_WORDS] = r->layers[d];
        facts[FACT_HEAD + d * FACT_WORDS + 1] = r->layers[d]; // canonical states
    }
    hr_forge_set_word(hr_forge_find(forge, SECTION_SHAPE, 0), REACHED, 0);
    for (size_t i = 0; i < forge->block_count; i++) {
        if (forge->blocks[i].section == SECTION_VALUES) {
            forge_values(r, &forge->blocks[i]);
        }
    }
}

/// Go on from a checkpoint with `layers` layers, or from the one before it if it is refused. Returns the search's status. Its table
/// is the right one.
static hr_status go_on(size_t layers, hr_error *error) {
    place p;
    make_place(&p);
    const hr_puzzle_options about = {.spec = "tile:2x4", .metric = HR_METRIC_SLIDE, .no_symmetry = true};
    hr_puzzle *puzzle = made_puzzle(&about);
    hr_enumerate_options options = WHOLE;
    options.stop_wanted = after_some_looks;
    options.checkpoint = (hr_checkpoint_options){.directory = p.kept, .every = 1e9, .resume = true};
    looks_left = hr_comm_rank(hr_test_world()) == 0 ? 30 : 1 << 30;
    assert_int_equal(search(puzzle, &options, p.lines, -1), HR_STOPPED);
    long_record r = {.count = layers, .fan_out = hr_puzzle_describe(puzzle)->max_successors};
    hr_forge_newest(p.kept, forge_layers, &r);
    options.stop_wanted = NULL;
    hr_enumeration result;
    hr_table_order order = {.path = p.lines, .force = true};
    const hr_status status = run_bits(puzzle, &options, &(hr_bits_tuning){.order = &order}, &result, error);
    if (status == HR_OK) {
        search_with_frontier(puzzle, p.frontier);
        assert_same_files(p.lines, p.frontier);
    }
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(p.kept);
    hr_test_remove_directory(p.directory);
    return status;
}

HR_TEST(test_checkpoint_with_too_many_layers_is_refused) {
    hr_error error = {.text = ""};
    assert_int_equal(go_on(HR_TABLE_UNREACHED_8, &error), HR_OK); // from the checkpoint before
    assert_int_equal(go_on(HR_TABLE_UNREACHED_8 + 1, &error), HR_OK);
    if (hr_comm_size(hr_test_world()) == 1) { // several ranks cannot go on together after HR_INTERNAL
        assert_int_equal(go_on(HR_TABLE_UNREACHED_8 - 1, &error), HR_INTERNAL); // its next layer is the last that a byte can hold
        assert_non_null(strstr(error.text, "layer 255 cannot be right"));
    }
}

static char refusal[512]; ///< why a checkpoint was refused

static void note_refusal(const hr_event *event, void *context) {
    if (event->kind == HR_EVENT_REFUSED) {
        (void)snprintf(refusal, sizeof refusal, "%s", event->text);
    }
}

/// The second block of values gets the place of the first one.
static void values_twice(void *context, hr_forge *forge) {
    const hr_forge_block *first = hr_forge_find(forge, SECTION_VALUES, 0);
    hr_forge_block *second = hr_forge_find(forge, SECTION_VALUES, first->last + 1);
    assert_int_equal(second->size, first->size);
    second->first = first->first;
    second->last = first->last;
}

/// The first block of values is in no section.
static void values_missing(void *context, hr_forge *forge) {
    hr_forge_find(forge, SECTION_VALUES, 0)->section = SECTION_VALUES + 50;
}

static void values_beyond(void *context, hr_forge *forge) {
    hr_forge_block *first = hr_forge_find(forge, SECTION_VALUES, 0);
    first->first += UINT64_C(1) << 40;
    first->last += UINT64_C(1) << 40;
}

/// The run goes on from the checkpoint before, and its table is the right one.
HR_TEST(test_values_that_no_run_has_saved_are_refused) {
    const bool alone = hr_comm_size(hr_test_world()) == 1; // else a rank may lack the values that another one has twice
    const struct {
        void (*change)(void *context, hr_forge *forge);
        const char *refusal;
    } FORGERIES[] = {{values_twice, alone ? "its table has values twice" : "its table has "},
                     {values_missing, "its table has gaps"},
                     {values_beyond, "its values are of another size"}};
    place p;
    make_place(&p);
    hr_puzzle *puzzle = create(2, 4, 7, NULL);
    search_with_frontier(puzzle, p.frontier);
    for (size_t i = 0; i < sizeof FORGERIES / sizeof FORGERIES[0]; i++) {
        hr_enumerate_options options = WHOLE;
        options.stop_wanted = after_some_looks;
        options.event = note_refusal;
        options.checkpoint = (hr_checkpoint_options){.directory = p.kept, .every = 1e9, .resume = true};
        looks_left = hr_comm_rank(hr_test_world()) == 0 ? 30 : 1 << 30;
        assert_int_equal(search(puzzle, &options, p.lines, 1), HR_STOPPED);
        hr_forge_newest(p.kept, FORGERIES[i].change, NULL);
        options.stop_wanted = NULL;
        refusal[0] = '\0';
        assert_int_equal(search(puzzle, &options, p.lines, 1), HR_OK);
        if (hr_comm_rank(hr_test_world()) == 0 && strstr(refusal, FORGERIES[i].refusal) == NULL) {
            fail_msg("'%s' without '%s'", refusal, FORGERIES[i].refusal);
        }
        assert_same_files(p.lines, p.frontier);
        hr_test_remove_directory(p.kept);
    }
    hr_puzzle_destroy(&puzzle);
    hr_test_remove_directory(p.directory);
}
