# SPDX-License-Identifier: MIT
"""States as arrays of uint64: of shape (n,) if one number makes a state, else (n, words), the lowest word first. Boards as texts."""

from __future__ import annotations

from ctypes import POINTER, c_uint8, c_uint16, c_uint32, c_uint64
from typing import Any, List, Sequence, Tuple, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from ._library import UsageError

States = NDArray[numpy.uint64]
# A board as numbers: [1, 2, 3, 0], [[1, 2], [3, 0]], or an array.
Board = Union[List[Any], Tuple[Any, ...], NDArray[Any]]
# One state: a number, which may have more than 64 bits, a row of an array of states, a text or a board.
State = Union[int, str, Board]
Indices = NDArray[numpy.uint64]

_C_TYPES = {"uint64": c_uint64, "uint32": c_uint32, "uint16": c_uint16, "uint8": c_uint8}


def as_text(board: Union[str, Board]) -> str:
    """A board as a text that the library reads. Anything else is left to the library to refuse."""
    if not isinstance(board, (list, tuple, numpy.ndarray)):
        return board
    try:
        return str(numpy.asarray(board).tolist())
    except ValueError:  # rows of several lengths
        raise UsageError(f"no board: {board!r}") from None


def pointer_to(array: NDArray[Any]) -> Any:
    """The address of a contiguous array, for ctypes."""
    return array.ctypes.data_as(POINTER(_C_TYPES[array.dtype.name]))


def as_numbers(values: ArrayLike, what: str) -> NDArray[numpy.uint64]:
    """A contiguous array of 64-bit numbers; not a copy if `values` is one. UsageError for what is no whole number from 0 on."""
    array = numpy.asarray(values)
    if array.size == 0:
        array = numpy.empty(array.shape, dtype=numpy.uint64)
    if array.dtype.kind not in "ui" or (array.dtype.kind == "i" and int(array.min()) < 0):
        raise UsageError(f"{what} must be whole numbers from 0 on")
    return numpy.require(array, dtype=numpy.uint64, requirements=["C", "A"])


def shaped(numbers: NDArray[numpy.uint64], words: int) -> States:
    """The states that these numbers make."""
    return numbers.reshape(-1) if words == 1 else numbers.reshape(-1, words)


def room_for(size: int, words: int) -> States:
    """A new array for `size` states."""
    return shaped(numpy.empty(size * words, dtype=numpy.uint64), words)


def from_numbers(numbers: Sequence[int], words: int) -> States:
    """States from one Python number each."""
    split = [number >> 64 * word & 0xFFFFFFFFFFFFFFFF for number in numbers for word in range(words)]
    return shaped(numpy.array(split, dtype=numpy.uint64), words)


def to_numbers(states: States, words: int) -> List[int]:
    """One Python number for each state."""
    return [sum(part << 64 * word for word, part in enumerate(row)) for row in states.reshape(-1, words).tolist()]


def distinct(states: States) -> States:
    """The states without duplicates, ascending."""
    if states.ndim == 1:
        return numpy.unique(states)
    ordered = states[numpy.lexsort(states.T)]
    differs = (ordered[1:] != ordered[:-1]).any(axis=1)
    kept: States = ordered[numpy.append(True, differs)[: len(ordered)]]
    return kept
