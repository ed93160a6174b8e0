// SPDX-License-Identifier: MIT
#include "cli/cache_directory.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };

char *hr_cache_directory(bool make) {
    const char *base = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    const bool own = base != NULL && base[0] == '/';
    char *directory = malloc(PATH_SIZE);
    if (directory == NULL || (!own && (home == NULL || home[0] != '/'))) {
        free(directory);
        return NULL;
    }
    if (make) {
        (void)snprintf(directory, PATH_SIZE, "%s%s", own ? base : home, own ? "" : "/.cache");
        (void)mkdir(directory, 0700);
    }
    (void)snprintf(directory, PATH_SIZE, "%s%s/huarong", own ? base : home, own ? "" : "/.cache");
    return directory;
}
