#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print which tests a change of files touches, as a regular expression for the names of tests; nothing if no test sees it.

    tests/house/tests_of.py FILE …

FILEs are paths from the top of the tree. A source of a room is seen by the tests of the room and of the rooms that use it.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [rf"cli\.{name}" for name in ("examples", "help", "manual", "readme", "whole_help")]
EVERYTHING = ["."]


def rooms_above(room):
    """The rooms that use a room, directly or not, and itself, as src/CMakeLists.txt has them."""
    text = (ROOT / "src/CMakeLists.txt").read_text(encoding="utf-8")
    uses = {words[0]: set(words[1:]) for words in
            (line.replace(" USES", "").split() for line in re.findall(r"^hr_add_room\(([^)]*)\)$", text, re.MULTILINE))}
    above = {room}
    while True:
        more = {name for name, used in uses.items() if used & above} - above
        if not more:
            return above
        above |= more


def command_line_of(folder):
    """The tests of the command line that name a room in a room; all of them if none does, or of a room."""
    naming = [] if len(folder) < 2 else [path for path in sorted((ROOT / "tests/cli").rglob("*")) if path.suffix in (".bats", ".approved")
                                         and re.search(rf"\b{folder[-1]}\b", path.read_text(encoding="utf-8"))]
    return sorted({rf"cli\.{'whole_' if path.suffix == '.approved' else ''}{path.stem}" for path in naming}) or ["cli", "python"]


def stages_of(name):
    """The tests that see a source of src: those of its folder and of the folders around it, of the rooms above, and of the command line."""
    folder = pathlib.PurePath(name).parts[1:-1]
    above = rooms_above(folder[0])
    near, same, far = [], [], []
    for path in sorted(ROOT.glob("tests/*/*/**/test_*.c")):
        label, *place = path.relative_to(ROOT / "tests").parts[:-1]
        if label not in ("unit", "mpi") or not place or place[0] not in above:
            continue
        stage = near if tuple(place) == folder else same if tuple(place) == folder[:len(place)] else far if place[0] != folder[0] else []
        stage.append(rf"{label}\.{path.stem[len('test_'):]}")
    return [stage for stage in (near, same, far, ["golden"], command_line_of(folder)) if stage]


def expression(tests):
    return rf"^({'|'.join(tests)})(\.|$)"


def tests_of(name):
    path = pathlib.PurePath(name)
    top, kind = path.parts[0], path.suffix
    if top == "src" and kind in (".c", ".h") and len(path.parts) > 2:
        return sum(stages_of(name), ["house"])
    if name.startswith("src/report/page/"):
        return ["page", r"cli\.report", r"cli\.whole_report"]
    if top == "tests" and path.stem.startswith("test_") and path.parts[1] != "support":
        return [rf"{path.parts[1]}\.{path.stem[len('test_'):]}"]
    if top == "tests" and kind in (".bats", ".approved"):
        return [rf"{path.parts[1]}\.{'whole_' if kind == '.approved' else ''}{path.stem}"]
    if name.startswith("src/cli/manual/") or kind == ".md":
        return PAGES
    if top == "jobs":
        return [r"cli\.jobs"]
    if top in ("scripts", ".ci", "CITATION.cff") or name.startswith("."):
        return []
    return EVERYTHING


if __name__ == "__main__":
    touched = sorted({test for name in sys.argv[1:] for test in tests_of(name)})
    if touched:
        print("." if "." in touched else expression(touched))
