// SPDX-License-Identifier: MIT
// A solution is walked before it is told: each of its moves must be one that its state has, and the last state must be solved.

#include "solve/idastar/replay.h"
#include "unit_test.h"

/// States are numbers, and the goal is 3. Moves 0 and 1 add 1 and 2. State 1 has only move 0.
static size_t steps(const void *context, const void *state, uint8_t moves[HR_IDASTAR_FANOUT_MAX]) {
    moves[0] = 0;
    moves[1] = 1;
    return *(const uint32_t *)state == 1 ? 1 : 2;
}

static void step(const void *context, const void *state, uint8_t move, void *next) {
    *(uint32_t *)next = *(const uint32_t *)state + move + 1;
}

static bool is_three(const void *context, const void *state) { return *(const uint32_t *)state == 3; }

static void expect(const uint8_t *path, uint32_t length, const char *text) {
    const hr_idastar_domain domain = {.state_bytes = sizeof(uint32_t), .moves = steps, .apply = step, .solved = is_three};
    const uint32_t root = 0;
    hr_error error = {.text = ""};
    const hr_status status = hr_idastar_replay(&domain, &root, path, length, &error);
    if (status != (text == NULL ? HR_OK : HR_INTERNAL) || (text != NULL && strstr(error.text, text) == NULL)) {
        fail_msg("status %d, '%s'", (int)status, error.text);
    }
}

HR_TEST(test_paths_of_possible_moves_to_the_goal_pass) {
    expect((const uint8_t[]){0, 0, 0}, 3, NULL);
    expect((const uint8_t[]){1, 0}, 2, NULL);
}

HR_TEST(test_an_impossible_move_is_refused_though_it_leads_to_the_goal) {
    expect((const uint8_t[]){0, 1}, 2, "its move 2 is not possible");
    expect((const uint8_t[]){200}, 1, "its move 1 is not possible");
    expect((const uint8_t[]){1, 0, 0}, 3, "its move 3 is not possible"); // beyond the goal
}

HR_TEST(test_a_path_that_ends_elsewhere_is_refused) {
    expect((const uint8_t[]){0, 0}, 2, "does not end at the goal");
    expect((const uint8_t[]){1, 1}, 2, "does not end at the goal");
    expect(NULL, 0, "does not end at the goal");
}
