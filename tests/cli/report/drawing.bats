#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Drawings on the terminal: one flag in all commands, widths that fit, Chinese names, colours where they are wanted.

# shellcheck disable=SC2154 # bats sets stderr
load ../helper

setup_file() {
    export TABLE="$BATS_FILE_TMPDIR/table"
    huarong enumerate klotski:3x3 --table "$TABLE" >"$BATS_FILE_TMPDIR/log"
}

# columns_of: the columns of a terminal that each line of stdin takes, by Unicode's East Asian widths; each number once.
columns_of() {
    python3 -c '
import sys, unicodedata
print(*sorted({sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line.rstrip("\n")) for line in sys.stdin}))'
}

@test "the same flags draw in every command" {
    local -a commands=("solve klotski:3x3 XXTXXB..o" "query $TABLE XXTXXB..o" "enumerate klotski:3x3" "openings klotski:3x3" "info $TABLE")
    for words in "${commands[@]}"; do
        # shellcheck disable=SC2086 # words
        [[ $(huarong $words) != *┌* ]]
        # shellcheck disable=SC2086
        [[ $(huarong $words --draw --labels zh) == *曹操* ]]
        # shellcheck disable=SC2086
        [[ $(huarong $words --labels none) == *┌* && $(huarong $words --draw --labels none) != *"2x2  "* ]]
        # shellcheck disable=SC2086
        [[ $(huarong $words --ascii) == *+--* && $(huarong $words --draw --ascii | LC_ALL=C grep -c $'[^\t -~]') -eq 0 ]]
        # shellcheck disable=SC2086
        [[ $(huarong $words --color) == *$'\e['* ]]
        # shellcheck disable=SC2086
        run -2 huarong $words --draw --labels zh --ascii
        [[ $output == *"Chinese names are not ASCII"* ]]
        # shellcheck disable=SC2086
        run -2 huarong $words --draw --labels x
        # shellcheck disable=SC2086
        run -2 huarong $words --draw --color=x
    done
}

@test "Chinese names take two columns a character" {
    run -0 --separate-stderr huarong query "$TABLE" XXTXXB..o --draw --labels zh
    [[ $(sed 1d <<<"$output" | columns_of) == 18 ]] # an indent of 2, three cells of 4 and their edges
    [[ ${lines[3]} == "  │   曹操  │张飞│" || ${lines[3]} == "  │   曹操  │关羽│" ]]
    run -0 --separate-stderr huarong query "$TABLE" XXTXXB..o --draw --labels zh-Hant
    [[ $(sed 1d <<<"$output" | columns_of) == 18 && $output == *關羽* ]]
}

@test "names stay with their pieces along a solution" {
    run -0 --separate-stderr huarong solve klotski 横刀立马 --draw --labels zh
    for name in 曹操 关羽 张飞 赵云 马超 黄忠; do
        [[ $(grep -o $name <<<"$output" | wc -l) -eq 117 ]]
    done
    [[ $(grep -o 卒 <<<"$output" | wc -l) -eq 468 && $(grep -o '[↑↓←→]' <<<"$output" | wc -l) -eq 116 ]]
}

@test "without labels, too, only the tile that has moved gets an arrow" {
    local start='1 2 3 4 0 5 6 7 8'
    huarong enumerate tile:3x3 --table "$BATS_TEST_TMPDIR/tiles" >"$BATS_TEST_TMPDIR/log"
    local -a commands=("solve tile:3x3" "solve tile:3x3 --algorithm layers" "solve tile:3x3 --algorithm astar"
        "query $BATS_TEST_TMPDIR/tiles --path")
    for words in "${commands[@]}"; do
        # shellcheck disable=SC2086 # words
        run -0 --separate-stderr huarong $words "$start" --draw --labels none
        local boards moves drawn
        boards=$(grep -o ┌ <<<"$output" | wc -l)
        moves=$((boards - 1))
        [[ $moves -gt 1 && $(grep -o '[↑↓←→]' <<<"$output" | wc -l) -eq $moves ]]
        drawn=$(grep '[│┌├└]' <<<"$output")
        [[ $drawn != *[\*0-9]* ]]
    done
}

@test "a solved state is drawn once, without a caption, with --path, too" {
    huarong enumerate tile:3x3 --table "$BATS_TEST_TMPDIR/tiles" >"$BATS_TEST_TMPDIR/log"
    run -0 --separate-stderr huarong query "$BATS_TEST_TMPDIR/tiles" "1 2 3 4 5 6 7 8 0" --draw
    local drawn=$output
    [[ ${#lines[@]} -eq 8 && ${lines[0]} == 0$'\t'* && ${lines[1]} == *┌* ]]
    run -0 --separate-stderr huarong query "$BATS_TEST_TMPDIR/tiles" "1 2 3 4 5 6 7 8 0" --draw --path
    [[ $output == "$drawn" ]]
}

@test "as many boards in a row as there is room for" {
    COLUMNS=57 run -0 huarong solve klotski 横刀立马 --draw # an indent of 2, three boards of 17, two gaps of 2
    [[ $(grep -m1 ┌ <<<"$output" | grep -o ┌ | wc -l) -eq 3 && ${lines[117]} == "  start              1                  2" ]]
    COLUMNS=56 run -0 huarong solve klotski 横刀立马 --draw
    [[ $(grep -m1 ┌ <<<"$output" | grep -o ┌ | wc -l) -eq 2 ]]
    COLUMNS=5 run -0 huarong solve klotski 横刀立马 --draw
    [[ $(grep -c '┌' <<<"$output") -eq 117 ]]
}

@test "colours: on a terminal, unless NO_COLOR is set" {
    local words="$HR_PROGRAM query $TABLE XXTXXB..o --draw"
    [[ $(huarong query "$TABLE" XXTXXB..o --draw) != *$'\e'* ]]
    [[ $(TERM=xterm script -qec "$words" /dev/null) == *$'\e['* ]]
    [[ $(TERM=xterm NO_COLOR=1 script -qec "$words" /dev/null) != *$'\e['* ]]
    [[ $(TERM=xterm NO_COLOR='' script -qec "$words" /dev/null) == *$'\e['* ]] # an empty one counts as none
    [[ $(TERM=dumb script -qec "$words" /dev/null) != *$'\e['* ]]
    [[ $(TERM=xterm NO_COLOR=1 script -qec "$words --color" /dev/null) == *$'\e['* ]]
    [[ $(TERM=xterm script -qec "$words --color=never" /dev/null) != *$'\e['* ]]
    [[ $(TERM=xterm ranks 2 solve klotski:3x3 XXTXXB..o --draw) == *┌* ]]
    [[ $(TERM=xterm ranks 2 solve klotski:3x3 XXTXXB..o --draw) != *$'\e'* ]]
}

@test "only the pieces of Klotski have Chinese names" {
    run -2 --separate-stderr huarong solve tile:3x3 '1 2 3 4 5 6 7 0 8' --draw --labels zh
    [[ $stderr == "huarong solve: the pieces of tile:3x3 have no Chinese names: leave out --labels" ]]
}
