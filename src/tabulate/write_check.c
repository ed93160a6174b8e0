// SPDX-License-Identifier: MIT
#include "tabulate/write_check.h"

#include <inttypes.h>
#include <string.h>

#include "core/try.h"

static void add_bytes(hr_value_sums *sums, const uint8_t *bytes, size_t n) {
    uint64_t states = 0;
    uint64_t distances = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned there = bytes[i] != HR_TABLE_UNREACHED_8;
        states += there;
        distances += (uint64_t)there * bytes[i];
    }
    sums->states += states;
    sums->distances += distances;
}

static void add_words(hr_value_sums *sums, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const uint32_t value = bytes[2 * i] | (uint32_t)bytes[2 * i + 1] << 8;
        const uint32_t there = value != HR_TABLE_UNREACHED_16;
        sums->states += there;
        sums->distances += (uint64_t)there * value;
    }
}

void hr_value_sums_add(hr_value_sums *sums, const hr_table_head *head, uint64_t offset, const uint8_t *bytes, size_t size) {
    const uint64_t keys = head->encoding == HR_TABLE_KEYS ? head->entries * head->common.version * sizeof(hr_state) : 0;
    const uint64_t begin = (keys + head->chunk_bytes - 1) / head->chunk_bytes * head->chunk_bytes; // where the values begin
    if (head->encoding == HR_TABLE_PLANES || offset + size <= begin) {
        return;
    }
    const size_t skipped = offset < begin ? (size_t)(begin - offset) : 0;
    if (head->value_bits == 8) {
        add_bytes(sums, bytes + skipped, size - skipped);
    } else {
        add_words(sums, bytes + skipped, (size - skipped) / 2);
    }
}

hr_status hr_value_sums_check(const hr_value_sums *sums, const hr_comm *comm, const hr_table_head *head, const hr_count *layers,
                              hr_error *error) {
    if (head->encoding == HR_TABLE_PLANES) {
        return HR_OK;
    }
    uint64_t written[2] = {sums->states, sums->distances};
    HR_TRY(hr_comm_sum(comm, written, 2, error));
    uint64_t distances = 0;
    for (size_t d = 0; d <= head->max_distance; d++) {
        distances += layers[d] * d;
    }
    if (written[0] == head->reached && written[1] == distances) {
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL,
                        "the table cannot be right: it has %" PRIu64 " states whose distances add up to %" PRIu64 ", but %" PRIu64
                        " were found, with %" PRIu64 "; please report this, and do not use the result",
                        written[0], written[1], head->reached, distances);
}
