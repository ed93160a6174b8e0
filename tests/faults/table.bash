# SPDX-License-Identifier: MIT
# The results of a walk, as numbers.
# shellcheck shell=bash

# summary RESULTS: what became of the points. Fails if any failed, or if there was no fault at all.
summary() {
    awk -F '\t' '
        { outcome = $7; sub(/:.*/, "", outcome); outcomes[outcome]++ }
        END {
            for (o in outcomes) { printf "%s %d, ", o, outcomes[o] }
            tried = NR - outcomes["untouched"]
            printf "%d points\n", tried
            exit tried == 0 || outcomes["FAILED"] > 0
        }' "$1"
}

# table RESULTS: a line for each command and kind of fault, in Markdown.
table() {
    echo '| command | fault | points | right (0) | stopped (3) | refused (4) | aborted (70) | killed | failed |'
    echo '|---|---|---|---|---|---|---|---|---|'
    awk -F '\t' '
        BEGIN {
            split("right stopped refused aborted killed FAILED", column, " ")
            group["memory"] = group["map"] = group["size"] = group["thread"] = "1 memory, threads"
            group["open"] = group["name"] = group["look"] = "2 open, rename, stat"
            group["read"] = "3 read"; group["write"] = "4 write"; group["sync"] = "5 fsync"
            group["stream"] = "6 stdout, stderr, log"; group["mpi"] = "7 MPI collectives"; group["message"] = "8 MPI messages"
        }
        $7 != "untouched" {
            command = $1; sub(/-.*/, "", command)
            if (command == "scratch") { command = $1 ~ /^scratch-lines/ ? "enumerate, lines on disk" : "enumerate, planes on disk" }
            if ($1 ~ /^solve-astar/) { command = "solve, A*" }
            if ($1 ~ /^solve-layers/) { command = "solve, layers" }
            if (command == "shared") { command = "openings, shared families" }
            if (command == "frontier" || command == "planes" || command == "lines") { command = "enumerate, " command }
            fault = group[$3]
            if ($6 == "kill" || $6 == "tear") { fault = "9 one rank killed" }
            if ($6 == "kill-all") { fault = "99 all ranks killed" }
            outcome = $7; sub(/:.*/, "", outcome)
            row = command "\t" fault
            rows[row]++; count[row, outcome]++; sum[outcome]++; total++
        }
        END {
            for (row in rows) {
                name = row; sub(/\t[0-9]+ /, " | ", name)
                line = row "\t| " name " | " rows[row]
                for (c = 1; c <= 6; c++) { line = line " | " count[row, column[c]] + 0 }
                print line " |" | "sort -t \"\t\" -k 1,1 -k 2,2n | cut -f 3-"
            }
            close("sort -t \"\t\" -k 1,1 -k 2,2n | cut -f 3-")
            line = "| all | | " total
            for (c = 1; c <= 6; c++) { line = line " | " sum[column[c]] + 0 }
            print line " |"
        }' "$1"
}
