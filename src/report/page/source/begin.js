// SPDX-License-Identifier: MIT
'use strict';
// Everything of the page hangs on this object.
const huarong = {
    data: JSON.parse(document.getElementById('data').textContent),
    rules: {}
};
