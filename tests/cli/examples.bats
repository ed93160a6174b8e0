#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The examples of the help run as they are shown, each in a folder of its own, and print or write something. They are read from the help,
# so that a new example is run as soon as it is there. If it names a file that no other names, `make_file` has to make the file.

load helper

# Examples that would take too long: "EXAMPLE => what runs in its place  # reason". An example that is no longer in the help has to go here, too.
SMALLER="
mpirun -n 4 huarong enumerate tile:4x4 --max-depth 25 --json => mpirun -n 4 huarong enumerate tile:4x4 --max-depth 14 --json  # 2 s and more
huarong graph all.table --format count --max-states 30M => huarong graph other.table --format count --max-states 30M  # 29 million states
huarong heuristics tile:4x4 --count 10000 --no-cache --csv => huarong heuristics tile:3x3 --count 10000 --csv  # GiB of databases
mpirun -n 4 huarong openings --table all.table => mpirun -n 4 huarong openings klotski:4x4 --table all.table  # all.table is made for the others
mpirun -n 8 huarong openings klotski:4x6 --table 4x6.table => mpirun -n 8 huarong openings klotski:3x4 --table 4x6.table  # hours
mpirun -n 2 huarong solve tile:4x4 --heuristic 7-8 --file boards.txt => mpirun -n 2 huarong solve tile:4x4 --heuristic 5-5-5 --file boards.txt  # 576 million entries
mpirun -n 4 huarong verify all.table --against other.table => mpirun -n 4 huarong verify eight.table --against other.table  # 29 million states
"

# make_file NAME: a file that an example reads, in the folder `files`.
make_file() {
    case $1 in
    all.table) huarong openings --table all.table ;;
    eight.table) huarong enumerate tile:3x3 --table eight.table ;;
    other.table) huarong enumerate tile:3x3 --table other.table --engine frontier ;;
    states.txt) huarong random tile:3x3 --count 5 --output states.txt ;;
    boards.txt) huarong random tile:4x4 --walk 40 --count 2 --output boards.txt ;;
    rush_hour.txt) tail -n 3 "$HR_SOURCE_DIR/tests/golden/blocks/rush_hour.txt" >rush_hour.txt ;;
    run.json) huarong enumerate klotski:4x5 --from 横刀立马 --json --output run.json ;;
    ./pancake.so) cp "$HR_KINDS/pancake.so" . ;;
    run.log) huarong enumerate tile:3x3 --log run.log ;;
    *) return 1 ;;
    esac
}

# examples: those of the overview, of every command and of every topic of the help.
examples() {
    local what
    {
        huarong --help
        while read -r what; do
            huarong help "$what"
        done < <(huarong --help | sed -n 's/^  huarong help \([a-z]*\) .*/\1/p; /^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
    } | awk '!/^  / {inside = ($0 == "Examples:"); next}
             inside || /^  (huarong|mpirun -n [0-9]+ huarong) [a-z]+ / && !/^  huarong help / {sub(/^  /, ""); print}'
}

# what_runs EXAMPLE: itself, or what stands for it above.
what_runs() {
    local line
    line=$(grep -F "$1 => " <<<"$SMALLER") || { echo "$1" && return; }
    line=${line#*' => '}
    echo "${line%%  '# '*}"
}

# provide EXAMPLE: in this folder, the files that it reads. What follows --table, --output or > it writes.
provide() {
    local word before=
    for word in $1; do
        word=${word#<}
        if [[ $word == *.* && $before != --table && $before != --output && $before != '>' ]]; then
            if [[ ! -e $files/$word ]]; then
                (cd "$files" && make_file "$word") >made 2>&1 || cat made
                rm made
            fi
            [[ ! -e $files/$word ]] || ln "$files/$word" .
        fi
        before=$word
    done
}

setup_file() {
    mkdir "$BATS_FILE_TMPDIR"/{bin,files}
    # What is measured, and how long, does not matter here.
    cat >"$BATS_FILE_TMPDIR/bin/huarong" <<'END'
#!/bin/sh
[ "$1" != plan ] || exec "$HR_QUICK_PLAN" "$@"
exec "$HR_PROGRAM" "$@"
END
    chmod +x "$BATS_FILE_TMPDIR/bin/huarong"
    ln -s "$HR_MPIRUN" "$BATS_FILE_TMPDIR/bin/mpirun"
    command -v sfdp >/dev/null || ln -s "$(command -v cat)" "$BATS_FILE_TMPDIR/bin/sfdp" # Graphviz need not be there
    export PATH=$BATS_FILE_TMPDIR/bin:$PATH XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
    export files=$BATS_FILE_TMPDIR/files
}

@test "the examples of the help run" {
    long_tier_only
    local example command printed number=0 failed=0
    examples | sort -u >"$BATS_FILE_TMPDIR/examples"
    while IFS= read -r example; do
        number=$((number + 1))
        printed=$BATS_FILE_TMPDIR/printed.$number
        mkdir "$BATS_TEST_TMPDIR/$number"
        cd "$BATS_TEST_TMPDIR/$number"
        command=$(what_runs "$example")
        provide "$command"
        touch "$printed.before"
        if ! bash -o pipefail -c "$command" </dev/null >"$printed" 2>"$printed.err"; then
            printf 'This fails: %s\n' "$command" && cat "$printed.err"
            failed=1
        elif [[ ! -s $printed && -z $(find . -type f -size +0 -newer "$printed.before") ]]; then
            printf 'This prints and writes nothing: %s\n' "$command"
            failed=1
        fi
    done <"$BATS_FILE_TMPDIR/examples"
    [[ $failed -eq 0 && $number -ge 35 ]]
}

@test "every command but help and info has an example" {
    local command
    while read -r command; do
        [[ $command == help || $command == info || $(huarong help "$command") == *$'\nExamples:\n'* ]] || { echo "$command" && return 1; }
    done < <(huarong --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
}

@test "an example that is replaced is in the help" {
    local line
    while IFS= read -r line; do
        [[ -z $line ]] || examples | grep -qxF -- "${line%%' => '*}" || { echo "not in the help: $line" && return 1; }
    done <<<"$SMALLER"
}
