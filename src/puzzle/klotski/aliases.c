// SPDX-License-Identifier: MIT
// Other names of openings: in traditional characters, and in the west. The western names are those of GNOME Klotski's levels
// (tests/golden/blocks/gnome_levels.txt has the boards); the red donkey is French, L'âne rouge. Heng Dao Li Ma is how 横刀立马 is
// read.

#include <string.h>

#include "core/near.h"
#include "huarong/klotski.h"
#include "puzzle/klotski/notation.h"

/// Of each opening, in the order of names.c.
static const struct {
    const char *traditional;
    const char *note; ///< the fewest moves in the metrics move, slide and unit; - : there is no solution
} OPENINGS[] = {
    {"橫刀立馬", "  81    90   116"}, {"層攔疊障", "  62    68    77"},  {"層層設防", " 102   111   138"},
    {"水洩不通", "  79    88   114"}, {"過五關", "  34    37    46"},    {"峰迴路轉", " 138   150   179"},
    {"一路進軍", "  58    64    81"}, {"井中之蛙", "  68    72    88"},  {"指揮若定", "  70    79   100"},
    {"將擁曹營", "  72    78   101"}, {"齊頭並進", "  60    66    85"},  {"並分三路", "  72    77    92"},
    {"雨聲淅瀝", "  47    52    60"}, {"左右布兵", "  54    61    78"},  {"桃花園中", "  70    77   100"},
    {"一路順風", "  39    43    49"}, {"圍而不殲", "  62    69    80"},  {"捷足先登", "  32    38    47"},
    {"插翅難飛", "  62    68    77"}, {"守口如瓶", "  81    88   103"},  {"守口如瓶2", "  99   111   131"},
    {"雙將擋路", "  73    81    92"}, {"橫馬當關", "  83    93   110"},  {"層層設防2", " 120   130   158"},
    {"兵擋將阻", "  87    96   118"}, {"堵塞要道", "  40    43    53"},  {"甕中之鱉", " 103   110   134"},
    {"層巒疊嶂", "  98   108   135"}, {"水洩不通2", "  79    88   114"}, {"四路進兵", "  77    86   109"},
    {"入地無門", "  87    99   124"}, {"勇闖五關", "  34    37    46"},  {"四面楚歌", "  56    60    73"},
    {"前呼後擁", "  22    23    31"}, {"兵臨曹營", "  34    40    49"},  {"五將逼宮", "  36    40    49"},
    {"前擋後阻", "  42    45    53"}, {"近在咫尺", "  98   107   124"},  {"走投無路", "   -     -     -"},
    {"小燕出巢", " 103   110   134"}, {"比翼橫空", "  28    34    39"},  {"夾道藏兵", "  75    84   107"},
    {"屯兵東路", "  71    80   102"}, {"四將連關", "  39    46    55"},
};
enum { OPENING_COUNT = sizeof OPENINGS / sizeof OPENINGS[0] };

static const hr_klotski_opening WESTERN[] = {
    {"Red Donkey", "TXXTBXXBTLRTBooBo..o"}, {"L'âne rouge", "TXXTBXXBTLRTBooBo..o"},   {"Trail", "TXXTBXXBoLRooLRo.LR."},
    {"Pansy", "TXXTBXXBTooTBooBo..o"},      {"Violet", "TXXTBXXBToooBoooo..o"},        {"Poppy", "TXXTBXXBoLRoooooo..o"},
    {"Daisy", "TXXTBXXBooooooooo..o"},      {"Only 18 Steps", "oXXooXXoooooooooo..o"}, {"Heng Dao Li Ma", "TXXTBXXBTLRTBooBo..o"},
};
enum { WESTERN_COUNT = sizeof WESTERN / sizeof WESTERN[0] };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

/// Is text[0..size) the name, where capital letters and blanks do not matter?
static bool is_name(const char *text, size_t size, const char *name) {
    size_t i = 0;
    for (;; i++, name++) {
        while (i < size && text[i] == ' ') {
            i++;
        }
        while (*name == ' ') {
            name++;
        }
        if (i == size || *name == '\0' || lower(text[i]) != lower(*name)) {
            return i == size && *name == '\0';
        }
    }
}

static const hr_klotski_opening *opening_at(size_t i) {
    size_t count = 0;
    return &hr_klotski_openings(&count)[i];
}

/// The i-th of all names; *board gets the opening's letters. NULL: there are only i.
static const char *name_at(size_t i, const char **board) {
    if (i < OPENING_COUNT) {
        *board = opening_at(i)->board;
        return opening_at(i)->name;
    }
    return hr_klotski_alias(i - OPENING_COUNT, board);
}

const char *hr_klotski_alias(size_t i, const char **board) {
    if (i < OPENING_COUNT) {
        *board = opening_at(i)->board;
        return OPENINGS[i].traditional;
    }
    if (i - OPENING_COUNT < WESTERN_COUNT) {
        *board = WESTERN[i - OPENING_COUNT].board;
        return WESTERN[i - OPENING_COUNT].name;
    }
    return NULL;
}

const char *hr_klotski_board_named(const char *text, size_t size) {
    const char *board = NULL;
    const char *name = NULL;
    for (size_t i = 0; (name = name_at(i, &board)) != NULL; i++) {
        if (is_name(text, size, name)) {
            return board;
        }
    }
    return NULL;
}

const char *hr_klotski_note(size_t i) { return OPENINGS[i].note; }

const char *hr_klotski_name_near(const char *text, size_t size) {
    hr_nearest nearest = HR_NEAREST_NONE;
    const char *board = NULL;
    const char *name = NULL;
    for (size_t i = 0; (name = name_at(i, &board)) != NULL; i++) {
        hr_nearest_try(&nearest, text, size, name);
    }
    return nearest.word;
}

const char *hr_klotski_name_of(const char *board, hr_notation notation) {
    for (size_t i = 0; notation == HR_NOTATION_WESTERN && i < WESTERN_COUNT; i++) {
        if (strcmp(WESTERN[i].board, board) == 0) {
            return WESTERN[i].name;
        }
    }
    for (size_t i = 0; notation != HR_NOTATION_WESTERN && i < OPENING_COUNT; i++) {
        if (strcmp(opening_at(i)->board, board) == 0) {
            return notation == HR_NOTATION_TRADITIONAL ? OPENINGS[i].traditional : opening_at(i)->name;
        }
    }
    return NULL;
}
