// SPDX-License-Identifier: MIT
// Where a table is to be written: a file that is there already, a full disk. A failure leaves no file and harms none. Impossible
// places: unit.file_messages.

#include "mpi_test.h"

#include <dirent.h>
#include <sys/mount.h>
#include <unistd.h>

#include "written_table.h"

HR_TEST(test_existing_file_is_kept_unless_forced) {
    const table_image_plan plan = TABLE_IMAGE_3X3;
    table_image image = table_image_make(&plan);
    make_directory();
    const table_image old = {.bytes = (uint8_t[]){'o', 'l', 'd'}, .size = 3};
    if (hr_comm_rank(hr_test_world()) == 0) {
        table_image_save(old.bytes, old.size, path);
    }
    hr_error error = {.text = ""};
    assert_int_equal(hr_table_writer_probe(hr_test_world(), path, false, &error), HR_FILE);
    assert_non_null(strstr(error.text, "already exists"));
    assert_int_equal(enumerate_to(&plan, true, true, false, false, &error), HR_FILE);
    assert_non_null(strstr(error.text, "already exists"));
    expect_file(&old);
    assert_int_equal(enumerate_to(&plan, true, true, false, true, &error), HR_OK);
    expect_file(&image);
    remove_directory(true);
    table_image_free(&image);
}

HR_TEST(test_failed_write_leaves_the_old_file) {
    const table_image_plan plan = TABLE_IMAGE_3X3;
    make_directory();
    const table_image old = {.bytes = (uint8_t[]){'o', 'l', 'd'}, .size = 3};
    if (hr_comm_rank(hr_test_world()) == 0) {
        table_image_save(old.bytes, old.size, path);
    }
    hr_error error = {.text = ""};
    const uint64_t usual = hr_test_limit_files(20000);
    assert_int_equal(enumerate_to(&plan, true, true, false, true, &error), HR_FILE);
    (void)hr_test_limit_files(usual);
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, "cannot write"));
    expect_file(&old);
    remove_directory(true);
}

HR_TEST(test_full_disk_is_said_and_leaves_nothing) {
    const table_image_plan plan = TABLE_IMAGE_3X3;
    make_directory();
    uint64_t mounted = 0;
    if (hr_comm_rank(hr_test_world()) == 0) {
        mounted = mount("none", directory, "tmpfs", 0, "size=64k") == 0;
    }
    assert_int_equal(hr_comm_max(hr_test_world(), &mounted, 1, NULL), HR_OK);
    if (mounted == 0) {
        print_message("no right to mount a small file system: left to test_failed_write_leaves_the_old_file\n");
        remove_directory(false);
        return;
    }
    hr_error error = {.text = ""};
    const hr_status status = enumerate_to(&plan, true, true, false, false, &error);
    size_t names = 0;
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK); // all ranks have closed the file
    if (hr_comm_rank(hr_test_world()) == 0) {
        DIR *open_directory = opendir(directory);
        while (open_directory != NULL && readdir(open_directory) != NULL) {
            names++;
        }
        if (open_directory != NULL) {
            (void)closedir(open_directory);
        }
        assert_int_equal(umount(directory), 0);
        assert_int_equal(names, 2); // . and ..
    }
    assert_int_equal(status, HR_FILE);
    assert_non_null(strstr(error.text, "disk is full"));
    remove_directory(false);
}
