#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Whole messages of solve about its options and its input.

load whole

readonly NEAR='1 2 3 4 5 6 0 7 8'

@test "which algorithm is taken, and why" {
    tells 0 solve tile:3x3 "$NEAR" --verbose --quiet <<'END'
2 moves
moves      RR
tiles      7 8
search     3 nodes, S s, conflict
! huarong solve: by idastar, the first algorithm that takes this puzzle (on all ranks, by a heuristic: tile in the metric unit, drops)
! huarong solve: with the heuristic conflict
END
    tells 0 solve tile:2x2 '1 0 3 2' --metric slide --verbose --csv <<'END'
id,state,outcome,length,lower_bound,nodes,seconds,moves
1,"1 0 3 2",solved,1,1,2,S,"D"
! huarong solve: not idastar: idastar solves tile positions in the metric unit, and they have no --exit
! huarong solve: by layers, the first algorithm that takes this puzzle (breadth first over all ranks, states in memory: every puzzle)
! huarong solve: from the start and from the goal, of which there is 1, where one rank alone does not get there
END
    tells 0 solve klotski:2x3 XXXX.. --verbose --algorithm astar --csv <<'END'
id,state,outcome,length,lower_bound,nodes,seconds,moves
1,"XXXX..",solved,1,1,2,S,"2x2 from 0,0 to 0,1"
! huarong solve: by astar, as asked for (best first over all ranks, states in memory: every puzzle)
END
}

@test "options that do not go together" {
    tells 2 solve <<'END'
! huarong solve: an argument is missing: usage is 'huarong solve PUZZLE [STATE]... [OPTION]...'
END
    tells 2 solve tile:3x3 "$NEAR" --file boards <<'END'
! huarong solve: give positions as arguments or by --file, not both
END
    tells 2 solve tile:3x3 "$NEAR" --weight 3/2 --all <<'END'
! huarong solve: --weight finds one quick solution: leave out --all and --complete
END
    tells 2 solve tile:3x3 "$NEAR" --weight 3/2 --complete <<'END'
! huarong solve: --weight finds one quick solution: leave out --all and --complete
END
    tells 2 solve tile:3x3 "$NEAR" --weight 2/3 <<'END'
! huarong solve: --weight: '2/3' is not a weight: write P/Q with 100 >= P >= Q >= 1, as in 4/3
END
    tells 2 solve tile:3x3 "$NEAR" --weight 101/100 <<'END'
! huarong solve: --weight: '101/100' is not a weight: write P/Q with 100 >= P >= Q >= 1, as in 4/3
END
    tells 2 solve tile:3x3 "$NEAR" --weight 100/0 <<'END'
! huarong solve: --weight: '100/0' is not a weight: write P/Q with 100 >= P >= Q >= 1, as in 4/3
END
    tells 2 solve tile:3x3 "$NEAR" --weight 3/2/1 <<'END'
! huarong solve: --weight: '3/2/1' is not a weight: write P/Q with 100 >= P >= Q >= 1, as in 4/3
END
    tells 2 solve tile:3x3 "$NEAR" --csv --draw <<'END'
! huarong solve: --csv has no boards: leave out --draw
END
    tells 2 enumerate tile:2x2 --csv --draw <<'END'
! huarong enumerate: --csv has no boards: leave out --draw
END
    tells 2 enumerate tile:2x2 --json --draw <<'END'
! huarong enumerate: --json has no boards: leave out --draw
END
    tells 2 openings klotski:3x3 --csv --draw <<'END'
! huarong openings: --csv has no boards: leave out --draw
END
    tells 2 openings klotski:3x3 --json --draw <<'END'
! huarong openings: --json has no boards: leave out --draw
END
    tells 2 plan tile:3x3 --table --max-depth 3 <<'END'
! huarong plan: tables are of whole spaces: leave out --table or --max-depth
END
    tells 2 solve tile:3x3 "$NEAR" --details <<'END'
! huarong solve: --details is for --json and --json-lines: give one of them
END
    tells 2 solve tile:3x3 "$NEAR" --algorithm astar --all <<'END'
! huarong solve: astar has no use for --all with these positions: leave it out
END
    tells 2 solve tile:3x3 "$NEAR" --algorithm layers --complete <<'END'
! huarong solve: tile is solved breadth first: leave out --complete
END
    tells 2 solve tile:3x3 "$NEAR" --algorithm layers --heuristic manhattan <<'END'
! huarong solve: tile is solved breadth first: leave out --heuristic
END
    tells 2 solve tile:3x3 "$NEAR" --algorithm astar --iterations <<'END'
! huarong solve: astar has no use for --iterations with these positions: leave it out
END
    tells 2 solve tile:3x3 "$NEAR" --algorithm none <<'END'
! huarong solve: --algorithm: unknown algorithm 'none': use auto, idastar, astar or layers
END
    tells 2 solve tile:3x3 "$NEAR" --heuristic none <<'END'
! huarong solve: unknown heuristic 'none' for tile: use one of auto, manhattan, conflict, walking, 7-8, 1,2/3, 4x6-6-6-6, +4-4+3-5
END
    tells 2 solve klotski:2x3 XXXX.. --heuristic manhattan --algorithm idastar <<'END'
! huarong solve: --algorithm idastar does not solve klotski: leave it out
END
}

@test "texts that are no positions" {
    printf '%s\n' '1 2 3 4 5 6 7 0 8' 'one' '1 2 3' '' '1 2 3 4 5 6 0 7 8' >mixed
    tells 2 solve tile:3x3 --file mixed <<'END'
! huarong solve: mixed, line 2: bad state: no number at character 1; write 9 numbers, 0 for the blank
END
    tells 2 solve tile:3x3 --file mixed --keep-going <<'END'
1	1	R
4	2	RR
! huarong solve: mixed, line 2: bad state: no number at character 1; write 9 numbers, 0 for the blank
! huarong solve: mixed, line 3: bad state: 3 numbers for a board of 9 cells; use each of 0 to 8 once
! huarong solve: 2 positions, 3 moves, 5 nodes in S s (conflict)
! huarong solve: 2 of 4 texts are not positions and were skipped
END
    tells 2 solve tile:3x3 --file mixed --keep-going --algorithm layers --csv <<'END'
id,state,outcome,length,lower_bound,nodes,seconds,moves
1,"1 2 3 4 5 6 7 0 8",solved,1,1,4,S,"R"
4,"1 2 3 4 5 6 0 7 8",solved,2,2,7,S,"RR"
! huarong solve: mixed, line 2: bad state: no number at character 1; write 9 numbers, 0 for the blank
! huarong solve: mixed, line 3: bad state: 3 numbers for a board of 9 cells; use each of 0 to 8 once
! huarong solve: 2 of 4 texts are not positions and were skipped
END
    tells 2 solve tile:3x3 one --keep-going <<'END'
! huarong solve: 1 number cannot be boards of 9 cells: write 9 numbers for a board, with blanks between them
END
    tells 2 solve tile:3x3 one two --keep-going <<'END'
! huarong solve: there is no position to solve: give a STATE or --file
END
    tells 2 solve klotski:2x3 one XXXX.. --keep-going <<'END'
1 move, metric unit
    1  2x2 from 0,0 to 0,1
! huarong solve: position 1: unknown opening 'one': give 6 board letters
! huarong solve: 1 of 2 texts is not a position and was skipped
END
    tells 2 solve klotski:2x3 one two --keep-going <<'END'
! huarong solve: position 1: unknown opening 'one': give 6 board letters
! huarong solve: position 2: unknown opening 'two': give 6 board letters
! huarong solve: none of the 2 texts is a position
END
    tells 2 solve klotski:2x3 one <<'END'
! huarong solve: unknown opening 'one': give 6 board letters
END
    tells 4 solve tile:3x3 --file missing <<'END'
! huarong solve: 'missing' cannot be opened: No such file or directory
END
    tells 4 solve klotski:2x3 --file missing <<'END'
! huarong solve: 'missing' cannot be opened: No such file or directory
END
    tells 4 solve tile:3x3 --file . <<'END'
! huarong solve: '.' cannot be read: Is a directory
END
    tells 4 solve klotski:2x3 --file . <<'END'
! huarong solve: '.' cannot be read: Is a directory
END
    : >empty
    tells 2 solve tile:3x3 --file empty <<'END'
! huarong solve: there is no position to solve: give a STATE or --file
END
    tells 2 solve klotski:2x3 --file empty <<'END'
! huarong solve: there is no position to solve: give a STATE or --file
END
    printf '1 2 3\n4 5 6\n7 8 0\n1 2 3\n4 5 6\n7 7 0\n' >second
    tells 2 solve tile:3x3 --file second <<'END'
! huarong solve: second, line 4: bad state: 7 appears twice; use each of 0 to 8 once
END
    printf '1 2 3\0' >zero
    tells 2 solve tile:3x3 --file zero <<'END'
! huarong solve: 'zero' is not text
END
    tells 2 solve klotski:2x3 --file zero <<'END'
! huarong solve: 'zero' is not text
END
    printf '\xef\xbb\xbf1 2 3 4 5 6 7 0 8\r\n# 1\r\n2. 1 2 3 4 5 6 0 7 8' >marked
    tells 0 solve tile:3x3 --file marked <<'END'
1	1	R
2.	2	RR
! huarong solve: 2 positions, 3 moves, 5 nodes in S s (conflict)
END
    tells 0 solve tile:3x3 --file marked --algorithm layers <<'END'
1	1	R
2.	2	RR
! huarong solve: 2 positions, 3 moves, 11 states in S s (layers)
END
}
