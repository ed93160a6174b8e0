// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_RECOUNT_H
#define HR_TABLE_RECOUNT_H

#include "verify/verify.h"

/// Collective. hr_table_verify for a plane table, whose bits prove nothing by themselves: search anew, and compare each state's
/// distance mod 4 and each layer's size as they come.
hr_status hr_table_recount(const hr_comm *comm, const hr_table *table, const hr_verify_options *options, hr_verification *result,
                           hr_error *error);

#endif
