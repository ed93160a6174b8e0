// SPDX-License-Identifier: MIT
#include "solve/patterns/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/array.h"
#include "core/files/left_over.h"
#include "core/files/write.h"
#include "core/try.h"
#include "solve/patterns/format.h"

/// The names of the files in a directory.
typedef struct names {
    char **name; ///< [count]
    size_t count;
    size_t capacity;
} names;

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void clear(names *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->name[i]);
    }
    free(list->name);
}

static hr_status cannot_read(const char *directory, hr_error *error) {
    return hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", directory, strerror(errno));
}

/// List the names in ascending order. Takes over `handle`.
static hr_status list_names(DIR *handle, const char *directory, names *list, hr_error *error) {
    hr_status status = HR_OK;
    errno = 0;
    for (const struct dirent *entry = readdir(handle); entry != NULL && status == HR_OK; entry = readdir(handle)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char *name = strdup(entry->d_name);
            if (name == NULL || !HR_ARRAY_RESERVE(list->name, list->capacity, list->count + 1)) {
                free(name);
                status = hr_error_set(error, HR_INTERNAL, "out of memory for the names of files");
            } else {
                list->name[list->count++] = name;
            }
        }
        errno = 0;
    }
    if (status == HR_OK && errno != 0) {
        status = cannot_read(directory, error);
    }
    (void)closedir(handle);
    if (list->count > 0) {
        qsort(list->name, list->count, sizeof *list->name, by_name);
    }
    return status;
}

/// Does the file have the name that a database gets, perhaps with the ending of an incomplete file?
static bool has_our_name(const char *name) {
    return (strncmp(name, "pattern-", 8) == 0 || strncmp(name, "regions-", 8) == 0) && strstr(name, ".hrp") != NULL;
}

/// Fill in the pattern. Returns false if no database has this page.
static bool take_pattern(const hr_pattern_page *page, uint64_t bytes, hr_pattern *pattern) {
    if (page->width > HR_TILES_CELLS_MAX || page->height > HR_TILES_CELLS_MAX || page->tiles > HR_PATTERN_TILES_MAX ||
        (page->regions != 0 && page->regions != HR_PATTERN_BY_ORDER)) {
        return false;
    }
    *pattern = (hr_pattern){.width = (int)page->width,
                            .height = (int)page->height,
                            .blank = (int)page->blank,
                            .tiles = (int)page->tiles,
                            .regions = page->regions != 0};
    memcpy(pattern->home, page->home, sizeof pattern->home);
    return pattern->tiles < pattern->width * pattern->height && page->entries == hr_pattern_entries(pattern) &&
           bytes == sizeof *page + page->entries;
}

/// Find out what the file is. Only a regular file with our name and our first bytes is ours.
static void look_at(int directory, const char *name, hr_pattern_file *file) {
    struct stat about;
    *file = (hr_pattern_file){.name = name, .kind = HR_PATTERN_FILE_FOREIGN};
    const int opened = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (opened < 0) {
        return;
    }
    if (fstat(opened, &about) == 0 && S_ISREG(about.st_mode)) {
        hr_pattern_page page = {.width = 0};
        file->bytes = (uint64_t)about.st_size;
        const bool read = hr_read_at(opened, &page, sizeof page, 0) == 0;
        const bool magic =
            read && (memcmp(&page, hr_pattern_format.magic, 8) == 0 || memcmp(&page, hr_pattern_format.magic_1, 8) == 0);
        if (has_our_name(name) && hr_left_over_is_partial(name)) {
            file->kind = HR_PATTERN_FILE_INCOMPLETE;
        } else if (has_our_name(name) && magic) {
            const bool good = hr_head_check(&hr_pattern_format, name, &page, sizeof page, NULL) == HR_OK &&
                              take_pattern(&page, file->bytes, &file->pattern);
            file->kind = good ? HR_PATTERN_FILE_GOOD : HR_PATTERN_FILE_BAD;
        }
    }
    (void)close(opened);
}

hr_status hr_pattern_files_visit(const char *directory, hr_pattern_file_visitor visit, void *context, hr_error *error) {
    const int opened = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) {
        return errno == ENOENT ? HR_OK : cannot_read(directory, error);
    }
    const int again = dup(opened);
    DIR *handle = again < 0 ? NULL : fdopendir(again);
    if (handle == NULL) {
        const hr_status status = cannot_read(directory, error);
        if (again >= 0) {
            (void)close(again);
        }
        (void)close(opened);
        return status;
    }
    names list = {.count = 0};
    hr_status status = list_names(handle, directory, &list, error);
    for (size_t i = 0; i < list.count && status == HR_OK; i++) {
        hr_pattern_file file;
        look_at(opened, list.name[i], &file);
        status = visit(context, &file, error);
    }
    clear(&list);
    (void)close(opened);
    return status;
}

hr_status hr_pattern_file_remove(const char *directory, const hr_pattern_file *file, bool *gone, hr_error *error) {
    *gone = false;
    if (file->kind == HR_PATTERN_FILE_FOREIGN) {
        return hr_error_set(error, HR_USAGE, "%.300s is not a pattern database", file->name);
    }
    const int opened = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) {
        return cannot_read(directory, error);
    }
    hr_status status = HR_OK;
    if (file->kind == HR_PATTERN_FILE_INCOMPLETE) {
        hr_left_over_remove(opened, file->name);
    } else if (unlinkat(opened, file->name, 0) != 0 && errno != ENOENT) {
        status = hr_error_set(error, HR_FILE, "%.300s: cannot be removed: %s", file->name, strerror(errno));
    }
    *gone = faccessat(opened, file->name, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
    (void)close(opened);
    return status;
}
