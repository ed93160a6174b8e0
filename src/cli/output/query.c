// SPDX-License-Identifier: MIT
// The formats of answers from a table: one row for each.

#include "cli/output/query.h"

hr_status hr_query_begin(hr_query_answers *answers, hr_error *error) {
    return answers->format == HR_FORMAT_TEXT ? HR_OK : hr_query_json_begin(answers, error);
}

hr_status hr_query_end(hr_query_answers *answers, hr_error *error) {
    return answers->format == HR_FORMAT_TEXT ? HR_OK : hr_query_json_end(answers, error);
}

hr_status hr_query_tell(hr_query_answers *answers, const hr_query_asked *asked, hr_depth distance, hr_error *error) {
    static hr_status (*const TELLERS[HR_FORMATS])(hr_query_answers * answers, const hr_query_asked *asked, hr_depth distance,
                                                  hr_error *error) = {
        [HR_FORMAT_TEXT] = hr_query_text_tell,
        [HR_FORMAT_JSON] = hr_query_json_tell,
        [HR_FORMAT_JSON_LINES] = hr_query_json_tell,
    };
    answers->count++;
    return TELLERS[answers->format](answers, asked, distance, error);
}
