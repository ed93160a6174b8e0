// SPDX-License-Identifier: MIT
// The list of the parts that get words from a rank: on random deals, each of them once, in its round, and in the order of the ranks
// behind this one.

#include <time.h>

#include "enumerate/bits/partners.h"
#include "unit_test.h"

enum { PARTS_MAX = 120, RANKS_MAX = 9 };

/// A deal of `parts` parts, in turn.
typedef struct dealt {
    uint32_t owner[PARTS_MAX];
    uint32_t slot[PARTS_MAX];
    uint32_t parts[PARTS_MAX];
    uint64_t first[RANKS_MAX + 1];
    hr_bits_deal deal;
} dealt;

static void deal(dealt *d, int parts, int ranks, int rank) {
    uint32_t n = 0;
    for (int r = 0; r < ranks; r++) {
        d->first[r] = n;
        for (int part = (r + 1) % ranks; part < parts; part += ranks) { // so that not rank 0 has the most parts
            d->owner[part] = (uint32_t)r;
            d->slot[part] = n - (uint32_t)d->first[r];
            d->parts[n++] = (uint32_t)part;
        }
    }
    d->first[ranks] = n;
    d->deal =
        (hr_bits_deal){.rank = rank, .ranks = ranks, .owner = d->owner, .slot = d->slot, .dealt = d->parts, .first = d->first};
    d->deal.slots = hr_bits_slots_of(&d->deal, rank);
    d->deal.slots_max = (uint64_t)((parts + ranks - 1) / ranks);
}

/// What is visited.
typedef struct tour {
    hr_bits_partner seen[RANKS_MAX];
    size_t n;
    size_t most; ///< the visit with this number fails
} tour;

static hr_status visit(void *context, uint64_t part, uint32_t ways, hr_error *error) {
    tour *t = context;
    assert_true(t->n < RANKS_MAX);
    t->seen[t->n++] = (hr_bits_partner){(uint32_t)part, ways};
    return t->n == t->most ? HR_FILE : HR_OK;
}

/// Compare a round with what the deal says of each rank's part.
static void check_round(const dealt *d, const uint32_t *ways, const hr_bits_partners *partners, uint64_t round) {
    tour t = {.n = 0};
    size_t n = 0;
    assert_int_equal(hr_bits_partners_visit(&d->deal, partners, round, visit, &t, NULL), HR_OK);
    for (int i = 0; i < d->deal.ranks; i++) {
        const int rank = (d->deal.rank + i) % d->deal.ranks;
        if (round < hr_bits_slots_of(&d->deal, rank)) {
            const uint64_t part = hr_bits_part_of(&d->deal, rank, round);
            const uint32_t expected = i == 0 ? UINT32_MAX : ways[part];
            if (expected != 0) {
                assert_true(n < t.n);
                assert_int_equal(t.seen[n].part, part);
                assert_int_equal(t.seen[n++].ways, expected);
            }
        }
    }
    assert_int_equal(n, t.n);
}

HR_TEST(test_each_partner_is_visited_in_its_round) {
    const unsigned seed = (unsigned)time(NULL);
    print_message("seed %u\n", seed);
    srand(seed);
    for (int i = 0; i < 2000; i++) {
        const int ranks = 1 + rand() % RANKS_MAX;
        const int parts = 1 + rand() % PARTS_MAX;
        dealt d;
        deal(&d, parts, ranks, rand() % ranks);
        uint32_t ways[PARTS_MAX];
        const int share = 1 + rand() % 10;
        for (int part = 0; part < parts; part++) {
            const bool own = hr_bits_is_own(&d.deal, (uint64_t)part);
            ways[part] = own || rand() % share != 0 ? 0 : 1U + (uint32_t)rand();
        }
        hr_bits_partners partners;
        assert_int_equal(hr_bits_partners_make(&d.deal, ways, &partners, NULL), HR_OK);
        for (uint64_t round = 0; round < d.deal.slots_max; round++) {
            check_round(&d, ways, &partners, round);
        }
        hr_bits_partners_clear(&partners);
        assert_null(partners.list);
        assert_null(partners.first);
    }
}

HR_TEST(test_a_failure_ends_the_round) {
    dealt d;
    deal(&d, 12, 4, 2);
    uint32_t ways[PARTS_MAX];
    for (int part = 0; part < 12; part++) {
        ways[part] = hr_bits_is_own(&d.deal, (uint64_t)part) ? 0 : 3;
    }
    hr_bits_partners partners;
    assert_int_equal(hr_bits_partners_make(&d.deal, ways, &partners, NULL), HR_OK);
    for (size_t most = 1; most <= 4; most++) {
        tour t = {.most = most};
        assert_int_equal(hr_bits_partners_visit(&d.deal, &partners, 1, visit, &t, NULL), HR_FILE);
        assert_int_equal(t.n, most);
    }
    hr_bits_partners_clear(&partners);
    hr_bits_partners_clear(&partners);
}
