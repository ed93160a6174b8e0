// SPDX-License-Identifier: MIT
// Checkpoints of A* that hold something impossible under right checksums are refused, and the search goes on from the one before.
// Ranks: 1 3

#include "core/hash/state.h"
#include "mpi_test.h"

#include "forge.h"
#include "resumed_search.h"

enum { CLOSED = 1, OPEN = 2 }; ///< sections

// Things that are changed in a checkpoint.

enum { FACT_COUNT = 26, LEVEL_WORDS = 4 }; ///< facts before those of the levels, and facts of each level

/// Give a fact another value.
typedef struct other_fact {
    size_t number;
    uint64_t value;
} other_fact;

static const other_fact OTHER_FACTS[] = {
    {0, 1},                   // another version
    {1, 1},                   // another mask of keys
    {2, UINT64_MAX},          // f
    {3, UINT64_MAX},          // the bucket's f
    {3, 1},                   // the bucket's f, so small that the bucket would never be finished
    {4, UINT16_MAX},          // moves
    {4, UINT16_MAX - 1},      // one move more than a state that is expanded may have
    {4, UINT64_MAX},          // moves
    {5, UINT64_MAX},          // where the sweep began
    {5, UINT32_MAX},          // where the sweep began
    {6, 0},                   // a step that never gets anywhere
    {6, UINT32_MAX},          // a step beyond all sweeps
    {7, UINT64_MAX},          // states before the sweep
    {8, 2},                   // no answer to yes or no
    {9, 3},                   // no answer to yes or no
    {10, UINT16_MAX},         // too long a solution
    {11, 5},                  // a solution without its end
    {12, 0},                  // an end without a solution
    {13, UINT64_MAX},         // bound
    {13, UINT32_MAX},         // bound
    {14, 0},                  // expanded
    {15, 0},                  // generated
    {16, UINT64_MAX},         // reopened
    {17, 1},                  // what the levels have
    {18, UINT64_MAX},         // what the levels have
    {19, UINT64_MAX},         // seconds that are no number
    {20, UINT64_MAX},         // seconds that are no number
    {21, 1},                  // expanded states
    {22, 1},                  // their fingerprint
    {23, 1},                  // open states
    {24, 1},                  // their fingerprint
    {25, 0},                  // no levels
    {25, UINT64_MAX},         // too many levels
    {FACT_COUNT, UINT64_MAX}, // f of a level
    {FACT_COUNT + 1, 7},      // generated states of a level
    {FACT_COUNT + 2, 0},      // expanded states of a level
    {FACT_COUNT + 3, UINT64_MAX},
};

static void forge_fact(void *context, hr_forge *forged) {
    const other_fact *other = context;
    assert_true(other->number < forged->fact_count);
    assert_true(forged->facts[other->number] != other->value);
    forged->facts[other->number] = other->value;
}

static void fewer_facts(void *context, hr_forge *forged) { forged->fact_count = 5; }

/// A solution whose end is not solved: the start.
static void unsolved(void *context, hr_forge *forged) {
    forged->facts[11] = 40;
    forged->facts[12] = hr_forge_word(&forged->blocks[0], 0);
}

/// A bucket whose f is just above that of its level.
static void bucket_beyond_its_level(void *context, hr_forge *forged) { forged->facts[3] = forged->facts[2] + 1; }

/// The second finished level has the f of the first one.
static void level_twice(void *context, hr_forge *forged) {
    assert_true(forged->facts[25] > 1);
    forged->facts[FACT_COUNT + LEVEL_WORDS] = forged->facts[FACT_COUNT];
}

/// A solution that has been found, and a proof that there is none so short.
static void bound_beyond_the_solution(void *context, hr_forge *forged) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "tile:3x3"});
    assert_int_equal(hr_puzzle_parse(puzzle, "1 2 3 4 5 6 7 8 0", &forged->facts[12], NULL), HR_OK);
    hr_puzzle_destroy(&puzzle);
    forged->facts[10] = forged->facts[11] = 40;
    forged->facts[13] = 41;
}

/// A state that is expanded has one move more than it may have, and the fingerprint is right.
static void moves_at_the_limit(void *context, hr_forge *forged) {
    hr_forge_block *block = hr_forge_first(forged, CLOSED);
    const size_t n = block->size / (sizeof(hr_state) + sizeof(uint16_t));
    const uint16_t moves = UINT16_MAX - 1;
    uint16_t before = 0;
    memcpy(&before, block->bytes + block->size - sizeof before, sizeof before);
    memcpy(block->bytes + block->size - sizeof moves, &moves, sizeof moves);
    forged->facts[22] += hr_hash_state(hr_forge_word(block, n - 1)) * (uint64_t)(moves - before);
    block->last = UINT64_MAX; // any rank may own it
}

static void empty(hr_forge_block *block) { hr_forge_resize(block, 0); }

static void a_closed_state_less(hr_forge_block *block) { hr_forge_resize(block, block->size - 10); }

static void garbage(hr_forge_block *block) {
    hr_forge_set_word(block, 1, UINT64_MAX / 3);
    hr_forge_for_all(block); // any rank may own it
}

static void open_garbage(hr_forge_block *block) { hr_forge_set_word(block, 1, UINT64_MAX / 3); }

static void many_moves(hr_forge_block *block) {
    memset(block->bytes + block->size - 2, 255, 2);
    hr_forge_for_all(block);
}

static void other_moves(hr_forge_block *block) { block->bytes[block->size - 2] ^= 1; }

static void twice(hr_forge_block *block) {
    hr_forge_set_word(block, 1, hr_forge_word(block, 0));
    hr_forge_for_all(block);
}

static void solved(hr_forge_block *block) { hr_forge_set_word(block, 0, hr_forge_word(block, 0) & ~(uint64_t)255); }

static void dead(hr_forge_block *block) { hr_forge_set_word(block, 0, hr_forge_word(block, 0) | 255); }

static void far(hr_forge_block *block) { hr_forge_set_word(block, 0, UINT64_MAX << 8 | 1); }

static void other_g(hr_forge_block *block) { hr_forge_set_word(block, 0, hr_forge_word(block, 0) + 256); }

static const hr_forge_change OTHER_BLOCKS[] = {
    {"a block of expanded states less", CLOSED, hr_forge_elsewhere},
    {"half an expanded state", CLOSED, hr_forge_broken},
    {"an expanded state less", CLOSED, a_closed_state_less},
    {"garbage for an expanded state", CLOSED, garbage},
    {"too many moves", CLOSED, many_moves},
    {"other moves", CLOSED, other_moves},
    {"a state twice", CLOSED, twice},
    {"a bucket less", OPEN, hr_forge_elsewhere},
    {"half an open state", OPEN, hr_forge_broken},
    {"a block without a bucket", OPEN, empty},
    {"an open state less", OPEN, hr_forge_state_less},
    {"garbage for an open state", OPEN, open_garbage},
    {"open states for all ranks", OPEN, hr_forge_for_all},
    {"solved states that wait", OPEN, solved},
    {"dead states that wait", OPEN, dead},
    {"a bucket too far", OPEN, far},
    {"another number of moves", OPEN, other_g},
};

/// The states of a bucket are in that of another bound, and the fingerprint is right.
static void other_bound(void *context, hr_forge *forged) {
    hr_forge_block *block = hr_forge_first(forged, OPEN);
    hr_forge_set_word(block, 0, hr_forge_word(block, 0) + 64);
    for (size_t at = 1; at < block->size / sizeof(uint64_t); at++) {
        forged->facts[24] += hr_hash_state(hr_forge_word(block, at)) * 64;
    }
}

static void note_refusal(const hr_event *event, void *context) { *(size_t *)context += event->kind == HR_EVENT_REFUSED; }

static const position *const FORGED = &POSITIONS[2]; ///< whose checkpoints are forged

/// Collective. After the forgery the search refuses the newest checkpoint, goes on from the one before, and finds the same path.
static void check_forgery(const char *name, void (*change)(void *context, hr_forge *forged), const void *context,
                          const hr_path *expected) {
    char directory[64];
    size_t refused = 0;
    const position *p = FORGED;
    hr_test_make_directory(directory);
    hr_path path = search_part(p, directory, 1e9, 100);
    hr_path_clear(&path);
    path = search_part(p, directory, 1e9, 3000);
    assert_int_equal(path.outcome, HR_PATH_LIMIT);
    hr_path_clear(&path);
    union {
        const void *constant;
        void *plain;
    } borrowed = {.constant = context};
    hr_forge_newest(directory, change, borrowed.plain);
    const hr_astar_options options = {.run = {.checkpoint = {.directory = directory, .every = 1e9, .resume = true},
                                              .event = note_refusal,
                                              .event_context = &refused}};
    path = search_well(p, &options);
    if (hr_comm_rank(hr_test_world()) == 0 && refused != 1) {
        fail_msg("%s: refused %zu times", name, refused);
    }
    expect_same(&path, expected);
    hr_path_clear(&path);
    hr_test_remove_directory(directory);
}

HR_TEST(test_forged_checkpoints_are_refused) {
    hr_path expected = search_undisturbed(FORGED);
    for (size_t i = 0; i < sizeof OTHER_FACTS / sizeof OTHER_FACTS[0]; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "fact %zu", OTHER_FACTS[i].number);
        check_forgery(name, forge_fact, &OTHER_FACTS[i], &expected);
    }
    for (size_t i = 0; i < sizeof OTHER_BLOCKS / sizeof OTHER_BLOCKS[0]; i++) {
        check_forgery(OTHER_BLOCKS[i].name, hr_forge_make_change, &OTHER_BLOCKS[i], &expected);
    }
    check_forgery("few facts", fewer_facts, NULL, &expected);
    check_forgery("an unsolved end", unsolved, NULL, &expected);
    check_forgery("a bucket beyond its level", bucket_beyond_its_level, NULL, &expected);
    check_forgery("a level twice", level_twice, NULL, &expected);
    check_forgery("a bound beyond the solution", bound_beyond_the_solution, NULL, &expected);
    check_forgery("moves at the limit", moves_at_the_limit, NULL, &expected);
    check_forgery("another bound than the puzzle's", other_bound, NULL, &expected);
    hr_path_clear(&expected);
}
