// SPDX-License-Identifier: MIT
#ifndef HR_UNIT_TEST_H
#define HR_UNIT_TEST_H

// What every cmocka program includes: cmocka, which wants the first four headers before it, and what most tests call.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The status must be HR_OK: else the test fails with the error's text.
#define HR_TEST_OK(status, error)                                                                                                  \
    do {                                                                                                                           \
        if ((status) != HR_OK) {                                                                                                   \
            fail_msg("%s", (error).text);                                                                                          \
        }                                                                                                                          \
    } while (0)

#endif
