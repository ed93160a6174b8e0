// SPDX-License-Identifier: MIT
// Numbered tiles around a blank. A symbol is a digit or a small letter, the number of the tile in base 36; 0 is the
// blank. The tiles between the blank and a cell of its row or column move together.
huarong.rules.numbers = {
    positionHelp: 'position_help_numbers',
    metricKey: (metric) => metric === 'move' ? metric : `${metric}_tile`,
    plays: () => true,
    goalOptions: (goal, {width, height}) => {
        const plain = Array.from({length: width * height}, (_, i) => (i + 1) % (width * height)).join(' ');
        return goal === plain ? [] : ['--goal', huarong.quoted(goal)];
    },
    create: ({width, height, cells, goal, fail}) => {
        const symbolsOf = (text) =>
            text.trim().split(/[\s,;/]+/).map((word) => /^[_.]$/.test(word) ? '0' : Number(word).toString(36)).join('');
        const solvedState = symbolsOf(goal);
        const numberOf = (symbol) => parseInt(symbol, 36);

        // The moves of up to `most` tiles at once.
        const movesOf = (state, most) => {
            const blank = state.indexOf('0');
            const found = [];
            for (const [x, y] of huarong.DIRECTIONS) {
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
        const moves = (state, metric) => movesOf(state, metric === 'unit' ? 1 : cells);
        const placesOf = (state, metric, cell) => moves(state, metric).filter((move) => move.from === cell);

        const read = (text) => {
            const state = /[\s,;]/.test(text) ? symbolsOf(text) : text.toLowerCase().replace(/[_.]/g, '0');
            if (state.length !== cells) fail('bad_length', state.length, cells);
            if (new Set(state).size !== cells || [...state].some((c) => !(numberOf(c) < cells))) fail('bad_tiles');
            return state;
        };

        return {
            free: (state, to) => state[to] === '0',
            ground: () => '0',
            pieces: (state) => [...state].map((c, i) => [i]).filter(([i]) => state[i] !== '0'),
            moves,
            placesOf,
            read,
            wayTo: (state, metric, cell, dx, dy) => placesOf(state, metric, cell)
                                                        .filter((move) => move.dx === dx && move.dy === dy)
                                                        .slice(0, 1)
                                                        .map(({to}) => to),
            // The text of a move is the blank's way: "RR".
            after: (state, move) => {
                const [dx, dy] = {U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0]}[move[0]];
                return movesOf(state, cells).find((m) => m.count === move.length && -m.dx === dx && -m.dy === dy)?.to;
            },
            solved: (state) => state === solvedState,
            format: (state) => [...state].map(numberOf).join(' '),
            names: (state, piece) => [String(numberOf(state[piece[0]]))],
            pieceClass: () => 'numbered',
            look: {bevel: true, smallLabels: true},
        };
    },
};
