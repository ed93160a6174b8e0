// SPDX-License-Identifier: MIT
// The functions of a puzzle of an added kind, each by the functions of the public row.

#include "puzzle/added/added.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/sorting.h"
#include "core/state.h"
#include "core/try.h"

enum { GROUP = 256 }; ///< states whose images are made together

static const hr_added *added_of(const hr_puzzle *puzzle) { return (const hr_added *)(const void *)puzzle; }

static void destroy(hr_puzzle *puzzle) {
    hr_added *o = (hr_added *)(void *)puzzle;
    if (o->kind->destroy != NULL) {
        o->kind->destroy(o->puzzle);
    }
    free(o->puzzle);
    free(o);
}

static size_t expand(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_state *successors, uint16_t *counts) {
    const hr_added *o = added_of(puzzle);
    uint16_t unwanted[HR_BATCH];
    size_t found = 0;
    for (size_t done = 0; done < n; done += HR_BATCH) {
        const size_t batch = n - done < HR_BATCH ? n - done : HR_BATCH;
        found += o->kind->expand(o->puzzle, states + done * o->words, batch, successors + found * o->words,
                                 counts == NULL ? unwanted : counts + done);
    }
    return found;
}

static void canonicalise(const hr_puzzle *puzzle, hr_state *states, size_t n) {
    const hr_added *o = added_of(puzzle);
    hr_state own[GROUP * HR_STATE_WORDS_MAX];
    hr_state images[GROUP * HR_STATE_WORDS_MAX];
    for (size_t done = 0; done < n; done += GROUP) {
        hr_state *best = states + done * o->words;
        const size_t group = n - done < GROUP ? n - done : GROUP;
        memcpy(own, best, group * o->words * sizeof *own);
        for (int s = 1; s < puzzle->info.symmetry_order; s++) {
            o->kind->image(o->puzzle, s, own, group, images);
            for (size_t i = 0; i < group * o->words; i += o->words) {
                if (hr_state_compare(images + i, best + i, o->words) < 0) {
                    hr_words_copy(best + i, images + i, o->words);
                }
            }
        }
    }
}

static void orbit_size(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *sizes) {
    const hr_added *o = added_of(puzzle);
    const int order = puzzle->info.symmetry_order;
    hr_state images[GROUP * HR_STATE_WORDS_MAX];
    memset(sizes, 1, n); // the symmetries that keep the state; the identity does
    for (size_t done = 0; done < n; done += GROUP) {
        const hr_state *own = states + done * o->words;
        const size_t group = n - done < GROUP ? n - done : GROUP;
        for (int s = 1; s < order; s++) {
            o->kind->image(o->puzzle, s, own, group, images);
            for (size_t i = 0; i < group; i++) {
                sizes[done + i] += hr_words_equal(images + i * o->words, own + i * o->words, o->words);
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        sizes[i] = (uint8_t)(order / sizes[i]);
    }
}

static size_t images_of(const hr_puzzle *puzzle, const hr_state *state, hr_state *images) {
    const hr_added *o = added_of(puzzle);
    const size_t words = o->words;
    hr_words_copy(images, state, words);
    for (int s = 1; s < puzzle->info.symmetry_order; s++) {
        o->kind->image(o->puzzle, s, state, 1, images + (size_t)s * words);
    }
    return hr_sort_distinct(images, (size_t)puzzle->info.symmetry_order, words);
}

static size_t sources(const hr_puzzle *puzzle, uint64_t *cursor, hr_state *states, size_t capacity) {
    const hr_added *o = added_of(puzzle);
    const hr_count left = puzzle->info.source_count - *cursor;
    const size_t n = left < capacity ? (size_t)left : capacity;
    if (o->from_given && n > 0) {
        hr_words_copy(states, o->from, o->words);
    } else if (n > 0) {
        o->kind->sources(o->puzzle, *cursor, n, states);
    }
    *cursor += n;
    return n;
}

static void solved(const hr_puzzle *puzzle, const hr_state *states, size_t n, uint8_t *out) {
    const hr_added *o = added_of(puzzle);
    if (o->kind->solved != NULL) {
        o->kind->solved(o->puzzle, states, n, out);
    } else {
        for (size_t i = 0; i < n; i++) {
            out[i] = hr_words_equal(states + i * o->words, o->home, o->words);
        }
    }
    for (size_t i = 0; puzzle->info.symmetry_order > 1 && i < n; i++) { // the images of a solved state are solved
        if (out[i] > 0) {
            orbit_size(puzzle, states + i * o->words, 1, out + i);
        }
    }
}

static size_t goals(const hr_puzzle *puzzle, hr_state *out) {
    hr_words_copy(out, added_of(puzzle)->home, added_of(puzzle)->words);
    return 1;
}

static void index_of(const hr_puzzle *puzzle, const hr_state *states, size_t n, hr_index *indices) {
    added_of(puzzle)->kind->index(added_of(puzzle)->puzzle, states, n, indices);
}

static void states_of(const hr_puzzle *puzzle, const hr_index *indices, size_t n, hr_state *states) {
    added_of(puzzle)->kind->unindex(added_of(puzzle)->puzzle, indices, n, states);
}

static hr_status validate(const hr_puzzle *puzzle, const hr_state *state, hr_error *error) {
    const hr_added *o = added_of(puzzle);
    return !hr_words_none(state, o->words) && (o->kind->valid == NULL || o->kind->valid(o->puzzle, state))
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "%s has no such state", puzzle->spec);
}

static hr_status parse(const hr_puzzle *puzzle, const char *text, hr_state *state, hr_error *error) {
    const hr_added *o = added_of(puzzle);
    char why[HR_KIND_WHY_MAX] = "";
    return o->kind->parse(o->puzzle, text, state, why) ? HR_OK : hr_error_set(error, HR_USAGE, "bad state: %s", why);
}

static void format(const hr_puzzle *puzzle, const hr_state *state, char text[HR_STATE_TEXT_MAX]) {
    added_of(puzzle)->kind->format(added_of(puzzle)->puzzle, state, text);
}

static void goal(const hr_puzzle *puzzle, char text[HR_STATE_TEXT_MAX]) {
    const hr_added *o = added_of(puzzle);
    if (o->kind->goal == NULL && o->kind->solved == NULL) {
        format(puzzle, o->home, text);
    } else {
        (void)snprintf(text, HR_STATE_TEXT_MAX, "%s", o->kind->goal == NULL ? "solved" : o->kind->goal);
    }
}

static void options_of(const hr_puzzle *puzzle, hr_puzzle_texts *texts) {
    const hr_added *o = added_of(puzzle);
    if (o->from_given) {
        format(puzzle, o->from, texts->from);
    }
    (void)snprintf(texts->text, sizeof texts->text, "%s", o->text != NULL ? o->text : o->mark);
}

static void add_cell(hr_picture *picture, int cell, const char *label, size_t length) {
    char text[HR_PICTURE_LABEL_BYTES];
    if (length > 0 && cell < picture->width * picture->height && picture->piece_count < HR_PICTURE_PIECES_MAX) {
        (void)snprintf(text, sizeof text, "%.*s", (int)length, label);
        hr_picture_cover(picture, hr_picture_add(picture, text), cell);
    }
}

static void picture(const hr_puzzle *puzzle, const hr_state *state, hr_picture *picture) {
    const hr_added *o = added_of(puzzle);
    hr_picture_begin(puzzle->info.width, puzzle->info.height, picture);
    if (o->kind->cell != NULL) {
        for (int c = 0; c < picture->width * picture->height; c++) {
            char label[HR_KIND_LABEL_MAX] = "";
            o->kind->cell(o->puzzle, state, c % picture->width, c / picture->width, label);
            add_cell(picture, c, label, strlen(label));
        }
        return;
    }
    char text[HR_STATE_TEXT_MAX];
    format(puzzle, state, text);
    const char *at = text + strspn(text, " ");
    for (int c = 0; *at != '\0'; c++) {
        const size_t length = strcspn(at, " ");
        add_cell(picture, c, at, length);
        at += length + strspn(at + length, " ");
    }
}

static hr_status step(const hr_puzzle *puzzle, const hr_state *from, const hr_state *to, hr_step *out, hr_error *error) {
    const hr_added *o = added_of(puzzle);
    uint16_t count = 0;
    hr_state *successors = malloc(puzzle->info.max_successors * o->words * sizeof *successors);
    HR_TRY_MEMORY(successors != NULL, error, "successors");
    size_t at = 0;
    (void)o->kind->expand(o->puzzle, from, 1, successors, &count);
    while (at < count && !hr_words_equal(successors + at * o->words, to, o->words)) {
        at++;
    }
    free(successors);
    if (at == count) {
        return hr_error_set(error, HR_USAGE, "that is not one move");
    }
    *out = (hr_step){.piece = "move"};
    if (o->kind->move != NULL) {
        o->kind->move(o->puzzle, from, to, out->text);
    } else {
        (void)snprintf(out->text, sizeof out->text, "move %zu", at + 1);
    }
    return HR_OK;
}

const hr_puzzle_ops hr_added_ops = {
    .destroy = destroy,
    .expand = expand,
    .canonicalise = canonicalise,
    .orbit_size = orbit_size,
    .images = images_of,
    .sources = sources,
    .solved = solved,
    .goals = goals,
    .index = index_of,
    .unindex = states_of,
    .validate = validate,
    .parse = parse,
    .format = format,
    .goal = goal,
    .options = options_of,
    .picture = picture,
    .step = step,
};

const hr_added *hr_added_of(const hr_puzzle *puzzle) {
    return puzzle->ops->destroy == hr_added_ops.destroy ? (const hr_added *)(const void *)puzzle : NULL;
}
