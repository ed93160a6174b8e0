// SPDX-License-Identifier: MIT
// How much memory a run may take: read from made-up /proc, /sys and environments.

#include <sys/stat.h>
#include <unistd.h>

#include "core/memory_room.h"
#include "unit_test.h"

#define MIB (UINT64_C(1) << 20)

static char root[] = "/tmp/hr_memory_XXXXXX";

/// Write a file below the root, and the folders on the way.
static void put(const char *path, const char *text) {
    char name[512];
    const int length = snprintf(name, sizeof name, "%s%s", root, path);
    assert_true(length > 0 && (size_t)length < sizeof name);
    for (char *at = name + strlen(root) + 1; *at != '\0'; at++) {
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(name, 0700);
            *at = '/';
        }
    }
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void remove_tree(void) {
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", root);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): a path of our own
}

/// A node with 8000 MiB available whose process has no limits of its own.
static int set_up(void **state) {
    (void)snprintf(root, sizeof root, "/tmp/hr_memory_XXXXXX");
    if (mkdtemp(root) == NULL) {
        return -1;
    }
    put("/proc/meminfo", "MemTotal:       16384000 kB\nMemFree:          100000 kB\nMemAvailable:    8192000 kB\n");
    put("/proc/self/status", "Name:\thuarong\nVmSize:\t  409600 kB\nVmRSS:\t   51200 kB\nVmData:\t  102400 kB\n");
    put("/proc/self/limits", "Limit                     Soft Limit           Hard Limit           Units     \n"
                             "Max data size             unlimited            unlimited            bytes     \n"
                             "Max address space         unlimited            unlimited            bytes     \n");
    return 0;
}

static int tear_down(void **state) {
    remove_tree();
    return 0;
}

static const char *const NOTHING[] = {NULL};

static hr_memory_room read_room(const char *const *environment, int node_ranks) {
    hr_memory_room room;
    hr_memory_room_read(root, environment, node_ranks, &room);
    return room;
}

static void expect_node(const char *const *environment, int node_ranks, uint64_t bytes, const char *source) {
    const hr_memory_room room = read_room(environment, node_ranks);
    assert_int_equal(room.node.bytes, bytes);
    assert_string_equal(room.node.source, source);
}

/// One group of version 1: its limit and usage in bytes, and its pages of files not used lately and used lately.
static void put_group_1(const char *group, const char *limit, const char *usage, const char *pages) {
    char path[256];
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup/memory%s/memory.limit_in_bytes", group);
    put(path, limit);
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup/memory%s/memory.usage_in_bytes", group);
    put(path, usage);
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup/memory%s/memory.stat", group);
    put(path, pages);
}

static void put_group_2(const char *group, const char *max, const char *high, const char *current) {
    char path[256];
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", group);
    put(path, max);
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.high", group);
    put(path, high);
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.current", group);
    put(path, current);
}

#define MOUNTS_1                                                                                                                   \
    "30 23 0:26 / /sys rw,nosuid - sysfs sysfs rw\n"                                                                               \
    "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n"                                        \
    "35 31 0:32 %s /sys/fs/cgroup/memory rw,relatime shared:12 master:3 - cgroup cgroup rw,memory\n"
#define MOUNTS_2 "30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev shared:4 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot\n"

static void put_mounts_1(const char *mounted) {
    char text[512];
    (void)snprintf(text, sizeof text, MOUNTS_1, mounted);
    put("/proc/self/mountinfo", text);
}

HR_TEST_BETWEEN(test_an_unlimited_process_has_what_the_node_has, set_up, tear_down) {
    expect_node(NOTHING, 1, 8000 * MIB, "available memory");
    assert_int_equal(read_room(NOTHING, 1).process.bytes, UINT64_MAX);
}

HR_TEST_BETWEEN(test_a_system_that_tells_nothing_sets_no_limit, set_up, tear_down) {
    remove_tree();
    const hr_memory_room room = read_room(NOTHING, 3);
    assert_int_equal(room.node.bytes, UINT64_MAX);
    assert_int_equal(hr_memory_room_share(&room, 3).bytes, UINT64_MAX);
    assert_int_equal(hr_memory_room_total(&room, 3).bytes, UINT64_MAX);
}

HR_TEST_BETWEEN(test_version_1_group_limits_less_what_is_used, set_up, tear_down) {
    put_mounts_1("/");
    put("/proc/self/cgroup", "9:name=systemd:/other\n4:memory:/batch/job_7\n0::/\n");
    put_group_1("/batch/job_7", "838860800\n", "209715200\n", "inactive_file 1\n");
    expect_node(NOTHING, 1, 600 * MIB, "control group /batch/job_7");
    // 200 MiB used, of which 50 are file pages that can go at once, and 40 that were used lately.
    put_group_1("/batch/job_7", "838860800\n", "209715200\n",
                "cache 0\ninactive_file 1\ntotal_inactive_file 52428800\ntotal_active_file 41943040\n");
    expect_node(NOTHING, 1, 670 * MIB, "control group /batch/job_7");
    put_group_1("/batch/job_7", "838860800\n", "848860800\n", "");
    expect_node(NOTHING, 1, 0, "control group /batch/job_7");
    put_group_1("/batch/job_7", "9223372036854771712\n", "209715200\n", "");
    expect_node(NOTHING, 1, 8000 * MIB, "available memory");
}

HR_TEST_BETWEEN(test_every_group_up_to_the_root_counts, set_up, tear_down) {
    put_mounts_1("/");
    put("/proc/self/cgroup", "4:cpu,memory:/batch/job_7/step_0\n");
    put_group_1("/batch/job_7/step_0", "9223372036854771712\n", "104857600\n", "");
    put_group_1("/batch/job_7", "1073741824\n", "104857600\n", "");
    put_group_1("/batch", "2147483648\n", "1992294400\n", ""); // other jobs fill it
    put_group_1("", "9223372036854771712\n", "104857600\n", "");
    expect_node(NOTHING, 1, 148 * MIB, "control group /batch");
    put_group_1("", "536870912\n", "429916160\n", "");
    expect_node(NOTHING, 1, 102 * MIB, "control group /");
}

HR_TEST_BETWEEN(test_the_group_of_the_mount_itself_and_limits_without_a_usage, set_up, tear_down) {
    put_mounts_1("/");
    put("/proc/self/cgroup", "4:memory:/\n");
    put_group_1("", "838860800\n", "209715200\n", "");
    expect_node(NOTHING, 1, 600 * MIB, "control group /");
    put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "?\n");
    expect_node(NOTHING, 1, 800 * MIB, "control group /");
    put("/sys/fs/cgroup/memory/memory.stat", "total_inactive_file 52428800\n");
    expect_node(NOTHING, 1, 800 * MIB, "control group /");
    put_group_1("", "209715200\n", "104857600\n", "total_inactive_file 209715200\n"); // more than is used
    expect_node(NOTHING, 1, 200 * MIB, "control group /");
}

HR_TEST_BETWEEN(test_version_2_groups_count_max_and_high, set_up, tear_down) {
    put("/proc/self/mountinfo", MOUNTS_2);
    put("/proc/self/cgroup", "0::/user.slice/run-7.scope\n");
    put_group_2("/user.slice/run-7.scope", "838860800\n", "max\n", "104857600\n");
    expect_node(NOTHING, 1, 700 * MIB, "control group /user.slice/run-7.scope");
    put_group_2("/user.slice/run-7.scope", "838860800\n", "524288000\n", "104857600\n");
    expect_node(NOTHING, 1, 400 * MIB, "control group /user.slice/run-7.scope");
    put("/sys/fs/cgroup/user.slice/run-7.scope/memory.stat", "anon 7\ninactive_file 10485760\nactive_file 20971520\n");
    expect_node(NOTHING, 1, 420 * MIB, "control group /user.slice/run-7.scope");
    put_group_2("/user.slice", "314572800\n", "max\n", "104857600\n");
    expect_node(NOTHING, 1, 200 * MIB, "control group /user.slice");
    put_group_2("/user.slice", "max\n", "max\n", "104857600\n");
    put_group_2("/user.slice/run-7.scope", "max\n", "max\n", "104857600\n");
    expect_node(NOTHING, 1, 8000 * MIB, "available memory");
}

HR_TEST_BETWEEN(test_a_container_that_sees_only_its_own_groups, set_up, tear_down) {
    put_mounts_1("/docker/abc"); // the mount shows /docker/abc and what is below
    put_group_1("", "838860800\n", "0\n", "");
    put_group_1("/inner", "419430400\n", "0\n", "");
    put("/proc/self/cgroup", "4:memory:/docker/abc\n");
    expect_node(NOTHING, 1, 800 * MIB, "control group /");
    put("/proc/self/cgroup", "4:memory:/docker/abc/inner\n");
    expect_node(NOTHING, 1, 400 * MIB, "control group /inner");
    put("/proc/self/cgroup", "4:memory:/docker/abcd\n"); // not below the mount
    expect_node(NOTHING, 1, 800 * MIB, "control group /");
    put("/proc/self/cgroup", "4:memory:/../../system.slice\n");
    expect_node(NOTHING, 1, 800 * MIB, "control group /");
}

HR_TEST_BETWEEN(test_limits_of_the_process_count_for_each_rank, set_up, tear_down) {
    put("/proc/self/limits", "Max data size             unlimited            unlimited            bytes     \n"
                             "Max address space         1048576000           unlimited            bytes     \n");
    hr_memory_room room = read_room(NOTHING, 4);
    assert_int_equal(room.process.bytes, 600 * MIB); // 1000 MiB, of which 400 are taken
    assert_string_equal(room.process.source, "address space, ulimit -v");
    put("/proc/self/limits", "Max data size             524288000            524288000            bytes     \n"
                             "Max address space         1048576000           unlimited            bytes     \n");
    room = read_room(NOTHING, 4);
    assert_int_equal(room.process.bytes, 400 * MIB); // 500 MiB, of which 100 are taken
    assert_string_equal(room.process.source, "data, ulimit -d");
    assert_int_equal(hr_memory_room_share(&room, 4).bytes, 400 * MIB);
    assert_string_equal(hr_memory_room_share(&room, 4).source, "data, ulimit -d");
    assert_int_equal(hr_memory_room_total(&room, 4).bytes, 1600 * MIB);
    assert_int_equal(hr_memory_room_share(&room, 40).bytes, 200 * MIB); // 8000 MiB of the node for 40 ranks
    assert_string_equal(hr_memory_room_share(&room, 40).source, "available memory");
    assert_int_equal(hr_memory_room_total(&room, 40).bytes, 8000 * MIB);
}

HR_TEST_BETWEEN(test_slurm_gives_memory_by_node_or_by_processor, set_up, tear_down) {
    // The process holds 50 MiB.
    const char *const by_node[] = {"HOME=/", "SLURM_MEM_PER_NODE=2000", NULL};
    expect_node(by_node, 1, 1950 * MIB, "SLURM_MEM_PER_NODE");
    expect_node(by_node, 4, 1800 * MIB, "SLURM_MEM_PER_NODE");
    const char *const by_processor[] = {"SLURM_MEM_PER_CPU=500", "SLURM_CPUS_ON_NODE=6", NULL};
    expect_node(by_processor, 2, 2900 * MIB, "SLURM_MEM_PER_CPU");
    const char *const of_the_job[] = {"SLURM_MEM_PER_CPU=500", "SLURM_JOB_CPUS_PER_NODE=4(x2),8", NULL};
    expect_node(of_the_job, 1, 1950 * MIB, "SLURM_MEM_PER_CPU");
    const char *const all[] = {"SLURM_MEM_PER_NODE=0", "SLURM_MEM_PER_CPU=500", NULL};
    expect_node(all, 1, 8000 * MIB, "available memory");
    const char *const nonsense[] = {"SLURM_MEM_PER_NODE=much", "SLURM_MEM_PER_NODE_=7", "SLURM_MEM_PER_CPU=99999999999999999999",
                                    "SLURM_CPUS_ON_NODE=99999999999", NULL};
    expect_node(nonsense, 1, 8000 * MIB, "available memory");
}

HR_TEST_BETWEEN(test_the_least_of_all_wins_and_is_shared, set_up, tear_down) {
    put_mounts_1("/");
    put("/proc/self/cgroup", "4:memory:/job\n");
    put_group_1("/job", "838860800\n", "0\n", "");
    const char *const slurm[] = {"SLURM_MEM_PER_NODE=2000", NULL};
    hr_memory_room room = read_room(slurm, 2);
    assert_string_equal(room.node.source, "control group /job");
    assert_int_equal(hr_memory_room_share(&room, 2).bytes, 400 * MIB);
    assert_int_equal(hr_memory_room_total(&room, 2).bytes, 800 * MIB);
    hr_memory_room_cap(&room, 800 * MIB, "--memory"); // the first of two that are as low
    assert_string_equal(room.node.source, "control group /job");
    hr_memory_room_cap(&room, 900 * MIB, "--memory");
    assert_string_equal(room.node.source, "control group /job");
    hr_memory_room_cap(&room, 300 * MIB, "--memory");
    assert_string_equal(room.node.source, "--memory");
    assert_int_equal(hr_memory_room_share(&room, 3).bytes, 100 * MIB);
}

HR_TEST_BETWEEN(test_a_rank_may_use_what_it_has_and_its_share_of_the_rest, set_up, tear_down) {
    const hr_memory_room room = read_room(NOTHING, 4); // 8000 MiB available, 50 held
    hr_memory_bound limit = hr_memory_room_rank_limit(&room, 0, 4);
    assert_int_equal(limit.bytes, 50 * MIB + 2000 * MIB / 100 * 95);
    assert_string_equal(limit.source, "available memory");
    limit = hr_memory_room_rank_limit(&room, 1200 * MIB, 4);
    assert_int_equal(limit.bytes, 300 * MIB);
    assert_string_equal(limit.source, "--memory");
    limit = hr_memory_room_rank_limit(&room, 80000 * MIB, 4);
    assert_string_equal(limit.source, "available memory");
    const hr_memory_room unknown = {.node = {.bytes = UINT64_MAX}, .process = {.bytes = UINT64_MAX}};
    assert_int_equal(hr_memory_room_rank_limit(&unknown, 0, 4).bytes, UINT64_MAX);
}

HR_TEST_BETWEEN(test_advice_fits_the_bound, set_up, tear_down) {
    hr_memory_room room = read_room(NOTHING, 1);
    const hr_memory_bound available = hr_memory_room_share(&room, 1);
    assert_string_equal(hr_memory_room_advice(&available), "use more nodes");
    const hr_memory_bound given = hr_memory_room_rank_limit(&room, 80 * MIB, 1);
    assert_string_equal(hr_memory_room_advice(&given), "use more nodes or raise --memory");
    hr_memory_room_cap(&room, MIB, "SLURM_MEM_PER_NODE");
    const hr_memory_bound job = hr_memory_room_share(&room, 1);
    assert_string_equal(hr_memory_room_advice(&job), "use more nodes or raise that limit");
}

HR_TEST(test_this_process_is_told_something) {
    hr_memory_room room;
    hr_memory_room_here(1, &room);
    assert_in_range(room.node.bytes, 1, UINT64_MAX - 1); // Linux tells
    assert_true(room.node.source[0] != '\0');
}
