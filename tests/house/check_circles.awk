# SPDX-License-Identifier: MIT
# No circle of calls between files. Reads what `nm -A` prints of object files, and prints a line for each file that is on a circle: a file
# that calls another one (has a symbol of it undefined) which leads back to it.
#
#     …/hr_run.dir/run/report.c.o: U hr_run_watch_tell      report.c uses a symbol
#     …/hr_run.dir/run/watch.c.o:0000 T hr_run_watch_tell    that watch.c has

{
    file = $0
    sub(/\.o:.*/, "", file)
    sub(/.*\.dir\//, "", file)
    kind = $(NF - 1)
    if (kind == "U") {
        used[file, ++uses[file]] = $NF
        files[file] = 1
    } else if (kind ~ /^[TRDBV]$/) {
        home[$NF] = file
    }
}

END {
    for (file in files)
        for (i = 1; i <= uses[file]; i++) {
            other = home[used[file, i]]
            if (other != "" && other != file) leads[file] = leads[file] " " other
        }
    for (file in files) {
        # All that can be reached from this file.
        delete seen
        split("", queue)
        n = split(leads[file], queue, " ")
        for (at = 1; at <= n; at++) {
            if (queue[at] in seen) continue
            seen[queue[at]] = 1
            m = split(leads[queue[at]], more, " ")
            for (j = 1; j <= m; j++)
                if (!(more[j] in seen)) queue[++n] = more[j]
        }
        if (file in seen) print "src/" file
    }
}
