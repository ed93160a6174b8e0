// SPDX-License-Identifier: MIT
#include "cli/output/csv/rows.h"

#include <inttypes.h>
#include <string.h>

void hr_csv_solve_head(bool all, bool list, FILE *out) {
    fprintf(out, "id,state,outcome,length,lower_bound,nodes,seconds,moves%s%s\n", all ? ",solutions" : "", list ? ",solution" : "");
}

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

void hr_csv_solve_begin(const hr_csv_position *position, FILE *out) {
    if (position->name != NULL) {
        hr_csv_print_quoted(position->name, out);
    } else {
        fprintf(out, "%zu", position->number);
    }
    fputc(',', out);
    hr_csv_print_quoted(position->state, out);
    fprintf(out, ",%s,", position->outcome);
    if (position->solved) {
        fprintf(out, "%" PRIu64, position->length);
    }
    fputc(',', out);
    if (position->bounded) {
        fprintf(out, "%" PRIu64, position->lower_bound);
    }
    fprintf(out, ",%" PRIu64 ",%.6f,\"", position->nodes, position->seconds);
}

void hr_csv_solve_end(const hr_csv_position *position, FILE *out) {
    fputs(position->all ? "\"," : "\"", out);
    if (position->all && position->solved) {
        fprintf(out, "%" PRIu64, position->solutions);
    }
    fputs(position->list ? "," : "", out);
    if (position->list && position->solved) {
        fprintf(out, "%zu", position->solution);
    }
    fputc('\n', out);
}
