// SPDX-License-Identifier: MIT
// Other names of openings: in traditional characters, and in the west. The western names are those of GNOME Klotski's levels
// (tests/golden/blocks/gnome_levels.txt has the boards); the red donkey is French, L'âne rouge. Heng Dao Li Ma is how 横刀立马 is
// read.

#include <string.h>

#include "core/near.h"
#include "huarong/klotski.h"
#include "puzzle/klotski/notation.h"

static const struct {
    const char *simplified;
    const char *traditional;
} TRADITIONAL[] = {
    {"横刀立马", "橫刀立馬"},   {"层拦叠障", "層攔疊障"}, {"层层设防", "層層設防"}, {"水泄不通", "水洩不通"},
    {"过五关", "過五關"},       {"峰回路转", "峰迴路轉"}, {"一路进军", "一路進軍"}, {"井中之蛙", "井中之蛙"},
    {"指挥若定", "指揮若定"},   {"将拥曹营", "將擁曹營"}, {"齐头并进", "齊頭並進"}, {"并分三路", "並分三路"},
    {"雨声淅沥", "雨聲淅瀝"},   {"左右布兵", "左右布兵"}, {"桃花园中", "桃花園中"}, {"一路顺风", "一路順風"},
    {"围而不歼", "圍而不殲"},   {"捷足先登", "捷足先登"}, {"插翅难飞", "插翅難飛"}, {"守口如瓶", "守口如瓶"},
    {"守口如瓶2", "守口如瓶2"}, {"双将挡路", "雙將擋路"}, {"横马当关", "橫馬當關"}, {"层层设防2", "層層設防2"},
    {"兵挡将阻", "兵擋將阻"},   {"堵塞要道", "堵塞要道"}, {"瓮中之鳖", "甕中之鱉"}, {"层峦叠嶂", "層巒疊嶂"},
    {"水泄不通2", "水洩不通2"}, {"四路进兵", "四路進兵"}, {"入地无门", "入地無門"}, {"勇闯五关", "勇闖五關"},
    {"四面楚歌", "四面楚歌"},   {"前呼后拥", "前呼後擁"}, {"兵临曹营", "兵臨曹營"}, {"五将逼宫", "五將逼宮"},
    {"前挡后阻", "前擋後阻"},   {"近在咫尺", "近在咫尺"}, {"走投无路", "走投無路"}, {"小燕出巢", "小燕出巢"},
    {"比翼横空", "比翼橫空"},   {"夹道藏兵", "夾道藏兵"}, {"屯兵东路", "屯兵東路"}, {"四将连关", "四將連關"},
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
