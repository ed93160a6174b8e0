// SPDX-License-Identifier: MIT
// The line engine's sections of a checkpoint.
//
// The lines are kept that are reached within one move more than the last complete layer: first those of each row, then those of
// each column.
//
// A column's home row depends on the size of a block, which on small boards depends on the number of ranks. So the home rows are
// kept as well. A rank whose home row is another one takes each of the column's lines there.
//
// Neither marks nor counts are kept: a resumed run takes all blocks as changed and counts all states again.

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

/// The home rows that are being read.
typedef struct taking {
    hr_slide_engine *e;
    bool has_homes;
} taking;

static hr_status take_homes(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    taking *t = context;
    const hr_bits_board *board = &t->e->search.board;
    bool good = !t->has_homes && piece->size == (size_t)board->width * sizeof t->e->kept_home[0];
    memcpy(t->e->kept_home, piece->bytes, good ? piece->size : 0);
    for (int column = 0; column < board->width && good; column++) {
        good = t->e->kept_home[column] < (uint64_t)board->height;
    }
    t->has_homes = true;
    return good ? HR_OK : hr_checkpoint_damaged("its home rows are not those of this board", error);
}

bool hr_slide_is_moved(const hr_bits_search *s, int number) {
    const hr_slide_engine *e = (const hr_slide_engine *)s;
    const int column = number - s->board.height;
    return column >= 0 && e->kept_home[column] != (uint64_t)e->home[column];
}

/// Take each line of the run to its column's home row in this run, and mark it as reached if this rank keeps it there.
void hr_slide_move(hr_bits_search *s, const hr_bits_run *run, const void *words) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    const int column = run->number - s->board.height;
    const uint64_t first = (run->part * s->parts.shape.part_words + run->word) * HR_BITS_WORD_STATES;
    for (uint64_t i = 0; i < run->words; i++) {
        uint64_t bits;
        memcpy(&bits, (const char *)words + i * sizeof bits, sizeof bits);
        for (; bits != 0; bits &= bits - 1) {
            hr_slide_mark_column(e, column, (int)e->kept_home[column],
                                 first + i * HR_BITS_WORD_STATES + (uint64_t)__builtin_ctzll(bits));
        }
    }
}

hr_status hr_slide_begin_taking(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    taking t = {.e = e};
    hr_slide_reset(s);
    e->buffer = s->disk != NULL ? (int)((s->result->layer_count - 1) % HR_SLIDE_BUFFERS) : 0; // layer 0 begins in the first one
    HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){.section = HR_BITS_SECTION_HOMES}, take_homes, &t, error));
    if (!t.has_homes) {
        return hr_checkpoint_damaged("it has no home rows", error);
    }
    bool moved = false;
    for (int number = 0; number < hr_slide_kept_planes(e); number++) {
        moved = moved || hr_slide_is_moved(s, number);
    }
    // With a disk the size of a block, and so the home rows, depend on the board alone.
    return moved && s->disk != NULL ? hr_checkpoint_damaged("its home rows are not those of this board", error) : HR_OK;
}

/// The states are counted with the next layer. If all are reached, nothing is made any more.
void hr_slide_count_part(hr_bits_search *s, uint64_t slot) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    const uint64_t rows = s->parts.shape.part_blocks * (uint64_t)s->board.height;
    const uint32_t whole = (uint32_t)(s->parts.shape.block_words * HR_BITS_WORD_STATES) * (uint32_t)s->board.width;
    for (uint64_t i = 0; i < rows && hr_bits_is_whole(s); i++) {
        e->within[slot * rows + i] = whole;
        e->reached += whole;
    }
}

hr_status hr_slide_end_taking(hr_bits_search *s, hr_error *error) {
    hr_slide_engine *e = (hr_slide_engine *)s;
    (void)error;
    if (s->parts.deal.rank == 0) { // all states are counted again, and all symmetric ones are listed
        e->reached_before = s->result->states;
        e->extra_before = s->result->canonical * (hr_count)s->symmetry_order - s->result->states;
    }
    return HR_OK;
}
