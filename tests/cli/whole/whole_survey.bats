#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Whole outputs of survey, heuristics, cache, random and plan.

load whole

# plan ARGUMENTS…: what it plans, without what it has measured.
plan() (
    set -o pipefail
    HR_WHOLE_MEASURE=1 quick_plan "$@" | sed -E 's/"(rate(_low|_high|_runs)?|processor_share|compute_seconds|seconds(_low|_high)?)": *[0-9][0-9.e+-]*/"\1":"R"/g; s/^(Rate  *)[0-9.]+( thousand| million| billion)? /\1R /; s/[0-9.]+( thousand| million| billion)? and [0-9.]+( thousand| million| billion)? in [3-9] short/R and R in N short/; s/[0-9.]+ s\>/S s/g'
)

@test "survey: text, JSON and CSV" {
    printf 'start: a.b; goal: b.a\n\nstart: a..; goal: ..a\nstart: ab.; goal: .ba\n' >lines
    tells 0 survey lines <<'END'
start: a.b; goal: b.a	unsolvable	3
start: a..; goal: ..a	2	3
start: ab.; goal: .ba	unsolvable	3
! huarong survey: 3 positions, 2 moves, 9 states in S s
! huarong survey: unsolvable positions: 2
! huarong survey: metric unit (each cell counts); with slide or move a longer way counts once
END
    tells 0 survey lines --json --metric slide <<'END'
{"program":"huarong","version":"V","puzzle":"blocks","metric":"slide","command":["huarong","survey","lines","--json","--metric","slide"],"ranks":1,"positions":[
{"number":1,"board":"start: a.b; goal: b.a","outcome":"unsolvable","states":3,"complete":true,"stop":"none","depth":1,"seconds":S}
,{"number":2,"board":"start: a..; goal: ..a","outcome":"solved","length":1,"lower_bound":1,"states":3,"complete":true,"stop":"none","depth":1,"seconds":S}
,{"number":3,"board":"start: ab.; goal: .ba","outcome":"unsolvable","states":3,"complete":true,"stop":"none","depth":2,"seconds":S}
],"seconds":S}
END
    tells 0 survey lines --csv <<'END'
id,board,outcome,length,lower_bound,states,complete,depth,seconds
1,"start: a.b; goal: b.a",unsolvable,,,3,true,1,S
2,"start: a..; goal: ..a",solved,2,2,3,true,2,S
3,"start: ab.; goal: .ba",unsolvable,,,3,true,2,S
END
    tells 3 survey lines --max-states 2 <<'END'
start: a.b; goal: b.a	>=2	>=3
start: a..; goal: ..a	>=2	>=2
start: ab.; goal: .ba	>=2	>=2
! huarong survey: 3 positions, 0 moves, 7 states in S s
! huarong survey: metric unit (each cell counts); with slide or move a longer way counts once
! huarong survey: stopped at the number of states asked for, with 3 of 3 positions not searched to the end; their numbers are lower bounds
END
    tells 3 survey lines --max-states 2 --json-lines <<'END'
{"number":1,"board":"start: a.b; goal: b.a","outcome":"limit","length":null,"lower_bound":2,"states":3,"complete":false,"stop":"max-states","depth":1,"seconds":S}
{"number":2,"board":"start: a..; goal: ..a","outcome":"limit","length":null,"lower_bound":2,"states":2,"complete":false,"stop":"max-states","depth":1,"seconds":S}
{"number":3,"board":"start: ab.; goal: .ba","outcome":"limit","length":null,"lower_bound":2,"states":2,"complete":false,"stop":"max-states","depth":1,"seconds":S}
! huarong survey: stopped at the number of states asked for, with 3 of 3 positions not searched to the end; their numbers are lower bounds
END
    tells 3 survey lines --max-states 2 --csv <<'END'
id,board,outcome,length,lower_bound,states,complete,depth,seconds
1,"start: a.b; goal: b.a",limit,,2,3,false,1,S
2,"start: a..; goal: ..a",limit,,2,2,false,1,S
3,"start: ab.; goal: .ba",limit,,2,2,false,1,S
! huarong survey: stopped at the number of states asked for, with 3 of 3 positions not searched to the end; their numbers are lower bounds
END
    printf 'start: a.b; goal: b.a\nstart: a...; goal: ..a\n' >open
    tells 0 survey open --until solved <<'END'
start: a.b; goal: b.a	unsolvable	3
start: a...; goal: ..a	2	>=3
! huarong survey: 2 positions, 2 moves, 6 states in S s
! huarong survey: unsolvable positions: 1
! huarong survey: metric unit (each cell counts); with slide or move a longer way counts once
END
    tells 0 survey open --until solved --json-lines --quiet <<'END'
{"number":1,"board":"start: a.b; goal: b.a","outcome":"unsolvable","states":3,"complete":true,"stop":"none","depth":1,"seconds":S}
{"number":2,"board":"start: a...; goal: ..a","outcome":"solved","length":2,"lower_bound":2,"states":3,"complete":false,"stop":"solved","depth":2,"seconds":S}
END
    tells 0 survey open --until solved --csv --quiet <<'END'
id,board,outcome,length,lower_bound,states,complete,depth,seconds
1,"start: a.b; goal: b.a",unsolvable,,,3,true,1,S
2,"start: a...; goal: ..a",solved,2,2,3,false,2,S
END
    tells 2 survey open --until solve <<'END'
! huarong survey: --until: 'solve' is not an event: use solved
END
    printf 'start: a..; goal: ..a\nnothing\nstart: a..; goal:\n' >mixed
    tells 2 survey mixed <<'END'
! huarong survey: mixed, line 2: character 1: a Rush Hour board has 36 characters, this one has 7
END
    tells 2 survey mixed --keep-going <<'END'
start: a..; goal: ..a	2	3
! huarong survey: mixed, line 2: character 1: a Rush Hour board has 36 characters, this one has 7
! huarong survey: mixed, line 3: column 8: the puzzle has no goal: draw one after 'goal:', or write 'exit: LETTER SIDE'
! huarong survey: 1 position, 2 moves, 3 states in S s
! huarong survey: metric unit (each cell counts); with slide or move a longer way counts once
! huarong survey: 2 of 3 texts are not positions and were skipped
END
    tells 4 survey missing <<'END'
! huarong survey: 'missing' cannot be opened: No such file or directory
END
    : >empty
    tells 2 survey empty <<'END'
! huarong survey: there is no position to survey: a line of the input is a puzzle
END
    tells 2 survey lines --json --csv <<'END'
! huarong survey: --json and --csv exclude each other: give one of them
END
    tells 2 survey lines --json-lines --csv <<'END'
! huarong survey: --json-lines and --csv exclude each other: give one of them
END
}

@test "heuristics: text, JSON and CSV" {
    tells 0 heuristics tile:3x3 --count 5 --solve <<'END'
5 positions of tile:3x3
distances of 5: mean 20.80, least 13, most 28

heuristic            mean  least   most    exact     memory    made in
manhattan           12.40     11     14   0.00 %          - S s
conflict            14.40     11     17   0.00 %          - S s
walking             15.60     13     18  20.00 %          - S s
END
    tells 0 heuristics tile:3x3 --count 5 --solve --heuristic manhattan --json <<'END'
{"program":"huarong","version":"V","puzzle":"tile:3x3","metric":"unit","goal":"1 2 3 4 5 6 7 8 0","positions":5,"unsolvable":0,"distances":{"values":[[13,1],[17,1],[21,1],[25,1],[28,1]],"mean":20.8,"least":13,"most":28,"positions":5},"heuristics":[{"heuristic":"manhattan","values":[[11,2],[13,2],[14,1]],"mean":12.4,"least":11,"most":14,"exact":0,"memory":0,"seconds":S}]}
END
    tells 0 heuristics tile:3x3 --count 5 --csv <<'END'
value,manhattan,conflict,walking,distance
11,2,2,0,
12,0,0,0,
13,2,0,2,
14,1,0,0,
15,0,0,0,
16,0,1,0,
17,0,2,2,
18,0,0,1,
END
    tells 0 heuristics tile:2x3 --count 3 --heuristic 3-2 --csv --no-cache <<'END'
value,3-2,distance
4,1,
5,0,
6,1,
7,0,
8,0,
9,0,
10,0,
11,0,
12,0,
13,1,
END
    tells 0 heuristics tile:2x3 --count 3 --heuristic 3-2 --no-mirror <<'END'
3 positions of tile:2x3

heuristic            mean  least   most    exact     memory    made in
3-2                  7.67      4     13        -   4.28 KiB S s
END
    tells 0 heuristics tile:2x3 --count 3 --heuristic 3-2 <<'END'
3 positions of tile:2x3

heuristic            mean  least   most    exact     memory    made in
3-2                  7.67      4     13        -   4.28 KiB S s
END
    huarong enumerate tile:2x3 --out t -q
    printf '%s\n' '5 4 3 2 1 0' '1 2 3 4 5 0' '2 1 3 4 5 0' '1 2 3 4 0 5' >positions
    tells 0 heuristics tile:2x3 --positions positions --table t <<'END'
3 positions of tile:2x3
distances of 3: mean 7.00, least 0, most 20

heuristic            mean  least   most    exact     memory    made in
manhattan            2.33      0      6  66.67 %          - S s
conflict             4.33      0     12  66.67 %          - S s
walking              3.00      0      8  66.67 %          - S s
END
    tells 0 heuristics tile:2x3 --positions positions --solve --heuristic conflict --json <<'END'
{"program":"huarong","version":"V","puzzle":"tile:2x3","metric":"unit","goal":"1 2 3 4 5 0","positions":3,"unsolvable":1,"distances":{"values":[[0,1],[1,1],[20,1]],"mean":7.0,"least":0,"most":20,"positions":3},"heuristics":[{"heuristic":"conflict","values":[[0,1],[1,1],[12,1]],"mean":4.33333,"least":0,"most":12,"exact":2,"memory":0,"seconds":S}]}
END
    tells 0 heuristics tile:2x3 --positions positions --heuristic conflict <<'END'
3 positions of tile:2x3

heuristic            mean  least   most    exact     memory    made in
conflict             4.33      0     12        -          - S s
END
    tells 2 heuristics tile:2x3 --table t --solve <<'END'
! huarong heuristics: --table and --solve exclude each other: give one of them
END
    tells 4 heuristics tile:2x3 --table t --goal '0 1 2 3 4 5' <<'END'
! huarong heuristics: t: a table of another puzzle: its goal is the default, not 0 1 2 3 4 5
END
    tells 2 heuristics tile:2x3 --heuristic auto <<'END'
! huarong heuristics: --heuristic auto is no heuristic of its own: leave it out
END
    tells 2 heuristics tile:2x3 --count 0 <<'END'
! huarong heuristics: --count: '0' is not a whole number from 1 to 10000000
END
    tells 0 heuristics tile:2x3 --positions positions --count 3 <<'END'
3 positions of tile:2x3

heuristic            mean  least   most    exact     memory    made in
manhattan            2.33      0      6        -          - S s
conflict             4.33      0     12        -          - S s
walking              3.00      0      8        -          - S s
END
}

@test "cache: what there is, and what is removed" {
    tells 0 cache <<'END'
./cache/huarong
   0 bytes  in 0 files
END
    huarong solve tile:2x3 '5 4 3 2 1 0' --heuristic 3-2 -q >/dev/null
    tells 0 cache <<'END'
./cache/huarong
  4.12 KiB  database    tile:2x3, 3 tiles   pattern-2x3-0-1.2.4.hrp
  4.03 KiB  database    tile:2x3, 2 tiles   pattern-2x3-0-3.5.hrp
  8.15 KiB  in 2 files
END
    tells 0 cache --json <<'END'
{"program":"huarong","directory":"./cache/huarong","files":[{"name":"pattern-2x3-0-1.2.4.hrp","bytes":4216,"kind":"database","puzzle":"tile:2x3","tiles":3},{"name":"pattern-2x3-0-3.5.hrp","bytes":4126,"kind":"database","puzzle":"tile:2x3","tiles":2}],"bytes":8342}
END
    echo mine >cache/huarong/mine
    echo >cache/huarong/pattern-2x3-0-1.hrp
    tells 0 cache <<'END'
./cache/huarong
   5 bytes  foreign                         mine
  4.12 KiB  database    tile:2x3, 3 tiles   pattern-2x3-0-1.2.4.hrp
    1 byte  foreign                         pattern-2x3-0-1.hrp
  4.03 KiB  database    tile:2x3, 2 tiles   pattern-2x3-0-3.5.hrp
  8.15 KiB  in 2 files
END
    tells 4 cache --clear <<'END'
./cache/huarong
   5 bytes  foreign                         mine
  4.12 KiB  database    tile:2x3, 3 tiles   pattern-2x3-0-1.2.4.hrp  removed
    1 byte  foreign                         pattern-2x3-0-1.hrp
  4.03 KiB  database    tile:2x3, 2 tiles   pattern-2x3-0-3.5.hrp  removed
  8.15 KiB  in 2 files removed
! huarong cache: left in ./cache/huarong: 2 files of others, 0 that a run is writing
END
    tells 4 cache --clear --json <<'END'
{"program":"huarong","directory":"./cache/huarong","removed":[],"bytes":0}
! huarong cache: left in ./cache/huarong: 2 files of others, 0 that a run is writing
END
    rm cache/huarong/mine
    huarong solve tile:2x3 '5 4 3 2 1 0' --heuristic 3-2 -q >/dev/null
    tells 4 cache --clear --json <<'END'
{"program":"huarong","directory":"./cache/huarong","removed":[{"name":"pattern-2x3-0-1.2.4.hrp","bytes":4216,"kind":"database","puzzle":"tile:2x3","tiles":3},{"name":"pattern-2x3-0-3.5.hrp","bytes":4126,"kind":"database","puzzle":"tile:2x3","tiles":2}],"bytes":8342}
! huarong cache: left in ./cache/huarong: 1 file of others, 0 that a run is writing
END
    tells 4 cache --clear <<'END'
./cache/huarong
    1 byte  foreign                         pattern-2x3-0-1.hrp
   0 bytes  in 0 files removed
! huarong cache: left in ./cache/huarong: 1 file of others, 0 that a run is writing
END
}

@test "random: the same states for a seed" {
    tells 0 random tile:3x3 --count 3 --seed 5 <<'END'
4 7 1 6 2 8 5 3 0
6 0 3 4 7 8 1 5 2
5 0 6 1 8 7 3 2 4
END
    tells 0 random klotski --count 2 <<'END'
LRXXooXXLR.oLR....oo
oLRoo..o..LR.oXXo.XX
END
    tells 0 random drops:3x3 --count 2 <<'END'
3 4 1 / 3 1 4 / 3 2 1
1 1 3 / 4 4 2 / 0 1 1
END
    tells 0 random blocks:century --count 2 --walk 3 <<'END'
a**b/c**d/c.ed/.feg/hhii
a**b/c**d/c.ed/.feg/hhii
END
    tells 0 random tile:3x3 --walk 1 --seed 2 <<'END'
1 2 3 4 5 0 7 8 6
END
    printf 'start: ab\ngoal: ba\n' >stuck
    tells 0 random blocks:stuck --walk 5 --count 2 <<'END'
ab
ab
END
}

@test "plan: text and JSON" {
    long_tier_only
    says plan tile:3x3 --ranks 4 --ranks-per-node 2 --node-memory 1G <<'END'
Puzzle      tile:3x3, metric unit
Engine      planes on 4 ranks, 2 nodes
States      181,440
Memory      48.0 MiB a rank, 96.0 MiB a node of 2 ranks
Node        1.00 GiB may be used (--node-memory): enough
Layers      32
Checkpoint  about 23.6 KiB
Traffic     at most 42.0 KiB between nodes, 21.0 KiB from each
Time        S s, between S s and S s: computing S s, sending S s meanwhile
Rate        R states x layers a second and rank, between R and R in N short runs, measured on tile:3x4
END
    says plan tile:3x3 --ranks 4 --ranks-per-node 4 --node-memory 1G --json --table <<'END'
{"program":"huarong","version":"V","puzzle":"tile:3x3","metric":"unit","engine":"planes","oversubscribed":false,"ranks":4,"states":181440,"states_exact":true,"rank_memory":50380334,"node_memory":201521336,"node_limit":M,"node_limit_source":"M","nodes_needed":0,"table":28288,"layers":32.0,"layers_exact":true,"traffic":0.0,"link_traffic":0.0,"rate":"R","calibration":"tile:3x4","busiest":1.0,"compute_seconds":"R","link_seconds":0.0,"seconds":"R","scratch":0,"scratch_moved":0.0,"scratch_rate":0.0,"scratch_seconds":0.0,"scratch_node":0,"scratch_apart":false,"scratch_room":0,"nodes":1,"checkpoint":48384,"disk_rate":0.0,"table_seconds":0.0,"checkpoint_seconds":0.0,"work":5.80608e6,"rate_low":"R","rate_high":"R","rate_runs":"R","processor_share":"R","seconds_low":"R","seconds_high":"R"}
END
    says plan tile:4x4 --engine frontier --max-depth 5 --ranks 4 --ranks-per-node 2 --node-memory 1G <<'END'
Puzzle      tile:4x4, metric unit
Engine      frontier on 4 ranks, 2 nodes
States      95
Memory      48.0 MiB a rank, 96.0 MiB a node of 2 ranks
Node        1.00 GiB may be used (--node-memory): enough
Checkpoint  about 171 bytes
Traffic     at most 576 bytes between nodes, 288 bytes from each
Time        S s, between S s and S s: computing S s, sending S s
Rate        R states a second and rank, between R and R in N short runs, measured on its own first layers
END
    says plan tile:4x4 --ranks 64 --ranks-per-node 2 --node-memory 1G --table --json <<'END'
{"program":"huarong","version":"V","puzzle":"tile:4x4","metric":"unit","engine":"planes","oversubscribed":false,"ranks":64,"states":10461394944000,"states_exact":true,"rank_memory":44201603080,"node_memory":88403206160,"node_limit":M,"node_limit_source":"M","nodes_needed":2904,"table":1394856853504,"layers":81.0,"layers_exact":true,"traffic":2.05223e13,"link_traffic":6.41322e11,"rate":"R","calibration":"tile:4x3","busiest":0.0157509,"compute_seconds":"R","link_seconds":59.7278,"seconds":"R","scratch":0,"scratch_moved":0.0,"scratch_rate":0.0,"scratch_seconds":0.0,"scratch_node":0,"scratch_apart":false,"scratch_room":0,"nodes":32,"checkpoint":2789705318400,"disk_rate":0.0,"table_seconds":0.0,"checkpoint_seconds":0.0,"work":8.47373e14,"rate_low":"R","rate_high":"R","rate_runs":"R","processor_share":"R","seconds_low":"R","seconds_high":"R"}
END
    says plan klotski:4x4 --ranks 4 --ranks-per-node 2 --node-memory 1G <<'END'
Puzzle      klotski:4x4, metric unit
Engine      openings on 4 ranks, 2 nodes
States      453,024
Memory      48.3 MiB a rank, 96.5 MiB a node of 2 ranks
Node        1.00 GiB may be used (--node-memory): enough
Traffic     at most 0 bytes between nodes, 0 bytes from each
Time        S s, between S s and S s: computing S s, sending S s meanwhile
Rate        R states a second and rank, between R and R in N short runs, measured on klotski:4x5
END
    says plan klotski:4x5 --from 横刀立马 --ranks 1 --ranks-per-node 1 --node-memory 16M <<'END'
Puzzle      klotski:4x5, metric unit
Engine      frontier on 1 rank
States      25,955
Memory      48.0 MiB a rank, 48.0 MiB a node of 1 rank
Node        16.0 MiB may be used (--node-memory): too little on any number of such nodes
Checkpoint  about 5.84 KiB
Traffic     at most 0 bytes between nodes, 0 bytes from each
Time        S s, between S s and S s: computing S s, sending S s
Rate        R states a second and rank, between R and R in N short runs, measured on its own first layers
END
    says plan klotski:4x5 --from 横刀立马 --ranks 2 --ranks-per-node 2 --node-memory 1G --table <<'END'
Puzzle      klotski:4x5, metric unit
Engine      frontier on 2 ranks
States      25,955
Memory      62.0 MiB a rank, 124 MiB a node of 2 ranks
Node        1.00 GiB may be used (--node-memory): enough
Table       28.0 MiB
Checkpoint  about 28.0 MiB
Traffic     at most 0 bytes between nodes, 0 bytes from each
Time        S s, between S s and S s: computing S s, sending S s
Rate        R states a second and rank, between R and R in N short runs, measured on its own first layers
END
    tells 2 plan tile:6x6 --ranks 2 --node-memory 1G --engine frontier <<'END'
! huarong plan: a tile board of 6x6 is not supported: use 2 or more columns and rows, at most 16 cells
END
}
