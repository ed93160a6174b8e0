// SPDX-License-Identifier: MIT
// Bars and lines with a cursor that follows the pointer and the arrow keys.
//
// plot({label, xs, series: [{name, values, line, log}], read(i), x, y, log, xFormat, yFormat}): an element. A value
// that is null is left out.
huarong.plot = (options) => {
    const {element} = huarong;
    const {xs, series} = options;
    const narrow = innerWidth < 760 || options.narrow;
    const W = narrow ? 440 : 760, H = options.height || 260, L = 62, R = 14, T = 26, B = 40;
    const all = series.flatMap((one) => one.values).filter((v) => v !== null && (!options.log || v > 0));
    const top = all.reduce((a, v) => Math.max(a, v), options.log ? 1.0001 : 1e-300);
    const least = options.log ? all.reduce((a, v) => Math.min(a, v), top) : 0;
    const bottom = options.log ? (series.some((one) => one.line) ? least / 1.3 : Math.min(0.7, least)) : 0;
    const y = (v) => {
        const part = options.log
            ? (Math.log(Math.max(v, bottom)) - Math.log(bottom)) / (Math.log(top * 1.15) - Math.log(bottom))
            : v / (top * 1.05);
        return H - B - part * (H - T - B);
    };
    const from = xs[0], to = xs[xs.length - 1];
    const band = (W - L - R) / Math.max(1, xs.length);
    const bars = !series.some((one) => one.line);
    const x = (i) => bars ? L + (i + 0.5) * band : L + (to > from ? (xs[i] - from) / (to - from) : 0.5) * (W - L - R);
    const yFormat = options.yFormat || huarong.short, xFormat = options.xFormat || huarong.short;

    const picture = element('svg', {
        viewBox: `0 0 ${W} ${H}`,
        class: 'plot',
        tabindex: 0,
        role: 'img',
        'aria-label': `${options.label}. ${huarong.say('plot_keys')}`
    });
    const bytes = options.yFormat === huarong.bytes;
    const kind = bytes ? 'bytes' : all.every(Number.isInteger) ? 'whole' : '';
    for (const v of options.log ? huarong.logTicks(bottom, top, bytes) : huarong.ticks(bottom, top, kind)) {
        picture.append(element('line', {class: 'grid', x1: L, x2: W - R, y1: y(v), y2: y(v)}),
            element('text', {class: 'tick', x: L - 8, y: y(v) + 4, 'text-anchor': 'end'}, yFormat(v)));
    }
    const marks = bars ? huarong.barTicks(xs, narrow ? 7 : 12)
                       : huarong.ticks(from, to)
                             .filter((v) => v >= from && v <= to)
                             .map((v) => ({at: L + (to > from ? (v - from) / (to - from) : 0.5) * (W - L - R), v}));
    for (const mark of marks) {
        picture.append(element(
            'text', {class: 'tick', x: mark.at ?? x(mark.i), y: H - B + 18, 'text-anchor': 'middle'}, xFormat(mark.v)));
    }
    picture.append(element('text', {class: 'axis', x: W - R, y: H - 4, 'text-anchor': 'end'}, options.x),
        element('text', {class: 'axis', x: 4, y: 13}, options.y));
    series.forEach((one, k) => {
        if (one.line) {
            const points =
                one.values
                    .map((v, i) =>
                             v === null || (options.log && v <= 0) ? null : `${x(i).toFixed(1)},${y(v).toFixed(1)}`)
                    .filter((p) => p !== null);
            picture.append(element('polyline', {class: `curve curve-${k}`, points: points.join(' ')}));
            if (points.length < 60)
                points.forEach((p) => picture.append(element('circle',
                                   {class: `dot curve-${k}`, cx: p.split(',')[0], cy: p.split(',')[1], r: 3})));
            return;
        }
        one.values.forEach((v, i) => {
            if (!(v > 0)) return;
            const w = Math.max(band > 3 ? band - 1 : band, 0.5);
            picture.append(element('rect', {
                class: `bar bar-${k}`,
                x: (x(i) - w / 2).toFixed(2),
                y: y(v).toFixed(2),
                width: w.toFixed(2),
                height: Math.max(0.6, H - B - y(v)).toFixed(2)
            }));
        });
    });
    picture.append(element('line', {class: 'ground', x1: L, x2: W - R, y1: H - B, y2: H - B}));

    const cursor = element('line', {class: 'cursor', y1: T, y2: H - B, visibility: 'hidden'});
    const reading = element('p', {class: 'reading', 'aria-live': 'polite'}, options.caption ?? options.label);
    picture.append(cursor);
    let at = -1;
    const show = (i) => {
        at = Math.max(0, Math.min(xs.length - 1, i));
        cursor.setAttribute('x1', x(at));
        cursor.setAttribute('x2', x(at));
        cursor.setAttribute('visibility', 'visible');
        reading.textContent = options.read(at);
    };
    const hide = () => {
        cursor.setAttribute('visibility', 'hidden');
        reading.textContent = options.caption ?? options.label;
    };
    picture.addEventListener('pointermove', (event) => {
        const box = picture.getBoundingClientRect();
        const px = (event.clientX - box.left) / box.width * W;
        let nearest = 0;
        if (bars) nearest = Math.floor((px - L) / band);
        else
            xs.forEach((_, i) => {
                if (Math.abs(x(i) - px) < Math.abs(x(nearest) - px)) nearest = i;
            });
        show(nearest);
    });
    picture.addEventListener('pointerleave', hide);
    picture.addEventListener('blur', hide);
    picture.addEventListener('focus', () => {
        if (picture.matches(':focus-visible')) show(Math.max(0, at));
    });
    picture.addEventListener('keydown', (event) => {
        const step =
            {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -xs.length, End: xs.length}[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        show(at + step);
    });
    const legend = series.length > 1
        ? element('p', {class: 'legend'}, ...series.map((one, k) => element('span', {class: `key key-${k}`}, one.name)))
        : null;
    return element('figure', {}, picture, element('figcaption', {}, legend, reading));
};

// A number for an axis: 25,955 is 26k.
huarong.short = (v) => {
    const units = [[1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
    const unit = units.find(([size]) => Math.abs(v) >= size);
    return unit === undefined ? String(Number(v.toPrecision(3))) : `${Number((v / unit[0]).toPrecision(3))}${unit[1]}`;
};

// Round numbers for a logarithmic axis: powers of ten, of two for bytes; their multiples too, or any round numbers,
// where these are few.
huarong.logTicks = (bottom, top, binary) => {
    const base = binary ? 2 : 10;
    const length = Math.log(top / bottom) / Math.log(base);
    const step = Math.max(1, Math.ceil(length / 6));
    const found = [];
    for (let e = Math.ceil(Math.log(bottom) / Math.log(base) - 1e-9); base ** e <= top * 1.15; e++) {
        if (e % step === 0) found.push(...length < 2 && !binary ? [1, 2, 5].map((n) => n * base ** e) : [base ** e]);
    }
    const good = found.filter((v) => v >= bottom && v <= top * 1.15);
    return good.length > 1 ? good : huarong.ticks(bottom, top).filter((v) => v > 0);
};

// Round numbers for an axis. kind: 'bytes' for round numbers of KiB, MiB, …; 'whole' for whole numbers.
huarong.ticks = (bottom, top, kind) => {
    const found = [];
    const unit = kind === 'bytes' ? 1024 ** Math.max(0, Math.floor(Math.log(top) / Math.log(1024))) : 1;
    const raw = (top - bottom) / unit / 5 || 1;
    const size = 10 ** Math.floor(Math.log10(raw));
    const round = [1, 2, 5, 10].map((n) => n * size).find((s) => s >= raw) * unit;
    const step = kind === 'whole' ? Math.max(1, round) : round;
    for (let n = Math.ceil(bottom / step); n * step <= top * 1.0001; n++) found.push(n * step);
    return found;
};

// At most `most` of the bars' numbers.
huarong.barTicks = (xs, most) => {
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((s) => xs.length / s <= most) || Math.ceil(xs.length / 10);
    return xs.map((v, i) => ({i, v})).filter(({v}) => v % step === 0);
};

// A plot with a switch between a linear and a logarithmic scale.
huarong.scaledPlot = (options) => {
    const place = huarong.element('div');
    const buttons = ['linear', 'log'].map(
        (key) => huarong.element(
            'button', {type: 'button', class: 'quiet', onclick: () => draw(key === 'log')}, huarong.say(key)));
    const draw = (log) => {
        buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(log === (i === 1))));
        place.replaceChildren(huarong.plot({...options, log}));
    };
    draw(Boolean(options.log));
    return huarong.element(
        'div', {class: 'scaled'}, huarong.element('div', {class: 'scale', role: 'group'}, ...buttons), place);
};
