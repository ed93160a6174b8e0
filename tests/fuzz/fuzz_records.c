// SPDX-License-Identifier: MIT
// Any bytes as a file of records that a run over all openings of a board goes on from. The first byte chooses: with bit 0 the heads
// and checksums of the records are made right first, with bit 1 the run collects the distances, with bit 2 it counts components. No
// file brings a run down: it goes on, or is refused.

#include <string.h>

#include "core/hash.h"
#include "fuzz_runs.h"
#include "fuzz_world.h"
#include "openings/openings.h"
#include "openings/records/format.h"
#include "openings/table/write.h"
#include "puzzle/kinds.h"

enum { SIZE_MOST = 1 << 16 };

/// Make the heads of the file and of the records right: each record goes as far as it says, or to the end.
static void seal(uint8_t *bytes, size_t size) {
    hr_record_head head;
    if (size < sizeof(hr_openings_file_head)) {
        return;
    }
    hr_head_seal(&hr_openings_format, bytes, sizeof(hr_openings_file_head));
    for (size_t at = sizeof(hr_openings_file_head); size - at >= sizeof head; at += sizeof head + (size_t)head.bytes) {
        const size_t left = size - at - sizeof head;
        memcpy(&head, bytes + at, sizeof head);
        head.bytes = head.bytes > left ? left : head.bytes;
        head.checksum = hr_record_checksum(&head, bytes + at + sizeof head);
        memcpy(bytes + at, &head, sizeof head);
    }
}

static hr_status take_values(void *context, hr_index first, const void *values, size_t n, hr_error *error) {
    uint64_t *hash = context;
    *hash += first + hr_hash_bytes(values, n);
    return HR_OK;
}

static void check(const hr_puzzle *puzzle, const hr_openings *openings, bool distances) {
    hr_error error = {.text = ""};
    for (size_t i = 0; i < openings->set_count; i++) {
        const hr_openings_set *set = &openings->sets[i];
        hr_fuzz_require(set->hardest_listed <= HR_HARDEST_MAX, "a list of the hardest fits");
        for (size_t k = 0; k < set->hardest_listed; k++) {
            hr_fuzz_require(hr_puzzle_validate(puzzle, &set->hardest[k], NULL) == HR_OK, "the hardest are openings");
        }
    }
    uint64_t hash = 0;
    hr_fuzz_require(!distances || hr_openings_stream(hr_fuzz_world(), puzzle, openings,
                                                     &(hr_openings_receiver){take_values, &hash, 64}, &error) == HR_OK,
                    "the distances can be given out");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[SIZE_MOST];
    if (size < 2 || size > SIZE_MOST) {
        return 0;
    }
    memcpy(bytes, data + 1, size - 1);
    if ((data[0] & 1U) != 0) {
        seal(bytes, size - 1);
    }
    const bool distances = (data[0] & 2U) != 0;
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                         .components = (data[0] & 4U) != 0,
                                         .keep_distances = distances,
                                         .checkpoint = {.directory = hr_fuzz_directory(), .every = 1e9, .resume = true}};
    hr_error error = {.text = ""};
    hr_puzzle *puzzle = NULL;
    hr_openings openings;
    hr_fuzz_write(HR_RECORDS_PREFIX "1-0" HR_RECORDS_SUFFIX, bytes, size - 1);
    hr_fuzz_require(hr_puzzle_create(&(hr_puzzle_options){.spec = HR_FUZZ_OPENINGS}, &puzzle, &error) == HR_OK, "a puzzle");
    const hr_status status = hr_openings_run(hr_fuzz_world(), puzzle, &options, &openings, &error);
    if (status == HR_OK) {
        check(puzzle, &openings, distances);
    } else {
        hr_fuzz_require(status == HR_FILE && error.text[0] != '\0' && strchr(error.text, '\n') == NULL, "a bad file is HR_FILE");
    }
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
    return 0;
}
