// SPDX-License-Identifier: MIT
// How much memory the frontier engine may use, what the next layer needs of it, and into how many bins the layer is dealt.

#include "core/quantity.h"
#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/state.h"

enum {
    BIN_STEP = 8,            ///< the number of bins changes by this factor, so that states are seldom dealt anew
    BIN_COUNT_MAX = 1 << 20, ///< most bins of a set
    SPARE_CHUNKS = 1024,     ///< chunks that pending states may always take if there is memory
    LOOK_BYTES = 64 << 20,   ///< before a layer that may need more, look at the node's memory
};

uint64_t hr_frontier_base_bytes(int ranks) { return HR_MEMORY_ROOM_BASE + hr_exchange_memory(ranks); }

/// The number of states that the next layer will have on this rank, estimated from the growth of the last layers. `reached`: states
/// in all layers so far.
static size_t expected_next(const hr_frontier_task *task, const hr_frontier_sets *sets, hr_count reached) {
    const hr_puzzle_info *info = task->info;
    const double current = (double)sets->current_size;
    const double most = current * (double)info->max_successors;
    const double growth = sets->previous_size == 0 ? (double)info->max_successors : current / (double)sets->previous_size;
    double expected = current * growth * 1.05 + 1000.0;
    expected = expected < most ? expected : most;
    if (info->index_count > 0) { // no more states can come than are left
        const double left = (double)(info->index_count - reached);
        const double share = left / info->symmetry_order / task->ranks * 1.05 + 1000.0;
        expected = expected < share ? expected : share;
    }
    return (size_t)expected;
}

/// Returns about how many canonical states of the source set this rank will own.
static size_t expected_sources(const hr_frontier_task *task) {
    return (size_t)(task->info->source_count / (uint64_t)task->info->symmetry_order / task->ranks + 1);
}

/// The sink's memory on this rank after `more` further canonical states.
static hr_sink_memory sink_memory(const hr_enumerate_options *options, size_t more) {
    const hr_state_sink *sink = &options->sink;
    return sink->memory == NULL ? (hr_sink_memory){0} : sink->memory(sink->context, more);
}

void hr_frontier_limit_memory(hr_frontier_memory *memory, const hr_enumerate_options *options, const hr_memory_room *known,
                              size_t more) {
    const uint64_t others = memory->base_bytes + sink_memory(options, more).needed;
    hr_memory_room seen;
    if (known == NULL) {
        hr_memory_room_here((int)memory->node_ranks, &seen);
        known = &seen;
    }
    memory->limit = hr_memory_room_rank_limit(known, options->memory_limit, (int)memory->node_ranks);
    memory->pool.limit = memory->limit.bytes > others ? memory->limit.bytes - others : 0;
}

void hr_frontier_set_pending_limit(hr_frontier_memory *memory, size_t bins) {
    // Pending states may take about twice as much as the sets in memory, so that a pass over the bins costs no more than the
    // expansions that filled them. They get less if memory is short.
    const uint64_t used = memory->pool.chunks_used;
    const uint64_t held = memory->pool.limit / sizeof(hr_chunk);
    const uint64_t left = held > used ? held - used : 0;
    const uint64_t wanted = 2 * used + SPARE_CHUNKS + bins;
    const uint64_t share = left - left / 8;
    memory->pending_limit = (size_t)(used + (wanted < share ? wanted : share) + 1);
}

/// Returns HR_STOPPED with a text that says how much memory the layer in the making would need on each rank, of which `states`
/// bytes are for states.
static hr_status no_room(const hr_frontier *f, uint64_t states, hr_error *error) {
    const hr_frontier_memory *memory = &f->memory;
    const uint64_t need = memory->base_bytes + sink_memory(f->task.options, 0).needed + states;
    char needed[HR_QUANTITY_MAX];
    char each[HR_QUANTITY_MAX];
    return hr_error_set(error, HR_STOPPED, "layer %zu would need about %s on each rank, %s the %s that each may use here (%s); %s",
                        f->result->layer_count, hr_quantity_bytes(need, needed),
                        need > memory->limit.bytes ? "more than" : "and the node gives less, despite",
                        hr_quantity_bytes(memory->limit.bytes, each), memory->limit.source, hr_memory_room_advice(&memory->limit));
}

hr_status hr_frontier_out_of_memory(const hr_frontier *f, hr_error *error) {
    // The estimate assumes that the rest of the frontier brings states at the same rate. It is at least one slab more than is held.
    const size_t expanded = f->layer.expanded;
    const size_t size = f->sets.current_size;
    const double share = expanded == 0 || expanded > size ? 1 : (double)expanded / (double)size;
    const double states = ((double)f->memory.pool.chunks_held * sizeof(hr_chunk) + (double)HR_POOL_SLAB_BYTES) / share;
    return no_room(f, (uint64_t)states, error);
}

hr_status hr_frontier_deal(hr_frontier *f, size_t count, hr_error *error) {
    hr_frontier_sets *sets = &f->sets;
    hr_chunk_pool *pool = &f->memory.pool;
    sets->bin_count = count;
    sets->map = hr_bin_map_make(f->task.rank, f->task.ranks, f->task.info->key_mask, count);
    hr_bins_destroy(&sets->pending, pool);
    hr_run_watch_set_spoilt(&f->watch, true);
    if (!hr_bins_deal(&sets->previous, count, &sets->map, pool) || !hr_bins_deal(&sets->current, count, &sets->map, pool)) {
        return hr_frontier_out_of_memory(f, error);
    }
    hr_run_watch_set_spoilt(&f->watch, false);
    return hr_bins_create(count, &sets->pending, error);
}

/// The number of bins for the next layer: the smallest power of BIN_STEP with which a bin's states fit into a cache.
static size_t wanted_bins(const hr_frontier *f) {
    const hr_frontier_task *task = &f->task;
    const hr_frontier_sets *sets = &f->sets;
    const size_t before = task->marked ? 0 : sets->previous_size + sets->earlier_size;
    const size_t known = before + (task->info->bipartite ? 0 : sets->current_size);
    const hr_enumeration *result = f->result;
    const size_t fresh = result->layer_count == 0 ? expected_sources(task) : expected_next(task, sets, result->states);
    size_t bins = 1;
    while (bins * HR_DEDUP_ENTRIES < known + fresh && bins < BIN_COUNT_MAX) {
        bins *= BIN_STEP;
    }
    return bins;
}

/// About how many states of the layers `first` … `next` − 1 this rank owns; no more than the bins are made for.
static size_t share_of_layers(const hr_frontier *f, size_t first, size_t next) {
    const hr_count most = (hr_count)BIN_COUNT_MAX * HR_DEDUP_ENTRIES;
    hr_count share = 0;
    for (size_t d = first; d < next; d++) {
        share += f->result->layers[d].canonical / f->task.ranks;
        share = share < most ? share : most; // the figures have not been proven yet
    }
    return (size_t)share;
}

hr_status hr_frontier_deal_ahead(hr_frontier *f, hr_error *error) {
    hr_frontier_sets *sets = &f->sets;
    const size_t count = f->result->layer_count;
    const size_t last = count > 0 ? count - 1 : 0;
    const size_t before = last > 0 ? last - 1 : 0;
    sets->earlier_size = f->task.one_way ? share_of_layers(f, 0, before) : 0;
    sets->previous_size = share_of_layers(f, before, last);
    sets->current_size = share_of_layers(f, last, count);
    const size_t bins = wanted_bins(f);
    return bins == sets->bin_count ? HR_OK : hr_frontier_deal(f, bins, error);
}

hr_status hr_frontier_begin_layer(hr_frontier *f, hr_error *error) {
    hr_frontier_sets *sets = &f->sets;
    hr_chunk_pool *pool = &f->memory.pool;
    f->layer = (hr_frontier_making){.start = hr_comm_seconds()};
    for (size_t b = 0; f->task.marked && b < sets->previous.count; b++) {
        hr_bin_clear(&sets->previous.bins[b], pool);
    }
    if (f->result->layer_count == 0 && expected_sources(&f->task) > pool->limit / sizeof(hr_state)) {
        return no_room(f, (uint64_t)expected_sources(&f->task) * sizeof(hr_state), error);
    }
    const size_t bins = wanted_bins(f);
    if (bins > sets->bin_count || bins * BIN_STEP < sets->bin_count) {
        HR_TRY(hr_frontier_deal(f, bins, error));
    }
    hr_frontier_set_pending_limit(&f->memory, sets->bin_count);
    return hr_bins_create(sets->bin_count, &sets->next, error);
}

void hr_frontier_foresee(hr_frontier *f) {
    const hr_frontier_sets *sets = &f->sets;
    hr_frontier_making *layer = &f->layer;
    const size_t next = expected_next(&f->task, sets, f->result->states);
    // The states of three layers, of a one-way puzzle those of all, and pending states that are half as many as the next layer's.
    const uint64_t before = (uint64_t)sets->previous_size + sets->earlier_size;
    const uint64_t states =
        (before + sets->current_size + next + next / 2) * sizeof(hr_state) + (uint64_t)sets->bin_count * sizeof(hr_chunk) * 2;
    const hr_sink_memory sink = sink_memory(f->task.options, next);
    const uint64_t searching = states + sink.needed;
    layer->would_need = f->memory.base_bytes + f->memory.other_bytes + (searching > sink.finish ? searching : sink.finish);
    if (layer->would_need > LOOK_BYTES) { // only then the look at the node's memory is worth its time
        hr_frontier_limit_memory(&f->memory, f->task.options, NULL, next);
    }
    layer->would_not_fit = layer->would_need > f->memory.limit.bytes;
}

hr_status hr_frontier_refuse(const hr_frontier *f, uint64_t need, uint64_t refusing, hr_error *error) {
    const hr_memory_bound *limit = &f->memory.limit;
    char all[HR_QUANTITY_MAX];
    char each[HR_QUANTITY_MAX];
    return hr_error_set(
        error, HR_STOPPED,
        "layer %zu would need about %s over all ranks, more than is free on %llu of %u ranks (%s each here, %s); %s",
        f->result->layer_count, hr_quantity_bytes(need, all), (unsigned long long)refusing, f->task.ranks,
        hr_quantity_bytes(limit->bytes, each), limit->source, hr_memory_room_advice(limit));
}
