// SPDX-License-Identifier: MIT
// Pattern databases as files: one page of header with the checksums of the header and of each chunk, then the values by index.

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

#define MAGIC "HRPATDB"
#define LARGE_PAGE ((size_t)2 << 20)
#define CHUNK ((size_t)4 << 20) ///< bytes of values under one checksum

enum { VERSION = 1, CHUNKS_MAX = 448, PATH_SIZE = 4096 };

/// The first page of a file. Its numbers have the byte order of the machine that writes it; a file of the other order is not
/// accepted.
typedef struct page {
    char magic[8];
    uint32_t version;
    uint32_t width;
    uint32_t height;
    uint32_t blank;
    uint32_t tiles;
    uint8_t home[12];
    uint64_t entries;
    uint64_t chunk;
    uint64_t checksum[CHUNKS_MAX]; ///< XXH3 of each chunk
    uint64_t reserved[56];
    uint64_t own; ///< XXH3 of all members before
} page;
_Static_assert(sizeof(page) == 4096, "the header is one page");

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
    int used = snprintf(path, PATH_SIZE, "%s/pattern-%dx%d-%d", cache->directory, pattern->width, pattern->height, pattern->blank);
    for (int i = 0; i < pattern->tiles && used > 0 && used < PATH_SIZE - 32; i++) {
        used += snprintf(path + used, (size_t)(PATH_SIZE - used), "%c%d", i == 0 ? '-' : '.', pattern->home[i]);
    }
    if (used < 0 || used >= PATH_SIZE - 32) {
        return false;
    }
    (void)snprintf(path + used, (size_t)(PATH_SIZE - used), ".hrp");
    return true;
}

bool hr_pattern_is_cached(const hr_pattern_cache *cache, const hr_pattern *pattern) {
    char path[PATH_SIZE];
    struct stat about;
    return find_path(cache, pattern, path) && stat(path, &about) == 0 &&
           about.st_size == (off_t)(sizeof(page) + hr_pattern_entries(pattern));
}

static void fill_page(const hr_pattern *pattern, page *header) {
    memset(header, 0, sizeof *header);
    memcpy(header->magic, MAGIC, sizeof MAGIC);
    header->version = VERSION;
    header->width = (uint32_t)pattern->width;
    header->height = (uint32_t)pattern->height;
    header->blank = (uint32_t)pattern->blank;
    header->tiles = (uint32_t)pattern->tiles;
    memcpy(header->home, pattern->home, (size_t)pattern->tiles);
    header->entries = hr_pattern_entries(pattern);
    header->chunk = CHUNK;
}

static size_t chunk_bytes(uint64_t entries, size_t chunk) {
    const uint64_t left = entries - chunk * CHUNK;
    return left < CHUNK ? (size_t)left : CHUNK;
}

static bool read_all(int file, void *bytes, size_t size, off_t offset) {
    for (char *at = bytes; size > 0;) {
        const ssize_t got = pread(file, at, size, offset);
        if (got <= 0) {
            if (got < 0 && errno == EINTR) {
                continue;
            }
            return false;
        }
        at += got;
        size -= (size_t)got;
        offset += got;
    }
    return true;
}

/// Read the header of the open file. Returns true if it is undamaged and is the header of this pattern.
static bool read_header(int file, const hr_pattern *pattern, page *header) {
    page expected;
    fill_page(pattern, &expected);
    return read_all(file, header, sizeof *header, 0) && header->own == hr_hash_bytes(header, offsetof(page, own)) &&
           memcmp(header, &expected, offsetof(page, checksum)) == 0;
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
    database->values = (const uint8_t *)base + sizeof(page);
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

/// Local. Check this rank's chunks of the file: does each have its checksum, and a 0 only where all tiles are at home?
static bool check_chunks(const hr_comm *node, const page *header, const hr_pattern_database *database) {
    const uint64_t home = hr_pattern_index(&database->pattern, database->pattern.home);
    bool good = true;
    for (size_t c = (size_t)hr_comm_rank(node); c * CHUNK < header->entries && good; c += (size_t)hr_comm_size(node)) {
        const uint8_t *values = database->values + c * CHUNK;
        const size_t n = chunk_bytes(header->entries, c);
        good = hr_hash_bytes(values, n) == header->checksum[c] &&
               is_zero_at(values, n, home - c * CHUNK); // wraps to a huge number if home lies before the chunk
    }
    return good;
}

/// Collective over `node`. Map and check the file; all ranks share the system's copy of it. *good is set if the file is undamaged.
static hr_status load(const hr_comm *node, const char *path, const hr_pattern *pattern, hr_pattern_database *database, bool *good,
                      hr_error *error) {
    const size_t bytes = sizeof(page) + (size_t)hr_pattern_entries(pattern);
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // without O_NONBLOCK a pipe would wait for its writer
    page header;
    struct stat about;
    const bool mapped = file >= 0 && fstat(file, &about) == 0 && about.st_size == (off_t)bytes &&
                        read_header(file, pattern, &header) && map_file(file, bytes, database);
    uint64_t bad = !mapped || !check_chunks(node, &header, database);
    const hr_status status = hr_comm_max(node, &bad, 1, error);
    if (file >= 0) {
        (void)close(file);
    }
    *good = status == HR_OK && !bad;
    if (!*good) {
        hr_pattern_database_clear(database);
    }
    return status;
}

/// Local. Write the whole file. Returns 0, or the value of errno that says why the file could not be written.
static int write_file(int file, const hr_pattern_database *database) {
    page header;
    fill_page(&database->pattern, &header);
    for (size_t c = 0; c * CHUNK < header.entries; c++) {
        header.checksum[c] = hr_hash_bytes(database->values + c * CHUNK, chunk_bytes(header.entries, c));
    }
    header.own = hr_hash_bytes(&header, offsetof(page, own));
    int reason = hr_write_at(file, &header, sizeof header, 0);
    if (reason == 0) {
        reason = hr_write_at(file, database->values, (size_t)header.entries, sizeof header);
    }
    return reason != 0 || fsync(file) == 0 ? reason : errno;
}

/// Is this the ending of an incomplete file's name? Endings ".XXXXXX", as mkstemp makes them, count, too.
static bool is_left_over(const char *ending) {
    bool temporary = strlen(ending) == 7 && ending[0] == '.';
    for (int i = 1; i < 7 && temporary; i++) {
        temporary = isalnum((unsigned char)ending[i]) != 0;
    }
    return temporary || hr_left_over_is_partial(ending);
}

/// Local. Put the database into the cache.
static hr_status save(const char *directory, const char *path, const hr_pattern_database *database, hr_error *error) {
    hr_complete_file file;
    (void)mkdir(directory, 0777);
    HR_TRY(hr_complete_file_create(path, true, &file, error));
    const int reason = write_file(file.descriptor, database);
    const hr_status status =
        reason != 0 ? hr_complete_file_failed(file.path, file.partial, reason, error) : hr_complete_file_name(&file, error);
    hr_complete_file_remove(&file);
    return status;
}

/// Collective over `node`. Replace the database in shared memory by the file that was just written, if it can be mapped, so that
/// the values are in memory only once.
static hr_status use_file(const hr_comm *node, const char *path, hr_pattern_database *database, hr_error *error) {
    hr_pattern_database mapped = {.pattern = database->pattern};
    bool good = false;
    HR_TRY(load(node, path, &database->pattern, &mapped, &good, error));
    if (good) {
        hr_pattern_database_clear(database);
        *database = mapped;
    }
    return HR_OK;
}

hr_status hr_pattern_provide(const hr_comm *node, const hr_pattern_cache *cache, const hr_pattern *pattern,
                             hr_pattern_database *database, hr_error *error) {
    *database = (hr_pattern_database){.pattern = *pattern};
    char path[PATH_SIZE];
    const bool cached = find_path(cache, pattern, path) && hr_pattern_entries(pattern) <= CHUNKS_MAX * (uint64_t)CHUNK;
    if (cached && hr_comm_rank(node) == 0) {
        hr_left_overs_remove(path, is_left_over);
    }
    uint64_t present = cached && access(path, F_OK) == 0;
    HR_TRY(hr_comm_min(node, &present, 1, error));
    if (present) {
        bool good = false;
        HR_TRY(load(node, path, pattern, database, &good, error));
        if (good) {
            return HR_OK;
        }
        notice(node, cache, "%s is damaged or no such pattern database: building it anew", path);
    }
    HR_TRY(hr_pattern_build(node, pattern, cache != NULL ? cache->stop : (hr_pattern_stop){0}, database, error));
    uint64_t saved = 0;
    if (cached && hr_comm_rank(node) == 0) {
        hr_error why;
        saved = save(cache->directory, path, database, &why) == HR_OK;
        if (!saved) {
            notice(node, cache, "%s: the next run will build this pattern database again", why.text);
        }
    }
    HR_TRY(hr_comm_max(node, &saved, 1, error));
    return saved ? use_file(node, path, database, error) : HR_OK;
}
