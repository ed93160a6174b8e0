# SPDX-License-Identifier: MIT
# What every command-line test loads first: `load helper`.
# ctest sets HR_PROGRAM (the program), HR_MPIRUN, HR_SOURCE_DIR, and what Open MPI needs.
#
#     @test "3x3 has 181440 states" {
#         run -0 --separate-stderr ranks 2 enumerate tile:3x3
#         [[ $output == *181440* || $output == *181,440* ]]
#     }

bats_require_minimum_version 1.5.0

# of_tier SHORT LONG…: prints the first word in the short tier, and all of them in the long tier and without ctest:
# `for n in $(of_tier 2 1 3)`. also COMMAND…: in the long tier only.
of_tier() { if [[ ${HR_TIER-} == short ]]; then echo "$1"; else echo "$@"; fi; }
also() { [[ ${HR_TIER-} == short ]] || "$@"; }

# long_tier_only: skip the rest of a test in the short tier.
long_tier_only() { [[ ${HR_TIER-} != short ]] || skip "in the long tier"; }

# huarong ARGUMENTS…: the program by itself, without mpirun. Files that a test holds open as 4 and 5 stay the test's own: Open MPI starts a
# daemon that inherits all files and lives a moment longer than the program.
huarong() {
    "$HR_PROGRAM" "$@" 4>&- 5>&-
}

# quick_plan ARGUMENTS…: `huarong plan` by a program that measures each rate once, and briefly, and disks only with HR_MEASURE_DISKS=1.
# Whether rates are measured well is for tests that run the program itself.
quick_plan() { "$HR_QUICK_PLAN" plan "$@"; }

# open_mpi_4: does mpirun come from Open MPI 4? Since Open MPI 5 it is PRRTE's.
open_mpi_4() { [[ $("$HR_MPIRUN" --version) == *"(Open"*") 4."* ]]; }

# ranks N ARGUMENTS…: the program on N ranks. mpirun would swallow the test's stdin.
ranks() { "$HR_MPIRUN" -n "$1" "$HR_PROGRAM" "${@:2}" </dev/null; }

# need_address_space_limit: skip where a limit on the address space would not even let the program start.
need_address_space_limit() {
    [[ -z ${ASAN_OPTIONS-} ]] || skip "sanitizers take terabytes of address space"
}

# limited KIBIBYTES ARGUMENTS…: the program by itself with so much address space.
limited() {
    (ulimit -v "$1" && huarong "${@:2}")
}

# type_state STATE ANSWER COMMAND…: run the program at a terminal of its own, type a state there, and wait for the answer. What the terminal
# shows is in the file `screen`. The terminal stays open until then: script(1) can hang if its input ends.
type_state() {
    local typist
    rm -f keys screen
    mkfifo keys
    script -qfec "'$HR_PROGRAM' $(printf "'%s' " "${@:3}")" /dev/null <keys >screen 2>&1 &
    typist=$!
    exec 6>keys
    printf '%s\n' "$1" >&6
    wait_until 100 grep -q "$2" screen || { cat screen && return 1; }
    kill "$typist" 2>/dev/null || true # it may have ended
    exec 6>&-
    wait "$typist" || true
}

# is_running PID: has the process not ended?
is_running() { [[ $(sed -n 's/^State:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) == [^ZX]* ]]; }

# has_ended PID: the opposite.
has_ended() { ! is_running "$1"; }

# catches SIGNAL PID: is the process the program, with a handler for the signal? The shell that becomes the program has handlers too.
catches() {
    local caught
    [[ /proc/$2/exe -ef $HR_PROGRAM ]] || return 1
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$2/status" 2>/dev/null)
    [[ -n $caught ]] && ((0x$caught >> ($(kill -l "$1") - 1) & 1))
}

# wait_until [--closely] SECONDS COMMAND …: until the command succeeds; fails when the time is over. Looks every 20 ms, and after a second
# every 200 ms, unless the moment itself matters (--closely).
wait_until() {
    local end pause=0.02 tries=0 closely=false
    if [[ $1 == --closely ]]; then
        closely=true
        shift
    fi
    end=$((SECONDS + $1))
    until "${@:2}"; do
        ((SECONDS < end)) || return 1
        $closely || ((++tries < 25)) || pause=0.2
        sleep "$pause"
    done
}

# gone_or COMMAND …: does the command succeed, or has the process `program` ended?
# shellcheck disable=SC2154 # the tests set it
gone_or() { "$@" || has_ended "$program"; }

# reaches COMMAND …: wait until the command succeeds while the process `program` runs. Otherwise the process is killed and its file `err`
# is shown.
reaches() {
    if ! { wait_until 300 gone_or "$@" && "$@"; }; then
        echo "process $program has ended, or 300 s have passed, without: $*"
        cat err
        kill -KILL "$program" 2>/dev/null || true
        return 1
    fi
}

# ends: wait for the process `program`; its exit code is in `code`.
ends() {
    reaches has_ended "$program"
    code=0
    # shellcheck disable=SC2034 # the tests read it
    wait "$program" || code=$?
}

# stops_once_resumed BOUND ARGUMENTS …: run the program, and stop it by a signal once it has gone on from its checkpoint. It must prove at
# least BOUND moves. Its output is in `out` and `err`, its log in log.jsonl.
stops_once_resumed() {
    "$HR_PROGRAM" "${@:2}" --log log.jsonl >out 2>err 3>&- &
    local program=$! code
    reaches grep -qs '"resumed"' log.jsonl
    kill -TERM "$program"
    ends
    [[ $code -eq 3 ]]
    grep -q "stopped by a signal: every solution has at least .*; go on with --resume" err
    jq -e --argjson bound "$1" '.positions[0].lower_bound >= $bound' out
}

# wide ARGUMENTS …: with states of two words for every drawn puzzle. wide_ranks N ARGUMENTS …: on N ranks.
wide() { HR_PROGRAM=$HR_ONLY_WIDE huarong "$@"; }
wide_ranks() { HR_PROGRAM=$HR_ONLY_WIDE ranks "$@"; }

# draw_comb FILE: twenty pieces (75 bits). All but the last two keep to their row.
draw_comb() {
    cat >"$1" <<'END'
start:
##################...
abcdefghijklmnopqrst.

goal:
#####################
.abcdefghijklmnopqrst

horizontal: abcdefghijklmnopqr
END
}

# replayed START: moves pieces in the drawing START, rows with / between them, by the letters of START alone, as the lines of standard input
# tell: "a right 2 down 1". Prints the drawing after each line. Fails where a piece would cover a wall, a gate or another piece.
replayed() {
    awk -v start="$1" '
        function fail(why) { print NR ": " $0 ": " why >"/dev/stderr"; failed = 1; exit 1 }
        function go(letter, dx, dy,    n, i, x, y) {
            for (y = 1; y <= height; y++) for (x = 1; x <= width; x++) if (cell[x, y] == letter) {
                xs[++n] = x
                ys[n] = y
            }
            if (n == 0) fail("no such piece")
            for (i = 1; i <= n; i++) cell[xs[i], ys[i]] = "."
            for (i = 1; i <= n; i++) {
                if (cell[xs[i] + dx, ys[i] + dy] != ".") fail("the way is not free")
                cell[xs[i] + dx, ys[i] + dy] = letter
            }
        }
        BEGIN {
            height = split(start, row, "/")
            width = length(row[1])
            for (y = 1; y <= height; y++) for (x = 1; x <= width; x++) cell[x, y] = substr(row[y], x, 1)
        }
        {
            if (NF < 3) fail("no move")
            for (i = 2; i < NF; i += 2) for (k = 1; k <= $(i + 1); k++)
                go($1, ($i == "right") - ($i == "left"), ($i == "down") - ($i == "up"))
            text = ""
            for (y = 1; y <= height; y++) {
                for (x = 1; x <= width; x++) text = text cell[x, y]
                text = text (y < height ? "/" : "")
            }
            print text
        }
        END { exit failed }'
}
