// SPDX-License-Identifier: MIT
// Positions as text, pieces, and moves in the three metrics.
//
// A state is a string with one symbol for each cell in reading order. What the symbols mean is up to the rules of the
// kind of puzzle: a file in rules/, which the page's data name (kind.rules). huarong.rules.NAME has
//   positionHelp, metricKey(metric)   keys of texts in words.js
//   plays(data)                       do the page's data suffice to move pieces?
//   goalOptions(goal, size)           words of a command line that choose this goal; none for the usual one.
//                                     May be missing
//   create(board)                     what is different for a puzzle of this kind from DEFAULTS, and pieces, read,
//                                     format, names, pieceClass
huarong.DIRECTIONS = [[0, -1], [0, 1], [-1, 0], [1, 0]];

huarong.rulesOfKind = () => huarong.rules[huarong.data.kind?.rules];

huarong.createEngine = (rulesOfKind, puzzle, {groups = [], exit = []} = {}, start = null) => {
    const {width, height, goal} = puzzle;
    const cells = width * height;
    const fail = (key, ...values) => {
        throw new Error(huarong.say(key, ...values));
    };
    const DEFAULTS = {
        searched: true, // the page can search the space around any state
        many: '',       // the symbols of pieces of which the editor may add several
        exitCells: [],
        covers: {},                             // for a piece's first symbol its other cells, [offset, symbol] each
        free: (state, to) => state[to] === '.', // may a piece move to the cell? Its letter is the third argument
        ground: () => '.',                      // what is under a piece
        goes: () => true,                       // may a piece, by its letter, move by this step?
        legal: () => true,
        canonical: (state) => state,
        written: (text, state) => state, // the state of a text, with its pieces called as there
        carry: (written, to) =>
            to,             // the state one move after another one that is written so, with its pieces called as there
        solved: () => null, // null: only the space knows
        code: () => '',
        shortCode: () => '',
        isCode: () => false, // is the text a code, even if a position has that name?
        canMirror: false,
        signAt: () => '', // what is written on a cell
        look: {},         // bevel, smallLabels; language of the labels; size(shape) of the letters
    };
    const rules = {...DEFAULTS, ...rulesOfKind.create({width, height, cells, goal, groups, exit, start, fail})};
    const {pieces, free, ground, goes, legal, canonical} = rules;
    const pieceAt = (state, cell) => pieces(state).find((piece) => piece[0] === cell);

    // Is the piece on the board and on free cells when it is moved by (dx, dy)?
    const fits = (state, piece, dx, dy) => {
        for (const i of piece) {
            const x = i % width + dx;
            const y = Math.floor(i / width) + dy;
            if (x < 0 || x >= width || y < 0 || y >= height) return false;
            const to = y * width + x;
            if (!free(state, to, state[i]) && !piece.includes(to)) return false;
        }
        return true;
    };
    const shifted = (state, piece, dx, dy) => {
        const next = [...state];
        for (const i of piece) next[i] = ground(i);
        for (const i of piece) next[i + dx + dy * width] = state[i];
        return next.join('');
    };
    const placed = (...move) => canonical(shifted(...move));

    // All places that a piece reaches: {dx, dy, to, path}, nearest first. path: the single steps.
    const reach = (state, piece) => {
        const found = [];
        const seen = new Set(['0,0']);
        const queue = [{dx: 0, dy: 0, path: []}];
        for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
            for (const step of huarong.DIRECTIONS) {
                const dx = at.dx + step[0], dy = at.dy + step[1];
                if (seen.has(`${dx},${dy}`) || !goes(state[piece[0]], step) || !fits(state, piece, dx, dy)) continue;
                seen.add(`${dx},${dy}`);
                const to = placed(state, piece, dx, dy);
                if (!legal(to)) continue;
                const next = {dx, dy, to, path: [...at.path, step]};
                found.push(next);
                queue.push(next);
            }
        }
        return found;
    };

    // Straight lines: {dx, dy, to} up to `most` cells in each direction.
    const lines = (state, piece, most) => {
        const found = [];
        for (const [x, y] of huarong.DIRECTIONS.filter((step) => goes(state[piece[0]], step))) {
            for (let n = 1; n <= most && fits(state, piece, x * n, y * n); n++) {
                const to = placed(state, piece, x * n, y * n);
                if (!legal(to)) break;
                found.push({dx: x * n, dy: y * n, to});
            }
        }
        return found;
    };

    // The moves from a state, each to another state: {to, dx, dy, from}. `from` is the first cell of the piece that
    // moves.
    const moves = (state, metric) => {
        const found = new Map();
        for (const piece of pieces(state)) {
            const reached =
                metric === 'move' ? reach(state, piece) : lines(state, piece, metric === 'unit' ? 1 : cells);
            for (const move of reached) {
                if (!found.has(move.to) && move.to !== state) found.set(move.to, {...move, from: piece[0]});
            }
        }
        return [...found.values()];
    };

    // The places to which a hand can move the piece at a cell: {dx, dy}.
    const placesOf = (state, metric, cell) => reach(state, pieceAt(state, cell));

    // The states on the way of a piece by (dx, dy), one for each move in the metric; none if it cannot go there.
    const wayTo = (state, metric, cell, dx, dy) => {
        const piece = pieceAt(state, cell);
        const path = reach(state, piece).find((place) => place.dx === dx && place.dy === dy)?.path ?? [];
        const states = [];
        let x = 0, y = 0;
        path.forEach((step, i) => {
            x += step[0];
            y += step[1];
            const turns = path[i + 1] === undefined || path[i + 1][0] !== step[0] || path[i + 1][1] !== step[1];
            const ends = {unit: true, slide: turns, move: i === path.length - 1};
            if (ends[metric]) states.push(placed(state, piece, x, y));
        });
        return states;
    };

    // The state after a move that is told as text, "single from 1,3 to 1,2" or "a up 2 left 1", written as the state
    // before, so that its pieces keep their letters; undefined if there is no such piece, or no room for it.
    const after = (state, move) => {
        const ways = {up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0]};
        const places = / from (\d+),(\d+) to (\d+),(\d+)$/.exec(move);
        const by = [0, 0];
        let piece;
        if (places !== null) {
            const [x, y, toX, toY] = places.slice(1).map(Number);
            piece = pieceAt(state, y * width + x);
            by[0] = toX - x;
            by[1] = toY - y;
        } else {
            piece = pieces(state).find((one) => state[one[0]] === move[0]);
            for (const [, way, n] of move.matchAll(/(up|down|left|right) (\d+)/g))
                ways[way].forEach((step, k) => {
                    by[k] += step * n;
                });
        }
        return piece !== undefined && fits(state, piece, ...by) ? shifted(state, piece, ...by) : undefined;
    };

    // How a state is shown: `state`, written with some letters, and `places`, the first cell of each piece, named by
    // its symbol and how many such pieces come before it.
    const drawn = (state) => {
        const count = {};
        const places = {};
        for (const [cell] of pieces(state)) {
            count[state[cell]] = (count[state[cell]] ?? -1) + 1;
            places[state[cell] + count[state[cell]]] = cell;
        }
        return {state, places};
    };
    // The same for the state `to`, one move after the state that is shown so. The names of pieces that stay stay with
    // them.
    const follow = (before, to) => {
        const state = rules.carry(before.state, to);
        const places = {};
        const left = new Set(pieces(state).map(([cell]) => cell));
        const stays = (key) => left.has(before.places[key]) && state[before.places[key]] === key[0];
        const keys = Object.keys(before.places);
        for (const key of [...keys.filter(stays), ...keys.filter((one) => !stays(one))]) {
            places[key] = stays(key) ? before.places[key] : [...left].find((cell) => state[cell] === key[0]);
            left.delete(places[key]);
        }
        return {state, places};
    };

    // Read a position: its name, where capital letters and blanks do not matter, or what the rules read. `written` is
    // its state with the letters that the text has. Throws an Error with a message.
    const position = (text) => {
        text = text.trim();
        const plain = (name) => name.replaceAll(' ', '').toLowerCase();
        const rows = rules.isCode(text) ? [] : [...huarong.data.names || [], ...huarong.data.aliases || []];
        const named = rows.find((row) => plain(row[0]) === plain(text));
        const state = named !== undefined ? named[1] : rules.read(text);
        return {state, written: named !== undefined ? state : rules.written(text, state)};
    };
    const parse = (text) => position(text).state;

    return {
        width,
        height,
        cells,
        pieceAt,
        reach,
        placed,
        moves,
        placesOf,
        wayTo,
        after,
        ...rules,
        drawn,
        follow,
        position,
        parse
    };
};
