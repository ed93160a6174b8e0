# SPDX-License-Identifier: MIT
"""The libraries by ctypes. Of libhuarong: its structures, its functions, and its errors as exceptions.

The structures repeat those of include/huarong/*.h. tests/python compares their sizes and offsets with
those that the C compiler gives.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, Structure, c_bool, c_char, c_char_p, c_int, c_size_t
from ctypes import c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, List, Optional

from ._place import LIBRARY, SONAME

STATE_TEXT_MAX = 1056
STATE_DRAWING_MAX = 4096
STEP_TILES_MAX = 17
LETTERS_MAX = 96
IMAGES_MAX = 8
UNREACHED = 0xFFFFFFFF

OK, CHECK, USAGE, STOPPED, FILE, INTERNAL = 0, 1, 2, 3, 4, 70


class HuarongError(Exception):
    """What libhuarong refuses. `status` is the exit code that the program huarong would end with."""

    status = INTERNAL


class UsageError(HuarongError, ValueError):
    """A puzzle, a state or a request that makes no sense."""

    status = USAGE


class TableFileError(HuarongError, OSError):
    """A file that cannot be read, is damaged, or is no table."""

    status = FILE


class StoppedError(HuarongError):
    """A search that a limit has ended before there was a result."""

    status = STOPPED


class LibraryError(HuarongError, ImportError):
    """libhuarong or NumPy is missing, or libhuarong is of another version."""


class Error(Structure):
    _fields_ = [("status", c_int), ("text", c_char * 512)]


class PuzzleOptions(Structure):
    _fields_ = [
        ("spec", c_char_p),
        ("metric", c_int),
        ("goal", c_char_p),
        ("from_", c_char_p),
        ("exit", c_char_p),
        ("text", c_char_p),
        ("no_symmetry", c_bool),
    ]


class PuzzleInfo(Structure):
    _fields_ = [
        ("spec", c_char_p),
        ("kind", c_char_p),
        ("width", c_int),
        ("height", c_int),
        ("metric", c_int),
        ("symmetry_order", c_int),
        ("max_successors", c_size_t),
        ("bipartite", c_bool),
        ("single_source", c_bool),
        ("source_count", c_uint64),
        ("piece_sets", c_bool),
        ("openings", c_bool),
        ("planes", c_bool),
        ("has_target", c_bool),
        ("state_words", c_int),
        ("key_mask", c_uint64),
        ("index_count", c_uint64),
        ("reachable", c_uint64),
        ("layers", c_uint32),
        ("layers_exact", c_bool),
        ("one_way", c_bool),
    ]


class Step(Structure):
    _fields_ = [
        ("piece", c_char_p),
        ("direction", c_char),
        ("from_x", c_int),
        ("from_y", c_int),
        ("to_x", c_int),
        ("to_y", c_int),
        ("tiles", c_int * STEP_TILES_MAX),
        ("tile_count", c_int),
        ("text", c_char * 64),
    ]


class Letters(Structure):
    _fields_ = [("pieces", c_uint8 * LETTERS_MAX)]


class PieceSet(Structure):
    _fields_ = [("horizontals", c_uint8), ("verticals", c_uint8), ("singles", c_uint8)]


class TableInfo(Structure):
    _fields_ = [
        ("path", c_char_p),
        ("options", PuzzleOptions),
        ("encoding", c_int),
        ("value_bits", c_uint),
        ("version", c_uint),
        ("entries", c_uint64),
        ("reached", c_uint64),
        ("max_distance", c_uint32),
        ("layers", POINTER(c_uint64)),
        ("hardest", POINTER(c_uint64)),
        ("hardest_count", c_size_t),
        ("file_bytes", c_uint64),
        ("payload_offset", c_uint64),
        ("values_offset", c_uint64),
        ("chunk_bytes", c_uint64),
        ("chunk_count", c_uint64),
    ]


class TableSelection(Structure):
    _fields_ = [
        ("nearest", c_uint32),
        ("farthest", c_uint32),
        ("limit", c_size_t),
        ("hardest", c_bool),
        ("random", c_bool),
        ("seed", c_uint64),
        ("pieces", POINTER(PieceSet)),
    ]


class KlotskiOpening(Structure):
    _fields_ = [("name", c_char_p), ("board", c_char_p)]


# The structures of the headers that are repeated here, for the test of their layout.
STRUCTURES = {
    "hr_error": Error,
    "hr_puzzle_options": PuzzleOptions,
    "hr_puzzle_info": PuzzleInfo,
    "hr_step": Step,
    "hr_letters": Letters,
    "hr_piece_set": PieceSet,
    "hr_table_info": TableInfo,
    "hr_table_selection": TableSelection,
    "hr_klotski_opening": KlotskiOpening,
}

_ERROR = POINTER(Error)
_STATES = POINTER(c_uint64)  # as many words for each as the puzzle says; or indices, or keys
_DEPTHS = POINTER(c_uint32)
_LETTERS = POINTER(Letters)

# Result and arguments of each function.
_FUNCTIONS: "dict[str, tuple[Any, List[Any]]]" = {
    "hr_version": (c_char_p, []),
    "hr_klotski_openings": (POINTER(KlotskiOpening), [POINTER(c_size_t)]),
    "hr_metric_name": (c_char_p, [c_int]),
    "hr_metric_parse": (c_int, [c_char_p, POINTER(c_int), _ERROR]),
    "hr_kind_add": (c_int, [c_void_p, _ERROR]),
    "hr_puzzle_create": (c_int, [POINTER(PuzzleOptions), POINTER(c_void_p), _ERROR]),
    "hr_puzzle_destroy": (None, [POINTER(c_void_p)]),
    "hr_puzzle_describe": (POINTER(PuzzleInfo), [c_void_p]),
    "hr_puzzle_expand": (c_size_t, [c_void_p, _STATES, c_size_t, _STATES, POINTER(c_uint16)]),
    "hr_puzzle_canonicalise": (None, [c_void_p, _STATES, c_size_t]),
    "hr_puzzle_images": (c_size_t, [c_void_p, _STATES, _STATES]),
    "hr_puzzle_sources": (c_size_t, [c_void_p, POINTER(c_uint64), _STATES, c_size_t]),
    "hr_puzzle_solved": (None, [c_void_p, _STATES, c_size_t, POINTER(c_uint8)]),
    "hr_puzzle_index": (None, [c_void_p, _STATES, c_size_t, _STATES]),
    "hr_puzzle_unindex": (None, [c_void_p, _STATES, c_size_t, _STATES]),
    "hr_puzzle_random_states": (c_int, [c_void_p, c_uint64, c_uint64, c_size_t, _STATES, _ERROR]),
    "hr_puzzle_validate": (c_int, [c_void_p, _STATES, _ERROR]),
    "hr_puzzle_first_invalid": (c_size_t, [c_void_p, _STATES, c_size_t]),
    "hr_puzzle_parse": (c_int, [c_void_p, c_char_p, _STATES, _ERROR]),
    "hr_puzzle_format": (None, [c_void_p, _STATES, c_char_p]),
    "hr_puzzle_code": (None, [c_void_p, _STATES, c_char_p]),
    "hr_puzzle_goal": (None, [c_void_p, c_char_p]),
    "hr_puzzle_draw": (None, [c_void_p, _STATES, c_char_p]),
    "hr_puzzle_step": (c_int, [c_void_p, _STATES, _STATES, POINTER(Step), _ERROR]),
    "hr_puzzle_take_letters": (None, [c_void_p, _STATES, c_char_p, _LETTERS]),
    "hr_puzzle_follow": (c_int, [c_void_p, _STATES, _STATES, _LETTERS, POINTER(Step), _ERROR]),
    "hr_puzzle_format_with": (None, [c_void_p, _STATES, _LETTERS, c_char_p]),
    "hr_puzzle_draw_with": (None, [c_void_p, _STATES, _LETTERS, c_char_p]),
    "hr_table_open": (c_int, [c_char_p, POINTER(c_void_p), _ERROR]),
    "hr_table_close": (None, [POINTER(c_void_p)]),
    "hr_table_describe": (POINTER(TableInfo), [c_void_p]),
    "hr_table_puzzle": (c_void_p, [c_void_p]),
    "hr_table_distance": (c_int, [c_void_p, _STATES, c_size_t, _DEPTHS, _ERROR]),
    "hr_table_next": (c_int, [c_void_p, _STATES, _STATES, POINTER(c_size_t), _ERROR]),
    "hr_table_path": (c_int, [c_void_p, _STATES, _STATES, POINTER(c_size_t), _ERROR]),
    "hr_table_select": (c_int, [c_void_p, POINTER(TableSelection), _STATES, _DEPTHS, POINTER(c_size_t), _ERROR]),
    "hr_table_mapped": (c_int, [c_void_p, POINTER(c_void_p), POINTER(c_void_p), _ERROR]),
    "hr_table_states": (c_int, [c_void_p, c_uint64, c_size_t, _STATES, _ERROR]),
}


class _Raised:
    """The first exception of the Python functions that a library has called and that has not been raised yet."""

    def __init__(self) -> None:
        self.error: Optional[BaseException] = None

    def keep(self, error: BaseException) -> None:
        self.error = self.error or error

    def check(self, result: Any, _function: Any, _arguments: Any) -> Any:
        """What ctypes calls after each function of a library."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return result


raised = _Raised()


class Library:
    """The functions of a library, which is opened when the first of them is asked for, so that importing this module cannot fail."""

    def __init__(self, name: str, functions: "dict[str, tuple[Any, List[Any]]]") -> None:
        self._name = name
        self._functions = functions

    def _open(self) -> ctypes.CDLL:
        """libhuarong is the file that HUARONG_LIBRARY names, or what was installed with this module, or the system's; the others are
        beside it."""
        chosen = os.environ.get("HUARONG_LIBRARY")
        beside = Path(__file__).parent / LIBRARY
        folder, file = os.path.split(chosen or (str(beside) if LIBRARY and beside.exists() else SONAME))
        path = os.path.join(folder, file.replace("libhuarong", self._name, 1))
        try:
            opened = ctypes.CDLL(path)
            for name, (result, arguments) in self._functions.items():
                function = getattr(opened, name)
                function.restype = result
                function.argtypes = arguments
                function.errcheck = raised.check
        except (OSError, AttributeError) as reason:
            raise LibraryError(f"{path}: {self._name} cannot be used: {reason}; HUARONG_LIBRARY can name another file") from None
        return opened

    def __getattr__(self, name: str) -> Any:
        if name not in self._functions:
            raise AttributeError(f"{self._name} has no function {name!r} that this module knows")
        opened = self._open()
        for function in self._functions:
            setattr(self, function, getattr(opened, function))
        return getattr(opened, name)

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function that returns an hr_status and takes an hr_error last. Raise what it refuses."""
        error = Error()
        status = getattr(self, name)(*arguments, ctypes.byref(error))
        if status == OK:
            return
        text = error.text.decode("utf-8", "replace")
        if status == INTERNAL and "out of memory" in text:
            raise MemoryError(text)
        raise _ERRORS.get(status, HuarongError)(text)


_ERRORS = {USAGE: UsageError, FILE: TableFileError, STOPPED: StoppedError}
library = Library("libhuarong", _FUNCTIONS)
call = library.call


def needed(text: str) -> bytes:
    """A text that a C function needs, which would end at a zero byte."""
    if not isinstance(text, str):
        raise UsageError(f"no text: {text!r}")
    if "\0" in text:
        raise UsageError("a text with a zero byte in it")
    return text.encode("utf-8", "surrogateescape")


def encoded(text: Optional[str]) -> Optional[bytes]:
    """A text that a C function can do without."""
    return None if text is None else needed(text)
