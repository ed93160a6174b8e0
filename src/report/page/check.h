// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_CHECK_H
#define HR_REPORT_CHECK_H

// Looks whether a result or a log has values of the types that the page's scripts rely on.

#include "report/page/value.h"

/// Local. Check the data of a result or a log. `kind` is that of a hr_page_input. HR_FILE: a member that the page reads has another
/// type, or is missing.
hr_status hr_page_check(const char *path, const char *kind, json_t *data, hr_error *error);

#endif
