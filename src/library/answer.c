// SPDX-License-Identifier: MIT
#include "library/answer.h"

#include <string.h>

#include "core/array.h"

hr_status hr_library_tell(hr_library_answer *answer, const char *line, hr_error *error) {
    const size_t bytes = strlen(line) + 1;
    if (!HR_ARRAY_RESERVE(answer->text, answer->text_capacity, answer->text_bytes + bytes)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a solution");
    }
    memcpy(answer->text + answer->text_bytes, line, bytes);
    answer->text_bytes += bytes;
    return HR_OK;
}
