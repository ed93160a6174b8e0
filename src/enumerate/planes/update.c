// SPDX-License-Identifier: MIT
// The inner part of the plane engine: one part of the target colour's planes, strip by strip.
//
// A strip is nine blocks of each plane: the words that differ only in the last nine tiles of σ, 24 KiB a plane. All planes of a
// strip fit into a second-level cache, so each source block is fetched once for all targets that need it. For each target block the
// engine collects the source blocks (of the cells to the left and right, above and below) in an accumulator, and commits it while
// it is in the first-level cache. A source block is skipped if its own last update brought nothing new, because the target has
// taken all of its states before.

#include <assert.h>

#include "core/try.h"
#include "enumerate/planes/engine.h"

enum { STRIP_BLOCKS_MAX = 9, PLAIN_MAX = 4, POLL_STRIPS = 64 };

/// The strip that is being updated.
typedef struct strip {
    uint64_t part;           ///< the part that the strip belongs to
    uint64_t slot;           ///< the part's number among this rank's parts
    uint64_t word;           ///< the strip's first word within the part
    size_t blocks;           ///< blocks of the strip in one plane
    size_t ahead;            ///< words to the next strip of the part, 0 for the last strip
    unsigned parity;         ///< parity of the sum of the digits that number the strip
    uint64_t *const *planes; ///< [cells] the words of the part in each plane
    const uint16_t *changed; ///< [blocks] marks of the source colour (hr_planes_changed)
    uint16_t *full;          ///< [blocks] a bit for each cell: all states of the block are reached
    uint16_t *fresh;         ///< [blocks] marks of the target colour, which the update sets
} strip;

/// Where an edge finds the words that it brings to a strip.
typedef struct strip_source {
    const uint64_t *words;   ///< [blocks · block_words] NULL if the words do not lie in one place
    const uint16_t *changed; ///< [blocks] marks of these words' blocks; NULL: take all blocks as changed
    uint64_t part;           ///< the part that the words lie in; with `codes`, the first part of the window's group
    const uint32_t *codes;   ///< [blocks · block_runs] if runs come from several parts: each run's number in the group; else NULL
    bool none;               ///< the edge brings nothing to the strip
} strip_source;

static const uint32_t IN_ORDER[1] = {0}; ///< the permutation of a single run

/// Fetch `words[0..n)` into the cache before they are needed, because hardware prefetchers stop at each page.
static void prefetch(const uint64_t *words, uint64_t n) {
    for (uint64_t i = 0; i < n; i += 8) {
        __builtin_prefetch(words + i);
    }
}

static bool has_cell(uint16_t mark, int cell) { return ((unsigned)mark >> cell & 1U) != 0; }

static bool any_changed(const uint16_t *marks, uint64_t n, int cell) {
    unsigned any = 0;
    for (uint64_t i = 0; i < n; i++) {
        any |= marks[i];
    }
    return (any >> cell & 1U) != 0;
}

/// Count `words` words of `part` as sent if they are read from another rank's memory.
static void count_traffic(hr_planes_engine *e, uint64_t part, uint64_t words) {
    if ((int)e->parts.owner[part] != e->parts.rank) {
        e->tally.bytes_sent += words * sizeof(uint64_t);
    }
}

/// Where an edge finds the strip's words if they come run by run from several parts.
static strip_source find_runs(const hr_planes_parts *parts, const strip *s, const hr_planes_edge *edge) {
    const uint64_t word = s->part * parts->part_words + s->word;
    const uint64_t in_group = word % edge->window->group_words;
    return (strip_source){.part = (word - in_group) / parts->part_words, .codes = edge->perm + in_group / edge->window->run};
}

/// Where `edge` finds the strip's words. `staging`: words from other ranks, NULL if this rank reads them directly.
static strip_source find_source(const hr_planes_engine *e, const strip *s, const hr_planes_edge *edge,
                                const hr_planes_staging *staging) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t strip_words = s->blocks * parts->block_words;
    if (edge->reach == HR_PLANES_NOWHERE) {
        return (strip_source){.none = true};
    }
    if (edge->reach == HR_PLANES_IN_BLOCK) {
        return (strip_source){s->planes[edge->source] + s->word, s->changed, s->part, NULL, false};
    }
    if (edge->reach == HR_PLANES_ACROSS && staging != NULL) {
        const uint64_t *staged = staging->words + (uint64_t)edge->staging * parts->part_words;
        return (strip_source){staged + s->word, NULL, s->part, NULL, !staging->arrived[edge->staging]};
    }
    if (edge->window->run < strip_words) {
        return edge->reach == HR_PLANES_IN_PART ? (strip_source){.part = s->part} : find_runs(parts, s, edge);
    }
    uint64_t part = s->part;
    uint64_t word = 0;
    if (edge->reach == HR_PLANES_IN_PART) {
        word = hr_planes_source_word(edge, s->word);
    } else {
        const uint64_t source = hr_planes_source_word(edge, part * parts->part_words + s->word);
        part = source / parts->part_words;
        word = source % parts->part_words;
    }
    return (strip_source){hr_planes_words(parts, part, edge->source) + word,
                          hr_planes_changed(parts, part, 1 - e->target_colour) + word / parts->block_words, part, NULL, false};
}

/// Did any block change that brings words to the block at `word`? The words come from several places within the part.
static bool runs_changed(const hr_planes_engine *e, const strip *s, const hr_planes_edge *edge, uint64_t word) {
    const uint64_t block_words = e->parts.block_words;
    const uint16_t *marks = s->changed - s->word / block_words; // marks of the whole part
    const uint64_t in_group = word % edge->window->group_words;
    const uint64_t group = word - in_group;
    if (edge->window->group_words <= STRIP_BLOCKS_MAX * block_words) {
        return any_changed(marks + group / block_words, edge->window->group_words / block_words, edge->source);
    }
    const uint64_t run = edge->window->run;
    unsigned any = 0;
    for (uint64_t code = in_group / run; code * run < in_group + block_words; code++) {
        any |= marks[(group + edge->perm[code] * run) / block_words];
    }
    return (any >> edge->source & 1U) != 0;
}

/// Pull a block run by run from several parts. Returns whether any of the source blocks changed; with `accumulator` NULL, nothing
/// else is done.
static bool pull_across(hr_planes_engine *e, const hr_planes_edge *edge, const strip_source *source, size_t block,
                        uint64_t *accumulator) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t run = edge->window->run;
    const uint32_t *codes = source->codes + block * edge->block_runs;
    bool any = false;
    for (uint32_t i = 0; i < edge->block_runs; i++) {
        const uint64_t part = source->part + codes[i] / edge->part_runs;
        const uint32_t in_part = codes[i] % edge->part_runs;
        if (!has_cell(hr_planes_changed(parts, part, 1 - e->target_colour)[in_part / edge->block_runs], edge->source)) {
            continue;
        }
        any = true;
        if (accumulator == NULL) {
            break;
        }
        e->kernels->gather(accumulator + i * run, hr_planes_words(parts, part, edge->source) + in_part * run, IN_ORDER, run, 1);
        count_traffic(e, part, run);
    }
    return any;
}

/// Does the edge bring anything to block number `block` of the strip?
static bool edge_brings(hr_planes_engine *e, const strip *s, const hr_planes_edge *edge, const strip_source *source, size_t block) {
    if (source->none) {
        return false;
    }
    if (source->words != NULL) {
        return source->changed == NULL || has_cell(source->changed[block], edge->source);
    }
    return source->codes != NULL ? pull_across(e, edge, source, block, NULL)
                                 : runs_changed(e, s, edge, s->word + block * e->parts.block_words);
}

/// Add to the accumulator the words that `edge` brings to block number `block`, if they are not a plain copy of a source block.
static void pull_edge(hr_planes_engine *e, const strip *s, int cell, const hr_planes_edge *edge, const strip_source *source,
                      size_t block, uint64_t *accumulator) {
    const uint64_t block_words = e->parts.block_words;
    const uint64_t word = s->word + block * block_words;
    if (edge->reach == HR_PLANES_IN_BLOCK) {
        uint64_t scratch[HR_PLANES_SCRATCH];
        const unsigned parity = hr_planes_parity(&e->board, cell) ^ s->parity ^ (unsigned)(block & 1U);
        e->kernels->pull(accumulator, source->words + block * block_words, &edge->pull, parity, block_words, scratch);
    } else if (source->codes != NULL) {
        (void)pull_across(e, edge, source, block, accumulator);
    } else {
        const uint64_t run = edge->window->run;
        const uint64_t in_group = word % edge->window->group_words;
        const uint64_t *group = s->planes[edge->source] + (word - in_group);
        if (run < block_words) {
            e->kernels->gather(accumulator, group, edge->perm + in_group / run, run, block_words / run);
        } else {
            e->kernels->gather(accumulator, group + edge->perm[in_group / run] * run + in_group % run, IN_ORDER, block_words, 1);
        }
    }
}

/// Compare the expected bits with ⌊d/2⌋ of the new states `fresh`, and keep the smallest index of a wrong one in `wrong`.
static void compare_with_expected(hr_planes_engine *e, int cell, uint64_t word, const uint64_t *fresh, uint64_t words) {
    const uint64_t *expected = e->tuning.expected(e->tuning.expected_context, cell) + word;
    const uint64_t flip = (e->depth >> 1 & 1U) != 0 ? UINT64_MAX : 0;
    for (uint64_t i = 0; i < words; i++) {
        const uint64_t wrong = (expected[i] ^ flip) & fresh[i];
        if (wrong != 0) {
            const hr_index index =
                (uint64_t)cell * e->board.plane_states + (word + i) * HR_PLANES_WORD_STATES + (uint64_t)__builtin_ctzll(wrong);
            e->wrong = index < e->wrong ? index : e->wrong;
        }
    }
}

/// Record a block's new states, `fresh`: in the counts, in the marks, in the second plane if distances are kept, and in the list of
/// found states. Compare them with the expected distances.
static void settle(hr_planes_engine *e, const strip *s, int cell, size_t block, const uint64_t *fresh, hr_planes_commit commit) {
    const uint64_t block_words = e->parts.block_words;
    const uint64_t word = s->word + block * block_words;
    const bool odd = (e->depth >> 1 & 1U) != 0;
    const uint16_t bit = (uint16_t)(1U << cell);
    e->tally.states += commit.added;
    e->parts.reached[2 * s->slot + (uint64_t)e->target_colour] += commit.added;
    s->fresh[block] |= bit;
    s->full[block] = (uint16_t)(s->full[block] | (commit.full ? bit : 0));
    if (odd && e->parts.second != NULL) {
        uint64_t *second = e->parts.second + hr_planes_offset(&e->parts, s->slot, cell) + word;
        for (uint64_t i = 0; i < block_words; i++) {
            second[i] |= fresh[i];
        }
    }
    if (e->tuning.expected != NULL) {
        compare_with_expected(e, cell, s->part * e->parts.part_words + word, fresh, block_words);
    }
    if (e->found.count < e->list_room || e->last_known) {
        hr_planes_note(e, cell, s->part * e->parts.part_words + word, fresh, block_words);
    }
}

/// Update the strip's blocks in the plane of `cell`.
static void update_cell(hr_planes_engine *e, const strip *s, int cell, const hr_planes_staging *staging) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t block_words = parts->block_words;
    const int column = cell % e->board.width;
    uint64_t *target = s->planes[cell] + s->word;
    const uint64_t *left = column > 0 ? s->planes[cell - 1] + s->word : NULL;
    const uint64_t *right = column + 1 < e->board.width ? s->planes[cell + 1] + s->word : NULL;
    const hr_planes_edge *edges = e->edges[cell];
    strip_source sources[HR_PLANES_EDGES];
    for (int d = 0; d < HR_PLANES_EDGES; d++) {
        sources[d] = find_source(e, s, &edges[d], staging);
    }
    for (size_t block = 0; block < s->blocks; block++) {
        if (has_cell(s->full[block], cell)) {
            continue;
        }
        uint64_t *words = target + block * block_words;
        const uint64_t *plain[PLAIN_MAX] = {NULL, NULL};
        int plain_count = 0;
        bool pulls[HR_PLANES_EDGES] = {false};
        if (left != NULL && has_cell(s->changed[block], cell - 1)) {
            plain[plain_count++] = left + block * block_words;
        }
        if (right != NULL && has_cell(s->changed[block], cell + 1)) {
            plain[plain_count++] = right + block * block_words;
        }
        for (int d = 0; d < HR_PLANES_EDGES; d++) {
            pulls[d] = edge_brings(e, s, &edges[d], &sources[d], block);
            if (pulls[d] && edges[d].reach != HR_PLANES_IN_BLOCK && sources[d].words != NULL) {
                plain[plain_count++] = sources[d].words + block * block_words;
                count_traffic(e, sources[d].part, block_words);
                pulls[d] = false;
            }
        }
        if (plain_count == 0 && !pulls[0] && !pulls[1]) {
            continue;
        }
        if (s->ahead != 0) { // prefetch this block of the next strip, in one plane of each colour
            prefetch(words + s->ahead, block_words);
            prefetch((left != NULL ? left : right) + block * block_words + s->ahead, block_words);
        }
        for (int d = 0; d < HR_PLANES_EDGES; d++) {
            if (edges[d].reach != HR_PLANES_IN_BLOCK && sources[d].words != NULL && block + 1 < s->blocks) {
                prefetch(sources[d].words + (block + 1) * block_words, block_words);
            }
        }
        uint64_t accumulator[HR_PLANES_BLOCK_MAX];
        e->kernels->start(accumulator, plain[0], plain[1], block_words);
        for (int i = 2; i < plain_count; i++) {
            e->kernels->gather(accumulator, plain[i], IN_ORDER, block_words, 1);
        }
        for (int d = 0; d < HR_PLANES_EDGES; d++) {
            if (pulls[d]) {
                pull_edge(e, s, cell, &edges[d], &sources[d], block, accumulator);
            }
        }
        const hr_planes_commit commit = e->kernels->commit(words, accumulator, block_words);
        if (commit.added > 0) {
            settle(e, s, cell, block, accumulator, commit);
        }
    }
}

hr_status hr_planes_update_part(hr_planes_engine *e, uint64_t slot, const hr_planes_staging *staging, hr_error *error) {
    const hr_planes_parts *parts = &e->parts;
    const uint64_t part = hr_planes_part_of(parts, parts->rank, slot);
    const uint64_t strips = parts->part_blocks / parts->strip_blocks;
    const uint16_t *changed = hr_planes_changed(parts, part, 1 - e->target_colour);
    uint16_t *fresh = hr_planes_changed(parts, part, e->target_colour);
    const int digits = e->board.tiles - (parts->strip_blocks > 1 ? 9 : e->board.tiles - parts->prefix);
    uint64_t *planes[HR_PLANES_CELLS_MAX];
    for (int cell = 0; cell < e->board.cells; cell++) {
        planes[cell] = hr_planes_words(parts, part, cell);
    }
    assert(parts->strip_blocks <= STRIP_BLOCKS_MAX && changed != NULL && fresh != NULL); // a rank sees its own parts
    for (uint64_t i = 0; i < strips; i++) {
        const uint64_t block = i * parts->strip_blocks;
        if (i % POLL_STRIPS == 0) {
            HR_TRY(e->bulk != NULL ? hr_bulk_poll(e->bulk, error) : HR_OK);
            if (hr_run_watch_stops(&e->watch)) {
                e->left = true;
                return HR_OK;
            }
        }
        const strip s = {
            .part = part,
            .slot = slot,
            .word = block * parts->block_words,
            .blocks = parts->strip_blocks,
            .ahead = i + 1 < strips ? parts->strip_blocks * parts->block_words : 0,
            .parity = hr_planes_prefix_parity(e->board.tiles, digits, part * strips + i),
            .planes = planes,
            .changed = changed + block,
            .full = parts->full + slot * parts->part_blocks + block,
            .fresh = fresh + block,
        };
        for (size_t b = 0; b < s.blocks; b++) {
            s.fresh[b] = e->begun.any ? UINT16_MAX : 0; // a checkpoint does not say which blocks the begun layer changed
        }
        for (unsigned cells = e->board.colour[e->target_colour]; cells != 0; cells &= cells - 1) {
            update_cell(e, &s, __builtin_ctz(cells), staging);
        }
    }
    return HR_OK;
}
