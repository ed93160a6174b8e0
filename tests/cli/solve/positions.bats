#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong solve: positions in files, tables and pipes

# shellcheck disable=SC2154 # bats sets stderr
load solve

@test "files: one a line, and the judge's format" {
    printf '1 2 3 4 5 6 7 0 8\n\n# comment\n1 2 3 4 5 6 0 7 8\n' >"$BATS_TEST_TMPDIR/lines"
    run -0 --separate-stderr ranks 2 solve tile:3x3 --file "$BATS_TEST_TMPDIR/lines"
    [[ ${lines[0]} == $'1\t1\tR' && ${lines[1]} == $'2\t2\tRR' ]]
    printf '2\n# one\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 8 7\n' >"$BATS_TEST_TMPDIR/judge"
    run -0 --separate-stderr huarong solve tile:3x3 <"$BATS_TEST_TMPDIR/judge"
    [[ ${lines[0]} == $'1\t1\tR' && ${lines[1]} == $'2\tunsolvable' ]]
}

@test "tables with a column of positions, of every kind, and what --csv prints" {
    cd "$BATS_TEST_TMPDIR"
    local board=TXXTBXXBTLRTBooBo..o
    printf '# a table\nmoves,Position,"name"\n81,"%s","one, two"\n18,Only 18 Steps,\n' $board >klotski.csv
    run -0 --separate-stderr huarong solve klotski --file klotski.csv --metric move --quiet
    [[ $(cut -f 1,2 <<<"$output") == $'one, two\t81\nOnly 18 Steps\t18' ]]
    printf 'id;state;moves\n"Nr # 1";"1 2 3 4 5 6 7 0 8";1\nb;1,2,3,4,5,6,0,7,8;2\n' >tiles.csv
    for algorithm in idastar layers; do
        run -0 --separate-stderr huarong solve tile:3x3 --file tiles.csv --algorithm $algorithm --quiet
        [[ $output == $'Nr # 1\t1\tR\nb\t2\tRR' ]]
    done
    run -2 --separate-stderr huarong solve klotski --keep-going --metric move < <(printf 'id,state\n1\n2,%s\n3,XXXX\n' $board)
    [[ $stderr == *"line 2: the row has no column 2, which has the position"* && $stderr == *"line 4: a 4x5 board has 20 cells, 'XXXX'"* ]]
    # What is printed can be read.
    huarong solve klotski $board 1A9BF0C 横刀立马 --metric move --csv -q >out.csv
    run -0 --separate-stderr huarong solve klotski --file out.csv --metric move --json
    [[ $(jq -c '[.positions[] | [.name, .length]]' <<<"$output") == '[["1",81],["1A9BF0C",81],["横刀立马",81]]' ]]
    huarong solve tile:3x3 '1 2 3 4 5 6 7 0 8' '1 2 3 4 5 6 0 7 8' --csv -q >out.csv
    run -0 --separate-stderr huarong solve tile:3x3 -q --file out.csv
    [[ $output == $'1\t1\tR\n2\t2\tRR' ]]
}

@test "@FILE is the position in a file" {
    cd "$BATS_TEST_TMPDIR"
    printf '\xef\xbb\xbf1 2 3\n4 5 6\n7 0 8\n' >board
    printf 'TXXT\nBXXB\nTLRT\nBooB\no..o\n' >grid
    local n
    for n in $(of_tier 3 1); do
        run -0 --separate-stderr ranks "$n" solve tile:3x3 @board
        [[ ${lines[1]} == "moves      R" ]]
        run -0 --separate-stderr ranks "$n" solve tile:3x3 @board '1 2 3 4 5 6 0 7 8' @board
        [[ $output == $'1\t1\tR\n2\t2\tRR\n3\t1\tR' ]]
        run -0 --separate-stderr ranks "$n" solve klotski @grid --metric move --quiet
        [[ ${lines[0]} == "81 moves, metric move" ]]
        run -4 --separate-stderr ranks "$n" solve klotski 横刀立马 @nofile
        [[ $(grep '^huarong' <<<"$stderr") == "huarong solve: 'nofile' cannot be opened: No such file or directory" ]]
    done
}

# peak COMMAND…: the greatest resident memory of the command in KiB. Its output goes to the file `out`.
peak() {
    python3 -c 'import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=open("out", "w")).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)' "$@"
}

@test "who must type positions at a terminal is told" {
    cd "$BATS_TEST_TMPDIR"
    type_state "1 2 3 4 5 6 7 0 8" $'1\t1\tR' solve tile:3x3 --heuristic conflict
    grep -q "huarong solve: reading positions from the terminal, one a line; Ctrl-D ends them" screen
    type_state "1 2 3 4 5 6 7 0 8" $'1\t1\tR' solve tile:3x3 --heuristic conflict -q
    run ! grep reading screen
    type_state $'1 2 3 4 5 6 7 0 8\n\004' "1 move" solve tile:3x3 --heuristic conflict --checkpoint ck
    grep -q "reading positions from the terminal" screen
}

@test "the memory does not grow with the number of positions" {
    long_tier_only
    [[ -z ${ASAN_OPTIONS-} ]] || skip "sanitizers keep what is freed"
    cd "$BATS_TEST_TMPDIR"
    yes '0 1 3 2' | head -n 300000 >few # more than two blocks
    yes '0 1 3 2' | head -n 600000 >many
    few=$(peak "$HR_PROGRAM" solve tile:2x2 --heuristic manhattan --quiet <few)
    cp out first
    many=$(peak "$HR_PROGRAM" solve tile:2x2 --heuristic manhattan --quiet <many)
    ((many < few * 5 / 4))
    [[ $(wc -l <out) -eq 600000 && $(tail -n 1 out) == $'600000\t'* ]]
    cmp first <(head -n 300000 out)
}

@test "a long input is read in blocks: the same results on any number of ranks, numbers and lines go on" {
    long_tier_only
    [[ -z ${ASAN_OPTIONS-} ]] || skip "the sanitizers take minutes for so many positions"
    cd "$BATS_TEST_TMPDIR"
    { echo "id,a,b,c,d,e,f,g,h,i" && seq -f p%.0f,1,2,3,4,5,6,0,7,8 90000; } >table
    sed -i 's/^p80000,.*/p80000,1,2,3,4,5,6,7,7,8/' table
    local n result numbers=(1 3)
    for n in "${numbers[@]}"; do # the results are long, so they go to files
        result=0
        ranks "$n" solve tile:3x3 --file table --heuristic manhattan --keep-going --csv >out 2>err || result=$?
        [[ $result -eq 2 && $(wc -l <out) -eq 90000 && $(tail -n 1 out) == '"p90000","1 2 3 4 5 6 0 7 8",solved,2,2,'* ]]
        [[ $(<err) == *"table, line 80001: "*"1 of 90000 texts is not a position and was skipped"* ]]
        cut -d, -f 1,3,4 out >"rows$n"
        cmp "rows${numbers[0]}" "rows$n"
        # What stands before the mistake is printed.
        [[ $n -eq 3 || $(of_tier short long) != short ]] || continue
        result=0
        ranks "$n" solve tile:3x3 --file table --heuristic manhattan --format=jsonl --quiet >out 2>err || result=$?
        [[ $result -eq 2 && $(tail -n 1 out | jq .length) -eq 2 && $(wc -l <out) -gt 20000 && $(<err) == *"table, line 80001: "* ]]
    done
    tail -n +2 table | head -n 79000 | cut -d, -f 2- | sed '70000i # a comment' >boards
    run -3 --separate-stderr huarong solve tile:3x3 --file boards --algorithm layers --max-time 0.01s --csv
    [[ $stderr == *"stopped by the time limit, with "*" positions not solved"* ]]
}

@test "positions of a pipe are answered while it is open" {
    cd "$BATS_TEST_TMPDIR"
    mkfifo input
    for algorithm in idastar layers; do
        rm -f out # the program makes it after the pipe has been opened
        "$HR_PROGRAM" solve tile:3x3 --algorithm $algorithm --format=jsonl --quiet <input >out 2>err 3>&- &
        local program=$! code
        exec 4>input
        for n in 1 2 3; do
            echo '1 2 3 4 5 6 0 7 8' >&4
            reaches grep -qs "\"number\":$n," out
        done
        kill -TERM "$program" # it waits for more
        ends
        exec 4>&-
        [[ $code -eq 3 && $(wc -l <out) -eq 3 ]]
        grep -q "stopped by a signal before the end of the input" err
    done
}

# The result file, under the name that it has until it is complete, has a position.
is_written() { grep -qs 'solved' results.*.partial; }

@test "a mistake in a pipe comes after the results before it, whole in every form" {
    cd "$BATS_TEST_TMPDIR"
    local form
    mkfifo input
    for form in --json --csv; do
        "$HR_PROGRAM" solve tile:3x3 $form --quiet --output results <input 2>err 3>&- &
        local program=$! code
        exec 4>input
        echo '1 2 3 4 5 6 0 7 8' >&4
        reaches is_written
        echo '1 2 3 4 5 6 7 7 8' >&4
        exec 4>&-
        ends
        [[ $code -eq 2 && $(grep -c '^huarong' err) -eq 1 && $(<err) == *"line 2: "* ]]
        [[ $form == --csv ]] || [[ $(jq -c '[.positions[].length]' results) == '[2]' ]]
        rm results
    done
}

@test "a mistake names file and line, and is left out with --keep-going" {
    cd "$BATS_TEST_TMPDIR"
    printf '# boards\n1 2 3 4 5 6 0 7 8\n\n1 2 3 4 5 6 7 7 8\n1 2 3 4\n1 2 3 4 5 6 7 0 8\n' >boards
    for algorithm in idastar layers astar; do
        run -2 --separate-stderr ranks 2 solve tile:3x3 --file boards --algorithm "$algorithm" --keep-going --json
        [[ $(jq -c '[.positions[].length]' <<<"$output") == "[2,1]" ]]
        [[ $(grep -c "boards, line [45]: " <<<"$stderr") -eq 2 && $stderr == *"2 of 4 texts are not positions and were skipped"* ]]
    done
}

@test "a name that is no UTF-8 is printed as it is, and in JSON with U+FFFD" {
    cd "$BATS_TEST_TMPDIR"
    printf '\xe9t\xe9 1 2 3 4 5 6 7 0 8\n' >boards
    for format in --json --format=jsonl; do
        huarong solve tile:3x3 --file boards $format >result
        [[ $(jq -r '(.positions[0] // .) | .name, .length' result) == $'\ufffdt\ufffd\n1' ]]
    done
    huarong solve tile:3x3 --file boards --csv | grep -qaF $'\xe9t\xe9'
    huarong enumerate tile:2x2 --quiet --table $'\xe9.table'
    cp $'\xe9.table' table
    for table in $'\xe9.table' table; do
        huarong verify "$table" --json >result
        [[ $(jq -r .table result) == "${table/$'\xe9'/$'\ufffd'}" ]]
    done
    huarong verify table --against $'\xe9.table' --json >result
    [[ $(jq -r .against result) == $'\ufffd.table' ]]
    printf '\xe9 TXXTBXXBTLRTBooBo..o\n' >openings
    for format in --json --format=jsonl; do
        huarong solve klotski --file openings $format >result
        [[ $(jq -r '(.positions[0] // .) | .name, .length' result) == $'\ufffd\n116' ]]
    done
    printf '\xe9 1 2 3 0\n' >boards
    [[ $(huarong query table --format=jsonl <boards | jq -r .name) == $'\ufffd' ]]
    printf 'start: a.; goal: .a\n' >$'\xe9'
    huarong solve blocks:$'\xe9' --quiet --log log.jsonl
    [[ $(head -n 1 log.jsonl | jq -r .puzzle) == $'blocks:\ufffd' && $(tail -n 1 log.jsonl | jq -r .event) == end ]]
    huarong enumerate tile:3x3 --engine frontier --max-depth 9 --checkpoint $'\xe8' --checkpoint-every 0 --quiet >result
    truncate -s -1 $'\xe8'/checkpoint-000010 # the one before is taken
    huarong enumerate tile:3x3 --engine frontier --checkpoint $'\xe8' --resume --log refused.jsonl --quiet >result
    jq -r 'select(.event == "refused").reason' refused.jsonl | grep -F $'\ufffd/checkpoint-000010: '
}

@test "a long table is read by the names of its columns, too" {
    cd "$BATS_TEST_TMPDIR"
    huarong random tile:3x3 --count 100 --seed 1 >boards
    huarong solve tile:3x3 --file boards --csv >table
    [[ $(wc -c <table) -gt 5000 ]]
    huarong solve tile:3x3 --file boards --quiet >lengths
    huarong solve tile:3x3 --file table --quiet | diff lengths -
    huarong solve tile:3x3 --quiet <table | diff lengths -
}

@test "a number of boards in the first line may have any number of digits, and a wrong board is none" {
    cd "$BATS_TEST_TMPDIR"
    for n in 7 100 123 99999; do
        [[ $(printf '%s\n# them\n1 2 3 4 5 6 7 0 8\n' "$n" | huarong solve tile:3x3 --csv -q | wc -l) -eq 2 ]]
    done
    [[ $(printf '3\n812043765\n123456708\n' | huarong solve tile:3x3 --csv -q | wc -l) -eq 3 ]]
    run -2 --separate-stderr huarong solve tile:3x3 5 123456708 # a file begins with such a number, arguments do not
    [[ $stderr == "huarong solve: position 1: bad state: 1 number for a board of 9 cells"* ]]
    run -2 --separate-stderr huarong solve tile:3x3 < <(printf '112345678\n1 2 3 4 5 6 7 0 8\n')
    [[ $stderr == *"line 1: bad state: 1 appears twice"* ]]
}
