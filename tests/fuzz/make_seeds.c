// SPDX-License-Identifier: MIT
// Good inputs for fuzz_checkpoint, fuzz_pattern and fuzz_records, from the program's own writers: make_seeds DIRECTORY fills its
// folders `checkpoint`, `pattern` and `records`.

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz_paths.h"
#include "fuzz_scratch.h"
#include "fuzz_world.h"
#include "openings/openings.h"
#include "puzzle/kinds.h"
#include "solve/patterns/store.h"

/// Copy a file of the directory behind a first byte.
static void copy_file(const char *from, const char *to, int first) {
    static uint8_t bytes[1 << 16];
    FILE *in = fopen(from, "rb");
    hr_fuzz_require(in != NULL, from);
    const size_t size = fread(bytes, 1, sizeof bytes, in);
    hr_fuzz_require(size > 0 && size < sizeof bytes - 1, "an input is small");
    (void)fclose(in);
    FILE *out = fopen(to, "wb");
    hr_fuzz_require(out != NULL && fputc(first, out) == first && fwrite(bytes, 1, size, out) == size && fclose(out) == 0, to);
}

/// The last file of the directory, in order of names, that begins with this prefix.
static void find_last(const char *directory, const char *prefix, char path[400]) {
    path[0] = '\0';
    char last[256] = "";
    DIR *stream = opendir(directory);
    hr_fuzz_require(stream != NULL, "the directory can be read");
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0 && strcmp(entry->d_name, last) > 0) {
            (void)snprintf(last, sizeof last, "%s", entry->d_name);
        }
    }
    (void)closedir(stream);
    hr_fuzz_require(last[0] != '\0', "there is a file");
    (void)snprintf(path, 400, "%s/%s", directory, last);
}

/// Copy a checkpoint. If its planes are on disks, the number of changes of the planes comes before it, which is 0.
static void copy_checkpoint(const char *directory, hr_fuzz_run run, const char *to) {
    static uint8_t bytes[1 << 16];
    char from[400];
    find_last(directory, "checkpoint-", from);
    if (run != HR_FUZZ_SCRATCH) {
        copy_file(from, to, (int)run);
        return;
    }
    FILE *file = fopen(from, "r+b");
    hr_fuzz_require(file != NULL, from);
    const size_t size = fread(bytes + 1, 1, sizeof bytes - 1, file) + 1;
    hr_fuzz_hide_number(directory, bytes + 1, size - 1);
    rewind(file);
    hr_fuzz_require(fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "the checkpoint without the directory's number");
    copy_file(from, to, (int)run);
}

static void make_enumeration(hr_fuzz_run run, const char *name, hr_depth depth, const char *folder) {
    const char *directory = hr_fuzz_directory();
    hr_error error = {.text = ""};
    hr_fuzz_found found;
    char to[400];
    hr_fuzz_require(hr_fuzz_enumerate(run, directory, depth, &found, &error) == HR_OK, error.text);
    hr_fuzz_clear(&found);
    (void)snprintf(to, sizeof to, "%.300s/checkpoint/%s-%u", folder, name, depth);
    copy_checkpoint(directory, run, to);
}

static void make_solve(hr_fuzz_run run, const char *name, int writes, const char *folder) {
    const char *directory = hr_fuzz_directory();
    hr_error error = {.text = ""};
    hr_idastar_stream stream;
    char to[400];
    hr_fuzz_require(hr_fuzz_solve(run, directory, writes, &stream, &error) == HR_OK, error.text);
    hr_idastar_stream_clear(&stream);
    (void)snprintf(to, sizeof to, "%.300s/checkpoint/%s-%d", folder, name, writes);
    copy_checkpoint(directory, run, to);
}

static void make_path(hr_fuzz_run run, const char *name, hr_count most, const char *folder) {
    const char *directory = hr_fuzz_directory();
    hr_error error = {.text = ""};
    hr_path path;
    char to[400];
    hr_fuzz_require(hr_fuzz_find_path(run, directory, most, &path, &error) == HR_OK, error.text);
    hr_fuzz_check_path(run, &path);
    hr_path_clear(&path);
    (void)snprintf(to, sizeof to, "%.300s/checkpoint/%s-%d", folder, name, (int)most);
    copy_checkpoint(directory, run, to);
}

static void make_records(bool distances, const char *folder) {
    const char *directory = hr_fuzz_directory();
    const hr_openings_options options = {.filter = HR_OPENINGS_ALL,
                                         .components = true,
                                         .keep_distances = distances,
                                         .checkpoint = {.directory = directory, .every = 1e9}};
    hr_error error = {.text = ""};
    hr_puzzle *puzzle = NULL;
    hr_openings openings;
    char from[400];
    char to[400];
    hr_fuzz_require(hr_puzzle_create(&(hr_puzzle_options){.spec = HR_FUZZ_OPENINGS}, &puzzle, &error) == HR_OK, error.text);
    hr_fuzz_require(hr_openings_run(hr_fuzz_world(), puzzle, &options, &openings, &error) == HR_OK, error.text);
    hr_openings_clear(&openings);
    hr_puzzle_destroy(&puzzle);
    find_last(directory, "openings-", from);
    (void)snprintf(to, sizeof to, "%.300s/records/%s", folder, distances ? "distances" : "figures");
    copy_file(from, to, distances ? 7 : 5);
}

/// Make the database of three tiles in the directory. `first` chooses what fuzz_pattern does with it.
static void make_database(bool regions, const char *name, int first, const char *folder) {
    const char *directory = hr_fuzz_directory();
    const hr_pattern_cache cache = {.directory = directory};
    const hr_pattern pattern = {.width = 3, .height = 3, .blank = 0, .tiles = 3, .home = {1, 2, 3}, .regions = regions};
    hr_pattern_database database;
    hr_error error = {.text = ""};
    char from[400];
    char to[400];
    hr_fuzz_require(hr_pattern_provide(hr_fuzz_world(), &cache, &pattern, &database, &error) == HR_OK, error.text);
    hr_pattern_database_clear(&database);
    find_last(directory, regions ? "regions-" : "pattern-", from);
    (void)snprintf(to, sizeof to, "%.300s/pattern/%s", folder, name);
    copy_file(from, to, first);
}

static void make_folder(const char *folder, const char *name) {
    char path[400];
    (void)snprintf(path, sizeof path, "%.300s/%s", folder, name);
    (void)mkdir(path, 0777);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        (void)fprintf(stderr, "use: make_seeds DIRECTORY\n");
        return EXIT_FAILURE;
    }
    static const char *const NAMES[HR_FUZZ_RUNS] = {"slide", "klotski", "marked",  "index",   "keys",   "planes",  "solve",
                                                    "count", "lines",   "rows",    "scratch", "blocks", "ordered", "regions",
                                                    "drops", "astar",   "bounded", "layers",  "sides"};
    (void)mkdir(argv[1], 0777);
    make_folder(argv[1], "checkpoint");
    make_folder(argv[1], "pattern");
    make_folder(argv[1], "records");
    for (int run = 0; run < HR_FUZZ_RUNS; run++) {
        if (hr_fuzz_enumerates((hr_fuzz_run)run)) {
            make_enumeration((hr_fuzz_run)run, NAMES[run], 2, argv[1]);
            make_enumeration((hr_fuzz_run)run, NAMES[run], run == HR_FUZZ_KLOTSKI ? 3 : 9, argv[1]);
        } else if (hr_fuzz_finds_path((hr_fuzz_run)run)) {
            make_path((hr_fuzz_run)run, NAMES[run], 20, argv[1]);
            make_path((hr_fuzz_run)run, NAMES[run], 0, argv[1]);
        } else {
            make_solve((hr_fuzz_run)run, NAMES[run], 3, argv[1]);
            make_solve((hr_fuzz_run)run, NAMES[run], 40, argv[1]);
        }
    }
    make_database(false, "direct", 8, argv[1]);
    make_database(false, "direct_sealed", 11, argv[1]);
    make_database(true, "regions", 4, argv[1]);
    make_database(true, "regions_sealed", 7, argv[1]);
    make_records(false, argv[1]);
    make_records(true, argv[1]);
    return EXIT_SUCCESS;
}
