// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_SOURCE_H
#define HR_REPORT_SOURCE_H

// The page without its data, which the build makes of the files in source/: see src/cmake/page.cmake.

#include <stddef.h>

extern const unsigned char hr_page_before[]; ///< [hr_page_before_size] the page up to the data
extern const size_t hr_page_before_size;
extern const unsigned char hr_page_after[]; ///< [hr_page_after_size] the page behind the data
extern const size_t hr_page_after_size;

#endif
