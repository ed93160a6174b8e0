# SPDX-License-Identifier: MIT
# The rooms and who uses whom, as a graph for Graphviz:   awk -v order='core puzzle …' -f picture_rooms.awk DEPENDENCIES
# DEPENDENCIES: what `ninja -t deps` prints of a build, or the .d files of the compiler. `order`: the rooms from the bottom up. A room
# stands one floor above the highest room that it uses. An arrow that other arrows imply is left out. An arrow to a room that comes later
# in the order goes upwards: it is told on stderr, and the exit code is 1.

function room_of(path) {
    if (!sub(/.*\/src\//, "", path) || !sub(/\/.*/, "", path)) return ""
    return path
}

BEGIN { count = split(order, rooms, " "); for (i = 1; i <= count; i++) place[rooms[i]] = i }

{
    for (i = 1; i <= NF; i++) {
        word = $i
        sub(/:$/, "", word)
        if (word ~ /\.o$/) { # src/CMakeFiles/hr_core.dir/core/status.c.o
            room = ""
            if (word ~ /(^|\/)src\/CMakeFiles\/.*\.dir\/[a-z]+\//) {
                room = word
                sub(/.*\.dir\//, "", room)
                sub(/\/.*/, "", room)
            }
            if (!(room in place) || /\(STALE\)$/) room = "" # stale: of an earlier build
            if (room != "") seen[room] = 1
        } else if (room != "" && word ~ /\.h$/) {
            other = room_of(word)
            if (other in place && other != room) uses[room, other] = 1
        }
    }
}

END {
    for (a = 1; a <= count; a++)
        for (b = a + 1; b <= count; b++)
            if ((rooms[a], rooms[b]) in uses) {
                print rooms[a] " uses " rooms[b] ", which is above it" >"/dev/stderr"
                upwards = 1
            }
    print "digraph rooms {"
    print "    node [shape = box];"
    for (a = 1; a <= count; a++) {
        if (!(rooms[a] in seen)) continue
        for (b = 1; b < a; b++)
            if ((rooms[a], rooms[b]) in uses && floor[b] >= floor[a]) floor[a] = floor[b] + 1
        floor[a] += floor[a] == 0
        if (floor[a] > floors) floors = floor[a]
        on[floor[a]] = on[floor[a]] " " rooms[a] ";"
    }
    for (f = 1; f <= floors; f++) print "    { rank = same;" on[f] " } // floor " f
    for (a = 1; a <= count; a++)
        for (b = 1; b <= count; b++) {
            if (!((rooms[a], rooms[b]) in uses)) continue
            implied = 0
            for (c = 1; c <= count && !implied; c++) implied = (rooms[a], rooms[c]) in uses && (rooms[c], rooms[b]) in uses
            if (!implied) print "    " rooms[a] " -> " rooms[b] ";"
        }
    print "}"
    exit upwards
}
