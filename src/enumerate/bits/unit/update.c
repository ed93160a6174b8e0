// SPDX-License-Identifier: MIT
// The inner part of the plane engine: one part of the target colour's planes, strip by strip.
//
// A strip is nine blocks of each plane: the words that differ only in the last nine tiles of σ, 24 KiB a plane. All planes of a
// strip fit into a second-level cache, so each source block is fetched once for all targets that need it. For each target block the
// engine collects the source blocks (of the cells to the left and right, above and below) in an accumulator, and commits it while
// it is in the first-level cache. A source block is skipped if its own last update brought nothing new, because the target has
// taken all of its states before.

#include <assert.h>

#include "core/inline.h"
#include "core/try.h"
#include "enumerate/bits/unit/engine.h"

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
    const uint16_t *changed; ///< [blocks] marks of the source colour (hr_bits_changed)
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

/// Fetch `words[0..n)` into the cache before they are needed, because hardware prefetchers stop at each page. Inlined always: gcc
/// leaves out a call of a function that only prefetches.
HR_INLINE void prefetch(const uint64_t *words, uint64_t n) {
    for (uint64_t i = 0; i < n; i += 8) {
        __builtin_prefetch(words + i);
    }
}

/// The word of the source plane that target word `word` comes from, for an edge that moves whole words. Both numbers count from the
/// plane's first word, or both from the first word of a part that holds whole groups of the window.
static uint64_t source_word(const hr_unit_edge *edge, uint64_t word) {
    const hr_bits_window *window = edge->window;
    const uint64_t in_group = word % window->group_words;
    return word - in_group + edge->perm[in_group / window->run] * window->run + in_group % window->run;
}

static bool has_cell(uint16_t mark, int cell) { return ((unsigned)mark >> cell & 1U) != 0; }

/// Count `words` words of `part` as sent if they are read from another rank's memory.
static void count_traffic(hr_unit_engine *e, uint64_t part, uint64_t words) {
    if (!hr_bits_is_own(&e->search.parts.deal, part)) {
        e->search.layer.sent += words * sizeof(uint64_t);
    }
}

/// Where an edge finds the strip's words if they come run by run from several parts.
static strip_source find_runs(const hr_bits_parts *parts, const strip *s, const hr_unit_edge *edge) {
    const uint64_t word = s->part * parts->shape.part_words + s->word;
    const uint64_t in_group = word % edge->window->group_words;
    return (strip_source){.part = (word - in_group) / parts->shape.part_words, .codes = edge->perm + in_group / edge->window->run};
}

/// Where `edge` finds the strip's words. `staging`: words from other parts, empty if this rank reads them directly.
static strip_source find_source(const hr_unit_engine *e, const strip *s, const hr_unit_edge *edge, const hr_bits_staging *staging) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t strip_words = s->blocks * parts->shape.block_words;
    if (edge->reach == HR_UNIT_NOWHERE) {
        return (strip_source){.none = true};
    }
    if (edge->reach == HR_UNIT_IN_BLOCK) {
        return (strip_source){s->planes[edge->source] + s->word, s->changed, s->part, NULL, false};
    }
    if (edge->reach == HR_UNIT_ACROSS && staging->words != NULL) {
        const uint64_t *staged = staging->words + (uint64_t)edge->staging * parts->shape.part_words;
        return (strip_source){staged + s->word, NULL, s->part, NULL, (staging->arrived >> edge->way & 1U) == 0};
    }
    if (edge->window->run < strip_words) {
        return edge->reach == HR_UNIT_IN_PART ? (strip_source){.part = s->part} : find_runs(parts, s, edge);
    }
    uint64_t part = s->part;
    uint64_t word = 0;
    if (edge->reach == HR_UNIT_IN_PART) {
        word = source_word(edge, s->word);
    } else {
        const uint64_t source = source_word(edge, part * parts->shape.part_words + s->word);
        part = source / parts->shape.part_words;
        word = source % parts->shape.part_words;
    }
    return (strip_source){hr_bits_words(parts, part, edge->source) + word,
                          hr_bits_changed(parts, part, 1 - e->colour) + word / parts->shape.block_words, part, NULL, false};
}

/// Did any block change that brings words to the block at `word`? The words come from several places within the part.
static bool runs_changed(const hr_unit_engine *e, const strip *s, const hr_unit_edge *edge, uint64_t word) {
    const uint64_t block_words = e->search.parts.shape.block_words;
    const uint16_t *marks = s->changed - s->word / block_words; // marks of the whole part
    const uint64_t in_group = word % edge->window->group_words;
    const uint64_t group = word - in_group;
    if (edge->window->group_words <= STRIP_BLOCKS_MAX * block_words) {
        return (hr_bits_any(marks + group / block_words, edge->window->group_words / block_words) >> edge->source & 1U) != 0;
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
static bool pull_across(hr_unit_engine *e, const hr_unit_edge *edge, const strip_source *source, size_t block,
                        uint64_t *accumulator) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t run = edge->window->run;
    const uint32_t *codes = source->codes + block * edge->block_runs;
    bool any = false;
    for (uint32_t i = 0; i < edge->block_runs; i++) {
        const uint64_t part = source->part + codes[i] / edge->part_runs;
        const uint32_t in_part = codes[i] % edge->part_runs;
        if (!has_cell(hr_bits_changed(parts, part, 1 - e->colour)[in_part / edge->block_runs], edge->source)) {
            continue;
        }
        any = true;
        if (accumulator == NULL) {
            break;
        }
        e->search.kernels->gather(accumulator + i * run, hr_bits_words(parts, part, edge->source) + in_part * run, IN_ORDER, run,
                                  1);
        count_traffic(e, part, run);
    }
    return any;
}

/// Does the edge bring anything to block number `block` of the strip?
static bool edge_brings(hr_unit_engine *e, const strip *s, const hr_unit_edge *edge, const strip_source *source, size_t block) {
    if (source->none) {
        return false;
    }
    if (source->words != NULL) {
        return source->changed == NULL || has_cell(source->changed[block], edge->source);
    }
    return source->codes != NULL ? pull_across(e, edge, source, block, NULL)
                                 : runs_changed(e, s, edge, s->word + block * e->search.parts.shape.block_words);
}

/// A block that is being updated.
typedef struct target {
    const strip *strip;
    int cell;      ///< the plane's cell
    size_t block;  ///< the block's number within the strip
    uint64_t word; ///< the block's first word within the part
} target;

/// Add to the accumulator the words that `edge` brings to the target, if they are not a plain copy of a source block.
static void pull_edge(hr_unit_engine *e, const target *t, const hr_unit_edge *edge, const strip_source *source,
                      uint64_t *accumulator) {
    const uint64_t block_words = e->search.parts.shape.block_words;
    const hr_bits_kernels *kernels = e->search.kernels;
    if (edge->reach == HR_UNIT_IN_BLOCK) {
        uint64_t scratch[HR_BITS_SCRATCH];
        const unsigned parity = hr_bits_parity(&e->search.board, t->cell) ^ t->strip->parity ^ (unsigned)(t->block & 1U);
        kernels->pull(accumulator, source->words + t->block * block_words, &edge->pull, parity, block_words, scratch);
    } else if (source->codes != NULL) {
        (void)pull_across(e, edge, source, t->block, accumulator);
    } else {
        const uint64_t run = edge->window->run;
        const uint64_t in_group = t->word % edge->window->group_words;
        const uint64_t *group = t->strip->planes[edge->source] + (t->word - in_group);
        if (run < block_words) {
            kernels->gather(accumulator, group, edge->perm + in_group / run, run, block_words / run);
        } else {
            kernels->gather(accumulator, group + edge->perm[in_group / run] * run + in_group % run, IN_ORDER, block_words, 1);
        }
    }
}

/// Compare the expected bits with ⌊d/2⌋ of the new states `fresh`, and keep the smallest index of a wrong one.
static void compare_with_expected(hr_unit_engine *e, int cell, uint64_t word, const uint64_t *fresh, uint64_t words) {
    const uint64_t *expected = e->search.tuning.expected(e->search.tuning.expected_context, cell) + word;
    const uint64_t flip = (e->search.layer.depth >> 1 & 1U) != 0 ? UINT64_MAX : 0;
    for (uint64_t i = 0; i < words; i++) {
        const uint64_t wrong = (expected[i] ^ flip) & fresh[i];
        if (wrong != 0) {
            const hr_index index =
                (uint64_t)cell * e->search.board.plane_states + (word + i) * HR_BITS_WORD_STATES + (uint64_t)__builtin_ctzll(wrong);
            e->wrong = index < e->wrong ? index : e->wrong;
        }
    }
}

/// Record the target block's new states, `fresh`: in the counts, in the marks, in the second plane if distances are kept, and in
/// the list of found states. Compare them with the expected distances.
static void settle(hr_unit_engine *e, const target *t, const uint64_t *fresh, hr_bits_commit commit) {
    const hr_bits_parts *parts = &e->search.parts;
    hr_bits_layer *layer = &e->search.layer;
    const strip *s = t->strip;
    const uint64_t in_plane = s->part * parts->shape.part_words + t->word;
    const uint16_t bit = (uint16_t)(1U << t->cell);
    layer->states += commit.added;
    parts->reached[2 * s->slot + (uint64_t)e->colour] += commit.added;
    s->fresh[t->block] |= bit;
    s->full[t->block] = (uint16_t)(s->full[t->block] | (commit.full ? bit : 0));
    if ((layer->depth >> 1 & 1U) != 0 && parts->second != NULL) {
        uint64_t *second = parts->second + hr_bits_offset(&parts->shape, s->slot, t->cell) + t->word;
        for (uint64_t i = 0; i < parts->shape.block_words; i++) {
            second[i] |= fresh[i];
        }
    }
    if (e->search.tuning.expected != NULL) {
        compare_with_expected(e, t->cell, in_plane, fresh, parts->shape.block_words);
    }
    if (e->search.lists.listing) {
        hr_bits_note(&e->search, &e->search.lists.made, t->cell, in_plane, fresh, parts->shape.block_words);
    }
}

/// The words that reach a target block.
typedef struct arrivals {
    const uint64_t *plain[PLAIN_MAX]; ///< [count] source blocks that are taken as they are
    int count;                        ///< blocks in `plain`
    bool pulls[HR_UNIT_EDGES];        ///< the edge's words are taken by pull_edge
    bool any;                         ///< something reaches the block
} arrivals;

/// Find what reaches the target block. The neighbours to the left and right bring their blocks as they are.
static void find_arrivals(hr_unit_engine *e, const target *t, const strip_source *sources, arrivals *a) {
    const strip *s = t->strip;
    const uint64_t block_words = e->search.parts.shape.block_words;
    const hr_unit_edge *edges = e->edges[t->cell];
    const int column = t->cell % e->search.board.width;
    a->count = 0;
    if (column > 0 && has_cell(s->changed[t->block], t->cell - 1)) {
        a->plain[a->count++] = s->planes[t->cell - 1] + t->word;
    }
    if (column + 1 < e->search.board.width && has_cell(s->changed[t->block], t->cell + 1)) {
        a->plain[a->count++] = s->planes[t->cell + 1] + t->word;
    }
    for (int d = 0; d < HR_UNIT_EDGES; d++) {
        a->pulls[d] = edge_brings(e, s, &edges[d], &sources[d], t->block);
        if (a->pulls[d] && edges[d].reach != HR_UNIT_IN_BLOCK && sources[d].words != NULL) {
            a->plain[a->count++] = sources[d].words + t->block * block_words;
            count_traffic(e, sources[d].part, block_words);
            a->pulls[d] = false;
        }
    }
    a->any = a->count > 0 || a->pulls[0] || a->pulls[1];
}

/// Prefetch this block of the next strip, and the words that an edge brings to the next block. Of the source colour the target
/// fetches the plane to its right, and in column 1 the one to its left, too: so each plane is fetched once.
HR_INLINE void look_ahead(const hr_unit_engine *e, const target *t, const strip_source *sources) {
    const strip *s = t->strip;
    const uint64_t block_words = e->search.parts.shape.block_words;
    const int column = t->cell % e->search.board.width;
    if (s->ahead != 0) {
        prefetch(s->planes[t->cell] + t->word + s->ahead, block_words);
        if (column + 1 < e->search.board.width) {
            prefetch(s->planes[t->cell + 1] + t->word + s->ahead, block_words);
        }
        if (column == 1) {
            prefetch(s->planes[t->cell - 1] + t->word + s->ahead, block_words);
        }
    }
    for (int d = 0; d < HR_UNIT_EDGES; d++) {
        if (e->edges[t->cell][d].reach != HR_UNIT_IN_BLOCK && sources[d].words != NULL && t->block + 1 < s->blocks) {
            prefetch(sources[d].words + (t->block + 1) * block_words, block_words);
        }
    }
}

/// Collect what reaches the target block in an accumulator, and commit it.
HR_INLINE void update_block(hr_unit_engine *e, const target *t, const strip_source *sources, const arrivals *a) {
    const hr_bits_kernels *kernels = e->search.kernels;
    const uint64_t block_words = e->search.parts.shape.block_words;
    uint64_t accumulator[HR_BITS_BLOCK_MAX];
    kernels->start(accumulator, a->count > 0 ? a->plain[0] : NULL, a->count > 1 ? a->plain[1] : NULL, block_words);
    for (int i = 2; i < a->count; i++) {
        kernels->gather(accumulator, a->plain[i], IN_ORDER, block_words, 1);
    }
    for (int d = 0; d < HR_UNIT_EDGES; d++) {
        if (a->pulls[d]) {
            pull_edge(e, t, &e->edges[t->cell][d], &sources[d], accumulator);
        }
    }
    const hr_bits_commit commit = kernels->commit(t->strip->planes[t->cell] + t->word, accumulator, block_words);
    if (commit.added > 0) {
        settle(e, t, accumulator, commit);
    }
}

/// Update the strip's blocks in the plane of `cell`.
static void update_cell(hr_unit_engine *e, const strip *s, int cell, const hr_bits_staging *staging) {
    strip_source sources[HR_UNIT_EDGES];
    for (int d = 0; d < HR_UNIT_EDGES; d++) {
        sources[d] = find_source(e, s, &e->edges[cell][d], staging);
    }
    arrivals a;
    for (size_t block = 0; block < s->blocks; block++) {
        if (has_cell(s->full[block], cell)) {
            continue;
        }
        const target t = {.strip = s, .cell = cell, .block = block, .word = s->word + block * e->search.parts.shape.block_words};
        find_arrivals(e, &t, sources, &a);
        if (a.any) {
            look_ahead(e, &t, sources);
            update_block(e, &t, sources, &a);
        }
    }
}

hr_status hr_unit_update_part(hr_unit_engine *e, uint64_t slot, const hr_bits_staging *staging, hr_error *error) {
    const hr_bits_parts *parts = &e->search.parts;
    const uint64_t part = hr_bits_own_part(&parts->deal, slot);
    const uint64_t strips = parts->shape.part_blocks / parts->shape.strip_blocks;
    const uint16_t *changed = hr_bits_changed(parts, part, 1 - e->colour);
    uint16_t *fresh = hr_bits_changed(parts, part, e->colour);
    const int digits = e->search.board.tiles - (parts->shape.strip_blocks > 1 ? 9 : e->search.board.tiles - parts->shape.prefix);
    uint64_t *planes[HR_BITS_CELLS_MAX];
    for (int cell = 0; cell < e->search.board.cells; cell++) {
        planes[cell] = hr_bits_words(parts, part, cell);
    }
    assert(parts->shape.strip_blocks <= STRIP_BLOCKS_MAX && changed != NULL && fresh != NULL); // a rank sees its own parts
    for (uint64_t i = 0; i < strips; i++) {
        const uint64_t block = i * parts->shape.strip_blocks;
        if (i % POLL_STRIPS == 0) {
            HR_TRY(e->search.bulk != NULL ? hr_bulk_poll(e->search.bulk, error) : HR_OK);
            if (hr_run_watch_stops(&e->search.watch)) {
                e->search.layer.left = true;
                return HR_OK;
            }
        }
        const strip s = {
            .part = part,
            .slot = slot,
            .word = block * parts->shape.block_words,
            .blocks = parts->shape.strip_blocks,
            .ahead = i + 1 < strips ? parts->shape.strip_blocks * parts->shape.block_words : 0,
            .parity = hr_bits_prefix_parity(e->search.board.tiles, digits, part * strips + i),
            .planes = planes,
            .changed = changed + block,
            .full = parts->full + slot * parts->shape.part_blocks + block,
            .fresh = fresh + block,
        };
        for (size_t b = 0; b < s.blocks; b++) {
            s.fresh[b] = e->begun.any ? UINT16_MAX : 0; // a checkpoint does not say which blocks the begun layer changed
        }
        for (unsigned cells = e->search.board.colour[e->colour]; cells != 0; cells &= cells - 1) {
            update_cell(e, &s, __builtin_ctz(cells), staging);
        }
    }
    return HR_OK;
}
