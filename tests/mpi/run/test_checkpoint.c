// SPDX-License-Identifier: MIT
// Checkpoints: what is written comes back, and nothing else is accepted.

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/hash/state.h"
#include "enumerate/bits/unit/unit.h"
#include "enumerate/frontier/frontier.h"
#include "files/commit.h"
#include "stored_generation.h"

static bool impatient; ///< pauses end at once
static int pauses;

/// In place of the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
int usleep(useconds_t microseconds) {
    const struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = (long)(microseconds % 1000000) * 1000};
    pauses++;
    return impatient ? 0 : nanosleep(&time, NULL);
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
        status = hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION, key, key}, words, sizeof words, error);
    }
    const uint64_t facts[3] = {42, (uint64_t)g, (uint64_t)ranks()};
    uint64_t bytes = 0;
    status = hr_test_commit(&writer, status, facts, 3, &bytes, error);
    assert_null(writer);
    assert_true(status != HR_OK || bytes > (uint64_t)ranks() * BLOCKS * WORDS * sizeof(uint64_t));
    return status;
}

typedef struct seen {
    int g;
    uint64_t keys[512];
    size_t n;
} seen;

static hr_status take(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    seen *s = context;
    uint64_t words[WORDS];
    assert_int_equal(piece->first, piece->last);
    assert_int_equal(piece->size, sizeof words);
    memcpy(words, piece->bytes, piece->size);
    for (int i = 0; i < WORDS; i++) {
        assert_int_equal(words[i], word(s->g, (int)(piece->first / 10), (int)(piece->first % 10), i));
    }
    s->keys[s->n++] = piece->first;
    return HR_OK;
}

static void check_generation(const hr_checkpoint_store *store, size_t generation, int g) {
    hr_checkpoint_reader *reader = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_checkpoint_load(store, generation, &reader, &error), error);
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    assert_int_equal(count, 3);
    assert_int_equal(facts[1], g);
    seen all = {.g = g};
    assert_int_equal(hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION, 0, UINT64_MAX}, take, &all, &error), HR_OK);
    assert_int_equal(all.n, ranks() * BLOCKS);
    seen some = {.g = g};
    assert_int_equal(hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION, 2, 3}, take, &some, &error), HR_OK);
    assert_int_equal(some.n, 2);
    seen none = {.g = g};
    assert_int_equal(hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION + 1, 0, UINT64_MAX}, take, &none, &error), HR_OK);
    assert_int_equal(none.n, 0);
    hr_checkpoint_reader_destroy(&reader);
    assert_null(reader);
}

HR_TEST_IN_DIRECTORY(test_two_newest_generations_come_back) {
    hr_checkpoint_store *store = open_store("a run");
    assert_int_equal(hr_checkpoint_count(store), 0);
    for (int g = 1; g <= 4; g++) {
        assert_int_equal(write_generation(store, g, NULL), HR_OK);
        assert_int_equal(hr_checkpoint_count(store), g == 1 ? 1 : 2);
        check_generation(store, 0, g);
    }
    check_generation(store, 1, 3);
    hr_checkpoint_close(&store);
    assert_null(store);
    store = open_store("a run");
    assert_int_equal(hr_checkpoint_count(store), 2);
    check_generation(store, 0, 4);
    check_generation(store, 1, 3);
    hr_checkpoint_close(&store);
}

HR_TEST_IN_DIRECTORY(test_failed_writing_leaves_the_older_one) {
    hr_error error = {.text = ""};
    hr_checkpoint_store *store = open_store("a run");
    assert_int_equal(write_generation(store, 1, &error), HR_OK);
    hr_checkpoint_writer *writer = NULL;
    assert_int_equal(hr_checkpoint_begin(store, 16, &writer, &error), HR_OK);
    const uint64_t words[4] = {0};
    // One rank fails: too many bytes, or a reason of its own.
    hr_status status = hr_checkpoint_put(writer, (hr_checkpoint_keys){0, 0, 0}, words, 16, &error);
    if (rank() == ranks() - 1) {
        assert_int_equal(hr_checkpoint_put(writer, (hr_checkpoint_keys){0, 0, 0}, words, 8, &error), HR_INTERNAL);
        status = hr_error_set(&error, HR_FILE, "planned");
    }
    assert_int_equal(hr_test_commit(&writer, status, words, 1, NULL, &error), HR_FILE);
    assert_string_equal(error.text, "planned");
    assert_int_equal(hr_checkpoint_count(store), 1);
    check_generation(store, 0, 1);
    // A rank that wrote less than it said: with other ranks about it would leave them (hr_comm_leave), and the job would end.
    if (ranks() == 1) {
        assert_int_equal(hr_checkpoint_begin(store, 16, &writer, &error), HR_OK);
        assert_int_equal(hr_test_commit(&writer, HR_OK, words, 1, NULL, &error), HR_INTERNAL);
        check_generation(store, 0, 1);
    }
    assert_int_equal(write_generation(store, 2, &error), HR_OK);
    check_generation(store, 0, 2);
    check_generation(store, 1, 1);
    hr_checkpoint_close(&store);
}

HR_TEST_IN_DIRECTORY(test_rubbish_in_the_directory_is_removed_or_ignored) {
    hr_checkpoint_store *store = open_store("a run");
    assert_int_equal(write_generation(store, 1, NULL), HR_OK);
    hr_checkpoint_close(&store);
    if (rank() == 0) {
        static const char *const names[] = {"checkpoint-000002.0123abcd.partial", "notes", "checkpoint-", "checkpoint-12x"};
        for (size_t i = 0; i < 4; i++) {
            const int file = open(kept_path(names[i]), O_CREAT | O_WRONLY, 0666);
            assert_true(file >= 0);
            assert_int_equal(close(file), 0);
        }
    }
    barrier();
    store = open_store("a run");
    assert_int_equal(hr_checkpoint_count(store), 1);
    assert_false(is_kept("checkpoint-000002.0123abcd.partial"));
    assert_true(is_kept("notes"));
    check_generation(store, 0, 1);
    assert_int_equal(hr_checkpoint_set_aside(store, NULL), HR_OK);
    assert_int_equal(hr_checkpoint_count(store), 0);
    assert_true(is_kept("checkpoint-000001.refused"));
    assert_int_equal(write_generation(store, 2, NULL), HR_OK);
    check_generation(store, 0, 2);
    assert_true(is_kept("checkpoint-000002")); // a number is not used again
    hr_checkpoint_close(&store);
}

HR_TEST_IN_DIRECTORY(test_directory_in_use_is_refused) {
    hr_error error = {.text = ""};
    hr_checkpoint_store *store = open_store("a run");
    hr_checkpoint_store *second = NULL;
    assert_true(hr_checkpoint_in_use(hr_test_directory));
    impatient = true;
    pauses = 0;
    assert_int_equal(hr_checkpoint_open(hr_test_world(), hr_test_directory, "a run", &second, &error), HR_FILE);
    assert_null(second);
    assert_non_null(strstr(error.text, "another run is using"));
    assert_true(rank() > 0 || pauses > 10); // that long it waits for a run that is just ending
    impatient = false;
    hr_checkpoint_close(&store);
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, &error), HR_OK);
    assert_false(hr_checkpoint_in_use(hr_test_directory));
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, &error), HR_OK);
    store = open_store("a run");
    hr_checkpoint_close(&store);
}

/// Is the one generation in the directory taken?
static bool accepted(void) {
    hr_checkpoint_store *store = open_store("a run");
    hr_checkpoint_reader *reader = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_checkpoint_count(store), 1);
    hr_status status = hr_checkpoint_load(store, 0, &reader, &error);
    if (status == HR_OK) {
        seen all = {.g = 1};
        status = hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION, 0, UINT64_MAX}, take, &all, &error);
        status = hr_comm_agree(hr_test_world(), status, &error);
    }
    assert_true(status == HR_OK || status == HR_FILE);
    hr_checkpoint_reader_destroy(&reader);
    hr_checkpoint_close(&store);
    return status == HR_OK;
}

HR_TEST_IN_DIRECTORY(test_every_flipped_bit_and_every_other_length_is_refused) {
    hr_checkpoint_store *store = open_store("a run");
    assert_int_equal(write_generation(store, 1, NULL), HR_OK);
    hr_checkpoint_close(&store);
    const char *path = kept_path("checkpoint-000001");
    struct stat found;
    assert_int_equal(stat(path, &found), 0);
    const uint64_t size = (uint64_t)found.st_size;
    uint64_t seed = (uint64_t)time(NULL);
    assert_int_equal(hr_comm_broadcast(hr_test_world(), &seed, sizeof seed, NULL), HR_OK);
    print_message("seed %llu\n", (unsigned long long)seed);
    enum { FLIPS = 500, CUTS = 20 };
    for (uint64_t i = 0; i < FLIPS; i++) {
        // Half of them in head and tail, where the structure is.
        const uint64_t random = hr_hash_state(seed + i);
        const uint64_t tail = size - 256;
        const uint64_t offset = i % 4 == 0 ? random % 128 : i % 4 == 1 ? tail + random % 256 : random % size;
        if (rank() == 0) {
            hr_test_flip_bit(path, offset, (unsigned)(random >> 60) % 8);
        }
        barrier();
        if (accepted()) {
            fail_msg("a flipped bit of byte %llu of %llu was accepted", (unsigned long long)offset, (unsigned long long)size);
        }
        if (rank() == 0) {
            hr_test_flip_bit(path, offset, (unsigned)(random >> 60) % 8);
        }
        barrier();
    }
    assert_true(accepted());
    for (uint64_t i = 0; i < CUTS; i++) {
        barrier();
        const uint64_t length = i == 0 ? size + 1 : size - 1 - hr_hash_state(seed + i) % size;
        if (rank() == 0) {
            assert_int_equal(truncate(path, (off_t)length), 0);
        }
        barrier();
        assert_false(accepted());
        if (i == 0 && rank() == 0) {
            assert_int_equal(truncate(path, (off_t)size), 0);
        }
    }
}
