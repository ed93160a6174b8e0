// SPDX-License-Identifier: MIT
#include "run/stop_reason.h"

#include <stddef.h>

#include "comm/comm.h"

static const double MARGIN = 1.5;

/// A limit in seconds that is reached at once. 0 would mean no limit.
static const double AT_ONCE = 1e-9;

static const struct {
    const char *name;
    const char *text;
} REASONS[] = {
    [HR_STOP_NONE] = {"none", "at a limit"},
    [HR_STOP_DEPTH] = {"max-depth", "at the depth asked for"},
    [HR_STOP_STATES] = {"max-states", "at the number of states asked for"},
    [HR_STOP_SOLVED] = {"solved", "at the first solved state"},
    [HR_STOP_MEMORY] = {"memory", "at the memory limit"},
    [HR_STOP_TIME] = {"max-time", "by the time limit"},
    [HR_STOP_SIGNAL] = {"signal", "by a signal"},
};

const char *hr_stop_name(hr_stop stop) { return REASONS[stop].name; }

const char *hr_stop_text(hr_stop stop) { return REASONS[stop].text; }

bool hr_stop_ends_run(hr_stop stop) { return stop == HR_STOP_TIME || stop == HR_STOP_SIGNAL; }

double hr_stop_time(double begin, double max_seconds, double reserve) {
    const double most = max_seconds / 2;
    return begin + max_seconds - (reserve < most ? reserve : most);
}

double hr_stop_reserve(uint64_t bytes, uint64_t written, double seconds) {
    return written == 0 ? 0 : MARGIN * seconds * (double)bytes / (double)written;
}

hr_stop hr_stop_reason(bool (*stop_wanted)(void), double begin, double max_seconds, double reserve) {
    if (stop_wanted != NULL && stop_wanted()) {
        return HR_STOP_SIGNAL;
    }
    return max_seconds > 0 && hr_comm_seconds() >= hr_stop_time(begin, max_seconds, reserve) ? HR_STOP_TIME : HR_STOP_NONE;
}

bool hr_stop_run_ends_first(double begin, double max_seconds, double *search_seconds) {
    if (max_seconds <= 0) {
        return false;
    }
    const double left = begin + max_seconds - hr_comm_seconds();
    if (*search_seconds > 0 && *search_seconds < left) {
        return false;
    }
    *search_seconds = left > 0 ? left : AT_ONCE;
    return true;
}
