// SPDX-License-Identifier: MIT
// Ask a distance table: table_example TABLE STATE
// Prints how far the state is from the table's source set, and an optimal way there. Needs libhuarong only, no MPI.
#include <stdio.h>
#include <stdlib.h>

#include <huarong/table.h>

/// The distance of `state`, then a line for each move.
static hr_status tell(const hr_table *table, hr_state state, hr_error *error) {
    hr_depth distance = 0;
    hr_status status = hr_table_distance(table, &state, 1, &distance, error);
    if (status != HR_OK) {
        return status;
    }
    if (distance == HR_DEPTH_UNREACHED) {
        (void)printf("no sequence of moves leads there\n");
        return HR_OK;
    }
    (void)printf("distance %u\n", (unsigned)distance);
    hr_state *path = malloc(((size_t)distance + 1) * sizeof *path);
    size_t length = 0;
    status = path == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory") : hr_table_path(table, &state, path, &length, error);
    for (size_t i = 0; i < length && status == HR_OK; i++) {
        hr_step step;
        status = hr_puzzle_step(hr_table_puzzle(table), &path[i], &path[i + 1], &step, error);
        if (status == HR_OK) {
            (void)printf("%s\n", step.text);
        }
    }
    free(path);
    return status;
}

int main(int argc, char **argv) {
    hr_error error;
    hr_table *table = NULL;
    hr_state state = 0;
    if (argc != 3) {
        (void)fprintf(stderr, "usage: table_example TABLE STATE\n");
        return HR_USAGE;
    }
    hr_status status = hr_table_open(argv[1], &table, &error);
    if (status == HR_OK) {
        status = hr_puzzle_parse(hr_table_puzzle(table), argv[2], &state, &error);
    }
    if (status == HR_OK) {
        status = hr_puzzle_validate(hr_table_puzzle(table), &state, &error);
    }
    if (status == HR_OK) {
        status = tell(table, state, &error);
    }
    if (status != HR_OK) {
        (void)fprintf(stderr, "table_example: %s\n", error.text);
    }
    hr_table_close(&table);
    return (int)status;
}
