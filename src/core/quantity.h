// SPDX-License-Identifier: MIT
#ifndef HR_QUANTITY_H
#define HR_QUANTITY_H

// Numbers as people read them. All functions are Local. Those that write into `text` return it.

#include <stdint.h>

/// Room for any quantity's text, in bytes.
#define HR_QUANTITY_MAX 32

/// Write a count with commas: "1,234,567".
const char *hr_quantity_count(uint64_t count, char text[HR_QUANTITY_MAX]);

/// Returns the end of a word that a count precedes: "" for 1, else "s".
const char *hr_quantity_plural(uint64_t count);

/// Write three significant digits, from 1000 on with a word, for rates and live lines: "830", "12.3 thousand", "15.2 million".
const char *hr_quantity_rough(double number, char text[HR_QUANTITY_MAX]);

/// Write a number of bytes in powers of 1024: "512 bytes", "1.20 GiB".
const char *hr_quantity_bytes(uint64_t bytes, char text[HR_QUANTITY_MAX]);

/// Write a duration: "0.0031 s", "12.3 s", "4 min 05 s", "2 h 03 min".
const char *hr_quantity_seconds(double seconds, char text[HR_QUANTITY_MAX]);

#endif
