// SPDX-License-Identifier: MIT
// Places for the nodes of a graph in space: pivot MDS (Brandes & Pich, Graph Drawing 2006). Distances from a few
// pivots, chosen far from each other, become coordinates by the three greatest components. The same graph always gets
// the same places.
huarong.PIVOTS = 36;

huarong.breadthFirst = ({starts, ends}, from) => {
    const n = starts.length - 1;
    const distances = new Float32Array(n).fill(-1);
    const queue = new Uint32Array(n);
    let queued = 1;
    queue[0] = from;
    distances[from] = 0;
    for (let done = 0; done < queued; done++) {
        const at = queue[done];
        for (let k = starts[at]; k < starts[at + 1]; k++) {
            if (distances[ends[k]] < 0) {
                distances[ends[k]] = distances[at] + 1;
                queue[queued++] = ends[k];
            }
        }
    }
    return distances;
};

// The columns of pivots, squared and centred twice.
huarong.pivotColumns = (links, first) => {
    const n = links.starts.length - 1;
    const columns = [];
    const nearest = new Float32Array(n).fill(Infinity);
    for (let pivot = first, k = 0; k < Math.min(huarong.PIVOTS, n); k++) {
        const distances = huarong.breadthFirst(links, pivot);
        const farthest = distances.reduce((a, d) => Math.max(a, d), 0);
        for (let i = 0; i < n; i++) {
            if (distances[i] < 0) distances[i] = farthest + 1; // another component
            nearest[i] = Math.min(nearest[i], distances[i]);
            if (nearest[i] > nearest[pivot]) pivot = i;
        }
        columns.push(distances.map((d) => d * d));
    }
    const rows = new Float64Array(n);
    const means = columns.map((column) => column.reduce((a, d) => a + d, 0) / n);
    columns.forEach((column) => column.forEach((d, i) => {
        rows[i] += d / columns.length;
    }));
    const all = means.reduce((a, m) => a + m, 0) / means.length;
    columns.forEach((column, k) => {
        for (let i = 0; i < n; i++) column[i] = -0.5 * (column[i] - rows[i] - means[k] + all);
    });
    return columns;
};

// The greatest eigenvectors of a symmetric matrix, by repeated multiplication.
huarong.eigenvectors = (matrix, count) => {
    const size = matrix.length;
    const found = [];
    for (let c = 0; c < Math.min(count, size); c++) {
        let vector = matrix.map((_, i) => 1 + ((i * 7 + c * 3) % 11) / 11);
        for (let round = 0; round < 200; round++) {
            let next = matrix.map((row) => row.reduce((a, v, i) => a + v * vector[i], 0));
            for (const old of found) {
                const along = next.reduce((a, v, i) => a + v * old[i], 0);
                next = next.map((v, i) => v - along * old[i]);
            }
            const length = Math.hypot(...next) || 1;
            vector = next.map((v) => v / length);
        }
        found.push(vector);
    }
    return found;
};

// [x, y, z]: arrays with a number in −1 … 1 for each node.
huarong.layout = (links, first) => {
    const n = links.starts.length - 1;
    const columns = huarong.pivotColumns(links, first);
    const matrix = columns.map((a) => columns.map((b) => {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += a[i] * b[i];
        return sum;
    }));
    const axes = huarong.eigenvectors(matrix, 3);
    while (axes.length < 3) axes.push(columns.map(() => 0));
    const places = axes.map((axis) => {
        const place = new Float32Array(n);
        columns.forEach((column, k) => {
            for (let i = 0; i < n; i++) place[i] += axis[k] * column[i];
        });
        return place;
    });
    huarong.spread(links, places);
    const most = Math.max(...places.map((place) => place.reduce((a, v) => Math.max(a, Math.abs(v)), 0))) || 1;
    places.forEach((place) => {
        for (let i = 0; i < n; i++) place[i] /= most;
    });
    return places;
};

// Nodes with the same distances from all pivots would lie upon each other: move each a little, always the same way,
// then half towards its neighbours' middle.
huarong.spread = ({starts, ends}, places) => {
    const n = starts.length - 1;
    const size = Math.max(...places.map((place) => place.reduce((a, v) => Math.max(a, Math.abs(v)), 0)));
    places.forEach((place, axis) => {
        for (let i = 0; i < n; i++) {
            const noise = Math.imul(i + 1, 2654435761 + axis * 40503 * 2) >>> 8;
            place[i] += (noise / 2 ** 24 - 0.5) * size * 0.035;
        }
        for (let round = 0; round < 2; round++) {
            const old = place.slice();
            for (let i = 0; i < n; i++) {
                let sum = 0;
                for (let k = starts[i]; k < starts[i + 1]; k++) sum += old[ends[k]];
                const count = starts[i + 1] - starts[i];
                if (count > 0) place[i] = 0.55 * old[i] + 0.45 * sum / count;
            }
        }
    });
};
