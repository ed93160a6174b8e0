#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Whole outputs of the commands that read tables.

load whole

@test "info: what a table holds, with a goal and an exit of its own" {
    huarong enumerate tile:2x2 --goal '0 1 2 3' --out goal.table -q
    huarong openings klotski:3x3 --exit 0,0 --out exit.table -q
    huarong enumerate klotski:2x3 --from XXXX.. --out keys.table -q
    tells 0 info goal.table --draw <<'END'
puzzle         tile:2x2
metric         unit
source         0 1 2 3
goal           0 1 2 3
states         12
greatest       6 moves, 1 state
file           4.01 KiB, format 1, one value per index, 8 bits
values         from byte 4096, 1 chunk of 65536 bytes

hardest states
  3 2 1 0
  ┌───┬───┐
  │ 3 │ 2 │
  ├───┼───┤
  │ 1 │ · │
  └───┴───┘
END
    tells 0 info exit.table <<'END'
puzzle         klotski:3x3
metric         unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
source         solved
exit           0,0
states         136
unreached      32
greatest       11 moves, 2 states
file           4.16 KiB, format 1, one value per index, 8 bits
values         from byte 4096, 1 chunk of 65536 bytes

hardest states
  oo.oXX.XX
  o.o.XXoXX
END
    tells 0 info keys.table <<'END'
puzzle         klotski:2x3
metric         unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
source         XXXX.. (distances are from here, not to a solved board)
states         2
greatest       1 move, 1 state
file           4.00 KiB, format 1, one value per index, 8 bits
values         from byte 4096, 1 chunk of 65536 bytes

hardest states
  ..XXXX
END
    tells 0 info goal.table --json <<'END'
{"program":"huarong","version":"V","puzzle":"tile:2x2","metric":"unit","source":"0 1 2 3","goal":"0 1 2 3","exit":null,"format":1,"encoding":"index","value_bits":8,"entries":12,"reached":12,"max_distance":6,"layers":[1,2,2,2,2,2,1],"hardest":[{"state":"3 2 1 0","code":null}],"file_bytes":4108,"payload_offset":4096,"values_offset":4096,"chunk_bytes":65536,"chunk_count":1}
END
    tells 0 info exit.table --json <<'END'
{"program":"huarong","version":"V","puzzle":"klotski:3x3","metric":"unit","source":"solved","goal":null,"exit":"0,0","format":1,"encoding":"index","value_bits":8,"entries":168,"reached":136,"max_distance":11,"layers":[42,24,13,18,11,8,6,4,2,2,4,2],"hardest":[{"state":"oo.oXX.XX","code":null},{"state":"o.o.XXoXX","code":null}],"file_bytes":4264,"payload_offset":4096,"values_offset":4096,"chunk_bytes":65536,"chunk_count":1}
END
    tells 0 info goal.table --csv <<'END'
distance,states
0,1
1,2
2,2
3,2
4,2
5,2
6,1
END
}

@test "info: six of the hardest states, and all of them in JSON" {
    printf 'start: a.../..../..../....\ngoal: ..../..../..../...a\n' >free
    huarong enumerate blocks:free --metric slide --out t -q # two slides to each cell that is in another row and column
    [[ $(huarong info t | sed '1,/^hardest states$/d' | grep -c a) -eq 6 ]]
    [[ $(huarong info t --json | jq -c '[.layers, (.hardest | length)]') == '[[1,6,9],9]' ]]
}

@test "verify: text and JSON" {
    huarong enumerate tile:2x3 --out 2x3.table -q
    huarong openings klotski:3x3 --out openings.table -q
    tells 0 verify 2x3.table <<'END'
2x3.table: verified: 1 checksum, 360 states and their 840 neighbours in S s
END
    tells 0 verify 2x3.table --json --against 2x3.table <<'END'
{"program":"huarong","version":"V","table":"2x3.table","verified":true,"chunks":1,"states":360,"reached":360,"unreached":0,"neighbours":840,"seconds":S,"against":"2x3.table"}
END
    tells 0 verify openings.table --against openings.table <<'END'
openings.table: verified: 1 checksum, 168 states and their 416 neighbours in S s
136 states reached, 32 not
openings.table: the same distances, compared in S s
END
    tells 0 verify openings.table --json <<'END'
{"program":"huarong","version":"V","table":"openings.table","verified":true,"chunks":1,"states":168,"reached":136,"unreached":32,"neighbours":416,"seconds":S,"against":null}
END
}

@test "query: thirty moves a line" {
    huarong enumerate tile:3x3 --out t -q
    says huarong query t '8 6 7 2 5 4 3 0 1' '8 6 7 2 5 4 0 3 1' --path <<'END'
31	8 6 7 2 5 4 3 0 1
  L U R U R D L D R U L L U R R D L D L U U R D D L U U R D R
  D
30	8 6 7 2 5 4 0 3 1
  U R U R D L D R U L L U R R D L D L U U R D D L U U R D R D
END
}

@test "query: distances, moves and boards, in text and JSON" {
    huarong enumerate tile:2x2 --out t -q
    tells 0 query t '3 0 2 1' '2 1 3 0' --next --draw <<'END'
5	3 0 2 1
  ┌───┬───┐
  │ 3 │ · │
  ├───┼───┤
  │ 2 │ 1 │
  └───┴───┘
  next  D  ->  3 1 2 0
-	2 1 3 0
  ┌───┬───┐
  │ 2 │ 1 │
  ├───┼───┤
  │ 3 │ · │
  └───┴───┘
END
    tells 0 query t '3 0 2 1' '2 1 3 0' '1 2 3 0' --path <<'END'
5	3 0 2 1
  D L U R D
-	2 1 3 0
0	1 2 3 0
END
    tells 0 query t '0 3 2 1' '2 1 3 0' --next --path --json <<'END'
{"state":"0 3 2 1","code":null,"distance":6,"next":[{"move":"R","piece":"tile","direction":"R","from":[0,0],"to":[1,0],"tiles":[3],"state":"3 0 2 1","code":null},{"move":"D","piece":"tile","direction":"D","from":[0,0],"to":[0,1],"tiles":[2],"state":"2 3 0 1","code":null}],"path":[{"move":"R","piece":"tile","direction":"R","from":[0,0],"to":[1,0],"tiles":[3],"state":"3 0 2 1","code":null},{"move":"D","piece":"tile","direction":"D","from":[1,0],"to":[1,1],"tiles":[1],"state":"3 1 2 0","code":null},{"move":"L","piece":"tile","direction":"L","from":[1,1],"to":[0,1],"tiles":[2],"state":"3 1 0 2","code":null},{"move":"U","piece":"tile","direction":"U","from":[0,1],"to":[0,0],"tiles":[3],"state":"0 1 3 2","code":null},{"move":"R","piece":"tile","direction":"R","from":[0,0],"to":[1,0],"tiles":[1],"state":"1 0 3 2","code":null},{"move":"D","piece":"tile","direction":"D","from":[1,0],"to":[1,1],"tiles":[2],"state":"1 2 3 0","code":null}]}
{"state":"2 1 3 0","code":null,"distance":null,"next":[],"path":[]}
END
    tells 0 query t --hardest 3 --json <<'END'
{"state":"0 3 2 1","code":null,"distance":6}
{"state":"3 0 2 1","code":null,"distance":5}
{"state":"2 3 0 1","code":null,"distance":5}
END
    tells 0 query t --at 2-3 <<'END'
2	0 1 3 2
2	0 2 1 3
3	2 0 1 3
3	3 1 0 2
END
    tells 0 query t --at 2-3 --limit 3 <<'END'
2	0 1 3 2
2	0 2 1 3
3	2 0 1 3
END
    tells 0 query t --unreached <<'END'
! huarong query: the table has no such state
END
    tells 0 query t --hardest 1 --at 1-2 --draw --ascii <<'END'
2	0 1 3 2
  +---+---+
  | . | 1 |
  +---+---+
  | 3 | 2 |
  +---+---+
END
    huarong openings klotski:3x3 --out k -q
    tells 0 query k XX.XXTo.B --path --draw <<'END'
4	XX.XXTo.B
    1  vertical from 2,1 to 2,0
    2  single from 0,2 to 1,2
    3  single from 1,2 to 2,2
    4  2x2 from 0,0 to 0,1
  start          1              2              3              4
  ┌───────┬───┐  ┌───────┬───┐  ┌───────┬───┐  ┌───────┬───┐  ┌───────┬───┐
  │       │ · │  │       │ ↑ │  │       │   │  │       │   │  │ ·   · │   │
  │  2x2  ├───┤  │  2x2  │ V │  │  2x2  │ V │  │  2x2  │ V │  ├───────┤ V │
  ║       │   │  ║       │   │  ║       │   │  ║       │   │  ║   ↓   │   │
  ╟───┬───┤ V │  ╟───┬───┴───┤  ╟───┬───┼───┤  ╟───────┼───┤  ║  2x2  ├───┤
  ║ S │ · │   │  ║ S │ ·   · │  ║ · │→S │ · │  ║ ·   · │→S │  ║       │ S │
  └═══╧═══┴───┘  └═══╧═══────┘  └═══╧═══┴───┘  └═══════┴───┘  └═══════┴───┘
! huarong query: the table's metric is unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
END
    tells 0 query k XX.XXTo.B --next --json <<'END'
{"state":"XX.XXTo.B","code":null,"distance":4,"next":[{"move":"vertical from 2,1 to 2,0","piece":"vertical","direction":"U","from":[2,1],"to":[2,0],"state":"XXTXXBo..","code":null},{"move":"single from 0,2 to 1,2","piece":"single","direction":"R","from":[0,2],"to":[1,2],"state":"XX.XXT.oB","code":null}]}
END
}

@test "export: CSV, text and the array" {
    huarong enumerate tile:2x2 --out t -q
    tells 0 export t --format csv --at 2-4 <<'END'
index,distance,state
0,2,0 1 3 2
1,2,0 2 1 3
4,3,2 0 1 3
8,3,3 1 0 2
10,4,2 3 1 0
11,4,3 1 2 0
END
    tells 0 export t --format text --at 6 <<'END'
0 3 2 1
END
    huarong enumerate klotski:2x3 --from XXXX.. --out keys -q
    tells 0 export keys --format csv <<'END'
index,distance,state
0,0,XXXX..
1,1,..XXXX
END
}
