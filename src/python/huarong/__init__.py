# SPDX-License-Identifier: MIT
"""Exact distances of sliding puzzles: what libhuarong knows, with NumPy arrays.

    >>> import numpy, huarong
    >>> table = huarong.Table("all.table")  # made by: huarong openings --table all.table
    >>> numpy.bincount(table.distances)[:3]
    array([2260392, 1082147, 1489399])
    >>> table.distance("横刀立马")
    116
    >>> table.moves("横刀立马")[0].text
    'single from 3,4 to 2,4'

States are numbers of 64 bits, or of more where a board needs more; an array has a row of several numbers for each of these.
Wherever one state is wanted its text will do. What the library refuses is a HuarongError with a text
that says what to do: UsageError (also a ValueError), TableFileError (also an OSError), LibraryError (also an ImportError), StoppedError.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, List

from ._library import UNREACHED, HuarongError, LibraryError, StoppedError, TableFileError, UsageError, library

if TYPE_CHECKING:
    from .kind import Kind, add_kind
    from .puzzle import Opening, Puzzle, State, States, Step, named_openings
    from .search import Enumeration, Layer, Ranks, Solutions, Solver, enumerate, solve
    from .table import Table

    __version__: str

__all__ = [
    "UNREACHED",
    "Enumeration",
    "HuarongError",
    "Kind",
    "Layer",
    "LibraryError",
    "Opening",
    "Puzzle",
    "Ranks",
    "Solutions",
    "Solver",
    "State",
    "States",
    "Step",
    "StoppedError",
    "Table",
    "TableFileError",
    "UsageError",
    "add_kind",
    "enumerate",
    "named_openings",
    "solve",
]

_MODULES = ("kind", "puzzle", "search", "table")  # those that need NumPy


def _module(name: str) -> Any:
    try:
        import_module("numpy")
    except ImportError as reason:
        first = str(reason).strip().partition("\n")[0]
        raise LibraryError(f"the Python module huarong needs NumPy: {first}; Debian's package is python3-numpy") from None
    return import_module("." + name, __name__)


def __getattr__(name: str) -> Any:
    """What needs NumPy or libhuarong is looked for when it is first used: without them `import huarong` and --help still work."""
    if name == "__version__":
        return library.hr_version().decode()
    if name in _MODULES:
        return _module(name)
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = next(getattr(module, name) for module in map(_module, _MODULES) if name in module.__all__)
    globals()[name] = found
    return found


def __dir__() -> List[str]:
    return sorted({*globals(), *__all__, *_MODULES, "__version__"})
