// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "cli/output/csv/rows.h"
#include "cli/output/found.h"
#include "cli/output/query.h"
#include "core/try.h"

hr_status hr_query_csv_begin(hr_query_answers *answers, hr_error *error) {
    (void)error;
    fprintf(answers->out, "id,state,distance%s\n", answers->path ? ",moves" : "");
    return HR_OK;
}

/// Print the moves of an optimal path as a column.
static hr_status print_moves(const hr_query_answers *answers, const hr_query_asked *asked, const hr_letters *letters,
                             hr_error *error) {
    size_t length = 0;
    HR_TRY(hr_table_path(answers->table, asked->state, answers->walk, &length, error));
    const hr_found found = {.letters = *letters, .path = {.states = answers->walk, .count = length + 1}};
    return hr_found_print_moves(hr_table_puzzle(answers->table), &found, hr_csv_print_doubled, answers->out, error);
}

hr_status hr_query_csv_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    const hr_puzzle *puzzle = hr_table_puzzle(answers->table);
    const bool reached = distance != HR_DEPTH_UNREACHED;
    FILE *out = answers->out;
    hr_letters letters;
    char state[HR_STATE_TEXT_MAX];
    hr_puzzle_take_letters(puzzle, asked->state, asked->text, &letters);
    hr_puzzle_format_with(puzzle, asked->state, &letters, state);
    if (asked->name != NULL) {
        hr_csv_print_quoted(asked->name, out);
    } else {
        fprintf(out, "%" PRIu64, answers->count);
    }
    fputc(',', out);
    hr_csv_print_quoted(state, out);
    fputc(',', out);
    if (reached) {
        fprintf(out, "%" PRIu32, distance);
    }
    if (answers->path) {
        fputs(",\"", out);
        HR_TRY(reached ? print_moves(answers, asked, &letters, error) : HR_OK);
        fputc('"', out);
    }
    fputc('\n', out);
    return HR_OK;
}
