// SPDX-License-Identifier: MIT
// The player without its board: its line of states, the numbers that it shows, the names of its pieces.
'use strict';
const assert = require('node:assert');
const test = require('node:test');
const {load, pageOf, resultOf} = require('./scripts.js');

// https://en.wikipedia.org/wiki/Klotski
const LENGTHS = {
    unit: 116,
    slide: 90,
    move: 81
};
const START = 'TXXTBXXBTLRTBooBo..o';
const klotski = pageOf(resultOf('enumerate', 'klotski:4x5', '--from', '横刀立马'));

// A player of the page; `controls.player` is what its buttons call, `controls.number` and others hold what they show.
const open = (data, change = () => {}) => {
    const huarong = load(data);
    const make = huarong.createControls;
    let controls = null;
    huarong.createControls = (player) => (controls = make(player));
    const {engine, space} = huarong;
    change(engine);
    const player =
        huarong.createPlayer(engine, space, engine.parse(data.start ?? data.inputs[0].data.positions[0].state));
    // What each piece on the board is called, by its cell.
    const names = () => {
        const {state, places} = controls.player.look();
        return Object.fromEntries(Object.entries(places).map(
            ([key, cell]) => [cell, engine.names(state, engine.pieceAt(state, cell), Number(key.slice(1)))[0]]));
    };
    return {huarong, engine, player, controls: controls.player, shown: controls, names};
};

// Wait until that holds.
const until = async (holds) => {
    while (!holds())
        await new Promise((resolve) => {
            setTimeout(resolve, 5);
        });
};

test('the line, the place in it and the distance are of one metric', () => {
    const {player, controls, shown} = open(klotski);
    const check = (metric, at, left) => {
        const {line} = controls.shown;
        assert.deepEqual([player.metric, controls.shown.at, shown.number.textContent], [metric, at, left]);
        assert.equal(line.length - 1 - at, left, metric);
    };
    for (const from of Object.keys(LENGTHS)) {
        for (const to of Object.keys(LENGTHS)) {
            player.setMetric(from);
            player.openState(START);
            check(from, 0, LENGTHS[from]);
            controls.place(LENGTHS[from]); // the end of the line, where Play stops
            check(from, LENGTHS[from], 0);
            assert.equal(shown.status.textContent, 'Solved');
            controls.first();
            player.setMetric(to);
            check(to, 0, LENGTHS[to]);
            player.step(7);
            player.setMetric(from);
            check(from, 0, player.distance);
            player.undo();
            check(to, 7, LENGTHS[to] - 7);
        }
    }
});

test('pieces keep their names', () => {
    const {player, controls, huarong, names} = open(klotski);
    const first = names();
    const way = player.line.map((_, i) => {
        controls.place(i);
        return names();
    });
    assert.deepEqual(way[0], first);
    assert.equal(way.length, 117);
    const entries = (seen) => Object.entries(seen).map(String);
    for (let i = 1; i < way.length; i++) {
        const before = new Set(entries(way[i - 1]));
        assert.equal(entries(way[i]).filter((one) => !before.has(one)).length, 1, `step ${i}`);
    }
    controls.first();
    assert.deepEqual(names(), first);
    for (const at of [116, 3, 90, 60]) {
        controls.place(at);
        assert.deepEqual(names(), way[at]);
    }
    const kept = player.keep();
    huarong.player = huarong.createPlayer(huarong.engine, huarong.space, START, kept); // in another language
    assert.deepEqual(huarong.player.line, player.line);
    player.setMetric('move');
    assert.deepEqual(names(), way[60]);
    player.undo();
    assert.deepEqual([names(), player.metric, player.at], [way[60], 'unit', 60]);
});

test('own moves are counted and compared with the best', () => {
    const {player, engine, controls} = open(klotski);
    player.setMetric('move');
    const by = (state, to) => {
        const {from, dx, dy} = engine.moves(state, 'move').find((move) => move.to === to);
        player.movePiece(from, dx, dy);
    };
    assert.equal(controls.ownText(), '');
    const [, near] = engine.moves(START, 'move');
    by(START, near.to);
    by(near.to, START); // two moves too many
    const {line} = controls.shown;
    for (let i = 2; i + 1 < line.length; i++) by(line[i], line[i + 1]);
    assert.match(controls.ownText(), /^Solved: yours 83, best 81 · 0:\d\d$/);
    player.undo();
    assert.match(controls.ownText(), /^Your moves: 82 · 0:\d\d$/);
    player.step(-1);
    assert.equal(controls.ownText(), '');
});

test('the list of moves leads to the goal', () => {
    const {player, engine, controls} = open(klotski);
    player.setMetric('move');
    const moves = controls.movesText().split('\n');
    assert.equal(moves.length, 81);
    let state = START;
    moves.forEach((text, i) => {
        const [n, name, x, y, toX, toY] = /^(\d+)\. (.+) (\d),(\d) → (\d),(\d)$/.exec(text).slice(1);
        assert.equal(Number(n), i + 1);
        const from = Number(y) * 4 + Number(x);
        assert.equal({X: 'Cao Cao', o: 'soldier'}[state[from]] ?? name, name);
        state = engine.wayTo(state, 'move', from, toX - x, toY - y)[0];
    });
    assert.equal(state, player.line.at(-1));
    assert.equal(state.slice(13, 15) + state.slice(17, 19), 'XXXX');
});

test('the position that was opened last is searched, and what is known stays known', async () => {
    const {player, controls, huarong, engine} = open(klotski);
    const few = engine.parse('XXo.XXo.............'), fewer = engine.parse('XX..XXo.............');
    player.openState(few);
    player.openState(fewer);
    await until(() => player.distance !== undefined);
    const length = resultOf('solve', 'klotski:4x5', fewer, '--metric', player.metric).positions[0].length;
    assert.deepEqual([player.state, player.distance, player.line.length], [fewer, length, length + 1]);
    assert.notEqual(player.space, huarong.space);
    player.openState(START);
    assert.deepEqual([player.distance, player.space, controls.shown.line.length], [116, huarong.space, 117]);
});

test('undo takes back what was done by hand', () => {
    const {player, engine} = open(klotski);
    for (let i = 0; i < 3; i++) {
        const [move] = engine.moves(player.state, 'unit');
        player.movePiece(move.from, move.dx, move.dy);
    }
    for (let i = 0; i < 3; i++) player.undo();
    assert.equal(player.state, START);
});

test('undo leads back to a board with other pieces, its distance and its line', async () => {
    const {player, controls, shown, huarong} = open(klotski);
    let searches = 0;
    const {searchSpace} = huarong;
    huarong.searchSpace = async (...words) => {
        searches++;
        const found = await searchSpace(...words);
        searches--;
        return found;
    };
    const atStart = () => {
        assert.deepEqual(
            [player.state, shown.number.textContent, shown.status.textContent], [START, 116, '116 moves to the goal']);
        assert.deepEqual([controls.shown.line.length, controls.shown.best], [117, player.best().length]);
        assert.equal(player.space, huarong.space);
    };
    const few = 'XX..XXo.............';
    player.openState(few);
    await until(() => player.distance === 4);
    player.undo();
    atStart();
    player.openState('XXooXXooLR..........'); // too many boards to be found at once
    assert.equal(searches, 1);
    player.undo();
    atStart();
    await until(() => searches === 0);
    atStart();

    player.openState(few);
    player.setMetric('move'); // before the way is known
    assert.deepEqual([searches, controls.shown.line], [1, [few]]);
    await until(() => player.distance !== undefined);
    player.undo();
    assert.deepEqual([player.metric, player.distance, controls.shown.line.length], ['unit', 4, 5]);
    player.openState(START);
    player.undo();
    await until(() => player.distance !== undefined);
    assert.deepEqual([player.state, player.distance, controls.shown.line.length], [few, 4, 5]);
});

test('undo of a move by hand begins no search', () => {
    const {player, engine, huarong} = open(klotski);
    let searches = 0;
    huarong.searchSpace = async () => {
        searches++;
        return null;
    };
    const few = 'XX..XXo.............';
    player.openState(few);
    const [move] = engine.moves(few, 'unit');
    player.movePiece(move.from, move.dx, move.dy);
    player.undo();
    assert.deepEqual([player.state, searches], [few, 1]);
});

// The space of Pennant has too many states for a page. Few of them are nearer to the start than the goal is.
test('the way from a start near the goal is known in every metric', () => {
    const data = pageOf(resultOf('enumerate', 'blocks:pennant', '--max-depth', '3'));
    assert.equal(data.space, undefined);
    const {player, shown} = open(data);
    const lengths = ['unit', 'slide', 'move'].map((metric) => {
        player.setMetric(metric);
        assert.equal(shown.number.textContent, player.line.length - 1);
        return player.distance;
    });
    assert.deepEqual(lengths, [89, 63, 59]);
});

test('of positions beside a known way the page tells a bound, and plays to the goal', () => {
    const {player, engine, controls, shown} = open(pageOf(resultOf('enumerate', 'blocks:pennant', '--max-depth', '3')));
    player.setMetric('move');
    const way = new Set(player.line);
    const beside = (state) => engine.moves(state, 'move').filter(({to}) => !way.has(to));
    const from = player.line.findIndex((state, i) => i > 0 && beside(state).some(({to}) => beside(to).length > 0));
    controls.place(from);
    for (let i = 1; i <= 2; i++) { // away from the way
        const move = beside(player.state).find(({to}) => i > 1 || beside(to).length > 0);
        player.movePiece(move.from, move.dx, move.dy);
        const {line, at, best} = controls.shown;
        assert.deepEqual([player.state, player.distance, best], [move.to, undefined, 1]);
        const bound = line.length - 1 - at;
        const least =
            resultOf('solve', 'blocks:pennant', engine.format(move.to), '--metric', 'move').positions[0].length;
        assert.ok(least <= bound && bound <= 59 - from + i, `${least} ${bound}`);
        assert.deepEqual(
            [shown.number.textContent, shown.status.textContent], [`≤${bound}`, `At most ${bound} moves to the goal`]);
        for (let k = at; k + 1 < line.length; k++)
            assert.ok(engine.moves(line[k], 'move').some(({to}) => to === line[k + 1]));
    }
    player.setMetric('unit');
    assert.notEqual(shown.number.textContent, `≤${59 - from + 2}`); // a bound of the other metric
    player.undo();
    controls.place(controls.shown.line.length - 1);
    assert.deepEqual([shown.number.textContent, shown.status.textContent], [0, 'Solved']);
});

test('only optimal ways of the metric are taken', () => {
    const start = '2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0'; // farther than the states that report searches
    const result = resultOf('solve', 'tile:4x4', start, '--heuristic', 'conflict');
    const cases =
        [[{}, 'unit', 44], [{}, 'slide', '?'], [{lower_bound: 5}, 'unit', '?'], [{outcome: 'limit'}, 'unit', '?']];
    for (const [change, metric, distance] of cases) {
        const data = pageOf({...result, positions: [{...result.positions[0], ...change}]});
        const {player, shown} = open(data, (engine) => {
            engine.searched = false;
        });
        player.setMetric(metric);
        assert.equal(shown.number.textContent, distance, JSON.stringify([change, metric]));
    }
});
