// SPDX-License-Identifier: MIT
// The checkpoints of a search from both sides. A layer's side is not saved: who makes the next layer follows from the layers so
// far.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "puzzle/lines.h"
#include "run/stop_reason.h"
#include "solve/layers/both_ways_search.h"

static size_t layers_so_far(const hr_both_ways *b) {
    return hr_both_ways_layers(b, HR_FROM_START)->layer_count + hr_both_ways_layers(b, HR_FROM_GOALS)->layer_count;
}

static double seconds_of(const hr_both_ways *b) { return hr_comm_seconds() - b->began + b->saving.earlier; }

/// Tell the log, if there is one. The layers that it is told of are as many as the depths of both sides together, and one more.
static void tell(const hr_both_ways *b, hr_event event) {
    if (b->run->event == NULL || hr_comm_rank(b->task->comm) != 0) {
        return;
    }
    const size_t layers = layers_so_far(b);
    const hr_enumeration both = {.layer_count = layers > 1 ? layers - 1 : layers};
    event.enumeration = &both;
    event.more = "both";
    event.seconds = seconds_of(b);
    b->run->event(&event, b->run->event_context);
}

static uint64_t count_bytes(const hr_both_ways *b) {
    uint64_t bytes = hr_two_sides_bytes(b->engines);
    for (int i = 0; i < HR_SIDES; i++) {
        bytes += b->sides[i].keeper.save_bytes(b->sides[i].keeper.context);
    }
    return bytes;
}

/// Local. Put this rank's blocks.
static hr_status put(const hr_both_ways *b, hr_checkpoint_writer *writer, hr_error *error) {
    for (int i = 0; i < HR_SIDES; i++) {
        HR_TRY(b->sides[i].keeper.save(b->sides[i].keeper.context, writer, error));
    }
    return hr_two_sides_put(b->engines, writer, error);
}

/// Local. Returns the facts, `*count` numbers; NULL: out of memory. The layers come in the order in which they were made.
static uint64_t *make_facts(const hr_both_ways *b, size_t *count) {
    const size_t layers = layers_so_far(b);
    *count = HR_FACT_HEAD + layers * HR_LAYER_WORDS;
    uint64_t *facts = calloc(*count, sizeof *facts);
    if (facts == NULL) {
        *count = 0;
        return NULL;
    }
    facts[HR_FACT_LAYERS] = layers;
    facts[HR_FACT_SECONDS] = hr_checkpoint_word(seconds_of(b));
    facts[HR_FACT_LAYOUT] = hr_two_sides_layout(b->engines);
    size_t at[HR_SIDES] = {0};
    for (size_t i = 0; i < layers; i++) {
        const int side = hr_both_ways_next(b, at);
        hr_layer_put(&hr_both_ways_layers(b, side)->layers[at[side]++], facts + HR_FACT_HEAD + i * HR_LAYER_WORDS);
    }
    return facts;
}

/// Collective. Write a checkpoint, unless the newest one has as many layers, and tell the log. HR_FILE: the disk has failed, of
/// which the log is not told.
static hr_status save(hr_both_ways *b, hr_error *error) {
    hr_both_ways_saving *s = &b->saving;
    if (s->saved == layers_so_far(b)) {
        return HR_OK;
    }
    hr_error why = {.text = ""};
    uint64_t bytes = 0;
    size_t fact_count = 0;
    hr_checkpoint_writer *writer = NULL;
    const double began = hr_comm_seconds();
    hr_status status = hr_checkpoint_begin(s->store, count_bytes(b), &writer, &why);
    if (status == HR_OK) {
        status = put(b, writer, &why);
        uint64_t *facts = make_facts(b, &fact_count);
        status = facts == NULL ? hr_error_set(&why, HR_INTERNAL, "out of memory for a checkpoint") : status;
        status = hr_checkpoint_commit(&writer, status, facts, fact_count, &bytes, &why);
        free(facts);
    }
    s->last_write = hr_comm_seconds(); // also after a failure, so that the next attempt comes after the usual time
    const double duration = s->last_write - began;
    if (status == HR_OK) {
        s->saved = layers_so_far(b);
        tell(b, (hr_event){.kind = HR_EVENT_CHECKPOINT, .duration = duration, .stalled = duration, .bytes = bytes});
    }
    return status == HR_OK ? HR_OK : hr_error_set(error, status, "%s", why.text);
}

/// Collective. Write a checkpoint. If the disk has failed, the log is told and the search goes on.
static hr_status try_to_save(hr_both_ways *b, hr_error *error) {
    hr_error why = {.text = ""};
    const double began = hr_comm_seconds();
    const hr_status status = save(b, &why);
    if (status == HR_FILE) {
        tell(b, (hr_event){.kind = HR_EVENT_FAILED, .duration = hr_comm_seconds() - began, .text = why.text});
        return HR_OK;
    }
    return status == HR_OK ? HR_OK : hr_error_set(error, status, "%s", why.text);
}

void hr_both_ways_reserve(hr_both_ways *b, int side) {
    const hr_both_ways_saving *s = &b->saving;
    if (s->store != NULL && b->run->max_seconds > 0) {
        hr_two_sides_reserve(b->engines, side, hr_checkpoint_plan(s->store, count_bytes(b)));
    }
}

hr_status hr_both_ways_save_if_due(hr_both_ways *b, hr_error *error) {
    const hr_both_ways_saving *s = &b->saving;
    const double every = b->run->checkpoint.every;
    if (s->store == NULL) {
        return HR_OK;
    }
    uint64_t due =
        hr_comm_rank(b->task->comm) == 0 && (every <= 0 || hr_comm_seconds() - s->last_write >= every); // the ranks' clocks differ
    HR_TRY(hr_comm_max(b->task->comm, &due, 1, error));
    return due == 0 ? HR_OK : try_to_save(b, error);
}

hr_status hr_both_ways_save_last(hr_both_ways *b, hr_error *error) {
    const hr_stop stop = b->ended.stop;
    if (b->saving.store == NULL) {
        return HR_OK;
    }
    uint64_t spoilt = hr_two_sides_spoilt(b->engines);
    HR_TRY(hr_comm_max(b->task->comm, &spoilt, 1, error));
    if (spoilt != 0 || layers_so_far(b) == 0) {
        return HR_OK;
    }
    return stop == HR_STOP_MEMORY || hr_stop_ends_run(stop) ? save(b, error) : try_to_save(b, error);
}

void hr_both_ways_note_checkpoint(hr_both_ways *b) {
    const size_t used = strlen(b->ended.stop_text);
    const size_t room = sizeof b->ended.stop_text - used;
    const size_t saved = b->saving.saved;
    if (b->saving.store == NULL) {
        return;
    }
    if (saved == 0) {
        (void)snprintf(b->ended.stop_text + used, room, "; there is no checkpoint");
    } else {
        (void)snprintf(b->ended.stop_text + used, room,
                       "; the checkpoint in %.100s is of %zu layer%s of both sides: go on with --resume",
                       b->run->checkpoint.directory, saved, hr_quantity_plural(saved));
    }
}

/// The context of `take` and `refuse`.
typedef struct restoring {
    hr_both_ways *b;
    uint64_t bytes; ///< size of the file that is being read
} restoring;

/// Local, with the same result on every rank. Take the facts `facts[0..count)`.
static hr_status take_facts(hr_both_ways *b, const uint64_t *facts, size_t count, hr_error *error) {
    HR_TRY(hr_layer_facts_check(facts, count, hr_two_sides_layout(b->engines), error));
    for (size_t i = 0; i < facts[HR_FACT_LAYERS]; i++) {
        const int side = hr_both_ways_next(b, b->layers);
        HR_TRY(hr_two_sides_take_layer(b->engines, side, facts + HR_FACT_HEAD + i * HR_LAYER_WORDS, error));
        HR_TRY(hr_both_ways_note(b, side, error));
    }
    b->saving.earlier = hr_checkpoint_seconds(facts[HR_FACT_SECONDS]);
    return HR_OK;
}

/// Collective. Read a generation (`take` of hr_checkpoint_take_newest).
static hr_status take(void *context, size_t generation, hr_error *error) {
    restoring *r = context;
    hr_both_ways *b = r->b;
    hr_checkpoint_reader *reader = NULL;
    HR_TRY(hr_checkpoint_load(b->saving.store, generation, &reader, error));
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    r->bytes = hr_checkpoint_bytes(reader);
    hr_status status = hr_comm_agree(b->task->comm, take_facts(b, facts, count, error), error);
    status = status == HR_OK ? hr_two_sides_take(b->engines, reader, error) : status;
    for (int i = 0; i < HR_SIDES && status == HR_OK; i++) {
        const hr_enumeration *layers = hr_both_ways_layers(b, i);
        status = layers->layer_count == 0 ? HR_OK : b->sides[i].keeper.load(b->sides[i].keeper.context, reader, layers, error);
    }
    hr_checkpoint_reader_destroy(&reader);
    return status;
}

/// Forget what a refused generation has left, and tell the log why it was refused.
static void refuse(void *context, const char *why) {
    hr_both_ways *b = ((restoring *)context)->b;
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
    b->saving.earlier = 0;
    tell(b, (hr_event){.kind = HR_EVENT_REFUSED, .text = why});
}

/// Collective. Go on from the newest good checkpoint.
static hr_status restore(hr_both_ways *b, hr_error *error) {
    hr_both_ways_saving *s = &b->saving;
    const double began = hr_comm_seconds();
    hr_error why = {.text = ""};
    restoring r = {.b = b};
    const hr_status status = hr_checkpoint_take_newest(s->store, take, refuse, &r, &why);
    s->saved = layers_so_far(b);
    s->last_write = hr_comm_seconds();
    if (status == HR_STOPPED) {
        s->unread = true;
        b->ended.stop = HR_STOP_MEMORY;
        (void)snprintf(b->ended.stop_text, sizeof b->ended.stop_text, "%.300s", why.text);
    } else if (status == HR_OK) {
        tell(b, (hr_event){.kind = HR_EVENT_RESUMED, .duration = s->last_write - began, .bytes = r.bytes});
    }
    return status == HR_OK || status == HR_STOPPED ? HR_OK : hr_error_set(error, status, "%s", why.text);
}

hr_status hr_both_ways_open(hr_both_ways *b, hr_error *error) {
    const hr_checkpoint_options *kept = &b->run->checkpoint;
    hr_both_ways_saving *s = &b->saving;
    s->last_write = hr_comm_seconds();
    if (kept->directory == NULL) {
        return HR_OK;
    }
    char of_puzzle[HR_PUZZLE_IDENTITY_MAX];
    char start[HR_STATE_TEXT_MAX];
    char identity[HR_PUZZLE_IDENTITY_MAX + HR_STATE_TEXT_MAX + 32];
    hr_puzzle_identity(b->task->puzzle, of_puzzle);
    hr_puzzle_format(b->task->puzzle, b->task->start, start);
    (void)snprintf(identity, sizeof identity, "both-sides %s, from %s", of_puzzle, start);
    HR_TRY(hr_checkpoint_open(b->task->comm, kept->directory, identity, &s->store, error));
    HR_TRY(hr_checkpoint_check_resume(s->store, kept->resume, error));
    return hr_checkpoint_count(s->store) == 0 ? HR_OK : restore(b, error);
}
