// SPDX-License-Identifier: MIT
// The formats of answers from a table: one row for each.

#include "cli/output/query.h"

/// A format. A function that is NULL has nothing to print.
typedef struct format {
    hr_status (*begin)(hr_query_answers *answers, hr_error *error);
    hr_status (*tell)(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error);
    hr_status (*end)(hr_query_answers *answers, hr_error *error);
} format;

static const format FORMATS[HR_FORMATS] = {
    [HR_FORMAT_TEXT] = {.tell = hr_query_text_tell},
    [HR_FORMAT_JSON] = {hr_query_json_begin, hr_query_json_tell, hr_query_json_end},
    [HR_FORMAT_JSON_LINES] = {hr_query_json_begin, hr_query_json_tell, hr_query_json_end},
    [HR_FORMAT_CSV] = {.begin = hr_query_csv_begin, .tell = hr_query_csv_tell},
};

hr_status hr_query_begin(hr_query_answers *answers, hr_error *error) {
    return FORMATS[answers->format].begin == NULL ? HR_OK : FORMATS[answers->format].begin(answers, error);
}

hr_status hr_query_end(hr_query_answers *answers, hr_error *error) {
    return FORMATS[answers->format].end == NULL ? HR_OK : FORMATS[answers->format].end(answers, error);
}

hr_status hr_query_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    answers->count++;
    return FORMATS[answers->format].tell(answers, asked, distance, error);
}
