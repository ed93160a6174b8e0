// SPDX-License-Identifier: MIT
#ifndef HR_FORGE_H
#define HR_FORGE_H

// Checkpoints and records that a test has changed: every checksum is right, and the content is not.

#include <stdbool.h>

#include "run/checkpoint/format.h"

/// A block of a checkpoint.
typedef struct hr_forge_block {
    uint64_t section;
    uint64_t first;
    uint64_t last;
    size_t size;
    uint8_t *bytes; ///< [size], on the heap; a test may give it another array
} hr_forge_block;

/// What a checkpoint holds.
typedef struct hr_forge {
    char identity[HR_CHECKPOINT_IDENTITY_MAX];
    uint64_t *facts; ///< [fact_count]
    size_t fact_count;
    hr_forge_block *blocks; ///< [block_count], in the order of the file
    size_t block_count;
} hr_forge;

/// Collective. Let the first rank change what the newest checkpoint in `directory` holds, and write it as a newer one.
void hr_forge_newest(const char *directory, void (*change)(void *context, hr_forge *forge), void *context);

/// Collective. Has the newest checkpoint in `directory` a block of this section? False if there is no checkpoint.
bool hr_forge_newest_has(const char *directory, uint64_t section);

/// Local. The first block of `section` that covers `key`.
hr_forge_block *hr_forge_find(hr_forge *forge, uint64_t section, uint64_t key);

/// Local. The first block of `section`.
hr_forge_block *hr_forge_first(const hr_forge *forge, uint64_t section);

/// A change of the first block of a section.
typedef struct hr_forge_change {
    const char *name;
    uint64_t section;
    void (*change)(hr_forge_block *block);
} hr_forge_change;

/// Local. Make the hr_forge_change that `context` is: for hr_forge_newest.
void hr_forge_make_change(void *context, hr_forge *forge);

// Local. Such changes: a block that is missing, one that ends within a state, and one without its last state of one word.
void hr_forge_elsewhere(hr_forge_block *block);
void hr_forge_broken(hr_forge_block *block);
void hr_forge_state_less(hr_forge_block *block);

/// Local. Any rank may own what is in the block.
void hr_forge_for_all(hr_forge_block *block);

/// Local. The 64-bit word number `i` of a block.
uint64_t hr_forge_word(const hr_forge_block *block, size_t i);
void hr_forge_set_word(hr_forge_block *block, size_t i, uint64_t word);

/// Local. Give a block another size: what is new is zero.
void hr_forge_resize(hr_forge_block *block, size_t size);

/// Local. Empty all ranks' lists of states for key 0 in `section`: a word with the number of states that were noted, and the listed
/// ones. The first list then has `noted` in its first word and `count` zeros behind it. Returns that block.
hr_forge_block *hr_forge_list(hr_forge *forge, uint64_t section, uint64_t noted, size_t count);

/// A record of a family's file.
typedef struct hr_forge_record {
    uint64_t kind;
    size_t size;
    uint8_t *bytes; ///< [size], on the heap
} hr_forge_record;

/// Local. Let a file of records be changed: `change` gets its records, of which it may change kind, size and bytes.
void hr_forge_records(const char *path, void (*change)(void *context, hr_forge_record *records, size_t n), void *context);

/// Local. The 64-bit word number `i` of a record.
uint64_t hr_forge_record_word(const hr_forge_record *record, size_t i);
void hr_forge_set_record_word(hr_forge_record *record, size_t i, uint64_t word);

#endif
