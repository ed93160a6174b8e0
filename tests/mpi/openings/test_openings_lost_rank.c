// SPDX-License-Identifier: MIT
// A rank whose neighbour has been killed does not wait for it: neither in a meeting nor for a frame's lock.
// Ranks: 1

#include "mpi_test.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "openings/team.h"

enum { RANKS = 2, BYTES = 4096 };

/// A process that enters the team as rank 1 and lives until it is killed.
static pid_t begin_neighbour(hr_team team) {
    const pid_t neighbour = fork();
    assert_true(neighbour >= 0);
    if (neighbour == 0) {
        team.rank = 1;
        hr_team_enter(&team);
        for (;;) {
            (void)pause();
        }
    }
    while (atomic_load(&team.board->processes[1]) == 0) {
        (void)usleep(1000);
    }
    return neighbour;
}

HR_TEST(test_nobody_waits_for_a_killed_rank) {
    hr_team_board *board = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(board, MAP_FAILED);
    hr_comm *node = NULL;
    assert_int_equal(hr_comm_split_node(hr_test_world(), &node, NULL), HR_OK);
    const hr_team team = {.all = node, .node = node, .ranks = RANKS, .places = RANKS, .nodes = 1, .board = board};
    hr_frame_lock lock = 1; // of the neighbour
    hr_error error = {.text = ""};
    uint64_t value = 7;
    hr_team_enter(&team);
    const pid_t neighbour = begin_neighbour(team);
    assert_int_equal(hr_team_check(&team, NULL), HR_OK);
    assert_int_equal(kill(neighbour, SIGKILL), 0);
    assert_int_equal(waitpid(neighbour, NULL, 0), neighbour);
    hr_frame_hold(&team, &lock, 0);
    assert_int_equal(hr_team_check(&team, NULL), HR_INTERNAL); // also when it has been seen before
    assert_int_equal(hr_team_sum(&team, NULL, &value, 1, &error), HR_INTERNAL);
    assert_string_equal(error.text, "the process of rank 1 of this node has ended");
    hr_comm_destroy(&node);
    assert_int_equal(munmap(board, BYTES), 0);
}
