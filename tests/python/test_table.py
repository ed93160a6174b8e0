# SPDX-License-Identifier: MIT
"""Tables in Python, of all three encodings: arrays without a copy, distances, paths, layers, and files that are refused."""

import gc
import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy

import huarong

SOURCE = Path(os.environ["HR_SOURCE_DIR"])
SMALL = SOURCE / "tests/golden/tile-2x3.table"
HARDEST = "8 6 7 2 5 4 3 0 1"  # 31 moves, with one other: Reinefeld 1993


def huarong_makes(*words):
    subprocess.run([os.environ["HR_PROGRAM"], *words, "--quiet"], check=True, stdin=subprocess.DEVNULL)


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        huarong_makes("enumerate", "tile:3x3", "--engine", "frontier", "--table", str(cls.path / "index"))
        huarong_makes("enumerate", "tile:3x3", "--engine", "planes", "--table", str(cls.path / "planes"))
        huarong_makes("enumerate", "klotski:4x4", "--from", "TXXTBXXBTLRTB..B", "--table", str(cls.path / "keys"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_distances_are_the_file_s_memory(self):
        table = huarong.Table(self.path / "index")
        distances = table.distances
        self.assertEqual((distances.dtype, len(distances), table.entries), (numpy.uint8, 181440, 181440))
        self.assertFalse(distances.flags.owndata or distances.flags.writeable)
        self.assertEqual(table.distances.ctypes.data, distances.ctypes.data)
        self.assertEqual(numpy.bincount(distances).tolist(), table.layers.tolist())
        # Schofield 1967: the 8-puzzle's layers
        self.assertEqual(numpy.bincount(distances)[:8].tolist(), [1, 2, 4, 8, 16, 20, 39, 62])
        self.assertEqual((table.max_distance, table.reached, table.unreached), (31, 181440, 255))

    def test_arrays_outlive_the_table(self):
        with huarong.Table(self.path / "index") as table:
            distances = table.distances
            puzzle = table.puzzle
        del table
        gc.collect()
        self.assertEqual(int(distances.max()), 31)
        self.assertEqual(puzzle.spec, "tile:3x3")

    def test_a_table_stays_mapped_as_long_as_it_is_needed(self):
        path = self.path / "mapped"
        path.write_bytes(SMALL.read_bytes())

        def is_mapped():
            gc.collect()
            return str(path) in Path("/proc/self/maps").read_text(encoding="utf-8")

        table = huarong.Table(path)
        needed = [table.distances, table.puzzle]
        table.close()
        while needed:
            self.assertTrue(is_mapped())
            needed.pop(0)
        self.assertTrue(is_mapped())  # the table has its puzzle
        del table
        self.assertFalse(is_mapped())

    def test_a_closed_table_says_so(self):
        table = huarong.Table(SMALL)
        self.assertEqual((table.file, repr(table)), (str(SMALL), f"Table({str(SMALL)!r})"))
        table.close()
        self.assertEqual(repr(table), "Table(closed)")
        for ask in (lambda: table.distances, lambda: table.file, lambda: table.puzzle, lambda: table.distance(0), lambda: table.layers):
            with self.assertRaisesRegex(huarong.UsageError, "closed"):
                ask()

    def test_keys_and_distances_go_together(self):
        table = huarong.Table(self.path / "keys")
        keys, distances = table.keys, table.distances
        self.assertEqual((table.encoding, keys.dtype, len(keys), len(distances)), ("keys", numpy.uint64, table.reached, table.reached))
        self.assertTrue((numpy.diff(keys.astype(numpy.float64)) >= 0).all() and not keys.flags.owndata)
        self.assertTrue((table.distances_of(keys[:500]) == distances[:500]).all())
        self.assertTrue((table.states() == keys).all())
        self.assertEqual(table.states(1).tolist(), keys[1:].tolist())

    def test_all_encodings_answer_the_same(self):
        index, planes = huarong.Table(self.path / "index"), huarong.Table(self.path / "planes")
        self.assertEqual((index.encoding, planes.encoding), ("index", "planes"))
        states = index.states(1000, 500)
        self.assertTrue((index.distances_of(states) == planes.distances_of(states)).all())
        self.assertTrue((index.distances_of(states) == index.distances[1000:1500]).all())
        for table in (index, planes):
            self.assertEqual(table.distance(HARDEST), 31)
            self.assertIn(table.puzzle.parse(HARDEST), table.hardest.tolist())

    def test_paths(self):
        for name in ("index", "planes"):
            table = huarong.Table(self.path / name)
            path = table.path(HARDEST)
            self.assertEqual(len(path), 32)
            self.assertEqual(table.distances_of(path).tolist(), list(range(31, -1, -1)))
            self.assertEqual(table.puzzle.format(int(path[-1])), "1 2 3 4 5 6 7 8 0")
            self.assertEqual(len(table.moves(HARDEST)), 31)
            self.assertIn(path[1], table.nearer(HARDEST))
            self.assertEqual(len(table.nearer("1 2 3 4 5 6 7 8 0")), 0)

    def test_equal_pieces_keep_the_letters_of_the_state(self):
        huarong_makes("enumerate", "blocks:start: ab./.../..*; goal: *", "--table", str(self.path / "letters"))
        table = huarong.Table(self.path / "letters")
        for state in ("*b./..a/...", "*a./..b/..."):
            texts = table.puzzle.texts(table.path(state), start=state)
            self.assertEqual(texts[0], state)
            for step, before, after in zip(table.moves(state), texts, texts[1:]):
                self.assertNotEqual(before, after)
                self.assertEqual(before.replace(step.piece, "."), after.replace(step.piece, "."))

    def test_layers(self):
        for name in ("index", "planes", "keys"):
            table = huarong.Table(self.path / name)
            sizes = []
            for distance, states in table.iter_layers():
                sizes.append(len(states))
                self.assertEqual(len(numpy.unique(states)), len(states))
                self.assertTrue((table.distances_of(states[:20]) == distance).all())
            self.assertEqual(sizes, table.layers.tolist())
            self.assertEqual(len(table.layer(table.max_distance)), sizes[-1])
            with self.assertRaisesRegex(huarong.UsageError, "has the distances 0 to"):
                table.layer(table.max_distance + 1)
            with self.assertRaisesRegex(huarong.UsageError, "has the distances 0 to .*, not -1"):
                table.layer(-1)

    def test_unreached_states(self):
        path = self.path / "openings"
        huarong_makes("openings", "klotski:4x4", "--table", str(path))
        table = huarong.Table(path)
        numbers = numpy.flatnonzero(table.distances == table.unreached)
        self.assertEqual(len(numbers), table.entries - table.reached)
        state = table.puzzle.state_at(int(numbers[0]))
        self.assertIsNone(table.distance(state))
        self.assertEqual(table.distances_of([state]).tolist(), [huarong.UNREACHED])
        with self.assertRaisesRegex(huarong.UsageError, "no sequence of moves"):
            table.path(state)

    def test_processes_open_a_pickled_table(self):
        for name in ("index", "keys"):
            table = huarong.Table(self.path / name)
            hardest = table.puzzle.format(table.hardest[0])
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                self.assertEqual(pool.apply(table.distance, (hardest,)), table.max_distance)
                self.assertEqual(pool.apply(table.puzzle.format, (table.hardest[0],)), hardest)

    def test_threads_share_a_table(self):
        table = huarong.Table(self.path / "planes")
        states = huarong.Table(self.path / "index").states(0, 2000)
        expected = huarong.Table(self.path / "index").distances[:2000]
        right = []
        threads = [threading.Thread(target=lambda: right.append((table.distances_of(states) == expected).all())) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(right, [True] * 4)

    def test_files_are_refused(self):
        damaged = self.path / "damaged"
        content = bytearray((self.path / "index").read_bytes())
        content[-1] ^= 1
        damaged.write_bytes(content)
        with self.assertRaisesRegex(huarong.TableFileError, "wrong checksum"):
            huarong.Table(damaged).distances
        with self.assertRaisesRegex(huarong.TableFileError, "not a huarong table"):
            huarong.Table(SOURCE / "README.md")
        with self.assertRaisesRegex(OSError, "No such file"):
            huarong.Table(self.path / "none")
        with self.assertRaisesRegex(ValueError, "zero byte"):
            huarong.Table("a\0b")
        with self.assertRaisesRegex(huarong.UsageError, "one bit per state"):
            huarong.Table(self.path / "planes").distances
        with self.assertRaisesRegex(huarong.UsageError, "no keys"):
            huarong.Table(self.path / "index").keys
        for first, count in ((181440, 1), (181439, 2), (1 << 64, 1), (0, 1 << 70), (0, -1), (-1, 1), (181441, None)):
            with self.assertRaisesRegex(huarong.UsageError, "has the entries 0 to 181439"):
                huarong.Table(self.path / "index").states(first, count)


class Command(unittest.TestCase):
    """python3 -m huarong"""

    def run_with(self, *words):
        return subprocess.run([sys.executable, "-m", "huarong", *map(str, words)], capture_output=True, text=True, encoding="utf-8")

    def test_a_table_is_described(self):
        done = self.run_with(SMALL)
        lines = done.stdout.splitlines()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        head = "puzzle tile:2x3|metric unit|goal 1 2 3 4 5 0|encoding index|entries 360|reached 360|greatest 21".split("|")
        self.assertEqual(lines[:8], [f"{key:14} {value}" for key, _, value in map(lambda line: line.partition(" "), head)] + [f"{0:14} 1"])
        self.assertEqual(lines[-1].split(), ["21", "1"])
        self.assertEqual(sum(int(line.split()[1]) for line in lines[-22:]), 360)

    def test_states_and_indices_are_looked_up(self):
        done = self.run_with(SMALL, "1 2 3 4 5 0", "1 2 3 4 0 5", "#0")
        self.assertEqual([line.split()[-1] for line in done.stdout.splitlines()[-3:]][:2], ["0", "1"])
        self.assertEqual(done.returncode, 0)

    def test_mistakes_are_one_line(self):
        for words, code in (((SOURCE / "README.md",), 4), ((SMALL, "1 2"), 2), ((SMALL, "#360"), 2)):
            done = self.run_with(*words)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (code, 1), done.stderr)
            self.assertTrue(done.stderr.startswith("huarong: "))


if __name__ == "__main__":
    unittest.main()
