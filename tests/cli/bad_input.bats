#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Bad input on several ranks: one clear line, the documented exit code, never a hang, no result. cli.whole_refused has the lines.

# shellcheck disable=SC2154 # bats sets stderr

load helper

readonly LIMIT=120 # seconds

# refused CODE WORDS COMMAND ARGUMENTS…: on two ranks the command ends with CODE. There is nothing on stdout and one line of ours, with
# WORDS in it, on stderr. The other lines are mpirun's.
refused() {
    run "-$1" --separate-stderr timeout "$LIMIT" "$HR_MPIRUN" -n 2 "$HR_PROGRAM" "${@:3}" </dev/null
    check_refusal "$2" "$3"
}

check_refusal() {
    local own
    own=$(grep '^huarong' <<<"$stderr")
    if [[ -n $output || $own == *$'\n'* || $own != "huarong $2: "*"$1"* ]]; then
        printf 'wanted: %s\nstdout: %s\nstderr: %s\n' "$1" "$output" "$stderr"
        return 1
    fi
}

@test "puzzles, positions, options and files that are refused" {
    cd "$BATS_TEST_TMPDIR" || return
    refused 2 "unknown puzzle 'rubik:3x3'" enumerate rubik:3x3
    refused 4 "'centry' cannot be opened: No such file or directory: did you mean blocks:century?" enumerate blocks:centry
    refused 2 "parity" enumerate tile:3x3 --from "2 1 3 4 5 6 7 8 0"
    refused 2 "unknown option '--nonsense'" enumerate tile:3x3 --nonsense=7
    refused 2 "--table writes tables of whole spaces" enumerate tile:4x4 --table table --max-states 1T
    refused 4 "'none' cannot be opened" enumerate tile:3x3 --from @none
    refused 2 "" enumerate tile:3x3 --from @- # stdin is empty
    refused 2 "no opening of the 4x5 board has these pieces" openings --pieces 9,9,9
    refused 2 "for tile puzzles" plan klotski:4x5 --engine planes
    [[ ! -e table ]]
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
    [[ $with == " enumerate random graph report plan" ]]
}

@test "ranks with different command lines" {
    # Not by `mpirun … : …`: that ends with a segmentation fault in Open MPI 5.0.7.
    # shellcheck disable=SC2016 # for the inner shell
    run -2 --separate-stderr timeout "$LIMIT" "$HR_MPIRUN" -n 3 sh -c '
        [ "$OMPI_COMM_WORLD_RANK" -eq 0 ] && board=3x3 || board=2x2
        exec "$0" enumerate tile:$board --json' "$HR_PROGRAM" </dev/null # the first and the last word are the same
    check_refusal "different command lines" enumerate
}
