# SPDX-License-Identifier: MIT
# huarong solve --algorithm layers --checkpoint DIR: breadth-first searches that are stopped and go on

# shellcheck disable=SC2154 # bats sets stderr
load solve

@test "the time limit and a signal stop a breadth-first search with a checkpoint" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    local bound
    run -3 --separate-stderr ranks 2 solve klotski:4x8 "$LARGE_KLOTSKI" --checkpoint kept --max-time 1.5s --json --quiet
    [[ $stderr == *"stopped by the time limit: every solution has at least "*"; go on with --resume"* ]]
    bound=$(jq '.positions[0].lower_bound' <<<"$output")
    ((bound > 3))
    [[ -e kept/checkpoint-000001 ]]
    run -3 --separate-stderr huarong solve klotski:4x8 "$LARGE_KLOTSKI" --checkpoint kept --resume --max-time 0.000001s
    [[ $output == "stopped by the time limit before the search" ]]
    [[ $stderr == *"huarong solve: stopped by the time limit before the search; go on with --resume"* ]]
    stops_once_resumed "$bound" solve klotski:4x8 "$LARGE_KLOTSKI" --checkpoint kept --resume --json --quiet
    [[ $(jq -r 'select(.event == "resumed") | .depth' log.jsonl) == "$((bound - 1))" ]]
}

# The disk takes no checkpoint, so there is none to go on from. An older one that stays is one.
@test "a search that a limit stops names --resume only if there is a checkpoint" {
    cd "$BATS_TEST_TMPDIR"
    # shellcheck disable=SC2016 # for the other shell
    local case full=(bash -c 'ulimit -f 0; exec "$@"' bash "$HR_PROGRAM" solve)
    local cases=("tile:3x3|8 6 7 2 5 4 3 0 1|--metric|slide|--algorithm|layers" "klotski|横刀立马") what
    for case in "${cases[@]}"; do
        IFS='|' read -ra what <<<"$case"
        run -3 "${full[@]}" "${what[@]}" --checkpoint "no-${what[0]}" --position-nodes 700 --quiet
        [[ $output == *"no checkpoint of layer"*", the run goes on: "* ]]
        [[ $output == *"huarong solve: stopped at 700 states (--position-nodes): every solution has at least "*" moves" ]]
        run -3 --separate-stderr huarong solve "${what[@]}" --checkpoint "kept-${what[0]}" --position-nodes 300 --quiet
        [[ $stderr == *"; go on with --resume" ]]
        run -3 "${full[@]}" "${what[@]}" --checkpoint "kept-${what[0]}" --resume --position-nodes 700 --quiet
        [[ $output == *"no checkpoint of layer"*" moves; go on with --resume" ]]
        text="no checkpoint of layers of both sides, whose depths add up to "
        [[ ${what[0]} != klotski ]] || text="no checkpoint of layer "
        [[ $output == *"$text"* ]]
    done
    run -3 --separate-stderr huarong solve klotski 横刀立马 --checkpoint unused --max-time 0.000001s --quiet
    [[ $stderr == "huarong solve: stopped by the time limit before the search" ]]
}

@test "checkpoints of other breadth-first searches are refused" {
    cd "$BATS_TEST_TMPDIR"
    run -3 huarong solve klotski 横刀立马 --checkpoint kept --position-nodes 1000 --quiet
    run -2 --separate-stderr huarong solve klotski 横刀立马 --checkpoint kept
    [[ $stderr == *"go on with --resume"* ]]
    local other
    for other in "横刀立马 --metric move" "横刀立马 --all" "横刀立马 --exit 0,3" 层拦叠障; do
        # shellcheck disable=SC2086 # several words
        run -4 --separate-stderr huarong solve klotski $other --checkpoint kept --resume
        [[ $stderr == *"another run"* ]]
    done
    run -4 --separate-stderr huarong enumerate klotski --from 横刀立马 --stop-at-solution --checkpoint kept --resume
    [[ $stderr == *"another run"* ]]
    huarong enumerate klotski --from 横刀立马 --max-depth 10 --checkpoint counted --quiet
    run -4 --separate-stderr huarong solve klotski 横刀立马 --checkpoint counted --resume
    [[ $stderr == *"another run"* ]]
    local both=(solve tile:3x3 --algorithm layers --checkpoint both)
    run -4 --separate-stderr huarong solve tile:3x3 1,2,3,4,5,6,7,0,8 --algorithm layers --checkpoint kept --resume
    [[ $stderr == *"another run"* ]]
    run -3 huarong "${both[@]}" 8,6,7,2,5,4,3,0,1 --position-nodes 700 --quiet
    for other in 8,6,7,2,5,4,3,1,0 "8,6,7,2,5,4,3,0,1 --metric slide" "8,6,7,2,5,4,3,0,1 --all"; do
        # shellcheck disable=SC2086
        run -4 --separate-stderr huarong "${both[@]}" $other --resume
        [[ $stderr == *"another run"* ]]
    done
}

@test "the time limit and a signal stop a search from both sides with a checkpoint" {
    cd "$BATS_TEST_TMPDIR"
    local solve=(solve tile:4x4 "$HARD" --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --algorithm layers --json --quiet) bound
    run -3 --separate-stderr ranks 2 "${solve[@]}" --checkpoint kept --max-time 1.5s
    [[ $stderr == *"stopped by the time limit: every solution has at least "*"; go on with --resume"* ]]
    bound=$(jq '.positions[0].lower_bound' <<<"$output")
    ((bound > 3))
    stops_once_resumed "$bound" "${solve[@]}" --checkpoint kept --resume
    [[ $(jq -r 'select(.event == "resumed") | .depth' log.jsonl) == "$((bound - 1))" ]]
}

@test "a checkpoint of a search from the start only goes on so" {
    cd "$BATS_TEST_TMPDIR"
    mkdir kept
    cp "$HR_SOURCE_DIR/tests/golden/formats/path.checkpoint" kept/checkpoint-000001
    run -0 --separate-stderr huarong solve tile:2x3 5,4,3,2,1,0 --algorithm layers --checkpoint kept --resume --verbose --json
    [[ $stderr == *"from the start only, as the search in the checkpoint"* ]]
    jq -e '.positions[0] | .length == 20 and .bidirectional == null' <<<"$output"
}

@test "a checkpoint of the solved layer that does not fit into memory keeps its bound" {
    cd "$BATS_TEST_TMPDIR"
    local n
    huarong solve klotski 横刀立马 --algorithm layers --checkpoint kept --quiet >whole
    for n in $(of_tier 2 1); do
        run -3 --separate-stderr ranks "$n" solve klotski 横刀立马 --algorithm layers --checkpoint kept --resume --memory 5M --quiet
        [[ $stderr == *"stopped for lack of memory ("*"go on with --resume): every solution has at least 116 moves"* ]]
    done
    huarong solve klotski 横刀立马 --algorithm layers --checkpoint kept --resume --quiet | diff whole -
}
