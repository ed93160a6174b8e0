// SPDX-License-Identifier: MIT
#include "cli/program.h"

#include "comm/launch.h"
#include "core/try.h"

bool hr_program_speaks(const hr_program *program) {
    return program->world != NULL ? hr_comm_rank(program->world) == 0 : hr_launch_rank() <= 0;
}

/// Collective. HR_USAGE if ranks have different command lines: they would wait for each other for ever. The same for plug-ins: they
/// would search different puzzles.
static hr_status check_same_words(const hr_program *program, hr_error *error) {
    uint64_t ends[4] = {program->words_hash, ~program->words_hash, program->plugins_hash, ~program->plugins_hash};
    HR_TRY(hr_comm_min(program->world, ends, 4, error));
    if (ends[0] != ~ends[1]) {
        return hr_error_set(error, HR_USAGE, "the ranks were started with different command lines");
    }
    return ends[2] == ~ends[3] ? HR_OK : hr_error_set(error, HR_USAGE, "the plug-ins are not the same files on all ranks");
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
