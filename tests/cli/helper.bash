# SPDX-License-Identifier: MIT
# What every command-line test loads first: `load helper`.
# ctest sets HR_PROGRAM (the program), HR_MPIRUN, HR_SOURCE_DIR, and what Open MPI needs.
#
#     @test "3x3 has 181440 states" {
#         run -0 --separate-stderr ranks 2 enumerate tile:3x3
#         [[ $output == *181440* || $output == *181,440* ]]
#     }

bats_require_minimum_version 1.5.0

# huarong ARGUMENTS…: the program by itself, without mpirun.
huarong() {
    "$HR_PROGRAM" "$@"
}

# open_mpi_4: does mpirun come from Open MPI 4? Since Open MPI 5 it is PRRTE's.
open_mpi_4() { [[ $("$HR_MPIRUN" --version) == *"(Open"*") 4."* ]]; }

# ranks N ARGUMENTS…: the program on N ranks. mpirun would swallow the test's stdin. Leaks are for the MPI tests and for the program by
# itself: to remember the stacks of all that Open MPI allocates takes longer than most of these runs.
ranks() {
    ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0:fast_unwind_on_malloc=1 "$HR_MPIRUN" -n "$1" "$HR_PROGRAM" "${@:2}" </dev/null
}

# need_address_space_limit: skip where a limit on the address space would not even let the program start.
need_address_space_limit() {
    [[ -z ${ASAN_OPTIONS-} ]] || skip "sanitizers take terabytes of address space"
}

# limited KIBIBYTES ARGUMENTS…: the program by itself with so much address space.
limited() {
    (ulimit -v "$1" && huarong "${@:2}")
}
