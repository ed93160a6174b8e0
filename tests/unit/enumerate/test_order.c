// SPDX-License-Identifier: MIT
// The table that an engine is asked to write at the end of a search: written once the number of states is right, and noted.

#include "enumerate/order.h"
#include "unit_test.h"

static int written; ///< calls of `write_table`

/// The engine is the status that writing ends with.
static hr_status write_table(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error) {
    assert_true(order->begun && !order->written);
    written++;
    return *(const hr_status *)engine;
}

HR_TEST(test_a_table_is_written_if_the_states_are_as_many_as_expected) {
    static const struct {
        hr_count expected;
        hr_status write, status;
        bool begun, written;
    } CASES[] = {
        {0, HR_OK, HR_OK, true, true},
        {1234, HR_OK, HR_OK, true, true},
        {1235, HR_OK, HR_CHECK, true, false},
        {0, HR_FILE, HR_FILE, true, false},
        {1234, HR_STOPPED, HR_STOPPED, true, false},
    };
    const hr_enumeration result = {.states = 1234};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        hr_status ends = CASES[i].write;
        hr_table_order order = {.path = "table", .states = CASES[i].expected};
        hr_table_writing writing = {.order = &order, .result = &result, .engine = &ends, .write = write_table};
        const hr_conclusion conclusion = hr_table_conclusion(&writing);
        hr_error error = {.text = ""};
        written = 0;
        assert_non_null(conclusion.run);
        assert_int_equal(conclusion.run(conclusion.context, NULL, &error), CASES[i].status);
        assert_int_equal(order.begun, CASES[i].begun);
        assert_int_equal(order.written, CASES[i].written);
        assert_int_equal(written, CASES[i].status == HR_CHECK ? 0 : 1);
        assert_string_equal(error.text,
                            CASES[i].status == HR_CHECK ? "the number of states is 1,234, but --expect says 1,235" : "");
    }
}

HR_TEST(test_without_a_path_there_is_nothing_to_write) {
    hr_table_order order = {.path = NULL};
    hr_table_writing writing = {.order = &order};
    assert_null(hr_table_conclusion(&writing).run);
}
