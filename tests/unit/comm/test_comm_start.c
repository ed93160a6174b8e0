// SPDX-License-Identifier: MIT
// Who starts MPI, what Open MPI is told before, and how the library is named. The calls of MPI are this file's, and MPI does not
// start.

#include "comm/mpi_types.h"
#include "unit_test.h"

static const char *library; ///< what the library says of itself; NULL: it does not answer

// In place of MPI's.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name,readability-non-const-parameter)

int MPI_Get_library_version(char *version, int *length) {
    if (library == NULL) {
        return MPI_ERR_OTHER;
    }
    assert_true(strlen(library) < MPI_MAX_LIBRARY_VERSION_STRING);
    (void)strcpy(version, library);
    *length = (int)strlen(library);
    return MPI_SUCCESS;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    assert_int_equal(required, MPI_THREAD_FUNNELED);
    return MPI_ERR_OTHER;
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name,readability-non-const-parameter)

static const char *const LAUNCH[] = {"OMPI_COMM_WORLD_RANK",
                                     "OMPI_COMM_WORLD_SIZE",
                                     "OMPI_COMM_WORLD_LOCAL_SIZE",
                                     "PMIX_RANK",
                                     "PMIX_NAMESPACE",
                                     "PMI_RANK",
                                     "PMI_FD",
                                     "SLURM_PROCID",
                                     "SLURM_STEP_NUM_NODES",
                                     "SLURM_HET_SIZE"};

/// The variables that a run on one node sets: one for all, one for Open MPI 5.
enum { CHOICES = 2 };
static const char *const CHOSEN[CHOICES] = {"OMPI_MCA_pml", "OMPI_MCA_btl"};

static int forget_all(void **state) {
    for (size_t i = 0; i < sizeof LAUNCH / sizeof LAUNCH[0]; i++) {
        assert_int_equal(unsetenv(LAUNCH[i]), 0);
    }
    for (size_t i = 0; i < CHOICES; i++) {
        assert_int_equal(unsetenv(CHOSEN[i]), 0);
    }
    return 0;
}

/// MPI is started, in vain, and the variables have these values then; NULL: a variable is not set.
static void expect_choices(const char *const values[CHOICES]) {
    hr_comm *world = NULL;
    hr_error error = {.text = ""};
    assert_int_equal(hr_comm_start(&world, &error), HR_INTERNAL);
    assert_string_equal(error.text, "MPI failed in MPI_Init_thread");
    for (size_t i = 0; i < CHOICES; i++) {
        const char *found = getenv(CHOSEN[i]);
        assert_int_equal(found == NULL, values[i] == NULL);
        assert_true(found == NULL || strcmp(found, values[i]) == 0);
    }
}

#define EXPECT_CHOICES(...) expect_choices((const char *const[CHOICES]){__VA_ARGS__})

HR_TEST_BETWEEN(test_a_process_without_a_launcher_starts_no_mpi, forget_all, forget_all) {
    hr_comm *world = NULL;
    assert_int_equal(hr_comm_start(&world, NULL), HR_OK);
    assert_true(hr_comm_rank(world) == 0 && hr_comm_size(world) == 1);
    uint64_t sum = 5;
    assert_int_equal(hr_comm_sum(world, &sum, 1, NULL), HR_OK);
    assert_int_equal(sum, 5);
    hr_comm_finish(&world);
    assert_null(world);
}

HR_TEST_BETWEEN(test_each_launcher_starts_mpi, forget_all, forget_all) {
    static const char *const NAMES[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMIX_NAMESPACE", "PMI_RANK", "PMI_FD",
                                        "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        assert_int_equal(setenv(NAMES[i], "0", 1), 0);
        hr_comm *world = NULL;
        assert_int_equal(hr_comm_start(&world, NULL), HR_INTERNAL);
        (void)forget_all(cmocka_state);
    }
}

HR_TEST_BETWEEN(test_ranks_of_one_node_need_no_network, forget_all, forget_all) {
    library = "Open MPI v5.0.7";
    assert_int_equal(setenv("OMPI_COMM_WORLD_RANK", "0", 1), 0);
    assert_int_equal(setenv("OMPI_COMM_WORLD_SIZE", "2", 1), 0);
    assert_int_equal(setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "1", 1), 0);
    EXPECT_CHOICES(NULL, NULL);
    assert_int_equal(setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1), 0);
    EXPECT_CHOICES("ob1", "self,sm");
    library = "MPICH Version:\t4.0.2";
    (void)unsetenv("OMPI_MCA_btl");
    EXPECT_CHOICES("ob1", NULL);
}

HR_TEST_BETWEEN(test_a_choice_of_the_environment_stays, forget_all, forget_all) {
    library = "Open MPI v5.0.7";
    assert_int_equal(setenv("PMIX_RANK", "0", 1), 0);
    for (size_t i = 0; i < CHOICES; i++) {
        assert_int_equal(setenv(CHOSEN[i], "mine", 1), 0);
    }
    EXPECT_CHOICES("mine", "mine");
}

static void expect_name(const char *said, const char *name) {
    char text[HR_COMM_LIBRARY_MAX];
    library = said;
    hr_comm_library(text);
    assert_string_equal(text, name);
}

HR_TEST_BETWEEN(test_the_name_of_the_library_is_short, forget_all, forget_all) {
    char said[HR_COMM_LIBRARY_MAX + 50];
    char name[HR_COMM_LIBRARY_MAX];
    expect_name("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4", "Open MPI v4.1.4");
    expect_name("MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7", "MPICH Version:\t4.0.2");
    expect_name("", "unknown");
    expect_name(NULL, "unknown");
    memset(said, 'x', sizeof said);
    said[sizeof said - 1] = '\0';
    memcpy(name, said, sizeof name);
    name[sizeof name - 1] = '\0';
    expect_name(said, name);
}
