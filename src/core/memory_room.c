// SPDX-License-Identifier: MIT
// Sources: proc(5), cgroups(7), Documentation/admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst of Linux, sbatch(1).

#include "core/memory_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_MAX_BYTES = 1024, DIRECTORY_MAX_BYTES = 3 * PATH_MAX_BYTES, LINE_MAX_BYTES = 2048 };

/// A limit of at least this many bytes counts as no limit. Version 1 of control groups writes "no limit" as the greatest multiple
/// of a page's size below 2^63.
#define NO_LIMIT (UINT64_C(1) << 60)

static const char AVAILABLE[] = "available memory";

/// If `bound` is above `bytes`, lower it to `bytes` and make `source` its name.
static void lower(hr_memory_bound *bound, uint64_t bytes, const char *source) {
    if (bytes < bound->bytes) {
        bound->bytes = bytes;
        (void)snprintf(bound->source, sizeof bound->source, "%s", source);
    }
}

static uint64_t minus(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

/// Returns the number at the beginning of `text` after blanks, or UINT64_MAX for anything else ("max", "unlimited").
static uint64_t number_of(const char *text) {
    text += strspn(text, " \t");
    if (*text < '0' || *text > '9') {
        return UINT64_MAX;
    }
    return strtoull(text, NULL, 10);
}

/// Set `values[i]` to the number behind `keys[i]` on the first line of the file `path` that begins with this key, for `count` keys.
/// With an empty key that is the number of the file's first line. UINT64_MAX if there is no such number.
static void read_numbers(const char *path, const char *const *keys, size_t count, uint64_t *values) {
    char line[LINE_MAX_BYTES];
    uint32_t missing = (UINT32_C(1) << count) - 1; // bit i: keys[i] has not been found
    for (size_t i = 0; i < count; i++) {
        values[i] = UINT64_MAX;
    }
    FILE *file = fopen(path, "r");
    while (file != NULL && missing != 0 && fgets(line, sizeof line, file) != NULL) {
        for (size_t i = 0; i < count; i++) {
            const size_t length = strlen(keys[i]);
            if ((missing >> i & 1) != 0 && strncmp(line, keys[i], length) == 0) {
                values[i] = number_of(line + length);
                missing &= ~(UINT32_C(1) << i);
            }
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

/// Returns the number behind `key` in the file `name` in `directory`, as read_numbers does.
static uint64_t read_below(const char *directory, const char *name, const char *key) {
    char path[DIRECTORY_MAX_BYTES + 64];
    uint64_t value = UINT64_MAX;
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    read_numbers(path, &key, 1, &value);
    return value;
}

/// Names of a control group's files in one version of control groups.
typedef struct group_files {
    const char *limits[2];     ///< each of these files holds a limit in bytes; NULL for none
    const char *usage;         ///< this file holds the bytes in use
    const char *file_pages[2]; ///< keys in memory.stat: bytes of file pages that were not used lately, and that were
} group_files;

static const group_files VERSION_1 = {.limits = {"memory.limit_in_bytes", NULL},
                                      .usage = "memory.usage_in_bytes",
                                      .file_pages = {"total_inactive_file ", "total_active_file "}};
static const group_files VERSION_2 = {
    .limits = {"memory.max", "memory.high"}, .usage = "memory.current", .file_pages = {"inactive_file ", "active_file "}};

/// Returns the bytes that a group can still take: its limit less its usage. Pages of files are part of the usage, but the system
/// drops them when memory is short. All of these pages that were not used lately count as free, and half of the others.
static uint64_t group_room(const char *directory, const group_files *files) {
    uint64_t limit = UINT64_MAX;
    for (int i = 0; i < 2 && files->limits[i] != NULL; i++) {
        const uint64_t bytes = read_below(directory, files->limits[i], "");
        limit = bytes < limit ? bytes : limit;
    }
    if (limit >= NO_LIMIT) {
        return UINT64_MAX;
    }
    const uint64_t usage = read_below(directory, files->usage, "");
    char path[DIRECTORY_MAX_BYTES + 64];
    uint64_t pages[2];
    (void)snprintf(path, sizeof path, "%s/memory.stat", directory);
    read_numbers(path, files->file_pages, 2, pages);
    uint64_t droppable = 0;
    for (int i = 0; i < 2; i++) {
        droppable += pages[i] == UINT64_MAX ? 0 : pages[i] >> i;
    }
    return minus(limit, usage == UINT64_MAX ? 0 : minus(usage, droppable));
}

/// Where a hierarchy of control groups is mounted.
typedef struct group_mount {
    bool found;
    char point[PATH_MAX_BYTES]; ///< the directory
    char group[PATH_MAX_BYTES]; ///< the group that is seen in that directory
} group_mount;

/// Is `word` one of the words in `list`, which are separated by commas?
static bool is_listed(const char *list, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = list; *at != '\0'; at += strspn(at, ",")) {
        const size_t size = strcspn(at, ",");
        if (size == length && strncmp(at, word, length) == 0) {
            return true;
        }
        at += size;
    }
    return false;
}

/// Read a line of /proc/self/mountinfo. The first mount of version 1 is mounts[0], that of version 2 mounts[1]. Example:
/// "36 35 0:32 GROUP POINT rw,noatime [tags…] - cgroup cgroup rw,memory".
static void read_mount(char *line, group_mount mounts[2]) {
    char *end = strstr(line, " - ");
    char type[32];
    char options[512];
    if (end == NULL || sscanf(end, " - %31s %*s %511s", type, options) != 2) {
        return;
    }
    *end = '\0';
    const bool unified = strcmp(type, "cgroup2") == 0;
    if (unified || (strcmp(type, "cgroup") == 0 && is_listed(options, "memory"))) {
        group_mount *mount = &mounts[unified];
        mount->found = mount->found || sscanf(line, "%*s %*s %*s %1023s %1023s", mount->group, mount->point) == 2;
    }
}

static void find_mounts(const char *root, group_mount mounts[2]) {
    char text[LINE_MAX_BYTES];
    (void)snprintf(text, sizeof text, "%s/proc/self/mountinfo", root);
    mounts[0].found = mounts[1].found = false;
    FILE *file = fopen(text, "r");
    while (file != NULL && fgets(text, sizeof text, file) != NULL) {
        read_mount(text, mounts);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

/// Returns this process's group in a line of /proc/self/cgroup: "4:cpu,memory:/job" or, in version 2 (`unified`), "0::/job". NULL
/// if the line is of another hierarchy.
static const char *group_in_line(char *line, bool unified) {
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
    if (group == NULL) {
        return NULL;
    }
    *group = '\0';
    const bool right = unified ? strcmp(line, "0:") == 0 : is_listed(controllers + 1, "memory");
    return right ? group + 1 : NULL;
}

static bool find_group(const char *root, bool unified, char group[PATH_MAX_BYTES]) {
    char text[LINE_MAX_BYTES];
    (void)snprintf(text, sizeof text, "%s/proc/self/cgroup", root);
    FILE *file = fopen(text, "r");
    bool found = false;
    while (file != NULL && !found && fgets(text, sizeof text, file) != NULL) {
        const char *name = group_in_line(text, unified);
        found = name != NULL && strlen(name) < PATH_MAX_BYTES;
        if (found) {
            memcpy(group, name, strlen(name) + 1);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return found;
}

/// Returns the path of `group` below the group `mounted`. "" if `group` is `mounted` itself or does not lie below it, as in a
/// container that sees only its own groups.
static const char *below_mount(const char *group, const char *mounted) {
    const size_t length = strcmp(mounted, "/") == 0 ? 0 : strlen(mounted);
    if (strncmp(group, mounted, length) != 0 || (group[length] != '/' && group[length] != '\0') || strstr(group, "/..") != NULL) {
        return "";
    }
    return strcmp(group + length, "/") == 0 ? "" : group + length;
}

/// Lower `bound` to the room of this process's group and of each group above it, up to the mount.
static void read_groups(const char *root, bool unified, const group_mount *mount, hr_memory_bound *bound) {
    char group[PATH_MAX_BYTES];
    if (!mount->found || !find_group(root, unified, group)) {
        return;
    }
    char directory[DIRECTORY_MAX_BYTES];
    const int top = snprintf(directory, sizeof directory, "%s%s", root, mount->point);
    const char *below = below_mount(group, mount->group);
    const int length = (int)strlen(below);
    if (top < 0 || top + length >= DIRECTORY_MAX_BYTES) {
        return;
    }
    memcpy(directory + top, below, (size_t)length + 1);
    for (int end = length; end >= 0; end--) {
        if (end < length && directory[top + end] != '/') {
            continue;
        }
        directory[top + end] = '\0';
        char source[HR_MEMORY_SOURCE_MAX];
        (void)snprintf(source, sizeof source, "control group %.60s", end == 0 ? "/" : directory + top);
        lower(bound, group_room(directory, unified ? &VERSION_2 : &VERSION_1), source);
    }
}

/// Returns the number that the value of a variable of the environment begins with. UINT64_MAX if the variable is not set, its value
/// does not begin with a number, or the number is 0: Slurm writes 0 for no limit.
static uint64_t variable(const char *const *environment, const char *name) {
    const size_t length = strlen(name);
    for (; *environment != NULL; environment++) {
        if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=') {
            const uint64_t value = number_of(*environment + length + 1);
            return value == 0 ? UINT64_MAX : value;
        }
    }
    return UINT64_MAX;
}

/// Lower `bound` to Slurm's limit for the job on this node less the `used` bytes. Slurm's numbers are in MiB. Slurm ends a job that
/// takes more, with or without control groups.
static void read_slurm(const char *const *environment, uint64_t used, hr_memory_bound *bound) {
    const uint64_t node = variable(environment, "SLURM_MEM_PER_NODE");
    if (node < NO_LIMIT >> 20) {
        lower(bound, minus(node << 20, used), "SLURM_MEM_PER_NODE");
    }
    const uint64_t each = variable(environment, "SLURM_MEM_PER_CPU");
    uint64_t cpus = variable(environment, "SLURM_CPUS_ON_NODE");
    cpus = cpus == UINT64_MAX ? variable(environment, "SLURM_JOB_CPUS_PER_NODE") : cpus; // as in "16(x2)"
    if (each < UINT64_C(1) << 27 && cpus < UINT64_C(1) << 16) {
        lower(bound, minus(each * cpus << 20, used), "SLURM_MEM_PER_CPU");
    }
}

/// Returns the bytes that /proc/self/status gives, in KiB, behind `key`. 0 if there are none.
static uint64_t status_bytes(const char *root, const char *key) {
    char directory[PATH_MAX_BYTES];
    (void)snprintf(directory, sizeof directory, "%s/proc/self", root);
    const uint64_t kilobytes = read_below(directory, "status", key);
    return kilobytes == UINT64_MAX ? 0 : kilobytes * 1024;
}

/// Lower `bound` to the process's own limits. Example of a line:
/// "Max address space         unlimited            unlimited            bytes".
static void read_process(const char *root, hr_memory_bound *bound) {
    char path[PATH_MAX_BYTES];
    (void)snprintf(path, sizeof path, "%s/proc/self/limits", root);
    static const char *const KEYS[] = {"Max address space ", "Max data size "};
    uint64_t limits[2];
    read_numbers(path, KEYS, 2, limits);
    if (limits[0] < NO_LIMIT) {
        lower(bound, minus(limits[0], status_bytes(root, "VmSize:")), "address space, ulimit -v");
    }
    if (limits[1] < NO_LIMIT) {
        lower(bound, minus(limits[1], status_bytes(root, "VmData:")), "data, ulimit -d");
    }
}

void hr_memory_room_read(const char *root, const char *const *environment, int node_ranks, hr_memory_room *room) {
    *room = (hr_memory_room){.node = {.bytes = UINT64_MAX}, .process = {.bytes = UINT64_MAX}};
    char path[PATH_MAX_BYTES];
    (void)snprintf(path, sizeof path, "%s/proc", root);
    const uint64_t kilobytes = read_below(path, "meminfo", "MemAvailable:");
    lower(&room->node, kilobytes == UINT64_MAX ? UINT64_MAX : kilobytes * 1024, AVAILABLE);
    group_mount mounts[2];
    find_mounts(root, mounts);
    for (int unified = 0; unified < 2; unified++) {
        read_groups(root, unified == 1, &mounts[unified], &room->node);
    }
    room->resident = status_bytes(root, "VmRSS:");
    read_slurm(environment, room->resident * (uint64_t)node_ranks, &room->node);
    read_process(root, &room->process);
}

void hr_memory_room_here(int node_ranks, hr_memory_room *room) {
    hr_memory_room_read("", (const char *const *)environ, node_ranks, room);
}

void hr_memory_room_cap(hr_memory_room *room, uint64_t bytes, const char *source) { lower(&room->node, bytes, source); }

hr_memory_bound hr_memory_room_share(const hr_memory_room *room, int node_ranks) {
    hr_memory_bound share = room->process;
    lower(&share, room->node.bytes == UINT64_MAX ? UINT64_MAX : room->node.bytes / (uint64_t)node_ranks, room->node.source);
    return share;
}

const char *hr_memory_room_advice(const hr_memory_bound *bound) {
    return strcmp(bound->source, "--memory") == 0  ? "use more nodes or raise --memory"
           : strcmp(bound->source, AVAILABLE) == 0 ? "use more nodes"
                                                   : "use more nodes or raise that limit";
}

hr_memory_bound hr_memory_room_total(const hr_memory_room *room, int node_ranks) {
    hr_memory_bound total = room->node;
    const uint64_t ranks = (uint64_t)node_ranks;
    lower(&total, room->process.bytes < UINT64_MAX / ranks ? room->process.bytes * ranks : UINT64_MAX, room->process.source);
    return total;
}

hr_memory_bound hr_memory_room_rank_limit(const hr_memory_room *room, uint64_t node_limit, int node_ranks) {
    hr_memory_bound limit = hr_memory_room_share(room, node_ranks);
    limit.bytes = limit.bytes == UINT64_MAX ? UINT64_MAX : room->resident + limit.bytes / 100 * 95;
    if (node_limit > 0) {
        lower(&limit, node_limit / (uint64_t)node_ranks, "--memory");
    }
    return limit;
}
