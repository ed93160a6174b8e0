// SPDX-License-Identifier: MIT
// The lists of the last layer's states and of the begun layer's states in a checkpoint. The key of a block is the list's number.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/kept.h"
#include "enumerate/bits/unit/kept.h"

static hr_unit_found *list_of(hr_unit_lists *lists, unsigned number) {
    return number == HR_BITS_LIST_LAST ? &lists->last : &lists->found;
}

uint64_t hr_unit_lists_words(const hr_unit_engine *e) {
    const hr_unit_lists *lists = &e->lists;
    return hr_bits_list_words(&lists->last.list) + lists->last.count + hr_bits_list_words(&lists->found.list) + lists->found.count;
}

static hr_status put_list(const hr_unit_found *found, unsigned number, hr_checkpoint_writer *writer, hr_error *error) {
    HR_TRY(hr_bits_put_list(&found->list, number, writer, error));
    return found->count == 0 ? HR_OK
                             : hr_checkpoint_put(writer, (hr_checkpoint_keys){HR_UNIT_SECTION_INDICES, number, number},
                                                 found->indices, found->count * sizeof found->indices[0], error);
}

hr_status hr_unit_put_lists(const hr_unit_engine *e, hr_checkpoint_writer *writer, hr_error *error) {
    HR_TRY(put_list(&e->lists.last, HR_BITS_LIST_LAST, writer, error));
    return put_list(&e->lists.found, HR_BITS_LIST_NEXT, writer, error);
}

/// The list that is being read.
typedef struct taking_list {
    const hr_unit_engine *e;
    hr_unit_found *found;
} taking_list;

static hr_status take_indices(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    (void)first;
    (void)last;
    taking_list *t = context;
    hr_index indices[HR_UNIT_FOUND_MAX];
    const size_t n = size / sizeof indices[0];
    bool right = size % sizeof indices[0] == 0 && n <= HR_UNIT_FOUND_MAX;
    if (right) {
        memcpy(indices, bytes, size);
    }
    for (size_t i = 0; right && i < n; i++) {
        right = indices[i] < t->e->search.space;
    }
    if (!right) {
        return hr_checkpoint_damaged("its list of a layer's states is not of this board", error);
    }
    hr_unit_found_condense(t->e->search.puzzle, t->found, indices, n);
    return HR_OK;
}

hr_status hr_unit_take_lists(hr_unit_engine *e, hr_checkpoint_reader *reader, hr_error *error) {
    for (unsigned list = 0; list < HR_BITS_LISTS; list++) {
        taking_list t = {.e = e, .found = list_of(&e->lists, list)};
        hr_unit_found_clear(t.found);
        if (e->search.parts.deal.rank == 0) {
            const hr_checkpoint_keys keys = {HR_UNIT_SECTION_INDICES, list, list};
            HR_TRY(hr_bits_take_list(&e->search, &t.found->list, list, reader, error));
            HR_TRY(hr_checkpoint_read(reader, keys, take_indices, &t, error));
            HR_TRY(hr_bits_check_list(&e->search, &t.found->list, list, error));
        }
    }
    return HR_OK;
}
