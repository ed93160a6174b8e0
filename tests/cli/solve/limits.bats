#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong solve: limits, signals, memory and the cache

# shellcheck disable=SC2154 # bats sets stderr
load solve

@test "a limit exits with 3 and tells the proven bound" {
    local goal='0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' # at distance 80
    # What all ranks generate together, in a first iteration, and in one that they share.
    local n most nodes
    for n in $(of_tier 2 1 3); do
        for most in 1000 2000000; do
            run -3 --separate-stderr ranks "$n" solve tile:4x4 --goal "$goal" '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' --heuristic manhattan \
                --position-nodes "$most" --json
            nodes=$(jq '.positions[0].nodes' <<<"$output")
            [[ $nodes -ge $most && $nodes -le $((most + 20)) && $(jq -r '.positions[0].outcome' <<<"$output") == limit ]]
        done
    done
    run -3 --separate-stderr ranks 2 solve tile:4x4 --goal "$goal" '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' --heuristic manhattan --position-nodes 2M
    [[ ${lines[0]} =~ ^"at least "[5-7][0-9]" moves" && $stderr == *"at least"* ]]
    run -3 --separate-stderr huarong solve tile:4x4 --goal "$goal" '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' --heuristic manhattan --position-time 0.3
}

@test "a run that is stopped goes on, and prints what an undisturbed one does" {
    cd "$BATS_TEST_TMPDIR"
    local options=(--goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' --heuristic manhattan --file boards --json)
    printf '%s\n' '4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15' "$HARD" '1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15' >boards
    # The iterations that an earlier run has made are not listed.
    results() { jq 'del(.command, .seconds, .ranks, .positions[].seconds, .positions[].iterations)' "$1"; }
    huarong solve tile:4x4 "${options[@]}" --quiet >expected
    # One rank looks at the time when it has solved the first, and again when it is deep in the second.
    run -3 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --max-time 0.000001s
    [[ $(jq -c '[.positions[].outcome] | unique' <<<"$output") == *'"stopped"'* && $stderr == *"--resume"* ]]
    run -2 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept
    [[ $stderr == *"--resume"* ]]
    run -4 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --resume --complete
    [[ $stderr == *"another run"* ]]
    run -4 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --resume --all
    [[ $stderr == *"another run"* ]]
    run -3 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --resume --max-time 0.000001s
    [[ $(jq -c '[.positions[].outcome]' <<<"$output") == '["solved","stopped","stopped"]' ]]
    local sum
    sum=$(cat kept/checkpoint-* | cksum)
    run -3 --separate-stderr huarong solve tile:4x4 "${options[@]}" --checkpoint kept --resume --max-time 0.000001s
    [[ $(cat kept/checkpoint-* | cksum) == "$sum" ]] # no news, no checkpoint
    ranks 3 solve tile:4x4 "${options[@]}" --checkpoint kept --resume --quiet >result
    diff <(results expected) <(results result)
    ranks 2 solve tile:4x4 "${options[@]}" --checkpoint kept --resume --quiet --max-time 1h >again # there is nothing left to do
    diff <(results expected) <(results again)
}

@test "a checkpoint is of one run: its positions in their order, heuristic, goal, weight, limits" {
    cd "$BATS_TEST_TMPDIR"
    local one=1,2,3,4,5,6,0,7,8 two=1,2,3,4,5,6,7,0,8 same other
    same="$one $two --heuristic 4-4"
    # shellcheck disable=SC2086 # several words
    huarong solve tile:3x3 $same --checkpoint kept --quiet >result
    for other in "$two $one --heuristic 4-4" "$one $one --heuristic 4-4" "$two $two --heuristic 4-4" "$one --heuristic 4-4" \
        "$one $two --heuristic manhattan" \
        "$same --goal $two" "$same --no-mirror" "$same --weight 3/2" "$same --complete" "$same --position-nodes 999" "$same --position-time 99"; do
        # shellcheck disable=SC2086
        run -4 --separate-stderr huarong solve tile:3x3 $other --checkpoint kept --resume
        [[ $stderr == *"another run"* ]]
    done
    # shellcheck disable=SC2086
    huarong solve tile:3x3 $same --checkpoint kept --resume --quiet | cmp - result
}

@test "a run that is stopped while it builds databases says so, and leaves nothing half-made" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    run -3 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --heuristic 6-6-3 --max-time 0.000001s --log log.jsonl
    [[ $stderr == *"stopped by the time limit while databases were being built"* && -z $output ]]
    [[ $(jq -r '"\(.event) \(.stop)"' log.jsonl | tail -n 1) == "end max-time" ]]
    [[ -z $(find cache/huarong -type f 2>/dev/null) ]]
    # The program waits for a reader of its log, and catches signals then.
    mkfifo log
    "$HR_PROGRAM" solve tile:4x4 "$KNOWN" --heuristic 6-6-3 --log log >out 2>err 3>&- &
    local program=$! code
    reaches catches TERM "$program"
    kill -TERM "$program"
    timeout 300 cat log >log.jsonl
    ends
    [[ $code -eq 3 && ! -s out && $(tail -n 1 log.jsonl | jq -r .stop) == signal ]]
    grep -q "stopped by a signal while databases were being built" err
    # What is chosen where memory allows it is the same heuristic.
    run -0 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --json
    [[ $(jq -r '"\(.heuristic) \(.positions[0].length)"' <<<"$output") == "6-6-3 44" && $(find cache/huarong -type f | wc -l) -eq 3 ]]
}

@test "a signal stops a search with what is proven" {
    cd "$BATS_TEST_TMPDIR"
    "$HR_PROGRAM" solve tile:4x4 --goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0' \
        --heuristic manhattan --iterations >out 2>err 3>&- &
    local program=$! code
    reaches grep -qs "^bound" err
    kill -TERM "$program"
    ends
    [[ $code -eq 3 && $(cat out) == "at least "* ]]
    grep -q "stopped by a signal: every solution has at least" err
}

@test "a signal ends a program that waits for its input" {
    cd "$BATS_TEST_TMPDIR"
    mkfifo input
    for puzzle in tile:4x4 drops:2x2; do
        "$HR_PROGRAM" solve "$puzzle" <input >out 2>err 3>&- &
        local program=$! code
        exec 4>input
        yes '# more than a pipe holds, so it is being read' | timeout 300 head -c 1000000 >&4
        kill -TERM "$program"
        exec 4>&- # it could go on now
        ends
        [[ $code -eq $((128 + 15)) ]]
    done
}

@test "a pipe in the cache is no database, and nobody waits for it" {
    huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4
    for file in "$XDG_CACHE_HOME"/huarong/*; do
        rm "$file"
        mkfifo "$file"
    done
    run -0 --separate-stderr timeout -s KILL 300 "$HR_PROGRAM" solve tile:3x3 '8 6 7 2 5 4 3 0 1' --heuristic 4-4
    [[ ${lines[0]} == "31 moves" && $stderr == *"building it anew"* ]]
}

@test "a cache that cannot be written is no failure" {
    export XDG_CACHE_HOME=/proc
    run -0 --separate-stderr huarong solve tile:4x4 "$KNOWN" --heuristic 4-4-4-3
    [[ ${lines[0]} == "44 moves" ]]
}

@test "klotski: each limit ends a long search with exit 3 and what is proven" {
    local limit
    run -3 --separate-stderr huarong solve klotski:4x8 "$LARGE_KLOTSKI" --position-nodes 100k --quiet
    [[ $output == "at least 3"[0-9]" moves, metric unit: stopped at 100,000 states (--position-nodes) after 100,000 states" ]]
    [[ $stderr == "huarong solve: stopped at 100,000 states (--position-nodes): every solution has at least 3"[0-9]" moves" ]]
    run -3 --separate-stderr huarong solve klotski:4x8 "$LARGE_KLOTSKI" --memory 40M --json --quiet
    jq -e '.positions[0] | .outcome == "limit" and .length == null and .lower_bound > 30 and .nodes > 100000 and .moves == null' <<<"$output"
    # Before the layer, or in its midst if it needs a little more than was foreseen.
    local lacks='over all ranks, more than is free on 1 of 1 ranks \(40\.0 MiB each here, --memory\)'
    lacks+='|on each rank, more than the 40\.0 MiB that each may use here \(--memory\)'
    [[ $stderr =~ ^"huarong solve: stopped for lack of memory (layer "[0-9]+" would need about "[0-9.]+" MiB "($lacks)";".*": every solution has at least "[0-9]+" moves"$ ]]
    for limit in 0.2s 2s 20s; do # a busy machine may not get far
        run -3 --separate-stderr huarong solve klotski:4x8 "$LARGE_KLOTSKI" --max-time $limit --json --quiet
        jq -e '.positions[0].outcome == "stopped"' <<<"$output"
        [[ $(jq '.positions[0].lower_bound' <<<"$output") -eq 0 ]] || break
    done
    jq -e '.positions[0].lower_bound > 0' <<<"$output"
    [[ $stderr == "huarong solve: stopped by the time limit: every solution has at least "*" moves" ]]
}

@test "klotski: a limit on the address space ends a search, too" {
    long_tier_only
    need_address_space_limit
    run -3 --separate-stderr limited 200000 solve klotski:4x8 "$LARGE_KLOTSKI" --quiet
    [[ $stderr == "huarong solve: stopped for lack of memory "*"address space, ulimit -v"*" moves" ]]
}

@test "klotski: a position's limit leaves the others their turn, the run's does not" {
    long_tier_only
    local limit easy=oooooooooooooooooooooXXooXXoo..o
    printf '%s\n' $easy "$LARGE_KLOTSKI" $easy >"$BATS_TEST_TMPDIR/boards"
    run -3 --separate-stderr ranks 2 solve klotski:4x8 --position-nodes 10k --json --file "$BATS_TEST_TMPDIR/boards"
    [[ $(jq -c '[.positions[] | .outcome, .length, .lower_bound > 10]' <<<"$output") == \
        '["solved",1,false,"limit",null,true,"solved",1,false]' ]]
    [[ $stderr == *"with 1 of 3 positions not solved; their lower bounds are proven"* ]]
    run -3 --separate-stderr huarong solve klotski:4x8 --position-time 1s --file "$BATS_TEST_TMPDIR/boards"
    [[ ${#lines[@]} -eq 3 && ${lines[1]} == "$LARGE_KLOTSKI"$'\t>='[1-9]* ]]
    [[ $stderr == *"stopped at 1.00 s (--position-time), with 1 of 3 positions not solved; "* ]]
    for limit in 0.2s 2s 20s; do # a busy machine may not get far
        run -3 --separate-stderr huarong solve klotski:4x8 --max-time $limit "$LARGE_KLOTSKI" "$LARGE_KLOTSKI" --json
        [[ $(jq '.positions[0].lower_bound' <<<"$output") -le 1 ]] || break
    done
    [[ $(jq -c '[.positions[].outcome], .positions[0].lower_bound > 1' <<<"$output") == $'["stopped","stopped"]\ntrue' ]]
}

@test "a run without an end of its input keeps its time limit" {
    long_tier_only
    local n algorithm board limit
    yes '1 2 3 4 5 6 7 0 8' | head -n 1000 >"$BATS_TEST_TMPDIR/solvable"
    yes '1 2 3 4 5 6 8 7 0' | head -n 1000 >"$BATS_TEST_TMPDIR/unsolvable"
    for n in 1 2; do
        for algorithm in idastar 'idastar --iterations' layers astar; do
            for board in solvable unsolvable; do
                [[ $n -eq 1 || $board == solvable ]] || continue
                # The writer stays longer than the limit, and so do its positions. It writes to a pipe of its own, because mpirun
                # reads standard input to its end.
                # shellcheck disable=SC2016 # bash -c expands it
                run -3 --separate-stderr bash -c 'mkfifo "$1.pipe"; (while cat "$1"; do :; done) >"$1.pipe" 2>/dev/null &
                    timeout 300 "$2" -n "$3" "$4" solve tile:3x3 --algorithm $5 --file "$1.pipe" --max-time 0.2s --quiet >/dev/null
                    code=$?; kill $!; rm "$1.pipe"; exit $code' - "$BATS_TEST_TMPDIR/$board" "$HR_MPIRUN" $n "$HR_PROGRAM" "$algorithm"
                [[ $stderr == *"stopped by the time limit"* ]]
            done
        done
    done
    # A silent writer: what it has written is solved.
    for limit in 0.5s 5s 50s; do # a busy machine may not read it in time
        run -3 --separate-stderr huarong solve tile:3x3 --max-time $limit --quiet --log "$BATS_TEST_TMPDIR/log" \
            < <(echo 1 2 3 4 5 6 7 0 8 && exec sleep 60 2>&- 3>&-)
        [[ -z $output ]] || break
    done
    [[ $output == $'1\t1\tR' && $stderr == "huarong solve: stopped by the time limit before the end of the input" ]]
    [[ $(tail -n 1 "$BATS_TEST_TMPDIR/log" | jq -c '[.event, .stop, .done]') == '["end","max-time",1]' ]]
}

@test "a search of states that takes a while says once how much memory it may use and what says so" {
    long_tier_only
    local algorithm
    for algorithm in layers astar; do
        run -3 script -qec "stty columns 120; '$HR_PROGRAM' solve klotski:4x8 '$LARGE_KLOTSKI' --algorithm $algorithm --memory 300M \
            --max-time 2s >/dev/null" /dev/null </dev/null
        [[ $(grep -c "^huarong solve: may use 300 MiB of memory (--memory)" <<<"${output//$'\r'/$'\n'}") -eq 1 ]]
    done
}

@test "databases fit into the memory that they may use, or are refused" {
    run -3 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --heuristic 7-8 --memory 800M # half as much again while the second one is built
    [[ $stderr == *"the databases 7-8 would need about 1.02 GiB"*"may use 800 MiB"* && $(grep -c '^huarong' <<<"$stderr") -eq 1 ]]
    [[ ! -e $BATS_TEST_TMPDIR/cache/huarong ]]
    run -0 --separate-stderr ranks 2 solve tile:4x4 "$KNOWN" --memory 1M --json
    [[ $(jq -r .heuristic <<<"$output") == conflict ]]
}
