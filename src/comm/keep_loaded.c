// SPDX-License-Identifier: MIT
#include "comm/keep_loaded.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

enum { OBJECTS_MAX = 1024 };

typedef struct object_names {
    const char *names[OBJECTS_MAX]; ///< [count] valid as long as the objects are loaded
    size_t count;
} object_names;

static int add_name(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    object_names *objects = context;
    if (info->dlpi_name[0] != '\0' && objects->count < OBJECTS_MAX) {
        objects->names[objects->count++] = info->dlpi_name;
    }
    return 0;
}

void hr_keep_loaded(void) {
    object_names objects = {.count = 0};
    (void)dl_iterate_phdr(add_name, &objects); // add_name must not call the loader, so dlopen comes after
    for (size_t i = 0; i < objects.count; i++) {
        (void)dlopen(objects.names[i], RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE); // the handle is never closed
    }
}
