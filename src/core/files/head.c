// SPDX-License-Identifier: MIT
#include "core/files/head.h"

#include <string.h>

#include "core/hash.h"
#include "core/quantity.h"
#include "core/try.h"

static const uint32_t BYTE_ORDER_OWN = 0x01020304;
static const uint32_t BYTE_ORDER_OTHER = 0x04030201;

hr_head hr_head_begin(const hr_file_format *format) {
    hr_head head = {.byte_order = BYTE_ORDER_OWN, .version = format->version};
    memcpy(head.magic, format->magic, sizeof head.magic);
    return head;
}

static uint64_t checksum_of(const void *bytes, size_t size) {
    return hr_hash_bytes((const char *)bytes + sizeof(hr_head), size - sizeof(hr_head));
}

void hr_head_seal(const hr_file_format *format, void *bytes, size_t size) {
    hr_head head = hr_head_begin(format);
    head.checksum = checksum_of(bytes, size);
    memcpy(bytes, &head, sizeof head);
}

static hr_status other_version(const hr_file_format *format, const char *path, uint32_t version, hr_error *error) {
    const uint32_t newest = format->newest > format->version ? format->newest : format->version;
    const char *advice = version > newest ? "use a newer huarong" : format->again;
    return hr_error_set(error, HR_FILE, "%.200s: %s format version %u, but this program reads version%s %u: %s", path, format->name,
                        version, newest > format->version ? "s up to" : "", newest, advice);
}

hr_status hr_head_recognise(const hr_file_format *format, const char *path, const void *bytes, size_t size, hr_error *error) {
    hr_head head;
    if (size < sizeof head) {
        return hr_error_set(error, HR_FILE, "%.200s: not a %s, or cut off: only %zu byte%s; %s", path, format->name, size,
                            hr_quantity_plural(size), format->again);
    }
    memcpy(&head, bytes, sizeof head);
    if (format->magic_1 != NULL && memcmp(head.magic, format->magic_1, sizeof head.magic) == 0) {
        return other_version(format, path, 1, error);
    }
    if (memcmp(head.magic, format->magic, sizeof head.magic) != 0) {
        return hr_error_set(error, HR_FILE,
                            "%.200s is not a huarong %s: it begins with other bytes; give a file that huarong wrote", path,
                            format->name);
    }
    if (head.byte_order == BYTE_ORDER_OTHER) {
        return hr_error_set(error, HR_FILE, "%.200s: a %s in the byte order of another kind of machine; %s here", path,
                            format->name, format->again);
    }
    if (head.byte_order != BYTE_ORDER_OWN) {
        return hr_error_set(error, HR_FILE, "%.200s: a damaged %s: its byte order is invalid; %s", path, format->name,
                            format->again);
    }
    return head.version == format->version ? HR_OK : other_version(format, path, head.version, error);
}

hr_status hr_head_check(const hr_file_format *format, const char *path, const void *bytes, size_t size, hr_error *error) {
    hr_head head;
    HR_TRY(hr_head_recognise(format, path, bytes, size, error));
    memcpy(&head, bytes, sizeof head);
    return head.checksum == checksum_of(bytes, size)
               ? HR_OK
               : hr_error_set(error, HR_FILE, "%.200s: a damaged %s: wrong checksum of the head; %s", path, format->name,
                              format->again);
}
