// SPDX-License-Identifier: MIT
#ifndef HR_TABLE_WRITE_H
#define HR_TABLE_WRITE_H

// Writing a table file by all ranks together. The bytes of the file depend on the content only, never on the number of ranks: each
// chunk is written, and its checksum computed, by one rank; rank 0 writes the head at the end and gives the file its name.

#include <stdbool.h>

#include "comm/comm.h"
#include "huarong/table.h"
#include "run/stop_look.h"

/// What a table holds. The same on every rank but for `hardest`, which only rank 0 needs.
typedef struct hr_table_content {
    const hr_puzzle *puzzle;    ///<
    hr_table_encoding encoding; ///<
    unsigned value_bits;        ///< INDEX and KEYS: 8, or 16 if a distance is above 254; PLANES: 1
    hr_count entries;           ///< INDEX, PLANES: the puzzle's index_count; KEYS: the reached states
    const hr_count *layers;     ///< [layer_count] states at each distance, in full
    size_t layer_count;         ///<
    const hr_state *hardest;    ///< rank 0: the (up to HR_HARDEST_MAX) smallest states of the last layer
    size_t hardest_count;       ///< rank 0
    const hr_stop_look *look;   ///< asked while the payload is written, until then borrowed; NULL: nothing stops it
} hr_table_content;

typedef struct hr_table_writer hr_table_writer;

/// Collective. Could a table be written to `path`? To be asked before a long run. HR_FILE if the file exists and `force` is not
/// set, or if its directory does not exist or cannot be written to.
hr_status hr_table_writer_probe(const hr_comm *comm, const char *path, bool force, hr_error *error);

/// Collective. Begin a table beside `path`. HR_FILE as for the probe; HR_USAGE if no table can hold the content.
hr_status hr_table_writer_create(const hr_comm *comm, const char *path, bool force, const hr_table_content *content,
                                 hr_table_writer **created, hr_error *error);

/// Local. Chunks: the table's payload is cut into chunks of so many bytes, the last may be shorter.
uint64_t hr_table_writer_chunk_bytes(const hr_table_writer *writer);
uint64_t hr_table_writer_chunk_count(const hr_table_writer *writer);
uint64_t hr_table_writer_payload_bytes(const hr_table_writer *writer);

/// Local. Write `bytes[0..size)` at `offset` in the payload. `offset` is the start of a chunk, and the bytes end with the end of a
/// chunk. Every chunk must be written exactly once, by any rank, in any order and in as many calls as is convenient.
/// HR_FILE when the disk is full or fails, HR_STOPPED when the content's `look` says so: go to hr_table_writer_finish with the
/// status then.
///   INDEX   values of value_bits / 8 bytes by index, little-endian, HR_TABLE_UNREACHED_… for unreached states
///   PLANES  64-bit words with 60 states each, little-endian, one plane of hr_table_plane_words after the other in order of the
///   blank's
///           cell: bit i of word w is set if the state with index 60·w + i has a distance d with ⌊d/2⌋ odd; bits 60 … 63 are 0
///   KEYS    the keys, ascending, 8 bytes each, zeros up to a full chunk, then the values
hr_status hr_table_writer_put(hr_table_writer *writer, uint64_t offset, const void *bytes, size_t size, hr_error *error);

/// Collective. `status` is this rank's so far. If it is HR_OK on all ranks, complete the file, sync it and give it its name; else
/// remove what was written, leave an old file alone and return the agreed error. Destroys the writer in any case.
hr_status hr_table_writer_finish(hr_table_writer **ended, hr_status status, hr_error *error);

#endif
