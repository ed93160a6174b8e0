// SPDX-License-Identifier: MIT
// The page of a run that goes on: when it loads itself again.
'use strict';
const assert = require('node:assert');
const test = require('node:test');
const {createBrowser, loadWhole, pageOf, resultOf} = require('./scripts.js');

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
    const press = () => huarong.player.element.all().find((one) => one.getAttribute('id') === 'edit').fire('click');
    const renewed = [];
    for (let i = 0; i < 3; i++, press()) renewed.push(huarong.renew());
    assert.deepEqual([renewed, loads], [[true, false, true], 2]);
});
