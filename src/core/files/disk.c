// SPDX-License-Identifier: MIT
// Sources: statfs(2), linux/magic.h, and the sources of the file systems that are not part of Linux.

#include "core/files/disk.h"

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>

typedef struct file_system {
    unsigned long magic;
    const char *name;
    hr_disk_kind kind;
} file_system;

static const file_system FILE_SYSTEMS[] = {
    {EXT4_SUPER_MAGIC, "ext4", HR_DISK_LOCAL},
    {XFS_SUPER_MAGIC, "xfs", HR_DISK_LOCAL},
    {BTRFS_SUPER_MAGIC, "btrfs", HR_DISK_LOCAL},
    {F2FS_SUPER_MAGIC, "f2fs", HR_DISK_LOCAL},
    {0x2FC12FC1, "zfs", HR_DISK_LOCAL},
    {OVERLAYFS_SUPER_MAGIC, "overlay", HR_DISK_LOCAL},
    {TMPFS_MAGIC, "tmpfs", HR_DISK_MEMORY},
    {RAMFS_MAGIC, "ramfs", HR_DISK_MEMORY},
    {NFS_SUPER_MAGIC, "nfs", HR_DISK_NETWORK},
    {0xFE534D42, "smb", HR_DISK_NETWORK},
    {0xFF534D42, "cifs", HR_DISK_NETWORK},
    {0x0BD00BD0, "lustre", HR_DISK_NETWORK},
    {0x47504653, "gpfs", HR_DISK_NETWORK},
    {0x00C36400, "ceph", HR_DISK_NETWORK},
    {0x19830326, "beegfs", HR_DISK_NETWORK},
    {0xAAD7AAEA, "panfs", HR_DISK_NETWORK},
    {AFS_SUPER_MAGIC, "afs", HR_DISK_NETWORK},
    {0x20030528, "orangefs", HR_DISK_NETWORK},
    {OCFS2_SUPER_MAGIC, "ocfs2", HR_DISK_NETWORK},
    {0x01161970, "gfs2", HR_DISK_NETWORK},
};

void hr_disk_name(unsigned long magic, hr_disk *disk) {
    disk->kind = HR_DISK_UNKNOWN;
    disk->name = "unknown";
    for (size_t i = 0; i < sizeof FILE_SYSTEMS / sizeof FILE_SYSTEMS[0]; i++) {
        if (FILE_SYSTEMS[i].magic == (magic & UINT32_MAX)) { // the system's type may be signed
            disk->kind = FILE_SYSTEMS[i].kind;
            disk->name = FILE_SYSTEMS[i].name;
        }
    }
}

bool hr_disk_look(const char *directory, hr_disk *disk) {
    struct statfs system;
    struct stat about;
    if (statfs(directory, &system) != 0 || stat(directory, &about) != 0) {
        return false;
    }
    hr_disk_name((unsigned long)system.f_type, disk);
    disk->device = (uint64_t)about.st_dev;
    disk->room = system.f_blocks == 0 ? UINT64_MAX : (uint64_t)system.f_bavail * (uint64_t)system.f_bsize; // 0: not told, statfs(2)
    return true;
}

uint64_t hr_disks_room(const hr_disk *disks, size_t count) {
    uint64_t least = UINT64_MAX; // for one file
    for (size_t i = 0; i < count; i++) {
        if (disks[i].room == UINT64_MAX) {
            return UINT64_MAX;
        }
        uint64_t beside = 0;
        for (size_t j = 0; j < count; j++) {
            beside += disks[j].device == disks[i].device;
        }
        least = disks[i].room / beside < least ? disks[i].room / beside : least;
    }
    return count == 0 ? 0 : least * count;
}
