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
const needed =
    names.filter((name) => /^(begin|words|engine|space|puzzle|pieces|editor|player|rules\/.*)\.js$/.test(name));
const code = needed.map((name) => fs.readFileSync(path.join(SOURCE, name), 'utf8')).join('\n');

// The object of the page's scripts, with the puzzle of the data. The player gets controls that only remember texts.
const load = (data) => {
    const document = {getElementById: () => ({textContent: JSON.stringify(data)}), dispatchEvent: () => true};
    const browser = {document, location: {search: '', hash: ''}, navigator: {language: 'en'}};
    const huarong = new Function(...Object.keys(browser), `${code}\nreturn huarong;`)(...Object.values(browser));
    huarong.setAddress = () => {};
    huarong.createControls = (player) => ({
        player,
        number: {},
        status: {},
        best: {},
        trouble: {},
        show: (line) => {
            player.shown = line;
        },
        end: () => {}
    });
    huarong.readPuzzle();
    return huarong;
};

module.exports = {
    folder,
    lines,
    load,
    pageOf,
    report,
    resultOf,
    run,
    METRICS : ['unit', 'slide', 'move']
};
