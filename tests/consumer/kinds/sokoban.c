// SPDX-License-Identifier: MIT
// Sokoban, sokoban:BOARD: the man @ pushes boxes $, one at a time, until all are on the goals ".". A move is a step. A push cannot
// always be undone, so the puzzle is one-way. The board is given row by row, with '/' between, '#' for a wall and '_' for a free
// cell: the walls around it are left out, as in sokoban:_@__/_$$_/_.._
//
// A state has a bit for each cell with a box, cells in reading order, and the man's cell above them.
#include <huarong/kind.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 48, MAN = 56 }; // cells, and the lowest bit of the man's cell
typedef struct level {
    int width;
    int cells;
    hr_state walls;
    hr_state goals;
    hr_state start;
} level;

static hr_state bit(int cell) { return (hr_state)1 << cell; }
static hr_state boxes_of(hr_state state) { return state & (bit(MAN) - 1); }

/// Read a board into *l, which is zero.
static bool read(const char *text, level *l) {
    int men = 0;
    int column = 0;
    for (; *text != '\0'; text++) {
        if (*text == '/') {
            if (l->width != 0 && l->width != column) {
                return false;
            }
            l->width = column;
            column = 0;
        } else if (l->cells == MOST || strchr("_#.$@*+", *text) == NULL) {
            return false;
        } else {
            l->walls |= *text == '#' ? bit(l->cells) : 0;
            l->goals |= strchr(".*+", *text) != NULL ? bit(l->cells) : 0;
            l->start |= strchr("$*", *text) != NULL ? bit(l->cells) : 0;
            l->start |= strchr("@+", *text) != NULL ? (hr_state)l->cells << MAN : 0;
            men += strchr("@+", *text) != NULL;
            l->cells++;
            column++;
        }
    }
    return men == 1 && l->width == column && __builtin_popcountll(boxes_of(l->start)) == __builtin_popcountll(l->goals);
}

static bool create(const char *board, void *puzzle, hr_kind_facts *facts, char why[HR_KIND_WHY_MAX]) {
    (void)snprintf(why, HR_KIND_WHY_MAX, "write rows of _ # . $ @ * + with '/' between, one man, as many goals as boxes");
    facts->max_successors = 4;
    facts->one_way = true;
    return read(board, puzzle);
}

static void sources(const void *puzzle, uint64_t first, size_t n, hr_state *states) {
    states[first] = n > 0 ? ((const level *)puzzle)->start : 0;
}

/// The cell beside this one; -1: outside, or a wall.
static int beside(const level *l, int cell, int way) {
    static const int ACROSS[] = {0, -1, 1, 0};
    static const int DOWN[] = {-1, 0, 0, 1};
    const int x = cell % l->width + ACROSS[way];
    const int y = cell / l->width + DOWN[way];
    const int to = y * l->width + x;
    return cell < 0 || x < 0 || x >= l->width || y < 0 || to >= l->cells || (l->walls & bit(to)) != 0 ? -1 : to;
}

static size_t expand(const void *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const level *l = puzzle;
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t before = found;
        const hr_state boxes = boxes_of(states[i]);
        for (int way = 0; way < 4; way++) {
            const int to = beside(l, (int)(states[i] >> MAN), way);
            const int behind = beside(l, to, way);
            if (to >= 0 && (boxes & bit(to)) == 0) {
                successors[found++] = boxes | (hr_state)to << MAN;
            } else if (to >= 0 && behind >= 0 && (boxes & bit(behind)) == 0) {
                successors[found++] = (boxes ^ bit(to) ^ bit(behind)) | (hr_state)to << MAN;
            }
        }
        counts[i] = (uint16_t)(found - before);
    }
    return found;
}

static void solved(const void *puzzle, const hr_state *states, size_t n, uint8_t *out) {
    for (size_t i = 0; i < n; i++) {
        out[i] = boxes_of(states[i]) == ((const level *)puzzle)->goals;
    }
}

static bool parse(const void *puzzle, const char *text, hr_state *state, char why[HR_KIND_WHY_MAX]) {
    const level *own = puzzle;
    level l = {0};
    (void)snprintf(why, HR_KIND_WHY_MAX, "write the board with other places of the man and the boxes");
    const bool good = read(text, &l);
    *state = l.start;
    return good && l.width == own->width && l.cells == own->cells && l.walls == own->walls && l.goals == own->goals;
}

static void format(const void *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    const level *l = puzzle;
    for (int cell = 0; cell < l->cells; cell++) {
        const int kind = (l->goals >> cell & 1) != 0 ? 1 : 0;
        if (cell > 0 && cell % l->width == 0) {
            *text++ = '/';
        }
        *text++ = (l->walls & bit(cell)) != 0       ? '#'
                  : (*state & bit(cell)) != 0       ? "$*"[kind]
                  : *state >> MAN == (hr_state)cell ? "@+"[kind]
                                                    : "_."[kind];
    }
    *text = '\0';
}

static void move(const void *puzzle, const hr_state *from, const hr_state *to, char text[HR_STEP_TEXT_MAX]) {
    int way = 0;
    while (beside(puzzle, (int)(*from >> MAN), way) != (int)(*to >> MAN)) {
        way++;
    }
    text[0] = (boxes_of(*from) == boxes_of(*to) ? "ulrd" : "ULRD")[way]; // a capital letter is a push
    text[1] = '\0';
}

const hr_kind huarong_kind = {
    .version = HR_KIND_VERSION,
    .name = "sokoban",
    .form = "sokoban:BOARD",
    .example = "sokoban:_@__/_$$_/_.._",
    .summary = "boxes that are pushed to goals",
    .help = "sokoban:BOARD, its rows with '/' between: wall #, free _, goal ., box $, man @; box and man on a goal: * +\n",
    .goal = "all boxes on goals",
    .puzzle_bytes = sizeof(level),
    .create = create,
    .sources = sources,
    .expand = expand,
    .solved = solved,
    .parse = parse,
    .format = format,
    .move = move,
};
