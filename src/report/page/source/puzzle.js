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
