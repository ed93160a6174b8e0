// SPDX-License-Identifier: MIT
#include "core/hash.h"
#include "core/hash/state.h"
#include "core/hash/vectors.h"
#include "unit_test.h"

enum { BYTES = 100000 };

static unsigned char *make_bytes(void) {
    unsigned char *bytes = malloc(BYTES);
    assert_non_null(bytes);
    for (uint64_t i = 0; i < BYTES; i++) {
        bytes[i] = (unsigned char)(i * i * 2654435761U >> 13);
    }
    return bytes;
}

HR_TEST(test_no_bytes_have_the_published_hash) {
    assert_true(hr_hash_bytes("", 0) == UINT64_C(0x2D06800538D394C2)); // XXH3_64bits in xxHash's own table of tests
}

HR_TEST(test_hash_of_bytes_does_not_depend_on_the_processor) {
    unsigned char *bytes = make_bytes();
    for (size_t size = 0; size < 4096; size++) {
        const unsigned char *last = bytes + BYTES - size; // nothing lies behind them
        assert_true(hr_hash_bytes(last, size) == XXH3_64bits(last, size));
        if (hr_hash_has_vectors()) {
            assert_true(hr_hash_by_vectors(last, size) == XXH3_64bits(last, size));
        }
    }
    assert_true(hr_hash_bytes(bytes, BYTES) == XXH3_64bits(bytes, BYTES));
    free(bytes);
}
