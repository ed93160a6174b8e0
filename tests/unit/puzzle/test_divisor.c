// SPDX-License-Identifier: MIT
#include "puzzle/blocks/divisor.h"
#include "unit_test.h"

/// Divide numbers around multiples of the divisor, and the greatest ones.
static void check_divisor(uint64_t divisor) {
    const hr_divisor prepared = hr_divisor_of(divisor);
    for (uint64_t i = 0; i < 64; i++) {
        const uint64_t multiple = (UINT64_MAX >> i) / divisor * divisor;
        for (uint64_t offset = 0; offset < 5; offset++) {
            const uint64_t number = multiple + offset - 2; // wraps around at both ends
            assert_int_equal(hr_divide(number, prepared), number / divisor);
        }
        assert_int_equal(hr_divide(UINT64_MAX >> i, prepared), (UINT64_MAX >> i) / divisor);
    }
}

HR_TEST(test_quotients_equal_those_of_the_processor) {
    for (uint64_t divisor = 1; divisor < 3000; divisor++) {
        check_divisor(divisor);
        check_divisor(UINT64_MAX / divisor);
        check_divisor(UINT64_MAX - divisor + 1);
    }
    for (unsigned i = 0; i < 64; i++) {
        const uint64_t power = UINT64_C(1) << i;
        check_divisor(power);
        check_divisor(power + 1);
        check_divisor(power == 1 ? 1 : power - 1);
    }
    uint64_t random = UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < 3000; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        check_divisor(random >> i % 64 | 1);
    }
}
