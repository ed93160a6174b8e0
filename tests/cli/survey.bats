#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong survey: many drawn puzzles, one a line. golden/test_rush_hour.c compares all published positions.

# shellcheck disable=SC2154 # bats sets stderr

load helper

# Twelve pieces that the goal tells apart have more states than there is memory for.
readonly ENDLESS='start: abcdef/ghijkl/....../....../....../......; goal: lkjihg/fedcba'

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    rush=$HR_SOURCE_DIR/tests/golden/blocks/rush_hour.txt
    {
        echo '# board, moves, states'
        tail -n 30 "$rush"
        printf '%s\n' blocks:ma 'start: ab/..; goal: ba/..; horizontal: ab' 'start: ".; goal: ."' \
            'ooooooooooooAAooxooooooooooooooooooo' 'ooooooooooooooooAAoooooooooooooooooo' # walled off, and solved
    } >boards
    {
        tail -n 30 "$rush" | awk '{print $2 "\t" $1 "\t" $3}'
        printf '%s\n' $'blocks:ma\t26\t110804' $'start: ab/..; goal: ba/..; horizontal: ab\tunsolvable\t1' $'start: ".; goal: ."\t1\t2' \
            $'ooooooooooooAAooxooooooooooooooooooo\tunsolvable\t3' $'ooooooooooooooooAAoooooooooooooooooo\t0\t5'
    } >expected
}

@test "each line gets a line, the same on any number of ranks" {
    local n
    for n in $(of_tier 3 1 2); do
        run -0 --separate-stderr ranks "$n" survey boards --metric slide
        diff expected - <<<"$output"
        [[ $stderr == *"huarong survey: 35 positions, "*" moves, "*" states in "* && $stderr == *"unsolvable positions: 2"* ]]
        [[ $stderr != *"metric unit"* ]]
    done
    run -0 --separate-stderr ranks 2 survey boards --metric slide --quiet --output found
    [[ -z $output && -z $stderr ]]
    cmp expected found
    run -4 --separate-stderr huarong survey boards --metric slide --output found
    huarong survey boards --metric slide --quiet --output found --force
}

@test "a result is printed while the next position is searched" {
    local format
    printf '%s\n' blocks:bone "$ENDLESS" >two
    for format in --format=jsonl --csv --quiet; do
        rm -f found # of the run before
        "$HR_PROGRAM" survey two $format --quiet >found 2>err 3>&- &
        program=$!
        reaches grep -qs blocks:bone found
        is_running "$program"
        kill -KILL "$program"
        wait "$program" || true
    done
}

@test "CSV and JSON have the same on several ranks" {
    huarong survey boards --metric slide --csv --quiet >csv
    ranks 3 survey boards --metric slide --csv >csv3
    diff <(cut -d, -f 1-8 csv) <(cut -d, -f 1-8 csv3)
    huarong survey boards --metric slide --json >json
    jq -r '.positions[] | [.board, if .outcome == "solved" then .length else .outcome end, .states] | map(tostring) | join("\t")' json | cmp expected
    ranks 2 survey boards --metric slide --format=jsonl >lines
    cmp <(jq -c '.positions[] | del(.seconds)' json) <(jq -c 'del(.seconds)' lines)
}

@test "the lines of files from elsewhere: numbers beside the board, tabs, CRLF, a byte order mark, dots" {
    local board=IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM
    printf '\xef\xbb\xbf# head\r\n60\t%s\t2332\r\n\r\n  %s\r\n7 60 %s 2332 1\nblocks:rush:%s\n  # end\n' "$board" "$board" "${board//o/.}" "$board" >mixed
    for n in $(of_tier 2 1); do
        run -0 --separate-stderr ranks "$n" survey mixed --metric slide
        [[ $output == "$board"$'\t60\t2332\n'"$board"$'\t60\t2332\n'"${board//o/.}"$'\t60\t2332\n'"blocks:rush:$board"$'\t60\t2332' ]]
    done
    run -0 --separate-stderr huarong survey --metric slide <mixed
    [[ ${#lines[@]} -eq 4 ]]
    run -0 --separate-stderr huarong survey - --metric slide <mixed
    [[ ${#lines[@]} -eq 4 ]]
    printf '60,%s,2332\n%s # a comment\n"its name",%s\n' "$board" "$board" "$board" >listed
    run -0 --separate-stderr huarong survey listed --metric slide
    [[ $output == "$board"$'\t60\t2332\n'"$board"$'\t60\t2332\n'"$board"$'\t60\t2332' ]]
    huarong survey boards --metric slide --csv --quiet >table
    huarong survey table --metric slide --quiet | cmp - expected # what it prints
    # Without a metric a move is one cell, which is not what Rush Hour counts.
    run -0 --separate-stderr huarong survey mixed
    [[ ${lines[0]} == "$board"$'\t103\t2332' && $stderr == *"huarong survey: metric unit (each cell counts)"* ]]
}

@test "a mistake names file and line, and is left out with --keep-going" {
    printf '# boards\nblocks:ma\n  start: ab/..\nblocks:ma\n' >bad
    run -2 --separate-stderr ranks 3 survey bad --metric slide
    [[ -z $output && $stderr == "huarong survey: bad, line 3: the puzzle has no goal"* ]]
    printf 'blocks:ma\ntile:3x3\nblocks:century\nnothing\n' >bad
    printf 'tile:3x3\nblocks:bone\n' >numbered
    run -2 --separate-stderr huarong survey numbered --csv --keep-going
    [[ ${lines[1]} == '2,"blocks:bone",solved,'* ]] # a line that is left out has its number
    run -2 --separate-stderr ranks 2 survey bad --metric slide --keep-going
    [[ $(cut -f 1,2 <<<"$output") == $'blocks:ma\t26\nblocks:century\t111' ]]
    [[ $stderr == *"huarong survey: bad, line 2: "* && $stderr == *"huarong survey: bad, line 4: "* ]]
    [[ $stderr == *"huarong survey: 2 of 4 texts are not positions and were skipped"* ]]
}

@test "other bad input" {
    printf '# nothing\n' >bad
    run -2 --separate-stderr huarong survey bad
    [[ $stderr == "huarong survey: there is no position to survey"* ]]
    printf 'blocks:ma\n\0\n' >bad
    run -2 --separate-stderr ranks 2 survey bad
    [[ $stderr == *"huarong survey: 'bad' is not text"* ]]
    head -c 3000000 /dev/zero | tr '\0' A >bad
    run -2 --separate-stderr ranks 2 survey bad
    [[ $stderr == *"huarong survey: bad, line 1: "* ]]
    run -2 --separate-stderr huarong survey boards more
    run -2 --separate-stderr huarong survey boards --output boards --force
}

@test "results of a long file come before its end is read" {
    { yes 'start: a../...; exit: a right' | head -n 500 && echo wrong; } >long
    for n in $(of_tier "1 3" 2); do
        run -2 --separate-stderr ranks "$n" survey long
        [[ ${#lines[@]} -ge 100 && $stderr == *"huarong survey: long, line 501: "* ]]
    done
    yes blocks:ma | head -n 50000 >long
    run -3 --separate-stderr huarong survey long --max-time 0.3s
    [[ $stderr == *"huarong survey: stopped by the time limit"*"; there is more input" || $stderr == *"stopped by the time limit before the end of the input" ]]
}

@test "limits end with exit code 3 and what was done" {
    local n small=IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM
    printf '%s\n' "$small" blocks:ma blocks:climb-12 >large
    for n in $(of_tier "1 3" 2); do
        run -3 --separate-stderr ranks "$n" survey large --metric slide --position-states 20k
        [[ ${lines[0]} == "$small"$'\t60\t2332' && ${lines[1]} == $'blocks:ma\t26\t>='2[0-9]* && ${lines[2]} == $'blocks:climb-12\t>='*$'\t>='2[0-9]* ]]
        [[ $stderr == *"huarong survey: stopped at the number of states asked for, with 2 of 3 positions not searched to the end"* ]]
        [[ $n -eq 1 ]] || diff one - <<<"$output"
        printf '%s\n' "$output" >one
    done
    run -3 --separate-stderr huarong survey large --position-states 20k --csv --metric slide
    [[ $(cut -d, -f 1-5,7 <<<"$output" | tail -n 2) =~ ^2,\"blocks:ma\",solved,26,26,false$'\n'3,\"blocks:climb-12\",limit,,[0-9]+,false$ ]]
    for n in $(of_tier 2 1); do
        run -3 --separate-stderr ranks "$n" survey large --max-time 0.0001s
        [[ -z $output && $stderr == *"huarong survey: stopped by the time limit, with 3 of 3 positions not searched to the end"* ]]
    done
    printf '%s\n' "$small" "$ENDLESS" >large
    for n in $(of_tier 2 1); do
        run -3 --separate-stderr ranks "$n" survey large --memory $((n * 50))M --json
        jq -e '[.positions[] | .stop] == ["none", "memory"]' <<<"$output"
        [[ $stderr == *"stopped at the memory limit, with 1 of 2 positions not searched to the end"* ]]
    done
    jq -e '.positions[1] | .outcome == "limit" and .length == null and .lower_bound > 0 and (.complete | not)' <<<"$output"
}

@test "a position is left after its first solution" {
    local n
    printf '%s\n' IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM blocks:ma 'start: ab/..; goal: ba/..; horizontal: ab' blocks:red-donkey >open
    for n in 1 2; do
        run -0 --separate-stderr ranks "$n" survey open --metric slide --stop-at-solution
        [[ $(cut -f 2 <<<"$output") == $'60\n26\nunsolvable\n90' ]]
        [[ $n -eq 1 ]] || diff one - <<<"$output"
        printf '%s\n' "$output" >one
    done
    # The number of states is that of enumerate with the same option, up to the layer of the solution.
    [[ $(sed -n 4p one | cut -f 3) == ">=$(huarong enumerate blocks:red-donkey --metric slide --stop-at-solution --json | jq .states)" ]]
    # A limit that comes before the solution still ends with 3.
    run -3 --separate-stderr huarong survey open --metric slide --stop-at-solution --position-states 1k
    [[ $stderr == *"stopped at the number of states asked for, with 3 of 4 positions not searched to the end"* ]]
}

@test "a position without memory for any layer has a line" {
    printf '%s\n' 'start: ab/..; goal: ba/..' 'start: a.; goal: .a' >boards
    run -3 --separate-stderr huarong survey boards --memory 1M
    [[ $output == $'start: ab/..; goal: ba/..\t>=0\t>=0\nstart: a.; goal: .a\t>=0\t>=0' ]]
}

@test "a signal ends with exit code 3, and positions of a pipe are told while it is open" {
    long_tier_only
    mkfifo input
    "$HR_PROGRAM" survey --format=jsonl --quiet <input >out 2>err 3>&- &
    local program=$! code pause
    exec 4>input
    for n in 1 2 3; do
        echo blocks:ma >&4
        reaches grep -qs "\"number\":$n," out
    done
    kill -TERM "$program" # it waits for more
    ends
    exec 4>&-
    [[ $code -eq 3 && $(wc -l <out) -eq 3 ]]
    grep -q "stopped by a signal before the end of the input" err
    rm -f out
    # The first puzzle is large, and the second one is never begun.
    printf '%s\n' "$ENDLESS" blocks:ma >large
    for pause in 2 20; do # a busy machine may not have begun it
        "$HR_PROGRAM" survey large >out 2>err 3>&- &
        program=$!
        reaches catches TERM "$program"
        sleep $pause
        kill -TERM "$program"
        ends
        [[ $code -eq 3 ]]
        [[ ! -s out ]] || break
    done
    grep -q "stopped by a signal, with 2 of 2 positions not searched to the end" err
    [[ $(wc -l <out) -eq 1 && $(cut -f 1 out) == "start: abcdef/"* && $(cut -f 2 out) == ">="* ]]
}

@test "positions behind a stop are open, those of later blocks too" {
    { for n in {1..60}; do echo 'start: a.; goal: .a'; done && echo "$ENDLESS" && for n in {1..30}; do echo 'start: a.; goal: .a'; done; } >many
    run -3 --separate-stderr huarong survey many --max-time 1s
    done=$(grep -c $'\t1\t2$' <<<"$output") || true # none on a busy machine
    [[ $done -le 60 && ${#lines[@]} -le 61 && $stderr == *"huarong survey: 91 positions, $done move"* ]]
    [[ $stderr == *"stopped by the time limit, with $((91 - done)) of 91 positions not searched to the end; their numbers are lower bounds" ]]
}
