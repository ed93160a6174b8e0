// SPDX-License-Identifier: MIT
#ifndef HR_VECTOR_H
#define HR_VECTOR_H

// HR_VECTOR_CLONES before a static function's definition: the compiler makes the function several times, for plain x86-64, with
// AVX2 and with AVX-512, and the loader picks the one that the processor can run. So the portable build is fast. Elsewhere it does
// nothing. Give it a name of its own: under clang its resolver is a global symbol. Left out under sanitizers, whose run-time
// library is not ready yet when the loader picks.

#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) &&                           \
    !defined(__SANITIZE_THREAD__)
#if defined(__clang__)
#if __clang_major__ >= 14 && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) &&                              \
    !__has_feature(memory_sanitizer)
#define HR_VECTOR_CLONES __attribute__((target_clones("avx512dq", "avx2", "default")))
#endif
#elif __GNUC__ >= 12
#define HR_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
#endif

#ifndef HR_VECTOR_CLONES
#define HR_VECTOR_CLONES
#endif

#endif
