// SPDX-License-Identifier: MIT
#ifndef HR_CSV_ROWS_H
#define HR_CSV_ROWS_H

// Texts in CSV.

#include <stdio.h>

/// Local. Print a text, its quotation marks twice.
void hr_csv_print_doubled(const char *text, FILE *out);

/// Local. Print a text in quotation marks, those within it twice.
void hr_csv_print_quoted(const char *text, FILE *out);

/// Local. Print a text, in quotation marks if it holds one or a comma.
void hr_csv_print_text(const char *text, FILE *out);

#endif
