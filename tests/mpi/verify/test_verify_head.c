// SPDX-License-Identifier: MIT
// Verification of what a table says of itself: a number of states at some distance that is wrong, a hardest state that is not, or a
// key that is no state, is found, whatever the checksums say.

#include "mpi_test.h"

#include "table/format.h"
#include "verified_image.h"

static const table_image_plan PLANS[] = {
    TABLE_IMAGE_2X4(HR_TABLE_INDEX, 8, 65536),
    TABLE_IMAGE_2X4(HR_TABLE_KEYS, 8, 65536),
    TABLE_IMAGE_2X4(HR_TABLE_PLANES, 1, 336),
};
enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0] };

/// Collective. Seal the image, and expect that its verification says `what`.
static void expect_found(table_image *image, const char *what) {
    table_image_reseal(image);
    verified_image_is_wrong(image, what);
}

static hr_table_head head_of(const table_image *image) {
    hr_table_head head;
    memcpy(&head, image->bytes, sizeof head);
    return head;
}

/// One state of layer 5 is told to be in layer 6, so that the sum is right.
IMAGE_TEST(test_numbers_of_states_are_proved) {
    for (int p = 0; p < PLAN_COUNT; p++) {
        table_image image = table_image_make(&PLANS[p]);
        table_image_count_farther(&image, 5);
        expect_found(&image, " at distance 5, but the head says");
        table_image_free(&image);
    }
}

/// One state of the last layer is told to be unreached.
IMAGE_TEST(test_number_of_the_farthest_states_is_proved) {
    static const table_image_plan plan = TABLE_IMAGE_KLOTSKI(HR_TABLE_INDEX);
    table_image image = table_image_make(&plan);
    const hr_table_head head = head_of(&image);
    const size_t offset = (size_t)head.layers_offset + image.depth * sizeof(hr_count);
    hr_count count = 0;
    memcpy(&count, image.bytes + offset, sizeof count);
    assert_true(count > 1); // no layer may be empty
    table_image_put(&image, offset, count - 1, sizeof count);
    table_image_put(&image, offsetof(hr_table_head, reached), head.reached - 1, sizeof head.reached);
    expect_found(&image, " at distance 23, but the head says 1");
    table_image_free(&image);
}

/// The smallest of the hardest states gives its place to the solved state, which is smaller.
IMAGE_TEST(test_hardest_states_are_proved) {
    hr_puzzle *puzzle = made_puzzle(&PLANS[0].options);
    hr_state solved = made_source(puzzle);
    hr_puzzle_destroy(&puzzle);
    for (int p = 0; p < PLAN_COUNT - 1; p++) { // a table of one bit per state needs a search for that
        table_image image = table_image_make(&PLANS[p]);
        const hr_table_head head = head_of(&image);
        hr_state hardest = 0;
        memcpy(&hardest, image.bytes + head.hardest_offset, sizeof hardest);
        assert_true(head.hardest_count == 1 || solved < hardest);
        table_image_put(&image, head.hardest_offset, solved, sizeof solved);
        expect_found(&image, "is listed as one of the hardest, but is not");
        table_image_free(&image);
    }
}

/// Of keys that ascend, the last one of a group and one within another group are no states.
IMAGE_TEST(test_keys_must_be_states) {
    static const size_t entries[] = {511, 9000};
    for (size_t i = 0; i < 2; i++) {
        char expected[64];
        hr_state before = 0;
        table_image image = table_image_make(&PLANS[1]);
        memcpy(&before, image.bytes + image.payload_offset + 8 * (entries[i] - 1), 8);
        table_image_put(&image, image.payload_offset + 8 * entries[i], before + 1, 8);
        table_image_reseal(&image);
        (void)snprintf(expected, sizeof expected, ": key %zu is not a state", entries[i]);
        verified_image_is_wrong(&image, expected);
        table_image_free(&image);
    }
}
