# SPDX-License-Identifier: MIT
"""Puzzles: states, moves, symmetry, numbering and text."""

from __future__ import annotations

import ctypes
import os
from ctypes import byref, c_int, c_size_t, c_uint64, c_void_p
from operator import index
from typing import Any, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._arrays import Board, Indices, State, States, as_numbers, as_text, distinct, from_numbers, pointer_to, room_for, shaped, to_numbers
from ._library import UsageError, call, encoded, library, needed

__all__ = ["Indices", "Opening", "Puzzle", "State", "States", "Step", "named_openings"]

class Step(NamedTuple):
    """One move. Places are (column, row), from 0: of the blank for tiles, of the piece's top left corner for Klotski, of its first
    cell for blocks."""

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


def named_openings() -> List[Opening]:
    """All Klotski openings that have names."""
    count = c_size_t()
    openings = library.hr_klotski_openings(byref(count))
    return [Opening(openings[i].name.decode(), openings[i].board.decode()) for i in range(count.value)]


class Puzzle:
    """A puzzle, made from the same texts as on the command line: Puzzle("klotski:4x5", metric="slide").

    The file of "blocks:FILE" is read, unless `text` is what it holds. A puzzle does not change, so threads may share it.
    Arrays of states are of uint64, of shape (n,); where `state_words` numbers make a state, of shape (n, state_words).
    """

    def __init__(
        self,
        spec: str,
        *,
        metric: str = "unit",
        goal: Union[None, str, Board] = None,
        from_: Union[None, str, Board] = None,
        exit: Optional[str] = None,
        text: Optional[str] = None,
        symmetry: bool = True,
    ) -> None:
        self._handle: Optional[int] = None
        self._owner: Any = None
        number = c_int()
        call("hr_metric_parse", needed(metric), byref(number))
        texts = [encoded(None if board is None else as_text(board)) for board in (goal, from_)]
        options = _library.PuzzleOptions(needed(spec), number, *texts, encoded(exit), encoded(text), not symmetry)
        try:
            self._create(options)
        except UsageError:
            kind, _, path = spec.partition(":")
            if kind != "blocks" or text is not None or not os.path.isfile(path):
                raise
            with open(path, encoding="utf-8", errors="surrogateescape") as file:  # it is no puzzle's name
                options.text = needed(file.read())
            self._create(options)

    def _create(self, options: _library.PuzzleOptions) -> None:
        handle = c_void_p()
        call("hr_puzzle_create", byref(options), byref(handle))
        self._take(handle.value, options, None)

    def _take(self, handle: Optional[int], options: _library.PuzzleOptions, owner: Any) -> None:
        self._handle = handle
        self._options = options
        self._owner = owner  # keeps the table open whose puzzle this is
        self._info = library.hr_puzzle_describe(handle).contents
        self._words = int(self._info.state_words)

    @classmethod
    def _of_table(cls, handle: int, options: _library.PuzzleOptions, owner: Any) -> "Puzzle":
        puzzle = cls.__new__(cls)
        puzzle._take(handle, options, owner)
        return puzzle

    @classmethod
    def _made(cls, texts: "dict[str, Optional[str]]", metric: str, symmetry: bool) -> "Puzzle":
        return cls(texts.pop("spec") or "", metric=metric, symmetry=symmetry, **texts)

    def __reduce__(self) -> Tuple[Any, ...]:
        """A puzzle is pickled as the texts that it was made from, with what a file held, and made again."""
        texts = {name: getattr(self._options, name) for name in ("spec", "goal", "from_", "exit", "text")}
        given = {name: None if text is None else text.decode("utf-8", "surrogateescape") for name, text in texts.items()}
        return Puzzle._made, (given, self.metric, not self._options.no_symmetry)

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
    def state_words(self) -> int:
        """How many numbers of 64 bits make a state in an array: 1 to 8. The first has the lowest bits."""
        return self._words

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

    def _text(self, function: str, room: int, *states: State) -> str:
        buffer = ctypes.create_string_buffer(room)
        getattr(library, function)(self._handle, *map(self._one, states), buffer)
        return buffer.value.decode()

    def _one(self, state: State) -> Any:
        """A state, checked, as an argument for the library."""
        return self._pointer(self.state(state))

    def _pointer(self, number: int) -> Any:
        """A state that is a number, as an argument for the library."""
        return pointer_to(from_numbers([number], self._words))

    def parse(self, text: Union[str, Board]) -> int:
        """The state that a text describes, in any form that the command line takes, or a board's numbers, row by row."""
        states = room_for(1, self._words)
        call("hr_puzzle_parse", self._handle, needed(as_text(text)), pointer_to(states))
        call("hr_puzzle_validate", self._handle, pointer_to(states))
        return to_numbers(states, self._words)[0]

    def _is_row(self, state: Any) -> bool:
        """Is it a row of an array of states, and no board?"""
        array = isinstance(state, numpy.ndarray) and state.dtype == numpy.uint64
        return array and self._words > 1 and bool(state.shape == (self._words,))

    def state(self, state: State) -> int:
        """One state as a number, checked: UsageError if this puzzle cannot have it."""
        if isinstance(state, numpy.ndarray) and self._is_row(state):
            number = to_numbers(state, self._words)[0]
        elif isinstance(state, (str, list, tuple, numpy.ndarray)):
            return self.parse(state)
        else:
            try:
                number = index(state)
            except TypeError:
                raise UsageError(f"no state: {state!r}") from None
        if not 0 <= number < 1 << 64 * self._words:
            raise UsageError(f"no state: {number} is below 0 or has more than {64 * self._words} bits")
        call("hr_puzzle_validate", self._handle, self._pointer(number))
        return number

    def states(self, states: ArrayLike) -> States:
        """Several states as an array, all of them checked. Texts, numbers and lists of boards will do, and arrays of boards."""
        if isinstance(states, str):
            return from_numbers([self.parse(states)], self._words)
        if isinstance(states, (list, tuple)):
            return from_numbers([self.state(s) for s in states], self._words)
        array = as_numbers(states, "states")
        if array.ndim > 1 and array.shape[-1] != self._words:
            return from_numbers([self.parse(board) for board in array], self._words)
        if array.size % self._words > 0 or (self._words > 1 and array.ndim == 1 and array.size > 0):
            raise UsageError(f"states of {self.spec} are rows of {self._words} numbers")
        array = shaped(array, self._words)
        bad = library.hr_puzzle_first_invalid(self._handle, pointer_to(array), len(array))
        if bad < len(array):
            self.state(to_numbers(array[bad], self._words)[0])  # raises, with the reason
        return array

    def numbers(self, states: ArrayLike) -> List[int]:
        """Several states as Python's numbers, whatever their bits. Takes what `states` takes, and checks it so."""
        return to_numbers(self.states(states), self._words)

    def format(self, state: State) -> str:
        """The state as one line of text, which `parse` reads back."""
        return self._text("hr_puzzle_format", _library.STATE_TEXT_MAX, state)

    def code(self, state: State) -> str:
        """The state's code: on klotski:4x5 the CommonCode, else empty."""
        return self._text("hr_puzzle_code", _library.STATE_TEXT_MAX, state)

    def draw(self, state: State) -> str:
        """The state drawn with box characters."""
        return self._text("hr_puzzle_draw", _library.STATE_DRAWING_MAX, state)

    def _require_index(self) -> None:
        if self.index_count == 0:
            raise UsageError(f"{self.spec} has no index")

    def index(self, state: State) -> int:
        """A state's number, 0 to index_count - 1."""
        return int(self.indices([self.state(state)])[0])

    def indices(self, states: ArrayLike) -> Indices:
        """The numbers of several states."""
        self._require_index()
        array = self.states(states)
        indices = numpy.empty(len(array), dtype=numpy.uint64)
        library.hr_puzzle_index(self._handle, pointer_to(array), len(array), pointer_to(indices))
        return indices

    def state_at(self, index: int) -> int:
        """The state with a number."""
        return to_numbers(self.states_at([index]), self._words)[0]

    def states_at(self, indices: ArrayLike) -> States:
        """The states with several numbers."""
        self._require_index()
        array = as_numbers(indices, "indices").reshape(-1)
        if array.size > 0 and int(array.max()) >= self.index_count:
            raise UsageError(f"index {int(array.max())}: {self.spec} has the indices 0 to {self.index_count - 1}")
        states = room_for(array.size, self._words)
        library.hr_puzzle_unindex(self._handle, pointer_to(array), array.size, pointer_to(states))
        return states

    def successors(self, state: State) -> States:
        """The states one move away, without duplicates, ascending."""
        return distinct(self.expand([self.state(state)])[0])

    def expand(self, states: ArrayLike) -> Tuple[States, NDArray[numpy.uint16]]:
        """All successors of several states in order, and how many each state has. A successor may appear twice."""
        return self._expanded(self.states(states))

    def _expanded(self, array: States) -> Tuple[States, NDArray[numpy.uint16]]:
        """The same for states that are known to be valid."""
        successors = room_for(len(array) * self._info.max_successors, self._words)
        counts = numpy.empty(len(array), dtype=numpy.uint16)
        n = library.hr_puzzle_expand(self._handle, pointer_to(array), len(array), pointer_to(successors), pointer_to(counts))
        return successors[:n].copy(), counts

    def canonical(self, states: ArrayLike) -> States:
        """Each state's smallest image under the symmetries in use."""
        array = self.states(states).copy()
        library.hr_puzzle_canonicalise(self._handle, pointer_to(array), len(array))
        return array

    def images(self, state: State) -> States:
        """The state's images under the symmetries in use, itself included, ascending."""
        images = room_for(_library.IMAGES_MAX, self._words)
        n = library.hr_puzzle_images(self._handle, self._one(state), pointer_to(images))
        return images[:n].copy()

    def solved(self, states: ArrayLike) -> NDArray[numpy.bool_]:
        """Which of the states are solved, or have a solved image."""
        array = self.states(states)
        solved = numpy.empty(len(array), dtype=numpy.uint8)
        library.hr_puzzle_solved(self._handle, pointer_to(array), len(array), pointer_to(solved))
        return solved > 0

    def random(self, count: int = 1, *, seed: int = 0, walk: int = 0) -> States:
        """Random states, those of `huarong random`: the same seed gives the same states.

        Each state is as likely as every other. With `walk`, and of sliding blocks, each is the end of so many random moves from the
        first source, 1000 if `walk` is 0.
        """
        for name, value in (("count", count), ("seed", seed), ("walk", walk)):
            if not 0 <= value < 1 << 64:
                raise UsageError(f"{name}: {value} is below 0 or has more than 64 bits")
        states = room_for(count, self._words)
        call("hr_puzzle_random_states", self._handle, seed, walk, count, pointer_to(states))
        return states

    def sources(self, limit: Optional[int] = None) -> States:
        """The states at distance 0, all or the first `limit`."""
        if limit is not None and limit < 0:
            raise UsageError(f"{limit} states: the limit must be 0 or more")
        room = self.source_count if limit is None else min(limit, self.source_count)
        states = room_for(room, self._words)
        cursor = c_uint64()
        done = 0
        while done < room:
            part = library.hr_puzzle_sources(self._handle, byref(cursor), pointer_to(states[done:]), room - done)
            if part == 0:
                break
            done += part
        return states[:done]

    def step(self, begin: State, end: State) -> Step:
        """The move that leads from one state to another. UsageError if no single move does.

        A piece of a drawn puzzle has the letter that it has in `begin` as it is formatted.
        """
        step = _library.Step()
        call("hr_puzzle_step", self._handle, self._one(begin), self._one(end), byref(step))
        return _told(step)

    def _walk(self, path: ArrayLike, start: Optional[str]) -> Iterator[Tuple[Any, Any, Optional[Step]]]:
        """Each state of a path as an argument, the letters of its pieces, and the move that led to it."""
        first = path[0] if isinstance(path, (list, tuple)) and path else path
        if start is None and isinstance(first, str):
            start = first
        letters = _library.Letters()
        before = None
        for number in self.numbers(path):
            state = self._pointer(number)
            step = _library.Step()
            if before is None:
                library.hr_puzzle_take_letters(self._handle, state, encoded(start), byref(letters))
            else:
                call("hr_puzzle_follow", self._handle, before, state, byref(letters), byref(step))
            yield state, letters, None if before is None else _told(step)
            before = state

    def moves(self, path: ArrayLike, start: Optional[str] = None) -> List[Step]:
        """The moves from each state of a path to the next. UsageError if two of them are not one move apart.

        Pieces of a drawn puzzle keep the letters that they have at the beginning: in `start`, a text of the first state; without it,
        in that state as it is given or formatted.
        """
        return [step for _, _, step in self._walk(path, start) if step is not None]

    def texts(self, path: ArrayLike, start: Optional[str] = None) -> List[str]:
        """The states of a path as texts. Pieces keep their letters, as in `moves`."""
        return self._texts_with("hr_puzzle_format_with", _library.STATE_TEXT_MAX, path, start)

    def drawings(self, path: ArrayLike, start: Optional[str] = None) -> List[str]:
        """The states of a path, drawn with box characters. Pieces keep their letters, as in `moves`."""
        return self._texts_with("hr_puzzle_draw_with", _library.STATE_DRAWING_MAX, path, start)

    def _texts_with(self, function: str, room: int, path: ArrayLike, start: Optional[str]) -> List[str]:
        texts = []
        for state, letters, _ in self._walk(path, start):
            buffer = ctypes.create_string_buffer(room)
            getattr(library, function)(self._handle, state, byref(letters), buffer)
            texts.append(buffer.value.decode())
        return texts


def _told(step: _library.Step) -> Step:
    """What the library says of a move."""
    return Step(
        step.text.decode(),
        step.piece.decode(),
        "" if step.direction == b"\0" else step.direction.decode(),
        (step.from_x, step.from_y),
        (step.to_x, step.to_y),
        tuple(step.tiles[: step.tile_count]),
    )
