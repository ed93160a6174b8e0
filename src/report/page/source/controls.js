// SPDX-License-Identifier: MIT
// The player's board and buttons: dragging, keys, drawing. The rules are in player.js.
huarong.createControls = (player) => {
    const {element, say, button} = huarong;
    const {engine} = player;
    const {width, height} = engine;
    const board =
        element('svg', {class: 'board', viewBox: `-24 -24 ${width * 100 + 48} ${height * 100 + 48}`, role: 'group'});
    const ground = element('g'), layer = element('g'), arrow = element('g');
    board.append(ground, layer, arrow);
    const number = element('strong', {class: 'distance'});
    const status = element('span', {'aria-live': 'polite', id: 'status'});
    const best = element('p', {class: 'best', id: 'best'});
    const buttons = {
        first: button('to_start', player.first),
        back: button('back', () => player.step(-1)),
        play: button('play', player.play, {class: 'main'}),
        forward: button('forward', () => player.step(1)),
        hint: button('hint', player.hint),
        undo: button('undo', player.undo),
    };
    for (const [id, one] of Object.entries(buttons)) one.id = `player-${id}`;
    const signs = {first: '⇤', back: '←', forward: '→'};
    for (const [id, sign] of Object.entries(signs)) {
        buttons[id].setAttribute('aria-label', buttons[id].textContent);
        buttons[id].title = buttons[id].textContent;
        buttons[id].textContent = sign;
    }
    const scrub = element('input', {
        type: 'range',
        min: 0,
        max: 0,
        value: 0,
        id: 'scrub',
        'aria-label': say('scrub'),
        oninput: () => player.place(Number(scrub.value))
    });
    const place = element('span', {class: 'place'});
    const speeds = element('select', {id: 'speed', onchange: () => player.setSpeed(Number(speeds.value))},
        ...[1, 2, 4, 8, 16, 50].map((n) => element('option', {value: n, selected: n === 4}, say('moves_a_second', n))));
    const metrics = element('select', {id: 'metric', onchange: () => player.setMetric(metrics.value)},
        ...huarong.metrics().map((metric) => element('option', {value: metric}, huarong.metricName(metric))));
    const text = element('input', {
        id: 'position',
        type: 'text',
        spellcheck: 'false',
        autocomplete: 'off',
        placeholder: say(huarong.rulesOfKind().positionHelp),
        list: 'names'
    });
    const trouble = element('p', {class: 'trouble', role: 'alert'});
    const form = element('form', {
        class: 'position',
        onsubmit: (event) => {
            event.preventDefault();
            try {
                trouble.textContent = '';
                const {state, written} = engine.position(text.value);
                player.openState(state, written);
            } catch (error) { trouble.textContent = say('bad_position', error.message); }
        }
    },
        element('label', {for: 'position'
        }, say('position')), text, element('button', {type: 'submit'}, say('go')));
    const names = element('datalist', {id: 'names'},
        ...[...huarong.data.names || [], ...huarong.data.aliases || []].map(
            (row) => element('option', {value: row[0]})));
    const copy = element(
        'button', {type: 'button', class: 'quiet', onclick: () => huarong.copy(location.href, copy)}, say('copy_link'));
    const moves = element('button',
        {type: 'button', class: 'quiet', onclick: () => huarong.copy(player.movesText(), moves)}, say('copy_moves'));
    const own = element('p', {class: 'best', id: 'own'});
    const tell = () => {
        own.textContent = player.ownText();
    };
    const clock = setInterval(tell, 1000);
    const mirror = button('mirror', () => player.openState(engine.mirror(player.state())));
    mirror.hidden = !engine.canMirror;
    const bare = document.documentElement.classList; // with `bare` the pieces have no labels
    const labels = button('labels', () => labels.setAttribute('aria-pressed', !bare.toggle('bare')),
        {'aria-pressed': String(!bare.contains('bare')), id: 'labels'});
    const editor = huarong.createEditor(engine, player, trouble);
    const setUp = (editing, before = null) => {
        edit.setAttribute('aria-pressed', editing);
        board.toggleAttribute('hidden', editing);
        editor.element.hidden = !editing;
        trouble.textContent = '';
        if (editing) editor.show(before);
    };
    const edit = button('edit', () => setUp(editor.element.hidden), {'aria-pressed': 'false', id: 'edit'});
    const notes = element('p', {class: 'notes'});
    const spoken = element('p', {class: 'spoken', role: 'status', id: 'spoken'}); // for screen readers only

    // Dragging: the piece follows the pointer to the nearest place that it reaches.
    let drag = null;
    const nearest = (dx, dy) =>
        drag.places.reduce((a, b) => (b.dx - dx) ** 2 + (b.dy - dy) ** 2 < (a.dx - dx) ** 2 + (a.dy - dy) ** 2 ? b : a);
    const scale = () => (width * 100 + 48) / board.getBoundingClientRect().width / 100;
    const placesOf = (cell) => engine.placesOf(player.state(), player.metric(), cell);
    const down = (event, cell) => {
        if (event.button !== 0) return;
        drag = {
            cell,
            group: event.currentTarget,
            x: event.clientX,
            y: event.clientY,
            places: [{dx: 0, dy: 0}, ...placesOf(cell)],
            to: {dx: 0, dy: 0}
        };
        drag.group.setPointerCapture(event.pointerId);
        drag.group.classList.add('dragged');
        event.preventDefault();
    };
    const moved = (event) => {
        if (drag === null) return;
        const k = scale();
        drag.to = nearest((event.clientX - drag.x) * k, (event.clientY - drag.y) * k);
        drag.group.style.transform = spot(drag.cell, drag.to.dx, drag.to.dy);
    };
    const up = () => {
        if (drag === null) return;
        const {cell, to, group, places} = drag;
        drag = null;
        group.classList.remove('dragged');
        if (to.dx !== 0 || to.dy !== 0) player.movePiece(cell, to.dx, to.dy);
        else pressed(cell, places.slice(1));
    };
    // A tap or the Enter key moves a piece that has one way to go.
    const pressed = (cell, places) => {
        const {name} = groups.find((one) => one.cell === cell);
        if (places.length === 1) player.movePiece(cell, places[0].dx, places[0].dy);
        else spoken.textContent = say(places.length === 0 ? 'cannot_move' : 'several_ways', name);
    };
    const cancel = () => {
        if (drag !== null) drag.group.style.transform = spot(drag.cell, 0, 0);
        drag = null;
    };
    const spot = (cell, dx, dy) =>
        `translate(${(cell % width + dx) * 100}px, ${(Math.floor(cell / width) + dy) * 100}px)`;

    // The groups of the pieces stay from move to move, so that pieces glide.
    let groups = [];
    const draw = () => {
        const {state, places} = player.look();
        const hinted = player.hinted();
        if (groups.length !== Object.keys(places).length || groups.some(({key}) => places[key] === undefined)) {
            layer.replaceChildren();
            groups = Object.entries(places).sort(([, a], [, b]) => a - b).map(([key, cell]) => {
                const piece = engine.pieceAt(state, cell);
                const nth = Number(key.slice(1));
                const group = huarong.drawPiece(engine, state, piece, nth, false);
                const one = {key, cell, name: huarong.spokenName(engine, state, piece, nth), group};
                group.setAttribute('tabindex', 0);
                group.setAttribute('role', 'button');
                group.addEventListener('pointerdown', (event) => down(event, one.cell));
                group.addEventListener('pointermove', moved);
                group.addEventListener('pointerup', up);
                group.addEventListener('pointercancel', cancel);
                group.addEventListener('keydown', (event) => arrowKey(event, one.cell));
                layer.append(group);
                return one;
            });
        }
        for (const one of groups) {
            one.cell = places[one.key];
            one.group.style.transform = spot(one.cell, 0, 0);
            one.group.setAttribute(
                'aria-label', say('piece_at', one.name, one.cell % width, Math.floor(one.cell / width)));
        }
        ground.replaceChildren(...huarong.drawGround(engine, state));
        arrow.replaceChildren();
        spoken.textContent = '';
        if (hinted !== null) {
            arrow.append(...hintMarks(hinted));
            const {from, dx, dy} = hinted;
            spoken.textContent = say('hint_is', groups.find((one) => one.cell === from).name, from % width + dx,
                Math.floor(from / width) + dy);
        }
        board.setAttribute('aria-label', say('board', engine.format(state)));
    };
    const hintMarks = (move) => {
        const cell = move.from;
        const piece = engine.pieceAt(player.state(), cell);
        const shapes = huarong.pieceShape(engine, piece, 10);
        const x = (cell % width + move.dx) * 100, y = (Math.floor(cell / width) + move.dy) * 100;
        const from = `translate(${cell % width * 100} ${Math.floor(cell / width) * 100})`;
        return [
            element('g', {class: 'hint', transform: `translate(${x} ${y})`}, ...shapes),
            element('g', {class: 'hint-from', transform: from}, ...huarong.pieceShape(engine, piece, 4))
        ];
    };
    const ARROWS = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};
    const arrowKey = (event, cell) => {
        if (ARROWS[event.key] === undefined && event.key !== 'Enter') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Enter') pressed(cell, placesOf(cell));
        else player.movePiece(cell, ...ARROWS[event.key]);
    };
    const onKey = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey ||
            event.target.closest('input, select, textarea, button, summary, a, .plot, canvas, .scroll'))
            return;
        const act = {
            ' ': player.play,
            ArrowLeft: () => player.step(-1),
            ArrowRight: () => player.step(1),
            h: player.hint,
            u: player.undo
        }[event.key];
        if (act === undefined) return;
        event.preventDefault();
        act();
    };
    document.addEventListener('keydown', onKey);

    const show = ({line, at, undos, best: good}) => {
        scrub.max = line.length - 1;
        scrub.value = at;
        place.textContent = say('step_of', at, line.length - 1);
        scrub.setAttribute('aria-valuetext', place.textContent);
        buttons.play.textContent = say(player.playing() ? 'pause' : 'play');
        buttons.play.disabled = line.length < 2;
        buttons.back.disabled = buttons.first.disabled = at === 0;
        buttons.forward.disabled = at === line.length - 1;
        buttons.undo.disabled = undos === 0;
        buttons.hint.disabled = good === 0;
        metrics.value = player.metric();
        speeds.value = player.speed();
        const codes =
            [engine.format(player.look().state), engine.code(player.state()), engine.shortCode(player.state())];
        notes.replaceChildren(...codes.filter((code) => code !== '').map((code) => element('code', {}, code)),
            ...huarong.nameElements(player.state()));
        tell();
        draw();
        if (!editor.element.hidden) editor.show();
    };
    const controls = element('div', {class: 'controls'},
        element('div', {class: 'far'}, number, element('div', {}, status, best, own)),
        element('div', {class: 'row'}, buttons.first, buttons.back, buttons.play, buttons.forward),
        element('div', {class: 'row wide'}, scrub, place),
        element('div', {class: 'row'}, buttons.hint, buttons.undo, mirror, edit, labels),
        element('div', {class: 'row fields'}, element('label', {}, say('metric'), metrics),
            element('label', {}, say('speed'), speeds)),
        form, names, trouble, notes, spoken, element('p', {class: 'row'}, copy, moves),
        element('p', {class: 'keys'}, say('keys')));
    return {
        trouble,
        element:
            element('div', {class: 'player'}, element('div', {class: 'table-top'}, board, editor.element), controls),
        number,
        status,
        best,
        show,
        draft: () => editor.element.hidden ? null : editor.draft(), // the board that is being set up
        setUp,
        end: () => {
            clearInterval(clock);
            document.removeEventListener('keydown', onKey);
        }
    };
};

huarong.namesOf = (state) => (huarong.data.names || []).filter((row) => row[1] === state).map((row) => row[0]);
// Its names in traditional characters and in the west.
huarong.aliasesOf = (state) => (huarong.data.aliases || []).filter((row) => row[1] === state).map((row) => row[0]);

// A state's names, for people: the Chinese ones, and on an English page the western ones.
huarong.nameElements = (state) => {
    const western = huarong.language === 'zh'
        ? []
        : huarong.aliasesOf(state).filter((name) => /^[\p{Script=Latin}\d' ]+$/u.test(name));
    return [
        ...huarong.namesOf(state).map((name) => huarong.element('span', {class: 'name', lang: 'zh'}, name)),
        ...western.map((name) => huarong.element('span', {class: 'name'}, name))
    ];
};
