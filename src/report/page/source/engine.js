// SPDX-License-Identifier: MIT
// The rules: positions as text, pieces, moves in the three metrics.
//
// A state is a string with one symbol for each cell in reading order: on a Klotski board X (2×2), L and R (horizontal), T and B
// (vertical), o (single) and '.'; for tiles a digit or a small letter, 0 is the blank; for blocks the letters of the drawing.
//
// Blocks: `groups` has the letters of the pieces, in one text for each group of pieces that stand for each other,
// `exitOfBlocks` the cells to which the solution brings certain pieces. `start` is any position of a drawn puzzle.
huarong.createEngine = (puzzle, {groups = [], exit: exitOfBlocks = []} = {}, start = null) => {
    const {kind, width, height} = puzzle;
    const cells = width * height;
    const UP = [0, -1], DOWN = [0, 1], LEFT = [-1, 0], RIGHT = [1, 0];
    const DIRECTIONS = [UP, DOWN, LEFT, RIGHT];
    const exit = /^2x2 at (\d+),(\d+)$/.exec(puzzle.goal);
    const corner = exit === null ? null : Number(exit[2]) * width + Number(exit[1]);
    const exitCells = corner === null ? exitOfBlocks : [corner, corner + 1, corner + width, corner + width + 1];
    const fail = (key, ...values) => { throw new Error(huarong.say(key, ...values)); };

    const letters = new Set(groups.join(''));

    // The cells of each piece of a state, the first cell first.
    const klotskiPieces = (state) => {
        const found = [];
        let square = false;
        for (let i = 0; i < cells; i++) {
            const c = state[i];
            if (c === 'o') found.push([i]);
            else if (c === 'L') found.push([i, i + 1]);
            else if (c === 'T') found.push([i, i + width]);
            else if (c === 'X' && !square) {
                square = true;
                found.push([i, i + 1, i + width, i + width + 1]);
            }
        }
        return found;
    };
    const tilePieces = (state) => [...state].map((c, i) => [i]).filter(([i]) => state[i] !== '0');
    const blockPieces = (state) => {
        const of = new Map();
        for (let i = 0; i < cells; i++) {
            if (letters.has(state[i])) {
                if (!of.has(state[i])) of.set(state[i], []);
                of.get(state[i]).push(i);
            }
        }
        return [...of.values()];
    };
    // Blocks: the letters and shapes of all pieces, and the walls, as a text that is the same for all states.
    const shapesOf = (state) => {
        const offset = (i, first) => `${i % width - first % width},${Math.floor(i / width) - Math.floor(first / width)}`;
        const all = blockPieces(state).map((piece) => [state[piece[0]], ...piece.map((i) => offset(i, piece[0]))].join(' '));
        return `${all.sort().join(';')};${[...state].map((c) => c === '|' ? c : ' ').join('')}`;
    };
    const shapes = kind === 'blocks' && start !== null ? shapesOf(start.replaceAll('/', '')) : '';
    const pieces = {klotski: klotskiPieces, tile: tilePieces, blocks: blockPieces}[kind];

    // Blocks: letters of pieces that stand for each other are in the order of their places.
    const canonical = (state) => {
        for (const group of groups.filter((text) => text.length > 1)) {
            const places = blockPieces(state).filter((piece) => group.includes(state[piece[0]])).sort((a, b) => a[0] - b[0]);
            const next = [...state];
            places.forEach((piece, k) => piece.forEach((i) => { next[i] = group[k]; }));
            state = next.join('');
        }
        return state;
    };

    // Is the piece on the board and on free cells when it is moved by (dx, dy)?
    const fits = (state, piece, dx, dy) => {
        for (const i of piece) {
            const x = i % width + dx;
            const y = Math.floor(i / width) + dy;
            if (x < 0 || x >= width || y < 0 || y >= height) return false;
            const to = y * width + x;
            const free = kind === 'blocks' ? open(to, state[i]) && !letters.has(state[to]) : state[to] === '.';
            if (!free && !piece.includes(to)) return false;
        }
        return true;
    };
    let ground = null, open = () => false; // blocks: the cells without pieces, and whether a piece may cover a cell, by its letter
    const placed = (state, piece, dx, dy) => {
        const next = [...state];
        for (const i of piece) next[i] = ground === null ? '.' : ground[i];
        for (const i of piece) next[i + dx + dy * width] = state[i];
        const result = next.join('');
        return kind === 'blocks' ? canonical(result) : result;
    };
    let legal = () => true; // blocks: is the state in the space?
    let goes = () => true; // blocks: may a piece, by its letter, move along this axis?

    // All places that a piece reaches: {dx, dy, to, path}, nearest first. path: the single steps.
    const reach = (state, piece) => {
        const found = [];
        const seen = new Set(['0,0']);
        const queue = [{dx: 0, dy: 0, path: []}];
        for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
            for (const step of DIRECTIONS) {
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
        for (const [x, y] of DIRECTIONS.filter((step) => goes(state[piece[0]], step))) {
            for (let n = 1; n <= most && fits(state, piece, x * n, y * n); n++) {
                const to = placed(state, piece, x * n, y * n);
                if (!legal(to)) break;
                found.push({dx: x * n, dy: y * n, to});
            }
        }
        return found;
    };

    // The tiles between the blank and a cell of its row or column move together.
    const tileMoves = (state, most) => {
        const blank = state.indexOf('0');
        const found = [];
        for (const [x, y] of DIRECTIONS) {
            const next = [...state];
            let at = blank;
            for (let n = 1; n <= most; n++) {
                const column = at % width - x, row = Math.floor(at / width) - y;
                if (column < 0 || column >= width || row < 0 || row >= height) break;
                const from = row * width + column;
                next[at] = next[from];
                next[from] = '0';
                at = from;
                found.push({dx: x, dy: y, from, count: n, to: next.join('')});
            }
        }
        return found;
    };

    // The moves from a state, each to another state: {to, dx, dy, from}. `from` is the first cell of the piece that moves.
    const moves = (state, metric) => {
        if (kind === 'tile') return tileMoves(state, metric === 'unit' ? 1 : cells);
        const found = new Map();
        for (const piece of pieces(state)) {
            const reached = metric === 'move' ? reach(state, piece) : lines(state, piece, metric === 'unit' ? 1 : cells);
            for (const move of reached) {
                if (!found.has(move.to) && move.to !== state) found.set(move.to, {...move, from: piece[0]});
            }
        }
        return [...found.values()];
    };

    const solvedKlotski = (state) => state.indexOf('X') === Number(exit[2]) * width + Number(exit[1]);
    const goalTiles = kind === 'tile' ? toSymbols(puzzle.goal) : null;
    // Blocks: null, the space knows.
    const solved = (state) => kind === 'klotski' ? solvedKlotski(state) : kind === 'tile' ? state === goalTiles : null;

    function toSymbols(text) {
        return text.trim().split(/[\s,;/]+/).map((word) => /^[_.]$/.test(word) ? '0' : Number(word).toString(36)).join('');
    }

    // CommonCode: the 2×2's cell, then two bits for each free cell: 0 empty, 1 horizontal, 2 vertical, 3 single.
    const fromCode = (code) => {
        const digits = [...code.padEnd(9, '0')].map((c) => parseInt(c, 16));
        const items = digits.slice(1).flatMap((d) => [d >> 2, d & 3]);
        const next = Array(cells).fill('');
        const put = (i, symbols, places) => places.forEach((p, k) => {
            if (p >= cells || next[p] !== '') fail('bad_code');
            next[p] = symbols[k];
        });
        const at = digits[0];
        if (at % width === width - 1) fail('bad_code');
        put(at, 'XXXX', [at, at + 1, at + width, at + width + 1]);
        for (let i = 0; i < cells; i++) {
            if (next[i] !== '') continue;
            const item = items.shift();
            if (item === 1 && i % width === width - 1) fail('bad_code');
            put(i, ['.', 'LR', 'TB', 'o'][item], item === 1 ? [i, i + 1] : item === 2 ? [i, i + width] : [i]);
        }
        if (items.some((item) => item !== 0)) fail('bad_code');
        return next.join('');
    };
    const classical = kind === 'klotski' && width === 4 && height === 5;
    const shortCodes = classical ? huarong.createShortCode() : null;
    const shortCode = (state) => shortCodes === null ? '' : shortCodes.write(state);
    const code = (state) => {
        if (!classical) return '';
        const items = [...state].filter((c) => !/[XRB]/.test(c)).map((c) => '.LTo'.indexOf(c));
        while (items.length < 16) items.push(0);
        let text = state.indexOf('X').toString(16);
        for (let i = 0; i < 16; i += 2) text += (items[i] * 4 + items[i + 1]).toString(16);
        return text.toUpperCase();
    };

    const checkKlotski = (state) => {
        const covered = Array(cells).fill(0);
        const next = Array(cells).fill('.');
        const shapes = {1: ['o'], 4: ['X', 'X', 'X', 'X']};
        for (const piece of klotskiPieces(state)) {
            const letters = shapes[piece.length] || (piece[1] === piece[0] + 1 ? ['L', 'R'] : ['T', 'B']);
            if ('LX'.includes(letters[0]) && piece[0] % width === width - 1) fail('bad_piece');
            piece.forEach((i, k) => { covered[i]++; next[i] = letters[k]; });
        }
        if (next.join('') !== state || covered.some((n) => n > 1)) fail('bad_piece');
        if ([...state].filter((c) => c === 'X').length !== 4) fail('bad_square');
        if ([...state].filter((c) => c === '.').length < 2) fail('bad_empty');
    };

    // Read a position: letters, a code or a name (Klotski), numbers (tiles), the drawing (blocks). Throws an Error with a message.
    const parse = (text) => {
        text = text.trim();
        const lower = text.toLowerCase();
        const named = [...huarong.data.names || [], ...huarong.data.aliases || []].find((row) => row[0].toLowerCase() === lower);
        if (named !== undefined) return named[1];
        if (kind === 'tile') {
            const state = /[\s,;]/.test(text) ? toSymbols(text) : text.toLowerCase().replace(/[_.]/g, '0');
            if (state.length !== cells) fail('bad_length', state.length, cells);
            if (new Set(state).size !== cells || [...state].some((c) => !(parseInt(c, 36) < cells))) fail('bad_tiles');
            return state;
        }
        const state = kind === 'blocks' ? text.replace(/[\s/]/g, '').replaceAll('#', '|') : text.replace(/[\s/]/g, '');
        if (classical && /^[0-9a-f]{1,9}$/i.test(state)) return fromCode(state);
        if (classical && /^[1-9A-HJKMNP-Z]{5}$/i.test(state)) return shortCodes.read(state) ?? fail('no_short_code', state);
        if (state.length !== cells) fail('bad_length', state.length, cells);
        if (kind === 'klotski') checkKlotski(state);
        if (kind === 'blocks' && shapes !== '' && shapesOf(state) !== shapes) fail('bad_piece');
        if (kind !== 'blocks') return state;
        const known = canonical(state);
        return legal(known) ? known : fail('elsewhere');
    };
    const format = (state) => kind === 'tile' ? [...state].map((c) => parseInt(c, 36)).join(' ')
        : kind === 'blocks' ? state.match(new RegExp(`.{${width}}`, 'gs')).join('/') : state;
    const mirror = (state) => {
        const swap = {L: 'R', R: 'L'};
        const rows = state.match(new RegExp(`.{${width}}`, 'gs')).map((row) => [...row].reverse().map((c) => swap[c] || c).join(''));
        return rows.join('');
    };
    const canMirror = kind === 'klotski' && exit !== null && 2 * Number(exit[1]) + 2 === width;

    return {
        kind, width, height, cells, pieces, moves, reach, solved, parse, format, code, shortCode, mirror, canMirror, exitCells, letters, placed,
        // Blocks: the cells without pieces, and the other rules, which are those above.
        setRules: (newGround, rules) => { ground = newGround; ({open, legal = legal, goes = goes} = rules); },
    };
};
