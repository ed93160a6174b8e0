// SPDX-License-Identifier: MIT
#ifndef HR_RECOUNT_H
#define HR_RECOUNT_H

#include "verify/verify.h"

/// Collective. The part of hr_table_verify that proves the distances of a plane table. A plane table holds distances only mod 4, so
/// the puzzle is searched anew: each state's distance mod 4 is compared when the state is found, and the layers' sizes at the end.
/// Sets result->states. Errors as for hr_table_verify.
hr_status hr_table_recount(const hr_comm *comm, const hr_table *table, const hr_verify_options *options, hr_verification *result,
                           hr_error *error);

#endif
