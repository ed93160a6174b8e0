// SPDX-License-Identifier: MIT
// Which entries of a table each rank has, and the sums by which a table that has been written is compared with what was found.

#include "tabulate/sink/state.h"
#include "tabulate/write_check.h"
#include "unit_test.h"

/// The shares follow each other without a gap, begin with whole units, and differ by one unit at most. Each entry at a border has
/// the owner in whose share it lies.
static void expect_shares(uint64_t entries, uint64_t unit, uint32_t ranks) {
    const hr_table_share share = {.entries = entries, .unit = unit, .blocks = (entries + unit - 1) / unit, .ranks = ranks};
    assert_int_equal(hr_table_share_first(&share, 0), 0);
    assert_int_equal(hr_table_share_first(&share, ranks), entries);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        const uint64_t first = hr_table_share_first(&share, rank);
        const uint64_t end = hr_table_share_first(&share, rank + 1);
        assert_true(first <= end);
        if (first == end) {
            continue;
        }
        assert_int_equal(first % unit, 0);
        assert_int_equal(hr_table_share_owner(&share, first), rank);
        assert_int_equal(hr_table_share_owner(&share, end - 1), rank);
        assert_in_range((end - first + unit - 1) / unit, share.blocks / ranks, share.blocks / ranks + 1);
    }
}

HR_TEST(test_each_entry_has_one_owner) {
    static const uint64_t ENTRIES[] = {1, 2, 63, 64, 65, 181440, 1000003, 29334498};
    static const uint64_t UNITS[] = {1, 7, 64, 65536};
    for (size_t e = 0; e < sizeof ENTRIES / sizeof ENTRIES[0]; e++) {
        for (size_t u = 0; u < sizeof UNITS / sizeof UNITS[0]; u++) {
            for (uint32_t ranks = 1; ranks < 40; ranks++) {
                expect_shares(ENTRIES[e], UNITS[u], ranks);
            }
            expect_shares(ENTRIES[e], UNITS[u], 1024);
        }
    }
}

/// Bytes at this place of the payload add so many states and distances.
static void expect_sums(hr_table_head head, uint64_t offset, const uint8_t *bytes, size_t size, uint64_t states,
                        uint64_t distances) {
    hr_value_sums sums = {.states = 1000, .distances = 5000};
    head.common.version = 1; // words of a key
    hr_value_sums_add(&sums, &head, offset, bytes, size);
    assert_int_equal(sums.states, 1000 + states);
    assert_int_equal(sums.distances, 5000 + distances);
}

HR_TEST(test_distances_are_summed_and_keys_are_not) {
    static const uint8_t BYTES[] = {0, 3, 255, 5, 254, 255};
    expect_sums((hr_table_head){.encoding = HR_TABLE_INDEX, .entries = 6, .chunk_bytes = 64, .value_bits = 8}, 0, BYTES,
                sizeof BYTES, 4, 262);
    static const uint8_t WORDS[] = {7, 0, 1, 2, 255, 255, 255, 0, 254, 255};
    expect_sums((hr_table_head){.encoding = HR_TABLE_INDEX, .entries = 5, .chunk_bytes = 64, .value_bits = 16}, 0, WORDS,
                sizeof WORDS, 4, 7 + 513 + 255 + 65534);
    expect_sums((hr_table_head){.encoding = HR_TABLE_PLANES, .entries = 60, .chunk_bytes = 64, .value_bits = 1}, 0, BYTES,
                sizeof BYTES, 0, 0);
    // The keys end with a full chunk. Distances begin behind it.
    const hr_table_head keys = {
        .encoding = HR_TABLE_KEYS, .entries = 128 / sizeof(hr_state) - 3, .chunk_bytes = 64, .value_bits = 8};
    uint8_t both[128 + 3];
    for (size_t i = 0; i < sizeof both; i++) {
        both[i] = i < 128 ? 99 : (uint8_t)(i - 127);
    }
    expect_sums(keys, 0, both, 128, 0, 0);
    expect_sums(keys, 0, both, sizeof both, 3, 6);
    expect_sums(keys, 64, both + 64, 64 + 2, 2, 3);
    expect_sums(keys, 128, both + 128, 3, 3, 6);
}
