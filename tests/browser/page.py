# SPDX-License-Identifier: MIT
"""What tests of the page share: the tables, results and logs that its pages are made of, and the browser."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from webdriver import Browser

METRICS = ("unit", "slide", "move")
START = "TXXTBXXBTLRTBooBo..o"
LENGTHS = {"unit": 116, "slide": 90, "move": 81}  # https://en.wikipedia.org/wiki/Klotski; tests/golden/klotski has the sources
SEED = 20


def huarong(*words, text=None):
    result = subprocess.run([os.environ["HR_PROGRAM"], *map(str, words)], check=True, input=text or "", capture_output=True, text=True)
    return result.stdout


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = Path(cls.folder.name)
        for metric in METRICS:
            huarong("enumerate", "klotski:4x5", "--from", "横刀立马", "--metric", metric, "--quiet", "--table", cls.path / f"{metric}.table", "--log", cls.path / f"{metric}.log")
        states = huarong("query", cls.path / "unit.table", "--random", "10", "--seed", SEED).splitlines()
        cls.states = [line.split("\t")[1] for line in states]
        cls.make("klotski.html", *(cls.path / f"{metric}.table" for metric in METRICS), cls.path / "unit.log")
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def make(cls, name, *inputs):
        huarong("report", *inputs, "--output", cls.path / name)

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.colours("light")

    def tearDown(self):
        self.assertEqual([entry for entry in self.browser.log("browser") if entry["level"] == "SEVERE"], [])

    def open(self, name="klotski.html", address=""):
        self.browser.requests()
        self.browser.open(f"file://{self.path / name}{address}")
        self.browser.wait("window.document.querySelector('#main section')")

    def choose(self, selector, value):
        self.browser.run("const box = document.querySelector(values[0]); box.value = values[1]; box.dispatchEvent(new Event('change'));", selector, value)

    def cell(self, x, y, board=".board"):
        """The middle of a cell of the board, in the window."""
        box = self.browser.run(f"const box = document.querySelector('{board} .floor').getBoundingClientRect(); return [box.left, box.top, box.width, box.height];")
        return box[0] + box[2] * (x + 0.5) / 4, box[1] + box[3] * (y + 0.5) / 5


def main():
    """Run the tests of the program; exit 77, which is "skipped" for ctest, where there is no browser."""
    if shutil.which("chromedriver") is None:
        print("skipped: there is no chromedriver here (Debian: chromium-driver)")
        sys.exit(77)
    unittest.main()
