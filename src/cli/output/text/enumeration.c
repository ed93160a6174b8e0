// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <string.h>

#include "cli/output/enumeration.h"
#include "cli/output/states.h"
#include "core/quantity.h"
#include "puzzle/goals.h"
#include "puzzle/words.h"
#include "run/stop_reason.h"

size_t hr_enumeration_report_listed(const hr_enumeration_report *report) {
    const size_t available = report->result->hardest_listed;
    return report->hardest_listed < available ? report->hardest_listed : available;
}

hr_count hr_enumeration_report_solved(const hr_enumeration_report *report, size_t depth) {
    const hr_layer *layer = &report->result->layers[depth];
    const bool has_target = hr_puzzle_describe(report->puzzle)->has_target;
    return has_target ? layer->solved : depth == 0 ? layer->states : 0;
}

bool hr_enumeration_report_has_fingerprints(const hr_enumeration_report *report) {
    bool found = false;
    for (size_t depth = 0; depth < report->result->layer_count; depth++) {
        found = found || report->result->layers[depth].fingerprint != 0;
    }
    return found;
}

static void print_head(const hr_enumeration_report *report, FILE *out) {
    const hr_puzzle_info *info = hr_puzzle_describe(report->puzzle);
    fprintf(out, "Puzzle      %s, metric %s%s\n", info->spec, hr_metric_name(info->metric), hr_states_metric_note(report->puzzle));
    fputs("From        ", out);
    if (info->single_source) {
        hr_state source[HR_STATE_WORDS_MAX];
        hr_states_first_source(report->puzzle, source);
        hr_states_print(report->puzzle, source, 0, out);
    } else {
        fputs("all solved boards\n", out);
    }
    char goal[HR_STATE_TEXT_MAX];
    hr_puzzle_goal(report->puzzle, goal);
    fprintf(out, "Goal        %s\n", goal[0] != '\0' ? goal : "none");
    fprintf(out, "Symmetry    %d image%s of a state\n", info->symmetry_order, hr_quantity_plural((uint64_t)info->symmetry_order));
    fprintf(out, "Engine      %s on %d rank%s\n\n", report->engine, report->ranks, hr_quantity_plural((uint64_t)report->ranks));
}

static int wider(int width, uint64_t number) {
    char text[HR_QUANTITY_MAX];
    const int length = (int)strlen(hr_quantity_count(number, text));
    return length > width ? length : width;
}

static void print_layers(const hr_enumeration_report *report, FILE *out) {
    const hr_enumeration *result = report->result;
    int width[2] = {(int)strlen("states"), (int)strlen("canonical")};
    for (size_t i = 0; i < result->layer_count; i++) {
        width[0] = wider(width[0], result->layers[i].states);
        width[1] = wider(width[1], result->layers[i].canonical);
    }
    const bool fingerprints = hr_enumeration_report_has_fingerprints(report);
    fprintf(out, "depth  %*s  %*s%s\n", width[0], "states", width[1], "canonical", fingerprints ? "  fingerprint" : "");
    for (size_t i = 0; i < result->layer_count; i++) {
        const hr_layer *layer = &result->layers[i];
        char states[HR_QUANTITY_MAX];
        char canonical[HR_QUANTITY_MAX];
        fprintf(out, "%5zu  %*s  %*s", i, width[0], hr_quantity_count(layer->states, states), width[1],
                hr_quantity_count(layer->canonical, canonical));
        if (fingerprints) {
            fprintf(out, "  %016" PRIx64, layer->fingerprint);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void print_totals(const hr_enumeration_report *report, FILE *out) {
    const hr_enumeration *result = report->result;
    char states[HR_QUANTITY_MAX];
    char canonical[HR_QUANTITY_MAX];
    fprintf(out, "States      %s (%s canonical), %s%s\n", hr_quantity_count(result->states, states),
            hr_quantity_count(result->canonical, canonical), result->whole ? "the whole space" : "stopped ",
            result->whole ? "" : hr_stop_text(result->stop));
    if (result->layer_count > 0) {
        fprintf(out, "Depth       %zu\n", result->layer_count - 1);
    }
}

/// Does the run begin at the solved states? Then the last layer has the hardest states, else only the farthest from the source.
static bool begins_solved(const hr_puzzle *puzzle) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    return !info->has_target || !info->single_source;
}

static void print_first_solved(const hr_enumeration_report *report, FILE *out) {
    const hr_enumeration *result = report->result;
    if (begins_solved(report->puzzle) || hr_puzzle_check_goal(report->puzzle, NULL) != HR_OK) {
        return;
    }
    const hr_depth depth = result->first_solved;
    if (depth == HR_DEPTH_UNREACHED) {
        fprintf(out, "Solved      %s\n", result->whole ? "never: no state that is reached is solved" : "not so far");
        return;
    }
    char solved[HR_QUANTITY_MAX];
    fprintf(out, "Solved      first at depth %" PRIu32 ", %s state%s", depth,
            hr_quantity_count(result->layers[depth].solved, solved), hr_quantity_plural(result->layers[depth].solved));
    if (depth > 0) {
        char before[HR_QUANTITY_MAX];
        fprintf(out, "; layer %" PRIu32 " has %s", depth - 1, hr_quantity_count(result->layers[depth - 1].states, before));
    }
    fputc('\n', out);
}

static void print_hardest(const hr_enumeration_report *report, FILE *out) {
    const hr_enumeration *result = report->result;
    const size_t listed = hr_enumeration_report_listed(report);
    if (result->layer_count == 0) {
        return;
    }
    const hr_count all = result->layers[result->layer_count - 1].states;
    const char *label = !result->whole ? "Last layer" : begins_solved(report->puzzle) ? "Hardest" : "Farthest";
    char text[HR_QUANTITY_MAX];
    fprintf(out, "%-10s  %s state%s at depth %zu", label, hr_quantity_count(all, text), hr_quantity_plural(all),
            result->layer_count - 1);
    if (listed > 0 && listed < all) {
        fprintf(out, ", the first %zu:", listed);
    }
    fputc('\n', out);
    for (size_t i = 0; i < listed; i++) {
        hr_states_print(report->puzzle, result->hardest + i * hr_puzzle_words(report->puzzle), 12, out);
    }
    hr_states_draw(report->puzzle, result->hardest, listed, report->drawing, 12, out);
}

static void print_table(const hr_enumeration_report *report, FILE *out) {
    if (report->table != NULL) {
        fprintf(out, "Table       %s%s\n", report->table, report->table_written ? "" : ": not written");
    }
}

static void print_cost(const hr_enumeration_report *report, FILE *out) {
    const hr_enumeration *result = report->result;
    char time[HR_QUANTITY_MAX];
    char rate[HR_QUANTITY_MAX];
    char memory[HR_QUANTITY_MAX];
    uint64_t bytes = 0;
    for (size_t i = 0; i < result->layer_count; i++) {
        bytes += result->layers[i].bytes_sent;
    }
    fprintf(out, "Time        %s", hr_quantity_seconds(result->seconds, time));
    if (result->seconds > 0) {
        fprintf(out, ", %s states/s", hr_quantity_rough((double)result->states / result->seconds, rate));
        fprintf(out, " (%s canonical)", hr_quantity_rough((double)result->canonical / result->seconds, rate));
    }
    fprintf(out, "\nMemory      %s at the peak, all ranks together\n", hr_quantity_bytes(result->peak_memory, memory));
    if (result->scratch_read + result->scratch_written > 0) {
        char read[HR_QUANTITY_MAX];
        char written[HR_QUANTITY_MAX];
        fprintf(out, "Scratch     %s read, %s written\n", hr_quantity_bytes(result->scratch_read, read),
                hr_quantity_bytes(result->scratch_written, written));
    }
    if (report->ranks > 1) {
        fprintf(out, "Sent        %s between ranks\n", hr_quantity_bytes(bytes, memory));
    }
}

hr_status hr_enumeration_report_text(const hr_enumeration_report *report, FILE *out, hr_error *error) {
    (void)error;
    print_head(report, out);
    print_layers(report, out);
    print_totals(report, out);
    print_first_solved(report, out);
    print_hardest(report, out);
    print_table(report, out);
    print_cost(report, out);
    return HR_OK;
}
