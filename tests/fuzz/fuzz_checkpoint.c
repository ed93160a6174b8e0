// SPDX-License-Identifier: MIT
// Any bytes as the checkpoint of a run that goes on. The first byte chooses the run; with bit 7 the file is taken as it is. Else
// checksums and sizes are made right first, so that what lies behind them is reached, and the facts get the counts and fingerprints
// of the states that the file holds (fuzz_seal.h). With bit 6 sizes and counts stay as they are. A checkpoint with planes on disks
// comes after the number of changes of the planes and the changes (fuzz_scratch.h). No file brings a run down: it goes on, or is
// refused.

#include <stdio.h>
#include <string.h>

#include "fuzz_paths.h"
#include "fuzz_scratch.h"
#include "fuzz_seal.h"
#include "fuzz_world.h"
#include "huarong/table.h"

// The runs.

/// What the messages of a run's own checks say.
static const char *const CHECKS[] = {"cannot be right", "found twice", "please report this", "keeps no states after more than"};

static void judge(hr_status status, const hr_error *error) {
    const bool told =
        memchr(error->text, '\0', sizeof error->text) != NULL && error->text[0] != '\0' && strchr(error->text, '\n') == NULL;
    hr_fuzz_require(status == HR_OK || told, "an error text is one line");
    // What no reader can see, because it is a matter of the whole space, a run's own checks find.
    bool caught = false;
    for (size_t i = 0; i < sizeof CHECKS / sizeof CHECKS[0] && status == HR_INTERNAL; i++) {
        caught = caught || strstr(error->text, CHECKS[i]) != NULL;
    }
    hr_fuzz_require(status == HR_OK || status == HR_FILE || status == HR_STOPPED || caught,
                    status == HR_INTERNAL ? error->text : "a run goes on or refuses");
}

/// A table that was written of what a file said can be opened.
static void check_table(const char *path) {
    hr_error error = {.text = ""};
    hr_table *table = NULL;
    hr_fuzz_require(hr_table_open(path, &table, &error) == HR_OK, "a table that was written can be opened");
    hr_fuzz_require(hr_table_check(table, 0, UINT64_MAX, &error) == HR_OK, "a table that was written is whole");
    hr_table_close(&table);
}

static void write_table(hr_table_sink *sink, const char *path, const hr_enumeration *result) {
    hr_error error = {.text = ""};
    const hr_status status = hr_table_sink_write(sink, path, true, result, NULL, &error);
    judge(status, &error);
    if (status == HR_OK) {
        check_table(path);
    }
}

static void try_enumeration(hr_fuzz_run run, const char *directory) {
    hr_error error = {.text = ""};
    hr_fuzz_found found;
    const hr_status status = hr_fuzz_enumerate(run, directory, HR_DEPTH_UNREACHED, &found, &error);
    judge(status, &error);
    char path[200];
    (void)snprintf(path, sizeof path, "%s/%s", directory, HR_FUZZ_TABLE);
    if (status == HR_OK && found.sink != NULL) {
        write_table(found.sink, path, &found.result);
    }
    if (status == HR_OK && run == HR_FUZZ_ROWS) {
        check_table(path);
    }
    hr_fuzz_clear(&found);
}

static void try_solve(hr_fuzz_run run, const char *directory) {
    hr_error error = {.text = ""};
    hr_idastar_stream stream;
    const hr_status status = hr_fuzz_solve(run, directory, 0, &stream, &error);
    judge(status, &error);
    if (status == HR_OK) {
        hr_fuzz_check_paths(run, &stream);
    }
    hr_idastar_stream_clear(&stream);
}

static void try_path(hr_fuzz_run run, const char *directory) {
    hr_error error = {.text = ""};
    hr_path path;
    const hr_status status = hr_fuzz_find_path(run, directory, 0, &path, &error);
    judge(status, &error);
    if (status == HR_OK) {
        hr_fuzz_check_path(run, &path);
    }
    hr_path_clear(&path);
}

/// Put the checkpoint into the directory of all inputs.
static void put_checkpoint(hr_fuzz_run run, uint8_t choice, const uint8_t *data, size_t size) {
    static uint8_t bytes[HR_FUZZ_FILE_MOST];
    memcpy(bytes, data, size);
    if (run == HR_FUZZ_SCRATCH) {
        hr_fuzz_show_number(bytes, size);
    }
    if ((choice & 128U) == 0) {
        hr_fuzz_seal(bytes, size, run, (choice & 64U) == 0);
    }
    hr_fuzz_write("checkpoint-000001", bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || size > HR_FUZZ_FILE_MOST) {
        return 0;
    }
    const hr_fuzz_run run = (hr_fuzz_run)((data[0] & 31U) % HR_FUZZ_RUNS);
    size_t begin = 1;
    if (run == HR_FUZZ_SCRATCH) {
        const size_t changes = data[1];
        begin += 1 + changes * HR_FUZZ_CHANGE_BYTES;
        if (begin > size) {
            return 0;
        }
        hr_fuzz_put_planes(data + 2, changes);
    } else {
        (void)hr_fuzz_directory();
    }
    put_checkpoint(run, data[0], data + begin, size - begin);
    if (hr_fuzz_enumerates(run)) {
        try_enumeration(run, hr_fuzz_same_directory());
    } else if (hr_fuzz_finds_path(run)) {
        try_path(run, hr_fuzz_same_directory());
    } else {
        try_solve(run, hr_fuzz_same_directory());
    }
    return 0;
}
