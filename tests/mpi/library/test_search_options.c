// SPDX-License-Identifier: MIT
// Each option of libhuarong-search reaches the engine behind it.
// Ranks: 2

#include "mpi_test.h"

#include <dirent.h>

#include "huarong/search/enumerate.h"
#include "huarong/search/openings.h"
#include "huarong/search/ranks.h"
#include "huarong/search/solve.h"
#include "library/limits.h"
#include "library/words.h"

/// MPI was started for one thread that is not told to be the only one that calls MPI.
static bool single;

// In place of MPI's.
int MPI_Query_thread(int *provided) {
    const int code = PMPI_Query_thread(provided);
    *provided = single ? MPI_THREAD_SINGLE : *provided;
    return code;
}

static hr_ranks *make_ranks(void) {
    hr_ranks *ranks = NULL;
    assert_int_equal(hr_ranks_create(MPI_COMM_WORLD, &ranks, NULL), HR_OK);
    return ranks;
}

HR_TEST(test_mpi_without_threads_is_refused) {
    hr_ranks *ranks = NULL;
    hr_error error = {.text = ""};
    single = true;
    assert_int_equal(hr_ranks_create(MPI_COMM_WORLD, &ranks, &error), HR_USAGE);
    single = false;
    assert_null(ranks);
    assert_non_null(strstr(error.text, "MPI_THREAD_FUNNELED"));
}

HR_TEST(test_where_mpi_runs_all_its_ranks_are_started) {
    int size = 0;
    hr_ranks *ranks = NULL;
    assert_int_equal(hr_ranks_start(&ranks, NULL), HR_OK);
    assert_int_equal(hr_ranks_rank(ranks, &size), hr_comm_rank(hr_test_world()));
    assert_int_equal(size, hr_comm_size(hr_test_world()));
    hr_ranks_destroy(&ranks);
    int ended = 1;
    assert_int_equal(MPI_Finalized(&ended), MPI_SUCCESS);
    assert_false(ended);
}

HR_TEST(test_each_end_and_each_member_of_checkpoints_is_translated) {
    static const hr_search_end ends[] = {
        [HR_STOP_NONE] = HR_SEARCH_COMPLETE,   [HR_STOP_DEPTH] = HR_SEARCH_DEPTH,   [HR_STOP_STATES] = HR_SEARCH_STATES,
        [HR_STOP_SOLVED] = HR_SEARCH_COMPLETE, [HR_STOP_MEMORY] = HR_SEARCH_MEMORY, [HR_STOP_TIME] = HR_SEARCH_TIME,
        [HR_STOP_SIGNAL] = HR_SEARCH_SIGNAL,
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        assert_int_equal(hr_library_end((hr_stop)i), ends[i]);
    }
    const hr_search_checkpoints asked = {.directory = "here", .every = 7.5, .resume = true};
    const hr_checkpoint_options made = hr_library_checkpoints(&asked);
    assert_ptr_equal(made.directory, asked.directory);
    assert_true(made.every == 7.5 && made.resume);
    assert_false(hr_library_checkpoints(&(hr_search_checkpoints){.every = 1}).resume);
}

HR_TEST(test_messages_name_members) {
    hr_error error;
    assert_int_equal(
        hr_error_set(&error, HR_FILE, "f exists: --force, --no-symmetry (--position-nodes, --position-time) or a--b -- --engine x"),
        HR_FILE);
    assert_int_equal(hr_library_words(HR_OK, &error), HR_OK);
    assert_non_null(strstr(error.text, "--force"));
    assert_int_equal(hr_library_words(HR_FILE, &error), HR_FILE);
    assert_string_equal(error.text, "f exists: replace, no_symmetry (max_states, max_seconds) or a--b -- engine x");
    assert_int_equal(hr_library_words(HR_FILE, NULL), HR_FILE);
}

HR_TEST(test_memory_and_time_end_an_enumeration) {
    static const struct {
        hr_search_limits limits;
        const char *said;
    } cases[] = {{{.memory = 1 << 16}, "more than the 32.0 KiB that each may use here (memory)"}, // two ranks on a node
                 {{.max_seconds = 1e-9}, "stopped by the time limit before the first layer"}};
    hr_ranks *ranks = make_ranks();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const hr_search_enumeration_options options = {
            .puzzle = {.spec = "tile:3x3"}, .engine = "frontier", .limits = cases[i].limits};
        hr_search_enumeration *found = NULL;
        hr_error error = {.text = ""};
        assert_int_equal(hr_search_enumerate(ranks, &options, &found, &error), HR_STOPPED);
        assert_non_null(strstr(error.text, cases[i].said));
        assert_null(found);
    }
    hr_ranks_destroy(&ranks);
}

/// As if the disk became full while the table is written: what was counted is there all the same.
HR_TEST_IN_DIRECTORY(test_an_enumeration_without_its_table_has_its_layers) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    hr_ranks *ranks = make_ranks();
    static const char *const engines[] = {"frontier", "planes"};
    for (size_t i = 0; i < 2; i++) {
        const hr_search_enumeration_options options = {.puzzle = {.spec = "tile:3x3"}, .engine = engines[i], .table = path};
        hr_search_enumeration *found = NULL;
        hr_error error = {.text = ""};
        const uint64_t usual = hr_test_limit_files(1);
        const hr_status status = hr_search_enumerate(ranks, &options, &found, &error);
        (void)hr_test_limit_files(usual);
        assert_int_equal(status, HR_FILE);
        assert_non_null(strstr(error.text, path));
        assert_non_null(found);
        assert_int_equal(found->states, 181440);
        assert_true(found->whole && !found->table_written);
        assert_int_equal(found->end, HR_SEARCH_COMPLETE);
        hr_search_enumeration_destroy(&found);
    }
    hr_ranks_destroy(&ranks);
}

HR_TEST_IN_DIRECTORY(test_openings_go_on_from_their_checkpoint) {
    hr_ranks *ranks = make_ranks();
    hr_search_openings_options options = {.puzzle = {.spec = "klotski:4x4"}, .checkpoints = {.directory = hr_test_directory}};
    hr_search_openings *found = NULL;
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, NULL), HR_OK);
    hr_search_openings_destroy(&found);
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, NULL), HR_USAGE); // there are checkpoints
    assert_null(found);
    options.checkpoints.resume = true;
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, NULL), HR_OK);
    assert_int_equal(found->families_done, found->families);
    hr_search_openings_destroy(&found);
    hr_ranks_destroy(&ranks);
}

HR_TEST_IN_DIRECTORY(test_a_table_of_openings_replaces_a_file_if_asked_to) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/table", hr_test_directory);
    hr_ranks *ranks = make_ranks();
    const hr_piece_set pieces = {.singles = 4};
    hr_search_openings_options options = {.puzzle = {.spec = "klotski:4x4"}, .table = path, .pieces = &pieces};
    hr_search_openings *found = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_search_all_openings(ranks, &options, &found, &error), HR_USAGE);
    assert_string_equal(error.text, "a table holds all openings: leave out the pieces");
    options.pieces = NULL;
    for (int i = 0; i < 2; i++) {
        options.replace = i > 0;
        assert_int_equal(hr_search_all_openings(ranks, &options, &found, &error), HR_OK);
        assert_true(found->table_written);
        hr_search_openings_destroy(&found);
    }
    hr_ranks_destroy(&ranks);
}

static size_t count_files(const char *path) {
    DIR *directory = opendir(path);
    assert_non_null(directory);
    size_t count = 0;
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        count += strstr(entry->d_name, ".hrp") != NULL;
    }
    assert_int_equal(closedir(directory), 0);
    return count;
}

HR_TEST_IN_DIRECTORY(test_a_solver_keeps_its_databases_in_the_directory) {
    hr_ranks *ranks = make_ranks();
    hr_search_solver *solver = NULL;
    const hr_search_solver_options options = {.puzzle = {.spec = "tile:3x3"}, .heuristic = "4-4", .cache = hr_test_directory};
    assert_int_equal(hr_search_solver_create(ranks, &options, &solver, NULL), HR_OK);
    assert_string_equal(hr_search_solver_method(solver), "IDA* by 4-4");
    hr_search_solver_destroy(&solver);
    assert_int_equal(count_files(hr_test_directory), 2);
    hr_ranks_destroy(&ranks);
}

/// A* needs memory for its states, and IDA* without tables none.
HR_TEST(test_memory_is_of_use_where_it_is_needed) {
    static const char *const algorithms[] = {"idastar", "astar"};
    hr_ranks *ranks = make_ranks();
    for (int i = 0; i < 2; i++) {
        const hr_search_solver_options options = {.puzzle = {.spec = "tile:3x3"},
                                                  .algorithm = algorithms[i],
                                                  .heuristic = "manhattan",
                                                  .limits = {.memory = UINT64_C(1) << 30}};
        hr_search_solver *solver = NULL;
        assert_int_equal(hr_search_solver_create(ranks, &options, &solver, NULL), i == 0 ? HR_USAGE : HR_OK);
        hr_search_solver_destroy(&solver);
    }
    hr_ranks_destroy(&ranks);
}

HR_TEST(test_a_puzzle_with_a_start_is_solved_from_it) {
    hr_ranks *ranks = make_ranks();
    hr_search_solver *solver = NULL;
    hr_search_solution *found = NULL;
    const hr_search_solver_options options = {.puzzle = {.spec = "blocks:start: a../...; goal: ..a/..."}};
    assert_int_equal(hr_search_solver_create(ranks, &options, &solver, NULL), HR_OK);
    static const char *const positions[] = {NULL, ".../.a."};
    for (hr_depth i = 0; i < 2; i++) {
        assert_int_equal(hr_search_solve(solver, positions[i], NULL, &found, NULL), HR_OK);
        assert_int_equal(found->length, 2);
        assert_string_equal(found->states[0], i == 0 ? "a../..." : ".../.a.");
        assert_string_equal(found->states[2], "..a/...");
        hr_search_solution_destroy(&found);
    }
    hr_search_solver_destroy(&solver);
    hr_ranks_destroy(&ranks);
}
