#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compare FILE: runs the commands in a file of whole outputs and compares what they print with what the file says. In such a file
#     # words            are for people, and an empty line is where the commands go on in an empty directory
#     $ command          is run by the shell
#     |line              is what it prints
#     ! line             is what it prints on standard error
#     = 2                is its exit code, if that is not 0
# With HR_APPROVE=1 the file is written anew instead: `scripts/test --approve` does so with all of them, and `git diff` tells what has changed.
set -uo pipefail

# masked: in what is printed, what differs from run to run becomes S (seconds), R (a rate), M (memory of a process), V (the version) or .
# (the directory). Each must have its form: seconds are below a minute.
masked() {
    sed -E -e '/^[|!]/!b' -e "s|$PWD|.|g" -e 's/"version":"[^"]+"/"version":"V"/g' \
        -e 's/"(seconds|duration|stalled|frames|expand|mark|components|hardest|keep|combine|table|total|build)":[0-5]?[0-9](\.[0-9]+|(\.[0-9]+)?e-[0-9]+)([],}])/"\1":S\4/g' \
        -e 's/"((states|nodes)_per_second)":[0-9.e+]+/"\1":R/g; s/"(peak_memory|memory|node_limit)":[0-9]{4,}/"\1":M/g' \
        -e 's/"time":"20[0-9-]{8}T[0-9:]{8}Z"/"time":"S"/g; s/"node_limit_source":"[^"]+"/"node_limit_source":"M"/' \
        -e 's/,[0-5]?[0-9]\.[0-9]{6}(,"|$)/,S\1/; s/, [0-9]\.[0-9]{3} s,/, S s,/' \
        -e 's/(frames|expand|mark|components|hardest|keep|combine|table) [0-9]\.[0-9]{2}/\1 S/g; s/ +[0-5]?[0-9](\.[0-9]+)? s\>/ S s/g' \
        -e 's/[0-9.]+( thousand| million| billion)? ((states|nodes)\/s)/R \2/; s/[0-9.]+( thousand| million| billion)? canonical\)$/R canonical)/' \
        -e 's/[0-9.]+ [MG]iB at the peak/M at the peak/'
}

# What the files call.
export HR_PROGRAM
huarong() { "$HR_PROGRAM" "$@"; }

# quoted MARK FILE: the file's lines, each behind the mark.
quoted() {
    local lines
    mapfile lines <"$2"
    ((${#lines[@]} == 0)) || printf "$1%s" "${lines[@]}"
}

# now: the file on standard input, with what its commands print now.
now() {
    local line code
    while IFS= read -r line; do
        [[ $line == [\|!=]* ]] || printf '%s\n' "$line"
        case $line in
        '') find . -mindepth 1 -delete ;;
        '$ '*)
            code=0
            eval "${line:2}" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
            quoted '|' "$scratch/out"
            quoted '! ' "$scratch/err"
            [[ $code -eq 0 ]] || echo "= $code"
            ;;
        esac
    done
}

file=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work" && cd "$scratch/work" || exit 1
export XDG_CACHE_HOME=$PWD/cache COLUMNS=100
now <"$file" | masked >"$scratch/now"
if [[ ${HR_APPROVE-} == 1 ]]; then
    cp "$scratch/now" "$file"
else
    diff -u "$file" "$scratch/now"
fi
