// SPDX-License-Identifier: MIT
// Ranks: 1
// The seconds of each phase of a run over openings are those of that phase, in all families. The question whether to stop, which a
// run asks in several phases, takes long in one phase of the first family: that phase has at least these seconds, and each other
// phase at most the others.

#include "mpi_test.h"

#include <time.h>

#include "huarong/klotski.h"
#include "openings/components/components.h"
#include "openings/openings.h"
#include "openings/search.h"
#include "puzzle/klotski/parts.h"

enum { CALLS_MAX = 4096 };

/// The phases in which a run asks. COMBINE is behind all families.
typedef enum phase { BEGIN, EXPAND, MARK, COMPONENTS, COMBINE, PHASES } phase;

/// The questions of the search of one family, in order.
typedef struct questions {
    hr_family_search search;
    phase phases[CALLS_MAX];
    size_t count;
} questions;

/// While a layer is expanded, it is not counted yet.
static bool note_search(void *context, hr_depth depth) {
    questions *q = context;
    assert_in_range(q->count, 0, CALLS_MAX - 1);
    q->phases[q->count++] = q->search.layers.count == depth ? EXPAND : depth == 0 ? BEGIN : MARK;
    return true;
}

static bool note_components(void *context, hr_depth depth) {
    questions *q = context;
    assert_int_equal(depth, 0);
    assert_in_range(q->count, 0, CALLS_MAX - 1);
    q->phases[q->count++] = COMPONENTS;
    return true;
}

enum { HORIZONTALS = 1, VERTICALS = 1 };

/// Local. Find out in which phase each question of a run is asked until its first family is done.
static void list_questions(const hr_puzzle *puzzle, questions *q) {
    const hr_klotski_board *board = NULL;
    const hr_klotski_index *index = NULL;
    hr_family family;
    hr_components components;
    *q = (questions){.phases = {BEGIN}, .count = 1}; // a run asks before it begins a family
    assert_true(hr_klotski_parts(puzzle, &board, &index));
    assert_int_equal(hr_family_fill(&family, &(hr_family_shape){board, HORIZONTALS, VERTICALS, false, NULL}, NULL, NULL, NULL),
                     HR_OK);
    assert_int_equal(hr_family_search_open(&q->search, &family, HR_METRIC_UNIT, UINT32_MAX, NULL), HR_OK);
    q->search.watch.tick = note_search;
    q->search.watch.context = q;
    assert_int_equal(hr_family_search_run(&q->search, NULL), HR_OK);
    q->search.watch.tick = note_components;
    assert_int_equal(hr_components_count(&q->search, &components, NULL), HR_OK);
    hr_family_search_clear(&q->search);
    hr_family_clear(&family);
}

static const phase *asked; ///< [asked_count] the phase of each question
static size_t asked_count;
static size_t questions_so_far;
static phase slow; ///< the phase whose questions take long
static double slept;
static bool ended; ///< all families are done

static bool take_time(void) {
    const size_t question = questions_so_far++;
    if (slow == COMBINE ? ended : question < asked_count && asked[question] == slow) {
        const double begin = hr_comm_seconds();
        (void)nanosleep(&(struct timespec){.tv_nsec = slept < 0.03 ? 10000000 : 0}, NULL);
        slept += hr_comm_seconds() - begin;
    }
    return false;
}

/// What the phase has, of a whole run.
static double seconds_of(const hr_openings_seconds *seconds, phase of) {
    return of == EXPAND ? seconds->expand : of == MARK ? seconds->mark : of == COMPONENTS ? seconds->components : seconds->combine;
}

/// The first event is that of the first family, which is the one with the most work.
static void check_first(const hr_event *event, void *context) {
    bool *first = context;
    const hr_openings_event *more = event->more;
    assert_true(!*first || (event->kind == HR_EVENT_FAMILY && more->pieces.horizontals == HORIZONTALS &&
                            more->pieces.verticals == VERTICALS && questions_so_far == asked_count));
    *first = false;
    ended = more->progress.families_done == more->progress.families;
}

HR_TEST(test_each_phase_has_its_own_seconds) {
    static questions q;
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "klotski:4x4"});
    bool first = false;
    const hr_openings_options options = {.filter = {-1, -1, -1, HORIZONTALS + VERTICALS},
                                         .components = true,
                                         .sharing = HR_SHARING_NONE,
                                         .event = check_first,
                                         .event_context = &first,
                                         .stop_wanted = take_time};
    list_questions(puzzle, &q);
    asked = q.phases;
    for (slow = EXPAND; slow < PHASES; slow++) {
        hr_openings openings;
        questions_so_far = 0;
        first = true;
        slept = 0;
        ended = false;
        asked_count = q.count;
        const double begin = hr_comm_seconds();
        assert_int_equal(hr_openings_run(hr_test_world(), puzzle, &options, &openings, NULL), HR_OK);
        const double rest = hr_comm_seconds() - begin - slept + 1e-6;
        const hr_openings_seconds *s = &openings.seconds;
        assert_true(slept >= 0.01);
        for (phase other = EXPAND; other < PHASES; other++) {
            assert_true(other == slow ? seconds_of(s, other) >= slept - 1e-6 : seconds_of(s, other) <= rest);
        }
        assert_true(s->frames <= rest && s->hardest <= rest && s->keep <= rest);
        assert_true(s->total >= slept - 1e-6 && s->total <= rest + slept);
        hr_openings_clear(&openings);
    }
    hr_puzzle_destroy(&puzzle);
}
