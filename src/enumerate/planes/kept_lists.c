// SPDX-License-Identifier: MIT
// The lists of the last layer's states and of the begun layer's states in a checkpoint. The key of a block is the list's number.

#include <string.h>

#include "core/try.h"
#include "enumerate/planes/kept.h"

enum { SMALLEST_NOTED, SMALLEST_STATES, SMALLEST_MAX = SMALLEST_STATES + HR_HARDEST_MAX };

static const hr_planes_found *list_of(const hr_planes_engine *e, uint64_t list) {
    return list == HR_PLANES_LIST_LAST ? &e->lists.last : &e->lists.found;
}

uint64_t hr_planes_lists_words(const hr_planes_engine *e) {
    uint64_t words = 0;
    for (uint64_t list = 0; list < HR_PLANES_LIST_COUNT; list++) {
        words += SMALLEST_STATES + list_of(e, list)->smallest_count + list_of(e, list)->count;
    }
    return words;
}

static hr_status put_list(const hr_planes_found *found, uint64_t list, hr_checkpoint_writer *writer, hr_error *error) {
    uint64_t smallest[SMALLEST_MAX] = {[SMALLEST_NOTED] = found->noted};
    memcpy(smallest + SMALLEST_STATES, found->smallest, found->smallest_count * sizeof found->smallest[0]);
    const size_t size = (SMALLEST_STATES + found->smallest_count) * sizeof smallest[0];
    HR_TRY(hr_checkpoint_put(writer, (hr_checkpoint_keys){HR_PLANES_SECTION_SMALLEST, list, list}, smallest, size, error));
    return found->count == 0 ? HR_OK
                             : hr_checkpoint_put(writer, (hr_checkpoint_keys){HR_PLANES_SECTION_INDICES, list, list},
                                                 found->indices, found->count * sizeof found->indices[0], error);
}

hr_status hr_planes_put_lists(const hr_planes_engine *e, hr_checkpoint_writer *writer, hr_error *error) {
    for (uint64_t list = 0; list < HR_PLANES_LIST_COUNT; list++) {
        HR_TRY(put_list(list_of(e, list), list, writer, error));
    }
    return HR_OK;
}

/// The list that is being read.
typedef struct taking_list {
    const hr_planes_engine *e;
    hr_planes_found *found;
} taking_list;

static hr_status damaged_list(hr_error *error) {
    return hr_error_set(error, HR_FILE, "a damaged checkpoint: its list of a layer's states is not of this board");
}

static hr_status take_smallest(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    (void)first;
    (void)last;
    taking_list *t = context;
    uint64_t words[SMALLEST_MAX] = {0};
    if (size < SMALLEST_STATES * sizeof words[0] || size > sizeof words || size % sizeof words[0] != 0) {
        return damaged_list(error);
    }
    memcpy(words, bytes, size);
    t->found->noted += words[SMALLEST_NOTED];
    for (size_t i = SMALLEST_STATES; i < size / sizeof words[0]; i++) {
        hr_index index = 0;
        if (hr_puzzle_validate(t->e->task.puzzle, words[i], NULL) != HR_OK) {
            return damaged_list(error);
        }
        hr_puzzle_index(t->e->task.puzzle, &words[i], 1, &index);
        hr_planes_found_condense(t->e->task.puzzle, t->found, &index, 1);
    }
    return HR_OK;
}

static hr_status take_indices(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    (void)first;
    (void)last;
    taking_list *t = context;
    hr_index indices[HR_PLANES_FOUND_MAX];
    const size_t n = size / sizeof indices[0];
    if (size % sizeof indices[0] != 0 || n > HR_PLANES_FOUND_MAX) {
        return damaged_list(error);
    }
    memcpy(indices, bytes, size);
    for (size_t i = 0; i < n; i++) {
        if (indices[i] >= (hr_index)t->e->task.board.cells * t->e->task.board.plane_states) {
            return damaged_list(error);
        }
    }
    hr_planes_found_condense(t->e->task.puzzle, t->found, indices, n);
    return HR_OK;
}

/// Local, on rank 0. HR_FILE unless the list has all states that were noted, or HR_HARDEST_MAX states if more were noted. HR_FILE
/// also if more states of the last layer were noted than the layer has.
static hr_status check_length(const hr_planes_engine *e, uint64_t list, hr_error *error) {
    const hr_planes_found *found = list_of(e, list);
    const hr_count most = e->result->layers[e->result->layer_count - 1].states;
    const hr_count wanted = found->noted < HR_HARDEST_MAX ? found->noted : HR_HARDEST_MAX;
    if (found->smallest_count != wanted || (list == HR_PLANES_LIST_LAST && found->noted > most)) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: its list of a layer's states has another length");
    }
    return HR_OK;
}

hr_status hr_planes_take_lists(hr_planes_engine *e, hr_checkpoint_reader *reader, hr_error *error) {
    for (uint64_t list = 0; list < HR_PLANES_LIST_COUNT; list++) {
        taking_list t = {.e = e, .found = list == HR_PLANES_LIST_LAST ? &e->lists.last : &e->lists.found};
        hr_planes_found_clear(t.found);
        if (e->parts.deal.rank == 0) {
            HR_TRY(
                hr_checkpoint_read(reader, (hr_checkpoint_keys){HR_PLANES_SECTION_SMALLEST, list, list}, take_smallest, &t, error));
            HR_TRY(
                hr_checkpoint_read(reader, (hr_checkpoint_keys){HR_PLANES_SECTION_INDICES, list, list}, take_indices, &t, error));
            HR_TRY(check_length(e, list, error));
        }
    }
    return HR_OK;
}

hr_status hr_planes_share_lists(const hr_planes_engine *e, hr_planes_listed *listed, hr_error *error) {
    *listed = (hr_planes_listed){.reached = 0};
    for (uint64_t list = 0; list < HR_PLANES_LIST_COUNT; list++) {
        const hr_planes_found *found = list_of(e, list);
        if (list == HR_PLANES_LIST_BEGUN && e->scratch != NULL) {
            continue; // a begun layer is made from nothing
        }
        listed->count[list] = found->smallest_count;
        memcpy(listed->states[list], found->smallest, found->smallest_count * sizeof found->smallest[0]);
    }
    return hr_comm_broadcast(e->task.comm, listed, sizeof *listed, error);
}

void hr_planes_find_listed(const hr_planes_engine *e, uint64_t slot, hr_planes_listed *listed) {
    for (uint64_t list = 0; list < HR_PLANES_LIST_COUNT; list++) {
        const int colour = list == HR_PLANES_LIST_LAST ? e->layer.colour : 1 - e->layer.colour;
        for (uint64_t i = 0; i < listed->count[list]; i++) {
            hr_index index = 0;
            hr_puzzle_index(e->task.puzzle, &listed->states[list][i], 1, &index);
            listed->reached += hr_planes_owns(&e->parts, index) && hr_planes_slot_of(&e->parts, index) == slot &&
                               hr_planes_colour_of(&e->task.board, index) == colour && hr_planes_reached(&e->parts, index);
        }
    }
}

hr_status hr_planes_check_listed(const hr_planes_engine *e, const hr_planes_listed *listed, hr_error *error) {
    uint64_t reached = listed->reached;
    HR_TRY(hr_comm_sum(e->task.comm, &reached, 1, error));
    if (reached != listed->count[HR_PLANES_LIST_LAST] + listed->count[HR_PLANES_LIST_BEGUN]) {
        return hr_error_set(error, HR_FILE, "a damaged checkpoint: it lists a state that has not been reached");
    }
    return HR_OK;
}
