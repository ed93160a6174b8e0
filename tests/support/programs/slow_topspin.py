#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""slow_topspin.py N K: how many states of TopSpin, N tokens of which K are turned over, lie at each distance from the order.

Another way than topspin.c: a state is the list of all tokens behind token 0, and what has been seen is kept by rank among these lists.
"""
import sys
from math import factorial

import numpy

N, K = int(sys.argv[1]), int(sys.argv[2])
CHUNK = 1 << 16


def ranks(behind):
    """The rank of each column of tokens among all permutations, in lexicographic order."""
    rank = numpy.zeros(behind.shape[1], dtype=numpy.int64)
    for i in range(N - 1):
        smaller = numpy.zeros(behind.shape[1], dtype=numpy.uint8)
        for j in range(i + 1, N - 1):
            smaller += behind[j] < behind[i]
        rank += smaller.astype(numpy.int64) * factorial(N - 2 - i)
    return rank


def turned(ring, first):
    """The rings, a column each, after K tokens from place `first` on have been turned over, and then cut behind token 0."""
    places = [(first + p) % N for p in range(N)]
    places = places[:K][::-1] + places[K:]
    after = ring[places]
    zero = numpy.argmin(after, axis=0)
    return numpy.take_along_axis(after, (numpy.arange(1, N)[:, None] + zero) % N, axis=0)


layer = numpy.arange(1, N, dtype=numpy.uint8)[:, None]
seen = numpy.zeros(factorial(N - 1), dtype=bool)
seen[0] = True
counts = []
while layer.shape[1] > 0:
    counts.append(layer.shape[1])
    found = []
    for begin in range(0, layer.shape[1], CHUNK):
        chunk = layer[:, begin : begin + CHUNK]
        ring = numpy.concatenate([numpy.zeros((1, chunk.shape[1]), dtype=numpy.uint8), chunk])
        for first in range(N):
            after = turned(ring, first)
            rank = ranks(after)
            new = numpy.flatnonzero(~seen[rank])
            new = new[numpy.unique(rank[new], return_index=True)[1]]
            seen[rank[new]] = True
            found.append(after[:, new])
    layer = numpy.concatenate(found, axis=1)
print(*counts)
