// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_WATCH_H
#define HR_OPENINGS_WATCH_H

// Messages between ranks while each rank searches its own families: a rank tells all others to stop, and reports to rank 0 what it
// has done.

#include "comm/mailbox.h"
#include "openings/store.h"

typedef struct hr_openings_watch {
    hr_mailbox *mailbox;
    hr_status status;               ///< HR_OK, or the error of the mailbox that ends this rank's search
    hr_error error;                 ///< the mailbox's error
    hr_stop stop;                   ///< this rank's own reason to stop
    bool called_off;                ///< another rank said that all have to stop
    double looked;                  ///< time of the last look into the mailbox, in hr_comm_seconds
    double reserve;                 ///< seconds that the search leaves of its time limit, for the last sync
    uint64_t sent;                  ///< number of reports that this rank sent to rank 0
    uint64_t heard;                 ///< on rank 0: number of reports received
    bool finished[HR_FAMILIES_MAX]; ///< on rank 0: the families that are counted in the progress
    double work;                    ///< on rank 0: work of all families that were unfinished at the start
    double work_done;               ///< on rank 0: work of the families finished since the start
} hr_openings_watch;

/// Local. The reason to stop now, or HR_STOP_NONE, for a run that began at `begin` (in hr_comm_seconds). The time limit counts as
/// reached `reserve` seconds plus one second before its end.
hr_stop hr_openings_stop_reason(const hr_openings_options *options, double begin, double reserve);

/// Collective. Open the mailbox and start the progress. The families must have been dealt. HR_INTERNAL: MPI failed or out of
/// memory.
hr_status hr_openings_watch_open(hr_openings_run_state *run, hr_error *error);

/// Local. May this rank go on? False if it sees a signal or the time limit, if another rank said to stop, or if the mailbox failed.
/// Also takes messages and, on rank 0, shows the progress. Cheap enough to be called often.
bool hr_openings_goes_on(hr_openings_run_state *run);

/// Local. Report an event to rank 0, which passes it to `options->event`. `rank`, `memory` and `progress` of *event need not be
/// filled in.
void hr_openings_report_event(hr_openings_run_state *run, const hr_openings_event *event);

/// Local. Report an event of this kind with this text; a long text is cut off.
void hr_openings_report_trouble(hr_openings_run_state *run, hr_event_kind kind, const char *text);

/// Collective. Wait until all ranks have finished or stopped. `status` is the status with which this rank's search ended: any but
/// HR_OK makes all ranks stop. Returns the status that all ranks agree on.
hr_status hr_openings_watch_finish(hr_openings_run_state *run, hr_status status, hr_error *error);

/// Collective. Close the mailbox. Returns `status`, or if that is HR_OK the error of the closing.
hr_status hr_openings_watch_close(hr_openings_run_state *run, hr_status status, hr_error *error);

#endif
