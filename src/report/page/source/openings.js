// SPDX-License-Identifier: MIT
// All openings of a board: how many at each distance, by piece set, the hardest of each set, and a search by name, code
// and letters.
huarong.openingSection = (engine) => {
    const {data} = huarong;
    const input = data.inputs.find((one) => one.kind === 'openings');
    const named = (data.names || []).some((row) => row[2] !== null);
    if (engine === null || (input === undefined && !named)) return null;
    const farthest = ({total}) =>
        huarong.farthest(engine, total, total.histogram.map((states, depth) => ({depth, states})));
    const parts = input === undefined ? [] : [
        huarong.openingTotals(input.data), huarong.openingPlot(input.data), farthest(input.data),
        huarong.openingSets(engine, input.data)
    ];
    return huarong.section('openings', ...parts.flat(), ...huarong.openingSearch(engine, input?.data));
};

huarong.openingTotals = ({total}) => {
    const {element, say, number} = huarong;
    const facts = [
        ['openings_all', total.openings], ['solvable_count', total.solvable], ['unsolvable_count', total.unsolvable],
        ['already_solved', total.solved], ['components', total.components],
        ['components_solvable', total.components_solvable], ['largest_component', total.largest_component],
        ['hardest_distance', total.max_distance], ['mean_distance', total.mean_distance]
    ];
    return element('dl', {class: 'figures'},
        ...facts.filter(([, value]) => value !== null && value !== undefined).map(([key,
            value]) => element('div', {}, element('dt', {}, say(key)), element('dd', {}, number(value)))));
};

huarong.setName = (set) => set.horizontals === undefined
    ? huarong.say('all_sets')
    : huarong.say('set_name', set.horizontals, set.verticals, set.singles);

huarong.openingPlot = (data) => {
    const {element, say, number} = huarong;
    const place = element('div');
    const sets = [data.total, ...data.sets.filter((set) => set.histogram.length > 0)];
    const choice = element('select', {onchange: () => show(sets[choice.value])},
        ...sets.map((set, i) => element('option', {value: i}, `${huarong.setName(set)} · ${number(set.openings)}`)));
    const show = (set) => {
        const rows = set.histogram.map((states, depth) => ({depth, states, mirror: set.mirror?.histogram?.[depth]}));
        const columns = [
            {title: say('depth'), numeric: true, value: (row) => row.depth, text: (row) => number(row.depth)},
            {title: say('openings'), numeric: true, value: (row) => row.states, text: (row) => number(row.states)}
        ];
        if (set.mirror)
            columns.push({
                title: say('up_to_mirror'),
                numeric: true,
                value: (row) => row.mirror,
                text: (row) => number(row.mirror)
            });
        place.replaceChildren(huarong.scaledPlot({
            label: say('openings_by_distance', huarong.setName(set)),
            xs: rows.map((row) => row.depth),
            x: say('depth'),
            y: say('openings'),
            log: true,
            series: [{name: say('openings'), values: set.histogram}],
            read: (i) => say('depth_is', rows[i].depth, number(rows[i].states))
        }),
            huarong.details('numbers', () => huarong.table(huarong.setName(set), columns, rows)));
    };
    show(data.total);
    return [
        element('h3', {}, say('by_distance')),
        element('p', {class: 'row fields'}, element('label', {}, say('piece_set'), choice)), place
    ];
};

huarong.openingSets = (engine, data) => {
    const {element, say, number} = huarong;
    const column = (title, value, text) => ({
        title,
        numeric: true,
        value: (row) => value(row) ?? -1,
        text: text || ((row) => value(row) === null || value(row) === undefined ? '–' : number(value(row)))
    });
    const hardest = (row) => row.hardest?.listed?.[0]?.state;
    const board = {
        title: say('board_title'),
        value: (row) => hardest(row) || '',
        text: (row) => hardest(row) ? huarong.later(() => huarong.openable(engine, engine.parse(hardest(row)))) : '–'
    };
    const columns = [
        board, column(say('horizontals'), (row) => row.horizontals), column(say('verticals'), (row) => row.verticals),
        column(say('singles'), (row) => row.singles), column(say('openings'), (row) => row.openings),
        column(say('solvable_count'), (row) => row.solvable), column(say('unsolvable_count'), (row) => row.unsolvable),
        column(say('components'), (row) => row.components), column(say('hardest_distance'), (row) => row.max_distance),
        column(say('mean_distance'), (row) => row.mean_distance,
            (row) => row.mean_distance === null ? '–' : row.mean_distance.toFixed(2))
    ];
    const table = huarong.table(say('by_pieces'), columns, data.sets);
    table.classList.add('sets');
    const lost = data.sets.filter((set) => set.solvable === 0);
    const none = lost.length === 0 ? say('every_set_solvable')
                                   : say('sets_unsolvable', lost.length, lost.map(huarong.setName).join('; '));
    return [element('h3', {}, say('by_pieces')), table, element('p', {class: 'keys'}, none)];
};

huarong.openingCodes = (engine, state) => ({
    code: engine.code(state),
    aliases: [...huarong.aliasesOf(state), engine.shortCode(state)],
    mirror: engine.canMirror ? engine.mirror(state) : state
});

// Any other opening that a reader asks for: [] if the text is none.
huarong.openingAsked = (engine, text) => {
    try {
        const state = engine.parse(text);
        return [{state, names: [], distance: null, ...huarong.openingCodes(engine, state)}];
    } catch { return []; }
};

// Openings with names and the listed hardest ones. The first table has told the distances of those with names; beside a
// result in another metric they are not shown.
huarong.openingRows = (engine, data) => {
    const rows = new Map();
    const table = huarong.data.inputs.find(({kind, data: one}) => kind === 'table' && one.encoding === undefined);
    const told = data === undefined || data.metric === table?.data.metric;
    for (const [name, text, far] of huarong.data.names || []) {
        const distance = told ? far : null;
        const state = engine.parse(text);
        const row = rows.get(state) || {state, names: [], distance, sets: []};
        row.names.push(name);
        rows.set(state, row);
    }
    for (const [, text, far] of huarong.data.aliases || []) {
        const state = engine.parse(text);
        if (!rows.has(state)) rows.set(state, {state, names: [], distance: told ? far : null, sets: []});
    }
    for (const set of data === undefined ? [] : [data.total, ...data.sets]) {
        for (const one of set.hardest?.listed || []) {
            const state = engine.parse(one.state);
            const row = rows.get(state) || {state, names: [], distance: null, sets: []};
            row.distance = set.hardest.distance;
            row.sets.push(huarong.setName(set));
            rows.set(state, row);
        }
    }
    for (const row of rows.values()) {
        Object.assign(row, huarong.openingCodes(engine, row.state));
        const other = rows.get(row.mirror);
        if (other !== undefined && other.distance !== null && row.distance === null) row.distance = other.distance;
    }
    const named = (row) => Number(row.names.length > 0 || row.aliases.length > 1);
    return [...rows.values()].sort((a, b) => named(b) - named(a) || (b.distance ?? -1) - (a.distance ?? -1));
};

huarong.openingSearch = (engine, data) => {
    const {element, say, number} = huarong;
    const rows = huarong.openingRows(engine, data);
    const list = element('div', {class: 'gallery openings-list'});
    const count = element('p', {class: 'keys', 'aria-live': 'polite'});
    let shown = 24;
    const more = element('button', {
        type: 'button',
        class: 'quiet',
        onclick: () => {
            shown += 96;
            fill();
        }
    });
    const card = (row) => {
        const other = huarong.namesOf(row.mirror)[0];
        const mirror = row.mirror === row.state
            ? element('span', {}, say('own_mirror'))
            : huarong.positionLink(engine.format(row.mirror), {}, other ? say('mirror_named', other) : say('mirror'));
        const names = huarong.nameElements(row.state);
        const distance = row.distance === null
            ? null
            : element('span', {}, row.distance === 1 ? say('in_one_move') : say('in_moves', row.distance));
        return element('div', {class: 'card'}, huarong.openable(engine, row.state, ...names, distance),
            element('code', {}, row.code || row.state), engine.canMirror ? mirror : null);
    };
    const search = element('input', {
        type: 'search',
        id: 'opening-search',
        placeholder: say('search_help'),
        oninput: () => {
            shown = 24;
            fill();
        }
    });
    const fill = () => {
        const words = search.value.trim().toLowerCase();
        const listed = rows.filter(
            (row) => [...row.names, ...row.aliases, row.code, row.code.replace(/0+$/, ''), row.state, ...row.sets].some(
                (text) => text.toLowerCase().includes(words)));
        const asked =
            listed.length === 0 || engine.isCode(search.value.trim()) ? huarong.openingAsked(engine, search.value) : [];
        const found = [...listed, ...asked.filter((row) => listed.every(({state}) => state !== row.state))];
        list.replaceChildren(...found.slice(0, shown).map(card));
        count.textContent = say('found', number(listed.length), number(rows.length));
        more.hidden = found.length <= shown;
        more.textContent = say('and_more', number(found.length - shown));
    };
    fill();
    return [
        element('h3', {}, say('find_opening')),
        element('p', {class: 'position'},
            element('label',
                {for: 'opening-search'
                },
                say('search')),
            search),
        count, list, element('p', {class: 'below'}, more)
    ];
};
