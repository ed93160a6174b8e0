// SPDX-License-Identifier: MIT
// Verification: one wrong value anywhere is found, on any number of ranks, whatever its checksums say. Right tables pass:
// mpi.verify_messages.

#include "core/hash/state.h"
#include "mpi_test.h"

#include <time.h>

#include "table/format.h"
#include "verified_image.h"

/// The same distances in each encoding; and a table of several chunks.
static const table_image_plan PLANS[] = {
    TABLE_IMAGE_2X4(HR_TABLE_INDEX, 8, 65536),
    TABLE_IMAGE_2X4(HR_TABLE_KEYS, 8, 65536),
    TABLE_IMAGE_2X4(HR_TABLE_PLANES, 1, 336),
    TABLE_IMAGE_2X4(HR_TABLE_INDEX, 16, 65536),
};
static const table_image_plan LARGER = TABLE_IMAGE_3X3;
enum { STATES = 20160 };
static const table_image_plan KLOTSKI = TABLE_IMAGE_KLOTSKI(HR_TABLE_INDEX);
static const table_image_plan KLOTSKI_KEYS = TABLE_IMAGE_KLOTSKI(HR_TABLE_KEYS);
enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0] };

/// Collective. Change one byte of the values, make the checksums right, and expect that it is found.
static void expect_found(const table_image *right, size_t offset, uint8_t value) {
    table_image wrong = *right;
    wrong.bytes = table_image_room(wrong.size);
    memcpy(wrong.bytes, right->bytes, right->size);
    wrong.bytes[offset] = value;
    table_image_reseal(&wrong);
    hr_verification result;
    hr_error error = {.text = ""};
    if (verified_image(&wrong, &result, &error) != HR_CHECK) {
        fail_msg("byte %zu became %u instead of %u, and nobody noticed", offset, value, right->bytes[offset]);
    }
    assert_non_null(strstr(error.text, "wrong"));
    free(wrong.bytes);
}

IMAGE_TEST(test_one_wrong_value_is_found) {
    uint64_t seed = (uint64_t)time(NULL);
    assert_int_equal(hr_comm_broadcast(hr_test_world(), &seed, sizeof seed, NULL), HR_OK);
    if (hr_comm_rank(hr_test_world()) == 0) {
        print_message("seed %llu\n", (unsigned long long)seed);
    }
    const table_image_plan *const plans[] = {&PLANS[0], &PLANS[2], &KLOTSKI};
    for (int p = 0; p < 3; p++) {
        table_image image = table_image_make(plans[p]);
        const size_t room = image.size - image.payload_offset;
        for (uint64_t i = 0; i < 12; i++) {
            const size_t offset = image.payload_offset + hr_hash_state(seed + i) % room;
            const uint8_t value = image.bytes[offset];
            const bool planes = plans[p]->encoding == HR_TABLE_PLANES;
            // Bits 60 to 63 of a word mean nothing, so the lowest half of its last byte is flipped.
            const uint8_t changes[] = {(uint8_t)(value + 1), (uint8_t)(value - 1), (uint8_t)(value + 2), 255, 0};
            const uint8_t changed = (uint8_t)(planes ? value ^ 1U << i % 4 : changes[i % 5]);
            if (changed != value) {
                expect_found(&image, offset, changed);
            }
        }
        table_image_free(&image);
    }
}

/// All neighbours of a state are nearer than the state, which the table has two farther than it is; the head agrees with the table.
IMAGE_TEST(test_state_that_nothing_leads_on_from_is_proved_too) {
    table_image image = table_image_make(&PLANS[0]);
    hr_puzzle *puzzle = made_puzzle(&PLANS[0].options);
    hr_index end = 0;
    for (bool farthest = false; !farthest; end += !farthest) {
        hr_state one = 0;
        hr_state successors[4];
        hr_index indices[4];
        hr_puzzle_unindex(puzzle, &end, 1, &one);
        const size_t n = hr_puzzle_expand(puzzle, &one, 1, successors, NULL);
        hr_puzzle_index(puzzle, successors, n, indices);
        farthest = image.distances[end] > 0 && image.distances[end] + 2 < image.depth;
        for (size_t i = 0; i < n; i++) {
            farthest = farthest && image.distances[indices[i]] < image.distances[end];
        }
    }
    hr_puzzle_destroy(&puzzle);
    const hr_depth distance = image.distances[end];
    table_image_count_farther(&image, distance);
    table_image_count_farther(&image, distance + 1);
    expect_found(&image, image.payload_offset + end, (uint8_t)(distance + 2));
    table_image_free(&image);
}

/// The same one on any number of ranks: the first in the order of the indices.
IMAGE_TEST(test_first_of_several_wrong_states_is_told) {
    table_image image = table_image_make(&PLANS[2]);
    hr_index first = image.states;
    for (hr_index i = image.states; i-- > 0;) {
        if (image.distances[i] == 20) {
            table_image_flip(&image, i);
            first = i;
        }
    }
    table_image_reseal(&image);
    hr_state wrong = 0;
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle *puzzle = made_puzzle(&PLANS[2].options);
    hr_puzzle_unindex(puzzle, &first, 1, &wrong);
    hr_puzzle_format(puzzle, &wrong, text);
    hr_puzzle_destroy(&puzzle);
    verified_image_is_wrong(&image, text);
    table_image_free(&image);
}

IMAGE_TEST(test_keys_must_ascend) {
    table_image image = table_image_make(&PLANS[1]);
    uint8_t key[8];
    uint8_t *first = image.bytes + image.payload_offset + 8 * (size_t)9000;
    memcpy(key, first, 8);
    memmove(first, first + 8, 8);
    memcpy(first + 8, key, 8);
    table_image_reseal(&image);
    verified_image_is_wrong(&image, "out of order");
    table_image_free(&image);
}

/// At each border between two ranks' shares the key behind it changes places with the one before it, both with their values: on
/// either side the keys still ascend.
IMAGE_TEST(test_keys_ascend_across_the_shares) {
    enum { GROUP = 512 }; // entries that a share is made of
    const uint64_t ranks = (uint64_t)hr_comm_size(hr_test_world());
    const uint64_t groups = (STATES + GROUP - 1) / GROUP;
    for (uint64_t rank = 1; rank < ranks; rank++) {
        table_image image = table_image_make(&PLANS[1]);
        const size_t border = (size_t)(groups / ranks * rank + (rank < groups % ranks ? rank : groups % ranks)) * GROUP;
        uint8_t *key = image.bytes + image.payload_offset + 8 * border;
        uint8_t *before = key - 8;
        uint8_t *value = image.bytes + image.size - STATES + border;
        for (size_t i = 0; i < 8; i++) {
            const uint8_t byte = key[i];
            key[i] = before[i];
            before[i] = byte;
        }
        const uint8_t byte = value[0];
        value[0] = value[-1];
        value[-1] = byte;
        table_image_reseal(&image);
        char expected[64];
        (void)snprintf(expected, sizeof expected, "key %zu is not a state, or out of order", border);
        verified_image_is_wrong(&image, expected);
        table_image_free(&image);
    }
}

/// Distances from all solved states, in a table that says to be of one of them.
IMAGE_TEST(test_nothing_but_sources_has_0) {
    hr_puzzle *puzzle = NULL;
    char text[HR_TABLE_TEXT_MAX + HR_STATE_TEXT_MAX] = "puzzle klotski:3x4\nmetric unit\nfrom ";
    assert_int_equal(hr_puzzle_create(&KLOTSKI.options, &puzzle, NULL), HR_OK);
    hr_state solved = made_source(puzzle);
    const hr_count sources = hr_puzzle_describe(puzzle)->source_count;
    assert_true(sources > 1);
    hr_puzzle_format(puzzle, &solved, text + strlen(text));
    (void)strcat(text, "\n");
    hr_puzzle_destroy(&puzzle);
    table_image_plan plan = KLOTSKI;
    plan.text = text;
    table_image image = table_image_make(&plan);
    char expected[80];
    (void)snprintf(expected, sizeof expected, "%llu states at distance 0, but 1 source", (unsigned long long)sources);
    verified_image_is_wrong(&image, expected);
    table_image_free(&image);
}

IMAGE_TEST(test_damage_is_no_wrong_value) {
    table_image image = table_image_make(&LARGER);
    hr_verification result;
    hr_error error = {.text = ""};
    assert_int_equal(verified_image(&image, &result, &error), HR_OK);
    image.bytes[image.size - 1] ^= 1;
    assert_int_equal(verified_image(&image, &result, &error), HR_FILE);
    assert_non_null(strstr(error.text, "wrong checksum of chunk 2"));
    table_image_free(&image);
}

/// Also where a bit means nothing, in whichever chunk: the ranks share the chunks, and none is left over.
IMAGE_TEST(test_damage_of_each_chunk_is_found) {
    static const table_image_plan plan = TABLE_IMAGE_3X3_PLANES;
    table_image image = table_image_make(&plan);
    for (size_t end = image.payload_offset + plan.chunk_bytes; end <= image.size; end += plan.chunk_bytes) {
        hr_verification result;
        hr_error error = {.text = ""};
        image.bytes[end - 1] ^= 128;
        assert_int_equal(verified_image(&image, &result, &error), HR_FILE);
        assert_non_null(strstr(error.text, "wrong checksum of chunk"));
        image.bytes[end - 1] ^= 128;
    }
    table_image_free(&image);
}

IMAGE_TEST(test_encodings_compare_equal) {
    table_image images[PLAN_COUNT];
    for (int p = 0; p < PLAN_COUNT; p++) {
        images[p] = table_image_make(&PLANS[p]);
    }
    hr_verification result;
    hr_error error = {.text = ""};
    for (int p = 0; p < PLAN_COUNT; p++) {
        for (int q = 0; q < PLAN_COUNT; q++) {
            HR_TEST_OK(compared_images(&images[p], &images[q], &result, &error), error);
            assert_int_equal(result.states, STATES);
        }
    }
    images[3].bytes[images[3].payload_offset + (size_t)20000] ^= 4;
    table_image_reseal(&images[3]);
    for (int p = 0; p < 2; p++) {
        assert_int_equal(compared_images(&images[p], &images[3], &result, &error), HR_CHECK);
        assert_non_null(strstr(error.text, "another distance"));
    }
    images[2].bytes[images[2].payload_offset + 2000] ^= 4;
    table_image_reseal(&images[2]);
    assert_int_equal(compared_images(&images[2], &images[0], &result, &error), HR_CHECK);
    assert_int_equal(compared_images(&images[1], &images[2], &result, &error), HR_CHECK);
    for (int p = 0; p < PLAN_COUNT; p++) {
        table_image_free(&images[p]);
    }
}

IMAGE_TEST(test_unreached_states_compare) {
    table_image index = table_image_make(&KLOTSKI);
    table_image keys = table_image_make(&KLOTSKI_KEYS);
    hr_verification result;
    hr_error error = {.text = ""};
    hr_index unreached = 0;
    hr_index reached = 0;
    for (hr_index i = 0; i < index.states; i++) {
        *(index.distances[i] == HR_DEPTH_UNREACHED ? &unreached : &reached) = i; // the last of each
    }
    assert_true(index.distances[unreached] == HR_DEPTH_UNREACHED && index.distances[reached] != HR_DEPTH_UNREACHED);
    index.bytes[index.payload_offset + unreached] = 3;
    table_image_reseal(&index);
    assert_int_equal(compared_images(&keys, &index, &result, &error), HR_CHECK);
    index.bytes[index.payload_offset + unreached] = 255;
    index.bytes[index.payload_offset + reached] = 255;
    table_image_reseal(&index);
    assert_int_equal(compared_images(&keys, &index, &result, &error), HR_CHECK);
    table_image_free(&index);
    table_image_free(&keys);
}

IMAGE_TEST(test_other_puzzles_do_not_compare) {
    table_image tiles = table_image_make(&PLANS[0]);
    table_image klotski = table_image_make(&KLOTSKI);
    hr_verification result;
    hr_error error = {.text = ""};
    assert_int_equal(compared_images(&tiles, &klotski, &result, &error), HR_FILE);
    assert_non_null(strstr(error.text, "another puzzle"));
    table_image_free(&tiles);
    table_image_free(&klotski);
}
