// SPDX-License-Identifier: MIT
#include "cli/options/file_names.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/try.h"
#include "run/checkpoint/checkpoint.h"

enum { LINKS_MAX = 40, STREAMS = 3 };

/// The target of a file name: an existing file, or a place in a directory for a file that does not exist yet.
typedef struct place {
    bool exists;
    bool in_directory; ///< `directory` and `entry` are known
    struct stat file;
    struct stat directory;
    char entry[NAME_MAX + 1];
} place;

static bool same_inode(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

/// If `path` is a symbolic link, replace it by the link's target. Returns false if it is none.
static bool follow(char path[PATH_MAX]) {
    char target[PATH_MAX];
    char copy[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0) {
        return false;
    }
    target[length] = '\0';
    (void)snprintf(copy, sizeof copy, "%s", path);
    const int written =
        target[0] == '/' ? snprintf(path, PATH_MAX, "%s", target) : snprintf(path, PATH_MAX, "%s/%s", dirname(copy), target);
    return written > 0 && written < PATH_MAX;
}

/// Find the target of `path`. If that fails, the place is left unknown: opening the file gives the error.
static place find(const char *path) {
    place found = {.exists = false};
    char at[PATH_MAX];
    char copy[PATH_MAX];
    if (path[0] == '\0' || snprintf(at, sizeof at, "%s", path) >= PATH_MAX) {
        return found;
    }
    found.exists = stat(at, &found.file) == 0;
    for (int links = 0; links < LINKS_MAX && follow(at); links++) {}
    (void)snprintf(copy, sizeof copy, "%s", at);
    const char *entry = basename(copy);
    (void)snprintf(found.entry, sizeof found.entry, "%.*s", NAME_MAX, entry);
    (void)snprintf(copy, sizeof copy, "%s", at);
    found.in_directory = stat(dirname(copy), &found.directory) == 0;
    return found;
}

/// Can writing to the place destroy data? Devices and pipes hold none.
static bool keeps_bytes(const place *p) { return !p->exists || S_ISREG(p->file.st_mode) || S_ISDIR(p->file.st_mode); }

static bool is_same(const place *a, const place *b) {
    if (a->exists || b->exists) {
        return a->exists && b->exists && keeps_bytes(a) && same_inode(&a->file, &b->file);
    }
    return a->in_directory && b->in_directory && same_inode(&a->directory, &b->directory) && strcmp(a->entry, b->entry) == 0;
}

static bool changes(hr_file_use use) { return use == HR_FILE_WRITES || use == HR_FILE_PRINTS || use == HR_FILE_KEEPS; }

static bool may_be_stream(hr_file_use use) { return use == HR_FILE_READS || use == HR_FILE_PRINTS; }

/// HR_USAGE if a file or directory, at `path`, has no name, or is called "-" where that is no stream. It would appear under this
/// name.
static hr_status check_name(const hr_file_name *name, const char *path, hr_error *error) {
    const bool mistaken = name->path != NULL && strcmp(name->path, "-") == 0 && changes(name->use) && !may_be_stream(name->use);
    const char *what = name->use == HR_FILE_KEEPS ? "directory" : "file";
    if (path != NULL && path[0] == '\0') {
        return hr_error_set(error, HR_USAGE, "%s%s names no %s: give its name", name->dashes, name->name, what);
    }
    return !mistaken ? HR_OK
                     : hr_error_set(error, HR_USAGE,
                                    "%s%s: - is not standard output here: give the name of a %s (./- if it is to be called so)",
                                    name->dashes, name->name, what);
}

static hr_status compare(const hr_file_name *a, const place *at_a, const hr_file_name *b, const place *at_b, hr_error *error) {
    if (!changes(a->use) && !changes(b->use)) {
        return HR_OK;
    }
    if (is_same(at_a, at_b)) {
        const char *how = changes(a->use) && changes(b->use) ? "are both written" : "are read and written";
        return hr_error_set(error, HR_USAGE, "%s%s and %s%s are the same file, %.200s, and %s: give each a file of its own",
                            a->dashes, a->name, b->dashes, b->name, a->path != NULL ? a->path : b->path, how);
    }
    const bool b_is_directory = b->use == HR_FILE_KEEPS;
    const hr_file_name *file = b_is_directory ? a : b;
    const place *directory = b_is_directory ? at_b : at_a;
    const place *at = b_is_directory ? at_a : at_b;
    if (a->use != b->use && (a->use == HR_FILE_KEEPS || b_is_directory) && directory->exists && at->in_directory &&
        same_inode(&directory->file, &at->directory) && hr_checkpoint_uses_name(at->entry)) {
        return hr_error_set(error, HR_USAGE, "%s%s: %.200s is a name that checkpoints use: give another name or directory",
                            file->dashes, file->name, file->path != NULL ? file->path : at->entry);
    }
    return HR_OK;
}

/// Returns the path of the file that `name` names; NULL if it names none.
static const char *path_of(const hr_file_name *name) {
    if (name->path == NULL || (may_be_stream(name->use) && strcmp(name->path, "-") == 0)) {
        return NULL;
    }
    if (name->use != HR_FILE_TEXT) {
        return name->path;
    }
    return name->path[0] == '@' && strcmp(name->path, "@-") != 0 ? name->path + 1 : NULL;
}

/// Returns the file behind a standard stream; `exists` is false unless it is a regular file.
static place find_stream(int descriptor) {
    place found = {.exists = false};
    found.exists = fstat(descriptor, &found.file) == 0 && S_ISREG(found.file.st_mode);
    return found;
}

static hr_status compare_with_streams(const hr_file_name *name, const place *at, hr_error *error) {
    static const hr_file_name NAMES[STREAMS] = {[STDIN_FILENO] = {"", "standard input", NULL, HR_FILE_READS},
                                                [STDOUT_FILENO] = {"", "standard output", NULL, HR_FILE_WRITES},
                                                [STDERR_FILENO] = {"", "standard error", NULL, HR_FILE_WRITES}};
    for (int descriptor = 0; descriptor < STREAMS; descriptor++) {
        const place stream = find_stream(descriptor);
        if (stream.exists) {
            HR_TRY(compare(name, at, &NAMES[descriptor], &stream, error));
        }
    }
    return HR_OK;
}

hr_status hr_file_names_check(const hr_file_name *names, size_t count, hr_error *error) {
    for (size_t i = 0; i < count; i++) {
        const char *path = path_of(&names[i]);
        HR_TRY(check_name(&names[i], path, error));
        if (path == NULL) {
            continue;
        }
        const place at = find(path);
        HR_TRY(compare_with_streams(&names[i], &at, error));
        for (size_t j = i + 1; j < count; j++) {
            const char *other = path_of(&names[j]);
            if (other != NULL) {
                const place at_other = find(other);
                HR_TRY(compare(&names[i], &at, &names[j], &at_other, error));
            }
        }
    }
    return HR_OK;
}
