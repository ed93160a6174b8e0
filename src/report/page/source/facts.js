// SPDX-License-Identifier: MIT
// What was asked and what it took, for each input.
huarong.quoted = (text) => /^[\w.,:/=+\p{L}-]+$/u.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;

// The command that was run: results hold its words. Null where there are none and the rest of the input does not tell
// either.
huarong.commandOf = (input) =>
    Array.isArray(input.data.command) ? input.data.command.map(huarong.quoted).join(' ') : huarong.commandLike(input);

// A command that gives this result, as far as the result tells; null where it does not name the puzzle or the
// selection.
huarong.commandLike = (input) => {
    const {data} = input;
    const rules = huarong.rulesOfKind();
    const {name, drawn} = huarong.data.kind ?? {};
    if (data.metric === undefined || (drawn && data.drawing === undefined)) return null;
    const puzzle = drawn ? huarong.quoted(`${name}:${data.drawing}`) : data.puzzle;
    const words = [];
    const size = /:(\d+)x(\d+)$/.exec(data.puzzle);
    const board = size === null ? null : {width: Number(size[1]), height: Number(size[2])};
    const goal = data.goal ?? huarong.data.puzzle?.goal;
    if (board !== null && goal) words.push(...rules?.goalOptions?.(goal, board) ?? []);
    if (data.metric !== 'unit') words.push('--metric', data.metric);
    if (input.kind === 'openings') {
        const pieces = /^(\d+) horizontals, (\d+) verticals, (\d+) singles$/.exec(data.pieces);
        if (pieces !== null) words.push('--pieces', pieces.slice(1).join(','));
        else if (data.pieces !== 'all piece sets') return null;
        return ['huarong openings', puzzle, ...words].join(' ');
    }
    if (input.kind === 'solve') {
        if (data.heuristic && data.heuristic !== 'none') words.push('--heuristic', huarong.quoted(data.heuristic));
        return data.positions.length > 2
            ? null
            : ['huarong solve', puzzle, ...data.positions.map((p) => huarong.quoted(p.state)), ...words].join(' ');
    }
    const begin = drawn ? /^start: ([^;]*)/.exec(data.drawing)?.[1].replaceAll('#', '|') : goal;
    if (data.source && data.source !== 'solved' && data.source !== begin)
        words.push('--from', huarong.quoted(huarong.nameOfText(data.source) || data.source));
    if (data.stop === 'max-depth') words.push('--max-depth', data.layers.length - 1);
    else if (data.complete === false) return null;
    return ['huarong enumerate', puzzle, ...words].join(' ');
};

// How to have a result checked; null if the result does not tell.
huarong.checkOf = (input) => {
    if (input.kind === 'table' && input.data.file_bytes !== undefined)
        return /\.json$/.test(input.name) ? null : `huarong verify ${huarong.quoted(input.name)}`;
    const words = input.data.command || [];
    const at = words.findIndex((word) => /^--table(=|$)/.test(word));
    if (at >= 0 && input.data.table !== false && input.data.complete !== false)
        return `huarong verify ${
            huarong.quoted(words[at] === '--table' ? words[at + 1] : words[at].replace('--table=', ''))}`;
    const command = huarong.commandLike(input);
    return command === null || input.kind === 'solve' || input.data.complete === false || input.kind === 'table'
        ? null
        : `${command} --table x.table && huarong verify x.table`;
};

huarong.factsOf = (engine, input) => {
    const {say, number} = huarong;
    const {data} = input;
    const rows = [];
    const add = (key, value) => {
        if (value !== undefined && value !== null && value !== '') rows.push([say(key), value]);
    };
    const code = (text) => huarong.element('code', {}, text);
    const seconds = typeof data.seconds === 'object' ? data.seconds?.total : data.seconds;
    const states = data.states ?? data.total?.openings;
    add('file', input.name);
    add('puzzle', `${data.puzzle}${data.metric ? ` · ${huarong.metricName(data.metric)}` : ''}`);
    add('goal', data.goal);
    if (data.source && data.source !== 'solved' && engine !== null) {
        let codes = '';
        try {
            codes = engine.code(engine.parse(data.source));
        } catch {
            // no such notation
        }
        add('source', [huarong.nameOfText(data.source), data.source, codes].filter((text) => text).join(' · '));
    } else if (data.source && data.source !== 'solved') add('source', data.source);
    else if (input.kind !== 'solve') add('source', say('all_solved'));
    const command = huarong.commandOf(input), check = huarong.checkOf(input);
    if (command !== null) add('command', code(command));
    add('version', data.version);
    add('engine', data.engine ?? data.algorithm);
    if (data.heuristic !== 'none') add('heuristic', data.heuristic);
    add('ranks', data.ranks);
    add('states', states === undefined ? undefined : number(states));
    if (input.kind === 'enumerate' || input.kind === 'table') add('radius', data.layers.length - 1);
    if (data.complete === false) add('stopped_early', huarong.stopReason(data.stop));
    add('time', seconds === undefined ? undefined : huarong.time(seconds));
    if (seconds > 0 && states > 0) add('rate', huarong.short(states / seconds));
    add('memory', data.peak_memory === undefined ? undefined : huarong.bytes(data.peak_memory));
    if (data.file_bytes !== undefined) add('file', huarong.bytes(data.file_bytes));
    if (check !== null) add('verify', code(check));
    return rows;
};

huarong.factSection = (engine) => {
    const {element} = huarong;
    const inputs = huarong.data.inputs.filter((input) => !['log', 'puzzle'].includes(input.kind));
    if (inputs.length === 0) return null;
    return huarong.section('facts',
        ...inputs.map(
            (input) => element('dl', {class: 'facts'}, ...huarong.factsOf(engine, input).flatMap(([key,
                value]) => [element('dt', {}, key), element('dd', {}, value)]))));
};
