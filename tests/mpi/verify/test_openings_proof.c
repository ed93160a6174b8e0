// SPDX-License-Identifier: MIT
// Tables of all openings, proved family by family and state by state: the same figures, and whatever one way finds, the other
// finds.

#include "core/hash/state.h"
#include "mpi_test.h"

#include "openings/family.h"
#include "openings/table/proof.h"
#include "shared_image.h"
#include "verify/verify.h"

enum { BY_FAMILIES = 0, BY_STATES = 1 }; ///< memory limits: with one byte no family fits

typedef struct board_case {
    const char *spec;
    hr_metric metric;
    unsigned value_bits;
} board_case;

static const board_case BOARDS[] = {
    {"klotski:3x4", HR_METRIC_UNIT, 8},  {"klotski:3x4", HR_METRIC_SLIDE, 16}, {"klotski:4x3", HR_METRIC_SLIDE, 8},
    {"klotski:3x3", HR_METRIC_UNIT, 16}, {"klotski:2x6", HR_METRIC_SLIDE, 8},  {"klotski:5x3", HR_METRIC_UNIT, 8},
    {"klotski:3x4", HR_METRIC_MOVE, 8}, // always state by state
};
enum { BOARD_COUNT = sizeof BOARDS / sizeof BOARDS[0] };

static table_image make(const board_case *board, char text[64]) {
    (void)snprintf(text, 64, "puzzle %s\nmetric %s\n", board->spec, hr_metric_name(board->metric));
    const table_image_plan plan = {
        .options = {.spec = board->spec, .metric = board->metric},
        .text = text,
        .encoding = HR_TABLE_INDEX,
        .value_bits = board->value_bits,
        .chunk_bytes = 65536,
    };
    return table_image_make(&plan);
}

static hr_status verify(const table_image *image, uint64_t memory, hr_verification *result, hr_error *error) {
    const hr_verify_options options = {.memory_limit = memory};
    hr_table *table = shared_image_open(image, shared_image_path);
    const hr_status status = hr_table_verify(hr_test_world(), table, &options, result, error);
    shared_image_close(&table, shared_image_path);
    return status;
}

IMAGE_TEST(test_both_ways_count_the_same) {
    for (int b = 0; b < BOARD_COUNT; b++) {
        char text[64];
        table_image image = make(&BOARDS[b], text);
        hr_verification results[2];
        for (uint64_t memory = BY_FAMILIES; memory <= BY_STATES; memory++) {
            hr_error error = {.text = ""};
            if (verify(&image, memory, &results[memory], &error) != HR_OK) {
                fail_msg("%s, %llu: %s", BOARDS[b].spec, (unsigned long long)memory, error.text);
            }
        }
        assert_int_equal(results[BY_FAMILIES].states, image.states);
        assert_int_equal(results[BY_FAMILIES].unreached, results[BY_STATES].unreached);
        assert_int_equal(results[BY_FAMILIES].neighbours, results[BY_STATES].neighbours);
        table_image_free(&image);
    }
}

static void put_value(table_image *image, unsigned bits, hr_index index, hr_depth value) {
    table_image_put(image, image->payload_offset + bits / 8 * index, value, bits / 8);
}

/// Some state has another distance: one more, one less, two more, none, or 0.
IMAGE_TEST(test_both_ways_find_a_wrong_distance) {
    for (int b = 0; b < BOARD_COUNT - 1; b++) {
        char text[64];
        table_image image = make(&BOARDS[b], text);
        for (uint64_t i = 0; i < 10; i++) {
            const hr_index index = hr_hash_state(i + 100 * (uint64_t)b) % image.states;
            const hr_depth right = image.distances[index];
            const hr_depth changes[] = {right + 1, right - 1, right + 2, HR_DEPTH_UNREACHED, 0};
            const hr_depth wrong = changes[i % 5];
            const hr_depth mask = (1U << BOARDS[b].value_bits) - 1;
            if ((wrong & mask) == (right & mask)) {
                continue;
            }
            put_value(&image, BOARDS[b].value_bits, index, wrong);
            table_image_reseal(&image);
            for (uint64_t memory = BY_FAMILIES; memory <= BY_STATES; memory++) {
                hr_verification result;
                hr_error error = {.text = ""};
                if (verify(&image, memory, &result, &error) != HR_CHECK || strstr(error.text, "wrong: ") == NULL) {
                    fail_msg("%s, %llu: state %llu has %u instead of %u: '%s'", BOARDS[b].spec, (unsigned long long)memory,
                             (unsigned long long)index, wrong, right, error.text);
                }
            }
            put_value(&image, BOARDS[b].value_bits, index, right);
        }
        table_image_free(&image);
    }
}

/// Every opening one farther, the solved ones included: only these are wrong.
IMAGE_TEST(test_solved_openings_must_have_0) {
    char text[64];
    table_image image = make(&BOARDS[0], text);
    for (hr_index i = 0; i < image.states; i++) {
        if (image.distances[i] < image.depth) {
            put_value(&image, BOARDS[0].value_bits, i, image.distances[i] + 1);
        }
    }
    table_image_reseal(&image);
    hr_verification result;
    hr_error error = {.text = ""};
    assert_int_equal(verify(&image, BY_FAMILIES, &result, &error), HR_CHECK);
    assert_non_null(strstr(error.text, "is a source"));
    table_image_free(&image);
}

static void count_call(void *context, uint64_t done, uint64_t total) { ++*(size_t *)context; }

/// The ranks of this node, which are all, share what --memory allows. If a byte is lacking, the proof goes state by state, which
/// tells no progress of a table of this size.
IMAGE_TEST(test_ranks_of_a_node_share_the_memory) {
    char text[64];
    table_image image = make(&BOARDS[0], text);
    hr_table *table = shared_image_open(&image, shared_image_path);
    const int ranks = hr_comm_size(hr_test_world());
    bool families = false;
    uint64_t bytes = 0;
    assert_int_equal(hr_openings_provable(table, ranks, &families, &bytes, NULL), HR_OK);
    assert_true(families);
    for (uint64_t lacking = 0; lacking <= 1; lacking++) {
        size_t calls = 0;
        const hr_verify_options options = {
            .progress = count_call, .context = &calls, .memory_limit = bytes * (uint64_t)ranks - lacking};
        hr_verification result;
        assert_int_equal(hr_table_verify(hr_test_world(), table, &options, &result, NULL), HR_OK);
        assert_int_equal(calls > 0, lacking == 0);
    }
    shared_image_close(&table, shared_image_path);
    table_image_free(&image);
}

/// Set `indices` to those of the state's neighbours.
static size_t neighbours_of(const hr_puzzle *puzzle, hr_index index, hr_index indices[64]) {
    hr_state state = 0;
    hr_state successors[64];
    hr_puzzle_unindex(puzzle, &index, 1, &state);
    const size_t n = hr_puzzle_expand(puzzle, &state, 1, successors, NULL);
    assert_in_range(n, 0, 64);
    hr_puzzle_index(puzzle, successors, n, indices);
    return n;
}

/// Does no shortest way lead over the state, although there are farther states?
static bool ends_ways(const hr_puzzle *puzzle, const table_image *image, hr_index index) {
    const hr_depth distance = image->distances[index];
    hr_index indices[64];
    const size_t n = neighbours_of(puzzle, index, indices);
    bool ends = distance >= 3 && distance < image->depth;
    for (size_t i = 0; i < n; i++) {
        ends = ends && image->distances[indices[i]] != distance + 1;
    }
    return ends;
}

/// Is the state unreached, and has it a smaller index than its neighbours?
static bool is_first_unreached(const hr_puzzle *puzzle, const table_image *image, hr_index index) {
    hr_index indices[64];
    const size_t n = neighbours_of(puzzle, index, indices);
    bool first = image->distances[index] == HR_DEPTH_UNREACHED;
    for (size_t i = 0; i < n; i++) {
        first = first && index < indices[i];
    }
    return first;
}

typedef struct ways {
    uint64_t first;
    uint64_t last;
} ways;

/// Give the state `value`, and expect that each of the ways says that it is wrong, and `what`.
static void expect_told(table_image *image, const board_case *board, hr_index index, hr_depth value, ways through,
                        const char *what) {
    hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = board->spec, .metric = board->metric});
    hr_state one = 0;
    char text[HR_STATE_TEXT_MAX];
    char expected[HR_STATE_TEXT_MAX + 300];
    hr_puzzle_unindex(puzzle, &index, 1, &one);
    hr_puzzle_format(puzzle, &one, text);
    (void)snprintf(expected, sizeof expected, "%s: wrong: the state %s %s", shared_image_path, text, what);
    put_value(image, board->value_bits, index, value);
    table_image_reseal(image);
    for (uint64_t memory = through.first; memory <= through.last; memory++) {
        hr_verification result;
        hr_error error = {.text = ""};
        assert_int_equal(verify(image, memory, &result, &error), HR_CHECK);
        assert_string_equal(error.text, expected);
    }
    put_value(image, board->value_bits, index, image->distances[index]);
    hr_puzzle_destroy(&puzzle);
}

/// A state that no shortest way leads over gets another distance, so that no other state seems wrong.
IMAGE_TEST(test_both_ways_tell_the_wrong_state_and_why) {
    const ways both = {BY_FAMILIES, BY_STATES};
    for (int b = 0; b < 2; b++) {
        char text[64];
        char what[100];
        table_image image = make(&BOARDS[b], text);
        hr_puzzle *puzzle = made_puzzle(&(hr_puzzle_options){.spec = BOARDS[b].spec, .metric = BOARDS[b].metric});
        hr_index last = 0;
        while (!ends_ways(puzzle, &image, last)) {
            last++;
        }
        hr_index unreached = 0;
        while (!is_first_unreached(puzzle, &image, unreached)) {
            unreached++;
        }
        hr_puzzle_destroy(&puzzle);
        const hr_depth distance = image.distances[last];
        const hr_depth farther[] = {distance + 1, image.depth};
        for (int i = 0; i < 2; i++) {
            (void)snprintf(what, sizeof what, "has distance %u, but the nearest neighbour %u", farther[i], distance - 1);
            expect_told(&image, &BOARDS[b], last, farther[i], both, what);
        }
        const hr_depth too_far[] = {image.depth + 1, (1U << BOARDS[b].value_bits) - 2};
        for (int i = 0; i < 2; i++) {
            expect_told(&image, &BOARDS[b], last, too_far[i], both, "is farther than the table's greatest distance");
        }
        expect_told(&image, &BOARDS[b], last, HR_DEPTH_UNREACHED, (ways){BY_FAMILIES, BY_FAMILIES},
                    "is unreached, but a neighbour is reached");
        expect_told(&image, &BOARDS[b], unreached, 1, (ways){BY_STATES, BY_STATES}, "is reached, but a neighbour is not");
        table_image_free(&image);
    }
}

enum { CALLS_MAX = 4 };

typedef struct calls {
    uint64_t done[CALLS_MAX], total;
    size_t count;
} calls;

static void note_call(void *context, uint64_t done, uint64_t total) {
    calls *c = context;
    assert_in_range(c->count, 0, CALLS_MAX - 1);
    c->done[c->count++] = done;
    c->total = total;
}

/// 3×3 has four frames of the 2×2 alone with 32 fillings each, and eight with a vertical, eight with a horizontal with 8 fillings
/// each. The last two are the most work, and come first to the first and the second rank.
IMAGE_TEST(test_each_rank_proves_its_families_and_tells_its_progress) {
    static const struct {
        int ranks, rank;
        calls told;
    } cases[] = {
        {1, 0, {{0, 128, 192}, 256, 3}},
        {2, 0, {{0, 128}, 192, 2}},
        {2, 1, {{0}, 64, 1}},
        {3, 0, {{0}, 64, 1}},
        {3, 1, {{0}, 64, 1}},
        {3, 2, {{0}, 128, 1}},
        {4, 3, {{0}, 0, 0}},
    };
    enum { CASES = sizeof cases / sizeof cases[0], LAYERS_MAX = 64 };
    char text[64];
    table_image image = make(&(board_case){"klotski:3x3", HR_METRIC_UNIT, 8}, text);
    hr_table *table = shared_image_open(&image, shared_image_path);
    hr_count layers[5][LAYERS_MAX] = {{0}}; // of so many ranks together
    hr_count neighbours[5] = {0};
    assert_in_range(image.depth, 1, LAYERS_MAX - 2);
    for (size_t c = 0; c < CASES; c++) {
        calls told = {.count = 0};
        hr_openings_proof proof = {.table = table,
                                   .rank = cases[c].rank,
                                   .ranks = cases[c].ranks,
                                   .progress = note_call,
                                   .context = &told,
                                   .layers = layers[cases[c].ranks]};
        assert_int_equal(hr_openings_prove(&proof, NULL), HR_OK);
        assert_memory_equal(&told, &cases[c].told, sizeof told);
        neighbours[cases[c].ranks] += proof.neighbours;
    }
    for (hr_index i = 0; i < image.states; i++) {
        layers[0][image.distances[i] == HR_DEPTH_UNREACHED ? image.depth + 1 : image.distances[i]]++;
    }
    for (int ranks = 1; ranks <= 3; ranks++) {
        assert_memory_equal(layers[ranks], layers[0], sizeof layers[0]);
        assert_int_equal(neighbours[ranks], neighbours[1]);
    }
    shared_image_close(&table, shared_image_path);
    table_image_free(&image);
}

/// On 3×3 the proof of eight frames with three free cells needs the most: 2 bytes for each filling of each; for a frame two places
/// of 8 bytes in a hash table and 8 for the state, ten moves and 24 pairs; and for each filling of one frame an index, the nearest
/// distance, and one for each of 16 cells of a line.
IMAGE_TEST(test_memory_of_a_proof_is_foreseen) {
    const uint64_t expected = UINT64_C(64) * 2 +
                              8 * (3 * sizeof(uint64_t) + 10 * sizeof(hr_frame_move) + 24 * sizeof(hr_frame_pair)) +
                              UINT64_C(8) * (8 + 17 * 2);
    for (int metric = HR_METRIC_UNIT; metric <= HR_METRIC_MOVE; metric++) {
        char text[64];
        table_image image = make(&(board_case){"klotski:3x3", (hr_metric)metric, 8}, text);
        hr_table *table = shared_image_open(&image, shared_image_path);
        for (int ranks = 1; ranks <= 4; ranks++) {
            bool provable = metric == HR_METRIC_MOVE;
            uint64_t bytes = 1;
            assert_int_equal(hr_openings_provable(table, ranks, &provable, &bytes, NULL), HR_OK);
            assert_int_equal(provable, metric != HR_METRIC_MOVE);
            assert_int_equal(bytes, provable ? expected : 0);
        }
        shared_image_close(&table, shared_image_path);
        table_image_free(&image);
    }
}
