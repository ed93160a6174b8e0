// SPDX-License-Identifier: MIT
#include "cli/plugins.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/try.h"
#include "huarong/kind.h"

/// Add the file's bytes to the hash of all plug-ins, by which ranks are compared.
static hr_status hash_file(hr_program *program, const char *path, hr_error *error) {
    char bytes[1 << 14];
    size_t n = 0;
    FILE *file = fopen(path, "rb");
    while (file != NULL && (n = fread(bytes, 1, sizeof bytes, file)) > 0) {
        const uint64_t pair[2] = {program->plugins_hash, hr_hash_bytes(bytes, n)};
        program->plugins_hash = hr_hash_bytes(pair, sizeof pair);
    }
    const bool good = file != NULL && ferror(file) == 0;
    const int reason = errno;
    if (file != NULL) {
        (void)fclose(file);
    }
    return good ? HR_OK : hr_error_set(error, HR_USAGE, "the plug-in '%s' cannot be read: %s", path, strerror(reason));
}

/// Local. Load a plug-in, which stays loaded.
static hr_status load(hr_program *program, const char *path, hr_error *error) {
    HR_TRY(hash_file(program, path, error));
    char *whole = realpath(path, NULL); // a name without a slash would be searched for elsewhere
    void *plugin = whole != NULL ? dlopen(whole, RTLD_NOW | RTLD_LOCAL) : NULL;
    free(whole);
    const hr_kind *kind = plugin != NULL ? dlsym(plugin, "huarong_kind") : NULL;
    hr_error why;
    if (kind == NULL) {
        const char *reason = dlerror();
        return hr_error_set(error, HR_USAGE, "'%s' is no plug-in: %s", path, reason != NULL ? reason : strerror(errno));
    }
    return hr_kind_add(kind, &why) == HR_OK ? HR_OK
                                            : hr_error_set(error, HR_USAGE, "the plug-in '%s' is refused: %s", path, why.text);
}

/// Local. Load the plug-ins of the environment.
static hr_status load_list(hr_program *program, const char *list, hr_error *error) {
    char *paths = strdup(list);
    char *rest = paths;
    hr_status status = paths != NULL ? HR_OK : hr_error_set(error, HR_INTERNAL, "out of memory for the names of plug-ins");
    for (char *path = strtok_r(paths, ":", &rest); status == HR_OK && path != NULL; path = strtok_r(NULL, ":", &rest)) {
        status = load(program, path, error);
    }
    free(paths);
    return status;
}

/// Local. If the words begin with `--plugin FILE` or `--plugin=FILE`, move *words behind that, and return the file, which may be
/// "". NULL: they do not.
static const char *take_option(hr_arguments *words) {
    static const char OPTION[] = "--plugin";
    const size_t length = sizeof OPTION - 1;
    const char *first = words->count > 0 ? words->texts[0] : "";
    if (strncmp(first, OPTION, length) != 0 || (first[length] != '=' && first[length] != '\0')) {
        return NULL;
    }
    const bool together = first[length] == '=';
    const char *file = together ? first + length + 1 : words->count > 1 ? words->texts[1] : "";
    const size_t used = together || words->count == 1 ? 1 : 2;
    *words = (hr_arguments){.texts = words->texts + used, .count = words->count - used};
    return file;
}

hr_status hr_plugins_load(hr_program *program, hr_arguments *words, hr_error *error) {
    const char *list = getenv("HUARONG_PLUGINS");
    const char *file = take_option(words);
    if (list == NULL && file == NULL) {
        return HR_OK;
    }
    hr_status status = list != NULL ? load_list(program, list, error) : HR_OK;
    for (; status == HR_OK && file != NULL; file = take_option(words)) {
        status = file[0] != '\0' ? load(program, file, error)
                                 : hr_error_set(error, HR_USAGE, "--plugin wants a file, and a command behind it");
    }
    return hr_program_join(program, status, error);
}
