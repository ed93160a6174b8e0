// SPDX-License-Identifier: MIT
#ifndef HR_SCHEDULED_RANKS_H
#define HR_SCHEDULED_RANKS_H

// Ranks of a split iteration without MPI, in orders of events that a real network gives once in a long while. The ranks have a
// stack each in one thread, which goes from one to the other. Who goes on, and how long messages and the ends of waves are on their
// way, comes from a seed. This stands in for what the search takes from the comm room.

#include <stdbool.h>
#include <stdint.h>

#include "comm/comm.h"

enum { HR_SCHEDULED_RANKS_MAX = 4 };

/// Run `main` on so many ranks, each with a group of all of them. The seed decides everything.
void hr_scheduled_run(int ranks, uint64_t seed, void (*main)(const hr_comm *world, void *context), void *context);

// For what the ranks run.

/// A random number below `below`.
uint64_t hr_scheduled_draw(uint64_t below);

/// Time passes: another rank may go on.
void hr_scheduled_step(void);

/// This rank.
int hr_scheduled_rank(void);

/// Has this rank joined a wave? *over: have all others joined it, too?
bool hr_scheduled_wave(bool *over);

/// This rank begins with work that it has.
void hr_scheduled_begin_work(void);

/// After a run: has work gone from hand to hand without anybody beginning with it?
bool hr_scheduled_handed_on(void);

/// After a run, or in it: how many messages with work have come.
uint64_t hr_scheduled_gifts(void);

/// Random bits from a number (splitmix64).
uint64_t hr_scheduled_mix(uint64_t number);

#endif
