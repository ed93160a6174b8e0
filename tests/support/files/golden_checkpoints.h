// SPDX-License-Identifier: MIT
#ifndef HR_GOLDEN_CHECKPOINTS_H
#define HR_GOLDEN_CHECKPOINTS_H

// Checkpoints in golden/formats: a run writes the same bytes, goes on from the golden bytes, and refuses them with another version.

#include "files/golden_files.h"

#include "core/hash.h"
#include "run/checkpoint/format.h"
#include "run/enumeration.h"
#include "unit_test.h"

/// The place of a checkpoint in golden/formats, and the run that writes it.
typedef struct golden_run {
    const char *name; ///< the golden file
    hr_puzzle_options puzzle;
    hr_depth depth; ///< the run ends after the layer at this depth
    hr_status (*search)(hr_puzzle *puzzle, hr_enumerate_options *options, hr_enumeration *result, hr_error *error);
    bool scratch; ///< the planes or lines are in scratch files
} golden_run;

/// Section 5 of the plane engine and of the line engine holds the number in the names of the scratch files.
enum { GOLDEN_SCRATCH_SECTION = 5 };

/// What a golden file has in the place of what the clock or the directory decides.
enum { GOLDEN_FACT_SECONDS = 1, GOLDEN_FACT_HEAD = 3, GOLDEN_LAYER_SECONDS = 4, GOLDEN_LAYER_WORDS = 6, GOLDEN_SCRATCH_NUMBER = 1 };

static inline hr_checkpoint_head golden_head(const golden_file *f) {
    hr_checkpoint_head head;
    assert_int_equal(hr_head_check(&hr_checkpoint_format, "written", f->bytes, sizeof head, NULL), HR_OK);
    memcpy(&head, f->bytes, sizeof head);
    assert_int_equal(head.tail_checksum, hr_hash_bytes(f->bytes + head.tail_offset, f->size - head.tail_offset));
    return head;
}

/// Make the checksums of the tail and of the head right.
static inline void golden_seal(golden_file *f, hr_checkpoint_head head) {
    head.tail_checksum = hr_hash_bytes(f->bytes + head.tail_offset, f->size - head.tail_offset);
    memcpy(f->bytes, &head, sizeof head);
    hr_head_seal(&hr_checkpoint_format, f->bytes, sizeof head);
}

/// Set the seconds of the run and of its layers to 0, under right checksums.
static inline void golden_forget_times(golden_file *f) {
    const hr_checkpoint_head head = golden_head(f);
    uint8_t *facts = f->bytes + head.tail_offset + hr_checkpoint_padded(head.identity_bytes);
    for (size_t i = GOLDEN_FACT_SECONDS; i < head.fact_count;
         i = i == GOLDEN_FACT_SECONDS ? GOLDEN_FACT_HEAD + GOLDEN_LAYER_SECONDS : i + GOLDEN_LAYER_WORDS) {
        memset(facts + i * sizeof(uint64_t), 0, sizeof(uint64_t));
    }
    golden_seal(f, head);
}

/// Give the scratch files another number, under right checksums. Returns the number that they had.
static inline uint64_t golden_number_scratch(golden_file *f, uint64_t number) {
    const hr_checkpoint_head head = golden_head(f);
    uint8_t *list = f->bytes + f->size - head.block_count * sizeof(hr_checkpoint_block);
    for (size_t i = 0; i < head.block_count; i++) {
        hr_checkpoint_block block;
        memcpy(&block, list + i * sizeof block, sizeof block);
        if (block.section == GOLDEN_SCRATCH_SECTION) {
            uint64_t before = 0;
            assert_int_equal(block.size, sizeof before);
            memcpy(&before, f->bytes + block.offset, sizeof before);
            memcpy(f->bytes + block.offset, &number, sizeof number);
            block.checksum = hr_hash_bytes(&number, sizeof number);
            memcpy(list + i * sizeof block, &block, sizeof block);
            golden_seal(f, head);
            return before;
        }
    }
    fail_msg("the checkpoint does not name its scratch files");
    return 0;
}

static char golden_kept[64];    ///< the directory of the checkpoints
static char golden_scratch[64]; ///< the directory of the scratch files
static char golden_path[512];   ///< the newest checkpoint
static char golden_said[512];   ///< why a checkpoint was refused

/// Keep the newest of the checkpoints only: their names are in the order of their numbers.
static inline void golden_note_path(const char *path) {
    if (strstr(path, "/lock") != NULL) {
        return;
    }
    const bool newer = strcmp(path, golden_path) > 0;
    const char *older = newer ? golden_path : path;
    assert_true(older[0] == '\0' || remove(older) == 0);
    if (newer) {
        (void)snprintf(golden_path, sizeof golden_path, "%s", path);
    }
}

static inline void golden_note(const hr_event *event, void *context) {
    if (event->kind == HR_EVENT_REFUSED) {
        (void)snprintf(golden_said, sizeof golden_said, "%s", event->text);
    }
}

/// Search with checkpoints up to this depth, or without any.
static inline hr_status golden_search(const golden_run *run, hr_depth depth, bool keeps, hr_enumeration *result, hr_error *error) {
    hr_puzzle *puzzle = made_puzzle(&run->puzzle);
    hr_enumerate_options options = {.max_depth = depth, .event = golden_note};
    if (keeps) {
        options.checkpoint = (hr_checkpoint_options){.directory = golden_kept, .every = 1e9, .resume = true};
    }
    if (run->scratch) {
        options.scratch = (hr_scratch_options){.paths = {golden_scratch}, .count = 1};
    }
    const hr_status status = run->search(puzzle, &options, result, error);
    hr_puzzle_destroy(&puzzle);
    return status;
}

/// Let the run write its checkpoint, compare the bytes, and put the golden bytes in their place, with this version.
static inline void golden_begin(const golden_run *run, uint32_t version) {
    static golden_file file;
    uint64_t number = 0;
    hr_enumeration result;
    hr_error error = {.text = ""};
    hr_test_make_directory(golden_kept);
    hr_test_make_directory(golden_scratch);
    if (golden_search(run, run->depth, true, &result, &error) != HR_OK) {
        fail_msg("%s: %s", run->name, error.text);
    }
    hr_enumeration_clear(&result);
    golden_path[0] = '\0';
    hr_test_for_each_file(golden_kept, golden_note_path);
    golden_read(golden_path, &file);
    golden_forget_times(&file);
    if (run->scratch) {
        number = golden_number_scratch(&file, GOLDEN_SCRATCH_NUMBER);
    }
    golden_expect(&file, run->name);
    golden_get(run->name, &file);
    if (run->scratch) {
        (void)golden_number_scratch(&file, number);
    }
    ((hr_head *)file.bytes)->version = version; // no checksum covers the version
    golden_write(golden_path, &file);
}

static inline void golden_end(void) {
    hr_test_remove_directory(golden_kept);
    hr_test_remove_directory(golden_scratch);
}

/// A run that goes on from the golden checkpoint comes to the result of a run without checkpoints.
static inline void golden_check_read(const golden_run *run) {
    hr_enumeration whole;
    hr_enumeration rest;
    hr_error error = {.text = ""};
    golden_begin(run, hr_checkpoint_format.version);
    assert_int_equal(golden_search(run, run->depth + 3, false, &whole, &error), HR_OK);
    assert_int_equal(whole.layer_count, run->depth + 4);
    golden_said[0] = '\0';
    if (golden_search(run, run->depth + 3, true, &rest, &error) != HR_OK) {
        fail_msg("%s: %s", run->name, error.text);
    }
    assert_string_equal(golden_said, "");
    assert_int_equal(rest.layer_count, whole.layer_count);
    for (size_t d = 0; d < whole.layer_count; d++) {
        assert_int_equal(rest.layers[d].states, whole.layers[d].states);
        assert_int_equal(rest.layers[d].canonical, whole.layers[d].canonical);
        assert_int_equal(rest.layers[d].solved, whole.layers[d].solved);
        assert_int_equal(rest.layers[d].fingerprint, whole.layers[d].fingerprint);
        assert_true(d > run->depth || rest.layers[d].seconds == 0); // these layers come from the golden file
    }
    hr_enumeration_clear(&rest);
    hr_enumeration_clear(&whole);
    golden_end();
}

/// The golden checkpoint with another version is refused, and stays. `then`: what the message says must be done.
static inline void golden_check_version(const golden_run *run, uint32_t version, const char *then) {
    static golden_file before;
    static golden_file after;
    char wanted[200];
    hr_enumeration rest;
    hr_error error = {.text = ""};
    golden_begin(run, version);
    golden_read(golden_path, &before);
    assert_int_equal(golden_search(run, run->depth + 3, true, &rest, &error), HR_FILE);
    (void)snprintf(wanted, sizeof wanted, "checkpoint format version %u, but this program reads version %u: %s", version,
                   hr_checkpoint_format.version, then);
    if (strstr(error.text, wanted) == NULL) {
        fail_msg("%s: '%s' without '%s'", run->name, error.text, wanted);
    }
    golden_read(golden_path, &after);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.bytes, before.bytes, before.size);
    hr_enumeration_clear(&rest);
    golden_end();
}

static inline void golden_check_versions(const golden_run *run) {
    golden_check_version(run, hr_checkpoint_format.version - 1, "begin the run again");
    golden_check_version(run, hr_checkpoint_format.version + 1, "use a newer huarong");
}

#endif
