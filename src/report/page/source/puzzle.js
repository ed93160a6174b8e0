// SPDX-License-Identifier: MIT
// What the page's data say of the puzzle: the metrics, the one asked for first, and the engine and the space.
huarong.metrics = () => {
    const all = huarong.data.puzzle.metrics;
    const asked =
        huarong.data.inputs.map((input) => input.data.metric).find((metric) => all.includes(metric)) || all[0];
    return [asked, ...all.filter((metric) => metric !== asked)];
};

huarong.canPlay = () => huarong.data.puzzle !== undefined && Boolean(huarong.rulesOfKind()?.plays(huarong.data));

// A drawing without a goal has an empty one.
huarong.hasGoal = () => huarong.data.puzzle.goal !== '';

// The drawing of a drawn puzzle in one line.
huarong.drawing = () => huarong.data.inputs.map((input) => input.data.drawing).find((text) => text !== undefined);

huarong.nameOfText = (text) => ((huarong.data.names || []).find((row) => row[1] === text) || [null])[0];

// The puzzle's spec, and the page's title: the name of the drawing or of the position where the first input begins, the
// name by which the command called the drawing, or the spec.
huarong.titleOf = () => {
    const {inputs, kind, puzzle} = huarong.data;
    const input = inputs[0].data;
    const spec = puzzle?.spec || inputs.map((one) => one.data.puzzle || one.data[0]?.puzzle).find((text) => text) ||
        inputs[0].name;
    const begun = input.source || (input.positions?.length === 1 ? input.positions[0].state : null);
    const words = kind?.drawn ? (input.command || []).map((word) => /^(\w+):([\w-]+)$/.exec(word)) : [];
    const named = words.find((found) => found?.[1] === kind.name)?.[2];
    return {spec, title: input.title || (begun && huarong.nameOfText(begun)) || named || spec};
};

// Make huarong.engine and huarong.space; null: the page cannot move the pieces, or has not the states.
huarong.readPuzzle = () => {
    const {data} = huarong;
    huarong.engine = huarong.canPlay()
        ? huarong.createEngine(huarong.rulesOfKind(), data.puzzle, data.space || data.rules, data.start)
        : null;
    huarong.space =
        huarong.engine !== null && data.space !== undefined ? huarong.unpackSpace(huarong.engine, data.space) : null;
    if (huarong.engine !== null && huarong.space === null) huarong.engine.readDrawing?.(huarong.drawing());
};
