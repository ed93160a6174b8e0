#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Whole outputs of solve: one position and several, by each algorithm, in each format.

load whole

boards() { printf "%s\n" "a 1 2 3 4 5 6 0 7 8" "1 2 3 4 5 6 7 0 8" "2 1 3 4 5 6 7 8 0" "1 2 3 4 5 6 7 8 0" >boards; }

readonly NEAR='1 2 3 4 5 6 0 7 8' EVEN='2 1 3 4 5 6 7 8 0' MIDDLE='1 2 3 4 0 5 6 7 8'

@test "one position by IDA*: text" {
    tells 0 solve tile:3x3 "$NEAR" <<'END'
2 moves
moves      RR
tiles      7 8
search     3 nodes, S s, conflict
END
    tells 0 solve tile:3x3 "$NEAR" --heuristic manhattan --complete --iterations --all <<'END'
2 moves
moves      RR
tiles      7 8
solutions  1
search     5 nodes, S s, manhattan
! bound 2: 4 nodes, S s, R nodes/s, balance 1.000, 0 steals
END
    tells 0 solve tile:3x3 "$EVEN" <<'END'
unsolvable: the goal has the other parity
END
    tells 0 solve tile:3x3 '1 2 3 4 5 6 7 8 0' --draw --ascii <<'END'
0 moves: solved already
  start
  +---+---+---+
  | 1 | 2 | 3 |
  +---+---+---+
  | 4 | 5 | 6 |
  +---+---+---+
  | 7 | 8 | . |
  +---+---+---+
END
    tells 0 solve tile:3x3 '1 2 3 4 5 6 7 0 8' --draw --ascii --labels none <<'END'
1 move
moves      R
tiles      8
search     2 nodes, S s, conflict
  start          1
  +---+---+---+  +---+---+---+
  |   |   |   |  |   |   |   |
  +---+---+---+  +---+---+---+
  |   |   |   |  |   |   |   |
  +---+---+---+  +---+---+---+
  |   | . |   |  |   |<  | . |
  +---+---+---+  +---+---+---+
END
    tells 3 solve tile:3x3 "$MIDDLE" --heuristic manhattan --max-nodes 5 <<'END'
at least 8 moves: stopped at 5 nodes (--max-nodes)
search     11 nodes, S s, manhattan
! huarong solve: stopped at 5 nodes (--max-nodes): every solution has at least 8 moves
END
    tells 0 solve tile:4x4 '2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0' --heuristic manhattan --weight 3/2 <<'END'
46 moves, the shortest solution has at least 34 (weight 3/2)
moves      ULLUULDRRRULDDDLLURRRULDRDLLLURRRULLDRDRULURDD
tiles      10 7 12 13 5 2 1 5 11 3 6 4 3 12 9 15 8 14 13 9 7 6 12 7 6 10 15 8 14 13 9 6 10 12 7 11 6 10 8 15 12 8 11 7 8 12
search     6,600 nodes, S s, manhattan
END
    tells 0 solve drops:3x3 '3 4 1 / 3 1 4 / 3 2 1' --iterations <<'END'
6 moves
moves      2,0 1,1 1,1 1,1 1,1 2,2
search     4,150 nodes, S s, drops
! bound 5: 1,079 nodes, S s, R nodes/s, balance 1.000, 0 steals
! bound 6: 3,070 nodes, S s, R nodes/s, balance 1.000, 0 steals
END
}

@test "one position by IDA*: JSON" {
    tells 0 solve tile:3x3 "$NEAR" --json --all --draw <<'END'
{"program":"huarong","version":"V","puzzle":"tile:3x3","metric":"unit","command":["huarong","solve","tile:3x3","1 2 3 4 5 6 0 7 8","--json","--all","--draw"],"goal":"1 2 3 4 5 6 7 8 0","algorithm":"idastar","heuristic":"conflict","ranks":1,"positions":[
{"number":1,"state":"1 2 3 4 5 6 0 7 8","outcome":"solved","length":2,"lower_bound":2,"nodes":5,"expanded":2,"seconds":S,"solutions":1,"moves":"RR","iterations":[{"bound":2,"nodes":4,"expanded":2,"seconds":S}],"boards":["1 2 3 4 5 6 0 7 8","1 2 3 4 5 6 7 0 8","1 2 3 4 5 6 7 8 0"]}
],"seconds":S}
END
    tells 0 solve tile:3x3 "$NEAR" --json-lines --details --complete <<'END'
{"number":1,"state":"1 2 3 4 5 6 0 7 8","outcome":"solved","length":2,"lower_bound":2,"nodes":5,"expanded":2,"seconds":S,"moves":"RR","iterations":[{"bound":2,"nodes":4,"expanded":2,"seconds":S}],"steps":[{"move":"R","tiles":[7],"state":"1 2 3 4 5 6 7 0 8"},{"move":"R","tiles":[8],"state":"1 2 3 4 5 6 7 8 0"}]}
END
    tells 3 solve tile:3x3 "$MIDDLE" --heuristic manhattan --max-nodes 5 --json <<'END'
{"program":"huarong","version":"V","puzzle":"tile:3x3","metric":"unit","command":["huarong","solve","tile:3x3","1 2 3 4 0 5 6 7 8","--heuristic","manhattan","--max-nodes","5","--json"],"goal":"1 2 3 4 5 6 7 8 0","algorithm":"idastar","heuristic":"manhattan","ranks":1,"positions":[
{"number":1,"state":"1 2 3 4 0 5 6 7 8","outcome":"limit","length":null,"lower_bound":8,"nodes":11,"expanded":3,"seconds":S,"iterations":[{"bound":6,"nodes":6,"expanded":2,"seconds":S},{"bound":8,"nodes":4,"expanded":1,"seconds":S,"finished":false}]}
],"seconds":S}
! huarong solve: stopped at 5 nodes (--max-nodes): every solution has at least 8 moves
END
    tells 0 solve tile:3x3 "$EVEN" --json <<'END'
{"program":"huarong","version":"V","puzzle":"tile:3x3","metric":"unit","command":["huarong","solve","tile:3x3","2 1 3 4 5 6 7 8 0","--json"],"goal":"1 2 3 4 5 6 7 8 0","algorithm":"idastar","heuristic":"none","ranks":1,"positions":[
{"number":1,"state":"2 1 3 4 5 6 7 8 0","outcome":"unsolvable"}
],"seconds":S}
END
    tells 0 solve drops:3x3 '3 4 1 / 3 1 4 / 3 2 1' --json --details <<'END'
{"program":"huarong","version":"V","puzzle":"drops:3x3","metric":"unit","command":["huarong","solve","drops:3x3","3 4 1 / 3 1 4 / 3 2 1","--json","--details"],"goal":null,"algorithm":"idastar","heuristic":"drops","ranks":1,"positions":[
{"number":1,"state":"3 4 1 / 3 1 4 / 3 2 1","outcome":"solved","length":6,"lower_bound":6,"nodes":4150,"expanded":832,"seconds":S,"moves":"2,0 1,1 1,1 1,1 1,1 2,2","iterations":[{"bound":5,"nodes":1079,"expanded":214,"seconds":S},{"bound":6,"nodes":3070,"expanded":618,"seconds":S}],"steps":[{"move":"2,0","state":"3 4 2 / 3 1 4 / 3 2 1"},{"move":"1,1","state":"3 4 2 / 3 2 4 / 3 2 1"},{"move":"1,1","state":"3 4 2 / 3 3 4 / 3 2 1"},{"move":"1,1","state":"3 4 2 / 3 4 4 / 3 2 1"},{"move":"1,1","state":"0 0 0 / 0 0 0 / 0 0 4"},{"move":"2,2","state":"0 0 0 / 0 0 0 / 0 0 0"}]}
],"seconds":S}
END
    tells 0 solve tile:4x4 '2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0' --heuristic manhattan --weight 3/2 --json-lines <<'END'
{"number":1,"state":"2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0","outcome":"solved","length":46,"lower_bound":34,"nodes":6600,"expanded":3153,"seconds":S,"moves":"ULLUULDRRRULDDDLLURRRULDRDLLLURRRULLDRDRULURDD","iterations":[{"bound":90,"nodes":2,"expanded":1,"seconds":S},{"bound":95,"nodes":11,"expanded":6,"seconds":S},{"bound":97,"nodes":173,"expanded":85,"seconds":S},{"bound":98,"nodes":453,"expanded":218,"seconds":S},{"bound":99,"nodes":1340,"expanded":640,"seconds":S},{"bound":100,"nodes":4620,"expanded":2203,"seconds":S}]}
END
}

@test "several positions by IDA*: text, JSON and CSV" {
    boards
    tells 0 solve tile:3x3 --file boards <<'END'
a	2	RR
2	1	R
3	unsolvable
4	0	
! huarong solve: 4 positions, 3 moves, 6 nodes in S s (conflict)
END
    tells 0 solve tile:3x3 --file boards --all --iterations --heuristic manhattan <<'END'
a	2	1	RR
2	1	1	R
3	unsolvable
4	0	1	
! position 1, bound 2: 4 nodes, S s, R nodes/s, balance 1.000, 0 steals
! position 2, bound 1: 3 nodes, S s, R nodes/s, balance 1.000, 0 steals
! huarong solve: 4 positions, 3 moves, 10 nodes in S s (manhattan)
END
    tells 0 solve tile:3x3 --file boards --json --quiet <<'END'
{"program":"huarong","version":"V","puzzle":"tile:3x3","metric":"unit","command":["huarong","solve","tile:3x3","--file","boards","--json","--quiet"],"goal":"1 2 3 4 5 6 7 8 0","algorithm":"idastar","heuristic":"conflict","ranks":1,"positions":[
{"number":1,"name":"a","state":"1 2 3 4 5 6 0 7 8","outcome":"solved","length":2,"lower_bound":2,"nodes":3,"expanded":2,"seconds":S,"moves":"RR","iterations":[{"bound":2,"nodes":2,"expanded":2,"seconds":S}]}
,{"number":2,"state":"1 2 3 4 5 6 7 0 8","outcome":"solved","length":1,"lower_bound":1,"nodes":2,"expanded":1,"seconds":S,"moves":"R","iterations":[{"bound":1,"nodes":1,"expanded":1,"seconds":S}]}
,{"number":3,"state":"2 1 3 4 5 6 7 8 0","outcome":"unsolvable"}
,{"number":4,"state":"1 2 3 4 5 6 7 8 0","outcome":"solved","length":0,"lower_bound":0,"nodes":1,"expanded":0,"seconds":S,"moves":"","iterations":[]}
],"seconds":S}
END
    tells 0 solve tile:3x3 --file boards --csv <<'END'
id,state,outcome,length,lower_bound,nodes,seconds,moves
"a","1 2 3 4 5 6 0 7 8",solved,2,2,3,S,"RR"
2,"1 2 3 4 5 6 7 0 8",solved,1,1,2,S,"R"
3,"2 1 3 4 5 6 7 8 0",unsolvable,,,0,S,""
4,"1 2 3 4 5 6 7 8 0",solved,0,0,1,S,""
END
    tells 3 solve tile:3x3 "$MIDDLE" "$NEAR" "$MIDDLE" --heuristic manhattan --max-nodes 5 <<'END'
1	>=8
2	2	RR
3	>=8
! huarong solve: 3 positions, 2 moves, 25 nodes in S s (manhattan)
! huarong solve: stopped at 5 nodes (--max-nodes), with 2 of 3 positions not solved; their lower bounds are proven
END
    tells 3 solve tile:3x3 "$MIDDLE" "$NEAR" --heuristic manhattan --max-nodes 5 --csv <<'END'
id,state,outcome,length,lower_bound,nodes,seconds,moves
1,"1 2 3 4 0 5 6 7 8",limit,,8,11,S,""
2,"1 2 3 4 5 6 0 7 8",solved,2,2,3,S,"RR"
! huarong solve: stopped at 5 nodes (--max-nodes), with 1 of 2 positions not solved; their lower bounds are proven
END
}

@test "one position breadth first: text and JSON" {
    tells 0 solve tile:3x3 "$NEAR" --algorithm layers <<'END'
2 moves, metric unit
    1  R
    2  R
END
    tells 0 solve tile:3x3 "$EVEN" --algorithm layers <<'END'
unsolvable: no sequence of moves leads from 2 1 3 4 5 6 7 8 0 to the goal (odd parity)
END
    tells 3 solve tile:3x3 "$MIDDLE" --algorithm layers --max-nodes 5 <<'END'
at least 2 moves, metric unit: stopped at 5 states (--max-nodes) after 5 states
! huarong solve: stopped at 5 states (--max-nodes): every solution has at least 2 moves
END
    tells 0 solve tile:3x3 '1 2 3 4 5 6 7 8 0' --algorithm layers <<'END'
0 moves, metric unit: solved already
END
    tells 0 solve tile:3x3 "$NEAR" --algorithm layers --all <<'END'
2 moves, metric unit, 1 shortest solution
    1  R
    2  R
END
    tells 0 solve tile:3x3 '1 2 3 4 5 6 7 8 0' --algorithm layers --all <<'END'
0 moves, metric unit: solved already, 1 shortest solution
END
    tells 0 solve tile:2x2 '0 3 2 1' --metric slide --all --json-lines <<'END'
{"number":1,"state":"0 3 2 1","code":null,"outcome":"solved","length":6,"lower_bound":6,"nodes":12,"states":12,"seconds":S,"solutions":2,"moves":"D; R; U; L; D; R"}
END
    tells 0 solve klotski:2x3 XXXX.. --draw --ascii <<'END'
1 move, metric unit
    1  2x2 from 0,0 to 0,1
  start      1
  +-------+  +-------+
  |       |  | .   . |
  |  2x2  |  +-------+
  :       :  :   v   :
  +-------+  :  2x2  :
  : .   . :  :       :
  +=======+  +=======+
END
    tells 0 solve klotski:3x4 XXTXXBoLRo.. <<'END'
unsolvable: there is no solution, none of the 45 states that can be reached is solved
END
    tells 0 solve klotski:3x4 XXTXXBoLRo.. --json --metric slide <<'END'
{"program":"huarong","version":"V","puzzle":"klotski:3x4","metric":"slide","command":["huarong","solve","klotski:3x4","XXTXXBoLRo..","--json","--metric","slide"],"goal":"2x2 at 0,2","algorithm":"layers","heuristic":"none","ranks":1,"positions":[
{"number":1,"state":"XXTXXBoLRo..","code":null,"outcome":"unsolvable","nodes":45,"states":45,"seconds":S}
],"seconds":S}
END
    tells 4 solve blocks:x.txt <<'END'
! huarong solve: 'x.txt' cannot be opened: No such file or directory
END
    printf 'start: ab.\ngoal: b..\n' >x.txt
    tells 0 solve blocks:x.txt <<'END'
unsolvable: there is no solution, none of the 3 states that can be reached is solved
END
    tells 0 solve klotski:2x3 XXXX.. --json --draw --details <<'END'
{"program":"huarong","version":"V","puzzle":"klotski:2x3","metric":"unit","command":["huarong","solve","klotski:2x3","XXXX..","--json","--draw","--details"],"goal":"2x2 at 0,1","algorithm":"layers","heuristic":"none","ranks":1,"positions":[
{"number":1,"state":"XXXX..","code":null,"outcome":"solved","length":1,"lower_bound":1,"nodes":2,"states":2,"seconds":S,"moves":"2x2 from 0,0 to 0,1","iterations":[{"bound":1,"nodes":1,"expanded":1,"seconds":S}],"steps":[{"move":"2x2 from 0,0 to 0,1","piece":"2x2","direction":"D","from":[0,0],"to":[0,1],"state":"..XXXX","code":null}],"boards":["XXXX..","..XXXX"]}
],"seconds":S}
END
    tells 0 solve tile:3x3 '0 1 2 4 5 3 7 8 6' --metric slide --json-lines --details <<'END'
{"number":1,"state":"0 1 2 4 5 3 7 8 6","code":null,"outcome":"solved","length":2,"lower_bound":2,"nodes":13,"states":13,"seconds":S,"moves":"RR; DD","iterations":[{"bound":1,"nodes":4,"expanded":1,"seconds":S},{"bound":2,"nodes":8,"expanded":4,"seconds":S}],"steps":[{"move":"RR","piece":"tile","direction":"R","from":[0,0],"to":[2,0],"tiles":[1,2],"state":"1 2 0 4 5 3 7 8 6","code":null},{"move":"DD","piece":"tile","direction":"D","from":[2,0],"to":[2,2],"tiles":[3,6],"state":"1 2 3 4 5 6 7 8 0","code":null}]}
END
    tells 3 solve tile:3x3 "$MIDDLE" --algorithm layers --max-nodes 6 --json-lines --details <<'END'
{"number":1,"state":"1 2 3 4 0 5 6 7 8","code":null,"outcome":"limit","length":null,"lower_bound":2,"nodes":6,"states":6,"seconds":S,"iterations":[{"bound":1,"nodes":4,"expanded":1,"seconds":S},{"bound":2,"nodes":1,"expanded":0,"seconds":S,"finished":false}]}
! huarong solve: stopped at 6 states (--max-nodes): every solution has at least 2 moves
END
    tells 0 solve klotski:3x4 XXTXXBoLRo.. --json-lines --metric move --details <<'END'
{"number":1,"state":"XXTXXBoLRo..","code":null,"outcome":"unsolvable","nodes":45,"states":45,"seconds":S,"iterations":[{"bound":1,"nodes":3,"expanded":1,"seconds":S},{"bound":2,"nodes":6,"expanded":3,"seconds":S},{"bound":3,"nodes":8,"expanded":6,"seconds":S},{"bound":4,"nodes":10,"expanded":8,"seconds":S},{"bound":5,"nodes":6,"expanded":10,"seconds":S},{"bound":6,"nodes":4,"expanded":6,"seconds":S},{"bound":7,"nodes":3,"expanded":4,"seconds":S},{"bound":8,"nodes":3,"expanded":3,"seconds":S},{"bound":9,"nodes":1,"expanded":3,"seconds":S}]}
END
    tells 0 solve tile:3x3 "$EVEN" --algorithm layers --json-lines --details <<'END'
{"number":1,"state":"2 1 3 4 5 6 7 8 0","code":null,"outcome":"unsolvable","nodes":0,"states":0,"seconds":S}
END
    tells 3 solve tile:3x3 "$MIDDLE" --algorithm layers --max-nodes 5 --json-lines <<'END'
{"number":1,"state":"1 2 3 4 0 5 6 7 8","code":null,"outcome":"limit","length":null,"lower_bound":2,"nodes":5,"states":5,"seconds":S}
! huarong solve: stopped at 5 states (--max-nodes): every solution has at least 2 moves
END
}

@test "several positions breadth first and best first" {
    boards
    tells 0 solve tile:3x3 --file boards --algorithm layers <<'END'
a	2	RR
2	1	R
3	unsolvable
4	0	
! huarong solve: 4 positions, 3 moves, 12 states in S s (layers)
! huarong solve: unsolvable positions: 1; the first: no sequence of moves leads from 2 1 3 4 5 6 7 8 0 to the goal (odd parity)
END
    tells 0 solve tile:3x3 --file boards --algorithm layers --all --quiet <<'END'
a	2	1	RR
2	1	1	R
3	unsolvable
4	0	1	
END
    tells 0 solve tile:3x3 --file boards --algorithm layers --json --quiet <<'END'
{"program":"huarong","version":"V","puzzle":"tile:3x3","metric":"unit","command":["huarong","solve","tile:3x3","--file","boards","--algorithm","layers","--json","--quiet"],"goal":"1 2 3 4 5 6 7 8 0","algorithm":"layers","heuristic":"none","ranks":1,"positions":[
{"number":1,"name":"a","state":"1 2 3 4 5 6 0 7 8","code":null,"outcome":"solved","length":2,"lower_bound":2,"nodes":7,"states":7,"seconds":S,"moves":"RR"}
,{"number":2,"state":"1 2 3 4 5 6 7 0 8","code":null,"outcome":"solved","length":1,"lower_bound":1,"nodes":4,"states":4,"seconds":S,"moves":"R"}
,{"number":3,"state":"2 1 3 4 5 6 7 8 0","code":null,"outcome":"unsolvable","nodes":0,"states":0,"seconds":S}
,{"number":4,"state":"1 2 3 4 5 6 7 8 0","code":null,"outcome":"solved","length":0,"lower_bound":0,"nodes":1,"states":1,"seconds":S,"moves":""}
],"seconds":S}
END
    tells 0 solve tile:3x3 --file boards --algorithm layers --csv <<'END'
id,state,outcome,length,lower_bound,nodes,seconds,moves
"a","1 2 3 4 5 6 0 7 8",solved,2,2,7,S,"RR"
2,"1 2 3 4 5 6 7 0 8",solved,1,1,4,S,"R"
3,"2 1 3 4 5 6 7 8 0",unsolvable,,,0,S,""
4,"1 2 3 4 5 6 7 8 0",solved,0,0,1,S,""
END
    tells 3 solve tile:3x3 "$MIDDLE" "$NEAR" "$EVEN" --algorithm layers --max-nodes 5 <<'END'
1	>=2
2	>=2
3	unsolvable
! huarong solve: 3 positions, 0 moves, 10 states in S s (layers)
! huarong solve: unsolvable positions: 1; the first: no sequence of moves leads from 2 1 3 4 5 6 7 8 0 to the goal (odd parity)
! huarong solve: stopped at 5 states (--max-nodes), with 2 of 3 positions not solved; their lower bounds are proven
END
    tells 0 solve tile:3x3 --file boards --algorithm astar <<'END'
a	2	RR
2	1	R
3	unsolvable
4	0	
! huarong solve: 4 positions, 3 moves, 10 states in S s (astar)
! huarong solve: unsolvable positions: 1; the first: no sequence of moves leads from 2 1 3 4 5 6 7 8 0 to the goal (odd parity)
END
    tells 0 solve tile:3x3 --file boards --algorithm astar --csv <<'END'
id,state,outcome,length,lower_bound,nodes,seconds,moves
"a","1 2 3 4 5 6 0 7 8",solved,2,2,5,S,"RR"
2,"1 2 3 4 5 6 7 0 8",solved,1,1,4,S,"R"
3,"2 1 3 4 5 6 7 8 0",unsolvable,,,0,S,""
4,"1 2 3 4 5 6 7 8 0",solved,0,0,1,S,""
END
    tells 0 solve tile:3x3 "$NEAR" --algorithm astar --json-lines <<'END'
{"number":1,"state":"1 2 3 4 5 6 0 7 8","code":null,"outcome":"solved","length":2,"lower_bound":2,"nodes":5,"states":5,"expanded":2,"reopened":0,"memory":M,"seconds":S,"moves":"RR"}
END
    tells 0 solve tile:3x3 "$NEAR" --algorithm astar --heuristic manhattan --json-lines --details <<'END'
{"number":1,"state":"1 2 3 4 5 6 0 7 8","code":null,"outcome":"solved","length":2,"lower_bound":2,"nodes":5,"states":5,"expanded":2,"reopened":0,"memory":M,"seconds":S,"moves":"RR","iterations":[{"bound":2,"nodes":4,"expanded":2,"seconds":S}],"steps":[{"move":"R","piece":"tile","direction":"R","from":[0,2],"to":[1,2],"tiles":[7],"state":"1 2 3 4 5 6 7 0 8","code":null},{"move":"R","piece":"tile","direction":"R","from":[1,2],"to":[2,2],"tiles":[8],"state":"1 2 3 4 5 6 7 8 0","code":null}]}
END
    tells 3 solve tile:3x3 "$MIDDLE" --algorithm astar --heuristic manhattan --json-lines --details --max-nodes 80 <<'END'
{"number":1,"state":"1 2 3 4 0 5 6 7 8","code":null,"outcome":"limit","length":null,"lower_bound":12,"nodes":81,"states":81,"expanded":46,"reopened":0,"memory":M,"seconds":S,"iterations":[{"bound":6,"nodes":6,"expanded":2,"seconds":S},{"bound":8,"nodes":14,"expanded":10,"seconds":S},{"bound":10,"nodes":29,"expanded":16,"seconds":S},{"bound":12,"nodes":31,"expanded":18,"seconds":S,"finished":false}]}
! huarong solve: stopped at 80 states (--max-nodes): every solution has at least 12 moves
END
    tells 0 solve tile:3x3 "$NEAR" --algorithm astar --json-lines --details --weight 3/2 <<'END'
{"number":1,"state":"1 2 3 4 5 6 0 7 8","code":null,"outcome":"solved","length":2,"lower_bound":2,"nodes":5,"states":5,"expanded":2,"reopened":0,"memory":M,"seconds":S,"moves":"RR","iterations":[{"bound":6,"nodes":4,"expanded":2,"seconds":S}],"steps":[{"move":"R","piece":"tile","direction":"R","from":[0,2],"to":[1,2],"tiles":[7],"state":"1 2 3 4 5 6 7 0 8","code":null},{"move":"R","piece":"tile","direction":"R","from":[1,2],"to":[2,2],"tiles":[8],"state":"1 2 3 4 5 6 7 8 0","code":null}]}
END
    tells 0 solve drops:2x2 '3 4 4 0' --algorithm astar --json-lines <<'END'
{"number":1,"state":"3 4 / 4 0","outcome":"solved","length":2,"lower_bound":2,"nodes":11,"expanded":4,"seconds":S,"moves":"0,1 0,0","iterations":[{"bound":2,"nodes":10,"expanded":4,"seconds":S}]}
END
    tells 0 solve tile:3x3 "$MIDDLE" --algorithm astar --heuristic manhattan --weight 2/1 <<'END'
14 moves, metric unit, the shortest solution has at least 14 (weight 2/1)
    1  R
    2  D
    3  L
    4  L
    5  U
    6  R
    7  D
    8  R
    9  U
   10  L
   11  L
   12  D
   13  R
   14  R
END
}

@test "the logs of solve" {
    boards
    huarong solve tile:3x3 "$NEAR" --log one -q --checkpoint kept >/dev/null
    says sed 's/"bytes":[0-9]*/"bytes":B/' one <<'END'
{"event":"start","time":"S","puzzle":"tile:3x3","engine":"idastar","ranks":1}
{"event":"heuristic","time":"S","seconds":S,"duration":S,"done":0,"positions":1,"heuristic":"conflict"}
{"event":"iteration","time":"S","seconds":S,"duration":S,"done":0,"positions":1,"position":1,"bound":2,"nodes":2,"expanded":2,"total":3,"nodes_per_second":R,"busy":1.0,"steals":0}
{"event":"position","time":"S","seconds":S,"duration":S,"done":1,"positions":1,"position":1,"outcome":"solved","nodes":3,"expanded":2,"total":3,"nodes_per_second":R,"lower_bound":2,"length":2}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"done":1,"positions":1}
{"event":"end","time":"S","stop":"none","done":1,"positions":1,"total":3,"seconds":S}
END
    huarong solve tile:3x3 --file boards --log ida --iterations -q --heuristic manhattan >/dev/null
    says cat ida <<'END'
{"event":"start","time":"S","puzzle":"tile:3x3","engine":"idastar","ranks":1}
{"event":"heuristic","time":"S","seconds":S,"duration":S,"done":0,"positions":3,"heuristic":"manhattan"}
{"event":"iteration","time":"S","seconds":S,"duration":S,"done":0,"positions":3,"position":1,"bound":2,"nodes":2,"expanded":2,"total":3,"nodes_per_second":R,"busy":1.0,"steals":0}
{"event":"position","time":"S","seconds":S,"duration":S,"done":1,"positions":3,"position":1,"outcome":"solved","nodes":3,"expanded":2,"total":3,"nodes_per_second":R,"lower_bound":2,"length":2}
{"event":"iteration","time":"S","seconds":S,"duration":S,"done":1,"positions":3,"position":2,"bound":1,"nodes":1,"expanded":1,"total":2,"nodes_per_second":R,"busy":1.0,"steals":0}
{"event":"position","time":"S","seconds":S,"duration":S,"done":2,"positions":3,"position":2,"outcome":"solved","nodes":2,"expanded":1,"total":5,"nodes_per_second":R,"lower_bound":1,"length":1}
{"event":"position","time":"S","seconds":S,"duration":S,"done":3,"positions":3,"position":4,"outcome":"solved","nodes":1,"expanded":0,"total":6,"nodes_per_second":R,"lower_bound":0,"length":0}
{"event":"end","time":"S","stop":"none","done":3,"positions":3,"total":6,"seconds":S}
END
    huarong solve tile:3x3 --file boards --log breadth --algorithm layers -q >/dev/null
    says cat breadth <<'END'
{"event":"start","time":"S","puzzle":"tile:3x3","engine":"layers","ranks":1,"node_limit":M,"node_limit_source":"M"}
{"event":"positions","time":"S","seconds":S,"duration":S,"done":4,"positions":4,"nodes":12,"total":12,"nodes_per_second":R}
{"event":"end","time":"S","stop":"none","done":4,"positions":4,"total":12,"seconds":S}
END
    huarong solve klotski:2x3 XXXX.. --log single -q >/dev/null
    says cat single <<'END'
{"event":"start","time":"S","puzzle":"klotski:2x3","engine":"layers","ranks":1,"node_limit":M,"node_limit_source":"M"}
{"event":"iteration","time":"S","seconds":S,"duration":S,"done":0,"positions":1,"position":1,"bound":1,"nodes":1,"expanded":1,"total":2,"nodes_per_second":R}
{"event":"position","time":"S","seconds":S,"duration":S,"done":1,"positions":1,"position":1,"outcome":"solved","nodes":2,"total":2,"nodes_per_second":R,"lower_bound":1,"length":1}
{"event":"end","time":"S","stop":"none","done":1,"positions":1,"total":2,"seconds":S}
END
    huarong solve tile:3x3 "$MIDDLE" --log limit -q --algorithm astar --heuristic manhattan --max-nodes 5 >/dev/null || true
    says cat limit <<'END'
{"event":"start","time":"S","puzzle":"tile:3x3","engine":"astar","ranks":1,"node_limit":M,"node_limit_source":"M"}
{"event":"iteration","time":"S","seconds":S,"duration":S,"done":0,"positions":1,"position":1,"bound":6,"nodes":4,"expanded":1,"total":5,"nodes_per_second":R,"finished":false}
{"event":"position","time":"S","seconds":S,"duration":S,"done":1,"positions":1,"position":1,"outcome":"limit","nodes":5,"total":5,"nodes_per_second":R,"lower_bound":6}
{"event":"end","time":"S","stop":"none","done":1,"positions":1,"total":5,"seconds":S}
END
}
