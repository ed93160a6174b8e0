// SPDX-License-Identifier: MIT
// What kind of file system a directory is on, and the room for files there.

#include "core/files/disk.h"
#include "unit_test.h"

/// The numbers are those that statfs(2) and `stat -f -c %t` give.
HR_TEST(test_kinds_of_file_systems) {
    static const struct {
        unsigned long magic;
        const char *name;
        hr_disk_kind kind;
    } cases[] = {
        {0xEF53, "ext4", HR_DISK_LOCAL},        {0x58465342, "xfs", HR_DISK_LOCAL},    {0x9123683E, "btrfs", HR_DISK_LOCAL},
        {0xF2F52010, "f2fs", HR_DISK_LOCAL},    {0x2FC12FC1, "zfs", HR_DISK_LOCAL},    {0x794C7630, "overlay", HR_DISK_LOCAL},
        {0x01021994, "tmpfs", HR_DISK_MEMORY},  {0x858458F6, "ramfs", HR_DISK_MEMORY}, {0x6969, "nfs", HR_DISK_NETWORK},
        {0xFE534D42, "smb", HR_DISK_NETWORK},   {0xFF534D42, "cifs", HR_DISK_NETWORK}, {0x0BD00BD0, "lustre", HR_DISK_NETWORK},
        {0x47504653, "gpfs", HR_DISK_NETWORK},  {0x00C36400, "ceph", HR_DISK_NETWORK}, {0x19830326, "beegfs", HR_DISK_NETWORK},
        {0xAAD7AAEA, "panfs", HR_DISK_NETWORK}, {0x5346414F, "afs", HR_DISK_NETWORK},  {0x20030528, "orangefs", HR_DISK_NETWORK},
        {0x7461636F, "ocfs2", HR_DISK_NETWORK}, {0x01161970, "gfs2", HR_DISK_NETWORK}, {0x12345678, "unknown", HR_DISK_UNKNOWN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_disk disk;
        hr_disk_name(cases[i].magic, &disk);
        assert_string_equal(disk.name, cases[i].name);
        assert_int_equal(disk.kind, cases[i].kind);
    }
    hr_disk disk;
    hr_disk_name(0xFFFFFFFF9123683E, &disk); // as a signed number of 32 bits
    assert_string_equal(disk.name, "btrfs");
}

HR_TEST(test_a_directory) {
    hr_disk memory = {.name = NULL};
    hr_disk same = {.name = NULL};
    assert_true(hr_disk_look("/proc", &memory) && hr_disk_look("/proc/self", &same));
    assert_true(memory.device == same.device && memory.kind == HR_DISK_UNKNOWN && memory.room == UINT64_MAX);
    hr_disk here;
    assert_true(hr_disk_look(".", &here));
    assert_true(here.room > 0 && here.device != memory.device);
    assert_false(hr_disk_look("/proc/none", &here));
    assert_true(here.room > 0);
}

HR_TEST(test_room_for_files_of_one_size) {
    hr_disk disks[3] = {{.device = 1, .room = 100}, {.device = 2, .room = 60}, {.device = 1, .room = 100}};
    assert_int_equal(hr_disks_room(disks, 0), 0);
    assert_int_equal(hr_disks_room(disks, 1), 100);
    assert_int_equal(hr_disks_room(disks, 2), 120);
    assert_int_equal(hr_disks_room(disks, 3), 150); // two files on the first disk, each as large as that on the second one
    disks[1].room = UINT64_MAX;
    assert_int_equal(hr_disks_room(disks, 1), 100);
    assert_int_equal(hr_disks_room(disks, 3), UINT64_MAX);
}
