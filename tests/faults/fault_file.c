// SPDX-License-Identifier: MIT
// Files by their descriptors and names: the kinds open, read, write, sync, name and look.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "fault.h"

/// Count a call; true with errno set if it shall fail.
static bool refused(bool ours, fault_kind kind, int reason) {
    if (!ours || !fault_fails(kind)) {
        return false;
    }
    errno = reason;
    return true;
}

#define BY_PATH(path) (FAULT_CALLED_BY_US || fault_concerns_path(path))
#define BY_FILE(descriptor) (FAULT_CALLED_BY_US || fault_concerns_file(descriptor))

/// A call that fails for this reason, returning −1, or passes on.
#define FAULT_CALL(name, parameters, arguments, ours, kind, reason)                                                                \
    FAULT_EXPORT int name parameters {                                                                                             \
        FAULT_NEXT(name);                                                                                                          \
        return refused(ours, FAULT_##kind, reason) ? -1 : next arguments;                                                          \
    }

static mode_t mode_of(int flags, va_list rest) { return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0; }

FAULT_EXPORT int open(const char *path, int flags, ...) {
    FAULT_NEXT(open);
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return refused(BY_PATH(path), FAULT_open, EMFILE) ? -1 : next(path, flags, mode);
}

FAULT_EXPORT int openat(int directory, const char *path, int flags, ...) {
    FAULT_NEXT(openat);
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return refused(BY_PATH(path), FAULT_open, EMFILE) ? -1 : next(directory, path, flags, mode);
}

FAULT_EXPORT FILE *fopen(const char *restrict path, const char *restrict mode) {
    FAULT_NEXT(fopen);
    return refused(BY_PATH(path), FAULT_open, EMFILE) ? NULL : next(path, mode);
}

FAULT_EXPORT DIR *opendir(const char *path) {
    FAULT_NEXT(opendir);
    return refused(BY_PATH(path), FAULT_open, EMFILE) ? NULL : next(path);
}

FAULT_EXPORT DIR *fdopendir(int descriptor) {
    FAULT_NEXT(fdopendir);
    return refused(BY_FILE(descriptor), FAULT_open, EMFILE) ? NULL : next(descriptor);
}

FAULT_CALL(dup, (int descriptor), (descriptor), BY_FILE(descriptor), open, EMFILE)
FAULT_CALL(mkstemp, (char *pattern), (pattern), BY_PATH(pattern), open, EMFILE)

FAULT_EXPORT ssize_t read(int descriptor, void *bytes, size_t size) {
    FAULT_NEXT(read);
    const fault_verdict verdict = FAULT_CALLED_BY_US ? fault_meet(FAULT_read) : FAULT_PASS;
    if (verdict == FAULT_FAIL) {
        errno = EIO;
        return -1;
    }
    return next(descriptor, bytes, verdict == FAULT_HALF && size > 1 ? size / 2 : size);
}

FAULT_EXPORT ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
    FAULT_NEXT(pread);
    const fault_verdict verdict = BY_FILE(descriptor) ? fault_meet(FAULT_read) : FAULT_PASS;
    if (verdict == FAULT_FAIL) {
        errno = EIO;
        return -1;
    }
    return next(descriptor, bytes, verdict == FAULT_HALF && size > 1 ? size / 2 : size, offset);
}

/// What a write shall do, with errno set if it fails. A file system that was full for one moment and one that stays full: both
/// occur.
static fault_verdict meet_write(bool ours) {
    const fault_verdict verdict = ours ? fault_meet(FAULT_write) : FAULT_PASS;
    if (verdict == FAULT_FAIL) {
        errno = ENOSPC;
    }
    return verdict;
}

/// `written` was half of a write.
static ssize_t half_done(fault_verdict verdict, ssize_t written) {
    if (verdict == FAULT_TEAR) {
        fault_kill();
    }
    return written;
}

FAULT_EXPORT ssize_t write(int descriptor, const void *bytes, size_t size) {
    FAULT_NEXT(write);
    const fault_verdict verdict = meet_write(BY_FILE(descriptor));
    if (verdict == FAULT_PASS) {
        return next(descriptor, bytes, size);
    }
    return verdict == FAULT_FAIL ? -1 : half_done(verdict, next(descriptor, bytes, (size + 1) / 2));
}

FAULT_EXPORT ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    FAULT_NEXT(pwrite);
    const fault_verdict verdict = meet_write(BY_FILE(descriptor));
    if (verdict == FAULT_PASS) {
        return next(descriptor, bytes, size, offset);
    }
    return verdict == FAULT_FAIL ? -1 : half_done(verdict, next(descriptor, bytes, (size + 1) / 2, offset));
}

FAULT_EXPORT ssize_t writev(int descriptor, const struct iovec *pieces, int n) {
    FAULT_NEXT(writev);
    const fault_verdict verdict = meet_write(BY_FILE(descriptor));
    if (verdict == FAULT_PASS) {
        return next(descriptor, pieces, n);
    }
    return verdict == FAULT_FAIL ? -1 : half_done(verdict, next(descriptor, pieces, (n + 1) / 2));
}

FAULT_EXPORT ssize_t pwritev(int descriptor, const struct iovec *pieces, int n, off_t offset) {
    FAULT_NEXT(pwritev);
    const fault_verdict verdict = meet_write(BY_FILE(descriptor));
    if (verdict == FAULT_PASS) {
        return next(descriptor, pieces, n, offset);
    }
    return verdict == FAULT_FAIL ? -1 : half_done(verdict, next(descriptor, pieces, (n + 1) / 2, offset));
}

FAULT_CALL(fsync, (int descriptor), (descriptor), BY_FILE(descriptor), sync, EIO)
FAULT_CALL(fdatasync, (int descriptor), (descriptor), BY_FILE(descriptor), sync, EIO)
FAULT_CALL(sync_file_range, (int descriptor, off_t offset, off_t size, unsigned flags), (descriptor, offset, size, flags),
           BY_FILE(descriptor), sync, EIO)

FAULT_CALL(rename, (const char *from, const char *to), (from, to), BY_PATH(to), name, EIO)
FAULT_CALL(renameat2, (int from_in, const char *from, int to_in, const char *to, unsigned flags), (from_in, from, to_in, to, flags),
           BY_PATH(to), name, EIO)
FAULT_CALL(link, (const char *from, const char *to), (from, to), BY_PATH(to), name, EIO)
FAULT_CALL(linkat, (int from_in, const char *from, int to_in, const char *to, int flags), (from_in, from, to_in, to, flags),
           BY_PATH(to), name, EIO)
FAULT_CALL(unlink, (const char *path), (path), BY_PATH(path), name, EIO)
FAULT_CALL(unlinkat, (int directory, const char *path, int flags), (directory, path, flags), BY_PATH(path), name, EIO)
FAULT_CALL(mkdir, (const char *path, mode_t mode), (path, mode), BY_PATH(path), name, ENOSPC)

FAULT_CALL(stat, (const char *restrict path, struct stat *restrict found), (path, found), BY_PATH(path), look, EACCES)
FAULT_CALL(fstatat, (int directory, const char *restrict path, struct stat *restrict found, int flags),
           (directory, path, found, flags), FAULT_CALLED_BY_US, look, EACCES)
FAULT_CALL(statfs, (const char *path, struct statfs *found), (path, found), BY_PATH(path), look, EACCES)
FAULT_CALL(fstatfs, (int descriptor, struct statfs *found), (descriptor, found), FAULT_CALLED_BY_US, look, EIO)
FAULT_CALL(statvfs, (const char *restrict path, struct statvfs *restrict found), (path, found), BY_PATH(path), look, EACCES)
FAULT_CALL(fstatvfs, (int descriptor, struct statvfs *found), (descriptor, found), FAULT_CALLED_BY_US, look, EIO)
FAULT_CALL(fstat, (int descriptor, struct stat *found), (descriptor, found), FAULT_CALLED_BY_US, look, EIO)
FAULT_CALL(access, (const char *path, int mode), (path, mode), BY_PATH(path), look, EACCES)
FAULT_CALL(faccessat, (int directory, const char *path, int mode, int flags), (directory, path, mode, flags), FAULT_CALLED_BY_US,
           look, EACCES)
FAULT_CALL(poll, (struct pollfd * files, nfds_t n, int wait), (files, n, wait), FAULT_CALLED_BY_US, look, ENOMEM)
FAULT_CALL(fseeko, (FILE * stream, off_t offset, int whence), (stream, offset, whence), FAULT_CALLED_BY_US, look, EIO)
FAULT_CALL(flock, (int descriptor, int operation), (descriptor, operation), FAULT_CALLED_BY_US, look, ENOLCK)
FAULT_CALL(fchmod, (int descriptor, mode_t mode), (descriptor, mode), FAULT_CALLED_BY_US, look, EPERM)

FAULT_EXPORT ssize_t readlink(const char *restrict path, char *restrict target, size_t size) {
    FAULT_NEXT(readlink);
    return refused(BY_PATH(path), FAULT_look, EACCES) ? -1 : next(path, target, size);
}

FAULT_EXPORT off_t lseek(int descriptor, off_t offset, int whence) {
    FAULT_NEXT(lseek);
    return refused(FAULT_CALLED_BY_US, FAULT_look, EIO) ? -1 : next(descriptor, offset, whence);
}

/// A failing close has closed the descriptor; what was written before may be lost, which a network file system tells only here.
FAULT_EXPORT int close(int descriptor) {
    FAULT_NEXT(close);
    const bool fails = refused(FAULT_CALLED_BY_US, FAULT_look, EIO);
    const int code = next(descriptor);
    return fails ? -1 : code;
}
