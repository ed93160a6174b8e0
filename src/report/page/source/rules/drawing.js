// SPDX-License-Identifier: MIT
// Drawn puzzles. A symbol is the letter of a piece, or what the drawing has in a cell without a piece.
//
// `groups` has the letters of the pieces, in one text for each group of pieces that stand for each other. `exit` has
// the cells to which the solution brings certain pieces. `start` is any position, or null. Which moves there are is
// learnt from the states in the page, or from the drawing.
huarong.rules.drawing = {
    positionHelp: 'position_help_drawing',
    metricKey: (metric) => metric,
    plays: ({space, rules}) => space !== undefined || (rules?.groups !== undefined && huarong.drawing() !== undefined),
    create: ({width, cells, groups, exit, start, fail}) => {
        const letters = new Set(groups.join(''));
        let ground = [];        // the cells without pieces
        let open = () => false; // may a piece, by its letter, cover the cell?
        let legal = () => true; // is the state in the space?
        let goes = () => true;  // may a piece, by its letter, move along this axis?

        const pieces = (state) => {
            const of = new Map();
            for (let i = 0; i < cells; i++) {
                if (letters.has(state[i])) {
                    if (!of.has(state[i])) of.set(state[i], []);
                    of.get(state[i]).push(i);
                }
            }
            return [...of.values()];
        };
        // The letters and shapes of all pieces, and the walls, as a text that is the same for all states.
        const shapesOf = (state) => {
            const offset = (i, first) =>
                `${i % width - first % width},${Math.floor(i / width) - Math.floor(first / width)}`;
            const all =
                pieces(state).map((piece) => [state[piece[0]], ...piece.map((i) => offset(i, piece[0]))].join(' '));
            return `${all.sort().join(';')};${[...state].map((c) => c === '|' ? c : ' ').join('')}`;
        };
        const shapes = start === null ? '' : shapesOf(start.replaceAll('/', ''));

        // Letters of pieces that stand for each other are in the order of their places.
        const canonical = (state) => {
            for (const group of groups.filter((text) => text.length > 1)) {
                const places =
                    pieces(state).filter((piece) => group.includes(state[piece[0]])).sort((a, b) => a[0] - b[0]);
                const next = [...state];
                places.forEach((piece, k) => piece.forEach((i) => {
                    next[i] = group[k];
                }));
                state = next.join('');
            }
            return state;
        };
        // The state `to`, where the pieces that are where they are in the state `written` have their letters from
        // there, and the piece that has moved has the letter that is left.
        const carry = (written, to) => {
            const next = [...to];
            for (const group of groups.filter((text) => text.length > 1)) {
                const placesIn = (state) => pieces(state).filter((piece) => group.includes(state[piece[0]]));
                const letterAt = new Map(placesIn(written).map((piece) => [piece[0], written[piece[0]]]));
                const places = placesIn(to);
                const left = [...group].filter((letter) => !places.some((piece) => letterAt.get(piece[0]) === letter));
                if (left.length > 1) return to; // more than a move
                for (const piece of places)
                    piece.forEach((i) => {
                        next[i] = letterAt.get(piece[0]) ?? left[0];
                    });
            }
            return next.join('');
        };
        const plain = (text) => text.replace(/[\s/]/g, '').replaceAll('#', '|');
        const read = (text) => {
            const state = plain(text);
            if (state.length !== cells) fail('bad_length', state.length, cells);
            if (shapes !== '' && shapesOf(state) !== shapes) fail('bad_piece');
            const known = canonical(state);
            return legal(known) ? known : fail('elsewhere');
        };

        // The states of the space tell the cells without pieces, and which of them pieces may cover: empty ones, and
        // those that a piece covers in some state.
        const learn = (states, has) => {
            const covered = Array(cells).fill(false);
            ground = Array(cells).fill('.');
            for (const state of states) {
                for (let i = 0; i < cells; i++) {
                    if (letters.has(state[i])) covered[i] = true;
                    else ground[i] = state[i];
                }
            }
            open = (i) => covered[i] || ground[i] === '.';
            legal = has;
        };
        // The drawing in one line tells the rules. Gates let only some letters pass, some pieces move along one axis or
        // not at all. No piece is on a gate in the drawing.
        const readDrawing = (drawing) => {
            const lines =
                drawing.split(';').map((line) => /^(\w+): ?(.*)$/s.exec(line)).filter((found) => found !== null);
            const listed = (key) => lines.filter((found) => found[1] === key).map((found) => found[2]).join('');
            const gates =
                new Map(lines.filter((found) => found[1] === 'gate').map((found) => [found[2][0], found[2].slice(2)]));
            const horizontal = listed('horizontal'), vertical = listed('vertical'), fixed = listed('fixed');
            ground = [...plain(listed('start'))].map((c) => letters.has(c) ? '.' : c);
            open = (i, letter) => ground[i] === '.' || (gates.get(ground[i]) || '').includes(letter);
            goes = (letter, [dx]) => !fixed.includes(letter) && !(dx === 0 ? horizontal : vertical).includes(letter);
        };

        return {
            pieces,
            canonical,
            carry,
            written: plain,
            read,
            learn,
            readDrawing,
            searched: false, // where the pieces may go is known only of the states in the page
            exitCells: exit,
            free: (state, to, letter) => open(to, letter) && !letters.has(state[to]),
            ground: (i) => ground[i],
            legal: (state) => legal(state),
            goes: (letter, step) => goes(letter, step),
            format: (state) => state.match(new RegExp(`.{${width}}`, 'gs')).join('/'),
            signAt: (state, i) => /[.|#]/.test(state[i]) || letters.has(state[i]) ? '' : state[i], // a gate
            names: (state, piece) => [state[piece[0]]],
            pieceClass: (state, piece) => `block block-${state.charCodeAt(piece[0]) % 6}`,
            look: {},
        };
    },
};
