# SPDX-License-Identifier: MIT
"""Exact distances of sliding puzzles: what libhuarong knows, with NumPy arrays.

    >>> import numpy, huarong
    >>> table = huarong.Table("all.table")  # made by: huarong openings --out all.table
    >>> numpy.bincount(table.distances)[:3]
    array([2260392, 1082147, 1489399])
    >>> table.distance("横刀立马")
    116
    >>> table.moves("横刀立马")[0].text
    'single from 3,4 to 2,4'

States are numbers of 64 bits. Wherever one state is wanted its text will do. What the library refuses is a HuarongError with a text
that says what to do: UsageError (also a ValueError), TableFileError (also an OSError), LibraryError (also an ImportError).
"""

from ._library import UNREACHED, HuarongError, LibraryError, TableFileError, UsageError, library
from .puzzle import Opening, Puzzle, State, States, Step, named_openings
from .table import Table

__version__: str = library.hr_version().decode()

__all__ = [
    "UNREACHED",
    "HuarongError",
    "LibraryError",
    "Opening",
    "Puzzle",
    "State",
    "States",
    "Step",
    "Table",
    "TableFileError",
    "UsageError",
    "named_openings",
]
