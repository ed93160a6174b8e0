# SPDX-License-Identifier: MIT
"""Puzzles: states, moves, symmetry, numbering and text."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_int, c_size_t, c_uint8, c_uint16, c_uint64, c_void_p
from typing import Any, List, NamedTuple, Optional, Tuple, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._library import UsageError, call, encoded, library

# A state is a number of 64 bits (hr_state) or, where one state is wanted, its text.
State = Union[int, str]
States = NDArray[numpy.uint64]
Indices = NDArray[numpy.uint64]


class Step(NamedTuple):
    """One move. Places are (column, row), from 0: of the blank for tiles, of the piece's top left corner for Klotski."""

    text: str
    piece: str
    direction: str  # U, D, L or R; empty if both column and row change
    begin: Tuple[int, int]
    end: Tuple[int, int]
    tiles: Tuple[int, ...]


class Opening(NamedTuple):
    """A Klotski opening that players know by name."""

    name: str
    board: str


def pointer_to(array: NDArray[Any]) -> Any:
    """The address of a contiguous array of uint64, uint32 or uint8, for ctypes."""
    kinds = {"uint64": c_uint64, "uint32": ctypes.c_uint32, "uint8": c_uint8}
    return array.ctypes.data_as(POINTER(kinds[array.dtype.name]))


def as_numbers(values: ArrayLike, what: str) -> NDArray[numpy.uint64]:
    """A contiguous array of 64-bit numbers, in one dimension; not a copy if `values` is one."""
    array = numpy.asarray(values)
    if array.size == 0:
        array = array.astype(numpy.uint64)
    if array.dtype.kind not in "ui" or (array.dtype.kind == "i" and array.size > 0 and int(array.min()) < 0):
        raise UsageError(f"{what} must be whole numbers from 0 on")
    return numpy.ascontiguousarray(array, dtype=numpy.uint64).reshape(-1)


def named_openings() -> List[Opening]:
    """All Klotski openings that have names."""
    count = c_size_t()
    openings = library.hr_klotski_openings(byref(count))
    return [Opening(openings[i].name.decode(), openings[i].board.decode()) for i in range(count.value)]


class Puzzle:
    """A puzzle, made from the same texts as on the command line: Puzzle("klotski:4x5", metric="slide").

    For "blocks:FILE" `text` is what the file holds; the file itself is not read. A puzzle does not change, so threads may share it.
    """

    def __init__(
        self,
        spec: str,
        *,
        metric: str = "unit",
        goal: Optional[str] = None,
        from_: Optional[str] = None,
        exit: Optional[str] = None,
        text: Optional[str] = None,
        symmetry: bool = True,
    ) -> None:
        self._handle: Optional[int] = None
        self._owner: Any = None
        number = c_int()
        call("hr_metric_parse", encoded(metric), byref(number))
        options = _library.PuzzleOptions(encoded(spec), number, encoded(goal), encoded(from_), encoded(exit), encoded(text), not symmetry)
        handle = c_void_p()
        call("hr_puzzle_create", byref(options), byref(handle))
        self._take(handle.value, None)

    def _take(self, handle: Optional[int], owner: Any) -> None:
        self._handle = handle
        self._owner = owner  # keeps the table open whose puzzle this is
        self._info = library.hr_puzzle_describe(handle).contents

    @classmethod
    def _of_table(cls, handle: int, owner: Any) -> "Puzzle":
        puzzle = cls.__new__(cls)
        puzzle._take(handle, owner)
        return puzzle

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None and self._owner is None:
            library.hr_puzzle_destroy(byref(c_void_p(self._handle)))
            self._handle = None

    def __repr__(self) -> str:
        return f"Puzzle({self.spec!r}, metric={self.metric!r})"

    @property
    def spec(self) -> str:
        """Kind and board: "tile:4x4"."""
        return str(self._info.spec.decode())

    @property
    def kind(self) -> str:
        return str(self._info.kind.decode())

    @property
    def width(self) -> int:
        return int(self._info.width)

    @property
    def height(self) -> int:
        return int(self._info.height)

    @property
    def metric(self) -> str:
        """What counts as one move: "unit", "slide" or "move"."""
        return str(library.hr_metric_name(self._info.metric).decode())

    @property
    def index_count(self) -> int:
        """How many indices there are; 0 if the puzzle has no index."""
        return int(self._info.index_count)

    @property
    def source_count(self) -> int:
        """How many states have the distance 0."""
        return int(self._info.source_count)

    @property
    def symmetry_order(self) -> int:
        """How many board symmetries are in use, the identity included."""
        return int(self._info.symmetry_order)

    @property
    def bipartite(self) -> bool:
        """Does each move change the distance?"""
        return bool(self._info.bipartite)

    @property
    def goal(self) -> str:
        """When the puzzle is solved, in one line."""
        return self._text("hr_puzzle_goal", _library.STATE_TEXT_MAX)

    def _text(self, function: str, room: int, *arguments: int) -> str:
        buffer = ctypes.create_string_buffer(room)
        getattr(library, function)(self._handle, *arguments, buffer)
        return buffer.value.decode()

    def parse(self, text: str) -> int:
        """The state that a text describes, in any form that the command line takes."""
        state = c_uint64()
        call("hr_puzzle_parse", self._handle, encoded(text), byref(state))
        call("hr_puzzle_validate", self._handle, state)
        return state.value

    def state(self, state: State) -> int:
        """One state as a number, checked: UsageError if this puzzle cannot have it."""
        if isinstance(state, str):
            return self.parse(state)
        try:
            number = int(state)
        except (TypeError, ValueError):
            raise UsageError(f"no state: {state!r}") from None
        if not 0 <= number < 1 << 64:
            raise UsageError(f"no state: {number} has more than 64 bits")
        call("hr_puzzle_validate", self._handle, number)
        return number

    def states(self, states: ArrayLike) -> States:
        """Several states as an array of uint64, all of them checked. Texts and numbers will do."""
        if isinstance(states, str):
            states = [self.parse(states)]
        elif isinstance(states, (list, tuple)):
            states = [self.state(s) for s in states]
            return numpy.array(states, dtype=numpy.uint64)
        array = as_numbers(states, "states")
        bad = library.hr_puzzle_first_invalid(self._handle, pointer_to(array), array.size)
        if bad < array.size:
            self.state(int(array[bad]))  # raises, with the reason
        return array

    def format(self, state: State) -> str:
        """The state as one line of text, which `parse` reads back."""
        return self._text("hr_puzzle_format", _library.STATE_TEXT_MAX, self.state(state))

    def code(self, state: State) -> str:
        """The state's code: on klotski:4x5 the CommonCode, else empty."""
        return self._text("hr_puzzle_code", _library.STATE_TEXT_MAX, self.state(state))

    def draw(self, state: State) -> str:
        """The state drawn with box characters."""
        return self._text("hr_puzzle_draw", _library.STATE_DRAWING_MAX, self.state(state))

    def _require_index(self) -> None:
        if self.index_count == 0:
            raise UsageError(f"{self.spec} has no index")

    def index(self, state: State) -> int:
        """A state's number, 0 to index_count - 1."""
        return int(self.indices([state])[0])

    def indices(self, states: ArrayLike) -> Indices:
        """The numbers of several states."""
        self._require_index()
        array = self.states(states)
        indices = numpy.empty(array.size, dtype=numpy.uint64)
        library.hr_puzzle_index(self._handle, pointer_to(array), array.size, pointer_to(indices))
        return indices

    def state_at(self, index: int) -> int:
        """The state with a number."""
        return int(self.states_at([index])[0])

    def states_at(self, indices: ArrayLike) -> States:
        """The states with several numbers."""
        self._require_index()
        array = as_numbers(indices, "indices")
        if array.size > 0 and int(array.max()) >= self.index_count:
            raise UsageError(f"index {int(array.max())}: {self.spec} has the indices 0 to {self.index_count - 1}")
        states = numpy.empty(array.size, dtype=numpy.uint64)
        library.hr_puzzle_unindex(self._handle, pointer_to(array), array.size, pointer_to(states))
        return states

    def successors(self, state: State) -> States:
        """The states one move away, without duplicates, ascending."""
        return numpy.unique(self.expand([self.state(state)])[0])

    def expand(self, states: ArrayLike) -> Tuple[States, NDArray[numpy.uint16]]:
        """All successors of several states in order, and how many each state has. A successor may appear twice."""
        return self._expanded(self.states(states))

    def _expanded(self, array: States) -> Tuple[States, NDArray[numpy.uint16]]:
        """The same for states that are known to be valid."""
        successors = numpy.empty(array.size * self._info.max_successors, dtype=numpy.uint64)
        counts = numpy.empty(array.size, dtype=numpy.uint16)
        n = library.hr_puzzle_expand(
            self._handle, pointer_to(array), array.size, pointer_to(successors), counts.ctypes.data_as(POINTER(c_uint16))
        )
        return successors[:n].copy(), counts

    def canonical(self, states: ArrayLike) -> States:
        """Each state's smallest image under the symmetries in use."""
        array = self.states(states).copy()
        library.hr_puzzle_canonicalise(self._handle, pointer_to(array), array.size)
        return array

    def images(self, state: State) -> States:
        """The state's images under the symmetries in use, itself included, ascending."""
        images = numpy.empty(_library.IMAGES_MAX, dtype=numpy.uint64)
        n = library.hr_puzzle_images(self._handle, self.state(state), pointer_to(images))
        return images[:n].copy()

    def solved(self, states: ArrayLike) -> NDArray[numpy.bool_]:
        """Which of the states are solved, or have a solved image."""
        array = self.states(states)
        solved = numpy.empty(array.size, dtype=numpy.uint8)
        library.hr_puzzle_solved(self._handle, pointer_to(array), array.size, pointer_to(solved))
        return solved > 0

    def sources(self, limit: Optional[int] = None) -> States:
        """The states at distance 0, all or the first `limit`."""
        room = self.source_count if limit is None else min(limit, self.source_count)
        states = numpy.empty(room, dtype=numpy.uint64)
        cursor = c_uint64()
        done = 0
        while done < room:
            part = library.hr_puzzle_sources(self._handle, byref(cursor), pointer_to(states[done:]), room - done)
            if part == 0:
                break
            done += part
        return states[:done]

    def step(self, begin: State, end: State) -> Step:
        """The move that leads from one state to another. UsageError if no single move does."""
        step = _library.Step()
        call("hr_puzzle_step", self._handle, self.state(begin), self.state(end), byref(step))
        return Step(
            step.text.decode(),
            step.piece.decode(),
            "" if step.direction == b"\0" else step.direction.decode(),
            (step.from_x, step.from_y),
            (step.to_x, step.to_y),
            tuple(step.tiles[: step.tile_count]),
        )
