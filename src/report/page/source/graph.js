// SPDX-License-Identifier: MIT
// The map of the space: every state a dot, every move of one cell a line, coloured by the distance from the goal. Drawn
// into the pixels of a canvas, turned by dragging.
huarong.GRAPH_MAX = 100000;
huarong.COLOURS =
    [[214, 69, 48], [230, 138, 46], [196, 173, 60], [82, 158, 110], [47, 128, 161], [66, 84, 168], [112, 64, 150]];

huarong.colourOf = (part) => {
    const at = Math.min(0.9999, Math.max(0, part)) * (huarong.COLOURS.length - 1);
    const i = Math.floor(at), f = at - i;
    return huarong.COLOURS[i].map((c, k) => Math.round(c + (huarong.COLOURS[i + 1][k] - c) * f));
};

huarong.graphSection = (engine) => {
    if (engine === null) return null;
    const space = huarong.space;
    if (space === null || space.states.length > huarong.GRAPH_MAX) return huarong.quotientSection(space);
    const {element, say, number} = huarong;
    const canvas = element('canvas',
        {class: 'map', tabindex: 0, role: 'img', 'aria-label': say('map_label', number(space.states.length))});
    const goal = huarong.hasGoal();
    const farEnd = element('span', {class: 'far-end'}, '');
    const ramp = element('span', {
        class: 'ramp',
        style: `background: linear-gradient(90deg, ${huarong.COLOURS.map((c) => `rgb(${c})`).join(', ')})`
    });
    const legend = element('p', {class: 'map-legend'},
        ...goal ? [element('span', {}, say('goal')), ramp, farEnd] : [element('span', {}, say('no_goal'))],
        element('span', {class: 'mark start'}, say('start_codes')),
        element('span', {class: 'mark here'}, say('this_position')),
        goal ? element('span', {class: 'mark most'}, say('farthest')) : null);
    const view = huarong.createGraph(engine, space, canvas, farEnd);
    const tools = element('p', {class: 'row'},
        element('button', {type: 'button', 'aria-label': say('zoom_in'), onclick: () => view.zoom(1.4)}, '+'),
        element('button', {type: 'button', 'aria-label': say('zoom_out'), onclick: () => view.zoom(1 / 1.4)}, '−'),
        huarong.button('reset_view', view.reset), huarong.button('find_here', view.find));
    const section =
        huarong.section('graph', element('p', {class: 'lead'}, say('map_lead', number(space.states.length))),
            element('div', {class: 'map-frame'}, canvas), legend, tools,
            goal ? huarong.details('numbers', () => huarong.distanceTable(engine, space)) : null);
    new IntersectionObserver((entries, observer) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        setTimeout(view.begin, 60);
    }, {rootMargin: '300px'}).observe(canvas);
    huarong.graph = view;
    return section;
};

// How many states there are at each distance from the goal, beside the map.
huarong.distanceTable = (engine, space) => {
    const {say, number} = huarong;
    const {metric} = huarong.player;
    const found = new Map();
    space.distancesOf(metric).forEach((d, i) => {
        if (!found.has(d))
            found.set(d, {depth: d === huarong.UNREACHED ? Infinity : d, states: 0, first: space.states[i]});
        found.get(d).states++;
    });
    const rows = [...found.values()].sort((a, b) => a.depth - b.depth);
    return huarong.table(say('map_lead', number(space.states.length)),
        [
            {
                title: `${say('to_goal')} · ${huarong.metricName(metric)}`,
                numeric: true,
                value: (row) => row.depth,
                text: (row) => row.depth === Infinity ? '∞' : number(row.depth)
            },
            {title: say('states'), numeric: true, value: (row) => row.states, text: (row) => number(row.states)},
            {
                title: say('one_of_them'),
                text: (row) => huarong.stateLink(engine, row.first),
                value: (row) => engine.format(row.first)
            },
        ],
        rows);
};

huarong.createGraph = (engine, space, canvas, farEnd) => {
    const context = canvas.getContext('2d');
    const n = space.states.length;
    let places = null, links = null, colours = null, marks = [], goals = [];
    const FRONT = {a: 0.5, b: -0.35};
    let turn = {...FRONT}, scale = 1, shift = {x: 0, y: 0};
    let pixels = null, image = null, width = 0, height = 0, ratio = 1, waiting = false, frames = 0;
    const sx = new Float32Array(n), sy = new Float32Array(n), sz = new Float32Array(n);

    let fit = {k: 1, x: 0, y: 0}; // what brings the whole map into the canvas
    const fitAll = () => {
        fit = {k: 1, x: 0, y: 0};
        project();
        const extent = (values) =>
            values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
        const [x0, x1] = extent(sx), [y0, y1] = extent(sy);
        const k = Math.min((width - 60 * ratio) / (x1 - x0 || 1), (height - 60 * ratio) / (y1 - y0 || 1));
        fit = {k, x: (width - x0 - x1) / 2, y: (height - y0 - y1) / 2};
    };
    const begin = () => {
        if (places !== null) return;
        links = space.links();
        const start = space.number(huarong.firstState(engine)) ?? 0;
        places = huarong.layout(links, start);
        colour();
        resize();
        canvas.dataset.nodes = n;
    };
    const colour = () => {
        const metric = huarong.player.metric;
        const distances = space.distancesOf(metric);
        const most = Math.max(1, space.greatestOf(metric));
        farEnd.textContent = `${most}`;
        colours = Uint32Array.from(distances, (d) => {
            const [r, g, b] = d === huarong.UNREACHED ? [130, 130, 130] : huarong.colourOf(d / most);
            return (255 << 24 | b << 16 | g << 8 | r) >>> 0;
        });
        marks = [];
        goals = [];
        distances.forEach((d, i) => {
            if (d === most) marks.push(i);
            if (d === 0) goals.push(i);
        });
    };
    const resize = () => {
        ratio = Math.min(2, devicePixelRatio || 1);
        width = canvas.width = Math.round(canvas.clientWidth * ratio);
        height = canvas.height = Math.round(canvas.clientHeight * ratio);
        if (width === 0 || places === null) return;
        image = context.createImageData(width, height);
        pixels = new Uint32Array(image.data.buffer);
        if (turn.a === FRONT.a && turn.b === FRONT.b && scale === 1) fitAll();
        draw();
    };
    const project = () => {
        const [xs, ys, zs] = places;
        const ca = Math.cos(turn.a), sa = Math.sin(turn.a), cb = Math.cos(turn.b), sb = Math.sin(turn.b);
        const k = Math.min(width, height) * 0.47 * scale * fit.k;
        for (let i = 0; i < n; i++) {
            const x = xs[i] * ca + zs[i] * sa, z = zs[i] * ca - xs[i] * sa;
            const y = ys[i] * cb - z * sb;
            sz[i] = z * cb + ys[i] * sb;
            sx[i] = width / 2 + (x + shift.x) * k + fit.x * fit.k * scale;
            sy[i] = height / 2 + (y + shift.y) * k + fit.y * fit.k * scale;
        }
    };
    // Mix half of a colour into a pixel.
    const mix = (at, c) => {
        pixels[at] = (((pixels[at] & 0xfefefe) >>> 1) + ((c & 0xfefefe) >>> 1) | 0xff000000) >>> 0;
    };
    const drawLine = (i, j) => {
        const dx = sx[j] - sx[i], dy = sy[j] - sy[i];
        const steps = Math.max(Math.abs(dx), Math.abs(dy)) | 0;
        if (steps < 2 || steps > 2000) return;
        const c = colours[i];
        for (let s = 1; s < steps; s++) {
            const x = sx[i] + dx * s / steps | 0, y = sy[i] + dy * s / steps | 0;
            if (x >= 0 && x < width && y >= 0 && y < height) mix(y * width + x, c);
        }
    };
    const drawDot = (i, size) => {
        const x0 = sx[i] - size / 2 | 0, y0 = sy[i] - size / 2 | 0;
        if (x0 < 0 || y0 < 0 || x0 + size >= width || y0 + size >= height) return;
        for (let y = y0; y < y0 + size; y++) pixels.fill(colours[i], y * width + x0, y * width + x0 + size);
    };
    const ring = (i, radius, style, thick) => {
        context.beginPath();
        context.arc(sx[i], sy[i], radius * ratio, 0, 7);
        context.lineWidth = thick * ratio;
        context.strokeStyle = style;
        context.stroke();
    };
    const paint = () => {
        waiting = false;
        if (pixels === null) return;
        frames++;
        project();
        const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
        pixels.fill(dark ? 0xff1a1513 : 0xfff9fdff);
        for (let i = 0; i < n; i++) {
            for (let k = links.starts[i]; k < links.starts[i + 1]; k++)
                if (links.ends[k] > i) drawLine(i, links.ends[k]);
        }
        const size = Math.max(1, Math.round((n > 20000 ? 1.5 : n > 3000 ? 2.5 : 5) * ratio * Math.sqrt(scale)));
        for (let i = 0; i < n; i++) drawDot(i, size);
        for (const i of goals) drawDot(i, size + 1);
        context.putImageData(image, 0, 0);
        const ink = dark ? '#fff' : '#26221c';
        marks.slice(0, 60).forEach((i) => ring(i, 6, '#8a4fb5', 2));
        const start = huarong.data.start ? space.number(engine.parse(huarong.data.start)) : undefined;
        if (start !== undefined) ring(start, 8, '#2f9e6b', 3);
        const here = space.number(huarong.player.state);
        if (here !== undefined) {
            ring(here, 9, ink, 3);
            ring(here, 4, ink, 2);
        }
    };
    const draw = () => {
        if (!waiting) requestAnimationFrame(paint);
        waiting = true;
    };
    const nearest = (event) => {
        const box = canvas.getBoundingClientRect();
        const x = (event.clientX - box.left) * ratio, y = (event.clientY - box.top) * ratio;
        let found = -1, least = (14 * ratio) ** 2;
        for (let i = 0; i < n; i++) {
            const d = (sx[i] - x) ** 2 + (sy[i] - y) ** 2 - sz[i];
            if (d < least) {
                least = d;
                found = i;
            }
        }
        return found;
    };
    const showTip = (i, event) => {
        if (i < 0) {
            huarong.tip(null);
            return;
        }
        const d = space.distance(space.states[i], huarong.player.metric);
        const text = d === null ? huarong.say(huarong.hasGoal() ? 'unsolvable' : 'no_goal')
            : d === 1           ? huarong.say('one_move_left')
            : d === 0           ? huarong.say('solved')
                                : huarong.say('moves_left', d);
        huarong.tip(
            huarong.element('div', {}, huarong.thumbnail(engine, space.states[i]), text), event.clientX, event.clientY);
    };
    const pointers = new Map();
    let dragged = 0;
    canvas.addEventListener('pointerdown', (event) => {
        canvas.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, event);
        dragged = 0;
        huarong.tip(null);
    });
    const spacing = () => {
        const [a, b] = [...pointers.values()];
        return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    };
    canvas.addEventListener('pointermove', (event) => {
        const old = pointers.get(event.pointerId);
        if (old === undefined) {
            if (places !== null) showTip(nearest(event), event);
            return;
        }
        const dx = event.clientX - old.clientX, dy = event.clientY - old.clientY;
        const before = pointers.size === 2 ? spacing() : 0;
        pointers.set(event.pointerId, event);
        dragged += Math.abs(dx) + Math.abs(dy);
        if (pointers.size === 2) scale *= spacing() / before;
        else if (event.shiftKey) {
            const k = 2.1 / (Math.min(width, height) * scale * fit.k) * ratio;
            shift = {x: shift.x + dx * k, y: shift.y + dy * k};
        } else turn = {a: turn.a + dx * 0.008, b: Math.max(-1.6, Math.min(1.6, turn.b + dy * 0.008))};
        draw();
    });
    canvas.addEventListener('pointerup', (event) => {
        pointers.delete(event.pointerId);
        const i = dragged < 5 && places !== null ? nearest(event) : -1;
        if (i >= 0) huarong.player.openState(space.states[i]);
    });
    canvas.addEventListener('pointercancel', (event) => pointers.delete(event.pointerId));
    canvas.addEventListener('pointerleave', () => huarong.tip(null));
    canvas.addEventListener('wheel', (event) => {
        if (document.activeElement === canvas || event.ctrlKey) {
            event.preventDefault();
            zoom(Math.exp(-event.deltaY * 0.002));
        }
    }, {passive: false});
    const zoom = (factor) => {
        scale = Math.max(0.3, Math.min(60, scale * factor));
        draw();
    };
    const reset = () => {
        turn = {...FRONT};
        scale = 1;
        shift = {x: 0, y: 0};
        fitAll();
        draw();
    };
    // Bring the player's position to the middle.
    const find = () => {
        const here = space.number(huarong.player.state);
        if (here === undefined || places === null) return;
        shift = {x: 0, y: 0};
        scale = Math.max(scale, 4);
        project();
        const k = Math.min(width, height) * 0.47 * scale * fit.k;
        shift = {x: (width / 2 - sx[here]) / k, y: (height / 2 - sy[here]) / k};
        draw();
    };
    canvas.addEventListener('keydown', (event) => {
        const act = {
            ArrowLeft: () => {
                turn.a -= 0.12;
            },
            ArrowRight: () => {
                turn.a += 0.12;
            },
            ArrowUp: () => {
                turn.b -= 0.12;
            },
            ArrowDown: () => {
                turn.b += 0.12;
            },
            '+': () => zoom(1.25),
            '=': () => zoom(1.25),
            '-': () => zoom(0.8),
            '0': reset,
            Enter: find
        }[event.key];
        if (act === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        act();
        draw();
    });
    let metric = huarong.metrics()[0];
    const onPosition = () => {
        const box = canvas.getBoundingClientRect();
        if (places === null || box.bottom < 0 || box.top > innerHeight) {
            stale = true;
            return;
        }
        if (huarong.player.metric !== metric) {
            metric = huarong.player.metric;
            colour();
        }
        draw();
    };
    let stale = false; // the canvas is out of sight and shows an older position
    const onScroll = () => {
        if (stale) {
            stale = false;
            onPosition();
        }
    };
    document.addEventListener('scroll', onScroll, {passive: true});
    const onTheme = () => {
        if (places !== null) draw();
    };
    document.addEventListener('position', onPosition);
    document.addEventListener('theme', onTheme);
    const observer = new ResizeObserver(() => {
        if (places !== null) resize();
    });
    observer.observe(canvas);
    return {
        begin,
        zoom,
        reset,
        find,
        get frames() {
            return frames;
        },
        nodes: n,
        place: (i) => [sx[i] / ratio, sy[i] / ratio],
        end: () => {
            document.removeEventListener('scroll', onScroll);
            document.removeEventListener('position', onPosition);
            document.removeEventListener('theme', onTheme);
            observer.disconnect();
        }
    };
};

// A space too large for dots: each layer is one dash, as wide as it has states, and moves lead only from dash to dash.
huarong.quotientSection = () => {
    const {element, say, number} = huarong;
    const input = huarong.data.inputs.find((one) => Array.isArray(one.data.layers) && one.data.layers.length > 1) ||
        huarong.data.inputs.find((one) => one.data.total?.histogram?.length > 1);
    if (input === undefined) return null;
    const counts =
        input.data.layers ? huarong.layersOf(input.data).map((row) => row.states) : input.data.total.histogram;
    const total = counts.reduce((a, c) => a + c, 0);
    const lead = say(total > huarong.GRAPH_MAX ? 'quotient_lead' : 'quotient_small', number(total));
    const most = counts.reduce((a, c) => Math.max(a, c), 1);
    const H = 300, W = 760, step = W / counts.length;
    const dashes = counts.map((c, depth) => {
        const size = Math.max(1, Math.sqrt(c / most) * (H - 20));
        return element('rect', {
            x: (depth * step).toFixed(2),
            y: ((H - size) / 2).toFixed(2),
            width: Math.max(0.8, step * 0.8).toFixed(2),
            height: size.toFixed(2),
            rx: Math.min(3, step / 3).toFixed(2),
            fill: `rgb(${huarong.colourOf(depth / counts.length)})`
        },
            element('title', {}, say('depth_is', depth, number(c))));
    });
    return huarong.section('graph', element('p', {class: 'lead'}, lead),
        element('svg', {class: 'quotient', viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': lead}, ...dashes));
};
