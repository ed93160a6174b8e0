// SPDX-License-Identifier: MIT
// Positions and numbers as text.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const {folder, lines, load, pageOf, report, resultOf, run} = require('./scripts.js');

const {engine, data, number, plain, words} = load(pageOf(resultOf('enumerate', 'klotski:4x5', '--from', '横刀立马')));
const refuses = (text) => assert.throws(() => engine.parse(text), undefined, text);
const draw = (texts, notation) => lines(['draw', 'klotski:4x5', '--notation', notation, '--', ...texts]);

test('no large number is shown as exact', () => {
    const shown = [
        [1234, '1,234'], [2 ** 53 - 1, '9,007,199,254,740,991'], [2 ** 53, '≥ 9,007,199,254,740,000'],
        [Number(2n ** 63n - 1n), '≥ 9,223,372,036,850,000,000'], [0.123456, '0.1235']
    ];
    for (const [value, text] of shown) assert.equal(number(value), text);
    assert.deepEqual([2 ** 53 - 1, 2 ** 63, 0.5, 'a', null].map(plain),
        ['9007199254740991', '≥ 9,223,372,036,850,000,000', '0.5', 'a', '']);
});

test('every text is there in both languages', () => {
    const missing = Object.entries(words).filter(([, pair]) => pair.length !== 2 || pair.includes(''));
    assert.deepEqual(missing, []);
});

test('the title is the name of the drawing, of the position or of the puzzle', () => {
    fs.writeFileSync(path.join(folder, 'maze.txt'), 'name: My <maze>\r\nstart: ab/..\ngoal: ../.a\n');
    const titles = {
        'blocks:maze.txt': 'My <maze>',
        'blocks:red-donkey': 'red-donkey',
        klotski: '横刀立马',
        'klotski --from 水泄不通': '水泄不通',
        'tile:2x3': 'tile:2x3',
        'blocks:start:a./..;goal:../.a': 'blocks:2x2'
    };
    for (const [inputs, title] of Object.entries(titles))
        assert.equal(load(report(...inputs.split(' '))).titleOf().title, title);
    assert.equal(
        load(pageOf(resultOf('enumerate', 'blocks:red-donkey', '--max-depth', '1'))).titleOf().title, 'red-donkey');
});

test('codes of positions are those of the program', () => {
    const states = lines(['random', 'klotski:4x5', '--count', '300', '--seed', '20']);
    const short = draw(states, 'short'), common = draw(states, 'common');
    assert.deepEqual(states.map(engine.shortCode), short);
    assert.deepEqual(states.map(engine.code), common);
    assert.deepEqual(common.map(engine.parse), states);
    short.forEach((code, i) => { // the others are the beginning of a CommonCode
        if (!/^[0-9A-F]{5}$/.test(code)) assert.equal(engine.parse(code), states[i]);
    });
});

// In capital and small letters, with blanks, and words that look like codes. PANSY is a ShortCode, Pansy is a name.
test('names and codes are read as the program reads them', () => {
    const names = [...data.names, ...data.aliases].map(([name]) => name);
    assert.ok(names.includes('Pansy'));
    const other = (name) => /^[ -~]*$/.test(name) ? name.toUpperCase() : name;
    const spellings =
        (name) => [name, other(name), name.replaceAll(' ', ''), ` ${name} `, `${name.slice(0, 2)} ${name.slice(2)}`];
    const texts = [
        ...names.flatMap(spellings), 'PANSY', ' PANSY ', 'pansY', 'P ANSY', '4wve1', ' 4WVE1\t', '1A9BF', '1a9bf',
        '1a9bf0c'
    ].filter((text) => !/^[0-9A-F]{5}$/i.test(text) || /1a9bf/i.test(text)); // most of these are no CommonCode
    assert.deepEqual(texts.map(engine.parse), draw(texts, 'letters'));
    for (const text of ['zzzzz', '4W VE1', '1A9 BF0C', 'pans y2', 'PANS', 'PANSYX']) {
        refuses(text);
        assert.throws(() => run(['draw', 'klotski:4x5', text]));
    }
});

test('what is no position is refused with the reason', () => {
    const wrong = {
        xyz: '3 cells',
        zzzzz: 'no ShortCode',
        '<img src=x>': 'cells',
        'TXXTBXXBTLRTBooBo.oL': 'incomplete',
        oooXXooXXooooooooo: 'cells',
        'oooXXooXXooooooooo..': 'incomplete'
    };
    for (const [text, why] of Object.entries(wrong)) assert.throws(() => engine.parse(text), new RegExp(why), text);
});
