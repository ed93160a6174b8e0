// SPDX-License-Identifier: MIT
// Ranks: 2 3
// Long runs of words by themselves: those that travel between nodes in several pieces, and reads of more than a buffer. The boards
// that other tests search have shorter ones.

#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

#include "enumerate/apart/courier.h"

enum {
    LONG_WORDS = 3 * (1 << 17) + 5, ///< more than three messages
    SHORT_RUNS = 1500,              ///< more than are sent at the same time
    FILE_WORDS = 1 << 20,
    OFFSET = 3 * 512 + 7, ///< the word of the file where a run begins, within a page
};

static int rank(void) { return hr_comm_rank(hr_test_world()); }
static int ranks(void) { return hr_comm_size(hr_test_world()); }

/// The word number `i` of a rank's memory, and of its file.
static uint64_t word_of(int of, bool in_file, uint64_t i) { return (uint64_t)(of + 1) << 48 | (uint64_t)in_file << 40 | (i + 1); }

static uint64_t *make_words(size_t n) {
    uint64_t *words = aligned_alloc(HR_SPOOL_PAGE, (n * sizeof *words + HR_SPOOL_PAGE - 1) / HR_SPOOL_PAGE * HR_SPOOL_PAGE);
    assert_non_null(words);
    memset(words, 0, n * sizeof *words);
    return words;
}

/// A rank's own file, which is full of its words, and what moves them.
typedef struct disk {
    char directory[64];
    hr_comm *alone;
    hr_spool *spool;
    hr_transfers *transfers;
    uint64_t *words; ///< [FILE_WORDS] the same number of words in memory
} disk;

static void set_up(disk *d) {
    hr_transfer_group group = {0};
    const char *const directories[] = {d->directory};
    hr_test_make_directory(d->directory);
    const hr_spool_order order = {
        .directories = directories, .count = 1, .file_bytes = FILE_WORDS * sizeof(uint64_t), .hidden = true};
    assert_int_equal(hr_comm_alone(hr_test_world(), &d->alone, NULL), HR_OK);
    assert_int_equal(hr_spool_create(d->alone, &order, &d->spool, NULL), HR_OK);
    d->transfers = hr_transfers_create();
    assert_non_null(d->transfers);
    hr_transfers_use(d->transfers, d->spool);
    d->words = make_words(FILE_WORDS);
    for (uint64_t i = 0; i < FILE_WORDS; i++) {
        d->words[i] = word_of(rank(), true, i);
    }
    const hr_transfer write = {.kind = HR_TRANSFER_WRITE, .memory = d->words, .words = FILE_WORDS};
    hr_transfers_submit(d->transfers, &group, &write);
    assert_int_equal(hr_transfers_wait(d->transfers, &group, NULL), HR_OK);
    for (uint64_t i = 0; i < FILE_WORDS; i++) {
        d->words[i] = word_of(rank(), false, i);
    }
}

static void tear_down(disk *d) {
    hr_transfers_destroy(&d->transfers);
    hr_spool_destroy(&d->spool, true);
    hr_comm_destroy(&d->alone);
    free(d->words);
    hr_test_remove_directory(d->directory);
}

static void assert_words(const uint64_t *words, int from, bool in_file, uint64_t first, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        if (words[i] != word_of(from, in_file, first + i)) {
            fail_msg("word %llu of rank %d: %llx", (unsigned long long)i, from, (unsigned long long)words[i]);
        }
    }
}

/// A run from word `first` on, of the file or of memory.
static hr_transfer run_from(const disk *d, bool in_file, uint64_t first, uint64_t n) {
    return (hr_transfer){.kind = in_file ? HR_TRANSFER_READ : HR_TRANSFER_COPY,
                         .place = {.offset = in_file ? first * sizeof(uint64_t) : 0},
                         .source = in_file ? NULL : d->words + first,
                         .words = n};
}

/// Each rank sends the next one a long run of its memory, many short ones, and a long one of its file, in this order.
HR_TEST(test_runs_arrive_whole_however_many_messages_they_take) {
    disk d;
    hr_bulk *bulk = NULL;
    hr_courier *courier = NULL;
    set_up(&d);
    assert_int_equal(hr_bulk_create(hr_test_world(), &bulk, NULL), HR_OK);
    assert_int_equal(hr_courier_create(hr_test_world(), bulk, d.transfers, &courier, NULL), HR_OK);
    const int next = (rank() + 1) % ranks();
    const int last = (rank() + ranks() - 1) % ranks();
    const size_t words = 2 * (size_t)LONG_WORDS + SHORT_RUNS;
    uint64_t *got = make_words(words);
    for (int round = 0; round < 2; round++) {
        memset(got, 0, words * sizeof *got);
        assert_int_equal(hr_courier_receive(courier, last, got, LONG_WORDS, NULL), HR_OK);
        for (uint64_t i = 0; i < SHORT_RUNS; i++) {
            assert_int_equal(hr_courier_receive(courier, last, got + LONG_WORDS + i, 1, NULL), HR_OK);
        }
        assert_int_equal(hr_courier_receive(courier, last, got + LONG_WORDS + SHORT_RUNS, LONG_WORDS, NULL), HR_OK);
        hr_transfer run = run_from(&d, false, OFFSET, LONG_WORDS);
        assert_int_equal(hr_courier_give(courier, next, &run, NULL), HR_OK);
        for (uint64_t i = 0; i < SHORT_RUNS; i++) {
            run = run_from(&d, false, i, 1);
            assert_int_equal(hr_courier_give(courier, next, &run, NULL), HR_OK);
        }
        run = run_from(&d, true, OFFSET, LONG_WORDS);
        assert_int_equal(hr_courier_give(courier, next, &run, NULL), HR_OK);
        assert_int_equal(hr_courier_end(courier, NULL), HR_OK);
        assert_words(got, last, false, OFFSET, LONG_WORDS);
        assert_words(got + LONG_WORDS, last, false, 0, SHORT_RUNS);
        assert_words(got + LONG_WORDS + SHORT_RUNS, last, true, OFFSET, LONG_WORDS);
    }
    assert_int_equal(hr_bulk_bytes_sent(bulk), 2 * words * sizeof *got);
    free(got);
    hr_courier_destroy(&courier);
    hr_bulk_destroy(&bulk);
    tear_down(&d);
}

/// Reads that begin and end within pages, one of them longer than three buffers, and what is told to have been moved.
HR_TEST(test_words_are_read_from_any_place) {
    static const struct {
        uint64_t first, words;
    } cases[] = {{0, 512}, {0, 1}, {511, 1}, {511, 2}, {OFFSET, LONG_WORDS}, {512, LONG_WORDS}, {FILE_WORDS - 3, 3}};
    disk d;
    hr_transfer_group group = {0};
    uint64_t *got = make_words(LONG_WORDS + 2);
    uint64_t bytes = 0;
    set_up(&d);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_transfer read = run_from(&d, true, cases[i].first, cases[i].words);
        read.memory = got + 1;
        memset(got, 0, (LONG_WORDS + 2) * sizeof *got);
        hr_transfers_submit(d.transfers, &group, &read);
        assert_int_equal(hr_transfers_wait(d.transfers, &group, NULL), HR_OK);
        assert_words(got + 1, rank(), true, cases[i].first, cases[i].words);
        assert_true(got[0] == 0 && got[cases[i].words + 1] == 0);
        bytes += cases[i].words * sizeof *got;
    }
    const hr_transferred moved = hr_transfers_moved(d.transfers);
    assert_int_equal(moved.read, bytes);
    assert_int_equal(moved.written, FILE_WORDS * sizeof *got);
    free(got);
    tear_down(&d);
}

/// The threads are busy with long transfers while more are submitted than the queue has room for.
HR_TEST(test_a_full_queue_loses_nothing) {
    enum { MANY = 10000 };
    disk d;
    hr_transfer_group group = {0};
    const uint64_t behind = 2 * (uint64_t)FILE_WORDS; // the long transfers
    uint64_t *got = make_words(behind + MANY);
    set_up(&d);
    for (uint64_t i = 0; i < 2 + MANY; i++) {
        const bool is_long = i < 2;
        hr_transfer copy = run_from(&d, false, is_long ? 0 : i, is_long ? FILE_WORDS : 1);
        copy.memory = got + (is_long ? i * FILE_WORDS : behind + i - 2);
        hr_transfers_submit(d.transfers, &group, &copy);
    }
    assert_int_equal(hr_transfers_wait(d.transfers, &group, NULL), HR_OK);
    assert_words(got, rank(), false, 0, FILE_WORDS);
    assert_words(got + FILE_WORDS, rank(), false, 0, FILE_WORDS);
    assert_words(got + behind, rank(), false, 2, MANY);
    free(got);
    tear_down(&d);
}
