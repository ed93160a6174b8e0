// SPDX-License-Identifier: MIT
#include "report/page/space.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/hash/state.h"
#include "core/try.h"
#include "puzzle/words.h"

/// Slots of the hash table. A power of two that is more than three times HR_SPACE_MAX.
enum { SLOTS = 1 << 20 };

_Static_assert(SLOTS > 3 * HR_SPACE_MAX, "most slots are free");

static hr_status no_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for the states of the page"); }

/// The slot that holds *state, or the free slot where it belongs.
static size_t slot_of(const hr_space *space, const hr_state *state) {
    size_t at = HR_FOR_WORDS(space->words, hr_hash_one, state) & (SLOTS - 1);
    while (space->slots[at] != 0 && !hr_words_equal(hr_space_state(space, space->slots[at] - 1), state, space->words)) {
        at = (at + 1) & (SLOTS - 1);
    }
    return at;
}

/// Add a state unless it is there. At most HR_SPACE_MAX + 1 states are added.
static hr_status add(hr_space *space, const hr_state *state, hr_error *error) {
    const size_t at = slot_of(space, state);
    if (space->slots[at] != 0 || space->count > HR_SPACE_MAX) {
        return HR_OK;
    }
    if (!HR_ARRAY_RESERVE(space->states, space->capacity, (space->count + 1) * space->words)) {
        return no_memory(error);
    }
    hr_words_copy(space->states + space->count++ * space->words, state, space->words);
    space->slots[at] = (uint32_t)space->count;
    return HR_OK;
}

static hr_status begin(hr_space *space, const hr_puzzle *puzzle, hr_error *error) {
    *space = (hr_space){.words = hr_puzzle_words(puzzle), .slots = calloc(SLOTS, sizeof *space->slots)};
    return space->slots == NULL ? no_memory(error) : HR_OK;
}

/// Empty the space if it has too many states.
static void end(hr_space *space) {
    if (space->count > HR_SPACE_MAX) {
        hr_space_clear(space);
    }
}

/// Find the states that `start` reaches, nearest first, at most HR_SPACE_MAX + 1 of them.
static hr_status search_around(const hr_puzzle *puzzle, const hr_state *start, hr_space *space, hr_error *error) {
    HR_TRY(begin(space, puzzle, error));
    const size_t words = space->words;
    hr_state *successors = malloc(HR_BATCH * hr_puzzle_describe(puzzle)->max_successors * words * sizeof *successors);
    hr_status status = successors == NULL ? no_memory(error) : add(space, start, error);
    for (size_t done = 0; status == HR_OK && done < space->count && space->count <= HR_SPACE_MAX;) {
        const size_t n = space->count - done < HR_BATCH ? space->count - done : HR_BATCH;
        const size_t found = hr_puzzle_expand(puzzle, hr_space_state(space, done), n, successors, NULL);
        done += n;
        for (size_t i = 0; i < found && status == HR_OK; i++) {
            status = add(space, successors + i * words, error);
        }
    }
    free(successors);
    return status;
}

hr_status hr_space_around(const hr_puzzle *puzzle, const hr_state *start, hr_space *space, hr_error *error) {
    const hr_status status = search_around(puzzle, start, space, error);
    end(space);
    return status;
}

/// The number of the nearest solved state; `space->count` if there is none.
static size_t find_solved(const hr_puzzle *puzzle, const hr_space *space) {
    uint8_t solved = 0;
    size_t number = 0;
    for (; number < space->count; number++) {
        hr_puzzle_solved(puzzle, hr_space_state(space, number), 1, &solved);
        if (solved != 0) {
            return number;
        }
    }
    return number;
}

/// Write a shortest way from the first state to state `number`, *length + 1 states, into `way`. The state before another one is its
/// neighbour that was found first, because moves can be taken back.
static hr_status go_back(const hr_puzzle *puzzle, const hr_space *space, size_t number, hr_state *way, size_t *length,
                         hr_error *error) {
    const size_t words = space->words;
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * words * sizeof *successors);
    if (successors == NULL) {
        return no_memory(error);
    }
    size_t at = space->count - 1;
    hr_words_copy(way + at * words, hr_space_state(space, number), words);
    for (; number > 0; hr_words_copy(way + --at * words, hr_space_state(space, number), words)) {
        const size_t found = hr_puzzle_expand(puzzle, hr_space_state(space, number), 1, successors, NULL);
        for (size_t i = 0; i < found; i++) {
            const uint32_t slot = space->slots[slot_of(space, successors + i * words)];
            number = slot > 0 && slot - 1 < number ? slot - 1 : number;
        }
    }
    free(successors);
    *length = space->count - 1 - at;
    memmove(way, way + at * words, (*length + 1) * words * sizeof *way);
    return HR_OK;
}

hr_status hr_space_way(const hr_puzzle *puzzle, const hr_state *start, hr_state **way, size_t *length, hr_error *error) {
    hr_space space;
    *way = NULL;
    hr_status status = search_around(puzzle, start, &space, error);
    const size_t number = status == HR_OK ? find_solved(puzzle, &space) : 0;
    if (status == HR_OK && number < space.count) {
        *way = malloc(space.count * space.words * sizeof **way);
        status = *way == NULL ? no_memory(error) : go_back(puzzle, &space, number, *way, length, error);
    }
    if (status != HR_OK) {
        free(*way);
        *way = NULL;
    }
    hr_space_clear(&space);
    return status;
}

/// Add the entries first … first + n − 1 of the table; those without a distance only if `all` is set.
static hr_status add_entries(const hr_table *table, uint64_t first, size_t n, bool all, hr_space *space, hr_error *error) {
    hr_state states[HR_BATCH * HR_STATE_WORDS_MAX];
    hr_depth values[HR_BATCH];
    HR_TRY(hr_table_values(table, first, n, values, error));
    HR_TRY(hr_table_states(table, first, n, states, error));
    if (hr_puzzle_first_invalid(hr_table_puzzle(table), states, n) < n) {
        return hr_error_set(error, HR_FILE, "%.200s: damaged: a key is not a state: make the table again",
                            hr_table_describe(table)->path);
    }
    for (size_t i = 0; i < n; i++) {
        if (all || values[i] != HR_DEPTH_UNREACHED) {
            HR_TRY(add(space, states + i * space->words, error));
        }
    }
    return HR_OK;
}

hr_status hr_space_of_table(const hr_table *table, hr_space *space, hr_error *error) {
    const hr_table_info *info = hr_table_describe(table);
    const bool all = hr_puzzle_describe(hr_table_puzzle(table))->openings && info->encoding == HR_TABLE_INDEX;
    *space = (hr_space){.count = 0};
    if ((all ? info->entries : info->reached) > HR_SPACE_MAX) {
        return HR_OK;
    }
    HR_TRY(begin(space, hr_table_puzzle(table), error));
    for (uint64_t first = 0; first < info->entries; first += HR_BATCH) {
        const uint64_t left = info->entries - first;
        HR_TRY(add_entries(table, first, left < HR_BATCH ? (size_t)left : HR_BATCH, all, space, error));
    }
    end(space);
    return HR_OK;
}

/// A breadth-first search through a space from its solved states.
typedef struct search {
    const hr_space *space;
    const hr_puzzle *puzzle;
    hr_depth *distances;
    hr_state *queue; ///< [count · words] the states that have a distance, in the order of their distances
    size_t queued;
    hr_state *successors; ///< [HR_BATCH · max_successors · words] the successors of a batch
    uint16_t counts[HR_BATCH];
} search;

/// Give the state a distance unless it has one.
static hr_status reach(search *s, const hr_state *state, hr_depth distance, hr_error *error) {
    const uint32_t number = s->space->slots[slot_of(s->space, state)];
    if (number == 0) {
        return hr_error_set(error, HR_INTERNAL, "a move leads out of the states of the page");
    }
    if (s->distances[number - 1] == HR_DEPTH_UNREACHED) {
        s->distances[number - 1] = distance;
        hr_words_copy(s->queue + s->queued++ * s->space->words, state, s->space->words);
    }
    return HR_OK;
}

static hr_status begin_search(search *s, hr_error *error) {
    uint8_t solved[HR_BATCH];
    for (size_t first = 0; first < s->space->count; first += HR_BATCH) {
        const size_t left = s->space->count - first;
        const size_t n = left < HR_BATCH ? left : HR_BATCH;
        hr_puzzle_solved(s->puzzle, hr_space_state(s->space, first), n, solved);
        for (size_t i = 0; i < n; i++) {
            s->distances[first + i] = HR_DEPTH_UNREACHED;
        }
        for (size_t i = 0; i < n; i++) {
            if (solved[i] != 0) {
                HR_TRY(reach(s, hr_space_state(s->space, first + i), 0, error));
            }
        }
    }
    return HR_OK;
}

/// Expand up to a batch of states, which begin at queue[done].
static hr_status expand(search *s, size_t done, size_t n, hr_error *error) {
    const size_t words = s->space->words;
    const hr_state *queue = s->queue + done * words;
    (void)hr_puzzle_expand(s->puzzle, queue, n, s->successors, s->counts);
    const hr_state *next = s->successors;
    for (size_t i = 0; i < n; i++) {
        const uint32_t number = s->space->slots[slot_of(s->space, queue + i * words)];
        const hr_depth distance = s->distances[number - 1] + 1;
        for (size_t k = 0; k < s->counts[i]; k++, next += words) {
            HR_TRY(reach(s, next, distance, error));
        }
    }
    return HR_OK;
}

static hr_status run_search(search *s, hr_depth *greatest, hr_error *error) {
    HR_TRY(begin_search(s, error));
    for (size_t done = 0; done < s->queued;) {
        const size_t n = s->queued - done < HR_BATCH ? s->queued - done : HR_BATCH;
        HR_TRY(expand(s, done, n, error));
        done += n;
    }
    *greatest = HR_DEPTH_UNREACHED;
    if (s->queued > 0) {
        *greatest = s->distances[s->space->slots[slot_of(s->space, s->queue + (s->queued - 1) * s->space->words)] - 1];
    }
    return HR_OK;
}

hr_status hr_space_distances(const hr_space *space, const hr_puzzle *puzzle, hr_depth *distances, hr_depth *greatest,
                             hr_error *error) {
    search *s = malloc(sizeof *s);
    if (s == NULL) {
        return no_memory(error);
    }
    const size_t room = hr_puzzle_describe(puzzle)->max_successors;
    s->space = space;
    s->puzzle = puzzle;
    s->distances = distances;
    s->queued = 0;
    s->queue = malloc((space->count + 1) * space->words * sizeof *s->queue);
    s->successors = malloc(HR_BATCH * room * space->words * sizeof *s->successors);
    const bool there = s->queue != NULL && s->successors != NULL;
    const hr_status status = there ? run_search(s, greatest, error) : no_memory(error);
    free(s->queue);
    free(s->successors);
    free(s);
    return status;
}

void hr_space_clear(hr_space *space) {
    free(space->states);
    free(space->slots);
    *space = (hr_space){.count = 0};
}
