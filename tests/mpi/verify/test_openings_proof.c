// SPDX-License-Identifier: MIT
// Tables of all openings, proved family by family and state by state: the same figures, and whatever one way finds, the other
// finds.

#include "mpi_test.h"

#include "openings/table/proof.h"
#include "shared_image.h"
#include "verify/verify.h"

enum { BY_FAMILIES = 0, BY_STATES = 1 }; ///< memory limits: with one byte no family fits

typedef struct board_case {
    const char *spec;
    hr_metric metric;
    unsigned value_bits;
} board_case;

static const board_case BOARDS[] = {
    {"klotski:3x4", HR_METRIC_UNIT, 8},  {"klotski:3x4", HR_METRIC_SLIDE, 16}, {"klotski:4x3", HR_METRIC_SLIDE, 8},
    {"klotski:3x3", HR_METRIC_UNIT, 16}, {"klotski:2x6", HR_METRIC_SLIDE, 8},  {"klotski:5x3", HR_METRIC_UNIT, 8},
    {"klotski:3x4", HR_METRIC_MOVE, 8}, // always state by state
};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0] };

static table_image make(const board_case *board, char text[64]) {
    (void)snprintf(text, 64, "puzzle %s\nmetric %s\n", board->spec, hr_metric_name(board->metric));
    const table_image_plan plan = {
        .options = {.spec = board->spec, .metric = board->metric},
        .text = text,
        .encoding = HR_TABLE_INDEX,
        .value_bits = board->value_bits,
        .chunk_bytes = 65536,
    };
    return table_image_make(&plan);
}

static hr_status verify(const table_image *image, uint64_t memory, hr_verification *result, hr_error *error) {
    const hr_verify_options options = {.memory_limit = memory};
    hr_table *table = shared_image_open(image, shared_image_path);
    const hr_status status = hr_table_verify(hr_test_world(), table, &options, result, error);
    shared_image_close(&table, shared_image_path);
    return status;
}

static void test_both_ways_count_the_same(void **state) {
    (void)state;
    shared_image_names();
    for (int b = 0; b < BOARD_COUNT; b++) {
        char text[64];
        table_image image = make(&BOARDS[b], text);
        hr_verification results[2];
        for (uint64_t memory = BY_FAMILIES; memory <= BY_STATES; memory++) {
            hr_error error = {.text = ""};
            if (verify(&image, memory, &results[memory], &error) != HR_OK) {
                fail_msg("%s, %llu: %s", BOARDS[b].spec, (unsigned long long)memory, error.text);
            }
        }
        assert_int_equal(results[BY_FAMILIES].states, image.states);
        assert_int_equal(results[BY_FAMILIES].unreached, results[BY_STATES].unreached);
        assert_int_equal(results[BY_FAMILIES].neighbours, results[BY_STATES].neighbours);
        table_image_free(&image);
    }
}

static void put_value(table_image *image, unsigned bits, hr_index index, hr_depth value) {
    table_image_put(image, image->payload_offset + bits / 8 * index, value, bits / 8);
}

/// Some state has another distance: one more, one less, two more, none, or 0.
static void test_both_ways_find_a_wrong_distance(void **state) {
    (void)state;
    shared_image_names();
    for (int b = 0; b < BOARD_COUNT - 1; b++) {
        char text[64];
        table_image image = make(&BOARDS[b], text);
        for (uint64_t i = 0; i < 10; i++) {
            const hr_index index = hr_hash_state(i + 100 * (uint64_t)b) % image.states;
            const hr_depth right = image.distances[index];
            const hr_depth changes[] = {right + 1, right - 1, right + 2, HR_DEPTH_UNREACHED, 0};
            const hr_depth wrong = changes[i % 5];
            const hr_depth mask = (1U << BOARDS[b].value_bits) - 1;
            if ((wrong & mask) == (right & mask)) {
                continue;
            }
            put_value(&image, BOARDS[b].value_bits, index, wrong);
            table_image_reseal(&image);
            for (uint64_t memory = BY_FAMILIES; memory <= BY_STATES; memory++) {
                hr_verification result;
                hr_error error = {.text = ""};
                if (verify(&image, memory, &result, &error) != HR_CHECK || strstr(error.text, "wrong: ") == NULL) {
                    fail_msg("%s, %llu: state %llu has %u instead of %u: '%s'", BOARDS[b].spec, (unsigned long long)memory,
                             (unsigned long long)index, wrong, right, error.text);
                }
            }
            put_value(&image, BOARDS[b].value_bits, index, right);
        }
        table_image_free(&image);
    }
}

/// Every opening one farther, the solved ones included: only these are wrong.
static void test_solved_openings_must_have_0(void **state) {
    (void)state;
    shared_image_names();
    char text[64];
    table_image image = make(&BOARDS[0], text);
    for (hr_index i = 0; i < image.states; i++) {
        if (image.distances[i] < image.depth) {
            put_value(&image, BOARDS[0].value_bits, i, image.distances[i] + 1);
        }
    }
    table_image_reseal(&image);
    hr_verification result;
    hr_error error = {.text = ""};
    assert_int_equal(verify(&image, BY_FAMILIES, &result, &error), HR_CHECK);
    assert_non_null(strstr(error.text, "is a source"));
    table_image_free(&image);
}

static void count_call(void *context, uint64_t done, uint64_t total) {
    (void)done;
    (void)total;
    ++*(size_t *)context;
}

/// The ranks of this node, which are all, share what --memory allows. If a byte is lacking, the proof goes state by state, which
/// tells no progress of a table of this size.
static void test_ranks_of_a_node_share_the_memory(void **state) {
    (void)state;
    shared_image_names();
    char text[64];
    table_image image = make(&BOARDS[0], text);
    hr_table *table = shared_image_open(&image, shared_image_path);
    const int ranks = hr_comm_size(hr_test_world());
    bool families = false;
    uint64_t bytes = 0;
    assert_int_equal(hr_openings_provable(table, ranks, &families, &bytes, NULL), HR_OK);
    assert_true(families);
    for (uint64_t lacking = 0; lacking <= 1; lacking++) {
        size_t calls = 0;
        const hr_verify_options options = {
            .progress = count_call, .context = &calls, .memory_limit = bytes * (uint64_t)ranks - lacking};
        hr_verification result;
        assert_int_equal(hr_table_verify(hr_test_world(), table, &options, &result, NULL), HR_OK);
        assert_int_equal(calls > 0, lacking == 0);
    }
    shared_image_close(&table, shared_image_path);
    table_image_free(&image);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_both_ways_count_the_same),
    cmocka_unit_test(test_both_ways_find_a_wrong_distance),
    cmocka_unit_test(test_solved_openings_must_have_0),
    cmocka_unit_test(test_ranks_of_a_node_share_the_memory),
};

HR_MPI_TEST_MAIN(tests)
