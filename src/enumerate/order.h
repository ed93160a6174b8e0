// SPDX-License-Identifier: MIT
#ifndef HR_ORDER_H
#define HR_ORDER_H

// The order to write a table once an engine has searched a whole space.

#include "run/enumeration.h"

typedef struct hr_table_order {
    const char *path; ///< the table's file; NULL: no table is wanted
    bool force;       ///< a file of that name may be replaced
    hr_count states;  ///< write only if the search has found this number of states; 0: any number is right

    bool begun;   ///< set when the search is complete, before its number of states is checked and the table is written
    bool written; ///< set when the table is complete
} hr_table_order;

/// Local, the same on all ranks. HR_CHECK if `result` has another number of states than `expected`; 0: any number is right.
hr_status hr_expect_states(const hr_enumeration *result, hr_count expected, hr_error *error);

/// How an engine's conclusion writes the ordered table: it calls `write` with `engine`.
typedef struct hr_table_writing {
    hr_table_order *order;
    const hr_enumeration *result;
    void *engine;
    hr_status (*write)(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error);
} hr_table_writing;

/// Local. The conclusion for a run's options: it writes the ordered table, or does nothing if no table is wanted. `writing` is
/// borrowed until the run ends.
hr_conclusion hr_table_conclusion(hr_table_writing *writing);

#endif
