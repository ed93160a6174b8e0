#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Bad input: one clear line, the documented exit code, on one process and on two ranks, never a hang, no result.

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines

load helper

readonly LIMIT=120 # seconds

# alone CODE WORDS ARGUMENTS…: `huarong enumerate ARGUMENTS…` ends with CODE and one line with WORDS in it.
alone() {
    run "-$1" --separate-stderr timeout "$LIMIT" "$HR_PROGRAM" enumerate "${@:3}" </dev/null
    check_refusal "$2"
    [[ ${#stderr_lines[@]} -eq 1 ]]
}

# refused CODE WORDS ARGUMENTS…: the same, and again on two ranks.
refused() {
    alone "$@"
    run "-$1" --separate-stderr timeout "$LIMIT" "$HR_MPIRUN" -n 2 "$HR_PROGRAM" enumerate "${@:3}" </dev/null
    check_refusal "$2"
}

# Nothing on stdout and our line, once, on stderr; the other lines are mpirun's.
check_refusal() {
    local own
    own=$(grep '^huarong' <<<"$stderr")
    if [[ -n $output || $own == *$'\n'* || $own != "huarong enumerate: "*"$1"* ]]; then
        printf 'wanted: %s\nstdout: %s\nstderr: %s\n' "$1" "$output" "$stderr"
        return 1
    fi
}

@test "unknown puzzle" {
    refused 2 "unknown puzzle 'rubik:3x3'" rubik:3x3
    alone 2 "bad board in 'tile'" tile
    alone 2 "bad board in 'tile:4'" tile:4
    alone 2 "bad board in 'tile:4x4x4'" tile:4x4x4
    alone 2 "bad board in 'tile:3X3': did you mean tile:3x3?" tile:3X3
    alone 2 "bad board in 'klotski:4×5': did you mean klotski:4x5?" klotski:4×5
    alone 2 "bad board in 'tile:4*4': did you mean tile:4x4?" "tile:4*4"
    alone 2 "bad board in 'tile:0X4': write tile:WxH" tile:0X4
    alone 2 "bad board in 'tile:3X3X3': write tile:WxH" tile:3X3X3
    alone 2 "unknown puzzle ''" ""
    refused 2 "unknown puzzle 'klotzki:4x5': did you mean klotski:4x5?" klotzki:4x5
    alone 2 "unknown puzzle 'Tile:3x3': did you mean tile:3x3?" Tile:3x3
    alone 2 "unknown puzzle 'block': did you mean blocks?" block
    refused 4 "'centry' cannot be opened: No such file or directory: did you mean blocks:century?" blocks:centry
    alone 4 "'donkey' cannot be opened: No such file or directory: did you mean blocks:red-donkey?" blocks:donkey
    alone 4 "'centyr' cannot be opened: No such file or directory: did you mean blocks:century?" blocks:centyr # a third is wrong
    alone 4 "'cent' cannot be opened: No such file or directory: did you mean blocks:century?" blocks:cent
    alone 4 "'cen' cannot be opened: No such file or directory" blocks:cen
    [[ $stderr != *"did you mean"* ]]
    alone 4 "'monkey' cannot be opened: No such file or directory" blocks:monkey
    [[ $stderr != *"did you mean"* ]]
    alone 2 "unknown puzzle 'rubik': use tile:WxH, klotski:WxH, blocks:FILE or drops:WxH, as in tile:4x4, klotski:4x5, blocks:century or drops:6x6" rubik
    run -2 --separate-stderr huarong openings 4x5
    [[ $stderr == "huarong openings: unknown puzzle '4x5': give klotski:WxH, as in klotski:4x5" ]]
    alone 4 "'no/such/file.txt' cannot be opened: No such file or directory" blocks:no/such/file.txt
    alone 2 "drops:3x3 cannot be used here: of drops puzzles only positions can be solved, as by 'huarong solve'" drops:3x3
}

@test "a position where a puzzle or nothing is expected" {
    refused 2 "unknown puzzle '横刀立马': that is the name of a position: write klotski 横刀立马" 横刀立马
    alone 2 "'red donkey': that is the name of a position: write klotski red donkey" "red donkey"
    alone 2 "'橫刀立馬': that is the name of a position: write klotski 橫刀立馬" 橫刀立馬
    alone 2 "'century': that is the name of a position: write blocks:century" century
    refused 2 "unexpected argument '横刀立马': usage is 'huarong enumerate PUZZLE [OPTION]...'; a state to begin at is given by --from" klotski 横刀立马
    run -2 --separate-stderr huarong plan klotski 横刀立马
    [[ $stderr == *"; a state to begin at is given by --from" ]]
    run -2 --separate-stderr huarong info one two
    [[ $stderr != *--from* ]]
}

@test "no puzzle, two puzzles" {
    refused 2 "an argument is missing"
    alone 2 "unexpected argument 'tile:4x4'" tile:3x3 tile:4x4
}

@test "unknown option, missing or unwanted value" {
    refused 2 "unknown option '--nonsense'" tile:3x3 --nonsense=7
    alone 2 "unknown option '-x'" tile:3x3 -x
    alone 2 "--from needs a value" tile:3x3 --from
    alone 2 "--json takes no value" tile:3x3 --json=yes
    alone 2 "--json and --csv" tile:3x3 --json --csv
    refused 2 "--memory is given twice" tile:3x3 --memory 1G --memory=2G
    alone 2 "--out is given twice" tile:3x3 -o one --out two
}

@test "a start is given once, in each command that takes one" {
    local command with=
    while read -r command; do
        huarong "$command" --help >"$BATS_TEST_TMPDIR/help"
        grep -q -- "--from=" "$BATS_TEST_TMPDIR/help" || continue
        with+=" $command"
        for puzzle in tile:3x3 blocks:ma; do
            run -2 --separate-stderr huarong "$command" $puzzle --from abc --from=abc
            [[ -z $output && $stderr == "huarong $command: --from is given twice: give it once" ]]
        done
    done < <(sed -nE 's/^    X\(([a-z]+)\).*/\1/p' "$HR_SOURCE_DIR/src/cli/commands.h")
    [[ $with == " enumerate random graph plan" ]]
}

@test "board too large or too small" {
    refused 2 "17x1" tile:17x1
    alone 2 "5x4" tile:5x4
    alone 2 "1x4" tile:1x4
    alone 2 "tile:0x3" tile:0x3
    alone 2 "1x5" klotski:1x5
    alone 2 "6x6" klotski:6x6
    alone 2 "2x2" klotski:2x2
}

@test "tiles: wrong number, twice, missing, no number" {
    refused 2 "8 numbers" tile:3x3 --from "1 2 3 4 5 6 7 8"
    alone 2 "tile 9 is not on a board" tile:3x3 --from "1 2 3 4 5 6 7 8 0 9"
    alone 2 "8 appears twice" tile:3x3 --from "1 2 3 4 5 6 8 8 0"
    alone 2 "tile 9" tile:3x3 --from "1 2 3 4 5 6 7 9 0"
    alone 2 "character 15" tile:3x3 --from "1 2 3 4 5 6 7 x 0"
    alone 2 "" tile:3x3 --from ""
}

@test "tiles: start and goal that never meet" {
    refused 2 "parity" tile:3x3 --from "2 1 3 4 5 6 7 8 0"
    alone 2 "parity" tile:4x4 --from "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0" --goal "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"
}

@test "klotski: letters that form no pieces" {
    refused 2 "letters" klotski --from TXXTBXXBTLRTBooBo..
    alone 2 "'Q'" klotski --from TXXTBXXBTLRTBooBoQ..
    alone 2 "letters form no pieces" klotski --from TXXTBXXBTLoTBooBo..o
    alone 2 "letters form no pieces" klotski --from TXXTTXXTBLRBBooBo..o
}

@test "klotski: no 2x2, two of them, one in pieces, too few empty cells" {
    refused 2 "no 2x2" klotski --from TooTBooBTLRTBooBo..o
    refused 2 "exactly one 2x2" klotski --from TXXTBXXBTXXTBXXBo..o
    alone 2 "2x2 square" klotski --from XTTXXBBXTLRTBooBo..o
    alone 2 "two empty" klotski --from TXXTBXXBTLRTBooBooo.
}

@test "klotski: CommonCode that does not fit, unknown name" {
    refused 2 "CommonCode" klotski --from 1A9BF0C01
    alone 2 "CommonCode" klotski --from FFFFFFFFF
    alone 2 "1A9BF0C" klotski:5x4 --from 1A9BF0C
    alone 2 "无此开局" klotski --from 无此开局
    alone 2 "横刀立马" klotski:5x4 --from 横刀立马
}

@test "klotski: exit outside the board, no exit, a goal" {
    refused 2 "3,3" klotski --exit 3,3
    alone 2 "bad exit 'middle'" klotski --exit middle
    alone 2 "goal" klotski --goal TXXTBXXBTLRTBooBo..o
    alone 2 "exit" tile:3x3 --exit 1,1
    run -2 --separate-stderr huarong solve tile:4x4 '1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15' --algorithm idastar --exit 1,1
    [[ -z $output && $stderr == *"have no --exit"* ]]
    run -2 --separate-stderr huarong random tile:5x5 --exit 1,1
    [[ -z $output && $stderr == *"have no --exit"* ]]
}

@test "impossible metric" {
    refused 2 "unknown metric 'hops'" tile:3x3 --metric hops
    alone 2 "no metric 'move'" tile:3x3 --metric move
}

@test "values that are none" {
    refused 2 "--memory: a size of zero" tile:3x3 --memory 0
    alone 2 "--memory: a size of zero" tile:3x3 --memory 0G
    alone 2 "--memory: '-1'" tile:3x3 --memory=-1
    alone 2 "--memory: '8X'" tile:3x3 --memory 8X
    alone 2 "--max-depth: '-1'" tile:3x3 --max-depth=-1
    alone 2 "--max-depth: 'deep'" tile:3x3 --max-depth deep
    alone 2 "--max-states: '0'" tile:3x3 --max-states 0
    alone 2 "--until: 'open' is not an event: use solved" tile:3x3 --until open
    alone 2 "--until solved: the search begins at solved states" tile:3x3 --until solved
    alone 2 "--until solved: the search begins at solved states" klotski --until solved
    alone 2 "--expect: 'many'" tile:3x3 --expect many
    alone 2 "--hardest: '65'" tile:3x3 --hardest 65
    alone 2 "--progress: 'often'" tile:3x3 --progress=often
    for when in auto always never; do
        alone 2 "'$when' is not an argument here: if it belongs to --progress, write --progress=$when" --progress $when
    done
    alone 2 "unknown puzzle 'alway'" --progress alway
    alone 2 "unknown engine 'warp'" tile:3x3 --engine warp
    alone 2 "--checkpoint-every needs --checkpoint DIR" tile:3x3 --checkpoint-every 1s
    alone 2 "--resume needs --checkpoint DIR" tile:3x3 --resume
}

@test "limits that leave out states, with --out: refused before anything is searched" {
    local table=$BATS_TEST_TMPDIR/table
    refused 2 "--out writes tables of whole spaces" tile:4x4 --out "$table" --max-states 1T
    refused 2 "--out writes tables of whole spaces" tile:4x4 --out "$table" --max-depth 80
    alone 2 "--out writes tables of whole spaces" tile:4x4 --engine frontier --max-states 1T --out "$table"
    [[ ! -e $table ]]
}

@test "files that cannot be read or hold no state" {
    refused 4 "'$BATS_TEST_TMPDIR/none' cannot be opened" tile:3x3 --from "@$BATS_TEST_TMPDIR/none"
    alone 4 "'$BATS_TEST_TMPDIR'" tile:3x3 --from "@$BATS_TEST_TMPDIR"
    alone 4 "''" tile:3x3 --goal @
    head -c 70000 /dev/zero | tr '\0' ' ' >"$BATS_TEST_TMPDIR/long"
    alone 2 "longer than" tile:3x3 --from "@$BATS_TEST_TMPDIR/long"
    head -c 10 /dev/zero >"$BATS_TEST_TMPDIR/zeros"
    alone 2 "not text" tile:3x3 --from "@$BATS_TEST_TMPDIR/zeros"
    printf '1 2 3\n4 5 6\n7 8 8\n' >"$BATS_TEST_TMPDIR/twice"
    alone 2 "8 appears twice" tile:3x3 --from "@$BATS_TEST_TMPDIR/twice"
    refused 2 "" tile:3x3 --from @- # stdin is empty
}

@test "ranks with different command lines" {
    # Not by `mpirun … : …`: that ends with a segmentation fault in Open MPI 5.0.7.
    # shellcheck disable=SC2016 # for the inner shell
    run -2 --separate-stderr timeout "$LIMIT" "$HR_MPIRUN" -n 3 sh -c '
        [ "$OMPI_COMM_WORLD_RANK" -eq 0 ] && board=3x3 || board=2x2
        exec "$0" enumerate tile:$board --json' "$HR_PROGRAM" </dev/null # the first and the last word are the same
    check_refusal "different command lines"
}

@test "what a message quotes stays on its line" {
    alone 2 "unknown puzzle" $'tile\n:3x3'
    alone 2 "" tile:3x3 --from $'1 2 3\x1b[2J\n4'
}
