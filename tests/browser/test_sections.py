# SPDX-License-Identifier: MIT
"""huarong report: the other sections of the page, other kinds of puzzles, and pages that follow a run, in a headless Chromium."""

import json
import os
import subprocess
import time

from page import START, Page, huarong, main


class Sections(Page):
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
        for text, cards in (("pansy", 1), ("PANSY", 2)):  # the name of an opening, and the code of another one
            self.browser.type("#opening-search", text)
            self.assertEqual(self.browser.run("return document.querySelectorAll('.card').length;"), cards, text)
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

    def test_plays_the_listed_way_of_a_large_drawn_puzzle(self):
        path = self.path / "climb.json"
        given = "|||.|||/|b...a|/|bccda|/|ecddf|/|hh*gg|/|i***j|/|||||||"  # a and b, g and h are interchanged
        path.write_text(huarong("solve", "blocks:climb-12", given, "--metric", "move", "--json"))
        position = json.loads(path.read_text())["positions"][0]
        self.assertEqual(position["state"], given)
        length = position["length"]
        self.make("climb.html", path)
        self.open("climb.html")
        shown = self.browser.run("const {player, engine} = huarong; return player.line.map(() => { const text = engine.format(player.shownState); player.step(1); return text; });")
        self.assertEqual((shown[0], len(shown)), (position["state"], length + 1))
        for move, before, after in zip(position["moves"].split("; "), shown, shown[1:]):  # pieces keep their letters
            self.assertNotEqual(before, after, move)
            self.assertEqual(before.replace(move[0], "."), after.replace(move[0], "."), move)
        self.browser.run("huarong.player.step(-values[0]);", length)
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

    def test_says_that_a_puzzle_has_no_goal(self):
        result = self.path / "goalless.json"
        result.write_text(huarong("enumerate", "blocks:start: ab./..c", "--json"))
        self.make("goalless.html", result)
        self.open("goalless.html")
        self.assertEqual(self.browser.text(".distance"), "–")
        self.assertEqual(self.browser.text("#status"), "This puzzle has no goal")
        self.assertEqual(self.browser.text(".map-legend"), "This puzzle has no goalStartThis position")

    def test_shows_positions_as_they_are_written(self):
        """With their letters, and without a way where the page has not their space or their moves cannot be made."""
        path = self.path / "written.json"
        result = json.loads(huarong("solve", "blocks:start: bc.a.;goal: ..a..", "cb.a.", "a..cb", "bc..a", "cba..", "--metric", "slide", "--json"))
        states = [position["state"] for position in result["positions"]]
        self.assertEqual(states, ["cb.a.", "a..cb", "bc..a", "cba.."])
        result["positions"][2]["moves"] = "b up 1"
        path.write_text(json.dumps(result))
        self.make("written.html", path)
        self.open("written.html", "#bc.a.")
        shown = "const {player, engine} = huarong; return [engine.format(player.shownState), decodeURIComponent(location.hash.slice(1)), player.distance];"
        table = "return [...document.querySelectorAll('#solved_positions-section tbody td:first-child')].map((cell) => [cell.textContent, cell.querySelector('a') !== null]);"
        self.assertEqual(self.browser.run(shown), ["bc.a.", "bc.a.", 1])
        self.assertEqual(self.browser.run(table), [["cb.a.", True], ["a..cb", False], ["bc..a", True], ["cba..", True]])
        self.assertEqual(self.browser.text("#solved_positions-section .lead"), "The page cannot play all of these solutions. It passes over 2.")
        self.assertEqual(self.browser.run("return huarong.waysOf(huarong.engine, huarong.data.inputs[0].data).map(({way}) => way);"), [["bc.a.", "bca.."], ["bca.."]])
        for typed, after in (("cb.a.", "cba.."), ("c.b.a", "c.ba.")):
            self.browser.type("#position", typed)
            self.browser.click(".position button")
            self.assertEqual(self.browser.run(shown)[:2], [typed, typed])
            self.browser.click("#language")
            self.browser.run("huarong.player.movePiece(huarong.player.state.indexOf('a'), -1, 0);")
            self.assertEqual(self.browser.run(shown)[:2], [after, after])
            self.browser.click("#language")
        for wanted in ("c.b.a", "cba..", "cb.a.", "bc.a."):
            self.browser.click("#player-undo")
            self.assertEqual(self.browser.run(shown)[0], wanted)
        self.browser.click("#solved_positions-section tbody tr:last-child a")
        self.browser.wait("huarong.player.distance === 0")
        self.assertEqual(self.browser.run(shown), ["cba..", "cba..", 0])
        self.browser.run("location.hash = '#bca..';")
        self.browser.wait("huarong.player.shownState === 'bca..'")

    def test_marks_the_exit(self):
        huarong("enumerate", "klotski:4x5", "--from", "横刀立马", "--exit", "0,0", "--quiet", "--table", self.path / "exit.table")
        huarong("enumerate", "blocks:century", "--quiet", "--table", self.path / "marked.table", "--force")
        huarong("enumerate", "blocks:start: a..../aa.../...../...../.....; goal: ...../...../..a../..aa./.....", "--quiet", "--table", self.path / "inner.table")
        for name, cells, gates in (("unit", [13, 14, 17, 18], 2), ("exit", [0, 1, 4, 5], 4), ("marked", [13, 14, 17, 18], 2), ("inner", [12, 17, 18], 0)):
            self.make(f"{name}-exit.html", self.path / f"{name}.table")
            self.open(f"{name}-exit.html")
            self.assertEqual(self.browser.run("return [huarong.engine.exitCells, document.querySelectorAll('.board .gate').length, document.querySelectorAll('.board .exit').length];"), [cells, gates, 8], name)

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
        huarong("report", path, "--output", self.path / "command.html", "--force")
        self.open("command.html")
        self.assertIn("huarong enumerate klotski:4x5 --exit 0,0 --metric move --from 横刀立马 --max-depth 5", self.browser.text("#facts-section"))
        path.write_text(huarong("enumerate", "klotski:4x5", "--from", START, "--json", "--table", self.path / "its table"))
        huarong("report", path, "--output", self.path / "command.html", "--force")
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
        follower = subprocess.Popen([os.environ["HR_PROGRAM"], "report", log, self.path / "unit.table", "--output", page, "--follow"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
    main()
