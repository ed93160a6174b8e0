// SPDX-License-Identifier: MIT
// What was asked and what it took, for each input.
huarong.commandOf = (input) => {
    const {data} = input;
    const from = data.source && data.source !== 'solved' ? huarong.nameOfText(data.source) || `"${data.source}"` : null;
    const metric = data.metric && data.metric !== 'unit' ? ` --metric ${data.metric}` : '';
    if (input.kind === 'openings') return `huarong openings ${data.puzzle}${metric}`;
    if (input.kind === 'solve') return `huarong solve ${data.puzzle}${metric} ${data.positions.slice(0, 2).map((p) => `"${p.state}"`).join(' ')}${data.positions.length > 2 ? ' …' : ''}`;
    return `huarong enumerate ${data.puzzle}${from === null || huarong.data.puzzle?.kind === 'tile' ? '' : ` --from ${from}`}${metric}`;
};

huarong.factsOf = (engine, input) => {
    const {say, number} = huarong;
    const {data} = input;
    const rows = [];
    const add = (key, value) => { if (value !== undefined && value !== null && value !== '') rows.push([say(key), value]); };
    const code = (text) => huarong.element('code', {}, text);
    const seconds = typeof data.seconds === 'object' ? data.seconds?.total : data.seconds;
    const states = data.states ?? data.total?.openings;
    add('file', input.name);
    add('puzzle', `${data.puzzle}${data.metric ? ` · ${huarong.metricName(data.metric)}` : ''}`);
    add('goal', data.goal);
    if (data.source && data.source !== 'solved' && engine !== null) {
        let codes = '';
        try { codes = engine.code(engine.parse(data.source)); } catch { /* no such notation */ }
        add('source', [huarong.nameOfText(data.source), data.source, codes].filter((text) => text).join(' · '));
    } else if (input.kind !== 'solve') add('source', say('all_solved'));
    add('command', code(huarong.commandOf(input)));
    add('version', data.version);
    add('engine', data.engine);
    add('ranks', data.ranks);
    add('states', states === undefined ? undefined : number(states));
    if (input.kind === 'enumerate' || input.kind === 'table') add('radius', data.layers.length - 1);
    if (data.complete === false) add('stopped', say('stopped', data.stop));
    add('time', seconds === undefined ? undefined : huarong.time(seconds));
    if (seconds > 0 && states > 0) add('rate', huarong.short(states / seconds));
    add('memory', data.peak_memory === undefined ? undefined : huarong.bytes(data.peak_memory));
    if (data.file_bytes !== undefined) add('file', huarong.bytes(data.file_bytes));
    add('verify', code(input.kind === 'table' ? `huarong verify ${input.name}` : input.kind === 'solve' ? `${huarong.commandOf(input)} --json` : `${huarong.commandOf(input)} --out x.table && huarong verify x.table`));
    return rows;
};

huarong.factSection = (engine) => {
    const {element} = huarong;
    const inputs = huarong.data.inputs.filter((input) => input.kind !== 'log');
    if (inputs.length === 0) return null;
    return huarong.section('facts', ...inputs.map((input) => element('dl', {class: 'facts'},
        ...huarong.factsOf(engine, input).flatMap(([key, value]) => [element('dt', {}, key), element('dd', {}, value)]))));
};
