// SPDX-License-Identifier: MIT
// Making elements. Texts always go in as text, never as HTML.
huarong.element = (name, attributes = {}, ...children) => {
    const svg = /^(svg|g|rect|path|line|text|circle|polyline|tspan|title|desc|defs|linearGradient|stop)$/.test(name);
    const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
        else if (value === true) made.setAttribute(key, '');
        else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
};

huarong.button = (key, act, attributes = {}) =>
    huarong.element('button', {type: 'button', onclick: act, ...attributes}, huarong.say(key));

huarong.copy = async (text, button) => {
    const old = button.textContent;
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const area = huarong.element('textarea', {class: 'hidden'});
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand('copy');
        area.remove();
    }
    button.textContent = huarong.say('copied');
    setTimeout(() => {
        button.textContent = old;
    }, 1500);
};

huarong.section = (id, ...children) => {
    const title = huarong.element('h2', {id: `${id}-title`}, huarong.say(id));
    return huarong.element('section', {id: `${id}-section`, 'aria-labelledby': `${id}-title`}, title, ...children);
};

// A table that can be copied, and sorted by a click on a heading. columns: [{title, text(row), value(row), numeric}].
huarong.table = (caption, columns, rows, {most = Infinity} = {}) => {
    let order = null, downward = false;
    let shown = Math.min(most, rows.length <= 250 ? 250 : 200);
    const body = huarong.element('tbody');
    const more = huarong.element('button', {
        type: 'button',
        class: 'quiet',
        onclick: () => {
            shown += 1000;
            fill();
        }
    });
    let list = rows;
    const fill = () => {
        body.replaceChildren(...list.slice(0, shown).map((row) => huarong.element('tr', {}, ...columns.map((column) => {
            const content = column.text(row);
            return huarong.element('td', {class: column.numeric ? 'number' : ''}, content);
        }))));
        more.hidden = list.length <= shown;
        more.textContent = huarong.say('and_more', huarong.number(list.length - shown));
    };
    const headings = columns.map((column) => {
        const button = huarong.element('button', {
            type: 'button',
            onclick: () => {
                downward = order === column ? !downward : Boolean(column.numeric);
                order = column;
                const value = column.value || column.text;
                list = [...rows].sort((a, b) => {
                    const x = value(a), y = value(b);
                    return (x < y ? -1 : x > y ? 1 : 0) * (downward ? -1 : 1);
                });
                headings.forEach((heading) => heading.removeAttribute('aria-sort'));
                button.parentElement.setAttribute('aria-sort', downward ? 'descending' : 'ascending');
                fill();
            }
        },
            column.title);
        return huarong.element('th', {scope: 'col', class: column.numeric ? 'number' : ''}, button);
    });
    const copy = huarong.element('button', {
        type: 'button',
        class: 'quiet',
        onclick: () => {
            const value = (column, row) => huarong.plain((column.value || column.text)(row));
            const lines = [
                columns.map((column) => column.title), ...list.map((row) => columns.map((column) => value(column, row)))
            ];
            huarong.copy(lines.map((line) => line.join('\t')).join('\n'), copy);
        }
    },
        huarong.say('copy_table'));
    fill();
    return huarong.element('div', {class: 'table'},
        huarong.element('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': caption},
            huarong.element('table', {}, huarong.element('caption', {}, caption),
                huarong.element('thead', {}, huarong.element('tr', {}, ...headings)), body)),
        huarong.element('p', {class: 'below'}, more, copy));
};

// Details that are made when they are opened, or printed.
huarong.details = (key, make) => {
    const details = huarong.element('details', {}, huarong.element('summary', {}, huarong.say(key)));
    const fill = () => {
        if (details.childElementCount === 1) details.append(make());
    };
    details.addEventListener('toggle', () => {
        if (details.open) fill();
    });
    details.fill = fill;
    return details;
};

// A place that gets what `make` makes when the page is there and has time.
huarong.waiting = [];
huarong.later = (make) => {
    const place = huarong.element('span');
    const some = () => {
        for (const one of huarong.waiting.splice(0, 20)) one();
        if (huarong.waiting.length > 0) setTimeout(some);
    };
    if (huarong.waiting.push(() => place.replaceWith(make())) === 1) setTimeout(some);
    return place;
};

// A note beside the pointer.
huarong.tip = (text, x, y) => {
    const tip = document.getElementById('tip');
    tip.hidden = text === null;
    if (text === null) return;
    tip.replaceChildren(text);
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - box.width - 8))}px`;
    tip.style.top = `${y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18}px`;
};
