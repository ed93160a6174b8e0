// SPDX-License-Identifier: MIT
#include "report/page/page.h"

#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "core/try.h"
#include "huarong/version.h"
#include "puzzle/kinds.h"
#include "report/page/board.h"
#include "report/page/inputs.h"
#include "report/page/source.h"
#include "report/xml.h"

/// At most this many files on a page.
enum { INPUTS_MAX = 32 };

struct hr_page {
    hr_page_input inputs[INPUTS_MAX];
    size_t count;
    bool follow;
    json_t *list; ///< what the page says of the inputs: name, kind and data of each
};

static hr_status no_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for the page"); }

hr_status hr_page_create(hr_page **page, hr_error *error) {
    *page = calloc(1, sizeof **page);
    if (*page == NULL) {
        return no_memory(error);
    }
    (*page)->list = json_array();
    if ((*page)->list == NULL) {
        hr_page_destroy(page);
        return no_memory(error);
    }
    return HR_OK;
}

void hr_page_destroy(hr_page **page) {
    if (*page == NULL) {
        return;
    }
    for (size_t i = 0; i < (*page)->count; i++) {
        hr_page_input_clear(&(*page)->inputs[i]);
    }
    json_decref((*page)->list);
    free(*page);
    *page = NULL;
}

/// The spec of the puzzle that an input is about; NULL: it does not say. The first event of a log names the puzzle.
static const char *spec_of(const hr_page_input *input) {
    const json_t *object = json_is_array(input->data) ? json_array_get(input->data, 0) : input->data;
    return json_string_value(json_object_get(object, "puzzle"));
}

static const char *drawing_of(const hr_page_input *input) { return json_string_value(json_object_get(input->data, "drawing")); }

/// May two inputs be about the same puzzle? They must have the same drawing and goal, as far as both say. If `a` is a table, the
/// source of `b` must be a state of the table's puzzle.
static bool fit(const hr_page_input *a, const hr_page_input *b) {
    char goals[2][HR_STATE_TEXT_MAX];
    const char *source = json_string_value(json_object_get(b->data, "source"));
    hr_state state[HR_STATE_WORDS_MAX];
    if (drawing_of(a) != NULL && drawing_of(b) != NULL && strcmp(drawing_of(a), drawing_of(b)) != 0) {
        return false;
    }
    if (hr_page_goal(a, goals[0]) && hr_page_goal(b, goals[1]) && strcmp(goals[0], goals[1]) != 0) {
        return false;
    }
    return a->table == NULL || source == NULL || strcmp(source, "solved") == 0 ||
           hr_puzzle_parse(hr_table_puzzle(a->table), source, state, NULL) == HR_OK;
}

/// Is the input a log in which there is no event yet?
static bool is_awaited(const hr_page_input *input) { return json_is_array(input->data) && json_array_size(input->data) == 0; }

static hr_status check_puzzle(const hr_page *page, const char *path, hr_error *error) {
    const hr_page_input *last = &page->inputs[page->count - 1];
    const char *own = spec_of(last);
    const char *first = own;
    if (is_awaited(last)) {
        return HR_OK;
    }
    if (own == NULL) {
        return hr_error_set(error, HR_FILE, "%.300s does not say which puzzle it is about", path);
    }
    for (const hr_page_input *before = page->inputs; before < last && first == own; before++) {
        first = is_awaited(before) ? own : spec_of(before);
    }
    if (strcmp(first, own) != 0) {
        return hr_error_set(error, HR_USAGE, "%.300s is about %.60s, and the file before about %.60s: make a page for each", path,
                            own, first);
    }
    for (const hr_page_input *before = page->inputs; before < last; before++) {
        if (!fit(before, last) || !fit(last, before)) {
            return hr_error_set(error, HR_USAGE, "%.300s is about %.60s with another goal or drawing: make a page for each", path,
                                own);
        }
    }
    return HR_OK;
}

/// The name of a file as text: bytes that are no UTF-8 become U+FFFD.
static json_t *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    char *text = hr_xml_clean(slash == NULL ? path : slash + 1);
    json_t *value = text == NULL ? NULL : json_string(text);
    free(text);
    return value;
}

/// Add the last input to what the page says.
static hr_status list_input(hr_page *page, json_t *name, hr_error *error) {
    const hr_page_input *input = &page->inputs[page->count - 1];
    json_t *object = json_object();
    const bool complete = hr_value_put(object, "name", name) && hr_value_put(object, "kind", json_string(input->kind)) &&
                          hr_value_put(object, "data", json_incref(input->data));
    if (!complete) {
        json_decref(object);
        return no_memory(error);
    }
    return json_array_append_new(page->list, object) == 0 ? HR_OK : no_memory(error);
}

hr_status hr_page_add_puzzle(hr_page *page, const hr_page_puzzle *what, hr_error *error) {
    HR_TRY(hr_page_input_take(what, &page->inputs[page->count++], error));
    return list_input(page, json_string(what->spec), error);
}

hr_status hr_page_add(hr_page *page, const char *path, hr_error *error) {
    if (page->count == INPUTS_MAX) {
        return hr_error_set(error, HR_USAGE, "a page shows at most %d files", INPUTS_MAX);
    }
    hr_page_input *input = &page->inputs[page->count++];
    HR_TRY(hr_page_input_read(path, page->follow, input, error));
    HR_TRY(check_puzzle(page, path, error));
    return list_input(page, name_of(path), error);
}

bool hr_page_awaits(const hr_page *page) { return page->count > 0 && is_awaited(&page->inputs[page->count - 1]); }

bool hr_page_waits(const hr_page *page) {
    bool waits = false;
    for (size_t i = 0; i < page->count; i++) {
        waits = waits || page->inputs[i].waits;
    }
    return waits;
}

void hr_page_follow(hr_page *page) { page->follow = true; }

/// Write JSON into a script element: '<' cannot end the element if it is spelled as an escape, and occurs only in strings.
static void write_escaped(const char *text, size_t size, FILE *out) {
    while (size > 0) {
        const char *special = memchr(text, '<', size);
        const size_t plain = special == NULL ? size : (size_t)(special - text);
        (void)fwrite(text, 1, plain, out);
        text += plain;
        size -= plain;
        if (size > 0) {
            (void)fputs("\\u003c", out);
            text++;
            size--;
        }
    }
}

static hr_status write_document(const json_t *document, FILE *out, hr_error *error) {
    const size_t layout = JSON_COMPACT | JSON_REAL_PRECISION(6);
    const size_t size = json_dumpb(document, NULL, 0, layout);
    char *text = malloc(size + 1);
    if (size == 0 || text == NULL || json_dumpb(document, text, size, layout) != size) {
        free(text);
        return no_memory(error);
    }
    (void)fwrite(hr_page_before, 1, hr_page_before_size, out);
    write_escaped(text, size, out);
    (void)fwrite(hr_page_after, 1, hr_page_after_size, out);
    free(text);
    return HR_OK;
}

/// What the scripts need to know of the inputs' kind of puzzle; null if no input says which it is. NULL: out of memory.
static json_t *kind_of(const hr_page *page) {
    const hr_puzzle_kind *kind = NULL;
    for (size_t i = 0; i < page->count && kind == NULL; i++) {
        const char *spec = spec_of(&page->inputs[i]);
        if (spec != NULL) {
            (void)hr_puzzle_kind_of(spec, &kind, NULL);
        }
    }
    return kind == NULL ? json_null() : json_pack("{sssbss?}", "name", kind->name, "drawn", kind->drawn, "rules", kind->page_rules);
}

hr_status hr_page_write(hr_page *page, FILE *out, hr_error *error) {
    json_t *document = json_object();
    const bool complete = hr_value_put(document, "version", json_string(HR_VERSION)) &&
                          hr_value_put(document, "follow", json_boolean(page->follow && hr_page_waits(page))) &&
                          hr_value_put(document, "inputs", json_incref(page->list)) &&
                          hr_value_put(document, "kind", kind_of(page));
    hr_status status = complete ? hr_page_add_board(page->inputs, page->count, document, error) : no_memory(error);
    if (status == HR_OK) {
        status = write_document(document, out, error);
    }
    json_decref(document);
    return status;
}
