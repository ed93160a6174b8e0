// SPDX-License-Identifier: MIT
// Checkpoints: what is written comes back, and nothing else is accepted.

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "checkpoint_file.h"
#include "frontier.h"
#include "hash.h"
#include "mpi_test.h"
#include "planes.h"

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static int ranks(void) { return hr_comm_size(hr_test_world()); }

/// Collective. A new empty directory, the same name on all ranks.
static void make_directory(char path[64]) {
    hr_error error;
    (void)snprintf(path, 64, "/tmp/hr_checkpoint_XXXXXX");
    if (rank() == 0) {
        assert_non_null(mkdtemp(path));
    }
    assert_int_equal(hr_comm_broadcast(hr_test_world(), path, 64, &error), HR_OK);
}

/// Call `change` with every file of a directory.
static void for_each_file(const char *directory, void (*change)(const char *path)) {
    DIR *stream = opendir(directory);
    assert_non_null(stream);
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char path[400];
            (void)snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
            change(path);
        }
    }
    assert_int_equal(closedir(stream), 0);
}

static void remove_file(const char *path) { assert_int_equal(unlink(path), 0); }

/// Make a file longer by a byte.
static void lengthen(const char *path) {
    const int file = open(path, O_WRONLY | O_APPEND);
    assert_true(file >= 0);
    assert_int_equal(write(file, "x", 1), 1);
    assert_int_equal(close(file), 0);
}

/// Collective.
static void remove_directory(const char *path) {
    hr_error error;
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, &error), HR_OK);
    if (rank() == 0) {
        for_each_file(path, remove_file);
        assert_int_equal(rmdir(path), 0);
    }
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, &error), HR_OK);
}

static void barrier(void) {
    hr_error error;
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, &error), HR_OK);
}

static hr_checkpoint_store *open_store(const char *directory, const char *identity) {
    hr_checkpoint_store *store = NULL;
    hr_error error = {.text = ""};
    if (hr_checkpoint_open(hr_test_world(), directory, identity, &store, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return store;
}

enum { BLOCKS = 5, WORDS = 1000, SECTION = 7 };

/// Word i of block b of rank r in generation g.
static uint64_t word(int g, int r, int b, int i) {
    const uint64_t key = (((uint64_t)g * 100 + (uint64_t)r) * 100 + (uint64_t)b) * 10000 + (uint64_t)i;
    return hr_hash_state(key);
}

/// Collective. A generation of BLOCKS blocks of each rank, with the keys 10·rank + b.
static hr_status write_generation(hr_checkpoint_store *store, int g, hr_error *error) {
    hr_checkpoint_writer *writer = NULL;
    const hr_status begun = hr_checkpoint_begin(store, sizeof(uint64_t) * BLOCKS * WORDS, &writer, error);
    if (begun != HR_OK) {
        return begun;
    }
    hr_status status = HR_OK;
    for (int b = 0; b < BLOCKS && status == HR_OK; b++) {
        uint64_t words[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = word(g, rank(), b, i);
        }
        const uint64_t key = 10 * (uint64_t)rank() + (uint64_t)b;
        status = hr_checkpoint_put(writer, SECTION, key, key, words, sizeof words, error);
    }
    const uint64_t facts[3] = {42, (uint64_t)g, (uint64_t)ranks()};
    uint64_t bytes = 0;
    status = hr_checkpoint_commit(&writer, status, facts, 3, &bytes, error);
    assert_null(writer);
    assert_true(status != HR_OK || bytes > (uint64_t)ranks() * BLOCKS * WORDS * sizeof(uint64_t));
    return status;
}

typedef struct seen {
    int g;
    uint64_t keys[512];
    size_t n;
} seen;

static hr_status take(void *context, uint64_t first, uint64_t last, const void *bytes, size_t size, hr_error *error) {
    (void)error;
    seen *s = context;
    uint64_t words[WORDS];
    assert_int_equal(first, last);
    assert_int_equal(size, sizeof words);
    memcpy(words, bytes, size);
    for (int i = 0; i < WORDS; i++) {
        assert_int_equal(words[i], word(s->g, (int)(first / 10), (int)(first % 10), i));
    }
    s->keys[s->n++] = first;
    return HR_OK;
}

static void check_generation(const hr_checkpoint_store *store, size_t generation, int g) {
    hr_checkpoint_reader *reader = NULL;
    hr_error error = {.text = ""};
    if (hr_checkpoint_load(store, generation, &reader, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    assert_int_equal(count, 3);
    assert_int_equal(facts[1], g);
    seen all = {.g = g};
    assert_int_equal(hr_checkpoint_read(reader, SECTION, 0, UINT64_MAX, take, &all, &error), HR_OK);
    assert_int_equal(all.n, ranks() * BLOCKS);
    seen some = {.g = g};
    assert_int_equal(hr_checkpoint_read(reader, SECTION, 2, 3, take, &some, &error), HR_OK);
    assert_int_equal(some.n, 2);
    seen none = {.g = g};
    assert_int_equal(hr_checkpoint_read(reader, SECTION + 1, 0, UINT64_MAX, take, &none, &error), HR_OK);
    assert_int_equal(none.n, 0);
    hr_checkpoint_reader_destroy(&reader);
    assert_null(reader);
}

static void test_two_newest_generations_come_back(void **state) {
    (void)state;
    char directory[64];
    make_directory(directory);
    hr_checkpoint_store *store = open_store(directory, "a run");
    hr_error error = {.text = ""};
    assert_int_equal(hr_checkpoint_count(store), 0);
    for (int g = 1; g <= 4; g++) {
        assert_int_equal(write_generation(store, g, &error), HR_OK);
        assert_int_equal(hr_checkpoint_count(store), g == 1 ? 1 : 2);
        check_generation(store, 0, g);
    }
    check_generation(store, 1, 3);
    hr_checkpoint_close(&store);
    assert_null(store);
    store = open_store(directory, "a run");
    assert_int_equal(hr_checkpoint_count(store), 2);
    check_generation(store, 0, 4);
    check_generation(store, 1, 3);
    hr_checkpoint_close(&store);
    remove_directory(directory);
}

static void test_foreign_checkpoint_is_refused(void **state) {
    (void)state;
    char directory[64];
    make_directory(directory);
    hr_error error = {.text = ""};
    hr_checkpoint_store *store = open_store(directory, "one run");
    assert_int_equal(write_generation(store, 1, &error), HR_OK);
    hr_checkpoint_close(&store);
    static const char *const others[] = {"", "one ru", "one runs", "One run"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        store = open_store(directory, others[i]);
        hr_checkpoint_reader *reader = NULL;
        assert_int_equal(hr_checkpoint_load(store, 0, &reader, &error), HR_FILE);
        assert_null(reader);
        assert_non_null(strstr(error.text, "of another run: of 'one run'"));
        hr_checkpoint_close(&store);
    }
    remove_directory(directory);
}

static void test_failed_writing_leaves_the_older_one(void **state) {
    (void)state;
    char directory[64];
    make_directory(directory);
    hr_error error = {.text = ""};
    hr_checkpoint_store *store = open_store(directory, "a run");
    assert_int_equal(write_generation(store, 1, &error), HR_OK);
    hr_checkpoint_writer *writer = NULL;
    assert_int_equal(hr_checkpoint_begin(store, 16, &writer, &error), HR_OK);
    const uint64_t words[4] = {0};
    // One rank fails: too many bytes, or a reason of its own.
    hr_status status = hr_checkpoint_put(writer, 0, 0, 0, words, 16, &error);
    if (rank() == ranks() - 1) {
        assert_int_equal(hr_checkpoint_put(writer, 0, 0, 0, words, 8, &error), HR_INTERNAL);
        status = hr_error_set(&error, HR_FILE, "planned");
    }
    assert_int_equal(hr_checkpoint_commit(&writer, status, words, 1, NULL, &error), HR_FILE);
    assert_string_equal(error.text, "planned");
    assert_int_equal(hr_checkpoint_count(store), 1);
    check_generation(store, 0, 1);
    // A rank that wrote less than it said.
    assert_int_equal(hr_checkpoint_begin(store, 16, &writer, &error), HR_OK);
    assert_int_equal(hr_checkpoint_commit(&writer, HR_OK, words, 1, NULL, &error), HR_INTERNAL);
    check_generation(store, 0, 1);
    assert_int_equal(write_generation(store, 2, &error), HR_OK);
    check_generation(store, 0, 2);
    check_generation(store, 1, 1);
    hr_checkpoint_close(&store);
    remove_directory(directory);
}

static void test_rubbish_in_the_directory_is_removed_or_ignored(void **state) {
    (void)state;
    char directory[64];
    char path[128];
    make_directory(directory);
    hr_error error = {.text = ""};
    hr_checkpoint_store *store = open_store(directory, "a run");
    assert_int_equal(write_generation(store, 1, &error), HR_OK);
    hr_checkpoint_close(&store);
    if (rank() == 0) {
        static const char *const names[] = {"checkpoint-000002.0123abcd.partial", "notes", "checkpoint-", "checkpoint-12x"};
        for (size_t i = 0; i < 4; i++) {
            (void)snprintf(path, sizeof path, "%s/%s", directory, names[i]);
            const int file = open(path, O_CREAT | O_WRONLY, 0666);
            assert_true(file >= 0);
            assert_int_equal(close(file), 0);
        }
    }
    barrier();
    store = open_store(directory, "a run");
    assert_int_equal(hr_checkpoint_count(store), 1);
    (void)snprintf(path, sizeof path, "%s/checkpoint-000002.0123abcd.partial", directory);
    assert_int_equal(access(path, F_OK), -1);
    (void)snprintf(path, sizeof path, "%s/notes", directory);
    assert_int_equal(access(path, F_OK), 0);
    check_generation(store, 0, 1);
    assert_int_equal(hr_checkpoint_set_aside(store, &error), HR_OK);
    assert_int_equal(hr_checkpoint_count(store), 0);
    (void)snprintf(path, sizeof path, "%s/checkpoint-000001.refused", directory);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(write_generation(store, 2, &error), HR_OK);
    check_generation(store, 0, 2);
    hr_checkpoint_close(&store);
    remove_directory(directory);
}

static void test_directory_that_cannot_be_is_refused(void **state) {
    (void)state;
    static const char *const names[] = {"", "/nonexistent/directory", "/dev/null", "/dev/null/directory"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        hr_checkpoint_store *store = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_checkpoint_open(hr_test_world(), names[i], "a run", &store, &error), HR_FILE);
        assert_null(store);
        assert_true(strlen(error.text) > 0);
    }
}

/// Is the one generation in the directory taken?
static bool accepted(const char *directory) {
    hr_checkpoint_store *store = open_store(directory, "a run");
    hr_checkpoint_reader *reader = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_checkpoint_count(store), 1);
    hr_status status = hr_checkpoint_load(store, 0, &reader, &error);
    if (status == HR_OK) {
        seen all = {.g = 1};
        status = hr_checkpoint_read(reader, SECTION, 0, UINT64_MAX, take, &all, &error);
        status = hr_comm_agree(hr_test_world(), status, &error);
    }
    assert_true(status == HR_OK || status == HR_FILE);
    hr_checkpoint_reader_destroy(&reader);
    hr_checkpoint_close(&store);
    return status == HR_OK;
}

static void flip(const char *path, uint64_t offset, unsigned bit) {
    unsigned char byte = 0;
    const int file = open(path, O_RDWR);
    assert_true(file >= 0);
    assert_int_equal(pread(file, &byte, 1, (off_t)offset), 1);
    byte = (unsigned char)(byte ^ (1U << bit));
    assert_int_equal(pwrite(file, &byte, 1, (off_t)offset), 1);
    assert_int_equal(close(file), 0);
}

static void test_every_flipped_bit_and_every_other_length_is_refused(void **state) {
    (void)state;
    char directory[64];
    char path[128];
    make_directory(directory);
    hr_error error = {.text = ""};
    hr_checkpoint_store *store = open_store(directory, "a run");
    assert_int_equal(write_generation(store, 1, &error), HR_OK);
    hr_checkpoint_close(&store);
    (void)snprintf(path, sizeof path, "%s/checkpoint-000001", directory);
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    const uint64_t size = (uint64_t)found.st_size;
    uint64_t seed = (uint64_t)time(NULL);
    assert_int_equal(hr_comm_broadcast(hr_test_world(), &seed, sizeof seed, &error), HR_OK);
    print_message("seed %llu\n", (unsigned long long)seed);
    enum { FLIPS = 500, CUTS = 20 };
    for (uint64_t i = 0; i < FLIPS; i++) {
        // Half of them in head and tail, where the structure is.
        const uint64_t random = hr_hash_state(seed + i);
        const uint64_t tail = size - 256;
        const uint64_t offset = i % 4 == 0 ? random % 128 : i % 4 == 1 ? tail + random % 256 : random % size;
        if (rank() == 0) {
            flip(path, offset, (unsigned)(random >> 60) % 8);
        }
        barrier();
        if (accepted(directory)) {
            fail_msg("a flipped bit of byte %llu of %llu was accepted", (unsigned long long)offset, (unsigned long long)size);
        }
        if (rank() == 0) {
            flip(path, offset, (unsigned)(random >> 60) % 8);
        }
        barrier();
    }
    assert_true(accepted(directory));
    for (uint64_t i = 0; i < CUTS; i++) {
        barrier();
        const uint64_t length = i == 0 ? size + 1 : size - 1 - hr_hash_state(seed + i) % size;
        if (rank() == 0) {
            assert_int_equal(truncate(path, (off_t)length), 0);
        }
        barrier();
        assert_false(accepted(directory));
        if (i == 0 && rank() == 0) {
            assert_int_equal(truncate(path, (off_t)size), 0);
        }
    }
    remove_directory(directory);
}

/// Change the head's number at `offset`, with the right checksum.
static void change_head(const char *path, size_t offset, uint64_t number) {
    unsigned char head[sizeof(hr_checkpoint_head)];
    const int file = open(path, O_RDWR);
    assert_true(file >= 0);
    assert_int_equal(pread(file, head, sizeof head, 0), sizeof head);
    memcpy(head + offset, &number, sizeof number);
    const size_t checked = offsetof(hr_checkpoint_head, checksum);
    const uint64_t checksum = hr_hash_bytes(head, checked);
    memcpy(head + checked, &checksum, sizeof checksum);
    assert_int_equal(pwrite(file, head, sizeof head, 0), sizeof head);
    assert_int_equal(close(file), 0);
}

static void test_newer_format_and_other_byte_order_are_refused_by_name(void **state) {
    (void)state;
    static const struct {
        size_t offset;
        uint64_t number;
        const char *text;
    } cases[] = {
        {offsetof(hr_checkpoint_head, version), 2, "a checkpoint of format 2; this huarong reads format 1"},
        {offsetof(hr_checkpoint_head, order), UINT64_C(0x0807060504030201), "another byte order"},
        {offsetof(hr_checkpoint_head, block_count), UINT64_C(1) << 62, "its head makes no sense"},
        {offsetof(hr_checkpoint_head, tail_offset), 0, "its head makes no sense"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char directory[64];
        char path[128];
        make_directory(directory);
        hr_error error = {.text = ""};
        hr_checkpoint_store *store = open_store(directory, "a run");
        assert_int_equal(write_generation(store, 1, &error), HR_OK);
        (void)snprintf(path, sizeof path, "%s/checkpoint-000001", directory);
        if (rank() == 0) {
            change_head(path, cases[i].offset, cases[i].number);
        }
        barrier();
        hr_checkpoint_reader *reader = NULL;
        assert_int_equal(hr_checkpoint_load(store, 0, &reader, &error), HR_FILE);
        assert_null(reader);
        assert_non_null(strstr(error.text, cases[i].text));
        hr_checkpoint_close(&store);
        remove_directory(directory);
    }
}

// The frontier engine with checkpoints.

/// Stops a run after so many looks.
static long looks_left;
static bool stop_wanted(void) { return looks_left-- == 0 && rank() == ranks() - 1; }

static hr_puzzle *make_puzzle(const char *spec) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    if (hr_puzzle_create(&(hr_puzzle_options){.spec = spec}, &puzzle, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    return puzzle;
}

static void assert_same_layers(const hr_enumeration *a, const hr_enumeration *b) {
    assert_int_equal(a->layer_count, b->layer_count);
    for (size_t d = 0; d < a->layer_count; d++) {
        assert_int_equal(a->layers[d].states, b->layers[d].states);
        assert_int_equal(a->layers[d].canonical, b->layers[d].canonical);
        assert_int_equal(a->layers[d].solved, b->layers[d].solved);
        assert_int_equal(a->layers[d].fingerprint, b->layers[d].fingerprint);
    }
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->first_solved, b->first_solved);
}

static void assert_same(const hr_enumeration *a, const hr_enumeration *b) {
    assert_same_layers(a, b);
    if (rank() == 0) {
        assert_int_equal(a->hardest_listed, b->hardest_listed);
        assert_memory_equal(a->hardest, b->hardest, a->hardest_listed * sizeof(hr_state));
    }
}

typedef hr_status (*engine)(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                            hr_enumeration *result, hr_error *error);

/// Stop runs of these puzzles after `step` looks, twice `step`, …, until one comes to its end.
static void check_stops(engine run, const char *const *specs, size_t count, long step) {
    for (size_t s = 0; s < count; s++) {
        char directory[64];
        make_directory(directory);
        hr_puzzle *puzzle = make_puzzle(specs[s]);
        hr_error error = {.text = ""};
        hr_enumeration whole;
        hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
        assert_int_equal(run(hr_test_world(), puzzle, &options, &whole, &error), HR_OK);
        options.stop_wanted = stop_wanted;
        options.checkpoint = (hr_checkpoint_options){.directory = directory, .every = 1e9, .resume = true};
        size_t stops = 0;
        hr_status status = HR_STOPPED;
        for (long looks = step; status == HR_STOPPED; looks += step) {
            looks_left = looks;
            hr_enumeration part;
            status = run(hr_test_world(), puzzle, &options, &part, &error);
            if (status == HR_OK) {
                assert_same_layers(&part, &whole); // a stop may have come while the last layer's states were listed
            } else {
                assert_int_equal(status, HR_STOPPED);
                assert_int_equal(part.stop, HR_STOP_SIGNAL);
                assert_string_equal(error.text, part.stop_text);
                stops++;
            }
            hr_enumeration_clear(&part);
        }
        assert_true(stops >= 3);
        options.stop_wanted = NULL;
        hr_enumeration part;
        assert_int_equal(run(hr_test_world(), puzzle, &options, &part, &error), HR_OK);
        assert_same(&part, &whole);
        hr_enumeration_clear(&part);
        options.max_depth = 2;
        assert_int_equal(run(hr_test_world(), puzzle, &options, &part, &error), HR_USAGE);
        hr_enumeration_clear(&part);
        hr_enumeration_clear(&whole);
        hr_puzzle_destroy(&puzzle);
        remove_directory(directory);
    }
}

static void test_frontier_stopped_again_and_again_gives_the_same(void **state) {
    (void)state;
    static const char *const specs[] = {"tile:3x3", "klotski:4x3"};
    check_stops(hr_frontier_enumerate, specs, sizeof specs / sizeof specs[0], 5);
}

/// As if every rank was a node of its own, with distances.
static hr_status enumerate_apart(const hr_comm *comm, const hr_puzzle *puzzle, const hr_enumerate_options *options,
                                 hr_enumeration *result, hr_error *error) {
    const hr_planes_tuning tuning = {.copy = true, .distances = true};
    hr_planes_engine *e = NULL;
    hr_status status = hr_planes_create(comm, puzzle, options, &tuning, result, &e, error);
    if (status == HR_OK) {
        status = hr_planes_search(e, error);
    }
    hr_planes_destroy(&e);
    return status;
}

static void test_planes_stopped_again_and_again_give_the_same(void **state) {
    (void)state;
    static const char *const specs[] = {"tile:3x3", "tile:2x4", "tile:4x2", "tile:2x5"};
    check_stops(hr_planes_enumerate, specs, sizeof specs / sizeof specs[0], 7);
    check_stops(enumerate_apart, specs + 3, 1, 7);
    check_stops(enumerate_apart, specs, 1, 3);
}

/// Counts events, and keeps the last text.
typedef struct events {
    size_t n[HR_EVENT_FAILED + 1];
    char text[512];
} events;

static void count_event(const hr_event *event, void *context) {
    events *e = context;
    e->n[event->kind]++;
    if (event->text != NULL) {
        (void)snprintf(e->text, sizeof e->text, "%s", event->text);
    }
}

static void test_damaged_checkpoint_falls_back_to_the_one_before(void **state) {
    (void)state;
    char directory[64];
    make_directory(directory);
    hr_puzzle *puzzle = make_puzzle("tile:3x3");
    hr_error error = {.text = ""};
    hr_enumeration whole;
    hr_enumerate_options options = {.max_depth = HR_DEPTH_UNREACHED};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &whole, &error), HR_OK);
    events e = {0};
    options.event = count_event;
    options.event_context = &e;
    options.checkpoint = (hr_checkpoint_options){.directory = directory, .every = 0};
    options.max_depth = 20;
    hr_enumeration part;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_OK);
    hr_enumeration_clear(&part);
    char path[128];
    (void)snprintf(path, sizeof path, "%s/checkpoint-000021", directory);
    if (rank() == 0) {
        assert_int_equal(e.n[HR_EVENT_LAYER], 21);
        assert_int_equal(e.n[HR_EVENT_CHECKPOINT], 21);
        flip(path, 5000, 3);
    }
    barrier();
    options.max_depth = HR_DEPTH_UNREACHED;
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_USAGE); // not without resume
    assert_non_null(strstr(error.text, "--resume"));
    hr_enumeration_clear(&part);
    options.checkpoint.resume = true;
    e = (events){0};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_OK);
    assert_same(&part, &whole);
    hr_enumeration_clear(&part);
    if (rank() == 0) {
        assert_int_equal(e.n[HR_EVENT_REFUSED], 1);
        assert_non_null(strstr(e.text, "checkpoint-000021: a damaged checkpoint"));
        assert_int_equal(e.n[HR_EVENT_RESUMED], 1);
        assert_int_equal(e.n[HR_EVENT_LAYER], 32 - 20); // layer 20 is made again
    }
    // Both damaged: nothing is accepted, nothing is removed.
    if (rank() == 0) {
        for_each_file(directory, lengthen);
    }
    barrier();
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_FILE);
    hr_enumeration_clear(&part);
    hr_enumeration_clear(&whole);
    hr_puzzle_destroy(&puzzle);
    remove_directory(directory);
}

static void test_time_limit_stops_with_a_checkpoint(void **state) {
    (void)state;
    char directory[64];
    make_directory(directory);
    hr_puzzle *puzzle = make_puzzle("tile:4x4");
    hr_error error = {.text = ""};
    hr_enumeration part;
    const hr_enumerate_options options = {
        .max_depth = HR_DEPTH_UNREACHED, .max_seconds = 0.5, .checkpoint = {.directory = directory, .every = 1e9}};
    const double begin = hr_comm_seconds();
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), puzzle, &options, &part, &error), HR_STOPPED);
    assert_true(hr_comm_seconds() - begin < 5);
    assert_int_equal(part.stop, HR_STOP_TIME);
    assert_non_null(strstr(error.text, "time limit"));
    assert_non_null(strstr(error.text, "checkpoint"));
    hr_checkpoint_store *store = NULL;
    assert_int_equal(hr_checkpoint_open(hr_test_world(), directory, "another run", &store, &error), HR_OK);
    assert_int_equal(hr_checkpoint_count(store), 1);
    hr_checkpoint_close(&store);
    hr_enumeration_clear(&part);
    hr_puzzle_destroy(&puzzle);
    remove_directory(directory);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_two_newest_generations_come_back),
    cmocka_unit_test(test_foreign_checkpoint_is_refused),
    cmocka_unit_test(test_failed_writing_leaves_the_older_one),
    cmocka_unit_test(test_rubbish_in_the_directory_is_removed_or_ignored),
    cmocka_unit_test(test_directory_that_cannot_be_is_refused),
    cmocka_unit_test(test_every_flipped_bit_and_every_other_length_is_refused),
    cmocka_unit_test(test_newer_format_and_other_byte_order_are_refused_by_name),
    cmocka_unit_test(test_frontier_stopped_again_and_again_gives_the_same),
    cmocka_unit_test(test_planes_stopped_again_and_again_give_the_same),
    cmocka_unit_test(test_damaged_checkpoint_falls_back_to_the_one_before),
    cmocka_unit_test(test_time_limit_stops_with_a_checkpoint),
};
HR_MPI_TEST_MAIN(tests)
