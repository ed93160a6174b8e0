# SPDX-License-Identifier: MIT
"""What the Python module says of the C library: its structures, its functions, and where it is."""

import ctypes
import os
import subprocess
import sys
import unittest
from pathlib import Path

import huarong
from huarong import _library, _search_library
from huarong import kind as kinds

SOURCE = Path(os.environ["HR_SOURCE_DIR"])


def run(code, **environment):
    """Another Python with this environment: its exit code and the last line of what it says."""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()[-1]


class Library(unittest.TestCase):
    @unittest.skipUnless(ctypes.sizeof(ctypes.c_void_p) == 8, "layout.txt is that of 64 bits")
    def test_structures_are_laid_out_as_in_c(self):
        lines = [line for folder in ("", "search/") for line in (SOURCE / f"tests/consumer/{folder}layout.txt").read_text().splitlines()]
        for name, structure in {**_library.STRUCTURES, **_search_library.STRUCTURES, "hr_kind_facts": kinds.Facts, "hr_kind": kinds.Row}.items():
            expected = [line for line in lines if line.split()[0].split(".")[0] == name]
            own = [f"{name} {ctypes.sizeof(structure)}"]
            for member, _ in structure._fields_:
                place = getattr(structure, member)
                own.append(f"{name}.{member.rstrip('_')} {place.offset} {place.size}")
            self.assertEqual(own, expected)

    def test_every_function_is_exported(self):
        for library, folder in ((_library.library, ""), (_search_library.search, "search/")):
            exported = (SOURCE / f"tests/consumer/{folder}symbols.txt").read_text().split()
            self.assertLessEqual(set(library._functions), set(exported))

    def test_version_is_the_library_s(self):
        self.assertRegex(huarong.__version__, r"^\d+\.\d+\.\d+$")

    def test_a_missing_library_is_named(self):
        code, said = run("import huarong; huarong.__version__", HUARONG_LIBRARY="/proc/none/libhuarong.so")
        self.assertEqual(code, 1)
        self.assertIn("LibraryError: /proc/none/libhuarong.so: libhuarong cannot be used", said)

    def test_another_library_is_named(self):
        code, said = run("import huarong; huarong.__version__", HUARONG_LIBRARY="libc.so.6")
        self.assertEqual(code, 1)
        self.assertIn("LibraryError: libc.so.6: libhuarong cannot be used", said)

    def test_a_missing_library_is_told_again(self):
        asks_twice = "import contextlib, huarong\nwith contextlib.suppress(ImportError): huarong.named_openings()\nhuarong.Table('x')"
        code, said = run(asks_twice, HUARONG_LIBRARY="/proc/none/libhuarong.so")
        self.assertEqual(code, 1)
        self.assertIn("LibraryError: /proc/none/libhuarong.so: libhuarong cannot be used", said)

    def test_all_names_are_there(self):
        for name in (*huarong.__all__, "kind", "puzzle", "search", "table"):
            self.assertIn(name, dir(huarong))
            self.assertIsNotNone(getattr(huarong, name))
        with self.assertRaises(AttributeError):
            getattr(huarong, "no_such_name")

    def test_errors_are_also_those_of_python(self):
        for error, kind in ((huarong.UsageError, ValueError), (huarong.TableFileError, OSError), (huarong.LibraryError, ImportError)):
            self.assertTrue(issubclass(error, kind) and issubclass(error, huarong.HuarongError))


if __name__ == "__main__":
    unittest.main()
