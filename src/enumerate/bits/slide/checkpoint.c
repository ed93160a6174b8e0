// SPDX-License-Identifier: MIT
// The line engine's sections of a checkpoint.
//
// The lines are kept that are reached within one move more than the last complete layer: first those of each row, then those of
// each column.
//
// A column's home row depends on the size of a block, which on small boards depends on the number of ranks. So the home rows are
// kept as well. A rank whose home row is another one takes each of the column's lines there.
//
// With scratch the lines are in files beside the checkpoint, whose number and checksums are kept (kept_files.c).
//
// The lists of the last layer's states and of the next layer's states are kept. The key of a block is the list's number. Neither
// marks nor counts are kept: a resumed run takes all blocks as changed and counts all states again.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/kept.h"
#include "enumerate/bits/slide/scratch.h"

size_t hr_slide_homes(const hr_bits_search *s, uint64_t homes[HR_BITS_WIDTH_MAX]) {
    for (int column = 0; column < s->board.width; column++) {
        homes[column] = (uint64_t)((const hr_slide_engine *)s)->home[column];
    }
    return (size_t)s->board.width;
}

/// What this rank has read of a checkpoint so far.
typedef struct taking {
    hr_slide_engine *e;
    uint64_t homes[HR_BITS_WIDTH_MAX]; ///< [width] the home rows of the run that wrote the checkpoint
    bool has_homes;
} taking;

static hr_status take_homes(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    (void)first;
    (void)last;
    taking *t = context;
    const hr_bits_board *board = &t->e->search.board;
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
static bool is_moved(const void *context, int number) {
    const taking *t = context;
    const int column = number - t->e->search.board.height;
    return column >= 0 && t->homes[column] != (uint64_t)t->e->home[column];
}

/// Take each line of a run to its column's home row in this run, and mark it as reached if this rank keeps it there.
static void move_lines(const void *context, const hr_bits_run *r, const void *words) {
    const taking *t = context;
    const int column = r->number - t->e->search.board.height;
    const uint64_t first = (r->part * t->e->search.parts.shape.part_words + r->word) * HR_BITS_WORD_STATES;
    for (uint64_t i = 0; i < r->words; i++) {
        uint64_t bits;
        memcpy(&bits, (const char *)words + i * sizeof bits, sizeof bits);
        for (; bits != 0; bits &= bits - 1) {
            hr_slide_mark_column(t->e, column, (int)t->homes[column],
                                 first + i * HR_BITS_WORD_STATES + (uint64_t)__builtin_ctzll(bits));
        }
    }
}

/// Does some column have another home row than in the run that wrote the checkpoint?
static bool any_moved(const taking *t) {
    bool any = false;
    for (int number = 0; number < hr_slide_kept_planes(t->e); number++) {
        any = any || is_moved(t, number);
    }
    return any;
}

/// Local. Read the home rows, the lines if they are in memory, and, on rank 0, the lists of all ranks.
static hr_status read_all(taking *t, hr_checkpoint_reader *reader, hr_error *error) {
    HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){.section = HR_BITS_SECTION_HOMES}, take_homes, t, error));
    if (!t->has_homes) {
        return hr_checkpoint_damaged("it has no home rows", error);
    }
    HR_TRY(hr_bits_take_lists(&t->e->search, reader, error));
    if (t->e->search.disk != NULL) { // the size of a block, and so the home rows, depend on the board alone
        return any_moved(t) ? hr_checkpoint_damaged("its home rows are not those of this board", error) : HR_OK;
    }
    return hr_bits_take_planes(&t->e->search, &(hr_bits_moving){is_moved, move_lines, t}, reader, error);
}

/// Local. Mark all blocks as changed, and mark those that are full.
static void mark_blocks(hr_slide_engine *e) {
    for (uint64_t slot = 0; slot < e->search.parts.deal.slots; slot++) {
        hr_bits_mark_changed(&e->search.parts, slot);
        for (int number = 0; number < hr_slide_kept_planes(e); number++) {
            const int column = number - e->search.board.height;
            hr_bits_mark_full(&e->search.parts, slot, hr_slide_kept_plane(e, number),
                              1U << (column < 0 ? number : HR_SLIDE_BUFFER_BITS + column));
        }
    }
}

hr_status hr_slide_take(void *engine, hr_checkpoint_reader *reader, hr_error *error) {
    hr_slide_engine *e = engine;
    taking t = {.e = e};
    hr_slide_reset(&e->search);
    HR_TRY(hr_bits_check_files(&e->search, reader, error));
    HR_TRY(hr_comm_agree(e->search.comm, read_all(&t, reader, error), error));
    if (e->search.disk != NULL) {
        HR_TRY(hr_slide_take_files(e, reader, error));
    } else {
        mark_blocks(e);
        HR_TRY(hr_bits_share_summary(&e->search, error));
    }
    if (e->search.parts.deal.rank == 0) { // all states are counted again, and all symmetric ones are listed
        e->reached_before = e->search.result->states;
        e->extra_before = e->search.result->canonical * (hr_count)e->search.symmetry_order - e->search.result->states;
    }
    uint64_t nothing = 0;
    HR_TRY(hr_bits_meet(&e->search, &nothing, 1, error)); // no rank reads another rank's planes before they are filled
    return hr_bits_check_listed(&e->search, error);
}
