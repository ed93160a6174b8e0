// SPDX-License-Identifier: MIT
// Any bytes as the checkpoint of a run that goes on. The first byte chooses the run; with bit 7 the file is taken as it is. Else
// checksums and sizes are made right first, so that what lies behind them is reached, and the frontier engine's record gets the
// counts and fingerprints of the states that the file holds. With bit 6 sizes and counts stay as they are. A checkpoint with
// planes on disks comes after the number of changes of the planes and the changes (fuzz_scratch.h). No file brings a run down: it
// goes on, or is refused.

#include <stdio.h>
#include <string.h>

#include "core/hash.h"
#include "fuzz_runs.h"
#include "fuzz_scratch.h"
#include "fuzz_world.h"
#include "huarong/table.h"
#include "run/checkpoint/format.h"

enum { SIZE_MOST = 1 << 16, HEAD = sizeof(hr_checkpoint_head), BLOCK = sizeof(hr_checkpoint_block) };

// Making the file's numbers right.

/// A file in memory, and what its head says.
typedef struct image {
    uint8_t *bytes;
    size_t size;
    hr_checkpoint_head head;
    size_t tail;   ///< where it begins
    size_t facts;  ///< where they begin
    size_t blocks; ///< where their list begins
} image;

static uint64_t load(const image *i, size_t offset) {
    uint64_t word = 0;
    memcpy(&word, i->bytes + offset, sizeof word);
    return word;
}

static void store(image *i, size_t offset, uint64_t word) { memcpy(i->bytes + offset, &word, sizeof word); }

/// Find the parts of the tail. False if there is none.
static bool find_parts(image *i) {
    if (i->size < HEAD) {
        return false;
    }
    memcpy(&i->head, i->bytes, HEAD);
    const hr_checkpoint_head *head = &i->head;
    if (head->tail_offset < HEAD || head->tail_offset > i->size || head->identity_bytes >= HR_CHECKPOINT_IDENTITY_MAX ||
        head->fact_count > SIZE_MOST || head->block_count > SIZE_MOST) {
        return false;
    }
    i->tail = (size_t)head->tail_offset;
    i->facts = i->tail + (size_t)hr_checkpoint_padded(head->identity_bytes);
    i->blocks = i->facts + (size_t)head->fact_count * sizeof(uint64_t);
    return i->blocks + (size_t)head->block_count * BLOCK == i->size;
}

static void seal_blocks(image *i, bool move) {
    size_t offset = HEAD;
    for (size_t b = 0; b < i->head.block_count; b++) {
        hr_checkpoint_block block;
        memcpy(&block, i->bytes + i->blocks + b * BLOCK, sizeof block);
        const size_t left = i->tail - offset;
        if (move) {
            block.offset = offset;
            block.size = b + 1 == i->head.block_count || block.size > left ? left : block.size;
        }
        if (block.offset <= i->tail && block.size <= i->tail - block.offset) {
            block.checksum = hr_hash_bytes(i->bytes + block.offset, (size_t)block.size);
        }
        offset += block.size <= left ? (size_t)block.size : 0;
        memcpy(i->bytes + i->blocks + b * BLOCK, &block, sizeof block);
    }
}

static void seal_head(image *i) {
    hr_checkpoint_head *head = &i->head;
    head->file_bytes = i->size;
    head->tail_checksum = hr_hash_bytes(i->bytes + i->tail, i->size - i->tail);
    hr_head_seal(&hr_checkpoint_format, head, HEAD);
    memcpy(i->bytes, head, HEAD);
}

/// The frontier engine's last two layers: sections 1 and 2. Their record gets what the blocks hold.
static void seal_layers(image *i) {
    enum { FACT_LAYERS, FACT_HEAD = 3, STATES = 0, CANONICAL, FINGERPRINT = 3, LAYER_WORDS = 6 };
    const uint64_t layers = i->head.fact_count > FACT_HEAD ? load(i, i->facts + FACT_LAYERS * sizeof(uint64_t)) : 0;
    if (layers == 0 || i->head.fact_count != FACT_HEAD + layers * LAYER_WORDS) {
        return;
    }
    uint64_t counts[2] = {0, 0};
    uint64_t fingerprints[2] = {0, 0};
    for (size_t b = 0; b < i->head.block_count; b++) {
        hr_checkpoint_block block;
        memcpy(&block, i->bytes + i->blocks + b * BLOCK, sizeof block);
        for (uint64_t at = 0; (block.section == 1 || block.section == 2) && at + 8 <= block.size; at += 8) {
            counts[block.section - 1]++;
            fingerprints[block.section - 1] += hr_hash_state(load(i, (size_t)(block.offset + at)));
        }
    }
    for (uint64_t back = 0; back < 2 && back < layers; back++) {
        const size_t layer = i->facts + (size_t)(FACT_HEAD + (layers - 1 - back) * LAYER_WORDS) * sizeof(uint64_t);
        store(i, layer + CANONICAL * sizeof(uint64_t), counts[1 - back]);
        store(i, layer + FINGERPRINT * sizeof(uint64_t), fingerprints[1 - back]);
    }
}

/// The checksums of planes on disks: section 6 has a block for each part, with a number for each cell.
static void seal_planes(image *i) {
    enum { SECTION_CHECKSUMS = 6 };
    for (size_t b = 0; b < i->head.block_count; b++) {
        hr_checkpoint_block block;
        memcpy(&block, i->bytes + i->blocks + b * BLOCK, sizeof block);
        const uint64_t cells = block.size / sizeof(uint64_t);
        for (uint64_t cell = 0; block.section == SECTION_CHECKSUMS && block.first < SIZE_MOST && cell < cells; cell++) {
            store(i, (size_t)(block.offset + cell * sizeof(uint64_t)), hr_fuzz_plane_checksum(block.first * cells + cell));
        }
    }
}

/// Are the states of the frontier engine's run not marked?
static bool has_plain_states(hr_fuzz_run run) {
    return run == HR_FUZZ_SLIDE || run == HR_FUZZ_KLOTSKI || run == HR_FUZZ_BLOCKS || run == HR_FUZZ_ORDERED;
}

static void seal(image *i, hr_fuzz_run run, bool repair) {
    if (find_parts(i)) {
        seal_blocks(i, repair);
        if (repair && run == HR_FUZZ_SCRATCH) {
            seal_planes(i);
            seal_blocks(i, false);
        }
        if (repair && has_plain_states(run)) {
            seal_layers(i);
        }
        seal_head(i);
    }
}

// The runs.

static void judge(hr_status status, const hr_error *error) {
    const bool told =
        memchr(error->text, '\0', sizeof error->text) != NULL && error->text[0] != '\0' && strchr(error->text, '\n') == NULL;
    hr_fuzz_require(status == HR_OK || told, "an error text is one line");
    // What no reader can see, because it is a matter of the whole space, a run's own checks find.
    const bool caught =
        status == HR_INTERNAL && (strstr(error->text, "cannot be right") != NULL || strstr(error->text, "found twice") != NULL);
    hr_fuzz_require(status == HR_OK || status == HR_FILE || status == HR_STOPPED || caught,
                    status == HR_INTERNAL ? error->text : "a run goes on or refuses");
}

/// A table that was written of what a file said can be opened.
static void check_table(const char *path) {
    hr_error error = {.text = ""};
    hr_table *table = NULL;
    hr_fuzz_require(hr_table_open(path, &table, &error) == HR_OK, "a table that was written can be opened");
    hr_fuzz_require(hr_table_check(table, 0, UINT64_MAX, &error) == HR_OK, "a table that was written is whole");
    hr_table_close(&table);
}

static void write_table(hr_table_sink *sink, const char *path, const hr_enumeration *result) {
    hr_error error = {.text = ""};
    const hr_status status = hr_table_sink_write(sink, path, true, result, NULL, &error);
    judge(status, &error);
    if (status == HR_OK) {
        check_table(path);
    }
}

static void try_enumeration(hr_fuzz_run run, const char *directory) {
    hr_error error = {.text = ""};
    hr_fuzz_found found;
    const hr_status status = hr_fuzz_enumerate(run, directory, HR_DEPTH_UNREACHED, &found, &error);
    judge(status, &error);
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", directory, HR_FUZZ_TABLE);
    if (status == HR_OK && found.sink != NULL) {
        write_table(found.sink, path, &found.result);
    }
    if (status == HR_OK && run == HR_FUZZ_ROWS) {
        check_table(path);
    }
    hr_fuzz_clear(&found);
}

static void try_solve(hr_fuzz_run run, const char *directory) {
    hr_error error = {.text = ""};
    hr_idastar_stream stream;
    const hr_status status = hr_fuzz_solve(run, directory, 0, &stream, &error);
    judge(status, &error);
    if (status == HR_OK) {
        hr_fuzz_check_paths(run, &stream);
    }
    hr_idastar_stream_clear(&stream);
}

/// Put the checkpoint into the directory of all inputs.
static void put_checkpoint(hr_fuzz_run run, uint8_t choice, const uint8_t *data, size_t size) {
    static uint8_t bytes[SIZE_MOST];
    image file = {.bytes = bytes, .size = size};
    memcpy(bytes, data, size);
    if (run == HR_FUZZ_SCRATCH) {
        hr_fuzz_show_number(bytes, size);
    }
    if ((choice & 128U) == 0) {
        seal(&file, run, (choice & 64U) == 0);
    }
    hr_fuzz_write("checkpoint-000001", bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > SIZE_MOST) {
        return 0;
    }
    const hr_fuzz_run run = (hr_fuzz_run)((data[0] & 15U) % HR_FUZZ_RUNS);
    size_t begin = 1;
    if (run == HR_FUZZ_SCRATCH) {
        const size_t changes = data[1];
        begin += 1 + changes * HR_FUZZ_CHANGE_BYTES;
        if (begin > size) {
            return 0;
        }
        hr_fuzz_put_planes(data + 2, changes);
    } else {
        (void)hr_fuzz_directory();
    }
    put_checkpoint(run, data[0], data + begin, size - begin);
    if (hr_fuzz_enumerates(run)) {
        try_enumeration(run, hr_fuzz_same_directory());
    } else {
        try_solve(run, hr_fuzz_same_directory());
    }
    return 0;
}
