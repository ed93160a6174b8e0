# SPDX-License-Identifier: MIT
"""python3 -m huarong: what it prints, and that it ends with one clear line where it cannot do that."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TABLE = str(Path(os.environ["HR_SOURCE_DIR"]) / "tests/golden/tile-2x3.table")
COMMAND = [sys.executable, "-m", "huarong"]


def run(*words, **environment):
    done = subprocess.run([*COMMAND, *words], env={**os.environ, **environment}, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run_shell(script):
    """A shell whose "$@" is the command."""
    done = subprocess.run(["bash", "-c", script, "bash", *COMMAND], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Command(unittest.TestCase):
    def assert_one_line(self, said, *parts):
        self.assertEqual(len(said.splitlines()), 1, said)
        for part in ("huarong: ", *parts):
            self.assertIn(part, said)

    def without_numpy(self):
        """A folder with a numpy that cannot be imported."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        Path(folder.name, "numpy.py").write_text("raise ImportError('there is none\\nand much more to say')\n", encoding="utf-8")
        return folder.name + os.pathsep + os.environ["PYTHONPATH"]

    def test_a_table_and_its_states(self):
        code, printed, said = run(TABLE)
        self.assertEqual((code, said), (0, ""))
        # One state of tile:2x3 is 21 moves away: tests/golden/make_table.py.
        self.assertEqual(printed.splitlines()[-1].split(), ["21", "1"])
        code, printed, said = run(TABLE, "1 2 3 4 0 5", "#0")
        self.assertEqual((code, said), (0, ""))
        self.assertEqual(printed.splitlines()[-2], "1 2 3 4 0 5    1")

    def test_help_needs_neither_numpy_nor_the_library(self):
        code, printed, said = run("--help", PYTHONPATH=self.without_numpy(), HUARONG_LIBRARY="/proc/none/libhuarong.so")
        self.assertEqual((code, said), (0, ""))
        self.assertIn("python3 -m huarong TABLE", printed)

    def test_nothing_to_do(self):
        code, printed, said = run()
        self.assertEqual((code, printed), (2, ""))
        self.assertIn("python3 -m huarong TABLE", said)

    def test_a_missing_numpy_is_told(self):
        code, printed, said = run(TABLE, PYTHONPATH=self.without_numpy())
        self.assertEqual((code, printed), (70, ""))
        self.assert_one_line(said, "needs NumPy", "there is none", "python3-numpy")

    def test_a_missing_library_is_told(self):
        code, printed, said = run(TABLE, HUARONG_LIBRARY="/proc/none/libhuarong.so")
        self.assertEqual((code, printed), (70, ""))
        self.assert_one_line(said, "/proc/none/libhuarong.so: libhuarong cannot be used")

    def test_a_bad_table_and_a_bad_state_are_told(self):
        code, _, said = run("/proc/none/table")
        self.assertEqual(code, 4)
        self.assert_one_line(said, "/proc/none/table")
        code, printed, said = run(TABLE, "1 2 3 4 0 5", "横刀立马", PYTHONIOENCODING="ascii")
        self.assertEqual(code, 2)
        self.assert_one_line(said, "bad state")
        self.assertIn("1 2 3 4 0 5", printed)  # what was found before

    def test_an_index_that_is_none_is_told(self):
        for word in ("-1", "#-1", "#x", "#"):
            code, _, said = run(TABLE, word)
            self.assertEqual(code, 2)
            self.assert_one_line(said, f"{word} is no index: #0 to #")

    def test_a_closed_pipe_ends_it_in_silence(self):
        _, printed, said = run_shell(f'{{ sleep 0.3; "$@" {TABLE!r}; echo "code $?" >&2; }} | true')
        self.assertEqual((printed, said), ("", "code 141\n"))

    def test_output_that_cannot_be_written_is_told(self):
        for place in (">/dev/full", ">&-"):
            for words in (repr(TABLE), "--help"):
                code, _, said = run_shell(f'"$@" {words} {place}')
                self.assertEqual(code, 4, place)
                self.assert_one_line(said, "cannot be written to standard output")


if __name__ == "__main__":
    unittest.main()
