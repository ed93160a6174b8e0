// SPDX-License-Identifier: MIT
#ifndef HR_FILES_HEAD_H
#define HR_FILES_HEAD_H

// The first 24 bytes of every file that huarong writes: which format, in which byte order, in which version, and a checksum of the
// rest of the file's head. The rest of the head, and what follows it, are the format's own.
//
//   byte 0         8              12        16          24                  size
//   | magic        | byte order   | version | checksum  | rest of the head  | …
//                                             `-------- XXH3 of ----------'

#include <stddef.h>
#include <stdint.h>

#include "huarong/status.h"

/// A format of files. Each format has one constant of this type.
typedef struct hr_file_format {
    const char *magic;   ///< the first 8 bytes of its files
    uint32_t version;    ///< the version that this program writes and reads
    const char *name;    ///< what such a file is called in messages
    const char *again;   ///< what a person does about a file that cannot be read: "make the table again"
    uint32_t newest;     ///< the newest version of which huarong reads files, if other programs of it read another one; else 0
    const char *magic_1; ///< the first 8 bytes of its files of version 1, if those have another head; else NULL
} hr_file_format;

/// The head that all formats share.
typedef struct hr_head {
    char magic[8];
    uint32_t byte_order; ///< 0x01020304 in the writer's byte order
    uint32_t version;
    uint64_t checksum; ///< XXH3 of the rest of the head
} hr_head;

_Static_assert(sizeof(hr_head) == 24, "the head has no gaps");

/// Local. Returns the head of a file of this format, with a checksum of 0.
hr_head hr_head_begin(const hr_file_format *format);

/// Local. Write the head of a file into the first 24 of `bytes[0..size)`. The rest of `bytes` is the rest of the file's head.
void hr_head_seal(const hr_file_format *format, void *bytes, size_t size);

/// Local. Check magic, byte order and version in `bytes[0..size)`, the beginning of the file `path`. HR_FILE: the file is not of
/// this format, or this program cannot read it; the text says which, and what to do.
hr_status hr_head_recognise(const hr_file_format *format, const char *path, const void *bytes, size_t size, hr_error *error);

/// Local. Check `bytes[0..size)`, the whole head of the file `path`: as hr_head_recognise does, and then the checksum. HR_FILE as
/// for hr_head_recognise, or if the head is damaged.
hr_status hr_head_check(const hr_file_format *format, const char *path, const void *bytes, size_t size, hr_error *error);

#endif
