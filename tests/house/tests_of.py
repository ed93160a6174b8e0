#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print which tests a change of files touches, as a regular expression for the names of tests; nothing if no test sees it.

    tests/house/tests_of.py FILE …

FILEs are paths from the top of the tree. A source is seen by the tests of its folder and by those that use the folder: they include its headers, or those of what does.
"""

import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [rf"cli\.{name}" for name in ("examples", "help", "manual", "readme", "whole_help")]
EVERYTHING = ["."]
PLAIN = ("added", "commands", "formats", "options", "order", "output", "table")  # names of rooms that other things have, too


@functools.lru_cache(maxsize=None)
def needs():
    """For each file of C the files that it needs: the headers that it includes, from src, include, its own folder or support; and for a
    header those that make its functions: sources of its folder that include it, or for a public one the source with its name."""
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for top in ("src", "include", "tests") for path in (ROOT / top).rglob("*.[ch]")}
    found = {}
    for name, text in texts.items():
        places = ("src", "include", name.rpartition("/")[0], "tests/support")
        found[name] = {path for header in re.findall(r'^#include "(.+)"', text, re.MULTILINE) for path in [f"{p}/{header}" for p in places] if path in texts}
    for name in [name for name in texts if name.startswith("src/") and name.endswith(".c")]:
        folder, _, stem = name[:-len(".c")].rpartition("/")
        public = [f"include/huarong/{stem}.h", f"include/huarong/search/{stem}.h"] if folder.count("/") == 1 else []
        for header in [h for h in found[name] if h.rpartition("/")[0] == folder or h in public]:
            found[header].add(name)
    return found


def users_of(folder):
    """The files that need one of the folder, directly or not."""
    users = {}
    for name, needed in needs().items():
        for other in needed:
            users.setdefault(other, []).append(name)
    rest = [name for name in needs() if name.rpartition("/")[0] == folder]
    seen = set(rest)
    while rest:
        more = [name for name in users.get(rest.pop(), ()) if name not in seen]
        seen.update(more)
        rest += more
    return seen


def command_line_of(folder):
    """The tests of the command line that name a room in a room; all of them if none does, or of a room."""
    naming = [] if len(folder) < 2 or folder[-1] in PLAIN else [path for path in sorted((ROOT / "tests/cli").rglob("*")) if path.suffix in (".bats", ".approved")
                                         and re.search(rf"\b{folder[-1]}\b", path.read_text(encoding="utf-8"))]
    return sorted({rf"cli\.{'whole_' if path.suffix == '.approved' else ''}{path.stem}" for path in naming}) or ["cli", "python"]


def stages_of(name):
    """The tests that see a source of src: those of its folder, those of others that use the folder, and those of the command line."""
    folder = name.rpartition("/")[0]
    near, far, published = [], [], []
    users = users_of(folder)
    for path in sorted(path for path in needs() if re.match(r"tests/(unit|mpi|golden)/(.*/)?test_\w+\.c$", path)):
        _, label, *own, file = path.split("/")
        if ["src", *own] == folder.split("/") or path in users:
            stage = near if ["src", *own] == folder.split("/") else published if label == "golden" else far
            stage.append(rf"{label}\.{file[len('test_'):-len('.c')]}")
    return [stage for stage in (near, far, published, command_line_of(folder.split("/")[1:])) if stage]


def expression(tests):
    return rf"^({'|'.join(tests)})(\.|$)"


def tests_of(name):
    path = pathlib.PurePath(name)
    top, kind = path.parts[0], path.suffix
    if top == "src" and kind in (".c", ".h") and len(path.parts) > 2:
        return sum(stages_of(name), [r"house\.(rooms|install)"])
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
