// SPDX-License-Identifier: MIT
// The log of a run: what was done when, how fast, with how much memory and traffic, and the checkpoints.
//
// A log can hold several runs, each from a `start` on, whose seconds begin at 0: they are put behind each other. A
// layer that a resumed run makes again counts once, the last time.
huarong.readLog = (events) => {
    const runs = [];
    let before = 0, last = 0;
    const lines = [];
    for (const event of events) {
        if (event.event === 'start') {
            runs.push({start: event, events: []});
            before += last;
            last = 0;
        }
        last = Math.max(last, event.seconds || 0);
        const line = {...event, at: before + (event.seconds || 0), run: runs.length};
        lines.push(line);
    }
    const latest = new Map();
    for (const line of lines)
        if (['layer', 'family'].includes(line.event))
            latest.set(`${line.event} ${line.event === 'layer' ? line.depth : line.done}`, line);
    const kinds = (name) => lines.filter((line) => line.event === name);
    return {
        lines,
        runs,
        steps: [...latest.values()].sort((a, b) => a.at - b.at),
        checkpoints: kinds('checkpoint'),
        searches: lines.filter((line) => ['iteration', 'position', 'positions'].includes(line.event)),
        end: lines.length > 0 && lines[lines.length - 1].event === 'end' ? lines[lines.length - 1] : null,
        troubles: lines.filter((line) => ['failed', 'refused'].includes(line.event))
    };
};

huarong.runSection = () => {
    const logs = huarong.data.inputs.filter((input) => input.kind === 'log');
    return logs.length === 0
        ? null
        : huarong.section(
              'run', ...logs.map((input) => huarong.element('div', {class: 'part'}, ...huarong.runPart(input))));
};

// A plot of a long log leaves points out, which would lie upon each other anyway.
huarong.POINTS_MAX = 2000;

// A line plot of `lines` against time; null if there is nothing to draw.
huarong.timePlot = (title, lines, value, {log = true, format = huarong.short, y = ''} = {}) => {
    const good = lines.filter((line) => Number.isFinite(value(line)) && (!log || value(line) > 0));
    const each = Math.ceil(good.length / huarong.POINTS_MAX);
    const used = good.filter((_, i) => i % each === 0 || i === good.length - 1);
    if (used.length === 0) return null;
    const {element, say} = huarong;
    const what = (line) => line.event === 'layer' ? say('layer_n', line.depth)
        : line.event === 'family'                 ? say('family_n', line.done, line.families)
        : line.event === 'checkpoint'             ? say('checkpoint')
                                                  : say('done_n', line.done ?? 0, line.positions ?? 0);
    return element('div', {class: 'plot-box'}, element('h4', {}, title), huarong.plot({
        label: title,
        caption: '',
        xs: used.map((line) => line.at),
        x: say('seconds'),
        y,
        log,
        height: 220,
        narrow: true,
        yFormat: format,
        xFormat: (v) => String(Number(v.toPrecision(4))),
        series: [{name: title, values: used.map(value), line: true}],
        read: (i) => `${huarong.time(used[i].at)} · ${what(used[i])} · ${format(value(used[i]))}`
    }));
};

huarong.runPart = (input) => {
    const {element, say} = huarong;
    if (input.data.length === 0) return [element('h3', {}, input.name), element('p', {}, say('no_events'))];
    const log = huarong.readLog(input.data);
    const start = log.runs[log.runs.length - 1]?.start;
    const state = log.end === null ? say('running')
        : log.end.stop === 'none'  ? say('ended')
                                   : say('stopped', huarong.stopReason(log.end.stop));
    const solve = start?.engine === 'idastar' || (log.steps.length === 0 && log.searches.length > 0);
    const plots = solve ?
        [
            huarong.timePlot(say('positions_done'), log.lines, (line) => line.done, {log: false}),
            huarong.timePlot(say('nodes'), log.searches, (line) => line.nodes),
            huarong.timePlot(say('nodes_rate'), log.searches, (line) => line.nodes_per_second),
        ] :
        [
            huarong.timePlot(say('states_each'), log.steps, (line) => line.states),
            huarong.timePlot(say('states_total'), log.steps, (line) => line.total),
            huarong.timePlot(say('rate'), log.steps, (line) => line.states_per_second),
            huarong.timePlot(say('memory_now'), log.steps, (line) => line.memory, {log: false, format: huarong.bytes}),
            huarong.timePlot(say('traffic'), log.steps, (line) => line.bytes_sent, {format: huarong.bytes}),
            log.steps.some((line) => line.balance > 1) ?
                huarong.timePlot(say('balance'), log.steps, (line) => line.balance, {log: false}) :
                null,
            huarong.timePlot(
                say('checkpoints'), log.checkpoints, (line) => line.bytes, {log: false, format: huarong.bytes}),
        ];
    const drawn = plots.filter((plot) => plot !== null);
    return [
        element('h3', {},
            `${start?.puzzle ?? input.name} · ${start?.engine ?? ''} · ${
                start?.ranks === 1 ? say('on_one_rank') : say('on_ranks', start?.ranks ?? '?')}`),
        element('dl', {class: 'facts'}, ...huarong.runFacts(input, log, state).flatMap(([key,
            value]) => [element('dt', {}, key), element('dd', {}, value)])),
        drawn.length === 0 ? element('p', {}, say('nothing_yet')) : element('div', {class: 'plots'}, ...drawn),
        huarong.details('numbers', () => huarong.runTable(log))
    ];
};

huarong.runFacts = (input, log, state) => {
    const {say} = huarong;
    const rows = [[say('file'), input.name], [say('state'), state]];
    const start = log.runs[0]?.start;
    if (start?.time) rows.push([say('began'), start.time]);
    if (log.lines.length > 0)
        rows.push([say('time'), huarong.time(log.lines.reduce((a, line) => Math.max(a, line.at), 0))]);
    if (log.runs.length > 1) rows.push([say('resumed_times'), String(log.runs.length - 1)]);
    if (start?.node_limit)
        rows.push([
            say('memory_limit'),
            `${huarong.bytes(start.node_limit)} (${
                start.node_limit_source === 'available memory' ? say('available_memory') : start.node_limit_source})`
        ]);
    if (log.end?.memory) rows.push([say('memory'), huarong.bytes(log.end.memory)]);
    if (log.checkpoints.length > 0)
        rows.push([
            say('checkpoints'),
            `${log.checkpoints.length} · ${
                huarong.bytes(log.checkpoints.reduce((a, line) => a + (line.bytes || 0), 0))}`
        ]);
    for (const trouble of log.troubles) rows.push([say('trouble'), trouble.reason || trouble.event]);
    return rows;
};

huarong.runTable = (log) => {
    const {say, number} = huarong;
    const used = (key) => log.lines.some((line) => line[key] !== undefined);
    const column = (key, title, text) => ({
        title,
        numeric: true,
        value: (line) => line[key] ?? '',
        text: (line) => line[key] === undefined ? '' : text(line[key])
    });
    const columns = [
        {title: say('seconds'), numeric: true, value: (line) => line.at, text: (line) => line.at.toPrecision(4)},
        {title: say('event'), text: (line) => line.event},
        ...[['depth', say('depth'), number], ['done', say('done'), number], ['states', say('states'), number],
            ['nodes', say('nodes'), number], ['states_per_second', say('rate'), huarong.short],
            ['nodes_per_second', say('nodes_rate'), huarong.short], ['memory', say('memory'), huarong.bytes],
            ['bytes_sent', say('traffic'), huarong.bytes], ['bytes', say('bytes_written'), huarong.bytes]]
            .filter(([key]) => used(key))
            .map(([key, title, text]) => column(key, title, text))
    ];
    return huarong.table(say('run'), columns, log.lines);
};
