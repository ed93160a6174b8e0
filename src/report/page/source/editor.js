// SPDX-License-Identifier: MIT
// The board editor: pieces are taken up, put down and dragged to any place. A board that the rules read is opened in
// the player.

// A board that need not be complete. A shape is a list of cells, [dx, dy, symbol] each, its first cell first.
huarong.createDraft = (engine, start) => {
    const {width, height} = engine;
    const shapeOf = (state, piece) => {
        const [x, y] = [piece[0] % width, Math.floor(piece[0] / width)];
        return piece.map((i) => [i % width - x, Math.floor(i / width) - y, state[i]]);
    };
    const all = engine.shapes ?? engine.pieces(start).map((piece) => shapeOf(start, piece));
    const draft = {
        state: start,
        // The shapes of the pieces that can be added.
        shapes: () => all.filter(([[, , symbol]]) => engine.many.includes(symbol) || !draft.state.includes(symbol)),
        // Take up the piece whose first cell this is, and give its shape.
        take: (cell) => {
            const piece = engine.pieceAt(draft.state, cell);
            const shape = shapeOf(draft.state, piece);
            draft.state = [...draft.state].map((c, i) => piece.includes(i) ? engine.ground(i) : c).join('');
            return shape;
        },
        // Put a piece down with its first cell there. False: there is no room.
        put: (shape, x, y) => {
            const next = [...draft.state];
            for (const [dx, dy, symbol] of shape) {
                const i = (y + dy) * width + x + dx;
                const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
                if (!inside || !engine.free(draft.state, i, symbol)) return false;
                next[i] = symbol;
            }
            draft.state = next.join('');
            return true;
        }
    };
    return draft;
};

// The board as a drawing in one line, for the command line; '' where puzzles are not drawn, where a Klotski board lacks
// its 2×2 or a drawn one any piece, and where a piece hides a gate: a drawing has no gates under pieces.
huarong.drawingOf = (engine, state) => {
    const rows = (cells) => cells.join('').match(new RegExp(`.{${engine.width}}`, 'gs')).join('/').replaceAll('|', '#');
    if (huarong.data.kind.drawn) {
        const old = huarong.drawing();
        if (old === undefined) return '';
        const line = /((?:^|;)start: ?)([^;]*)/;
        const drawn = line.exec(old)[2].replace(/[\s/]/g, '');
        const hidden = [...drawn].some((c, i) => engine.signAt(drawn, i) !== '' && state[i] !== c);
        const lacks = engine.pieces(drawn).some(([cell]) => !state.includes(drawn[cell]));
        return hidden || lacks ? '' : old.replace(line, (_, key) => key + rows([...state]));
    }
    if (engine.exitCells.length === 0 || !state.includes('X')) return '';
    const start = [...state], goal = start.map(() => '.');
    engine.pieces(state).forEach((piece, k) => {
        const letter = String.fromCharCode(k < 26 ? 97 + k : 39 + k); // a … z, A … Z
        for (const i of piece) start[i] = letter;
        if (piece.length === engine.exitCells.length)
            for (const i of engine.exitCells) goal[i] = letter;
    });
    return `start: ${rows(start)}; goal: ${rows(goal)}`;
};

// player: openState, state, look. `trouble` tells why a board is none.
huarong.createEditor = (engine, player, trouble) => {
    const {element, say, button} = huarong;
    const {width, height} = engine;
    const viewBox = `-24 -24 ${width * 100 + 48} ${height * 100 + 48}`;
    const board = element('svg', {class: 'board', viewBox, role: 'group', 'aria-label': say('edit_help')});
    const palette = element('div', {class: 'row palette'});
    const copy =
        button('copy_drawing', () => huarong.copy(huarong.drawingOf(engine, draft.state), copy), {class: 'quiet'});
    let draft = null, seen = null, hand = null, drag = null;

    const change = () => {
        trouble.textContent = '';
        try {
            const state = engine.read(draft.state);
            seen = state;
            player.openState(state, engine.written(draft.state, state));
        } catch (error) { trouble.textContent = say('bad_position', error.message); }
        draw();
    };
    // Put what is in the hand so that it covers the cell.
    const putAt = (cell) => {
        if (hand === null) return;
        const fits = ([dx, dy]) => draft.put(hand, cell % width - dx, Math.floor(cell / width) - dy);
        if (!hand.some(fits)) return;
        if (!draft.shapes().some((shape) => shape[0][2] === hand[0][2])) hand = null;
        change();
    };
    const takeUp = (cell) => {
        hand = draft.take(cell);
        change();
    };
    const down = (event, cell) => {
        if (event.button !== 0) return;
        drag = {cell, group: event.currentTarget, x: event.clientX, y: event.clientY, dx: 0, dy: 0};
        drag.group.setPointerCapture(event.pointerId);
        event.preventDefault();
    };
    const moved = (event) => {
        if (drag === null) return;
        const k = (width * 100 + 48) / board.getBoundingClientRect().width / 100;
        drag.dx = (event.clientX - drag.x) * k;
        drag.dy = (event.clientY - drag.y) * k;
        drag.group.style.transform = spot(drag.cell, drag.dx, drag.dy);
    };
    const up = () => {
        if (drag === null) return;
        const {cell, dx, dy} = drag;
        drag = null;
        const x = cell % width + Math.round(dx), y = Math.floor(cell / width) + Math.round(dy);
        if (Math.abs(dx) < 0.2 && Math.abs(dy) < 0.2) {
            takeUp(cell);
            return;
        }
        const before = draft.state;
        const outside = x < 0 || x >= width || y < 0 || y >= height;
        if (!draft.put(draft.take(cell), x, y) && !outside) draft.state = before;
        change();
    };
    const cancel = () => {
        drag = null;
        draw();
    };
    const spot = (cell, dx, dy) =>
        `translate(${(cell % width + dx) * 100}px, ${(Math.floor(cell / width) + dy) * 100}px)`;
    // By Enter or a blank, as buttons do. What is at the cell then has the focus.
    const byKey = (act, cell) => (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        act(cell);
        board.querySelector(`[data-cell="${cell}"]`)?.focus();
    };
    const pieceOf = (state, piece, nth) => huarong.drawPiece(engine, state, piece, nth, false);

    const draw = () => {
        const {state} = draft;
        const counts = {};
        const pieces = engine.pieces(state).map((piece) => {
            const nth = counts[state[piece[0]]] = (counts[state[piece[0]]] ?? -1) + 1;
            const group = pieceOf(state, piece, nth);
            const [cell] = piece;
            const name = huarong.spokenName(engine, state, piece, nth);
            group.style.transform = spot(cell, 0, 0);
            const label = say('piece_at', name, cell % width, Math.floor(cell / width));
            for (const [key, value] of Object.entries(
                     {tabindex: 0, role: 'button', 'aria-label': label, 'data-cell': cell}))
                group.setAttribute(key, value);
            group.addEventListener('pointerdown', (event) => down(event, cell));
            group.addEventListener('pointermove', moved);
            group.addEventListener('pointerup', up);
            group.addEventListener('pointercancel', cancel);
            group.addEventListener('keydown', byKey(takeUp, cell));
            return group;
        });
        const covered = new Set(engine.pieces(state).flat());
        const holes = [...state]
                          .map((_, cell) => cell)
                          .filter((cell) => !covered.has(cell) && !/[|#]/.test(state[cell]))
                          .map((cell) => element('rect', {
                              class: 'hole',
                              'data-cell': cell,
                              x: cell % width * 100,
                              y: Math.floor(cell / width) * 100,
                              width: 100,
                              height: 100,
                              tabindex: hand === null ? -1 : 0,
                              role: 'button',
                              'aria-label': say('cell_at', cell % width, Math.floor(cell / width)),
                              onpointerdown: () => putAt(cell),
                              onkeydown: byKey(putAt, cell)
                          }));
        board.replaceChildren(...huarong.drawGround(engine, state), ...holes, ...pieces);
        palette.replaceChildren(...draft.shapes().map((shape) => {
            // The shape as the only piece of a board of its own.
            const cells = Array(engine.cells).fill('.');
            const left = -Math.min(...shape.map(([dx]) => dx));
            const piece = shape.map(([dx, dy]) => dy * width + dx + left);
            piece.forEach((i, k) => {
                cells[i] = shape[k][2];
            });
            const across = Math.max(...shape.map(([dx]) => dx)) + left + 1,
                  tall = Math.max(...shape.map(([, dy]) => dy)) + 1;
            const group = pieceOf(cells.join(''), piece, 0);
            group.setAttribute('transform', `translate(${left * 100} 0)`);
            const choose = () => {
                hand = hand !== null && hand[0][2] === shape[0][2] ? null : shape;
                draw();
            };
            return element('button', {
                type: 'button',
                class: 'shape',
                onclick: choose,
                'aria-pressed': String(hand !== null && hand[0][2] === shape[0][2]),
                'aria-label': huarong.spokenName(engine, cells.join(''), piece, 0)
            },
                element('svg', {
                    viewBox: `0 0 ${across * 100} ${tall * 100}`,
                    style: `width: ${across * 26}px; height: ${tall * 26}px`
                },
                    group));
        }));
        copy.hidden = huarong.drawingOf(engine, state) === '';
    };
    const clear = button('clear_board', () => {
        for (const [cell] of engine.pieces(draft.state)) draft.take(cell);
        hand = null;
        change();
    }, {class: 'quiet'});
    return {
        element: element('div', {class: 'editor', hidden: true}, board, element('p', {class: 'keys'}, say('edit_help')),
            palette, element('p', {class: 'row'}, clear, copy)),
        draft: () => draft.state,
        // Show the player's state, unless it is the editor's own. `before`: the board that an editor before this one
        // was setting up.
        show: (before = null) => {
            if (player.state() === seen && draft !== null) return;
            seen = player.state();
            draft = huarong.createDraft(engine, player.look().state);
            draft.state = before ?? draft.state;
            hand = null;
            draw();
        }
    };
};
