// SPDX-License-Identifier: MIT
// Bins of states and the pool of their chunks: nothing is lost, and what is given back is used again.

#include "enumerate/states/state_bins.h"
#include "unit_test.h"

enum {
    BINS = 7,
    MANY_BINS = 56,
    STATES = 20000,
    SLAB_CHUNKS = HR_POOL_SLAB_BYTES / (int)sizeof(hr_chunk),
};

static hr_chunk_pool make_pool(uint64_t limit) { return (hr_chunk_pool){.words = 1, .limit = limit}; }

/// Put the states `first … first + n − 1` into a set.
static bool fill(hr_bins *set, hr_chunk_pool *pool, const hr_bin_map *map, uint64_t first, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const uint64_t state = first + i;
        if (!hr_bins_add(set, map, pool, &state, 1)) {
            return false;
        }
    }
    return true;
}

/// Chunks that hang in the set's bins.
static size_t chunks_of(const hr_bins *set) {
    size_t chunks = 0;
    for (size_t b = 0; b < set->count; b++) {
        for (const hr_chunk *chunk = set->bins[b].newest; chunk != NULL; chunk = chunk->next) {
            chunks++;
        }
    }
    return chunks;
}

/// Sum of the set's states, and how many there are; both by walking over the chunks.
static uint64_t walk(const hr_bins *set, size_t *count) {
    uint64_t sum = 0;
    *count = 0;
    for (size_t b = 0; b < set->count; b++) {
        const hr_bin *bin = &set->bins[b];
        size_t in_bin = 0;
        for (const hr_chunk *chunk = bin->newest; chunk != NULL; chunk = chunk->next) {
            const size_t used = hr_bin_chunk_used(bin, chunk, 1);
            for (size_t i = 0; i < used; i++) {
                sum += chunk->states[i];
            }
            in_bin += used;
        }
        assert_int_equal(hr_bin_size(bin, 1), in_bin);
        *count += in_bin;
    }
    return sum;
}

static void expect_states(const hr_bins *set, uint64_t first, size_t n) {
    size_t count = 0;
    const uint64_t sum = walk(set, &count);
    assert_int_equal(count, n);
    assert_int_equal(sum, n * first + (uint64_t)n * (n - 1) / 2);
}

HR_TEST(test_chunks_in_use_are_counted) {
    hr_chunk_pool pool = make_pool(UINT64_MAX);
    const hr_bin_map map = hr_bin_map_make(0, 1, UINT64_MAX, BINS);
    hr_bins first;
    hr_bins second;
    assert_int_equal(hr_bins_create(BINS, &first, NULL), HR_OK);
    assert_int_equal(hr_bins_create(BINS, &second, NULL), HR_OK);
    assert_true(fill(&first, &pool, &map, 1, STATES));
    assert_int_equal(pool.chunks_used, chunks_of(&first));
    assert_true(fill(&second, &pool, &map, 1000000, STATES / 2));
    assert_int_equal(pool.chunks_used, chunks_of(&first) + chunks_of(&second));
    expect_states(&first, 1, STATES);
    expect_states(&second, 1000000, STATES / 2);

    hr_bin_clear(&first.bins[3], &pool);
    assert_int_equal(hr_bin_size(&first.bins[3], 1), 0);
    assert_int_equal(pool.chunks_used, chunks_of(&first) + chunks_of(&second));
    hr_bins_destroy(&first, &pool);
    assert_int_equal(pool.chunks_used, chunks_of(&second));
    hr_bins_destroy(&second, &pool);
    assert_int_equal(pool.chunks_used, 0);
    hr_chunk_pool_destroy(&pool);
}

HR_TEST(test_chunks_given_back_are_used_again) {
    hr_chunk_pool pool = make_pool(UINT64_MAX);
    const hr_bin_map map = hr_bin_map_make(0, 1, UINT64_MAX, BINS);
    size_t held = 0;
    for (int round = 0; round < 20; round++) {
        hr_bins set;
        assert_int_equal(hr_bins_create(BINS, &set, NULL), HR_OK);
        assert_true(fill(&set, &pool, &map, 1, (size_t)4 * HR_CHUNK_STATES * SLAB_CHUNKS));
        held = round == 0 ? pool.chunks_held : held;
        assert_int_equal(pool.chunks_held, held); // no round takes more from the system than the first one
        hr_bins_destroy(&set, &pool);
    }
    hr_chunk_pool_destroy(&pool);
}

HR_TEST(test_newest_chunk_dropped_takes_its_states_along) {
    hr_chunk_pool pool = make_pool(UINT64_MAX);
    hr_bin bin = {.newest = NULL};
    for (uint64_t s = 0; s < 2 * HR_CHUNK_STATES + 10; s++) {
        assert_true(hr_bin_add(&bin, &pool, &s, 1));
    }
    assert_int_equal(pool.chunks_used, 3);
    hr_bin_drop_newest(&bin, &pool);
    assert_int_equal(hr_bin_size(&bin, 1), 2 * HR_CHUNK_STATES);
    assert_int_equal(pool.chunks_used, 2);
    assert_true(hr_bin_add(&bin, &pool, &(uint64_t){7}, 1)); // goes into the chunk that came back
    assert_int_equal(pool.chunks_used, 3);
    assert_int_equal(hr_bin_size(&bin, 1), 2 * HR_CHUNK_STATES + 1);
    assert_int_equal(pool.chunks_held, SLAB_CHUNKS);
    hr_bin_clear(&bin, &pool);
    assert_int_equal(hr_bin_size(&bin, 1), 0);
    assert_int_equal(pool.chunks_used, 0);
    hr_chunk_pool_destroy(&pool);
}

HR_TEST(test_the_pool_keeps_its_limit) {
    enum { SLABS = 3 };
    hr_chunk_pool pool = make_pool((uint64_t)SLABS * HR_POOL_SLAB_BYTES + HR_POOL_SLAB_BYTES - 1);
    hr_bin bin = {.newest = NULL};
    uint64_t added = 0;
    while (hr_bin_add(&bin, &pool, &added, 1)) {
        added++;
        assert_true(added <= (size_t)SLABS * SLAB_CHUNKS * HR_CHUNK_STATES);
    }
    assert_int_equal(added, (size_t)SLABS * SLAB_CHUNKS * HR_CHUNK_STATES);
    assert_int_equal(hr_bin_size(&bin, 1), added); // as before the attempt
    assert_int_equal(pool.chunks_held, SLABS * SLAB_CHUNKS);
    pool.limit += 1; // room for another slab
    assert_true(hr_bin_add(&bin, &pool, &(uint64_t){1}, 1));
    hr_bin_clear(&bin, &pool);
    pool.limit = 0; // what is given back is there, whatever the limit
    assert_true(hr_bin_add(&bin, &pool, &(uint64_t){1}, 1));
    hr_bin_clear(&bin, &pool);
    hr_chunk_pool_destroy(&pool);
}

HR_TEST(test_dealing_anew_keeps_states_and_gives_old_chunks_back) {
    hr_chunk_pool pool = make_pool(UINT64_MAX);
    const hr_bin_map few = hr_bin_map_make(0, 1, UINT64_MAX, BINS);
    const hr_bin_map many = hr_bin_map_make(0, 1, UINT64_MAX, MANY_BINS);
    hr_bins set;
    assert_int_equal(hr_bins_create(BINS, &set, NULL), HR_OK);
    assert_true(fill(&set, &pool, &few, 1, STATES));
    assert_true(hr_bins_deal(&set, MANY_BINS, &many, &pool));
    assert_int_equal(set.count, MANY_BINS);
    expect_states(&set, 1, STATES);
    assert_int_equal(pool.chunks_used, chunks_of(&set));
    assert_true(hr_bins_deal(&set, BINS, &few, &pool));
    expect_states(&set, 1, STATES);
    assert_int_equal(pool.chunks_used, chunks_of(&set));
    hr_bins_destroy(&set, &pool);
    assert_int_equal(pool.chunks_used, 0);
    hr_chunk_pool_destroy(&pool);
}

/// The ranks' buckets follow each other without a gap. The hashes at both ends of a rank's buckets are that rank's, and go to its
/// first and its last bin.
static void expect_owners(uint32_t ranks, size_t bins) {
    uint64_t next = 0;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        const hr_buckets own = hr_buckets_of(rank, ranks);
        assert_int_equal(own.first, next);
        assert_true(own.next >= own.first);
        next = own.next;
        if (own.first == own.next) {
            continue;
        }
        const uint64_t least = own.first << (64 - HR_BUCKET_BITS);
        const uint64_t most = (own.next << (64 - HR_BUCKET_BITS)) - 1;
        const hr_bin_map map = hr_bin_map_make(rank, ranks, UINT64_MAX, bins);
        assert_int_equal(hr_hash_owner(least, ranks), rank);
        assert_int_equal(hr_hash_owner(most, ranks), rank);
        assert_int_equal(hr_bin_of(&map, least), 0);
        assert_int_equal(hr_bin_of(&map, most), bins - 1);
    }
    assert_int_equal(next, 1 << HR_BUCKET_BITS);
}

HR_TEST(test_each_hash_has_one_owner_and_one_bin) {
    for (uint32_t ranks = 1; ranks <= 40; ranks++) {
        expect_owners(ranks, 1);
        expect_owners(ranks, 512);
    }
    expect_owners(1000, 8);
    expect_owners(1 << 12, 8);
    for (uint32_t rank = 0; rank < 4; rank++) { // twice as many ranks as buckets
        const hr_buckets own = hr_buckets_of(rank, 1 << (HR_BUCKET_BITS + 1));
        assert_int_equal(own.first, (rank + 1) / 2);
        assert_int_equal(own.next, rank / 2 + 1);
    }
}
