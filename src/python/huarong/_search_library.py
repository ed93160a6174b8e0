# SPDX-License-Identifier: MIT
"""libhuarong-search by ctypes: its structures, its functions, and the ranks that search."""

from __future__ import annotations

import atexit
import ctypes
import signal
import sys
import threading
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Iterator, Optional

from ._library import INTERNAL, Error, HuarongError, Library, PuzzleOptions, UsageError, raised

HARDEST_MAX, STATE_WORDS_MAX = 64, 8

StopWanted = CFUNCTYPE(c_bool)


class Limits(Structure):
    _fields_ = [("max_states", c_uint64), ("max_seconds", c_double), ("memory", c_uint64), ("stop_wanted", StopWanted)]


class Checkpoints(Structure):
    _fields_ = [("directory", c_char_p), ("every", c_double), ("resume", c_bool)]


class Layer(Structure):
    _fields_ = [
        ("depth", c_uint32),
        ("states", c_uint64),
        ("canonical", c_uint64),
        ("solved", c_uint64),
        ("fingerprint", c_uint64),
        ("seconds", c_double),
    ]


OnLayer = CFUNCTYPE(None, POINTER(Layer), c_void_p)


class EnumerationOptions(Structure):
    _fields_ = [
        ("puzzle", PuzzleOptions),
        ("engine", c_char_p),
        ("max_depth", c_uint32),
        ("limits", Limits),
        ("checkpoints", Checkpoints),
        ("table", c_char_p),
        ("replace", c_bool),
        ("on_layer", OnLayer),
        ("context", c_void_p),
    ]


class Enumeration(Structure):
    _fields_ = [
        ("layers", POINTER(Layer)),
        ("layer_count", c_size_t),
        ("states", c_uint64),
        ("canonical", c_uint64),
        ("first_solved", c_uint32),
        ("whole", c_bool),
        ("table_written", c_bool),
        ("end", c_int),
        ("engine", c_char_p),
        ("hardest", c_uint64 * (HARDEST_MAX * STATE_WORDS_MAX)),
        ("hardest_listed", c_size_t),
        ("seconds", c_double),
        ("peak_memory", c_uint64),
    ]


class SolverOptions(Structure):
    _fields_ = [
        ("puzzle", PuzzleOptions),
        ("heuristic", c_char_p),
        ("cache", c_char_p),
        ("positions", c_size_t),
        ("limits", Limits),
        ("algorithm", c_char_p),
    ]


class Solution(Structure):
    _fields_ = [
        ("outcome", c_int),
        ("end", c_int),
        ("length", c_uint32),
        ("lower_bound", c_uint32),
        ("moves", POINTER(c_char_p)),
        ("states", POINTER(c_char_p)),
        ("nodes", c_uint64),
        ("seconds", c_double),
        ("expanded", c_uint64),
    ]


STRUCTURES = {
    "hr_search_limits": Limits,
    "hr_search_checkpoints": Checkpoints,
    "hr_search_layer": Layer,
    "hr_search_enumeration_options": EnumerationOptions,
    "hr_search_enumeration": Enumeration,
    "hr_search_solver_options": SolverOptions,
    "hr_search_solution": Solution,
}

_ERROR = POINTER(Error)
_FOUND = POINTER(POINTER(Enumeration))
_SOLUTION = POINTER(POINTER(Solution))

search = Library(
    "libhuarong-search",
    {
        "hr_ranks_create": (c_int, [c_void_p, POINTER(c_void_p), _ERROR]),
        "hr_ranks_start": (c_int, [POINTER(c_void_p), _ERROR]),
        "hr_ranks_rank": (c_int, [c_void_p, POINTER(c_int)]),
        "hr_ranks_destroy": (None, [POINTER(c_void_p)]),
        "hr_search_kind_add": (c_int, [c_void_p, _ERROR]),
        "hr_search_end_text": (c_char_p, [c_int]),
        "hr_search_enumerate": (c_int, [c_void_p, POINTER(EnumerationOptions), _FOUND, _ERROR]),
        "hr_search_enumeration_destroy": (None, [_FOUND]),
        "hr_search_solver_create": (c_int, [c_void_p, POINTER(SolverOptions), POINTER(c_void_p), _ERROR]),
        "hr_search_solver_method": (c_char_p, [c_void_p]),
        "hr_search_solver_bounds": (c_int, [c_void_p, POINTER(c_uint64), c_size_t, POINTER(c_uint32), _ERROR]),
        "hr_search_solver_destroy": (None, [POINTER(c_void_p)]),
        "hr_search_solve": (c_int, [c_void_p, c_char_p, POINTER(Limits), _SOLUTION, _ERROR]),
        "hr_search_solution_destroy": (None, [_SOLUTION]),
    },
)


class Ranks:
    """The ranks that search together: all processes of the job, or those of a communicator of mpi4py.

    Collective over them. They are closed at the end of the program, and must be before MPI ends. UsageError: `comm` is no
    communicator. LibraryError: there is no libhuarong-search.
    """

    def __init__(self, comm: Any = None) -> None:
        self.handle = c_void_p()
        if comm is None:
            search.call("hr_ranks_start", byref(self.handle))
        else:
            search.call("hr_ranks_create", _handle_of(comm), byref(self.handle))
        size = c_int()
        self.rank = int(search.hr_ranks_rank(self.handle, byref(size)))
        self.size = int(size.value)
        atexit.register(self.close)

    def __repr__(self) -> str:
        return f"<rank {self.rank} of {self.size}>"

    def close(self) -> None:
        """Collective. Search no more with these ranks."""
        atexit.unregister(self.close)
        search.hr_ranks_destroy(byref(self.handle))


def _handle_of(comm: Any) -> int:
    """The MPI_Comm of a communicator of mpi4py: a pointer or an int, as the MPI has it."""
    try:
        module = sys.modules["mpi4py.MPI"]
        return int.from_bytes(ctypes.string_at(module._addressof(comm), module._sizeof(comm)), sys.byteorder)
    except (KeyError, TypeError):
        raise UsageError(f"no communicator of mpi4py: {comm!r}") from None


_lock = threading.RLock()
_all: Optional[Ranks] = None


def _all_ranks() -> Ranks:
    global _all
    if _all is None:
        _all = Ranks()
    return _all


@contextmanager
def searching(ranks: Optional[Ranks]) -> Iterator[Ranks]:
    """The ranks for calls of the library; None: all of the job. Searches of several threads wait for each other."""
    with _lock, _interrupts_kept():
        those = ranks or _all_ranks()
        if not those.handle:
            raise UsageError("these ranks have been closed")
        try:
            yield those
        except (HuarongError, MemoryError) as error:
            if those.size > 1 and getattr(error, "status", INTERNAL) == INTERNAL:  # the others may wait for this rank
                atexit.unregister(those.close)
            raise


@contextmanager
def _interrupts_kept() -> Iterator[None]:
    """Keep the exception of ctrl-c until the library is back; `stop_wanted` lets Python see the signal, and ends the search."""
    here = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if here:
        signal.signal(signal.SIGINT, lambda _signal, _frame: raised.keep(KeyboardInterrupt()))
    try:
        yield
    finally:
        if here:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    raised.check(None, None, None)


def _stop_wanted() -> bool:
    return raised.error is not None


stop_wanted = StopWanted(_stop_wanted)


def limits(max_states: Optional[int], max_seconds: Optional[float], memory: Optional[int]) -> Limits:
    """Limits of a search; None: no limit."""
    for name, value in (("max_states", max_states), ("max_seconds", max_seconds), ("memory", memory)):
        if value is not None and not 0 < value < 1 << 64:
            raise UsageError(f"{name} must be above 0, and not {value}")
    return Limits(max_states or 0, max_seconds or 0, memory or 0, stop_wanted)
