// SPDX-License-Identifier: MIT
// The plan of a run over all openings: which families the ranks of a node share, who searches which, and the memory and the work
// that come to each rank.

#include "comm/exchange/exchange.h"
#include "made_puzzle.h"
#include "openings/foresight/foresight.h"
#include "openings/openings.h"
#include "openings/store.h"
#include "unit_test.h"

enum { RANKS = 4, FAMILIES_MAX = 9 };

/// Bytes for a frame: its state, two words of a hash table, ten moves, and 24 pairs of cells between which singles move.
static const uint64_t FRAME = 3 * sizeof(uint64_t) + 10 * sizeof(hr_frame_move) + 24 * sizeof(hr_frame_pair);

/// Bytes for 64 openings: eight bits of distance for each, and three sets of openings.
static const uint64_t WORD = 64 + 3 * sizeof(uint64_t);

/// Two nodes with two ranks each, and families that a test makes up.
typedef struct plan {
    hr_openings_options options;
    uint64_t leaders[RANKS];
    hr_family_plan families[FAMILIES_MAX];
    hr_openings_run_state run;
} plan;

static void set_up(plan *p, const hr_family_plan *families, size_t count) {
    assert_in_range(count, 1, FAMILIES_MAX);
    *p = (plan){.leaders = {0, 0, 2, 2}};
    for (size_t i = 0; i < count; i++) {
        p->families[i] = families[i];
    }
    p->run = (hr_openings_run_state){
        .ranks = RANKS, .leaders = p->leaders, .options = &p->options, .plans = p->families, .plan_count = count};
}

/// A node has room for families besides 48 MiB for each of its ranks, of which they hold some already. What they hold besides does
/// not make the room that is left any greater.
HR_TEST(test_room_for_families_is_left_beside_what_ranks_hold) {
    static const struct {
        uint64_t left, resident, limit; // MiB
        int ranks;
        uint64_t families;
    } cases[] = {
        {1000, 48, 0, 1, 1000}, {1000, 10, 0, 1, 962},   {1000, 10, 0, 4, 848},  {1000, 10, 500, 4, 308},
        {100, 200, 0, 2, 100},  {100, 200, 300, 2, 100}, {100, 200, 150, 2, 54},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_memory_room room = {.node = {.bytes = cases[i].left << 20}, .resident = cases[i].resident << 20};
        assert_int_equal(hr_openings_room_now(&room, cases[i].ranks, cases[i].limit << 20), cases[i].families << 20);
    }
    const hr_memory_room none = {.node = {.bytes = 0}, .resident = 200 << 20};
    assert_int_equal(hr_openings_room_now(&none, 2, 0), 1); // 0 would be no limit
    const hr_memory_room unlimited = {.node = {.bytes = UINT64_MAX}, .resident = 200 << 20};
    assert_int_equal(hr_openings_room_now(&unlimited, 2, 0), UINT64_MAX);
    assert_int_equal(hr_openings_room_now(&unlimited, 2, 100 << 20), 4 << 20);
}

static void deal(plan *p) { assert_int_equal(hr_openings_deal(&p->run, NULL), HR_OK); }

/// A frame of up to six free cells takes one word, one of eight cells four words.
HR_TEST(test_memory_of_a_rank_is_that_of_its_families) {
    const hr_family_plan families[] = {
        {.frames = 1000, .free_cells = 8, .owner = 0, .shared = true}, {.frames = 600, .free_cells = 6, .owner = 1, .single = true},
        {.frames = 300, .free_cells = 2, .owner = 2, .single = true},  {.frames = 500, .free_cells = 6, .owner = 3, .single = true},
        {.frames = 900, .free_cells = 8, .owner = 1, .shared = true},
    };
    plan p;
    set_up(&p, families, 5);
    p.run.range_most = 400000;
    const uint64_t shared = 1000 * (4 * WORD + FRAME);
    assert_int_equal(hr_openings_largest(&p.run), shared);
    for (int rank = 0; rank < RANKS; rank++) {
        assert_int_equal(hr_openings_memory(&p.run, rank), rank < 2 ? shared / 2 : 500 * (WORD + FRAME));
    }
    p.families[1].frames = 900; // more than half of the family that two ranks share
    assert_int_equal(hr_openings_memory(&p.run, 0), 900 * (WORD + FRAME));
    p.options.keep_distances = true; // 64 bytes for each word and 8 for a frame, shared by the ranks of a node
    const uint64_t first = UINT64_C(1900) * (4 * 64 + 8) + UINT64_C(900) * (64 + 8);
    const uint64_t second = UINT64_C(800) * (64 + 8);
    const uint64_t streaming = UINT64_C(400000) * 2 / RANKS + hr_exchange_memory(RANKS); // 2 bytes each, dealt to all ranks
    assert_int_equal(hr_openings_memory(&p.run, 1), first / 2 + streaming);
    assert_int_equal(hr_openings_memory(&p.run, 3), second / 2 + streaming);
    p.families[2].frames = 1000000; // its search takes more
    assert_int_equal(hr_openings_memory(&p.run, 1), first / 2 + streaming);
    assert_int_equal(hr_openings_memory(&p.run, 3), UINT64_C(1000500) * (64 + 8) / 2 + UINT64_C(1000000) * (WORD + FRAME));
}

/// A run that is resumed does not search these families again, which may have been the largest: their distances alone take memory.
HR_TEST(test_a_family_that_is_done_takes_no_memory_but_for_its_distances) {
    const hr_family_plan families[] = {{.frames = 1000, .free_cells = 8, .work = 9, .done = true},
                                       {.frames = 600, .free_cells = 6, .work = 1}};
    plan p;
    set_up(&p, families, 2);
    deal(&p);
    assert_int_equal(hr_openings_largest(&p.run), 600 * (WORD + FRAME));
    for (int rank = 0; rank < RANKS; rank++) {
        assert_int_equal(hr_openings_memory(&p.run, rank), rank < 2 ? 600 * (WORD + FRAME) : 0);
    }
    p.options.keep_distances = true;
    const uint64_t kept = UINT64_C(1000) * (4 * 64 + 8) + UINT64_C(600) * (64 + 8);
    assert_int_equal(hr_openings_memory(&p.run, 0), kept / 2 + hr_exchange_memory(RANKS)); // to give them out takes more
}

HR_TEST(test_work_of_a_rank_is_what_it_searches_alone_and_its_part_of_the_rest) {
    const hr_family_plan families[] = {
        {.work = 100, .owner = 0, .shared = true}, {.work = 30, .owner = 1, .single = true},
        {.work = 7, .owner = 2, .single = true},   {.work = 1000, .owner = 3, .done = true},
        {.work = 8, .owner = 2, .shared = true},   {.work = 3, .owner = 2, .single = true},
    };
    const double loads[RANKS] = {50, 80, 14, 4};
    plan p;
    set_up(&p, families, 6);
    for (int rank = 0; rank < RANKS; rank++) {
        assert_true(hr_openings_load(&p.run, rank) == loads[rank]);
    }
}

static bool is_shared(plan *p, size_t family) {
    deal(p);
    assert_true(p->families[family].shared != p->families[family].single || p->families[family].done);
    return p->families[family].shared;
}

/// 16 MiB are shared; a byte less is not, nor is what a rank of the node could search while the others search as much.
HR_TEST(test_large_families_are_shared) {
    const uint64_t frames = ((UINT64_C(16) << 20) + WORD + FRAME - 1) / (WORD + FRAME); // the fewest that take 16 MiB
    const hr_family_plan families[] = {{.frames = frames, .free_cells = 6, .work = 5},
                                       {.frames = 1, .free_cells = 6, .work = 3},
                                       {.frames = 1, .free_cells = 6, .work = 100}}; // so that no other is half of the work
    plan p;
    set_up(&p, families, 3);
    assert_true(is_shared(&p, 0));
    assert_false(is_shared(&p, 1));
    p.families[0].frames = frames - 1;
    assert_false(is_shared(&p, 0));
    p.families[0].frames = 2 * frames;
    p.families[1].frames = frames; // half of the largest family, for two ranks
    assert_false(is_shared(&p, 1));
    p.families[1].frames = frames + 1;
    assert_true(is_shared(&p, 0) && is_shared(&p, 1));
    p.families[1].done = true;
    assert_false(is_shared(&p, 1) || p.families[1].single);
    p.options.sharing = HR_SHARING_NONE;
    assert_false(is_shared(&p, 0));
    p.options.sharing = HR_SHARING_ALL;
    p.families[0].frames = 1;
    assert_true(is_shared(&p, 0));
    for (uint64_t rank = 0; rank < RANKS; rank++) {
        p.leaders[rank] = rank; // a node for each rank
    }
    assert_false(is_shared(&p, 0));
}

/// With two nodes: a family that is more than half of the work, or that a node has no memory for, but none below 16 MiB.
HR_TEST(test_the_largest_families_are_searched_on_all_nodes) {
    const uint64_t frames = ((UINT64_C(16) << 20) + WORD + FRAME - 1) / (WORD + FRAME);
    const hr_family_plan families[] = {{.frames = frames, .free_cells = 6, .work = 50}, {.frames = 1, .free_cells = 6, .work = 50}};
    plan p;
    set_up(&p, families, 2);
    deal(&p);
    assert_false(p.families[0].wide || p.families[1].wide);
    p.families[0].work = 51;
    deal(&p);
    assert_true(p.families[0].wide && !p.families[0].shared && !p.families[0].single && p.families[0].owner == 0);
    for (int rank = 0; rank < RANKS; rank++) { // the other family is dealt to the first of the ranks that have the same work
        assert_true(hr_openings_load(&p.run, rank) == 51. / (double)RANKS + (rank == 0 ? 50 : 0));
    }
    p.families[0].frames = frames - 1;
    deal(&p);
    assert_false(p.families[0].wide);
    p.families[0] = (hr_family_plan){.frames = frames, .free_cells = 6, .work = 50};
    p.run.node_memory = frames * (WORD + FRAME);
    deal(&p);
    assert_false(p.families[0].wide);
    p.run.node_memory--;
    deal(&p);
    assert_true(p.families[0].wide && !p.families[1].wide);
    p.options.sharing = HR_SHARING_NONE;
    deal(&p);
    assert_false(p.families[0].wide);
    p.options.sharing = HR_SHARING_WIDE;
    deal(&p);
    assert_true(p.families[0].wide && p.families[1].wide);
    p.options.keep_distances = true;
    deal(&p);
    assert_true(p.families[0].wide);
    p.options.checkpoint.directory = "kept"; // whose records one rank writes for all of a family
    deal(&p);
    assert_false(p.families[0].wide || p.families[1].wide);
}

/// Of 100 frames in blocks of 16 the four ranks have 32, 32, 20 and 16.
HR_TEST(test_memory_of_a_family_on_all_nodes_falls_with_their_number) {
    const hr_family_plan families[] = {{.frames = 100, .free_cells = 8, .wide = true}};
    const uint64_t exchange = hr_exchange_memory(RANKS);
    plan p;
    set_up(&p, families, 1);
    for (int rank = 0; rank < RANKS; rank++) {
        const uint64_t own = rank < 2 ? 64 : 48; // the last block counts as a whole one
        assert_int_equal(hr_openings_memory(&p.run, rank),
                         (100 * (UINT64_C(32) + FRAME) + own * UINT64_C(4) * (WORD - 8)) / 2 + exchange);
    }
    p.options.components = true; // they need less than the search
    assert_int_equal(hr_openings_memory(&p.run, 0), (100 * (UINT64_C(32) + FRAME) + UINT64_C(64) * 4 * (WORD - 8)) / 2 + exchange);
    p.options = (hr_openings_options){.keep_distances = true};
    const uint64_t kept = (UINT64_C(48) * 4 * 64 + UINT64_C(100) * 8) / 2;
    assert_int_equal(hr_openings_memory(&p.run, 2),
                     (100 * (UINT64_C(32) + FRAME) + UINT64_C(48) * 4 * (WORD - 8)) / 2 + exchange + kept);
}

/// A run that is only foreseen has no list of leaders: two nodes of two ranks, and one of three beside one of one.
HR_TEST(test_nodes_of_a_foreseen_run_follow_from_their_number_of_ranks) {
    const hr_family_plan families[] = {{.frames = 100, .free_cells = 8, .wide = true},
                                       {.work = 30, .frames = 100000, .free_cells = 6},
                                       {.work = 20, .frames = 5, .free_cells = 6}};
    for (int node_ranks = 2; node_ranks < 4; node_ranks++) {
        plan listed;
        plan foreseen;
        set_up(&listed, families, 3);
        set_up(&foreseen, families, 3);
        listed.leaders[2] = node_ranks == 2 ? 2 : 0;
        listed.leaders[3] = node_ranks == 2 ? 2 : 3;
        foreseen.run.leaders = NULL;
        foreseen.run.node_ranks = node_ranks;
        listed.options.sharing = foreseen.options.sharing = HR_SHARING_WIDE;
        for (int i = 0; i < 2; i++, listed.options.sharing = foreseen.options.sharing = HR_SHARING_LARGE) {
            deal(&listed);
            deal(&foreseen);
            for (int rank = 0; rank < RANKS; rank++) {
                assert_int_equal(hr_openings_memory(&foreseen.run, rank), hr_openings_memory(&listed.run, rank));
                assert_true(hr_openings_load(&foreseen.run, rank) == hr_openings_load(&listed.run, rank));
            }
            for (int family = 0; family < 3; family++) {
                assert_int_equal(foreseen.families[family].owner, listed.families[family].owner);
                assert_int_equal(foreseen.families[family].shared, listed.families[family].shared);
            }
        }
    }
}

static void check_slots(const hr_team *team) {
    for (uint64_t frames = 1; frames < 200; frames += 13) {
        uint64_t slots = 0;
        for (uint32_t frame = 0; frame < frames; frame++) {
            const int place = (int)(frame / HR_TEAM_BLOCK) % team->places;
            if (place >= team->first_place && place < team->first_place + team->ranks) {
                assert_int_equal(hr_team_slot(team, frame), slots);
                slots++;
            }
        }
        const uint64_t counted = hr_team_slots(frames, team->places, team->first_place, team->ranks);
        assert_in_range(counted, slots, slots + HR_TEAM_BLOCK - 1);
        assert_true(counted <= frames);
    }
}

/// A node's frames have the slots 0, 1, 2, … in their order, for teams of up to five ranks on nodes of any sizes.
HR_TEST(test_slots_of_a_node_are_consecutive) {
    for (int places = 2; places <= 5; places++) {
        for (int first = 0; first < places; first++) {
            for (int ranks = 1; first + ranks <= places; ranks++) {
                check_slots(&(hr_team){.ranks = ranks, .places = places, .first_place = first, .nodes = 2});
            }
        }
    }
}

/// The family with the most work first, each to the rank that has the least so far, and if it is shared, to the first rank of that
/// node. What is done is dealt by itself.
HR_TEST(test_families_go_to_the_rank_with_the_least_work) {
    const hr_family_plan families[] = {
        {.work = 10},                                               // the others give 50, 50, 55 and 50
        {.work = 40},                                               // 50, 50, 0, 0
        {.work = 100, .frames = 100000, .free_cells = 6},           // shared
        {.work = 30},                                               // 50, 50, 40, 0
        {.work = 20},                                               // 50, 50, 40, 30
        {.work = 15},                                               // 50, 50, 40, 50
        {.work = 9, .done = true},                                  // after the next one
        {.work = 10, .done = true},                                 // the first that is done
        {.work = 8, .frames = 90000, .free_cells = 6, .done = true} // never shared
    };
    const int owners[] = {0, 2, 0, 3, 3, 2, 1, 0, 2};
    plan p;
    set_up(&p, families, 9);
    deal(&p);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(p.families[i].owner, owners[i]);
        assert_int_equal(p.families[i].shared, i == 2);
        assert_int_equal(p.families[i].single, i != 2 && i < 6);
    }
    p.families[1].work = 99; // 50, 50, 99, 0: the node of the last rank shares the next family
    p.families[3].work = 98;
    p.families[3].frames = 100000;
    p.families[3].free_cells = 6;
    deal(&p);
    assert_true(p.families[3].shared);
    assert_int_equal(p.families[3].owner, 2);
}

/// 3×3 has four frames of the 2×2 alone with five free cells, and eight with a horizontal or a vertical and three free cells. The
/// work of a frame is its words and one more for each free cell and one more: 48, 64 and 64. Of the 2×2 at one place there are 42
/// openings: 26 with singles alone, and 8 each with a horizontal and a vertical.
HR_TEST(test_a_small_board_is_foreseen) {
    const uint64_t largest = 8 * (WORD + FRAME);
    const uint64_t kept = 64 + 8; // for a frame
    const struct {
        bool distances;
        hr_openings_planned planned;
        uint64_t bytes;
        double busiest;
    } cases[] = {
        {false, {1, 1, 0}, largest, 1},
        {true, {1, 1, 0}, largest + 20 * kept, 1},
        {false, {2, 1, 0}, largest, 112. / 176},
        {false, {3, 1, 0}, largest, 64. / 176},
        {true, {3, 1, 0}, hr_exchange_memory(3) + 2 * 42 / 3 + 8 * kept, 64. / 176},
        {true, {4, 4, 0}, hr_exchange_memory(4) + 2 * 42 / 4 + 20 * kept / 4, 64. / 176},
        {true, {4, 2, 0}, hr_exchange_memory(4) + 2 * 42 / 4 + 16 * kept / 2, 64. / 176},
    };
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:3x3"});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_openings_needs needs;
        hr_openings_foresight *foresight = NULL;
        const hr_openings_kept what = {.distances = cases[i].distances};
        assert_int_equal(hr_openings_foresight_create(puzzle, what, &foresight, NULL), HR_OK);
        assert_int_equal(hr_openings_foresee(foresight, &(hr_openings_planned){7, 3, 0}, &needs, NULL), HR_OK); // leaves no trace
        assert_int_equal(hr_openings_foresee(foresight, &cases[i].planned, &needs, NULL), HR_OK);
        hr_openings_foresight_destroy(&foresight);
        assert_true(needs.work == 176);
        if (needs.bytes != cases[i].bytes || needs.busiest != cases[i].busiest) {
            fail_msg("case %zu: %llu bytes, not %llu, and %g", i, (unsigned long long)needs.bytes,
                     (unsigned long long)cases[i].bytes, needs.busiest);
        }
    }
    hr_puzzle_destroy(&puzzle);
}
