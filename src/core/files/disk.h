// SPDX-License-Identifier: MIT
#ifndef HR_FILES_DISK_H
#define HR_FILES_DISK_H

// The file system that a directory is on, and the room there.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hr_disk_kind {
    HR_DISK_UNKNOWN,
    HR_DISK_LOCAL,   ///< a disk of this host, which no other host sees
    HR_DISK_MEMORY,  ///< the memory of this host
    HR_DISK_NETWORK, ///< a file server, or the disks of several hosts
} hr_disk_kind;

typedef struct hr_disk {
    hr_disk_kind kind;
    const char *name; ///< of the file system: "ext4", "tmpfs", "nfs"; "unknown" if its kind is unknown
    uint64_t device;  ///< the same for directories on the same file system
    uint64_t room;    ///< bytes that this user can still write; UINT64_MAX: the file system does not tell
} hr_disk;

/// Local. Look at the file system of `directory`. False if the system does not tell; *disk is then unchanged.
bool hr_disk_look(const char *directory, hr_disk *disk);

/// Local. Does no other host see the file system?
static inline bool hr_disk_is_own(const hr_disk *disk) { return disk->kind == HR_DISK_LOCAL || disk->kind == HR_DISK_MEMORY; }

/// Local. Set disk->kind and disk->name from the magic number of a file system (statfs(2)).
void hr_disk_name(unsigned long magic, hr_disk *disk);

/// Local. The bytes that files of one size, one on each of `disks[0..count)`, can have together; UINT64_MAX if a file system does
/// not tell its room.
uint64_t hr_disks_room(const hr_disk *disks, size_t count);

#endif
