#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What a run would take: plans against the sizes of real runs, and against arithmetic.

# shellcheck disable=SC2154 # bats sets stderr

load helper

@test "the 15-puzzle by planes: states, memory over all ranks, table, traffic" {
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 1024 --ranks-per-node 64 --distances --json
    [[ -z $stderr || $stderr == *"other work has taken "[2-9]*" % of the processors' time"* ]]
    # 16!/2 states; two bits each in memory and one in the table, 60 of 64 bits in use; three windows across parts, 40 times.
    jq -e '.engine == "planes" and .states == 10461394944000 and .layers == 81
        and .rank_memory * .ranks > 2 * .states / 8 * 64 / 60 and .rank_memory * .ranks < 2.2 * .states / 8 * 64 / 60
        and .table > .states / 8 * 64 / 60 and .table < 1.01 * .states / 8 * 64 / 60
        and .traffic > 15e12 and .traffic < 30e12 and .seconds > 0 and .seconds >= .link_seconds' <<<"$output"
}

# figures FILTER: do the figures of the plan on stdin follow from each other, as the filter says? They have six digits.
figures() { jq -e "def near(\$a; \$b): (\$a - \$b | fabs) <= 0.0001 * \$b; $1"; }

@test "the times follow from the work, the rate, the link and the disk, for each engine" {
    cd "$BATS_TEST_TMPDIR" && mkdir disk
    # Planes work on each state once a layer, and send meanwhile. Of 16 nodes each sends a 16th.
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 1024 --ranks-per-node 64 --link 10K --json
    figures 'near(.compute_seconds; .states * .layers * .busiest / .rate) and near(.link_traffic; .traffic / 16)
        and near(.link_seconds; .link_traffic / 10240) and .link_seconds > .compute_seconds and .seconds == .link_seconds' <<<"$output"
    run -0 --separate-stderr huarong plan tile:4x4 --ranks 64 --ranks-per-node 64 --json # on one node there is nothing to send
    figures '.traffic == 0 and .link_seconds == 0 and .seconds == .compute_seconds and .scratch_seconds == 0' <<<"$output"
    # The fastest and the slowest run of those that have measured give the least and the greatest time.
    figures 'near(.seconds_low; .states * .layers * .busiest / .rate_high) and near(.seconds_high; .states * .layers * .busiest / .rate_low)
        and .rate_low <= .rate and .rate <= .rate_high and .rate_runs >= 3 and .processor_share > 0 and .processor_share < 1.001' <<<"$output"
    # The frontier engine expands one of two mirror images, and sends before it goes on. Of 9!/2 states 144 are their own images.
    run -0 --separate-stderr quick_plan tile:3x3 --engine frontier --ranks 3 --ranks-per-node 2 --link 1M --json
    figures 'near(.compute_seconds; (181440 + 144) / 2 * .busiest / .rate) and near(.link_seconds; .link_traffic / 1048576)
        and near(.seconds; .compute_seconds + .link_seconds) and .link_seconds > 0.01' <<<"$output"
    run -0 --separate-stderr quick_plan tile:3x3 --engine frontier --ranks 3 --ranks-per-node 2
    [[ $output == *": computing "*", sending "* && $output != *meanwhile* && $output == *" states a second and rank, between "*" short runs, measured on its own first layers" ]]
    # Each distance of a table of openings goes to the rank that writes it, from each second rank to another node. 10 GiB/s are usual.
    run -0 --separate-stderr quick_plan klotski:4x6 --ranks 2 --ranks-per-node 1 --distances --json
    # An opening of 4x6 is more work than one of 4x5, which is measured, for there are more words to a frame, and more free cells.
    figures 'near(.compute_seconds; .work * .busiest / .rate) and near(.work / .states; 400830999 / 1749098135 / (6094404 / 29334498)) and near(.traffic; .states / 2) and near(.link_traffic; .states / 4)
        and near(.link_seconds; .link_traffic / 10737418240) and .seconds == .compute_seconds and .calibration == "klotski:4x5"' <<<"$output"
    # The largest family is more than a 16th of the work: 16 nodes search it together. No node searches while it sends.
    run -0 --separate-stderr quick_plan klotski:4x6 --nodes 16 --ranks-per-node 2 --memory 8G --json
    figures '.traffic > 1e9 and .traffic < 4e9 and near(.link_traffic; .traffic / 16) and near(.link_seconds; .link_traffic / 10737418240)
        and near(.seconds; .compute_seconds + .link_seconds)' <<<"$output"
    run -0 --separate-stderr quick_plan klotski:4x6 --nodes 16 --ranks-per-node 2 --memory 8G
    [[ $output == *$'\n'"Traffic     about "*" GiB between nodes, "*" MiB from each"$'\n'* ]]
    # The disk works while the engine computes. Its rate is a measured one, and a disk as fast as memory needs less time than computing.
    HR_MEASURE_DISKS=1 run -0 --separate-stderr quick_plan tile:2x7 --ranks 2 --ranks-per-node 2 --memory 1G --scratch disk --json
    figures '.scratch > 1e9 and .scratch_moved > 10 * .scratch and .scratch_rate > 1e6 and near(.scratch_seconds; .scratch_moved / .scratch_rate)
        and .seconds == ([.compute_seconds, .scratch_seconds] | max)' <<<"$output"
    figures '.link_seconds == 0 and .table == 0 and .checkpoint == 0' <<<"$output"
    [[ $(ls -A disk) == "" ]]
}

@test "a space that nobody can foresee has no sizes" {
    run -0 --separate-stderr quick_plan 'blocks:start: abcd/efgh/..../....; goal: hgfe/dcba'
    [[ ${#lines[@]} -eq 4 && ${lines[0]} == "Puzzle      blocks:4x4, metric unit" && ${lines[1]} == "Engine      frontier on 1 rank" ]]
    [[ ${lines[2]} == "States      unknown: nobody can tell before the run; give --max-depth for a part of it" && ${lines[3]} == "Rate  "* ]]
}

@test "the table is as large as the plan says" {
    run -0 --separate-stderr quick_plan tile:2x5 --distances --json
    jq -e '.disk_rate == 0 and .table_seconds == 0 and .table > 0 and .checkpoint > 0' <<<"$output" # no disk is measured
    planned=$(jq .table <<<"$output")
    run -0 --separate-stderr huarong enumerate tile:2x5 --table "$BATS_TEST_TMPDIR/table" --quiet
    written=$(stat -c %s "$BATS_TEST_TMPDIR/table")
    ((written <= planned + 4096 && planned <= written + 4096))
}

@test "checkpoints are about as large as the plan says" {
    long_tier_only
    cd "$BATS_TEST_TMPDIR"
    local words planned written part
    local cases=("tile:3x3 --engine frontier" "tile:3x3 --engine frontier --distances" "klotski:3x4 --engine frontier" "tile:3x4" "tile:2x5 --metric slide" "tile:2x5 --metric slide --distances")
    [[ $(of_tier short long) == short ]] || cases+=("tile:3x4 --distances") # gigabytes of checkpoints
    for words in "${cases[@]}"; do
        # shellcheck disable=SC2086 # several words
        planned=$(quick_plan $words --json | jq .checkpoint)
        part=() # each checkpoint of planes has all states
        [[ $words != tile:3x4 ]] || part=(--engine planes --max-depth 8)
        # shellcheck disable=SC2086
        huarong enumerate ${words/--distances/--table table} "${part[@]}" --checkpoint kept --checkpoint-every 0 --log log --quiet
        written=$(jq -s 'map(select(.event == "checkpoint") | .bytes) | max' log)
        ((planned * 9 < written * 10 && written < planned * 11 / 10 + 4096)) || { echo "$words: $planned, $written" && return 1; }
        rm -rf kept log table
    done
}

@test "the time to write a table and a checkpoint, on a disk that is measured" {
    cd "$BATS_TEST_TMPDIR" && mkdir disk
    HR_MEASURE_DISKS=1 run -0 --separate-stderr quick_plan tile:4x4 --ranks 64 --distances --checkpoint disk
    [[ $output =~ "Table       1.27 TiB, "[0-9].*" to write at "[0-9.]+" "[KMG]iB/s,\ measured ]]
    [[ $output =~ "Checkpoint  about 2.54 TiB, "[0-9].*" to write at "[0-9.]+" "[KMG]iB/s,\ measured ]]
    HR_MEASURE_DISKS=1 run -0 --separate-stderr quick_plan tile:3x3 --engine frontier --distances --checkpoint disk --json
    jq -e '.disk_rate > 1e6 and (.table_seconds * .disk_rate / .table | . > 0.99 and . < 1.01)
        and (.checkpoint_seconds * .disk_rate / .checkpoint | . > 0.99 and . < 1.01)' <<<"$output"
    [[ $(quick_plan klotski:2x4 --checkpoint disk) == *"Checkpoint  a few MiB: the counts of finished families"* ]]
    run -4 --separate-stderr huarong plan tile:3x3 --engine frontier --checkpoint none
    [[ $(ls -A disk) == "" ]]
}

@test "ranks that share processors are told that the time is too long" {
    local cores
    cores=$(nproc)
    run -0 --separate-stderr "$HR_MPIRUN" -n $((cores + 1)) "$HR_QUICK_PLAN" plan tile:2x2 --json
    jq -e '.oversubscribed == true' <<<"$output"
    [[ $(grep '^huarong' <<<"$stderr") == "huarong plan: $((cores + 1)) ranks share $cores processor"*": start plan on at most $cores rank"* ]]
    run -0 --separate-stderr "$HR_MPIRUN" -n $((cores + 1)) "$HR_QUICK_PLAN" plan tile:2x2 --quiet
    [[ $output == *"memory"* && $stderr != *huarong* ]]
    run -0 --separate-stderr "$HR_MPIRUN" -n "$cores" "$HR_QUICK_PLAN" plan tile:2x2 --json
    jq -e '.oversubscribed == false' <<<"$output"
    [[ $stderr != *" share "* ]]
    # Bound to one processor, two ranks share it.
    run -0 --separate-stderr taskset -c "$(taskset -cp $$ | grep -oE '[0-9]+' | sed -n 2p)" "$HR_MPIRUN" --bind-to none -n 2 "$HR_QUICK_PLAN" plan tile:2x2
    [[ $stderr == *"2 ranks share 1 processor here"*"at most 1 rank a node"* ]]
}

@test "the traffic of the frontier engine is below the plan's bound and of its size" {
    run -0 --separate-stderr "$HR_MPIRUN" -n 2 "$HR_QUICK_PLAN" plan tile:3x3 --metric slide --engine frontier --ranks 2 --ranks-per-node 1 --json
    planned=$(jq '.traffic | floor' <<<"$output")
    run -0 --separate-stderr ranks 2 enumerate tile:3x3 --metric slide --engine frontier --json
    sent=$(jq '[.layers[].bytes_sent] | add' <<<"$output")
    ((sent <= planned && planned <= 2 * sent))
}

@test "lines are planned on several nodes, with a table and without" {
    run -0 --separate-stderr quick_plan tile:3x3 --metric slide --ranks 4 --ranks-per-node 2
    [[ $output == *"Engine      lines on 4 ranks"*"Traffic     at most "* ]]
    run -0 --separate-stderr quick_plan tile:3x3 --metric slide --ranks 4 --ranks-per-node 2 --distances
    [[ $output == *"Engine      lines on 4 ranks"*"Traffic     at most "* ]]
    run -0 --separate-stderr quick_plan tile:3x4 --metric slide --memory 60M
    [[ $output == *"Engine      lines on 1 rank"*"too little, about 3 such nodes would do"* ]]
    # What ranks of several nodes send each other lies in memory, too.
    run -0 --separate-stderr quick_plan tile:4x4 --metric slide --nodes 1 --ranks-per-node 64 --memory 512G
    [[ $output == *"too little, about 3 such nodes would do"* ]]
    run -0 --separate-stderr quick_plan tile:4x4 --metric slide --nodes 3 --ranks-per-node 64 --memory 512G
    [[ $output == *"512 GiB may be used (--memory): enough"* ]]
    run -0 --separate-stderr quick_plan tile:3x4 --metric slide --memory 200M --distances
    [[ $output == *"Engine      lines on 1 rank"*"too little, about 2 such nodes would do"* ]]
}

@test "a plan in words, for each engine" {
    run -0 --separate-stderr huarong plan tile:3x4
    [[ $output == *"Engine      planes on 1 rank"* && $output == *"States      239,500,800"* && $output == *"Layers      54"* ]]
    [[ $(cut -c 1-11 <<<"$output" | xargs) == "Puzzle Engine States Memory Node Layers Checkpoint Traffic Time Rate" ]] # no table, no scratch
    [[ $output =~ "Time        "([^,]+)", between "[^:]+": computing "([^,]+)", sending 0"[^$'\n']*" meanwhile" && ${BASH_REMATCH[1]} == "${BASH_REMATCH[2]}" ]]
    [[ $output =~ "Rate        "[1-9][0-9.]*" "[a-z]+" states x layers a second and rank, between "[^,]+" short runs, measured on tile:3x4"$ ]]
    run -0 --separate-stderr quick_plan tile:4x4 --max-depth 20 --ranks 2
    [[ $output == *"Engine      frontier on 2 ranks"* ]]
    run -0 --separate-stderr quick_plan klotski:4x6 --ranks 2 --distances
    [[ $output == *"Engine      openings on 2 ranks"* && $output == *"States      1,749,098,135"* && $output == *"Table       1.63 GiB"$'\n'* ]]
    [[ $output =~ "Rate        "[1-9][0-9.]*" "[a-z]+" states a second and rank, between "[^,]+" short runs, measured on klotski:4x5"$ ]]
}

@test "the states of a run that the measurement saw to its end are counted, others are estimated" {
    run -0 --separate-stderr quick_plan tile:2x2 --json
    jq -e '.engine == "frontier" and .states == 12 and .states_exact' <<<"$output"
    run -0 --separate-stderr quick_plan tile:4x4 --max-depth 18 --json # OEIS A089484: 1, 2, 4, 10, … 447342
    jq -e ".states == 920893 and .states_exact" <<<"$output"
    run -0 --separate-stderr quick_plan tile:4x4 --max-depth 30
    [[ $output == *"States      about "*" or fewer"* ]]
    run -0 --separate-stderr quick_plan tile:4x4 --max-depth 30 --json
    jq -e '(.states_exact | not) and .states > 600000000 and .layers == 0' <<<"$output"
}

@test "a node's memory: enough, too little, and what this node may use" {
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 1024 --ranks-per-node 64 --memory 500G --json
    jq -e '.node_memory == 64 * .rank_memory and .node_limit == 536870912000 and .node_limit_source == "--memory"
        and .nodes_needed == 0' <<<"$output"
    local need
    need=$(jq .node_memory <<<"$output")
    # Not a byte too little is enough; 16 nodes are planned, of which each would need twice what it has, and 48 MiB a rank are needed on any number.
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 1024 --ranks-per-node 64 --memory "$need"
    [[ $output == *" a rank, "*" a node of 64 ranks"* && $output == *"may be used (--memory): enough"* ]]
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 1024 --ranks-per-node 64 --memory $((need - 1))
    [[ $output == *"may be used (--memory): too little, about 17 such nodes would do"* ]]
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 1024 --ranks-per-node 64 --memory $((need / 2))
    [[ $output == *"too little, about 34 such nodes would do"* ]]
    # A node of one rank has no memory for the largest family, which then goes to all nodes.
    run -0 --separate-stderr quick_plan klotski:4x6 --ranks 4 --ranks-per-node 1 --memory 250M --json
    jq -e '.rank_memory < 300000000' <<<"$output" # else 318 million
    run -0 --separate-stderr quick_plan klotski:4x6 --ranks 4 --ranks-per-node 4 --memory 256M
    [[ $output == *"too little on any number of such nodes, plan fewer ranks a node"* ]]
    # Each rank needs some 48 MiB anywhere, so that nodes with less are of no use; with a little more, many are needed.
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 2 --ranks-per-node 2 --memory 1K
    [[ $output == *"(--memory): too little on any number of such nodes, plan fewer ranks a node"* ]]
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 1 --memory 1K --json
    jq -e '.nodes_needed == null' <<<"$output"
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 1 --memory 64M
    [[ $output =~ "too little, about "[0-9]+,[0-9]{3}" such nodes would do" && $output =~ "Time        ".*": computing ".*", sending ".*" meanwhile" ]]
    SLURM_MEM_PER_NODE=300 run -0 quick_plan tile:4x4 --max-depth 24
    [[ $output == *"may be used (SLURM_MEM_PER_NODE): "* ]]
}

@test "nodes and their ranks: so many ranks, on so many nodes" {
    local options ranks nodes node_ranks
    while read -r options ranks nodes node_ranks; do
        # shellcheck disable=SC2086 # several words
        run -0 --separate-stderr quick_plan tile:2x2 --engine frontier ${options//,/ } --json
        jq -e ".ranks == $ranks and .nodes == $nodes and .node_memory == $node_ranks * .rank_memory" <<<"$output"
        [[ $(jq -c '[.rank_memory, .node_memory, .traffic]' <<<"$output") == "$(quick_plan tile:2x2 --engine frontier --ranks "$ranks" \
            --ranks-per-node "$node_ranks" --json 2>/dev/null | jq -c '[.rank_memory, .node_memory, .traffic]')" ]]
    done <<END
--nodes,4,--ranks-per-node,3 12 4 3
--ranks-per-node,7 7 1 7
--nodes,3 $((3 * $(nproc --all))) 3 $(nproc --all)
--ranks-per-node,4,--ranks,8 8 2 4
END
    run -0 --separate-stderr quick_plan tile:2x2 --engine frontier --nodes 4 --ranks-per-node 3
    [[ $output == *"Engine      frontier on 12 ranks, 4 nodes"*" a node of 3 ranks"* ]]
}

@test "nodes that are not full, and a rank's share of a table" {
    local without
    run -0 --separate-stderr quick_plan tile:3x3 --engine frontier --ranks 3 --ranks-per-node 2 --json
    jq -e '(.traffic - 2 * .link_traffic | fabs) <= 1 and .node_memory == 2 * .rank_memory' <<<"$output"
    run -0 --separate-stderr quick_plan tile:3x3 --engine frontier --ranks 2 --ranks-per-node 8 --json
    jq -e '.link_traffic == .traffic and .node_memory == 2 * .rank_memory' <<<"$output"
    run -0 --separate-stderr quick_plan tile:3x3 --engine frontier --ranks 4 --json
    without=$(jq .rank_memory <<<"$output")
    run -0 --separate-stderr quick_plan tile:3x3 --engine frontier --ranks 4 --distances --json
    jq -e ".rank_memory - $without == 181440 / 4" <<<"$output"
}

@test "a plan with scratch, and what has none" {
    cd "$BATS_TEST_TMPDIR" && mkdir disk
    run -0 --separate-stderr quick_plan tile:2x7 --memory 1G --scratch disk
    [[ $output == *"Scratch     "*" on disk, about "*" read and written in "*", measured"*$'\n'"Room        "*" free there: enough"* ]]
    HR_MEASURE_DISKS=1 run -0 --separate-stderr quick_plan tile:2x7 --ranks 2 --ranks-per-node 2 --memory 1G --scratch disk --json
    jq -e '.node_memory <= 1024 * 1024 * 1024 and .scratch_node == .scratch and .scratch_apart == false and .seconds_low <= .seconds and .seconds <= .seconds_high' <<<"$output"
    local room
    room=$(($(stat -f -c '%a * %S' disk)))
    jq -e "(.scratch_room - $room | fabs) < 0.2 * $room" <<<"$output"
    # Nothing is that large; 16 cells are 1.3 TiB. A rank cannot work with less than some parts, on any number of nodes.
    run -0 --separate-stderr quick_plan tile:4x4 --nodes 4 --ranks-per-node 2 --memory 1G --scratch disk
    [[ $output == *"Scratch     1.27 TiB on disk, 325 GiB from each node, about "*"free there: "* ]]
    [[ $output == *"(--memory): too little, plan fewer ranks a node"* ]]
    run -0 --separate-stderr quick_plan tile:2x6 --scratch /dev/shm
    [[ $(stat -f -c %T /dev/shm) != tmpfs || $stderr == *"huarong plan: /dev/shm is in memory (tmpfs): "* ]]
    run -0 --separate-stderr quick_plan tile:2x6 --nodes 2 --ranks-per-node 1 --scratch disk
    [[ $(stat -f -c %T disk) != ext2/ext3 || $stderr == *"disk is on a disk of this node (ext4): each node needs one there"* ]]
    run -0 --separate-stderr quick_plan tile:2x7 --ranks 3 --ranks-per-node 2 --memory 1G --scratch /dev/shm --json # 2 nodes, the first with 2 ranks
    [[ $(stat -f -c %T /dev/shm) != tmpfs ]] || figures '.scratch_apart and near(.scratch_seconds; .scratch_moved * 2 / 3 / .scratch_rate)' <<<"$output"
    run -0 --separate-stderr quick_plan tile:4x4 --ranks 5 --ranks-per-node 4 --memory 1G --scratch disk --json
    jq -e '.scratch_node / .scratch | . > 0.799 and . < 0.801' <<<"$output" # on the second node is one rank
    [[ $(ls -A disk) == "" ]]
}

# A plane of 3x4 has 11! / 2 bits, 60 to a word: 2,661,120 bytes.
@test "scratch with checkpoints holds all states, and nodes with disks of their own need room for what they send" {
    cd "$BATS_TEST_TMPDIR" && mkdir disk
    scratch_of() { quick_plan tile:3x4 --scratch disk --memory 1G --json "$@" | jq .scratch; }
    [[ $(scratch_of) -eq 0 && $(scratch_of --checkpoint disk) -eq $((12 * 2661120)) ]]
    [[ $(scratch_of --metric slide) -eq 0 && $(scratch_of --metric slide --checkpoint disk) -eq $((2 * (3 + 4) * 2661120)) ]]
    run -0 --separate-stderr quick_plan tile:2x5 --scratch disk --ranks 2 --ranks-per-node 1 --memory 33M
    [[ $output == *"33.0 MiB may be used (--memory): too little"* ]]
    run -0 --separate-stderr quick_plan tile:2x5 --scratch disk --ranks 2 --ranks-per-node 1 --memory 37M
    [[ $output == *"37.0 MiB may be used (--memory): enough"* ]]
    run -0 --separate-stderr quick_plan tile:2x5 --metric slide --scratch disk --ranks 2 --ranks-per-node 1 --memory 35M
    [[ $output == *"Engine      lines on 2 ranks"*"35.0 MiB may be used (--memory): too little"* ]]
    run -0 --separate-stderr quick_plan tile:2x5 --metric slide --scratch disk --ranks 2 --ranks-per-node 1 --memory 38M
    [[ $output == *"38.0 MiB may be used (--memory): enough"*"Traffic     at most 2.56 MiB between nodes"* ]]
    run -0 --separate-stderr quick_plan tile:2x5 --metric slide --scratch disk --ranks 2 --ranks-per-node 2 --memory 70M
    [[ $output == *"70.0 MiB may be used (--memory): enough"* ]]
    run -2 --separate-stderr huarong enumerate tile:3x3 --engine lines --scratch disk
    [[ $stderr == *"the lines engine does not search this puzzle in this metric: use --engine planes with --scratch" ]]
}
