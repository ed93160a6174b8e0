# SPDX-License-Identifier: MIT
# What must be true after a run in which a call failed. The run is in the current directory: stdout.txt, stderr.txt; what it should
# have given is in $reference. Each check prints what is wrong, and nothing if all is well.
# shellcheck disable=SC2154 # walk sets the variables
# shellcheck shell=bash

# plain: stdin without what differs from run to run or from one number of ranks to another.
plain() {
    sed -E -e '/^ *"(seconds|ranks|bytes_sent|peak_memory|rate|rank_memory|compute_seconds|link_seconds|busy|busiest)": [^{]*$/d' \
        -e '/^ *"seconds": \{/,/\}/d' -e '/^(Time|Memory|Sent|Rate|Engine|search) /d' -e 's/ in [0-9.]+ s\b//'
}

# says_incomplete: the result on stdout says by itself that it is not the whole one, and what it holds is right.
says_incomplete() {
    case $(jq --raw-output 'if has("layers") then "layers" elif has("positions") then "positions" else "other" end' stdout.txt 2>/dev/null) in
    layers)
        jq --exit-status --slurpfile whole "$reference/stdout.txt" 'def bare: map(del(.seconds, .bytes_sent));
            .complete == false and .stop != "none" and (.layers | bare) == ($whole[0].layers[:(.layers | length)] | bare)' stdout.txt
        ;;
    positions)
        jq --exit-status --slurpfile whole "$reference/stdout.txt" '[.positions, $whole[0].positions] | transpose | all(
            .[0].outcome == "stopped" or .[0].outcome == "limit" or (.[0] | del(.seconds)) == (.[1] | del(.seconds)))' stdout.txt
        ;;
    *) return 1 ;;
    esac >/dev/null
}

# is_beginning A B: are the lines of A the first lines of B? A last line that has no end is not looked at.
is_beginning() {
    local text=$1
    [[ $text == *$'\n' ]] || text=${text%"${text##*$'\n'}"}
    [[ ${2:0:${#text}} == "$text" ]]
}

# check_stdout STATUS: 0 means the whole result. Anything else: nothing, the whole, its first lines, or one that says it is not whole.
check_stdout() {
    local got whole
    got=$(plain <stdout.txt && echo .)
    whole=$(plain <"$reference/stdout.txt" && echo .)
    [[ $1 -eq 0 ]] || got=${got/'"table": false'/'"table": true'} # all layers, and that there is no table
    if [[ $got == "$whole" || $got == . && $1 -ne 0 ]]; then
        return
    fi
    if [[ $1 -eq 0 ]]; then
        echo "exit code 0 with another result"
    elif ! says_incomplete && ! is_beginning "${got%.}" "${whole%.}" && ! bounded_positions; then
        echo "exit code $1 with a wrong result"
    fi
}

# bounded_positions: lines of solved positions, those that were not solved with a bound instead of the length.
bounded_positions() {
    local wrong
    wrong=$(diff <(grep -vP '^\d+\t>=' stdout.txt) "$reference/stdout.txt" | grep '^<')
    [[ -z $wrong ]]
}

# is_kill ACTION: does it end processes?
is_kill() { [[ $1 == kill* || $1 == tear ]]; }

# check_status STATUS: one of the documented ones, and a reason on stderr. After a kill mpirun's own.
check_status() {
    local crash='Assertion|Sanitizer|runtime error|[Ss]egmentation|free\(\)|corrupted|signal [0-9]+ \('
    if is_kill "$action"; then
        [[ $1 -ne 0 ]] || echo "exit code $1 of a killed run"
        return
    fi
    case $1 in
    0) ;;
    4) [[ $kind != memory ]] || echo "exit code 4 where memory was lacking" ;;&
    3 | 4 | 70) [[ $kind == stream ]] || grep -q '^huarong' stderr.txt || echo "exit code $1 without a reason" ;;
    *) echo "exit code $1" ;;
    esac
    if grep -qE "$crash" stderr.txt; then
        echo "a crash: $(grep -m 1 -E "$crash" stderr.txt)"
    fi
}

# check_run STATUS FIRED: all of a run in which a call failed, if FIRED is not empty.
check_run() {
    if [[ $1 -eq 124 || $1 -eq 152 ]] || grep -q 'CPU time limit' stderr.txt; then
        echo "no end after $HR_FAULT_SECONDS s"
    elif [[ -n $2 ]]; then
        check_status "$1"
    elif [[ $1 -ne 0 ]]; then
        echo "exit code $1 without a fault"
    fi
    check_stdout "$1"
    check_files
}

# files: all files of the run that are not the log's or the checkpoints', one that could not be read and was set aside.
files() {
    find . -type f ! -path './std*.txt' ! -path ./files ! -name log.jsonl ! -path './kept/checkpoint-??????' ! -path './kept/*.refused' \
        ! -path ./kept/lock ! -path './kept/openings-*.records' -printf '%P\n' | sort
}

# check_files: whatever has the name of a whole file is that file; or, where it was there before the run, the old one.
check_files() {
    local name
    while read -r name; do
        if [[ -e $name ]]; then
            cmp -s "$name" "$reference/$name" || cmp -s "$name" "$given/$name" || echo "$name is damaged"
        elif [[ -e $given/$name ]]; then
            echo "$name is lost"
        fi
    done <"$reference/files"
}

# check_end: where the run leaves files, another one without faults follows; after it everything is as ever, and nothing else lies about.
check_end() {
    local status=0 name all=" ${arguments[$case_name]}" options=()
    [[ $all =~ ' --out '|' --checkpoint '|' --heuristic 1' ]] || return 0
    [[ ! $all =~ ' --out ' || $all =~ ' --force ' ]] || options+=(--force)
    [[ ! $all =~ ' --checkpoint ' || $all =~ ' --resume ' ]] || options+=(--resume)
    mv stderr.txt stderr.before.txt
    run_plainly $((n % 4 == 0 ? 3 : 1)) "${options[@]}" || status=$?
    [[ $status -eq 0 ]] || { echo "the run that follows ends with $status: $(grep -m 1 '^huarong' stderr.txt)" && return; }
    diff <(plain <stdout.txt) <(plain <"$reference/stdout.txt") >/dev/null || echo "the run that follows has another result"
    while read -r name; do
        cmp -s "$name" "$reference/$name" || echo "the run that follows has another $name"
    done <"$reference/files"
    if [[ $(files) != "$(cat "$reference/files")" ]]; then
        echo "left over: $(files | grep -vxFf "$reference/files" | tr '\n' ' ')"
    fi
}
