// SPDX-License-Identifier: MIT
#include "openings/team.h"

#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/try.h"

/// How often a waiting rank looks whether the meeting has ended, before the rank sleeps.
enum { MEETING_LOOKS = 100 };

/// How many seconds a rank sleeps before it looks whether the others live.
enum { MEETING_SECONDS = 1 };

/// As hr_node_memory_create, but without HR_STOPPED: too little shared memory is HR_INTERNAL, as when malloc has no memory.
static hr_status allocate_shared(const hr_team *team, size_t bytes, hr_node_memory **memory, void **base, hr_error *error) {
    hr_error trouble = {.text = ""};
    const hr_status status = hr_node_memory_create(team->node, bytes, memory, base, &trouble);
    return status == HR_OK ? HR_OK : hr_error_set(error, HR_INTERNAL, "%s", trouble.text);
}

hr_status hr_team_create(const hr_comm *comm, hr_team **team, hr_error *error) {
    *team = NULL;
    hr_comm *node = NULL;
    HR_TRY(hr_comm_split_node(comm, &node, error));
    struct rlimit limit;
    uint64_t possible = hr_comm_size(node) > 1 && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
    const hr_status agreed = hr_comm_min(node, &possible, 1, error);
    if (agreed != HR_OK || possible == 0) {
        hr_comm_destroy(&node);
        return agreed;
    }
    hr_team *made = calloc(1, sizeof *made);
    hr_status status = made == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for the ranks of a node") : HR_OK;
    status = hr_comm_agree(node, status, error);
    if (status == HR_OK && made != NULL) {
        *made = (hr_team){.all = node,
                          .node = node,
                          .rank = hr_comm_rank(node),
                          .ranks = hr_comm_size(node),
                          .place = hr_comm_rank(node),
                          .places = hr_comm_size(node),
                          .nodes = 1};
        void *base = NULL;
        status = allocate_shared(made, sizeof *made->board + (size_t)made->ranks * sizeof *made->board->processes, &made->memory,
                                 &base, error);
        made->board = base;
        if (status == HR_OK) {
            hr_team_enter(made);
        }
    }
    if (status != HR_OK) {
        free(made);
        hr_comm_destroy(&node);
        return status;
    }
    *team = made;
    return HR_OK;
}

/// Local. Fill in the places of the ranks, node by node, in the order of the nodes' first ranks.
static void place_ranks(hr_team *team, const uint64_t *leaders) {
    const int own = hr_comm_rank(team->all);
    int place = 0;
    for (int leader = 0; leader < team->places; leader++) {
        if (leaders[leader] != (uint64_t)leader) {
            continue;
        }
        if (leaders[own] == (uint64_t)leader) {
            team->node_number = team->nodes;
            team->first_place = place;
        }
        team->nodes++;
        for (int rank = leader; rank < team->places; rank++) {
            if (leaders[rank] == (uint64_t)leader) {
                team->place = rank == own ? place : team->place;
                team->rank_at[place++] = rank;
            }
        }
    }
}

/// Local. Make what hr_team_create_wide makes, also of a single node.
static hr_status make_wide(const hr_comm *comm, const hr_team *beside, const uint64_t *leaders, hr_team **team, hr_error *error) {
    hr_team *made = *team = calloc(1, sizeof *made);
    HR_TRY_MEMORY(made != NULL, error, "the ranks of all nodes");
    if (beside != NULL) {
        *made = *beside;
        made->borrows = true;
    } else {
        made->ranks = 1;
        made->board = calloc(1, sizeof *made->board);
    }
    made->all = comm;
    made->places = hr_comm_size(comm);
    made->nodes = 0;
    made->rank_at = calloc((size_t)made->places, sizeof *made->rank_at);
    HR_TRY_MEMORY(made->board != NULL && made->rank_at != NULL, error, "the places of %d ranks", made->places);
    place_ranks(made, leaders);
    return HR_OK;
}

hr_status hr_team_create_wide(const hr_comm *comm, const hr_team *beside, const uint64_t *leaders, hr_team **team,
                              hr_error *error) {
    const hr_status status = hr_comm_agree(comm, make_wide(comm, beside, leaders, team, error), error);
    if (*team != NULL && (status != HR_OK || (*team)->nodes == 1)) {
        hr_team_destroy(team);
    }
    return status;
}

void hr_team_destroy(hr_team **team) {
    if (*team == NULL) {
        return;
    }
    if (!(*team)->borrows) {
        hr_team_free(&(*team)->memory, (*team)->board);
        hr_comm_destroy(&(*team)->node);
    }
    free((*team)->rank_at);
    free(*team);
    *team = NULL;
}

hr_status hr_team_allocate(const hr_team *team, size_t bytes, hr_node_memory **memory, void **base, hr_error *error) {
    if (team != NULL && team->node != NULL) {
        return allocate_shared(team, bytes, memory, base, error);
    }
    *memory = NULL;
    *base = calloc(bytes + 1, 1);
    return *base != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for %zu bytes of a family", bytes);
}

void hr_team_free(hr_node_memory **memory, void *base) {
    if (*memory != NULL) {
        hr_node_memory_destroy(memory);
    } else {
        free(base);
    }
}

/// Returns one number for process `id` and the container, which numbers its processes for itself; 0 if it is unknown.
static unsigned long long process_name(pid_t id) {
    struct stat space;
    return stat("/proc/self/ns/pid", &space) == 0 ? (unsigned long long)space.st_ino << 32 | (unsigned)id : 0;
}

void hr_team_enter(const hr_team *team) { atomic_store(&team->board->processes[team->rank], process_name(getpid())); }

hr_status hr_team_check(const hr_team *team, hr_error *error) {
    for (int rank = 0; rank < team->ranks; rank++) {
        const unsigned long long name = atomic_load(&team->board->processes[rank]);
        const pid_t id = (pid_t)(name & INT32_MAX);
        if (rank != team->rank && name != 0 && name == process_name(id) && kill(id, 0) != 0 && errno == ESRCH) {
            hr_error lost;
            (void)hr_error_set(&lost, HR_INTERNAL, "the process of rank %d of this node has ended", rank);
            (void)hr_comm_leave(team->node, HR_INTERNAL, &lost);
            return hr_error_set(error, HR_INTERNAL, "%s", lost.text);
        }
    }
    return HR_OK;
}

/// Wait until meeting `number` has ended, or a rank is lost. A rank that has a core of its own finds that out at once. Where ranks
/// share a core, the waiting ranks must let the others come: after some looks they sleep until the last rank to come wakes them.
static hr_status wait_for_end(const hr_team *team, unsigned number, hr_error *error) {
    hr_team_board *board = team->board;
    const struct timespec time = {.tv_sec = MEETING_SECONDS};
    for (int looks = 0; atomic_load_explicit(&board->meetings, memory_order_acquire) == number; looks++) {
        if (looks < MEETING_LOOKS) {
            (void)sched_yield();
        } else if (syscall(SYS_futex, &board->meetings, FUTEX_WAIT, number, &time, NULL, 0) != 0 && errno == ETIMEDOUT) {
            HR_TRY(hr_team_check(team, error));
        }
    }
    return HR_OK;
}

/// Collective over the team. Meet, and replace `values[0..n)` by their sums. The last rank to come sets the sums of the meeting
/// before to zero, which all ranks have read by then, and ends the meeting. HR_INTERNAL: a rank is lost.
static hr_status meet(const hr_team *team, uint64_t *values, size_t n, hr_error *error) {
    hr_team_board *board = team->board;
    const unsigned number = atomic_load(&board->meetings);
    for (size_t i = 0; i < n; i++) {
        atomic_fetch_add(&board->sums[number % 2][i], values[i]);
    }
    if (atomic_fetch_add(&board->arrived, 1) + 1 < team->ranks) {
        HR_TRY(wait_for_end(team, number, error));
    } else {
        atomic_store(&board->arrived, 0);
        for (size_t i = 0; i < HR_TEAM_SUMS; i++) {
            atomic_store(&board->sums[(number + 1) % 2][i], 0);
        }
        atomic_store(&board->meetings, number + 1);
        (void)syscall(SYS_futex, &board->meetings, FUTEX_WAKE, team->ranks, NULL, NULL, 0);
    }
    for (size_t i = 0; i < n; i++) {
        values[i] = atomic_load(&board->sums[number % 2][i]);
    }
    return HR_OK;
}

hr_status hr_team_meet(const hr_team *team, const hr_node_memory *memory, hr_error *error) {
    if (team == NULL || team->node == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_node_memory_fence(memory, error));
    HR_TRY(meet(team, NULL, 0, error));
    return hr_node_memory_fence(memory, error);
}

hr_status hr_team_sum(const hr_team *team, const hr_node_memory *memory, uint64_t *values, size_t n, hr_error *error) {
    assert(n > 0 && n <= HR_TEAM_SUMS);
    if (team == NULL) {
        return HR_OK;
    }
    HR_TRY(memory == NULL ? HR_OK : hr_node_memory_fence(memory, error));
    if (hr_team_is_wide(team)) {
        HR_TRY(hr_comm_sum(team->all, values, n, error));
    } else {
        HR_TRY(meet(team, values, n, error));
    }
    return memory == NULL ? HR_OK : hr_node_memory_fence(memory, error);
}

hr_status hr_team_agree(const hr_team *team, hr_status status, hr_error *error) {
    return team == NULL ? status : hr_comm_agree(team->all, status, error);
}

unsigned hr_team_take(const hr_team *team) { return atomic_fetch_add(&team->board->turns, 1); }
