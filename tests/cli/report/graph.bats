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

# read_graphs FILE…: for each GraphML or GEXF file: is it directed, nodes, edges, solved nodes, greatest distance, and do the
# distances of the nodes fit their edges?
read_graphs() {
    with_networkx "$@" <<'PYTHON'
import sys, networkx
for path in sys.argv[1:]:
    graph = networkx.read_gexf(path) if path.endswith('.gexf') else networkx.read_graphml(path)
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

@test "networkx reads GraphML and GEXF, with known numbers of nodes and edges" {
    long_tier_only
    local metric format expected=
    while read -r metric format; do
        edges=$(jq ".per_horizontals[\"0\"].edges_$metric" "$CLASSICAL")
        huarong graph klotski --from $FLAT_OPENING --metric "$metric" --out "$metric.$format"
        expected+="True 7462 $edges "$'\n'
    done <<<$'unit graphml\nslide gexf\nmove graphml'
    huarong graph klotski --from $FLAT_OPENING --undirected --out half.gexf
    edges=$(jq '.per_horizontals["0"].edges_unit / 2' "$CLASSICAL")
    expected+="False 7462 $edges "
    run -0 read_graphs unit.graphml slide.gexf move.graphml half.gexf
    [[ $(sed -E 's/[0-9]+ [0-9]+$//' <<<"$output") == "$expected" ]]
}

@test "nodes, solved ones and the greatest distance are those of enumerate" {
    long_tier_only
    huarong graph klotski --from $FLAT_OPENING --out graph.graphml
    huarong graph klotski --from $FLAT_OPENING --undirected --out half.graphml
    edges=$(huarong graph klotski --from $FLAT_OPENING --format count | sed -n 's/edges //p')
    counted=$(huarong enumerate klotski --from $FLAT_OPENING --json 2>/dev/null |
        jq -r '"\(.states) E \([.layers[].solved] | add) \(.layers | length - 1)"')
    run -0 read_graphs graph.graphml half.graphml
    [[ ${lines[0]} == "True ${counted/E/$edges}" && ${lines[1]} == "False ${counted/E/$((edges / 2))}" ]]
}

@test "Graphviz reads DOT" {
    huarong graph klotski --from $FLAT_OPENING --out graph.dot
    edges=$(jq '.per_horizontals["0"].edges_unit' "$CLASSICAL")
    [[ $(gc -n -e graph.dot) =~ ^\ *7462\ +$edges\  ]]
    huarong graph klotski --from $FLAT_OPENING --undirected --out graph.gv
    [[ $(gc -n -e graph.gv) =~ ^\ *7462\ +$((edges / 2))\  ]]
    [[ $(huarong graph tile:2x2 --undirected --format dot | dot -Tplain | grep -c ^edge) -eq 12 ]] # one circle
}

@test "the list of edges: states and moves" {
    huarong graph klotski --from $FLAT_OPENING --out graph.tsv
    [[ $(wc -l <graph.tsv) -eq $(jq '.per_horizontals["0"].edges_unit' "$CLASSICAL") ]]
    [[ $(cut -f1 graph.tsv | sort -u | wc -l) -eq 7462 && $(sort -u graph.tsv | wc -l) -eq $(wc -l <graph.tsv) ]]
    [[ $(cut -f1,2 graph.tsv | sort) == "$(awk -F'\t' '{print $2 "\t" $1}' graph.tsv | sort)" ]] # every move can be undone
    grep -q "^$FLAT_OPENING"$'\t.*\t.* from [0-3],[0-4] to [0-3],[0-4]$' graph.tsv
}

@test "a table gives the same graph as its puzzle" {
    huarong enumerate klotski:3x4 --out table >log
    for format in count edges; do
        cmp <(huarong graph table --format $format | sort) <(huarong graph klotski:3x4 --format $format | sort)
        cmp <(huarong graph table --format $format --undirected | wc -l) <(huarong graph klotski:3x4 --format $format --undirected | wc -l)
    done
    [[ $(huarong graph table --format dot | grep -c 'distance=3,') -eq $(huarong graph klotski:3x4 --format dot | grep -c 'distance=3,') ]]
}

@test "what is bad is refused in one line, and nothing is half-written" {
    refused() {
        local code=$1 reason=$2
        shift 2
        run "-$code" --separate-stderr huarong graph "$@"
        [[ ${#stderr_lines[@]} -eq 1 && $stderr == "huarong graph: "*"$reason"* && -z $output ]]
        [[ ! -e x.dot ]]
    }
    huarong enumerate klotski:3x3 --out table >log
    huarong enumerate tile:3x3 --engine planes --out planes >log
    refused 2 "a format is missing: give --format graphml, gexf, dot, edges or count" klotski
    refused 2 "the name x.foo does not show the format: give --format graphml, gexf, dot, edges or count" klotski --out x.foo
    refused 2 "there are graphml" klotski --format png
    refused 3 "more than 1,000 states" klotski --from 横刀立马 --limit 1000 --out x.dot
    refused 3 "more than 1,000,000 states" klotski --out x.dot
    refused 3 "the space has 10,461,394,944,000 states, more than 1,000,000" tile:4x4 --out x.dot
    refused 3 "more than 10" table --limit 10 --out x.dot
    refused 3 "more than 5 states" 'blocks:start: a../...; goal: .../..a' --limit 5 --out x.dot
    huarong graph 'blocks:start: a../...; goal: .../..a' --limit 6 --out all.dot
    for option in "--metric move" "--from XXXX..oo." "--goal 1" "--exit 0,0"; do
        # shellcheck disable=SC2086 # two words
        refused 2 "leave out these options" table $option --out x.dot
    done
    refused 2 "one bit a state" planes --out x.dot
    refused 2 "drops:3x3 cannot be used here: of drops puzzles only positions can be solved" drops:3x3 --out x.dot
    refused 4 "nothing.table" nothing.table --out x.dot
    head -c -3 table >damaged
    refused 4 "damaged" damaged --out x.dot
    echo old >old.dot
    refused 4 "old.dot" table --out old.dot
    [[ $(cat old.dot) == old ]]
    huarong graph table --out old.dot --force
    grep -q ^digraph old.dot
    for words in "graph klotski:3x3 --out full.dot" "draw klotski 横刀立马 --out full.svg"; do
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
    huarong graph 'blocks:a<script>b.txt' --format gexf --undirected >graph.gexf
    huarong graph 'blocks:a<script>b.txt' --format dot --undirected >graph.dot
    run -1 grep -l '<script' graph.graphml graph.gexf
    grep -qF "[state=\"<&\\\"\\\\'>/......\"," graph.dot # the quote and the backslash
    with_networkx <<'PYTHON'
import networkx
one, two = networkx.read_graphml('graph.graphml'), networkx.read_gexf('graph.gexf')
start = '<&"\\\'>/......'
assert one.nodes['n0']['state'] == start == two.nodes['0']['state'], (one.nodes['n0'], two.nodes['0'])
assert one.number_of_edges() == two.number_of_edges() > 10
PYTHON
    [[ $(gc -n graph.dot) == *" $(grep -c '<node' graph.gexf) "* || $(gc -n graph.dot) =~ \ $(grep -c '<node ' graph.gexf)\  ]]
}
