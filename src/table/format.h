// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_FORMAT_H
#define HR_TABLE_FORMAT_H

// The table file, byte by byte, for the reader and the writer. huarong-formats(5) explains it. All numbers are little-endian.
//
//   0 …           hr_table_head, 256 bytes
//   256 …         text: the puzzle, "key value" lines, padded with zeros to a multiple of 8
//   layers        max_distance + 1 numbers of 8 bytes
//   hardest       hardest_count states of 8 · version bytes
//   checksums     chunk_count numbers of 8 bytes: XXH3 of each chunk
//   zeros         up to a multiple of 4096
//   payload       chunks of chunk_bytes, the last may be shorter; the file ends with it
//
// Everything before the payload is the head. Its checksum covers the head from byte 24 on, and bytes 0 … 15 are constants. So no
// bit of the file can change unnoticed.

#include <stdbool.h>

#include "core/files/head.h"
#include "huarong/table.h"

/// The version is the number of words of a state.
extern const hr_file_format hr_table_format;

#define HR_TABLE_ALIGNMENT 4096u       ///< payload_offset is a multiple of this many bytes
#define HR_TABLE_HEAD_BYTES 256u       ///< size of hr_table_head
#define HR_TABLE_TEXT_MAX 1024u        ///< bytes of the longest puzzle text
#define HR_TABLE_CHUNK_MIN 65536u      ///< bytes of the smallest chunk of an index or key table
#define HR_TABLE_CHUNKS_MAX (1u << 20) ///< a table has at most this many chunks: their checksums take at most 8 MiB
#define HR_TABLE_UNREACHED_8 255u      ///< value of an unreached state in an index table with 8 bits a value
#define HR_TABLE_UNREACHED_16 65535u   ///< value of an unreached state in an index table with 16 bits a value
#define HR_TABLE_WORD_BITS 60u         ///< bits in use of a plane's 64-bit word: one for each of the last five tiles' 5!/2 orders

/// The first 256 bytes of the file. Each member's comment begins with its offset.
typedef struct hr_table_head {
    hr_head common;            ///<   0  its checksum is of bytes 24 … payload_offset − 1
    uint64_t payload_offset;   ///<  24
    uint64_t payload_bytes;    ///<  32
    uint64_t chunk_bytes;      ///<  40
    uint64_t chunk_count;      ///<  48
    uint32_t encoding;         ///<  56  hr_table_encoding
    uint32_t value_bits;       ///<  60
    uint64_t entries;          ///<  64
    uint64_t reached;          ///<  72
    uint32_t max_distance;     ///<  80
    uint32_t hardest_count;    ///<  84
    uint32_t text_offset;      ///<  88  always 256
    uint32_t text_bytes;       ///<  92  the padding included
    uint64_t layers_offset;    ///<  96
    uint64_t hardest_offset;   ///< 104
    uint64_t checksums_offset; ///< 112
    uint64_t values_offset;    ///< 120  payload_offset, or in a key table the first chunk behind the keys
    uint8_t reserved[128];     ///< 128  all zeros
} hr_table_head;

_Static_assert(sizeof(hr_table_head) == HR_TABLE_HEAD_BYTES, "the head has no gaps");

/// The properties of a table from which hr_table_layout computes all sizes.
typedef struct hr_table_shape {
    hr_table_encoding encoding;
    unsigned value_bits;
    uint64_t entries;
    hr_depth max_distance;
    size_t hardest_count;
    size_t state_words; ///< 64-bit words of one state, as in hr_puzzle_info; a key is a state
    size_t text_length; ///< bytes of the puzzle text without padding
    int width;          ///< HR_TABLE_PLANES: the board's columns
    int height;         ///< HR_TABLE_PLANES: the board's rows
} hr_table_shape;

/// Local. Fill *head with all sizes and offsets, the magic and the version; `reached` and the checksum become 0. HR_USAGE if no
/// table can have this shape; *head means nothing then.
hr_status hr_table_layout(const hr_table_shape *shape, hr_table_head *head, hr_error *error);

/// Local. Returns the number of bytes of chunk `chunk`: chunk_bytes, or fewer for the last chunk.
uint64_t hr_table_chunk_size(const hr_table_head *head, uint64_t chunk);

/// Local. Returns the number of 64-bit words of one plane. A plane has m!/2 states, m = width · height − 1, and a word holds 60 of
/// them. 0 if such a board has no plane table: it has fewer than five tiles or more than 16 cells.
uint64_t hr_table_plane_words(int width, int height);

/// Local. Find the place of the state with this index in a plane table: bit `*bit` of word `*word` of the payload. An index is the
/// blank's place · m!/2 + the index of the tiles' sequence. m!/2 is a multiple of 60, so the planes follow each other without a
/// gap.
static inline void hr_table_plane_place(hr_index index, uint64_t *word, unsigned *bit) {
    *word = index / HR_TABLE_WORD_BITS;
    *bit = (unsigned)(index % HR_TABLE_WORD_BITS);
}

#endif
