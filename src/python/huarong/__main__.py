# SPDX-License-Identifier: MIT
"""Say what a table holds:   python3 -m huarong TABLE [STATE|#INDEX]...

Prints what the head says, then the distances of the given states, or how many states there are at each distance as counted from the
values of the file.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from typing import TYPE_CHECKING, List, Union

from . import HuarongError
from ._library import FILE, INTERNAL, USAGE, UsageError

if TYPE_CHECKING:
    from . import Table


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


def state_of(table: Table, word: str) -> Union[int, str]:
    """The state that a word stands for: #5 is the one with the index 5, and other words are the state's text."""
    count = table.puzzle.index_count
    if word.startswith("#") and word[1:].isdecimal():
        return table.puzzle.state_at(int(word[1:]))
    if count > 0 and (word.startswith("#") or (word.startswith("-") and word[1:].isdecimal())):
        raise UsageError(f"{word} is no index: #0 to #{count - 1} are")
    return word


def print_distances(table: Table, words: List[str]) -> None:
    for word in words:
        distance = table.distance(state_of(table, word))
        print(f"{word:14} {'-' if distance is None else distance}")


def print_counts(table: Table) -> None:
    import numpy

    counts = table.layers if table.encoding == "planes" else numpy.bincount(table.distances)
    for distance in range(table.max_distance + 1):
        print(f"{distance:14} {counts[distance]}")


def print_table(words: List[str]) -> None:
    from . import Table

    with Table(words[0]) as table:
        print_head(table)
        if words[1:]:
            print_distances(table, words[1:])
        else:
            print_counts(table)


def refuse(text: str, status: int) -> int:
    print(f"huarong: {text}", file=sys.stderr)
    return status


def answer(words: List[str]) -> int:
    """Print what is asked for, or why that cannot be done. OSError if standard output takes no more."""
    status = 0
    try:
        if words and words[0] not in ("-h", "--help"):
            print_table(words)
        else:
            print(__doc__, end="", file=sys.stdout if words else sys.stderr)
            status = 0 if words else USAGE
    except HuarongError as error:
        status = refuse(str(error), error.status)
    except MemoryError as error:
        status = refuse(str(error) or "out of memory", INTERNAL)
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    sys.stdout.flush()
    return status


def main(words: List[str]) -> int:
    try:
        return answer(words)
    except OSError as error:
        if sys.stdout is not None:  # Python writes what is left when it ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return refuse(f"the result cannot be written to standard output: {error.strerror}", FILE)


def behave_as_a_program() -> None:
    """As the program huarong does: end in silence by the signals of a closed pipe and of ctrl-c, and print UTF-8 in any locale."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")


if __name__ == "__main__":
    behave_as_a_program()
    sys.exit(main(sys.argv[1:]))
