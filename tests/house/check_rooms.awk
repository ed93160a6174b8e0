# SPDX-License-Identifier: MIT
# The includes' part of check_rooms:   awk -f check_rooms.awk READMES… src/CMakeLists.txt FILES…
# A module is a file without its ending: x.c and x.h are one. Prints one line for each violation.

BEGIN {
    # Engines that do not see each other: folders with a row of the table of engines, and these. Only the rooms' registries know several.
    split("openings solve/idastar solve/layers solve/astar", engines)
    for (i in ARGV)
        if (ARGV[i] ~ /\/row\.c$/) engines[ARGV[i]] = folder(substr(ARGV[i], 5))
    # The search for one position in the memory of all ranks is a run of the frontier engine.
    stands_on["solve/layers"] = "enumerate/frontier"
}

function violation(text) { print FILENAME ":" FNR ": " text }
function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
function within(path, place) { return index(path "/", place "/") == 1 }
function engine_of(path,    i) {
    for (i in engines)
        if (within(path, engines[i])) return engines[i]
    return ""
}

# A sub-room's README names the headers that others may include.
FILENAME ~ /README\.md$/ {
    if (/^Open to others:/) {
        place = folder(substr(FILENAME, 5))
        line = $0
        while (match(line, /`[a-z_]+\.h`/)) {
            open[place "/" substr(line, RSTART + 1, RLENGTH - 2)] = 1
            line = substr(line, RSTART + RLENGTH)
        }
    }
    next
}

FILENAME ~ /CMakeLists\.txt$/ {
    if (/^hr_add_room\(/) {
        gsub(/[()]/, " ")
        room = $2
        for (i = 3; i <= NF && $i != "LIBRARIES"; i++)
            if ($i != "USES") uses[room, $i] = 1
    }
    next
}

FNR == 1 { known[substr(FILENAME, 5)] = 1 }

/^[ \t]*#[ \t]*include/ {
    own = substr(FILENAME, 5)
    room = own
    sub(/\/.*/, "", room)
    if (/<mpi/ && room != "comm") violation("only comm may include <mpi.h>")
    if (!/"/) next
    header = $0
    sub(/^[^"]*"/, "", header)
    sub(/".*/, "", header)
    if (header ~ /^huarong\/[a-z_]+\.h$/) next
    if (header ~ /^huarong\/search\/[a-z_]+\.h$/) {
        if (room != (header ~ /ranks\.h$/ ? "comm" : "library") && !(room == "comm" && header ~ /run\.h$/))
            violation("only library, and comm for the ranks, may include \"" header "\"")
        next
    }
    used = header
    sub(/\/.*/, "", used)
    if (header !~ /^[a-z_]+(\/[a-z_]+)+\.h$/ || (used != room && !((room, used) in uses))) {
        violation(room " may not include \"" header "\"")
        next
    }
    place = folder(header)
    if (place ~ /\// && !within(folder(own), place) && !(header in open))
        violation("\"" header "\" is private to " place)
    if (header == "comm/mpi_types.h" && own !~ /^comm\/.*\.c$/)
        violation("only comm's own .c files may see MPI's types")
    one = engine_of(own)
    other = engine_of(header)
    if (one != "" && other != "" && one != other && stands_on[one] != other)
        violation("engines do not see each other: " one " includes \"" header "\"")
    if ((within(own, "cli/output") || within(own, "cli/options")) && within(header, "cli/commands"))
        violation("options and output know no commands")
    wanted[header] = FILENAME ":" FNR
}

END {
    for (header in wanted)
        if (!(header in known)) print wanted[header] ": there is no \"" header "\""
}
