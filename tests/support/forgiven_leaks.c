// SPDX-License-Identifier: MIT
// For programs with the leak sanitizer: what Open MPI allocates while it starts and ends does not count, since it never frees some
// of it. To name this memory by the stack on which it was allocated would need the slow unwinder at every allocation.

#include <mpi.h>
#include <sanitizer/lsan_interface.h>

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    __lsan_disable();
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    __lsan_enable();
    return code;
}

int MPI_Finalize(void) {
    __lsan_disable();
    const int code = PMPI_Finalize();
    __lsan_enable();
    return code;
}
