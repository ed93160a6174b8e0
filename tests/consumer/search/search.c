// SPDX-License-Identifier: MIT
// A program that has MPI and searches with libhuarong-search:   mpirun -n 2 search TABLE
// Counts the layers of the eight-puzzle, writes their table, and asks the table by libhuarong.
#include <stdio.h>
#include <stdlib.h>

#include <huarong/search/enumerate.h>
#include <huarong/search/ranks.h>
#include <huarong/table.h>

/// Print a layer. It is called on the first rank only.
static void print_layer(const hr_search_layer *layer, void *context) {
    (void)context;
    if (layer->depth < 3) {
        (void)printf("%d moves: %d states\n", (int)layer->depth, (int)layer->states);
    }
}

/// Print the distance of the first of the hardest states, as the table knows it.
static hr_status ask_table(const char *path, const hr_search_enumeration *found, hr_error *error) {
    hr_table *table = NULL;
    hr_depth distance = 0;
    hr_status status = hr_table_open(path, &table, error);
    if (status == HR_OK) {
        status = hr_table_distance(table, found->hardest, 1, &distance, error);
    }
    if (status == HR_OK) {
        (void)printf("hardest: %d moves\n", (int)distance);
    }
    hr_table_close(&table);
    return status;
}

int main(int argc, char **argv) {
    int provided = 0;
    int rank = 0;
    hr_error error = {HR_OK, ""};
    hr_ranks *ranks = NULL;
    hr_search_enumeration *found = NULL;
    const hr_search_enumeration_options options = {
        .puzzle = {.spec = "tile:3x3"}, .table = argc > 1 ? argv[1] : NULL, .on_layer = print_layer};
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
        return EXIT_FAILURE;
    }
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hr_status status = hr_ranks_create(MPI_COMM_WORLD, &ranks, &error);
    if (status == HR_OK) {
        status = hr_search_enumerate(ranks, &options, &found, &error);
    }
    if (status == HR_OK && rank == 0) {
        (void)printf("%d states\n", (int)found->states);
        status = options.table == NULL ? HR_OK : ask_table(options.table, found, &error);
    }
    if (status != HR_OK && rank == 0) {
        (void)fprintf(stderr, "search: %s\n", error.text);
    }
    if (status == HR_INTERNAL) {
        (void)MPI_Abort(MPI_COMM_WORLD, (int)status); // the other ranks may wait
    }
    hr_search_enumeration_destroy(&found);
    hr_ranks_destroy(&ranks);
    (void)MPI_Finalize();
    return (int)status;
}
