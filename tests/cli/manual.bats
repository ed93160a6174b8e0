#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The man page says what the program does: its commands, JSON keys and exit codes; the tutorial's commands work. Its lists of options are
# in cli.whole_help.

load helper

manual() {
    cat "$HR_SOURCE_DIR/src/cli/huarong.1"
}

# subsection NAME: the page's lines from `.Ss NAME …` to the next section or subsection.
subsection() {
    manual | awk -v name="$1" '/^\.S[sh] /{inside = ($1 == ".Ss" && $2 == name)} inside'
}

commands() {
    huarong --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

@test "the page is clean" {
    run -0 mandoc -T lint -W warning "$HR_SOURCE_DIR/src/cli/huarong.1"
    [[ -z $output ]]
}

@test "no word of a text is taken for a macro" { # Ma is none
    taken=$(awk '/^\.[A-Z]/ && !/^\.Bl/ {
        for (i = $1 == ".It" ? 3 : 2; i <= NF; i++) if ($i ~ /^[A-Z][a-z]$/ && $i !~ /^(Ar|Cm|Dv|Fl|Ma|No|Ns|Op|Pa|Sx|Xr)$/) print
    }' "$HR_SOURCE_DIR"/src/cli/huarong{.1,-tutorial.7})
    [[ -z $taken ]]
}

@test "the drawn puzzles of the page have solutions" {
    cd "$BATS_TEST_TMPDIR"
    subsection Drawn | awk '/^\.Bd/ {file = "drawn" ++n ".txt"; next} /^\.Ed/ {file = ""} file {sub(/^\\&/, ""); print >file}'
    moves=$(for file in drawn*.txt; do huarong solve blocks:"$file" | head -n 1; done)
    [[ $moves == $'1 move, metric unit\n5 moves, metric unit\n11 moves, metric unit' ]]
}

@test "every command has its part in the page, and no other" {
    page=$(manual | sed -n '/^\.Sh COMMANDS/,/^\.Sh OUTPUT/s/^\.Ss \([a-z]*\).*/\1/p' | sort)
    [[ -n $page && $page == "$(commands | sort)" ]]
}

@test "every key of the JSON result is explained" {
    explained=" $(subsection JSON | sed '/^\.El/q' | sed -n 's/^\.It //p; s/^\.Em //p' | tr -d ',' | tr '\n' ' ') "
    keys=$(huarong enumerate tile:2x2 --from "1 0 3 2" --json | jq -r '.. | objects | keys[]' | sort -u)
    [[ $(wc -l <<<"$keys") -gt 20 ]]
    while read -r key; do
        [[ $explained == *" $key "* ]] || { echo "not explained: $key" && return 1; }
    done <<<"$keys"
}

# columns_of COMMAND: what the page says of its CSV, as a first line has it.
columns_of() {
    subsection CSV | awk -v item=".It Cm $1" '/^\.(It|El)/{inside = ($0 == item); next} inside' | tr -d '\n' | sed 's/, */,/g'
}

@test "every CSV column is in the page" {
    cd "$BATS_TEST_TMPDIR"
    [[ $(columns_of enumerate) == "$(huarong enumerate tile:2x2 --csv | head -n 1)" ]]
    [[ $(columns_of openings) == "$(huarong openings klotski:3x3 --csv | head -n 1)" ]]
    [[ $(columns_of "openings Fl -csv Fl -sets") == "$(huarong openings klotski:3x3 --csv --sets | head -n 1)" ]]
    [[ $(columns_of solve) == "$(huarong solve tile:2x2 '1 2 3 0' --csv | head -n 1)" ]]
    [[ $(columns_of "solve Fl -all") == "$(huarong solve tile:2x2 '1 2 3 0' --all --csv | head -n 1)" ]]
    [[ $(columns_of survey) == "$(huarong survey --csv <<<blocks:ma | head -n 1)" ]]
    [[ $(columns_of heuristics) == "value,a column for each heuristic with its name,distance" ]]
    [[ $(huarong heuristics tile:3x3 --count 3 --heuristic conflict --csv | head -n 1) == value,conflict,distance ]]
    huarong enumerate tile:2x2 --engine frontier --quiet --table table
    [[ $(columns_of info) == "$(huarong info table --csv | head -n 1)" ]]
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
    page=$(manual | sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/s/^\.It \([0-9]*\)$/\1/p')
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
    manual | sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/s/^\.Dl //p' | run_examples
}

@test "the tutorial is clean, and its examples run" {
    long_tier_only
    local page=$HR_SOURCE_DIR/src/cli/huarong-tutorial.7
    run -0 mandoc -T lint -W warning "$page"
    [[ -z $output ]]
    sed -n '/^name: /,/^\.Ed/p' "$page" | sed '/^\.Ed/d; s/^\\&//' >"$BATS_TEST_TMPDIR/donkey.txt"
    sed -n 's/^\.Dl //p' "$page" | sed 's/\\(dq/"/g' | run_examples
    [[ $(huarong query "$BATS_TEST_TMPDIR/openings.table" 横刀立马) == $'81\t横刀立马' ]]
    [[ $(huarong solve "blocks:$BATS_TEST_TMPDIR/donkey.txt" --metric move --quiet) == "81 moves"* ]]
}
