// SPDX-License-Identifier: MIT
#ifndef HR_BITS_SEGMENTS_H
#define HR_BITS_SEGMENTS_H

// Segments of planes between disk and memory.

#include "enumerate/bits/search.h"

/// A segment of a plane of one of this rank's parts.
typedef struct hr_bits_segment {
    uint64_t slot;
    int plane;       ///< the plane in memory
    int file_plane;  ///< its number in the files
    uint64_t number; ///< the segment's number within the plane
    uint64_t block;  ///< its first block within the part
    uint64_t blocks;
} hr_bits_segment;

/// Local. Segment number `number` of plane `plane` of this rank's part number `slot`.
hr_bits_segment hr_bits_segment_of(const hr_bits_search *s, uint64_t slot, int plane, int file_plane, uint64_t number);

/// Local. Is `bit` set in the marks of full planes of all of the segment's blocks?
bool hr_bits_segment_is_full(const hr_bits_search *s, const hr_bits_segment *segment, int bit);

/// Local. Is `bit` set in some of the segment's marks of colour `colour` (hr_bits_changed)?
bool hr_bits_segment_changed(const hr_bits_search *s, const hr_bits_segment *segment, int colour, int bit);

/// Local. Begin to set all words of the segment in the buffer to `word`.
void hr_bits_segment_fill(const hr_bits_search *s, const hr_bits_segment *segment, hr_bits_buffer *buffer, uint64_t word);

/// Local. Begin to bring the segment's words into the buffer. They are not read if the segment is `full` or has never been written.
void hr_bits_segment_load(const hr_bits_search *s, const hr_bits_segment *segment, bool full, hr_bits_buffer *buffer);

/// Local. Begin to write a segment of a part that is attached to the buffer, unless its plane lies in memory and has no place in
/// the files.
void hr_bits_segment_store(const hr_bits_search *s, const hr_bits_segment *segment, hr_bits_buffer *buffer);

/// Local. Begin to read a plane of this rank's part number `slot` from the files to its place in memory. The transfers belong to
/// `group`.
void hr_bits_read_plane(const hr_bits_search *s, uint64_t slot, int plane, int file_plane, hr_transfer_group *group);

/// Where a word of a plane lies.
typedef struct hr_bits_word_place {
    uint64_t part;
    int plane;      ///< the plane in memory
    int file_plane; ///< its number in the files
    uint64_t word;  ///< the word's number within the part
} hr_bits_word_place;

/// Local. Read the word from memory or from the files. HR_FILE: a disk fails.
hr_status hr_bits_read_word(const hr_bits_search *s, const hr_bits_word_place *at, uint64_t *value, hr_error *error);

/// Local. Set the checksums of a plane of this rank's part number `slot`, which is in memory as it is in the files. Returns whether
/// their hash is `kept`, the one in the checkpoint.
bool hr_bits_survey_plane(const hr_bits_search *s, uint64_t slot, int plane, int file_plane, uint64_t kept);

#endif
