#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What a run on disks moves, against its plan.
# Slow: four whole searches on disks

load ../helper

@test "the bytes that a run with scratch moves are near the plan's" {
    cd "$BATS_TEST_TMPDIR" && mkdir disk
    for run in 'tile:2x6' 'tile:3x4' 'tile:2x6 --metric slide' 'tile:3x4 --metric slide'; do
        read -ra puzzle <<<"$run"
        run -0 --separate-stderr huarong plan "${puzzle[@]}" --memory 40M --scratch disk --json
        planned=$output
        run -0 --separate-stderr huarong enumerate "${puzzle[@]}" --memory 40M --scratch disk --json
        jq -e --argjson plan "$planned" '(.scratch_read + .scratch_written) / $plan.scratch_moved | . > 0.75 and . < 1.25' <<<"$output"
        jq -e '.scratch > 15e6 and .scratch < 32e6 and .scratch_rate > 0 and .seconds >= .scratch_seconds' <<<"$planned"
    done
    [[ $(ls -A disk) == "" ]]
}
