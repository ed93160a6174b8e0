// SPDX-License-Identifier: MIT
#include "cli/help.h"

#include "comm/comm.h"
#include "enumerate/bits/kernels/kernels.h"
#include "huarong/version.h"

void hr_help_version(FILE *out) {
    char mpi[HR_COMM_LIBRARY_MAX];
    hr_comm_library(mpi);
    fprintf(out, "huarong %s\n", HR_VERSION);
    fprintf(out, "build     %s\n", HR_BUILD_TYPE);
    fprintf(out, "compiler  %s\n", HR_BUILD_COMPILER);
    fprintf(out, "MPI       %s\n", mpi);
    fputs("vectors  ", out);
    for (int i = 0; i < HR_BITS_KERNEL_SETS; i++) {
        const hr_bits_kernels *kernels = hr_bits_kernels_get(i);
        if (kernels != NULL) {
            fprintf(out, " %s", kernels->name);
        }
    }
    fputs(" on this processor\n", out);
}
