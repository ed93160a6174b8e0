// SPDX-License-Identifier: MIT
// What is said when a search does not fit.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory_room.h"
#include "core/quantity.h"
#include "enumerate/bits/memory.h"
#include "enumerate/engine.h"
#include "enumerate/frontier/forecast.h"
#include "enumerate/frontier/frontier.h"
#include "frontier_base.h"
#include "mpi_test.h"
#include "same_bits.h"
#include "tabulate/sink/sink.h"

#define MIB (UINT64_C(1) << 20)

static uint64_t ranks(void) { return (uint64_t)hr_comm_size(hr_test_world()); }

static hr_puzzle *make(const char *spec, hr_metric metric) {
    return made_puzzle(&(hr_puzzle_options){.spec = spec, .metric = metric});
}

/// Read a number such as 1,234,567. *text is behind its last digit then.
static double read_number(const char **text) {
    char digits[32] = "";
    const size_t length = strspn(*text, "0123456789,");
    assert_in_range(length, 1, sizeof digits - 1);
    for (size_t i = 0, n = 0; i < length; i++) {
        if ((*text)[i] != ',') {
            digits[n++] = (*text)[i];
        }
    }
    *text += length;
    return strtod(digits, NULL);
}

/// Expect the text, except that a number of nodes behind "about " may differ by one in a hundred.
static void expect_about(const char *text, const char *expected) {
    static const char ABOUT[] = "about ";
    const char *about[] = {strstr(text, ABOUT), strstr(expected, ABOUT)};
    if (about[1] == NULL) {
        assert_string_equal(text, expected);
        return;
    }
    assert_non_null(about[0]);
    assert_int_equal(about[0] - text, about[1] - expected);
    assert_memory_equal(text, expected, (size_t)(about[1] - expected));
    about[0] += strlen(ABOUT);
    about[1] += strlen(ABOUT);
    const double told = read_number(&about[0]);
    const double right = read_number(&about[1]);
    assert_string_equal(about[0], about[1]);
    assert_true(told > 0.99 * right && told < 1.01 * right);
}

/// Collective. Make a plane engine for 4×4 with so much memory on the node, and expect the text.
static void expect_planes(const hr_puzzle *puzzle, uint64_t memory, bool distances, const char *text) {
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = memory};
    hr_enumeration result;
    hr_error error = {.text = ""};
    assert_int_equal(run_bits(puzzle, &options, &(hr_bits_tuning){.distances = distances}, &result, &error), HR_STOPPED);
    assert_string_equal(result.stop_text, error.text);
    expect_about(error.text, text);
    assert_int_equal(result.stop, HR_STOP_MEMORY);
    hr_enumeration_clear(&result);
}

HR_TEST(test_planes_that_do_not_fit) {
    hr_puzzle *puzzle = make("tile:4x4", HR_METRIC_UNIT);
    for (int distances = 0; distances < 2; distances++) {
        hr_bits_needs needs;
        const hr_planned_run run = {.ranks = (int)ranks(), .node_ranks = (int)ranks(), .distances = distances != 0};
        char text[512];
        char here[HR_QUANTITY_MAX];
        char nodes[HR_QUANTITY_MAX];
        char most[HR_QUANTITY_MAX];
        assert_int_equal(hr_bits_foresee(&hr_unit_rule, puzzle, &run, &needs, NULL), HR_OK);
        (void)hr_quantity_bytes(needs.rank_bytes * ranks(), here);
        const double all = (distances + 1) * 10461394944000.0 / 60 * 8; // 16!/2 states, 60 in a word
        const uint64_t left = 64 * MIB;                                 // for the planes
        const uint64_t limit = needs.base_bytes * ranks() + left;
        (void)hr_quantity_count((uint64_t)(1.5 + 1.1 * all / (double)left), nodes);
        (void)snprintf(text, sizeof text,
                       "the planes of tile:4x4 need %s in all, here %s on a node, but only %s may be used there (--memory): about "
                       "%s such nodes would do",
                       distances ? "2.54 TiB" : "1.27 TiB", here, hr_quantity_bytes(limit, most), nodes);
        expect_planes(puzzle, limit, distances != 0, text);
        (void)snprintf(
            text, sizeof text,
            "the planes of tile:4x4 need %s in all, here %s on a node, but only 1 byte may be used there (--memory): too "
            "little on any number of such nodes",
            distances ? "2.54 TiB" : "1.27 TiB", here);
        expect_planes(puzzle, 1, distances != 0, text);
    }
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_lines_that_do_not_fit) {
    hr_puzzle *puzzle = make("tile:3x4", HR_METRIC_SLIDE);
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = 1024};
    uint64_t before = 0;
    for (int distances = 0; distances < 2; distances++) {
        hr_bits_needs needs;
        const hr_planned_run run = {.ranks = (int)ranks(), .node_ranks = (int)ranks(), .distances = distances != 0};
        char text[256];
        char needed[HR_QUANTITY_MAX];
        hr_error error = {.text = ""};
        assert_int_equal(hr_bits_foresee(&hr_slide_rule, puzzle, &run, &needs, NULL), HR_OK);
        assert_true(needs.rank_bytes > before);
        before = needs.rank_bytes;
        (void)snprintf(text, sizeof text, "the lines of tile:3x4 need %s, but only 1.00 KiB may be used (--memory)",
                       hr_quantity_bytes(needs.rank_bytes * ranks(), needed));
        assert_int_equal(hr_engine_lines.fits(&hr_engine_lines, hr_test_world(), puzzle, &options, distances != 0, &error),
                         HR_STOPPED);
        assert_string_equal(error.text, text);
    }
    hr_puzzle_destroy(&puzzle);
}

/// The memory of 4 bytes a rank is too little for states on disks, of which no distances are kept either.
static void check_disks(const hr_engine *engine, hr_metric metric) {
    hr_puzzle *puzzle = make("tile:4x4", metric);
    const hr_enumerate_options options = {
        .max_depth = HR_DEPTH_UNREACHED, .memory_limit = 4 * ranks(), .scratch = {.paths = {"/tmp"}, .count = 1}};
    hr_error error = {.text = ""};
    assert_int_equal(engine->fits(engine, hr_test_world(), puzzle, &options, false, &error), HR_STOPPED);
    char name[16] = "";
    double number = 0;
    int end = 0;
    assert_int_equal(sscanf(error.text, "with --scratch the %15s engine still needs %lf %n", name, &number, &end), 2);
    assert_string_equal(name, engine->name);
    assert_non_null(strstr(error.text + end, "iB of memory for each rank, but only 4 bytes may be used (--memory)"));
    assert_int_equal(engine->fits(engine, hr_test_world(), puzzle, &options, true, &error), HR_USAGE);
    assert_string_equal(error.text, "--scratch keeps no distances: leave out --table");
    hr_puzzle_destroy(&puzzle);
}

/// What is needed has the memory that a rank holds besides, which is nearly all of it for a small board.
static void check_all_is_needed(const hr_engine *engine, hr_metric metric) {
    hr_puzzle *puzzle = make("tile:2x4", metric);
    const hr_enumerate_options options = {
        .max_depth = HR_DEPTH_UNREACHED, .memory_limit = 4 * ranks(), .scratch = {.paths = {"/tmp"}, .count = 1}};
    hr_error error = {.text = ""};
    double mib = 0;
    int end = 0;
    assert_int_equal(engine->fits(engine, hr_test_world(), puzzle, &options, false, &error), HR_STOPPED);
    assert_int_equal(sscanf(error.text, "with --scratch the %*s engine still needs %lf MiB of %n", &mib, &end), 1);
    assert_true(end > 0 && mib * (double)MIB > 0.99 * (double)HR_MEMORY_ROOM_BASE);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_states_on_disks_that_do_not_fit) {
    check_all_is_needed(&hr_engine_planes, HR_METRIC_UNIT);
    check_all_is_needed(&hr_engine_lines, HR_METRIC_SLIDE);
    check_disks(&hr_engine_planes, HR_METRIC_UNIT);
    check_disks(&hr_engine_lines, HR_METRIC_SLIDE);
}

/// Collective. Search by the frontier engine on so much memory.
static void stop_frontier(const char *spec, uint64_t memory, hr_error *error, size_t *layers) {
    hr_puzzle *puzzle = make(spec, HR_METRIC_UNIT);
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .memory_limit = memory, .room = &HR_TEST_ROOM};
    hr_enumeration result;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &result, error), HR_STOPPED);
    assert_int_equal(result.stop, HR_STOP_MEMORY);
    assert_string_equal(result.stop_text, error->text);
    *layers = result.layer_count;
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_layers_that_do_not_fit) {
    char text[300];
    char bytes[HR_QUANTITY_MAX];
    size_t layers = 0;
    hr_error error = {.text = ""};
    const uint64_t base = hr_test_frontier_base();
    stop_frontier("tile:4x4", ranks() << 10, &error, &layers);
    assert_int_equal(layers, 0);
    (void)snprintf(text, sizeof text,
                   "layer 0 would need about %s on each rank, more than the 1.00 KiB that each may use here (--memory); use more "
                   "nodes or raise --memory",
                   hr_quantity_bytes(base + sizeof(hr_state), bytes));
    assert_string_equal(error.text, text);

    const uint64_t each = base + 16 * MIB;
    stop_frontier("tile:4x4", ranks() * each, &error, &layers);
    size_t layer = 0;
    double need = 0;
    unsigned long long refusing = 0;
    unsigned of = 0;
    int end = 0;
    assert_int_equal(sscanf(error.text,
                            "layer %zu would need about %lf MiB over all ranks, more than is free on %llu of %u ranks (%n", &layer,
                            &need, &refusing, &of, &end),
                     4);
    assert_true(layers > 5 && layer == layers);
    assert_true(refusing >= 1 && refusing <= ranks() && of == ranks());
    const double limit = (double)(ranks() * each) / (double)MIB;
    assert_true(need > 0.95 * limit && need < 1.5 * limit);
    (void)snprintf(text, sizeof text, "%s each here, --memory); use more nodes or raise --memory", hr_quantity_bytes(each, bytes));
    assert_string_equal(error.text + end, text);
}

/// A sink that takes memory, as it says when the run and its first layer begin. It may have given it back when it is asked again.
typedef struct sink_that_says {
    uint64_t bytes;
    unsigned asked;
    bool gives_back;
} sink_that_says;

static hr_sink_memory say(void *context, size_t more) {
    sink_that_says *sink = context;
    sink->asked++;
    const bool takes = more == 0 && (sink->asked <= 2 || !sink->gives_back);
    return (hr_sink_memory){.needed = takes ? sink->bytes : 0};
}

/// The run begins with `left` bytes for states, which a layer that was foreseen to be smaller takes up. If the sink gives back what
/// it had, the layer needs less than the limit.
static void expect_a_layer_without_room(uint64_t left, bool gives_back, const char *than) {
    const uint64_t each = hr_test_frontier_base() + 32 * MIB;
    sink_that_says sink = {.bytes = 32 * MIB - left, .gives_back = gives_back};
    hr_puzzle *puzzle = make("tile:4x4", HR_METRIC_UNIT);
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED,
                                          .memory_limit = ranks() * each,
                                          .room = &HR_TEST_ROOM,
                                          .sink = {.memory = say, .context = &sink}};
    hr_enumeration result;
    hr_error error = {.text = ""};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &result, &error), HR_STOPPED);
    assert_int_equal(result.stop, HR_STOP_MEMORY);
    size_t layer = 0;
    double need = 0;
    int end = 0;
    assert_int_equal(sscanf(error.text, "layer %zu would need about %lf MiB on each rank, %n", &layer, &need, &end), 2);
    assert_true(layer > 5 && layer == result.layer_count);
    const double others = (double)(each - (gives_back ? 32 * MIB : left)) / (double)MIB;
    assert_true(need > 0.99 * (others + (double)left / (double)MIB)); // it is told with three digits
    char text[300];
    char bytes[HR_QUANTITY_MAX];
    (void)snprintf(text, sizeof text, "%s the %s that each may use here (--memory); use more nodes or raise --memory", than,
                   hr_quantity_bytes(each, bytes));
    assert_string_equal(error.text + end, text);
    hr_enumeration_clear(&result);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_layers_that_turn_out_not_to_fit) {
    if (ranks() > 2) { // the layer may grow so fast that it is foreseen not to fit
        return;
    }
    expect_a_layer_without_room(4 * MIB, false, "more than");
    expect_a_layer_without_room(8 * MIB, true, "and the node gives less, despite");
}

/// Collective. Returns how many bytes the rank holds that holds the most. *spread is how many more these are than the least.
static uint64_t resident(uint64_t *spread) {
    hr_memory_room room;
    hr_memory_room_here((int)ranks(), &room);
    uint64_t most = room.resident;
    uint64_t least = room.resident;
    assert_int_equal(hr_comm_max(hr_test_world(), &most, 1, NULL), HR_OK);
    assert_int_equal(hr_comm_min(hr_test_world(), &least, 1, NULL), HR_OK);
    *spread = most - least;
    return most;
}

/// Once each rank may hold one byte, and once 64 MiB more than the rank that holds the most.
HR_TEST(test_distances_that_do_not_fit) {
    static const struct {
        const char *spec;
        uint64_t states;
    } cases[] = {{"tile:3x4", 239500800}, {"tile:2x7", 43589145600}};
    for (size_t i = 0; i < 2; i++) {
        hr_puzzle *puzzle = make(cases[i].spec, HR_METRIC_UNIT);
        hr_table_sink *sink = NULL;
        hr_error error = {.text = ""};
        char text[300];
        char needed[HR_QUANTITY_MAX];
        uint64_t spread = 0;
        const uint64_t memory = i == 0 ? 1 : resident(&spread) + 64 * MIB;
        assert_int_equal(hr_table_sink_create(hr_test_world(), puzzle, memory * ranks(), &sink, &error), HR_STOPPED);
        assert_null(sink);
        (void)snprintf(text, sizeof text, "the table's distances would need %s on each rank, more than the ",
                       hr_quantity_bytes(cases[i].states / ranks(), needed));
        if (ranks() <= 2) { // else the shares differ in the digits that are told
            assert_memory_equal(error.text, text, strlen(text));
        }
        double left = -1;
        int end = 0;
        const char *rest = strstr(error.text, "more than the ");
        assert_true(rest != NULL && sscanf(rest, "more than the %lf%n", &left, &end) == 1);
        assert_true(i == 0 ? left == 0 : left > 0 && left <= 64.05 + (double)spread / (double)MIB); // rounded
        (void)snprintf(text, sizeof text, " %s that each can still take here (--memory); use more nodes or raise --memory",
                       i == 0 ? "bytes" : "MiB");
        assert_string_equal(rest + end, text);
        hr_puzzle_destroy(&puzzle);
    }
}

/// Two ranks of a node have half of its memory each, and the one of the other node has all of it: what is told on every rank is
/// what a rank lacks.
HR_TEST(test_what_is_told_of_nodes_with_more_and_less_memory) {
    if (ranks() != 3) {
        return;
    }
    hr_puzzle *puzzle = make("tile:3x4", HR_METRIC_UNIT);
    const hr_enumerate_options options = {
        .max_depth = HR_DEPTH_UNREACHED, .memory_limit = 60 * MIB, .scratch = {.paths = {"/tmp"}, .count = 1}};
    hr_error error = {.text = ""};
    assert_int_equal(setenv("HUARONG_PRETEND_NODES", "2", 1), 0);
    assert_int_equal(hr_engine_planes.fits(&hr_engine_planes, hr_test_world(), puzzle, &options, false, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, "for each rank, but only 30.0 MiB may be used"));
    assert_int_equal(unsetenv("HUARONG_PRETEND_NODES"), 0);
    hr_puzzle_destroy(&puzzle);
}
