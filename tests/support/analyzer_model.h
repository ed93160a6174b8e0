// SPDX-License-Identifier: MIT
#ifndef HR_ANALYZER_MODEL_H
#define HR_ANALYZER_MODEL_H

// scripts/lint puts this before every file: the analyzer sees one file at a time, so it can't know that hr_error_set returns the
// status that it was given, and would follow paths on which a failure goes on as a success.

#include "huarong/status.h"

#define hr_error_set(error, status, ...) ((void)(hr_error_set)((error), (status), __VA_ARGS__), (status))

#endif
