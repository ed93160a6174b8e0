# SPDX-License-Identifier: MIT
"""All openings of the 4x5 board as an array, compared with published counts; and the examples of README.md and of the module."""

import doctest
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy

import huarong

SOURCE = Path(os.environ["HR_SOURCE_DIR"])


class Openings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.before = os.getcwd()
        os.chdir(cls.folder.name)
        subprocess.run(
            [os.environ["HR_PROGRAM"], "openings", "--quiet", "--table", "4x5.table"], check=True, stdin=subprocess.DEVNULL
        )
        os.link("4x5.table", "all.table")

    @classmethod
    def tearDownClass(cls):
        os.chdir(cls.before)
        cls.folder.cleanup()

    def test_histogram_is_the_published_one(self):
        distances = huarong.Table("4x5.table").distances
        rows = (SOURCE / "tests/golden/klotski/hist_all_unit.csv").read_text().splitlines()[1:]
        published = [int(row.split(",")[1]) for row in rows]
        counts = numpy.bincount(distances)
        self.assertEqual(counts[: len(published)].tolist(), published)
        self.assertEqual((len(distances), counts[255]), (29334498, 421409))  # tests/golden/klotski/totals.json
        self.assertEqual(counts.sum(), sum(published) + 421409)

    def examples(self, text, name):
        test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
        self.assertGreater(len(test.examples), 4)
        said = []
        result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
        self.assertEqual(result.failed, 0, "".join(said))

    def test_examples_of_the_readme(self):
        readme = (SOURCE / "README.md").read_text(encoding="utf-8")
        self.examples(readme.split("```pycon\n")[1].split("```")[0], "README.md")

    def test_examples_of_the_module(self):
        self.examples(huarong.__doc__, "huarong")


if __name__ == "__main__":
    unittest.main()
