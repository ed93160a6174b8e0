// SPDX-License-Identifier: MIT
// A directory of checkpoints, word by word and number by number: which names are generations, what is refused and with which
// message though all checksums are right, and what a write is said to have taken.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/hash.h"
#include "files/commit.h"
#include "stored_generation.h"

enum { BLOCKS = 3, WORDS = 100, FACTS = 400, SECTION = 7, PAUSE = 20000 };

/// Collective. A generation with BLOCKS blocks of each rank. Returns the size of its file.
static uint64_t write_generation(hr_checkpoint_store *store) {
    uint64_t words[FACTS] = {0};
    uint64_t bytes = 0;
    hr_checkpoint_writer *writer = NULL;
    assert_int_equal(hr_checkpoint_begin(store, (uint64_t)BLOCKS * WORDS * sizeof *words, &writer, NULL), HR_OK);
    for (uint64_t b = 0; b < BLOCKS; b++) {
        const uint64_t key = 10 * (uint64_t)rank() + b;
        assert_int_equal(hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION, key, key}, words, WORDS * sizeof *words, NULL),
                         HR_OK);
    }
    assert_int_equal(hr_test_commit(&writer, HR_OK, words, FACTS, &bytes, NULL), HR_OK);
    return bytes;
}

/// Collective. An empty file of this name in the directory.
static void make_file(const char *name) {
    barrier(); // the other ranks have seen the directory without the file
    const int file = rank() == 0 ? open(kept_path(name), O_CREAT | O_WRONLY, 0666) : -1;
    assert_true(rank() > 0 || (file >= 0 && close(file) == 0));
    barrier();
}

HR_TEST_IN_DIRECTORY(test_names_of_generations) {
    static const char *const others[] = {"checkpoint-000000", "checkpoint-000009.refused", "checkpoint--1", "checkpoint-8x",
                                         "Checkpoint-9"};
    hr_checkpoint_store *store = open_store("a run");
    barrier();
    assert_false(hr_checkpoint_may_exist(store));
    assert_false(hr_checkpoint_exists(hr_test_directory));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        make_file(others[i]);
        assert_false(hr_checkpoint_may_exist(store));
        assert_false(hr_checkpoint_exists(hr_test_directory));
    }
    make_file("checkpoint-000041");
    assert_true(hr_checkpoint_may_exist(store));
    assert_true(hr_checkpoint_exists(hr_test_directory));
    (void)write_generation(store);
    assert_int_equal(hr_checkpoint_count(store), 2);
    assert_int_equal(store->generations[0], 42);
    assert_int_equal(store->generations[1], 41);
    assert_true(is_kept("checkpoint-000042"));
    hr_error error = {.text = ""};
    char expected[200];
    assert_int_equal(hr_checkpoint_check_resume(store, true, &error), HR_OK);
    assert_int_equal(hr_checkpoint_check_resume(store, false, &error), HR_USAGE);
    (void)snprintf(expected, sizeof expected,
                   "%s holds a checkpoint of an earlier run: go on with --resume, or give another directory", hr_test_directory);
    assert_string_equal(error.text, expected);
    barrier();
    hr_test_remove_directory(hr_test_directory);
    assert_true(hr_checkpoint_may_exist(store)); // a directory that cannot be read may hold a checkpoint
    assert_false(hr_checkpoint_exists(hr_test_directory));
    hr_checkpoint_close(&store);
    hr_test_make_directory(hr_test_directory); // which the end of the test removes
}

HR_TEST_IN_DIRECTORY(test_names_that_a_run_gives_to_its_files) {
    static const char *const own[] = {"lock",        "checkpoint-000001", "checkpoint-000001.refused",
                                      "checkpoint-", "openings-3",        "openings-"};
    static const char *const others[] = {"", "locks", "my-lock", "checkpoint", "my-checkpoint-1", "opening-1", "4x5.table"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        assert_true(hr_checkpoint_uses_name(own[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(hr_checkpoint_uses_name(others[i]));
    }
}

HR_TEST_IN_DIRECTORY(test_directories_that_cannot_be_are_refused_with_the_reason) {
    static char long_name[4002];
    memset(long_name, 'x', sizeof long_name - 1);
    static const struct {
        const char *name, *text;
    } cases[] = {
        {"", "cannot keep checkpoints in a directory with an empty name"},
        {long_name, "cannot keep checkpoints in a directory with so long a name"},
        {"/proc/none/directory", "/proc/none/directory: cannot make the directory of checkpoints: No such file or directory"},
        {"/dev/null", "/dev/null: cannot write to the directory of checkpoints: Not a directory"},
        {"/dev/null/directory", "/dev/null/directory: cannot make the directory of checkpoints: Not a directory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hr_checkpoint_store *store = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_checkpoint_open(hr_test_world(), cases[i].name, "a run", &store, &error), HR_FILE);
        assert_null(store);
        assert_string_equal(error.text, cases[i].text);
    }
}

/// A checkpoint's file in memory.
typedef struct image {
    uint8_t *bytes;
    size_t size;
    hr_checkpoint_head head;
    hr_checkpoint_block blocks[64];
} image;

static image read_image(const char *path) {
    struct stat about;
    image m = {.bytes = NULL};
    const int file = open(path, O_RDONLY);
    assert_true(file >= 0 && fstat(file, &about) == 0);
    m.size = (size_t)about.st_size;
    m.bytes = calloc(1, m.size + 1);
    assert_non_null(m.bytes);
    assert_int_equal(pread(file, m.bytes, m.size, 0), m.size);
    assert_int_equal(close(file), 0);
    memcpy(&m.head, m.bytes, sizeof m.head);
    assert_true(m.head.block_count <= 64);
    memcpy(m.blocks, m.bytes + m.size - m.head.block_count * sizeof m.blocks[0], m.head.block_count * sizeof m.blocks[0]);
    return m;
}

/// Write the image with its head and blocks, all checksums right, and one byte more if the file is to be `longer`.
static void write_image(const char *path, image *m, bool longer) {
    const size_t tail = m->size - (size_t)m->head.tail_offset;
    memcpy(m->bytes + m->size - BLOCKS * (size_t)ranks() * sizeof m->blocks[0], m->blocks,
           BLOCKS * (size_t)ranks() * sizeof m->blocks[0]);
    m->head.tail_checksum = hr_hash_bytes(m->bytes + m->size - tail, tail);
    m->head.common.checksum = hr_hash_bytes((const char *)&m->head + sizeof(hr_head), sizeof m->head - sizeof(hr_head));
    memcpy(m->bytes, &m->head, sizeof m->head);
    const int file = open(path, O_WRONLY);
    assert_true(file >= 0);
    assert_int_equal(pwrite(file, m->bytes, m->size + longer, 0), m->size + longer);
    assert_int_equal(close(file), 0);
    free(m->bytes);
}

/// The ways to forge a checkpoint.
enum { AS_IT_WAS, EMPTY_BLOCK, KEYS_TURNED, GAP, TOO_LARGE, TOO_FEW, LONG_IDENTITY, MORE_FACTS, MORE_BLOCKS, NO_TAIL, LONGER };
enum { FORGERIES = LONGER + 1 };

static void forge(const char *path, int how) {
    image m = read_image(path);
    hr_checkpoint_block *last = &m.blocks[m.head.block_count - 1];
    switch (how) {
    case EMPTY_BLOCK: // its bytes are the block's before it
        last[-1].size += last->size;
        last->offset += last->size;
        last->size = 0;
        break;
    case KEYS_TURNED:
        last->first++;
        break;
    case GAP:
        last->offset += 8;
        last->size -= 8;
        break;
    case TOO_LARGE:
        last->size++;
        break;
    case TOO_FEW:
        last->size -= 8;
        break;
    case LONG_IDENTITY: // which takes the room of facts
        m.head.identity_bytes = HR_CHECKPOINT_IDENTITY_MAX;
        m.head.fact_count -= HR_CHECKPOINT_IDENTITY_MAX / 8 - 1;
        break;
    case MORE_FACTS:
        m.head.fact_count++;
        break;
    case MORE_BLOCKS:
        m.head.block_count = UINT64_C(1) << 62;
        break;
    case NO_TAIL:
        m.head.tail_offset = 0;
        break;
    default:
        break;
    }
    write_image(path, &m, how == LONGER);
}

HR_TEST_IN_DIRECTORY(test_forged_lists_are_refused_with_the_reason) {
    static const char *const texts[FORGERIES] = {
        [EMPTY_BLOCK] = "its list of blocks makes no sense",
        [KEYS_TURNED] = "its list of blocks makes no sense",
        [GAP] = "its list of blocks makes no sense",
        [TOO_LARGE] = "its list of blocks makes no sense",
        [TOO_FEW] = "its list of blocks is not complete",
        [LONG_IDENTITY] = "its head makes no sense",
        [MORE_FACTS] = "its head makes no sense",
        [MORE_BLOCKS] = "its head makes no sense",
        [NO_TAIL] = "its head makes no sense",
        [LONGER] = "it is too long",
    };
    for (int how = 0; how < FORGERIES; how++) {
        char expected[300];
        char name[30];
        hr_checkpoint_store *store = open_store("a run");
        (void)write_generation(store);
        (void)snprintf(name, sizeof name, "checkpoint-%06d", how + 1);
        const char *path = kept_path(name);
        if (rank() == 0) {
            forge(path, how);
        }
        barrier();
        hr_checkpoint_reader *reader = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_checkpoint_load(store, 0, &reader, &error), how == AS_IT_WAS ? HR_OK : HR_FILE);
        if (how == AS_IT_WAS) {
            struct stat about;
            assert_int_equal(stat(path, &about), 0);
            assert_int_equal(hr_checkpoint_bytes(reader), about.st_size);
        } else {
            (void)snprintf(expected, sizeof expected, "%s: a damaged checkpoint: %s", path, texts[how]);
            assert_string_equal(error.text, expected);
        }
        hr_checkpoint_reader_destroy(&reader);
        hr_checkpoint_close(&store);
    }
}

HR_TEST_IN_DIRECTORY(test_damage_is_told_where_it_is) {
    // A bit of a fact, of a block, of the file's end.
    static const char *const texts[] = {"the tail's checksum is wrong", "the checksum of a block is wrong", "it ends too early"};
    for (int i = 0; i < 3; i++) {
        char expected[300];
        char name[30];
        hr_checkpoint_store *store = open_store("a run");
        const uint64_t bytes = write_generation(store);
        (void)snprintf(name, sizeof name, "checkpoint-%06d", i + 1);
        const char *path = kept_path(name);
        if (rank() == 0 && i == 2) {
            assert_int_equal(truncate(path, (off_t)bytes - 1), 0);
        } else if (rank() == 0) {
            hr_test_flip_bit(
                path, i == 0 ? bytes - BLOCKS * (size_t)ranks() * sizeof(hr_checkpoint_block) - 8 : sizeof(hr_checkpoint_head), 3);
        }
        barrier();
        hr_checkpoint_reader *reader = NULL;
        hr_error error = {.text = ""};
        hr_status status = hr_checkpoint_load(store, 0, &reader, &error);
        if (i == 1) {
            assert_int_equal(status, HR_OK);
            status = hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION, 0, 0}, NULL, NULL, &error);
        }
        assert_int_equal(status, HR_FILE);
        (void)snprintf(expected, sizeof expected, "%s: a damaged checkpoint: %s", path, texts[i]);
        assert_string_equal(error.text, expected);
        hr_checkpoint_reader_destroy(&reader);
        hr_checkpoint_close(&store);
    }
}

/// An identity is another one if it is longer or shorter, too. The newest whole generation says what it is.
HR_TEST_IN_DIRECTORY(test_identities_are_compared_and_told) {
    static const char *const others[] = {"a runner", "a ru", "A run", ""};
    char text[64];
    assert_int_equal(hr_checkpoint_peek(hr_test_world(), hr_test_directory, text, sizeof text, NULL), HR_OK);
    assert_string_equal(text, "");
    hr_checkpoint_store *store = open_store("a run");
    (void)write_generation(store);
    hr_checkpoint_close(&store);
    const char *path = kept_path("checkpoint-000001");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char expected[300];
        hr_checkpoint_reader *reader = NULL;
        hr_error error = {.text = ""};
        barrier();
        store = open_store(others[i]);
        assert_int_equal(hr_checkpoint_load(store, 0, &reader, &error), HR_FILE);
        (void)snprintf(expected, sizeof expected, "%s: a checkpoint of another run: of 'a run', this one is '%s'", path, others[i]);
        assert_string_equal(error.text, expected);
        hr_checkpoint_close(&store);
    }
    char long_ones[2][400]; // they differ far behind what a message has room for
    for (int i = 0; i < 2; i++) {
        (void)snprintf(long_ones[i], sizeof long_ones[i], "a run, %0150d, from 3 35 %d, goal %0100d", 1, 18 + i, 2);
    }
    store = open_store(long_ones[0]);
    (void)write_generation(store);
    hr_checkpoint_close(&store);
    store = open_store(long_ones[1]);
    hr_checkpoint_reader *reader = NULL;
    hr_error error = {.text = ""};
    barrier();
    assert_int_equal(hr_checkpoint_load(store, 0, &reader, &error), HR_FILE);
    assert_non_null(strstr(error.text, "1, from 3 35 18, goal 0"));
    assert_non_null(strstr(error.text, "1, from 3 35 19, goal 0"));
    hr_checkpoint_close(&store);
    store = open_store("a walk");
    (void)write_generation(store);
    hr_checkpoint_close(&store);
    assert_int_equal(hr_checkpoint_peek(hr_test_world(), hr_test_directory, text, sizeof text, NULL), HR_OK);
    assert_string_equal(text, "a walk");
    assert_int_equal(hr_checkpoint_peek(hr_test_world(), hr_test_directory, text, 5, NULL), HR_OK);
    assert_string_equal(text, "a wa");
    make_file("checkpoint-000004"); // empty
    assert_int_equal(hr_checkpoint_peek(hr_test_world(), hr_test_directory, text, sizeof text, NULL), HR_OK);
    assert_string_equal(text, "a walk");
}

static hr_status put_slowly(const void *context, hr_checkpoint_writer *writer, hr_error *error) {
    (void)usleep(PAUSE);
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION, 0, UINT64_MAX}, context, sizeof(uint64_t), error);
}

/// The ranks wait before they settle the generation: its file is complete later, but they are not busy meanwhile.
HR_TEST_IN_DIRECTORY(test_a_write_tells_its_time_and_size) {
    struct stat about;
    hr_checkpoint_store *store = open_store("a run");
    hr_checkpoint_writer *writer = NULL;
    hr_checkpoint_written written = {0};
    const uint64_t word = 5;
    const hr_checkpoint_rest rest = {.part = put_slowly, .context = &word};
    assert_int_equal(hr_checkpoint_begin(store, sizeof word, &writer, NULL), HR_OK);
    hr_checkpoint_finish(writer, HR_OK, &rest, NULL);
    (void)usleep(5 * PAUSE);
    assert_int_equal(hr_checkpoint_settle(&writer, &written, NULL), HR_OK);
    assert_int_equal(stat(kept_path("checkpoint-000001"), &about), 0);
    assert_int_equal(written.bytes, about.st_size);
    assert_true(written.seconds * 1e6 >= 5 * PAUSE);
    assert_int_equal(store->write_bytes, sizeof word);
    assert_true(store->write_seconds * 1e6 >= (double)PAUSE);
    assert_true(rank() > 0 || store->write_seconds < written.seconds); // by the same clock
    hr_checkpoint_close(&store);
}
