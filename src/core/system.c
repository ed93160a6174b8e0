// SPDX-License-Identifier: MIT
#include "core/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/// The number behind `key` (as in "MemAvailable:") in a file of "key value" lines; with an empty key the file's first number.
static uint64_t read_number(const char *path, const char *key) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return UINT64_MAX;
    }
    uint64_t value = UINT64_MAX;
    char line[256];
    const size_t length = strlen(key);
    while (value == UINT64_MAX && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, length) == 0) {
            char *end = NULL;
            value = strtoull(line + length, &end, 10);
            if (end == line + length) {
                value = UINT64_MAX; // "max"
                break;
            }
        }
    }
    (void)fclose(file);
    return value;
}

/// Bytes that a control group leaves: its limit less what it uses, where the page cache that it could drop does not count as used.
static uint64_t control_group_room(const char *limit_path, const char *usage_path, const char *stat_path, const char *cache_key) {
    const uint64_t limit = read_number(limit_path, "");
    uint64_t usage = read_number(usage_path, "");
    if (limit == UINT64_MAX || usage == UINT64_MAX || limit >= UINT64_C(1) << 60) {
        return UINT64_MAX;
    }
    const uint64_t cache = read_number(stat_path, cache_key);
    usage -= cache != UINT64_MAX && cache < usage ? cache : 0;
    return usage < limit ? limit - usage : 0;
}

/// The smallest room on the way from this process' control group (version 2) up to the root of the hierarchy.
static uint64_t unified_room(void) {
    char group[512] = "";
    FILE *file = fopen("/proc/self/cgroup", "r");
    if (file == NULL) {
        return UINT64_MAX;
    }
    while (fgets(group, sizeof group, file) != NULL && strncmp(group, "0::", 3) != 0) {
        group[0] = '\0';
    }
    (void)fclose(file);
    group[strcspn(group, "\n")] = '\0';
    uint64_t room = UINT64_MAX;
    char *path = strlen(group) >= 3 ? group + 3 : group;
    for (;;) {
        char names[3][640];
        static const char *const leaves[3] = {"memory.max", "memory.current", "memory.stat"};
        for (int i = 0; i < 3; i++) {
            (void)snprintf(names[i], sizeof names[i], "/sys/fs/cgroup%s/%s", path, leaves[i]);
        }
        const uint64_t here = control_group_room(names[0], names[1], names[2], "inactive_file ");
        room = here < room ? here : room;
        char *slash = strrchr(path, '/');
        if (slash == NULL || path[0] == '\0') {
            return room;
        }
        *slash = '\0';
    }
}

uint64_t hr_system_available_memory(void) {
    const uint64_t kilobytes = read_number("/proc/meminfo", "MemAvailable:");
    uint64_t available = kilobytes == UINT64_MAX ? UINT64_MAX : kilobytes * 1024;
    const uint64_t unified = unified_room();
    const uint64_t legacy =
        control_group_room("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
                           "/sys/fs/cgroup/memory/memory.stat", "total_inactive_file ");
    available = unified < available ? unified : available;
    return legacy < available ? legacy : available;
}

uint64_t hr_system_peak_memory(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024 : 0;
}
