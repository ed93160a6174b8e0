// SPDX-License-Identifier: MIT
#ifndef HR_SANITIZED_H
#define HR_SANITIZED_H

#ifndef __has_feature // gcc before 14
#define __has_feature(feature) 0
#endif

/// Is the address sanitizer built in?
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define HR_SANITIZED 1
#else
#define HR_SANITIZED 0
#endif

#endif
