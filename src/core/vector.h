// SPDX-License-Identifier: MIT
#ifndef HR_VECTOR_H
#define HR_VECTOR_H

// HR_VECTOR_CLONES stands before the definition of a static function. The compiler then makes three copies of the function, for
// plain x86-64, for AVX2 and for AVX-512, and the loader picks the best copy that the processor can run. So the portable build is
// fast. The function needs a name that is unique in the program, because under clang its resolver is a global symbol. On other
// systems the macro is empty. Under sanitizers it is empty too, because their run-time library is not ready yet when the loader
// picks.

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

// Between HR_TARGET_BEGIN and HR_TARGET_END functions, also those of headers that are included there, are compiled for processors
// with the named features. <immintrin.h> is included before, where it is needed. Only for x86-64.
#define HR_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define HR_TARGET_BEGIN(features) HR_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define HR_TARGET_END HR_PRAGMA(clang attribute pop)
#else
#define HR_TARGET_BEGIN(features) HR_PRAGMA(GCC push_options) HR_PRAGMA(GCC target(features))
#define HR_TARGET_END HR_PRAGMA(GCC pop_options)
#endif

#endif
