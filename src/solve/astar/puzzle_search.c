// SPDX-License-Identifier: MIT
#include "solve/astar/puzzle_search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "puzzle/lines.h"
#include "puzzle/words.h"

static void bound(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    const hr_puzzle_search *search = context;
    search->bounds.evaluate(search->bounds.context, states, n, bounds);
}

static size_t expand(const void *context, const hr_state *states, size_t n, hr_state *successors, uint8_t *bounds) {
    enum { GROUP_WORDS = 512 };
    const hr_puzzle_search *search = context;
    const size_t words = hr_puzzle_words(search->puzzle);
    const size_t group = GROUP_WORDS / words;
    const size_t made = hr_puzzle_expand_marked(search->puzzle, states, n, successors);
    for (size_t done = 0; done < made; done += group) {
        const size_t size = made - done < group ? made - done : group;
        hr_state plain[GROUP_WORDS];
        hr_puzzle_unmark(search->puzzle, successors + done * words, size, plain);
        bound(search, plain, size, bounds + done);
    }
    return made;
}

/// The search makes canonical states of the puzzle.
static bool recall(const void *context, const hr_state *states, size_t n, uint8_t *bounds) {
    const hr_puzzle_search *search = context;
    hr_state plain[HR_BATCH];
    hr_state canonical[HR_BATCH];
    const size_t bytes = n * hr_puzzle_words(search->puzzle) * sizeof *plain;
    hr_puzzle_unmark(search->puzzle, states, n, plain);
    if (hr_puzzle_first_invalid(search->puzzle, plain, n) < n) {
        return false;
    }
    memcpy(canonical, plain, bytes);
    hr_puzzle_canonicalise(search->puzzle, canonical, n);
    if (memcmp(canonical, plain, bytes) != 0) {
        return false;
    }
    if (bounds != NULL) {
        bound(search, plain, n, bounds);
    }
    return true;
}

/// Local. Replace the keys of `path`, which are those of canonical states, by states that follow each other from `start` on.
static hr_status lift(const hr_puzzle *puzzle, const hr_state *start, hr_path *path, hr_error *error) {
    const size_t words = hr_puzzle_words(puzzle);
    hr_state *successors = malloc(hr_puzzle_describe(puzzle)->max_successors * words * sizeof *successors);
    HR_TRY_MEMORY(successors != NULL, error, "successors");
    hr_words_copy(path->states, start, words);
    bool good = true;
    for (size_t at = 1; good && at < path->count; at++) {
        const size_t n = hr_puzzle_expand(puzzle, path->states + (at - 1) * words, 1, successors, NULL);
        good = hr_path_take_image(puzzle, successors, n, path->states + at * words);
    }
    free(successors);
    return good ? HR_OK : hr_error_set(error, HR_INTERNAL, "the states of a path are not connected by moves; please report this");
}

/// Local. Make the path one of the puzzle's states, and prove it.
static hr_status finish(const hr_puzzle_search *search, const hr_state *start, hr_path *path, hr_error *error) {
    HR_TRY(lift(search->puzzle, start, path, error));
    return hr_path_replay(search->puzzle, start, path, error);
}

enum { IDENTITY_MAX = HR_PUZZLE_IDENTITY_MAX + HR_STATE_TEXT_MAX + 768 };

/// Write the text that identifies the search in its checkpoints.
static void identify(const hr_puzzle_search *search, const hr_state *start, const hr_astar_options *options,
                     char text[IDENTITY_MAX]) {
    char of_puzzle[HR_PUZZLE_IDENTITY_MAX];
    char from[HR_STATE_TEXT_MAX];
    const bool weighted = options->numerator > 0;
    hr_puzzle_identity(search->puzzle, of_puzzle);
    hr_puzzle_format(search->puzzle, start, from);
    (void)snprintf(text, IDENTITY_MAX, "astar by %s, weight %" PRIu32 "/%" PRIu32 ", start %s, %s",
                   search->bounds_name != NULL ? search->bounds_name : "", weighted ? options->numerator : 1,
                   weighted ? options->denominator : 1, from, of_puzzle);
}

hr_status hr_puzzle_search_run(const hr_comm *comm, const hr_puzzle_search *search, const hr_state *start,
                               const hr_astar_options *options, hr_path *path, hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(search->puzzle);
    const hr_astar_domain domain = {
        .context = search,
        .words = hr_puzzle_words(search->puzzle),
        .key_mask = info->key_mask,
        .max_successors = info->max_successors,
        .expand = expand,
        .bound = bound,
        .recall = recall,
    };
    hr_state canonical[HR_STATE_WORDS_MAX];
    char identity[IDENTITY_MAX];
    hr_astar_options identified = *options;
    hr_words_copy(canonical, start, domain.words);
    hr_puzzle_canonicalise(search->puzzle, canonical, 1);
    identify(search, canonical, options, identity);
    identified.run.identity = identity;
    HR_TRY(hr_astar_search(comm, &domain, canonical, &identified, path, error));
    return hr_comm_agree(comm, path->outcome == HR_PATH_SOLVED ? finish(search, start, path, error) : HR_OK, error);
}
