#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# --output FILE: the result goes to a file that is complete or absent.

# shellcheck disable=SC2154,SC2164 # bats sets output and stderr, and stops at a failing cd

load helper

setup() {
    cd "$BATS_TEST_TMPDIR"
}

# same_as_printed ARGUMENTS…: with --output the file gets what is printed without it, and nothing is printed. Times and the
# command, which names the file, are left out.
same_as_printed() {
    huarong "$@" 2>notes | sed -E "$TIMES" >printed
    run -0 --separate-stderr huarong "$@" --output file
    [[ -z $output ]]
    sed -E "$TIMES" file | cmp - printed
    rm file
}

# same_if_quiet ARGUMENTS…: with --quiet the same is printed, and nothing is said.
same_if_quiet() {
    huarong "$@" 2>notes | sed -E "$TIMES" >printed
    run -0 --separate-stderr huarong "$@" --quiet
    [[ -z $stderr && -s printed ]]
    sed -E "$TIMES" <<<"$output" | cmp - printed
}
readonly TIMES='/"command": \[/,/\]/d; s/"command":\[[^]]*\],?//; s/[0-9]+(\.[0-9]+(e-?[0-9]+)?|e-?[0-9]+)/T/g; /seconds|^Time|^Memory|^Rate|^search|"(rate|peak_memory|bytes_sent)"/d; s/ in [0-9.T]+ (s|ms|µs)$//'

@test "a hyphen is standard output where a result is printed, and refused where it would become a file" {
    huarong enumerate tile:2x3 --quiet --table table
    same() {
        huarong "$@" | sed -E "$TIMES" >printed
        for option in "--output=-" "--output=-"' --force'; do
            # shellcheck disable=SC2086 # two words
            huarong "$@" $option | sed -E "$TIMES" | cmp - printed
        done
        [[ -s printed ]]
    }
    same enumerate tile:2x3 --csv
    same openings klotski:3x3
    same info table
    same query table --hardest 3
    same random tile:3x3
    same draw tile:3x3 "1 2 3 4 5 6 7 0 8"
    same graph tile:2x2 --format dot
    same report table
    [[ $(huarong enumerate tile:2x3 --quiet --output - | head -n 1) == "Puzzle      tile:2x3"* ]]
    refused() {
        run -2 --separate-stderr huarong "${@:2}"
        [[ -z $output && ${#stderr_lines[@]} -eq 1 && $stderr == *" $1: - is not "* ]] || { echo "$stderr" && return 1; }
    }
    refused --table enumerate tile:2x2 --table -
    refused --table openings klotski:3x3 --table -
    refused --log enumerate tile:2x2 --log -
    refused --log solve tile:3x3 "1 2 3 4 5 6 7 0 8" --log=-
    refused --checkpoint enumerate tile:2x2 --checkpoint -
    refused --scratch enumerate tile:3x3 --scratch -
    run -2 --separate-stderr huarong report table --follow --output -
    run -2 --separate-stderr ranks 2 enumerate tile:2x2 --log -
    [[ ! -e ./- ]]
    huarong enumerate tile:2x2 --quiet --table ./-
    huarong info ./- >printed
}

@test "every command's result goes to the file, whatever its form" {
    long_tier_only
    huarong enumerate tile:2x3 --quiet --table table
    for form in "" "--json --pretty" --csv; do
        # shellcheck disable=SC2086 # no word at all
        same_as_printed enumerate tile:2x3 $form
        # shellcheck disable=SC2086
        same_as_printed openings klotski:3x3 $form
        # shellcheck disable=SC2086
        same_as_printed info table $form
    done
    same_as_printed openings klotski:3x3 --csv --sets
    same_as_printed solve tile:3x3 "1 2 3 4 5 6 7 0 8"
    same_as_printed solve tile:2x3 "1 2 3 4 0 5" "1 2 3 0 4 5" --json --pretty
    same_as_printed solve tile:2x3 "1 2 3 4 0 5" --algorithm layers
    same_as_printed query table "1 2 3 4 0 5" "1 2 0 4 3 5" --path
    same_as_printed query table --hardest 3 --json
    same_as_printed verify table
    run -0 --separate-stderr quick_plan tile:3x3 --json --ranks 4 --engine planes --output file # memory and rate are measured
    [[ -z $output && $(jq -r '.engine, .ranks' file) == $'planes\n4' ]]
}

@test "--quiet leaves the result, in every command" {
    huarong enumerate tile:2x3 --table table >text
    echo blocks:century >drawn
    same_if_quiet enumerate tile:2x3
    same_if_quiet openings klotski:3x3
    same_if_quiet solve klotski:2x3 XXXX..
    same_if_quiet survey drawn
    same_if_quiet query table --hardest 3
    same_if_quiet info table
    same_if_quiet verify table
    same_if_quiet export table --format csv
    same_if_quiet report table
    same_if_quiet graph tile:2x2 --format dot
    same_if_quiet draw tile:3x3 "1 2 3 4 5 6 7 0 8"
    same_if_quiet random tile:3x3
    same_if_quiet heuristics tile:2x3
}

@test "on two ranks" {
    huarong enumerate tile:3x3 --csv >printed
    run -0 ranks 2 enumerate tile:3x3 --csv --output file
    cmp file printed
    huarong enumerate tile:2x3 --table table
    run -0 ranks 2 verify table --output proof
    grep -q '^table: verified: ' proof
}

@test "a file that exists is replaced only with --force, and is looked for before the run" {
    echo precious >file
    run -4 --separate-stderr huarong enumerate tile:3x3 --output file --log log
    [[ $stderr == *"file already exists"*"--force"* && $(cat file) == precious && ! -e log ]]
    run -4 --separate-stderr ranks 2 solve tile:3x3 "1 2 3 4 5 6 7 0 8" --output missing/file
    [[ $(grep -c '^huarong solve: missing/file: cannot write there: no such directory' <<<"$stderr") -eq 1 ]]
    huarong enumerate tile:3x3 --csv --output file --force
    [[ $(wc -l <file) -eq 33 ]]
}

@test "a full disk: exit code 4, one line, and no file or the old one" {
    for ranks in $(of_tier 2 1); do
        HR_FULL_AT=1 run -4 --separate-stderr "$HR_MPIRUN" -n "$ranks" "$HR_FAILING_PROGRAM" enumerate tile:3x3 --output file </dev/null
        [[ -z $output && $(grep -c '^huarong' <<<"$stderr") -eq 1 && $stderr == *"file: cannot write: the disk is full"* ]]
        [[ -z $(compgen -G 'file*') ]]
    done
    echo old >file
    HR_FULL_AT=1 run -4 "$HR_FAILING_PROGRAM" openings klotski:3x3 --json --output file --force
    [[ $(compgen -G 'file*') == file && $(cat file) == old ]]
}

@test "a result that the disk does not keep: exit code 4 and no file" {
    huarong enumerate tile:2x3 --quiet --table table
    local arguments
    for arguments in "enumerate tile:2x3 --json" "info table" "query table --hardest 3" "solve tile:2x3 '1 2 3 4 0 5'" "openings klotski:3x3 --csv"; do
        eval "arguments=($arguments)"
        HR_UNSYNCED_AT=1 run -4 --separate-stderr "$HR_FAILING_PROGRAM" "${arguments[@]}" --output file
        [[ -z $output && $(grep -c '^huarong' <<<"$stderr") -eq 1 && $stderr == *"file: cannot write: Input/output error"* ]]
        [[ -z $(compgen -G 'file*') ]]
    done
}

@test "a run that a limit ends has a result, a command that fails has none" {
    run -3 --separate-stderr huarong enumerate tile:4x4 --memory 64M --json --output file
    [[ $(jq -r '.stop' file) == memory ]]
    run -1 --separate-stderr huarong enumerate tile:2x3 --expect 361 --csv --output counts
    [[ $(wc -l <counts) -eq 23 ]]
    huarong enumerate tile:2x3 --quiet --table table
    run -2 --separate-stderr huarong query table "1 2 3 4 0 5" "no state" --output answers
    [[ -z $(compgen -G 'answers*') ]]
}

@test "the file has no other use: exit code 2" {
    huarong enumerate tile:2x3 --quiet --table table
    cp table before
    for command in info query verify; do
        run -2 --separate-stderr huarong "$command" table --output ./table --force
        [[ $stderr == *"and --output are the same file"* ]]
    done
    cmp table before
    run -2 huarong enumerate tile:2x3 --table new --output new
    run -2 huarong enumerate tile:2x3 --log new --output new
    [[ ! -e new ]]
}
