#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Whole messages of the commands other than solve about their options: what excludes what, and the limits of values.
# Long tier: cli.whole_refused has the messages of solve, and cli.bad_input what all commands refuse.

load whole

@test "enumerate" {
    tells 2 enumerate tile:2x2 --csv --json <<'END'
! huarong enumerate: --json and --csv exclude each other: give one of them
END
    tells 2 enumerate tile:2x2 --hardest 65 <<'END'
! huarong enumerate: --hardest: '65' is not a whole number from 0 to 64
END
    tells 2 enumerate tile:2x2 --max-depth -1 <<'END'
! huarong enumerate: --max-depth: '-1' is not a depth: give a whole number from 0
END
    tells 2 enumerate tile:2x2 --resume <<'END'
! huarong enumerate: --resume needs --checkpoint DIR: the directory of the checkpoints
END
    tells 2 enumerate tile:2x2 --checkpoint-every 5 <<'END'
! huarong enumerate: --checkpoint-every needs --checkpoint DIR: the directory of the checkpoints
END
    tells 2 enumerate tile:2x2 --until solved <<'END'
! huarong enumerate: --until solved: the search begins at solved states; name another start with --from
END
    tells 2 enumerate tile:2x2 --until nothing <<'END'
! huarong enumerate: --until: 'nothing' is not an event: use solved
END
    tells 2 enumerate tile:2x2 --engine nothing <<'END'
! huarong enumerate: --engine: unknown engine 'nothing': use auto, planes, lines or frontier
END
    tells 2 enumerate tile:2x2 --out t --max-states 5 <<'END'
! huarong enumerate: --out writes tables of whole spaces: leave out --max-depth, --max-states and --until
END
    tells 2 enumerate tile:2x2 --out t --until solved --from '1 0 3 2' <<'END'
! huarong enumerate: --out writes tables of whole spaces: leave out --max-depth, --max-states and --until
END
    tells 2 enumerate tile:2x2 --scratch . <<'END'
! huarong enumerate: --scratch is for tile puzzles of 7 to 16 cells, not for tile:2x2
END
    tells 2 enumerate tile:3x3 --scratch . --out t <<'END'
! huarong enumerate: --scratch keeps no distances on disks: leave out --out or --scratch
END
    tells 2 enumerate tile:3x3 --scratch '' <<'END'
! huarong enumerate: --scratch: name a directory
END
    tells 2 enumerate tile:3x3 --scratch - <<'END'
! huarong enumerate: --scratch: - is not a directory: name one (./- if it is called so)
END
    tells 2 enumerate tile:3x3 --scratch a --scratch b --scratch c --scratch d --scratch e --scratch f --scratch g --scratch h --scratch i --scratch j --scratch k --scratch l --scratch m --scratch n --scratch o --scratch p --scratch q <<'END'
! huarong enumerate: --scratch: at most 16 directories can be named
END
    tells 2 enumerate tile:2x2 --out - <<'END'
! huarong enumerate: --out: - is not standard output here: give the name of a file (./- if it is to be called so)
END
    tells 2 enumerate tile:2x2 --checkpoint - <<'END'
! huarong enumerate: --checkpoint: - is not standard output here: give the name of a directory (./- if it is to be called so)
END
    tells 2 enumerate tile:2x2 --out t --output t <<'END'
! huarong enumerate: --out and --output are the same file, t, and are both written: give each a file of its own
END
    tells 4 enumerate tile:2x2 --log . <<'END'
! huarong enumerate: .: the log cannot be written: Is a directory
END
    tells 2 enumerate tile:2x2 --memory 0 <<'END'
! huarong enumerate: --memory: a size of zero leaves no room to work: give more, as in 8G or 512M
END
    tells 2 enumerate tile:2x2 --metric move <<'END'
! huarong enumerate: tile puzzles have no metric 'move': use unit or slide
END
    tells 2 enumerate tile:2x2 --exit 0,0 <<'END'
! huarong enumerate: tile puzzles have no exit: leave it out
END
    tells 2 enumerate klotski --goal '1 2 3 0' <<'END'
! huarong enumerate: a Klotski puzzle has no goal arrangement: it is solved when the 2x2 is at the exit
END
    tells 2 enumerate tile:2x2 --progress=often <<'END'
! huarong enumerate: --progress: 'often' is none of auto, always and never
END
    tells 2 enumerate tile:2x2 --color=often <<'END'
! huarong enumerate: --color: 'often' is none of auto, always and never
END
    tells 2 enumerate tile:2x2 --labels zh <<'END'
! huarong enumerate: --labels, --ascii and --color say how to draw: give --draw, too
END
    tells 1 enumerate tile:2x2 --expect 13 --csv --max-depth 0 <<'END'
depth,states,canonical,solved,fingerprint
0,1,1,1,6354956455451e25
! huarong enumerate: the number of states is 1, but --expect says 13
END
    tells 2 enumerate nothing:2x2 <<'END'
! huarong enumerate: unknown puzzle 'nothing:2x2': use tile:WxH, klotski:WxH, blocks:FILE or drops:WxH, as in tile:4x4, klotski:4x5, blocks:century or drops:6x6
END
    tells 2 enumerate tile:2x2 more <<'END'
! huarong enumerate: unexpected argument 'more': usage is 'huarong enumerate PUZZLE [OPTION]...'; a state to begin at is given by --from
END
}

@test "openings" {
    tells 2 openings tile:2x2 <<'END'
! huarong openings: tile:2x2 has no openings: give klotski:WxH
END
    tells 2 openings nothing <<'END'
! huarong openings: unknown puzzle 'nothing': give klotski:WxH, as in klotski:4x5
END
    tells 2 openings --pieces 1,2 <<'END'
! huarong openings: --pieces: '1,2' is not H,V,S: horizontals, verticals and singles, as in 1,4,4
END
    tells 2 openings --pieces 1,4,4 --classic <<'END'
! huarong openings: --pieces and --classic exclude each other: give one of them
END
    tells 2 openings --classic --out t <<'END'
! huarong openings: --out writes tables of all openings: leave out --pieces and --classic
END
    tells 2 openings --csv=nothing <<'END'
! huarong openings: --csv: 'nothing' is neither distances nor sets
END
    tells 2 openings --hardest 65 <<'END'
! huarong openings: --hardest: '65' is not a whole number from 0 to 64
END
    tells 1 openings klotski:2x3 --expect 3 --csv <<'END'
distance,openings,openings_mirror
0,1,1
1,1,1
! huarong openings: the number of solvable openings is 2, but --expect says 3
END
}

@test "tables" {
    huarong enumerate tile:2x2 --out t -q
    tells 0 query t --at 7 <<'END'
! huarong query: no state is that far away: the greatest distance is 6
END
    tells 2 query t --at 3-2 <<'END'
! huarong query: --at: '3-2' is not a distance: give one as in 7, or a range as in 10-20
END
    tells 2 query t --at x <<'END'
! huarong query: --at: 'x' is not a distance: give one as in 7, or a range as in 10-20
END
    tells 2 query t --hardest 0 <<'END'
! huarong query: --hardest: '0' is not a whole number from 1 to 1000000
END
    tells 2 query t --unreached --at 1 <<'END'
! huarong query: --at and --unreached exclude each other: give one of them
END
    tells 2 query t --limit 5 <<'END'
! huarong query: --limit goes with --at or --unreached alone: --hardest and --random have a number
END
    tells 2 query t --at 6 --limit 100000001 <<'END'
! huarong query: --limit: at most 100,000,000 states can be asked for at once
END
    tells 0 query t --at 6 --limit 100M <<'END'
6	0 3 2 1
END
    tells 2 query t --seed 5 <<'END'
! huarong query: --seed goes with --random
END
    tells 2 query t --pieces 1,4,4 <<'END'
! huarong query: --pieces goes with --hardest, --random, --at or --unreached
END
    tells 4 query t --puzzle tile:2x3 <<'END'
! huarong query: t: a table of another puzzle: its board is tile:2x2, not tile:2x3
END
    tells 4 query t --metric slide <<'END'
! huarong query: t: a table in another metric: unit, not slide
END
    tells 2 query t --hardest 1 --random 1 <<'END'
! huarong query: --hardest and --random exclude each other: give one of them
END
    tells 2 query t --hardest 1 '1 2 3 0' <<'END'
! huarong query: either ask for states or let some be found: not both
END
    tells 2 query t '1 2 3' <<'END'
! huarong query: bad state: 3 numbers for a board of 4 cells; use each of 0 to 3 once
END
    tells 2 query t --draw --json '1 2 3 0' <<'END'
! huarong query: --json has no boards: leave out --draw
END
    tells 2 info t --draw --json <<'END'
! huarong info: --json has no boards: leave out --draw
END
    tells 0 query t <<'END'
! huarong query: there is no state on standard input
END
    head -c 100 t >cut.table
    tells 4 query cut.table --hardest 1 <<'END'
! huarong query: cut.table: not a table, or cut off: only 100 bytes
END
    tells 4 info cut.table <<'END'
! huarong info: cut.table: not a table, or cut off: only 100 bytes
END
    tells 4 verify cut.table <<'END'
! huarong verify: cut.table: not a table, or cut off: only 100 bytes
END
    tells 2 info t --json --csv <<'END'
! huarong info: --json and --csv exclude each other: give one of them
END
    tells 4 verify t --against cut.table <<'END'
! huarong verify: cut.table: not a table, or cut off: only 100 bytes
END
    tells 2 export t --format nothing <<'END'
! huarong export: --format=nothing: there are npy, csv and text
END
    tells 2 export t --format npy --at 3 <<'END'
! huarong export: --at goes with csv and text: an array has all distances
END
    tells 2 export t --format csv --at 7 <<'END'
! huarong export: the greatest distance in this table is 6
END
    tells 2 export t --out t.png <<'END'
! huarong export: the name t.png does not show the format: give --format npy, csv or text
END
    tells 2 export t --out .npy <<'END'
! huarong export: the name .npy does not show the format: give --format npy, csv or text
END
    tells 2 export t --out t --force <<'END'
! huarong export: the first argument and --out are the same file, t, and are read and written: give each a file of its own
END
    tells 2 export t <<'END'
! huarong export: nothing says where to write: give --out FILE, or --format for standard output
END
}

@test "the others" {
    tells 2 random tile:3x3 --count 0 <<'END'
! huarong random: --count: '0' is not a whole number from 1 to 1000000000
END
    tells 2 random drops:3x3 --walk 5 <<'END'
! huarong random: random states of drops:3x3 do not come from walks: leave out --walk
END
    tells 2 random klotski --exit 0,0 --from XX <<'END'
! huarong random: a 4x5 board has 20 cells, 'XX' has 2 letters
END
    tells 2 plan tile:3x3 --ranks 0 <<'END'
! huarong plan: --ranks: '0' is not a whole number from 1 to 1048576
END
    tells 2 plan tile:3x3 --nodes 2 --ranks 4 <<'END'
! huarong plan: --nodes and --ranks both say how many ranks there are: leave out one of them
END
    tells 2 plan tile:3x3 --cores 2 --ranks-per-node 2 <<'END'
! huarong plan: --cores and --ranks-per-node both say how many ranks a node has: leave out one of them
END
    tells 2 plan tile:3x3 --nodes 2048 --cores 513 <<'END'
! huarong plan: --nodes: at most 1048576 ranks can be planned, not 1050624
END
    tells 2 plan tile:3x3 --max-depth 5 --engine planes <<'END'
! huarong plan: planes are planned for whole spaces: leave out --max-depth
END
    tells 2 plan tile:5x5 <<'END'
! huarong plan: a tile board of 5x5 is not supported: use 2 or more columns and rows, at most 16 cells
END
    tells 2 graph tile:2x2 --format pdf <<'END'
! huarong graph: --format=pdf: there are graphml, gexf, dot, edges and count
END
    tells 2 graph tile:2x2 --out .dot <<'END'
! huarong graph: the name .dot does not show the format: give --format graphml, gexf, dot, edges or count
END
    huarong enumerate tile:3x3 --engine planes --out planes -q
    tells 2 graph planes --format count <<'END'
! huarong graph: planes has one bit a state: give its puzzle instead
END
    tells 2 graph tile:2x2 --format dot --limit 0 <<'END'
! huarong graph: --limit: '0' is not a number from 1: write it as 181440, 181,440, 10M or 1e7
END
    tells 4 graph nothing --format dot <<'END'
! huarong graph: nothing: cannot open the table: No such file or directory
END
    tells 2 heuristics klotski <<'END'
! huarong heuristics: klotski has no heuristics: they are for tile and drops
END
    tells 0 heuristics drops:2x2 --count 2 --csv <<'END'
value,drops,distance
5,1,
6,1,
END
    tells 4 heuristics tile:3x3 --positions missing <<'END'
! huarong heuristics: 'missing' cannot be opened: No such file or directory
END
    tells 2 heuristics tile:3x3 --heuristic nothing <<'END'
! huarong heuristics: unknown heuristic 'nothing' for tile: use one of auto, manhattan, conflict, walking, 7-8, 1,2/3, 4x6-6-6-6, +4-4+3-5
END
    tells 2 heuristics tile:3x3 --json --csv <<'END'
! huarong heuristics: --json and --csv exclude each other: give one of them
END
    XDG_CACHE_HOME='' HOME='' tells 2 cache <<'END'
! huarong cache: there is no cache: neither XDG_CACHE_HOME nor HOME names a directory
END
    tells 2 cache more <<'END'
! huarong cache: unexpected argument 'more': usage is 'huarong cache [OPTION]...'
END
    tells 2 report --follow t <<'END'
! huarong report: --follow writes a file again and again: give --out FILE
END
    tells 2 help nothing <<'END'
! huarong help: there is no command or topic 'nothing': see 'huarong help' for what there is
END
    tells 2 nothing <<'END'
! huarong: unknown command 'nothing': see 'huarong help' for what there is
END
}
