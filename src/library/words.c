// SPDX-License-Identifier: MIT
#include "library/words.h"

#include <stdbool.h>
#include <string.h>

/// Options whose members have other names.
static const struct {
    const char *option;
    const char *member;
} NAMES[] = {
    {"checkpoint", "directory"},
    {"force", "replace"},
    {"position-nodes", "max_states"},
    {"position-time", "max_seconds"},
};

/// Returns the name of the member for the option `name[0..size)`; NULL: it is the option's own with '_' for '-'.
static const char *find_member(const char *name, size_t size) {
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strlen(NAMES[i].option) == size && memcmp(NAMES[i].option, name, size) == 0) {
            return NAMES[i].member;
        }
    }
    return NULL;
}

hr_status hr_library_words(hr_status status, hr_error *error) {
    if (error == NULL || status == HR_OK) {
        return status;
    }
    const hr_error told = *error;
    size_t used = 0;
    for (const char *at = told.text; *at != '\0';) {
        const bool begins = at == told.text || strchr(" (", at[-1]) != NULL;
        const size_t size = begins && strncmp(at, "--", 2) == 0 ? strspn(at + 2, "abcdefghijklmnopqrstuvwxyz-") : 0;
        const char *member = size > 0 ? find_member(at + 2, size) : NULL;
        const char *word = member != NULL ? member : size > 0 ? at + 2 : at;
        const size_t length = member != NULL ? strlen(member) : size > 0 ? size : 1;
        for (size_t i = 0; i < length && used + 1 < sizeof error->text; i++) {
            error->text[used++] = size > 0 && word[i] == '-' ? '_' : word[i];
        }
        at += size > 0 ? 2 + size : 1;
    }
    error->text[used] = '\0';
    return status;
}
