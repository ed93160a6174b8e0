// SPDX-License-Identifier: MIT
// The persons that the pieces of Klotski stand for in China: Cao Cao, whose flight the puzzle tells, five generals and the
// soldiers.

#include <string.h>

#include "puzzle/klotski/parts.h"

typedef struct persons {
    const char *square;
    const char *generals[5]; ///< for the dominoes, horizontals first
    const char *more;        ///< a general without a name: there are more dominoes than names
    const char *single;
} persons;

static const persons SIMPLIFIED = {"曹操", {"关羽", "张飞", "赵云", "马超", "黄忠"}, "将", "卒"};
static const persons TRADITIONAL = {"曹操", {"關羽", "張飛", "趙雲", "馬超", "黃忠"}, "將", "卒"};

enum { GENERALS = sizeof SIMPLIFIED.generals / sizeof SIMPLIFIED.generals[0] };

static void set_label(hr_picture_piece *piece, const char *label) { memcpy(piece->label, label, strlen(label) + 1); }

void hr_klotski_name_pieces(hr_picture *picture, bool traditional) {
    const persons *names = traditional ? &TRADITIONAL : &SIMPLIFIED;
    int next = 0;
    for (int wide = 1; wide >= 0; wide--) { // horizontals first: the horizontal of the classical opening is Guan Yu
        for (int i = 0; i < picture->piece_count; i++) {
            hr_picture_piece *piece = &picture->pieces[i];
            if (piece->box.cells == 2 && (piece->box.width == 2) == (wide == 1)) {
                set_label(piece, next < GENERALS ? names->generals[next] : names->more);
                next++;
            } else if (piece->box.cells != 2) {
                set_label(piece, piece->box.cells == 4 ? names->square : names->single);
            }
        }
    }
}
