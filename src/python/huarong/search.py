# SPDX-License-Identifier: MIT
"""Searches: all states of a puzzle, and shortest solutions of positions.

    >>> import huarong
    >>> huarong.enumerate("tile:3x3").layers[:5]
    array([1, 2, 4, 8, 16], dtype=uint64)
    >>> found = huarong.solve("tile:4x4", positions, algorithm="astar", heuristic="manhattan")
    >>> found.lengths.mean(), found.expanded.sum(), found.moves(0)[:3]

A process that was started by itself searches alone. Under mpirun the processes of the job search together: each makes the same calls
with the same arguments, and gets the same results. With mpi4py, import it first; `ranks=huarong.Ranks(comm)` lets the ranks of a
communicator search. mpi4py and libhuarong-search must have been built with the same MPI. Ctrl-c ends a search, and so does
an exception in a Python function that it calls: on that rank the exception is raised, on others `end` is "by a signal".
"""

from __future__ import annotations

import os
from ctypes import POINTER, byref, c_void_p
from typing import Any, Callable, List, NamedTuple, Optional, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library, _search_library
from ._arrays import States, as_text, pointer_to, shaped
from ._library import UNREACHED, StoppedError, UsageError, encoded, needed, raised
from ._search_library import Ranks, limits, search, searching
from .puzzle import Puzzle

__all__ = ["Enumeration", "Layer", "Ranks", "Solutions", "Solver", "enumerate", "solve"]

Path = Union[None, str, "os.PathLike[str]"]


class Layer(NamedTuple):
    """The states at one distance."""

    depth: int
    states: int
    canonical: int  # images of each other counted once
    solved: int
    seconds: float


class Enumeration(NamedTuple):
    """What `enumerate` has found. The arrays have one element for each distance, from 0 on."""

    puzzle: Puzzle
    layers: NDArray[numpy.uint64]  # states
    canonical: NDArray[numpy.uint64]  # states, those that are images of each other counted once
    solved: NDArray[numpy.uint64]  # solved states
    fingerprints: NDArray[numpy.uint64]  # sums of hashes of the canonical states; 0 from an engine without explicit states
    hardest: States  # the smallest states of the last layer, up to 64
    first_solved: Optional[int]  # the first layer with a solved state
    whole: bool  # are these all states that can be reached?
    end: str  # what has stopped the search: "by the time limit"; empty: nothing
    engine: str
    seconds: float  # wall time
    peak_memory: int  # of all ranks, in bytes


def _puzzle(puzzle: Union[Puzzle, str], options: "dict[str, Any]") -> Puzzle:
    if isinstance(puzzle, Puzzle):
        if options:
            raise UsageError(f"{', '.join(options)}: of a Puzzle that is made already")
        return puzzle
    return Puzzle(puzzle, **options)


def _path(path: Path) -> Optional[bytes]:
    return None if path is None else needed(os.fspath(path))


def enumerate(
    puzzle: Union[Puzzle, str],
    *,
    engine: Optional[str] = None,
    max_depth: Optional[int] = None,
    max_states: Optional[int] = None,
    max_seconds: Optional[float] = None,
    memory: Optional[int] = None,
    table: Path = None,
    replace: bool = False,
    checkpoints: Path = None,
    every: float = 0,
    resume: bool = False,
    on_layer: Optional[Callable[[Layer], Any]] = None,
    ranks: Optional[Ranks] = None,
    **options: Any,
) -> Enumeration:
    """All states of a puzzle, layer by layer, as `huarong enumerate`. `options` are those of `Puzzle`: metric="slide".

    `max_depth` is the last layer to make; `max_states` ends the search with the layer that reaches so many; `memory` is in bytes for
    all ranks of a node. `table` is the file for the distances, written once the whole space is known; `replace` lets it replace a
    file. `checkpoints` is a directory, `every` the least seconds between two of them, and `resume` goes on from the newest.
    `on_layer` is called on rank 0 for each layer.

    A limit is no error: `end` names it. StoppedError: the limits allow no layer. UsageError: no such puzzle or engine.
    TableFileError: the table or a checkpoint cannot be written, or is there already. What `on_layer` raises ends the search.
    """
    made = _puzzle(puzzle, options)
    if max_depth is not None and not 0 < max_depth < UNREACHED:
        raise UsageError(f"max_depth must be above 0, and not {max_depth}")

    def tell(layer: Any, _context: Any) -> None:
        try:
            if on_layer is not None:
                on_layer(Layer(*(getattr(layer.contents, name) for name in Layer._fields)))
        except BaseException as error:
            raised.keep(error)

    wanted = _search_library.EnumerationOptions(
        puzzle=made._options,
        engine=encoded(engine),
        max_depth=max_depth or 0,
        limits=limits(max_states, max_seconds, memory),
        checkpoints=_search_library.Checkpoints(_path(checkpoints), every, resume),
        table=_path(table),
        replace=replace,
        on_layer=_search_library.OnLayer(tell),
    )
    found = POINTER(_search_library.Enumeration)()
    try:
        with searching(ranks) as all_ranks:
            try:
                search.call("hr_search_enumerate", all_ranks.handle, byref(wanted), byref(found))
            except StoppedError:
                if not found:
                    raise
        return _enumerated(made, found.contents)
    finally:
        search.hr_search_enumeration_destroy(byref(found))


def _enumerated(puzzle: Puzzle, found: _search_library.Enumeration) -> Enumeration:
    def column(name: str) -> NDArray[numpy.uint64]:
        return numpy.array([getattr(layer, name) for layer in found.layers[: found.layer_count]], dtype=numpy.uint64)

    return Enumeration(
        puzzle,
        column("states"),
        column("canonical"),
        column("solved"),
        column("fingerprint"),
        shaped(numpy.array(found.hardest[: found.hardest_listed * puzzle.state_words], dtype=numpy.uint64), puzzle.state_words),
        None if found.first_solved == UNREACHED else int(found.first_solved),
        bool(found.whole),
        search.hr_search_end_text(found.end).decode(),
        found.engine.decode(),
        float(found.seconds),
        int(found.peak_memory),
    )


OUTCOMES = ("solved", "unsolvable", "open")


class Solutions:
    """What `solve` has found of n positions, in their order."""

    def __init__(self, method: str, found: List[Any]) -> None:
        self._found = found

        def column(name: str, dtype: Any) -> NDArray[Any]:
            return numpy.array([getattr(one.contents, name) for one in found], dtype=dtype)

        self.method = method  # "IDA* by 7-8"
        self.outcomes: NDArray[numpy.str_] = numpy.array([OUTCOMES[one.contents.outcome] for one in found], dtype="U10")
        self.lengths: NDArray[numpy.int64] = numpy.where(self.outcomes == "solved", column("length", numpy.int64), -1)
        self.lower_bounds: NDArray[numpy.int64] = column("lower_bound", numpy.int64)  # no solution has fewer moves
        self.nodes: NDArray[numpy.uint64] = column("nodes", numpy.uint64)  # generated; breadth first: states found
        self.expanded: NDArray[numpy.uint64] = column("expanded", numpy.uint64)  # breadth first: 0
        self.seconds: NDArray[numpy.float64] = column("seconds", numpy.float64)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"<{len(self)} positions by {self.method}, {numpy.count_nonzero(self.lengths >= 0)} of them solved>"

    def __del__(self) -> None:
        for one in self._found:
            search.hr_search_solution_destroy(byref(one))

    def moves(self, position: int) -> List[str]:
        """The moves of a position's solution: ["R", "D", …]. None if no solution is known."""
        found = self._found[position].contents
        return [text.decode() for text in found.moves[: found.length]]

    def states(self, position: int) -> List[str]:
        """The position, and then the position after each move, as texts. Pieces keep their letters."""
        found = self._found[position].contents
        return [text.decode() for text in found.states[: found.length + 1]]


class Solver:
    """A way to solve positions of a puzzle, with the tables of its heuristic, which are made once.

    `algorithm` is "auto", "idastar", "layers" or "astar"; `heuristic` a name as of `huarong solve --heuristic`, or None. `positions`
    is about how many will be solved, for the choice of a heuristic. `cache` is the directory for pattern databases; without one they
    are made anew. `max_seconds` and `memory`, in bytes, limit the making of tables. `options` are those of `Puzzle`.

    UsageError: there is no such puzzle, algorithm or heuristic. StoppedError: the tables do not keep to the limits.
    """

    def __init__(
        self,
        puzzle: Union[Puzzle, str],
        *,
        algorithm: str = "auto",
        heuristic: Optional[str] = None,
        positions: int = 1,
        cache: Path = None,
        max_seconds: Optional[float] = None,
        memory: Optional[int] = None,
        ranks: Optional[Ranks] = None,
        **options: Any,
    ) -> None:
        self._handle = c_void_p()
        self._puzzle: Optional[Puzzle] = None
        if isinstance(puzzle, str) and puzzle.startswith("drops"):  # positions of which there are no packed states
            made = _library.PuzzleOptions(spec=needed(puzzle))
        else:
            self._puzzle = _puzzle(puzzle, options)
            made = self._puzzle._options
        self._options = _search_library.SolverOptions(
            made, encoded(heuristic), _path(cache), positions, limits(None, max_seconds, memory), needed(algorithm)
        )
        with searching(ranks) as self._ranks:
            search.call("hr_search_solver_create", self._ranks.handle, byref(self._options), byref(self._handle))

    def __del__(self) -> None:
        if getattr(self, "_handle", None) and self._ranks.handle:  # after the ranks, the solver has nobody to tell
            search.hr_search_solver_destroy(byref(self._handle))

    @property
    def method(self) -> str:
        """How positions are solved: "IDA* by 7-8"."""
        return str(search.hr_search_solver_method(self._handle).decode())

    def bounds(self, states: ArrayLike) -> NDArray[numpy.uint32]:
        """The heuristic's values of several states, as `Puzzle.states` takes them; UNREACHED where there is no solution."""
        if self._puzzle is None:
            raise UsageError("of water drops there are no arrays of states")
        array = self._puzzle.states(states)
        bounds = numpy.empty(len(array), dtype=numpy.uint32)
        search.call("hr_search_solver_bounds", self._handle, pointer_to(array), len(array), pointer_to(bounds))
        return bounds

    def _texts(self, positions: Any) -> List[str]:
        """Positions as texts, which need no solution."""
        if isinstance(positions, str):
            return [positions]
        puzzle = self._puzzle
        if puzzle is None:
            return [as_text(position) for position in positions]
        if isinstance(positions, numpy.ndarray) and (positions.ndim < 2 or positions.shape[-1] == puzzle.state_words):
            positions = puzzle.numbers(positions)
        boards = (str, list, tuple, numpy.ndarray)
        return [as_text(p) if isinstance(p, boards) and not puzzle._is_row(p) else puzzle.format(p) for p in positions]

    def solve(
        self,
        positions: Any,
        *,
        max_nodes: Optional[int] = None,
        max_seconds: Optional[float] = None,
        memory: Optional[int] = None,
    ) -> Solutions:
        """Solve positions, one after the other. The limits are for each; `memory` is in bytes for all ranks of a node.

        `positions` are a text, or a sequence of states, texts and boards, or an array of states or boards.
        UsageError: one is no position of the puzzle. A position that a limit ends is "open", and that is no error.
        """
        within = limits(max_nodes, max_seconds, memory)
        found: List[Any] = []
        with searching(self._ranks):
            for text in self._texts(positions):
                one = POINTER(_search_library.Solution)()
                try:
                    search.call("hr_search_solve", self._handle, needed(text), byref(within), byref(one))
                except StoppedError:
                    pass
                found.append(one)
        return Solutions(self.method, found)


def solve(
    puzzle: Union[Puzzle, str],
    positions: Any,
    *,
    max_nodes: Optional[int] = None,
    max_seconds: Optional[float] = None,
    memory: Optional[int] = None,
    **options: Any,
) -> Solutions:
    """Shortest solutions of positions, as `huarong solve`. `options` are those of `Solver` and `Puzzle`, `positions` and the limits
    those of `Solver.solve`."""
    several = [positions] if isinstance(positions, str) else positions
    solver = Solver(puzzle, positions=max(1, len(several)), memory=memory, **options)
    return solver.solve(several, max_nodes=max_nodes, max_seconds=max_seconds, memory=memory)
