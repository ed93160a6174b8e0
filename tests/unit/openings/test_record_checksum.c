// SPDX-License-Identifier: MIT
// The checksum of a record covers its head and its content.

#include "openings/records/format.h"
#include "unit_test.h"

HR_TEST(test_each_changed_bit_changes_the_checksum) {
    uint8_t content[24] = "the content of a record";
    hr_record_head head = {.kind = HR_RECORD_FAMILY, .bytes = sizeof content};
    const uint64_t right = hr_record_checksum(&head, content);
    for (size_t bit = 0; bit < 64; bit++) {
        head.kind ^= UINT64_C(1) << bit;
        assert_int_not_equal(hr_record_checksum(&head, content), right);
        head.kind ^= UINT64_C(1) << bit;
    }
    for (size_t bit = 0; bit < 8 * sizeof content; bit++) {
        content[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_int_not_equal(hr_record_checksum(&head, content), right);
        content[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    head.checksum = 77; // not of itself
    assert_int_equal(hr_record_checksum(&head, content), right);
}
