// SPDX-License-Identifier: MIT
#include "core/files/left_over.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <linux/magic.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "core/hash.h"

enum { NUMBER_DIGITS = 8 };

static const char PARTIAL[] = ".partial";
static const char HEX_DIGITS[] = "0123456789abcdef";

/// Returns a number that tells this running kernel from all others; 0 if the kernel's boot_id cannot be read. A host's name would
/// not do: two hosts may share one, and after a restart the host's old processes are gone.
static uint32_t kernel_number(void) {
    char text[64] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (file == NULL) {
        return 0;
    }
    const bool read = fgets(text, sizeof text, file) != NULL;
    (void)fclose(file);
    return read ? (uint32_t)hr_hash_bytes(text, strlen(text)) : 0;
}

void hr_left_over_ending(char ending[HR_LEFT_OVER_ENDING]) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t unique[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)getpid()};
    (void)snprintf(ending, HR_LEFT_OVER_ENDING, ".%08x-%08x%s", (unsigned)hr_hash_bytes(unique, sizeof unique),
                   (unsigned)kernel_number(), PARTIAL);
}

/// Take apart the ending of a temporary name. True if `ending` is ".<unique>-<kernel>.partial" or, without a kernel's number,
/// ".<unique>.partial".
static bool read_ending(const char *ending, bool *has_kernel, uint32_t *kernel) {
    *has_kernel = false;
    *kernel = 0;
    if (ending[0] != '.' || strspn(ending + 1, HEX_DIGITS) != NUMBER_DIGITS) {
        return false;
    }
    const char *at = ending + 1 + NUMBER_DIGITS;
    if (at[0] == '-' && strspn(at + 1, HEX_DIGITS) == NUMBER_DIGITS) {
        *has_kernel = true;
        *kernel = (uint32_t)strtoul(at + 1, NULL, 16);
        at += 1 + NUMBER_DIGITS;
    }
    return strcmp(at, PARTIAL) == 0;
}

/// Returns the end of `name` from the dot before the unique number on, for read_ending. "" if `name` has no such dot.
static const char *find_ending(const char *name) {
    const size_t length = strlen(name);
    const size_t suffix = sizeof PARTIAL - 1;
    size_t from = length < suffix ? 0 : length - suffix;
    while (from > 0 && name[from - 1] != '.') {
        from--;
    }
    return from > 0 ? name + from - 1 : "";
}

static bool is_partial(const char *ending) {
    bool has_kernel = false;
    uint32_t kernel = 0;
    return read_ending(ending, &has_kernel, &kernel);
}

bool hr_left_over_is_partial(const char *name) { return is_partial(find_ending(name)); }

bool hr_left_over_has_option(FILE *mounts, unsigned major, unsigned minor, const char *option) {
    char device[32];
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    (void)snprintf(device, sizeof device, "%u:%u", major, minor);
    while (!found && getline(&line, &room, mounts) > 0) {
        // Example: 36 35 98:0 /root /mount/point rw,noatime shared:1 - nfs4 server:/volume rw,local_lock=none
        char *rest = line;
        bool same = false;
        for (int field = 0; rest != NULL; field++) {
            char *word = strsep(&rest, " \n");
            same = same || (field == 2 && strcmp(word, device) == 0);
            for (char *options = field > 4 && same ? word : NULL; options != NULL && !found;) {
                found = strcmp(strsep(&options, ","), option) == 0;
            }
        }
    }
    free(line);
    return found;
}

static bool is_mounted_with(int file, const char *option) {
    struct stat about;
    FILE *mounts = fopen("/proc/self/mountinfo", "re");
    if (mounts == NULL) {
        return false;
    }
    const bool found =
        fstat(file, &about) == 0 && hr_left_over_has_option(mounts, major(about.st_dev), minor(about.st_dev), option);
    (void)fclose(mounts);
    return found;
}

/// Magic numbers of file systems that <linux/magic.h> does not list.
enum { LUSTRE_MAGIC = 0x0BD00BD0, GPFS_MAGIC = 0x47504653, CEPH_MAGIC = 0x00C36400, ZFS_MAGIC = 0x2FC12FC1 };

/// Which processes see the lock of a file.
typedef enum reach {
    REACH_UNKNOWN, ///< the processes of this host, perhaps no others
    REACH_SHARED,  ///< the processes of all hosts
    REACH_LOCAL,   ///< all processes that can open the file: the disk belongs to this host
} reach;

static reach find_reach(int file) {
    struct statfs system;
    if (fstatfs(file, &system) != 0) {
        return REACH_UNKNOWN;
    }
    switch ((unsigned long)system.f_type) {
    case EXT4_SUPER_MAGIC:
    case XFS_SUPER_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case TMPFS_MAGIC:
    case RAMFS_MAGIC:
    case OVERLAYFS_SUPER_MAGIC:
    case ZFS_MAGIC:
        return REACH_LOCAL;
    case GPFS_MAGIC:
    case CEPH_MAGIC:
        return REACH_SHARED;
    case NFS_SUPER_MAGIC:
        return is_mounted_with(file, "local_lock=none") || is_mounted_with(file, "local_lock=posix") ? REACH_SHARED : REACH_UNKNOWN;
    case LUSTRE_MAGIC:
        return is_mounted_with(file, "flock") ? REACH_SHARED : REACH_UNKNOWN;
    default:
        return REACH_UNKNOWN;
    }
}

/// Is `file` the only open descriptor of the file on this host? Only then the kernel grants a write lease.
static bool is_closed(int file) {
    const bool leased = fcntl(file, F_SETSIG, SIGURG) == 0 && fcntl(file, F_SETLEASE, F_WRLCK) == 0; // SIGURG is ignored
    return leased && fcntl(file, F_SETLEASE, F_UNLCK) == 0;
}

/// Has the maker of the file ended? The caller holds the file's lock. The lock proves the end of a maker that takes locks and whose
/// lock this host would see.
static bool is_orphan(int file, const char *name) {
    bool has_kernel = false;
    uint32_t kernel = 0;
    (void)read_ending(find_ending(name), &has_kernel, &kernel);
    if (!has_kernel) {
        return find_reach(file) == REACH_LOCAL && is_closed(file);
    }
    return (kernel != 0 && kernel == kernel_number()) || find_reach(file) != REACH_UNKNOWN;
}

/// Does `name` in `directory` still name the open file `file`?
static bool has_name(int file, int directory, const char *name) {
    struct stat opened;
    struct stat named;
    return fstat(file, &opened) == 0 && fstatat(directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(named.st_mode) &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

static int lock(int file, int how) {
    int failed = 0;
    do {
        failed = flock(file, how);
    } while (failed != 0 && errno == EINTR);
    return failed;
}

bool hr_left_over_lock(int file, const char *name) {
    (void)lock(file, LOCK_EX); // fails where a file system has no locks; there no run can lock the file to remove it, either
    return has_name(file, AT_FDCWD, name);
}

void hr_left_over_remove(int directory, const char *name) {
    const int file = openat(directory, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    if (lock(file, LOCK_EX | LOCK_NB) == 0 && is_orphan(file, name) && has_name(file, directory, name)) {
        (void)unlinkat(directory, name, 0);
    }
    (void)close(file);
}

void hr_left_overs_remove(const char *path, bool (*is_ending)(const char *ending)) {
    char copy[PATH_MAX];
    char base[PATH_MAX];
    (void)snprintf(copy, sizeof copy, "%s", path);
    (void)snprintf(base, sizeof base, "%s", basename(copy));
    (void)snprintf(copy, sizeof copy, "%s", path);
    DIR *directory = opendir(dirname(copy));
    if (directory == NULL) {
        return; // the directory may be writable but not readable
    }
    const size_t length = strlen(base);
    for (const struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (strncmp(entry->d_name, base, length) == 0 && (is_ending != NULL ? is_ending : is_partial)(entry->d_name + length)) {
            hr_left_over_remove(dirfd(directory), entry->d_name);
        }
    }
    (void)closedir(directory);
}
