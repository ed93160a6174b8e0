// SPDX-License-Identifier: MIT
#ifndef HR_TEST_FRONTIER_BASE_H
#define HR_TEST_FRONTIER_BASE_H

#include "enumerate/frontier/frontier.h"
#include "mpi_test.h"

/// A node that sets no limit, on which each rank holds 16 MiB before a search: with it the same limit leaves the same memory for
/// states in each run, however much the process holds.
static const hr_memory_room HR_TEST_ROOM = {.node = {.bytes = UINT64_MAX}, .process = {.bytes = UINT64_MAX}, .resident = 16 << 20};

/// Local. Returns the bytes that each rank of a frontier engine needs besides states if HR_TEST_ROOM is its room.
static inline uint64_t hr_test_frontier_base(void) { return hr_frontier_base_bytes(&HR_TEST_ROOM, hr_comm_size(hr_test_world())); }

#endif
