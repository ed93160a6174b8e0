// SPDX-License-Identifier: MIT
// How much memory the frontier engine may use, what the next layer needs of it, and into how many bins the layer is dealt.

#include "core/quantity.h"
#include "core/state.h"
#include "core/try.h"
#include "enumerate/frontier/frontier.h"
#include "enumerate/frontier/growth.h"
#include "enumerate/frontier/state.h"

enum {
    BIN_STEP = 8,             ///< the number of bins changes by this factor, so that states are seldom dealt anew
    BIN_COUNT_MAX = 1 << 20,  ///< most bins of a set
    SPARE_CHUNKS = 1024,      ///< chunks that pending states may always take if there is memory
    PROCESS_BYTES = 16 << 20, ///< a process of few ranks holds at least about this much: MPI, code, the puzzle's tables
    ALONE_BYTES = 7 << 20,    ///< the only process of a run, which needs no MPI, holds at least about this much
    LOOK_BYTES = 64 << 20,    ///< before a layer that may need more, look at the node's memory
};

uint64_t hr_frontier_sending_bytes(int ranks) {
    const uint64_t all = (uint64_t)ranks;
    return hr_exchange_memory(ranks) / all * (all - 1); // a rank hardly uses the room for what it would send to itself
}

uint64_t hr_frontier_base_bytes(const hr_memory_room *room, int ranks) {
    const uint64_t held = room == NULL ? 0 : room->resident;
    const uint64_t least = ranks == 1 ? ALONE_BYTES : PROCESS_BYTES;
    return (held > least ? held : least) + hr_frontier_sending_bytes(ranks);
}

/// The number of bins for a layer: the smallest power of BIN_STEP with which a bin's states fit into a cache, or the present number
/// if that is not much more.
static size_t wanted_bins(const hr_puzzle_info *info, const hr_frontier_step *step) {
    const double compared = step->before + (info->bipartite ? 0 : step->current) + step->next;
    size_t bins = 1;
    while ((double)(bins * HR_DEDUP_WORDS) < compared * info->state_words && bins < BIN_COUNT_MAX) {
        bins *= BIN_STEP;
    }
    return bins * BIN_STEP == step->bins ? step->bins : bins;
}

/// Returns the number of chunks that pending states may take beside sets of `used` chunks in `bins` bins, if there is memory. A
/// pass over the bins then costs no more than the expansions that filled them.
static uint64_t pending_chunks(uint64_t used, size_t bins) { return 2 * used + SPARE_CHUNKS + bins; }

/// Returns the number of chunks that states of `words` words in all take in `bins` bins, whose newest chunks are half full.
static uint64_t chunks_of(double words, size_t bins) { return (uint64_t)(words / (double)HR_CHUNK_WORDS) + (bins + 1) / 2; }

static uint64_t slabs_of(uint64_t chunks) {
    const uint64_t bytes = chunks * sizeof(hr_chunk);
    return (bytes + HR_POOL_SLAB_BYTES - 1) / HR_POOL_SLAB_BYTES * HR_POOL_SLAB_BYTES;
}

uint64_t hr_frontier_step_bytes(const hr_puzzle_info *info, const hr_frontier_step *step, uint64_t limit) {
    const size_t bins = wanted_bins(info, step);
    const double words = info->state_words;
    const uint64_t known = chunks_of(words * (step->before + step->current), step->before > 0 ? 2 * bins : bins);
    const uint64_t next = chunks_of(words * step->next, bins);
    const uint64_t arriving = chunks_of(words * step->arriving, bins);
    uint64_t used = known; // chunks of the sets
    uint64_t most = known + next;
    for (uint64_t left = arriving; left > 0;) { // what arrives waits, and then joins the next layer without its duplicates
        const uint64_t room = pending_chunks(used, bins);
        const uint64_t pending = left < room ? left : room;
        most = used + pending > most ? used + pending : most;
        left -= pending;
        const double share = (double)left / (double)arriving; // of what is to come, more and more are duplicates
        used = known + (uint64_t)((double)next * (1 - share * share));
    }
    const uint64_t least = known + next + next / 2; // with less there would be too many passes over the bins
    if (slabs_of(most) <= limit || most <= least) {
        return slabs_of(most);
    }
    return slabs_of(least) > limit ? slabs_of(least) : limit;
}

/// The number of states that the next layer will have on this rank, estimated from the growth of the layers `seen`.
static size_t expected_next(const hr_frontier_task *task, const hr_frontier_sets *sets, const hr_enumeration *seen) {
    const hr_puzzle_info *info = task->info;
    const double current = (double)sets->current_size;
    const double most = current * (double)info->max_successors;
    hr_frontier_growth growth = hr_frontier_find_growth(seen);
    double expected = current * hr_frontier_grow(&growth) * 1.05 + 1000.0;
    expected = expected < most ? expected : most; // also if the figures of a checkpoint, not proven yet, give no number
    if (info->index_count > 0) {                  // no more states can come than are left
        const double left = (double)(info->index_count - seen->states);
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
    const uint64_t used = memory->pool.chunks_used;
    const uint64_t held = memory->pool.limit / sizeof(hr_chunk);
    const uint64_t left = held > used ? held - used : 0;
    const uint64_t wanted = pending_chunks(used, bins);
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

/// The sizes of the layer to be made on this rank, without the states that will arrive.
static hr_frontier_step next_step(const hr_frontier *f) {
    const hr_frontier_task *task = &f->task;
    const hr_frontier_sets *sets = &f->sets;
    const hr_enumeration *result = f->result;
    const size_t next = result->layer_count == 0 ? expected_sources(task) : expected_next(task, sets, result);
    return (hr_frontier_step){.before = task->marked ? 0 : (double)sets->previous_size,
                              .current = (double)sets->current_size,
                              .next = (double)next,
                              .bins = sets->bin_count};
}

/// About how many states of the layers `first` … `next` − 1 this rank owns; no more than the bins are made for.
static size_t share_of_layers(const hr_frontier *f, size_t first, size_t next) {
    const hr_count most = (hr_count)BIN_COUNT_MAX * HR_DEDUP_WORDS;
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
    const size_t before = last > 0 && !f->task.info->one_way ? last - 1 : 0;
    sets->previous_size = share_of_layers(f, before, last);
    sets->current_size = share_of_layers(f, last, count);
    const hr_frontier_step step = next_step(f);
    const size_t bins = wanted_bins(f->task.info, &step);
    return bins == sets->bin_count ? HR_OK : hr_frontier_deal(f, bins, error);
}

hr_status hr_frontier_begin_layer(hr_frontier *f, hr_error *error) {
    hr_frontier_sets *sets = &f->sets;
    hr_chunk_pool *pool = &f->memory.pool;
    f->layer = (hr_frontier_making){.start = hr_comm_seconds()};
    for (size_t b = 0; f->task.marked && b < sets->previous.count; b++) {
        hr_bin_clear(&sets->previous.bins[b], pool);
    }
    const size_t state_bytes = f->task.words * sizeof(hr_state);
    if (f->result->layer_count == 0 && expected_sources(&f->task) > pool->limit / state_bytes) {
        return no_room(f, (uint64_t)expected_sources(&f->task) * state_bytes, error);
    }
    const hr_frontier_step step = next_step(f);
    const size_t bins = wanted_bins(f->task.info, &step);
    if (bins != sets->bin_count) {
        HR_TRY(hr_frontier_deal(f, bins, error));
    }
    hr_frontier_set_pending_limit(&f->memory, sets->bin_count);
    return hr_bins_create(sets->bin_count, &sets->next, error);
}

/// Returns the number of successors of a state of the current layer, as a mean of a batch of states from each of some bins. In a
/// layer from a checkpoint a bin's states are in order, so the batches are from different places of their bins.
static double mean_successors(const hr_frontier *f) {
    enum { BINS = 64 };
    const hr_bins *current = &f->sets.current;
    size_t states = 0;
    size_t found = 0;
    const size_t step = current->count > BINS ? current->count / BINS : 1;
    for (size_t b = 0; b < current->count; b += step) {
        const hr_bin *bin = &current->bins[b];
        const hr_chunk *chunk = bin->newest;
        for (size_t i = b / step; i > 0 && chunk != NULL; i--) {
            chunk = chunk->next != NULL ? chunk->next : bin->newest;
        }
        const size_t used = chunk == NULL ? 0 : hr_bin_chunk_used(bin, chunk, f->task.words);
        const size_t n = used < f->sending.batch ? used : f->sending.batch;
        if (n > 0) {
            found += hr_puzzle_expand_marked(f->task.puzzle, chunk->states, n, f->sending.successors);
            states += n;
        }
    }
    return states > 0 ? (double)found / (double)states : 0;
}

uint64_t hr_frontier_foresee(hr_frontier *f) {
    hr_frontier_memory *memory = &f->memory;
    hr_frontier_step step = next_step(f);
    step.arriving = step.current * mean_successors(f);
    const hr_sink_memory sink = sink_memory(f->task.options, (size_t)step.next);
    const uint64_t others = memory->base_bytes + memory->other_bytes;
    if (others + sink.needed + hr_frontier_step_bytes(f->task.info, &step, UINT64_MAX) > LOOK_BYTES) {
        hr_frontier_limit_memory(memory, f->task.options, NULL, (size_t)step.next); // the look is worth its time
    }
    const uint64_t limit = memory->limit.bytes;
    const uint64_t held = others + sink.needed;
    const uint64_t searching = held + hr_frontier_step_bytes(f->task.info, &step, limit > held ? limit - held : 0);
    return searching > others + sink.finish ? searching : others + sink.finish;
}

/// HR_STOPPED with a text that says that the next layer would need `need` bytes over all ranks, and that `refusing` ranks lack
/// them.
static hr_status refuse(const hr_frontier *f, uint64_t need, uint64_t refusing, hr_error *error) {
    const hr_memory_bound *limit = &f->memory.limit;
    char all[HR_QUANTITY_MAX];
    char each[HR_QUANTITY_MAX];
    return hr_error_set(
        error, HR_STOPPED,
        "layer %zu would need about %s over all ranks, more than is free on %llu of %u ranks (%s each here, %s); %s",
        f->result->layer_count, hr_quantity_bytes(need, all), (unsigned long long)refusing, f->task.ranks,
        hr_quantity_bytes(limit->bytes, each), limit->source, hr_memory_room_advice(limit));
}

hr_status hr_frontier_check_room(hr_frontier *f, hr_error *error) {
    const uint64_t need = hr_frontier_foresee(f);
    uint64_t sums[] = {need, need > f->memory.limit.bytes};
    HR_TRY(hr_comm_sum(f->task.comm, sums, 2, error));
    return sums[1] == 0 ? HR_OK : refuse(f, sums[0], sums[1], error);
}
