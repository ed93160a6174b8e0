# SPDX-License-Identifier: MIT
"""huarong export: the arrays that it writes, read by NumPy alone."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy

import huarong


def huarong_does(*words):
    subprocess.run([os.environ["HR_PROGRAM"], *map(str, words)], check=True, stdin=subprocess.DEVNULL)


class Export(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def exported(self, name, *words):
        """The table that `words` make, and its array."""
        table, array = self.path / name, self.path / (name + ".npy")
        huarong_does(*words, "--quiet", "--table", table)
        huarong_does("export", table, "--output", array)
        return huarong.Table(table), numpy.load(array)

    def test_distances_by_index(self):
        table, array = self.exported("index", "enumerate", "tile:3x3", "--engine", "frontier")
        self.assertEqual(array.dtype, numpy.uint8)
        self.assertTrue((array == table.distances).all())

    def test_one_bit_per_state(self):
        table, array = self.exported("planes", "enumerate", "tile:3x3", "--engine", "planes")
        self.assertEqual(table.encoding, "planes")
        self.assertEqual(numpy.bincount(array).tolist(), table.layers.tolist())
        self.assertTrue((array == table.distances_of(table.states())).all())

    def test_unreached_states_are_255(self):
        table, array = self.exported("openings", "openings", "klotski:4x4")
        self.assertTrue((array == table.distances).all())
        self.assertEqual(int((array == 255).sum()), table.entries - table.reached)

    def test_keys_and_distances(self):
        table, array = self.exported("keys", "enumerate", "klotski:4x4", "--from", "TXXTBXXBTLRTB..B")
        self.assertEqual(array.dtype, numpy.dtype([("state", "<u8"), ("distance", "u1")]))
        self.assertTrue((array["state"] == table.keys).all())
        self.assertTrue((array["distance"] == table.distances).all())

    def test_pattern_databases_are_arrays_as_the_manual_says(self):
        puzzle = huarong.Puzzle("tile:3x3", goal=list(range(9)))
        solver = huarong.Solver(puzzle, algorithm="idastar", heuristic="4-4", cache=self.path)
        states = puzzle.random(200, seed=1)
        boards = numpy.array([puzzle.format(state).split() for state in states], dtype=int)
        mirror = numpy.arange(9).reshape(3, 3).T.ravel()  # the heuristic looks at the mirrored position, too
        sums = numpy.zeros((2, len(boards)), dtype=int)
        paths = list(self.path.glob("pattern-*.hrp"))
        self.assertEqual(len(paths), 2)
        for path in paths:
            width, height, blank, count = numpy.fromfile(path, "<u4", 4, offset=24)
            self.assertEqual((width, height, blank), (3, 3, 0))  # so a tile's home is its number
            homes = numpy.fromfile(path, numpy.uint8, count, offset=40)
            values = numpy.memmap(path, numpy.uint8, "r", 4096).reshape([9 - i for i in range(count)])
            for total, seen in zip(sums, (boards, mirror[boards[:, mirror]])):
                cells = numpy.argsort(seen, axis=1)[:, homes]
                indices = [cells[:, i] - (cells[:, :i] < cells[:, i : i + 1]).sum(axis=1) for i in range(count)]
                total += values[tuple(indices)]
        self.assertEqual(sums.max(axis=0).tolist(), solver.bounds(states).tolist())

    def test_head_is_padded_as_numpy_pads_it(self):
        _, array = self.exported("small", "enumerate", "tile:2x2", "--engine", "frontier")
        numpy.save(self.path / "own.npy", array)
        self.assertEqual((self.path / "small.npy").read_bytes(), (self.path / "own.npy").read_bytes())


if __name__ == "__main__":
    unittest.main()
