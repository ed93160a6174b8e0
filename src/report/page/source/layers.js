// SPDX-License-Identifier: MIT
// The section of layers: for each input that has them a plot, the numbers, and the farthest states.
huarong.layersOf = (data) => {
    const rows = (data.layers || []).map((layer, depth) => typeof layer === 'number' ? {depth, states: layer} : {
        depth: layer.depth,
        states: layer.states,
        canonical: layer.canonical,
        solved: layer.solved,
        seconds: layer.seconds
    });
    return rows;
};

huarong.sourceText = (data) => {
    if (data.source === null || data.source === undefined || data.source === 'solved') return huarong.say('the_solved');
    const name = huarong.nameOfText(data.source);
    return name || data.source;
};

huarong.layerSection = (engine) => {
    const {element} = huarong;
    const inputs =
        huarong.data.inputs.filter((input) => Array.isArray(input.data.layers) && input.data.layers.length > 0);
    if (inputs.length === 0) return null;
    const keyOf = (metric, source, counts) => JSON.stringify([metric, source ?? 'solved', counts]);
    const seen = new Set(huarong.data.inputs.filter((input) => input.kind === 'openings')
                             .map(({data}) => keyOf(data.metric, null, data.total.histogram)));
    const parts = inputs
                      .filter((input) => { // a table and the result of the same run say the same
                          const key = keyOf(input.data.metric, input.data.source,
                              huarong.layersOf(input.data).map((row) => row.states));
                          return !seen.has(key) && seen.add(key);
                      })
                      .map((input) => huarong.layerPart(engine, input));
    return parts.length === 0
        ? null
        : huarong.section('layers', ...parts.map((part) => element('div', {class: 'part'}, ...part)));
};

huarong.layerPart = (engine, input) => {
    const {element, say, number} = huarong;
    const {data} = input;
    const rows = huarong.layersOf(data);
    const total = rows.reduce((sum, row) => sum + row.states, 0);
    const title = say(data.complete === false ? 'layers_so_far' : 'layers_of', `${huarong.metricName(data.metric)}`,
        number(total), rows.length - 1);
    const plot = huarong.scaledPlot({
        label: `${say('layers_from', huarong.sourceText(data))}`,
        xs: rows.map((row) => row.depth),
        x: say('depth'),
        y: say('states'),
        series: [
            {name: say('states'), values: rows.map((row) => row.states)},
            ...(rows.some((row) => row.solved > 0 && row.solved < row.states)
                    ? [{name: say('solved_states'), values: rows.map((row) => row.solved)}]
                    : [])
        ],
        read: (i) => say('depth_is', rows[i].depth, number(rows[i].states)) +
            (rows[i].solved > 0 ? ` · ${say('solved_states')} ${number(rows[i].solved)}` : ''),
    });
    const column = (key, title_, text) => ({
        title: title_,
        numeric: true,
        value: (row) => row[key] ?? '',
        text: text || ((row) => row[key] === undefined ? '' : number(row[key]))
    });
    const columns = [
        column('depth', say('depth')), column('states', say('states')), {
            title: say('share'),
            numeric: true,
            value: (row) => row.states / total,
            text: (row) => `${(row.states / total * 100).toPrecision(3)} %`
        }
    ];
    if (rows.some((row) => row.canonical !== undefined)) columns.push(column('canonical', say('canonical')));
    if (rows.some((row) => row.solved > 0)) columns.push(column('solved', say('solved_states')));
    if (rows.some((row) => row.seconds !== undefined))
        columns.push(
            column('seconds', say('time'), (row) => row.seconds === undefined ? '' : huarong.time(row.seconds)));
    return [
        element('h3', {}, title), plot, huarong.details('numbers', () => huarong.table(title, columns, rows)),
        ...huarong.farthest(engine, data, rows)
    ];
};

huarong.farthest = (engine, data, rows) => {
    const {element, say} = huarong;
    const listed = Array.isArray(data.hardest) ? data.hardest : data.hardest?.listed || [];
    if (engine === null || listed.length === 0) return [];
    const states = [];
    for (const one of listed) {
        try {
            states.push(engine.parse(typeof one === 'string' ? one : one.state));
        } catch {
            // a board that the page cannot draw
        }
    }
    const count = rows[rows.length - 1].states;
    const most = 8;
    const rest = count - Math.min(most, states.length);
    return [
        element('h4', {}, say('farthest_states', rows.length - 1)),
        element('div', {class: 'gallery'},
            ...states.slice(0, most).map(
                (state) => huarong.openable(engine, state, element('span', {}, engine.code(state))))),
        rest > 0 ? element('p', {class: 'below'}, say('and_more', huarong.number(rest))) : ''
    ];
};

huarong.metricName = (metric) => huarong.say(huarong.rulesOfKind()?.metricKey(metric) ?? metric);
