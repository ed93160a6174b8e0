# SPDX-License-Identifier: MIT
"""Random small drawings with every rule that the manual has, most of them with a goal that can be reached."""

from brute import Puzzle, Space, TooLarge, read

LETTERS = [chr(c) for c in range(33, 127) if chr(c) not in "#./:;|_"]
NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Sketch:
    """A drawing in the making: cells by (column, row), and rules."""

    def __init__(self, random):
        self.random = random
        self.width, self.height = random.choice(((2, 3), (3, 3), (4, 2), (4, 3), (3, 4), (5, 3), (4, 4), (5, 4), (6, 2), (7, 1)))
        self.start = {(x, y): "." for x in range(self.width) for y in range(self.height)}
        self.room = random.choice((1, 2, 2, 3, 3, 4, 5))  # least number of empty cells
        self.goal, self.rules = {}, []
        self.names = iter(random.sample(LETTERS, len(LETTERS)))
        self.shapes = []  # (cells, scattered)
        self.pieces = []

    def free(self):
        return [at for at, sign in self.start.items() if sign == "."]

    def chance(self, probability):
        return self.random.random() < probability

    def some(self, letters, most=3):
        return self.random.sample(letters, self.random.randint(1, min(most, len(letters)))) if letters else []

    def new_shape(self, head):
        """Free cells, the first of them at `head`: mostly connected, else two or three scattered ones."""
        cells, scattered = {head}, self.chance(0.06)
        for _ in range(self.random.choice((0, 0, 1, 1, 2, 3)) + scattered):
            around = self.free() if scattered else [(x + dx, y + dy) for x, y in sorted(cells) for dx, dy in NEAR]
            around = [at for at in around if self.start.get(at) == "." and at not in cells]
            cells |= {self.random.choice(around)} if around else set()
        return [(x - head[0], y - head[1]) for x, y in sorted(cells)], scattered

    def add_piece(self):
        head = self.random.choice(self.free())
        shape, scattered = self.random.choice(self.shapes) if self.shapes and self.chance(0.5) else self.new_shape(head)
        cells = [(head[0] + dx, head[1] + dy) for dx, dy in shape]
        if len(self.free()) >= len(cells) + self.room and all(self.start.get(at) == "." for at in cells):
            letter = next(self.names)
            self.start.update(dict.fromkeys(cells, letter))
            self.shapes.append((shape, scattered))
            self.pieces.append(letter)
            if scattered:
                self.rules.append(f"scattered: {letter}")

    def add_ground(self):
        for sign, probability in (("#", 0.4), (next(self.names), 0.3), (next(self.names), 0.1)):
            if self.chance(probability) and len(self.free()) > 2:
                self.start.update(dict.fromkeys(self.some(self.free()[1:]), sign))
                if sign != "#":
                    self.rules.append(f"gate: {sign} {''.join(self.some(self.pieces))}")

    def add_locks(self):
        locked = set(self.some(self.pieces, 1)) if len(self.pieces) > 2 and self.chance(0.1) else set()
        for letter in locked:
            self.rules.append(f"fixed: {letter}")
            self.pieces.remove(letter)
        for key, probability in (("horizontal", 0.25), ("vertical", 0.2)):
            letters = [c for c in self.pieces if self.chance(0.4) and c not in locked]
            if letters and self.chance(probability):
                self.rules.append(f"{key}: {''.join(letters)}")
                locked.update(letters)

    def aim_at(self, drawn):
        """Wants of some pieces what is so in the rows `drawn`, or nearly so."""
        target = {(x, y): sign for y, row in enumerate(drawn) for x, sign in enumerate(row)}
        moved = [c for c in self.pieces if any((self.start[at] == c) != (sign == c) for at, sign in target.items())]
        moved = moved if moved and self.chance(0.8) else self.pieces
        for letter in self.some(moved, self.random.choice((1, 1, 2, 4))):
            cells = [at for at, sign in target.items() if sign == letter]
            free = [at for at, sign in target.items() if sign == "." and at not in self.goal]
            way = self.random.choice(("place", "place", "place", "inside", "cover", "exit", "exit"))
            if way == "exit":
                sides = {"left": (0, None), "right": (self.width - 1, None), "up": (None, 0), "down": (None, self.height - 1)}
                touched = [side for side, at in sides.items() if any(at in ((x, None), (None, y)) for x, y in cells)]
                side = self.random.choice(touched if touched and self.chance(0.9) else list(sides))
                self.rules.append(f"exit: {letter} {side}")
                continue
            if way == "inside":
                cells += self.some(free)
            if way == "cover":
                cells = self.some(cells)
            if way != "place":
                self.rules.append(f"{way}: {letter}")
            self.goal.update(dict.fromkeys(cells, letter))
        empty = [at for at, sign in target.items() if sign == "." and at not in self.goal]
        if self.chance(0.15):
            self.goal.update(dict.fromkeys(self.some(empty), "_"))
        if self.chance(0.3):
            self.add_alike()

    def add_alike(self):
        """Let letters stand for each other that the goal only draws, or does not name; mostly of pieces of one size."""
        rules = [rule.split() for rule in self.rules]
        named = {words[1] for words in rules if words[0] in ("cover:", "inside:", "exit:")}
        letters = [c for c in self.pieces if c not in named]
        size = {c: list(self.start.values()).count(c) for c in letters}
        drawn = [c for c in letters if c in self.goal.values()]
        letter = self.random.choice(drawn or letters or [""])
        twins = [c for c in letters if c == letter or size[c] == size[letter] and self.chance(0.8)]
        twins = twins if len(twins) > 1 or self.chance(0.8) else letters[:2]
        if len(twins) > 1:
            self.rules.append(f"alike: {''.join(twins)}")

    def text(self):
        in_one_line = ["/".join("".join(cells.get((x, y), ".") for x in range(self.width)) for y in range(self.height))
                       for cells in (self.start, self.goal)]
        self.random.shuffle(self.rules)
        goal = [f"goal: {in_one_line[1]}"] if self.goal else []
        return "; ".join([f"start: {in_one_line[0]}", *goal, *self.rules])


def snake(width, length, top):
    """The cells of a corridor that turns at the ends of every other row."""
    x, y, dx, cells = 0, top, 1, []
    while len(cells) < length:
        cells.append((x, y))
        if not 0 <= x + dx < width:
            cells.append((x, y + 1))
            y, dx = y + 2, -dx
        else:
            x += dx
    return cells[:length]


def widen(text, random):
    """The puzzle, and a corridor of up to 70 cells, full of single pieces but for one gap. Some of these are alike."""
    start, goal, rules = read(text)
    letters = [c for c in LETTERS if c not in text]
    random.shuffle(letters)
    letters = letters[: random.choice((3, 20, 40, 69))]
    width = max(len(start[0]), random.choice((12, 23, 32)))
    cells = snake(width, len(letters) + 1, len(start) + 1)
    groups = random.choice((1, 2, 2, 3, len(letters)))
    group = {letter: random.randrange(groups) if groups < len(letters) else i for i, letter in enumerate(letters)}
    drawings = []
    for drawing, named in ((start, range(groups)), (goal, range(random.randint(0, 1), groups))):
        gap = random.randint(0, len(letters))
        signs = letters[:gap] + ["."] + letters[gap:]
        height = cells[-1][1] + 1
        rows = [list(row.ljust(len(start[0]), ".").ljust(width, "#")) for row in drawing]
        rows += [["."] * len(start[0]) + ["#"] * (width - len(start[0])) for _ in range(len(start) - len(rows))]
        rows += [["#"] * width for _ in range(height - len(rows))]
        for (x, y), sign in zip(cells, signs):
            rows[y][x] = sign if sign == "." or group[sign] in named else "."
        drawings.append("/".join("".join(row) for row in rows))
        in_goal = named
    if groups < len(letters):
        alike = ["".join(c for c in letters if group[c] == i) for i in in_goal]
        rules += [("alike", some) for some in alike if len(some) > 1]
    return "; ".join([f"start: {drawings[0]}", f"goal: {drawings[1]}", *(f"{key}: {value}" for key, value in rules)])


def walk(puzzle, random, steps):
    """The rows of a state that the start reaches in some random moves."""
    state = puzzle.start
    for _ in range(steps):
        state = random.choice(list(puzzle.neighbours(state, "unit")) or [state])
    return puzzle.format(state).replace("|", "#").split("/")


def sketch_one(random):
    sketch = Sketch(random)
    for _ in range(random.choice((2, 5, 8, 12, 20))):
        sketch.add_piece()
    sketch.add_ground()
    sketch.add_locks()
    sketch.aim_at(walk(Puzzle(sketch.text()), random, random.choice((3, 10, 30, 100, 300))))
    return sketch.text()


def draw(random, most):
    """A puzzle in one line, of at most `most` states. The program may refuse it, because its goal is walled off."""
    least = random.choice((1, 30, 100, 300, 1000))
    while True:
        text = sketch_one(random)
        puzzle = Puzzle(text)
        if not puzzle.classes or puzzle.is_solved(puzzle.start) and random.random() < 0.9:
            continue
        try:
            if len(Space(puzzle, "unit", most).states) >= min(least, most):
                return text
        except TooLarge:
            pass
