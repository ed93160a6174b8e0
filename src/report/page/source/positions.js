// SPDX-License-Identifier: MIT
// The positions of a solve result.
huarong.solvedSection = (engine) => {
    const inputs = huarong.data.inputs.filter((input) => input.kind === 'solve');
    if (inputs.length === 0) return null;
    const {say, number, element} = huarong;
    const known = (row) => {
        try {
            return engine !== null && engine.parse(row.state) !== null;
        } catch { return false; }
    };
    const link = (row) => known(row) ? huarong.textLink(row.state) : row.state;
    const passedOver = (data) =>
        engine === null ? 0 : data.positions.filter(huarong.listsWay).length - huarong.waysOf(engine, data).length;
    const column = (key, title, text = number) => ({
        title,
        numeric: true,
        value: (row) => row[key] ?? -1,
        text: (row) => row[key] === undefined || row[key] === null ? '–' : text(row[key])
    });
    return huarong.section('solved_positions', ...inputs.flatMap(({data}) => {
        const used = (key) => data.positions.some((row) => row[key] !== undefined);
        const rest = [
            ['nodes', say('nodes'), number], ['states', say('states'), number], ['seconds', say('time'), huarong.time],
            ['lower_bound', say('lower_bound'), number], ['solutions', say('solutions'), number]
        ];
        const without = passedOver(data);
        return [
            huarong.table(say('solved_positions'),
                [
                    {title: say('position'), text: link, value: (row) => row.state},
                    {title: say('outcome'), text: (row) => say(`outcome_${row.outcome}`), value: (row) => row.outcome},
                    column('length', say('depth')),
                    ...rest.filter(([key]) => used(key)).map(([key, title, text]) => column(key, title, text))
                ],
                data.positions),
            without === 0 ? null : element('p', {class: 'lead'}, say('passed_over', number(without)))
        ];
    }));
};
