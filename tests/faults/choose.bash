# SPDX-License-Identifier: MIT
# Which calls a walk lets fail. Calls of a kind that come from the same stack of callers are alike: a loop that makes thousands of them
# is tried once for its first call and once for a later one.
# shellcheck shell=bash
# shellcheck disable=SC2154 # walk sets the variables

# points CALLS: all numbers to try. The first ones one by one; then steps that are odd, as loops repeat calls in twos and fours.
points() {
    local n=1
    while ((n <= $1)); do
        echo -n "$n "
        n=$((n + (n <= exact ? 1 : 1 + 6 * (n / exact))))
    done
    echo +
}

# find_actions KIND RANKS: what the calls of a kind can do, of what is asked for, in `found`. Crash points lie around what can be seen
# from outside.
find_actions() {
    local action all
    case $1 in
    write) all="fail fail-on short tear kill kill-all" ;;
    read) all="fail short" ;;
    memory) all="fail fail-on" ;;
    open | sync | name | mpi) all="fail kill kill-all" ;;
    *) all=fail ;;
    esac
    found=()
    for action in $all; do
        if [[ $action != kill-all || $2 -gt 1 ]] && [[ $1 =~ ^($kinds)$ && $action =~ ^($actions)$ && $2 =~ ^($numbers)$ ]]; then
            found+=("$action")
        fi
    done
}

# each_call: a line for each case, number of ranks, kind, rank and action, with the calls to try.
each_call() {
    local case_name ranks kind rank calls action found
    cut -d ' ' -f 1-5 "$scratch/counts" | sort -u | while read -r case_name ranks kind rank calls; do
        find_actions "$kind" "$ranks"
        for action in "${found[@]}"; do
            echo "$case_name $ranks $kind $rank $action $(points "$calls")"
        done
    done
}

# each_stack: a line for each action and stack of callers, with one call: the first, the last or the second from there.
#     write, sync, name, size    each case, number of ranks, rank, stack and action
#     mpi, message               each command, without mpirun, on the first rank and on another one: each stack, failing and killed
#     others                     each command: each stack, failing and killed, or failing and half done, on any rank of any number
# Which of the runs with a stack is taken, and so whether one process is killed or all are, and whether memory is lacking once or from
# then on, is drawn at random. Processes are killed only in runs that leave files.
each_stack() {
    local case_name ranks kind rank calls stack first second last call which what i found
    declare -A tried=()
    RANDOM=$((seed % 32768))
    shuf --random-source=<(yes "$seed") "$scratch/counts" | while read -r case_name ranks kind rank calls stack first second last; do
        call=("$first" "$last" "$((second > 0 ? second : first))")
        case $kind in
        write | sync | name | size) which="$case_name $ranks $rank $stack" ;;
        mpi | message) which="${case_name%%-*} $((ranks > 1)) $((rank > 0)) $stack" ;;
        *) which="${case_name%%-*} $stack" ;;
        esac
        find_actions "$kind" "$ranks"
        if ((${#found[@]} > 1 && RANDOM % 2)); then # one process or all; once or from then on
            found=("${found[@]:0:${#found[@]}-2}" "${found[-1]}" "${found[-2]}")
        fi
        for i in "${!found[@]}"; do
            what="$which ${found[i]}"
            [[ $which == "$case_name $ranks $rank $stack" ]] || what=${what%-*}
            if [[ -z ${tried[$what]-} ]] && { [[ ${found[i]} != kill* ]] || leaves_files "$case_name"; }; then
                tried[$what]=1
                echo "$case_name $ranks $kind $rank ${found[i]} ${call[i % 3]}"
            fi
        done
    done
}

# leaves_files CASE: does a run of the case write files other than its log?
leaves_files() { [[ " ${arguments[$1]}" =~ ' --table '|' --output '|' --checkpoint '|' --scratch '|' --heuristic '[1+] ]]; }

# drawn NUMBER: so many of the points, each a walk of its own; kinds and actions in turn, so that rare ones are not lost among frequent
# ones.
drawn() {
    local lines words line i pairs=()
    local -A of
    mapfile -t lines
    for line in "${lines[@]}"; do
        read -r -a words <<<"$line"
        [[ -n ${of[${words[2]} ${words[4]}]-} ]] || pairs+=("${words[2]} ${words[4]}")
        of[${words[2]} ${words[4]}]+="$line"$'\n'
    done
    for ((i = 0; i < $1; i++)); do
        mapfile -t lines <<<"${of[${pairs[i % ${#pairs[@]}]}]%$'\n'}"
        read -r -a words <<<"${lines[RANDOM % ${#lines[@]}]}"
        words=("${words[@]/+/}")
        echo "${words[*]:0:5} ${words[5 + RANDOM % (${#words[@]} - 5)]}"
    done
}

# not_yet RESULTS: those points of stdin that have no line there.
not_yet() {
    awk 'tried { done[$1, $2, $3, $4, $6, $5] = 1; next } !(($1, $2, $3, $4, $5, $6) in done)' FS='\t' tried=1 "$1" FS=' ' tried= -
}
