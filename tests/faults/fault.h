// SPDX-License-Identifier: MIT
#ifndef FAULT_H
#define FAULT_H

// A library for LD_PRELOAD that lets one chosen call of a program fail, or ends the program there.
//
//     HR_FAULT=write:1:7:fail      on rank 1 the seventh call of the kind `write` fails
//     HR_FAULT_REPORT=FILE         FILE.1 tells of rank 1: its process, whether the fault came, the number of calls of each kind
//     HR_FAULT_CALLERS=1           the report tells from where the fault was called
//     HR_FAULT_STACKS=1            the report tells the first, the second and the last call from each stack of callers
//     HR_FAULT_DIRECTORY=PATH      files below it count, whoever calls
//
// Only calls that the program makes itself are counted, through libjansson included. What Open MPI does inside is not ours to
// survive. Calls for files below HR_FAULT_DIRECTORY are ours whoever makes them: MPI-IO writes our tables.

#include <stdbool.h>
#include <stdint.h>

/// memory   malloc, calloc, realloc, aligned_alloc, posix_memalign, strdup, fdopen, fopencookie, getline
/// map      mmap, mremap, memfd_create
/// size     ftruncate, fallocate, posix_fallocate
/// thread   pthread_create
/// open     open, openat, dup, mkstemp, fopen, opendir
/// read     read, pread, fread, fgets, fgetc
/// write    write, pwrite, writev, pwritev
/// sync     fsync, fdatasync, sync_file_range
/// name     rename, renameat2, link, linkat, unlink, unlinkat, mkdir
/// look     stat, fstat, fstatat, statfs, fstatfs, statvfs, access, readlink, lseek, fseeko, flock, fchmod, close
/// stream   printf and its like, fflush, fclose: from then on the stream's file is full
/// mpi      calls that all ranks make as often in every run of the same kind: collectives, windows, communicators, files
/// message  calls whose number depends on timing: sends, receives, probes, tests
#define FAULT_KINDS(X)                                                                                                             \
    X(memory)                                                                                                                      \
    X(map)                                                                                                                         \
    X(size)                                                                                                                        \
    X(thread)                                                                                                                      \
    X(open)                                                                                                                        \
    X(read)                                                                                                                        \
    X(write)                                                                                                                       \
    X(sync)                                                                                                                        \
    X(name)                                                                                                                        \
    X(look)                                                                                                                        \
    X(stream)                                                                                                                      \
    X(mpi)                                                                                                                         \
    X(message)

#define FAULT_ENUM(name) FAULT_##name,
typedef enum fault_kind { FAULT_KINDS(FAULT_ENUM) FAULT_KIND_COUNT } fault_kind;
#undef FAULT_ENUM

/// What the call shall do.
typedef enum fault_verdict {
    FAULT_PASS, ///< what it always does
    FAULT_FAIL, ///< fail
    FAULT_HALF, ///< write or read half of the bytes; where there are none to halve, pass
    FAULT_TEAR, ///< write half of the bytes, then fault_kill; where there are none to halve, fault_kill
} fault_verdict;

/// Local. Count a call of this kind. If it is the chosen one, the report says so first. Does not return if the process is to be
/// killed before the call.
fault_verdict fault_meet(fault_kind kind);

/// Local. The same for calls that either fail or pass.
bool fault_fails(fault_kind kind);

/// Local. End this process, or all of the job, by SIGKILL.
_Noreturn void fault_kill(void);

/// Local. Is this address in the program or libjansson? Of a caller: __builtin_return_address(0).
bool fault_is_ours(const void *caller);

/// Local. An address in the program or libjansson as a number that does not depend on where they are loaded; 0 elsewhere.
uint64_t fault_place(const void *caller);

/// Local. Remember from where the call with this number came.
void fault_remember(fault_kind kind, uint64_t call);

/// Local. Tell the first, the second (0 if there is none) and the last call from each remembered stack of callers, in no order. The
/// hash of a stack is the same in all processes of the same program.
void fault_tell_stacks(void (*tell)(fault_kind kind, uint64_t hash, const uint64_t calls[3]));

/// Local. Is the file below HR_FAULT_DIRECTORY?
bool fault_concerns_path(const char *path);
bool fault_concerns_file(int descriptor);

/// Local. The function that this library stands in front of; `pointer` is the address of a pointer to it.
void fault_find_next(void *pointer, const char *name);

/// Declare `next`: the function that this library's own of the same name stands in front of. Threads that come here together store
/// the same pointer.
#define FAULT_NEXT(name)                                                                                                           \
    static __typeof__(&(name)) next;                                                                                               \
    if (next == NULL) {                                                                                                            \
        fault_find_next((void *)&next, #name);                                                                                     \
    }

#define FAULT_EXPORT __attribute__((visibility("default")))

/// Is the call of the function that this stands in one of the program's own?
#define FAULT_CALLED_BY_US fault_is_ours(__builtin_return_address(0))

#endif
