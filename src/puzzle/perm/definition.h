// SPDX-License-Identifier: MIT
#ifndef HR_PERM_DEFINITION_H
#define HR_PERM_DEFINITION_H

// A permutation puzzle as a file defines it. Pieces lie on places, each piece turned in one of several ways. A generator carries
// pieces from place to place, within a set of places, and turns them.

#include "puzzle/lines.h"

enum {
    HR_PERM_NAME_MAX = 32,        ///< bytes of a name, the '\0' included
    HR_PERM_SETS_MAX = 64,        ///< sets of a puzzle
    HR_PERM_PLACES_MAX = 1024,    ///< places of all sets
    HR_PERM_GENERATORS_MAX = 256, ///< generators of a puzzle
};

/// A set of places.
typedef struct hr_perm_set {
    char name[HR_PERM_NAME_MAX];
    int first;  ///< its first place
    int size;   ///< number of places
    int turns;  ///< ways in which a piece is turned
    bool moved; ///< a generator changes one of its places; hr_perm_make_moves sets it
} hr_perm_set;

/// A generator: the piece that it brings to place p comes from place from[p], and is turned by twist[p].
typedef struct hr_perm_generator {
    char name[HR_PERM_NAME_MAX];
    uint16_t from[HR_PERM_PLACES_MAX];
    uint8_t twist[HR_PERM_PLACES_MAX];
} hr_perm_generator;

/// A puzzle.
typedef struct hr_perm_definition {
    char name[HR_PERM_NAME_MAX];
    hr_perm_set sets[HR_PERM_SETS_MAX];
    int set_count;
    int place_count;
    uint8_t piece[HR_PERM_PLACES_MAX]; ///< the piece on each place of the solved puzzle, from 1; pieces of a number are alike
    uint8_t turn[HR_PERM_PLACES_MAX];  ///< how it is turned
    hr_perm_generator *generators;     ///< owned
    size_t generator_count;
    char text[HR_PUZZLE_TEXT_MAX]; ///< the lines without comments, ended by ';'
} hr_perm_definition;

/// Local. Read the text of a file, in the form of twsearch (.tws), into *definition, which is zero. ';' stands for the end of a
/// line, too. `file` names the text in messages. HR_USAGE: the text is no puzzle. HR_INTERNAL: out of memory. The caller frees the
/// generators, also on error.
hr_status hr_perm_read(const char *file, const char *text, hr_perm_definition *definition, hr_error *error);

#endif
