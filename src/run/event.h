// SPDX-License-Identifier: MIT
#ifndef HR_EVENT_H
#define HR_EVENT_H

// What every long run tells its log, whatever its engine. Engines report events on rank 0.

#include <stdint.h>

typedef enum hr_event_kind {
    HR_EVENT_LAYER,      ///< a layer is complete
    HR_EVENT_FAMILY,     ///< a rank has finished a family of openings
    HR_EVENT_HEURISTIC,  ///< the heuristic of an IDA* run is ready
    HR_EVENT_ITERATION,  ///< all ranks together have finished an iteration of a position
    HR_EVENT_POSITION,   ///< one position has been finished
    HR_EVENT_POSITIONS,  ///< several positions have been finished since the last such event
    HR_EVENT_RESUMED,    ///< the run goes on from a checkpoint
    HR_EVENT_REFUSED,    ///< a checkpoint or a part of it is damaged or foreign, and is not used
    HR_EVENT_CHECKPOINT, ///< a checkpoint has been written
    HR_EVENT_FAILED,     ///< a checkpoint could not be written; the run goes on
} hr_event_kind;

struct hr_enumeration;

/// Something for the run's log. A member that an event does not name is zero.
typedef struct hr_event {
    hr_event_kind kind;
    double seconds;   ///< since the start; a breadth-first run adds the time that earlier runs spent before their checkpoint
    double duration;  ///< seconds that the reported step took; for a checkpoint, until its file was complete
    double stalled;   ///< CHECKPOINT, but for openings: seconds for which the search stood still
    uint64_t bytes;   ///< CHECKPOINT, and RESUMED but for openings: size of the checkpoint
    uint64_t memory;  ///< LAYER: bytes for states, all ranks together; FAMILY: greatest resident memory of the rank
    uint64_t busiest; ///< LAYER: canonical states of the rank that has most
    const char *text; ///< REFUSED, FAILED: the reason
    /// A breadth-first run: the layers finished so far. Of a search from both sides, but for LAYER: only their number, which is 1
    /// more than the sum of both sides' depths.
    const struct hr_enumeration *enumeration;
    /// What else the engine tells: hr_openings_event for openings, hr_idastar_step for IDA*. A search from both sides: the side as
    /// text, "start" or "goal" for LAYER, else "both".
    const void *more;
} hr_event;

/// Called on rank 0 for each event. `context` is the caller's own.
typedef void (*hr_event_handler)(const hr_event *event, void *context);

#endif
