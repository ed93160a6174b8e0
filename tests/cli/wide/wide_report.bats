#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Pages about states with 128 bits: they have what pages about 64 bits have.

# shellcheck disable=SC2154 # bats sets stderr

load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    draw_comb comb.txt
}

# data FILE: the page's data.
data() { sed -n 's/^<script id="data" type="application\/json">\(.*\)<\/script>$/\1/p' "$1"; }

@test "pages of both widths are the same but for the table's size" {
    local puzzle=blocks:red-donkey metric=move
    huarong enumerate "$puzzle" --metric $metric --table narrow --quiet --json >result.json
    wide enumerate "$puzzle" --metric $metric --table wide.table --quiet
    huarong solve "$puzzle" --metric $metric --json >solve.json
    cp narrow all.table
    huarong report all.table solve.json result.json --output narrow.html
    cp wide.table all.table
    run -0 --separate-stderr wide report all.table solve.json result.json --output wide.html
    [[ -z $output && -z $stderr ]]
    data narrow.html | jq -S 'del(.inputs[0].data.file_bytes) | .inputs[0].data.hardest |= sort | .ways |= length' >narrow.json
    data wide.html | jq -S 'del(.inputs[0].data.file_bytes) | .inputs[0].data.hardest |= sort | .ways |= length' >wide.json
    cmp narrow.json wide.json
    [[ $(jq '.space.count' wide.json) -eq 25955 && $(jq -c '[.space.metrics[].metric]' wide.json) == '["unit","slide","move"]' ]]
    cmp <(sed '/^<script id="data"/d' narrow.html) <(sed '/^<script id="data"/d' wide.html)
}

@test "a page of a puzzle that needs more than 64 bits has its space, from a table and from results" {
    local input
    huarong enumerate blocks:comb.txt --table comb.table --json --quiet --log comb.log >comb.json
    huarong info comb.table --json >info.json
    huarong solve blocks:comb.txt --json --quiet >solve.json
    huarong report comb.table --output table.html
    data table.html | jq -c .space >space
    [[ $(jq .count space) -eq 12012 && $(data table.html | jq -r .start) == *abcdefghijklmnopqrst. ]]
    for input in comb.json solve.json; do
        huarong report "$input" --output result.html --force
        data result.html | jq -c .space | cmp space -
    done
    huarong report comb.log comb.json comb.table solve.json info.json --output all.html
    [[ $(data all.html | jq -c '[.inputs[].kind]') == '["log","enumerate","table","solve","table"]' ]]
    data all.html | jq -c .space | cmp space -
    [[ $(data all.html | jq -c '[([.inputs[2].data.layers[]] | add), .inputs[3].data.positions[0].length]') == '[12012,20]' ]]
    # A log does not say which states these are.
    huarong report comb.log --output log.html
    [[ $(data log.html | jq -c '[.kind.name, .space, (.inputs[0].data | length > 3)]') == '["blocks",null,true]' ]]
}

@test "a large table with 128 bits has ways instead of its space" {
    long_tier_only
    sed -i '/^horizontal/s/qr$//' comb.txt
    huarong enumerate blocks:comb.txt --from '##################.../.abcdefghijklmnopqrst' --table large.table --json --quiet >large.json
    huarong report large.table --output large.html
    data large.html >page
    [[ $(jq -c '[.space, (.rules.groups | length), (.ways.unit | length)]' page) == '[null,20,8]' ]] # from the start, too
    [[ $(jq -c '[.hardest.count, .hardest.depth]' large.json) == "[7,$(jq -c '.ways.unit[:7] | map(length - 1) | unique[]' page)]" ]]
    [[ $(jq -r '[.ways.unit[][-1]] | unique[]' page) == *"/.abcdefghijklmnopqrst" ]]
}

@test "a page that is written again may turn out to be about states of 128 bits" {
    huarong enumerate blocks:comb.txt --json --quiet >result.json
    jq -nc '{event: "start", puzzle: "blocks:21x2", engine: "frontier"}' >run.log
    timeout 60 "$HR_PROGRAM" report run.log comb.json --follow --output page.html 2>notes &
    until [[ -s page.html ]]; do sleep 0.1; done
    data page.html | jq -e '.follow and .space == null'
    mv result.json comb.json
    jq -nc '{event: "end", stop: "complete"}' >>run.log
    wait $!
    data page.html | jq -e '.follow == false and .space.count == 12012'
    [[ $(<notes) == "huarong report: waiting for comb.json, in which there is nothing yet" ]]
}

@test "inputs about states of both widths do not share a page" {
    huarong enumerate blocks:comb.txt --table comb.table --json --quiet >comb.json
    huarong enumerate blocks:ma --table narrow.table --json --quiet >narrow.json
    run -2 --separate-stderr huarong report comb.table narrow.table --output page.html
    [[ -z $output && $stderr == "huarong report: narrow.table is about blocks:5x5, and the file before about blocks:21x2: make a page for each" ]]
    run -2 --separate-stderr huarong report comb.table narrow.json --output page.html
    [[ $stderr == "huarong report: narrow.json is about blocks:5x5, and the file before about blocks:21x2: make a page for each" ]]
    run -2 --separate-stderr huarong report narrow.json comb.table --output page.html
    [[ $(wc -l <<<"$stderr") -eq 1 && $stderr == "huarong report: comb.table is about "*": make a page for each" ]]
    cp comb.table bad
    printf '\1' | dd of=bad bs=1 seek=70007 conv=notrunc status=none
    run -4 --separate-stderr huarong report bad --output page.html
    [[ $stderr == "huarong report: bad: damaged: wrong checksum of chunk "* ]]
    [[ ! -e page.html ]]
    : >there
    run -4 --separate-stderr huarong report comb.table --output there
    [[ $stderr == "huarong report: "*"there"* && ! -s there ]]
}
