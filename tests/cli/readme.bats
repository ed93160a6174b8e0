#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What README.md and README.zh-CN.md show happens: each `$ …` line of their console blocks is run, and each line below it, up to the next
# one, stands in what the command prints, in this order. A line of … stands for any lines; without it, lines follow each other. A command
# that succeeds says on standard error only how far it is, if it takes long, so that nothing there is compared.

load helper

# output_of COMMAND: what it prints, also on standard error if it fails. All blocks run in one folder, and a command that several of them
# show runs once.
output_of() {
    local kept=$BATS_FILE_TMPDIR/printed/${1//\//|}
    if [[ ! -e $kept ]]; then
        bash -c "$1" </dev/null >"$kept" 2>err || cat err >>"$kept"
    fi
    cat "$kept"
}

# shows COMMAND EXPECTED: run it, compare.
shows() {
    local output line place=0 gap=''
    echo "\$ $1"
    output=$(output_of "$1")
    mapfile -t printed <<<"$output"
    while IFS= read -r line; do
        if [[ $line == … ]]; then
            gap=yes
            continue
        fi
        while [[ $gap && $place -lt ${#printed[@]} && ${printed[place]} != "$line" ]]; do
            place=$((place + 1))
        done
        if [[ ${printed[place]-} != "$line" ]]; then
            printf 'the README: %s\nbut it printed: %s\n' "$line" "${printed[place]-nothing more}"
            return 1
        fi
        place=$((place + 1))
        gap=
    done <<<"$2"
    [[ $gap || $place -eq ${#printed[@]} ]]
}

setup_file() {
    mkdir "$BATS_FILE_TMPDIR"/{bin,printed,work}
    ln -s "$HR_PROGRAM" "$BATS_FILE_TMPDIR/bin/huarong"
    ln -s "$HR_MPIRUN" "$BATS_FILE_TMPDIR/bin/mpirun"
    export PATH=$BATS_FILE_TMPDIR/bin:$PATH XDG_CACHE_HOME=$BATS_FILE_TMPDIR/cache
}

setup() { cd "$BATS_FILE_TMPDIR/work" || return; }

# examples README: run its console blocks.
examples() {
    local command='' expected='' inside='' commands=0
    while IFS= read -r line; do
        if [[ $inside && ($line == '$ '* || $line == '```') && $command ]]; then
            shows "$command" "${expected%$'\n'}"
            commands=$((commands + 1))
            command=
            expected=
        fi
        case $line in
        '```console') inside=yes ;;
        '```') inside= ;;
        '$ '*) [[ $inside ]] && command=${line#'$ '} ;;
        *) [[ $inside ]] && expected+=$line$'\n' ;;
        esac
    done <"$HR_SOURCE_DIR/$1"
    [[ $commands -ge 4 ]]
}

@test "the console blocks" { examples README.md; }

@test "the console blocks in Chinese" { examples README.zh-CN.md; }

@test "the openings of 4x5 that the Chinese README counts: with two empty cells or more, with exactly two" {
    command -v python3 >/dev/null || skip "there is no Python"
    cat >count.py <<'END'
import functools
WIDTH, HEIGHT = 4, 5

@functools.lru_cache(None)
def boards(cell, taken, square):
    """Per number of empty cells: in how many ways the cells from `cell` on can be filled, where `taken` is a set of them as bits."""
    if cell == WIDTH * HEIGHT:
        return {0: 1} if square else {}
    if taken & 1:
        return boards(cell + 1, taken >> 1, square)
    right = cell % WIDTH < WIDTH - 1 and not taken & 2
    below = cell < WIDTH * (HEIGHT - 1)
    pieces = [(1, square, 1), (1, square, 0)] + [(3, square, 0)] * right + [(1 | 1 << WIDTH, square, 0)] * below
    if right and below and not square:
        pieces.append((3 | 3 << WIDTH, True, 0))
    total = {}
    for cells, has_square, empty in pieces:
        for others, ways in boards(cell + 1, (taken | cells) >> 1, has_square).items():
            total[others + empty] = total.get(others + empty, 0) + ways
    return total

found = boards(0, 0, False)
print(f"{sum(n for empties, n in found.items() if empties >= 2):,} {found[2]:,}")
END
    read -r enough two < <(python3 count.py)
    [[ $enough == 29,334,498 ]]
    grep -q "一共 $enough 个" "$HR_SOURCE_DIR/README.zh-CN.md"
    grep -q "^两个空格的有 $two 个" "$HR_SOURCE_DIR/README.zh-CN.md"
}

@test "files and folders that are named exist" {
    cd "$HR_SOURCE_DIR"
    while read -r name; do
        [[ -e $name ]] || { echo "a README names $name"; return 1; }
    done < <(cat README.md README.zh-CN.md | tr '`' '\n' | grep -xE '(src|include|tests|scripts|jobs)/[^* ]*')
    names=$(sed -n 's/^| .scripts.. | \(.*\) |$/\1/p' README.md)
    [[ $names ]]
    for name in ${names//[\`,]/ }; do
        [[ -x scripts/$name ]]
    done
}
