// SPDX-License-Identifier: MIT
#include "cli/program.h"

#include <stdlib.h>

#include "comm/launch.h"
#include "core/try.h"
#include "table/format.h"

bool hr_program_speaks(const hr_program *program) {
    return program->world != NULL ? hr_comm_rank(program->world) == 0 : hr_launch_rank() <= 0;
}

hr_status hr_program_open_table(hr_program *program, const char *path, hr_table **table, hr_error *error) {
    enum { WIDE_BITS = 128 };
    bool wide = false;
    const hr_status status = hr_table_open_noting(path, table, &wide, error);
    if (!wide || program->wider == NULL) {
        return status;
    }
    program->too_wide = WIDE_BITS;
    const hr_error why = *error;
    return hr_error_set(error, HR_USAGE, "%s", why.text);
}

void hr_program_forget_read(hr_program *program) {
    free(program->read.from);
    free(program->read.text);
    program->read = (hr_program_read){.from = NULL};
}

/// Collective. HR_USAGE if ranks have different command lines: they would wait for each other for ever.
static hr_status check_same_words(const hr_program *program, hr_error *error) {
    uint64_t ends[2] = {program->words_hash, ~program->words_hash};
    HR_TRY(hr_comm_min(program->world, ends, 2, error));
    return ends[0] == ~ends[1] ? HR_OK : hr_error_set(error, HR_USAGE, "the ranks were started with different command lines");
}

hr_status hr_program_start(hr_program *program, hr_error *error) {
    if (program->world != NULL) {
        return HR_OK;
    }
    HR_TRY(hr_comm_start(&program->world, error));
    return check_same_words(program, error);
}

hr_status hr_program_join(hr_program *program, hr_status status, hr_error *error) {
    if (program->alone || (program->world == NULL && !hr_launch_parallel())) {
        return status;
    }
    HR_TRY(hr_program_start(program, error));
    return hr_comm_agree(program->world, status, error);
}
