// SPDX-License-Identifier: MIT
#include "run/layer_facts.h"

#include "core/try.h"
#include "run/layer_check.h"

enum { LAYER_STATES, LAYER_CANONICAL, LAYER_SOLVED, LAYER_FINGERPRINT, LAYER_SECONDS, LAYER_SENT };

void hr_layer_put(const hr_layer *layer, uint64_t words[HR_LAYER_WORDS]) {
    words[LAYER_STATES] = layer->states;
    words[LAYER_CANONICAL] = layer->canonical;
    words[LAYER_SOLVED] = layer->solved;
    words[LAYER_FINGERPRINT] = layer->fingerprint;
    words[LAYER_SECONDS] = hr_checkpoint_word(layer->seconds);
    words[LAYER_SENT] = layer->bytes_sent;
}

static hr_status no_sense(hr_error *error) { return hr_checkpoint_damaged("its record of layers makes no sense", error); }

/// Can a search have found this layer after those in the result?
static bool is_sound(const hr_puzzle_info *info, const hr_enumeration *result, const hr_layer *layer) {
    return layer->states <= HR_CHECKPOINT_STATES_MAX && result->states <= HR_CHECKPOINT_STATES_MAX &&
           hr_checkpoint_is_time(layer->seconds) &&
           hr_layer_check(info, (hr_count)info->symmetry_order, result, layer, NULL, NULL) == HR_OK;
}

hr_status hr_layer_take(const uint64_t words[HR_LAYER_WORDS], const hr_puzzle_info *info, hr_enumeration *result, hr_error *error) {
    const hr_layer layer = {.states = words[LAYER_STATES],
                            .canonical = words[LAYER_CANONICAL],
                            .solved = words[LAYER_SOLVED],
                            .fingerprint = words[LAYER_FINGERPRINT],
                            .seconds = hr_checkpoint_seconds(words[LAYER_SECONDS]),
                            .bytes_sent = words[LAYER_SENT]};
    return is_sound(info, result, &layer) ? hr_enumeration_add(result, &layer, error) : no_sense(error);
}

hr_status hr_layer_facts_check(const uint64_t *facts, size_t count, uint64_t layout, hr_error *error) {
    if (count < HR_FACT_HEAD || facts[HR_FACT_LAYERS] == 0 || facts[HR_FACT_LAYERS] > count ||
        count != HR_FACT_HEAD + facts[HR_FACT_LAYERS] * HR_LAYER_WORDS ||
        !hr_checkpoint_is_time(hr_checkpoint_seconds(facts[HR_FACT_SECONDS]))) {
        return no_sense(error);
    }
    if (facts[HR_FACT_LAYOUT] != layout) {
        return hr_error_set(error, HR_FILE, "a checkpoint of a huarong that packs states in another way");
    }
    return HR_OK;
}
