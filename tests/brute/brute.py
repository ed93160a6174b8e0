# SPDX-License-Identifier: MIT
"""Drawn puzzles by brute force, from the manual's section *Drawn puzzles* and not from the program's code.

A state is a tuple with the sorted places of each class of interchangeable pieces. A place is the number of the piece's first cell
in reading order, row * width + column. A set of cells is an integer with a bit for each cell.
"""

from collections import namedtuple
from itertools import combinations
from math import comb, prod

METRICS = ("unit", "slide", "move")

# Pieces of one class are interchangeable. `role` tells pieces of one shape apart that the goal tells apart, `room` those that can never be
# at the same place: it is the first place that the piece would reach alone.
Class = namedtuple("Class", "shape axis passes role room")


class TooLarge(Exception):
    """The space has more states than the caller wants."""


def read(text):
    """The two drawings as lists of rows, and the rules as (key, value)."""
    drawings = {"start": [], "goal": []}
    rules, rows = [], None
    for line in text.replace(";", "\n").split("\n"):
        key, colon, value = line.strip().partition(":")
        if colon and key in drawings:
            rows = drawings[key]
            rows += value.strip().split("/") if value.strip() else []
        elif colon:
            rules.append((key, value.strip()))
            rows = None
        elif rows is not None and line.strip():
            rows.append(line)
        else:
            rows = None
    return drawings["start"], drawings["goal"], rules


def flood(place, ways):
    """What can be reached from a place: itself, then the others. Of the ways from a place, None leads nowhere."""
    found = [place]
    for at in found:
        found += [to for to in ways(at) if to is not None and to not in found]
    return found


def match(choices):
    """Can each take one of its choices, so that no two take the same? (Hungarian method: who has it takes another one, if that can be.)"""
    taker = {}

    def take(i, tried):
        for choice in choices[i]:
            if choice not in tried:
                tried.add(choice)
                if choice not in taker or take(taker[choice], tried):
                    taker[choice] = i
                    return True
        return False

    return all(take(i, set()) for i in range(len(choices)))


class Puzzle:
    def __init__(self, text):
        start, goal, self.rules = read(text)
        self.width, self.height = max(map(len, start)), len(start)
        self.ground = ["#"] * (self.width * self.height)
        self.gates = {value[0]: set(value[1:]) - {" "} for key, value in self.rules if key == "gate"}
        fixed = self.letters_of("fixed")
        cells = {}
        for y, row in enumerate(start):
            for x, sign in enumerate(row):
                movable = sign not in ".#" and sign not in self.gates and sign not in fixed
                self.ground[y * self.width + x] = "." if movable else sign
                if movable:
                    cells.setdefault(sign, []).append((x, y))
        self.goal = {}  # letter or _: set of cells
        for y, row in enumerate(goal):
            for x, sign in enumerate(row):
                if sign not in ".#" and sign not in self.gates:
                    self.goal[sign] = self.goal.get(sign, 0) | 1 << (y * self.width + x)
        self.find_roles(cells)
        self.find_classes(cells)

    def letters_of(self, key):
        return {c for k, value in self.rules if k == key for c in value if c != " "}

    def find_roles(self, cells):
        """What the goal says of each letter, and which letters it tells apart from others of their shape."""
        self.covers = self.letters_of("cover") & set(self.goal)
        self.exits = dict(value.split() for key, value in self.rules if key == "exit")
        self.named = (set(self.goal) - self.covers - {"_"}) | set(self.exits)
        self.roles = {letter: letter if letter in self.named else None for letter in cells}
        for key, value in self.rules:
            group = set(value) - {" "}
            if key == "alike":
                self.roles.update(dict.fromkeys(group, min(group)))

    def find_classes(self, cells):
        self.class_of, self.head, self.letters = {}, {}, {}
        horizontal, vertical = self.letters_of("horizontal"), self.letters_of("vertical")
        for letter, where in cells.items():
            x, y = where[0]
            shape = tuple((cx - x, cy - y) for cx, cy in where)
            axis = "h" if letter in horizontal else "v" if letter in vertical else ""
            passes = frozenset(sign for sign, letters in self.gates.items() if letter in letters)
            alone = Class(shape, axis, passes, self.roles[letter], None)
            self.head[letter] = y * self.width + x
            steps = self.steps_of(alone, self.places_of(alone))
            self.class_of[letter] = alone._replace(room=min(flood(self.head[letter], lambda at, ways=steps: ways[at])))
            self.letters.setdefault(self.class_of[letter], []).append(letter)
        self.classes = list(self.letters)
        self.masks = [self.places_of(c) for c in self.classes]
        self.steps = [self.steps_of(c, masks) for c, masks in zip(self.classes, self.masks)]
        self.start = self.state_of(self.head)

    def places_of(self, c):
        """Where such a piece may stand: its cells by place."""
        masks = {}
        for head in range(self.width * self.height):
            cells = [(head % self.width + dx, head // self.width + dy) for dx, dy in c.shape]
            at = [y * self.width + x for x, y in cells if 0 <= x < self.width and 0 <= y < self.height]
            if len(at) == len(cells) and all(self.ground[i] == "." or self.ground[i] in c.passes for i in at):
                masks[head] = sum(1 << i for i in at)
        return masks

    def steps_of(self, c, masks):
        """For each place the places after a step up, down, left and right, or in the two of these that the axis has; None: no step."""
        steps = {}
        for head in masks:
            x, y = head % self.width, head // self.width
            ways = [(x, y - 1), (x, y + 1)] if c.axis != "h" else []
            ways += [(x - 1, y), (x + 1, y)] if c.axis != "v" else []
            after = [ny * self.width + nx if 0 <= nx < self.width else None for nx, ny in ways]
            steps[head] = [to if to in masks else None for to in after]
        return steps

    def state_of(self, head):
        return tuple(tuple(sorted(head[letter] for letter in self.letters[c])) for c in self.classes)

    def parse(self, text):
        """The state that the program has written."""
        head = {}
        for y, row in enumerate(text.split("/")):
            for x, sign in enumerate(row):
                if sign in self.class_of:
                    head.setdefault(sign, y * self.width + x)
        return self.state_of(head)

    def format(self, state):
        cells = ["|" if sign == "#" else sign for sign in self.ground]
        for c, masks, heads in zip(self.classes, self.masks, state):
            for letter, head in zip(self.letters[c], heads):
                for i in range(len(cells)):
                    if masks[head] >> i & 1:
                        cells[i] = letter
        return "/".join("".join(cells[y * self.width : (y + 1) * self.width]) for y in range(self.height))

    def targets(self, k, head, others, metric):
        """The places where one move can take a piece of class k while the others cover these cells."""
        masks, steps = self.masks[k], self.steps[k]
        near = [to for to in steps[head] if to is not None and not masks[to] & others]
        if metric == "unit":
            return near
        if metric == "slide":
            found = []
            for way in range(len(steps[head])):
                to = steps[head][way]
                while to is not None and not masks[to] & others:
                    found.append(to)
                    to = steps[to][way]
            return found
        return flood(head, lambda at: [to if to is not None and not masks[to] & others else None for to in steps[at]])[1:]

    def scatter(self, random):
        """A state that the start reaches or not: each piece at some place that it would reach alone. None: they overlap."""
        state, covered = [], 0
        for heads, masks, steps in zip(self.start, self.masks, self.steps):
            heads = random.sample(flood(heads[0], lambda at, ways=steps: ways[at]), len(heads))
            for head in heads:
                if covered & masks[head]:
                    return None
                covered |= masks[head]
            state.append(tuple(sorted(heads)))
        return tuple(state)

    def placements(self, most):
        """All states, whether the start reaches them or not. None: there may be more than `most`."""
        rooms = [flood(heads[0], lambda at, ways=steps: ways[at]) for heads, steps in zip(self.start, self.steps)]
        if prod(comb(len(room), len(heads)) for room, heads in zip(rooms, self.start)) > most:
            return None
        found = [((), 0)]
        for room, heads, masks in zip(rooms, self.start, self.masks):
            further = []
            for state, covered in found:
                for chosen in combinations(sorted(room), len(heads)):
                    cells = [masks[head] for head in chosen]
                    if sum(cells) | covered == sum(cells) ^ covered and sum(cells).bit_count() == sum(c.bit_count() for c in cells):
                        further.append((state + (chosen,), covered | sum(cells)))
            found = further
        return [state for state, _ in found]

    def neighbours(self, state, metric):
        occupied = sum(masks[head] for masks, heads in zip(self.masks, state) for head in heads)
        for k, heads in enumerate(state):
            for i, head in enumerate(heads):
                for to in self.targets(k, head, occupied & ~self.masks[k][head], metric):
                    yield state[:k] + (tuple(sorted(heads[:i] + (to,) + heads[i + 1 :])),) + state[k + 1 :]

    def suits(self, letter, mask):
        """Does a piece on these cells do what the goal wants of the letter?"""
        right = letter not in self.exits or mask & self.side(self.exits[letter])
        if letter in self.goal and letter not in self.covers:
            inside = letter in self.letters_of("inside")
            right = right and (not mask & ~self.goal[letter] if inside else mask == self.goal[letter])
        return right

    def side(self, side):
        at = {"up": (None, 0), "down": (None, self.height - 1), "left": (0, None), "right": (self.width - 1, None)}[side]
        return sum(1 << i for i in range(self.width * self.height) if at in ((None, i // self.width), (i % self.width, None)))

    def is_solved(self, state):
        pieces = [(c, masks[head]) for c, masks, heads in zip(self.classes, self.masks, state) for head in heads]
        covered = sum(mask for _, mask in pieces)
        if covered & self.goal.get("_", 0):
            return False
        for letter in self.covers:
            if self.goal[letter] & ~sum(mask for c, mask in pieces if c.shape == self.class_of[letter].shape):
                return False
        for role in {self.roles[letter] for letter in self.named}:
            wanted = [letter for letter in self.named if self.roles[letter] == role]
            there = [mask for c, mask in pieces if c.role == role]
            if not match([[i for i, mask in enumerate(there) if self.suits(letter, mask)] for letter in wanted]):
                return False
        return True


def layers_from_solved(puzzle, metric, most):
    """(depth, states) for each layer from all solved placements at once. None: there are too many placements; []: none is solved."""
    states = puzzle.placements(most)
    if states is None:
        return None
    layer, rows = [state for state in states if puzzle.is_solved(state)], []
    reached = set(layer)
    while layer:
        rows.append((len(rows), len(layer)))
        after = {neighbour for state in layer for neighbour in puzzle.neighbours(state, metric)} - reached
        reached |= after
        layer = list(after)
    return rows


class Space:
    """All states that the start reaches, with the neighbours of each in one metric."""

    def __init__(self, puzzle, metric, most):
        self.states, self.number, self.ways = [puzzle.start], {puzzle.start: 0}, []
        for state in self.states:
            self.ways.append([])
            for after in puzzle.neighbours(state, metric):
                if after not in self.number:
                    self.number[after] = len(self.states)
                    self.states.append(after)
                self.ways[-1].append(self.number[after])
            if len(self.states) > most:
                raise TooLarge
        self.solved = [i for i, state in enumerate(self.states) if puzzle.is_solved(state)]
        self.depth, _ = self.search([0])
        self.to_goal, self.solutions = self.search(self.solved)

    def search(self, sources):
        """By state: the distance from the nearest source, None if there is none, and the number of shortest ways from sources."""
        distance, count = [None] * len(self.states), [0] * len(self.states)
        for i in sources:
            distance[i], count[i] = 0, 1
        layer = list(sources)
        while layer:
            after = []
            for i in layer:
                for k in self.ways[i]:
                    if distance[k] is None:
                        distance[k] = distance[i] + 1
                        after.append(k)
                    if distance[k] == distance[i] + 1:
                        count[k] += count[i]
            layer = after
        return distance, count

    def layers(self):
        """(depth, states, solved) for each layer from the start."""
        rows = [[depth, 0, 0] for depth in range(max(self.depth) + 1)]
        for depth in self.depth:
            rows[depth][1] += 1
        for i in self.solved:
            rows[self.depth[i]][2] += 1
        return [tuple(row) for row in rows]
