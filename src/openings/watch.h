// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_WATCH_H
#define HR_OPENINGS_WATCH_H

// What ranks tell each other while each of them searches its own families: that all have to stop, and rank 0 what has been done.

#include "comm/mailbox.h"
#include "openings/store.h"

typedef struct hr_openings_watch {
    hr_mailbox *mailbox;
    hr_status status;               ///< of the mailbox: HR_OK, or why this rank can go on no more
    hr_error error;                 ///<
    hr_stop stop;                   ///< the reason that this rank saw to stop
    bool called_off;                ///< another rank said that all have to stop
    double looked;                  ///< when the mailbox was last looked into, in hr_comm_seconds
    double reserve;                 ///< seconds to leave at the end for what is to be written then
    uint64_t sent;                  ///< reports to rank 0
    uint64_t heard;                 ///< on rank 0: reports so far
    bool finished[HR_FAMILIES_MAX]; ///< on rank 0: the families that are counted in the progress
    double work;                    ///< on rank 0: of all families that were not finished at first
    double work_done;               ///< and of those that have been since
} hr_openings_watch;

/// Local. Is there a reason to stop now for a run that began at `begin`? The time limit is over `reserve` seconds and some before
/// its end.
hr_stop hr_openings_stop_reason(const hr_openings_options *options, double begin, double reserve);

/// Collective, when the families have been dealt.
hr_status hr_openings_watch_open(hr_openings_run_state *run, hr_error *error);

/// Local, cheap: may this rank go on? Tells the progress, too. False when it sees a signal or the time limit, or hears of one.
bool hr_openings_goes_on(hr_openings_run_state *run);

/// Local. Report to rank 0, which tells the run's log. Of the event only what is known here need be filled in.
void hr_openings_report_event(hr_openings_run_state *run, const hr_openings_event *event);

/// Collective. `status` is how this rank's search ended: any but HR_OK makes all ranks stop. Wait for all others. Returns the
/// agreed status.
hr_status hr_openings_watch_finish(hr_openings_run_state *run, hr_status status, hr_error *error);

/// Collective.
hr_status hr_openings_watch_close(hr_openings_run_state *run, hr_status status, hr_error *error);

#endif
