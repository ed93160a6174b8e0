// SPDX-License-Identifier: MIT
#ifndef HR_WRITE_H
#define HR_WRITE_H

// All ranks write a table file together. The bytes of the file depend on the content only, never on the number of ranks. Each chunk
// is written by one rank, which also computes its checksum. At the end rank 0 writes the head and gives the file its name.

#include <stdbool.h>

#include "comm/comm.h"
#include "huarong/table.h"
#include "run/enumeration.h"

/// The content of a table. The same on every rank, but for the hardest states, which only rank 0 needs.
typedef struct hr_table_content {
    const hr_puzzle *puzzle;
    hr_table_encoding encoding;
    unsigned value_bits;          ///< bits of a value. INDEX and KEYS: 8, or 16 if a distance is above 254; PLANES: 1
    hr_count entries;             ///< number of values. INDEX, PLANES: the puzzle's index_count; KEYS: number of reached states
    const hr_enumeration *result; ///< the search that gives the layers and the hardest states; NULL: the next four members do
    const hr_count *layers;       ///< [layer_count] number of states at each distance, in full
    size_t layer_count;
    const hr_state
        *hardest;         ///< rank 0: [hardest_count · state_words] the smallest states of the last layer, at most HR_HARDEST_MAX
    size_t hardest_count; ///< rank 0: number of states in `hardest`
    const hr_stop_look *look; ///< asked while the payload is written, and borrowed until its end; NULL: nothing stops the writing
} hr_table_content;

typedef struct hr_table_writer hr_table_writer;

/// Collective. Check that a table could be written to `path`, before a long run. HR_FILE if the file exists and `force` is false,
/// or if its directory does not exist or cannot be written to.
hr_status hr_table_writer_probe(const hr_comm *comm, const char *path, bool force, hr_error *error);

/// Collective. Begin a table under a temporary name beside `path`. HR_FILE as for hr_table_writer_probe, or if a rank does not see
/// the directory. HR_USAGE if no table can hold the content. HR_INTERNAL: memory or MPI has failed. On error *created is NULL.
hr_status hr_table_writer_create(const hr_comm *comm, const char *path, bool force, const hr_table_content *content,
                                 hr_table_writer **created, hr_error *error);

/// Local. The bytes of a chunk. The payload of a table is cut into chunks of equal size; the last chunk may be shorter.
uint64_t hr_table_writer_chunk_bytes(const hr_table_writer *writer);

/// Local. Write `bytes[0..size)` at `offset` in the payload. `offset` is the start of a chunk, and the bytes end with the end of a
/// chunk. Every chunk must be written exactly once, by any rank, in any order and in any number of calls. HR_FILE if the disk is
/// full or fails, HR_STOPPED if the content's `look` says so, HR_INTERNAL: out of memory, or the bytes are not whole chunks. After
/// an error pass the status to hr_table_writer_finish.
///
///   INDEX   values of value_bits / 8 bytes by index, little-endian, HR_TABLE_UNREACHED_… for unreached states
///   PLANES  64-bit words with 60 states each, little-endian, one plane of hr_table_plane_words after the other, in order
///           of the blank's cell: bit i of word w is set if the state with index 60·w + i has a distance d with ⌊d/2⌋ odd;
///           bits 60 … 63 are 0
///   KEYS    the keys, ascending, as many bytes each as a state has, zeros up to a full chunk, then the values
hr_status hr_table_writer_put(hr_table_writer *writer, uint64_t offset, const void *bytes, size_t size, hr_error *error);

/// Collective. Finish the table; `status` is how writing ended on this rank. If all ranks come with HR_OK, check the values, write
/// the head, sync the file and give it its name. If not, or if that fails, remove the new file and return the agreed error; an old
/// file at `path` stays. HR_FILE if the disk is full or fails. HR_INTERNAL if the values are not those of the content, a chunk was
/// not written exactly once, or memory or MPI fails. Destroys the writer in any case.
hr_status hr_table_writer_finish(hr_table_writer **ended, hr_status status, hr_error *error);

#endif
