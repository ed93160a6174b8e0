#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Where the output goes: a result that is lost is an error, the talk is on stderr, and quiet means quiet.

# shellcheck disable=SC2154,SC2016 # bats sets stderr and stderr_lines; the inner shell expands

load helper

@test "closed stdout: exit 4 and one line" {
    run -4 --separate-stderr bash -c '"$0" enumerate tile:3x3 >&-' "$HR_PROGRAM"
    [[ $stderr == "huarong enumerate: the result cannot be written"* && ${#stderr_lines[@]} -eq 1 ]]
    run -4 --separate-stderr bash -c '"$0" --help >&-' "$HR_PROGRAM"
    [[ ${#stderr_lines[@]} -eq 1 ]]
}

@test "closed stdin and stderr do no harm" {
    run -0 --separate-stderr bash -c '"$0" enumerate tile:3x3 --csv <&- 2>&-' "$HR_PROGRAM"
    [[ ${#lines[@]} -eq 33 ]]
}

@test "full disk: exit 4 and one line" {
    for form in "" --json --csv; do
        # shellcheck disable=SC2086 # no word at all
        run -4 --separate-stderr bash -c '"$0" "$@" >/dev/full' "$HR_PROGRAM" enumerate tile:3x3 $form
        [[ $stderr == "huarong enumerate: the result cannot be written"*"No space left"* && ${#stderr_lines[@]} -eq 1 ]]
    done
}

# like_prterun pipe|terminal COMMAND…: is each stream at the end of a line where the other one goes on? As the mpirun of Open MPI 5 reads,
# in pieces, stderr from a pipe.
like_prterun() {
    PRTE_LAUNCHED=1 python3 - "$@" <<'PYTHON'
import os, pty, select, subprocess, sys, time
begun = time.monotonic()
output, theirs = pty.openpty() if sys.argv[1] == "terminal" else os.pipe()
program = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE)
os.close(theirs)
error = program.stderr.fileno()
streams, last, whole, turns, waits = [output, error], None, True, 0, 0
while streams:
    ready = select.select(streams, [], [])[0]
    stream = output if output in ready else error # if both are there, stdout was first: it waits until stderr has been read
    if stream == error and sys.argv[1] == "pipe" and turns < 20:
        time.sleep(0.02) # time to write to stdout too early
    try:
        piece = os.read(stream, 4096)
    except OSError: # how a terminal ends
        piece = b""
    if not piece:
        streams.remove(stream)
        continue
    if last not in (None, stream):
        turns += 1
        waits += stream == error
        assert whole, f"stream {last} ended within a line"
    last, whole = stream, piece.endswith(b"\n")
assert turns > 0
assert sys.argv[1] == "pipe" or time.monotonic() - begun >= 0.19 * waits
sys.exit(program.wait())
PYTHON
}

@test "lines stay whole where a launcher joins the parts of both streams" {
    local kind
    huarong random tile:3x3 --count 600 --seed 1 >"$BATS_TEST_TMPDIR/boards"
    for kind in pipe terminal; do
        like_prterun $kind "$HR_PROGRAM" solve tile:3x3 --iterations --file "$BATS_TEST_TMPDIR/boards" --csv
        like_prterun $kind "$HR_PROGRAM" solve tile:3x3 --file "$BATS_TEST_TMPDIR/boards"
    done
}

@test "nothing waits for a reader of messages that has gone" {
    cd "$BATS_TEST_TMPDIR"
    huarong random tile:3x3 --count 2000 --seed 1 >boards
    PRTE_LAUNCHED=1 timeout 100 "$HR_PROGRAM" solve tile:3x3 --format=jsonl --iterations --file boards 2> >(sleep 0.1) >got
    [[ $(wc -l <got) -eq 2000 ]]
}

@test "a program that fails does not end before mpirun has read it" {
    echo blocks:ma >"$BATS_TEST_TMPDIR/ma"
    # PRRTE takes an exit code other than 0 for the end of the job, and drops what it has not read.
    PRTE_LAUNCHED=1 python3 - "$HR_PROGRAM" survey "$BATS_TEST_TMPDIR/ma" --position-states 100 <<'PYTHON'
import os, subprocess, sys, time
program = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
output = os.read(program.stdout.fileno(), 65536)
time.sleep(0.5)
assert program.poll() is None, "the program has ended before its last line was read"
assert b"stopped" in program.stderr.read() and program.wait() == 3 and output
PYTHON
}

# reader_gone COMMAND…: the command's exit code when its stdout is a pipe that nobody reads any more.
reader_gone() {
    mkfifo "$BATS_TEST_TMPDIR/pipe"
    exec 9<>"$BATS_TEST_TMPDIR/pipe"
    timeout 300 "$@" >"$BATS_TEST_TMPDIR/pipe" 9>&- </dev/null &
    local job=$!
    exec 9>&- # nobody reads from here on
    local code=0
    wait "$job" || code=$?
    rm "$BATS_TEST_TMPDIR/pipe"
    return "$code"
}

@test "a reader that has gone: silence, and the end by SIGPIPE" {
    # more than a pipe holds, so that some of it is written after the reader has gone
    run -141 --separate-stderr reader_gone "$HR_PROGRAM" enumerate klotski --from 横刀立马 --json --hardest 64 --quiet
    [[ -z $stderr ]]
}

@test "a stream of positions ends soon after its reader" {
    cd "$BATS_TEST_TMPDIR"
    yes '1 2 3 4 5 6 0 7 8' | head -n 12000 >many
    for format in --format=jsonl --csv --quiet; do
        run -141 --separate-stderr reader_gone "$HR_PROGRAM" solve tile:3x3 --heuristic manhattan --file many $format --quiet
        [[ -z $stderr ]]
    done
    huarong random klotski --count 300 >openings
    run -141 --separate-stderr reader_gone "$HR_PROGRAM" solve klotski --file openings --quiet
    [[ -z $stderr ]]
}

# endless TEXT OPTION…: solve a stream that repeats the position TEXT and never ends, for a reader that takes two lines. Prints these
# and the exit code of huarong.
endless() {
    yes "$1" | timeout 300 "$HR_PROGRAM" solve "${@:2}" --quiet | head -n 2
    echo "${PIPESTATUS[1]}"
}

@test "a command that prints much ends when nobody reads, and at a full disk" {
    local command
    cd "$BATS_TEST_TMPDIR"
    yes '1 2 3 4 5 6 0 7 8' | head -n 20000 >many
    yes BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN | head -n 2000 >boards
    for command in "random tile:3x3 --count 1000000000" "solve tile:3x3 --file many --algorithm layers --quiet" \
        "survey boards --position-states 1 --csv"; do
        # shellcheck disable=SC2086 # words
        run -141 --separate-stderr reader_gone "$HR_PROGRAM" $command
        [[ -z $stderr ]]
        # shellcheck disable=SC2086 # words
        run -4 --separate-stderr bash -c 'timeout 300 "$0" "$@" >/dev/full' "$HR_PROGRAM" $command
        [[ $stderr == "huarong ${command%% *}: the result cannot be written"*"No space left"* && ${#stderr_lines[@]} -eq 1 ]]
    done
}

@test "a stream of positions without an end ends after its reader" {
    local format algorithm
    for format in --json --format=jsonl --csv --quiet; do # IDA* on one rank
        run -0 --separate-stderr endless '1 2 3 4 5 6 7 0 8' tile:3x3 --heuristic manhattan $format
        [[ ${lines[2]} == 141 && -z $stderr ]]
    done
    for algorithm in idastar layers astar; do
        for board in '1 2 3 4 5 6 7 8 0' '1 2 3 4 5 6 8 7 0'; do # solved already, and unsolvable
            run -0 --separate-stderr endless "$board" tile:3x3 --algorithm $algorithm
            [[ ${lines[0]} == $'1\t'* && ${lines[2]} == 141 && -z $stderr ]]
        done
    done
    run -0 --separate-stderr endless '1 1' drops:2x1
    [[ ${lines[1]} == $'2\t7\t'* && ${lines[2]} == 141 && -z $stderr ]]
}

@test "| head gets its lines" {
    run -0 --separate-stderr bash -c '"$0" enumerate klotski --from 1A9BF0C --csv | head -2' "$HR_PROGRAM"
    [[ ${lines[0]} == depth,* && ${lines[1]} == 0,1,* ]]
    run -0 --separate-stderr bash -c 'timeout 300 "$0" -n 4 "$1" enumerate klotski --from 1A9BF0C --csv </dev/null | head -2' "$HR_MPIRUN" "$HR_PROGRAM"
    [[ ${lines[0]} == depth,* && ${lines[1]} == 0,1,* ]]
}

@test "JSON is one line, and indented with --pretty or on a terminal" {
    cd "$BATS_TEST_TMPDIR" || return
    huarong enumerate tile:2x2 --table table >/dev/null
    run -0 --separate-stderr huarong info table --json
    [[ ${#lines[@]} -eq 1 ]]
    jq --indent 2 . <<<"$output" >indented
    huarong info table --json --pretty | diff indented -
    script -qec "'$HR_PROGRAM' info table --json" /dev/null </dev/null | tr -d '\r' | diff indented -
    [[ $(ranks 2 verify table --json | wc -l) -eq 1 ]]
    run -2 --separate-stderr huarong info table --pretty
    [[ $stderr == "huarong info: --pretty is for the format json, not text: leave it out" ]]
}

@test "--quiet takes neither the result nor an error away" {
    run -0 --separate-stderr huarong enumerate tile:3x3 -q --csv
    [[ ${#lines[@]} -eq 33 && -z $stderr ]]
    run -2 --separate-stderr huarong enumerate tile:3x3 --quiet --from 1
    [[ -z $output && ${#stderr_lines[@]} -eq 1 ]]
}

@test "progress: a live line on a terminal, taken away at the end" {
    run -0 script -qec "stty columns 100; '$HR_PROGRAM' enumerate tile:4x4 --max-depth 22 --csv >'$BATS_TEST_TMPDIR/csv'" /dev/null </dev/null
    live=$'\rlayer [0-9]+ +[0-9]+%  [0-9,]+ states  .*/s  .*[KMG]iB  .* s'
    [[ $output =~ $live ]]
    gone=$'\r +\r$'
    [[ $output =~ $gone ]]
    [[ $(wc -l <"$BATS_TEST_TMPDIR/csv") -eq 24 ]]
}

@test "progress: a bar where the total is known" {
    local seen=$BATS_TEST_TMPDIR/seen
    script -qfec "stty columns 120; exec '$HR_PROGRAM' enumerate tile:3x4 --engine frontier >/dev/null" "$seen" </dev/null >/dev/null 3>&- &
    until grep -qsE 'layer .*  [0-9]+%.*  \[[#.]{20}\]' "$seen"; do
        kill -0 $! # still at work
        sleep 0.05
    done
    kill $! || true # it may be done on a fast machine
    run -0 script -qec "stty columns 120; '$HR_PROGRAM' enumerate tile:4x4 --max-depth 22 --csv >/dev/null" /dev/null </dev/null
    [[ $output == *layer* && $output != *"["* ]] # how much a limited run will find is not known
}

@test "progress: lines keep within a narrow terminal" {
    run -0 script -qec "stty columns 40; '$HR_PROGRAM' enumerate tile:4x4 --max-depth 22 --csv >/dev/null" /dev/null </dev/null
    [[ $output == *layer* ]]
    tr '\r' '\n' <<<"$output" | while IFS= read -r line; do
        # What is written over must not wrap. The line about memory is written once.
        [[ ${#line} -lt 40 || $line == *" may use "* ]]
    done
}

# shows COLUMNS PATTERN ARGUMENTS…: the program, which would run for long, writes a live line that is the pattern. Then it may end.
shows() {
    local program
    rm -f screen
    script -qfec "stty columns $1; exec '$HR_PROGRAM' $(printf "'%s' " "${@:3}") >/dev/null" screen </dev/null >/dev/null 3>&- &
    program=$!
    wait_until 100 gone_or grep -qsE $'\r'"$2"$'\r' screen
    kill "$program" 2>/dev/null || true
    wait "$program" || true
    grep -qE $'\r'"$2"$'\r' screen || { cat screen && return 1; }
}

@test "progress: the line of each command that may run for long, whole and on a narrow terminal" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR
    local time='[0-9.]+ (s|min( [0-9]+ s)?)' count='[0-9,]+' rate='[0-9.]+( [a-z]+)?/s'
    local building="$time  building [0-9.]+ [KMG]iB" large=XXTTXXBBLRTTLRBBTTooBBooLRoo.oo. solved=.........................XX..XX.
    local far=(--goal '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' '15 14 8 12 10 11 13 9 6 2 5 1 3 7 4 0')
    local near='5 1 2 3 9 6 7 4 13 10 11 8 0 14 15 12'
    printf 'start: abcdef/ghijkl/....../....../....../......; goal: lkjihg/fedcba\n' >endless
    shows 200 "[0-9]+ of [0-9]+ families, distance [0-9]+ on rank 0, [0-9]+ %, [0-9]+ s *" openings klotski:4x6
    shows 16 "[0-9]+ of [0-9]+ fami[lies]+" openings klotski:4x6
    shows 200 "move [0-9]+ [ 0-9]{2,3}%  $count states  $rate  [0-9.]+ [KMG]iB  $time *" solve klotski:4x8 $large
    shows 200 "1 of 2 positions  move [0-9]+ [ 0-9]{2,3}%  $count states  $rate  [0-9.]+ [KMG]iB  $time *" solve klotski:4x8 $solved $large
    shows 12 "move [ 0-9]{5}%" solve klotski:4x8 $large
    shows 200 "at least [0-9]+ moves  $count states  $rate  [0-9.]+ [KMG]iB  $time *" solve klotski:4x8 $large --algorithm astar
    shows 200 "bound [0-9]+  $count nodes  $rate  $time *" solve tile:4x4 "${far[@]}" --heuristic manhattan
    shows 200 "0 of 2 positions  bound [0-9]+  $count nodes  $rate  $time *" solve tile:4x4 "${far[@]}" "${far[2]}" --heuristic manhattan
    shows 8 "bound [0-9]" solve tile:4x4 "${far[@]}" --heuristic manhattan
    shows 200 "$building $XDG_CACHE_HOME/huarong/pattern-4x4-0-[0-9.]+hrp *" solve tile:4x4 "$near" --heuristic 6-6-3
    shows 17 "[0-9.]+ s  build[ing]*" solve tile:4x4 "$near" --heuristic 7-8
    shows 200 "$building $XDG_CACHE_HOME/huarong/pattern-4x4-0-[0-9.]+hrp *" solve tile:4x4 "$near" --heuristic 7-8 --algorithm astar
    shows 200 "$building $XDG_CACHE_HOME/huarong/pattern-4x4-0-[0-9.]+hrp *" heuristics tile:4x4 --heuristic 7-8
    shows 200 "$building that are not kept *" heuristics tile:4x4 --heuristic 6-6-3 --no-cache
    shows 200 "0 positions done  layer [0-9]+ of the next  $count states  $time *" survey endless
    shows 12 "0 positions" survey endless
}

@test "progress: forced through a pipe, and never" {
    run -0 --separate-stderr ranks 2 enumerate tile:4x4 --max-depth 22 --csv --progress=always
    [[ ${#lines[@]} -eq 24 && ${lines[0]} == depth,* ]]
    if open_mpi_4; then
        [[ $stderr == *$'\r'"layer "* ]]
    else # mpirun forwards whole lines only
        [[ $stderr != *$'\r'* ]]
    fi
    run -0 script -qec "'$HR_PROGRAM' enumerate tile:4x4 --max-depth 22 --csv --progress=never >/dev/null" /dev/null </dev/null
    [[ -z $output ]]
}

@test "progress: a short run says nothing in a log" {
    local begin=$SECONDS
    run -0 --separate-stderr huarong enumerate tile:3x3 --csv
    [[ -z $stderr ]] || ((SECONDS - begin >= 9)) # a loaded machine may need ten seconds, and then it is no short run
}
