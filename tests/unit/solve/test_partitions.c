// SPDX-License-Identifier: MIT
// Partitions of tiles into patterns, sets of partitions, what their databases take, what "auto" tries, and what is refused.

#include <unistd.h>

#include "solve/drops/domain.h"
#include "solve/heuristic.h"
#include "solve/patterns/domain.h"
#include "solve/patterns/format.h"
#include "unit_test.h"

static const char LAST[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"; // the blank's home is a corner, too

static hr_tiles make(int width, int height, const char *goal) {
    hr_tiles tiles;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_tiles_create(width, height, goal, &tiles, &error), error);
    return tiles;
}

/// Write the homes of each pattern's tiles, as in "1,2/3".
static void spell(const hr_pattern_set *partition, char text[200]) {
    size_t used = 0;
    for (int i = 0; i < partition->patterns; i++) {
        for (int k = 0; k < partition->pattern[i].tiles; k++) {
            const char *sign = k > 0 ? "," : i > 0 ? "/" : "";
            used += (size_t)snprintf(text + used, 200 - used, "%s%d", sign, partition->pattern[i].home[k]);
        }
    }
}

HR_TEST(test_partitions_name_homes) {
    static const struct {
        int width, height;
        const char *goal, *text, *homes;
    } cases[] = {
        {4, 4, LAST, "5-5-5", "1,2,3,4,5/6,7,10,11,15/8,9,12,13,14"},
        {4, 4, LAST, "6-6-3", "1,4,5,8,9,12/2,3,6,7,10,11/13,14,15"},
        {4, 4, LAST, "7-8", "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15"},
        {4, 4, LAST, "8-7", "1,2,3,4,5,6,7,8/9,10,11,12,13,14,15"},
        {4, 4, "1 2 3 4 5 0 6 7 8 9 10 11 12 13 14 15", "5-5-5", "0,1,2,3,4/6,7,8,9,10/11,12,13,14,15"}, // an inner blank
        {4, 3, NULL, "3-4-4", "1,2,3/4,5,6,7/8,9,10,11"},
        {3, 4, NULL, "3-4-4", "3,6,9/1,4,7,10/2,5,8,11"}, // column by column
        {4, 3, "0 1 2 3 4 5 6 7 8 9 10 11", "11,1,10/2/3,4,5/6,7,8,9", "1,10,11/2/3,4,5/6,7,8,9"},
        {3, 3, "1 0 2 3 4 5 6 7 8", "1,2,3,4/5,6,7,8", "0,2,3,4/5,6,7,8"},
        {5, 5, NULL, "6-6-6-6", "1,2,5,6,7,12/3,4,8,9,13,14/10,11,15,16,20,21/17,18,19,22,23,24"},
        {3, 3, NULL, "1-1-1-1-1-1-1-1", "1/2/3/4/5/6/7/8"},
        {3, 3, NULL, "1/2/3/4/5/6/7/8", "8/7/6/5/4/3/2/1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_tiles tiles = make(cases[i].width, cases[i].height, cases[i].goal);
        hr_pattern_set partition;
        hr_error error = {.text = ""};
        char homes[200];
        HR_TEST_OK(hr_pattern_set_parse(&tiles, cases[i].text, &partition, &error), error);
        spell(&partition, homes);
        assert_string_equal(homes, cases[i].homes);
        char tiles_text[200]; // the tiles' numbers name the same set
        hr_pattern_set_spell(&tiles, &partition, tiles_text, sizeof tiles_text);
        assert_int_equal(hr_pattern_set_parse(&tiles, tiles_text, &partition, &error), HR_OK);
        spell(&partition, homes);
        assert_string_equal(homes, cases[i].homes);
        for (int k = 0; k < partition.patterns; k++) {
            assert_int_equal(partition.pattern[k].width, cases[i].width);
            assert_int_equal(partition.pattern[k].height, cases[i].height);
            assert_int_equal(partition.pattern[k].blank, tiles.blank);
            assert_false(partition.pattern[k].regions);
        }
    }
}

HR_TEST(test_bad_partitions_are_told_why) {
    static const struct {
        int side;
        const char *text, *message;
    } cases[] = {
        {4, "7", "partition 7 holds 7 tiles; this board has 15"},
        {4, "1", "partition 1 holds 1 tile; this board has 15"},
        {4, "7-7", "partition 7-7 holds 14 tiles; this board has 15"},
        {4, "8-8", "partition 8-8 holds 16 tiles; this board has 15"},
        {4, "9-6", "bad partition 9-6: write sizes from 1 to 8, as in 7-8"},
        {4, "0-7-8", "bad partition 0-7-8: write sizes from 1 to 8, as in 7-8"},
        {4, "7-8-", "bad partition 7-8-: write sizes from 1 to 8, as in 7-8"},
        {4, "1-1-1-1-1-1-1-1-7", "bad partition 1-1-1-1-1-1-1-1-7: write sizes from 1 to 8, as in 7-8"},
        {4, "7-8 ", "bad partition: character 4 is not a digit, comma, / or -"},
        {4, "7-8+7-8", "bad partition: character 4 is not a digit, comma, / or -"},
        {4, "a-b", "bad partition: character 1 is not a digit, comma, / or -"},
        {4, "1,2/3", "partition 1,2/3 holds 3 tiles; this board has 15"},
        {4, "1,1", "bad partition 1,1: tile 1 appears twice"},
        {4, "1/1", "bad partition 1/1: tile 1 appears twice"},
        {4, "1,16", "bad partition 1,16: write tile numbers from 1 to 15, as in 1,2,3/4,5"},
        {4, "1,0", "bad partition 1,0: write tile numbers from 1 to 15, as in 1,2,3/4,5"},
        {4, "1,,2", "bad partition 1,,2: write tile numbers from 1 to 15, as in 1,2,3/4,5"},
        {4, "1,-2", "bad partition 1,-2: write tile numbers from 1 to 15, as in 1,2,3/4,5"},
        {4, "1,2-3", "bad partition 1,2-3: at most 8 patterns, separated by /"},
        {4, "1/2/3/4/5/6/7/8/9", "bad partition 1/2/3/4/5/6/7/8/9: at most 8 patterns, separated by /"},
        {4, "1,2,3,4,5,6,7,8,9", "partition 1,2,3,4,5,6,7,8,9 has a pattern of more than 8 tiles"},
        {5, "7-6-6-5", "partition 7-6-6-5 has a pattern of 7 tiles; use 1 to 6"},
        {5, "6-6-6", "partition 6-6-6 holds 18 tiles; this board has 24"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_tiles tiles = make(cases[i].side, cases[i].side, NULL);
        hr_pattern_set partition;
        hr_error error = {.text = ""};
        assert_int_equal(hr_pattern_set_parse(&tiles, cases[i].text, &partition, &error), HR_USAGE);
        assert_string_equal(error.text, cases[i].message);
        assert_int_equal(hr_heuristic_patterns.check(&tiles, cases[i].text, &error), HR_USAGE);
        assert_int_equal(hr_heuristic_patterns.memory(&tiles, cases[i].text), 0);
    }
}

/// The partitions known for 5x5 share patterns: 4 of the first, then 2 new ones for each of the next few.
HR_TEST(test_sets_of_partitions_hold_each_pattern_once) {
    static const int patterns[] = {0, 4, 6, 8, 8, 10, 12, 14};
    const hr_tiles tiles = make(5, 5, NULL);
    hr_pattern_set set;
    for (int n = 1; n <= 7; n++) {
        char name[HR_HEURISTIC_NAME];
        uint64_t sum = 0;
        (void)snprintf(name, sizeof name, "%dx6-6-6-6", n);
        assert_int_equal(hr_pattern_set_parse(&tiles, name, &set, NULL), HR_OK);
        assert_int_equal(set.partitions, n);
        assert_int_equal(set.patterns, patterns[n]);
        for (int i = 0; i < set.patterns; i++) {
            assert_true(set.pattern[i].regions && set.pattern[i].tiles == 6);
            sum += set.lanes[i];
        }
        assert_true(sum == (UINT64_C(0x0404040404040404) & UINT64_MAX >> (64 - 8 * n))); // four patterns in each partition
    }
    const hr_tiles small = make(3, 3, NULL);
    assert_int_equal(hr_pattern_set_parse(&small, "+4-4+2-6+4-4", &set, NULL), HR_OK);
    assert_int_equal(set.partitions, 3);
    assert_int_equal(set.patterns, 4);
    assert_true(set.lanes[0] == 0x010001 && set.lanes[1] == 0x010001 && set.lanes[2] == 0x0100 && set.lanes[3] == 0x0100);
    assert_true(hr_pattern_set_is_name("+4-4") && hr_pattern_set_is_name("2x6-6-6-6") && hr_pattern_set_is_name("4-4"));
    assert_true(hr_pattern_set_is_name("0") && hr_pattern_set_is_name("9") && !hr_pattern_set_is_name("drops"));
}

HR_TEST(test_bad_sets_are_told_why) {
#define UNKNOWN(NAME)                                                                                                              \
    "unknown partitions '" NAME "': use 1x6-6-6-6 to 7x6-6-6-6 on 5x5 with the goal's blank in a corner, or list partitions as "   \
    "in +1,2/3,4+1,3/2,4"
    static const struct {
        int width, height;
        const char *goal, *text, *message;
    } cases[] = {
        {5, 5, NULL, "0x6-6-6-6", UNKNOWN("0x6-6-6-6")},
        {5, 5, NULL, "8x6-6-6-6", UNKNOWN("8x6-6-6-6")},
        {5, 5, NULL, "4x6-6-6", UNKNOWN("4x6-6-6")},
        {4, 4, NULL, "4x6-6-6-6", UNKNOWN("4x6-6-6-6")},
        {5, 5, "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24", "4x6-6-6-6", UNKNOWN("4x6-6-6-6")},
        {6, 2, NULL, "+6-5", "+6-5: several partitions at once need a board of at most 5 x 5 cells"},
        {2, 6, NULL, "+6-5", "+6-5: several partitions at once need a board of at most 5 x 5 cells"},
        {4, 4, NULL, "+7-8", "+7-8: at most 24 different patterns of at most 6 tiles"},
        {3, 3, NULL, "+", "bad partition : write sizes from 1 to 8, as in 7-8"},
        {3, 3, NULL, "+4-4+5", "partition 5 holds 5 tiles; this board has 8"},
        {3, 3, NULL, "+4-4+4-4+4-4+4-4+4-4+4-4+4-4+4-4+4-4", "+4-4+4-4+4-4+4-4+4-4+4-4+4-4+4-4+4-4: at most 8 partitions"},
        {3, 3, NULL, "+1-1-1-1-1-1-1-1+1,2/3,4/5,6/7,8+1,3/2,4/5,7/6,8+1,4/2,3/5,8/6,7+1,5/2,6/3,7/4,8+1,6/2,5/3,8/4,7",
         "+1-1-1-1-1-1-1-1+1,2/3,4/5,6/7,8+1,3/2,4/5,7/6,8+1,4/2,3/5,8/6,7+1,5/2,6/3,7/4,8+1,6/2,5/3,8/4,7: at most 24 different "
         "patterns of at most 6 tiles"},
    };
    hr_pattern_set set;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_tiles tiles = make(cases[i].width, cases[i].height, cases[i].goal);
        hr_error error = {.text = ""};
        assert_int_equal(hr_pattern_set_parse(&tiles, cases[i].text, &set, &error), HR_USAGE);
        assert_string_equal(error.text, cases[i].message);
        assert_int_equal(hr_heuristic_patterns.memory(&tiles, cases[i].text), 0);
    }
    const hr_tiles tiles = make(3, 3, NULL); // 24 patterns are just enough
    assert_int_equal(hr_pattern_set_parse(
                         &tiles, "+1-1-1-1-1-1-1-1+1,2/3,4/5,6/7,8+1,3/2,4/5,7/6,8+1,4/2,3/5,8/6,7+1,5/2,6/3,7/4,8", &set, NULL),
                     HR_OK);
    assert_int_equal(set.patterns, 24);
#undef UNKNOWN
}

/// A database of k tiles on n cells has n · (n − 1) · … · (n − k + 1) entries of one byte, and two while it is built. In direct
/// form it has 16^k, if it has at most six tiles and the board at most 16 cells.
HR_TEST(test_memory_is_that_of_the_worst_moment) {
    const hr_tiles tiles[] = {make(3, 3, NULL), make(4, 4, NULL), make(5, 5, NULL)};
    const uint64_t three = UINT64_C(16) * 15 * 14;
    const uint64_t six = UINT64_C(16) * 15 * 14 * 13 * 12 * 11;
    const uint64_t seven = six * 10;
    const uint64_t eight = seven * 9;
    const uint64_t large = UINT64_C(25) * 24 * 23 * 22 * 21 * 20;
    assert_true(hr_heuristic_patterns.memory(&tiles[0], "4-4") == 2 * 65536 + 3024); // the second one is made direct
    assert_true(hr_heuristic_patterns.memory(&tiles[1], "7-8") == seven + 2 * eight);
    assert_true(hr_heuristic_patterns.memory(&tiles[1], "8-7") == eight * 2);
    assert_true(hr_heuristic_patterns.memory(&tiles[1], "6-6-3") == (UINT64_C(2) << 24) + six + three);
    assert_true(hr_heuristic_patterns.memory(&tiles[2], "6-6-6-6") == 5 * large);
    assert_true(hr_heuristic_patterns.memory(&tiles[2], "1x6-6-6-6") == 5 * large);
    assert_true(hr_heuristic_patterns.memory(&tiles[2], "7x6-6-6-6") == 15 * large);
}

/// Write the proposals with commas between them.
static void propose(const hr_heuristic_order *order, char text[300]) {
    char names[HR_HEURISTIC_PROPOSALS][HR_HEURISTIC_NAME];
    const size_t n = hr_heuristic_patterns.propose(order, names);
    text[0] = '\0';
    for (size_t i = 0, used = 0; i < n; i++) {
        used += (size_t)snprintf(text + used, 300 - used, "%s%s", i == 0 ? "" : ",", names[i]);
    }
}

HR_TEST(test_auto_tries_what_repays_its_cost) {
    static const struct {
        int width, height;
        size_t positions;
        const char *names;
    } cases[] = {
        {3, 3, 9999, ""},      {5, 2, 1, "4-5"},          {4, 3, 1, "3-4-4"}, {2, 6, 1, "3-4-4"},
        {7, 2, 1, "4-4-5"},    {5, 3, 1, "4-5-5"},        {8, 2, 1, "5-5-5"}, {4, 4, 1, "6-6-3"},
        {4, 4, 1999, "6-6-3"}, {4, 4, 2000, "7-8,6-6-3"}, {5, 4, 1, ""},      {5, 5, 1, "7x6-6-6-6,4x6-6-6-6,2x6-6-6-6,6-6-6-6"},
    };
    const hr_pattern_cache cache = {.directory = NULL};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_tiles tiles = make(cases[i].width, cases[i].height, NULL);
        const hr_heuristic_order order = {
            .kind = &hr_tiles_positions, .board = &tiles, .name = "auto", .positions = cases[i].positions, .cache = &cache};
        char text[300];
        propose(&order, text);
        assert_string_equal(text, cases[i].names);
    }
    const hr_tiles tiles = make(4, 4, NULL);
    const hr_tiles_state root = {.blank = 0};
    const hr_heuristic_order one = {.board = &tiles, .positions = 1, .roots = &root, .cache = &cache}; // a trial can tell
    char text[300];
    propose(&one, text);
    assert_string_equal(text, "7-8,6-6-3");
}

/// How a forged file differs from a pattern's database.
typedef struct forgery {
    uint32_t blank;
    uint32_t tiles;
    uint64_t regions;
    off_t bytes;
    int home;
} forgery;

/// Write a file with the first page of the pattern's database and its size, but no values.
static void forge(const char *path, const hr_pattern *pattern, forgery other) {
    hr_pattern_page page = {
        .common = hr_head_begin(&hr_pattern_format),
        .width = (uint32_t)pattern->width,
        .height = (uint32_t)pattern->height,
        .blank = (uint32_t)pattern->blank + other.blank,
        .tiles = (uint32_t)pattern->tiles - other.tiles,
        .entries = hr_pattern_entries(pattern),
        .chunk = HR_PATTERN_CHUNK,
        .regions = other.regions,
    };
    memcpy(page.home, pattern->home, sizeof page.home);
    page.home[0] = (uint8_t)(page.home[0] + other.home);
    hr_head_seal(&hr_pattern_format, &page, sizeof page);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(&page, sizeof page, 1, file), 1);
    assert_int_equal(fflush(file), 0);
    assert_int_equal(ftruncate(fileno(file), (off_t)(sizeof page + hr_pattern_entries(pattern)) + other.bytes), 0);
    assert_int_equal(fclose(file), 0);
}

/// Databases that are at hand make "auto" try them for one position. Only files that are the patterns' count.
HR_TEST(test_auto_knows_what_is_cached) {
    static const char *const names[] = {"pattern-4x4-0-1.2.3.4.5.6.7.hrp", "pattern-4x4-0-8.9.10.11.12.13.14.15.hrp"};
    static const forgery wrong[] = {{.blank = 1}, {.tiles = 1}, {.regions = 1}, {.bytes = 1}, {.bytes = -1}, {.home = -1}};
    char directory[] = "/tmp/huarong-partitions-XXXXXX";
    char paths[2][100];
    char text[300];
    const hr_tiles tiles = make(4, 4, NULL);
    hr_pattern_set partition;
    assert_non_null(mkdtemp(directory));
    assert_int_equal(hr_pattern_set_parse(&tiles, "7-8", &partition, NULL), HR_OK);
    const hr_pattern_cache cache = {.directory = directory};
    hr_heuristic_order order = {.kind = &hr_tiles_positions, .board = &tiles, .name = "auto", .positions = 1, .cache = &cache};
    for (int i = 0; i < 2; i++) {
        (void)snprintf(paths[i], sizeof paths[i], "%s/%s", directory, names[i]);
        propose(&order, text);
        assert_string_equal(text, "6-6-3");
        forge(paths[i], &partition.pattern[i], (forgery){0});
    }
    propose(&order, text);
    assert_string_equal(text, "7-8,6-6-3");
    assert_false(hr_heuristic_patterns.is_cached(&order, "6-6-3"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_true(hr_heuristic_patterns.is_cached(&order, "7-8"));
        forge(paths[1], &partition.pattern[1], wrong[i]);
        assert_false(hr_heuristic_patterns.is_cached(&order, "7-8"));
        forge(paths[1], &partition.pattern[1], (forgery){0});
    }
    assert_int_equal(unlink(paths[0]) + unlink(paths[1]) + rmdir(directory), 0);
}

typedef struct check_case {
    hr_heuristic_order order;
    const char *message;
} check_case;

HR_TEST(test_orders_are_refused_with_the_reason) {
    const check_case cases[] = {
        {{.kind = &hr_tiles_positions, .name = "auto", .no_mirror = true, .memory_limit = 1}, NULL},
        {{.kind = &hr_tiles_positions, .name = "4-4", .no_mirror = true, .memory_limit = 1}, NULL},
        {{.kind = &hr_tiles_positions, .name = "+4-4", .no_mirror = true, .memory_limit = 1}, NULL},
        {{.kind = &hr_tiles_positions, .name = "4-5"}, "partition 4-5 holds 9 tiles; this board has 8"},
        {{.kind = &hr_tiles_positions, .name = "guess"}, "unknown heuristic 'guess' for tile: use one of auto, "},
        {{.kind = &hr_tiles_positions, .name = "drops"}, "unknown heuristic 'drops' for tile: use one of auto, "},
        {{.kind = &hr_drops_positions, .name = "manhattan"}, "unknown heuristic 'manhattan' for drops: use one of auto, drops"},
        {{.kind = &hr_tiles_positions, .name = "manhattan", .no_mirror = true},
         "--no-mirror is of no use with the heuristic manhattan: leave it out"},
        {{.kind = &hr_tiles_positions, .name = "walking", .memory_limit = 1},
         "--memory is of no use with the heuristic walking: leave it out"},
        {{.kind = &hr_tiles_positions, .name = "walking", .memory_limit = 1, .memory_for_search = true}, NULL},
        {{.kind = &hr_drops_positions, .name = "auto", .no_mirror = true},
         "--no-mirror is of no use with the heuristic drops: leave it out"},
        {{.kind = &hr_drops_positions, .name = "auto", .memory_limit = 1},
         "--memory is of no use with the heuristic drops: leave it out"},
        {{.kind = &hr_drops_positions, .name = "auto"}, NULL},
    };
    const hr_tiles tiles = make(3, 3, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_heuristic_order order = cases[i].order;
        hr_error error = {.text = ""};
        order.board = &tiles;
        assert_int_equal(hr_heuristic_check(&order, &error), cases[i].message == NULL ? HR_OK : HR_USAGE);
        const char *message = cases[i].message == NULL ? "" : cases[i].message; // names of the table may follow
        assert_int_equal(error.text[0] == '\0', message[0] == '\0');
        assert_int_equal(strncmp(error.text, message, strlen(message)), 0);
    }
}
