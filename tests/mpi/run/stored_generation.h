// SPDX-License-Identifier: MIT
#ifndef HR_STORED_GENERATION_H
#define HR_STORED_GENERATION_H

// A store of checkpoints in the directory of a test.

#include <unistd.h>

#include "mpi_test.h"
#include "run/checkpoint/file.h"

static inline int rank(void) { return hr_comm_rank(hr_test_world()); }
static inline int ranks(void) { return hr_comm_size(hr_test_world()); }
static inline void barrier(void) { assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK); }

/// Collective. The test fails with the reason if the directory cannot be opened.
static inline hr_checkpoint_store *open_store(const char *identity) {
    hr_checkpoint_store *store = NULL;
    hr_error error = {.text = ""};
    HR_TEST_OK(hr_checkpoint_open(hr_test_world(), hr_test_directory, identity, &store, &error), error);
    return store;
}

/// The file with this name in the directory.
static inline const char *kept_path(const char *name) {
    static char path[160];
    (void)snprintf(path, sizeof path, "%s/%s", hr_test_directory, name);
    return path;
}

static inline bool is_kept(const char *name) { return access(kept_path(name), F_OK) == 0; }

#endif
