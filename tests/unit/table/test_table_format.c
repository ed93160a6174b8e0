// SPDX-License-Identifier: MIT
// Which shapes a table can have.

#include "table/format.h"
#include "unit_test.h"

/// Can a table of 1000 entries with values of so many bits hold this distance?
static bool holds(hr_table_encoding encoding, unsigned value_bits, hr_depth distance) {
    const hr_table_shape shape = {.encoding = encoding, .value_bits = value_bits, .entries = 1000, .max_distance = distance};
    hr_table_head head;
    return hr_table_layout(&shape, &head, NULL) == HR_OK;
}

HR_TEST(test_greatest_value_stands_for_unreached) {
    static const hr_table_encoding encodings[] = {HR_TABLE_INDEX, HR_TABLE_KEYS};
    for (int i = 0; i < 2; i++) {
        assert_true(holds(encodings[i], 8, 254));
        assert_false(holds(encodings[i], 8, 255));
        assert_true(holds(encodings[i], 16, 65534));
        assert_false(holds(encodings[i], 16, 65535));
    }
}
