// SPDX-License-Identifier: MIT
// Other names of openings: in traditional characters, and in the west. The western names are those of GNOME Klotski's levels
// (tests/golden/blocks/gnome_levels.txt has the boards); the red donkey is French, L'âne rouge. Heng Dao Li Ma is how 横刀立马 is
// read.

#include <string.h>

#include "core/near.h"
#include "huarong/klotski.h"
#include "puzzle/klotski/notation.h"

/// The openings of names.c in the same order.
static const struct {
    const char *simplified;
    const char *traditional;
    const char *note; ///< the fewest moves in the metrics move, slide and unit; - : there is no solution
} TRADITIONAL[] = {
    {"横刀立马", "橫刀立馬", "  81    90   116"},   {"层拦叠障", "層攔疊障", "  62    68    77"},
    {"层层设防", "層層設防", " 102   111   138"},   {"水泄不通", "水洩不通", "  79    88   114"},
    {"过五关", "過五關", "  34    37    46"},       {"峰回路转", "峰迴路轉", " 138   150   179"},
    {"一路进军", "一路進軍", "  58    64    81"},   {"井中之蛙", "井中之蛙", "  68    72    88"},
    {"指挥若定", "指揮若定", "  70    79   100"},   {"将拥曹营", "將擁曹營", "  72    78   101"},
    {"齐头并进", "齊頭並進", "  60    66    85"},   {"并分三路", "並分三路", "  72    77    92"},
    {"雨声淅沥", "雨聲淅瀝", "  47    52    60"},   {"左右布兵", "左右布兵", "  54    61    78"},
    {"桃花园中", "桃花園中", "  70    77   100"},   {"一路顺风", "一路順風", "  39    43    49"},
    {"围而不歼", "圍而不殲", "  62    69    80"},   {"捷足先登", "捷足先登", "  32    38    47"},
    {"插翅难飞", "插翅難飛", "  62    68    77"},   {"守口如瓶", "守口如瓶", "  81    88   103"},
    {"守口如瓶2", "守口如瓶2", "  99   111   131"}, {"双将挡路", "雙將擋路", "  73    81    92"},
    {"横马当关", "橫馬當關", "  83    93   110"},   {"层层设防2", "層層設防2", " 120   130   158"},
    {"兵挡将阻", "兵擋將阻", "  87    96   118"},   {"堵塞要道", "堵塞要道", "  40    43    53"},
    {"瓮中之鳖", "甕中之鱉", " 103   110   134"},   {"层峦叠嶂", "層巒疊嶂", "  98   108   135"},
    {"水泄不通2", "水洩不通2", "  79    88   114"}, {"四路进兵", "四路進兵", "  77    86   109"},
    {"入地无门", "入地無門", "  87    99   124"},   {"勇闯五关", "勇闖五關", "  34    37    46"},
    {"四面楚歌", "四面楚歌", "  56    60    73"},   {"前呼后拥", "前呼後擁", "  22    23    31"},
    {"兵临曹营", "兵臨曹營", "  34    40    49"},   {"五将逼宫", "五將逼宮", "  36    40    49"},
    {"前挡后阻", "前擋後阻", "  42    45    53"},   {"近在咫尺", "近在咫尺", "  98   107   124"},
    {"走投无路", "走投無路", "   -     -     -"},   {"小燕出巢", "小燕出巢", " 103   110   134"},
    {"比翼横空", "比翼橫空", "  28    34    39"},   {"夹道藏兵", "夾道藏兵", "  75    84   107"},
    {"屯兵东路", "屯兵東路", "  71    80   102"},   {"四将连关", "四將連關", "  39    46    55"},
};

static const hr_klotski_opening WESTERN[] = {
    {"Red Donkey", "TXXTBXXBTLRTBooBo..o"}, {"L'âne rouge", "TXXTBXXBTLRTBooBo..o"},   {"Trail", "TXXTBXXBoLRooLRo.LR."},
    {"Pansy", "TXXTBXXBTooTBooBo..o"},      {"Violet", "TXXTBXXBToooBoooo..o"},        {"Poppy", "TXXTBXXBoLRoooooo..o"},
    {"Daisy", "TXXTBXXBooooooooo..o"},      {"Only 18 Steps", "oXXooXXoooooooooo..o"}, {"Heng Dao Li Ma", "TXXTBXXBTLRTBooBo..o"},
};

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

static const char *board_of(const char *simplified) {
    size_t count = 0;
    const hr_klotski_opening *openings = hr_klotski_openings(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(openings[i].name, simplified) == 0) {
            return openings[i].board;
        }
    }
    return NULL;
}

const char *hr_klotski_board_named(const char *text, size_t size) {
    size_t count = 0;
    const hr_klotski_opening *openings = hr_klotski_openings(&count);
    for (size_t i = 0; i < count; i++) {
        if (is_name(text, size, openings[i].name)) {
            return openings[i].board;
        }
    }
    for (size_t i = 0; i < sizeof TRADITIONAL / sizeof TRADITIONAL[0]; i++) {
        if (is_name(text, size, TRADITIONAL[i].traditional)) {
            return board_of(TRADITIONAL[i].simplified);
        }
    }
    for (size_t i = 0; i < sizeof WESTERN / sizeof WESTERN[0]; i++) {
        if (is_name(text, size, WESTERN[i].name)) {
            return WESTERN[i].board;
        }
    }
    return NULL;
}

const char *hr_klotski_alias(size_t i, const char **board) {
    const size_t traditional = sizeof TRADITIONAL / sizeof TRADITIONAL[0];
    if (i < traditional) {
        *board = board_of(TRADITIONAL[i].simplified);
        return TRADITIONAL[i].traditional;
    }
    if (i - traditional < sizeof WESTERN / sizeof WESTERN[0]) {
        *board = WESTERN[i - traditional].board;
        return WESTERN[i - traditional].name;
    }
    return NULL;
}

const char *hr_klotski_note(size_t i) { return TRADITIONAL[i].note; }

const char *hr_klotski_name_near(const char *text, size_t size) {
    hr_nearest nearest = HR_NEAREST_NONE;
    size_t count = 0;
    const hr_klotski_opening *openings = hr_klotski_openings(&count);
    for (size_t i = 0; i < count; i++) {
        hr_nearest_try(&nearest, text, size, openings[i].name);
    }
    for (size_t i = 0; i < sizeof TRADITIONAL / sizeof TRADITIONAL[0]; i++) {
        hr_nearest_try(&nearest, text, size, TRADITIONAL[i].traditional);
    }
    for (size_t i = 0; i < sizeof WESTERN / sizeof WESTERN[0]; i++) {
        hr_nearest_try(&nearest, text, size, WESTERN[i].name);
    }
    return nearest.word;
}

const char *hr_klotski_name_of(const char *board, hr_notation notation) {
    size_t count = 0;
    const hr_klotski_opening *openings = hr_klotski_openings(&count);
    for (size_t i = 0; notation == HR_NOTATION_WESTERN && i < sizeof WESTERN / sizeof WESTERN[0]; i++) {
        if (strcmp(WESTERN[i].board, board) == 0) {
            return WESTERN[i].name;
        }
    }
    for (size_t i = 0; notation != HR_NOTATION_WESTERN && i < count; i++) {
        if (strcmp(openings[i].board, board) == 0) {
            for (size_t k = 0; notation == HR_NOTATION_TRADITIONAL && k < sizeof TRADITIONAL / sizeof TRADITIONAL[0]; k++) {
                if (strcmp(TRADITIONAL[k].simplified, openings[i].name) == 0) {
                    return TRADITIONAL[k].traditional;
                }
            }
            return openings[i].name;
        }
    }
    return NULL;
}
