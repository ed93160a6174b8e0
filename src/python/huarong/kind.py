# SPDX-License-Identifier: MIT
"""Kinds of puzzles that Python functions describe, over arrays of states (include/huarong/kind.h).

    class Dial(huarong.Kind):
        "dial:N: a dial with the numbers 0 to N - 1, turned by one in either direction."
        name = "dial"
        max_successors = 2

        def __init__(self, board):
            self.size = int(board)

        def expand(self, states):
            return numpy.stack([(states + 1) % self.size, (states + self.size - 1) % self.size], axis=1)

    huarong.add_kind(Dial)
    huarong.enumerate("dial:10").layers

All engines search such puzzles, on any number of ranks. An exception in one of the functions ends the search, and is raised.
"""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Dict, Tuple, Type, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._arrays import States, as_numbers, from_numbers, shaped, to_numbers
from ._library import UNREACHED, LibraryError, UsageError, call, raised
from ._search_library import search

__all__ = ["Kind", "add_kind"]

VERSION = 1
WHY_MAX, STEP_TEXT_MAX = 256, 64
BOUND_MAX, DEAD = 254, 255


class Kind:
    """A kind of puzzle; a puzzle is an object of it. Derive from it, set `name` and `max_successors`, and write `expand`.

    `__init__` gets the text after the colon of "name:board", and raises a ValueError if there is no such board. It may set what the
    class says here. Arrays of states are as `Puzzle` has them. A state may be any bits but all ones. The functions get arrays that
    they must not keep, always give the same answer, and depend on each state alone.

    Functions that may be there besides those below:
    - solved(states): bool [n], which states are solved; without it, the source is.
    - index(states): numbers [n] from 0 to index_count - 1, and unindex(indices): the states [n]
    - image(symmetry, states): the states' images under the symmetries 1 to symmetry_order - 1
    - heuristic(states): numbers [n] of moves that a solution needs at least, for A*; UNREACHED: there is no solution
    - valid(state): can the puzzle have a state, which is a number of any bits?
    - move(before, after): a short line that names the move between two states, which are numbers
    """

    name: str
    max_successors: int  # no state has more
    state_words: int = 1  # numbers that make a state, 1 to 8
    bipartite: bool = False  # no state has a successor at its own distance from the sources
    one_way: bool = False  # there are moves that no move undoes
    symmetry_order: int = 1  # the identity included, at most 8
    source_count: int = 1
    index_count: int = 0  # 0: no index
    reachable: int = 0  # how many states the sources reach, if a formula gives it

    def __init__(self, board: str) -> None:
        """The puzzle name:board."""

    def expand(self, states: States) -> Union[ArrayLike, Tuple[ArrayLike, ArrayLike]]:
        """All successors of n ≤ 1024 states: an array [n, k], with words [n, k, words], if each state has k. Else the successors in
        order of the states, and their number for each [n]."""
        raise NotImplementedError(f"{self.name} has no function expand")

    def sources(self) -> ArrayLike:
        """The states at distance 0, `source_count` of them."""
        return [0] * self.state_words

    def format(self, state: int) -> str:
        """A state, which is a number, as one line."""
        return str(state)

    def parse(self, text: str) -> int:
        """The state of a line, as a number. ValueError, with the reason: there is none."""
        return int(text)


class Facts(Structure):
    _fields_ = [
        ("max_successors", c_size_t),
        ("bipartite", c_bool),
        ("one_way", c_bool),
        ("state_words", c_int),
        ("symmetry_order", c_int),
        ("source_count", c_uint64),
        ("index_count", c_uint64),
        ("reachable", c_uint64),
        ("width", c_int),
        ("height", c_int),
    ]


def _function(result: Any, *arguments: Any) -> Any:
    return CFUNCTYPE(result, c_void_p, *arguments)


_ADDRESS = c_void_p
_OVER_STATES = _function(None, _ADDRESS, c_size_t, _ADDRESS)


class Row(Structure):
    _fields_ = [
        ("version", c_uint32),
        ("name", c_char_p),
        ("form", c_char_p),
        ("example", c_char_p),
        ("summary", c_char_p),
        ("help", c_char_p),
        ("goal", c_char_p),
        ("puzzle_bytes", c_size_t),
        ("create", CFUNCTYPE(c_bool, c_char_p, POINTER(c_uint64), POINTER(Facts), _ADDRESS)),
        ("destroy", CFUNCTYPE(None, POINTER(c_uint64))),
        ("sources", _function(None, c_uint64, c_size_t, _ADDRESS)),
        ("expand", _function(c_size_t, _ADDRESS, c_size_t, _ADDRESS, _ADDRESS)),
        ("solved", _OVER_STATES),
        ("parse", _function(c_bool, c_char_p, _ADDRESS, _ADDRESS)),
        ("format", _function(None, _ADDRESS, _ADDRESS)),
        ("valid", _function(c_bool, _ADDRESS)),
        ("image", _function(None, c_int, _ADDRESS, c_size_t, _ADDRESS)),
        ("index", _OVER_STATES),
        ("unindex", _OVER_STATES),
        ("heuristic", _OVER_STATES),
        ("move", _function(None, _ADDRESS, _ADDRESS, _ADDRESS)),
        ("cell", c_void_p),
    ]


_memory: Any = ctypes.pythonapi.PyMemoryView_FromMemory
_memory.restype = ctypes.py_object
_memory.argtypes = [c_void_p, ctypes.c_ssize_t, c_int]
_WRITABLE = 0x200


def _view(address: int, count: int, dtype: Any = numpy.uint64) -> NDArray[Any]:
    """C's array of `count` numbers at an address."""
    kind = numpy.dtype(dtype)
    return numpy.frombuffer(_memory(address, count * kind.itemsize, _WRITABLE), dtype=kind) if count > 0 else numpy.empty(0, kind)


def _write_text(address: int, text: str, room: int) -> None:
    encoded = text.encode()
    if len(encoded) >= room or "\0" in text:
        raise UsageError(f"a text of a puzzle is longer than {room - 1} bytes, or has a zero byte: {text[:40]!r}")
    ctypes.memmove(address, encoded + b"\0", len(encoded) + 1)


def _fill(out: NDArray[Any], what: str, function: Callable[[], Any]) -> None:
    """Write what a Python function gives into C's array; zeros after an exception, with which the search ends."""
    try:
        if raised.error is None:
            made = as_numbers(function(), f"what '{what}' gives")
            if made.size != out.size:
                raise UsageError(f"'{what}' gives an array of the shape {made.shape} where {out.size} numbers are wanted")
            out[:] = made.reshape(-1)
            return
    except BaseException as error:
        raised.keep(error)
    out[:] = 0


class _Functions:
    """The C functions of a class of puzzles."""

    def __init__(self, kind: Type[Kind]) -> None:
        self.kind = kind
        self.puzzles: Dict[int, Kind] = {}
        self.made = 0

    def create(self, board: bytes, puzzle: Any, facts: Any, why: int) -> bool:
        reason = "there is no such board"
        try:
            made = self.kind(board.decode("utf-8", "surrogateescape"))
            for name in ("max_successors", "bipartite", "one_way", "state_words", "symmetry_order", "source_count", "index_count", "reachable"):
                setattr(facts.contents, name, getattr(made, name))
            self.made += 1
            puzzle[0] = self.made
            self.puzzles[self.made] = made
            return True
        except ValueError as error:
            reason = str(error)
        except BaseException as error:
            raised.keep(error)
        ctypes.memmove(why, reason.encode()[: WHY_MAX - 1] + b"\0", len(reason.encode()[: WHY_MAX - 1]) + 1)
        return False

    def destroy(self, puzzle: Any) -> None:
        self.puzzles.pop(puzzle[0], None)

    def puzzle(self, address: int) -> Kind:
        return self.puzzles[c_uint64.from_address(address).value]

    def sources(self, puzzle: int, first: int, n: int, states: int) -> None:
        made = self.puzzle(puzzle)
        words = made.state_words
        _fill(_view(states, n * words), "sources", lambda: shaped(as_numbers(made.sources(), "sources"), words)[first : first + n])

    def expand(self, puzzle: int, states: int, n: int, successors: int, counts: int) -> int:
        made = self.puzzle(puzzle)
        words = made.state_words
        found = _view(counts, n, numpy.uint16)
        try:
            if raised.error is None:
                given = made.expand(shaped(_view(states, n * words), words))
                if isinstance(given, tuple):
                    after, numbers = as_numbers(given[0], "successors"), as_numbers(given[1], "counts")
                else:
                    after = as_numbers(given, "successors")
                    numbers = numpy.full(n, after.size // (n * words), dtype=numpy.uint64)
                total = int(numbers.sum())
                if numbers.shape != (n,) or int(numbers.max()) > made.max_successors or total * words != after.size:
                    raise UsageError("'expand' gives more successors than max_successors, or others than it counts")
                _view(successors, after.size)[:] = after.reshape(-1)
                found[:] = numbers
                return total
        except BaseException as error:
            raised.keep(error)
        found[:] = 0
        return 0

    def solved(self, puzzle: int, states: int, n: int, solved: int) -> None:
        made: Any = self.puzzle(puzzle)
        array = shaped(_view(states, n * made.state_words), made.state_words)
        _fill(_view(solved, n, numpy.uint8), "solved", lambda: numpy.asarray(made.solved(array), dtype=bool).astype(numpy.uint8))

    def index(self, puzzle: int, states: int, n: int, indices: int) -> None:
        made: Any = self.puzzle(puzzle)
        _fill(_view(indices, n), "index", lambda: made.index(shaped(_view(states, n * made.state_words), made.state_words)))

    def unindex(self, puzzle: int, indices: int, n: int, states: int) -> None:
        made: Any = self.puzzle(puzzle)
        _fill(_view(states, n * made.state_words), "unindex", lambda: made.unindex(_view(indices, n)))

    def image(self, puzzle: int, symmetry: int, states: int, n: int, images: int) -> None:
        made: Any = self.puzzle(puzzle)
        size = n * made.state_words
        _fill(_view(images, size), "image", lambda: made.image(symmetry, shaped(_view(states, size), made.state_words)))

    def heuristic(self, puzzle: int, states: int, n: int, bounds: int) -> None:
        made: Any = self.puzzle(puzzle)

        def values() -> ArrayLike:
            found = as_numbers(made.heuristic(shaped(_view(states, n * made.state_words), made.state_words)), "bounds")
            return numpy.where(found >= UNREACHED, DEAD, numpy.minimum(found, BOUND_MAX))

        _fill(_view(bounds, n, numpy.uint8), "heuristic", values)

    def number(self, made: Kind, state: int) -> int:
        return to_numbers(_view(state, made.state_words), made.state_words)[0]

    def parse(self, puzzle: int, text: bytes, state: int, why: int) -> bool:
        made = self.puzzle(puzzle)
        try:
            number = made.parse(text.decode("utf-8", "surrogateescape"))
            if not 0 <= number < 1 << 64 * made.state_words:
                raise ValueError(f"{number} has not {64 * made.state_words} bits")
            _view(state, made.state_words)[:] = from_numbers([number], made.state_words).reshape(-1)
            return True
        except ValueError as error:
            reason = str(error).encode()[: WHY_MAX - 1]
            ctypes.memmove(why, reason + b"\0", len(reason) + 1)
        except BaseException as error:
            raised.keep(error)
        return False

    def format(self, puzzle: int, state: int, text: int) -> None:
        made = self.puzzle(puzzle)
        try:
            _write_text(text, made.format(self.number(made, state)), _library.STATE_TEXT_MAX)
        except BaseException as error:
            raised.keep(error)
            _write_text(text, "?", 2)

    def valid(self, puzzle: int, state: int) -> bool:
        made: Any = self.puzzle(puzzle)
        try:
            return bool(made.valid(self.number(made, state)))
        except BaseException as error:
            raised.keep(error)
            return False

    def move(self, puzzle: int, before: int, after: int, text: int) -> None:
        made: Any = self.puzzle(puzzle)
        try:
            _write_text(text, made.move(self.number(made, before), self.number(made, after)), STEP_TEXT_MAX)
        except BaseException as error:
            raised.keep(error)
            _write_text(text, "?", 2)


_NEEDED = ("create", "destroy", "sources", "expand", "parse", "format")
_OPTIONAL = ("solved", "valid", "image", "index", "unindex", "heuristic", "move")
_rows: Dict[Type[Kind], Row] = {}


def add_kind(kind: Type[Kind]) -> None:
    """Add a kind, so that `Puzzle`, `enumerate` and `solve` know it, on every rank. It stays until the process ends; a process that
    is spawned adds it anew before it takes a pickled puzzle.

    UsageError: it has no name, or one that another kind has.
    """
    if kind not in _rows:
        functions = _Functions(kind)
        name = str(getattr(kind, "name", "")).encode()
        summary = (kind.__doc__ or "a kind of puzzle in Python").strip().splitlines()[0].encode()
        row = Row(VERSION, name, name + b":BOARD", name + b":BOARD", summary, summary + b"\n", None, ctypes.sizeof(c_uint64))
        types = dict(Row._fields_)
        for member in (*_NEEDED, *(name for name in _OPTIONAL if hasattr(kind, name))):
            setattr(row, member, types[member](getattr(functions, member)))
        call("hr_kind_add", byref(row))
        _rows[kind] = row
        try:
            search.call("hr_search_kind_add", byref(row))
        except LibraryError:  # there are no searches
            pass
