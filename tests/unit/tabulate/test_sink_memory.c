// SPDX-License-Identifier: MIT
// What the table sink says of the memory that it takes on a rank, number by number: of distances by index, and of states that are
// sorted at the end.

#include "comm/mpi_types.h"
#include "core/memory_room.h"
#include "tabulate/sink/state.h"
#include "unit_test.h"

static const uint64_t MORE = 100; ///< further states
static const uint64_t STATE = sizeof(hr_state);

/// A sink on four ranks, or on one.
typedef struct made_up_sink {
    hr_comm comm;
    hr_puzzle_info info;
    hr_table_sink sink;
} made_up_sink;

static void set_up(made_up_sink *m, int ranks) {
    *m = (made_up_sink){.comm = {.size = ranks}, .info = {.symmetry_order = 2, .index_count = 9000000, .state_words = 1}};
    m->sink = (hr_table_sink){.comm = &m->comm, .info = &m->info, .words = 1};
}

static void expect(made_up_sink *m, uint64_t needed, uint64_t finish) {
    const uint64_t messages = m->comm.size == 1 ? 0 : hr_exchange_memory(m->comm.size);
    const hr_sink_memory memory = hr_table_sink_memory(&m->sink, (size_t)MORE);
    assert_int_equal(memory.needed, needed + messages);
    assert_int_equal(memory.finish, finish + messages);
}

/// A byte for each entry of the rank's share, or two. When the next layer is the first that a byte cannot hold, three.
HR_TEST(test_distances_by_index) {
    for (int ranks = 1; ranks <= 4; ranks += 3) {
        made_up_sink m;
        set_up(&m, ranks);
        m.sink.by_index = true;
        m.sink.values = (hr_sink_values){.count = 50000, .bits = 8};
        m.sink.pending = (hr_state_list){.n = 40, .capacity = 200}; // there is room for more
        m.sink.depth = 253;
        expect(&m, 50000 + 200 * STATE, 50000 + 200 * STATE);
        m.sink.depth = 254;
        expect(&m, 150000 + 200 * STATE, 150000 + 200 * STATE);
        m.sink.values.bits = 16;
        expect(&m, 100000 + 200 * STATE, 100000 + 200 * STATE);
        m.sink.pending.n = 150; // the list grows by half
        expect(&m, 100000 + 300 * STATE, 100000 + 300 * STATE);
    }
}

/// Each of 100 further states may have two images. At the end each state is kept twice, with its distance.
HR_TEST(test_states) {
    for (int ranks = 1; ranks <= 4; ranks += 3) {
        made_up_sink m;
        set_up(&m, ranks);
        m.sink.pending.capacity = 120;
        m.sink.found = (hr_state_list){.n = 5000, .capacity = 5100};
        expect(&m, (120 + 7650) * STATE, (120 + 4 * 5200) * STATE);
        m.sink.found.capacity = 5200;
        expect(&m, (120 + 5200) * STATE, (120 + 4 * 5200) * STATE);
        m.info.index_count = 0; // the states have no index
        m.sink.reached = 1000000000;
        expect(&m, (120 + 5200) * STATE, (120 + 4 * 5200) * STATE);
    }
}

/// More than a ninth of all indices are worth a table by index. This layer may reach it, if each rank finds as many states.
HR_TEST(test_states_that_may_get_distances_by_index) {
    for (int ranks = 1; ranks <= 4; ranks += 3) {
        made_up_sink m;
        set_up(&m, ranks);
        m.sink.pending.capacity = 120;
        m.sink.found = (hr_state_list){.n = 5000, .capacity = 5200};
        m.sink.reached = 1000000 - 2 * MORE * (uint64_t)ranks;
        expect(&m, (120 + 5200) * STATE, (120 + 4 * 5200) * STATE);
        assert_false(hr_table_sink_prefers_index(&m.sink, 1000000));
        m.sink.reached++;
        const uint64_t both = (120 + 5200) * STATE + 9000000 / (uint64_t)ranks;
        expect(&m, both, both);
        assert_true(hr_table_sink_prefers_index(&m.sink, 1000001));
        m.info.index_count = 0;
        assert_false(hr_table_sink_prefers_index(&m.sink, 1000001));
    }
}

/// A checkpoint has the shape from the first rank, and of the states only those of complete layers.
HR_TEST(test_bytes_of_a_checkpoint) {
    const uint64_t SHAPE = 3 * sizeof(uint64_t);
    size_t ends[] = {10, 30};
    made_up_sink m;
    set_up(&m, 4);
    m.sink.found.n = 99;
    assert_int_equal(hr_table_sink_save_bytes(&m.sink), SHAPE);
    m.sink.layer_ends = ends;
    m.sink.layer_count = 2;
    assert_int_equal(hr_table_sink_save_bytes(&m.sink), SHAPE + 30 * STATE);
    m.comm.rank = 1;
    assert_int_equal(hr_table_sink_save_bytes(&m.sink), 30 * STATE);
    m.sink.by_index = true;
    m.sink.values = (hr_sink_values){.count = 500, .bits = 8};
    assert_int_equal(hr_table_sink_save_bytes(&m.sink), 500);
    m.sink.values.bits = 16;
    assert_int_equal(hr_table_sink_save_bytes(&m.sink), 1000);
}

/// Of what --memory allows, the rank holds some bytes already. The distances must fit into the rest.
HR_TEST(test_distances_that_do_not_fit_are_refused) {
    enum { REST = 1 << 24 }; // far more than what a process takes by itself meanwhile
    made_up_sink m;
    hr_memory_room room;
    hr_memory_room_here(1, &room);
    set_up(&m, 1);
    m.sink.node_ranks = 1;
    m.sink.memory_limit = room.resident + REST;
    m.info.index_count = REST + room.resident / 2;
    hr_error error = {.text = ""};
    assert_int_equal(hr_sink_values_create(&m.sink, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, "the table's distances would need "));
    assert_non_null(strstr(error.text, " on each rank, more than the "));
    assert_non_null(strstr(error.text, " that each can still take here (--memory); use more nodes or raise --memory"));
    m.info.index_count = REST / 4;
    assert_int_equal(hr_sink_values_create(&m.sink, &error), HR_OK);
    assert_int_equal(m.sink.values.count, REST / 4);
    assert_int_equal(m.sink.values.bytes[REST / 4 - 1], 255);
    hr_sink_values_destroy(&m.sink.values);
    m.sink.memory_limit = room.resident / 2; // all is taken
    m.info.index_count = 1;
    assert_int_equal(hr_sink_values_create(&m.sink, &error), HR_STOPPED);
    assert_non_null(strstr(error.text, "would need 1 byte on each rank, more than the 0 bytes that"));
}
