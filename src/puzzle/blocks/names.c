// SPDX-License-Identifier: MIT
// Puzzles that are known by name. tests/golden/blocks/README.md says which of the numbers of moves have been published.

#include "puzzle/blocks/blocks.h"

#include <string.h>

static const struct {
    const char *name;
    const char *note; ///< the fewest moves in the metrics move, slide and unit, then who made the puzzle or collected it
    const char *text; ///< the puzzle, as a file has it
} PUZZLES[] = {
    {"red-donkey", "  81    90   116  L'Ane Rouge, Heng Dao Li Ma",
     "start: a**b/a**b/cdde/cfge/h..i; goal: ..../..../..../.**./.**."},
    {"century", "  99   111   131  J.H. Conway", "start: a**b/c**d/c.ed/f.eg/hhii; goal: ..../..../..../.**./.**."},
    {"super-century", " 138   150   179  G. Dogon", "start: gcde/gh**/ih**/iaaf/..bb; goal: ..../..../..../.**./.**."},
    {"ma", "  23    26    36  TLA+ Examples", "start: aaabb/ccddb/effgg/eehhh/..i..; goal: ...bb/...eb/...ee/...../....."},
    {"pennant", "  59    63    89  GNOME Klotski",
     "|######|\n"
     "|#**aa#|\n"
     "|#**bb#|\n"
     "|#de  #|\n"
     "|#fghh#|\n"
     "|#fgii#|\n"
     "|#--###|\n"
     "|    ..|\n"
     "|    ..|\n"},
    {"daisy", "  28    35    51  GNOME Klotski",
     "|######|\n"
     "|#a**b#|\n"
     "|#a**b#|\n"
     "|#cdef#|\n"
     "|#zghi#|\n"
     "|#j  k#|\n"
     "|##--##|\n"
     "|    ..|\n"
     "|    ..|\n"},
    {"violet", "  27    34    50  GNOME Klotski",
     "|######|\n"
     "|#a**b#|\n"
     "|#a**b#|\n"
     "|#cdef#|\n"
     "|#cghi#|\n"
     "|#j  k#|\n"
     "|##--##|\n"
     "|    ..|\n"
     "|    ..|\n"},
    {"poppy", "  40    50    61  GNOME Klotski",
     "|######|\n"
     "|#a**b#|\n"
     "|#a**b#|\n"
     "|#cdde#|\n"
     "|#fghi#|\n"
     "|#j  k#|\n"
     "|##--##|\n"
     "|    ..|\n"
     "|    ..|\n"},
    {"pansy", "  28    35    51  GNOME Klotski",
     "|######|\n"
     "|#a**b#|\n"
     "|#a**b#|\n"
     "|#cdef#|\n"
     "|#cghf#|\n"
     "|#i  j#|\n"
     "|##--##|\n"
     "|    ..|\n"
     "|    ..|\n"},
    {"trail", " 102   113   143  GNOME Klotski",
     "|######|\n"
     "|#a**c#|\n"
     "|#a**c#|\n"
     "|#eddg#|\n"
     "|#hffj#|\n"
     "|# ii #|\n"
     "|##--##|\n"
     "|    ..|\n"
     "|    ..|\n"},
    {"agatka", "  30    35    48  GNOME Klotski",
     "|..     |\n"
     "|.      |\n"
     "|#####--|\n"
     "|#**aab-|\n"
     "|#*ccde#|\n"
     "|#fgh  #|\n"
     "|#######|\n"},
    {"success", "  25    29    42  GNOME Klotski",
     "|#######  |\n"
     "|#**bbc#  |\n"
     "|#defgh#  |\n"
     "|#ijkgh-  |\n"
     "|#llk  #  |\n"
     "|#######..|\n"},
    {"bone", "  14    22    34  GNOME Klotski",
     "|######|\n"
     "|#abc*#|\n"
     "|# dd*#|\n"
     "|# ee*#|\n"
     "|# fgh#|\n"
     "|##-###|\n"
     "|     .|\n"
     "|     .|\n"
     "|     .|\n"},
    {"fortune", "  24    33    45  GNOME Klotski",
     "|     ..|\n"
     "|     . |\n"
     "|####-. |\n"
     "|#ab  - |\n"
     "|#ccd # |\n"
     "|#ccd # |\n"
     "|#**ee# |\n"
     "|#*fgh# |\n"
     "|#*iih# |\n"
     "|###### |\n"},
    {"traffic-jam", " 132   148   185  GNOME Klotski",
     "|########  |\n"
     "|#** ffi#  |\n"
     "|#** fgh#  |\n"
     "|#aacehh#  |\n"
     "|#bbdjlm-  |\n"
     "|#bddklm-..|\n"
     "|########..|\n"},
    {"block-10", "  30    42    59  GNOME Klotski",
     "|##..##|\n"
     "|#a..c#|\n"
     "|#abcc#|\n"
     "|#ddfg#|\n"
     "|#d**g#|\n"
     "|#e**h#|\n"
     "|######|\n"},
    {"climb-12", "  59    78   110  GNOME Klotski",
     "|###.###|\n"
     "|#a...b#|\n"
     "|#accdb#|\n"
     "|#ecddf#|\n"
     "|#gg*hh#|\n"
     "|#i***j#|\n"
     "|#######|\n"},
};

enum { PUZZLE_COUNT = sizeof PUZZLES / sizeof PUZZLES[0] };

const char *hr_blocks_name(size_t i) { return i < PUZZLE_COUNT ? PUZZLES[i].name : NULL; }

const char *hr_blocks_note(size_t i) { return PUZZLES[i].note; }

const char *hr_blocks_named(const char *name) {
    for (size_t i = 0; i < PUZZLE_COUNT; i++) {
        if (strcmp(PUZZLES[i].name, name) == 0) {
            return PUZZLES[i].text;
        }
    }
    return NULL;
}
