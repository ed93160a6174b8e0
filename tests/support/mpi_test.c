// SPDX-License-Identifier: MIT
#include "mpi_test.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "comm/exchange/exchange.h"
#include "comm/mpi_types.h"
#include "core/system.h"
#include "puzzle/kinds.h"

static hr_comm *world;
static char failure_text[64]; // for the signal handler, which can't format
static bool has_left;         // some files may still be open, because MPI may use what belongs to them

const hr_comm *hr_test_world(void) { return world; }

uint64_t hr_test_peak_memory(void) {
    uint64_t peak = hr_system_peak_memory();
    assert_int_equal(hr_comm_sum(world, &peak, 1, NULL), HR_OK);
    return peak;
}

size_t hr_test_of_tier(size_t in_short, size_t in_long) {
    const char *tier = getenv("HR_TIER");
    return tier != NULL && strcmp(tier, "short") == 0 ? in_short : in_long;
}

void hr_test_make_directory(char path[64]) {
    const char *temporary = getenv("TMPDIR");
    const bool fits = temporary != NULL && *temporary == '/' && strlen(temporary) <= 32;
    (void)snprintf(path, 64, "%s/hr_test_XXXXXX", fits ? temporary : "/tmp");
    if (hr_comm_rank(world) == 0) {
        assert_non_null(mkdtemp(path));
    }
    assert_int_equal(hr_comm_broadcast(world, path, 64, NULL), HR_OK);
}

void hr_test_for_each_file(const char *directory, void (*change)(const char *path)) {
    assert_int_equal(hr_comm_agree(world, HR_OK, NULL), HR_OK);
    if (hr_comm_rank(world) == 0) {
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
    assert_int_equal(hr_comm_agree(world, HR_OK, NULL), HR_OK);
}

static void remove_file(const char *path) { assert_int_equal(unlink(path), 0); }

void hr_test_remove_directory(const char *path) {
    hr_test_for_each_file(path, remove_file);
    if (hr_comm_rank(world) == 0) {
        assert_int_equal(rmdir(path), 0);
    }
    assert_int_equal(hr_comm_agree(world, HR_OK, NULL), HR_OK);
}

char hr_test_directory[64];

int hr_test_begin_directory(void **state) {
    hr_test_make_directory(hr_test_directory);
    return 0;
}

int hr_test_end_directory(void **state) {
    hr_test_remove_directory(hr_test_directory);
    return 0;
}

uint8_t *hr_test_read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    assert_int_equal(fseek(file, 0, SEEK_SET), 0);
    uint8_t *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

uint64_t hr_test_limit_files(uint64_t bytes) {
    struct rlimit limit;
    assert_true(signal(SIGXFSZ, SIG_IGN) != SIG_ERR); // which would end the process
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    const uint64_t before = limit.rlim_cur;
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    return before;
}

void hr_test_flip_bit(const char *path, uint64_t offset, unsigned bit) {
    unsigned char byte = 0;
    const int file = open(path, O_RDWR);
    assert_true(file >= 0);
    assert_int_equal(pread(file, &byte, 1, (off_t)offset), 1);
    byte = (unsigned char)(byte ^ (1U << bit));
    assert_int_equal(pwrite(file, &byte, 1, (off_t)offset), 1);
    assert_int_equal(close(file), 0);
}

// Of the sanitizer, if there is one.
void __lsan_disable(void) __attribute__((weak)); // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
void __lsan_enable(void) __attribute__((weak));  // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

/// Collective. Returns the bytes that all ranks send for one item from the first rank to `owner`.
static uint64_t bytes_of_one_item(uint32_t owner) {
    const hr_item sent = 1;
    const hr_item *items = NULL;
    size_t n = 0;
    hr_exchange *exchange = NULL;
    hr_exchange_state all = HR_EXCHANGE_MORE;
    assert_int_equal(hr_exchange_create(world, HR_RECORDS_OF(1), &exchange, NULL), HR_OK);
    if (hr_comm_rank(world) == 0) {
        hr_exchange_put(exchange, owner, &sent, 1);
    }
    while (all == HR_EXCHANGE_MORE) {
        assert_int_equal(hr_exchange_turn(exchange, HR_EXCHANGE_DONE, &items, &n, &all, NULL), HR_OK);
    }
    assert_int_equal(hr_exchange_finish(exchange, &items, &n, NULL), HR_OK);
    uint64_t bytes = hr_exchange_bytes_sent(exchange);
    assert_int_equal(hr_comm_sum(world, &bytes, 1, NULL), HR_OK);
    hr_exchange_destroy(&exchange);
    return bytes;
}

void hr_test_through_relays(void (*test)(void **state), void **state) {
    const int ranks = hr_comm_size(world);
    hr_exchange_force_relays(world, ranks > 1 ? 2 : 1, 2000);
    if (ranks >= 4) { // the first rank has another row and another column than the fourth
        assert_int_equal(bytes_of_one_item(3), 2 * bytes_of_one_item(1));
    }
    test(state);
    hr_exchange_force_relays(hr_test_world(), 0, 0);
}

void hr_test_begin_leaving(void) {
    has_left = true;
    if (__lsan_disable != NULL) {
        __lsan_disable();
    }
}

void hr_test_end_leaving(void) {
    if (__lsan_enable != NULL) {
        __lsan_enable();
    }
    world->health->left = false;
}

/// cmocka has just printed the assertion's place without a newline.
static void name_rank(int signal_number) {
    (void)!write(STDERR_FILENO, failure_text, strlen(failure_text));
    (void)signal(signal_number, SIG_DFL); // back to abort(), which ends this rank; mpirun ends the others
}

/// Is it a file in memory, or one that a test has removed?
static bool is_removed_file(const char *name) {
    const bool ours =
        strstr(name, "/hr_test_") != NULL || strstr(name, "/tmp/huarong") != NULL || strstr(name, "/memfd:huarong") != NULL;
    return ours && strstr(name, " (deleted)") != NULL; // hwloc has files in /tmp, too
}

/// Every file that the tests have opened is closed, and no file is mapped into memory any more.
static void test_no_file_stays_open(void **state) {
    char line[512];
    DIR *files = opendir("/proc/self/fd");
    FILE *mapped = fopen("/proc/self/maps", "r");
    assert_true(files != NULL && mapped != NULL);
    for (const struct dirent *entry = readdir(files); entry != NULL && !has_left; entry = readdir(files)) {
        const ssize_t length = readlinkat(dirfd(files), entry->d_name, line, sizeof line - 1);
        line[length > 0 ? length : 0] = '\0';
        if (is_removed_file(line)) {
            fail_msg("%s is still open", line);
        }
    }
    while (!has_left && fgets(line, sizeof line, mapped) != NULL) {
        if (is_removed_file(line)) {
            fail_msg("still mapped: %s", line);
        }
    }
    assert_int_equal(closedir(files), 0);
    assert_int_equal(fclose(mapped), 0);
}

/// Start MPI, run the tests, end MPI.
int main(void) {
    hr_error error = {.status = HR_OK};
    if (hr_comm_start(&world, &error) != HR_OK) {
        (void)fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    (void)snprintf(failure_text, sizeof failure_text, "\n*** failed on rank %d of %d\n", hr_comm_rank(world), hr_comm_size(world));
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    // With this variable a failed assertion prints and aborts instead of going on with the next test.
    (void)setenv("CMOCKA_TEST_ABORT", "1", 1);
    (void)signal(SIGABRT, name_rank);
    if (hr_comm_rank(world) != 0) {
        cmocka_set_message_output(CM_OUTPUT_TAP); // nothing but failures on stderr
        if (freopen("/dev/null", "w", stdout) == NULL) {
            hr_comm_abort(world, EXIT_FAILURE);
        }
    }
    int failed = hr_test_run_all();
    const struct CMUnitTest last[] = {cmocka_unit_test(test_no_file_stays_open)};
    failed += _cmocka_run_group_tests("what is left", last, 1, NULL, NULL);
    hr_comm_finish(&world);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
