#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The whole data of pages that report makes of small inputs, and its refusals.

load whole

# data ARGUMENTS…: the data of the page of these inputs.
data() (
    set -o pipefail
    huarong report "$@" | sed -n 's/^<script id="data" type="application\/json">\(.*\)<\/script>$/\1/p'
)

@test "a table, a result and a log of one puzzle" {
    huarong enumerate tile:2x2 --out t --json --log log >result
    says data t <<'END'
{"version":"V","follow":false,"inputs":[{"name":"t","kind":"table","data":{"puzzle":"tile:2x2","metric":"unit","source":"1 2 3 0","goal":"1 2 3 0","layers":[1,2,2,2,2,2,1],"hardest":["0 3 2 1"],"states":12,"unreached":0,"file_bytes":4108}}],"kind":{"name":"tile","drawn":false,"rules":"numbers"},"puzzle":{"spec":"tile:2x2","goal":"1 2 3 0","width":2,"height":2,"metrics":["unit","slide"]},"start":"1 2 3 0","names":[],"aliases":[],"space":{"count":12,"symbols":"0123","prefix_bits":3,"symbol_bits":2,"states":"A8ZzyE4xrBDnFIMkpKA=","metrics":[{"distances":"SxIdlcA=","metric":"unit","greatest":6,"bits":3},{"distances":"SxIdlcA=","metric":"slide","greatest":6,"bits":3}]}}
END
    says data result t <<'END'
{"version":"V","follow":false,"inputs":[{"name":"result","kind":"enumerate","data":{"program":"huarong","version":"V","puzzle":"tile:2x2","metric":"unit","command":["huarong","enumerate","tile:2x2","--out","t","--json","--log","log"],"source":"1 2 3 0","goal":"1 2 3 0","symmetry_order":2,"engine":"frontier","ranks":1,"complete":true,"stop":"none","states":12,"canonical":7,"depth":6,"first_solved":null,"layers":[{"depth":0,"states":1,"canonical":1,"solved":1,"fingerprint":"6354956455451e25","seconds":S,"bytes_sent":0},{"depth":1,"states":2,"canonical":1,"solved":0,"fingerprint":"606c8d7cd892630e","seconds":S,"bytes_sent":0},{"depth":2,"states":2,"canonical":1,"solved":0,"fingerprint":"4e03e5d57c72d41d","seconds":S,"bytes_sent":0},{"depth":3,"states":2,"canonical":1,"solved":0,"fingerprint":"a691a15cf7da9fa2","seconds":S,"bytes_sent":0},{"depth":4,"states":2,"canonical":1,"solved":0,"fingerprint":"1268c9447244cecd","seconds":S,"bytes_sent":0},{"depth":5,"states":2,"canonical":1,"solved":0,"fingerprint":"1aaf4e2ba67e3b9c","seconds":S,"bytes_sent":0},{"depth":6,"states":1,"canonical":1,"solved":0,"fingerprint":"2e1155a081f135b5","seconds":S,"bytes_sent":0}],"hardest":{"depth":6,"count":1,"listed":[{"state":"0 3 2 1","code":null}]},"table":true,"seconds":S,"peak_memory":M,"scratch_read":0,"scratch_written":0}},{"name":"t","kind":"table","data":{"puzzle":"tile:2x2","metric":"unit","source":"1 2 3 0","goal":"1 2 3 0","layers":[1,2,2,2,2,2,1],"hardest":["0 3 2 1"],"states":12,"unreached":0,"file_bytes":4108}}],"kind":{"name":"tile","drawn":false,"rules":"numbers"},"puzzle":{"spec":"tile:2x2","goal":"1 2 3 0","width":2,"height":2,"metrics":["unit","slide"]},"start":"1 2 3 0","names":[],"aliases":[],"space":{"count":12,"symbols":"0123","prefix_bits":3,"symbol_bits":2,"states":"A8ZzyE4xrBDnFIMkpKA=","metrics":[{"distances":"SxIdlcA=","metric":"unit","greatest":6,"bits":3},{"distances":"SxIdlcA=","metric":"slide","greatest":6,"bits":3}]}}
END
    says data log <<'END'
{"version":"V","follow":false,"inputs":[{"name":"log","kind":"log","data":[{"event":"start","time":"S","puzzle":"tile:2x2","engine":"frontier","ranks":1,"node_limit":M,"node_limit_source":"M"},{"event":"layer","time":"S","seconds":S,"duration":S,"states":1,"canonical":1,"total":1,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":0},{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":3,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":1},{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":5,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":2},{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":7,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":3},{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":9,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":4},{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":11,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":5},{"event":"layer","time":"S","seconds":S,"duration":S,"states":1,"canonical":1,"total":12,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":6},{"event":"end","time":"S","stop":"none","layers":7,"total":12,"seconds":S,"memory":M}]}],"kind":{"name":"tile","drawn":false,"rules":"numbers"},"puzzle":{"spec":"tile:2x2","goal":"1 2 3 0","width":2,"height":2,"metrics":["unit","slide"]},"start":null,"names":[],"aliases":[],"rules":{}}
END
}

@test "Klotski: a table, openings and a solution" {
    huarong openings klotski:2x3 --json --out k >all.json
    huarong solve klotski:2x3 XXXX.. --json >solution
    says data k <<'END'
{"version":"V","follow":false,"inputs":[{"name":"k","kind":"table","data":{"puzzle":"klotski:2x3","metric":"unit","source":null,"goal":"2x2 at 0,1","layers":[1,1],"hardest":["XXXX.."],"states":2,"unreached":0,"file_bytes":4098}}],"kind":{"name":"klotski","drawn":false,"rules":"letters"},"puzzle":{"spec":"klotski:2x3","goal":"2x2 at 0,1","width":2,"height":3,"metrics":["unit","slide","move"]},"start":null,"names":[],"aliases":[],"space":{"count":2,"symbols":".X","prefix_bits":2,"symbol_bits":1,"states":"CQA=","metrics":[{"distances":"EA==","metric":"unit","greatest":1,"bits":2},{"distances":"EA==","metric":"slide","greatest":1,"bits":2},{"distances":"EA==","metric":"move","greatest":1,"bits":2}]}}
END
    says data all.json <<'END'
{"version":"V","follow":false,"inputs":[{"name":"all.json","kind":"openings","data":{"program":"huarong","version":"V","puzzle":"klotski:2x3","metric":"unit","command":["huarong","openings","klotski:2x3","--json","--out","k"],"goal":"2x2 at 0,1","pieces":"all piece sets","ranks":1,"complete":true,"stop":"none","families":1,"families_done":1,"piece_sets":1,"total":{"openings":2,"solved":1,"solvable":2,"unsolvable":0,"components":1,"components_solvable":1,"largest_component":2,"max_distance":1,"mean_distance":0.5,"histogram":[1,1],"hardest":{"distance":1,"count":1,"listed":[{"state":"XXXX..","code":null}]},"mirror":{"openings":2,"solved":1,"solvable":2,"unsolvable":0,"components":1,"components_solvable":1,"histogram":[1,1]}},"sets":[{"horizontals":0,"verticals":0,"singles":0,"openings":2,"solved":1,"solvable":2,"unsolvable":0,"components":1,"components_solvable":1,"largest_component":2,"max_distance":1,"mean_distance":0.5,"histogram":[1,1],"hardest":{"distance":1,"count":1,"listed":[{"state":"XXXX..","code":null}]},"mirror":{"openings":2,"solved":1,"solvable":2,"unsolvable":0,"components":1,"components_solvable":1,"histogram":[1,1]}}],"seconds":{"frames":S,"expand":S,"mark":S,"components":S,"hardest":S,"keep":S,"combine":S,"table":S,"total":S},"peak_memory":M}}],"kind":{"name":"klotski","drawn":false,"rules":"letters"},"puzzle":{"spec":"klotski:2x3","goal":"2x2 at 0,1","width":2,"height":3,"metrics":["unit","slide","move"]},"start":null,"names":[],"aliases":[],"rules":{}}
END
    says data solution <<'END'
{"version":"V","follow":false,"inputs":[{"name":"solution","kind":"solve","data":{"program":"huarong","version":"V","puzzle":"klotski:2x3","metric":"unit","command":["huarong","solve","klotski:2x3","XXXX..","--json"],"goal":"2x2 at 0,1","algorithm":"layers","heuristic":"none","ranks":1,"positions":[{"number":1,"state":"XXXX..","code":null,"outcome":"solved","length":1,"lower_bound":1,"nodes":2,"states":2,"seconds":S,"moves":"2x2 from 0,0 to 0,1"}],"seconds":S}}],"kind":{"name":"klotski","drawn":false,"rules":"letters"},"puzzle":{"spec":"klotski:2x3","goal":"2x2 at 0,1","width":2,"height":3,"metrics":["unit","slide","move"]},"start":"XXXX..","names":[],"aliases":[],"space":{"count":2,"symbols":".X","prefix_bits":2,"symbol_bits":1,"states":"CQA=","metrics":[{"distances":"EA==","metric":"unit","greatest":1,"bits":2},{"distances":"EA==","metric":"slide","greatest":1,"bits":2},{"distances":"EA==","metric":"move","greatest":1,"bits":2}]}}
END
}

@test "drawn puzzles: gates, fixed pieces, and positions that have no solution" {
    printf 'start: ab*/..+\ngoal: .../a..\ngate: + *\nfixed: b\n' >drawn
    huarong enumerate blocks:drawn --json >result
    says data result <<'END'
{"version":"V","follow":false,"inputs":[{"name":"result","kind":"enumerate","data":{"program":"huarong","version":"V","puzzle":"blocks:3x2","metric":"unit","command":["huarong","enumerate","blocks:drawn","--json"],"drawing":"start: ab*/..+;goal: .../a..;fixed: b;gate: + *","source":"ab*/..+","goal":"a at 0,1","symmetry_order":1,"engine":"frontier","ranks":1,"complete":true,"stop":"none","states":9,"canonical":9,"depth":3,"first_solved":{"depth":1,"states":1,"states_before":1},"layers":[{"depth":0,"states":1,"canonical":1,"solved":0,"fingerprint":"ca22290ad95e7178","seconds":S,"bytes_sent":0},{"depth":1,"states":2,"canonical":2,"solved":1,"fingerprint":"943f8f661eea4812","seconds":S,"bytes_sent":0},{"depth":2,"states":3,"canonical":3,"solved":1,"fingerprint":"a58ac8b55c2c302d","seconds":S,"bytes_sent":0},{"depth":3,"states":3,"canonical":3,"solved":1,"fingerprint":"8198c2e24c8f441c","seconds":S,"bytes_sent":0}],"hardest":{"depth":3,"count":3,"listed":[{"state":"ab./*.+","code":null},{"state":".b./a*+","code":null},{"state":".b./.a*","code":null}]},"table":null,"seconds":S,"peak_memory":M,"scratch_read":0,"scratch_written":0}}],"kind":{"name":"blocks","drawn":true,"rules":"drawing"},"puzzle":{"spec":"blocks:3x2","goal":"a at 0,1","width":3,"height":2,"metrics":["unit","slide","move"]},"start":"ab*/..+","names":[],"aliases":[],"space":{"count":9,"symbols":"*+.ab","prefix_bits":3,"symbol_bits":3,"states":"CgTLaKSYbBiAcCRSCLQMQA==","metrics":[{"distances":"RBlA","metric":"unit","greatest":2,"bits":2},{"distances":"RBlA","metric":"slide","greatest":2,"bits":2},{"distances":"RBlA","metric":"move","greatest":2,"bits":2}],"groups":["b","*","a"],"exit":[3]}}
END
    printf 'start: ab.\ngoal: b..\n' >none
    huarong solve blocks:none --json >unsolvable
    says data unsolvable <<'END'
{"version":"V","follow":false,"inputs":[{"name":"unsolvable","kind":"solve","data":{"program":"huarong","version":"V","puzzle":"blocks:3x1","metric":"unit","command":["huarong","solve","blocks:none","--json"],"drawing":"start: ab.;goal: b..","goal":"b at 0,0","algorithm":"layers","heuristic":"none","ranks":1,"positions":[{"number":1,"state":"ab.","code":null,"outcome":"unsolvable","nodes":3,"states":3,"seconds":S}],"seconds":S}}],"kind":{"name":"blocks","drawn":true,"rules":"drawing"},"puzzle":{"spec":"blocks:3x1","goal":"b at 0,0","width":3,"height":1,"metrics":["unit","slide","move"]},"start":"ab.","names":[],"aliases":[],"space":{"count":3,"symbols":".ab","prefix_bits":2,"symbol_bits":2,"states":"BhJg","metrics":[{"distances":"4A==","metric":"unit","greatest":null,"bits":1},{"distances":"4A==","metric":"slide","greatest":null,"bits":1},{"distances":"4A==","metric":"move","greatest":null,"bits":1}],"groups":["a","b"],"exit":[0]}}
END
}

@test "inputs that make no page" {
    echo '{"program":"huarong","layers":[]}' >nameless
    tells 4 report nameless <<'END'
! huarong report: nameless: not a result that a page shows: take the JSON of enumerate, openings, solve or info
END
    echo '{"event":"start"}' >start
    tells 4 report start <<'END'
! huarong report: start does not say which puzzle it is about
END
    huarong enumerate tile:2x2 --out t -q
    huarong enumerate tile:2x3 --out u -q
    tells 2 report t u <<'END'
! huarong report: u is about tile:2x3, and the file before about tile:2x2: make a page for each
END
    tells 4 report missing <<'END'
! huarong report: missing: cannot be read: No such file or directory
END
    tells 4 report . <<'END'
! huarong report: .: cannot be read: Is a directory
END
    tells 2 report <<'END'
! huarong report: an argument is missing: usage is 'huarong report INPUT... [OPTION]...'
END
    : >empty
    tells 4 report empty <<'END'
! huarong report: empty: neither a table, a result in JSON nor a log of huarong
END
    tells 2 report t t t t t t t t t t t t t t t t t t t t t t t t t t t t t t t t t <<'END'
! huarong report: a page shows at most 32 files
END
}

@test "all openings of a table are on the page in every metric, also those that cannot be solved" {
    huarong openings klotski:3x4 --out t -q
    data t >all.json
    [[ $(jq .space.count all.json) -eq $(huarong info t --json | jq .entries) ]]
    for metric in unit slide move; do
        huarong openings klotski:3x4 --metric "$metric" --json | jq .total.max_distance
    done >greatest
    diff greatest <(jq '.space.metrics[].greatest' all.json)
    jq -e '.start == null and (has("ways") | not) and .inputs[0].data.unreached > 0' all.json
}

@test "of a table that is too large for a page there are the ways from its hardest states" {
    huarong openings klotski:4x4 --out t --json --hardest 64 >result
    data t >large.json
    jq -e 'has("space") | not' large.json
    jq -e --slurpfile result result '$result[0].total as $total | .ways_metric == "unit"
        and all(.ways[]; length == $total.max_distance + 1) and [.ways[][0]] == [$total.hardest.listed[].state]' large.json
}
