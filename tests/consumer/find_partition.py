#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""find_partition.py PUZZLE SIZES CACHE: find good pattern databases of these sizes, as in `tile:4x4 5-5-5 ./cache`.

It begins with any partition of the tiles, and exchanges tiles of two patterns while the mean value over 1000 random positions grows.
Each better partition is printed, after its mean. CACHE is a directory, in which each database is kept: it grows with each exchange that
is tried, so delete it afterwards.
"""
import itertools
import sys

import numpy

import huarong

puzzle = huarong.Puzzle(sys.argv[1])
sizes = [int(size) for size in sys.argv[2].split("-")]
states = puzzle.random(1000)
ends = numpy.cumsum(sizes)


def name_of(tiles):
    """The partition into patterns, the tiles of each in order: 1,2,3/4,5."""
    return "/".join(",".join(map(str, sorted(tiles[end - size : end]))) for size, end in zip(sizes, ends))


def mean_of(tiles):
    solver = huarong.Solver(puzzle, algorithm="idastar", heuristic=name_of(tiles), cache=sys.argv[3])
    return solver.bounds(states).mean()


def better_than(tiles, mean):
    """The first exchange with a greater mean, and that mean. None: there is none."""
    for i, j in itertools.combinations(range(len(tiles)), 2):
        other = list(tiles)
        other[i], other[j] = other[j], other[i]
        if name_of(other) != name_of(tiles) and (found := mean_of(other)) > mean:
            return other, found
    return None


found = numpy.random.default_rng(0).permutation(numpy.arange(1, ends[-1] + 1)).tolist()
found = found, mean_of(found)
while found is not None:
    print(f"{found[1]:.3f} {name_of(found[0])}", flush=True)
    found = better_than(*found)
