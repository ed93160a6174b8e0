// SPDX-License-Identifier: MIT
#ifndef HR_SOLVE_TOGETHER_H
#define HR_SOLVE_TOGETHER_H

// For tests: one search with a split of its own.

#include "core/try.h"
#include "solve/idastar/split.h"

/// Collective over `comm`; Local if `comm` is NULL. As hr_idastar_solve.
static inline hr_status hr_test_solve(const hr_comm *comm, const hr_idastar_domain *domain, const void *root,
                                      const hr_idastar_options *options, hr_idastar_result *result, hr_error *error) {
    hr_idastar_split *split = NULL;
    if (comm != NULL && hr_comm_size(comm) > 1) {
        HR_TRY(hr_idastar_split_create(comm, &split, error));
    }
    hr_status status = hr_idastar_solve(split, domain, root, options, result, error);
    status = comm != NULL ? hr_comm_leave(comm, status, error) : status;
    const hr_status destroyed = hr_idastar_split_destroy(&split, error);
    return status != HR_OK ? status : destroyed;
}

#endif
