// SPDX-License-Identifier: MIT
#include "report/page/page_space.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"

static hr_status no_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for the states of the page"); }

/// Empty the space if it has too many states.
static void drop_if_large(hr_space *space) {
    if (space->count > space->limit) {
        hr_space_clear(space);
    }
}

/// Find the states that `start` reaches, nearest first, at most HR_PAGE_STATES_MAX + 1 of them.
static hr_status search_around(const hr_puzzle *puzzle, const hr_state *start, hr_space *space, hr_error *error) {
    hr_space_begin(space, puzzle, HR_PAGE_STATES_MAX);
    HR_TRY(hr_space_add(space, start, 0, error));
    return hr_space_spread(space, puzzle, error);
}

hr_status hr_page_space_around(const hr_puzzle *puzzle, const hr_state *start, hr_space *space, hr_error *error) {
    const hr_status status = search_around(puzzle, start, space, error);
    drop_if_large(space);
    return status;
}

/// The number of the first solved state from number `from` on; `space->count` if there is none.
static size_t find_solved(const hr_puzzle *puzzle, const hr_space *space, size_t from) {
    uint8_t solved = 0;
    for (; from < space->count; from++) {
        hr_puzzle_solved(puzzle, hr_space_state(space, from), 1, &solved);
        if (solved != 0) {
            return from;
        }
    }
    return from;
}

/// Write a shortest way from the first state to state `number` into `way`: one state more than the state's distance. The state
/// before another one is its neighbour that was found first, because moves can be taken back.
static hr_status go_back(const hr_puzzle *puzzle, const hr_space *space, size_t number, hr_state *way, hr_error *error) {
    const size_t words = space->words;
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * words * sizeof *successors);
    if (successors == NULL) {
        return no_memory(error);
    }
    size_t at = space->distances[number];
    hr_words_copy(way + at * words, hr_space_state(space, number), words);
    for (; number > 0; hr_words_copy(way + --at * words, hr_space_state(space, number), words)) {
        const size_t found = hr_puzzle_expand(puzzle, hr_space_state(space, number), 1, successors, NULL);
        for (size_t i = 0; i < found; i++) {
            const uint32_t next = hr_space_find(space, successors + i * words);
            number = next < number ? next : number;
        }
    }
    free(successors);
    return HR_OK;
}

hr_status hr_page_space_way(const hr_puzzle *puzzle, const hr_state *start, hr_state **way, size_t *length, hr_error *error) {
    hr_space space;
    *way = NULL;
    hr_status status = search_around(puzzle, start, &space, error);
    const size_t number = status == HR_OK ? find_solved(puzzle, &space, 0) : 0;
    if (status == HR_OK && number < space.count) {
        *length = space.distances[number];
        *way = malloc((*length + 1) * space.words * sizeof **way);
        status = *way == NULL ? no_memory(error) : go_back(puzzle, &space, number, *way, error);
    }
    if (status != HR_OK) {
        free(*way);
        *way = NULL;
    }
    hr_space_clear(&space);
    return status;
}

hr_status hr_page_space_of_table(const hr_table *table, hr_space *space, hr_error *error) {
    const hr_table_info *info = hr_table_describe(table);
    const bool all = hr_puzzle_describe(hr_table_puzzle(table))->openings && info->encoding == HR_TABLE_INDEX;
    hr_space_begin(space, hr_table_puzzle(table), HR_PAGE_STATES_MAX);
    if ((all ? info->entries : info->reached) > HR_PAGE_STATES_MAX) {
        return HR_OK;
    }
    HR_TRY(hr_space_add_table(space, table, all, error));
    drop_if_large(space);
    return HR_OK;
}

/// Find the states that the solved states of `space` reach.
static hr_status search_back(const hr_space *space, const hr_puzzle *puzzle, hr_space *reached, hr_error *error) {
    hr_space_begin(reached, puzzle, space->count);
    for (size_t i = find_solved(puzzle, space, 0); i < space->count; i = find_solved(puzzle, space, i + 1)) {
        HR_TRY(hr_space_add(reached, hr_space_state(space, i), 0, error));
    }
    return hr_space_spread(reached, puzzle, error);
}

static hr_status take_distances(const hr_space *space, const hr_space *reached, hr_depth *distances, hr_error *error) {
    for (size_t i = 0; i < space->count; i++) {
        distances[i] = HR_DEPTH_UNREACHED;
    }
    for (size_t i = 0; i < reached->count; i++) {
        const uint32_t number = hr_space_find(space, hr_space_state(reached, i));
        if (number == HR_STATE_SLOTS_NONE) {
            return hr_error_set(error, HR_INTERNAL, "a move leads out of the states of the page");
        }
        distances[number] = reached->distances[i];
    }
    return HR_OK;
}

hr_status hr_page_space_distances(const hr_space *space, const hr_puzzle *puzzle, hr_depth *distances, hr_depth *greatest,
                                  hr_error *error) {
    hr_space reached;
    hr_status status = search_back(space, puzzle, &reached, error);
    if (status == HR_OK) {
        status = take_distances(space, &reached, distances, error);
    }
    *greatest = reached.count == 0 ? HR_DEPTH_UNREACHED : reached.distances[reached.count - 1];
    hr_space_clear(&reached);
    return status;
}
