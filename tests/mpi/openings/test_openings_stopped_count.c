// SPDX-License-Identifier: MIT
// Ranks: 1 2 3
// The ranks of a node count a family's components together. Whichever of them is stopped, and wherever, all say so: none waits for
// another one, and what has been counted by then is not taken for the whole.

#include "mpi_test.h"

#include <time.h>

#include "huarong/klotski.h"
#include "openings/components/components.h"
#include "puzzle/klotski/parts.h"

/// Before it is stopped, a rank lets the others come as far as they can without it, for so many nanoseconds.
enum { LEAD = 10000000 };

/// How often a rank may go on, and how often it has asked.
typedef struct patience {
    uint64_t most;
    uint64_t asked;
} patience;

static bool may_go_on(void *context, hr_depth depth) {
    patience *p = context;
    assert_int_equal(depth, 0);
    assert_true(p->asked <= p->most); // nobody asks again after a stop
    if (p->asked++ < p->most) {
        return true;
    }
    (void)nanosleep(&(struct timespec){.tv_nsec = LEAD}, NULL);
    return false;
}

/// Collective. Count while this rank may go on `most` times. Returns how often it asked.
static uint64_t count(hr_family_search *search, uint64_t most, hr_status expected, hr_components *components) {
    patience own = {.most = most};
    search->watch.tick = may_go_on;
    search->watch.context = &own;
    assert_int_equal(hr_components_count(search, components, NULL), expected);
    if (search->family->team != NULL) {
        atomic_store(&search->family->team->board->stop, false);
    }
    return own.asked;
}

/// Collective. Stop each rank in turn, at each place where it asks.
static void stop_everywhere(hr_family_search *search) {
    const hr_comm *world = hr_test_world();
    hr_components whole;
    uint64_t asked = count(search, UINT64_MAX, HR_OK, &whole);
    assert_true(whole.all[1] > 0);
    assert_int_equal(hr_comm_min(world, &asked, 1, NULL), HR_OK);
    assert_true(asked > 0);
    for (int rank = 0; rank < hr_comm_size(world); rank++) {
        for (uint64_t most = 0; most < asked; most++) {
            hr_components part;
            (void)count(search, rank == hr_comm_rank(world) ? most : UINT64_MAX, HR_STOPPED, &part);
        }
    }
    hr_components again;
    (void)count(search, UINT64_MAX, HR_OK, &again);
    assert_memory_equal(&again, &whole, sizeof whole);
}

/// Collective. Stop the counts of one family.
static void stop_family(const hr_klotski_board *board, int horizontals, int verticals) {
    hr_team *team = NULL;
    hr_family family;
    hr_family_search search;
    assert_int_equal(hr_team_create(hr_test_world(), &team, NULL), HR_OK);
    assert_true((team != NULL) == (hr_comm_size(hr_test_world()) > 1));
    const hr_family_shape shape = {board, horizontals, verticals, false, team};
    assert_int_equal(hr_family_fill(&family, &shape, NULL, NULL, NULL), HR_OK);
    assert_int_equal(hr_family_search_open(&search, &family, HR_METRIC_UNIT, UINT32_MAX, NULL), HR_OK);
    stop_everywhere(&search);
    hr_family_search_clear(&search);
    hr_family_clear(&family);
    hr_team_destroy(&team);
}

/// Ranks ask after every 256 frames: some times in each step of the count of a large family, once in the whole count of a small
/// one.
HR_TEST(test_a_rank_that_is_stopped_anywhere_stops_all) {
    static const int DOMINOES[][2] = {{1, 1}, {2, 1}, {2, 2}, {1, 3}};
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x4"});
    const hr_klotski_board *board = NULL;
    const hr_klotski_index *index = NULL;
    assert_true(hr_klotski_parts(puzzle, &board, &index));
    for (size_t i = 0; i < sizeof DOMINOES / sizeof DOMINOES[0]; i++) {
        stop_family(board, DOMINOES[i][0], DOMINOES[i][1]);
    }
    hr_puzzle_destroy(&puzzle);
}
