# SPDX-License-Identifier: MIT
"""States of 64 and of 128 bits: how arrays hold them, and how the library gets them."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_uint64
from operator import index
from typing import Any, List, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from ._library import UsageError

# A state of 128 bits in an array: two numbers of 64 bits. NumPy compares by `high` first, so it sorts these states as numbers.
WIDE_STATE = numpy.dtype({"names": ["high", "low"], "formats": ["<u8", "<u8"], "offsets": [8, 0], "itemsize": 16})

# Arrays of states: of uint64 or, where states have more bits, of WIDE_STATE.
States = NDArray[Union[numpy.uint64, numpy.void]]


def pointer_to(array: NDArray[Any]) -> Any:
    """The address of a contiguous array of uint64, uint32 or uint8, for ctypes."""
    kinds = {"uint64": c_uint64, "uint32": ctypes.c_uint32, "uint8": ctypes.c_uint8}
    return array.ctypes.data_as(POINTER(kinds[array.dtype.name]))


def as_numbers(values: ArrayLike, what: str) -> NDArray[numpy.uint64]:
    """A contiguous array of 64-bit numbers, in one dimension; not a copy if `values` is one."""
    array = numpy.asarray(values)
    if array.size == 0:
        array = numpy.empty(0, dtype=numpy.uint64)
    if array.dtype.kind not in "ui" or (array.dtype.kind == "i" and array.size > 0 and int(array.min()) < 0):
        raise UsageError(f"{what} must be whole numbers from 0 on")
    return numpy.ascontiguousarray(array, dtype=numpy.uint64).reshape(-1)


class Width:
    """States of 64 bits: one word."""

    bits = 64
    dtype: "numpy.dtype[Any]" = numpy.dtype("<u8")

    def empty(self, size: int) -> NDArray[Any]:
        """A new array for states."""
        return numpy.empty(size, dtype=self.dtype)

    def pointer(self, states: NDArray[Any]) -> Any:
        """An array of states as an argument."""
        return pointer_to(states)

    def one(self, number: int) -> Any:
        """A single state as an argument."""
        return ctypes.byref(c_uint64(number))

    def array(self, numbers: List[int]) -> NDArray[Any]:
        """The states with these numbers."""
        return numpy.array(numbers, dtype=self.dtype)

    def numbers(self, states: NDArray[Any]) -> List[int]:
        """The states of an array as numbers."""
        found: List[int] = states.tolist()
        return found

    def given(self, states: ArrayLike) -> NDArray[Any]:
        """An array that the library can read, in one dimension; not a copy if `states` is one."""
        return as_numbers(states, "states")


class WideWidth(Width):
    """States of 128 bits: two words, the lower one first."""

    bits = 128
    dtype = WIDE_STATE

    def pointer(self, states: NDArray[Any]) -> Any:
        return states.ctypes.data_as(POINTER(c_uint64))

    def one(self, number: int) -> Any:
        return self.pointer(self.array([number]))

    def array(self, numbers: List[int]) -> NDArray[Any]:
        states = self.empty(len(numbers))
        states[:] = numpy.frombuffer(b"".join(number.to_bytes(16, "little") for number in numbers), dtype=self.dtype)
        return states

    def numbers(self, states: NDArray[Any]) -> List[int]:
        return [high << 64 | low for high, low in zip(states["high"].tolist(), states["low"].tolist())]

    def given(self, states: ArrayLike) -> NDArray[Any]:
        array = numpy.asarray(states)
        if array.dtype == self.dtype and array.flags.c_contiguous and array.ctypes.data % 8 == 0:
            return array.reshape(-1)
        if set(array.dtype.names or ()) == {"high", "low"}:
            high, low = array["high"], array["low"]
        elif array.ndim == 2 and array.shape[1] == 2:  # as `huarong export` writes them
            high, low = array[:, 1], array[:, 0]
        else:
            high, low = numpy.zeros_like(array), array
        copy = self.empty(low.size)
        copy["high"] = as_numbers(high, "states")
        copy["low"] = as_numbers(low, "states")
        return copy


NARROW, WIDE = Width(), WideWidth()


def number_of(state: Any) -> int:
    """A state as a number: one that is a whole number, or an element of an array of WIDE_STATE. TypeError for others."""
    if isinstance(state, numpy.void) and set(state.dtype.names or ()) == {"high", "low"}:
        return int(state["high"]) << 64 | int(state["low"])
    return index(state)
