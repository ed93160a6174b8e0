// SPDX-License-Identifier: MIT
// The formats of an enumeration's result: one row for each.

#include "cli/output/enumeration.h"

hr_status hr_enumeration_report_print(void *context, FILE *out, hr_error *error) {
    static hr_status (*const PRINTERS[HR_FORMATS])(const hr_enumeration_report *report, FILE *out, hr_error *error) = {
        [HR_FORMAT_TEXT] = hr_enumeration_report_text,
        [HR_FORMAT_JSON] = hr_enumeration_report_json,
        [HR_FORMAT_CSV] = hr_enumeration_report_csv,
    };
    const hr_enumeration_report *report = context;
    return PRINTERS[report->format](report, out, error);
}
