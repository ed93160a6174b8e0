# SPDX-License-Identifier: MIT
"""Distance tables: the exact distance of every state of a puzzle, as NumPy arrays."""

from __future__ import annotations

import ctypes
import os
from ctypes import byref, c_size_t, c_void_p
from types import TracebackType
from typing import Any, Iterator, List, Optional, Tuple, Type, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._arrays import States, pointer_to, room_for, shaped
from ._library import UNREACHED, UsageError, call, library
from .puzzle import Puzzle, State, Step

__all__ = ["UNREACHED", "Table"]

ENCODINGS = {1: "index", 2: "keys", 3: "planes"}


class _OpenTable:
    """The C library's table. It is closed when nothing needs its memory any more: the Table, its Puzzle, its arrays."""

    def __init__(self, path: str) -> None:
        self.handle: Optional[int] = None
        handle = c_void_p()
        call("hr_table_open", os.fsencode(path), byref(handle))
        self.handle = handle.value

    def __del__(self) -> None:
        if self.handle is not None:
            library.hr_table_close(byref(c_void_p(self.handle)))
            self.handle = None


class Table:
    """A table file: with Table("all.table") as table: …

    Arrays of states are as `Puzzle` has them.

    `distances` is the file itself, mapped into memory. Damage is found before a damaged value is given. Any number of threads may
    use one table. Arrays stay valid after `close`.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        name = os.fspath(path)
        if "\0" in name:
            raise UsageError("a file's name with a zero byte in it")
        self._opened: Optional[_OpenTable] = _OpenTable(name)
        self._information = library.hr_table_describe(self._opened.handle).contents
        self._puzzle = Puzzle._of_table(library.hr_table_puzzle(self._opened.handle), self._information.options, self._opened)
        self._words = self._puzzle.state_words

    def close(self) -> None:
        """Ask no more. The file stays mapped as long as an array of it is in use."""
        self._opened = None

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], at: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        return "Table(closed)" if self._opened is None else f"Table({self.file!r})"

    def __reduce__(self) -> Tuple[Any, ...]:
        """A table is pickled as its path, and opened again."""
        return Table, (os.path.abspath(self.file),)

    def _require_open(self) -> int:
        if self._opened is None or self._opened.handle is None:
            raise UsageError("the table is closed")
        return self._opened.handle

    @property
    def _handle(self) -> int:
        return self._require_open()

    @property
    def _info(self) -> Any:
        self._require_open()
        return self._information

    @property
    def file(self) -> str:
        """The path that the table was opened by."""
        return os.fsdecode(self._info.path)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle whose distances these are."""
        self._require_open()
        return self._puzzle

    @property
    def encoding(self) -> str:
        """"index": a value per index; "keys": states and values; "planes": one bit per state."""
        return ENCODINGS[self._info.encoding]

    @property
    def entries(self) -> int:
        """How many values the file has."""
        return int(self._info.entries)

    @property
    def reached(self) -> int:
        """How many states have a distance."""
        return int(self._info.reached)

    @property
    def max_distance(self) -> int:
        return int(self._info.max_distance)

    @property
    def unreached(self) -> int:
        """What stands in `distances` for a state that no sequence of moves reaches: 255 or 65535."""
        return int((1 << self._info.value_bits) - 1)

    @property
    def layers(self) -> NDArray[numpy.uint64]:
        """How many states there are at each distance, as the file's head says."""
        return numpy.array(self._info.layers[: self.max_distance + 1], dtype=numpy.uint64)

    @property
    def hardest(self) -> States:
        """The smallest states at the greatest distance, up to 64."""
        count = int(self._info.hardest_count)
        return shaped(numpy.array(self._info.hardest[: count * self._words], dtype=numpy.uint64), self._words)

    def _mapped(self) -> Tuple[int, Optional[int]]:
        values, keys = c_void_p(), c_void_p()
        call("hr_table_mapped", self._handle, byref(values), byref(keys))
        return values.value or 0, keys.value

    def _view(self, address: int, kind: "numpy.dtype[Any]", parts: int = 1) -> NDArray[Any]:
        """The file's memory at `address`, `parts` numbers an entry, as an array that cannot be written to and keeps the table open."""
        memory: Any = (ctypes.c_char * (self.entries * parts * kind.itemsize)).from_address(address)
        memory._table = self._opened
        array: NDArray[Any] = numpy.frombuffer(memory, dtype=kind)
        array.flags.writeable = False
        return array

    @property
    def distances(self) -> NDArray[Any]:
        """All values without a copy, in order of index or of `keys`: the distance, or `unreached`.

        All checksums are compared first. A table of one bit per state has no such values: ask
        `distances_of`.
        """
        address, _ = self._mapped()
        return self._view(address, numpy.dtype("u1" if self._info.value_bits == 8 else "<u2"))

    @property
    def keys(self) -> States:
        """The states of a table of keys without a copy, ascending. Entry i of `distances` is that of state i."""
        _, address = self._mapped()
        if address is None:
            raise UsageError(f"{self.file}: a table of one value per index has no keys; `states` gives the states")
        return shaped(self._view(address, numpy.dtype("u8"), self._words), self._words)

    def states(self, first: int = 0, count: Optional[int] = None) -> States:
        """The states of `count` entries from `first` on, by default of all."""
        number = self.entries - first if count is None else count
        if not 0 <= first <= first + number <= self.entries:
            raise UsageError(f"{self.file}: has the entries 0 to {self.entries - 1}")
        states = room_for(number, self._words)
        call("hr_table_states", self._handle, first, number, pointer_to(states))
        return states

    def distance(self, state: State) -> Optional[int]:
        """How far a state is from the sources; None if no sequence of moves leads there."""
        distance = int(self.distances_of([self.puzzle.state(state)])[0])
        return None if distance == UNREACHED else distance

    def distances_of(self, states: ArrayLike) -> NDArray[numpy.uint32]:
        """How far each of several states is: UNREACHED where no sequence of moves leads."""
        array = self.puzzle.states(states)
        distances = numpy.empty(len(array), dtype=numpy.uint32)
        call("hr_table_distance", self._handle, pointer_to(array), len(array), pointer_to(distances))
        return distances

    def nearer(self, state: State) -> States:
        """All states one move away that are nearer to the sources; none for a source and for an unreached state."""
        room = room_for(self._puzzle._info.max_successors, self._words)
        count = c_size_t()
        call("hr_table_next", self._handle, self.puzzle._one(state), pointer_to(room), byref(count))
        return room[: count.value].copy()

    def path(self, state: State) -> States:
        """An optimal path: the state itself first, a source last. UsageError for an unreached state."""
        room = room_for(self.max_distance + 1, self._words)
        length = c_size_t()
        call("hr_table_path", self._handle, self.puzzle._one(state), pointer_to(room), byref(length))
        return room[: length.value + 1].copy()

    def moves(self, state: State) -> List[Step]:
        """The moves of an optimal path. Pieces of a drawn puzzle keep the letters that they have in `state`."""
        return self._puzzle.moves(self.path(state), start=state if isinstance(state, str) else None)

    def layer(self, distance: int) -> States:
        """All states at one distance, in order of index or key. A table of one bit per state tells only near ones and the last."""
        if not 0 <= distance <= self.max_distance:
            raise UsageError(f"{self.file}: has the distances 0 to {self.max_distance}, not {distance}")
        if self.encoding == "planes":
            return self._selected(distance)
        entries = numpy.flatnonzero(self.distances == distance)
        if self.encoding == "keys":
            return self.keys[entries]
        return self.puzzle.states_at(entries)

    def _selected(self, distance: int) -> States:
        size = int(self._info.layers[distance])
        states = numpy.empty(size, dtype=numpy.uint64)
        distances = numpy.empty(size, dtype=numpy.uint32)
        count = c_size_t()
        wanted = _library.TableSelection(nearest=distance, farthest=distance, limit=size)
        call("hr_table_select", self._handle, byref(wanted), pointer_to(states), pointer_to(distances), byref(count))
        return states[: count.value]

    def _searched(self) -> Iterator[States]:
        """The layers of a table of one bit per state: from each to the next by all moves, which can be undone."""
        before: States = numpy.empty(0, dtype=numpy.uint64)
        layer = self.puzzle.sources()
        while layer.size > 0:
            yield layer
            before, layer = layer, numpy.setdiff1d(self.puzzle._expanded(layer)[0], before)

    def iter_layers(self) -> Iterator[Tuple[int, States]]:
        """Layer by layer: each distance and its states."""
        if self.encoding == "planes":
            yield from enumerate(self._searched())
            return
        for distance in range(self.max_distance + 1):
            yield distance, self.layer(distance)
