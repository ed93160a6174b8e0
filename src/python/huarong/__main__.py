# SPDX-License-Identifier: MIT
"""Say what a table holds:   python3 -m huarong TABLE [STATE|#INDEX]...

Prints what the head says, then the distances of the given states, or how many states there are at each distance as counted from the
values of the file.
"""

import sys
from typing import List

import numpy

from . import HuarongError, Table


def print_head(table: Table) -> None:
    head = {
        "puzzle": table.puzzle.spec,
        "metric": table.puzzle.metric,
        "goal": table.puzzle.goal,
        "encoding": table.encoding,
        "entries": table.entries,
        "reached": table.reached,
        "greatest": table.max_distance,
    }
    for key, value in head.items():
        print(f"{key:14} {value}")


def print_distances(table: Table, words: List[str]) -> None:
    for word in words:
        index = word[1:]
        numbered = word.startswith("#") and index.isdecimal()
        distance = table.distance(table.puzzle.state_at(int(index)) if numbered else word)
        print(f"{word:14} {'-' if distance is None else distance}")


def print_counts(table: Table) -> None:
    counts = table.layers if table.encoding == "planes" else numpy.bincount(table.distances)
    for distance in range(table.max_distance + 1):
        print(f"{distance:14} {counts[distance]}")


def main(words: List[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(__doc__, end="", file=sys.stdout if words else sys.stderr)
        return 0 if words else 2
    try:
        with Table(words[0]) as table:
            print_head(table)
            if words[1:]:
                print_distances(table, words[1:])
            else:
                print_counts(table)
    except HuarongError as error:
        print(f"huarong: {error}", file=sys.stderr)
        return error.status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
