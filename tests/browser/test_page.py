# SPDX-License-Identifier: MIT
"""huarong report: the page in a headless Chromium. What it shows is compared with what `huarong query` says."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from urllib.parse import quote

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
            huarong("enumerate", "klotski:4x5", "--from", "横刀立马", "--metric", metric, "--quiet", "--out", cls.path / f"{metric}.table", "--log", cls.path / f"{metric}.log")
            huarong("openings", "klotski:4x5", "--metric", metric, "--quiet", "--out", cls.path / f"{metric}.goal")
        states = huarong("query", cls.path / "unit.table", "--random", "1000", "--seed", SEED).splitlines()
        cls.states = [line.split("\t")[1] for line in states]
        cls.make("klotski.html", *(cls.path / f"{metric}.table" for metric in METRICS), cls.path / "unit.log")
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def make(cls, name, *inputs):
        huarong("report", *inputs, "--out", cls.path / name)

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.colours("light")

    def tearDown(self):
        self.assertEqual([entry for entry in self.browser.log("browser") if entry["level"] == "SEVERE"], [])

    def open(self, name="klotski.html", address=""):
        self.browser.requests()
        self.browser.open(f"file://{self.path / name}{address}")
        self.browser.wait("window.document.querySelector('#main section')")

    def distances(self, metric, states):
        """What `query` says of the way from each state to the goal."""
        lines = huarong("query", self.path / f"{metric}.goal", text="\n".join(states)).splitlines()
        return [line.split("\t")[0] for line in lines]

    def choose(self, selector, value):
        self.browser.run("const box = document.querySelector(values[0]); box.value = values[1]; box.dispatchEvent(new Event('change'));", selector, value)

    def cell(self, x, y):
        """The middle of a cell of the board, in the window."""
        box = self.browser.run("const box = document.querySelector('.board .floor').getBoundingClientRect(); return [box.left, box.top, box.width, box.height];")
        return box[0] + box[2] * (x + 0.5) / 4, box[1] + box[3] * (y + 0.5) / 5

    def test_opens_without_errors_and_asks_for_nothing(self):
        self.open()
        self.browser.run("document.querySelector('#graph-section').scrollIntoView();")
        self.browser.wait("document.querySelector('canvas').dataset.nodes")
        asked = [url for url in self.browser.requests() if not url.startswith(("data:", "about:"))]
        self.assertEqual(asked, [f"file://{self.path}/klotski.html"])

    def test_plays_to_the_end(self):
        for metric, length in LENGTHS.items():
            with self.subTest(metric=metric):
                self.open()
                self.choose("#metric", metric)
                self.choose("#speed", "50")
                self.assertEqual(self.browser.text(".distance"), str(length))
                self.browser.click("#player-play")
                self.browser.wait("document.querySelector('.distance').textContent === '0'")
                self.assertEqual(self.browser.run("return document.querySelector('#scrub').value;"), str(length))
                self.assertEqual(self.browser.text("#status"), "Solved")
                self.assertEqual(self.browser.run("return huarong.player.state[13] + huarong.player.state[18];"), "XX")

    def test_shows_the_distances_that_query_gives(self):
        self.open()
        self.assertEqual(len(set(self.states)), 1000)
        for metric in METRICS:
            self.choose("#metric", metric)
            shown = self.browser.run("""return values[0].map((state) => {
                huarong.player.openState(state);
                return document.querySelector('.distance').textContent;
            });""", self.states)
            self.assertEqual(shown, self.distances(metric, self.states))

    def test_moves_are_those_of_the_program(self):
        """The page's own search from the solved states, in all metrics and kinds, finds the distances that the program has packed."""
        blocks = self.path / "blocks.table"
        huarong("enumerate", "blocks:rush:GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.", "--quiet", "--out", blocks)
        huarong("enumerate", "tile:3x3", "--quiet", "--out", self.path / "tile.table")
        self.make("tile.html", self.path / "tile.table")
        self.make("blocks.html", blocks)
        drawings = {"alike": "start: abc/d../...\ngoal: .../.../..a\n", "letters": "start: <<./*&\"/..+\ngoal: ..*/.../...\ngate: + &*\n"}
        for name, text in drawings.items():
            (self.path / f"{name}.txt").write_text(text)
            huarong("enumerate", f"blocks:{self.path / name}.txt", "--quiet", "--out", self.path / f"{name}.table")
            self.make(f"{name}.html", self.path / f"{name}.table")
        huarong("enumerate", "blocks:century", "--quiet", "--out", self.path / "century.table")
        self.make("century.html", self.path / "century.table")
        for name in ("klotski.html", "tile.html", "blocks.html", "century.html", "alike.html", "letters.html"):
            self.open(name)
            differences = self.browser.run("""const {engine, space} = huarong;
                const own = huarong.createSpace({...engine, solved: (state) => space.distance(state, 'unit') === 0}, space.states, []);
                return huarong.data.puzzle.metrics.map((metric) => {
                    const a = own.distancesOf(metric), b = space.distancesOf(metric);
                    return [metric, a.filter((d, i) => d !== b[i]).length, a.filter((d) => d === 0).length > 0];
                });""")
            self.assertEqual(differences, [[metric, 0, True] for metric in METRICS[:2 if name == "tile.html" else 3]], name)

    def test_pieces_are_dragged(self):
        """Random drags by mouse and by finger: the address has the new board, and its distance is that of query."""
        choice = random.Random(SEED)
        for pointer in ("mouse", "touch"):
            self.open()
            seen = []
            for _ in range(12):
                moves = self.browser.run("return huarong.engine.moves(huarong.player.state, 'move').map(({from, dx, dy, to}) => [from, dx, dy, to]);")
                at, dx, dy, to = choice.choice(moves)
                x, y = at % 4, at // 4
                self.browser.drag(self.cell(x, y), self.cell(x + dx, y + dy), pointer)
                self.assertEqual(self.browser.run("return decodeURIComponent(location.hash);"), f"#{to}", (SEED, pointer))
                seen.append((to, self.browser.text(".distance")))
            self.assertEqual([d for _, d in seen], self.distances("unit", [state for state, _ in seen]))

    def test_a_hint_is_an_optimal_move(self):
        self.open()
        for metric in METRICS:
            self.choose("#metric", metric)
            states = self.states[:60]
            answers = huarong("query", self.path / f"{metric}.goal", "--next", "--json", text="\n".join(states)).splitlines()
            for state, answer in zip(states, map(json.loads, answers)):
                self.browser.run("huarong.player.openState(values[0]);", state)
                if answer["distance"] == 0:
                    self.assertTrue(self.browser.run("return document.querySelector('#player-hint').disabled;"))
                    continue
                hint = self.browser.run("""document.querySelector('#player-hint').click();
                    return document.querySelector('.hint').getAttribute('transform').match(/\\d+/g).map((n) => n / 100);""")
                self.assertIn(hint, [step["to"] for step in answer["next"]], (metric, state))

    def test_the_address_restores_a_position(self):
        for state in self.states[:5]:
            self.open(address=f"#{quote(state)}")
            self.assertEqual(self.browser.run("return huarong.player.state;"), state)
        self.browser.run("location.hash = values[0]; await new Promise((resolve) => setTimeout(resolve, 50));", START)
        self.assertEqual(self.browser.run("return huarong.player.state;"), START)
        self.open(address="#zzz")
        self.assertIn("3 cells", self.browser.text(".trouble"))

    def test_positions_are_typed_in(self):
        self.open(address=f"#{quote(self.states[0])}")
        for text in ("横刀立马", "橫刀立馬", "red donkey", "L'âne rouge", "1A9BF0C00", "1a9bf0c", "4WVE1", "4wve1", START):
            self.browser.type("#position", text)
            self.browser.click(".position button")
            self.assertEqual(self.browser.run("return huarong.player.state;"), START, text)
            self.browser.run("huarong.player.openState(values[0]);", self.states[1])
        for text, why in (("xyz", "3 cells"), ("zzzzz", "no ShortCode"), ("<img src=x>", "cells"), ("TXXTBXXBTLRTBooBo.oL", "incomplete"), ("oooXXooXXooooooooo..", "incomplete")):
            self.browser.type("#position", text)
            self.browser.click(".position button")
            self.assertIn(why, self.browser.text(".trouble"))
            self.assertEqual(self.browser.run("return huarong.player.state;"), self.states[1])

    def test_knows_the_codes_of_positions(self):
        self.open()
        states = huarong("random", "klotski:4x5", "--count", "300", "--seed", SEED).splitlines() + self.states[:100]
        short = huarong("draw", "klotski:4x5", *states, "--notation", "short").splitlines()
        common = huarong("draw", "klotski:4x5", *states, "--notation", "common").splitlines()
        self.assertEqual(self.browser.run("return values[0].map((state) => [huarong.engine.shortCode(state), huarong.engine.code(state)]);", states), [list(pair) for pair in zip(short, common)])
        self.assertEqual(self.browser.run("return values[0].map((code) => huarong.engine.parse(code));", common), states)
        plain = [i for i, code in enumerate(short) if not re.fullmatch("[0-9A-F]{5}", code)]  # the others are the beginning of a CommonCode
        self.assertEqual(self.browser.run("return values[0].map((code) => huarong.engine.parse(code));", [short[i] for i in plain]), [states[i] for i in plain])

    def test_undo_takes_back_what_was_done_by_hand(self):
        self.open()
        for _ in range(3):
            self.browser.run("const [move] = huarong.engine.moves(huarong.player.state, 'unit'); huarong.player.movePiece(move.from, move.dx, move.dy);")
        for _ in range(3):
            self.browser.click("#player-undo")
        self.assertEqual(self.browser.run("return [huarong.player.state, document.querySelector('#player-undo').disabled];"), [START, True])

    def test_names_pieces_as_the_program_does(self):
        """The labels are those of the SVG, whatever pieces the opening has; an opening replaces one with as many, but other pieces."""
        result = self.path / "names.json"
        result.write_text(huarong("openings", "klotski:4x5", "--pieces", "3,2,4", "--json"))
        self.make("names.html", result)
        self.open("names.html")
        for name in ("横刀立马", "层层设防2", "水泄不通", "横刀立马"):
            self.browser.run("huarong.player.openState(huarong.engine.parse(values[0]));", name)
            shown = self.browser.run("return [...document.querySelectorAll('.board .piece')].map((piece) => piece.textContent);")
            self.assertEqual(sorted(shown), sorted(re.findall(r">([^<]+)</text", huarong("draw", "klotski", name, "--labels", "zh"))), name)

    def test_speaks_to_screen_readers(self):
        self.open()
        said = "return document.querySelector('#spoken').textContent;"
        self.assertEqual(self.browser.run("return document.querySelector('.board .label').lang || document.querySelector('.board .label').getAttribute('lang');"), "zh")
        labels = self.browser.run("return [...document.querySelectorAll('.board .piece')].map((piece) => piece.getAttribute('aria-label'));")
        self.assertIn("Cao Cao, column 1, row 0", labels)
        self.assertEqual([label for label in labels if not label.isascii()], [])
        self.browser.click("#player-hint")
        self.assertRegex(self.browser.run(said), r"^Hint: soldier to column [0-3], row [34]$")
        focus = "[...document.querySelectorAll('.board .piece')].find((piece) => piece.getAttribute('aria-label').startsWith(values[0])).focus();"
        self.browser.run(focus, "Cao Cao")
        self.browser.press("Enter")
        self.assertEqual(self.browser.run(said), "Cao Cao cannot move")
        self.browser.run("huarong.player.openState('TXXTBXXBTLRTBo.Bo.oo'); " + focus, "soldier, column 1, row 3")
        self.browser.press("Enter")
        self.assertEqual(self.browser.run(said), "soldier can go several ways: choose one with the arrow keys")
        self.browser.run("huarong.player.openState('TXXTBXXBTLRTBooBo.o.'); " + focus, "soldier, column 2, row 4")
        self.browser.press("Enter")
        self.assertIn("several ways", self.browser.run(said))

    def test_a_click_moves_a_piece_that_has_one_way_to_go(self):
        self.open(address="#" + quote("TXXTBXXBTLRTBooBo.o."))
        self.browser.drag(self.cell(0, 4), self.cell(0, 4))
        self.assertEqual(self.browser.run("return huarong.player.state;"), "TXXTBXXBTLRTBooB.oo.")

    def test_the_map_has_every_state(self):
        self.open()
        self.browser.run("document.querySelector('canvas').scrollIntoView({block: 'center', behavior: 'instant'});")
        self.browser.wait("document.querySelector('canvas').dataset.nodes === '25955' && huarong.graph.frames > 0")
        coloured = self.browser.run("""const canvas = document.querySelector('canvas');
            const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
            return pixels.filter((p) => p !== pixels[0]).length;""")
        self.assertGreater(coloured, 20000)
        target = self.browser.run("""const i = huarong.space.number(values[0]);
            const box = document.querySelector('canvas').getBoundingClientRect();
            return [box.left + huarong.graph.place(i)[0], box.top + huarong.graph.place(i)[1]];""", START)
        self.browser.run("huarong.player.openState(values[0]);", self.states[0])
        self.browser.drag(target, target)
        near = self.browser.run("return huarong.player.space.distance(huarong.player.state, 'unit');")
        self.assertNotEqual(self.browser.run("return huarong.player.state;"), self.states[0])
        self.assertLess(abs(near - 116), 8)
        self.browser.call("POST", f"{self.browser.session}/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 0, "x": round(target[0]) + 2, "y": round(target[1])}]}]})
        self.assertIn("moves to the goal", self.browser.text("#tip"))

    def test_the_keyboard_suffices(self):
        self.open()
        self.browser.press("Right", "Right")
        self.assertEqual(self.browser.text(".distance"), "114")
        self.browser.press("Left")
        self.assertEqual(self.browser.text(".distance"), "115")
        self.browser.press("Space")
        self.browser.wait("Number(document.querySelector('.distance').textContent) < 114")
        self.browser.press("Space")
        self.browser.run("huarong.player.openState(values[0]); document.activeElement.blur();", START)
        for _ in range(60):  # go by Tab to the single at the left edge, and move it to the right
            self.browser.press("Tab")
            if "column 0, row 4" in self.browser.run("return document.activeElement.getAttribute('aria-label') || '';"):
                break
        self.browser.press("Right")
        self.assertEqual(self.browser.run("return huarong.player.state;"), "TXXTBXXBTLRTBooB.o.o")
        self.browser.run("document.activeElement.blur();")
        self.browser.press("u")
        self.assertEqual(self.browser.run("return huarong.player.state;"), START)
        self.browser.press("h")
        self.assertTrue(self.browser.run("return document.querySelector('.hint') !== null;"))
        self.browser.run("document.querySelector('.plot').focus();")
        self.browser.press("End")
        self.assertIn("167 moves: 4 states", self.browser.text(".reading"))

    def test_speaks_both_languages(self):
        self.open()
        self.assertEqual(self.browser.run("return [document.documentElement.lang, document.querySelector('#player-title').textContent];"), ["en", "Play"])
        self.browser.click("#player-forward")
        self.browser.click("#language")
        self.assertEqual(self.browser.run("return [document.documentElement.lang, document.querySelector('#player-title').textContent];"), ["zh-CN", "试玩"])
        self.assertEqual(self.browser.text("#status"), "距离终点 115 步")
        self.choose("#metric", "move")
        line = self.browser.run("return [huarong.player.metric, huarong.player.line, huarong.player.at];")
        self.browser.click("#language")
        self.assertEqual(self.browser.run("return [huarong.player.metric, huarong.player.line, huarong.player.at];"), line)
        self.browser.click("#language")
        missing = self.browser.run("return Object.entries(huarong.words).filter(([, pair]) => pair.length !== 2 || pair.includes('')).map(([key]) => key);")
        self.assertEqual(missing, [])

    def test_is_light_and_dark_and_narrow(self):
        brightness = {}
        for scheme in ("light", "dark"):
            self.browser.colours(scheme)
            for width in (1280, 390):
                self.browser.size(width, 844)
                self.open()
                red, wide = self.browser.run("return [Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]), document.documentElement.scrollWidth];")
                self.assertLessEqual(wide, width)
                cut = self.browser.run("return [...document.querySelectorAll('.contents a, button, h1, h2, h3, dd, .notes code')].filter((one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline').map((one) => one.outerHTML);")
                self.assertEqual(cut, [], (scheme, width))
                brightness[scheme] = red
        self.assertGreater(brightness["light"], 200)
        self.assertLess(brightness["dark"], 60)
        self.browser.click("#theme")
        self.assertGreater(self.browser.run("return Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]);"), 200)

    def test_tables_can_be_sorted(self):
        self.open()
        self.browser.run("document.querySelector('#layers-section details').open = true;")
        self.browser.wait("document.querySelector('#layers-section th button')")
        self.browser.run("document.querySelectorAll('#layers-section th button')[1].click();")
        most = self.browser.run("return [...document.querySelectorAll('#layers-section tbody tr:first-child td')].map((cell) => cell.textContent);")
        layers = json.loads(huarong("info", self.path / "unit.table", "--json"))["layers"]
        self.assertEqual(most[:2], [str(layers.index(max(layers))), f"{max(layers):,}"])

    def test_finds_openings(self):
        names = self.path / "openings.json"
        names.write_text(huarong("openings", "klotski:4x5", "--pieces", "1,4,4", "--json"))
        self.make("openings.html", names)
        self.open("openings.html")
        for text in ("横刀立马", "1A9BF0C", "TXXTBXXBTLRTBooBo..o", "red donkey", "橫刀立馬", "4WVE1"):
            self.browser.type("#opening-search", text)
            self.assertEqual(self.browser.run("return document.querySelectorAll('.card').length;"), 1, text)
        self.browser.type("#opening-search", "XXLRXXLRoo..LRooLRLR")  # neither named nor among the hardest
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.card code')].map((code) => code.textContent);"), [huarong("draw", "klotski", "XXLRXXLRoo..LRooLRLR", "--notation", "common").strip()])
        self.browser.type("#opening-search", "4WVE1")
        self.browser.click(".card .openable")
        self.browser.wait("document.querySelector('.distance').textContent === '116'")  # searched by the page itself
        self.browser.wait("huarong.waiting.length === 0")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.sets tbody .thumbnail').length;"), len([one for one in json.loads(names.read_text())["sets"] if one["solvable"] > 0]))
        total = json.loads(names.read_text())["total"]
        self.browser.size(390, 844)
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth;"), 390)
        self.assertIn(f"{total['openings']:,}", self.browser.text("#openings-section .figures"))

    def test_reads_moves_from_their_text(self):
        found = "return huarong.waysOf(huarong.engine, huarong.data.inputs.find((one) => one.kind === 'solve').data);"
        for puzzle, start, metrics in (("klotski", "横刀立马", "unit slide move"), ("blocks:red-donkey", None, "unit slide move"), ("tile:3x3", "8 6 7 2 5 4 3 0 1", "unit slide")):
            for metric in metrics.split():
                words = (puzzle, *([start] if start else []), "--metric", metric)
                kept = []
                if start is None:  # without its space the page does not know how blocks move
                    kept = [self.path / f"blocks-{metric}.table"]
                    huarong("enumerate", *words, "--quiet", "--out", kept[0])
                ways = {}
                for details in ([], ["--details"]):
                    result = self.path / "ways.json"
                    result.write_text(huarong("solve", *words, "--json", *details))
                    page = f"ways{len(details)}-{metric}-{puzzle[0]}.html"
                    self.make(page, result, *kept)
                    self.open(page)
                    ways[len(details)] = self.browser.run(found)
                self.assertEqual(ways[0], ways[1], (puzzle, metric))
                self.assertEqual(len(ways[0][0]), json.loads(result.read_text())["positions"][0]["length"] + 1, (puzzle, metric))

    def test_shows_ways_in_spaces_that_are_too_large(self):
        result = self.path / "solve.json"
        result.write_text(huarong("solve", "tile:4x4", "5 1 2 3 9 6 7 4 13 10 11 8 0 14 15 12", "--heuristic", "manhattan", "--json"))
        self.make("solve.html", result)
        self.open("solve.html")
        length = json.loads(result.read_text())["positions"][0]["length"]
        self.assertEqual(self.browser.text(".distance"), str(length))
        self.assertIn(f"{length}", self.browser.text("#solved_positions-section tbody"))
        self.assertEqual(self.browser.text("#best"), "A best next move is known")  # there may be others
        self.choose("#speed", "50")
        self.browser.click("#player-play")
        self.browser.wait("document.querySelector('.distance').textContent === '0'")

    def test_plays_drawn_puzzles_whose_states_are_not_in_the_page(self):
        """With the rules of the drawing alone: gates, axes, fixed pieces. The moves are those of the program."""
        drawing = "start: aab.c./a.b.c./#.-.d./ee..d./gg.hhf;goal: ....aa/....a./....../....../......;gate: - ab;horizontal: e;vertical: d;fixed: fgh"
        result = json.loads(huarong("enumerate", f"blocks:{drawing}", "--json"))
        path = self.path / "rules.json"
        path.write_text(json.dumps(result))
        self.make("rules.html", path)
        page = (self.path / "rules.html").read_text()
        (self.path / "rules.html").write_text(re.sub(r'"space":\{.*?"groups":(.*?),"exit":(.*?)\}\}', r'"rules":{"groups":\1,"exit":\2}}', page, count=1))
        self.open("rules.html")
        for metric in METRICS:
            wanted = huarong("graph", f"blocks:{drawing}", "--format", "edges", "--metric", metric, "--limit", "3M").splitlines()
            edges = {tuple(line.split("\t")[:2]) for line in wanted}
            states = sorted({edge[0] for edge in edges})[:400]
            found = self.browser.run("return values[0].flatMap((state) => huarong.engine.moves(huarong.engine.parse(state), values[1]).map(({to}) => [state, huarong.engine.format(to)]));", states, metric)
            self.assertEqual({tuple(edge) for edge in found}, {edge for edge in edges if edge[0] in set(states)}, metric)
        self.assertEqual(self.browser.text("#status"), "The distance of this position is not known")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.board .gate-sign')].map((sign) => sign.textContent);"), ["-"])

    def test_plays_the_listed_way_of_a_large_drawn_puzzle(self):
        path = self.path / "climb.json"
        path.write_text(huarong("solve", "blocks:climb-12", "--metric", "move", "--json"))
        length = json.loads(path.read_text())["positions"][0]["length"]
        self.make("climb.html", path)
        self.open("climb.html")
        self.assertEqual([self.browser.text("h1"), self.browser.text(".distance")], ["climb-12", str(length)])
        self.choose("#speed", "50")
        self.browser.click("#player-play")
        self.browser.wait("document.querySelector('.distance').textContent === '0'")
        self.browser.type("#position", "a.b")
        self.browser.click(".position button")
        self.assertIn("3 cells", self.browser.text(".trouble"))
        self.browser.type("#position", self.browser.run("return huarong.engine.format(huarong.player.line[0]);").replace("a", "b", 1))
        self.browser.click(".position button")
        self.assertIn("incomplete or overlaps", self.browser.text(".trouble"))

    def test_marks_the_exit(self):
        huarong("enumerate", "klotski:4x5", "--from", "横刀立马", "--exit", "0,0", "--quiet", "--out", self.path / "exit.table")
        huarong("enumerate", "blocks:century", "--quiet", "--out", self.path / "marked.table", "--force")
        for name, cells, gates in (("unit", [13, 14, 17, 18], 2), ("exit", [0, 1, 4, 5], 4), ("marked", [13, 14, 17, 18], 2)):
            self.make(f"{name}-exit.html", self.path / f"{name}.table")
            self.open(f"{name}-exit.html")
            self.assertEqual(self.browser.run("return [huarong.engine.exitCells, document.querySelectorAll('.board .gate').length, document.querySelectorAll('.board .exit').length];"), [cells, gates, 8], name)

    def test_takes_only_optimal_ways_of_the_metric(self):
        start = "5 1 2 3 9 6 7 4 13 10 11 8 0 14 15 12"
        result = json.loads(huarong("solve", "tile:4x4", start, "--heuristic", "manhattan", "--json"))
        path = self.path / "ways.json"
        for change, metric, shown in (({}, "unit", "9"), ({}, "slide", "?"), ({"lower_bound": 5}, "unit", "?"), ({"outcome": "limit"}, "unit", "?")):
            path.write_text(json.dumps({**result, "positions": [{**result["positions"][0], **change}]}))
            huarong("report", path, "--out", self.path / "ways.html", "--force")
            self.open("ways.html")
            self.choose("#metric", metric)
            self.assertEqual(self.browser.text(".distance"), shown, (change, metric))

    def test_gives_the_command_that_was_run(self):
        path = self.path / "exit's.json"
        words = ["enumerate", "klotski:4x5", "--from", "横刀立马", "--exit", "0,0", "--metric", "move", "--max-depth", "5", "--json"]
        path.write_text(huarong(*words))
        self.make("command.html", path)
        self.open("command.html")
        self.assertIn(f"huarong {' '.join(words)}", self.browser.text("#facts-section"))
        self.assertNotIn("To verify", self.browser.text("#facts-section"))
        self.assertIn("at the depth asked for", self.browser.text("#facts-section"))
        older = json.loads(path.read_text())
        del older["command"]
        path.write_text(json.dumps(older))
        huarong("report", path, "--out", self.path / "command.html", "--force")
        self.open("command.html")
        self.assertIn("huarong enumerate klotski:4x5 --exit 0,0 --metric move --from 横刀立马 --max-depth 5", self.browser.text("#facts-section"))
        path.write_text(huarong("enumerate", "klotski:4x5", "--from", START, "--json", "--out", self.path / "its table"))
        huarong("report", path, "--out", self.path / "command.html", "--force")
        self.open("command.html")
        self.assertIn(f"huarong verify '{self.path / 'its table'}'", self.browser.text("#facts-section"))
        drawn = self.path / "drawn.json"
        drawn.write_text(huarong("enumerate", "blocks:rush:GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.", "--json"))
        self.make("drawn.html", drawn)
        self.open("drawn.html")
        command = self.browser.run("return huarong.commandLike(huarong.data.inputs[0]);")
        again = json.loads(subprocess.run(["bash", "-c", command.replace("huarong", '"$HR_PROGRAM"', 1) + " --json"], check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout)
        self.assertEqual(again["layers"][-1]["fingerprint"], json.loads(drawn.read_text())["layers"][-1]["fingerprint"])
        self.make("century-facts.html", self.path / "unit.table")
        self.open("century-facts.html")
        self.assertIn("huarong verify unit.table", self.browser.text("#facts-section"))

    def test_a_part_that_fails_leaves_the_others(self):
        self.open()
        self.browser.run("huarong.layerSection = () => { throw new Error('no layers'); }; huarong.build();")
        self.assertIn("no layers", self.browser.text(".failed"))
        self.assertTrue(self.browser.run("return document.querySelector('#player-section') !== null && document.querySelector('#facts-section') !== null;"))

    def test_draws_long_logs(self):
        lines = (self.path / "unit.log").read_text().splitlines()
        layer = json.loads(lines[1])
        path = self.path / "long.log"
        path.write_text("".join(line + "\n" for line in [lines[0], *(json.dumps({**layer, "depth": depth, "seconds": depth}) for depth in range(150000)), lines[-1]]))
        self.make("long.html", path)
        self.open("long.html")
        self.assertIn("States so far", self.browser.text("#run-section"))

    def test_a_page_that_follows_a_run_keeps_what_its_reader_does(self):
        lines = (self.path / "unit.log").read_text().splitlines(keepends=True)
        log, page = self.path / "live.log", self.path / "live.html"
        follower = subprocess.Popen([os.environ["HR_PROGRAM"], "report", log, self.path / "unit.table", "--out", page, "--follow"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not page.exists():
                time.sleep(0.05)
            self.open("live.html")
            self.assertIn("no events yet", self.browser.text("#run-section"))
            self.browser.click("#language")
            self.browser.click("#theme")
            self.choose("#metric", "move")
            for _ in range(3):
                self.browser.click("#player-forward")
            self.browser.run("document.querySelector('#layers-section details').open = true; scrollTo({top: 700, behavior: 'instant'}); window.old = true;")
            seen = "return [document.documentElement.lang, document.documentElement.dataset.theme, huarong.player.metric, huarong.player.at, huarong.player.line, document.querySelector('#layers-section details').open, scrollY];"
            before = self.browser.run(seen)
            log.write_text("".join(lines[:5]))
            self.browser.wait("window.old === undefined && document.querySelector('.plot-box') !== null")  # the page has loaded itself again
            self.assertEqual(self.browser.run(seen), before)
            self.browser.run("huarong.player.play();")
            self.assertFalse(self.browser.run("return huarong.renew();"))
            self.browser.run("huarong.player.play(); scrollTo({top: 0, behavior: 'instant'});")
            self.browser.click("#follow")
            self.assertEqual(self.browser.text("#follow"), "继续更新")
            self.assertFalse(self.browser.run("return huarong.renew();"))
            with log.open("a") as file:
                file.writelines(lines[5:])
            follower.wait(60)
        finally:
            follower.terminate()
            follower.wait()
        self.browser.click("#follow")
        self.browser.wait("document.querySelector('#follow') === null")  # the run has ended, and its page is there
        self.assertIn("已完成", self.browser.text("#run-section .facts"))

    def test_is_printed_in_full(self):
        self.browser.colours("dark")
        self.open()
        self.browser.devtools("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.browser.run("dispatchEvent(new Event('beforeprint'));")
        try:
            shown = self.browser.run("""const heading = document.querySelector('#layers-section th button');
                return [heading.getClientRects().length > 0, getComputedStyle(heading.parentElement).backgroundColor, document.querySelector('#player-hint').getClientRects().length > 0];""")
            self.assertEqual(shown, [True, "rgb(255, 253, 249)", False])
            self.browser.run("dispatchEvent(new Event('afterprint'));")
            self.assertFalse(self.browser.run("return document.querySelector('#layers-section details').open;"))
        finally:
            self.browser.devtools("Emulation.setEmulatedMedia", media="", features=[])

    def test_shows_the_course_of_runs(self):
        logs = {"enumerate": self.path / "unit.log", "openings": self.path / "openings.log", "solve": self.path / "solve.log"}
        huarong("openings", "klotski:4x4", "--quiet", "--log", logs["openings"])
        huarong("solve", "tile:4x4", "5 1 2 3 9 6 7 4 13 10 11 8 0 14 15 12", "--heuristic", "manhattan", "--quiet", "--log", logs["solve"])
        for kind, titles in (("enumerate", ["States so far", "Memory for states"]), ("openings", ["States a second"]), ("solve", ["Positions done", "Nodes a second"])):
            self.make(f"{kind}-log.html", logs[kind])
            self.open(f"{kind}-log.html")
            shown = self.browser.run("return [...document.querySelectorAll('#run-section .plot-box h4')].map((title) => title.textContent);")
            self.assertLessEqual(set(titles), set(shown), kind)
            lines = logs[kind].read_text().splitlines()
            self.browser.run("document.querySelector('#run-section details').open = true;")
            self.browser.wait("document.querySelector('#run-section tbody')")
            self.assertEqual(self.browser.run("return document.querySelectorAll('#run-section tbody tr').length;"), min(200, len(lines)))
            self.assertIn("ended", self.browser.text("#run-section .facts"))
            labels = self.browser.run("return [...document.querySelectorAll('#run-section .plot')].map((plot) => [...plot.querySelectorAll('.tick[text-anchor=end]')].map((label) => label.textContent));")
            for one in labels:
                self.assertGreater(len(set(one)), 1, labels)
                self.assertEqual(len(set(one)), len(one), labels)
        cut = self.path / "cut.log"
        cut.write_text("".join(line + "\n" for line in logs["enumerate"].read_text().splitlines()[:-1]))
        self.make("cut.html", cut)
        self.open("cut.html")
        self.assertIn("running", self.browser.text("#run-section .facts"))

    def test_names_with_markup_are_text(self):
        result = json.loads(huarong("enumerate", "klotski:4x5", "--from", "横刀立马", "--json"))
        result["engine"] = "</script><img src=x onerror='document.title=1'><script>document.title='2'</script>"
        path = self.path / "<b onclick=x>.json"
        path.write_text(json.dumps(result))
        self.make("markup.html", path)
        self.open("markup.html")
        self.assertEqual(self.browser.run("return [document.title, document.querySelectorAll('#facts-section b, #facts-section img').length];"), ["横刀立马 – huarong", 0])
        self.assertIn("<img src=x", self.browser.text("#facts-section"))


if __name__ == "__main__":
    if shutil.which("chromedriver") is None:
        print("skipped: there is no chromedriver here (Debian: chromium-driver)")
        sys.exit(77)
    unittest.main()
