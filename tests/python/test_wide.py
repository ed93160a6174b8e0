# SPDX-License-Identifier: MIT
"""Puzzles and tables whose states need 65 to 128 bits: what the other tests ask of 64 bits, with arrays of two numbers a state; and of larger boards."""

import gc
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy

import huarong

SOURCE = Path(os.environ["HR_SOURCE_DIR"])
ROW = SOURCE / "tests/golden/formats/wide.table"  # twenty pieces, which pass a gap on: one state for each place of the gap

# Twenty pieces (75 bits). All but the last two keep to their row: 12,012 states.
COMB = """
start:
##################...
abcdefghijklmnopqrst.

goal:
#####################
.abcdefghijklmnopqrst

horizontal: abcdefghijklmnopqr
"""


def huarong_makes(*words):
    subprocess.run([os.environ["HR_PROGRAM"], *map(str, words)], check=True, stdin=subprocess.DEVNULL)


def gap_at(steps):
    """The row's state in which the gap has moved so far from its end."""
    pieces = "abcdefghijklmnopqrst"
    return pieces[: 20 - steps] + "." + pieces[20 - steps :]


class Wide(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        (cls.path / "comb.txt").write_text(COMB)
        huarong_makes("enumerate", "blocks:" + str(cls.path / "comb.txt"), "--table", cls.path / "comb", "--quiet")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_state_of_a_row(self):
        table = huarong.Table(ROW)
        puzzle = table.puzzle
        states = puzzle.states([gap_at(steps) for steps in range(21)])
        self.assertEqual((states.dtype, states.shape, puzzle.state_words), (numpy.uint64, (21, 2), 2))
        self.assertEqual(table.distances_of(states).tolist(), list(range(21)))
        self.assertEqual([puzzle.format(state) for state in states], [gap_at(steps) for steps in range(21)])
        numbers = puzzle.numbers(states)
        self.assertEqual([puzzle.parse(gap_at(steps)) for steps in range(21)], numbers)
        self.assertGreater(max(numbers), 1 << 64)
        self.assertEqual(puzzle.numbers(table.path(gap_at(20))), numbers[::-1])
        self.assertEqual(puzzle.numbers(table.nearer(numbers[7])), [numbers[6]])
        self.assertEqual(puzzle.numbers(table.hardest), [numbers[20]])
        self.assertEqual(puzzle.numbers(puzzle.successors(states[7])), sorted([numbers[6], numbers[8]]))
        self.assertEqual([table.distance(states[9]), table.distance(numbers[9]), table.distance(gap_at(9))], [9, 9, 9])
        self.assertEqual([step.piece for step in table.moves(gap_at(3))], ["r", "s", "t"])
        self.assertEqual(puzzle.step(states[0], states[1]).text, "t right 1")
        self.assertEqual([puzzle.numbers(layer) for _, layer in table.iter_layers()], [[number] for number in numbers])
        self.assertEqual(puzzle.code(states[0]), "")
        self.assertEqual(puzzle.numbers(puzzle.sources()), numbers[:1])

    def test_equal_pieces_keep_their_letters_on_a_path(self):
        start = "abcdefgh/ijklmnop/qrst..../......../........"
        puzzle = huarong.Puzzle(f"blocks:start: {start}; goal: abcdefgh/.jklmnop/i")
        way = [start, "abcdefgh/ijklmnop/.rst..../q......./........", "abcdefgh/ijklmnop/.rst..../......../q......."]
        self.assertEqual(puzzle.state_words, 2)
        path = puzzle.states(way)
        self.assertEqual(puzzle.texts(path), way)
        self.assertNotEqual(puzzle.format(path[1]), way[1])
        self.assertEqual([step.text for step in puzzle.moves(path)], ["q down 1", "q down 1"])
        self.assertEqual(puzzle.moves(path, start=start.replace("q", "#").replace("r", "q").replace("#", "r"))[1].piece, "r")
        self.assertIn("q", puzzle.drawings(path)[2])

    def test_keys_and_distances_are_the_file_s_memory(self):
        table = huarong.Table(self.path / "comb")
        keys, distances = table.keys, table.distances
        self.assertEqual((table.encoding, keys.dtype, keys.shape, distances.shape), ("keys", numpy.uint64, (12012, 2), (12012,)))
        self.assertFalse(keys.flags.owndata or keys.flags.writeable or distances.flags.owndata)
        self.assertEqual(keys.ctypes.data, table.keys.ctypes.data)
        numbers = table.puzzle.numbers(keys)
        self.assertEqual(numbers, sorted(set(numbers)))
        self.assertEqual(numpy.bincount(distances).tolist(), table.layers.tolist())
        self.assertTrue((table.distances_of(keys) == distances).all())
        self.assertTrue((table.states() == keys).all() and (table.states(5000, 7) == keys[5000:5007]).all())
        at = int(distances.argmax())
        path = table.path(keys[at])
        self.assertEqual(table.distances_of(path).tolist(), list(range(table.max_distance, -1, -1)))
        self.assertEqual(len(table.layer(7)), int(table.layers[7]))

    def test_layers_are_those_of_a_search(self):
        table = huarong.Table(self.path / "comb")
        puzzle = huarong.Puzzle("blocks:comb", text=COMB)
        self.assertEqual((puzzle.spec, puzzle.state_words, puzzle.index_count), ("blocks:21x2", 2, 0))
        seen, layer, sizes = set(), puzzle.sources(), []
        while layer.size > 0:
            sizes.append(len(layer))
            seen.update(puzzle.numbers(layer))
            found = set(puzzle.numbers(puzzle.expand(layer)[0]))
            layer = puzzle.states([number for number in found if number not in seen])
        self.assertEqual(sizes, table.layers.tolist())

    def test_the_24_puzzle(self):
        puzzle = huarong.Puzzle("tile:5x5")
        goal = numpy.append(numpy.arange(1, 25), 0)
        successors = puzzle.successors(goal)
        numbers = puzzle.numbers(successors)
        self.assertEqual((successors.shape, numbers), ((2, 2), sorted(numbers)))
        self.assertEqual(puzzle.format(successors[0]), puzzle.format(numbers[0]))
        boards = numpy.array([goal, [int(tile) for tile in puzzle.format(successors[0]).split()]])
        self.assertEqual(puzzle.numbers(boards.reshape(2, 5, 5)), [puzzle.parse(goal), numbers[0]])
        self.assertEqual(puzzle.numbers(puzzle.states(boards)), puzzle.numbers(boards))
        both = puzzle.numbers(puzzle.canonical(successors))
        self.assertEqual(both, [min(numbers)] * 2)  # each is the other's image

    def test_arrays_of_other_forms_are_taken(self):
        table = huarong.Table(self.path / "comb")
        keys, distances = table.keys, table.distances
        huarong_makes("export", self.path / "comb", "--output", self.path / "comb.npy")
        rows = numpy.load(self.path / "comb.npy")
        self.assertTrue((table.distances_of(rows["state"]) == rows["distance"]).all())
        self.assertTrue((table.distances_of(keys[::-3]) == distances[::-3]).all())
        memory = numpy.zeros(16 * 50 + 1, dtype=numpy.uint8)
        memory[1:] = numpy.frombuffer(keys[:50].tobytes(), dtype=numpy.uint8)
        self.assertTrue((table.distances_of(memory[1:].view(numpy.uint64).reshape(50, 2)) == distances[:50]).all())
        self.assertTrue((table.distances_of(list(keys[:50])) == distances[:50]).all())
        self.assertEqual(table.distances_of(keys[:0]).tolist(), [])
        self.assertEqual(table.distances_of([]).tolist(), [])

    def test_symmetry_goal_and_drawing(self):
        puzzle = huarong.Puzzle("blocks:comb", text=COMB)
        (start,) = puzzle.sources()
        canonical = puzzle.canonical([start, start])
        self.assertEqual(puzzle.numbers(canonical), [min(puzzle.numbers(puzzle.images(start)))] * 2)
        self.assertEqual(puzzle.draw(start).count("\n"), huarong.Puzzle("blocks:two", text="start: a./..; goal: .a/..").draw("a./..").count("\n"))
        self.assertFalse(puzzle.solved([start]).any())
        self.assertTrue(puzzle.goal)

    def test_arrays_outlive_the_table(self):
        with huarong.Table(self.path / "comb") as table:
            keys, puzzle = table.keys, table.puzzle
        del table
        gc.collect()
        self.assertEqual(len(puzzle.numbers(keys)), 12012)
        self.assertTrue(puzzle.format(keys[0]))

    def test_what_makes_no_sense_is_refused(self):
        table = huarong.Table(ROW)
        for state, text in ((1 << 128, "more than 128 bits"), (-1, "more than 128 bits"), ("abc", ""), (1.5j, "no state"), ((1, 2), "21 cells")):
            with self.assertRaisesRegex(huarong.UsageError, text):
                table.distance(state)
        with self.assertRaisesRegex(huarong.UsageError, "states of blocks:21x1 are rows of 2 numbers"):
            table.distances_of(numpy.array([7, 8], dtype=numpy.uint64))
        with self.assertRaises(huarong.UsageError):
            table.distances_of(numpy.array([[1.5, 2.5]]))
        for states in (None, b"12", numpy.array(["x"]), numpy.array([1.5]), {1: 2}):
            with self.assertRaisesRegex(huarong.UsageError, "states must be whole numbers from 0 on"):
                table.puzzle.numbers(states)
        self.assertEqual(table.puzzle.numbers(gap_at(3)), [table.puzzle.parse(gap_at(3))])
        with self.assertRaises(huarong.UsageError):
            table.puzzle.code(-1)
        for first in (21, 1 << 64):
            with self.assertRaisesRegex(huarong.UsageError, "entries"):
                table.states(first, 1)
        with self.assertRaisesRegex(huarong.UsageError, "no state: 1.5"):
            table.distance(1.5)
        with self.assertRaisesRegex(huarong.UsageError, "0 or more"):
            table.puzzle.sources(-1)
        with self.assertRaisesRegex(huarong.UsageError, "no index"):
            table.puzzle.index(table.puzzle.parse(gap_at(0)))
        lower, upper = "abcdefghijklmnopqrstuvwxyz......", "ABCDEFGHIJKLMNOPQRSTUVWXYZ......"
        with self.assertRaisesRegex(huarong.UsageError, "576 bits: at most 512 are possible"):
            huarong.Puzzle("blocks:large", text=f"start: {lower}/{upper}{30 * ('/' + 32 * '.')}; goal: {upper}/{lower}")
        with self.assertRaisesRegex(huarong.UsageError, "unknown puzzle"):
            huarong.Puzzle("rubik:3x3")

    def test_damage_is_told_as_it_is(self):
        content = bytearray((self.path / "comb").read_bytes())
        damaged = self.path / "damaged"
        content[-1] ^= 1
        damaged.write_bytes(content)
        with self.assertRaisesRegex(huarong.TableFileError, "wrong checksum of chunk"):
            huarong.Table(damaged).distances
        damaged.write_bytes(content[:5000])
        with self.assertRaisesRegex(huarong.TableFileError, "cut off"):
            huarong.Table(damaged)
        content = bytearray((SOURCE / "tests/golden/tile-2x3.table").read_bytes())
        content[200] ^= 1
        damaged.write_bytes(content)
        with self.assertRaisesRegex(huarong.TableFileError, "damaged table: wrong checksum of the head"):
            huarong.Table(damaged)

    def test_the_command_reads_them(self):
        words = [sys.executable, "-m", "huarong", str(ROW)]
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(told[0].split(), ["puzzle", "blocks:21x1"])
        self.assertEqual([line.split() for line in told[-21:]], [[str(distance), "1"] for distance in range(21)])
        told = subprocess.run([*words, gap_at(12)], capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(told[-1].split(), [gap_at(12), "12"])


if __name__ == "__main__":
    unittest.main()
