# SPDX-License-Identifier: MIT
"""Kinds of puzzles in Python: the 2x2x2 cube by tables of NumPy, and what goes wrong."""

import itertools
import os
import tempfile
import unittest

import numpy

import huarong

# Where the corner comes from that a quarter turn of the upper, right and front face brings to each place, and how it is twisted
# (Kociemba's tables). The corner that none of them moves stays where it is.
FROM = ((3, 0, 1, 2, 4, 5, 6), (4, 1, 2, 0, 6, 5, 3), (1, 5, 2, 3, 0, 4, 6))
TWIST = ((0, 0, 0, 0, 0, 0, 0), (2, 0, 0, 1, 1, 0, 2), (1, 2, 0, 0, 2, 1, 0))


class Cube(huarong.Kind):
    """the 2x2x2 cube: 2x2x2:half or 2x2x2:quarter

    A state is 729 times the number of the corners' permutation, and the twists of six corners as a number to the base of three.
    """

    name = "2x2x2"
    index_count = reachable = 5040 * 729

    def __init__(self, board):
        if board not in ("half", "quarter"):
            raise ValueError("write 2x2x2:half or 2x2x2:quarter")
        quarters = (1, 2, 3) if board == "half" else (1, 3)
        self.bipartite = board == "quarter"  # a quarter turn is an odd permutation
        orders = numpy.array(list(itertools.permutations(range(7))))
        twists = numpy.array(list(itertools.product(range(3), repeat=6)))
        twists = numpy.c_[twists, -twists.sum(axis=1) % 3]
        order_values, twist_values = 7 ** numpy.arange(7), 3 ** numpy.arange(6)[::-1]
        number = numpy.zeros(7**7, dtype=numpy.int64)
        number[orders @ order_values] = numpy.arange(5040)
        self.orders, self.twists = [], []  # for each move, what it makes of each number
        for face in range(3):
            order, twist = orders, twists
            for turned in range(1, 4):
                order, twist = order[:, FROM[face]], (twist[:, FROM[face]] + TWIST[face]) % 3
                if turned in quarters:
                    self.orders.append(number[order @ order_values].astype(numpy.uint64))
                    self.twists.append((twist[:, :6] @ twist_values).astype(numpy.uint64))
        self.max_successors = len(self.orders)

    def expand(self, states):
        order, twist = numpy.divmod(states, numpy.uint64(729))
        return numpy.stack([o[order] * numpy.uint64(729) + t[twist] for o, t in zip(self.orders, self.twists)], axis=1)

    def index(self, states):
        return states

    def unindex(self, indices):
        return indices

    def valid(self, state):
        return state < self.index_count


class Grid(huarong.Kind):
    """steps on a square with the corner (0, 0), a word for each coordinate"""

    name = "grid"
    max_successors = 4
    state_words = 2
    symmetry_order = 2
    fails = None  # what a function does instead of its work

    def __init__(self, board):
        self.size = int(board)
        self.reachable = self.size**2

    def expand(self, states):
        if Grid.fails is not None and len(states) > 0:
            Grid.fails("expand")
        around = states[:, None, :].astype(numpy.int64) + [(1, 0), (-1, 0), (0, 1), (0, -1)]
        inside = ((around >= 0) & (around < self.size)).all(axis=2)
        return around[inside], inside.sum(axis=1)

    def image(self, symmetry, states):
        return states[:, ::-1]

    def heuristic(self, states):
        return states.sum(axis=1)

    def format(self, state):
        return f"{state % 2**64},{state >> 64}"

    def parse(self, text):
        x, y = map(int, text.split(","))
        return x + (y << 64)

    def valid(self, state):
        return state % 2**64 < self.size and state >> 64 < self.size

    def move(self, before, after):
        return f"to {self.format(after)}"


huarong.add_kind(Cube)
huarong.add_kind(Grid)


class Kinds(unittest.TestCase):
    def tearDown(self):
        Grid.fails = None

    def test_the_cube_has_the_published_distances(self):  # cube20.org, Jaap Scherphuis: layers of the 2x2x2 cube
        for board, greatest, farthest in (("half", 11, 2644), ("quarter", 14, 276)):
            found = huarong.enumerate(f"2x2x2:{board}")
            self.assertEqual((int(found.layers.sum()), len(found.layers) - 1, int(found.layers[-1])), (3674160, greatest, farthest))
        state = found.hardest[0]
        solved = huarong.solve("2x2x2:quarter", [state])
        self.assertEqual((solved.lengths.tolist(), len(solved.moves(0)), solved.states(0)[-1]), ([14], 14, "0"))

    def test_states_of_two_words_with_symmetry_heuristic_and_moves(self):
        found = huarong.enumerate("grid:30")
        self.assertEqual(found.layers.tolist(), [*range(1, 31), *range(29, 0, -1)])
        self.assertTrue((found.canonical == (found.layers + 1) // 2).all())
        puzzle = huarong.Puzzle("grid:30")
        self.assertEqual(puzzle.format(found.hardest[0]), "29,29")
        solver = huarong.Solver("grid:30", algorithm="astar")
        self.assertEqual(solver.bounds(["3,4", "29,29"]).tolist(), [7, 58])
        solved = solver.solve(["3,0", "0,0"])
        self.assertEqual((solved.moves(0), solved.lengths.tolist()), (["to 2,0", "to 1,0", "to 0,0"], [3, 0]))
        self.assertEqual((puzzle.kind, puzzle.state_words, puzzle.symmetry_order), ("grid", 2, 2))
        with tempfile.TemporaryDirectory() as folder:
            huarong.enumerate("grid:30", table=f"{folder}/table")
            self.assertEqual(huarong.Table(f"{folder}/table").distance("5,6"), 11)

    def test_an_exception_ends_a_search_and_leaves_no_table(self):
        calls, fails_at = [0], 0

        def fail(where):
            calls[0] += 1
            if calls[0] == fails_at:
                raise ZeroDivisionError(where)

        Grid.fails = fail
        with tempfile.TemporaryDirectory() as folder:
            huarong.enumerate("grid:6", table=f"{folder}/table", engine="frontier")
            os.remove(f"{folder}/table")
            number = calls[0]
            self.assertGreater(number, 100)
            for fails_at in [*range(1, 40), *range(number - 40, number + 1)]:
                calls[0] = 0
                with self.assertRaisesRegex(ZeroDivisionError, "expand"):
                    huarong.enumerate("grid:6", table=f"{folder}/table", engine="frontier")
                self.assertEqual(os.listdir(folder), [], f"call {fails_at} of {number}")
            for algorithm in ("layers", "astar"):
                solver = huarong.Solver("grid:6", algorithm=algorithm)
                calls[0], fails_at = 0, 3
                with self.assertRaisesRegex(ZeroDivisionError, "expand"):
                    solver.solve("5,5")

    def test_what_makes_no_sense_is_refused(self):
        with self.assertRaisesRegex(huarong.UsageError, "bad board in '2x2x2:third': write 2x2x2:half or 2x2x2:quarter"):
            huarong.Puzzle("2x2x2:third")
        with self.assertRaisesRegex(huarong.UsageError, "bad state: invalid literal"):
            huarong.Puzzle("grid:3").parse("a,b")
        with self.assertRaisesRegex(huarong.UsageError, "no such state"):
            huarong.Puzzle("grid:3").parse("3,3")
        huarong.add_kind(Grid)  # it is there
        for members, text in (
            ({"name": "grid"}, "a kind of puzzle with the name 'grid' already"),
            ({"name": "Bad name"}, "bad name"),
            ({}, "has no name"),
        ):
            with self.assertRaisesRegex(huarong.UsageError, text):
                huarong.add_kind(type("Other", (huarong.Kind,), members))

    def test_wrong_functions_are_refused(self):
        for number, (members, error, text) in enumerate(
            (
                ({}, NotImplementedError, "no function expand"),
                ({"expand": lambda self, states: states + 0.5}, huarong.UsageError, "successors must be whole numbers"),
                ({"expand": lambda self, states: numpy.zeros((len(states), 3), int)}, huarong.UsageError, "more successors than max_successors"),
                ({"expand": lambda self, states: (states, [2] * len(states))}, huarong.UsageError, "others than it counts"),
                ({"expand": lambda self, states: states + 1}, huarong.UsageError, "no move undoes the move to a successor"),
                ({"expand": lambda self, states: states, "index": lambda self, states: states}, huarong.UsageError, "unindex"),
                ({"expand": lambda self, states: states, "solved": lambda self, states: [True] * 99}, huarong.UsageError, "'solved' gives an array of the shape"),
                ({"expand": lambda self, states: states, "format": lambda self, state: 5}, AttributeError, "encode"),
                ({"expand": lambda self, states: states, "sources": lambda self: []}, huarong.UsageError, "'sources' gives an array of the shape \\(0,\\)"),
            )
        ):
            with self.assertRaisesRegex(error, text):
                huarong.add_kind(type("Wrong", (huarong.Kind,), {"name": f"wrong-{number}", "max_successors": 2, **members}))
                huarong.enumerate(f"wrong-{number}:1")


if __name__ == "__main__":
    unittest.main()
