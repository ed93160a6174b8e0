// SPDX-License-Identifier: MIT
#include "cli/help.h"

#include <string.h>

#include "puzzle/canvas.h"
#include "puzzle/kinds.h"

static const struct {
    const char *name;
    const char *summary;
    const char *text;
} TOPICS[] = {
    {"runs", "ranks, memory, disks, checkpoints",
     "mpirun -n 4 huarong ...  shares the work among 4 ranks; any number gives the\n"
     "                         same result. Without mpirun there is one rank.\n"
     "huarong plan PUZZLE      tells the memory, disks and time that a run would take\n"
     "--memory=8G              limits the memory of a node; without it a run takes\n"
     "                         what is free there, within the limits of the job\n"
     "--scratch=DIR            enumerate: keeps states of tile boards on disks\n"
     "--max-time=23h           stops the run in time. SIGTERM, SIGINT, SIGHUP,\n"
     "                         SIGUSR1, SIGUSR2 and SIGXCPU stop it, too.\n"
     "--checkpoint=DIR         keeps what is done, now and then and when a run stops.\n"
     "                         The same command with --resume goes on, on any number\n"
     "                         of ranks.\n"
     "--log=FILE               adds a line of JSON for each event\n"
     "\n"
     "'man huarong-runs' has the rest, 'huarong help exit' the exit codes.\n"},
    {"formats", "text, JSON, CSV, tables",
     "--format=NAME  one of the forms below. --json and --csv are short for\n"
     "               --format=json and csv; jsonl has a line for each position, as it\n"
     "               ends.\n"
     "  text json csv            enumerate openings heuristics info\n"
     "  text json jsonl csv      solve survey query\n"
     "  text json                plan verify\n"
     "  svg text                 draw\n"
     "  npy csv                  export\n"
     "  graphml dot edges count  graph\n"
     "\n"
     "--output=FILE  writes the result there, not to standard output\n"
     "--quiet        prints the result alone\n"
     "--table=FILE   enumerate, openings: keeps all distances in a table, which\n"
     "               query, info, verify, report and export read\n"
     "--checkpoint=DIR  keeps what a run has done, from which --resume goes on\n"
     "\n"
     "'man huarong-formats' names each member of JSON, each column of CSV and each\n"
     "byte of a table.\n"},
    {"metrics", "what counts as one move",
     "unit   one piece moves by one cell (the default)\n"
     "slide  Klotski, blocks: one piece moves any distance in one straight line;\n"
     "       tiles: any number of tiles of a row or column move by one cell;\n"
     "       perm: a move of the file any number of times\n"
     "move   Klotski, blocks: one piece moves along any path, as most pages count\n"
     "\n"
     "--metric chooses one. 横刀立马 takes 116 moves in unit, 90 in slide, 81 in move.\n"},
    {"tutorial", "where to begin",
     "'man huarong-tutorial' is for players, researchers, cluster users and\n"
     "programmers. First steps:\n"
     "\n"
     "  huarong solve klotski 横刀立马 --metric move --draw\n"
     "  huarong enumerate tile:3x3 --table eight.table\n"
     "  huarong query eight.table --hardest 2 --path\n"},
    {"exit", "exit codes",
     "0   done\n"
     "1   a check failed (--expect, verify)\n"
     "2   wrong usage, a bad puzzle or a bad state\n"
     "3   stopped by a limit (memory, time, nodes) or a signal; what was found until\n"
     "    then is printed, and with --checkpoint the run can go on\n"
     "4   a file cannot be read or written, is damaged or not what it should be\n"
     "70  out of memory, an error from MPI, or an error in the program\n"},
};
enum { TOPIC_COUNT = sizeof TOPICS / sizeof TOPICS[0] };

void hr_help_usage(const hr_command *const *commands, FILE *out) {
    fputs("Usage: huarong COMMAND [ARGUMENT]... [OPTION]...\n\nCommands:\n", out);
    for (; *commands != NULL; commands++) {
        char line[80];
        (void)snprintf(line, sizeof line, "%s %s", (*commands)->name, (*commands)->arguments);
        fprintf(out, "  %-23s  %s\n", line, (*commands)->summary);
    }
}

static void list_topic(const char *name, const char *summary, FILE *out) {
    char line[80];
    (void)snprintf(line, sizeof line, "huarong help %s", name);
    fprintf(out, "  %-22s  %s\n", line, summary);
}

void hr_help_overview(const hr_command *const *commands, FILE *out) {
    fputs("huarong counts the state spaces of sliding puzzles exactly, in parallel, keeps\n"
          "all distances in tables, and solves single positions.\n\n",
          out);
    hr_help_usage(commands, out);
    fputs("\nHelp:\n", out);
    fputs("  huarong help COMMAND, huarong COMMAND --help\n  huarong --version, -V\n", out);
    for (size_t i = 0; hr_puzzle_kinds[i] != NULL; i++) {
        list_topic(hr_puzzle_kinds[i]->name, hr_puzzle_kinds[i]->summary, out);
        if (hr_puzzle_kinds[i]->inner != NULL) {
            list_topic(hr_puzzle_kinds[i]->inner, hr_puzzle_kinds[i]->inner_summary, out);
        }
    }
    for (size_t i = 0; i < TOPIC_COUNT; i++) {
        list_topic(TOPICS[i].name, TOPICS[i].summary, out);
    }
    fputs("\nExamples:\n"
          "  huarong enumerate tile:3x3\n"
          "  huarong solve klotski 横刀立马\n"
          "  mpirun -n 4 huarong openings --table all.table\n",
          out);
}

static bool is_listed(const char *(*name_of)(size_t i), const char *name) {
    for (size_t i = 0; name_of(i) != NULL; i++) {
        if (strcmp(name_of(i), name) == 0) {
            return true;
        }
    }
    return false;
}

/// List the names in columns, five or six a line. Names that `listed` gives are left out.
static void list_names(const char *(*name_of)(size_t i), const char *(*listed)(size_t i), FILE *out) {
    enum { COLUMN = 13, MOST = 78 };
    int at = 0; // columns of the line under way
    for (size_t i = 0; name_of(i) != NULL; i++) {
        const char *name = name_of(i);
        if (is_listed(listed, name)) {
            continue;
        }
        const int columns = hr_canvas_text_columns(name, strlen(name));
        const int gap = COLUMN - at % COLUMN; // at least a space
        if (at > 0 && at + gap + columns > MOST) {
            fputc('\n', out);
            at = 0;
        }
        fprintf(out, "%*s%s", at > 0 ? gap : 2, "", name);
        at += (at > 0 ? gap : 0) + columns;
    }
    fputc('\n', out);
}

/// List the positions of a kind, each with its note, which begins with the fewest moves in each metric.
static void list_notes(const hr_puzzle_kind *kind, FILE *out) {
    enum { COLUMNS = 13 };
    fprintf(out, "\n%-15s %4s %5s %5s\n", "Names", "move", "slide", "unit");
    for (size_t i = 0; kind->position_name(i) != NULL; i++) {
        const char *name = kind->position_name(i);
        fprintf(out, "  %s%*s %s\n", name, COLUMNS - hr_canvas_text_columns(name, strlen(name)), "", kind->position_note(i));
    }
}

const char *hr_help_topic_name(size_t i) { return i < TOPIC_COUNT ? TOPICS[i].name : NULL; }

bool hr_help_topic(const char *topic, FILE *out) {
    hr_metric metric = HR_METRIC_UNIT;
    if (strcmp(topic, "metric") == 0 || hr_metric_parse(topic, &metric, NULL) == HR_OK) {
        topic = "metrics";
    }
    for (size_t i = 0; hr_puzzle_kinds[i] != NULL; i++) {
        const char *inner = hr_puzzle_kinds[i]->inner;
        if (strcmp(hr_puzzle_kinds[i]->name, topic) == 0 || (inner != NULL && strcmp(inner, topic) == 0)) {
            fputs(hr_puzzle_kinds[i]->help, out);
            if (hr_puzzle_kinds[i]->position_note != NULL) {
                list_notes(hr_puzzle_kinds[i], out);
            }
            if (hr_puzzle_kinds[i]->position_alias != NULL) {
                fputs("\nNames in traditional characters and in the west:\n", out);
                list_names(hr_puzzle_kinds[i]->position_alias, hr_puzzle_kinds[i]->position_name, out);
            }
            return true;
        }
    }
    for (size_t i = 0; i < TOPIC_COUNT; i++) {
        if (strcmp(TOPICS[i].name, topic) == 0) {
            fputs(TOPICS[i].text, out);
            return true;
        }
    }
    return false;
}
