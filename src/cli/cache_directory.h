// SPDX-License-Identifier: MIT
#ifndef HR_CACHE_DIRECTORY_H
#define HR_CACHE_DIRECTORY_H

#include <stdbool.h>

/// Local. Returns the directory where pattern databases are kept: $XDG_CACHE_HOME/huarong or ~/.cache/huarong. The caller frees the
/// text. With `make` the directory above it is made if it is missing. NULL: neither XDG_CACHE_HOME nor HOME is an absolute path, or
/// out of memory.
char *hr_cache_directory(bool make);

#endif
