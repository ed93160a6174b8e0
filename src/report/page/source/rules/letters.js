// SPDX-License-Identifier: MIT
// Klotski boards. A symbol is X (2×2), L or R (horizontal), T or B (vertical), o (single) or '.'.
huarong.rules.letters = {
    positionHelp: 'position_help',
    metricKey: (metric) => metric,
    plays: () => true,
    goalOptions: (goal, {width, height}) => {
        const [, x, y] = /^2x2 at (\d+),(\d+)$/.exec(goal) ?? [];
        return Number(x) === Math.floor((width - 2) / 2) && Number(y) === height - 2 ? [] : ['--exit', `${x},${y}`];
    },
    create: ({width, height, cells, goal, fail}) => {
        const GENERALS = [
            ['关羽', 'Guan Yu'], ['张飞', 'Zhang Fei'], ['赵云', 'Zhao Yun'], ['马超', 'Ma Chao'],
            ['黄忠', 'Huang Zhong']
        ];
        const exit = /^2x2 at (\d+),(\d+)$/.exec(goal);
        const corner = Number(exit[2]) * width + Number(exit[1]);

        // The cells of each piece of a state, the first cell first.
        const pieces = (state) => {
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
        const classical = width === 4 && height === 5;
        const shortCodes = classical ? huarong.createShortCode() : null;
        const code = (state) => {
            if (!classical) return '';
            const items = [...state].filter((c) => !/[XRB]/.test(c)).map((c) => '.LTo'.indexOf(c));
            while (items.length < 16) items.push(0);
            let text = state.indexOf('X').toString(16);
            for (let i = 0; i < 16; i += 2) text += (items[i] * 4 + items[i + 1]).toString(16);
            return text.toUpperCase();
        };

        const check = (state) => {
            const covered = Array(cells).fill(0);
            const next = Array(cells).fill('.');
            const shapes = {1: ['o'], 4: ['X', 'X', 'X', 'X']};
            for (const piece of pieces(state)) {
                const letters = shapes[piece.length] || (piece[1] === piece[0] + 1 ? ['L', 'R'] : ['T', 'B']);
                if ('LX'.includes(letters[0]) && piece[0] % width === width - 1) fail('bad_piece');
                piece.forEach((i, k) => {
                    covered[i]++;
                    next[i] = letters[k];
                });
            }
            if (next.join('') !== state || covered.some((n) => n > 1)) fail('bad_piece');
            if ([...state].filter((c) => c === 'X').length !== 4) fail('bad_square');
            if ([...state].filter((c) => c === '.').length < 2) fail('bad_empty');
        };
        const isCommonCode = (text) => classical && /^[0-9a-f]{1,9}$/i.test(text);
        const isShortCode = (text) => classical && /^[1-9A-HJKMNP-Z]{5}$/i.test(text) && !isCommonCode(text);
        const read = (text) => {
            if (isCommonCode(text)) return fromCode(text);
            if (isShortCode(text)) return shortCodes.read(text) ?? fail('no_short_code', text);
            const state = text.replace(/[\s/]/g, '');
            if (state.length !== cells) fail('bad_length', state.length, cells);
            check(state);
            return state;
        };

        const mirror = (state) => {
            const swap = {L: 'R', R: 'L'};
            const rows = state.match(new RegExp(`.{${width}}`, 'gs'))
                             .map((row) => [...row].reverse().map((c) => swap[c] || c).join(''));
            return rows.join('');
        };

        // The generals are given to the horizontal pieces first, as the program does on a terminal.
        const names = (state, piece, nth) => {
            const c = state[piece[0]];
            const wide = c === 'T' ? state.split('L').length - 1 : 0;
            return c === 'X' ? ['曹操', 'Cao Cao']
                : c === 'o'  ? ['卒', 'soldier']
                             : GENERALS[wide + nth] || ['将', 'general'];
        };

        const covers = {L: [[1, 'R']], T: [[width, 'B']], X: [[1, 'X'], [width, 'X'], [width + 1, 'X']]};
        return {
            pieces,
            read,
            code,
            mirror,
            names,
            isCode: (text) => isShortCode(text) && !/[a-z]/.test(text), // Pansy is a name, PANSY is a code
            shortCode: (state) => shortCodes === null ? '' : shortCodes.write(state),
            canMirror: 2 * Number(exit[1]) + 2 === width,
            exitCells: [corner, corner + 1, corner + width, corner + width + 1],
            many: 'LTo',
            shapes: [...'XLTo'].map((c) => [[0, 0, c], ...(covers[c] ?? []).map(([i,
                symbol]) => [i % width, Math.floor(i / width), symbol])]),
            covers,
            solved: (state) => state.indexOf('X') === corner,
            format: (state) => state,
            pieceClass: (state, piece) => ({X: 'square', L: 'horizontal', T: 'vertical', o: 'single'}[state[piece[0]]]),
            look: {
                bevel: true,
                language: 'zh',
                size: (shape) => ({square: 64, horizontal: 44, vertical: 44, single: 40}[shape])
            },
        };
    },
};
