#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong solve: positions in files, tables and pipes

# shellcheck disable=SC2154 # bats sets stderr
load solve

@test "files: one a line, and the judge's format" {
    local remedy="write 9 numbers for a board, with blanks between them"
    printf '1 2 3 4 5 6 7 0 8\n\n# comment\n1 2 3 4 5 6 0 7 8\n' >"$BATS_TEST_TMPDIR/lines"
    run -0 --separate-stderr ranks 2 solve tile:3x3 --file "$BATS_TEST_TMPDIR/lines"
    [[ ${lines[0]} == $'1\t1\tR' && ${lines[1]} == $'2\t2\tRR' ]]
    printf '2\n# one\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n0 8 7\n' >"$BATS_TEST_TMPDIR/judge"
    run -0 --separate-stderr huarong solve tile:3x3 <"$BATS_TEST_TMPDIR/judge"
    [[ ${lines[0]} == $'1\t1\tR' && ${lines[1]} == $'2\tunsolvable' ]]
    printf '3\n1 2 3\n4 5 6\n7 0 8\n' >"$BATS_TEST_TMPDIR/short"
    run -2 --separate-stderr huarong solve tile:3x3 --file "$BATS_TEST_TMPDIR/short"
    [[ $stderr == "huarong solve: $BATS_TEST_TMPDIR/short, line 1: the number of boards is 3 by the first line, but 1 follow" ]]
    printf '1\n1 2 3\n4 5 6\n7 0 8\n1 2 3\n4 5 6\n0 7 8\n' >"$BATS_TEST_TMPDIR/long"
    run -2 --separate-stderr huarong solve tile:3x3 --file "$BATS_TEST_TMPDIR/long"
    [[ $stderr == "huarong solve: $BATS_TEST_TMPDIR/long, line 1: the number of boards is 1 by the first line, but 2 follow" ]]
    printf '1 2 3\n4 5 6\n7 0 8\n\n# half a board\n1 2 3\n' >"$BATS_TEST_TMPDIR/half"
    run -2 --separate-stderr huarong solve tile:3x3 --file "$BATS_TEST_TMPDIR/half"
    [[ $stderr == "huarong solve: $BATS_TEST_TMPDIR/half, line 6: 12 numbers cannot be boards of 9 cells: $remedy" ]]
    run -2 --separate-stderr huarong solve tile:3x3 <"$BATS_TEST_TMPDIR/half"
    [[ $stderr == "huarong solve: standard input, line 6: 12 numbers cannot be boards of 9 cells: $remedy" ]]
    run -2 --separate-stderr huarong solve tile:3x3 1 2 3
    [[ $stderr == "huarong solve: 3 numbers cannot be boards of 9 cells: $remedy" ]]
    run -2 --separate-stderr huarong solve drops:3x3 1
    [[ $stderr == "huarong solve: 1 number cannot be boards of 9 cells: $remedy" ]]
    run -4 --separate-stderr huarong solve tile:3x3 --file "$BATS_TEST_TMPDIR/nowhere"
    run -2 --separate-stderr huarong solve tile:3x3 --file /dev/null
}

@test "positions with names, in tables, after a byte order mark, with carriage returns" {
    cd "$BATS_TEST_TMPDIR"
    printf '\xef\xbb\xbf# two boards\r\n7 1 2 3 4 5 6 0 7 8\r\neasy,1,2,3,4,5,6,7,0,8\r\n' >named
    run -0 --separate-stderr ranks 2 solve tile:3x3 --file named
    [[ $output == $'7\t2\tRR\neasy\t1\tR' ]]
    printf 'id,a,b,c,d,e,f,g,h,i,optimal\nfirst,1,2,3,4,5,6,0,7,8,2\nsecond,1,2,3,4,5,6,7,0,8,1\n' >table.csv
    run -0 --separate-stderr huarong solve tile:3x3 --file table.csv --json
    jq -e '.algorithm == "idastar" and [.positions[] | [.name, .length]] == [["first", 2], ["second", 1]]' <<<"$output"
    run -0 --separate-stderr huarong solve tile:3x3 --file table.csv --algorithm layers --json
    jq -e '.algorithm == "layers" and [.positions[] | [.name, .length]] == [["first", 2], ["second", 1]]' <<<"$output"
    run -0 --separate-stderr huarong solve tile:3x3 --file table.csv --algorithm layers
    [[ $output == $'first\t2\tRR\nsecond\t1\tR' ]]
    # Boards over several lines after their number are read as before.
    printf '2\n1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 0 8\n' >boards
    run -0 --separate-stderr huarong solve tile:3x3 --file boards
    [[ $output == $'1\t2\tRR\n2\t1\tR' ]]
}

@test "lines of Klotski positions: names, numbers, comments, a byte order mark and carriage returns" {
    cd "$BATS_TEST_TMPDIR"
    local board=TXXTBXXBTLRTBooBo..o
    printf '\xef\xbb\xbf# openings\r\n7 %s\r\n  横刀立马   # the classic\r\n\r\nshort,Only 18 Steps\r\nmine\t1A9BF0C # x\r\n' $board >list
    printf '"a ""b"" c", "%s"\n12 4WVE1\nd:e %s\n%s # easy\n' $board $board $board >>list
    for algorithm in layers astar; do
        for n in $(of_tier 3 1); do
            run -0 --separate-stderr ranks "$n" solve klotski --file list --metric move --algorithm "$algorithm" --quiet
            [[ $(cut -f 1,2 <<<"$output") == $'7\t81\n横刀立马\t81\nshort\t18\nmine\t81\na "b" c\t81\n12\t81\nd:e\t81\n'"$board"$'\t81' ]]
        done
    done
    # The last word of a name that is not known is no code, and a line that can be read as a whole is no name with a position.
    run -2 --separate-stderr huarong solve klotski < <(printf '横刀立马x 18\n')
    [[ $stderr == "huarong solve: standard input, line 1: unknown opening '横刀立马x 18': "* ]]
    run -0 --separate-stderr huarong solve klotski:3x4 --csv -q < <(printf 'B XXTXXBooo...\no XXTXXBoo...\n')
    [[ ${#lines[@]} -eq 3 && ${lines[1]} == '"B","XXTXXBooo...",'* && ${lines[2]} == '2,"oXXTXXBoo...",'* ]]
    # A mistake is told of the position, not of its name.
    local letters="a 4x5 board has 20 cells"
    run -2 --separate-stderr huarong solve klotski --keep-going < <(printf '# list\n9 TXXT\nbad, XXXX\n%s # good\n' $board)
    [[ $stderr == *"standard input, line 2: $letters, 'TXXT' has 4 letters"*"line 3: $letters, 'XXXX' has 4 letters"* ]]
    [[ ${lines[0]} == "116 moves, metric unit" && $stderr == *"2 of 3 texts are not positions"* ]]
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

@test "walls are no comments, and a comment may stand behind a board" {
    cd "$BATS_TEST_TMPDIR"
    printf 'start: #a.#/#..#; goal: #..#/#.a#\n' >walls
    printf '# boards\n#.a# #..# # near\n2 #a.#/#..#\n#a.# #..#\n' >boards
    run -0 --separate-stderr huarong solve blocks:walls --file boards -q
    [[ $(cut -f 1,2 <<<"$output") == $'#.a# #..#\t1\n2\t2\n#a.# #..#\t2' ]]
    printf '1 2 3 4 5 6 7 0 8 # easy\n# none\nx 1 2 3 4 5 6 0 7 8# \t# not so\n' | sed 's/8# /8 /' >tiles
    for algorithm in idastar layers; do
        run -0 --separate-stderr huarong solve tile:3x3 --file tiles --algorithm $algorithm -q
        [[ $output == $'1\t1\tR\nx\t2\tRR' ]]
    done
    printf '1 2 3 # first\n4 5 6\n7 0 8 # last\n' >board
    run -0 --separate-stderr huarong solve tile:3x3 --file board
    [[ ${lines[1]} == "moves      R" ]]
}

@test "several positions give a line each, by every algorithm" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    printf '1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 8 7 0\n1 2 3 4 5 6 7 8 0\n' >boards
    local algorithm n
    for algorithm in idastar astar layers; do
        for n in $(of_tier 3 1); do
            run -0 --separate-stderr ranks "$n" solve tile:3x3 --file boards --algorithm "$algorithm"
            [[ $output == $'1\t2\tRR\n2\tunsolvable\n3\t0\t' ]]
            [[ $stderr == *"3 positions, 2 moves, "* && ($algorithm == idastar || $stderr == *"unsolvable positions: 1; the first: "*) ]]
            run -0 --separate-stderr ranks "$n" solve tile:3x3 --file boards --algorithm "$algorithm" --quiet
            [[ -z $stderr ]]
        done
        run -3 --separate-stderr huarong solve tile:3x3 '8 6 7 2 5 4 3 0 1' '1 2 3 4 5 6 0 7 8' --algorithm "$algorithm" --max-nodes 20
        [[ ${lines[0]} == $'1\t>='* && ${lines[1]} == $'2\t2\tRR' ]]
    done
}

@test "a Klotski position stands before its line as it was typed" {
    for algorithm in layers astar; do
        run -0 --separate-stderr huarong solve klotski 横刀立马 'Only 18 Steps' ' 1A9BF0C ' --metric move --algorithm "$algorithm"
        [[ ${#lines[@]} -eq 3 && $(cut -f 1,2 <<<"$output") == $'横刀立马\t81\nOnly 18 Steps\t18\n1A9BF0C\t81' ]]
        [[ $(cut -f 3 <<<"${lines[1]}" | tr ';' '\n' | wc -l) -eq 18 ]]
    done
    local board=TXXTBXXBTLRTBooBo..o
    run -0 --separate-stderr huarong solve klotski $board 1A9BF0C 横刀立马 'txxt bxxb tlrt boob o__o' --metric move --csv -q
    [[ $(cut -d , -f 1,2 <<<"$output" | tail -n 4) == "1,\"$board\""$'\n'"\"1A9BF0C\",\"$board\""$'\n'"\"横刀立马\",\"$board\""$'\n'"4,\"$board\"" ]]
    run -0 --separate-stderr huarong solve klotski $board 1A9BF0C 横刀立马 --metric move --json
    [[ $(jq -c '[.positions[].name]' <<<"$output") == '[null,"1A9BF0C","横刀立马"]' ]]
    run -0 --separate-stderr huarong solve klotski:3x3 XXTXXB..o XXTXXBo.. --draw
    [[ ${lines[0]} == $'XXTXXB..o\t'* && $(grep -c $'^XX[^\t]*\t[0-9]*\t' <<<"$output") -eq 2 && ${lines[2]} == *┌* ]]
}

@test "a code of a Klotski position is told as it was understood" {
    run -0 --separate-stderr huarong solve klotski abc --metric move
    [[ ${stderr_lines[0]} =~ ^"huarong solve: abc is read as the CommonCode of "[XLRTBo.]{20}$ ]]
    [[ $(huarong draw klotski "${stderr_lines[0]##* }" --notation common-cut) == ABC ]]
    run -0 --separate-stderr huarong solve klotski 4WVE1 --metric move
    [[ $stderr == "huarong solve: 4WVE1 is read as the ShortCode of TXXTBXXBTLRTBooBo..o" ]]
    local words
    for words in "横刀立马 --metric move" "Pansy --metric move" "TXXTBXXBTLRTBooBo..o --metric move" "abc --quiet" "abc --json" "abc --csv"; do
        # shellcheck disable=SC2086 # words
        run -0 --separate-stderr huarong solve klotski $words
        [[ -z $stderr ]]
    done
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
        ranks "$n" solve tile:3x3 --file table --heuristic manhattan --json-lines --quiet >out 2>err || result=$?
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
        "$HR_PROGRAM" solve tile:3x3 --algorithm $algorithm --json-lines --quiet <input >out 2>err 3>&- &
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
        grep -q "stopped by a signal while more positions were awaited" err
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
        run -2 --separate-stderr huarong solve tile:3x3 --file boards --algorithm "$algorithm"
        [[ -z $output && $stderr == "huarong solve: boards, line 4: "* ]]
        for n in $(of_tier 2 1); do
            run -2 --separate-stderr ranks "$n" solve tile:3x3 --file boards --algorithm "$algorithm" --keep-going --json
            [[ $(jq -c '[.positions[].length]' <<<"$output") == "[2,1]" ]]
            [[ $(grep -c "boards, line [45]: " <<<"$stderr") -eq 2 && $stderr == *"2 of 4 texts are not positions and were skipped"* ]]
        done
    done
    run -2 --separate-stderr huarong solve tile:3x3 --keep-going '1 2 3 4 5 6 7 7 8'
    [[ $stderr == *"the only text is not a position"* ]]
}

@test "a name that is no UTF-8 is printed as it is, and in JSON with U+FFFD" {
    cd "$BATS_TEST_TMPDIR"
    printf '\xe9t\xe9 1 2 3 4 5 6 7 0 8\n' >boards
    for format in --json --json-lines; do
        huarong solve tile:3x3 --file boards $format >result
        [[ $(jq -r '(.positions[0] // .) | .name, .length' result) == $'\ufffdt\ufffd\n1' ]]
    done
    huarong solve tile:3x3 --file boards --csv | grep -qaF $'\xe9t\xe9'
    huarong enumerate tile:2x2 --quiet --out $'\xe9.table'
    cp $'\xe9.table' table
    for table in $'\xe9.table' table; do
        huarong verify "$table" --json >result
        [[ $(jq -r .table result) == "${table/$'\xe9'/$'\ufffd'}" ]]
    done
    huarong verify table --against $'\xe9.table' --json >result
    [[ $(jq -r .against result) == $'\ufffd.table' ]]
    mkdir -p $'\xe9/huarong' && touch $'\xe9/huarong/\xe9'
    XDG_CACHE_HOME=$PWD/$'\xe9' huarong cache --json >result
    [[ $(jq -r '.directory, .files[0].name' result) == *$'/\ufffd/huarong\n\ufffd' ]]
    rm -r $'\xe9'
    printf '\xe9 TXXTBXXBTLRTBooBo..o\n' >openings
    for format in --json --json-lines; do
        huarong solve klotski --file openings $format >result
        [[ $(jq -r '(.positions[0] // .) | .name, .length' result) == $'\ufffd\n116' ]]
    done
    printf '\xe9 1 2 3 0\n' >boards
    [[ $(huarong query table --json <boards | jq -r .name) == $'\ufffd' ]]
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
