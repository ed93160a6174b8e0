// SPDX-License-Identifier: MIT
#ifndef HR_OPENINGS_JOINED_H
#define HR_OPENINGS_JOINED_H

// Which classes are connected is found class by class, not opening by opening (openings/components/regions.h). A larger piece that
// moves from one frame to another leaves the cells that are free in both frames as they are. Each way to spread the singles over
// the regions of these common cells gives one class of either frame, and the move joins the two.

#include "openings/components/components.h"

/// There are no more places than this, so their numbers are below it.
#define HR_JOINED_PLACES (UINT32_C(1) << 31)

/// A component that has been found, by the class with the lowest place.
typedef struct component {
    uint32_t frame;
    uint32_t class;  ///< the class's number within the frame
    uint8_t lane;    ///< of its number of singles
    uint8_t singles; ///< in each opening
} component;

/// The components of the openings with some numbers of singles at a time, a batch. Each of these numbers has a lane. Class c of
/// frame f has its place in lane i at (first_class[f] + c) · lanes + i.
typedef struct joined {
    const hr_family *family;
    hr_family_search *search;
    uint32_t *first_class; ///< [frames + 1]
    /// [classes · lanes] For each place a lower place of the same component. The lowest place of a component has its own number.
    /// While components are counted (count.c), an entry may be the component's number instead.
    _Atomic uint32_t *lower;
    hr_node_memory *classes_memory; ///< in a team: holds `first_class`; else NULL
    hr_node_memory *lower_memory;   ///< in a team: holds `lower`; else NULL
    int wanted[HR_SINGLES_MAX];     ///< [wanted_count] wanted numbers of singles, ascending
    int wanted_count;
    int most_lanes;
    const int *batch; ///< [lanes] the numbers of singles of this batch
    int lanes;
    component *found; ///< [found_count] the components of this batch whose lowest classes are in frames of this rank
    size_t found_count;
    size_t found_capacity;
    hr_count ways[HR_KLOTSKI_CELLS_MAX + 1][HR_KLOTSKI_CELLS_MAX + 1]; ///< [cells][singles] fillings
    uint32_t frames_done;                                              ///< frames since the last tick
    bool stopped;                                                      ///< a tick returned false
    bool out_of_memory;                                                ///< `found` could not grow
} joined;

/// Local. Returns whether the ranks of the node go on, and calls the tick after some frames.
bool hr_joined_goes_on(joined *j);

/// Local. Join the classes that moves of larger pieces connect with those of `frame`. The way back of a move joins the same
/// classes.
void hr_join_frame(joined *j, uint32_t frame);

/// Collective over the ranks of the node. Count the components of this batch, whose classes have been joined on all of them: each
/// rank adds those with the lowest class in its frames to *components. If a rank is stopped or out of memory, the counts mean
/// nothing. HR_INTERNAL: out of memory for the components' sizes, or MPI has failed.
hr_status hr_count_batch(joined *j, hr_components *components, hr_error *error);

#endif
