// SPDX-License-Identifier: MIT
// Checkpoints of `solve` that hold something impossible under right checksums are refused, and the run goes on from the one before.
// Ranks: 1 3

#include "mpi_test.h"

#include "forge.h"
#include "solve/idastar/packets.h"
#include "solve/records_format.h"
#include "stopped_stream.h"

// What is changed. The one record is the easy position's, of two moves.

static hr_forge_block *records(hr_forge *forge) { return hr_forge_find(forge, HR_RECORDS_DONE, 0); }
static hr_forge_block *under_way(hr_forge *forge) { return hr_forge_find(forge, HR_RECORDS_UNDER_WAY, 0); }
static hr_forge_block *begun(hr_forge *forge) { return hr_forge_find(forge, HR_RECORDS_BEGUN, 0); }

/// The path of the one record.
static uint8_t *path_of(hr_forge *forge) { return records(forge)->bytes + HR_RECORD_PATH * sizeof(uint64_t); }

static void unknown_move(void *unused, hr_forge *forge) { path_of(forge)[0] = 128; }

static void move_off_the_board(void *unused, hr_forge *forge) {
    uint8_t *path = path_of(forge);
    path[0] = DOWN; // all the way down and beyond
    path[1] = DOWN;
    path[2] = DOWN;
    hr_forge_set_word(records(forge), HR_RECORD_LENGTH, 3);
    hr_forge_set_word(records(forge), HR_RECORD_BOUND, 3);
}

static void path_to_nowhere(void *unused, hr_forge *forge) {
    uint8_t *path = path_of(forge);
    path[1] = path[1] == LEFT ? UP : LEFT;
}

static void path_too_short(void *unused, hr_forge *forge) {
    hr_forge_set_word(records(forge), HR_RECORD_LENGTH, 1);
    hr_forge_set_word(records(forge), HR_RECORD_BOUND, 1);
}

static void path_beyond_the_goal(void *unused, hr_forge *forge) {
    hr_forge_block *block = records(forge);
    memcpy(path_of(forge), "\2\2\2\3\3\3", 6); // anything
    hr_forge_set_word(block, HR_RECORD_LENGTH, 8);
    hr_forge_set_word(block, HR_RECORD_BOUND, 8);
}

static void part_of_a_record(void *unused, hr_forge *forge) { hr_forge_resize(records(forge), records(forge)->size + 3); }

static void part_of_a_progress(void *unused, hr_forge *forge) { hr_forge_resize(under_way(forge), under_way(forge)->size + 8); }

static void same_bound_again(void *unused, hr_forge *forge) {
    hr_forge_set_word(begun(forge), HR_BEGUN_BOUND, hr_forge_word(under_way(forge), 1 + HR_PROGRESS_BOUND));
}

/// A solution that is none.
static void solved_part(void *unused, hr_forge *forge) {
    hr_forge_resize(begun(forge), HR_BEGUN_MAX * sizeof(uint64_t));
    memset(begun(forge)->bytes + HR_BEGUN_PATH * sizeof(uint64_t), 200, HR_IDASTAR_PATH_MAX);
    hr_forge_set_word(begun(forge), HR_BEGUN_LENGTH, HR_IDASTAR_PATH_MAX);
    hr_forge_set_word(begun(forge), HR_BEGUN_SOLUTIONS, 1);
}

static void another_number_of_positions(void *unused, hr_forge *forge) { forge->facts[0] = 1; }

static void no_facts(void *unused, hr_forge *forge) { forge->fact_count = 0; }

/// A checkpoint of version 1 has only the number of positions as a fact.
static void records_of_version_1(void *unused, hr_forge *forge) { forge->fact_count = 1; }

static void records_of_version_3(void *unused, hr_forge *forge) { forge->facts[1] = 3; }

static void fact_too_many(void *unused, hr_forge *forge) {
    uint64_t *facts = realloc(forge->facts, 3 * sizeof *facts);
    assert_non_null(facts);
    facts[2] = 0;
    forge->facts = facts;
    forge->fact_count = 3;
}

/// A record that is there twice.
static void done_twice(void *unused, hr_forge *forge) {
    const size_t size = records(forge)->size;
    hr_forge_resize(records(forge), 2 * size);
    memcpy(records(forge)->bytes + size, records(forge)->bytes, size);
}

/// Beside the one that is under way.
static void unknown_position_under_way(void *unused, hr_forge *forge) {
    const size_t size = under_way(forge)->size;
    hr_forge_resize(under_way(forge), 2 * size);
    memcpy(under_way(forge)->bytes + size, under_way(forge)->bytes, size);
    hr_forge_set_word(under_way(forge), HR_RECORDS_UNDER_WAY_WORDS, POSITIONS);
}

static void position_under_way_twice(void *unused, hr_forge *forge) {
    const size_t size = under_way(forge)->size;
    hr_forge_resize(under_way(forge), 2 * size);
    memcpy(under_way(forge)->bytes + size, under_way(forge)->bytes, size);
}

static void search_without_an_end(void *unused, hr_forge *forge) {
    hr_forge_set_word(records(forge), HR_RECORD_OUTCOME, HR_IDASTAR_STOPPED);
    hr_forge_set_word(records(forge), HR_RECORD_LENGTH, 0);
    hr_forge_resize(records(forge), HR_RECORD_PATH * sizeof(uint64_t));
}

static void part_of_a_begun(void *unused, hr_forge *forge) { hr_forge_resize(begun(forge), begun(forge)->size + 8); }

/// One word of a section's first block.
typedef struct word_change {
    uint64_t section;
    size_t word;
    uint64_t value;
} word_change;

static void change_word(void *changed, hr_forge *forge) {
    const word_change *change = changed;
    hr_forge_set_word(hr_forge_find(forge, change->section, 0), change->word, change->value);
}

typedef struct forgery {
    const char *name;
    bool complete;
    void (*change)(void *unused, hr_forge *forge);
} forgery;

static const forgery FORGERIES[] = {
    {"an unknown move", false, unknown_move},
    {"a move off the board", false, move_off_the_board},
    {"a path to nowhere", false, path_to_nowhere},
    {"a path too short", false, path_too_short},
    {"a path beyond the goal", false, path_beyond_the_goal},
    {"a part of a record", false, part_of_a_record},
    {"a part of a progress", false, part_of_a_progress},
    {"the same bound again", false, same_bound_again},
    {"a solution before the end", false, solved_part},
    {"a solution that is none", true, solved_part},
    {"another number of positions", false, another_number_of_positions},
    {"an unknown position under way", false, unknown_position_under_way},
    {"a position under way twice", false, position_under_way_twice},
    {"a search without an end", false, search_without_an_end},
    {"a position that is done twice", false, done_twice},
    {"a part of a begun iteration", false, part_of_a_begun},
    {"no facts", false, no_facts},
    {"a fact too many", false, fact_too_many},
};

static const struct {
    forgery forgery;
    const char *why;
} VERSIONS[] = {
    {{"records without expanded nodes", false, records_of_version_1},
     "records of version 1, but this program reads version 2: begin"},
    {{"records of the future", false, records_of_version_3}, "records of version 3, but this program reads version 2: use a newer"},
};

static const struct {
    const char *name;
    bool complete;
    word_change word;
} WORDS[] = {
    {"a length beyond the record", false, {HR_RECORDS_DONE, HR_RECORD_LENGTH, UINT64_MAX - 3}},
    {"a bound that is not the length", false, {HR_RECORDS_DONE, HR_RECORD_BOUND, 1}},
    {"an endless search", false, {HR_RECORDS_DONE, HR_RECORD_TIME, UINT64_MAX}},
    {"a limit with a path", false, {HR_RECORDS_DONE, HR_RECORD_OUTCOME, HR_IDASTAR_LIMIT}},
    {"an unknown outcome", false, {HR_RECORDS_DONE, HR_RECORD_OUTCOME, UINT64_C(1) << 40}},
    {"an unknown position", false, {HR_RECORDS_DONE, HR_RECORD_POSITION, POSITIONS}},
    {"a solved position without a solution", true, {HR_RECORDS_DONE, HR_RECORD_SOLUTIONS, 0}},
    {"a bound beyond all paths", false, {HR_RECORDS_UNDER_WAY, 1 + HR_PROGRESS_BOUND, HR_IDASTAR_NO_BOUND - 1}},
    {"nothing under way", false, {HR_RECORDS_UNDER_WAY, 1 + HR_PROGRESS_BOUND, 0}},
    {"done and under way", false, {HR_RECORDS_UNDER_WAY, 0, EASY}},
    {"an endless position", false, {HR_RECORDS_UNDER_WAY, 1 + HR_PROGRESS_TIME, UINT64_MAX}},
    {"subtrees too deep", false, {HR_RECORDS_BEGUN, HR_BEGUN_DEPTH, HR_IDASTAR_PACKET_DEPTH_MAX + 1}},
    {"an endless begun iteration", false, {HR_RECORDS_BEGUN, HR_BEGUN_TIME, UINT64_MAX}},
    {"a begun iteration of what is done", false, {HR_RECORDS_BEGUN, HR_BEGUN_OF, EASY}},
    {"solutions without a path", true, {HR_RECORDS_BEGUN, HR_BEGUN_SOLUTIONS, 5}},
    {"two solutions of a search for one", false, {HR_RECORDS_DONE, HR_RECORD_SOLUTIONS, 2}},
    {"a begun iteration of an unknown position", false, {HR_RECORDS_BEGUN, HR_BEGUN_OF, POSITIONS}},
    {"a begun iteration without a depth", false, {HR_RECORDS_BEGUN, HR_BEGUN_DEPTH, 0}},
    {"a begun iteration with nothing done", false, {HR_RECORDS_BEGUN, HR_BEGUN_DONE, 0}},
    {"a begun iteration with a bound beyond all paths", false, {HR_RECORDS_BEGUN, HR_BEGUN_BOUND, 1 << 30}},
    {"a begun iteration with a path beyond its end", true, {HR_RECORDS_BEGUN, HR_BEGUN_LENGTH, 8}},
};

#define DAMAGED "a damaged checkpoint"

/// Where the next file is copied to.
static const char *copies;

static void copy_file(const char *path) {
    char to[400];
    (void)snprintf(to, sizeof to, "%s/%s", copies, strrchr(path, '/') + 1);
    FILE *in = fopen(path, "rb");
    FILE *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    for (int byte = getc(in); byte != EOF; byte = getc(in)) {
        assert_int_equal(putc(byte, out), byte);
    }
    assert_int_equal(fclose(in), 0);
    assert_int_equal(fclose(out), 0);
}

/// Go on from a copy of the checkpoints in `made` whose newest one is changed. `why` it is refused.
static void check(const forgery *f, void *changed, const char *why, const char *made, const hr_idastar_stream *expected) {
    char directory[64];
    hr_error error = {.text = ""};
    hr_idastar_stream stream;
    hr_test_make_directory(directory);
    copies = directory;
    hr_test_for_each_file(made, copy_file);
    hr_forge_newest(directory, f->change, changed);
    if (run(directory, f->complete, 0, &stream, &error) != HR_OK) {
        fail_msg("%s: %s", f->name, error.text);
    }
    if (hr_comm_rank(hr_test_world()) == 0) {
        if (heard.refusals != 1 || strstr(heard.text, why) == NULL) {
            fail_msg("%s: refused %zu times: %s", f->name, heard.refusals, heard.text);
        }
    }
    expect_same_streams(expected, &stream);
    hr_idastar_stream_clear(&stream);
    assert_int_equal(run(directory, f->complete, 0, &stream, &error), HR_OK); // what was refused is in no later checkpoint
    assert_int_equal(heard.refusals, 0);
    hr_idastar_stream_clear(&stream);
    hr_test_remove_directory(directory);
}

HR_TEST(test_what_no_run_has_written_is_refused) {
    prepare_stream(&both, 4, KORF_GOAL, TEXT, POSITIONS);
    for (int complete = 0; complete < 2; complete++) {
        hr_idastar_stream expected;
        char made[64];
        assert_int_equal(run(NULL, complete != 0, 0, &expected, NULL), HR_OK);
        hr_test_make_directory(made);
        make_checkpoint(made, complete != 0);
        for (size_t i = 0; i < sizeof FORGERIES / sizeof FORGERIES[0]; i++) {
            if (FORGERIES[i].complete == (complete != 0)) {
                check(&FORGERIES[i], NULL, DAMAGED, made, &expected);
            }
        }
        for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
            word_change word = WORDS[i].word;
            if (WORDS[i].complete == (complete != 0)) {
                check(&(forgery){WORDS[i].name, WORDS[i].complete, change_word}, &word, DAMAGED, made, &expected);
            }
        }
        for (size_t i = 0; i < sizeof VERSIONS / sizeof VERSIONS[0] && complete == 0; i++) {
            check(&VERSIONS[i].forgery, NULL, VERSIONS[i].why, made, &expected);
        }
        hr_test_remove_directory(made);
        hr_idastar_stream_clear(&expected);
    }
}
