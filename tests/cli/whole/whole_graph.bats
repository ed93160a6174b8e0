#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Whole outputs of graph.

load whole

@test "graph: every format" {
    printf 'start: a..\ngoal: ..a\n' >line
    tells 0 graph blocks:line --format graphml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="state" for="node" attr.name="state" attr.type="string"/>
<key id="distance" for="node" attr.name="distance" attr.type="int"/>
<key id="solved" for="node" attr.name="solved" attr.type="boolean"/>
<key id="move" for="edge" attr.name="move" attr.type="string"/>
<graph id="blocks:3x1" edgedefault="directed">
<node id="n0"><data key="state">a..</data><data key="distance">0</data><data key="solved">false</data></node>
<node id="n1"><data key="state">.a.</data><data key="distance">1</data><data key="solved">false</data></node>
<node id="n2"><data key="state">..a</data><data key="distance">2</data><data key="solved">true</data></node>
<edge source="n0" target="n1"><data key="move">a right 1</data></edge>
<edge source="n1" target="n0"><data key="move">a left 1</data></edge>
<edge source="n1" target="n2"><data key="move">a right 1</data></edge>
<edge source="n2" target="n1"><data key="move">a left 1</data></edge>
</graph>
</graphml>
END
    tells 0 graph blocks:line --format gexf <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">
<meta><creator>huarong</creator><description>blocks:3x1</description></meta>
<graph mode="static" defaultedgetype="directed">
<attributes class="node"><attribute id="0" title="state" type="string"/><attribute id="1" title="distance" type="integer"/><attribute id="2" title="solved" type="boolean"/></attributes>
<attributes class="edge"><attribute id="0" title="move" type="string"/></attributes>
<nodes>
<node id="0" label="a.."><attvalues><attvalue for="0" value="a.."/><attvalue for="1" value="0"/><attvalue for="2" value="false"/></attvalues></node>
<node id="1" label=".a."><attvalues><attvalue for="0" value=".a."/><attvalue for="1" value="1"/><attvalue for="2" value="false"/></attvalues></node>
<node id="2" label="..a"><attvalues><attvalue for="0" value="..a"/><attvalue for="1" value="2"/><attvalue for="2" value="true"/></attvalues></node>
</nodes>
<edges>
<edge id="0" source="0" target="1"><attvalues><attvalue for="0" value="a right 1"/></attvalues></edge>
<edge id="1" source="1" target="0"><attvalues><attvalue for="0" value="a left 1"/></attvalues></edge>
<edge id="2" source="1" target="2"><attvalues><attvalue for="0" value="a right 1"/></attvalues></edge>
<edge id="3" source="2" target="1"><attvalues><attvalue for="0" value="a left 1"/></attvalues></edge>
</edges>
</graph>
</gexf>
END
    tells 0 graph blocks:line --format dot <<'END'
digraph "blocks:3x1" {
node [shape=point];
n0 [state="a..", distance=0, solved=false];
n1 [state=".a.", distance=1, solved=false];
n2 [state="..a", distance=2, solved=true];
n0 -> n1 [move="a right 1"];
n1 -> n0 [move="a left 1"];
n1 -> n2 [move="a right 1"];
n2 -> n1 [move="a left 1"];
}
END
    tells 0 graph blocks:line --format graphml --undirected <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="state" for="node" attr.name="state" attr.type="string"/>
<key id="distance" for="node" attr.name="distance" attr.type="int"/>
<key id="solved" for="node" attr.name="solved" attr.type="boolean"/>
<key id="move" for="edge" attr.name="move" attr.type="string"/>
<graph id="blocks:3x1" edgedefault="undirected">
<node id="n0"><data key="state">a..</data><data key="distance">0</data><data key="solved">false</data></node>
<node id="n1"><data key="state">.a.</data><data key="distance">1</data><data key="solved">false</data></node>
<node id="n2"><data key="state">..a</data><data key="distance">2</data><data key="solved">true</data></node>
<edge source="n0" target="n1"><data key="move">a right 1</data></edge>
<edge source="n1" target="n2"><data key="move">a right 1</data></edge>
</graph>
</graphml>
END
    tells 0 graph blocks:line --format gexf --undirected <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">
<meta><creator>huarong</creator><description>blocks:3x1</description></meta>
<graph mode="static" defaultedgetype="undirected">
<attributes class="node"><attribute id="0" title="state" type="string"/><attribute id="1" title="distance" type="integer"/><attribute id="2" title="solved" type="boolean"/></attributes>
<attributes class="edge"><attribute id="0" title="move" type="string"/></attributes>
<nodes>
<node id="0" label="a.."><attvalues><attvalue for="0" value="a.."/><attvalue for="1" value="0"/><attvalue for="2" value="false"/></attvalues></node>
<node id="1" label=".a."><attvalues><attvalue for="0" value=".a."/><attvalue for="1" value="1"/><attvalue for="2" value="false"/></attvalues></node>
<node id="2" label="..a"><attvalues><attvalue for="0" value="..a"/><attvalue for="1" value="2"/><attvalue for="2" value="true"/></attvalues></node>
</nodes>
<edges>
<edge id="0" source="0" target="1"><attvalues><attvalue for="0" value="a right 1"/></attvalues></edge>
<edge id="1" source="1" target="2"><attvalues><attvalue for="0" value="a right 1"/></attvalues></edge>
</edges>
</graph>
</gexf>
END
    tells 0 graph blocks:line --format dot --undirected <<'END'
graph "blocks:3x1" {
node [shape=point];
n0 [state="a..", distance=0, solved=false];
n1 [state=".a.", distance=1, solved=false];
n2 [state="..a", distance=2, solved=true];
n0 -- n1 [move="a right 1"];
n1 -- n2 [move="a right 1"];
}
END
    tells 0 graph blocks:line --format edges <<'END'
a..	.a.	a right 1
.a.	a..	a left 1
.a.	..a	a right 1
..a	.a.	a left 1
END
    tells 0 graph blocks:line --format edges --undirected <<'END'
a..	.a.	a right 1
.a.	..a	a right 1
END
    tells 0 graph blocks:line --format count --metric slide <<'END'
nodes 3
edges 6
END
    tells 0 graph blocks:line --format count --undirected --limit 3 <<'END'
nodes 3
edges 2
END
    tells 3 graph blocks:line --format count --limit 2 <<'END'
! huarong graph: the space has more than 2 states: give a larger --limit, or a smaller space
END
    tells 2 graph blocks:line <<'END'
! huarong graph: a format is missing: give --format graphml, gexf, dot, edges or count
END
    tells 2 graph blocks:line --out line.png <<'END'
! huarong graph: the name line.png does not show the format: give --format graphml, gexf, dot, edges or count
END
    tells 0 graph blocks:line --out line.gv <<'END'
END
    says cat line.gv <<'END'
digraph "blocks:3x1" {
node [shape=point];
n0 [state="a..", distance=0, solved=false];
n1 [state=".a.", distance=1, solved=false];
n2 [state="..a", distance=2, solved=true];
n0 -> n1 [move="a right 1"];
n1 -> n0 [move="a left 1"];
n1 -> n2 [move="a right 1"];
n2 -> n1 [move="a left 1"];
}
END
}
