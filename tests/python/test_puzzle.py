# SPDX-License-Identifier: MIT
"""Puzzles in Python: state, index and text lead to each other; what no puzzle can have is refused."""

import os
import pickle
import tempfile
import unittest

import numpy

import huarong

GOAL = "1 2 3 4 5 6 7 8 0"


class Puzzle(unittest.TestCase):
    def setUp(self):
        self.puzzle = huarong.Puzzle("tile:3x3")

    def test_description(self):
        self.assertEqual((self.puzzle.spec, self.puzzle.kind, self.puzzle.metric), ("tile:3x3", "tile", "unit"))
        self.assertEqual((self.puzzle.width, self.puzzle.height), (3, 3))
        other = huarong.Puzzle("tile:3x2", metric="slide")
        self.assertEqual((other.width, other.height, other.bipartite, other.source_count), (3, 2, False, 1))
        self.assertEqual((self.puzzle.index_count, self.puzzle.source_count), (181440, 1))
        self.assertEqual((self.puzzle.symmetry_order, self.puzzle.bipartite), (2, True))
        self.assertEqual((self.puzzle.state_words, repr(self.puzzle)), (1, "Puzzle('tile:3x3', metric='unit')"))
        self.assertEqual(huarong.Puzzle("tile:3x3", symmetry=False).symmetry_order, 1)
        self.assertEqual(self.puzzle.goal, GOAL)
        self.assertEqual(huarong.Puzzle("klotski", metric="move", exit="0,0").goal, "2x2 at 0,0")
        other = huarong.Puzzle("tile:3x3", from_="8 6 7 2 5 4 3 0 1")
        self.assertEqual([other.format(state) for state in other.sources().tolist()], ["8 6 7 2 5 4 3 0 1"])
        self.assertEqual((other.goal, huarong.Puzzle("tile:3x3", goal="1 2 3 4 5 6 7 0 8").goal), (GOAL, "1 2 3 4 5 6 7 0 8"))

    def test_state_index_and_text_lead_to_each_other(self):
        indices = numpy.arange(0, self.puzzle.index_count, 97)
        states = self.puzzle.states_at(indices)
        self.assertEqual(states.dtype, numpy.uint64)
        self.assertEqual(len(numpy.unique(states)), len(indices))
        self.assertTrue((self.puzzle.indices(states) == indices).all())
        for index, state in list(zip(indices.tolist(), states.tolist()))[:50]:
            text = self.puzzle.format(state)
            self.assertEqual(sorted(text.split()), list("012345678"))
            self.assertEqual((self.puzzle.parse(text), self.puzzle.index(text)), (state, index))
            self.assertEqual(self.puzzle.state_at(index), state)

    def test_boards_are_numbers_in_lists_and_arrays(self):
        state = self.puzzle.parse("8 6 7 2 5 4 3 0 1")
        rows = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
        for board in (rows, tuple(map(tuple, rows)), sum(rows, []), numpy.array(rows), numpy.array(rows, dtype=numpy.uint8).ravel()):
            self.assertEqual((self.puzzle.parse(board), self.puzzle.state(board)), (state, state))
            self.assertEqual(self.puzzle.states([board, GOAL, state]).tolist(), [state, self.puzzle.parse(GOAL), state])
        self.assertEqual(huarong.Puzzle("tile:2x2", goal=[[0, 1], [2, 3]], from_=[1, 0, 2, 3]).goal, "0 1 2 3")
        boards = numpy.array([rows, [[1, 2, 3], [4, 5, 6], [7, 8, 0]]])
        for several in (boards, boards.reshape(2, 9), boards.astype(numpy.uint64), list(boards)):
            self.assertEqual(self.puzzle.numbers(several), [state, self.puzzle.parse(GOAL)])
        self.refused(self.puzzle.states, boards[:, 0], text="3 numbers")
        self.refused(self.puzzle.parse, [1, 2, 3], text="3 numbers")
        self.refused(self.puzzle.parse, [1.5, 2], text="no number")
        self.refused(self.puzzle.parse, [[1, 2], [3]], text="no board: [[1, 2], [3]]")

    def test_the_file_of_a_drawing_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "drawn.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("start: a../...\ngoal: ..a\n")
            self.assertEqual(huarong.Puzzle(f"blocks:{path}").format("..a/..."), "..a/...")
            self.assertEqual(huarong.Puzzle(f"blocks:{path}", text="start: b.\ngoal: .b\n").width, 2)  # the text comes first
            with open(path, "w", encoding="utf-8") as file:
                file.write("start: a..\ngoal: ..b\n")
            self.refused(huarong.Puzzle, f"blocks:{path}", text="drawn.txt:2:9: the start has no piece 'b'")
            self.refused(huarong.Puzzle, f"blocks:{path}.missing", text="missing")

    def test_pickled_puzzles_are_made_again(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "drawn.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("start: a../...\ngoal: ..a\n")
            made = [
                self.puzzle,
                huarong.Puzzle("tile:2x3", metric="slide", goal=[0, 1, 2, 3, 4, 5], from_="1 0 2 3 4 5", symmetry=False),
                huarong.Puzzle("klotski:4x5", exit="0,0"),
                huarong.Puzzle(f"blocks:{path}"),
            ]
        for puzzle in made:  # the file is gone
            copied = pickle.loads(pickle.dumps(puzzle))
            for name in ("spec", "metric", "goal", "symmetry_order", "source_count"):
                self.assertEqual(getattr(copied, name), getattr(puzzle, name))
            self.assertEqual(copied.numbers(copied.sources(9)), puzzle.numbers(puzzle.sources(9)))

    def test_moves(self):
        neighbours = self.puzzle.successors("1 2 3 4 0 5 6 7 8")
        texts = sorted(self.puzzle.format(state) for state in neighbours.tolist())
        self.assertEqual(texts, ["1 0 3 4 2 5 6 7 8", "1 2 3 0 4 5 6 7 8", "1 2 3 4 5 0 6 7 8", "1 2 3 4 7 5 6 0 8"])
        self.assertEqual(neighbours.tolist(), sorted(neighbours.tolist()))
        made = self.puzzle.expand(["1 2 3 4 0 5 6 7 8"])[0].tolist()
        self.assertNotEqual(made, sorted(made))  # they are made in another order
        successors, counts = self.puzzle.expand([GOAL, "1 2 3 4 0 5 6 7 8"])
        self.assertEqual((counts.tolist(), len(successors)), ([2, 4], 6))
        step = self.puzzle.step("1 2 3 4 0 5 6 7 8", "1 2 3 4 5 0 6 7 8")
        self.assertEqual(step, ("R", "tile", "R", (1, 1), (2, 1), (5,)))

    def test_equal_pieces_keep_their_letters_on_a_path(self):
        puzzle = huarong.Puzzle("blocks:start: ab./.../..*; goal: *")
        path = puzzle.states(["ab./.../..*", ".a./b../..*", "..a/b../..*"])  # in each state in reading order
        self.assertEqual(puzzle.texts(path), ["ab./.../..*", ".b./a../..*", "..b/a../..*"])
        self.assertEqual([step.text for step in puzzle.moves(path)], ["a down 1", "b right 1"])
        self.assertEqual([step.piece for step in puzzle.moves(["ba./.../..*", *path.tolist()[1:]])], ["b", "a"])
        self.assertEqual([step.piece for step in puzzle.moves(path, start="ba./.../..*")], ["b", "a"])
        self.assertEqual(puzzle.texts(path.tolist(), start="ba./.../..*")[-1], "..a/b../..*")
        drawings = puzzle.drawings(path)
        self.assertEqual(drawings[0], puzzle.draw(path[0]))
        self.assertEqual(["".join(c for c in text if c in "ab*") for text in drawings], ["ab*", "ba*", "ba*"])
        self.assertEqual((puzzle.moves([]), puzzle.texts([])), ([], []))
        with self.assertRaises(huarong.UsageError):
            puzzle.moves([path[0], path[2]])
        self.assertEqual([step.text for step in self.puzzle.moves(["1 2 3 4 0 5 6 7 8", "1 2 3 4 5 0 6 7 8"])], ["R"])

    def test_symmetry_and_goal(self):
        state = self.puzzle.parse("1 2 3 4 5 6 0 7 8")  # its image across the diagonal is another state
        images = self.puzzle.images(state)
        self.assertEqual(len(images), 2)
        given = images.copy()
        self.assertEqual(self.puzzle.canonical(images).tolist(), [images[0], images[0]])
        self.assertEqual(images.tolist(), given.tolist())  # the caller's array stays as it is
        several = self.puzzle.states([GOAL, state, "1 2 3 4 0 5 6 7 8"])
        self.assertEqual(self.puzzle.canonical(several).tolist(), [min(self.puzzle.images(one).tolist()) for one in several.tolist()])
        self.assertEqual(self.puzzle.solved([GOAL, state]).tolist(), [True, False])

    def test_numbers_of_whatever_gives_states(self):
        texts = [GOAL, "1 2 3 4 0 5 6 7 8"]
        numbers = [self.puzzle.parse(text) for text in texts]
        array = self.puzzle.states(texts)
        for states in (array, array.reshape(2, 1), texts, tuple(numbers), numpy.array(numbers, dtype=numpy.int64)):
            self.assertEqual(self.puzzle.numbers(states), numbers)
        self.assertEqual((self.puzzle.numbers(GOAL), self.puzzle.numbers([])), (numbers[:1], []))
        self.assertTrue(all(type(number) is int for number in self.puzzle.numbers(array)))

    def test_a_way_around_a_corner_has_no_direction(self):
        step = huarong.Puzzle("klotski:3x3", metric="move").step("XXoXX.oo.", "XXoXXoo..")
        self.assertEqual(step, ("single from 1,2 to 2,1", "single", "", (1, 2), (2, 1), ()))

    def test_klotski(self):
        klotski = huarong.Puzzle("klotski:4x5")
        state = klotski.parse("横刀立马")
        self.assertEqual(klotski.format(state), "TXXTBXXBTLRTBooBo..o")
        self.assertEqual(klotski.code(state), "1A9BF0C00")
        self.assertEqual(klotski.draw(state).count("\n"), 11)
        self.assertEqual(klotski.source_count, 2260392)  # tests/golden/klotski/totals.json: solved
        self.assertTrue(klotski.solved(klotski.sources(limit=1000)).all())
        self.assertEqual(klotski.sources(limit=3).tolist(), klotski.sources(limit=1000)[:3].tolist())
        self.assertEqual(len(klotski.sources(limit=0)), 0)
        self.assertIn(("横刀立马", "TXXTBXXBTLRTBooBo..o"), huarong.named_openings())

    def refused(self, function, *arguments, text, **named):
        with self.assertRaises(huarong.UsageError) as caught:
            function(*arguments, **named)
        self.assertIn(text, str(caught.exception))

    def test_what_makes_no_sense_is_refused(self):
        self.refused(huarong.Puzzle, "tile:99x99", text="not supported")
        self.refused(huarong.Puzzle, "tile:3x3", metric="jump", text="jump")
        self.refused(huarong.Puzzle, "tile:3x3\0", text="zero byte")
        self.refused(huarong.Puzzle, None, text="no text: None")
        self.refused(huarong.Puzzle, "tile:3x3", metric=None, text="no text: None")
        self.refused(huarong.Puzzle, "tile:3x3", goal=5, text="no text: 5")
        self.refused(self.puzzle.parse, None, text="no text: None")
        self.refused(self.puzzle.parse, "1 2 3", text="3 numbers")
        self.refused(self.puzzle.parse, "2 1 3 4 5 6 7 8 0", text="parity")
        self.refused(self.puzzle.format, 0, text="not a state")
        self.refused(self.puzzle.format, -1, text="64 bits")
        self.refused(self.puzzle.format, 1 << 64, text="64 bits")
        for state in (None, 1.5, float("inf"), float(self.puzzle.parse("8 6 7 2 5 4 3 0 1")), b"12"):
            self.refused(self.puzzle.format, state, text="no state: " + repr(state))
        for states in (None, 1.5, b"12", object(), numpy.array([0.5]), numpy.array(["x"])):
            for function in (self.puzzle.numbers, self.puzzle.states, self.puzzle.indices):
                self.refused(function, states, text="states must be whole numbers from 0 on")
        self.refused(self.puzzle.numbers, "1 2 3", text="3 numbers")
        self.refused(self.puzzle.numbers, [None], text="no state: None")
        self.refused(self.puzzle.numbers, numpy.array([0], dtype=numpy.uint64), text="not a state")
        self.refused(self.puzzle.sources, -1, text="0 or more")
        self.refused(self.puzzle.indices, numpy.array([0, 1], dtype=numpy.uint64), text="not a state")
        self.refused(self.puzzle.indices, numpy.array([0.5]), text="whole numbers")
        self.refused(self.puzzle.state_at, 181440, text="the indices 0 to 181439")
        self.refused(self.puzzle.states_at, [-1], text="from 0 on")
        self.refused(self.puzzle.step, GOAL, GOAL, text="")
        self.refused(huarong.Puzzle("klotski:4x5").parse, "no name", text="no name")

    def test_no_states_are_no_mistake(self):
        self.assertEqual(len(self.puzzle.states_at([])), 0)
        self.assertEqual(len(self.puzzle.indices([])), 0)
        self.assertEqual(len(self.puzzle.expand([])[0]), 0)
        self.assertEqual(self.puzzle.numbers(numpy.zeros(0)), [])


if __name__ == "__main__":
    unittest.main()
