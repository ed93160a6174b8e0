// SPDX-License-Identifier: MIT
#ifndef HR_INLINE_H
#define HR_INLINE_H

/// A function that is compiled into each of its callers: with constant arguments a template, specialised for each of them.
#define HR_INLINE static inline __attribute__((always_inline))

#endif
