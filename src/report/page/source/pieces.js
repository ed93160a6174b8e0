// SPDX-License-Identifier: MIT
// Boards as SVG. A cell is 100 wide.

// What a piece is called, for its label, and in the page's language for screen readers. `nth`: how many pieces with its
// symbol come before it.
huarong.pieceName = (engine, ...piece) => engine.names(...piece)[0];
huarong.spokenName = (engine, ...piece) => {
    const names = engine.names(...piece);
    return huarong.language === 'zh' ? names[0] : names[names.length - 1];
};

// The shape of a piece whose first cell is at the origin: rectangles that touch.
huarong.pieceShape = (engine, piece, gap) => {
    const {width} = engine;
    const x0 = piece[0] % width, y0 = Math.floor(piece[0] / width);
    const xs = piece.map((i) => i % width - x0), ys = piece.map((i) => Math.floor(i / width) - y0);
    const across = Math.max(...xs) + 1, down = Math.max(...ys) + 1;
    const left = Math.min(...xs);
    const rect = (x, y, w, h, r) => huarong.element(
        'rect', {x: x * 100 + gap, y: y * 100 + gap, width: w * 100 - 2 * gap, height: h * 100 - 2 * gap, rx: r});
    if (piece.length === (across - left) * down) return [rect(left, 0, across - left, down, 14)];
    const has = (x, y) => xs.some((_, k) => xs[k] === x && ys[k] === y);
    return piece.flatMap(
        (_, k) => [rect(xs[k], ys[k], 1, 1, 10), has(xs[k] + 1, ys[k]) ? rect(xs[k], ys[k], 2, 1, 10) : null,
            has(xs[k], ys[k] + 1) ? rect(xs[k], ys[k], 1, 2, 10) : null]
                      .filter((r) => r !== null));
};

// The board without pieces: frame, cells, exit, walls.
huarong.drawGround = (engine, state) => {
    const {width, height} = engine;
    const parts = [
        huarong.element(
            'rect', {class: 'frame', x: -18, y: -18, width: width * 100 + 36, height: height * 100 + 36, rx: 22}),
        huarong.element('rect', {class: 'floor', x: 0, y: 0, width: width * 100, height: height * 100, rx: 6})
    ];
    for (let i = 0; i < engine.cells; i++) {
        const x = i % width * 100, y = Math.floor(i / width) * 100;
        if (/[|#]/.test(state[i]))
            parts.push(huarong.element('rect', {class: 'wall', x: x - 1, y: y - 1, width: 102, height: 102}));
        else parts.push(huarong.element('rect', {class: 'cell', x: x + 3, y: y + 3, width: 94, height: 94, rx: 8}));
        const sign = engine.signAt(state, i);
        if (sign !== '')
            parts.push(huarong.element('text', {class: 'gate-sign', x: x + 50, y: y + 50, 'font-size': 46}, sign));
    }
    parts.push(...huarong.exitMarks(engine));
    return parts;
};

// The exit: a line around its cells, and gaps in the frame where it touches the frame.
huarong.exitMarks = ({width, height, exitCells}) => {
    const parts = [];
    const at = exitCells.map((i) => [i % width, Math.floor(i / width)]);
    const has = (x, y) => x >= 0 && x < width && exitCells.includes(y * width + x);
    const gate = (x, y, w, h) => parts.push(huarong.element('rect', {class: 'gate', x, y, width: w, height: h}));
    for (const [x, y] of at) {
        const X = x * 100, Y = y * 100;
        const side = (there, x1, y1, x2, y2) => {
            if (!there)
                parts.push(huarong.element('line', {class: 'exit', x1: X + x1, y1: Y + y1, x2: X + x2, y2: Y + y2}));
        };
        side(has(x, y - 1), 4, 4, 96, 4);
        side(has(x, y + 1), 4, 96, 96, 96);
        side(has(x - 1, y), 4, 4, 4, 96);
        side(has(x + 1, y), 96, 4, 96, 96);
        if (y === height - 1) gate(X, height * 100, 100, 19);
        if (x === width - 1) gate(width * 100, Y, 19, 100);
        if (y === 0) gate(X, -19, 100, 19);
        if (x === 0) gate(-19, Y, 19, 100);
    }
    return parts;
};

huarong.drawPiece = (engine, state, piece, nth, small) => {
    const {width, look} = engine;
    const name = huarong.pieceName(engine, state, piece, nth);
    const shape = engine.pieceClass(state, piece);
    const group = huarong.element('g', {class: `piece ${shape}`}, ...huarong.pieceShape(engine, piece, 4));
    const xs = piece.map((i) => i % width - piece[0] % width),
          ys = piece.map((i) => Math.floor((i - piece[0] + piece[0] % width) / width));
    const whole = huarong.pieceShape(engine, piece, 4).length === 1;
    const x = whole ? (Math.min(...xs) + Math.max(...xs) + 1) * 50 : 50, y = whole ? (Math.max(...ys) + 1) * 50 : 50;
    if (whole && look.bevel) {
        const w = Math.max(...xs) - Math.min(...xs) + 1, h = Math.max(...ys) + 1;
        group.append(
            huarong.element('rect', {class: 'bevel', x: 13, y: 13, width: w * 100 - 26, height: h * 100 - 26, rx: 9}));
    }
    if (!small) {
        const size = look.size?.(shape) ?? 46;
        const letters = shape === 'vertical' ? [...name] : [name];
        letters.forEach(
            (letter, k) => group.append(huarong.element('text',
                {class: 'label', lang: look.language, x, y: y + (k - (letters.length - 1) / 2) * 52, 'font-size': size},
                letter)));
    }
    return group;
};

// A small picture of a state, for lists and notes.
huarong.thumbnail = (engine, state, label) => {
    const {width, height} = engine;
    const count = {};
    const picture = huarong.element('svg', {
        class: 'thumbnail',
        viewBox: `-20 -20 ${width * 100 + 40} ${height * 100 + 40}`,
        role: 'img',
        'aria-label': label || engine.format(state)
    },
        ...huarong.drawGround(engine, state));
    for (const piece of engine.pieces(state)) {
        const c = state[piece[0]];
        count[c] = (count[c] || 0) + 1;
        const group = huarong.drawPiece(engine, state, piece, count[c] - 1, !engine.look.smallLabels);
        group.setAttribute('transform', `translate(${piece[0] % width * 100} ${Math.floor(piece[0] / width) * 100})`);
        picture.append(group);
    }
    return picture;
};

// A picture that opens the player at its state.
huarong.openable = (engine, state, ...captions) => {
    const text = engine.format(state);
    const label = huarong.say('open_position', text);
    return huarong.positionLink(
        text, {class: 'openable', 'aria-label': label}, huarong.thumbnail(engine, state), ...captions);
};

// A link that opens the player at the position of a text.
huarong.positionLink = (text, attributes, ...content) => {
    const open = () => document.getElementById('player-section')?.scrollIntoView({behavior: 'smooth'});
    return huarong.element('a', {href: `#${encodeURIComponent(text)}`, onclick: open, ...attributes}, ...content);
};

huarong.textLink = (text) => huarong.positionLink(text, {}, huarong.element('code', {}, text));
huarong.stateLink = (engine, state) => huarong.textLink(engine.format(state));
