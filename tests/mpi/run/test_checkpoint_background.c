// SPDX-License-Identifier: MIT
// Checkpoints that are written while the ranks go on with something else. The disk is this file's: `pwrite` waits or fails as a
// test wants it. What waits here waits for something that happens, never for so many seconds; PATIENCE only ends what has gone
// wrong.

#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>

#include "core/system.h"
#include "enumerate/frontier/frontier.h"
#include "stored_generation.h"

static const double PATIENCE = 60; ///< seconds

/// What happens while a checkpoint is written.
typedef enum happening {
    WAITS,  ///< the disk waits until the search goes on
    FAILS,  ///< it is full
    STOPS,  ///< it waits, and the run is asked to stop meanwhile
    BREAKS, ///< it waits, and the run fails meanwhile
} happening;

/// What the disk does to the write of the checkpoint that has so many layers.
static struct {
    const hr_enumeration *run; ///< the run that writes, NULL: all is as usual
    size_t layers;
    happening does;
    atomic_bool waiting; ///< a write waits to be let go
    atomic_bool go;
    atomic_bool stuck; ///< it has waited for longer than PATIENCE
} disk;

/// Wait for `flag`. False if that takes too long.
static bool wait_for(atomic_bool *flag) {
    const double begin = hr_system_seconds();
    while (!atomic_load(flag) && hr_system_seconds() - begin < PATIENCE) {
        (void)usleep(1000);
    }
    return atomic_load(flag);
}

static bool is_time(void) { return disk.run != NULL && disk.run->layer_count == disk.layers; }

/// In place of the C library's.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    if (is_time() && disk.does == FAILS) {
        errno = ENOSPC;
        return -1;
    }
    if (is_time() && !atomic_load(&disk.go)) {
        atomic_store(&disk.waiting, true);
        atomic_store(&disk.stuck, !wait_for(&disk.go));
    }
    return syscall(SYS_pwrite64, file, bytes, size, offset);
}

/// Called by the search: only one that does not stand still lets the disk go on.
static bool look(void) {
    if (!is_time() || disk.does == FAILS || disk.does == BREAKS || atomic_load(&disk.go)) {
        return false;
    }
    assert_true(wait_for(&disk.waiting));
    atomic_store(&disk.go, true);
    return disk.does == STOPS;
}

static void set_disk(const hr_enumeration *run, size_t layers, happening does) {
    disk.run = run;
    disk.layers = layers;
    disk.does = does;
    atomic_store(&disk.waiting, false);
    atomic_store(&disk.go, false);
    atomic_store(&disk.stuck, false);
}

/// Collective. Files in the directory whose names end like this.
static uint64_t count_files(const char *end) {
    uint64_t count = 0;
    barrier();
    DIR *opened = rank() == 0 ? opendir(hr_test_directory) : NULL;
    for (const struct dirent *entry = opened == NULL ? NULL : readdir(opened); entry != NULL; entry = readdir(opened)) {
        const size_t length = strlen(entry->d_name);
        count += length >= strlen(end) && strcmp(entry->d_name + length - strlen(end), end) == 0;
    }
    if (opened != NULL) {
        (void)closedir(opened);
    }
    assert_int_equal(hr_comm_sum(hr_test_world(), &count, 1, NULL), HR_OK);
    return count;
}

/// A part that a rank puts in the background.
typedef struct part {
    atomic_bool *go;  ///< it waits for that
    hr_status status; ///< what it comes to
} part;

enum { WORDS = 1000, SECTION = 3 };

static hr_status put_part(const void *context, hr_checkpoint_writer *writer, hr_error *error) {
    const part *p = context;
    uint64_t words[WORDS];
    for (uint64_t i = 0; i < WORDS; i++) {
        words[i] = (uint64_t)rank() * WORDS + i;
    }
    if (!wait_for(p->go)) {
        return hr_error_set(error, HR_INTERNAL, "nobody lets the part go");
    }
    if (p->status != HR_OK) {
        return hr_error_set(error, p->status, "planned");
    }
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION, (uint64_t)rank(), (uint64_t)rank()}, words, sizeof words, error);
}

static hr_status take_words(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    uint64_t words[WORDS];
    assert_int_equal(piece->first, piece->last);
    assert_int_equal(piece->size, sizeof words);
    memcpy(words, piece->bytes, piece->size);
    for (uint64_t i = 0; i < WORDS; i++) {
        assert_int_equal(words[i], piece->first * WORDS + i);
    }
    ++*(int *)context;
    return HR_OK;
}

static void check_newest(const hr_checkpoint_store *store, uint64_t fact) {
    hr_checkpoint_reader *reader = NULL;
    assert_int_equal(hr_checkpoint_load(store, 0, &reader, NULL), HR_OK);
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    assert_int_equal(count, 1);
    assert_int_equal(facts[0], fact);
    int blocks = 0;
    assert_int_equal(hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION, 0, UINT64_MAX}, take_words, &blocks, NULL), HR_OK);
    assert_int_equal(blocks, ranks());
    hr_checkpoint_reader_destroy(&reader);
}

/// Collective. Begin a generation whose parts wait.
static hr_checkpoint_writer *begin(hr_checkpoint_store *store, const part *p, uint64_t fact) {
    hr_checkpoint_writer *writer = NULL;
    atomic_store(p->go, false);
    assert_int_equal(hr_checkpoint_begin(store, WORDS * sizeof(uint64_t), &writer, NULL), HR_OK);
    const hr_checkpoint_rest rest = {.part = put_part, .context = p, .facts = &fact, .fact_count = 1};
    hr_checkpoint_finish(writer, HR_OK, &rest, NULL);
    return writer;
}

/// Collective. Go on with other things until the generation has its name.
static void advance_to_the_end(hr_checkpoint_writer *writer) {
    const double start = hr_system_seconds();
    uint64_t complete = 0;
    while (complete == 0) {
        hr_checkpoint_written written;
        hr_checkpoint_advance(writer);
        complete = hr_checkpoint_is_complete(writer, &written) || hr_system_seconds() - start > PATIENCE;
        assert_int_equal(hr_comm_max(hr_test_world(), &complete, 1, NULL), HR_OK);
    }
    assert_true(hr_system_seconds() - start < PATIENCE);
}

HR_TEST_IN_DIRECTORY(test_generation_gets_its_name_while_the_ranks_go_on) {
    hr_checkpoint_store *store = open_store("a run");
    for (uint64_t g = 1; g <= 3; g++) {
        atomic_bool go;
        const part p = {.go = &go, .status = HR_OK};
        hr_checkpoint_writer *writer = begin(store, &p, g);
        if (rank() > 0) { // the first rank's part keeps all waiting
            atomic_store(&go, true);
        }
        for (int i = 0; i < 100; i++) {
            hr_checkpoint_written written;
            hr_checkpoint_advance(writer);
            assert_false(hr_checkpoint_is_complete(writer, &written));
        }
        char name[32];
        (void)snprintf(name, sizeof name, "checkpoint-%06d", (int)g);
        assert_int_equal(count_files(name), 0);
        atomic_store(&go, true);
        advance_to_the_end(writer);
        assert_int_equal(count_files(name), 1);
        hr_checkpoint_written written = {0};
        assert_int_equal(hr_checkpoint_settle(&writer, &written, NULL), HR_OK);
        assert_null(writer);
        assert_true(written.bytes > (uint64_t)ranks() * WORDS * sizeof(uint64_t));
        assert_true(written.seconds > 0);
        check_newest(store, g);
    }
    assert_int_equal(count_files(".partial"), 0);
    assert_int_equal(hr_checkpoint_count(store), HR_CHECKPOINT_KEPT);
    hr_checkpoint_close(&store);
}

HR_TEST_IN_DIRECTORY(test_trouble_in_the_background_leaves_the_older_one) {
    hr_error error = {.text = ""};
    hr_checkpoint_store *store = open_store("a run");
    hr_checkpoint_written written;
    for (uint64_t g = 1; g <= 3; g++) {
        atomic_bool go;
        const part p = {.go = &go, .status = g == 2 && rank() == ranks() - 1 ? HR_FILE : HR_OK};
        hr_checkpoint_writer *writer = begin(store, &p, g);
        atomic_store(&go, true);
        const hr_status status = hr_checkpoint_settle(&writer, &written, &error);
        assert_null(writer);
        assert_int_equal(status, g == 2 ? HR_FILE : HR_OK);
        check_newest(store, g == 2 ? 1 : g);
        assert_int_equal(count_files(".partial"), 0);
    }
    assert_string_equal(error.text, "planned");
    hr_checkpoint_close(&store);
}

HR_TEST_IN_DIRECTORY(test_abandoned_generation_is_gone) {
    hr_checkpoint_store *store = open_store("a run");
    atomic_bool go;
    const part p = {.go = &go, .status = HR_OK};
    hr_checkpoint_writer *writer = begin(store, &p, 1);
    assert_int_equal(count_files(".partial"), 1);
    atomic_store(&go, true);
    hr_checkpoint_abandon(&writer);
    assert_null(writer);
    assert_int_equal(count_files(".partial"), 0);
    hr_checkpoint_close(&store);
}

/// What rank 0's log is told.
typedef struct events {
    size_t n[HR_EVENT_FAILED + 1];
    size_t failed_layers; ///< when the last write failed
    char text[512];
} events;

static void count_event(const hr_event *event, void *context) {
    events *e = context;
    e->n[event->kind]++;
    if (event->kind == HR_EVENT_FAILED) {
        e->failed_layers = event->enumeration->layer_count;
        (void)snprintf(e->text, sizeof e->text, "%s", event->text);
    }
}

/// Deep enough that every rank has states, and looks, in each layer that counts here.
enum { DEEPEST = 14, WATCHED = 13 };

/// A table: it may not take the layer that is made while the write is under way.
static hr_status take_states(void *context, hr_depth depth, const hr_state *states, size_t n, hr_error *error) {
    if (disk.does != BREAKS || depth < WATCHED) {
        return HR_OK;
    }
    assert_true(wait_for(&disk.waiting));
    atomic_store(&disk.go, true);
    return hr_error_set(error, HR_FILE, "planned");
}

typedef struct case_run {
    hr_puzzle *puzzle;
    events events;
    hr_enumerate_options options;
    hr_enumeration result;
    hr_error error;
} case_run;

/// Collective. A run with a checkpoint after each layer, on a disk that is set for the one with WATCHED layers.
static hr_status run_case(case_run *c, happening does) {
    assert_int_equal(hr_puzzle_create(&(hr_puzzle_options){.spec = "tile:4x4"}, &c->puzzle, &c->error), HR_OK);
    c->events = (events){0};
    c->options = (hr_enumerate_options){.max_depth = DEEPEST,
                                        .stop_wanted = look,
                                        .event = count_event,
                                        .event_context = &c->events,
                                        .sink.on_states = take_states,
                                        .checkpoint = {.directory = hr_test_directory, .every = 0, .resume = true}};
    set_disk(&c->result, WATCHED, does);
    const hr_status status = hr_frontier_enumerate(hr_test_world(), c->puzzle, &c->options, &c->result, &c->error);
    assert_false(atomic_load(&disk.stuck));
    set_disk(NULL, 0, WAITS);
    return status;
}

/// Collective. A run that goes on from the newest checkpoint, one layer further, gives what one without interruptions gives.
static void check_resumed(case_run *c) {
    hr_enumeration whole;
    hr_enumerate_options options = {.max_depth = DEEPEST + 1};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), c->puzzle, &options, &whole, &c->error), HR_OK);
    hr_enumeration_clear(&c->result);
    c->options.max_depth = DEEPEST + 1;
    c->events = (events){0};
    assert_int_equal(hr_frontier_enumerate(hr_test_world(), c->puzzle, &c->options, &c->result, &c->error), HR_OK);
    assert_int_equal(c->events.n[HR_EVENT_RESUMED], rank() == 0);
    assert_int_equal(c->events.n[HR_EVENT_REFUSED], 0);
    assert_int_equal(c->result.layer_count, whole.layer_count);
    for (size_t d = 0; d < whole.layer_count; d++) {
        assert_int_equal(c->result.layers[d].states, whole.layers[d].states);
        assert_int_equal(c->result.layers[d].fingerprint, whole.layers[d].fingerprint);
    }
    hr_enumeration_clear(&whole);
    hr_enumeration_clear(&c->result);
    hr_puzzle_destroy(&c->puzzle);
}

HR_TEST_IN_DIRECTORY(test_search_goes_on_while_the_disk_takes_its_time) {
    case_run c;
    assert_int_equal(run_case(&c, WAITS), HR_OK);
    if (rank() == 0) {
        assert_int_equal(c.events.n[HR_EVENT_CHECKPOINT], DEEPEST + 1);
        assert_int_equal(c.events.n[HR_EVENT_FAILED], 0);
    }
    check_resumed(&c);
}

HR_TEST_IN_DIRECTORY(test_stop_during_a_write_completes_it) {
    case_run c;
    assert_int_equal(run_case(&c, STOPS), HR_STOPPED);
    assert_int_equal(c.result.layer_count, WATCHED);
    assert_non_null(strstr(c.error.text, "is of layer 12: go on with --resume"));
    if (rank() == 0) {
        assert_int_equal(c.events.n[HR_EVENT_CHECKPOINT], WATCHED);
    }
    assert_int_equal(count_files(".partial"), 0);
    check_resumed(&c);
}

HR_TEST_IN_DIRECTORY(test_full_disk_is_told_once_and_the_run_goes_on) {
    case_run c;
    assert_int_equal(run_case(&c, FAILS), HR_OK);
    if (rank() == 0) {
        assert_int_equal(c.events.n[HR_EVENT_CHECKPOINT], DEEPEST);
        assert_int_equal(c.events.n[HR_EVENT_FAILED], 1);
        assert_int_equal(c.events.failed_layers, WATCHED);
        assert_non_null(strstr(c.events.text, "the disk is full"));
    }
    assert_int_equal(count_files(".partial"), 0);
    check_resumed(&c);
}

HR_TEST_IN_DIRECTORY(test_run_that_fails_during_a_write_leaves_nothing_half_written) {
    case_run c;
    assert_int_equal(run_case(&c, BREAKS), HR_FILE);
    assert_string_equal(c.error.text, "planned");
    assert_int_equal(count_files(".partial"), 0);
    check_resumed(&c);
}
