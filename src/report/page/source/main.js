// SPDX-License-Identifier: MIT
// Starts the page: sections, language, light or dark, the position in the address.
// The position in the address, as the engine reads it, or null. `refused` gets the reason why the address is no
// position.
huarong.addressed = (engine, refused) => {
    try {
        return location.hash.length > 1 ? engine.position(decodeURIComponent(location.hash.slice(1))) : null;
    } catch (error) {
        refused(huarong.say('bad_position', error.message));
        return null;
    }
};

// What `make` gives, or a line that says why it could not be made, so that the rest of the page can be read.
huarong.guarded = (make) => {
    try {
        return make();
    } catch (error) {
        console.warn(error);
        return huarong.element('section', {class: 'failed'},
            huarong.element('p', {class: 'trouble'}, huarong.say('section_failed', error.message)));
    }
};

// Show an address without a step in the history. Browsers refuse that if it happens too often.
huarong.setAddress = (address) => {
    try {
        history.replaceState(null, '', address);
    } catch {
        // the next position will have its address
    }
};

// Where the player begins: the start, a farthest state, the opening that everybody knows, or the goal; null if none is
// known.
huarong.firstState = (engine) => {
    const {data} = huarong;
    const hardest =
        data.inputs
            .map(({data: d}) => d.total?.hardest?.listed?.[0]?.state || d.hardest?.listed?.[0]?.state || d.hardest?.[0])
            .find((s) => s !== undefined);
    const text = data.start && data.start !== data.puzzle.goal
        ? data.start
        : hardest || data.names?.[0]?.[1] || data.start || data.puzzle.goal;
    try {
        return engine.parse(text);
    } catch { return null; }
};

// The section of the player, which goes on where the player before it was, on this page or on an earlier one.
huarong.playerSection = (engine, before) => {
    const old = huarong.player;
    let trouble = '';
    const shown = old?.state || before?.line[before.at];
    const addressed = shown ? null : huarong.addressed(engine, (text) => {
        trouble = text;
    });
    const begin = shown || addressed?.state || huarong.firstState(engine);
    if (begin === null) return null;
    old?.end();
    huarong.graph?.end();
    huarong.player =
        huarong.createPlayer(engine, old?.space ?? huarong.space, begin, old?.keep() ?? before, addressed?.written);
    huarong.player.trouble.textContent = trouble;
    return huarong.section('player', huarong.player.element);
};

// `before`: what keep() of the player of an earlier page gave.
huarong.build = (before) => {
    const {data, say, element} = huarong;
    const main = document.getElementById('main');
    const engine = huarong.engine;
    document.documentElement.lang = huarong.language === 'zh' ? 'zh-CN' : 'en';
    document.getElementById('skip').textContent = say('skip');
    document.getElementById('program-version').textContent = data.version;
    document.getElementById('language').textContent = say('other_language');
    document.getElementById('theme').textContent = say('theme');
    const {spec, title} = huarong.titleOf();
    const metrics = [...new Set(data.inputs.map((one) => one.data.metric))].filter((metric) => metric);
    document.title = `${title} – huarong`;
    document.getElementById('title').textContent = title;
    document.getElementById('subtitle').textContent = metrics.length > 0
        ? say('page_of', spec, metrics.map(huarong.metricName).join(', '))
        : title === spec ? ''
                         : spec;
    const sections = [];
    const player = engine === null ? null : huarong.guarded(() => huarong.playerSection(engine, before));
    if (player !== null) sections.push(player);
    for (const make of [huarong.solvedSection, huarong.layerSection, huarong.openingSection, huarong.graphSection,
             huarong.runSection, huarong.factSection]) {
        const section = make === undefined ? null : huarong.guarded(() => make(engine));
        if (section) sections.push(section);
    }
    main.replaceChildren(...sections);
    document.getElementById('contents')
        .replaceChildren(...sections.filter((section) => section.querySelector('h2') !== null)
                             .map((section) => element('a', {
                                 href: `#${section.id}`,
                                 onclick: (event) => {
                                     event.preventDefault();
                                     section.scrollIntoView({behavior: 'smooth'});
                                     section.querySelector('h2').tabIndex = -1;
                                     section.querySelector('h2').focus({preventScroll: true});
                                 }
                             },
                                      section.querySelector('h2').textContent)));
    const count = data.space ? say('of_distances', huarong.number(data.space.count)) : '';
    if (data.puzzle === undefined && data.kind?.drawn) main.prepend(element('p', {class: 'lead'}, say('no_player')));
    document.dispatchEvent(new Event('language'));
    document.getElementById('footer').textContent =
        `${say('made_by', data.version)}${huarong.language === 'zh' ? '' : ' '}${count}`;
};

huarong.start = () => {
    const {data} = huarong;
    huarong.readPuzzle();
    const kept = huarong.recall();
    huarong.build(kept?.player);
    if (kept !== null) huarong.restore(kept);
    document.getElementById('language').addEventListener('click', () => {
        huarong.language = huarong.language === 'zh' ? 'en' : 'zh';
        huarong.build();
    });
    document.getElementById('theme').addEventListener('click', () => {
        const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
        document.documentElement.dataset.theme = dark ? 'light' : 'dark';
        document.dispatchEvent(new Event('theme'));
    });
    document.getElementById('skip').addEventListener('click', (event) => {
        event.preventDefault();
        document.querySelector('#player-section button, #main button')?.focus();
    });
    addEventListener('hashchange', () => {
        if (huarong.engine === null || !huarong.player) return;
        const {trouble} = huarong.player;
        trouble.textContent = '';
        const addressed = huarong.addressed(huarong.engine, (text) => {
            trouble.textContent = text;
        });
        if (addressed !== null) huarong.player.openState(addressed.state, addressed.written);
    });
    // On paper everything is open.
    let opened = [];
    addEventListener('beforeprint', () => {
        opened = [...document.querySelectorAll('details:not([open])')];
        for (const details of opened) {
            details.fill?.();
            details.open = true;
        }
    });
    addEventListener('afterprint', () => {
        for (const details of opened) details.open = false;
    });
    if (data.follow) huarong.follow();
};
huarong.start();
