#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong play: the page of report in one command, and who opens it.

load ../helper

setup() { cd "$BATS_TEST_TMPDIR" || return 1; }

# The folder of a desktop that notes what it is to open, and talks.
desktop() {
    mkdir bin
    printf '#!/bin/sh\necho noise\nprintf "%%s\\n" "$@" >>%q\n' "$PWD/opened" >bin/xdg-open
    chmod +x bin/xdg-open
    export PATH=$PWD/bin:$PATH
}

@test "a puzzle and a state make the page of report, which replaces the one before" {
    unset DISPLAY WAYLAND_DISPLAY
    huarong report klotski --from 水泄不通 --output report.html
    huarong play tile:2x2
    run -0 --separate-stderr huarong play klotski 水泄不通
    [[ $output == "$(realpath huarong.html)" && -z $stderr ]]
    cmp huarong.html report.html
    run -0 --separate-stderr huarong play klotski 水泄不通 --output other.html --quiet
    [[ -z $output && -z $stderr ]]
    cmp other.html report.html
    run -4 --separate-stderr huarong play klotski --output other.html
    [[ $stderr == *"already exists"*--force* ]]
}

@test "only a page is replaced" {
    huarong enumerate tile:2x2 --table huarong.html --quiet >layers
    cp huarong.html t
    for input in tile:2x2 huarong.html; do
        run -4 --separate-stderr huarong play "$input"
        [[ $stderr == *"huarong.html"*"already exists"* ]]
        cmp huarong.html t
    done
    huarong play tile:2x2 --output huarong.html --force
    huarong play tile:2x2
}

@test "a table or a result makes its page" {
    huarong enumerate tile:2x2 --table t --json >result.json
    for input in t result.json; do
        huarong report "$input" --output report.html --force
        huarong play "$input"
        cmp huarong.html report.html
    done
    run -2 --separate-stderr huarong play t '1 2 3 0'
    [[ $stderr == "huarong play: a file has its metric, start, goal and exit: "* ]]
}

@test "the page opens where there is a screen, and only there" {
    desktop
    unset DISPLAY WAYLAND_DISPLAY
    huarong play tile:2x2 --output none.html
    for screen in DISPLAY WAYLAND_DISPLAY; do
        run -0 --separate-stderr env "$screen=:0" "$HR_PROGRAM" play tile:2x2 --output "./-$screen.html"
        [[ $output == "$PWD/-$screen.html" && -z $stderr ]]
    done
    for _ in {1..100}; do
        [[ ! -s opened || $(wc -l <opened) -lt 2 ]] || break
        sleep 0.1
    done
    [[ $(sort opened) == "$(printf '%s\n' "$PWD/-DISPLAY.html" "$PWD/-WAYLAND_DISPLAY.html")" ]]
    rm bin/xdg-open
    PATH=$PWD/bin DISPLAY=:0 "$HR_PROGRAM" play tile:2x2 --output alone.html
    run -2 --separate-stderr huarong play tile:2x2 --output page.pdf
    run -2 --separate-stderr huarong play klotski nowhere
    [[ $stderr == "huarong play: "*nowhere* && $(wc -l <opened) -eq 2 ]]
}
