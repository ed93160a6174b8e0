// SPDX-License-Identifier: MIT
// The player: a board to move by hand, and the best way from any position. `line` holds the states from the start to a
// solved one; `at` is the place of the state that is shown. A move by hand changes what follows. All moves of a line
// are of one metric.
//
// `before` is what keep() of an earlier player gave: the new player goes on there. `written` is the start with letters
// of its own.
huarong.createPlayer = (engine, space, start, before = null, written = undefined) => {
    const {say} = huarong;
    const known = {}; // optimal ways that the inputs list, for each metric: state -> the rest of the way
    let metric = huarong.metrics()[0];
    let line = [start], at = 0, undos = [], timer = null, speed = 4, hinted = null, searching = null;
    const given = new Map();         // states as the inputs write them, with letters of their own
    let first = engine.drawn(start); // how the first state of the line is shown
    let told = [], toldOf = [];      // how the line's states up to some place are shown, and that line
    const shown = {};

    const state = () => line[at];
    // How the state is shown: pieces keep the letters and names that they have at the start of the line.
    const look = (i = at) => {
        let same = 0;
        while (same < told.length && same < line.length && toldOf[same] === line[same]) same++;
        told = same === 0 || told[0] !== first ? [first] : told.slice(0, same);
        toldOf = line;
        while (told.length <= i) told.push(engine.follow(told[told.length - 1], line[told.length]));
        return told[i];
    };
    const shownState = () => look().state;
    const knownWay = (from) => known[metric]?.get(from);
    // A way that need not be the shortest: of a state without a distance the way of its nearest neighbour, and of those
    // after it. undefined: none is known.
    const someWays = {}; // for each metric: state -> the rest of the way
    const someWay = (from) => {
        const some = someWays[metric] ??= new Map();
        const next = engine.moves(from, metric)
                         .map(({to}) => knownWay(to) ?? some.get(to))
                         .filter((way) => way !== undefined)
                         .sort((a, b) => a.length - b.length)[0];
        if (next !== undefined && !(some.get(from)?.length <= next.length + 1)) some.set(from, [from, ...next]);
        return some.get(from);
    };
    const learn = (way, inMetric) => {
        if (engine.solved(way[way.length - 1]) === false) return; // a way to another goal
        known[inMetric] ??= new Map();
        way.forEach((s, i) => {
            if (!known[inMetric].has(s)) known[inMetric].set(s, way.slice(i));
        });
    };
    const distance = (from = state()) => {
        const d = space === null ? undefined : space.distance(from, metric);
        if (d !== undefined) return d;
        if (engine.solved(from)) return 0;
        const way = knownWay(from);
        return way === undefined ? undefined : way.length - 1;
    };
    const best = () => {
        if (space !== null && space.has(state())) return space.best(state(), metric);
        const way = knownWay(state()) ?? someWay(state());
        return way === undefined || way.length < 2 ? [] : engine.moves(state(), metric).filter(({to}) => to === way[1]);
    };
    const wayFrom = (from) =>
        space !== null && space.has(from) ? space.path(from, metric) : knownWay(from) ?? someWay(from) ?? [from];

    // Move to a state; what follows is an optimal way from there.
    const settle = (past, here) => {
        line = [...past, ...wayFrom(here)];
        at = past.length;
    };
    const remember = (opens = false) => {
        undos.push({line, at, first, metric, own, opens});
        if (undos.length > 500) undos.shift();
    };
    const stop = () => {
        clearInterval(timer);
        timer = null;
    };

    // The reader's own moves since the last step that was not by hand: {from, moves, began, ended}, times in
    // milliseconds.
    let own = null;
    const ownText = () => {
        if (own === null) return '';
        const seconds = Math.floor(((own.ended ?? Date.now()) - own.began) / 1000);
        const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
        const least = distance(own.from);
        return own.ended === null || least === undefined ? say('own_moves', own.moves, time)
                                                         : say('own_end', own.moves, least, time);
    };
    // The moves of the line, each a line of text with its piece and the columns and rows of the piece's first cell.
    const movesText = () =>
        line.slice(1)
            .map((to, i) => {
                const {state: here, places} = look(i);
                const {from, dx, dy} = engine.moves(line[i], metric).find((move) => move.to === to);
                const key = Object.keys(places).find((one) => places[one] === from);
                const name = huarong.spokenName(engine, here, engine.pieceAt(here, from), Number(key.slice(1)));
                const x = from % engine.width, y = Math.floor(from / engine.width);
                return `${i + 1}. ${name} ${x},${y} → ${x + dx},${y + dy}`;
            })
            .join('\n');

    // Open a state, with the letters with which it is written.
    const openState = (next, text = undefined) => {
        stop();
        if (next === state() && (text ?? shownState()) === shownState()) return;
        remember(true);
        own = null;
        first = engine.drawn(text ?? given.get(next) ?? next);
        settle([], next);
        render();
        lookAround(next);
    };
    const step = (steps) => {
        const to = Math.max(0, Math.min(line.length - 1, at + steps));
        if (to === at) {
            stop();
            render();
            return;
        }
        own = null;
        at = to;
        if (at === line.length - 1) stop();
        render();
    };
    const place = (i) => {
        stop();
        own = null;
        at = i;
        render();
    };
    const play = () => {
        if (timer !== null) stop();
        else {
            if (at === line.length - 1) at = 0;
            timer = setInterval(() => step(1), 1000 / speed);
        }
        render();
    };
    // Begin a line at the state, with the pieces as they are.
    const setMetric = (value) => {
        stop();
        remember();
        first = look();
        own = null;
        metric = value;
        settle([], state());
        render();
    };
    // A move by hand: the states that it goes through.
    const go = (states) => {
        stop();
        remember();
        own ??= {from: state(), moves: 0, began: Date.now()};
        if (states.length === 1 && line[at + 1] === states[0]) at++;
        else settle([...line.slice(0, at + 1), ...states.slice(0, -1)], states[states.length - 1]);
        own = {...own, moves: own.moves + states.length, ended: distance() === 0 ? Date.now() : null};
        render();
    };
    const undo = () => {
        stop();
        const last = undos.pop();
        if (last !== undefined) ({line, at, first, metric, own} = last);
        if (at === line.length - 1) settle(line.slice(0, at), state()); // a search may have found the way since
        render();
        if (last?.opens) lookAround(state()); // the board before may have other pieces
    };
    const hint = () => {
        const moves = best();
        hinted = moves.length === 0 ? null : moves.reduce((a, b) => a.to < b.to ? a : b);
        render(true);
    };

    // Know the space around the state: the one that is known, that of the page, or a search. A later search ends an
    // earlier one.
    const lookAround = (from) => {
        searching = null;
        const has = [space, huarong.space].find((one) => one !== null && one.has(from));
        if (has === undefined) {
            if (engine.searched) searchAround(from);
        } else if (has !== space) {
            space = has;
            settle(line.slice(0, at), state());
            render();
        }
    };
    const searchAround = async (from) => {
        searching = from;
        if (distance() === undefined) shown.status.textContent = say('searching', 0);
        const found = await huarong.searchSpace(engine, from, (count) => {
            if (searching !== from) return false;
            if (distance() === undefined) shown.status.textContent = say('searching', huarong.number(count));
            return true;
        });
        if (searching !== from) return;
        searching = null;
        if (found === null) {
            shown.status.textContent = distance() === undefined && atMost() === undefined
                ? say('too_large', huarong.number(huarong.SPACE_MAX))
                : statusText();
            return;
        }
        space = found;
        settle(line.slice(0, at), state());
        render();
    };

    const movePiece = (cell, dx, dy) => {
        const states = engine.wayTo(state(), metric, cell, dx, dy);
        if (states.length === 0) return;
        go(states);
    };

    Object.assign(shown, huarong.createControls({
        engine,
        play,
        step,
        undo,
        hint,
        openState,
        movePiece,
        first: () => place(0),
        place,
        ownText,
        movesText,
        setSpeed: (value) => {
            speed = value;
            if (timer !== null) {
                stop();
                play();
            }
        },
        setMetric,
        metric: () => metric,
        speed: () => speed,
        state,
        look,
        playing: () => timer !== null,
        hinted: () => hinted,
    }));

    // Of a state without a distance the number of moves that suffice, if a way is known.
    const atMost = () =>
        distance() === undefined && someWay(state()) !== undefined ? someWay(state()).length - 1 : undefined;
    const statusText = () => {
        const d = distance();
        if (atMost() !== undefined) return say('at_most', atMost());
        if (d === undefined) return searching !== null ? say('searching', '') : say('unknown_distance');
        if (d === null) return say(huarong.hasGoal() ? 'unsolvable' : 'no_goal');
        return d === 0 ? say('solved') : d === 1 ? say('one_move_left') : say('moves_left', d);
    };
    const render = (keepHint = false) => {
        if (!keepHint) hinted = null;
        const d = distance();
        const moves = engine.moves(state(), metric).length;
        const bound = atMost();
        const good = d > 0 || bound > 0 ? best().length : 0;
        shown.number.textContent = bound !== undefined ? `≤${bound}`
            : d === undefined ? '?'
            : d === null      ? (huarong.hasGoal() ? '∞' : '–')
                              : d;
        shown.status.textContent = statusText();
        const whole = space !== null && space.has(state()); // else one way is known, and there may be others
        shown.best.textContent = !(d > 0) ? ' '
            : !whole                      ? say('a_best')
            : good === 1                  ? say('one_best', moves)
                                          : say('best_moves', good, moves);
        shown.show({line, at, undos: undos.length, best: good});
        const address = `#${encodeURIComponent(engine.format(shownState()))}`;
        if (timer === null && location.hash !== address) huarong.setAddress(address);
        document.dispatchEvent(new CustomEvent('position', {detail: state()}));
    };
    for (const input of huarong.data.inputs.filter((one) => one.kind === 'solve')) {
        for (const found of huarong.waysOf(engine, input.data)) {
            if (!given.has(found.way[0])) given.set(found.way[0], found.written);
            learn(found.way, input.data.metric);
        }
    }
    for (const [inMetric, ways] of Object.entries(huarong.data.ways || {}))
        for (const texts of ways) learn(texts.map(engine.parse), inMetric);
    huarong.player = {
        get state() {
            return state();
        },
        get metric() {
            return metric;
        }
    };
    if (before === null) {
        first = engine.drawn(written ?? given.get(start) ?? start);
        settle([], start);
    } else ({metric, line, at, first, undos, speed, own} = before);
    render();
    if (before?.draft) shown.setUp(true, before.draft);
    if (distance() !== 0) lookAround(start);
    return {
        openState,
        element: shown.element,
        trouble: shown.trouble,
        get metric() {
            return metric;
        },
        get state() {
            return state();
        },
        get shownState() {
            return shownState();
        },
        get distance() {
            return distance();
        },
        get line() {
            return line;
        },
        get at() {
            return at;
        },
        get space() {
            return space;
        },
        get playing() {
            return timer !== null;
        },
        get settingUp() {
            return shown.draft() !== null;
        },
        end: () => {
            stop();
            shown.end();
        },
        keep: () => ({metric, line, at, first, undos, speed, own, draft: shown.draft()}),
        setMetric,
        best,
        play,
        step,
        hint,
        undo,
        movePiece
    };
};

// The moves of a solved position: the steps if the result lists them, else the words of its text. Letters alone are
// moves of one tile.
huarong.movesOf = (position, metric) => {
    const {moves} = position;
    if (Array.isArray(position.steps)) return position.steps;
    if (typeof moves !== 'string') return moves;
    if (moves === '') return [];
    return /^[UDLR]*$/.test(moves) && metric !== 'slide' ? [...moves] : moves.split('; ');
};

// Does the result list an optimal way from the position?
huarong.listsWay = ({moves, outcome, lower_bound: bound, length}) =>
    (Array.isArray(moves) || typeof moves === 'string') && outcome === 'solved' && bound >= length;

// The way of a position: {way: [state, …], written}; null if nobody can go it, or the page does not know its states.
// `written` is the first state with the letters that it was given with.
huarong.wayOf = (engine, position, metric) => {
    try {
        const {state, written} = engine.position(position.state);
        const way = [state];
        let here = written; // pieces are called in all moves as in the position
        for (const move of huarong.movesOf(position, metric)) {
            if (move.state === undefined) here = engine.after(here, move);
            if (here === undefined) return null;
            way.push(move.state !== undefined ? engine.parse(move.state) : engine.canonical(here));
        }
        return {way, written};
    } catch { return null; }
};

// The optimal ways of a solve result.
huarong.waysOf = (() => {
    const known = new WeakMap(); // results and their ways
    return (engine, data) => {
        if (!known.has(data))
            known.set(data,
                data.positions.filter(huarong.listsWay)
                    .map((one) => huarong.wayOf(engine, one, data.metric))
                    .filter((way) => way !== null));
        return known.get(data);
    };
})();
