// SPDX-License-Identifier: MIT
// The formats of the result of `huarong openings`: one row for each.

#include "cli/output/openings.h"

hr_status hr_openings_report_print(void *context, FILE *out, hr_error *error) {
    static hr_status (*const PRINTERS[HR_FORMATS])(const hr_openings_report *report, FILE *out, hr_error *error) = {
        [HR_FORMAT_TEXT] = hr_openings_report_text,
        [HR_FORMAT_JSON] = hr_openings_report_json,
        [HR_FORMAT_CSV] = hr_openings_report_csv_distances,
        [HR_FORMAT_CSV_SETS] = hr_openings_report_csv_sets,
    };
    const hr_openings_report *report = context;
    return PRINTERS[report->format](report, out, error);
}
