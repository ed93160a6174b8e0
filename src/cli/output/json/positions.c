// SPDX-License-Identifier: MIT
#include "cli/output/json/positions.h"

#include <stdlib.h>

#include "cli/output/json/parts.h"
#include "core/try.h"

enum { LAYOUT = JSON_COMPACT | JSON_REAL_PRECISION(6) };

/// Print an object's text, the bytes [from, size − without) of it, and free the object.
static hr_status print_part(json_t *object, size_t from, size_t without, FILE *out, hr_error *error) {
    const size_t size = json_dumpb(object, NULL, 0, LAYOUT);
    char *text = malloc(size + 1);
    const bool good = size > from + without && text != NULL && json_dumpb(object, text, size, LAYOUT) == size;
    if (good) {
        (void)fwrite(text + from, 1, size - from - without, out);
    }
    free(text);
    json_decref(object);
    return good ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the JSON result");
}

hr_status hr_json_positions_begin(hr_json_positions *p, json_t *head, hr_error *error) {
    p->count = 0;
    if (p->lines) {
        json_decref(head);
        return HR_OK;
    }
    HR_TRY(print_part(head, 0, 1, p->out, error)); // without the closing brace
    fputs(",\"positions\":[\n", p->out);
    return HR_OK;
}

hr_status hr_json_positions_add(hr_json_positions *p, json_t *position, hr_error *error) {
    if (!p->lines && p->count > 0) {
        fputc(',', p->out);
    }
    p->count++;
    HR_TRY(print_part(position, 0, 0, p->out, error));
    fputc('\n', p->out);
    return HR_OK;
}

hr_status hr_json_positions_end(hr_json_positions *p, json_t *tail, hr_error *error) {
    if (p->lines) {
        json_decref(tail);
        return HR_OK;
    }
    fputs("],", p->out);
    HR_TRY(print_part(tail, 1, 0, p->out, error)); // without the opening brace
    fputc('\n', p->out);
    return HR_OK;
}
