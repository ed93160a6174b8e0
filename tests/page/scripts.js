// SPDX-License-Identifier: MIT
// What tests of the page's scripts share: pages of the program under test, and their scripts without a browser.
'use strict';
const {execFileSync} = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const SOURCE = path.join(__dirname, '../../src/report/page/source');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
process.on('exit', () => fs.rmSync(folder, {recursive: true}));

const run = (words, input = '') => execFileSync(
    process.env.HR_PROGRAM, words, {cwd: folder, input, encoding: 'utf8', maxBuffer: 2 ** 30, stdio: 'pipe'});

// The lines that the program prints.
const lines = (words, input) => run(words, input).split('\n').slice(0, -1);

// The data of the page of these files.
const report = (...files) => JSON.parse(/<script id="data"[^>]*>(.*)<\/script>/.exec(run(['report', ...files]))[1]);

// What a command prints as JSON.
const resultOf = (...words) => JSON.parse(run([...words, '--json']));

// The data of the page of a result.
const pageOf = (result) => {
    fs.writeFileSync(path.join(folder, 'result.json'), JSON.stringify(result));
    return report('result.json');
};

const names = fs.readFileSync(path.join(SOURCE, 'scripts.txt'), 'utf8').split('\n');
const needed = names.filter((name) => /\.js$/.test(name) && name !== 'main.js'); // which starts the page
const code = needed.map((name) => fs.readFileSync(path.join(SOURCE, name), 'utf8')).join('\n');

// An element that remembers what it is given. fire() calls its listeners; all() gives it and what is in it.
const createElement = () => {
    const attributes = {}, listeners = {}, classes = new Set();
    const made = {
        children: [],
        style: {},
        dataset: {},
        classList: {
            contains: (name) => classes.has(name),
            toggle: (name, on = !classes.has(name)) => {
                classes[on ? 'add' : 'delete'](name);
                return on;
            }
        },
        getAttribute: (name) => attributes[name] ?? null,
        setAttribute: (name, value) => {
            attributes[name] = String(value);
            if (name === 'hidden') made.hidden = true;
        },
        toggleAttribute: () => {},
        append: (...more) => made.children.push(...more),
        prepend: (...more) => made.children.unshift(...more),
        replaceChildren: (...more) => {
            made.children = more;
        },
        addEventListener: (kind, act) => (listeners[kind] ??= []).push(act),
        setPointerCapture: () => {},
        getBoundingClientRect: () => ({width: 448}),
        matches: () => false,
        fire: (kind, event = {}) => {
            for (const act of listeners[kind] ?? [])
                act({currentTarget: made, button: 0, preventDefault: () => {}, ...event});
        },
        all: () => [made, ...made.children.flatMap((child) => child.all?.() ?? [])]
    };
    return made;
};

// What the scripts use of a browser. No time passes: nothing is called at intervals.
const createBrowser = (data) => {
    const stored = {};
    const page = {getElementById: () => ({textContent: JSON.stringify(data)}), dispatchEvent: () => true};
    return {
        document: {
            ...createElement(),
            ...page,
            createElement,
            createElementNS: createElement,
            documentElement: createElement(),
            activeElement: createElement(),
            querySelector: createElement,
            querySelectorAll: () => [],
            removeEventListener: () => {}
        },
        location: {search: '', hash: '', pathname: '', reload: () => {}},
        navigator: {language: 'en'},
        CustomEvent: class {}, // which Node has since version 19
        sessionStorage: {
            getItem: (key) => stored[key] ?? null,
            setItem: (key, value) => {
                stored[key] = value;
            },
            removeItem: (key) => delete stored[key]
        },
        addEventListener: () => {},
        setInterval: () => 0,
        clearInterval: () => {},
        scrollY: 0
    };
};

// The object of the page's scripts in the browser, with the puzzle of the data.
const loadWhole = (data, browser = createBrowser(data)) => {
    const huarong = new Function(...Object.keys(browser), `${code}\nreturn huarong;`)(...Object.values(browser));
    huarong.setAddress = () => {};
    huarong.readPuzzle();
    return huarong;
};

// The same, but the player gets controls that only remember texts.
const load = (data) => {
    const huarong = loadWhole(data);
    huarong.createControls = (player) => ({
        player,
        number: {},
        status: {},
        best: {},
        trouble: {},
        draft: () => null,
        show: (line) => {
            player.shown = line;
        },
        end: () => {}
    });
    return huarong;
};

module.exports = {
    createBrowser,
    folder,
    lines,
    load,
    loadWhole,
    pageOf,
    report,
    resultOf,
    run,
    METRICS : ['unit', 'slide', 'move']
};
