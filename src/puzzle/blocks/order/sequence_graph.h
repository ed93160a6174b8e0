// SPDX-License-Identifier: MIT
#ifndef HR_BLOCKS_SEQUENCE_GRAPH_H
#define HR_BLOCKS_SEQUENCE_GRAPH_H

// Counts sequences of signs. order.h says what the signs are, and what a graph is.

#include "puzzle/blocks/order/order.h"

/// Which sequences a graph counts. Signs of one class are counted together. A *tally* is one number that tells how many signs of
/// each class have come.
typedef struct hr_blocks_rules {
    const hr_blocks_board *board;
    const hr_blocks_order *order;
    int level;
    int sign_count;
    int sizes[HR_BLOCKS_SIGNS_MAX];       ///< [sign] cells of the piece or gap
    int kinds[HR_BLOCKS_SIGNS_MAX];       ///< [sign] the kind, −1: a gap or a cell for the fill
    int classes[HR_BLOCKS_SIGNS_MAX];     ///< [sign] the class, −1: the sign may come any number of times
    int class_count;                      ///< number of classes
    int counts[HR_BLOCKS_SIGNS_MAX];      ///< [class] signs of the class in a whole sequence
    uint64_t units[HR_BLOCKS_SIGNS_MAX];  ///< [class] what a sign of the class adds to the tally
    int class_sizes[HR_BLOCKS_SIGNS_MAX]; ///< [class] cells of each of its signs
    uint64_t full;                        ///< the tally of a whole sequence
    hr_blocks_cells covered;              ///< cells that are covered before the first sign; 0 in fills
    int area;                             ///< cells of a whole sequence
    hr_packed paths_max;                  ///< most sequences that the graph may have
} hr_blocks_rules;

/// Local. Make the graph of all sequences that keep to the rules. `graph` is unchanged if there are too many nodes, more
/// sequences than the rules allow, or no sequence. HR_INTERNAL: out of memory.
hr_status hr_blocks_make_graph(const hr_blocks_rules *rules, hr_blocks_graph *graph, hr_error *error);

/// Local. Free the arrays of the graph and set them to NULL. `paths` becomes 1, as where there is no graph.
void hr_blocks_free_graph(hr_blocks_graph *graph);

#endif
