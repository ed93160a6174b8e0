// SPDX-License-Identifier: MIT
// The packing by the order of pieces and gaps, with and without frames, and that of states of several words, against the packing by
// places and against slow, obvious counts.

#include "core/sorting.h"
#include "made_puzzle.h"
#include "puzzle/blocks/blocks.h"
#include "puzzle/blocks/order/order.h"
#include "puzzle/kinds.h"
#include "puzzle/puzzle_ops.h"
#include "puzzle/words.h"
#include "sanitized.h"

enum { ROOM = 512, STATES_MAX = 3000, COMPARED = HR_SANITIZED ? 80 : 250, WALK = HR_SANITIZED ? 100 : 300 };

static const hr_blocks_packing ORDERS[] = {HR_BLOCKS_BY_ORDER, HR_BLOCKS_BY_SIZES, HR_BLOCKS_BY_EXACT_FRAME};

enum { ORDER_COUNT = sizeof ORDERS / sizeof ORDERS[0] };

/// Puzzles that fit into 64 bits with each packing.
static const char *const PUZZLES[] = {
    "start: a**b/a**b/cdde/cfge/h..i; goal: ..../..../..../.**./.**.",
    "start: ab+..a/..#..c/*.#..c; goal: ....../...*../......; gate: + *b; scattered: a; fixed: c",
    "start: abcd/efgh/ij..; goal: jihg/...f/....",
    "start: aab./c.b./cdd.; goal: ..../..b./..b.; vertical: b",
    "start: aa..b/ce..b/c.*../d.fg./d..hh; goal: ...../...../.._../...../.....",
    // Only * gets to the cells behind the gate.
    ("start: ######/#a**b#/#a**b#/#cdde#/#cfge#/#h..i#/##--##/....../......; "
     "goal: ....../....../....../....../....../....../....../....**/....**; gate: - *"),
    // A roamer on each way: its places on numbered cells, across, and behind.
    "start: .#a.#./.-*.-./.#bb#.; goal: *...../....../......; gate: - *",
    // The roamer is behind the gate, and has no place that is on numbered cells only.
    "start: ab.#../c..-**; goal: ....**/......; gate: - *",
};

enum { PUZZLE_COUNT = sizeof PUZZLES / sizeof PUZZLES[0] };

/// Made by the functions for states of up to eight words, of which the puzzle needs one.
static hr_puzzle *make_eight(const hr_puzzle_options *options) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    hr_blocks_source source;
    bool too_wide = false;
    if (hr_blocks_read("FILE", options->text, &source, &error) != HR_OK ||
        hr_blocks_make_8(options, &source, &puzzle, &too_wide, &error) != HR_OK) {
        fail_msg("%s: %s", options->text, error.text);
    }
    assert_int_equal(puzzle->info.state_words, 1);
    puzzle->info.metric = options->metric;
    return puzzle;
}

static hr_puzzle *make(const char *text, hr_blocks_packing packing, hr_metric metric, bool symmetry) {
    const hr_puzzle_options options = {.spec = "blocks:FILE", .text = text, .metric = metric, .no_symmetry = !symmetry};
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    if (hr_puzzle_create(&options, &puzzle, &error) != HR_OK ||
        (packing != HR_BLOCKS_ANY_PACKING && hr_blocks_repack(puzzle, packing, &error) != HR_OK)) {
        fail_msg("%s: %s", text, error.text);
    }
    return puzzle;
}

/// The state of `to` that looks like this state of `from`.
static hr_state translate(const hr_puzzle *from, hr_state state, const hr_puzzle *to) {
    char text[HR_STATE_TEXT_MAX];
    hr_puzzle_format(from, &state, text);
    hr_state translated = made_state(to, text);
    return translated;
}

/// Compare two lists of states, of which the second one belongs to the puzzle `from`.
static void check_same(const hr_puzzle *to, hr_state *states, size_t n, const hr_puzzle *from, const hr_state *others,
                       size_t count) {
    hr_state translated[ROOM];
    assert_int_equal(n, count);
    assert_true(n <= ROOM);
    for (size_t i = 0; i < n; i++) {
        translated[i] = translate(from, others[i], to);
    }
    hr_sort_states(states, n);
    hr_sort_states(translated, n);
    assert_memory_equal(states, translated, n * sizeof *states);
}

/// Look at one state in both puzzles. Returns the number of successors in `places`, which are written to `next`.
static size_t compare_state(const hr_puzzle *places, const hr_puzzle *order, hr_state state, hr_state next[ROOM]) {
    hr_state made[ROOM];
    hr_state images[2][HR_IMAGES_MAX];
    uint8_t solved[2];
    uint8_t sizes[2] = {1, 1};
    const hr_state twin = translate(places, state, order);
    assert_int_equal(translate(order, twin, places), state);
    assert_int_equal(hr_puzzle_validate(order, &twin, NULL), HR_OK);
    hr_puzzle_solved(places, &state, 1, &solved[0]);
    hr_puzzle_solved(order, &twin, 1, &solved[1]);
    assert_int_equal(solved[0], solved[1]);
    const size_t image_count = hr_puzzle_images(places, &state, images[0]);
    check_same(order, images[1], hr_puzzle_images(order, &twin, images[1]), places, images[0], image_count);
    hr_puzzle_orbit_size(places, &state, 1, &sizes[0]);
    hr_puzzle_orbit_size(order, &twin, 1, &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    const size_t n = hr_puzzle_expand(places, &state, 1, next, NULL);
    uint16_t count = 0;
    assert_int_equal(hr_puzzle_expand(order, &twin, 1, made, &count), n);
    assert_int_equal(count, n);
    check_same(order, made, n, places, next, n);
    return n;
}

static void compare_puzzles(const hr_puzzle *places, const hr_puzzle *order) {
    hr_state *states = malloc(STATES_MAX * sizeof *states);
    assert_non_null(states);
    assert_true(hr_puzzle_describe(places)->max_successors <= ROOM);
    assert_int_equal(hr_puzzle_describe(places)->symmetry_order, hr_puzzle_describe(order)->symmetry_order);
    uint64_t cursor = 0;
    size_t count = hr_puzzle_sources(places, &cursor, states, 1);
    for (size_t i = 0; i < count && i < COMPARED; i++) {
        hr_state next[ROOM];
        const size_t n = compare_state(places, order, states[i], next);
        for (size_t k = 0; k < n && count < STATES_MAX; k++) {
            bool known = false;
            for (size_t j = 0; j < count && !known; j++) {
                known = states[j] == next[k];
            }
            if (!known) {
                states[count++] = next[k];
            }
        }
    }
    free(states);
}

HR_TEST(test_all_packings_have_the_same_moves) {
    for (size_t i = 0; i < PUZZLE_COUNT; i++) {
        for (hr_metric metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
            hr_puzzle *places = make(PUZZLES[i], HR_BLOCKS_BY_PLACES, metric, metric != HR_METRIC_SLIDE);
            for (size_t p = 0; p < ORDER_COUNT; p++) {
                hr_puzzle *order = make(PUZZLES[i], ORDERS[p], metric, metric != HR_METRIC_SLIDE);
                compare_puzzles(places, order);
                hr_puzzle_destroy(&order);
            }
            hr_puzzle *eight = make_eight(&(hr_puzzle_options){
                .spec = "blocks:FILE", .text = PUZZLES[i], .metric = metric, .no_symmetry = metric == HR_METRIC_SLIDE});
            compare_puzzles(places, eight);
            hr_puzzle_destroy(&eight);
            hr_puzzle_destroy(&places);
        }
    }
}

/// A small puzzle.
typedef struct small {
    const char *text;
    uint64_t sequences; ///< of pieces and gaps, counted by hand
} small;

static const small SMALL[] = {
    {"start: aab/c.d; goal: .../b..", 60},                    // aa, three singles of which b is named, a gap: 5! / 2!
    {"start: aab/c.b; goal: ..c/...", 24},                    // aa, b, c and a gap: 4!
    {"start: a.b/cc.; goal: cc./...", 30},                    // two singles, two gaps, cc: 5! / (2! 2!)
    {"start: aab/aa./c..; goal: .../.../..b; alike: bc", 60}, // a square, two singles, three gaps: 6! / (2! 3!)
    // Only * gets to the gate. Elsewhere it is a sign beside two singles and ten gaps: 13! / (2! 10!); then 13! / (2! 11!).
    {"start: ab.../*.-../....#; goal: ...../....*/.....; gate: - *", 858 + 78},
};

static hr_blocks_board *board_of(const char *text, hr_blocks_packing packing) {
    hr_blocks_source *source = malloc(sizeof *source);
    hr_blocks_board *board = NULL;
    bool too_wide = false;
    hr_error error = {.text = ""};
    assert_non_null(source);
    if (hr_blocks_read("FILE", text, source, &error) != HR_OK ||
        hr_blocks_board_create(source, packing, &board, &too_wide, &error) != HR_OK) {
        fail_msg("%s", error.text);
    }
    free(source);
    return board;
}

/// The number of ways in which the kinds from `kind` on can be placed, the pieces of the kind `kind` from `place` on.
static uint64_t count_ways(const hr_blocks_board *board, int kind, int placed, int place, hr_blocks_cells covered) {
    if (kind == board->kind_count) {
        return 1;
    }
    const hr_blocks_kind *k = &board->kinds[kind];
    if (placed == k->count) {
        return count_ways(board, kind + 1, 0, 0, covered);
    }
    uint64_t ways = 0;
    for (int p = place; p < k->place_count; p++) {
        if ((k->places[p].cells & covered) == 0) {
            ways += count_ways(board, kind, placed + 1, p + 1, covered | k->places[p].cells);
        }
    }
    return ways;
}

HR_TEST(test_exactly_the_numbers_of_arrangements_are_valid) {
    for (size_t i = 0; i < sizeof SMALL / sizeof SMALL[0]; i++) {
        for (size_t p = 0; p < ORDER_COUNT; p++) {
            hr_blocks_board *board = board_of(SMALL[i].text, ORDERS[p]);
            uint64_t valid = 0;
            assert_non_null(board->order);
            assert_true(board->order->states < 100000);
            for (hr_state number = 0; number < board->order->states + 100; number++) {
                if (hr_blocks_validate(board, number, NULL) == HR_OK) {
                    hr_blocks_places sets[HR_BLOCKS_PIECES_MAX];
                    (void)hr_blocks_decode(board, number, sets);
                    assert_int_equal(hr_blocks_encode(board, sets), number);
                    valid++;
                }
            }
            assert_int_equal(valid, count_ways(board, 0, 0, 0, 0));
            assert_int_equal(hr_blocks_validate(board, HR_STATE_NONE, NULL), HR_USAGE);
            if (ORDERS[p] == HR_BLOCKS_BY_ORDER) {
                assert_int_equal(board->order->states, SMALL[i].sequences);
            }
            hr_blocks_board_destroy(&board);
        }
    }
}

/// Frames counted by kinds are arrangements of the large pieces, and of nothing else.
HR_TEST(test_frames_are_counted_exactly) {
    hr_blocks_board *board = board_of("start: aaab/aaab/cccd/...d; goal: ..../..../..../ccc.", HR_BLOCKS_BY_EXACT_FRAME);
    hr_blocks_board *large = board_of("start: aaa./aaa./ccc./....; goal: ..../..../..../ccc.", HR_BLOCKS_BY_ORDER);
    assert_int_equal(board->order->variants[0].graphs[0].paths, count_ways(large, 0, 0, 0, 0));
    assert_int_equal(board->order->variants[0].graphs[1].paths, 10); // two dominoes and three gaps: 5! / (2! 3!)
    hr_blocks_board_destroy(&board);
    hr_blocks_board_destroy(&large);
}

/// Walk at random: text and state belong together, and each successor is valid and has the way back.
static void walk(const char *text, int words_wanted, unsigned seed) {
    hr_puzzle *puzzle = make(text, HR_BLOCKS_ANY_PACKING, HR_METRIC_MOVE, true);
    const size_t words = hr_puzzle_words(puzzle);
    const size_t room = hr_puzzle_describe(puzzle)->max_successors * words;
    hr_state *next = malloc(2 * room * sizeof *next);
    uint64_t cursor = 0;
    hr_state at[HR_STATE_WORDS_MAX];
    uint64_t random = seed;
    assert_non_null(next);
    assert_int_equal(words, words_wanted);
    assert_int_equal(hr_puzzle_sources(puzzle, &cursor, at, 1), 1);
    for (int i = 0; i < WALK; i++) {
        const size_t n = hr_puzzle_expand(puzzle, at, 1, next, NULL);
        assert_true(n > 0);
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const size_t chosen = (random >> 33) % n;
        for (size_t k = 0; k < n; k++) {
            char spelt[HR_STATE_TEXT_MAX];
            hr_state again[HR_STATE_WORDS_MAX];
            const hr_state *state = next + k * words;
            hr_puzzle_format(puzzle, state, spelt);
            if (hr_puzzle_validate(puzzle, state, NULL) != HR_OK || hr_puzzle_parse(puzzle, spelt, again, NULL) != HR_OK ||
                !hr_words_equal(again, state, words)) {
                fail_msg("seed %u, step %d: %s", seed, i, spelt);
            }
        }
        const size_t ways = hr_puzzle_expand(puzzle, next + chosen * words, 1, next + room, NULL);
        size_t back = 0;
        for (size_t k = 0; k < ways; k++) {
            back += hr_words_equal(next + room + k * words, at, words);
        }
        assert_int_equal(back, 1);
        hr_words_copy(at, next + chosen * words, words);
    }
    free(next);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_large_puzzles_keep_their_texts_on_random_walks) {
    // GNOME's Shark, American Pie as far as the gate, and Climb 24 Pro
    walk("start: ########.../#nrr.s.#.../#n*op.q#.../#***jml#.../#hhijkl#.../#ffcddg-.../#abcdde-.../########...; "
         "goal: .........../.........../.........../.........../.........../.........../.........*./........***; gate: - *; "
         "inside: *",
         1, 1);
    walk("start: a*bcdefg/**bhhhhg/*iijjkkg/liimnoop/qiirrr../qstuvv../qwwxvv..; "
         "goal: ......../......../......../......../......**/.....***/.....**.; inside: *",
         1, 2);
    walk("start: ####.####/#aa...bb#/#ccdddee#/#ccfggee#/#hhffgnn#/#ihklmno#/#ijkzmpo#/#jjqqqpp#/#rrs*tuu#/#rr***uu#/#########; "
         "goal: ....*..../...***...",
         1, 3);
    // GNOME's Sunshine: 68 pieces.
    walk("|       ...       |\n|      .. ..      |\n|      .   .      |\n|      .. ..      |\n|       ...       |\n"
         "|######-----######|\n|#hh0iilltmmpp;qq#|\n|#hh,iill mmpp:qq#|\n|#2y{45v s w89x/z#|\n|#jj6kkaa nnoo<rr#|\n"
         "|#jj7kkaaunnoo>rr#|\n|#33333TTJWW11111#|\n|#33333TTJWW11111#|\n|#33333GG HH11111#|\n|#33333YYIgg11111#|\n"
         "|#33333YYIgg11111#|\n|#ddFeeA***BffOZZ#|\n|#ddFee** **ffOZZ#|\n|#MMKQQ*   *PPS^^#|\n|#VVLXX** **bbRcc#|\n"
         "|#VVLXXD***EbbRcc#|\n|#################|\n",
         7, 4);
    // Rush Hour on 9x9 and on 12x12.
    walk("start: AA..B..CC/D...B...E/D.FFF.G.E/D.....G../XX.H....I/...H.JJ.I/KK.H....I/.....LLL./MM.N....O; exit: X right; "
         "horizontal: ACFXJKLM; vertical: BDEGHINO",
         1, 5);
    walk("start: "
         ".W.HHHEEnnn./.WKoo.DDBB../..K.ZZSS.bb./..Keee..C.qQ/.VVllP.fCJqQ/XX.L.P.f.Jq./..kLIP.TT.mg/..kLIOOORimg/..j.I.aaRi.p/"
         "GMjddccUUUYp/GMjFFFAN..Y./Ghh...AN..Y.; exit: X right; "
         "horizontal: XBDEFHOSTUVZabcdehlno; vertical: ACGIJKLMNPQRWYfgijkmpq",
         3, 6);
    // A corridor of 68 cells. Of each kind there are 34 or 33 pieces: more than 2^64 sets.
    walk("start: "
         "!$%&'()*+,-0123456789<=>?@ABCDEF/###############################G/hgfedcba`^][ZYXWVUTSRQPONMLKJIH./"
         "i###############################/jk##############################; "
         "goal: "
         "!.%.'.).+.-.1.3.5.7.9.=.?.A.C.E./###############################G/.g.e.c.a.^.[.Y.W.U.S.Q.O.M.K.I../"
         "i###############################/.k##############################; "
         "alike: !%')+-13579=?ACEGIKMOQSUWY[^acegik",
         4, 7);
}

/// The states of the drawn puzzle have so many words.
static void expect_words(const char *text, int words) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = "blocks:FILE", .text = text});
    assert_int_equal(hr_puzzle_describe(puzzle)->state_words, words);
    hr_puzzle_destroy(&puzzle);
}

HR_TEST(test_what_does_not_fit_is_refused) {
    hr_puzzle *puzzle = NULL;
    hr_error error = {.text = ""};
    // Of forty singles and gaps the goal tells twenty apart: 40! / 20!, 2^98. With 31 it is 2^140. With 25 it is 2^119, with too
    // many nodes by order.
    expect_words("start: abcdefgh/ijklmnop/qrst..../......../........; goal: tsrqponm/lkjihgfe/dcba", 2);
    expect_words("start: abcdefgh/ijklmnop/qrstuvwx/yzABCDE./........; goal: EDCBAzyx/wvutsrqp/onmlkjih/gfedcba", 4);
    expect_words("start: abcdefgh/ijklmnop/qrstuvwx/y......./........; goal: yxwvutsr/qponmlkj/ihgfedcb/a", 3);
    // 52 pieces with 1,024 places each.
    char text[4096] = "start: abcdefghijklmnopqrstuvwxyz....../ABCDEFGHIJKLMNOPQRSTUVWXYZ......";
    for (int y = 2; y < 32; y++) {
        strcat(text, "/................................");
    }
    strcat(text, "; goal: ABCDEFGHIJKLMNOPQRSTUVWXYZ....../abcdefghijklmnopqrstuvwxyz......");
    const hr_puzzle_options options = {.spec = "blocks:FILE", .text = text};
    assert_int_equal(hr_puzzle_create(&options, &puzzle, &error), HR_USAGE);
    assert_null(puzzle);
    assert_non_null(strstr(error.text, "a state takes 576 bits: at most 512 are possible"));
}

HR_TEST(test_all_numbers_of_64_bits_are_used) {
    // Of thirty singles and gaps the goal tells ten apart; nine are alike, and eleven are gaps: 30! / (9! 11!), 2^63.99.
    hr_blocks_board *board = board_of("start: abcdef/ghijkl/mnopqr/s...../......; goal: jihgfe/dcba", HR_BLOCKS_BY_ORDER);
    assert_true(board->order->states == UINT64_C(18312233778558720000));
    hr_blocks_board_destroy(&board);
    // One cell more, seven alike, and fourteen gaps: 31! / (7! 14!), 2^64.02.
    expect_words("start: abcdefgh/ijklmnop/q......./.......#; goal: jihgfedc/ba....../......../.......#", 2);
}

HR_TEST(test_only_bits_make_a_puzzle_too_wide) {
    hr_puzzle *puzzle = NULL;
    // 64^10 * 16 arrangements are 2^64, and one state must be free for HR_STATE_NONE.
    expect_words("start: abcdefghijK...../................/................/................; "
                 "goal: ................/................/................/......jihgfedcba; horizontal: K",
                 2);
    // GNOME's Shark takes 66 bits by places, fewer by order, and is refused for the state.
    const char *const shark =
        "start: ########.../#nrr.s.#.../#n*op.q#.../#***jml#.../#hhijkl#.../#ffcddg-.../#abcdde-.../########...; "
        "goal: .........../.........../.........../.........../.........../.........../.........*./........***; gate: - *; "
        "inside: *";
    expect_words(shark, 1);
    const hr_puzzle_options from = {.spec = "blocks:FILE", .from = "abc", .text = shark};
    assert_int_equal(hr_puzzle_create(&from, &puzzle, NULL), HR_USAGE);
    const hr_puzzle_options wrong = {.spec = "blocks:FILE", .text = "start: ab; goal: ..a"};
    assert_int_equal(hr_puzzle_create(&wrong, &puzzle, NULL), HR_USAGE);
}
