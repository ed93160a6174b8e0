# SPDX-License-Identifier: MIT
# What the tests of whole outputs share: `load whole`. Such a test has every line that a command prints, so that it notices a wrong
# figure, word, unit or column, whichever it is.

load ../helper

setup() {
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache COLUMNS=100
    cd "$BATS_TEST_TMPDIR" || return
}

# masked: what differs from run to run becomes S (seconds), R (a rate), M (memory of a process), V (the version) or . (the
# directory). Each must have its form: seconds are below a minute. JSON of several lines becomes one line.
masked() {
    local text
    text=$(cat; echo .)
    text=${text%.}
    text=${text//"$PWD"/.}
    [[ $text != '{'$'\n'* ]] || text=$(sed -E 's/^ +//; s/^("[^"]*":) /\1/' <<<"$text" | tr -d '\n')$'\n'
    printf '%s' "$text" | sed -E -e 's/"version":"[^"]+"/"version":"V"/g' \
        -e 's/"(seconds|duration|stalled|frames|expand|mark|components|hardest|keep|combine|table|total|build)":[0-5]?[0-9](\.[0-9]+|(\.[0-9]+)?e-[0-9]+)([],}])/"\1":S\4/g' \
        -e 's/"((states|nodes)_per_second)":[0-9.e+]+/"\1":R/g; s/"(peak_memory|memory|node_limit)":[0-9]{4,}/"\1":M/g' \
        -e 's/"time":"20[0-9-]{8}T[0-9:]{8}Z"/"time":"S"/g; s/"node_limit_source":"[^"]+"/"node_limit_source":"M"/' \
        -e 's/,[0-5]?[0-9]\.[0-9]{6}(,"|$)/,S\1/; s/, [0-9]\.[0-9]{3} s,/, S s,/' \
        -e 's/(frames|expand|mark|components|hardest|keep|combine|table) [0-9]\.[0-9]{2}/\1 S/g; s/ +[0-5]?[0-9](\.[0-9]+)? s\>/ S s/g' \
        -e 's/[0-9.]+( thousand| million| billion)? ((states|nodes)\/s)/R \2/; s/[0-9.]+( thousand| million| billion)? canonical\)$/R canonical)/' \
        -e 's/[0-9.]+ [MG]iB at the peak/M at the peak/'
}

# says COMMAND…: the command succeeds, and what it prints, masked, is what the test's standard input says.
says() {
    "$@" >out </dev/null || { echo "exit code $?: $*" && return 1; }
    diff - <(masked <out)
}

# tells CODE ARGUMENTS…: the program ends with this code. What it prints, standard error with `! ` before each line, is what the test's
# standard input says.
tells() {
    local code=0
    huarong "${@:2}" >out 2>err </dev/null || code=$?
    diff - <(masked <out && masked <err | sed 's/^/! /') || return 1
    [[ $code -eq $1 ]] || { echo "exit code $code: ${*:2}" && return 1; }
}
