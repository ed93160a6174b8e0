# SPDX-License-Identifier: MIT
# huarong solve --algorithm astar --checkpoint DIR: A* that is stopped and goes on

# shellcheck disable=SC2154 # bats sets stderr
load solve

@test "the time limit, a signal and lack of memory stop A* with a checkpoint" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    local bound n
    run -3 --separate-stderr ranks 2 solve klotski:4x8 "$LARGE_KLOTSKI" --algorithm astar --checkpoint kept --max-time 1.5s --json --quiet
    [[ $stderr == *"stopped by the time limit: every solution has at least "*"; go on with --resume"* ]]
    bound=$(jq '.positions[0].lower_bound' <<<"$output")
    ((bound > 3))
    [[ -e kept/checkpoint-000001 ]]
    stops_once_resumed "$bound" solve klotski:4x8 "$LARGE_KLOTSKI" --algorithm astar --checkpoint kept --resume --json --quiet
    [[ $(jq -r 'select(.event == "resumed") | .lower_bound' log.jsonl) == "$bound" ]]
    jq -se 'map(select(.event == "checkpoint"))[-1] | .bytes > 1000 and .nodes > 1000 and .expanded > 0' log.jsonl
    for n in $(of_tier 3 1); do
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --heuristic none --checkpoint "lack-$n" --memory 300M
        [[ $stderr == *"stopped for lack of memory "*"; the checkpoint in lack-$n is of bound "*": go on with --resume): every solution has at least "* ]]
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --heuristic none --checkpoint "lack-$n" --memory 30M --resume
        [[ $stderr == *"the checkpoint's states do not fit into that of $n rank"* ]]
        run -3 --separate-stderr ranks "$n" solve tile:4x4 "$KNOWN" --algorithm astar --checkpoint "no-$n" --heuristic none --memory 30M
        [[ $stderr == *"there is no checkpoint"* ]]
    done
}

@test "checkpoints of other searches are refused by A*" {
    cd "$BATS_TEST_TMPDIR"
    local other
    run -3 huarong solve tile:3x3 8,6,7,2,5,4,3,0,1 --algorithm astar --heuristic conflict --checkpoint kept --position-nodes 100 --quiet
    run -2 --separate-stderr huarong solve tile:3x3 8,6,7,2,5,4,3,0,1 --algorithm astar --heuristic conflict --checkpoint kept
    [[ $stderr == *"go on with --resume"* ]]
    for other in "8,6,7,2,5,4,3,1,0 --heuristic conflict" "8,6,7,2,5,4,3,0,1 --heuristic manhattan" \
        "8,6,7,2,5,4,3,0,1 --heuristic conflict --weight 2" "8,6,7,2,5,4,3,0,1 --heuristic conflict --goal 0,1,2,3,4,5,6,7,8" \
        "8,6,7,2,5,4,3,0,1 --metric slide"; do
        # shellcheck disable=SC2086 # several words
        run -4 --separate-stderr huarong solve tile:3x3 $other --algorithm astar --checkpoint kept --resume
        [[ $stderr == *"another run"* ]]
    done
    for other in idastar layers; do
        run -4 --separate-stderr huarong solve tile:3x3 8,6,7,2,5,4,3,0,1 --algorithm "$other" --checkpoint kept --resume
        [[ $stderr == *"another run"* ]]
    done
    run -3 huarong solve tile:3x3 8,6,7,2,5,4,3,0,1 --algorithm astar --heuristic 4-4 --checkpoint mirrored --position-nodes 100 --quiet
    run -4 --separate-stderr huarong solve tile:3x3 8,6,7,2,5,4,3,0,1 --algorithm astar --heuristic 4-4 --no-mirror --checkpoint mirrored --resume
    [[ $stderr == *"another run"* ]]
}
