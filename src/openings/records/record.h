// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_RECORD_H
#define HR_OPENINGS_RECORD_H

// What openings_records.c writes and openings_records_read.c reads: a file is a list of records, the first of which holds the
// identity. A record is its head, then `bytes` bytes of content.

#include <stdint.h>

typedef struct hr_record_head {
    char magic[8];
    uint64_t kind;
    uint64_t bytes;
    uint64_t checksum; ///< XXH3 of the content, with the XXH3 of the fields before as seed
} hr_record_head;

#define HR_RECORD_MAGIC "huarong\x1b"
#define HR_RECORDS_PREFIX "openings-"
#define HR_RECORDS_SUFFIX ".records"

enum { HR_RECORD_IDENTITY = 1, HR_RECORD_FAMILY = 2, HR_RECORD_DISTANCES = 3 };

/// A family's content, in words: these, the sets' figures, then the histograms.
enum { HR_FAMILY_HORIZONTALS, HR_FAMILY_VERTICALS, HR_FAMILY_SINGLES, HR_FAMILY_DEPTHS, HR_FAMILY_HEAD };

/// The longest content of a family that is read: 32 piece sets and distances of 16 bits.
#define HR_FAMILY_BYTES_MAX (UINT64_C(8) << 23)

/// Some frames' distances, in words: these, the frames, then hr_distances' values of each frame. The pieces of a family come in
/// order, before its figures.
enum {
    HR_PIECE_HORIZONTALS,
    HR_PIECE_VERTICALS,
    HR_PIECE_ALL_FRAMES, ///< of the family
    HR_PIECE_FIRST,      ///< number of the first frame here
    HR_PIECE_FRAMES,     ///< frames here
    HR_PIECE_PLANES,     ///<
    HR_PIECE_HEAD
};

/// About so many bytes of distances go into one record.
enum { HR_RECORD_PIECE = 1 << 23 };

/// Local. The checksum of a record.
uint64_t hr_record_checksum(const hr_record_head *head, const void *content);

#endif
