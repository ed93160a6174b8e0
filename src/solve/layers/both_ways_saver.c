// SPDX-License-Identifier: MIT
// What a search from both sides saves. A layer's side is not saved: who makes the next layer follows from the layers so far.

#include <stdio.h>

#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/lines.h"
#include "run/stop_reason.h"
#include "solve/layers/both_ways_search.h"

/// Returns the number of layers of both sides.
static uint64_t count_layers(const void *run) {
    const hr_both_ways *b = run;
    return hr_both_ways_layers(b, HR_FROM_START)->layer_count + hr_both_ways_layers(b, HR_FROM_GOALS)->layer_count;
}

/// The layers that the log is told of are as many as the depths of both sides together, and one more.
static void tell(const void *run, hr_event event) {
    const hr_both_ways *b = run;
    const uint64_t layers = count_layers(b);
    const hr_enumeration both = {.layer_count = layers > 1 ? layers - 1 : layers};
    event.enumeration = &both;
    event.more = "both";
    if (b->run->event != NULL && hr_comm_rank(b->task->comm) == 0) {
        b->run->event(&event, b->run->event_context);
    }
}

static uint64_t count_bytes(const void *run) {
    const hr_both_ways *b = run;
    uint64_t bytes = hr_two_sides_bytes(b->engines);
    for (int i = 0; i < HR_SIDES; i++) {
        bytes += b->sides[i].keeper.save_bytes(b->sides[i].keeper.context);
    }
    return bytes;
}

static size_t count_facts(const void *run) { return HR_FACT_HEAD + count_layers(run) * HR_LAYER_WORDS; }

/// Put this rank's blocks. The layers in `facts` come in the order in which they were made.
static hr_status put(void *run, hr_checkpoint_writer *writer, uint64_t *facts, hr_error *error) {
    const hr_both_ways *b = run;
    size_t at[HR_SIDES] = {0};
    facts[HR_FACT_LAYERS] = count_layers(b);
    facts[HR_FACT_SECONDS] = hr_checkpoint_word(hr_keeper_seconds(&b->keeper));
    facts[HR_FACT_LAYOUT] = hr_two_sides_layout(b->engines);
    for (size_t i = 0; i < facts[HR_FACT_LAYERS]; i++) {
        const int side = hr_both_ways_next(b, at);
        hr_layer_put(&hr_both_ways_layers(b, side)->layers[at[side]++], facts + HR_FACT_HEAD + i * HR_LAYER_WORDS);
    }
    for (int i = 0; i < HR_SIDES; i++) {
        HR_TRY(b->sides[i].keeper.save(b->sides[i].keeper.context, writer, error));
    }
    return hr_two_sides_put(b->engines, writer, error);
}

void hr_both_ways_reserve(hr_both_ways *b, int side) {
    if (b->keeper.store != NULL && b->run->max_seconds > 0) {
        hr_two_sides_reserve(b->engines, side, hr_keeper_plan(&b->keeper, count_bytes(b)));
    }
}

hr_status hr_both_ways_save_if_due(hr_both_ways *b, hr_error *error) {
    uint64_t due = hr_keeper_due(&b->keeper);
    if (b->keeper.store == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_comm_broadcast(b->task->comm, &due, sizeof due, error));
    return due == 0 ? HR_OK : hr_keeper_save(&b->keeper, true, error);
}

hr_status hr_both_ways_save_last(hr_both_ways *b, hr_error *error) {
    const bool stopped = b->ended.stop == HR_STOP_MEMORY || hr_stop_ends_run(b->ended.stop);
    return hr_keeper_save_last(&b->keeper, hr_two_sides_spoilt(b->engines), stopped, error);
}

void hr_both_ways_note_checkpoint(hr_both_ways *b) {
    const size_t saved = b->keeper.saved;
    char of[64];
    (void)snprintf(of, sizeof of, "%zu layer%s of both sides", saved, hr_quantity_plural(saved));
    hr_keeper_note(&b->keeper, of, b->ended.stop_text, sizeof b->ended.stop_text);
}

/// Local, with the same result on every rank. Take the facts `facts[0..count)`.
static hr_status take_facts(hr_both_ways *b, const uint64_t *facts, size_t count, hr_error *error) {
    HR_TRY(hr_layer_facts_check(facts, count, hr_two_sides_layout(b->engines), error));
    for (size_t i = 0; i < facts[HR_FACT_LAYERS]; i++) {
        const int side = hr_both_ways_next(b, b->layers);
        HR_TRY(hr_two_sides_take_layer(b->engines, side, facts + HR_FACT_HEAD + i * HR_LAYER_WORDS, error));
        HR_TRY(hr_both_ways_note(b, side, error));
    }
    b->keeper.origin = hr_comm_seconds() - hr_checkpoint_seconds(facts[HR_FACT_SECONDS]);
    return HR_OK;
}

static hr_status take(void *run, hr_checkpoint_reader *reader, hr_error *error) {
    hr_both_ways *b = run;
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    HR_TRY(hr_comm_agree(b->task->comm, take_facts(b, facts, count, error), error));
    HR_TRY(hr_two_sides_take(b->engines, reader, error));
    for (int i = 0; i < HR_SIDES; i++) {
        const hr_enumeration *layers = hr_both_ways_layers(b, i);
        if (layers->layer_count > 0) {
            HR_TRY(b->sides[i].keeper.load(b->sides[i].keeper.context, reader, layers, error));
        }
    }
    return HR_OK;
}

static void forget(void *run) {
    hr_both_ways *b = run;
    hr_two_sides_forget(b->engines);
    for (int i = 0; i < HR_SIDES; i++) {
        hr_both_ways_side *side = &b->sides[i];
        const uint64_t budget = side->kept.budget;
        hr_kept_layers_end(&side->kept);
        hr_kept_layers_begin(&side->kept, b->words, budget);
        side->saver.complete = 0;
        b->layers[i] = 0;
    }
    hr_path_clear(b->path);
    *b->path = (hr_path){.outcome = HR_PATH_UNSOLVABLE, .both_ways = true};
}

hr_status hr_both_ways_open(hr_both_ways *b, hr_error *error) {
    char of_puzzle[HR_PUZZLE_IDENTITY_MAX];
    char start[HR_STATE_TEXT_MAX];
    char identity[HR_PUZZLE_IDENTITY_MAX + HR_STATE_TEXT_MAX + 32];
    hr_puzzle_identity(b->task->puzzle, of_puzzle);
    hr_puzzle_format(b->task->puzzle, b->task->start, start);
    (void)snprintf(identity, sizeof identity, "both-sides %s, from %s", of_puzzle, start);
    const hr_keeper_run run = {.run = b,
                               .progress = count_layers,
                               .bytes = count_bytes,
                               .fact_count = count_facts,
                               .put = put,
                               .take = take,
                               .forget = forget,
                               .tell = tell};
    HR_TRY(hr_keeper_open(&b->keeper, b->task->comm, &b->run->checkpoint, identity, &run, error));
    b->keeper.origin = b->began;
    hr_error why = {.text = ""};
    const hr_status status = hr_keeper_resume(&b->keeper, &why);
    if (status == HR_STOPPED) {
        b->unread = true;
        b->ended.stop = HR_STOP_MEMORY;
        (void)snprintf(b->ended.stop_text, sizeof b->ended.stop_text, "%.300s", why.text);
    }
    return status == HR_OK || status == HR_STOPPED ? HR_OK : hr_error_set(error, status, "%s", why.text);
}
