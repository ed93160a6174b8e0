// SPDX-License-Identifier: MIT
// Boards that are set up by hand: where pieces fit, and what the program says of the drawing that is copied.
'use strict';
const assert = require('node:assert');
const test = require('node:test');
const {lines, load, loadWhole, pageOf, resultOf, METRICS} = require('./scripts.js');

const KLOTSKI = ['klotski:4x5', '--from', '横刀立马'];
const START = 'TXXTBXXBTLRTBooBo..o';

// The length of the drawing's solution.
const lengthOf = (drawing, metric) =>
    Number(/^(\d+) move/.exec(lines(['solve', `blocks:${drawing}`, '--metric', metric, '-q'])[0])[1]);

test('pieces of a Klotski board are taken up and put down where there is room', () => {
    const {engine, createDraft} = load(pageOf(resultOf('enumerate', ...KLOTSKI)));
    const draft = createDraft(engine, START);
    const symbols = () => draft.shapes().map(([[, , symbol]]) => symbol).join('');
    assert.equal(symbols(), 'LTo');
    const square = draft.take(1);
    assert.equal(symbols(), 'XLTo');
    assert.throws(() => engine.read(draft.state), /2×2/);
    for (const [x, y] of [[0, 0], [1, 1], [3, 0], [-1, 0], [1, 4]]) assert.equal(draft.put(square, x, y), false);
    assert.equal(draft.state, START.replaceAll('X', '.'));
    assert.ok(draft.put(square, 1, 0));
    assert.equal(draft.state, START);
    const [, tall, soldier] = draft.shapes();
    assert.ok(!draft.put(tall, 1, 4) && draft.put(soldier, 1, 4));
    assert.equal(draft.state, 'TXXTBXXBTLRTBooBoo.o');
    assert.throws(() => engine.read(draft.state), /two empty cells/);
});

test('a drawn piece can be put where the drawing lets it, a tile where there is none', () => {
    const drawing = 'blocks:start: a#-/bcc/...;goal: ..a/.../...;gate: - a';
    const {engine, createDraft} = load(pageOf(resultOf('enumerate', drawing)));
    const draft = createDraft(engine, 'a|-bcc...');
    assert.deepEqual(draft.shapes(), []);
    const wide = draft.take(4), one = draft.take(0), other = draft.take(3);
    assert.deepEqual([draft.state, draft.shapes().length], ['.|-......', 3]);
    assert.ok(!draft.put(one, 1, 0) && !draft.put(wide, 0, 0));
    assert.ok(draft.put(one, 2, 0) && draft.put(wide, 1, 2) && draft.put(other, 1, 1));
    assert.equal(draft.state, '.|a.b..cc');
    const tiles = load(pageOf(resultOf('enumerate', 'tile:2x2')));
    const board = tiles.createDraft(tiles.engine, '1230');
    const tile = board.take(0);
    assert.ok(!board.put(tile, 1, 0) && board.put(tile, 1, 1));
    assert.equal(board.state, '0231');
});

test('the drawing that is copied has the distances of the page', () => {
    const puzzles = [
        KLOTSKI, ['klotski:3x4', '--from', 'XX.XX.LRoo..', '--exit', '1,1'],
        ['blocks:start: aab./aac./#d..;goal: ..../..aa/..aa;gate: + a']
    ];
    for (const words of puzzles) {
        const {engine, space, drawingOf} = load(pageOf(resultOf('enumerate', ...words)));
        for (const metric of METRICS) {
            const greatest = space.greatestOf(metric);
            const state = space.states.find((one) => space.distance(one, metric) === greatest);
            assert.ok(greatest > 2);
            assert.equal(lengthOf(drawingOf(engine, state), metric), greatest, `${state} ${metric}`);
        }
    }
});

test('a board where a piece hides a gate has no drawing', () => {
    const {engine, space, drawingOf} =
        load(pageOf(resultOf('enumerate', 'blocks:start: a-.b/....;goal: b.../....;gate: - a')));
    const hidden = space.states.filter((state) => state[1] !== '-');
    assert.ok(hidden.includes('.a.b....') && hidden.length < space.states.length);
    for (const state of space.states) {
        const drawing = drawingOf(engine, state);
        if (hidden.includes(state)) assert.equal(drawing, '', state);
        else assert.equal(lengthOf(drawing, 'unit'), space.distance(state, 'unit'), state);
    }
});

test('a board without a piece that it needs has no drawing', () => {
    const klotski = load(pageOf(resultOf('enumerate', ...KLOTSKI)));
    const board = klotski.createDraft(klotski.engine, START);
    board.take(16);
    assert.ok(lengthOf(klotski.drawingOf(klotski.engine, board.state), 'unit') > 0);
    board.take(1);
    assert.equal(klotski.drawingOf(klotski.engine, board.state), '');
    const {engine, createDraft, drawingOf} =
        load(pageOf(resultOf('enumerate', 'blocks:start: a#-/bcc/...;goal: ..a/.../...;gate: - a')));
    const draft = createDraft(engine, 'a|-bcc...');
    const piece = draft.take(0);
    assert.equal(drawingOf(engine, draft.state), '');
    draft.put(piece, 0, 2);
    assert.equal(drawingOf(engine, draft.state), 'start: .#-/bcc/a..;goal: ..a/.../...;gate: - a');
});

test('a drag that is cancelled has ended', () => {
    const huarong = loadWhole(pageOf(resultOf('enumerate', ...KLOTSKI)));
    let state = START;
    const player = {
        state: () => state,
        look: () => ({state}),
        openState: (next) => {
            state = next;
        }
    };
    const editor = huarong.createEditor(huarong.engine, player, {});
    editor.show();
    const soldier = () => editor.element.all().find((one) => one.getAttribute('data-cell') === '16');
    const right = {clientX: 100, clientY: 0}; // a cell is 100 wide here
    soldier().fire('pointerdown', {clientX: 0, clientY: 0});
    soldier().fire('pointermove', right);
    soldier().fire('pointercancel');
    const {transform} = soldier().style;
    soldier().fire('pointermove', right);
    soldier().fire('pointerup', right);
    assert.deepEqual([state, soldier().style.transform], [START, transform]);
    soldier().fire('pointerdown', {clientX: 0, clientY: 0});
    soldier().fire('pointermove', right);
    soldier().fire('pointerup', right);
    assert.equal(state, 'TXXTBXXBTLRTBooB.o.o');
});

test('a board that is being set up stays in another language', () => {
    const huarong = loadWhole(pageOf(resultOf('enumerate', 'blocks:start: a.b/cc./...;goal: .../.../a..')));
    const {engine, space, createPlayer} = huarong;
    const find = (player, name, value) => player.element.all().filter((one) => one.getAttribute(name) === value);
    const press = (player) => find(player, 'id', 'edit')[0].fire('click');
    const shapes = (player) => find(player, 'class', 'shape').length;
    const old = createPlayer(engine, space, 'a.bcc....');
    press(old);
    const [piece] = find(old, 'data-cell', '3');
    piece.fire('pointerdown', {clientX: 0, clientY: 0});
    piece.fire('pointerup');
    assert.deepEqual([old.keep().draft, old.state, shapes(old)], ['a.b......', 'a.bcc....', 1]);
    huarong.language = 'zh';
    const next = createPlayer(engine, space, old.state, old.keep());
    assert.deepEqual([next.keep().draft, shapes(next)], ['a.b......', 1]);
    assert.equal(find(next, 'id', 'edit')[0].getAttribute('aria-pressed'), 'true');
    press(next);
    assert.equal(next.keep().draft, null);
    assert.equal(createPlayer(engine, space, next.state, next.keep()).keep().draft, null);
});
