#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong report: what the page's data say, and that the page is complete or absent. tests/browser looks at the page in a browser.

load ../helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    for metric in unit slide move; do
        huarong enumerate klotski:4x5 --from 横刀立马 --metric $metric --json --log $metric.log --table $metric.table >$metric.json
    done
    huarong openings klotski:4x4 --table openings.table --json >openings.json
    huarong solve klotski:4x5 横刀立马 --json >solve.json
    huarong solve tile:4x4 "5 1 2 3 9 6 7 4 13 10 11 8 0 14 15 12" --heuristic manhattan --json >tile.json
}

setup() { cd "$BATS_FILE_TMPDIR" || return 1; }

# data FILE: the page's data.
data() { sed -n 's/^<script id="data" type="application\/json">\(.*\)<\/script>$/\1/p' "$1"; }

# refused CODE MESSAGE ARGUMENTS…: one line says why, and there is no page.
refused() {
    run "-$1" --separate-stderr huarong report "${@:3}" --output refused.html
    [[ -z $output && $(wc -l <<<"$stderr") -eq 1 && $stderr == "huarong report: "*"$2"* ]] || { echo "$stderr" && return 1; }
    [[ -z $(find . -name 'refused.html*') ]]
}

@test "a page is one file that asks for nothing else" {
    run -0 --separate-stderr huarong report unit.json --output one.html
    [[ -z $output && -z $stderr ]]
    [[ $(grep -c '<script' one.html) -eq 2 && $(grep -c '</script>' one.html) -eq 2 ]]
    run -1 grep -nE 'src=|@import|url\(|https?://[^w]|fetch\(|XMLHttpRequest' one.html
    cmp one.html <(huarong report unit.json)
}

@test "a space has the states and distances of every metric, whichever input it comes from" {
    huarong report unit.table --output space.html
    data space.html >space.json
    [[ $(jq '.space.count' space.json) -eq 25955 && $(jq -r '.start' space.json) == TXXTBXXBTLRTBooBo..o ]]
    [[ $(jq -c '[.space.metrics[] | .metric]' space.json) == '["unit","slide","move"]' ]]
    [[ $(jq -c '.space' space.json | wc -c) -lt 200000 ]]
    [[ $(jq -c '[.names[][2]] | unique' space.json) == '[null]' ]] # the table's distances are those from its start
    for input in slide.table move.json solve.json; do
        huarong report $input --output other.html --force
        cmp <(jq -S .space space.json) <(data other.html | jq -S .space)
    done
}

@test "a puzzle needs no result" {
    huarong report klotski:4x5 --output puzzle.html
    huarong report unit.table --output result.html --force
    cmp <(data puzzle.html | jq -S '.space, .start, .puzzle') <(data result.html | jq -S '.space, .start, .puzzle')
    refused 2 "takes nothing else" klotski:4x5 unit.json
    refused 2 "takes nothing else" klotski:4x5 --follow
    refused 2 "leave out these options" unit.json --metric move
    refused 2 "unknown opening" klotski:4x5 --from nowhere
    refused 4 "cannot be opened" blocks:absent.txt
}

@test "all kinds of input stand on one page" {
    huarong report unit.json slide.table move.json solve.json unit.log --output all.html
    [[ $(data all.html | jq -c '[.inputs[] | .kind]') == '["enumerate","table","enumerate","solve","log"]' ]]
    [[ $(data all.html | jq '.inputs[4].data | length') -eq $(wc -l <unit.log) ]]
    [[ $(data all.html | jq '[.inputs[1].data.layers[]] | add') -eq 25955 ]]
    huarong report openings.json openings.table --output openings.html
    [[ $(data openings.html | jq '.inputs[0].data.sets | length') -gt 10 ]]
    huarong report tile.json --output tile.html
    [[ $(data tile.html | jq -c '[.kind, .space]') == '[{"name":"tile","drawn":false,"rules":"numbers"},null]' ]]
}

@test "a page begins where the first input with a position does" {
    huarong solve klotski:4x5 TXXTBXXBTLRTBooB.oo. --json >later.json
    huarong report unit.log solve.json later.json --output first.html --force
    [[ $(data first.html | jq -r .start) == TXXTBXXBTLRTBooBo..o ]]
    huarong report later.json solve.json unit.table --output later.html --force
    [[ $(data later.html | jq -r .start) == TXXTBXXBTLRTBooB.oo. ]]
    huarong solve tile:2x2 '2 1 3 0' --json >odd.json # no sequence of moves leads from there to the goal
    huarong solve tile:2x2 '1 2 0 3' --json >even.json
    huarong report odd.json even.json --output even.html
    [[ $(data even.html | jq -r .start) == '1 2 0 3' ]]
}

@test "names cannot end the script" {
    jq -c '.source = "</script><script>alert(1)</script>" | .engine = "<b>"' unit.json >'<script>alert(2)<script>.json'
    huarong report '<script>alert(2)<script>.json' --output escaped.html
    [[ $(grep -c '<script' escaped.html) -eq 2 && $(grep -c '</script>' escaped.html) -eq 2 ]]
    run -1 grep -F '<script>alert' escaped.html
    [[ $(data escaped.html | jq -r '.inputs[0].name') == '<script>alert(2)<script>.json' ]]
}

@test "the names of files need not be UTF-8" {
    cp unit.json $'caf\xe9.json'
    huarong report $'caf\xe9.json' --output name.html
    [[ $(data name.html | jq -r '.inputs[0].name') == $'caf\uFFFD.json' ]]
}

@test "the page names a file without its directories" {
    mkdir -p one/two
    cp unit.json one/two/result.json
    huarong report one/two/result.json "$PWD/unit.table" ./unit.log --output named.html
    [[ $(data named.html | jq -c '[.inputs[].name]') == '["result.json","unit.table","unit.log"]' ]]
}

@test "inputs with another goal or drawing do not share a page" {
    long_tier_only
    huarong enumerate klotski:4x5 --exit 0,0 --max-depth 2 --json >exit.json
    refused 2 "another goal" unit.json exit.json
    refused 2 "another goal" unit.table exit.json
    huarong enumerate tile:3x2 --goal "0 1 2 3 4 5" --json >goal.json
    huarong enumerate tile:3x2 --table goal.table --json >plain.json
    refused 2 "another goal" goal.table goal.json
    refused 2 "another goal" goal.table plain.json goal.json
    huarong report goal.table plain.json --output both.html
    printf 'start: ab/..\ngoal: ../.a\n' >first.txt
    printf 'start: bc/..\ngoal: ../.b\n' >second.txt
    for file in first second; do
        huarong enumerate blocks:$file.txt --table $file.table --json >$file.json
    done
    refused 2 "make a page for each" first.table second.json
}

@test "a result with members of other types is refused" {
    while read -r change; do
        jq -c "$change" unit.json >odd.json
        refused 4 "odd.json: " odd.json
    done <<'END'
{program, version, puzzle, metric, engine}
.layers = []
.layers = [[]]
.layers[0].states = "x"
.layers[0] = {}
.seconds = "x"
.command = "x"
.command = [7]
.source = 7
.hardest = "x"
.hardest.listed[0] = "x"
END
    jq -c '.positions = 7' solve.json >odd.json
    refused 4 '"positions"' odd.json
    jq -c 'del(.total)' openings.json >odd.json
    refused 4 '"total" is missing' odd.json
    jq -c 'del(.sets[0].histogram)' openings.json >odd.json
    refused 4 '"sets"' odd.json
    sed '3s/"seconds":[^,]*/"seconds":"x"/' unit.log >odd.log
    refused 4 '"seconds"' odd.log
}

@test "pieces that stand for each other are a group, whatever their letters" {
    printf 'start: abc/d../...\ngoal: .../.../..a\n' >alike.txt
    printf 'start: <<./*&"/..+\ngoal: ..*/.../...\ngate: + &*"<\n' >letters.txt
    for file in alike letters; do
        huarong enumerate blocks:$file.txt --json --table $file.table >/dev/null
        huarong report $file.table --output $file.html
    done
    [[ $(data alike.html | jq -c '[.space.groups[] | explode | sort | implode] | sort') == '["a","bcd"]' ]]
    [[ $(data letters.html | jq -c '[.space.groups[] | explode | sort | implode] | sort') == '["\"&","*","<"]' ]]
}

@test "a result of a drawn puzzle holds the drawing, so that it makes a page alone" {
    printf 'start: ab*/..+\ngoal: .../a..\ngate: + *\nfixed: b\n' >drawn.txt
    huarong enumerate blocks:drawn.txt --table drawn.table --json >drawn.json
    huarong solve blocks:drawn.txt --json >way.json
    huarong info drawn.table --json >info.json
    huarong report drawn.table --output table.html
    for input in drawn way info; do
        huarong report $input.json --output $input.html
        cmp <(data table.html | jq -S '.space, .puzzle') <(data $input.html | jq -S '.space, .puzzle')
    done
    huarong report drawn.json way.json info.json drawn.table --output together.html
    huarong enumerate "blocks:$(jq -r .drawing drawn.json)" --json >again.json
    [[ $(jq -c '[.layers[].fingerprint], .drawing' again.json) == "$(jq -c '[.layers[].fingerprint], .drawing' drawn.json)" ]]
    sed 's/fixed: b/fixed: \*/' drawn.txt >other.txt
    huarong enumerate blocks:other.txt --json >other.json
    refused 2 "make a page for each" drawn.json other.json
    jq '.drawing = "start: "' drawn.json >odd.json
    huarong report odd.json --output odd.html
    [[ $(data odd.html | jq -c .puzzle) == null ]]
}

@test "a log may be cut in its last line, and nowhere else" {
    head -c -30 unit.log >cut.log
    huarong report cut.log --output cut.html
    [[ $(data cut.html | jq '.inputs[0].data | length') -eq $(($(wc -l <unit.log) - 1)) ]]
    sed '3s/^.\{20\}/{/' unit.log >broken.log
    refused 4 "broken.log: line 3 is not an event" broken.log
}

@test "--follow writes the page until the run has ended" {
    { cat unit.log && head -n 5 unit.log; } >live.log # the run has ended, and gone on
    huarong report live.log slide.log --output live.html --follow 3>&- & # one of the runs goes on
    for _ in {1..100}; do
        [[ ! -s live.html ]] || break
        sleep 0.1
    done
    [[ $(data live.html | jq .follow) == true ]]
    sed 1,5d unit.log >>live.log
    wait $!
    [[ $(data live.html | jq -c '[.follow, (.inputs[0].data | length)]') == "[false,$(($(wc -l <unit.log) * 2))]" ]]
    run -2 --separate-stderr huarong report live.log --follow
    [[ $stderr == *"give --output FILE"* ]]
}

@test "--follow waits for a log that is absent, empty or cut in its first line" {
    long_tier_only
    page_has() { # what the page's data must say, within 20 seconds
        for _ in {1..200}; do
            [[ ! -s late.html || $(data late.html | jq -c '[.follow, (.inputs[0].data | length)]') != "$1" ]] || return 0
            sleep 0.1
        done
        return 1
    }
    huarong report late.log --output late.html --follow 2>late.err 3>&- &
    page_has '[true,0]'
    [[ $(<late.err) == "huarong report: waiting for late.log, in which there is nothing yet" ]]
    : >late.log
    head -c 30 unit.log >>late.log
    tail -c +31 unit.log | head -n 3 >>late.log
    page_has '[true,3]'
    sed 1,3d unit.log >>late.log
    wait $!
    [[ $(data late.html | jq -c '[.follow, (.inputs[0].data | length)]') == "[false,$(wc -l <unit.log)]" && $(wc -l <late.err) -eq 1 ]]
    head -c 30 unit.log >torn.log
    refused 4 "torn.log: cut off before its JSON ends" torn.log
    refused 4 "cannot be read" later.log
    : >nothing.log
    refused 4 nothing.log nothing.log
}

@test "what is no input is refused" {
    cp unit.table damaged.table
    printf '\x7f' | dd of=damaged.table bs=1 seek=40 conv=notrunc status=none
    refused 4 damaged.table damaged.table
    cp openings.table values.table
    printf '\x7f' | dd of=values.table bs=1 seek=$(($(stat -c %s values.table) - 9)) conv=notrunc status=none
    refused 4 "wrong checksum" values.table
    cp unit.table last.table
    printf '\x02' | dd of=last.table bs=1 seek=$(($(stat -c %s last.table) - 9)) conv=notrunc status=none
    refused 4 "wrong checksum" last.table
    truncate -s 65M large.json
    printf '{' | dd of=large.json conv=notrunc status=none
    refused 4 "too large" large.json
    rm large.json
    yes '' | head -c $((65 << 20)) >blank.json
    refused 4 "too large" blank.json
    rm blank.json
}

@test "a page is replaced only with --force, and never an input" {
    echo mine >old.html
    run -4 --separate-stderr huarong report unit.json --output old.html
    [[ $stderr == *"already exists"*--force* && $(cat old.html) == mine ]]
    huarong report unit.json --output old.html --force
    [[ $(wc -c <old.html) -gt 100000 ]]
    run -2 --separate-stderr huarong report unit.json slide.json --output slide.json --force
    [[ $stderr == *"are the same file"* ]]
    run -2 --separate-stderr huarong report unit.json --output unit.json --force
    [[ $stderr == *"are the same file"* ]]
    run -2 --separate-stderr huarong report unit.json --output page.pdf
    [[ $stderr == "huarong report: a page is HTML: give --output a name that ends with .html, not .pdf" ]]
    [[ $(jq .states slide.json) -eq 25955 ]]
}

@test "a full disk leaves no page" {
    run -4 --separate-stderr bash -c 'ulimit -f 64; exec "$@"' bash "$HR_PROGRAM" report unit.json --output full.html
    [[ $stderr == "huarong report: full.html: cannot write: "* && -z $(find . -name 'full.html*') ]]
}

@test "all openings of a table are on the page in every metric, also those that cannot be solved" {
    cd "$BATS_TEST_TMPDIR" || return
    huarong openings klotski:3x4 --table t -q
    huarong report t --output all.html
    data all.html >all.json
    [[ $(jq .space.count all.json) -eq $(huarong info t --json | jq .entries) ]]
    for metric in unit slide move; do
        huarong openings klotski:3x4 --metric "$metric" --json | jq .total.max_distance
    done >greatest
    diff greatest <(jq '.space.metrics[].greatest' all.json)
    jq -e '.start == null and (has("ways") | not) and .inputs[0].data.unreached > 0' all.json
}

@test "of a table that is too large for a page there are the ways from its hardest states" {
    cd "$BATS_TEST_TMPDIR" || return
    huarong openings klotski:4x4 --table t --json --hardest 64 >result
    huarong report t --output large.html
    data large.html >large.json
    jq -e 'has("space") | not' large.json
    jq -e --slurpfile result result '$result[0].total as $total | .ways.unit as $ways
        | all($ways[]; length == $total.max_distance + 1) and [$ways[][0]] == [$total.hardest.listed[].state]' large.json
}
