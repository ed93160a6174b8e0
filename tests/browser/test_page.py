# SPDX-License-Identifier: MIT
"""huarong report: the player of the page in a headless Chromium. What it shows is compared with what `huarong query` says."""

import random
import re
from urllib.parse import quote

from page import LENGTHS, SEED, START, Page, huarong, main


class Player(Page):
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

    def test_pieces_are_dragged(self):
        """Random drags by mouse and by finger: the address has the new board, and its distance is shown."""
        choice = random.Random(SEED)
        for pointer in ("mouse", "touch"):
            self.open()
            for _ in range(12):
                moves = self.browser.run("return huarong.engine.moves(huarong.player.state, 'move').map(({from, dx, dy, to}) => [from, dx, dy, to]);")
                at, dx, dy, to = choice.choice(moves)
                x, y = at % 4, at // 4
                self.browser.drag(self.cell(x, y), self.cell(x + dx, y + dy), pointer)
                self.assertEqual(self.browser.run("return decodeURIComponent(location.hash);"), f"#{to}", (SEED, pointer))
                self.assertEqual(self.browser.text(".distance"), str(self.browser.run("return huarong.space.distance(values[0], 'unit');", to)))

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

    def test_labels_are_switched(self):
        self.open()
        shown = "return [document.querySelector('.board .label').getClientRects().length > 0, document.querySelector('#labels').getAttribute('aria-pressed')];"
        self.assertEqual(self.browser.run(shown), [True, "true"])
        self.browser.click("#labels")
        self.assertEqual(self.browser.run(shown), [False, "false"])
        self.browser.click("#language")
        self.assertEqual(self.browser.run(shown), [False, "false"])
        self.browser.click("#labels")
        self.assertEqual(self.browser.run(shown), [True, "true"])

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

    def test_a_board_is_set_up(self):
        """By taps, by dragging and by keys; the distance is there at once, and a board that is none says why."""
        shown = "return [huarong.player.state, document.querySelector('.distance').textContent, document.querySelector('.trouble').textContent];"
        for pointer in ("mouse", "touch"):
            self.open()
            self.browser.click("#edit")
            place = lambda x, y: self.cell(x, y, ".editor")
            self.browser.drag(place(1, 0), place(1, 0), pointer)  # take up the 2x2
            self.assertEqual(self.browser.run(shown)[::2], [START, "This is no position of the puzzle: there must be one 2×2"])
            self.browser.drag(place(2, 1), place(2, 1), pointer)
            self.assertEqual(self.browser.run(shown), [START, "116", ""])
            self.browser.drag(place(0, 4), place(1, 4), pointer)
            moved = "TXXTBXXBTLRTBooB.o.o"
            self.assertEqual(self.browser.run(shown), [moved, "115", ""])
            self.browser.drag(place(1, 4), place(0, 3), pointer)  # no room
            self.assertEqual(self.browser.run(shown), [moved, "115", ""])
            self.browser.drag(place(1, 4), place(-0.8, 4), pointer)  # off the board
            self.assertEqual(self.browser.run(shown)[0], moved.replace(".o.", "..."))
            self.browser.click(".shape[aria-label=soldier]")
            self.browser.run("document.querySelector('.editor [data-cell=\"18\"]').focus();")
            self.browser.press("Enter")
            self.assertEqual(self.browser.run(shown), [moved.replace(".o.", "..o"), str(self.browser.run("return huarong.space.distance(values[0], 'unit');", moved.replace(".o.", "..o"))), ""])
            self.assertIn("column 2, row 4", self.browser.run("return document.activeElement.getAttribute('aria-label');"))
            self.browser.run("huarong.player.openState(values[0]);", self.states[0])
            self.assertEqual(self.browser.run("return document.querySelectorAll('.editor .board .piece').length;"), 10)
            self.browser.click("#edit")
            self.assertEqual(self.browser.run("return [...document.querySelectorAll('.board')].map((board) => board.getClientRects().length > 0);"), [True, False])

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


if __name__ == "__main__":
    main()
