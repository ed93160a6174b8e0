// SPDX-License-Identifier: MIT
// The ShortCode of a 4×5 Klotski board: its number among all openings, in five digits of base 32. Openings are in the
// order of their 2×2's cell, then of their items, the pieces and empty cells in the order of their first cells: empty <
// horizontal < vertical < single. src/puzzle/klotski/index.c counts in the same way.
huarong.createShortCode = () => {
    const WIDTH = 4, CELLS = 20, DIGITS = '123456789ABCDEFGHJKMNPQRSTUVWXYZ';
    const known = new Map();
    // What an item at `cell` covers of the cells from `cell` on, as bits; null: it has no room. `covered`: what pieces
    // before it cover.
    const cover = (item, cell, covered) => {
        if (item === 1) return cell % WIDTH === WIDTH - 1 || (covered & 2) !== 0 ? null : covered | 2;
        if (item === 2) return cell + WIDTH >= CELLS ? null : covered | 1 << WIDTH;
        return covered;
    };
    const more = (empties, item) => item === 0 ? Math.min(2, empties + 1) : empties;
    // In how many ways can the cells from `cell` on be filled? `square`: the cell of the 2×2, CELLS if it is behind us.
    const ways = (square, cell, empties, covered) => {
        if (cell === CELLS) return square === CELLS && empties === 2 && covered === 0 ? 1 : 0;
        const key = ((square * CELLS + cell) * 3 + empties) * 16 + covered;
        if (!known.has(key)) known.set(key, count(square, cell, empties, covered));
        return known.get(key);
    };
    const count = (square, cell, empties, covered) => {
        if ((covered & 1) !== 0) return cell === square ? 0 : ways(square, cell + 1, empties, covered >> 1);
        if (cell === square) {
            const fits = cover(1, cell, covered) !== null && cover(2, cell, covered) !== null;
            return fits ? ways(CELLS, cell + 2, empties, (covered | 0x32) >> 2) : 0;
        }
        return [0, 1, 2, 3].reduce((sum, item) => sum + after(item, square, cell, empties, covered), 0);
    };
    // The same, with this item at `cell`.
    const after = (item, square, cell, empties, covered) => {
        const next = cover(item, cell, covered);
        return next === null ? 0 : ways(square, cell + 1, more(empties, item), next >> 1);
    };
    // Go through the items of a board; choose(cell, weights) gives the item at each cell. Gives the sum of the weights
    // before the items.
    const walk = (square, choose) => {
        let sum = 0;
        for (let cell = 0, empties = 0, covered = 0, ahead = square; cell < CELLS; cell++, covered >>= 1) {
            if ((covered & 1) !== 0) continue;
            if (cell === square) {
                covered |= 0x32;
                ahead = CELLS;
                continue;
            }
            const weights = [0, 1, 2, 3].map((item) => after(item, ahead, cell, empties, covered));
            const item = choose(cell, weights);
            for (let i = 0; i < item; i++) sum += weights[i];
            covered = cover(item, cell, covered);
            empties = more(empties, item);
        }
        return sum;
    };
    const write = (state) => {
        const square = state.indexOf('X');
        let number = walk(square, (cell) => '.LTo'.indexOf(state[cell]));
        for (let i = 0; i < square; i++) number += ways(i, 0, 0, 0);
        let text = '';
        for (let i = 0; i < 5; i++, number = Math.floor(number / 32)) text = DIGITS[number % 32] + text;
        return text;
    };
    // The board with this code; null: there is none.
    const read = (text) => {
        let number = 0, square = 0;
        for (const c of text.toUpperCase()) number = number * 32 + DIGITS.indexOf(c);
        for (; square < CELLS && number >= ways(square, 0, 0, 0); square++) number -= ways(square, 0, 0, 0);
        if (square === CELLS) return null;
        const state = Array(CELLS).fill('.');
        for (const i of [0, 1, WIDTH, WIDTH + 1]) state[square + i] = 'X';
        walk(square, (cell, weights) => {
            let item = 0;
            for (; number >= weights[item]; item++) number -= weights[item];
            if (item > 0) state[cell] = '.LTo'[item];
            if (item === 1) state[cell + 1] = 'R';
            if (item === 2) state[cell + WIDTH] = 'B';
            return item;
        });
        return state.join('');
    };
    return {write, read};
};
