// SPDX-License-Identifier: MIT
// Saves the table sink in a checkpoint and reads it back. A checkpoint has the sink's shape (a few numbers) and either its
// distances, keyed by entry, or the states found so far, keyed by depth.

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"
#include "table/format.h"
#include "tabulate/sink/state.h"

enum { SECTION_SHAPE = HR_SINK_SECTION, SECTION_VALUES, SECTION_FOUND };
enum { SHAPE_BY_INDEX, SHAPE_BITS, SHAPE_REACHED, SHAPE_WORDS };
enum { BLOCK_BYTES = HR_CHECKPOINT_BLOCK };

static size_t state_bytes(const hr_table_sink *sink) { return sink->words * sizeof(hr_state); }

/// Number of states in `found` that are of complete layers. The states after them are of a layer that was not finished.
static size_t complete_states(const hr_table_sink *sink) {
    return sink->layer_count == 0 ? 0 : sink->layer_ends[sink->layer_count - 1];
}

uint64_t hr_table_sink_save_bytes(void *context) {
    const hr_table_sink *sink = context;
    const uint64_t shape = hr_comm_rank(sink->comm) == 0 ? SHAPE_WORDS * sizeof(uint64_t) : 0;
    return shape + (sink->by_index ? sink->values.count * (sink->values.bits / 8) : complete_states(sink) * state_bytes(sink));
}

/// Save `bytes`, the distances of `count` entries from `first` on, of `width` bytes each.
static hr_status save_entries(hr_checkpoint_writer *writer, uint64_t first, const char *bytes, uint64_t count, uint64_t width,
                              hr_error *error) {
    const uint64_t step = BLOCK_BYTES / width;
    for (uint64_t done = 0; done < count; done += step) {
        const uint64_t n = count - done < step ? count - done : step;
        const hr_checkpoint_keys keys = {SECTION_VALUES, first + done, first + done + n - 1};
        HR_TRY(hr_checkpoint_put(writer, keys, bytes + done * width, (size_t)(n * width), error));
    }
    return HR_OK;
}

static hr_status save_run(void *context, uint64_t first, uint64_t n, uint8_t *values, hr_error *error) {
    return values != NULL ? save_entries(context, first, (const char *)values, n, 1, error) : HR_OK;
}

static hr_status save_values(const hr_table_sink *sink, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_sink_values *values = &sink->values;
    if (values->dealt) {
        return hr_sink_each_run(values, 0, sink->info->index_count, save_run, writer, error);
    }
    const char *bytes = values->bits == 8 ? (const char *)values->bytes : (const char *)values->words;
    return save_entries(writer, values->first, bytes, values->count, values->bits / 8, error);
}

static hr_status save_found(const hr_table_sink *sink, hr_checkpoint_writer *writer, hr_error *error) {
    const size_t most = BLOCK_BYTES / state_bytes(sink);
    size_t at = 0;
    for (size_t depth = 0; depth < sink->layer_count; depth++) {
        while (at < sink->layer_ends[depth]) {
            const size_t left = sink->layer_ends[depth] - at;
            const size_t n = left < most ? left : most;
            HR_TRY(hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION_FOUND, depth, depth},
                                     sink->found.states + at * sink->words, n * state_bytes(sink), error));
            at += n;
        }
    }
    return HR_OK;
}

hr_status hr_table_sink_save(void *context, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_table_sink *sink = context;
    if (hr_comm_rank(sink->comm) == 0) {
        const uint64_t shape[SHAPE_WORDS] = {sink->by_index, sink->values.bits, sink->reached};
        HR_TRY(hr_checkpoint_put(writer, (hr_checkpoint_keys){.section = SECTION_SHAPE}, shape, sizeof shape, error));
    }
    return sink->by_index ? save_values(sink, writer, error) : save_found(sink, writer, error);
}

/// The context of the functions that read the sink back.
typedef struct loading {
    hr_table_sink *sink;
    const hr_enumeration *result;
    uint64_t shape[SHAPE_WORDS];
    bool has_shape;
    uint64_t depth;   ///< with keys: depth of the layer that is being read
    uint64_t taken;   ///< by index: number of entries read so far
    uint64_t *blocks; ///< with keys: number of blocks of this layer that all ranks have been dealt so far
    hr_count *layers; ///< [layer_count] this rank's states at each distance
} loading;

static hr_status take_shape(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    loading *l = context;
    if (piece->size != sizeof l->shape || l->has_shape) {
        return hr_checkpoint_damaged("it has no table", error);
    }
    memcpy(l->shape, piece->bytes, piece->size);
    l->has_shape = true;
    return HR_OK;
}

/// Check that the shape is that of a run with these layers. Distances must be by index if the sink keeps them so from the first
/// layer on, or if that takes less room. They must have 16 bits if there is a layer whose depth a byte cannot hold. Distances
/// that an engine writes always have 8 bits, and the depth of the next layer must be one of them.
static hr_status check_shape(const loading *l, hr_error *error) {
    const hr_table_sink *sink = l->sink;
    const uint64_t *shape = l->shape;
    const hr_count states = l->result->states;
    const bool indexed = sink->begins_by_index || hr_table_sink_prefers_index(sink, states);
    const uint64_t bits = l->result->layer_count > HR_TABLE_UNREACHED_8 ? 16 : 8;
    if (!l->has_shape || shape[SHAPE_BY_INDEX] != indexed || shape[SHAPE_BITS] != (indexed ? bits : 0) ||
        shape[SHAPE_REACHED] > states || (!indexed && shape[SHAPE_REACHED] != states) ||
        l->result->layer_count > HR_TABLE_UNREACHED_16 || (sink->values.dealt && l->result->layer_count >= HR_TABLE_UNREACHED_8)) {
        return hr_checkpoint_damaged("its table does not belong to its layers", error);
    }
    return HR_OK;
}

/// Count the `n` values at `bytes` by distance. Each must be unreached or the depth of a complete layer.
static hr_status count_values(loading *l, const char *bytes, uint64_t n, hr_error *error) {
    const bool narrow = l->sink->values.bits == 8;
    const unsigned unreached = narrow ? HR_TABLE_UNREACHED_8 : HR_TABLE_UNREACHED_16;
    for (uint64_t i = 0; i < n; i++) {
        uint16_t wide = 0;
        memcpy(&wide, bytes + (narrow ? i : i * sizeof wide),
               narrow ? 1 : sizeof wide); // needs a little-endian machine
        if (wide < l->result->layer_count) {
            l->layers[wide]++;
        } else if (wide != unreached) {
            return hr_checkpoint_damaged("its table has distances beyond its layers", error);
        }
    }
    return HR_OK;
}

/// Take a block of distances. Blocks come in order of their entries, so each must begin where the block before it ended.
static hr_status take_values(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    loading *l = context;
    hr_sink_values *values = &l->sink->values;
    const uint64_t width = values->bits / 8;
    if (piece->last >= values->share.entries || piece->size != (piece->last - piece->first + 1) * width) {
        return hr_checkpoint_damaged("its values are of another size", error);
    }
    const uint64_t begin = piece->first > values->first ? piece->first : values->first;
    const uint64_t values_end = values->first + values->count;
    const uint64_t end = piece->last + 1 < values_end ? piece->last + 1 : values_end;
    if (begin != values->first + l->taken || end <= begin) {
        return hr_checkpoint_damaged("its table has gaps", error);
    }
    const char *from = (const char *)piece->bytes + (begin - piece->first) * width;
    char *to = values->bits == 8 ? (char *)values->bytes : (char *)values->words;
    HR_TRY(count_values(l, from, end - begin, error));
    memcpy(to + (begin - values->first) * width, from, (size_t)((end - begin) * width));
    l->taken += end - begin;
    return HR_OK;
}

static bool wants_dealt(const void *context, uint64_t first, uint64_t last) {
    const hr_table_sink *sink = ((const loading *)context)->sink;
    return last >= sink->info->index_count || hr_sink_keeps_any(&sink->values, first, last); // take_dealt refuses the former
}

/// The block that take_dealt takes.
typedef struct dealt_block {
    loading *l;
    const uint8_t *bytes; ///< the distances from entry `first` on
    uint64_t first;
} dealt_block;

/// Copy a run of distances from the checkpoint to `to`. If one of the places has a distance already, the checkpoint is damaged: it
/// holds an entry twice.
static hr_status take_run(void *context, uint64_t first, uint64_t n, uint8_t *to, hr_error *error) {
    const dealt_block *block = context;
    const uint8_t *from = block->bytes + (first - block->first);
    if (to == NULL) {
        return HR_OK;
    }
    for (uint64_t i = 0; i < n; i++) {
        if (to[i] != HR_TABLE_UNREACHED_8) {
            return hr_checkpoint_damaged("its table has values twice", error);
        }
    }
    HR_TRY(count_values(block->l, (const char *)from, n, error));
    memcpy(to, from, (size_t)n);
    block->l->taken += n;
    return HR_OK;
}

/// Take a block of distances that an engine has dealt. Blocks come in any order.
static hr_status take_dealt(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    loading *l = context;
    const hr_table_sink *sink = l->sink;
    if (piece->last >= sink->info->index_count || piece->size != piece->last - piece->first + 1) {
        return hr_checkpoint_damaged("its values are of another size", error);
    }
    dealt_block block = {.l = l, .bytes = piece->bytes, .first = piece->first};
    return hr_sink_each_run(&sink->values, piece->first, piece->last + 1, take_run, &block, error);
}

static hr_status load_values(loading *l, hr_checkpoint_reader *reader, hr_error *error) {
    hr_table_sink *sink = l->sink;
    HR_TRY(hr_sink_values_create(sink, error));
    if (sink->values.dealt) {
        HR_TRY(hr_checkpoint_read_wanted(reader, SECTION_VALUES, wants_dealt, take_dealt, l, error));
        return l->taken == sink->values.count ? HR_OK : hr_checkpoint_damaged("its table has gaps", error);
    }
    if (l->shape[SHAPE_BITS] != 8) {
        HR_TRY(hr_sink_values_widen(&sink->values, error));
    }
    const hr_sink_values *values = &sink->values;
    if (values->count > 0) {
        HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION_VALUES, values->first, values->first + values->count - 1},
                                  take_values, l, error));
    }
    return l->taken == values->count ? HR_OK : hr_checkpoint_damaged("its table has gaps", error);
}

/// Does this rank take the block? The blocks of a layer are dealt to the ranks one by one, whichever rank has written them.
static bool wants_found(const void *context, uint64_t first, uint64_t last) {
    (void)last;
    const loading *l = context;
    const hr_comm *comm = l->sink->comm;
    return first == l->depth && (*l->blocks)++ % (uint64_t)hr_comm_size(comm) == (uint64_t)hr_comm_rank(comm);
}

static hr_status take_found(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    const loading *l = context;
    hr_state_list *found = &l->sink->found;
    const hr_table_sink *sink = l->sink;
    if (piece->size % state_bytes(sink) != 0) {
        return hr_checkpoint_damaged("a block of states ends within a state", error);
    }
    const size_t n = piece->size / state_bytes(sink);
    HR_TRY(hr_state_list_reserve(found, n, sink->words, error));
    hr_state *const states = found->states + found->n * sink->words;
    memcpy(states, piece->bytes, piece->size);
    if (hr_puzzle_first_invalid(sink->puzzle, states, n) < n) {
        return hr_checkpoint_damaged("its states are not the puzzle's", error);
    }
    found->n += n;
    return HR_OK;
}

static hr_status load_found(loading *l, hr_checkpoint_reader *reader, hr_error *error) {
    hr_table_sink *sink = l->sink;
    const size_t layer_count = l->result->layer_count;
    HR_TRY_MEMORY(HR_ARRAY_RESERVE(sink->layer_ends, sink->layer_capacity, layer_count), error, "the layers of a table");
    for (size_t depth = 0; depth < layer_count; depth++) {
        uint64_t blocks = 0;
        const size_t begin = sink->found.n;
        l->depth = depth;
        l->blocks = &blocks;
        HR_TRY(hr_checkpoint_read_wanted(reader, SECTION_FOUND, wants_found, take_found, l, error));
        sink->layer_ends[depth] = sink->found.n;
        l->layers[depth] = sink->found.n - begin;
    }
    sink->layer_count = layer_count;
    return HR_OK;
}

static void clear(hr_table_sink *sink) {
    free(sink->found.states);
    free(sink->layer_ends);
    if (!sink->values.dealt) {
        hr_sink_values_destroy(&sink->values);
    }
    sink->found = (hr_state_list){0};
    sink->layer_ends = NULL;
    sink->layer_capacity = 0;
    sink->layer_count = 0;
    sink->pending.n = 0;
}

/// Local. Read this rank's share, and count its states at each distance.
static hr_status load(loading *l, hr_checkpoint_reader *reader, hr_error *error) {
    hr_table_sink *sink = l->sink;
    HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){.section = SECTION_SHAPE}, take_shape, l, error));
    HR_TRY(check_shape(l, error));
    l->layers = calloc(l->result->layer_count, sizeof *l->layers);
    HR_TRY_MEMORY(l->layers != NULL, error, "the layers of a table");
    sink->by_index = l->shape[SHAPE_BY_INDEX] != 0;
    sink->reached = l->shape[SHAPE_REACHED];
    sink->depth = (hr_depth)l->result->layer_count - 1;
    return sink->by_index ? load_values(l, reader, error) : load_found(l, reader, error);
}

/// Collective. Check that the table has as many states at each distance as the layers.
static hr_status check_layers(const loading *l, hr_error *error) {
    const size_t count = l->result->layer_count;
    HR_TRY(hr_comm_sum(l->sink->comm, l->layers, count, error));
    for (size_t d = 0; d < count; d++) {
        if (l->layers[d] != l->result->layers[d].states) {
            return hr_checkpoint_damaged("its table does not have the states of its layers", error);
        }
    }
    return HR_OK;
}

hr_status hr_table_sink_load(void *context, hr_checkpoint_reader *reader, const hr_enumeration *result, hr_error *error) {
    hr_table_sink *sink = context;
    clear(sink);
    loading l = {.sink = sink, .result = result};
    hr_status status = hr_comm_agree(sink->comm, load(&l, reader, error), error);
    if (status == HR_OK) {
        status = check_layers(&l, error);
    }
    free(l.layers);
    return status;
}
