#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What a command may write to: a log is created or continued, nothing else is appended to, and no file is given two uses.

# shellcheck disable=SC2154,SC2164 # bats sets stderr and stops at a failing cd

load helper

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# refused CODE TEXT ARGUMENTS…: the program ends with this code and one line that holds the text.
refused() {
    run "-$1" --separate-stderr huarong "${@:3}"
    [[ -z $output && $(wc -l <<<"$stderr") -eq 1 && $stderr == *"$2"* ]] || { echo "$stderr" && false; }
}

# events FILE: the log's events of runs that begin and end; fails if a line is no JSON.
events() {
    jq -r 'select(.event == "start" or .event == "end") | .event' "$1" | tr '\n' ' '
}

@test "--log continues a log, also an empty file" {
    : >log
    for command in "enumerate tile:2x2" "enumerate tile:2x3 --engine frontier" "openings klotski:3x3" "solve tile:3x3 '1 2 3 4 5 6 7 0 8'"; do
        eval huarong "$command" --quiet --log log >result
    done
    [[ $(events log) == "start end start end start end start end " ]]
}

@test "--log refuses what is no log, and leaves it as it is: exit 4" {
    huarong enumerate tile:2x3 --quiet --table table
    huarong enumerate tile:2x3 --json >result.json
    jq -c '.layers[]' result.json >lines.json
    echo '{"event":"start","time":"2026-01-01T00:00:00Z"}' >other.jsonl
    printf '{"event":"start"' >short
    printf '\n' >newline
    head -c 100000 /dev/zero >zeros
    mkdir folder
    for file in table result.json lines.json other.jsonl short newline zeros; do
        cp "$file" before
        refused 4 "$file is not a log of huarong" enumerate tile:2x2 --log "$file"
        cmp before "$file"
    done
    refused 4 "newline is not a log of huarong" openings klotski:3x3 --log newline
    refused 4 "newline is not a log of huarong" solve tile:3x3 "1 2 3 4 5 6 7 0 8" --log newline
    cmp newline <(echo)
    refused 4 "folder: the log cannot be written" enumerate tile:2x2 --log folder
    refused 4 "missing/log: the log cannot be written" enumerate tile:2x2 --log missing/log
}

@test "a log whose last line was cut off is continued on a new line" {
    huarong enumerate tile:2x2 --quiet --log log
    truncate --size -1 log
    huarong enumerate tile:2x2 --quiet --log log
    [[ $(events log) == "start end start end " && $(<log) != *"}{"* ]]
    truncate --size -9 log
    huarong enumerate tile:2x2 --quiet --log log
    [[ $(tail -n 1 log | jq -r .event) == end && $(grep -c '^{"event":"start"' log) -eq 3 ]]
    head -c 40 log >first # of the first line only a part
    huarong enumerate tile:2x2 --quiet --log first
    [[ $(events first) == "start end " ]]
    head -n 1 log | tr -d '\n' >whole # the first line but for its end
    huarong enumerate tile:2x2 --quiet --log whole
    [[ $(events whole) == "start start end " ]]
}

@test "a log goes to pipes and devices" {
    huarong enumerate tile:2x2 --quiet --log /dev/null
    mkfifo pipe
    timeout 300 cat pipe >copy 3>&- &
    timeout 300 "$HR_PROGRAM" enumerate tile:2x2 --quiet --log pipe
    wait "$!"
    [[ $(events copy) == "start end " ]]
}

@test "two outputs are never the same file, however it is spelled: exit 2" {
    mkdir folder
    ln -s folder/../new dangling
    ln -s folder also
    ln -s ../dangling folder/up # to a link in another directory
    ln -s "$PWD/new" folder/absolute
    for other in new ./new folder/../new "$PWD/new" also/../new dangling folder/up folder/absolute; do
        refused 2 "--table and --log are the same file" enumerate tile:2x2 --log new --table "$other"
        refused 2 "--log and --table are the same file" openings klotski:3x3 --table new --log "$other"
        refused 2 "--checkpoint and --log are the same file" solve tile:3x3 "1 2 3 4 5 6 7 0 8" --checkpoint new --log "$other"
        refused 2 "--table and --checkpoint are the same file" enumerate tile:2x2 --checkpoint new --table "$other"
        [[ ! -e new ]]
    done
    huarong enumerate tile:2x2 --quiet --goal '0 1 2 3' --table ' 1 2 3' # a goal without @ names no file
    huarong enumerate tile:2x2 --quiet --log folder/new --table new # another directory, another file
    rm new
    huarong enumerate tile:2x2 --quiet --log log
    ln log hard
    ln -s log soft
    cp log before
    for other in log hard soft folder/../hard; do
        refused 2 "--table and --log are the same file" enumerate tile:2x2 --log log --table "$other" --force
        cmp before log
    done
    # shellcheck disable=SC2016 # for the inner shell
    for streams in '--log log >>log' '--log soft 2>>hard' '--table new >new' '--table new --force >>log 2>new'; do
        run -2 bash -c '"$0" enumerate tile:2x2 '"$streams" "$HR_PROGRAM"
    done
}

@test "a run that waits for another one in its directory of checkpoints says so" {
    mkdir kept
    exec 5>kept/lock
    flock 5
    local waiting=("enumerate tile:2x2" "openings klotski:3x3" "solve tile:2x2 --file /dev/stdin" "enumerate tile:2x2 --quiet") i stderr_lines
    for i in {0..3}; do # they wait at the same time
        # shellcheck disable=SC2086 # several words
        { huarong ${waiting[i]} --checkpoint kept <<<"1 2 0 3" 2>"err.$i" >/dev/null || echo $? >"code.$i"; } 3>&- 5>&- &
    done
    wait
    for i in {0..3}; do
        mapfile -t stderr_lines <"err.$i"
        [[ $(<"code.$i") -eq 4 && ${#stderr_lines[@]} -eq $((i < 3 ? 2 : 1)) ]]
        [[ $i -eq 3 || ${stderr_lines[0]} == "huarong ${waiting[i]%% *}: another run is using kept: waiting up to 5 s for its end" ]]
        [[ ${stderr_lines[-1]} == *"kept: another run is using this directory of checkpoints: wait for its end and give --resume, or give another directory" ]]
    done
    exec 5>&-
    run -0 --separate-stderr huarong enumerate tile:2x2 --checkpoint kept
    [[ -z $stderr ]]
}

@test "an output is never an input: exit 2" {
    echo "1 2 3 4 5 6 7 0 8" >state
    cp state before
    ln state hard
    for other in state hard; do
        refused 2 "--from and --table are the same file" enumerate tile:3x3 --from @state --table "$other" --force
        refused 2 "--goal and --log are the same file" enumerate tile:3x3 --goal @state --log "$other"
        refused 2 "--file and --log are the same file" solve tile:3x3 --file state --log "$other"
        refused 2 "--output and @state are the same file" solve tile:3x3 @state --output "$other" --force
        cmp before state
    done
    refused 2 "--log and standard input are the same file" solve tile:3x3 --log hard <state
    cmp before state
}

@test "checkpoints keep their names to themselves: exit 2" {
    huarong enumerate tile:2x3 --quiet --checkpoint kept --max-depth 5
    printf '%s\n' kept/* >before
    for name in kept/checkpoint-000001 ./kept/checkpoint-000009 kept/lock kept/openings-1.records; do
        refused 2 "a name that checkpoints use" enumerate tile:2x3 --checkpoint kept --resume --table "$name" --force
        refused 2 "a name that checkpoints use" enumerate tile:2x3 --checkpoint kept --resume --log "$name"
    done
    cmp before <(printf '%s\n' kept/*)
    huarong enumerate tile:2x3 --quiet --checkpoint kept --resume --log kept/log.jsonl
    [[ $(events kept/log.jsonl) == "start end " ]]
}

@test "files with different names and links to other files are accepted" {
    huarong enumerate tile:2x2 --quiet --log first
    echo 1 2 3 0 >state
    ln -s first log
    huarong enumerate tile:2x2 --quiet --from @state --goal @state --log log --table table --checkpoint kept
    [[ $(events first) == "start end start end " ]]
}

@test "what a killed run has left of a table is removed by the next one, and nothing else" {
    local faults=$HR_BINARY_DIR/tests/faults/libfaults.so # of the build with gcc and without sanitizers
    [[ -e $faults ]] || skip "the library that kills a run is not built"
    HR_FAULT=write:0:1:kill HR_FAULT_DIRECTORY=$PWD LD_PRELOAD=$faults run -137 huarong enumerate tile:2x4 --table table
    [[ ! -e table && $(compgen -G 'table.????????-????????.partial' | wc -l) -eq 1 ]]
    touch table.01234567-01234567.partial other.01234567-01234567.partial table.01234567.partial table.old
    exec 4>table.89abcdef-89abcdef.partial 5>table.89abcdef.partial # somebody holds the first and still writes the second
    flock 4
    huarong enumerate tile:2x4 --quiet --table table
    [[ $(printf '%s ' *.partial) == "other.01234567-01234567.partial table.89abcdef-89abcdef.partial table.89abcdef.partial " ]]
    [[ -e table.old ]]
    huarong verify --quiet table
    exec 4>&- 5>&-
    huarong enumerate tile:2x4 --quiet --force --table table
    [[ $(printf '%s ' *.partial) == "other.01234567-01234567.partial " ]]
}

@test "what a killed run has left of a checkpoint or a database is removed by the next one" {
    export XDG_CACHE_HOME=$PWD/cache
    local state="8 6 7 2 5 4 3 0 1" cache=cache/huarong
    huarong enumerate tile:2x3 --engine frontier --quiet --checkpoint kept --max-depth 5
    touch kept/checkpoint-000002.01234567-01234567.partial kept/checkpoint-000002.01234567.partial
    exec 4>kept/checkpoint-000003.01234567-01234567.partial
    flock 4
    huarong enumerate tile:2x3 --engine frontier --quiet --checkpoint kept --resume
    [[ $(printf '%s ' kept/*.partial) == "kept/checkpoint-000003.01234567-01234567.partial " ]]
    exec 4>&-
    huarong enumerate tile:2x3 --engine frontier --quiet --checkpoint kept --resume
    run ! compgen -G 'kept/*.partial'
    huarong solve tile:3x3 "$state" --heuristic 4-4 --quiet >result
    printf '%s\n' "$cache"/* >databases
    rm "$cache"/*
    mkdir -p "$cache"
    touch "$cache/pattern-3x3-0-1.2.3.4.hrp.aB3cD4" "$cache/pattern-3x3-0-1.2.3.4.hrp.01234567-01234567.partial"
    exec 4>"$cache/pattern-3x3-0-5.6.7.8.hrp.aB3cD4"
    huarong solve tile:3x3 "$state" --heuristic 4-4 --quiet >again
    [[ -e $cache/pattern-3x3-0-5.6.7.8.hrp.aB3cD4 ]] # somebody still writes it
    exec 4>&-
    huarong solve tile:3x3 "$state" --heuristic 4-4 --quiet >again
    cmp databases <(printf '%s\n' "$cache"/*)
    cmp <(head -n 1 result) <(head -n 1 again)
}

@test "the same on several ranks: one message" {
    run -2 --separate-stderr ranks 2 enumerate tile:2x2 --log x --table x
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 && ! -e x ]]
    echo precious >x
    run -4 --separate-stderr ranks 2 enumerate tile:2x2 --log x
    [[ $(grep -c '^huarong' <<<"$stderr") -eq 1 && $(cat x) == precious ]]
}

@test "--force does not put off the question whether a table has a place: no search is begun" {
    mkdir folder
    for command in "enumerate tile:3x3" "openings klotski:3x3"; do
        for place in missing/table folder; do
            # shellcheck disable=SC2086 # words
            refused 4 "$place: cannot write there" $command --force --table "$place" --log log
            [[ ! -e log ]]
        done
    done
    [[ -z $(ls folder) ]]
}

@test "a file with one state is read in the same way by every command" {
    cd "$BATS_TEST_TMPDIR"
    local goal='0 1 2 3 4 5 6 7 8'
    printf '3\n0 1 2\n3 4 5\n6 7 8\n' >sized
    printf '# a goal\n\n3\n0 1 2\n3 4 5\n6 7 8\n' >remarked
    printf 'korf: %s # the blank first\n' "$goal" >named
    printf '[[0,1,2],[3,4,5],[6,7,8]]\n' >bracketed
    for file in sized remarked named bracketed; do
        [[ $(huarong enumerate tile:3x3 --goal "@$file" --max-depth 0 --json | jq -r .goal) == "$goal" ]]
        [[ $(huarong enumerate tile:3x3 --from "@$file" --max-depth 0 --json | jq -r .source) == "$goal" ]]
        [[ $(huarong solve tile:3x3 '1 0 2 3 4 5 6 7 8' --goal "@$file" --json | jq '.positions[0].length') -eq 1 ]]
    done
    printf '%s\n%s\n' "$goal" "$goal" >twice
    refused 2 "twice holds more than one state, the second one in line 2" enumerate tile:3x3 --goal @twice
    printf 'start:\naab\n..b\nexit: a right\n' >my.txt
    printf '# one\nmine aab/..b # the start\n' >drawn
    [[ $(huarong enumerate blocks:my.txt --from @drawn --max-depth 0 --json | jq -r .source) == aab/..b ]]
    [[ $(huarong random blocks:my.txt --walk 0 --from @drawn) == aab/..b ]]
    huarong play blocks:my.txt @drawn --output page.html --quiet
    printf '# named\n横刀立马 # the classic\n' >named
    [[ $(huarong enumerate klotski --from @named --max-depth 0 --json | jq -r .source) == TXXTBXXBTLRTBooBo..o ]]
    printf '31\t867254301\n' >answer # a line of query
    [[ $(huarong enumerate tile:3x3 --from @answer --max-depth 0 --json | jq -r .source) == '8 6 7 2 5 4 3 0 1' ]]
    # What the puzzle reads as a whole stays as it is.
    echo solved >solved
    [[ $(huarong enumerate blocks:my.txt --from @solved --max-depth 0 --json | jq -r .source) == solved ]]
    printf '1 2 3\n4 5 6\n\n7 8 0\n' >gap
    [[ $(huarong enumerate tile:3x3 --from @gap --max-depth 0 --json | jq -r .source) == '1 2 3 4 5 6 7 8 0' ]]
    printf '横刀立马\n近在咫尺\n' >two
    refused 2 "two holds more than one state, the second one in line 2" enumerate klotski --from @two
    printf '# none\n' >none
    refused 2 "none holds no state" enumerate klotski --from @none
    printf '\nno board\n' >wrong
    refused 2 "wrong, line 2: " enumerate klotski --from @wrong
}
