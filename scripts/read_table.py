#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Read a table's head and map its values with NumPy: scripts/read_table.py TABLE [INDEX ...]

Prints what the head says, then the distances of the given indices, or how many states there are at each distance as counted from the
mapped values. The layout is in src/table/FORMAT.md. Nothing but NumPy is needed; checksums are left to `huarong verify`.
"""

import struct
import sys

import numpy

# Name, offset and struct format of each number in the head.
FIELDS = {
    "byte_order": (8, "<I"),
    "version": (12, "<I"),
    "payload_offset": (24, "<Q"),
    "payload_bytes": (32, "<Q"),
    "encoding": (56, "<I"),
    "value_bits": (60, "<I"),
    "entries": (64, "<Q"),
    "reached": (72, "<Q"),
    "max_distance": (80, "<I"),
    "text_offset": (88, "<I"),
    "text_bytes": (92, "<I"),
    "values_offset": (120, "<Q"),
}
INDEX, KEYS, PLANES = 1, 2, 3


def read_head(path):
    """The head's numbers by name, and the puzzle's text as a dictionary under "puzzle"."""
    with open(path, "rb") as file:
        head = file.read(4096)
    if head[:8] != b"HUARONG\x1a":
        sys.exit(f"{path}: no huarong table")
    values = {name: struct.unpack_from(form, head, offset)[0] for name, (offset, form) in FIELDS.items()}
    if values["version"] != 1:
        sys.exit(f"{path}: format version {values['version']}, but this script reads version 1")
    begin = values["text_offset"]
    text = head[begin : begin + values["text_bytes"]].rstrip(b"\0").decode()
    values["text"] = dict(line.split(" ", 1) for line in text.splitlines())
    return values


def map_values(path, head):
    """One number per entry: the distance, or the greatest number of its type for a state that is not reached."""
    if head["encoding"] == PLANES:
        sys.exit(f"{path}: one bit per state; use a table of one value per index")
    kind = "u1" if head["value_bits"] == 8 else "<u2"
    return numpy.memmap(path, kind, "r", offset=head["values_offset"], shape=(head["entries"],))


def map_keys(path, head):
    """The packed states of a key table, ascending; entry i of map_values is the distance of entry i."""
    return numpy.memmap(path, "<u8", "r", offset=head["payload_offset"], shape=(head["entries"],))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.splitlines()[0])
    path = sys.argv[1]
    head = read_head(path)
    for key, value in head["text"].items():
        print(f"{key:14} {value}")
    for key in ("entries", "reached", "max_distance", "value_bits", "values_offset"):
        print(f"{key:14} {head[key]}")
    values = map_values(path, head)
    if head["encoding"] == KEYS:
        print(f"{'first key':14} {map_keys(path, head)[0]:#x}")
    unreached = numpy.iinfo(values.dtype).max
    for index in map(int, sys.argv[2:]):
        distance = int(values[index])
        print(f"{index:14} {'-' if distance == unreached else distance}")
    if len(sys.argv) == 2:
        counts = numpy.bincount(values)
        for distance in range(head["max_distance"] + 1):
            print(f"{distance:14} {counts[distance]}")


if __name__ == "__main__":
    main()
