# SPDX-License-Identifier: MIT
"""Searches from Python: what the program answers, as arrays; on one rank and several; limits, ctrl-c and mistakes."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy

import huarong

SOURCE = Path(os.environ["HR_SOURCE_DIR"])
PROGRAM = os.environ["HR_PROGRAM"]
KORF_GOAL = list(range(16))
HARD = "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0"  # 80 moves


def korf(rows):
    """Boards [n, 16] and optimal lengths [n] of Korf's positions: these rows of golden/korf100.csv."""
    table = numpy.loadtxt(SOURCE / "tests/golden/korf100.csv", delimiter=",", skiprows=1, dtype=numpy.int64)[rows]
    return table[:, 1:17], table[:, 18]


class Enumerate(unittest.TestCase):
    def test_layers_are_the_published_ones(self):
        told = []
        found = huarong.enumerate("tile:3x3", engine="frontier", on_layer=told.append)
        self.assertEqual(found.layers[:8].tolist(), [1, 2, 4, 8, 16, 20, 39, 62])  # Schofield 1967
        self.assertEqual((int(found.layers.sum()), len(found.layers), found.whole, found.end), (181440, 32, True, ""))
        self.assertEqual((found.engine, found.first_solved), ("frontier", None))  # layers are around the goal
        self.assertEqual([(layer.depth, layer.states) for layer in told], list(enumerate(found.layers.tolist())))
        self.assertIn("8 6 7 2 5 4 3 0 1", [found.puzzle.format(state) for state in found.hardest])  # Reinefeld 1993
        self.assertTrue(found.seconds > 0 and found.peak_memory > 0 and (found.fingerprints > 0).all())
        self.assertTrue((found.canonical <= found.layers).all())

    def test_states_of_two_words(self):
        found = huarong.enumerate("tile:5x5", max_depth=9)
        self.assertEqual(found.layers.tolist(), [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904])  # OEIS A090164
        self.assertEqual((found.hardest.shape[1], found.whole, found.end), (2, False, "at the depth asked for"))
        self.assertTrue(all(len(found.puzzle.format(state).split()) == 25 for state in found.hardest))

    def test_options_of_the_puzzle(self):
        found = huarong.enumerate("tile:2x3", metric="slide", goal=[0, 1, 2, 3, 4, 5])
        puzzle = huarong.Puzzle("tile:2x3", metric="slide", goal="0 1 2 3 4 5")
        self.assertEqual(found.layers.tolist(), huarong.enumerate(puzzle).layers.tolist())
        self.assertEqual(int(found.layers.sum()), 360)
        with self.assertRaisesRegex(huarong.UsageError, "metric: of a Puzzle that is made already"):
            huarong.enumerate(puzzle, metric="unit")

    def test_the_first_solved_layer(self):
        found = huarong.enumerate("blocks:start: ab*/...; goal: *")  # * passes both others
        self.assertEqual((found.first_solved, found.solved[:5].tolist()), (4, [0, 0, 0, 0, 1]))

    def test_tables_and_checkpoints(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table"
            found = huarong.enumerate("tile:3x3", table=path)
            with huarong.Table(path) as table:
                self.assertEqual(table.layers.tolist(), found.layers.tolist())
            with self.assertRaises(huarong.TableFileError):
                huarong.enumerate("tile:3x3", table=path)
            huarong.enumerate("tile:2x3", table=path, replace=True)
            self.assertEqual(huarong.Table(path).reached, 360)
            first = huarong.enumerate("tile:3x3", engine="frontier", checkpoints=Path(folder) / "kept", max_depth=20)
            later = huarong.enumerate("tile:3x3", engine="frontier", checkpoints=Path(folder) / "kept", resume=True)
            self.assertEqual((len(first.layers), later.layers.tolist()), (21, found.layers.tolist()))
            with self.assertRaises(huarong.UsageError):
                huarong.enumerate("tile:3x3", checkpoints=Path(folder) / "kept")

    def test_limits_end_a_search(self):
        found = huarong.enumerate("tile:4x4", max_states=1000)
        self.assertEqual((found.end, found.whole), ("at the number of states asked for", False))
        self.assertEqual(huarong.enumerate("tile:4x4", max_seconds=0.5).end, "by the time limit")
        with self.assertRaises(huarong.StoppedError):
            huarong.enumerate("tile:3x5", engine="planes", memory=1 << 20)

    def test_an_exception_of_on_layer_ends_the_search(self):
        def refuse(layer):
            if layer.depth == last:
                raise ZeroDivisionError("of on_layer")

        for engine in ("frontier", "planes"):
            for last in (0, 5, 31):
                with tempfile.TemporaryDirectory() as folder:
                    with self.assertRaisesRegex(ZeroDivisionError, "of on_layer"):
                        huarong.enumerate("tile:3x3", engine=engine, on_layer=refuse, table=f"{folder}/table")
                    self.assertEqual(os.listdir(folder), [], f"{engine}, layer {last}")

    def test_ctrl_c_ends_a_search(self):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background ignores it
        for search in (
            lambda: huarong.enumerate("tile:4x4"),
            lambda: huarong.solve("tile:4x4", HARD, goal=KORF_GOAL, heuristic="manhattan"),
        ):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                search()
            timer.join()
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_what_makes_no_sense_is_refused(self):
        for named, text in (
            ({"engine": "steam"}, "unknown engine 'steam'"),
            ({"engine": "planes", "metric": "slide"}, ""),
            ({"max_depth": 0}, "max_depth must be above 0"),
            ({"max_states": -1}, "max_states must be above 0"),
            ({"max_seconds": 0}, "max_seconds must be above 0"),
            ({"metric": "jump"}, "jump"),
            ({"table": "a\0b"}, "zero byte"),
        ):
            with self.assertRaisesRegex(huarong.UsageError, text):
                huarong.enumerate("tile:3x3", **named)
        with self.assertRaises(huarong.TableFileError):
            huarong.enumerate("tile:3x3", table="/proc/none/table")
        with self.assertRaisesRegex(huarong.UsageError, "no communicator of mpi4py: 5"):
            huarong.Ranks(5)


class Solve(unittest.TestCase):
    def test_korf_s_positions(self):
        boards, lengths = korf([11, 41, 54, 78, 96])  # easy ones
        found = huarong.solve("tile:4x4", boards, goal=KORF_GOAL, heuristic="manhattan")
        self.assertEqual((found.lengths.tolist(), found.method), (lengths.tolist(), "IDA* by manhattan"))
        self.assertEqual((len(found), found.outcomes.tolist()), (5, ["solved"] * 5))
        self.assertTrue((found.expanded > 0).all() and (found.nodes > found.expanded).all() and (found.seconds > 0).all())
        puzzle = huarong.Puzzle("tile:4x4", goal=KORF_GOAL)
        path = found.states(0)
        self.assertEqual((path[0], path[-1]), (" ".join(map(str, boards[0])), puzzle.goal))
        self.assertEqual([step.text for step in puzzle.moves(path)], found.moves(0))
        self.assertEqual(found.lower_bounds.tolist(), lengths.tolist())
        several = [boards[0], boards[0].reshape(4, 4), boards[0].tolist(), path[0], puzzle.parse(path[0])]
        solver = huarong.Solver(puzzle, heuristic="manhattan")
        for positions in (several, puzzle.states(several), numpy.array([boards[0]] * 5).reshape(5, 4, 4)):
            self.assertEqual(solver.solve(positions).nodes.tolist(), [int(found.nodes[0])] * 5)

    def test_the_readme_solves_all_of_them(self):
        code = (SOURCE / "src/python/README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=SOURCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        method, mean = done.stdout.split()[:4], korf(slice(None))[1].mean()
        self.assertEqual(" ".join(method), f"IDA* by 6-6-3 {mean}")
        self.assertRegex(done.stdout, "\nTrue ([UDLR] ){56}[UDLR]\n$")  # the first has 57 moves

    def test_every_algorithm_and_outcome(self):
        positions = ["8 6 7 2 5 4 3 0 1", "2 1 3 4 5 6 7 8 0", "1 2 3 4 5 6 7 8 0"]
        for algorithm, method in (("auto", "IDA\\* by"), ("idastar", "IDA\\* by"), ("astar", "A\\* by"), ("layers", "breadth first")):
            found = huarong.solve("tile:3x3", positions, algorithm=algorithm)
            self.assertEqual((found.outcomes.tolist(), found.lengths.tolist()), (["solved", "unsolvable", "solved"], [31, -1, 0]))
            self.assertRegex(found.method, method)
            self.assertEqual((found.moves(1), found.states(2)), ([], positions[2:]))
        found = huarong.solve("tile:4x4", HARD, goal=KORF_GOAL, heuristic="manhattan", max_nodes=1000)
        self.assertEqual((found.outcomes.tolist(), found.lengths.tolist()), (["open"], [-1]))
        self.assertTrue(0 < found.lower_bounds[0] <= 80)
        self.assertEqual(huarong.solve("klotski:4x5", ["横刀立马"], metric="move").lengths.tolist(), [81])
        self.assertEqual(huarong.solve("drops:3x2", [[0, 0, 0, 0, 0, 4]]).moves(0), ["2,1"])

    def test_states_of_two_words(self):
        puzzle = huarong.Puzzle("tile:5x5")
        states = puzzle.random(2, seed=1, walk=20)
        found = huarong.solve(puzzle, states, heuristic="manhattan")
        self.assertEqual(found.lengths.tolist(), huarong.solve(puzzle, list(states), algorithm="layers").lengths.tolist())

    def test_heuristic_values(self):
        puzzle = huarong.Puzzle("tile:3x3")
        found = huarong.enumerate(puzzle)
        layers = [puzzle.sources()]
        for _ in found.layers[1:6]:
            layers.append(numpy.setdiff1d(puzzle.expand(layers[-1])[0], numpy.concatenate(layers)))
        states = numpy.concatenate(layers)
        distances = numpy.repeat(numpy.arange(6), [len(layer) for layer in layers])
        for algorithm in ("idastar", "astar"):
            solver = huarong.Solver(puzzle, algorithm=algorithm, heuristic="manhattan")
            bounds = solver.bounds(states)
            self.assertEqual((bounds.dtype, bounds[0]), (numpy.uint32, 0))
            self.assertTrue((bounds <= distances).all() and (bounds % 2 == distances % 2).all() and bounds.max() == 5)
            self.assertEqual(solver.bounds("8 6 7 2 5 4 3 0 1").tolist(), [21])  # 8: 3, 7: 4, 4: 3, 1: 4, the others 7
        with self.assertRaisesRegex(huarong.UsageError, "a breadth-first search has no heuristic"):
            huarong.Solver(puzzle, algorithm="layers").bounds(states)

    def test_the_example_finds_better_partitions(self):
        with tempfile.TemporaryDirectory() as cache:
            words = [sys.executable, SOURCE / "tests/consumer/find_partition.py", "tile:3x3", "4-4", cache]
            lines = subprocess.run(words, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout.splitlines()
        found = [(float(mean), name) for mean, name in map(str.split, lines)]
        self.assertGreater(len(found), 1)
        self.assertEqual(found, sorted(found))
        puzzle = huarong.Puzzle("tile:3x3")
        for mean, name in found:
            bounds = huarong.Solver(puzzle, algorithm="idastar", heuristic=name).bounds(puzzle.random(1000))
            self.assertEqual(f"{bounds.mean():.3f}", f"{mean:.3f}")

    def test_random_states_are_those_of_the_program(self):
        for spec, walk, more in (("tile:4x4", 0, []), ("tile:5x5", 0, []), ("klotski:4x5", 0, []), ("tile:3x3", 7, ["--walk", "7"]), ("blocks:century", 0, [])):
            told = subprocess.run([PROGRAM, "random", spec, "--count", "5", "--seed", "9", *more], capture_output=True, text=True, check=True)
            puzzle = huarong.Puzzle(spec)
            self.assertEqual([puzzle.format(state) for state in puzzle.random(5, seed=9, walk=walk)], told.stdout.split("\n")[:-1], spec)
        self.assertEqual(len(puzzle.random(0)), 0)
        with self.assertRaisesRegex(huarong.UsageError, "count: -1"):
            puzzle.random(-1)

    def test_what_makes_no_sense_is_refused(self):
        for position, named, text in (
            ("1 2 3", {}, "3 numbers"),
            ("1 2 3 4 5 6 7 8 0", {"algorithm": "magic"}, "unknown algorithm 'magic'"),
            ("1 2 3 4 5 6 7 8 0", {"heuristic": "magic"}, "unknown heuristic 'magic'"),
            ("1 2 3 4 5 6 7 8 0", {"from_": "1 2 3 4 5 6 7 8 0"}, "no start"),
            ([1.5], {}, "no state: 1.5"),
            ([0], {}, "not a state"),
        ):
            with self.assertRaisesRegex(huarong.UsageError, text):
                huarong.solve("tile:3x3", position, **named)
        self.assertEqual(len(huarong.solve("tile:3x3", [])), 0)


class Ranks(unittest.TestCase):
    def told(self, code, *words):
        """What each of two ranks prints in its last line."""
        command = [os.environ["HR_MPIRUN"], "-n", "2", sys.executable, "-c", code, *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(re.findall(r"<[^>]*> [^<\n]*", done.stdout))  # mpirun may join lines

    def test_processes_under_mpirun_search_together(self):
        code = "import huarong\nranks = huarong.Ranks()\nfound = huarong.enumerate('tile:3x3', engine='frontier')\nprint(f'{ranks} {found.layers.sum()}', flush=True)"
        self.assertEqual(self.told(code), ["<rank 0 of 2> 181440", "<rank 1 of 2> 181440"])

    @unittest.skipUnless(subprocess.run([sys.executable, "-c", "import mpi4py"], capture_output=True).returncode == 0, "no mpi4py")
    def test_ranks_of_a_communicator(self):
        code = (
            "from mpi4py import MPI\nimport huarong\nworld = MPI.COMM_WORLD\nranks = huarong.Ranks(world.Split(world.rank))\n"
            "found = huarong.solve('tile:3x3', '8 6 7 2 5 4 3 0 1', ranks=ranks)\nprint(f'{ranks} {found.lengths}', flush=True)\nranks.close()\n"
            "try:\n    found = huarong.solve('tile:3x3', [], ranks=ranks)\nexcept huarong.UsageError:\n    world.barrier()"
        )
        self.assertEqual(self.told(code), ["<rank 0 of 1> [31]"] * 2)


if __name__ == "__main__":
    unittest.main()
