#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong graph: networkx and Graphviz read what it writes, with the numbers of nodes and edges that others have counted.

# shellcheck disable=SC2154 # bats sets stderr
load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

readonly FLAT_OPENING=TTooBBTTXXBBXXTo.oB. # five verticals: it reaches all openings with them that can be solved
readonly CLASSICAL=$HR_SOURCE_DIR/tests/golden/klotski/classical.json

# with_networkx: runs the program on stdin in a Python that has networkx.
with_networkx() {
    local python=python3
    python3 -c 'from importlib.util import find_spec; assert find_spec("networkx")' 2>/dev/null || python=/usr/bin/python3
    "$python" - "$@"
}

# read_graphs FILE…: for each GraphML file: is it directed, nodes, edges, solved nodes, greatest distance, and do the
# distances of the nodes fit their edges?
read_graphs() {
    with_networkx "$@" <<'PYTHON'
import sys, networkx
for path in sys.argv[1:]:
    graph = networkx.read_graphml(path)
    distance = networkx.get_node_attributes(graph, 'distance')
    solved = sum(networkx.get_node_attributes(graph, 'solved').values())
    states = set(networkx.get_node_attributes(graph, 'state').values())
    moves = networkx.get_edge_attributes(graph, 'move')
    assert len(states) == graph.number_of_nodes() == len(distance) and len(moves) == graph.number_of_edges()
    assert all(abs(distance[a] - distance[b]) <= 1 for a, b in graph.edges)
    first = [n for n in graph if distance[n] == 0]
    assert len(first) == 1 and networkx.single_source_shortest_path_length(graph, first[0]) == distance
    print(graph.is_directed(), graph.number_of_nodes(), graph.number_of_edges(), solved, max(distance.values()))
PYTHON
}

@test "networkx reads GraphML, with known numbers of nodes and edges" {
    long_tier_only
    local metric expected=
    for metric in unit slide move; do
        edges=$(jq ".per_horizontals[\"0\"].edges_$metric" "$CLASSICAL")
        huarong graph klotski --from $FLAT_OPENING --metric "$metric" --output "$metric.graphml"
        expected+="True 7462 $edges "$'\n'
    done
    huarong graph klotski --from $FLAT_OPENING --undirected --output half.graphml
    edges=$(jq '.per_horizontals["0"].edges_unit / 2' "$CLASSICAL")
    expected+="False 7462 $edges "
    run -0 read_graphs unit.graphml slide.graphml move.graphml half.graphml
    [[ $(sed -E 's/[0-9]+ [0-9]+$//' <<<"$output") == "$expected" ]]
}

@test "nodes, solved ones and the greatest distance are those of enumerate" {
    long_tier_only
    huarong graph klotski --from $FLAT_OPENING --output graph.graphml
    huarong graph klotski --from $FLAT_OPENING --undirected --output half.graphml
    edges=$(huarong graph klotski --from $FLAT_OPENING --format count | sed -n 's/edges //p')
    counted=$(huarong enumerate klotski --from $FLAT_OPENING --json 2>/dev/null |
        jq -r '"\(.states) E \([.layers[].solved] | add) \(.layers | length - 1)"')
    run -0 read_graphs graph.graphml half.graphml
    [[ ${lines[0]} == "True ${counted/E/$edges}" && ${lines[1]} == "False ${counted/E/$((edges / 2))}" ]]
}

@test "Graphviz reads DOT" {
    huarong graph klotski --from $FLAT_OPENING --output graph.dot
    edges=$(jq '.per_horizontals["0"].edges_unit' "$CLASSICAL")
    [[ $(gc -n -e graph.dot) =~ ^\ *7462\ +$edges\  ]]
    huarong graph klotski --from $FLAT_OPENING --undirected --output graph.gv
    [[ $(gc -n -e graph.gv) =~ ^\ *7462\ +$((edges / 2))\  ]]
    [[ $(huarong graph tile:2x2 --undirected --format dot | dot -Tplain | grep -c ^edge) -eq 12 ]] # one circle
}

@test "the list of edges: states and moves" {
    huarong graph klotski --from $FLAT_OPENING --output graph.tsv
    [[ $(wc -l <graph.tsv) -eq $(jq '.per_horizontals["0"].edges_unit' "$CLASSICAL") ]]
    [[ $(cut -f1 graph.tsv | sort -u | wc -l) -eq 7462 && $(sort -u graph.tsv | wc -l) -eq $(wc -l <graph.tsv) ]]
    [[ $(cut -f1,2 graph.tsv | sort) == "$(awk -F'\t' '{print $2 "\t" $1}' graph.tsv | sort)" ]] # every move can be undone
    grep -q "^$FLAT_OPENING"$'\t.*\t.* from [0-3],[0-4] to [0-3],[0-4]$' graph.tsv
}

@test "a table gives the same graph as its puzzle" {
    huarong enumerate klotski:3x4 --table table >log
    for format in count edges; do
        cmp <(huarong graph table --format $format | sort) <(huarong graph klotski:3x4 --format $format | sort)
        cmp <(huarong graph table --format $format --undirected | wc -l) <(huarong graph klotski:3x4 --format $format --undirected | wc -l)
    done
    [[ $(huarong graph table --format dot | grep -c 'distance=3,') -eq $(huarong graph klotski:3x4 --format dot | grep -c 'distance=3,') ]]
}

@test "a graph replaces a file with --force, and a full disk leaves none" {
    huarong enumerate klotski:3x3 --table table >log
    echo old >old.dot
    huarong graph table --output old.dot --force
    grep -q ^digraph old.dot
    for words in "graph klotski:3x3 --output full.dot" "draw klotski 横刀立马 --output full.svg"; do
        # shellcheck disable=SC2086 # words
        HR_FULL_AT=1 run -4 --separate-stderr "$HR_FAILING_PROGRAM" $words
        [[ ${#stderr_lines[@]} -eq 1 && $stderr == *"cannot write: the disk is full"* && -z $(compgen -G 'full*') ]]
    done
    run -4 --separate-stderr bash -c "'$HR_PROGRAM' graph klotski --from 横刀立马 --format graphml >/dev/full"
    [[ ${#stderr_lines[@]} -eq 1 ]]
}

@test "no letter of a puzzle becomes markup" {
    long_tier_only
    printf 'start: %s/......\ngoal: ....../.<....\n' "<&\"\\'>" >'a<script>b.txt'
    huarong graph 'blocks:a<script>b.txt' --format graphml --undirected >graph.graphml
    huarong graph 'blocks:a<script>b.txt' --format dot --undirected >graph.dot
    run -1 grep -l '<script' graph.graphml
    grep -qF "[state=\"<&\\\"\\\\'>/......\"," graph.dot # the quote and the backslash
    with_networkx <<'PYTHON'
import networkx
graph = networkx.read_graphml('graph.graphml')
assert graph.nodes['n0']['state'] == '<&"\\\'>/......', graph.nodes['n0']
assert graph.number_of_edges() > 10
PYTHON
    [[ $(gc -n graph.dot) =~ \ $(grep -c '<node ' graph.graphml)\  ]]
}
