// SPDX-License-Identifier: MIT
// Any bytes as a table file. The first byte chooses: with bit 0 the head's checksum is made right first, so that what lies behind
// it is reached; with bit 1 those of the chunks as well; with bit 2 the first 256 bytes of the payload are filled up with zeros to
// a chunk of 65536, as the keys of a small table are. Whatever opens must answer every question without a crash, its proof and its
// comparison with good tables included.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/hash.h"
#include "enumerate/frontier/frontier.h"
#include "fuzz_world.h"
#include "huarong/table.h"
#include "puzzle/kinds.h"
#include "puzzle/puzzle_ops.h"
#include "puzzle/words.h"
#include "tabulate/sink/sink.h"
#include "verify/verify.h"

enum { SIZE_MAX_BYTES = 1 << 16, ASKED = 64, HEAD_BYTES = 4096, KEY_BYTES = 256, CHUNK_BYTES = 65536 };

static uint64_t load(const uint8_t *bytes, size_t offset) {
    uint64_t number = 0;
    memcpy(&number, bytes + offset, sizeof number);
    return number;
}

static void store(uint8_t *bytes, size_t offset, uint64_t number) { memcpy(bytes + offset, &number, sizeof number); }

/// Make the checksums right where the head's numbers allow that.
static void seal(uint8_t *bytes, size_t size, unsigned how) {
    if (size < 4096) {
        return;
    }
    const uint64_t payload = load(bytes, 24);
    const uint64_t chunk = load(bytes, 40);
    const uint64_t count = load(bytes, 48);
    const uint64_t sums = load(bytes, 112);
    if ((how & 2U) != 0 && chunk > 0 && count <= 4096 && sums < size && 8 * count <= size - sums && payload <= size) {
        for (uint64_t c = 0; c < count && c * chunk < size - payload; c++) {
            const uint64_t begin = payload + c * chunk;
            store(bytes, sums + 8 * c, hr_hash_bytes(bytes + begin, size - begin < chunk ? size - begin : chunk));
        }
    }
    if ((how & 1U) != 0 && payload <= size && payload > 24) {
        store(bytes, 16, hr_hash_bytes(bytes + 24, payload - 24));
    }
}

/// One selection; what it gives are states.
static void select_states(const hr_table *table, hr_table_selection selection) {
    selection.limit = ASKED;
    hr_state states[ASKED * HR_STATE_WORDS_MAX];
    hr_depth distances[ASKED];
    size_t count = 0;
    (void)hr_table_select(table, &selection, states, distances, &count, NULL);
    hr_fuzz_require(count <= ASKED, "selections fit their arrays");
    for (size_t i = 0; i < count; i++) {
        hr_fuzz_require(hr_puzzle_validate(hr_table_puzzle(table), states + i * hr_puzzle_words(hr_table_puzzle(table)), NULL) ==
                            HR_OK,
                        "what is selected is a state");
    }
}

static void check_end(hr_status status, const hr_error *error) {
    hr_fuzz_require(status == HR_OK || status == HR_CHECK || status == HR_FILE || status == HR_STOPPED, "a proof ends");
    hr_fuzz_require(status == HR_OK || (error->text[0] != '\0' && strchr(error->text, '\n') == NULL), "an error text is one line");
}

#define GOOD_PUZZLE "tile:2x3"
enum { GOOD_TABLES = 2 };

/// Make a good table of the puzzle that most seeds have.
static void make_good(bool keys, hr_table **table) {
    char path[200];
    hr_error error = {.text = ""};
    hr_puzzle *puzzle = NULL;
    hr_table_sink *sink = NULL;
    hr_enumeration result;
    (void)snprintf(path, sizeof path, "%s/table", hr_fuzz_directory());
    hr_fuzz_require(hr_puzzle_create(&(hr_puzzle_options){.spec = GOOD_PUZZLE}, &puzzle, &error) == HR_OK, "a puzzle");
    if (keys) {
        puzzle->info.index_count = 0; // so the sink keeps states; puzzle_ops.h lets this file change the puzzle's info
        puzzle->info.reachable = 0;
    }
    hr_fuzz_require(hr_table_sink_create(hr_fuzz_world(), puzzle, 0, &sink, &error) == HR_OK, "a sink");
    const hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED, .sink = hr_table_sink_handlers(sink)};
    hr_fuzz_require(hr_frontier_enumerate(hr_fuzz_world(), puzzle, &options, &result, &error) == HR_OK &&
                        hr_table_sink_write(sink, path, true, &result, NULL, &error) == HR_OK &&
                        hr_table_open(path, table, &error) == HR_OK,
                    "a table");
    hr_fuzz_require((hr_table_describe(*table)->encoding == HR_TABLE_KEYS) == keys, "its encoding is the wanted one");
    hr_enumeration_clear(&result);
    hr_table_sink_destroy(&sink);
    hr_puzzle_destroy(&puzzle);
}

/// Compare the table with good ones and with itself. A `proved` one has the same distances.
static void compare(const hr_table *table, bool proved) {
    static hr_table *good[GOOD_TABLES]; // made once
    const hr_verify_options options = {.memory_limit = UINT64_C(1) << 28};
    hr_verification result;
    for (int i = 0; i < GOOD_TABLES; i++) {
        hr_error error = {.text = ""};
        if (good[i] == NULL) {
            make_good(i == GOOD_TABLES - 1, &good[i]);
        }
        hr_status status = hr_table_compare(hr_fuzz_world(), table, good[i], &options, &result, &error);
        check_end(status, &error);
        hr_fuzz_require(!proved || status == HR_OK || status == HR_FILE, "a proved table is like a good one");
        status = hr_table_compare(hr_fuzz_world(), good[i], table, &options, &result, &error);
        check_end(status, &error);
        hr_fuzz_require(!proved || status == HR_OK || status == HR_FILE, "a good table is like a proved one");
    }
    hr_error error = {.text = ""};
    const hr_status status = hr_table_compare(hr_fuzz_world(), table, table, &options, &result, &error);
    check_end(status, &error);
    hr_fuzz_require(!proved || status == HR_OK, "a proved table is like itself");
}

static void prove(const hr_table *table) {
    const hr_verify_options options = {.memory_limit = UINT64_C(1) << 28};
    hr_verification result;
    hr_error error = {.text = ""};
    const hr_status status = hr_table_verify(hr_fuzz_world(), table, &options, &result, &error);
    check_end(status, &error);
    compare(table, status == HR_OK);
}

/// Ask everything there is to ask.
static void ask(const hr_table *table) {
    const hr_table_info *info = hr_table_describe(table);
    const hr_puzzle *puzzle = hr_table_puzzle(table);
    const size_t n = info->entries < ASKED ? (size_t)info->entries : ASKED;
    const size_t words = hr_puzzle_words(puzzle);
    const size_t fan_out = hr_puzzle_describe(puzzle)->max_successors;
    hr_state states[ASKED * HR_STATE_WORDS_MAX];
    hr_depth distances[ASKED];
    hr_state *next = malloc(fan_out * words * sizeof *next);
    hr_state *path = malloc((info->max_distance + (size_t)1) * words * sizeof *path);
    hr_fuzz_require(next != NULL && path != NULL, "memory");
    (void)hr_table_check(table, 0, info->chunk_count, NULL);
    (void)hr_table_check(table, 1, UINT64_MAX, NULL);
    (void)hr_table_values(table, 0, n, distances, NULL);
    if (hr_table_states(table, 0, n, states, NULL) == HR_OK) {
        for (size_t i = 0; i < n; i++) {
            const hr_state *state = states + i * words;
            size_t count = 0;
            size_t length = 0;
            if (hr_puzzle_validate(puzzle, state, NULL) != HR_OK) { // a key that is no state
                continue;
            }
            (void)hr_table_distance(table, state, 1, distances, NULL);
            (void)hr_table_next(table, state, next, &count, NULL);
            (void)hr_table_path(table, state, path, &length, NULL);
            hr_fuzz_require(count <= fan_out && length <= info->max_distance, "answers fit their arrays");
        }
    }
    const hr_piece_set pieces = {1, 0, 2};
    select_states(table, (hr_table_selection){.farthest = HR_DEPTH_UNREACHED - 1, .hardest = true});
    select_states(table, (hr_table_selection){.nearest = 1, .farthest = 2});
    select_states(table, (hr_table_selection){.nearest = 2, .farthest = 5, .random = true, .seed = 1});
    select_states(table, (hr_table_selection){.farthest = 9, .pieces = &pieces});
    prove(table);
    free(next);
    free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > SIZE_MAX_BYTES) {
        return 0;
    }
    const size_t begin = HEAD_BYTES + KEY_BYTES;
    const bool filled = (data[0] & 4U) != 0 && size - 1 > begin;
    const size_t file_size = size - 1 + (filled ? CHUNK_BYTES - KEY_BYTES : 0);
    uint8_t *bytes = calloc(1, file_size);
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, data + 1, filled ? begin : size - 1);
    if (filled) {
        memcpy(bytes + HEAD_BYTES + CHUNK_BYTES, data + 1 + begin, size - 1 - begin);
    }
    seal(bytes, file_size, data[0]);
    const int descriptor = memfd_create("table", MFD_CLOEXEC);
    hr_fuzz_require(descriptor >= 0 && write(descriptor, bytes, file_size) == (ssize_t)file_size, "a file in memory");
    char path[32];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    hr_table *table = NULL;
    hr_error error = {.status = HR_OK};
    const hr_status status = hr_table_open(path, &table, &error);
    if (status == HR_OK) {
        ask(table);
    } else {
        hr_fuzz_require(table == NULL, "no table after a failure");
        hr_fuzz_require(status == HR_FILE && error.status == HR_FILE, "a bad table is HR_FILE");
        hr_fuzz_require(error.text[0] != '\0' && strchr(error.text, '\n') == NULL, "an error text is one line");
    }
    hr_table_close(&table);
    (void)close(descriptor);
    free(bytes);
    return 0;
}
