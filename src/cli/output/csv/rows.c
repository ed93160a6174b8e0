// SPDX-License-Identifier: MIT
#include "cli/output/csv/rows.h"

#include <string.h>

void hr_csv_print_doubled(const char *text, FILE *out) {
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            fputc('"', out);
        }
        fputc(*text, out);
    }
}

void hr_csv_print_quoted(const char *text, FILE *out) {
    fputc('"', out);
    hr_csv_print_doubled(text, out);
    fputc('"', out);
}

void hr_csv_print_text(const char *text, FILE *out) {
    if (strpbrk(text, "\",") != NULL) {
        hr_csv_print_quoted(text, out);
    } else {
        fputs(text, out);
    }
}
