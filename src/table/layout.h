// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_LAYOUT_H
#define HR_TABLE_LAYOUT_H

// The table file, byte by byte. README.md of this room draws it; this header is what the reader and the writer share.
// Little-endian.
//
//   0 …           hr_table_head, 256 bytes
//   256 …         text: the puzzle, "key value" lines, padded with zeros to a multiple of 8
//   layers        max_distance + 1 numbers of 8 bytes
//   hardest       hardest_count states of 8 bytes
//   checksums     chunk_count numbers of 8 bytes: XXH3 of each chunk
//   zeros         up to a multiple of 4096
//   payload       chunks of chunk_bytes, the last may be shorter; the file ends with it
//
// Everything before the payload is the head; `head_checksum` covers it from byte 24 on, and bytes 0 … 15 are constants, so no bit
// of the file can change unnoticed.

#include "huarong/table.h"

#define HR_TABLE_MAGIC "HUARONG\x1a" ///< 8 bytes
#define HR_TABLE_BYTE_ORDER 0x01020304u
#define HR_TABLE_VERSION 1u
#define HR_TABLE_ALIGNMENT 4096u       ///< of the payload
#define HR_TABLE_HEAD_BYTES 256u       ///< of hr_table_head
#define HR_TABLE_HASHED_FROM 24u       ///< first byte under head_checksum
#define HR_TABLE_TEXT_MAX 1024u        ///< longest puzzle text
#define HR_TABLE_CHUNK_MIN 65536u      ///< smallest chunk of an index or key table
#define HR_TABLE_CHUNKS_MAX (1u << 20) ///< chunks grow when there would be more of them: 8 MiB of checksums at most
#define HR_TABLE_UNREACHED_8 255u      ///< value of an unreached state in an index table of 8 bits
#define HR_TABLE_UNREACHED_16 65535u   ///< the same in one of 16 bits
#define HR_TABLE_WORD_BITS 60u         ///< bits in use of each 64-bit word of a plane: the arrangements of the last five tiles

/// The first 256 bytes.
typedef struct hr_table_head {
    char magic[8];             ///<   0
    uint32_t byte_order;       ///<   8
    uint32_t version;          ///<  12
    uint64_t head_checksum;    ///<  16  XXH3 of bytes 24 … payload_offset − 1
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
    uint32_t text_offset;      ///<  88  256
    uint32_t text_bytes;       ///<  92  with the padding
    uint64_t layers_offset;    ///<  96
    uint64_t hardest_offset;   ///< 104
    uint64_t checksums_offset; ///< 112
    uint64_t values_offset;    ///< 120  payload_offset, or behind the keys
    uint8_t reserved[128];     ///< 128  zeros
} hr_table_head;

_Static_assert(sizeof(hr_table_head) == HR_TABLE_HEAD_BYTES, "the head has no gaps");

/// What the sizes of a table follow from.
typedef struct hr_table_shape {
    hr_table_encoding encoding;
    unsigned value_bits;
    uint64_t entries;
    hr_depth max_distance;
    size_t hardest_count;
    size_t text_length; ///< without padding
    int width;          ///< of the board; HR_TABLE_PLANES only
    int height;
} hr_table_shape;

/// Local. Fill every size and offset of *head, magic and version included; `reached` and `head_checksum` stay 0. HR_USAGE if no
/// table can have this shape.
hr_status hr_table_layout(const hr_table_shape *shape, hr_table_head *head, hr_error *error);

/// Local. Bytes of chunk `chunk`: chunk_bytes, less for the last.
uint64_t hr_table_chunk_size(const hr_table_head *head, uint64_t chunk);

/// Words of one plane, 64 bits each with 60 in use: m!/2 states for the m = cells − 1 tiles. 0 if the board has no plane table
/// (fewer than five tiles).
uint64_t hr_table_plane_words(int width, int height);

/// The place of the state with this index in a plane table: word `*word` of the payload, bit `*bit`. An index is cell · m!/2 +
/// (index of the sequence), and m!/2 is a multiple of 60, so the planes follow each other without a gap.
static inline void hr_table_plane_place(hr_index index, uint64_t *word, unsigned *bit) {
    *word = index / HR_TABLE_WORD_BITS;
    *bit = (unsigned)(index % HR_TABLE_WORD_BITS);
}

#endif
