// SPDX-License-Identifier: MIT
#ifndef HR_ORDER_H
#define HR_ORDER_H

// A table that an engine is asked to write at the end of a whole space.

#include "run/enumeration.h"

typedef struct hr_table_order {
    const char *path; ///< the table's file; NULL: no table is wanted
    bool force;       ///< a file of that name may be replaced
    hr_count states;  ///< write only if so many states were found; 0: any number is right

    bool begun;   ///< set by the engine: the search is done and the table's turn has come
    bool written; ///< set by the engine: the table is there
} hr_table_order;

/// Local, the same on all ranks. HR_CHECK if another number of states was found than is expected; 0: any number is right.
hr_status hr_expect_states(const hr_enumeration *result, hr_count expected, hr_error *error);

/// What an engine's conclusion writes its table with: `write` gets `engine`.
typedef struct hr_table_writing {
    hr_table_order *order;
    const hr_enumeration *result;
    void *engine;
    hr_status (*write)(void *engine, const hr_table_order *order, const hr_stop_look *look, hr_error *error);
} hr_table_writing;

/// Local. The conclusion of a run that writes the ordered table; nothing if no table is wanted. `writing` is borrowed for the run.
hr_conclusion hr_table_conclusion(hr_table_writing *writing);

#endif
