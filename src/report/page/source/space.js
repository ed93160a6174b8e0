// SPDX-License-Identifier: MIT
// The states of a space with their distances: unpacked from the page's data (src/report/page/pack.h says how it is
// packed), or searched here.
huarong.SPACE_MAX = 300000;

// A reader of bits in base64, the highest bit of each byte first.
huarong.createBits = (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    let at = 0;
    return (n) => {
        let value = 0;
        for (; n > 0; n--, at++) value = value * 2 + (bytes[at >> 3] >> (7 - (at & 7)) & 1);
        return value;
    };
};

// Read one state: the symbols of its first cells, put where pieces do not cover the cells yet.
huarong.unpackStates = (packed, engine) => {
    const {cells, covers} = engine;
    const next = huarong.createBits(packed.states);
    const states = [];
    let row = [];
    for (let n = 0; n < packed.count; n++) {
        let shared = next(packed.prefix_bits);
        const symbols = [];
        const state = Array(cells).fill('');
        for (let i = 0; i < cells; i++) {
            if (state[i] !== '') continue;
            const symbol = shared-- > 0 ? row[symbols.length] : packed.symbols[next(packed.symbol_bits)];
            symbols.push(symbol);
            state[i] = symbol;
            for (const [offset, c] of covers[symbol] || []) state[i + offset] = c;
        }
        row = symbols;
        states.push(state.join(''));
    }
    return states;
};

huarong.UNREACHED = 65535;

huarong.createSpace = (engine, states, metrics) => {
    const index = new Map();
    states.forEach((state, i) => index.set(state, i));
    const distances = {}; // metric: Uint16Array, made when it is asked for
    const greatest = {};
    const packed = {};
    for (const one of metrics) packed[one.metric] = one;

    const unpack = (one) => {
        const next = huarong.createBits(one.distances);
        const none = 2 ** one.bits - 1;
        return Uint16Array.from(states, () => {
            const d = next(one.bits);
            return d === none ? huarong.UNREACHED : d;
        });
    };
    // Breadth first from the solved states.
    const search = (metric) => {
        const found = new Uint16Array(states.length).fill(huarong.UNREACHED);
        const queue = [];
        states.forEach((state, i) => {
            if (engine.solved(state)) {
                found[i] = 0;
                queue.push(i);
            }
        });
        for (let done = 0; done < queue.length; done++) {
            for (const {to} of engine.moves(states[queue[done]], metric)) {
                const i = index.get(to);
                if (i !== undefined && found[i] === huarong.UNREACHED) {
                    found[i] = found[queue[done]] + 1;
                    queue.push(i);
                }
            }
        }
        return found;
    };
    const distancesOf = (metric) => {
        if (distances[metric] === undefined)
            distances[metric] = packed[metric] !== undefined ? unpack(packed[metric]) : search(metric);
        return distances[metric];
    };
    // The distance of a state; null: no solved state can be reached; undefined: the state is not in the space.
    const distance = (state, metric) => {
        const i = index.get(state);
        if (i === undefined) return undefined;
        const d = distancesOf(metric)[i];
        return d === huarong.UNREACHED ? null : d;
    };
    const greatestOf = (metric) => {
        if (greatest[metric] === undefined)
            greatest[metric] = distancesOf(metric).reduce((a, d) => d === huarong.UNREACHED ? a : Math.max(a, d), 0);
        return greatest[metric];
    };
    const best = (state, metric) => {
        const d = distance(state, metric);
        return d > 0 ? engine.moves(state, metric).filter(({to}) => distance(to, metric) === d - 1) : [];
    };
    // An optimal way from a state: [state, …, solved].
    const path = (state, metric) => {
        const way = [state];
        for (let next = best(state, metric); next.length > 0; next = best(way[way.length - 1], metric)) {
            way.push(next.reduce((a, b) => a.to < b.to ? a : b).to);
        }
        return way;
    };
    // The numbers of the neighbours of each state, in one array: those of state i are between starts[i] and starts[i +
    // 1].
    let neighbours = null;
    const links = () => {
        if (neighbours === null) {
            const ends = [];
            const starts = new Uint32Array(states.length + 1);
            states.forEach((state, i) => {
                for (const {to} of engine.moves(state, 'unit'))
                    if (index.has(to)) ends.push(index.get(to));
                starts[i + 1] = ends.length;
            });
            neighbours = {starts, ends: Uint32Array.from(ends)};
        }
        return neighbours;
    };
    return {
        states,
        has: (state) => index.has(state),
        number: (state) => index.get(state),
        distance,
        distancesOf,
        greatestOf,
        best,
        path,
        links
    };
};

huarong.unpackSpace = (engine, packed) => {
    const states = huarong.unpackStates(packed, engine);
    const space = huarong.createSpace(engine, states, packed.metrics);
    engine.learn?.(states, space.has);
    return space;
};

// Search the space around a state, a little at a time. tell(count) is called now and then, and ends the search by
// false. Gives the space, or null if it is too large or the search was ended.
huarong.searchSpace = async (engine, start, tell) => {
    const states = [start];
    const seen = new Set(states);
    let pause = performance.now() + 30;
    for (let done = 0; done < states.length; done++) {
        for (const {to} of engine.moves(states[done], 'unit')) {
            if (!seen.has(to)) {
                seen.add(to);
                states.push(to);
            }
        }
        if (states.length > huarong.SPACE_MAX) return null;
        if (performance.now() > pause) {
            if (tell(states.length) === false) return null;
            await new Promise((resolve) => {
                setTimeout(resolve);
            });
            pause = performance.now() + 30;
        }
    }
    return huarong.createSpace(engine, states, []);
};
