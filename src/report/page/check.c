// SPDX-License-Identifier: MIT
#include "report/page/check.h"

#include <string.h>

#include "core/try.h"

/// Types of JSON values as bits.
enum { NUMBER = 1, TEXT = 2, ARRAY = 4, OBJECT = 8, NONE = 16, OTHER = 32 };

typedef struct rule {
    const char *key;
    unsigned types;
} rule;

/// What the members with these names are, at any depth. The page does not read other members, or does not mind what they are.
static const rule RULES[] = {
    {"algorithm", TEXT},
    {"balance", NUMBER | NONE},
    {"bytes", NUMBER | NONE},
    {"bytes_sent", NUMBER | NONE},
    {"canonical", NUMBER | NONE},
    {"command", ARRAY},
    {"components", NUMBER | NONE},
    {"components_solvable", NUMBER | NONE},
    {"depth", NUMBER | NONE},
    {"done", NUMBER | NONE},
    {"drawing", TEXT},
    {"engine", TEXT | NONE},
    {"event", TEXT},
    {"families", NUMBER | NONE},
    {"file_bytes", NUMBER | NONE},
    {"goal", TEXT | NONE},
    {"hardest", ARRAY | OBJECT | NUMBER | NONE},
    {"heuristic", TEXT | NONE},
    {"histogram", ARRAY | NONE},
    {"horizontals", NUMBER},
    {"largest_component", NUMBER | NONE},
    {"layers", ARRAY | NUMBER | NONE},
    {"length", NUMBER | NONE},
    {"listed", ARRAY | NONE},
    {"lower_bound", NUMBER | NONE},
    {"max_distance", NUMBER | NONE},
    {"mean_distance", NUMBER | NONE},
    {"memory", NUMBER | NONE},
    {"metric", TEXT},
    {"mirror", OBJECT | NONE},
    {"moves", TEXT | ARRAY | NONE},
    {"nodes", NUMBER | NONE},
    {"nodes_per_second", NUMBER | NONE},
    {"openings", NUMBER},
    {"outcome", TEXT},
    {"peak_memory", NUMBER | NONE},
    {"pieces", TEXT | NONE},
    {"positions", ARRAY | NUMBER},
    {"puzzle", TEXT},
    {"ranks", NUMBER | NONE},
    {"seconds", NUMBER | OBJECT | NONE},
    {"sets", ARRAY},
    {"singles", NUMBER},
    {"solutions", NUMBER | NONE},
    {"solvable", NUMBER | NONE},
    {"solved", NUMBER | NONE},
    {"source", TEXT | NONE},
    {"state", TEXT},
    {"states", NUMBER | NONE},
    {"states_per_second", NUMBER | NONE},
    {"steps", ARRAY | NONE},
    {"stop", TEXT | NONE},
    {"total", NUMBER | OBJECT | NONE},
    {"unsolvable", NUMBER | NONE},
    {"version", TEXT},
    {"verticals", NUMBER},
};

static unsigned type_of(const json_t *value) {
    switch (value == NULL ? JSON_NULL : json_typeof(value)) {
    case JSON_INTEGER:
    case JSON_REAL:
        return NUMBER;
    case JSON_STRING:
        return TEXT;
    case JSON_ARRAY:
        return ARRAY;
    case JSON_OBJECT:
        return OBJECT;
    case JSON_NULL:
        return NONE;
    default:
        return OTHER;
    }
}

/// The types that a member may have.
static unsigned types_of(const char *key) {
    for (size_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
        if (strcmp(RULES[i].key, key) == 0) {
            return RULES[i].types;
        }
    }
    return NUMBER | TEXT | ARRAY | OBJECT | NONE | OTHER;
}

/// The types of the elements of an array.
static unsigned element_types(const char *key) {
    static const rule ARRAYS[] = {{"command", TEXT},          {"histogram", NUMBER}, {"layers", NUMBER | OBJECT},
                                  {"hardest", TEXT | OBJECT}, {"listed", OBJECT},    {"moves", TEXT | OBJECT},
                                  {"sets", OBJECT},           {"steps", OBJECT},     {"positions", OBJECT}};
    for (size_t i = 0; i < sizeof ARRAYS / sizeof ARRAYS[0]; i++) {
        if (strcmp(ARRAYS[i].key, key) == 0) {
            return ARRAYS[i].types;
        }
    }
    return NUMBER | TEXT | ARRAY | OBJECT | NONE | OTHER;
}

static hr_status wrong(const char *path, const char *key, hr_error *error) {
    return hr_error_set(error, HR_FILE, "%.300s: \"%.60s\" is not what huarong writes there", path, key);
}

/// The member that each object in the array `key` must have; NULL: none.
static const char *needed_in(const char *key) {
    return strcmp(key, "layers") == 0                                    ? "states"
           : strcmp(key, "sets") == 0                                    ? "histogram"
           : strcmp(key, "listed") == 0 || strcmp(key, "positions") == 0 ? "state"
                                                                         : NULL;
}

// The recursion is bounded: jansson reads no more than 2,048 levels.
static hr_status check_members(const char *path, json_t *object, hr_error *error);

static hr_status check_elements(const char *path, const char *key, const json_t *array, hr_error *error) {
    const unsigned types = element_types(key);
    const char *needed = needed_in(key);
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_t *element = json_array_get(array, i);
        const bool object = json_is_object(element);
        if ((type_of(element) & types) == 0 || (object && needed != NULL && type_of(json_object_get(element, needed)) == NONE)) {
            return wrong(path, key, error);
        }
        if (object) {
            HR_TRY(check_members(path, element, error));
        }
    }
    return HR_OK;
}

static hr_status check_members(const char *path, json_t *object, hr_error *error) {
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        json_t *value = json_object_iter_value(at);
        if ((type_of(value) & types_of(key)) == 0) {
            return wrong(path, key, error);
        }
        if (json_is_object(value)) {
            HR_TRY(check_members(path, value, error));
        } else if (json_is_array(value)) {
            HR_TRY(check_elements(path, key, value, error));
        }
    }
    return HR_OK;
}

/// HR_FILE unless the member `key` has this type. With `filled` the member must be an array that has elements.
static hr_status need(const char *path, json_t *data, const char *key, unsigned type, bool filled, hr_error *error) {
    const json_t *value = json_object_get(data, key);
    if (type_of(value) != type || (filled && json_array_size(value) == 0)) {
        return value == NULL ? hr_error_set(error, HR_FILE, "%.300s: \"%.60s\" is missing", path, key) : wrong(path, key, error);
    }
    return HR_OK;
}

hr_status hr_page_check(const char *path, const char *kind, json_t *data, hr_error *error) {
    if (json_is_array(data)) {
        return check_elements(path, kind, data, error);
    }
    if (strcmp(kind, "solve") == 0) {
        HR_TRY(need(path, data, "positions", ARRAY, false, error));
    } else if (strcmp(kind, "openings") == 0) {
        HR_TRY(need(path, data, "sets", ARRAY, false, error));
        HR_TRY(need(path, data, "total", OBJECT, false, error));
        HR_TRY(need(path, json_object_get(data, "total"), "histogram", ARRAY, false, error));
    } else {
        HR_TRY(need(path, data, "layers", ARRAY, true, error));
    }
    HR_TRY(need(path, data, "metric", TEXT, false, error));
    return check_members(path, data, error);
}
