// SPDX-License-Identifier: MIT
// The line engine's sections of a checkpoint.
//
// The lines are kept that are reached within one move more than the last complete layer: first those of each row, then those of
// each column. The keys of a block are the numbers of its words, counted over all planes. Once the layers hold every state, the
// lines are left out, because all of them are reached.
//
// A column's home row depends on the size of a block, which on small boards depends on the number of ranks. So the home rows are
// kept as well. A rank whose home row is another one takes each of the column's lines there.
//
// With scratch the lines are in files beside the checkpoint, whose number and checksums are kept (kept_files.c).
//
// The lists of the last layer's states and of the next layer's states are kept. The key of a block is the list's number. Neither
// marks nor counts are kept: a resumed run takes all blocks as changed and counts all states again.

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/smallest.h"
#include "core/sorting.h"
#include "core/try.h"
#include "enumerate/bits/saved.h"
#include "enumerate/lines/scratch.h"

enum { SECTION_LINES = 1, SECTION_HOMES, SECTION_LISTS };
enum { LIST_LAST, LIST_PENDING, LIST_COUNT };
enum { LIST_NOTED, LIST_STATES, LIST_WORDS_MAX = LIST_STATES + HR_HARDEST_MAX };

static const hr_lines_list *list_of(const hr_lines_engine *e, unsigned list) {
    return list == LIST_LAST ? &e->lists.last : &e->lists.pending;
}

static uint64_t count_bytes(const void *engine) {
    const hr_lines_engine *e = engine;
    uint64_t words = e->parts.deal.rank == 0 ? (uint64_t)e->shape.board.width : 0;
    for (unsigned list = 0; list < LIST_COUNT; list++) {
        words += LIST_STATES + list_of(e, list)->count;
    }
    if (e->scratch != NULL) {
        words += hr_lines_files_words(e);
    } else if (!hr_lines_is_whole(e)) {
        words += e->parts.deal.slots * (uint64_t)hr_lines_kept_planes(e) * e->parts.shape.part_words;
    }
    return words * sizeof(uint64_t);
}

static hr_status put_lists(const hr_lines_engine *e, hr_checkpoint_writer *writer, hr_error *error) {
    for (unsigned list = 0; list < LIST_COUNT; list++) {
        const hr_lines_list *from = list_of(e, list);
        uint64_t words[LIST_WORDS_MAX] = {[LIST_NOTED] = from->noted};
        memcpy(words + LIST_STATES, from->smallest, from->count * sizeof from->smallest[0]);
        HR_TRY(hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION_LISTS, list, list}, words,
                                 (LIST_STATES + from->count) * sizeof words[0], error));
    }
    return HR_OK;
}

static hr_status put_homes(const hr_lines_engine *e, hr_checkpoint_writer *writer, hr_error *error) {
    uint64_t homes[HR_PLANES_WIDTH_MAX];
    for (int column = 0; column < e->shape.board.width; column++) {
        homes[column] = (uint64_t)e->shape.home[column];
    }
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){.section = SECTION_HOMES}, homes,
                             (size_t)e->shape.board.width * sizeof homes[0], error);
}

static hr_status put(const void *engine, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_lines_engine *e = engine;
    const hr_planes_parts *parts = &e->parts;
    HR_TRY(put_lists(e, writer, error));
    HR_TRY(parts->deal.rank == 0 ? put_homes(e, writer, error) : HR_OK);
    if (e->scratch != NULL) {
        return hr_lines_put_files(e, writer, error);
    }
    for (uint64_t slot = 0; slot < parts->deal.slots && !hr_lines_is_whole(e); slot++) {
        const uint64_t part = hr_planes_own_part(&parts->deal, slot);
        for (int number = 0; number < hr_lines_kept_planes(e); number++) {
            const uint64_t first = (uint64_t)number * e->shape.board.plane_words + part * parts->shape.part_words;
            HR_TRY(hr_planes_put_words(writer, SECTION_LINES, first, hr_planes_words(parts, part, hr_lines_kept_plane(e, number)),
                                       parts->shape.part_words, error));
        }
    }
    return HR_OK;
}

/// What this rank has read of a checkpoint so far.
typedef struct taking {
    hr_lines_engine *e;
    uint64_t homes[HR_PLANES_WIDTH_MAX]; ///< [width] the home rows of the run that wrote the checkpoint
    bool has_homes;
    uint64_t words; ///< words that have been read: those of this rank's parts, and all of each plane that is_moved

    // The blocks that were taken, each from its first word to its last one.
    uint64_t *firsts; ///< [block_count]
    uint64_t *lasts;  ///< [block_count]
    size_t first_capacity;
    size_t last_capacity;
    size_t block_count;
} taking;

static hr_status take_homes(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    (void)first;
    (void)last;
    taking *t = context;
    const hr_planes_board *board = &t->e->shape.board;
    if (t->has_homes || size != (size_t)board->width * sizeof t->homes[0]) {
        return hr_checkpoint_damaged("its home rows are not those of this board", error);
    }
    memcpy(t->homes, bytes, size);
    t->has_homes = true;
    for (int column = 0; column < board->width; column++) {
        if (t->homes[column] >= (uint64_t)board->height) {
            return hr_checkpoint_damaged("its home rows are not those of this board", error);
        }
    }
    return HR_OK;
}

/// Does the plane that is kept as number `number` hold the lines of a column that has another home row in this run?
static bool is_moved(const taking *t, int number) {
    const int column = number - t->e->shape.board.height;
    return column >= 0 && t->homes[column] != (uint64_t)t->e->shape.home[column];
}

/// A run of a block's words that lies in one part.
typedef struct run {
    int number;    ///< the plane that is kept as this number
    uint64_t part; ///< the part that the words lie in
    uint64_t word; ///< the first word within the part
    uint64_t n;
    bool own; ///< this rank keeps the part
} run;

static run find_run(const hr_lines_engine *e, uint64_t key, uint64_t last) {
    const uint64_t in_plane = key % e->shape.board.plane_words;
    run r = {.number = (int)(key / e->shape.board.plane_words), .part = in_plane / e->parts.shape.part_words};
    r.word = in_plane % e->parts.shape.part_words;
    const uint64_t behind = e->parts.shape.part_words - r.word;
    r.n = last - key + 1 < behind ? last - key + 1 : behind;
    r.own = hr_planes_is_own(&e->parts.deal, r.part);
    return r;
}

static uint64_t all_words(const hr_lines_engine *e) { return (uint64_t)hr_lines_kept_planes(e) * e->shape.board.plane_words; }

static bool wanted(const void *context, uint64_t first, uint64_t last) {
    const taking *t = context;
    if (last >= all_words(t->e)) {
        return true; // not a block of this board: take_lines refuses it
    }
    for (uint64_t key = first; key <= last;) {
        const run r = find_run(t->e, key, last);
        if (r.own || is_moved(t, r.number)) {
            return true;
        }
        key += r.n;
    }
    return false;
}

/// Take each line of a run to its column's home row in this run, and mark it as reached if this rank keeps it there.
static void move_lines(const taking *t, const run *r, const char *bytes) {
    const int column = r->number - t->e->shape.board.height;
    const uint64_t first = (r->part * t->e->parts.shape.part_words + r->word) * HR_PLANES_WORD_STATES;
    for (uint64_t i = 0; i < r->n; i++) {
        uint64_t bits;
        memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
        for (; bits != 0; bits &= bits - 1) {
            hr_lines_mark_column(t->e, column, (int)t->homes[column],
                                 first + i * HR_PLANES_WORD_STATES + (uint64_t)__builtin_ctzll(bits));
        }
    }
}

static hr_status take_lines(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    taking *t = context;
    hr_lines_engine *e = t->e;
    if (last >= all_words(e) || size != (last - first + 1) * sizeof(uint64_t) || !hr_planes_are_words(bytes, size)) {
        return hr_checkpoint_damaged("its words are not those of this board", error);
    }
    if (!HR_ARRAY_RESERVE(t->firsts, t->first_capacity, t->block_count + 1) ||
        !HR_ARRAY_RESERVE(t->lasts, t->last_capacity, t->block_count + 1)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the blocks of a checkpoint");
    }
    t->firsts[t->block_count] = first;
    t->lasts[t->block_count++] = last;
    for (uint64_t key = first; key <= last;) {
        const run r = find_run(e, key, last);
        const char *from = (const char *)bytes + (key - first) * sizeof(uint64_t);
        if (is_moved(t, r.number)) {
            move_lines(t, &r, from);
            t->words += r.n;
        } else if (r.own) {
            memcpy(hr_planes_words(&e->parts, r.part, hr_lines_kept_plane(e, r.number)) + r.word, from,
                   (size_t)r.n * sizeof(uint64_t));
            t->words += r.n;
        }
        key += r.n;
    }
    return HR_OK;
}

static hr_status take_list(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    (void)last;
    const taking *t = context;
    hr_lines_list *list = first == LIST_LAST ? &t->e->lists.last : &t->e->lists.pending;
    uint64_t words[LIST_WORDS_MAX] = {0};
    if (size < LIST_STATES * sizeof words[0] || size > sizeof words || size % sizeof words[0] != 0) {
        return hr_checkpoint_damaged("its list of a layer's states is not of this board", error);
    }
    memcpy(words, bytes, size);
    list->noted += words[LIST_NOTED];
    for (size_t i = LIST_STATES; i < size / sizeof words[0]; i++) {
        if (hr_puzzle_validate(t->e->puzzle, words[i], NULL) != HR_OK) {
            return hr_checkpoint_damaged("its list of a layer's states is not of this board", error);
        }
        hr_smallest_offer(list->smallest, &list->count, words[i]);
    }
    return HR_OK;
}

/// Local. Mark all lines of this rank as reached.
static void fill_lines(hr_lines_engine *e) {
    for (uint64_t slot = 0; slot < e->parts.deal.slots; slot++) {
        for (int number = 0; number < hr_lines_kept_planes(e); number++) {
            uint64_t *words = hr_planes_words(&e->parts, hr_planes_own_part(&e->parts.deal, slot), hr_lines_kept_plane(e, number));
            for (uint64_t i = 0; i < e->parts.shape.part_words; i++) {
                words[i] = HR_PLANES_WORD_FULL;
            }
        }
    }
}

/// Do any of the blocks that were taken have a word in common? Sorts both of their arrays.
static bool blocks_overlap(taking *t) {
    hr_sort_states(t->firsts, t->block_count);
    hr_sort_states(t->lasts, t->block_count);
    for (size_t i = 1; i < t->block_count; i++) {
        if (t->lasts[i - 1] >= t->firsts[i]) {
            return true;
        }
    }
    return false;
}

/// Local. Read this rank's lines, or mark all of them as reached if the layers hold every state.
static hr_status read_lines(taking *t, hr_checkpoint_reader *reader, hr_error *error) {
    const hr_lines_engine *e = t->e;
    if (hr_lines_is_whole(e)) {
        fill_lines(t->e);
        return HR_OK;
    }
    uint64_t words = 0;
    for (int number = 0; number < hr_lines_kept_planes(e); number++) {
        words += is_moved(t, number) ? e->shape.board.plane_words : e->parts.deal.slots * e->parts.shape.part_words;
    }
    HR_TRY(hr_checkpoint_read_wanted(reader, SECTION_LINES, wanted, take_lines, t, error));
    if (blocks_overlap(t)) {
        return hr_checkpoint_damaged("words of its lines appear twice", error);
    }
    return t->words == words ? HR_OK : hr_checkpoint_damaged("words of its lines are missing", error);
}

/// Local, on rank 0. HR_FILE unless each list has all states that were noted, or HR_HARDEST_MAX states if more were noted. HR_FILE
/// also if more states of the last layer were noted than the layer has.
static hr_status check_lengths(const hr_lines_engine *e, hr_error *error) {
    for (unsigned number = 0; number < LIST_COUNT; number++) {
        const hr_lines_list *list = list_of(e, number);
        if (list->count != (list->noted < HR_HARDEST_MAX ? list->noted : HR_HARDEST_MAX)) {
            return hr_checkpoint_damaged("its list of a layer's states has another length", error);
        }
    }
    return e->lists.last.noted <= e->result->layers[e->result->layer_count - 1].states
               ? HR_OK
               : hr_checkpoint_damaged("its list of a layer's states has another length", error);
}

/// Collective, once all ranks' lines are there. HR_FILE if a state of the lists that rank 0 has read is not reached.
static hr_status check_listed(const hr_lines_engine *e, hr_error *error) {
    uint64_t missing = 0;
    for (unsigned number = 0; number < LIST_COUNT; number++) {
        hr_lines_list list = *list_of(e, number);
        uint64_t found[HR_HARDEST_MAX] = {0};
        HR_TRY(hr_comm_broadcast(e->comm, &list, sizeof list, error));
        HR_TRY(hr_comm_agree(e->comm, hr_lines_find_listed(e, &list, found, error), error));
        HR_TRY(hr_comm_sum(e->comm, found, HR_HARDEST_MAX, error));
        for (size_t i = 0; i < list.count; i++) {
            missing += found[i] == 0;
        }
    }
    return missing == 0 ? HR_OK : hr_checkpoint_damaged("it lists a state that has not been reached", error);
}

/// Does some column have another home row than in the run that wrote the checkpoint?
static bool any_moved(const taking *t) {
    bool any = false;
    for (int number = 0; number < hr_lines_kept_planes(t->e); number++) {
        any = any || is_moved(t, number);
    }
    return any;
}

/// Local. Read the home rows, the lines if they are in memory, and, on rank 0, the lists of all ranks.
static hr_status read_all(taking *t, hr_checkpoint_reader *reader, hr_error *error) {
    HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){.section = SECTION_HOMES}, take_homes, t, error));
    if (!t->has_homes) {
        return hr_checkpoint_damaged("it has no home rows", error);
    }
    if (t->e->parts.deal.rank == 0) {
        HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION_LISTS, 0, LIST_COUNT - 1}, take_list, t, error));
        HR_TRY(check_lengths(t->e, error));
    }
    if (t->e->scratch != NULL) { // the size of a block, and so the home rows, depend on the board alone
        return any_moved(t) ? hr_checkpoint_damaged("its home rows are not those of this board", error) : HR_OK;
    }
    return read_lines(t, reader, error);
}

/// Local. Mark all blocks as changed, and mark those that are full.
static void mark_blocks(hr_lines_engine *e) {
    for (uint64_t slot = 0; slot < e->parts.deal.slots; slot++) {
        hr_planes_mark_changed(&e->parts, slot);
        for (int number = 0; number < hr_lines_kept_planes(e); number++) {
            const int column = number - e->shape.board.height;
            hr_planes_mark_full(&e->parts, slot, hr_lines_kept_plane(e, number),
                                1U << (column < 0 ? number : HR_LINES_BUFFER_BITS + column));
        }
    }
}

static hr_status take(void *engine, hr_checkpoint_reader *reader, hr_error *error) {
    hr_lines_engine *e = engine;
    taking t = {.e = e};
    hr_lines_reset(e);
    HR_TRY(hr_lines_check_scratch(e, reader, error));
    const hr_status status = read_all(&t, reader, error);
    free(t.firsts);
    free(t.lasts);
    HR_TRY(hr_comm_agree(e->comm, status, error));
    if (e->scratch != NULL) {
        HR_TRY(hr_lines_take_files(e, reader, error));
    } else {
        mark_blocks(e);
        HR_TRY(hr_lines_share_summary(e, error));
    }
    if (e->parts.deal.rank == 0) { // all states are counted again, and all symmetric ones are listed
        e->course.reached_before = e->result->states;
        e->course.extra_before = e->result->canonical * (hr_count)e->shape.symmetry_order - e->result->states;
    }
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    HR_TRY(hr_comm_agree(e->comm, HR_OK, error)); // a barrier: no rank reads another rank's planes before they are filled
    HR_TRY(hr_shared_sync(e->parts.memory, error));
    return check_listed(e, error);
}

static void forget(void *engine) { hr_lines_reset(engine); }

hr_run_saver hr_lines_saver(hr_lines_engine *e) {
    const bool in_place = e->options->scratch.count > 0;
    return (hr_run_saver){
        .engine = e, .layout = 1, .in_place = in_place, .bytes = count_bytes, .put = put, .take = take, .forget = forget};
}
