// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_FORMAT_H
#define HR_OPENINGS_FORMAT_H

// A file of records, which records.c writes and read.c reads. FORMAT.md explains it. A record is a small head, then its content.
//
//   | head of the file | kind bytes checksum | content | kind bytes checksum | content | …

#include "core/files/head.h"

extern const hr_file_format hr_openings_format;

#define HR_RECORDS_PREFIX "openings-"
#define HR_RECORDS_SUFFIX ".records"

enum { HR_OPENINGS_IDENTITY_MAX = 512 }; ///< room for an identity, in bytes, with the final 0

/// The head of the file.
typedef struct hr_openings_file_head {
    hr_head common;
    char identity[HR_OPENINGS_IDENTITY_MAX]; ///< the run's identity, then zeros
} hr_openings_file_head;

enum { HR_RECORD_FAMILY = 1, HR_RECORD_DISTANCES = 2 };

typedef struct hr_record_head {
    uint64_t kind;
    uint64_t bytes;    ///< size of the content
    uint64_t checksum; ///< XXH3 of the content, with the XXH3 of `kind` and `bytes` as seed
} hr_record_head;

/// A family's content in 64-bit words: the words numbered here, the packed figures of each set, then the histograms.
enum { HR_FAMILY_HORIZONTALS, HR_FAMILY_VERTICALS, HR_FAMILY_SINGLES, HR_FAMILY_DEPTHS, HR_FAMILY_HEAD };

/// A family's content has at most this many bytes, with 32 piece sets and distances of 16 bits.
#define HR_FAMILY_BYTES_MAX (UINT64_C(8) << 23)

/// The content of a record of distances in 64-bit words: the words numbered here, the frames, then the values of hr_distances of
/// each frame. The records of distances of a family come in the order of frames, before the family's record.
enum {
    HR_DISTANCES_HORIZONTALS,
    HR_DISTANCES_VERTICALS,
    HR_DISTANCES_ALL_FRAMES, ///< number of frames of the family
    HR_DISTANCES_FIRST,      ///< number of the first frame in the record
    HR_DISTANCES_FRAMES,     ///< number of frames in the record
    HR_DISTANCES_PLANES,     ///< `planes` of hr_distances: 8 or 16
    HR_DISTANCES_HEAD
};

/// Bytes of distances that one record holds, approximately.
enum { HR_RECORD_DISTANCES_BYTES = 1 << 23 };

/// Local. The checksum of a record: of `head` without its checksum, and of `content[0..head->bytes)`.
uint64_t hr_record_checksum(const hr_record_head *head, const void *content);

#endif
