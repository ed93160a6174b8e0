// SPDX-License-Identifier: MIT
// A C++ program with libhuarong-search:   mpirun -n 2 search_cpp PUZZLE [POSITION]
// Prints a shortest solution of the position. Without one, prints the number of states that the puzzle can reach, and its hardest
// states as libhuarong writes them.
#include <cstdio>
#include <memory>
#include <stdexcept>

#include <huarong/search/enumerate.h>
#include <huarong/search/ranks.h>
#include <huarong/search/solve.h>

namespace {

struct destroy {
    void operator()(hr_ranks *ranks) const { hr_ranks_destroy(&ranks); }
    void operator()(hr_search_enumeration *found) const { hr_search_enumeration_destroy(&found); }
    void operator()(hr_search_solver *solver) const { hr_search_solver_destroy(&solver); }
    void operator()(hr_search_solution *found) const { hr_search_solution_destroy(&found); }
    void operator()(hr_puzzle *puzzle) const { hr_puzzle_destroy(&puzzle); }
};
template <typename T> using pointer = std::unique_ptr<T, destroy>;

void require(hr_status status, const hr_error &error) {
    if (status == HR_INTERNAL) {
        MPI_Abort(MPI_COMM_WORLD, status); // the other ranks may wait
    }
    if (status != HR_OK) {
        throw std::runtime_error(error.text);
    }
}

void print(const hr_search_enumeration &found, const hr_puzzle *puzzle) {
    std::printf("%d states, the hardest %d moves away:\n", static_cast<int>(found.states), static_cast<int>(found.layer_count) - 1);
    for (std::size_t i = 0; i < found.hardest_listed; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(puzzle, &found.hardest[i], text);
        std::printf("%s\n", text);
    }
}

pointer<hr_ranks> all_ranks() {
    hr_error error{};
    hr_ranks *ranks = nullptr;
    require(hr_ranks_create(MPI_COMM_WORLD, &ranks, &error), error);
    return pointer<hr_ranks>(ranks);
}

void enumerate(const char *spec, int rank) {
    hr_error error{};
    hr_search_enumeration_options options{};
    hr_search_enumeration *found = nullptr;
    hr_puzzle *puzzle = nullptr;
    options.puzzle.spec = spec;
    const pointer<hr_ranks> ranks = all_ranks();
    const hr_status status = hr_search_enumerate(ranks.get(), &options, &found, &error);
    const pointer<hr_search_enumeration> owned(found);
    require(status, error);
    require(hr_puzzle_create(&options.puzzle, &puzzle, &error), error);
    const pointer<hr_puzzle> owned_puzzle(puzzle);
    if (rank == 0) {
        print(*found, puzzle);
    }
}

void solve(const char *spec, const char *position, int rank) {
    hr_error error{};
    hr_search_solver_options options{};
    hr_search_solver *solver = nullptr;
    hr_search_solution *found = nullptr;
    options.puzzle.spec = spec;
    const pointer<hr_ranks> ranks = all_ranks();
    require(hr_search_solver_create(ranks.get(), &options, &solver, &error), error);
    const pointer<hr_search_solver> owned(solver);
    const hr_status status = hr_search_solve(solver, position, nullptr, &found, &error);
    const pointer<hr_search_solution> owned_solution(found);
    require(status, error);
    for (hr_depth i = 0; rank == 0 && i < found->length; i++) {
        std::printf("%s\n", found->moves[i]);
    }
}

} // namespace

int main(int argc, char **argv) {
    int provided = 0;
    int rank = 0;
    int code = HR_OK;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        if (argc > 2) {
            solve(argv[1], argv[2], rank);
        } else {
            enumerate(argc > 1 ? argv[1] : "tile:3x3", rank);
        }
    } catch (const std::exception &error) {
        code = HR_USAGE;
        if (rank == 0) {
            std::fprintf(stderr, "search_cpp: %s\n", error.what());
        }
    }
    MPI_Finalize();
    return code;
}
