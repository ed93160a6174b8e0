// SPDX-License-Identifier: MIT
// Words of planes in checkpoints. A part's words of a plane, and its words of a second plane, are a few blocks.

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/sorting.h"
#include "core/try.h"
#include "enumerate/bits/kept.h"

enum { BLOCK_WORDS = HR_CHECKPOINT_BLOCK / sizeof(uint64_t) };

/// How many planes of a part checkpoints keep.
static int plane_count(const hr_bits_search *s) { return s->rule->layer_planes(&s->board); }

/// Put the words of a part into `section`; the first word has the key `first`.
static hr_status put_words(const hr_bits_search *s, hr_checkpoint_writer *writer, uint64_t section, uint64_t first,
                           const uint64_t *words, hr_error *error) {
    const uint64_t n = s->parts.shape.part_words;
    for (uint64_t done = 0; done < n; done += BLOCK_WORDS) {
        const uint64_t size = n - done < BLOCK_WORDS ? n - done : BLOCK_WORDS;
        HR_TRY(hr_checkpoint_put(writer, (hr_checkpoint_keys){section, first + done, first + done + size - 1}, words + done,
                                 (size_t)size * sizeof *words, error));
    }
    return HR_OK;
}

/// The words of `part`, which this rank keeps, in the plane that is kept as number `number`.
static uint64_t *words_of(const hr_bits_search *s, uint64_t part, int number, bool second) {
    return second ? s->parts.second + hr_bits_offset(&s->parts.shape, s->parts.deal.slot[part], number)
                  : hr_bits_words(&s->parts, part, s->rule->kept(s, number).plane);
}

hr_status hr_bits_put_planes(const hr_bits_search *s, hr_checkpoint_writer *writer, hr_error *error) {
    for (uint64_t slot = 0; slot < s->parts.deal.slots; slot++) {
        const uint64_t part = hr_bits_own_part(&s->parts.deal, slot);
        for (int number = 0; number < plane_count(s); number++) {
            const uint64_t first = (uint64_t)number * s->board.plane_words + part * s->parts.shape.part_words;
            if (!hr_bits_is_whole(s)) {
                HR_TRY(put_words(s, writer, HR_BITS_SECTION_PLANES, first, words_of(s, part, number, false), error));
            }
            if (s->parts.second != NULL) {
                HR_TRY(put_words(s, writer, HR_BITS_SECTION_SECOND, first, words_of(s, part, number, true), error));
            }
        }
    }
    return HR_OK;
}

/// The blocks that were taken, each from its first word to its last one.
typedef struct taken_blocks {
    uint64_t *firsts; ///< [count]
    uint64_t *lasts;  ///< [count]
    size_t first_capacity;
    size_t last_capacity;
    size_t count;
} taken_blocks;

/// The planes whose words are being read.
typedef struct taking {
    hr_bits_search *s;
    bool second;    ///< the second planes
    uint64_t words; ///< words that have been read: those of this rank's parts, and all of each plane that is moved
    taken_blocks blocks;
} taking;

static bool is_moved(const taking *t, int number) {
    return !t->second && t->s->rule->is_moved != NULL && t->s->rule->is_moved(t->s, number);
}

/// The run that begins at word `key`, counted over all planes, in a block that ends with word `last`.
static hr_bits_run find_run(const hr_bits_search *s, uint64_t key, uint64_t last) {
    const uint64_t part_words = s->parts.shape.part_words;
    const uint64_t in_plane = key % s->board.plane_words;
    hr_bits_run run = {.number = (int)(key / s->board.plane_words), .part = in_plane / part_words, .word = in_plane % part_words};
    const uint64_t behind = part_words - run.word;
    run.words = last - key + 1 < behind ? last - key + 1 : behind;
    run.own = hr_bits_is_own(&s->parts.deal, run.part);
    return run;
}

static uint64_t all_words(const hr_bits_search *s) { return (uint64_t)plane_count(s) * s->board.plane_words; }

static bool are_wanted(const void *context, uint64_t first, uint64_t last) {
    const taking *t = context;
    if (last >= all_words(t->s)) {
        return true; // not a block of this board: take_words refuses it
    }
    for (uint64_t key = first; key <= last;) {
        const hr_bits_run run = find_run(t->s, key, last);
        if (run.own || is_moved(t, run.number)) {
            return true;
        }
        key += run.words;
    }
    return false;
}

/// Are `bytes[0..size)` whole words whose unused bits are clear?
static bool are_words(const void *bytes, size_t size) {
    uint64_t used = 0;
    for (size_t at = 0; at + sizeof used <= size; at += sizeof used) {
        uint64_t word;
        memcpy(&word, (const char *)bytes + at, sizeof word);
        used |= word;
    }
    return size % sizeof used == 0 && (used & ~HR_BITS_WORD_FULL) == 0;
}

static hr_status take_words(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    taking *t = context;
    taken_blocks *blocks = &t->blocks;
    if (piece->last >= all_words(t->s) || piece->size != (piece->last - piece->first + 1) * sizeof(uint64_t) ||
        !are_words(piece->bytes, piece->size)) {
        return hr_checkpoint_damaged("its words are not those of this board", error);
    }
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(blocks->firsts, blocks->first_capacity, blocks->count + 1) &&
                      HR_ARRAY_RESERVE(blocks->lasts, blocks->last_capacity, blocks->count + 1),
                  error, "the blocks of a checkpoint");
    blocks->firsts[blocks->count] = piece->first;
    blocks->lasts[blocks->count++] = piece->last;
    for (uint64_t key = piece->first; key <= piece->last;) {
        const hr_bits_run run = find_run(t->s, key, piece->last);
        const char *from = (const char *)piece->bytes + (key - piece->first) * sizeof(uint64_t);
        const bool moved = is_moved(t, run.number);
        if (moved) {
            t->s->rule->move(t->s, &run, from);
        } else if (run.own) {
            memcpy(words_of(t->s, run.part, run.number, t->second) + run.word, from, (size_t)run.words * sizeof(uint64_t));
        }
        t->words += moved || run.own ? run.words : 0;
        key += run.words;
    }
    return HR_OK;
}

/// Do any of the blocks have a word in common? Sorts both of their arrays.
static bool blocks_overlap(const taken_blocks *blocks) {
    hr_sort_states(blocks->firsts, blocks->count);
    hr_sort_states(blocks->lasts, blocks->count);
    for (size_t i = 1; i < blocks->count; i++) {
        if (blocks->lasts[i - 1] >= blocks->firsts[i]) {
            return true;
        }
    }
    return false;
}

/// Local. HR_FILE if words of this rank are missing or have been taken twice.
static hr_status check_words(const taking *t, hr_error *error) {
    const hr_bits_search *s = t->s;
    uint64_t wanted = 0;
    for (int number = 0; number < plane_count(s); number++) {
        wanted += is_moved(t, number) ? s->board.plane_words : s->parts.deal.slots * s->parts.shape.part_words;
    }
    const bool twice = blocks_overlap(&t->blocks);
    return !twice && t->words == wanted ? HR_OK
                                        : hr_error_set(error, HR_FILE, "a damaged checkpoint: words of its %s %s", s->rule->name,
                                                       twice ? "appear twice" : "are missing");
}

/// Local. Read this rank's words of all planes, or of all second planes.
static hr_status read_words(taking *t, hr_checkpoint_reader *reader, hr_error *error) {
    const uint64_t section = t->second ? HR_BITS_SECTION_SECOND : HR_BITS_SECTION_PLANES;
    hr_status status = hr_checkpoint_read_wanted(reader, section, are_wanted, take_words, t, error);
    if (status == HR_OK) {
        status = check_words(t, error);
    }
    free(t->blocks.firsts);
    free(t->blocks.lasts);
    return status;
}

hr_status hr_bits_take_planes(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error) {
    HR_TRY(hr_bits_is_whole(s) ? HR_OK : read_words(&(taking){.s = s}, reader, error));
    return s->parts.second == NULL ? HR_OK : read_words(&(taking){.s = s, .second = true}, reader, error);
}
