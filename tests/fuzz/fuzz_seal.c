// SPDX-License-Identifier: MIT
#include "fuzz_seal.h"

#include <string.h>

#include "core/hash.h"
#include "core/hash/state.h"
#include "fuzz_paths.h"
#include "fuzz_scratch.h"
#include "run/checkpoint/format.h"
#include "tabulate/sink/sink.h"

enum { HEAD = sizeof(hr_checkpoint_head), BLOCK = sizeof(hr_checkpoint_block) };

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
        head->fact_count > HR_FUZZ_FILE_MOST || head->block_count > HR_FUZZ_FILE_MOST) {
        return false;
    }
    i->tail = (size_t)head->tail_offset;
    i->facts = i->tail + (size_t)hr_checkpoint_padded(head->identity_bytes);
    i->blocks = i->facts + (size_t)head->fact_count * sizeof(uint64_t);
    return i->blocks + (size_t)head->block_count * BLOCK == i->size;
}

static hr_checkpoint_block block_at(const image *i, size_t number) {
    hr_checkpoint_block block;
    memcpy(&block, i->bytes + i->blocks + number * BLOCK, sizeof block);
    return block;
}

/// Set the places, if `move`, and the checksums of all blocks.
static void seal_blocks(image *i, bool move) {
    size_t offset = HEAD;
    for (size_t b = 0; b < i->head.block_count; b++) {
        hr_checkpoint_block block = block_at(i, b);
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

/// The frontier engine's facts: FACT_HEAD numbers, then LAYER_WORDS for each layer.
enum { FACT_LAYERS, FACT_HEAD = 3, LAYER_CANONICAL = 1, LAYER_FINGERPRINT = 3, LAYER_WORDS = 6 };

/// The number of layers; 0: the facts are not those of layers.
static uint64_t layers_of(const image *i) {
    const uint64_t layers = i->head.fact_count > FACT_HEAD ? load(i, i->facts + FACT_LAYERS * sizeof(uint64_t)) : 0;
    return i->head.fact_count == FACT_HEAD + layers * LAYER_WORDS ? layers : 0;
}

static size_t layer_at(const image *i, uint64_t depth) {
    return i->facts + (size_t)(FACT_HEAD + depth * LAYER_WORDS) * sizeof(uint64_t);
}

/// Add the states of a section to *count and their hashes to *fingerprint.
static void sum_section(const image *i, uint64_t section, uint64_t *count, uint64_t *fingerprint) {
    for (size_t b = 0; b < i->head.block_count; b++) {
        const hr_checkpoint_block block = block_at(i, b);
        for (uint64_t at = 0; block.section == section && at + 8 <= block.size; at += 8) {
            ++*count;
            *fingerprint += hr_hash_state(load(i, (size_t)(block.offset + at)));
        }
    }
}

/// The frontier engine's last two layers: sections 1 and 2. Their record gets what the blocks hold.
static void seal_layers(image *i) {
    const uint64_t layers = layers_of(i);
    for (uint64_t back = 0; back < 2 && back < layers; back++) {
        const size_t layer = layer_at(i, layers - 1 - back);
        uint64_t count = 0;
        uint64_t fingerprint = 0;
        sum_section(i, 2 - back, &count, &fingerprint);
        store(i, layer + LAYER_CANONICAL * sizeof(uint64_t), count);
        store(i, layer + LAYER_FINGERPRINT * sizeof(uint64_t), fingerprint);
    }
}

/// The checksums of planes on disks: section 6 has a block for each part, with a number for each cell.
static void seal_planes(image *i) {
    enum { SECTION_CHECKSUMS = 6 };
    for (size_t b = 0; b < i->head.block_count; b++) {
        hr_checkpoint_block block = block_at(i, b);
        const uint64_t cells = block.size / sizeof(uint64_t);
        for (uint64_t cell = 0; block.section == SECTION_CHECKSUMS && block.first < HR_FUZZ_FILE_MOST && cell < cells; cell++) {
            store(i, (size_t)(block.offset + cell * sizeof(uint64_t)), hr_fuzz_plane_checksum(block.first * cells + cell));
        }
    }
}

/// The kept layers of a search, from section KEPT on. The engine's sections get the same states, and the record gets what the
/// blocks of each layer hold.
static void seal_kept(image *i) {
    enum { PREVIOUS = 1, CURRENT = 2, KEPT = HR_SINK_SECTION + 2 };
    const uint64_t layers = layers_of(i);
    uint64_t used[CURRENT + 1] = {0};
    for (size_t b = 0; b < i->head.block_count && layers > 0; b++) {
        const hr_checkpoint_block from = block_at(i, b);
        const uint64_t depth = from.section - KEPT;
        const uint64_t to = depth + 1 == layers ? CURRENT : depth + 2 == layers ? PREVIOUS : 0;
        for (size_t t = 0; t < i->head.block_count && depth < layers && to > 0; t++) {
            const hr_checkpoint_block block = block_at(i, t);
            if (block.section == to && block.size >= used[to] && block.size - used[to] >= from.size) {
                memcpy(i->bytes + block.offset + used[to], i->bytes + from.offset, (size_t)from.size);
                used[to] += from.size;
                break;
            }
        }
    }
    for (uint64_t depth = 0; depth < layers; depth++) {
        const size_t layer = layer_at(i, depth);
        uint64_t count = 0;
        uint64_t fingerprint = 0;
        sum_section(i, KEPT + depth, &count, &fingerprint);
        store(i, layer + LAYER_CANONICAL * sizeof(uint64_t), count);
        store(i, layer + LAYER_FINGERPRINT * sizeof(uint64_t), fingerprint);
    }
}

/// The states of A*: sections 1 and 2. Their facts get what the blocks hold, and the expanded states are those that are kept and
/// those that were expanded again.
static void seal_best_first(image *i) {
    enum { EXPANDED = 14, REOPENED = 16, CLOSED = 21, CLOSED_SUM, OPEN, OPEN_SUM, FACTS = 26, CLOSED_BYTES = 10 };
    uint64_t sums[FACTS] = {0};
    if (i->head.fact_count < FACTS) {
        return;
    }
    for (size_t b = 0; b < i->head.block_count; b++) {
        const hr_checkpoint_block block = block_at(i, b);
        const uint64_t closed = block.section == 1 ? block.size / CLOSED_BYTES : 0;
        for (uint64_t at = 0; at < closed; at++) {
            uint16_t moves = 0;
            memcpy(&moves, i->bytes + block.offset + closed * 8 + at * sizeof moves, sizeof moves);
            sums[CLOSED]++;
            sums[CLOSED_SUM] += hr_hash_state(load(i, (size_t)(block.offset + at * 8))) * (moves + UINT64_C(1));
        }
        for (uint64_t at = 8; block.section == 2 && at + 8 <= block.size; at += 8) {
            sums[OPEN]++;
            sums[OPEN_SUM] += hr_hash_state(load(i, (size_t)(block.offset + at))) * (load(i, (size_t)block.offset) + 1);
        }
    }
    for (size_t fact = CLOSED; fact <= OPEN_SUM; fact++) {
        store(i, i->facts + fact * sizeof(uint64_t), sums[fact]);
    }
    store(i, i->facts + EXPANDED * sizeof(uint64_t), sums[CLOSED] + load(i, i->facts + REOPENED * sizeof(uint64_t)));
}

/// Are the states of the frontier engine's run not marked?
static bool has_plain_states(hr_fuzz_run run) {
    return run == HR_FUZZ_SLIDE || run == HR_FUZZ_KLOTSKI || run == HR_FUZZ_BLOCKS || run == HR_FUZZ_ORDERED;
}

/// Is the run an A* search?
static bool is_best_first(hr_fuzz_run run) { return run == HR_FUZZ_ASTAR || run == HR_FUZZ_BOUNDED; }

/// Make the numbers right that count and sum up what the blocks hold.
static void repair_sums(image *i, hr_fuzz_run run) {
    if (run == HR_FUZZ_SCRATCH) {
        seal_planes(i);
    } else if (run == HR_FUZZ_LAYERS) {
        seal_kept(i);
    } else if (is_best_first(run)) {
        seal_best_first(i);
    } else if (has_plain_states(run)) {
        seal_layers(i);
    }
}

// NOLINTNEXTLINE(readability-non-const-parameter): written through `i`
void hr_fuzz_seal(uint8_t *bytes, size_t size, hr_fuzz_run run, bool repair) {
    image i = {.bytes = bytes, .size = size};
    if (find_parts(&i)) {
        seal_blocks(&i, repair);
        if (repair) {
            repair_sums(&i, run);
            seal_blocks(&i, false);
        }
        seal_head(&i);
    }
}
