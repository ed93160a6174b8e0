// SPDX-License-Identifier: MIT
#include "library/limits.h"

#include "run/stop_reason.h"

static const hr_stop STOPS[] = {
    [HR_SEARCH_COMPLETE] = HR_STOP_NONE, [HR_SEARCH_DEPTH] = HR_STOP_DEPTH, [HR_SEARCH_STATES] = HR_STOP_STATES,
    [HR_SEARCH_MEMORY] = HR_STOP_MEMORY, [HR_SEARCH_TIME] = HR_STOP_TIME,   [HR_SEARCH_SIGNAL] = HR_STOP_SIGNAL,
};

const char *hr_search_end_text(hr_search_end end) { return end == HR_SEARCH_COMPLETE ? "" : hr_stop_text(STOPS[end]); }

hr_search_end hr_library_end(hr_stop stop) {
    for (size_t i = 0; i < sizeof STOPS / sizeof STOPS[0]; i++) {
        if (STOPS[i] == stop) {
            return (hr_search_end)i;
        }
    }
    return HR_SEARCH_COMPLETE;
}

hr_checkpoint_options hr_library_checkpoints(const hr_search_checkpoints *checkpoints) {
    return (hr_checkpoint_options){.directory = checkpoints->directory, .every = checkpoints->every, .resume = checkpoints->resume};
}
