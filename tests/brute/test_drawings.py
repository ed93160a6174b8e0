#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random drawn puzzles: what the program says of them, against brute force.

    HR_PROGRAM=build/release/huarong tests/brute/test_drawings.py --count 2000 --jobs 2

Each puzzle in each metric: `enumerate`, `query`, `verify`, `solve` by layers (many positions, one by all ranks, with and without --all)
and by A*, each on one number of ranks from 1 to 4 that is drawn, too; and `survey` on 1, 2, 3 and 4 ranks. A puzzle depends on the
seed and its number alone, so that `--seed S --first N --count 1` repeats it. The least drawing that still differs is printed.
"""

import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

from brute import METRICS, Puzzle, Space, TooLarge, layers_from_solved, read
from drawings import draw, widen

PROGRAM = os.environ["HR_PROGRAM"]
MPIRUN = os.environ.get("HR_MPIRUN", "mpirun")
TOO_WIDE = "A* takes states of at most"
WALLED_OFF = ("cannot fill these cells", "cannot cover all these cells", "no room in its goal")
MOST = 20000  # states of a puzzle
CHUNK = 20  # puzzles of one survey
POSITIONS = 5  # of one puzzle, besides its start


class Differs(Exception):
    pass


class Refused(Exception):
    pass


def expect(what, wanted, got):
    if wanted != got:
        raise Differs(f"{what}: brute force {wanted}, the program {got}")


def run(folder, ranks, *words, file=os.devnull):
    """What the program prints, given a file as its standard input. Open MPI keeps its files in the folder, where no other job is."""
    command = [PROGRAM, *words] if ranks == 1 else [MPIRUN, "-n", str(ranks), PROGRAM, *words]
    environment = {**os.environ, "TMPDIR": folder}
    try:
        with open(file, encoding="ascii") as given:
            done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=given, timeout=300, env=environment)
    except subprocess.TimeoutExpired:
        raise Differs(f"{' '.join(command)}: has not ended after 300 s") from None
    if done.returncode == 2:
        raise Refused(done.stderr.strip())
    if done.returncode != 0:
        raise Differs(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def run_lines(*arguments, **given):
    return [json.loads(line) for line in run(*arguments, **given).splitlines()]


def letters_in(text):
    return {letter: [i for i, sign in enumerate(text) if sign == letter] for letter in text}


def check_solution(what, puzzle, space, metric, found):
    """Is what `solve` has found of a position right, move by move?"""
    i = space.number[puzzle.parse(found["state"])]
    expect(f"{what}, outcome", "unsolvable" if space.to_goal[i] is None else "solved", found["outcome"])
    if space.to_goal[i] is None:
        return
    expect(f"{what}, length", space.to_goal[i], found["length"])
    expect(f"{what}, solutions", space.solutions[i], found.get("solutions", space.solutions[i]))
    text = found["state"]
    for step in found["steps"]:
        before, after = letters_in(text), letters_in(step["state"])
        changed = [c for c in puzzle.class_of if before[c] != after.get(c)]
        expect(f"{what}, the piece that moves from {text} to {step['state']}", changed, [step["piece"]])
        if puzzle.parse(step["state"]) not in puzzle.neighbours(puzzle.parse(text), metric):
            raise Differs(f"{what}: there is no move from {text} to {step['state']}")
        text = step["state"]
    expect(f"{what}, moves listed", space.to_goal[i], len(found["steps"]))
    expect(f"{what}, {text} is solved", True, puzzle.is_solved(puzzle.parse(text)))


def compare(text, metric, rng, ranks):
    """Raises Differs. Returns the fewest moves and the number of states; None: the puzzle is refused for a reason that is true."""
    puzzle = Puzzle(text)
    if not puzzle.classes or not puzzle.goal and not puzzle.exits:
        raise ValueError("no piece moves, or there is no goal")
    space = Space(puzzle, metric, MOST)
    with tempfile.TemporaryDirectory() as folder:
        try:
            compare_space(text, metric, rng, ranks, folder, puzzle, space)
        except Refused as refused:
            if not space.solved and any(why in str(refused) for why in WALLED_OFF):
                return None
            raise Differs(f"refused, but has {len(space.solved)} solved states: {refused}") from None
    return space.to_goal[0], len(space.states)


def in_lines(text):
    """The drawing with a row in each line."""
    start, goal, rules = read(text)
    return "\n".join(["start:", *start, "", "goal:", *goal, "", *(f"{key}: {value}" for key, value in rules), ""])


def compare_from_solved(spec, how, folder, ranks, wanted):
    """The layers from all solved placements."""
    if wanted is None:
        return
    table = os.path.join(folder, "from_solved")
    try:
        rows = run(folder, ranks(), "enumerate", spec, *how, "--from", "solved", "--csv", "--table", table).splitlines()[1:]
    except Refused as refused:
        expect("layers from solved placements", wanted, [])
        expect("the reason", True, "no placement of the pieces is solved" in str(refused))
        return
    expect("layers from solved placements", wanted, [tuple(int(n) for n in row.split(",")[:2]) for row in rows])
    run(folder, ranks(), "verify", table, "--quiet")


def compare_space(text, metric, rng, ranks, folder, puzzle, space):
    table, positions, states, drawing = (os.path.join(folder, name) for name in ("table", "positions", "states", "drawing"))
    with open(drawing, "w", encoding="ascii") as file:
        file.write(in_lines(text))
    spec, how = rng.choice((f"blocks:{text}", f"blocks:{drawing}")), ["--metric", metric]
    rows = run(folder, ranks(), "enumerate", spec, *how, "--csv", "--table", table).splitlines()[1:]
    layers = [tuple(int(n) for n in row.split(",")[:4]) for row in rows]
    expect("layers (depth, states, solved)", space.layers(), [(depth, states, solved) for depth, states, _, solved in layers])
    compare_from_solved(spec, how, folder, ranks, layers_from_solved(puzzle, metric, MOST))
    asked = [0] + rng.sample(range(len(space.states)), min(POSITIONS, len(space.states)))
    with open(positions, "w", encoding="ascii") as file:
        file.writelines(puzzle.format(space.states[i]) + "\n" for i in asked)
    run(folder, ranks(), "verify", table, "--quiet")
    others = {puzzle.scatter(rng) for _ in range(10 * POSITIONS)} - {None} - set(space.number)
    with open(states, "w", encoding="ascii") as file:
        file.writelines(puzzle.format(state) + "\n" for state in [space.states[i] for i in asked] + sorted(others))
    answers = run_lines(folder, ranks(), "query", table, "--format=jsonl", "--next", file=states)
    expect("distances in the table", [space.depth[i] for i in asked] + [None] * len(others), [answer["distance"] for answer in answers])
    for i, answer in zip(asked, answers):
        nearer = {space.states[k] for k in space.ways[i] if space.depth[k] < space.depth[i]}
        expect(f"moves nearer from {answer['state']}", nearer, {puzzle.parse(move["state"]) for move in answer["next"]})
    for algorithm in (["layers", "--all"], ["layers"], ["astar"]):
        details = ["--algorithm", *algorithm, *how, "--format=jsonl", "--details"]
        try:
            found = run_lines(folder, ranks(), "solve", spec, "--file", positions, *details)
        except Refused as refused:
            if algorithm == ["astar"] and TOO_WIDE in str(refused):
                continue
            raise
        expect(f"{algorithm}, positions", len(asked), len(found))
        if algorithm != ["astar"]:  # with checkpoints all ranks search together, as A* always does
            with tempfile.TemporaryDirectory(dir=folder) as kept:
                found += run_lines(folder, ranks(), "solve", spec, *details, "--checkpoint", kept)
        for position in found:
            check_solution(f"{' '.join(algorithm)}, {position['state']}", puzzle, space, metric, position)


def difference(text, metric, rng, ranks):
    """How a puzzle differs in a metric; None: it does not."""
    try:
        compare(text, metric, rng, ranks)
    except Differs as differs:
        return str(differs)
    return None


def smaller(text):
    """Drawings with something left out."""
    start, goal, rules = read(text)
    goal = [row.ljust(max(map(len, start)), ".") for row in goal]

    def join(start, goal, rules):
        goal = ["goal: " + "/".join(goal)] if set("".join(goal)) - {"."} else []
        return "; ".join(["start: " + "/".join(start), *goal, *(f"{key}: {value}" for key, value in rules if value)])

    for i in range(len(rules)):
        yield join(start, goal, rules[:i] + rules[i + 1 :])
    for letter in sorted(set("".join(start)) - {"."}):
        rest = [(k, v.replace(letter, "")) for k, v in rules if k != "exit" and k != "gate" or v[0] != letter]
        yield join([row.replace(letter, ".") for row in start], [row.replace(letter, ".") for row in goal], rest)
    for y in range(len(start)):
        yield join(start[:y] + start[y + 1 :], goal[:y] + goal[y + 1 :], rules)
    for x in range(len(start[0])):
        yield join([row[:x] + row[x + 1 :] for row in start], [row[:x] + row[x + 1 :] for row in goal], rules)
    for y, row in enumerate(goal):
        for x, sign in enumerate(row):
            if sign != ".":
                yield join(start, goal[:y] + [row[:x] + "." + row[x + 1 :]] + goal[y + 1 :], rules)


def reduce(text, said, differs):
    """The least drawing that differs, and how."""
    for less in smaller(text):
        try:
            now = differs(less)
        except (ValueError, KeyError, IndexError, TypeError, TooLarge):  # no longer a puzzle
            continue
        if now and now.startswith("refused") == said.startswith("refused"):
            return reduce(less, now, differs)
    return text, said


def survey(texts, metric, ranks):
    """By text: the fewest moves, None if there are none, and the number of states."""
    with tempfile.TemporaryDirectory() as folder:
        puzzles = os.path.join(folder, "puzzles")
        with open(puzzles, "w", encoding="ascii") as file:
            file.writelines(text + "\n" for text in texts)
        found = run_lines(folder, ranks, "survey", puzzles, "--format=jsonl", "--metric", metric)
    return {line["board"]: (line.get("length"), line["states"]) for line in found}


def check_chunk(task):
    """(number of puzzles compared, of those refused, list of differences) of some puzzles."""
    seed, first, count = task
    differences, known = [], {metric: {} for metric in METRICS}
    for number in range(first, first + count):
        rng = random.Random(f"{seed}:{number}")
        text = widen(draw(rng, 20), rng) if number % 5 == 4 else draw(rng, MOST)

        def ranks(chosen=rng.choice):
            return chosen(15 * (1,) + (2, 3, 4))  # a start with mpirun takes eight times as long

        for metric in METRICS:
            try:
                known[metric][text] = compare(text, metric, rng, ranks)
            except Differs as differs:
                least, said = reduce(text, str(differs), lambda t, m=metric: difference(t, m, random.Random(0), ranks))
                differences.append(f"seed {seed}, puzzle {number}, {metric}: {text}\n    {differs}\n  least: {least}\n    {said}")
    for metric, answers in known.items():
        wanted = {text: answer for text, answer in answers.items() if answer}
        for ranks in (1, 2, 3, 4) if wanted else ():
            found = survey(wanted, metric, ranks)
            differences += [f"survey, {metric}, {ranks} ranks: {text}: brute force {wanted[text]}, the program {found.get(text)}"
                            for text in wanted if found.get(text) != wanted[text]]
    return len(wanted), list(answers.values()).count(None), differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=30, help="number of puzzles")
    parser.add_argument("--seed", type=int, default=20261128)
    parser.add_argument("--first", type=int, default=0, help="number of the first puzzle")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    tasks = [(options.seed, first, min(CHUNK, options.first + options.count - first))
             for first in range(options.first, options.first + options.count, CHUNK)]
    accepted = refused = differ = 0
    with multiprocessing.Pool(options.jobs) as pool:
        for taken, not_taken, differences in pool.imap_unordered(check_chunk, tasks):
            accepted, refused, differ = accepted + taken, refused + not_taken, differ + len(differences)
            for difference in differences:
                print(difference)
            print(f"{accepted} puzzles compared, {refused} refused rightly, {differ} differ", flush=True)
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
