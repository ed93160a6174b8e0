// SPDX-License-Identifier: MIT
// Options of the file system that a file is on, which say whether a lock of another host would be seen.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "core/files/left_over.h"

static void test_options_of_a_mount_are_found(void **state) {
    (void)state;
    char text[] = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,flock\n"
                  "97 22 0:52 / /home rw,nosuid shared:50 master:3 - nfs4 server:/home rw,vers=4.2,local_lock=none,addr=10.0.0.1\n"
                  "98 22 0:53 / /a\\040b rw - lustre 10.0.0.2@tcp:/scratch rw,localflock\n"
                  "99 22 10:52 / /far rw - nfs server:/far rw,local_lock=all\n";
    static const struct {
        unsigned major;
        unsigned minor;
        const char *option;
        bool found;
    } cases[] = {{0, 52, "local_lock=none", true},
                 {0, 52, "local_lock", false},
                 {0, 52, "local_lock=all", false},
                 {0, 53, "localflock", true},
                 {0, 53, "flock", false},
                 {10, 52, "local_lock=all", true},
                 {8, 1, "flock", true},
                 {0, 5, "rw", false},
                 {0, 52, "nosuid", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FILE *mounts = fmemopen(text, sizeof text - 1, "r");
        assert_non_null(mounts);
        assert_int_equal(hr_left_over_has_option(mounts, cases[i].major, cases[i].minor, cases[i].option), cases[i].found);
        assert_int_equal(fclose(mounts), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_of_a_mount_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
