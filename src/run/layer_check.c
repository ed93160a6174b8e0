// SPDX-License-Identifier: MIT
#include "run/layer_check.h"

#include <inttypes.h>

#include "core/try.h"

/// A layer's figures and all that the rules compare them with.
typedef struct figures {
    const hr_puzzle_info *info;
    hr_count images;
    const hr_enumeration *before;
    const hr_layer *layer;
    hr_layer_work work;
    bool has_work;
} figures;

static hr_status broken(const figures *f, const char *rule, hr_error *error) {
    const hr_layer *l = f->layer;
    return hr_error_set(
        error, HR_INTERNAL,
        "layer %zu cannot be right: %s. states %" PRIu64 ", canonical %" PRIu64 ", solved %" PRIu64 ", fingerprint %016" PRIx64
        ", images %" PRIu64 ", expanded %" PRIu64 ", made %" PRIu64 ", kept %" PRIu64 ", sources %" PRIu64
        ", states before %" PRIu64 ", canonical before %" PRIu64 "; please report this, and do not use the result",
        f->before->layer_count, rule, l->states, l->canonical, l->solved, l->fingerprint, f->images, f->work.expanded, f->work.made,
        f->work.kept, f->info->source_count, f->before->states, f->before->canonical);
}

/// Check the rules that compare only the layer's own counts.
static hr_status check_counts(const figures *f, hr_error *error) {
    const hr_layer *l = f->layer;
    if (l->canonical == 0 || l->states < l->canonical) {
        return broken(f, "there are fewer states than canonical states, or none", error);
    }
    if (l->states / f->images > l->canonical || (l->states / f->images == l->canonical && l->states % f->images > 0)) {
        return broken(f, "there are more states than all images of the canonical states", error);
    }
    if (l->solved > l->states) {
        return broken(f, "more states are solved than there are", error);
    }
    return !f->info->has_target && l->solved > 0 ? broken(f, "states are solved, though nothing is to be solved", error) : HR_OK;
}

/// Check that layer 0 is the whole source set. If the sources are the solved states, check that layer 0 has them all and no later
/// layer has any.
static hr_status check_sources(const figures *f, hr_error *error) {
    const bool first = f->before->layer_count == 0;
    if (first && f->layer->states != f->info->source_count) {
        return broken(f, "layer 0 is not the source set", error);
    }
    if (f->info->single_source || !f->info->has_target) {
        return HR_OK;
    }
    if (first && f->layer->solved != f->layer->states) {
        return broken(f, "layer 0 is all solved states, but not all of them are solved", error);
    }
    return !first && f->layer->solved > 0 ? broken(f, "all solved states are in layer 0, but some are found later", error) : HR_OK;
}

/// Check that the layer is not larger than the puzzle and the layer before it allow.
static hr_status check_growth(const figures *f, hr_error *error) {
    const hr_count most = f->info->reachable > 0 ? f->info->reachable : f->info->index_count;
    if (most > 0 && (f->before->states > most || f->layer->states > most - f->before->states)) {
        return broken(f, "there are more states than the puzzle has", error);
    }
    if (f->before->layer_count == 0) {
        return HR_OK;
    }
    const hr_layer *last = &f->before->layers[f->before->layer_count - 1];
    return f->layer->canonical / f->info->max_successors > last->canonical
               ? broken(f, "there are more states than successors of the layer before", error)
               : HR_OK;
}

/// Check that every state of the layer before was expanded and every successor arrived.
static hr_status check_work(const figures *f, hr_error *error) {
    const size_t count = f->before->layer_count;
    if (!f->has_work) {
        return HR_OK;
    }
    if (f->work.expanded != (count == 0 ? 0 : f->before->layers[count - 1].canonical)) {
        return broken(f, "not every state of the layer before was expanded once", error);
    }
    if (count == 0 && f->work.made != f->info->source_count) {
        return broken(f, "not every state of the source set was made once", error);
    }
    if (f->work.made != f->work.kept) {
        return broken(f, "not every successor arrived once", error);
    }
    return f->layer->canonical > f->work.kept ? broken(f, "there are more states than successors", error) : HR_OK;
}

static figures make_figures(const hr_puzzle_info *info, hr_count images, const hr_enumeration *before, const hr_layer *layer,
                            const hr_layer_work *work) {
    const hr_layer_work none = {0};
    return (figures){.info = info,
                     .images = images,
                     .before = before,
                     .layer = layer,
                     .work = work != NULL ? *work : none,
                     .has_work = work != NULL};
}

hr_status hr_layer_check(const hr_puzzle_info *info, hr_count images, const hr_enumeration *before, const hr_layer *layer,
                         const hr_layer_work *work, hr_error *error) {
    const figures f = make_figures(info, images, before, layer, work);
    HR_TRY(check_counts(&f, error));
    HR_TRY(check_sources(&f, error));
    HR_TRY(check_growth(&f, error));
    return check_work(&f, error);
}

hr_status hr_space_check(const hr_puzzle_info *info, const hr_enumeration *space, const hr_layer_work *work, hr_error *error) {
    const hr_layer empty = {0};
    const figures f = make_figures(info, 1, space, &empty, work);
    HR_TRY(check_work(&f, error));
    hr_count states = 0;
    hr_count canonical = 0;
    for (size_t d = 0; d < space->layer_count; d++) {
        states += space->layers[d].states;
        canonical += space->layers[d].canonical;
    }
    if (states == space->states && canonical == space->canonical && (info->reachable == 0 || states == info->reachable)) {
        return HR_OK;
    }
    return hr_error_set(error, HR_INTERNAL,
                        "the space of %zu layers cannot be right: its layers have %" PRIu64 " states, %" PRIu64
                        " of them canonical; they were summed as %" PRIu64 " and %" PRIu64 ", and the puzzle has %" PRIu64
                        " states (0: not known); please report this, and do not use the result",
                        space->layer_count, states, canonical, space->states, space->canonical, info->reachable);
}
