#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong draw: SVG that is XML, the same bytes every time; notations in and out; bad input.

# shellcheck disable=SC2154 # bats sets stderr
load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# elements FILE TAG [CLASS]: how many elements of this name (and class) the XML file has; fails if it is no XML.
elements() {
    python3 - "$@" <<'PYTHON'
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == '{http://www.w3.org/2000/svg}svg', root.tag
found = [e for e in root.iter('{http://www.w3.org/2000/svg}' + sys.argv[2])]
print(len([e for e in found if len(sys.argv) < 4 or sys.argv[3] in e.get('class', '').split()]))
PYTHON
}

@test "one board, a strip, a solution, an animation" {
    long_tier_only
    huarong draw klotski 横刀立马 --output board.svg
    [[ $(elements board.svg rect hr-piece) -eq 10 && $(elements board.svg circle hr-dot) -eq 2 && $(elements board.svg path hr-exit) -eq 1 ]]
    huarong draw klotski 横刀立马 过五关 一路进军 --labels zh --output strip.svg
    [[ $(elements strip.svg rect hr-piece) -eq 30 && $(grep -o 关羽 strip.svg | wc -l) -eq 3 ]]
    huarong draw klotski 横刀立马 --metric move --solution --output solution.svg
    [[ $(elements solution.svg rect hr-square) -eq 82 && $(elements solution.svg rect hr-moved) -eq 81 ]]
    huarong draw klotski 横刀立马 --metric slide --solution --animate --output animation.svg
    [[ $(elements animation.svg rect hr-piece) -eq 10 && $(elements animation.svg animateTransform) -ge 9 ]]
    huarong draw tile:3x3 '8 6 7 2 5 4 3 0 1' --solution --animate --output tiles.svg
    [[ $(elements tiles.svg rect hr-piece) -eq 8 && $(elements tiles.svg animateTransform) -eq 8 ]]
    huarong draw blocks:century --output blocks.svg
    [[ $(elements blocks.svg rect hr-piece) -eq 10 ]]
}

@test "without labels, too, each tile is followed" {
    huarong draw tile:3x3 '1 2 3 4 0 5 6 7 8' --solution --labels none --output strip.svg # 14 moves
    [[ $(elements strip.svg rect hr-moved) -eq 14 && $(elements strip.svg text hr-label) -eq 0 ]]
    huarong draw tile:3x3 '1 2 3 4 0 5 6 7 8' --solution --animate --output labelled.svg
    huarong draw tile:3x3 '1 2 3 4 0 5 6 7 8' --solution --animate --labels none --output animation.svg
    [[ $(elements animation.svg text hr-label) -eq 0 ]]
    diff <(grep animateTransform labelled.svg) <(grep animateTransform animation.svg)
}

@test "the numbers of a tile state may be several arguments" {
    huarong draw tile:3x3 '1 2 3 4 5 6 7 0 8' --output quoted.svg
    huarong draw tile:3x3 1 2 3 4 5 6 7 0 8 --output split.svg
    cmp quoted.svg split.svg
    huarong draw tile:3x3 1 2 3 4 5 6 7 0 8 --solution --animate --output solved.svg
    [[ $(elements solved.svg animateTransform) -eq 1 ]]
    echo '1 2 3 4 5 6 7 0 8' >one
    echo '1 2 3 4 5 6 7 8 0' >other
    huarong draw tile:3x3 @one @other --output strip.svg
    [[ $(elements strip.svg rect hr-piece) -eq 16 ]]
}

@test "an animation ends where the solution does" {
    huarong draw klotski 横刀立马 --solution --animate --output animation.svg
    run -0 python3 - animation.svg <<'PYTHON'
import sys, xml.etree.ElementTree as tree
svg = '{http://www.w3.org/2000/svg}'
ends = {}
for group in tree.parse(sys.argv[1]).getroot().iter(svg + 'g'):
    moves = group.findall(svg + 'animateTransform')
    if len(moves) != 1:
        continue
    values, times = (moves[0].get(k).split(';') for k in ('values', 'keyTimes'))
    assert len(values) == len(times) and times[0] == '0' and times[-1] == '1'
    assert [float(t) for t in times] == sorted(float(t) for t in times)
    piece = group.find(svg + 'rect')
    x, y = values[-1].split()
    ends.setdefault(piece.get('class'), []).append((int(piece.get('x')) + int(x), int(piece.get('y')) + int(y)))
print(ends['hr-piece hr-square'])
PYTHON
    [[ $output == "[(42, 122)]" ]] # column 1, row 3
}

@test "the same bytes every time, in every theme" {
    for theme in auto light dark print; do
        huarong draw klotski 横刀立马 --solution --theme "$theme" --output "one.$theme.svg"
        COLUMNS=10 LC_ALL=C TZ=Asia/Shanghai huarong draw klotski 横刀立马 --solution --theme "$theme" >"two.$theme"
        cmp "one.$theme.svg" "two.$theme"
    done
    run -1 cmp -s one.light.svg one.dark.svg
}

@test "notations, in and out" {
    while read -r notation text; do
        [[ $(huarong draw klotski 横刀立马 --notation "$notation") == "$text" ]]
        [[ $(huarong draw klotski "$text" --read "$notation" --notation letters) == TXXTBXXBTLRTBooBo..o ]]
        [[ $(huarong draw klotski "$text" --notation letters) == TXXTBXXBTLRTBooBo..o ]]
    done <<'END'
letters TXXTBXXBTLRTBooBo..o
name 横刀立马
name-Hant 橫刀立馬
name-western Red Donkey
common 1A9BF0C00
common-cut 1A9BF0C
short 4WVE1
END
    [[ $(huarong draw klotski 横刀立马 --notation grid) == $'TXXT\nBXXB\nTLRT\nBooB\no..o' ]]
    [[ $(huarong draw tile:3x3 '8 6 7 2 5 4 3 0 1' --notation grid) == $'8 6 7\n2 5 4\n3 0 1' ]]
    [[ $(huarong draw blocks:rush:ooooooooooooAAoooooooooooooooooooooo --notation grid | sed -n 3p) == AA.... ]]
    [[ $(huarong draw klotski TXXTBXXBTLRTBooB.oo. --notation name) == - ]]
    [[ $(huarong solve klotski 4WVE1 --metric move | head -1) == "81 moves"* ]]
    [[ $(huarong draw klotski 11111 --read short --notation common) == 000000000 ]]
}

@test "all names in all scripts give the same boards" {
    while read -r name; do
        board=$(huarong draw klotski "$name" --notation letters)
        hant=$(huarong draw klotski "$name" --notation name-Hant)
        [[ $(huarong draw klotski "$hant" --notation letters) == "$board" ]]
        short=$(huarong draw klotski "$name" --notation short)
        [[ $(huarong draw klotski "$short" --read short --notation letters) == "$board" ]]
    done < <(cut -d, -f1 "$HR_SOURCE_DIR/tests/golden/klotski/openings.csv" | sed 1d)
}

@test "a picture has ten thousand boards, and no more" {
    local boards
    mapfile -t boards < <(yes XXXX.. | head -n 10000)
    huarong draw klotski:2x3 "${boards[@]}" --output strip.svg
    [[ $(grep -c '<g transform' strip.svg) -eq 10000 ]]
    run -2 --separate-stderr huarong draw klotski:2x3 "${boards[@]}" ..XXXX --output more.svg
    [[ $stderr == "huarong draw: a picture has at most 10000 boards, not 10001" && ! -e more.svg ]]
    [[ $(huarong draw klotski:2x3 "${boards[@]}" ..XXXX --notation letters | tail -n 1) == ..XXXX ]] # texts have no limit
}

@test "one of several ranks draws, and the others leave" {
    printf 'TXXTBXXBTLRTBooBo..o\n' >state
    ranks 3 draw klotski @state --solution --output ranks.svg
    cmp ranks.svg <(huarong draw klotski 横刀立马 --solution)
    cmp <(ranks 3 graph klotski:3x3 --format edges) <(huarong graph klotski:3x3 --format edges)
}

@test "a picture replaces a file with --force, and a full disk is told in one line" {
    echo old >old.svg
    huarong draw klotski 横刀立马 --output old.svg --force
    [[ $(elements old.svg svg) -eq 1 ]]
    run -4 --separate-stderr bash -c "'$HR_PROGRAM' draw klotski 横刀立马 --solution >/dev/full"
    [[ ${#stderr_lines[@]} -eq 1 ]]
}

@test "no text of a puzzle becomes an element" {
    mkdir '<script>alert(1)<'
    printf 'start: <&.\ngoal: .<&\n' >'<script>alert(1)</a"b.txt'
    huarong draw 'blocks:<script>alert(1)</a"b.txt' --output names.svg
    [[ $(elements names.svg script) -eq 0 && $(elements names.svg rect hr-piece) -eq 2 ]]
    [[ $(elements names.svg title) -eq 1 ]]
    run -1 grep -c '<script' names.svg
}
