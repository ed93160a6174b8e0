// SPDX-License-Identifier: MIT
#include "cli/help.h"

#include <string.h>

#include "cli/commands.h"
#include "huarong/klotski.h"

static const struct {
    const char *name;
    const char *summary;
    const char *text;
} TOPICS[] = {
    {"tile", "tile puzzles: boards, states, goals, metrics",
     "tile:WxH, columns x rows, from 2x2 to 16 cells: tile:3x3 is the 8-puzzle,\n"
     "tile:4x4 the 15-puzzle.\n"
     "\n"
     "A state is the cells' numbers in reading order, separated by spaces, commas\n"
     "or newlines; the blank is 0, _ or .\n"
     "  --from '8 6 7 2 5 4 3 0 1'\n"
     "The goal is 1 2 3 ... 0 unless --goal says otherwise; the run begins at the\n"
     "goal unless --from says otherwise. Half of all arrangements reach a goal;\n"
     "a pair that does not fit is refused.\n"
     "\n"
     "Metrics: unit  one tile, one cell\n"
     "         slide any number of tiles of a row or column at once\n"
     "\n"
     "'huarong solve' takes boards up to 5x5.\n"},
    {"klotski", "Klotski puzzles: boards, states, openings, metrics",
     "klotski:WxH, columns x rows, up to 32 cells; klotski alone is klotski:4x5.\n"
     "Pieces: one 2x2, any number of horizontals (2x1), verticals (1x2) and singles,\n"
     "and two empty cells or more. Solved: the 2x2 at the exit, which is the bottom\n"
     "centre unless --exit says otherwise.\n"
     "\n"
     "A state is one of\n"
     "  letters     the board in reading order: X 2x2, LR horizontal, T over B\n"
     "              vertical, o single, . empty:  TXXTBXXBTLRTBooBo..o\n"
     "  CommonCode  4x5 only, zeros at the end may be missing:  1A9BF0C\n"
     "  a name      of a 4x5 opening, see below:  横刀立马\n"
     "The run begins at that state (--from), else at all solved boards at once.\n"
     "\n"
     "Metrics: unit  one piece, one cell\n"
     "         slide one piece, any distance in one straight line\n"
     "         move  one piece along any path\n"},
    {"drops", "the water-drop puzzle, for 'huarong solve'",
     "drops:WxH, columns x rows, up to 8x8.\n"
     "\n"
     "A state is the cells' numbers in reading order, 0 to 4, 0 for an empty cell:\n"
     "  0 2 1 / 3 4 3 / 1 0 4\n"
     "A drop adds one to a cell that is not empty. A cell that exceeds 4 bursts: it\n"
     "is empty then, and sends a droplet in each of the four directions, which the\n"
     "first cell on its way that is not empty absorbs. All droplets move in step. The\n"
     "board is solved when it is empty. A move is a drop: (row,column), from 1.\n"},
    {"exit", "exit codes",
     "0   done\n"
     "1   a check failed (--expect, verify)\n"
     "2   wrong usage, a bad puzzle or a bad state\n"
     "3   stopped by a limit (memory, time, nodes) or a signal; what was found until\n"
     "    then is printed, and with --checkpoint the run can go on\n"
     "4   a file cannot be read or written, is damaged or not what it should be\n"
     "70  internal error or MPI\n"},
};
enum { TOPIC_COUNT = sizeof TOPICS / sizeof TOPICS[0] };

void hr_help_version(FILE *out) { fprintf(out, "huarong %s\n", HR_VERSION); }

static void list_commands(FILE *out) {
    for (size_t i = 0; i < hr_command_count(); i++) {
        char line[80];
        (void)snprintf(line, sizeof line, "%s %s", hr_commands()[i]->name, hr_commands()[i]->arguments);
        fprintf(out, "  %-23s  %s\n", line, hr_commands()[i]->summary);
    }
}

void hr_help_usage(FILE *out) {
    fputs("Usage: huarong COMMAND [ARGUMENT]... [OPTION]...\n\nCommands:\n", out);
    list_commands(out);
}

void hr_help_overview(FILE *out) {
    fputs("huarong counts the state spaces of sliding puzzles exactly, in parallel, keeps\n"
          "all distances in tables, and solves single positions.\n\n",
          out);
    hr_help_usage(out);
    fputs("\nHelp:\n", out);
    fputs("  huarong help COMMAND, huarong COMMAND --help\n  huarong --version\n", out);
    for (size_t i = 0; i < TOPIC_COUNT; i++) {
        char line[80];
        (void)snprintf(line, sizeof line, "huarong help %s", TOPICS[i].name);
        fprintf(out, "  %-22s  %s\n", line, TOPICS[i].summary);
    }
    fputs("\nExamples:\n"
          "  huarong enumerate tile:3x3\n"
          "  huarong solve klotski 横刀立马\n"
          "  mpirun -n 4 huarong openings --out all.table\n",
          out);
}

/// The columns that UTF-8 text takes on a terminal: two for each Chinese character (three bytes or more), one for the others.
static int columns_of(const char *text) {
    int columns = 0;
    for (; *text != '\0'; text++) {
        const unsigned char byte = (unsigned char)*text;
        columns += byte >= 0xe0 ? 2 : (byte & 0xc0) != 0x80 ? 1 : 0;
    }
    return columns;
}

static void list_openings(FILE *out) {
    enum { COLUMN = 13, PER_LINE = 6 };
    size_t count = 0;
    const hr_klotski_opening *openings = hr_klotski_openings(&count);
    fputs("\nNamed openings:\n", out);
    for (size_t i = 0; i < count; i++) {
        const bool last = i % PER_LINE == PER_LINE - 1 || i == count - 1;
        const int padding = COLUMN - columns_of(openings[i].name);
        fprintf(out, "%s%s%*s", i % PER_LINE == 0 ? "  " : "", openings[i].name, last || padding < 1 ? 0 : padding, "");
        fputs(last ? "\n" : "", out);
    }
}

bool hr_help_topic(const char *topic, FILE *out) {
    for (size_t i = 0; i < TOPIC_COUNT; i++) {
        if (strcmp(TOPICS[i].name, topic) == 0) {
            fputs(TOPICS[i].text, out);
            if (strcmp(topic, "klotski") == 0) {
                list_openings(out);
            }
            return true;
        }
    }
    return false;
}
