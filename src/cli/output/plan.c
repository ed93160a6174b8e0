// SPDX-License-Identifier: MIT
#include "cli/output/plan.h"

#include <inttypes.h>
#include <string.h>

#include "cli/output/json/parts.h"
#include "core/quantity.h"

static int count_nodes(const hr_planned_run *run) { return (run->ranks + run->node_ranks - 1) / run->node_ranks; }

static void print_memory(const hr_plan *plan, FILE *out) {
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    const uint64_t rank_memory = plan->forecast.rank_memory;
    const uint64_t ranks = rank_memory > 0 ? plan->node_memory / rank_memory : 0;
    fprintf(out, "Memory      %s a rank, %s a node of %" PRIu64 " rank%s\n", hr_quantity_bytes(rank_memory, a),
            hr_quantity_bytes(plan->node_memory, b), ranks, hr_quantity_plural(ranks));
    if (plan->node_limit.bytes == UINT64_MAX) {
        return;
    }
    fprintf(out, "Node        %s may be used (%s): ", hr_quantity_bytes(plan->node_limit.bytes, a), plan->node_limit.source);
    if (plan->nodes == 0) {
        fprintf(out, "enough\n");
    } else if (plan->forecast.memory_fixed) { // more nodes do not help
        fprintf(out, "too little%s\n", ranks > 1 ? ", plan fewer ranks a node" : " even for one rank");
    } else if (plan->nodes < 0) {
        fprintf(out, "too little on any number of such nodes%s\n", ranks > 1 ? ", plan fewer ranks a node" : "");
    } else {
        fprintf(out, "too little, about %s such nodes would do\n", hr_quantity_count((uint64_t)plan->nodes, a));
    }
}

/// Print the size of a file that the run writes, and the time for it if the disk's rate is known. 0 bytes: there is no such file.
static void print_file(const char *name, const char *about, uint64_t bytes, double rate, FILE *out) {
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    if (bytes == 0) {
        return;
    }
    fprintf(out, "%s %s%s", name, about, hr_quantity_bytes(bytes, a));
    if (rate > 0) {
        fprintf(out, ", %s to write at %s/s, measured", hr_quantity_seconds((double)bytes / rate, a),
                hr_quantity_bytes((uint64_t)rate, b));
    }
    fputc('\n', out);
}

/// Print whether there is room for `bytes` bytes.
static void print_room(uint64_t bytes, uint64_t room, FILE *out) {
    char a[HR_QUANTITY_MAX];
    if (room == UINT64_MAX) {
        fprintf(out, "Room        unknown: the system does not tell what is free there\n");
    } else {
        fprintf(out, "Room        %s free there: %s\n", hr_quantity_bytes(room, a), bytes <= room ? "enough" : "too little");
    }
}

/// Print what the states take on disks, how much room is there, and how long reading and writing them takes.
static void print_scratch(const hr_planned *p, FILE *out) {
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    const hr_plan *plan = p->plan;
    const hr_forecast *forecast = &plan->forecast;
    fprintf(out, "Scratch     %s on disk, ", hr_quantity_bytes(forecast->scratch, a));
    if (count_nodes(p->run) > 1) {
        fprintf(out, "%s from each node, ", hr_quantity_bytes(plan->scratch_node, a));
    }
    fprintf(out, "about %s read and written", hr_quantity_bytes((uint64_t)forecast->scratch_moved, a));
    if (forecast->scratch_rate.runs > 0) {
        fprintf(out, " in %s at %s/s%s, measured", hr_quantity_seconds(plan->scratch_seconds, a),
                hr_quantity_bytes((uint64_t)forecast->scratch_rate.median, b), plan->scratch_apart ? " on each node" : "");
    }
    fputc('\n', out);
    print_room(plan->scratch_apart ? plan->scratch_node : forecast->scratch, plan->scratch_room, out);
}

static void print_time(const hr_plan *plan, FILE *out) {
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    fprintf(out, "Time        %s", hr_quantity_seconds(plan->seconds, a));
    fprintf(out, ", between %s and %s: ", hr_quantity_seconds(plan->seconds_low, a), hr_quantity_seconds(plan->seconds_high, b));
    fprintf(out, "computing %s, sending %s%s\n", hr_quantity_seconds(plan->compute_seconds, a),
            hr_quantity_seconds(plan->link_seconds, b), plan->forecast.overlapped ? " meanwhile" : "");
}

static void print_rate(const hr_forecast *forecast, FILE *out) {
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    const hr_rates *rates = &forecast->rate;
    fprintf(out, "Rate        %s%s a second and rank, ", hr_quantity_rough(rates->median, a),
            forecast->layers > 0 ? " states x layers" : " states");
    fprintf(out, "between %s and %s in %d short runs, ", hr_quantity_rough(rates->low, a), hr_quantity_rough(rates->high, b),
            rates->runs);
    fprintf(out, "measured on %s\n", forecast->rate_from);
}

static hr_status print_text(const hr_planned *p, FILE *out, hr_error *error) {
    (void)error;
    char a[HR_QUANTITY_MAX];
    char b[HR_QUANTITY_MAX];
    const hr_plan *plan = p->plan;
    const hr_forecast *forecast = &plan->forecast;
    const hr_puzzle_info *info = hr_puzzle_describe(p->puzzle);
    fprintf(out, "Puzzle      %s, metric %s\n", info->spec, hr_metric_name(info->metric));
    fprintf(out, "Engine      %s on %d rank%s", plan->engine, p->run->ranks, hr_quantity_plural((uint64_t)p->run->ranks));
    if (count_nodes(p->run) > 1) {
        fprintf(out, ", %d nodes", count_nodes(p->run));
    }
    fputc('\n', out);
    if (forecast->states == 0) {
        fprintf(out, "States      unknown: nobody can tell before the run; give --max-depth for a part of it\n");
    } else {
        hr_quantity_count(forecast->states, a);
        fprintf(out, forecast->states_exact ? "States      %s\n" : "States      about %s or fewer\n", a);
        print_memory(plan, out);
    }
    if (forecast->layers > 0) {
        fprintf(out, "Layers      %s%" PRIu32 "\n", forecast->layers_exact ? "" : "about ", forecast->layers);
    }
    if (p->run->scratch.count > 0) {
        print_scratch(p, out);
    }
    print_file("Table      ", "", forecast->table, plan->disk_rate, out);
    print_file("Checkpoint ", "about ", forecast->checkpoint, plan->disk_rate, out);
    if (plan->disk_rate > 0 && forecast->checkpoint == 0 && strcmp(plan->engine, "openings") == 0) {
        fprintf(out, "Checkpoint  a few MiB: the counts of finished families\n");
    }
    if (plan->disk_bytes > 0) {
        print_room(plan->disk_bytes, plan->disk_room, out);
    }
    if (forecast->states > 0) {
        fprintf(out, "Traffic     %s %s between nodes, %s from each\n", forecast->between > 0 ? "about" : "at most",
                hr_quantity_bytes((uint64_t)plan->traffic, a), hr_quantity_bytes((uint64_t)plan->link_traffic, b));
        print_time(plan, out);
    }
    print_rate(forecast, out);
    return HR_OK;
}

/// Returns the members about nodes, about disks, checkpoints and writing files; NULL: out of memory. Times are 0 if the disk was
/// not measured.
static json_t *pack_files(const hr_planned *p) {
    const hr_plan *plan = p->plan;
    const hr_forecast *forecast = &plan->forecast;
    const double second = plan->disk_rate > 0 ? 1 / plan->disk_rate : 0; // seconds a byte
    const bool told = plan->scratch_room != UINT64_MAX;
    return json_pack("{s:I, s:b, s:o, s:i, s:I, s:f, s:f, s:f}", "scratch_node", (json_int_t)plan->scratch_node, "scratch_apart",
                     (int)plan->scratch_apart, "scratch_room", told ? json_integer((json_int_t)plan->scratch_room) : json_null(),
                     "nodes", count_nodes(p->run), "checkpoint", (json_int_t)forecast->checkpoint, "disk_rate", plan->disk_rate,
                     "table_seconds", (double)forecast->table * second, "checkpoint_seconds",
                     (double)forecast->checkpoint * second);
}

/// Returns the members about how the time follows from the rate, and how sure both are; NULL: out of memory.
static json_t *pack_ranges(const hr_plan *plan) {
    const hr_rates *rates = &plan->forecast.rate;
    return json_pack("{s:f, s:f, s:f, s:i, s:f, s:f, s:f}", "work", plan->forecast.work, "rate_low", rates->low, "rate_high",
                     rates->high, "rate_runs", rates->runs, "processor_share", rates->share, "seconds_low", plan->seconds_low,
                     "seconds_high", plan->seconds_high);
}

static hr_status print_json(const hr_planned *p, FILE *out, hr_error *error) {
    json_t *root = json_object();
    const hr_plan *plan = p->plan;
    const hr_forecast *forecast = &plan->forecast;
    const hr_puzzle_info *info = hr_puzzle_describe(p->puzzle);
    const bool limited = plan->node_limit.bytes != UINT64_MAX;
    json_t *rest = json_pack(
        "{s:s, s:b, s:i, s:I, s:b, s:I, s:I, s:o, s:s?, s:o, s:I, s:f, s:b, s:f, s:f, s:f, s:s, s:f, s:f, s:f, s:f, s:I, s:f, s:f, "
        "s:f}",
        "engine", plan->engine, "oversubscribed", (int)p->oversubscribed, "ranks", p->run->ranks, "states",
        (json_int_t)forecast->states, "states_exact", (int)forecast->states_exact, "rank_memory", (json_int_t)forecast->rank_memory,
        "node_memory", (json_int_t)plan->node_memory, "node_limit",
        limited ? json_integer((json_int_t)plan->node_limit.bytes) : json_null(), "node_limit_source",
        limited ? plan->node_limit.source : NULL, "nodes_needed", plan->nodes < 0 ? json_null() : json_integer(plan->nodes),
        "table", (json_int_t)forecast->table, "layers", (double)forecast->layers, "layers_exact", (int)forecast->layers_exact,
        "traffic", plan->traffic, "link_traffic", plan->link_traffic, "rate", forecast->rate.median, "calibration",
        forecast->rate_from, "busiest", forecast->busiest, "compute_seconds", plan->compute_seconds, "link_seconds",
        plan->link_seconds, "seconds", plan->seconds, "scratch", (json_int_t)forecast->scratch, "scratch_moved",
        forecast->scratch_moved, "scratch_rate", forecast->scratch_rate.median, "scratch_seconds", plan->scratch_seconds);
    json_t *files = pack_files(p);
    json_t *ranges = pack_ranges(plan);
    const bool complete = hr_json_put_head(root, info->spec, info->metric) && json_object_update(root, rest) == 0 &&
                          json_object_update(root, files) == 0 && json_object_update(root, ranges) == 0;
    json_decref(rest);
    json_decref(files);
    json_decref(ranges);
    return hr_json_write(root, complete, out, error);
}

hr_status hr_plan_print(void *context, FILE *out, hr_error *error) {
    static hr_status (*const PRINTERS[HR_FORMATS])(const hr_planned *planned, FILE *out, hr_error *error) = {
        [HR_FORMAT_TEXT] = print_text,
        [HR_FORMAT_JSON] = print_json,
    };
    const hr_planned *planned = context;
    return PRINTERS[planned->format](planned, out, error);
}
