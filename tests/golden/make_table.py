#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make tests/golden/tile-2x3.table from nothing but huarong-formats(5): its own search and index, XXH3 of python3-xxhash.

tests/golden/make_table.py FILE
"""

import struct
import sys
from itertools import permutations

import xxhash

WIDTH, HEIGHT = 2, 3  # columns, rows: the shorter side first, so cells are numbered in reading order
CELLS = WIDTH * HEIGHT
GOAL = tuple(range(1, CELLS)) + (0,)


def neighbours(state):
    blank = state.index(0)
    for cell in range(CELLS):
        if abs(cell % WIDTH - blank % WIDTH) + abs(cell // WIDTH - blank // WIDTH) == 1:
            moved = list(state)
            moved[blank], moved[cell] = moved[cell], moved[blank]
            yield tuple(moved)


distances = {GOAL: 0}
layer = [GOAL]
while layer:
    found = []
    for state in layer:
        for other in neighbours(state):
            if other not in distances:
                distances[other] = distances[state] + 1
                found.append(other)
    layer = found

# The index: blank's cell first, then the sequences of the other tiles in lexicographic order, those of the right parity.
values = bytearray()
for blank in range(CELLS):
    for sequence in permutations(range(1, CELLS)):
        state = sequence[:blank] + (0,) + sequence[blank:]
        if state in distances:
            values.append(distances[state])

# A packed state: 4 bits a cell, the cell where its piece is at home.
home = {piece: cell for cell, piece in enumerate(GOAL)}
depth = max(distances.values())
hardest = sorted(
    sum(home[piece] << 4 * cell for cell, piece in enumerate(state)) for state, d in distances.items() if d == depth
)[:64]

text = f"puzzle tile:{WIDTH}x{HEIGHT}\nmetric unit\n".encode()
text += bytes(-len(text) % 8)
layers = [sum(d == n for d in distances.values()) for n in range(depth + 1)]
numbers = layers + hardest + [xxhash.xxh3_64_intdigest(bytes(values))]
tail = text + struct.pack(f"<{len(numbers)}Q", *numbers)
payload_offset = -(-(256 + len(tail)) // 4096) * 4096
layers_offset = 256 + len(text)
hardest_offset = layers_offset + 8 * len(layers)
fields = struct.pack(
    "<4Q2I2Q4I4Q",
    payload_offset,
    len(values),
    65536,
    1,  # chunk
    1,  # encoding: index
    8,  # bits
    len(values),
    len(distances),
    depth,
    len(hardest),
    256,
    len(text),
    layers_offset,
    hardest_offset,
    hardest_offset + 8 * len(hardest),
    payload_offset,
)
head = (fields + bytes(232 - len(fields)) + tail).ljust(payload_offset - 24, b"\0")
start = b"HUARONG\x1a" + struct.pack("<2IQ", 0x01020304, 1, xxhash.xxh3_64_intdigest(head))
with open(sys.argv[1], "wb") as file:
    file.write(start + head + values)
