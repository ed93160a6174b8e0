// SPDX-License-Identifier: MIT
// The page of a run that goes on: when it loads itself again, and what stays.
'use strict';
const assert = require('node:assert');
const test = require('node:test');
const {createBrowser, loadWhole, pageOf, resultOf} = require('./scripts.js');

const find = (player, id) => player.element.all().find((one) => one.getAttribute('id') === id);
const data = pageOf(resultOf('enumerate', 'tile:2x2'));

test('the page is not loaded again while a board is being set up', () => {
    const browser = createBrowser(data);
    let loads = 0;
    browser.location.reload = () => {
        loads++;
    };
    const huarong = loadWhole(data, browser);
    const {engine, space} = huarong;
    huarong.player = huarong.createPlayer(engine, space, '1230');
    huarong.follow();
    const press = () => find(huarong.player, 'edit').fire('click');
    const renewed = [];
    for (let i = 0; i < 3; i++, press()) renewed.push(huarong.renew());
    assert.deepEqual([renewed, loads], [[true, false, true], 2]);
});

test('language, theme and labels stay', () => {
    const browser = createBrowser(data);
    const open = () => {
        const huarong = loadWhole(data, browser);
        const kept = huarong.recall();
        huarong.player = huarong.createPlayer(huarong.engine, huarong.space, '1230');
        return {huarong, kept, labels: find(huarong.player, 'labels')};
    };
    const old = open();
    assert.deepEqual([old.kept, old.labels.getAttribute('aria-pressed')], [null, 'true']);
    for (const [theme, pressed] of [['dark', 'false'], ['light', 'true']]) {
        const {huarong, labels} = open();
        huarong.language = 'zh';
        browser.document.documentElement.dataset.theme = theme;
        labels.fire('click');
        huarong.keep();
        browser.document.documentElement = createBrowser(data).document.documentElement;
        const next = open();
        assert.deepEqual([next.huarong.language, browser.document.documentElement.dataset.theme], ['zh', theme]);
        assert.equal(next.labels.getAttribute('aria-pressed'), pressed);
    }
});
