#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The man pages say what the program does: its commands, JSON keys and exit codes; the tutorial's commands work. The lists of options and
# the examples of the commands' pages are in cli.whole_help.

load helper

pages=$HR_SOURCE_DIR/src/cli/manual

# subsection PAGE NAME: the page's lines from `.Ss NAME …` to the next section or subsection.
subsection() {
    awk -v name="$2" '/^\.S[sh] /{inside = ($1 == ".Ss" && $2 == name)} inside' "$pages/$1"
}

commands() {
    huarong --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'
}

@test "the pages are clean" {
    run -0 mandoc -T lint -W warning "$pages"/*
    [[ -z $output ]]
}

@test "the pages that are named exist, and each names itself" {
    local name section
    while read -r _ name section _; do
        [[ $name != huarong* || -e $pages/$name.$section ]] || { echo "there is no $name($section)" && return 1; }
    done < <(cat "$pages"/* | sed -n 's/^\.It Xr/.Xr/; /^\.Xr /p')
    for name in "$pages"/*; do
        name=${name##*/}
        grep -qix "\.Dt ${name%.*} ${name##*.}" "$pages/$name"
        grep -qx "\.Nm ${name%.*}" "$pages/$name"
    done
}

@test "no word of a text is taken for a macro" { # Ma is none
    taken=$(awk '/^\.[A-Z]/ && !/^\.Bl/ {
        for (i = $1 == ".It" ? 3 : 2; i <= NF; i++) if ($i ~ /^[A-Z][a-z]$/ && $i !~ /^(Ar|Cm|Dv|Fl|Ma|No|Ns|Op|Pa|Sx|Xr)$/) print
    }' "$pages"/*)
    [[ -z $taken ]]
}

@test "the drawn puzzles of the page about puzzles have solutions" {
    cd "$BATS_TEST_TMPDIR"
    subsection huarong-puzzles.7 Drawn | awk '/^\.Bd/ {file = "drawn" ++n ".txt"; next} /^\.Ed/ {file = ""} file {sub(/^\\&/, ""); print >file}'
    moves=$(for file in drawn*.txt; do huarong solve blocks:"$file" | head -n 1; done)
    [[ $moves == $'1 move, metric unit\n5 moves, metric unit\n11 moves, metric unit' ]]
}

@test "every command has a page, which huarong(1) names, and no other" {
    named=$(sed -n '/^\.Sh COMMANDS/,/^\.Sh OUTPUT/s/^\.It Xr huarong-\([a-z-]*\) 1$/\1/p' "$pages/huarong.1" | sort)
    [[ -n $named && $named == "$(commands | grep -vx help | sort)" ]]
    diff <(cd "$pages" && printf '%s\n' huarong-*.1 | sed 's/^huarong-//; s/\.1$//' | sort) - <<<"$named"
}

@test "every key of the JSON result is explained" {
    explained=" $(subsection huarong-formats.5 JSON | sed '/^\.El/q' | sed -n 's/^\.It //p; s/^\.Em //p' | tr -d ',' | tr '\n' ' ') "
    keys=$(huarong enumerate tile:2x2 --from "1 0 3 2" --json | jq -r '.. | objects | keys[]' | sort -u)
    [[ $(wc -l <<<"$keys") -gt 20 ]]
    while read -r key; do
        [[ $explained == *" $key "* ]] || { echo "not explained: $key" && return 1; }
    done <<<"$keys"
}

# columns_of COMMAND: what the page says of its CSV, as a first line has it.
columns_of() {
    subsection huarong-formats.5 CSV | awk -v item=".It Cm $1" '/^\.(It|El)/{inside = ($0 == item); next} inside' | tr -d '\n' | sed 's/, */,/g'
}

@test "every CSV column is in the page" {
    cd "$BATS_TEST_TMPDIR"
    [[ $(columns_of enumerate) == "$(huarong enumerate tile:2x2 --csv | head -n 1)" ]]
    [[ $(columns_of openings) == "$(huarong openings klotski:3x3 --csv | head -n 1)" ]]
    [[ $(columns_of "openings Fl -csv Fl -sets") == "$(huarong openings klotski:3x3 --csv --sets | head -n 1)" ]]
    [[ $(columns_of solve) == "$(huarong solve tile:2x2 '1 2 3 0' --csv | head -n 1)" ]]
    [[ $(columns_of "solve Fl -all") == "$(huarong solve tile:2x2 '1 2 3 0' --all --csv | head -n 1)" ]]
    [[ $(columns_of "solve Fl -list") == "$(huarong solve tile:2x2 '1 2 3 0' --list 1 --csv | head -n 1)" ]]
    [[ $(columns_of survey) == "$(huarong survey --csv <<<blocks:ma | head -n 1)" ]]
    [[ $(columns_of heuristics) == "value,a column for each heuristic with its name,distance" ]]
    [[ $(huarong heuristics tile:3x3 --count 3 --heuristic conflict --csv | head -n 1) == value,conflict,distance ]]
    huarong enumerate tile:2x2 --engine frontier --quiet --table table
    [[ $(columns_of info) == "$(huarong info table --csv | head -n 1)" ]]
    [[ $(columns_of query) == "$(huarong query table '1 2 3 0' --csv | head -n 1)" ]]
    [[ $(columns_of "query Fl -path") == "$(huarong query table '1 2 3 0' --csv --path | head -n 1)" ]]
    huarong export table --output table.csv
    [[ $(columns_of export) == "$(head -n 1 table.csv)" ]]
    # No other command writes CSV.
    local command
    while read -r command; do
        [[ $(huarong "$command" --help) != *[-\ ]csv[,\ =]* || -n $(columns_of "$command") ]] || { echo "$command" && return 1; }
    done < <(commands)
}

@test "exit codes are the same in the help and in the page" {
    help=$(huarong help exit | grep -oE '^[0-9]+')
    page=$(sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/s/^\.It \([0-9]*\)$/\1/p' "$pages/huarong.1")
    [[ -n $page && $help == "$page" ]]
}

# run_examples: each line of standard input is a command that succeeds, in one folder. The program is the one that plans quickly.
run_examples() {
    export HR_PATH=$BATS_TEST_TMPDIR PATH=$BATS_TEST_TMPDIR:$PATH
    ln -s "$HR_QUICK_PLAN" "$HR_PATH/huarong"
    ln -s "$HR_MPIRUN" "$HR_PATH/mpirun"
    cd "$HR_PATH" || return
    cat >examples
    [[ $(wc -l <examples) -ge 4 ]]
    while IFS= read -r example; do
        bash -c "$example" </dev/null >printed 2>&1 || { echo "$example: exit $?" && cat printed && return 1; }
    done <examples
}

@test "the page's examples run" {
    sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/s/^\.Dl //p' "$pages/huarong.1" | run_examples
}

@test "the tutorial's examples run" {
    long_tier_only
    local page=$pages/huarong-tutorial.7
    sed -n '/^name: /,/^\.Ed/p' "$page" | sed '/^\.Ed/d; s/^\\&//' >"$BATS_TEST_TMPDIR/donkey.txt"
    cp "$HR_SOURCE_DIR"/tests/consumer/kinds/{pancake.c,cube2.tws} "$BATS_TEST_TMPDIR"
    export CPATH=$HR_SOURCE_DIR/include
    sed -n 's/^\.Dl //p' "$page" | sed 's/\\(dq/"/g' | run_examples
    [[ $(huarong query "$BATS_TEST_TMPDIR/openings.table" 横刀立马) == $'81\t横刀立马' ]]
    [[ $(huarong solve "blocks:$BATS_TEST_TMPDIR/donkey.txt" --metric move --quiet) == "81 moves"* ]]
}
