// SPDX-License-Identifier: MIT
// The table of expanded states against an array of moves, with states of one to four words.

#include "core/hash/state.h"
#include "solve/astar/closed.h"
#include "unit_test.h"

enum { BATCH = 700 };

static const uint64_t KEYS = UINT64_C(0x0FFFFFFFFFFFFFFF); ///< the bits of the lowest word of a key; the others are marks

/// The key of a number. Different numbers have different keys, which differ in their highest words alone for some of them.
static void key_of(uint64_t number, size_t words, hr_state *key) {
    for (size_t i = 0; i < words; i++) {
        key[i] = i;
    }
    key[words - 1] = number % 3;
    key[0] = (words == 1 ? number : number / 3) * UINT64_C(0x9E3779B97F4A7C15) & KEYS;
}

/// Run a test with the fewest words that a state can have here, and with the most.
static void with_one_and_most_words(void (*test)(size_t words)) {
    test(1);
    test(HR_ASTAR_WORDS_MAX);
}

static void begin(hr_closed *closed, size_t words, uint64_t limit) {
    hr_closed_begin(closed, 0, 1, words, KEYS);
    closed->limit = limit;
}

static uint64_t next_random(uint64_t *random) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

static uint16_t *moves_array(size_t n) {
    uint16_t *moves = malloc(n * sizeof *moves);
    assert_non_null(moves);
    for (size_t i = 0; i < n; i++) {
        moves[i] = UINT16_MAX;
    }
    return moves;
}

/// Look up a batch of random numbers below `range`, with random marks, and compare with the array.
static void check_batch(hr_closed *closed, uint16_t *moves, uint64_t range, uint64_t *random) {
    const size_t words = closed->words;
    hr_state states[BATCH * HR_STATE_WORDS_MAX];
    hr_state expected[BATCH * HR_STATE_WORDS_MAX];
    const uint16_t reached = (uint16_t)(next_random(random) % 90);
    size_t fresh = 0;
    size_t reopened = 0;
    for (size_t i = 0; i < BATCH; i++) {
        const uint64_t number = next_random(random) % range;
        key_of(number, words, states + i * words);
        states[i * words] |= next_random(random) << 60;
        if (moves[number] > reached) {
            reopened += moves[number] != UINT16_MAX;
            moves[number] = reached;
            hr_words_copy(expected + fresh++ * words, states + i * words, words);
        }
    }
    const hr_closed_admitted found = hr_closed_admit(closed, states, BATCH, reached, states);
    assert_int_equal(BATCH, found.seen);
    assert_int_equal(fresh, found.fresh);
    assert_int_equal(reopened, found.reopened);
    assert_memory_equal(expected, states, fresh * words * sizeof *states);
}

static void check_moves(const hr_closed *closed, const uint16_t *moves, size_t n) {
    for (size_t i = 0; i < n; i++) {
        hr_state key[HR_STATE_WORDS_MAX];
        key_of(i, closed->words, key);
        assert_int_equal(moves[i] == UINT16_MAX ? UINT32_MAX : moves[i], hr_closed_moves(closed, key));
    }
}

static void admit_random_states(size_t words) {
    enum { RANGE = 300000, BATCHES = 1000 };
    uint64_t random = 20261123;
    uint16_t *moves = moves_array(RANGE);
    hr_closed closed;
    begin(&closed, words, UINT64_MAX);
    check_moves(&closed, moves, 10);
    for (int i = 0; i < BATCHES; i++) {
        check_batch(&closed, moves, i < BATCHES / 2 ? RANGE / 100 : RANGE, &random);
    }
    check_moves(&closed, moves, RANGE);
    hr_closed_end(&closed);
    free(moves);
}

HR_TEST(test_new_states_and_shorter_ways_are_admitted) { with_one_and_most_words(admit_random_states); }

static void admit_with_more_memory(size_t words) {
    enum { RANGE = 40000 };
    hr_closed closed;
    begin(&closed, words, 256 << 10);
    size_t seen = 0;
    while (seen < RANGE) {
        hr_state states[BATCH * HR_STATE_WORDS_MAX];
        const size_t n = RANGE - seen < BATCH ? RANGE - seen : BATCH;
        for (size_t i = 0; i < n; i++) {
            key_of(seen + i, words, states + i * words);
        }
        const hr_closed_admitted found = hr_closed_admit(&closed, states, n, 7, states);
        assert_int_equal(found.seen, found.fresh);
        assert_true(closed.bytes <= closed.limit);
        seen += found.seen;
        if (found.seen < n) {
            assert_true(seen > closed.limit / sizeof(hr_closed_line) * hr_closed_places(words) / 2); // more than half of its places
            closed.limit += 64 << 10;
        }
    }
    assert_true(closed.limit > 256 << 10);
    for (size_t i = 0; i < RANGE; i++) {
        hr_state key[HR_STATE_WORDS_MAX];
        key_of(i, words, key);
        assert_int_equal(7, hr_closed_moves(&closed, key));
    }
    hr_closed_end(&closed);
}

HR_TEST(test_a_full_table_says_how_far_it_came_and_goes_on_with_more_memory) { with_one_and_most_words(admit_with_more_memory); }

/// The number of lines to which the part grows next: across all of its forms, and by as little as it may.
static size_t more_lines(size_t lines) {
    const size_t more = lines < HR_CLOSED_LARGE ? 2 * lines : lines + lines / 2;
    return more < HR_CLOSED_LARGE ? more : (more + HR_CLOSED_LARGE - 1) / HR_CLOSED_LARGE * HR_CLOSED_LARGE;
}

static uint16_t moves_of(uint64_t number) { return (uint16_t)(number % 1000); }

/// The place of a number in the part. Sets *mark.
static hr_closed_place find(const hr_closed_part *part, uint64_t number, size_t words, hr_state *mark) {
    hr_state key[HR_STATE_WORDS_MAX];
    key_of(number, words, key);
    for (size_t i = 0; i < words; i++) {
        mark[i] = ~key[i];
    }
    return hr_closed_find(part, mark, &part->lines[hr_closed_home(hr_hash_one(key, words), part->line_count)], words);
}

/// Put numbers into the part until it has `states` states.
static void fill(hr_closed_part *part, size_t states, size_t words) {
    for (; part->used < states; part->used++) {
        hr_state mark[HR_STATE_WORDS_MAX];
        const hr_closed_place place = find(part, part->used, words, mark);
        assert_int_equal(place.at, place.line->used++);
        hr_words_copy(place.line->marks + (size_t)place.at * words, mark, words);
        place.line->moves[place.at] = moves_of(part->used);
        part->farthest = place.passed > part->farthest ? place.passed : part->farthest;
    }
}

static void check_part(const hr_closed_part *part, size_t words) {
    size_t states = 0;
    for (size_t i = 0; i < part->line_count; i++) {
        states += part->lines[i].used;
        for (uint32_t j = 0; j < hr_closed_places(words); j++) {
            assert_int_equal(part->lines[i].marks[j * words] != 0, j < part->lines[i].used);
        }
    }
    assert_int_equal(part->used, states);
    for (size_t i = 0; i < part->used; i++) {
        hr_state mark[HR_STATE_WORDS_MAX];
        const hr_closed_place place = find(part, i, words, mark);
        assert_true(hr_words_equal(place.line->marks + (size_t)place.at * words, mark, words));
        assert_int_equal(moves_of(i), place.line->moves[place.at]);
        assert_true(place.passed <= part->farthest);
    }
}

static void let_a_part_grow(size_t words) {
    hr_closed_part part = {.lines = NULL};
    for (size_t lines = 2; lines <= 6 * (size_t)HR_CLOSED_LARGE; lines = more_lines(lines)) {
        const size_t places = lines * hr_closed_places(words);
        assert_true(hr_closed_part_grow(&part, lines, words));
        assert_int_equal(lines, part.line_count);
        check_part(&part, words);
        fill(&part, places / 64 * 63, words); // so full that states are far from home, and beyond the last line
        check_part(&part, words);
    }
    assert_true(part.farthest > 30);
    hr_closed_part_end(&part);
    assert_null(part.lines);
}

HR_TEST(test_a_growing_part_keeps_its_states) { with_one_and_most_words(let_a_part_grow); }

static void restore_keys(size_t words) {
    enum { RANGE = 200000 };
    static hr_state keys[RANGE * HR_STATE_WORDS_MAX];
    static uint16_t moves[RANGE];
    hr_closed from;
    hr_closed to;
    begin(&from, words, UINT64_MAX);
    for (size_t i = 0; i < RANGE; i++) {
        hr_state fresh[HR_STATE_WORDS_MAX];
        key_of(i, words, fresh);
        assert_int_equal(1, hr_closed_admit(&from, fresh, 1, moves_of(i), fresh).fresh);
    }
    size_t n = 0;
    for (size_t p = 0; p < HR_CLOSED_PARTS; p++) {
        for (size_t i = 0; i < from.parts[p].line_count; i++) {
            for (uint32_t j = 0; j < from.parts[p].lines[i].used; j++) {
                hr_closed_key(&from.parts[p].lines[i], j, words, keys + n * words);
                moves[n++] = from.parts[p].lines[i].moves[j];
            }
        }
    }
    assert_int_equal(RANGE, n);
    assert_int_equal(RANGE, hr_closed_count(&from));
    begin(&to, words, UINT64_MAX);
    hr_closed_reserve(&to, RANGE, UINT64_MAX);
    const uint64_t reserved = to.bytes;
    assert_int_equal(RANGE, hr_closed_restore(&to, keys, moves, RANGE));
    assert_int_equal(RANGE, hr_closed_count(&to));
    assert_int_equal(reserved, to.bytes);
    for (size_t i = 0; i < RANGE; i++) {
        hr_state key[HR_STATE_WORDS_MAX];
        key_of(i, words, key);
        assert_int_equal(moves_of(i), hr_closed_moves(&to, key));
    }
    for (size_t p = 0; p < HR_CLOSED_PARTS; p++) {
        assert_true(to.parts[p].farthest < (words == 1 ? 60 : 200)); // fewer places in a line
    }
    hr_closed_end(&to);
    begin(&to, words, reserved / 4);
    hr_closed_reserve(&to, RANGE, UINT64_MAX);
    assert_true(to.bytes <= to.limit);
    const size_t some = hr_closed_restore(&to, keys, moves, RANGE);
    assert_true(some < RANGE && some == hr_closed_count(&to));
    hr_closed_end(&to);
    begin(&to, words, UINT64_MAX);
    hr_closed_reserve(&to, RANGE, 0); // nearly full
    const uint64_t tight = to.bytes;
    assert_true(tight < reserved * 9 / 10);
    assert_int_equal(RANGE, hr_closed_restore(&to, keys, moves, RANGE));
    assert_int_equal(tight, to.bytes);
    hr_closed_end(&to);
    hr_closed_end(&from);
}

/// Keys that come back in the order of their hashes, as from a checkpoint, lie near their homes if there is room for them.
HR_TEST(test_restored_keys_are_near_their_homes) { with_one_and_most_words(restore_keys); }

static void admit_beyond_the_memory(size_t words) {
    enum { RANGE = 20000 };
    hr_closed closed;
    begin(&closed, words, UINT64_MAX);
    hr_closed_reserve(&closed, RANGE, 0);
    closed.limit = closed.bytes;
    hr_state key[HR_STATE_WORDS_MAX];
    hr_state fresh[HR_STATE_WORDS_MAX];
    for (uint64_t number = 0, seen = 1; seen > 0; number++) {
        key_of(number, words, key);
        seen = hr_closed_admit(&closed, key, 1, 1, fresh).seen;
    }
    assert_true(hr_closed_count(&closed) > RANGE);
    assert_int_equal(0, hr_closed_admit(&closed, key, 1, 1, fresh).seen);
    hr_closed_end(&closed);
}

/// A state for which there is no memory is refused however often it comes, so that a part always has an empty place. Without one
/// the search for a new state would never end.
HR_TEST(test_a_table_reserved_in_little_memory_stays_within_it) { with_one_and_most_words(admit_beyond_the_memory); }

/// Between one and two large pages a part: a table that the memory would hold is not made larger than the memory.
HR_TEST(test_a_table_is_reserved_that_just_fits_into_the_memory) {
    enum { STATES = HR_CLOSED_PARTS * 200000, LINES = 40000, TWO = 2 * HR_CLOSED_LARGE, LEAST = 200000 / HR_CLOSED_LINE };
    static const size_t memory[] = {LINES, TWO - 1, TWO}; // lines of a part
    for (size_t m = 0; m < sizeof memory / sizeof memory[0]; m++) {
        hr_closed closed;
        begin(&closed, 1, HR_CLOSED_PARTS * memory[m] * sizeof(hr_closed_line));
        hr_closed_reserve(&closed, STATES, closed.limit);
        assert_true(closed.bytes <= closed.limit);
        for (size_t p = 0; p < HR_CLOSED_PARTS; p++) {
            assert_true(closed.parts[p].line_count >= LEAST && closed.parts[p].full >= STATES / HR_CLOSED_PARTS);
            assert_true(memory[m] < TWO || closed.parts[p].line_count == memory[m]); // large pages alone
        }
        hr_closed_end(&closed);
    }
}
