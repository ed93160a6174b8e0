// SPDX-License-Identifier: MIT
// Moves and distances: the page's own, in every kind of puzzle, are those of the program.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const {folder, lines, load, pageOf, report, resultOf, run, METRICS} = require('./scripts.js');

const RUSH = 'blocks:rush:GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.';
const PUZZLES = [
    ['klotski:4x4', '--from', 'XXTTXXBBLR..oo..'], ['tile:2x4'], [RUSH],
    ['blocks:start: abc/d../...;goal: .../.../..a'], ['blocks:start: <<./*&"/..+;goal: ..*/.../...;gate: + &*']
];

for (const words of PUZZLES) {
    test(`the moves of ${words[0]} lead to the distances that the program has packed`, () => {
        const {engine, space, createSpace, data} = load(pageOf(resultOf('enumerate', ...words)));
        const solved = (state) => space.distance(state, 'unit') === 0;
        const own = createSpace({...engine, solved}, space.states, []);
        assert.ok(data.puzzle.metrics.length >= 2);
        for (const metric of data.puzzle.metrics) {
            assert.deepEqual(own.distancesOf(metric), space.distancesOf(metric), metric);
            assert.ok(own.distancesOf(metric).includes(0));
        }
    });
}

test('distances and best moves are those of query', () => {
    for (const metric of METRICS) {
        run(['openings', 'klotski:4x3', '--metric', metric, '-q', '--table', `${metric}.table`]);
        const {space} = load(report(`${metric}.table`));
        const states = space.states.filter((_, i) => i % 17 === 0);
        const answers =
            lines(['query', `${metric}.table`, '--next', '--format=jsonl'], states.join('\n')).map(JSON.parse);
        assert.ok(answers.length > 100);
        states.forEach((state, i) => {
            assert.equal(space.distance(state, metric), answers[i].distance);
            const next = (answers[i].next ?? []).map((step) => step.state).sort();
            assert.deepEqual(space.best(state, metric).map((move) => move.to).sort(), next, `${metric} ${state}`);
        });
    }
});

// With the rules of the drawing alone: gates, axes, fixed pieces.
test('the moves of a drawn puzzle without its space are those of the program', () => {
    const drawing = 'start: aab.c./a.b.c./#.-.d./ee..d./gg.hhf;goal: ....aa/....a./....../....../......;' +
        'gate: - ab;horizontal: e;vertical: d;fixed: fgh';
    const covered = 'aa..c./a.b.c./#.b.d./ee..d./gg.hhf'; // a piece is on the gate of the drawing
    const {space: {groups, exit}, ...data} = pageOf(resultOf('enumerate', `blocks:${drawing}`, '--from', covered));
    const {engine} = load({...data, rules: {groups, exit}});
    for (const metric of METRICS) {
        const edges = lines(['graph', `blocks:${drawing}`, '--format', 'edges', '--metric', metric]);
        const wanted = edges.map((line) => line.split('\t').slice(0, 2));
        const states = new Set(wanted.map(([from]) => from).sort().slice(0, 400));
        const found = [...states].flatMap(
            (state) => engine.moves(engine.parse(state), metric).map(({to}) => `${state} ${engine.format(to)}`));
        const those = wanted.filter(([from]) => states.has(from)).map((edge) => edge.join(' '));
        assert.deepEqual(new Set(found), new Set(those), metric);
    }
    const signs = (text) => [...engine.parse(text)].map((_, i, state) => engine.signAt(state.join(''), i)).join('');
    assert.deepEqual([signs(covered), signs(/^start: (\S+);/.exec(drawing)[1])], ['', '-']);
});

test('ways are read from the text of their moves', () => {
    const starts = {
        klotski: ['横刀立马', 'TTTTBBBB.LRooXXooXX.'],
        'tile:3x3': ['8 6 7 2 5 4 3 0 1', '1 2 3 4 5 6 7 8 0']
    };
    for (const puzzle of ['klotski', 'blocks:red-donkey', 'tile:3x3']) {
        const table = path.join(folder, 'kept.table');
        const words = ['solve', puzzle, ...starts[puzzle] ?? [], '--json'];
        run([
            'enumerate', puzzle, ...puzzle === 'klotski' ? ['--from', '横刀立马'] : [], '-q', '--force', '--table',
            table
        ]);
        const metrics = puzzle === 'tile:3x3' ? METRICS.slice(0, 2) : METRICS;
        for (const metric of process.env.HR_TIER === 'short' ? metrics.slice(-1) : metrics) {
            const ways = [[], ['--details']].map((details) => {
                fs.writeFileSync(path.join(folder, 'ways.json'), run([...words, '--metric', metric, ...details]));
                const {waysOf, engine, data} =
                    load(report('ways.json', ...puzzle === 'blocks:red-donkey' ? [table] : []));
                const {positions} = data.inputs[0].data;
                const found = waysOf(engine, data.inputs[0].data).map(({way}) => way);
                assert.deepEqual(found.map((way) => way.length - 1), positions.map(({length}) => length));
                return found;
            });
            assert.deepEqual(ways[0], ways[1]);
        }
    }
});
