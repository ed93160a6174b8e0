// SPDX-License-Identifier: MIT
#ifndef HR_INLINE_H
#define HR_INLINE_H

/// Marks a function that is compiled into each of its callers. Where a caller passes constants, its copy is specialised for them.
#define HR_INLINE static inline __attribute__((always_inline))

#endif
