#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Whole outputs of enumerate and openings. 2x2 is a ring of 12 states, and 2x3 has the layers of https://oeis.org/A151944.

load whole

@test "enumerate: text, with a table that is written" {
    tells 0 enumerate tile:2x3 --hardest 2 --out 2x3.table <<'END'
Puzzle      tile:2x3, metric unit
From        1 2 3 4 5 0
Goal        1 2 3 4 5 0
Symmetry    1 image of a state
Engine      frontier on 1 rank

depth  states  canonical  fingerprint
    0       1          1  ef776cb30249c95d
    1       2          2  cba692eff39a7d13
    2       3          3  85b3ada6cd4ffdb8
    3       5          5  e4c59bc5b42fe892
    4       6          6  509d88683aac640e
    5       7          7  a606d4a3ba6eea4f
    6      10         10  d9aa9735de6c64c7
    7      12         12  67b541c2b6d023e4
    8      12         12  846d731be4abbea0
    9      16         16  a7f3d0d8a47f9be5
   10      23         23  8018ab484cb6e91d
   11      25         25  2a46dc852d9a4959
   12      28         28  55567d5c26d46cfa
   13      39         39  5e0c15b068d97f6d
   14      44         44  c712af9cec5ff869
   15      40         40  d209064be25c50f1
   16      29         29  5bc36647894a3915
   17      21         21  549275f6797dd24e
   18      18         18  8a3c3b53a755d436
   19      12         12  7e3e8a5f5b619cad
   20       6          6  38813e09f69a626b
   21       1          1  c4e28f91fa495e3a

States      360 (360 canonical), the whole space
Depth       21
Hardest     1 state at depth 21
            2 1 4 3 0 5
Table       2x3.table
Time S s, R states/s (R canonical)
Memory      M at the peak, all ranks together
END
    tells 0 enumerate tile:2x2 --draw --ascii <<'END'
Puzzle      tile:2x2, metric unit
From        1 2 3 0
Goal        1 2 3 0
Symmetry    2 images of a state
Engine      frontier on 1 rank

depth  states  canonical  fingerprint
    0       1          1  6354956455451e25
    1       2          1  606c8d7cd892630e
    2       2          1  4e03e5d57c72d41d
    3       2          1  a691a15cf7da9fa2
    4       2          1  1268c9447244cecd
    5       2          1  1aaf4e2ba67e3b9c
    6       1          1  2e1155a081f135b5

States      12 (7 canonical), the whole space
Depth       6
Hardest     1 state at depth 6
            0 3 2 1
            +---+---+
            | . | 3 |
            +---+---+
            | 2 | 1 |
            +---+---+
Time S s, R states/s (R canonical)
Memory      M at the peak, all ranks together
END
    tells 0 enumerate tile:2x2 --no-symmetry --max-depth 4 --metric slide --hardest 0 <<'END'
Puzzle      tile:2x2, metric slide
From        1 2 3 0
Goal        1 2 3 0
Symmetry    1 image of a state
Engine      frontier on 1 rank

depth  states  canonical  fingerprint
    0       1          1  6354956455451e25
    1       2          2  a5a08117f7c6beb2
    2       2          2  96dc03a88d28372a
    3       2          2  a9bc7f1fbed11f56
    4       2          2  37bc4cad8e2d39ff

States      9 (9 canonical), stopped at the depth asked for
Depth       4
Last layer  2 states at depth 4
Time S s, R states/s (R canonical)
Memory      M at the peak, all ranks together
END
    tells 0 enumerate klotski:2x3 --from XXXX.. <<'END'
Puzzle      klotski:2x3, metric unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
From        XXXX..
Goal        2x2 at 0,1
Symmetry    2 images of a state
Engine      frontier on 1 rank

depth  states  canonical  fingerprint
    0       1          1  0389e2c8892d5450
    1       1          1  ae37e52b6605e10d

States      2 (2 canonical), the whole space
Depth       1
Solved      first at depth 1, 1 state; layer 0 has 1
Farthest    1 state at depth 1
            ..XXXX
Time S s, R states/s (R canonical)
Memory      M at the peak, all ranks together
END
    tells 0 enumerate klotski:3x4 --from XXTXXBoLRo.. --max-depth 2 <<'END'
Puzzle      klotski:3x4, metric unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
From        XXTXXBoLRo..
Goal        2x2 at 0,2
Symmetry    1 image of a state
Engine      frontier on 1 rank

depth  states  canonical  fingerprint
    0       1          1  136eda5f474dcc93
    1       2          2  71e86d348c64f7a1
    2       4          4  0bde197cc893e4bc

States      7 (7 canonical), stopped at the depth asked for
Depth       2
Solved      not so far
Last layer  4 states at depth 2
            XX.XXTo.BoLR
            XXTXXB.o.oLR
            XXTXXB.LRoo.
            XXTXXBoLR..o
Time S s, R states/s (R canonical)
Memory      M at the peak, all ranks together
END
    tells 0 enumerate klotski:3x3 --max-states 5 --engine frontier <<'END'
Puzzle      klotski:3x3, metric unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
From        all solved boards
Goal        2x2 at 0,1
Symmetry    1 image of a state
Engine      frontier on 1 rank

depth  states  canonical  fingerprint
    0      42         42  b3e61116d987b216

States      42 (42 canonical), stopped at the number of states asked for
Depth       0
Last layer  42 states at depth 0, the first 6:
            ...XX.XX.
            LR.XX.XX.
            .LRXX.XX.
            o..XX.XX.
            oLRXX.XX.
            .o.XX.XX.
Time S s, R states/s (R canonical)
Memory      M at the peak, all ranks together
END
}

@test "enumerate: JSON and CSV" {
    tells 0 enumerate tile:2x2 --from '1 0 3 2' --json <<'END'
{"program":"huarong","version":"V","puzzle":"tile:2x2","metric":"unit","command":["huarong","enumerate","tile:2x2","--from","1 0 3 2","--json"],"source":"1 0 3 2","goal":"1 2 3 0","symmetry_order":2,"engine":"frontier","ranks":1,"complete":true,"stop":"none","states":12,"canonical":7,"depth":6,"first_solved":{"depth":1,"states":1,"states_before":1},"layers":[{"depth":0,"states":1,"canonical":1,"solved":0,"fingerprint":"6354956455451e25","seconds":S,"bytes_sent":0},{"depth":1,"states":2,"canonical":1,"solved":1,"fingerprint":"606c8d7cd892630e","seconds":S,"bytes_sent":0},{"depth":2,"states":2,"canonical":1,"solved":0,"fingerprint":"867954300e876932","seconds":S,"bytes_sent":0},{"depth":3,"states":2,"canonical":1,"solved":0,"fingerprint":"a691a15cf7da9fa2","seconds":S,"bytes_sent":0},{"depth":4,"states":2,"canonical":1,"solved":0,"fingerprint":"e99176e0f470d38e","seconds":S,"bytes_sent":0},{"depth":5,"states":2,"canonical":1,"solved":0,"fingerprint":"756d8db296f22900","seconds":S,"bytes_sent":0},{"depth":6,"states":1,"canonical":1,"solved":0,"fingerprint":"2e1155a081f135b5","seconds":S,"bytes_sent":0}],"hardest":{"depth":6,"count":1,"listed":[{"state":"2 3 0 1","code":null}]},"table":null,"seconds":S,"peak_memory":M,"scratch_read":0,"scratch_written":0}
END
    tells 0 enumerate tile:2x2 --max-depth 2 --json --hardest 1 <<'END'
{"program":"huarong","version":"V","puzzle":"tile:2x2","metric":"unit","command":["huarong","enumerate","tile:2x2","--max-depth","2","--json","--hardest","1"],"source":"1 2 3 0","goal":"1 2 3 0","symmetry_order":2,"engine":"frontier","ranks":1,"complete":false,"stop":"max-depth","states":5,"canonical":3,"depth":2,"first_solved":null,"layers":[{"depth":0,"states":1,"canonical":1,"solved":1,"fingerprint":"6354956455451e25","seconds":S,"bytes_sent":0},{"depth":1,"states":2,"canonical":1,"solved":0,"fingerprint":"606c8d7cd892630e","seconds":S,"bytes_sent":0},{"depth":2,"states":2,"canonical":1,"solved":0,"fingerprint":"4e03e5d57c72d41d","seconds":S,"bytes_sent":0}],"hardest":{"depth":2,"count":2,"listed":[{"state":"0 1 3 2","code":null}]},"table":null,"seconds":S,"peak_memory":M,"scratch_read":0,"scratch_written":0}
END
    tells 0 enumerate klotski:4x5 --from 1A9BF0C --exit 1,0 --max-depth 1 --json --hardest 1 <<'END'
{"program":"huarong","version":"V","puzzle":"klotski:4x5","metric":"unit","command":["huarong","enumerate","klotski:4x5","--from","1A9BF0C","--exit","1,0","--max-depth","1","--json","--hardest","1"],"source":"TXXTBXXBTLRTBooBo..o","goal":"2x2 at 1,0","symmetry_order":2,"engine":"frontier","ranks":1,"complete":false,"stop":"max-depth","states":5,"canonical":3,"depth":1,"first_solved":{"depth":0,"states":1,"states_before":null},"layers":[{"depth":0,"states":1,"canonical":1,"solved":1,"fingerprint":"aa84e9370eba5b4b","seconds":S,"bytes_sent":0},{"depth":1,"states":4,"canonical":2,"solved":4,"fingerprint":"b1ea8c5c961b4160","seconds":S,"bytes_sent":0}],"hardest":{"depth":1,"count":4,"listed":[{"state":"TXXTBXXBTLRTBooBo.o.","code":"1A9BF3000"}]},"table":null,"seconds":S,"peak_memory":M,"scratch_read":0,"scratch_written":0}
END
    tells 0 enumerate tile:2x2 --from '1 0 3 2' --csv <<'END'
depth,states,canonical,solved,fingerprint
0,1,1,0,6354956455451e25
1,2,1,1,606c8d7cd892630e
2,2,1,0,867954300e876932
3,2,1,0,a691a15cf7da9fa2
4,2,1,0,e99176e0f470d38e
5,2,1,0,756d8db296f22900
6,1,1,0,2e1155a081f135b5
END
}

@test "the logs of enumerate and openings" {
    huarong enumerate tile:2x2 --log log --checkpoint kept --checkpoint-every 0 --quiet --max-depth 2
    tells 0 enumerate tile:2x2 --log log --checkpoint kept --checkpoint-every 0 --resume --csv <<'END'
depth,states,canonical,solved,fingerprint
0,1,1,1,6354956455451e25
1,2,1,0,606c8d7cd892630e
2,2,1,0,4e03e5d57c72d41d
3,2,1,0,a691a15cf7da9fa2
4,2,1,0,1268c9447244cecd
5,2,1,0,1aaf4e2ba67e3b9c
6,1,1,0,2e1155a081f135b5
! huarong enumerate: going on after layer 2; the checkpoint of 424 bytes was read in S s
END
    jq -es 'map(select(.event == "layer")) | length == 7 and all(.states_per_second * .duration | . > 0.99 and . < 2.02)' log
    says sed 's/"bytes":[0-9]*/"bytes":B/' log <<'END'
{"event":"start","time":"S","puzzle":"tile:2x2","engine":"frontier","ranks":1,"node_limit":M,"node_limit_source":"M"}
{"event":"layer","time":"S","seconds":S,"duration":S,"states":1,"canonical":1,"total":1,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":0}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"stalled":S,"depth":0}
{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":3,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":1}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"stalled":S,"depth":1}
{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":5,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":2}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"stalled":S,"depth":2}
{"event":"end","time":"S","stop":"max-depth","layers":3,"total":5,"seconds":S,"memory":M}
{"event":"start","time":"S","puzzle":"tile:2x2","engine":"frontier","ranks":1,"node_limit":M,"node_limit_source":"M"}
{"event":"resumed","time":"S","seconds":S,"duration":S,"bytes":B,"depth":2}
{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":7,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":3}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"stalled":S,"depth":3}
{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":9,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":4}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"stalled":S,"depth":4}
{"event":"layer","time":"S","seconds":S,"duration":S,"states":2,"canonical":1,"total":11,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":5}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"stalled":S,"depth":5}
{"event":"layer","time":"S","seconds":S,"duration":S,"states":1,"canonical":1,"total":12,"states_per_second":R,"bytes_sent":0,"memory":M,"balance":1.0,"depth":6}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"stalled":S,"depth":6}
{"event":"end","time":"S","stop":"none","layers":7,"total":12,"seconds":S,"memory":M}
END
    # A record of openings
    huarong openings klotski:3x3 --pieces 0,1,1 --log families -q --checkpoint records
    tells 0 openings klotski:3x3 --pieces 0,1,1 --log families -q --checkpoint records --resume <<'END'
END
    says sed 's/"bytes":[0-9]*/"bytes":B/' families <<'END'
{"event":"start","time":"S","puzzle":"klotski:3x3","engine":"openings","ranks":1,"node_limit":M,"node_limit_source":"M"}
{"event":"family","time":"S","seconds":S,"duration":S,"rank":0,"done":1,"families":1,"horizontals":0,"verticals":1,"states":24,"total":24,"states_per_second":R,"memory":M}
{"event":"checkpoint","time":"S","seconds":S,"duration":S,"bytes":B,"rank":0,"done":1,"families":1}
{"event":"end","time":"S","stop":"none","total":24,"seconds":S,"memory":M}
{"event":"start","time":"S","puzzle":"klotski:3x3","engine":"openings","ranks":1,"node_limit":M,"node_limit_source":"M"}
{"event":"resumed","time":"S","seconds":S,"duration":S,"rank":0,"done":1,"families":1,"total":24}
{"event":"end","time":"S","stop":"none","total":24,"seconds":S,"memory":M}
END
}

@test "openings: text" {
    tells 0 openings klotski:2x3 --sets <<'END'
Puzzle      klotski:2x3, metric unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
Goal        2x2 at 0,1
Pieces      all piece sets
Engine      openings on 1 rank

                            in full     up to mirror
Openings                          2                2
Solvable                          2                2
Not solvable                      0                0
Solved                            1                1
Components                        1                1
  with a solution                 1                1
Largest component                 2
Piece sets                        1

distance         openings     up to mirror
       0                1                1
       1                1                1

Mean        0.50 moves
Hardest     1 opening at distance 1
            XXXX..

  h   v   s        openings        solvable          solved  components   solvable    largest  greatest  openings
  0   0   0               2               2               1           1          1          2         1         1
h, v, s: horizontals, verticals, singles. greatest: distance, and how many openings have it.

Time S s: frames S, expand S, mark S, components S, hardest S, keep S, combine S, table S
Memory      M at the peak, all ranks together
END
    tells 0 openings klotski:3x3 --pieces 0,1,1 --hardest 1 --metric slide --draw <<'END'
Puzzle      klotski:3x3, metric slide
Goal        2x2 at 0,1
Pieces      0 horizontals, 1 verticals, 1 singles
Engine      openings on 1 rank

                            in full
Openings                         24
Solvable                         12
Not solvable                     12
Solved                            6
Components                        4
  with a solution                 2
Largest component                 6
Piece sets                        1

distance         openings
       0                6
       1                2
       2                2
       3                2

Mean        1.00 moves
Hardest     2 openings at distance 3, the first 1:
            XX.XXTo.B
            ┌───────┬───┐
            │       │ · │
            │  2x2  ├───┤
            ║       │   │
            ╟───┬───┤ V │
            ║ S │ · │   │
            └═══╧═══┴───┘
Time S s: frames S, expand S, mark S, components S, hardest S, keep S, combine S, table S
Memory      M at the peak, all ranks together
END
    tells 0 openings --pieces 7,0,0 --sets <<'END'
Puzzle      klotski:4x5, metric unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
Goal        2x2 at 1,3
Pieces      7 horizontals, 0 verticals, 0 singles
Engine      openings on 1 rank

                            in full     up to mirror
Openings                         88               44
Solvable                          0                0
Not solvable                     88               44
Solved                            0                0
Components                        2                1
  with a solution                 0                0
Largest component                44
Piece sets                        1

distance         openings     up to mirror

Hardest     none: nothing can be solved

  h   v   s        openings        solvable          solved  components   solvable    largest  greatest  openings
  7   0   0              88               0               0           2          0         44         -         -
h, v, s: horizontals, verticals, singles. greatest: distance, and how many openings have it.

Time S s: frames S, expand S, mark S, components S, hardest S, keep S, combine S, table S
Memory      M at the peak, all ranks together
END
    tells 0 openings klotski:3x3 --exit 0,0 --pieces 0,1,0 --no-components --sets <<'END'
Puzzle      klotski:3x3, metric unit (each cell counts; Heng Dao Li Ma takes 116, with --metric slide 90, with move, as on most pages, 81)
Goal        2x2 at 0,0
Pieces      0 horizontals, 1 verticals, 0 singles
Engine      openings on 1 rank

                            in full
Openings                          8
Solvable                          4
Not solvable                      4
Solved                            2
Piece sets                        1

distance         openings
       0                2
       1                2

Mean        0.50 moves
Hardest     2 openings at distance 1
            ..TXXBXX.
            ...XXTXXB

  h   v   s        openings        solvable          solved  greatest  openings
  0   1   0               8               4               2         1         2
h, v, s: horizontals, verticals, singles. greatest: distance, and how many openings have it.

Time S s: frames S, expand S, mark S, components S, hardest S, keep S, combine S, table S
Memory      M at the peak, all ranks together
END
}

@test "openings: JSON and CSV" {
    tells 0 openings klotski:3x3 --pieces 0,1,1 --hardest 1 --json <<'END'
{"program":"huarong","version":"V","puzzle":"klotski:3x3","metric":"unit","command":["huarong","openings","klotski:3x3","--pieces","0,1,1","--hardest","1","--json"],"goal":"2x2 at 0,1","pieces":"0 horizontals, 1 verticals, 1 singles","ranks":1,"complete":true,"stop":"none","families":1,"families_done":1,"piece_sets":1,"total":{"openings":24,"solved":6,"solvable":12,"unsolvable":12,"components":4,"components_solvable":2,"largest_component":6,"max_distance":4,"mean_distance":1.16667,"histogram":[6,2,1,2,1],"hardest":{"distance":4,"count":1,"listed":[{"state":"XX.XXTo.B","code":null}]},"mirror":null},"sets":[{"horizontals":0,"verticals":1,"singles":1,"openings":24,"solved":6,"solvable":12,"unsolvable":12,"components":4,"components_solvable":2,"largest_component":6,"max_distance":4,"mean_distance":1.16667,"histogram":[6,2,1,2,1],"hardest":{"distance":4,"count":1,"listed":[{"state":"XX.XXTo.B","code":null}]},"mirror":null}],"seconds":{"frames":S,"expand":S,"mark":S,"components":S,"hardest":S,"keep":S,"combine":S,"table":S,"total":S},"peak_memory":M}
END
    tells 0 openings klotski:3x3 --pieces 0,1,1 --no-components --exit 0,0 --json --hardest 0 <<'END'
{"program":"huarong","version":"V","puzzle":"klotski:3x3","metric":"unit","command":["huarong","openings","klotski:3x3","--pieces","0,1,1","--no-components","--exit","0,0","--json","--hardest","0"],"goal":"2x2 at 0,0","pieces":"0 horizontals, 1 verticals, 1 singles","ranks":1,"complete":true,"stop":"none","families":1,"families_done":1,"piece_sets":1,"total":{"openings":24,"solved":6,"solvable":12,"unsolvable":12,"components":null,"components_solvable":null,"largest_component":null,"max_distance":4,"mean_distance":1.16667,"histogram":[6,2,1,2,1],"hardest":{"distance":4,"count":1,"listed":[]},"mirror":null},"sets":[{"horizontals":0,"verticals":1,"singles":1,"openings":24,"solved":6,"solvable":12,"unsolvable":12,"components":null,"components_solvable":null,"largest_component":null,"max_distance":4,"mean_distance":1.16667,"histogram":[6,2,1,2,1],"hardest":{"distance":4,"count":1,"listed":[]},"mirror":null}],"seconds":{"frames":S,"expand":S,"mark":S,"components":S,"hardest":S,"keep":S,"combine":S,"table":S,"total":S},"peak_memory":M}
END
    tells 0 openings klotski:2x3 --csv <<'END'
distance,openings,openings_mirror
0,1,1
1,1,1
END
    tells 0 openings klotski:3x3 --pieces 0,1,1 --csv=sets <<'END'
horizontals,verticals,singles,openings,solved,solvable,components,components_solvable,largest_component,max_distance,mean_distance,hardest_count,hardest
0,1,1,24,6,12,4,2,6,4,1.166667,1,XX.XXTo.B
END
}
