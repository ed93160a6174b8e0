// SPDX-License-Identifier: MIT
// Keeps pattern databases as files (format.h) and maps them.

#include "solve/patterns/store.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/complete.h"
#include "core/files/left_over.h"
#include "core/files/write.h"
#include "core/hash.h"
#include "core/try.h"
#include "solve/patterns/format.h"

#define LARGE_PAGE ((size_t)2 << 20)

enum { PATH_SIZE = 4096 };

const hr_file_format hr_pattern_format = {
    .magic = "HUARONG\x1d", .version = 2, .name = "pattern database", .again = "the file will be replaced", .magic_1 = "HRPATDB"};

static void notice(const hr_comm *node, const hr_pattern_cache *cache, const char *format, ...) {
    if (cache->notice != NULL && hr_comm_rank(node) == 0) {
        char text[PATH_SIZE + 200];
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        cache->notice(text, cache->context);
    }
}

/// Write the path of the pattern's file. Returns false if there is no directory, or if the path is too long.
static bool find_path(const hr_pattern_cache *cache, const hr_pattern *pattern, char path[PATH_SIZE]) {
    if (cache == NULL || cache->directory == NULL) {
        return false;
    }
    int used = snprintf(path, PATH_SIZE, "%s/%s-%dx%d-%d", cache->directory,
                        pattern->slides    ? "slides"
                        : pattern->regions ? "regions"
                                           : "pattern",
                        pattern->width, pattern->height, pattern->blank);
    for (int i = 0; i < pattern->tiles && used > 0 && used < PATH_SIZE - 32; i++) {
        used += snprintf(path + used, (size_t)(PATH_SIZE - used), "%c%d", i == 0 ? '-' : '.', pattern->home[i]);
    }
    if (used < 0 || used >= PATH_SIZE - 32) {
        return false;
    }
    (void)snprintf(path + used, (size_t)(PATH_SIZE - used), ".hrp");
    return true;
}

/// Fill in everything but the checksums.
static void fill_page(const hr_pattern *pattern, hr_pattern_page *page) {
    *page = (hr_pattern_page){
        .common = hr_head_begin(&hr_pattern_format),
        .width = (uint32_t)pattern->width,
        .height = (uint32_t)pattern->height,
        .blank = (uint32_t)pattern->blank,
        .tiles = (uint32_t)pattern->tiles,
        .entries = hr_pattern_entries(pattern),
        .chunk = HR_PATTERN_CHUNK,
        .regions = pattern->slides    ? HR_PATTERN_SLIDES
                   : pattern->regions ? HR_PATTERN_BY_ORDER
                                      : 0,
    };
    memcpy(page->home, pattern->home, (size_t)pattern->tiles);
}

/// Read the page of the open file; `file` is −1 if it could not be opened. HR_FILE: the file cannot be read, or is not this
/// pattern's.
static hr_status read_page(const char *path, int file, const hr_pattern *pattern, hr_pattern_page *page, hr_error *error) {
    struct stat about = {.st_size = 0};
    const int reason = file < 0 || fstat(file, &about) != 0 ? errno : hr_read_at(file, page, sizeof *page, 0);
    if (reason != 0 && reason != HR_READ_ENDED) {
        return hr_error_set(error, HR_FILE, "%.200s: cannot be read: %s", path, strerror(reason));
    }
    bool same = reason == 0;
    if (same) {
        HR_TRY(hr_head_check(&hr_pattern_format, path, page, sizeof *page, error));
        hr_pattern_page expected;
        fill_page(pattern, &expected);
        expected.common.checksum = page->common.checksum;
        same = memcmp(page, &expected, offsetof(hr_pattern_page, checksum)) == 0 && page->regions == expected.regions &&
               about.st_size == (off_t)(sizeof *page + page->entries);
    }
    return same ? HR_OK : hr_error_set(error, HR_FILE, "%.200s: not the pattern database of its name, or cut off", path);
}

/// Local. Open the file for reading and read its page. Errors as for read_page; *file is −1 then.
static hr_status open_file(const char *path, const hr_pattern *pattern, int *file, hr_pattern_page *page, hr_error *error) {
    *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // without O_NONBLOCK a pipe would wait for its writer
    const hr_status status = read_page(path, *file, pattern, page, error);
    if (status != HR_OK && *file >= 0) {
        (void)close(*file);
        *file = -1;
    }
    return status;
}

static bool is_cached(const hr_pattern_cache *cache, const hr_pattern *pattern) {
    char path[PATH_SIZE];
    int file = -1;
    hr_pattern_page page = {.width = 0};
    if (!find_path(cache, pattern, path) || open_file(path, pattern, &file, &page, NULL) != HR_OK) {
        return false;
    }
    (void)close(file);
    return true;
}

bool hr_patterns_are_cached(const hr_pattern_cache *cache, const hr_pattern *patterns, int n) {
    for (int i = 0; i < n; i++) {
        if (!is_cached(cache, &patterns[i])) {
            return false;
        }
    }
    return true;
}

static size_t chunk_bytes(uint64_t entries, size_t chunk) {
    const uint64_t left = entries - chunk * HR_PATTERN_CHUNK;
    return left < HR_PATTERN_CHUNK ? (size_t)left : HR_PATTERN_CHUNK;
}

/// Local. Map a whole file for reading, on large pages if the system keeps the file on such. Returns false if that fails.
static bool map_file(int file, size_t bytes, hr_pattern_database *database) {
    char *room = mmap(NULL, bytes + LARGE_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) {
        return false;
    }
    const size_t skip = (LARGE_PAGE - (uintptr_t)room % LARGE_PAGE) % LARGE_PAGE;
    char *base = mmap(room + skip, bytes, PROT_READ, MAP_SHARED | MAP_FIXED, file, 0);
    if (base == MAP_FAILED) {
        (void)munmap(room, bytes + LARGE_PAGE);
        return false;
    }
    (void)munmap(room, skip); // the room behind the file stays reserved, which costs only addresses
    (void)madvise(base, bytes, MADV_HUGEPAGE);
    database->mapped = base;
    database->mapped_bytes = bytes + LARGE_PAGE - skip;
    database->values = (const uint8_t *)base + sizeof(hr_pattern_page);
    return true;
}

/// Is `values[home]` the only 0 among these `n` values, or is there no 0 if `home` is not one of them? A search takes a sum of
/// zeros for the goal.
static bool is_zero_at(const uint8_t *values, size_t n, uint64_t home) {
    const uint8_t *zero = memchr(values, 0, n);
    if (home >= n) {
        return zero == NULL;
    }
    return zero == values + home && memchr(zero + 1, 0, n - home - 1) == NULL;
}

/// Local. Check this rank's chunks of the file: does each have its checksum, and a 0 only where all tiles are at home? With regions
/// other arrangements have the excess 0, too, and no search takes it for the goal.
static bool check_chunks(const hr_comm *node, const hr_pattern_page *page, const hr_pattern_database *database) {
    const uint64_t home = hr_pattern_index(&database->pattern, database->pattern.home);
    bool good = true;
    for (size_t c = (size_t)hr_comm_rank(node); c * HR_PATTERN_CHUNK < page->entries && good; c += (size_t)hr_comm_size(node)) {
        const uint8_t *values = database->values + c * HR_PATTERN_CHUNK;
        const size_t n = chunk_bytes(page->entries, c);
        good = hr_hash_bytes(values, n) == page->checksum[c] &&
               (page->regions != 0 ||
                is_zero_at(values, n, home - c * HR_PATTERN_CHUNK)); // wraps to a huge number if home lies before the chunk
    }
    return good;
}

/// Collective over `node`. Map and check the file; all ranks share the system's copy of it. HR_FILE: the file is not this
/// pattern's, is damaged, or cannot be mapped; the database is empty then.
static hr_status load(const hr_comm *node, const char *path, const hr_pattern *pattern, hr_pattern_database *database,
                      hr_error *error) {
    hr_pattern_page page = {.width = 0};
    int file = -1;
    hr_status status = open_file(path, pattern, &file, &page, error);
    if (status == HR_OK && !map_file(file, sizeof page + (size_t)page.entries, database)) {
        status = hr_error_set(error, HR_FILE, "%.200s: cannot be mapped: %s", path, strerror(errno));
    }
    if (status == HR_OK && !check_chunks(node, &page, database)) {
        status = hr_error_set(error, HR_FILE, "%.200s: a damaged pattern database: its values cannot be right", path);
    }
    if (file >= 0) {
        (void)close(file);
    }
    status = hr_comm_agree(node, status, error);
    if (status != HR_OK) {
        hr_pattern_database_clear(database);
    }
    return status;
}

/// Local. Write the whole file, and drop it from the page cache, which keeps written bytes on pages of any size: read again, they
/// can lie on large pages. Returns 0, or the value of errno that says why the file could not be written.
static int write_file(int file, const hr_pattern_database *database) {
    hr_pattern_page page;
    fill_page(&database->pattern, &page);
    for (size_t c = 0; c * HR_PATTERN_CHUNK < page.entries; c++) {
        page.checksum[c] = hr_hash_bytes(database->values + c * HR_PATTERN_CHUNK, chunk_bytes(page.entries, c));
    }
    hr_head_seal(&hr_pattern_format, &page, sizeof page);
    int reason = hr_write_at(file, &page, sizeof page, 0);
    if (reason == 0) {
        reason = hr_write_at(file, database->values, (size_t)page.entries, sizeof page);
    }
    if (reason == 0 && fsync(file) != 0) {
        reason = errno;
    }
    if (reason == 0) {
        (void)posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    }
    return reason;
}

/// Is this the ending of an incomplete file's name? Endings ".XXXXXX", as mkstemp makes them, count, too.
static bool is_left_over(const char *ending) {
    bool temporary = strlen(ending) == 7 && ending[0] == '.';
    for (int i = 1; i < 7 && temporary; i++) {
        temporary = isalnum((unsigned char)ending[i]) != 0;
    }
    return temporary || hr_left_over_is_partial(ending);
}

/// Local. Put the database into the cache. A file of its name is replaced only if `replace` is true; else that is an error.
static hr_status save(const char *directory, const char *path, const hr_pattern_database *database, bool replace, hr_error *error) {
    hr_complete_file file;
    (void)mkdir(directory, 0777);
    HR_TRY(hr_complete_file_create(path, replace, &file, error));
    const int reason = write_file(file.descriptor, database);
    const hr_status status =
        reason != 0 ? hr_complete_file_failed(file.path, file.partial, reason, error) : hr_complete_file_name(&file, error);
    hr_complete_file_remove(&file);
    return status;
}

/// What lies in the place of a database's file before the database is built.
typedef enum place { PLACE_FREE, PLACE_OF_OTHERS, PLACE_OF_DATABASE } place;

static place look_at(const hr_pattern_cache *cache, const hr_pattern *pattern, const char *path) {
    return is_cached(cache, pattern) ? PLACE_OF_DATABASE : access(path, F_OK) == 0 ? PLACE_OF_OTHERS : PLACE_FREE;
}

/// Local. Keep the database in the cache. A file that another node has made of it since `before` is kept in its place: that node
/// may have mapped it, and a process whose file is replaced on NFS may die of SIGBUS. Returns false if there is none; *why tells
/// the reason.
static bool keep(const hr_pattern_cache *cache, const hr_pattern_database *database, const char *path, place before,
                 hr_error *why) {
    return (before != PLACE_OF_DATABASE && is_cached(cache, &database->pattern)) ||
           save(cache->directory, path, database, before != PLACE_FREE, why) == HR_OK ||
           (before == PLACE_FREE && is_cached(cache, &database->pattern));
}

/// Collective over `node`. Replace the database in shared memory by the file that was just made, if it can be mapped, so that the
/// values are in memory only once.
static hr_status use_file(const hr_comm *node, const char *path, hr_pattern_database *database, hr_error *error) {
    hr_pattern_database mapped = {.pattern = database->pattern};
    const hr_status status = load(node, path, &database->pattern, &mapped, error);
    if (status == HR_OK) {
        hr_pattern_database_clear(database);
        *database = mapped;
    }
    return status == HR_FILE ? HR_OK : status;
}

hr_status hr_pattern_provide(const hr_comm *node, const hr_pattern_cache *cache, const hr_pattern *pattern,
                             hr_pattern_database *database, hr_error *error) {
    *database = (hr_pattern_database){.pattern = *pattern};
    char path[PATH_SIZE];
    const bool cached =
        find_path(cache, pattern, path) && hr_pattern_entries(pattern) <= HR_PATTERN_CHUNKS_MAX * (uint64_t)HR_PATTERN_CHUNK;
    if (cached && hr_comm_rank(node) == 0) {
        hr_left_overs_remove(path, is_left_over);
    }
    uint64_t present = cached && access(path, F_OK) == 0;
    HR_TRY(hr_comm_min(node, &present, 1, error));
    if (present) {
        hr_error why = {.text = ""};
        const hr_status status = load(node, path, pattern, database, &why);
        if (status != HR_FILE) {
            if (status != HR_OK && error != NULL) {
                *error = why;
            }
            return status;
        }
        notice(node, cache, "%s; building it anew", why.text);
    }
    const place before = cached ? look_at(cache, pattern, path) : PLACE_FREE;
    if (cache != NULL && cache->building != NULL && hr_comm_rank(node) == 0) {
        cache->building(cached ? path : NULL, sizeof(hr_pattern_page) + hr_pattern_entries(pattern), cache->context);
    }
    HR_TRY(hr_pattern_build(node, pattern, cache != NULL ? cache->stop : (hr_pattern_stop){0}, database, error));
    uint64_t kept = 0;
    if (cached && hr_comm_rank(node) == 0) {
        hr_error why;
        kept = keep(cache, database, path, before, &why);
        if (!kept) {
            notice(node, cache, "%s: the next run will build this pattern database again", why.text);
        }
    }
    HR_TRY(hr_comm_max(node, &kept, 1, error));
    return kept ? use_file(node, path, database, error) : HR_OK;
}
