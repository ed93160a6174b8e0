// SPDX-License-Identifier: MIT
#include "report/xml.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// The UTF-8 bytes of U+FFFD.
static const char REPLACED[] = "\xef\xbf\xbd";

size_t hr_xml_character_size(const char *bytes) {
    const unsigned char *text = (const unsigned char *)bytes;
    if (text[0] < 0x80) {
        return text[0] >= 0x20 || text[0] == '\t' || text[0] == '\n' || text[0] == '\r' ? 1 : 0;
    }
    const size_t size = text[0] >= 0xf0 && text[0] <= 0xf4  ? 4
                        : text[0] >= 0xe0 && text[0] < 0xf0 ? 3
                        : text[0] >= 0xc2 && text[0] < 0xe0 ? 2
                                                            : 0;
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    const bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
    const bool outside = (text[0] == 0xed && text[1] >= 0xa0) || (text[0] == 0xf4 && text[1] >= 0x90);
    const bool no_character = text[0] == 0xef && text[1] == 0xbf && text[2] >= 0xbe; // U+FFFE and U+FFFF
    return overlong || outside || no_character ? 0 : size;
}

static const char *entity(char c) {
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void hr_xml_put(FILE *out, const char *text) {
    while (*text != '\0') {
        const size_t size = hr_xml_character_size(text);
        const char *replaced = size == 0 ? REPLACED : entity(*text);
        if (replaced != NULL) {
            (void)fputs(replaced, out);
        } else {
            (void)fwrite(text, 1, size, out);
        }
        text += size == 0 ? 1 : size;
    }
}

char *hr_xml_clean(const char *text) {
    char *clean = malloc(strlen(text) * (sizeof REPLACED - 1) + 1);
    char *end = clean;
    while (clean != NULL && *text != '\0') {
        const size_t size = hr_xml_character_size(text);
        const size_t put = size == 0 ? sizeof REPLACED - 1 : size;
        memcpy(end, size == 0 ? REPLACED : text, put);
        end += put;
        text += size == 0 ? 1 : size;
    }
    if (clean != NULL) {
        *end = '\0';
    }
    return clean;
}
