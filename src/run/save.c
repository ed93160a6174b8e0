// SPDX-License-Identifier: MIT
// What the checkpoints of all breadth-first engines have in common: the layers' counts, the sink, and from which checkpoint a run
// goes on.

#include <stdio.h>

#include "core/try.h"
#include "puzzle/lines.h"
#include "run/layer_facts.h"
#include "run/watch.h"

static uint64_t progress(const void *run) { return ((const hr_run_watch *)run)->result->layer_count; }

static uint64_t bytes(const void *run) { return hr_run_watch_bytes(run); }

static size_t fact_count(const void *run) {
    return HR_FACT_HEAD + ((const hr_run_watch *)run)->result->layer_count * HR_LAYER_WORDS;
}

/// Put the sink's blocks, because the sink changes while the next layer is made.
static hr_status put(void *run, hr_checkpoint_writer *writer, uint64_t *facts, hr_error *error) {
    const hr_run_watch *watch = run;
    const hr_enumeration *result = watch->result;
    const hr_state_sink *sink = &watch->options->sink;
    facts[HR_FACT_LAYERS] = result->layer_count;
    facts[HR_FACT_SECONDS] = hr_checkpoint_word(hr_keeper_seconds(&watch->keeper));
    facts[HR_FACT_LAYOUT] = watch->saver.layout;
    for (size_t d = 0; d < result->layer_count; d++) {
        hr_layer_put(&result->layers[d], facts + HR_FACT_HEAD + d * HR_LAYER_WORDS);
    }
    return sink->save == NULL ? HR_OK : sink->save(sink->context, writer, error);
}

static hr_status put_later(const void *run, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_run_saver *saver = &((const hr_run_watch *)run)->saver;
    return saver->put(saver->engine, writer, error);
}

static hr_status take_layers(hr_run_watch *watch, const uint64_t *facts, size_t fact_count, hr_error *error) {
    HR_TRY(hr_layer_facts_check(facts, fact_count, watch->saver.layout, error));
    for (size_t d = 0; d < facts[HR_FACT_LAYERS]; d++) {
        HR_TRY(hr_layer_take(facts + HR_FACT_HEAD + d * HR_LAYER_WORDS, watch->info, watch->result, error));
    }
    watch->keeper.origin = hr_comm_seconds() - hr_checkpoint_seconds(facts[HR_FACT_SECONDS]);
    return HR_OK;
}

/// Read a checkpoint into result, engine and sink.
static hr_status take(void *run, hr_checkpoint_reader *reader, hr_error *error) {
    hr_run_watch *watch = run;
    const hr_state_sink *sink = &watch->options->sink;
    size_t count = 0;
    const uint64_t *facts = hr_checkpoint_facts(reader, &count);
    HR_TRY(hr_comm_agree(watch->comm, take_layers(watch, facts, count, error), error));
    HR_TRY(watch->saver.take(watch->saver.engine, reader, error));
    return sink->load == NULL ? HR_OK : sink->load(sink->context, reader, watch->result, error);
}

static void forget(void *run) {
    hr_run_watch *watch = run;
    watch->saver.forget(watch->saver.engine);
    hr_enumeration_clear(watch->result);
    watch->result->first_solved = HR_DEPTH_UNREACHED;
}

static void tell(const void *run, hr_event event) {
    const hr_run_watch *watch = run;
    event.enumeration = watch->result;
    hr_run_watch_tell(watch, &event);
}

hr_status hr_run_watch_begin(hr_run_watch *watch, const hr_run_task *task, const char *engine, const hr_run_saver *saver,
                             hr_error *error) {
    const hr_enumerate_options *options = task->options;
    const bool collects = options->sink.save != NULL;
    *watch = (hr_run_watch){.comm = task->comm,
                            .info = hr_puzzle_describe(task->puzzle),
                            .options = options,
                            .result = task->result,
                            .saver = *saver,
                            .start = hr_comm_seconds()};
    if (options->checkpoint.directory != NULL && options->sink.on_layer != NULL && !collects) {
        return hr_error_set(error, HR_USAGE, "a run that collects a table cannot keep checkpoints: leave out one of the two");
    }
    char of_puzzle[HR_PUZZLE_IDENTITY_MAX];
    char identity[HR_PUZZLE_IDENTITY_MAX + 64];
    hr_puzzle_identity(task->puzzle, of_puzzle);
    (void)snprintf(identity, sizeof identity, "%.30s %s%s%.20s", engine, of_puzzle, collects ? ", with " : "",
                   collects ? options->sink.contents : "");
    const hr_keeper_run run = {.run = watch,
                               .progress = progress,
                               .bytes = bytes,
                               .fact_count = fact_count,
                               .put = put,
                               .put_later = put_later,
                               .take = take,
                               .forget = forget,
                               .tell = tell};
    return hr_keeper_open(&watch->keeper, task->comm, &options->checkpoint, identity, &run, error);
}

void hr_run_watch_end(hr_run_watch *watch) { hr_keeper_close(&watch->keeper); }

hr_status hr_run_watch_save_if_due(hr_run_watch *watch, hr_error *error) {
    if (!watch->due) {
        return HR_OK;
    }
    watch->due = false;
    return watch->saver.overlaps ? hr_keeper_begin(&watch->keeper, error)
                                 : hr_keeper_save(&watch->keeper, !watch->saver.in_place, error);
}

hr_status hr_run_watch_restore(hr_run_watch *watch, hr_error *error) {
    const hr_enumeration *result = watch->result;
    const hr_depth most = watch->options->max_depth;
    HR_TRY(hr_keeper_resume(&watch->keeper, error));
    if (watch->keeper.saved == 0) {
        return HR_OK;
    }
    hr_run_watch_reserve(watch, 0);
    if (most != HR_DEPTH_UNREACHED && result->layer_count > (size_t)most + 1) {
        return hr_error_set(error, HR_USAGE, "the checkpoint is of layer %zu, beyond the maximum depth of %u",
                            result->layer_count - 1, most);
    }
    if (watch->options->until_solved && result->first_solved < result->layer_count - 1 && result->layer_count > 0) {
        return hr_error_set(error, HR_USAGE, "the checkpoint is of layer %zu, beyond the first solved state in layer %u",
                            result->layer_count - 1, result->first_solved);
    }
    return HR_OK;
}
