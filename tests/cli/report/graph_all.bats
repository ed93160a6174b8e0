#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong graph on the largest graphs that others have counted.
# Slow: all openings in three metrics, and minutes with sanitizers

# shellcheck disable=SC2154 # bats sets stderr
load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

readonly TOTALS=$HR_SOURCE_DIR/tests/golden/klotski/totals.json

@test "all openings: as many neighbours as others have counted" {
    for metric in unit slide move; do
        ranks 2 openings --metric $metric --quiet --table all.table --force
        [[ $(huarong graph all.table --format count --max-states 30M) == "nodes $(jq .solvable "$TOTALS")"$'\n'"edges $(jq .directed_edges_within_solvable.$metric "$TOTALS")" ]]
    done
}
