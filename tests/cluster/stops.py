#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs of every engine and solver that keeps checkpoints, stopped by random signals at random moments and resumed on another number of ranks,
again and again, now and then from a damaged checkpoint. Each run must end in time and with a documented exit code, and the last result must be that of an undisturbed run.

    stops.py [--stops N] [--seed N] [--jobs N] [--patience SECONDS] [--case NAME]

HR_PROGRAM is the program, HR_MPIRUN the launcher. The long tier has few stops; `--stops 1000 --jobs 4` takes an hour or so. Of a run that has not
ended after the patience, all processes are shown, with their stacks if there is gdb.
"""
import argparse
import collections
import concurrent.futures
import filecmp
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.realpath(os.environ["HR_PROGRAM"])
MPIRUN = os.environ["HR_MPIRUN"]
HANGS = "hangs"
# mpirun of Open MPI 4 can wait for a lock of its own for ever (PMIx_server_finalize), or die, where a rank ends while MPI starts or ends.
MPIRUN_SECONDS = 30  # in which mpirun starts its ranks, and ends when they have ended
MPIRUN_HANGS = "mpirun hangs, all ranks have ended"
MPIRUN_DIES = {signal.SIGSEGV: "mpirun dies of SIGSEGV", signal.SIGPIPE: "mpirun dies of SIGPIPE"}
LIFE = 5  # stops, before a run may go on to its end

# The runs: the time between two checkpoints, and the words, where _ stands for a blank. Those that take a fraction of a second are met while
# MPI starts and ends.
CASES = {
    "frontier": ("0.2s", "enumerate tile:4x3 --engine frontier --max-depth 24"),
    "frontier-table": ("0", "enumerate klotski:4x5 --from 横刀立马 --table table --force"),
    "planes": ("0.1s", "enumerate tile:2x6 --engine planes --max-depth 34"),
    "lines-table": ("0", "enumerate tile:5x2 --metric slide --engine lines --table table --force"),
    "blocks-table": ("0.3s", "enumerate blocks:century --metric move --table table --force"),
    "openings-table": ("0", "openings klotski:4x4 --table table --force"),
    "layers": ("0.5s", "solve tile:3x4 10_11_9_8_7_6_5_4_3_2_1_0 --metric slide --algorithm layers"),
    "layers-all": ("0", "solve klotski:4x5 横刀立马 --all"),
    "layers-unsolvable": ("1", "solve tile:3x4 11_10_9_8_7_6_5_4_3_2_1_0 --metric slide --algorithm layers"),
    "astar": ("0", "solve klotski:4x5 横刀立马 --algorithm astar"),
    "astar-tiles": ("0.2s", "solve tile:3x4 10_11_9_8_7_6_5_4_3_2_1_0 --algorithm astar --heuristic manhattan"),
    "idastar-stream": ("0.1s", "solve tile:4x4 --heuristic manhattan --complete --file positions"),
}
# The 12th and the 2nd of Korf's positions, and an easy one.
POSITIONS = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n5 1 2 3 4 9 6 7 8 0 10 11 12 13 14 15\n13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n"
# What differs from run to run, or from one number of ranks to another.
VARYING = ("command", "seconds", "peak_memory", "ranks", "bytes_sent", "memory", "nodes", "states", "expanded", "reopened", "iterations")
SIGNALS = ("USR1", "USR2", "INT", "TERM", "HUP", "XCPU", "KILL", "KILL")


def plain(value):
    """A JSON value without what varies; the states of an enumeration's layers stay."""
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if k not in VARYING or (k == "states" and "fingerprint" in value)}
    return value


def read(path):
    """The text of a file; nothing if there is none, or its process has ended."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def processes(place):
    """The processes at work in this directory: {number: is it a rank?}"""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{name}/cwd") == place:
                found[int(name)] = os.readlink(f"/proc/{name}/exe") == PROGRAM
        except OSError:
            pass
    return found


def send(number, pids):
    """Send the signal to those that still live."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def catches_signals(pid):
    """Has the process come so far that it catches signals, all of them at once?"""
    caught = [line.split()[1] for line in read(f"/proc/{pid}/status").split("\n") if line.startswith("SigCgt:")]
    return bool(caught) and int(caught[0], 16) >> (signal.SIGTERM - 1) & 1 == 1


def show(place):
    """What the processes that have not ended are doing."""
    text = ""
    for pid, rank in processes(place).items():
        text += f"--- {'rank' if rank else 'other'} {pid}: {read(f'/proc/{pid}/cmdline')[:60]!r}\n"
        text += "".join(line + "\n" for line in read(f"/proc/{pid}/status").split("\n") if line.startswith(("State", "SigCgt", "ShdPnd")))
        try:
            command = ["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt"]
            text += subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout
        except (OSError, subprocess.TimeoutExpired):
            text += "(no stacks)\n"
    return text


class Life:
    """A run that is stopped and resumed until it is at its end."""

    def __init__(self, options, seed, top):
        self.options = options
        self.dice = random.Random(seed)
        self.seed = seed
        self.name = options.case or self.dice.choice(list(CASES))
        self.place = os.path.join(top, seed.replace(":", "-"))
        self.ranks = 0
        self.counts = collections.Counter()
        self.story = []
        self.run = None

    def start(self, ranks):
        """Start the run. One rank needs no mpirun."""
        every, words = CASES[self.name]
        command = [MPIRUN, "-n", str(ranks)] if ranks > 1 else []
        command += [PROGRAM, *(word.replace("_", " ") for word in words.split(" "))]
        command += ["--json", "--quiet", "--checkpoint", "kept", "--checkpoint-every", every, "--resume"]
        with open(f"{self.place}/out", "wb") as out, open(f"{self.place}/err", "wb") as err:
            environment = dict(os.environ, XDG_CACHE_HOME=self.place)
            self.run = subprocess.Popen(command, cwd=self.place, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment)

    def end(self):
        """Wait for the run and all its processes; its exit code. HANGS: ranks wait for ever. MPIRUN_HANGS: it does, without ranks."""
        ranks_seen = time.monotonic()
        limit = ranks_seen + self.options.patience
        while self.run.poll() is None or processes(self.place):
            alone = not any(processes(self.place).values())
            ranks_seen = ranks_seen if alone else time.monotonic()
            if time.monotonic() > min(limit, ranks_seen + MPIRUN_SECONDS):
                self.story.append(show(self.place))
                send(signal.SIGKILL, processes(self.place))
                self.run.wait()
                return MPIRUN_HANGS if alone else HANGS
            time.sleep(0.02)
        code = self.run.returncode
        if self.run.args[0] == MPIRUN and -code in MPIRUN_DIES:
            return MPIRUN_DIES[-code]
        return code if code >= 0 else 128 - code

    def stop(self, moment):
        """Start the run on another number of ranks, and send a signal. Returns the exit code and those that are right."""
        self.ranks = (self.ranks + self.dice.randrange(3)) % 4 + 1
        self.start(self.ranks)
        time.sleep(moment)
        name = self.dice.choice(SIGNALS)
        number = getattr(signal, f"SIG{name}")
        whom = self.dice.choice(("one", "all") if name == "XCPU" or self.ranks == 1 else ("one", "all", "mpirun"))
        pauses = self.dice.random() < 0.3
        ranks = [pid for pid, rank in processes(self.place).items() if rank]
        pids = ranks if whom == "all" else [self.run.pid] if whom == "mpirun" else ranks[:1] if self.dice.random() < 0.5 else ranks[-1:]
        if pauses:
            send(signal.SIGSTOP, pids)
            time.sleep(self.dice.uniform(0, 0.3))
        early = len(ranks) < self.ranks or not all(catches_signals(pid) for pid in ranks)
        met = self.run.poll() is None
        send(number, pids)
        send(signal.SIGCONT, pids if pauses else [])
        code = self.end()
        right = {0, 3, MPIRUN_HANGS, *MPIRUN_DIES.values()}
        if name == "KILL" or early:
            right |= {128 + number, 128 + signal.SIGKILL}
        if whom == "mpirun" and name in ("INT", "TERM", "HUP"):
            right.add(1)
        kind = f"{name} to {whom}{', early' if early and name != 'KILL' else ''}"
        self.story.append(f"{self.ranks} ranks, after {moment:.3f} s {kind}{', paused' if pauses else ''}: {code}")
        if met:
            self.counts[kind, code] += 1
        return code, right

    def damage(self):
        """Change a byte of the newest checkpoint, if there is an older one to go on from, or of a file of records."""
        kept = f"{self.place}/kept"
        names = sorted(os.listdir(kept)) if os.path.isdir(kept) else []
        generations = [name for name in names if name[: len("checkpoint-")] == "checkpoint-" and name[len("checkpoint-") :].isdigit()]
        damaged = generations[-1:] if len(generations) > 1 else [name for name in names if name.endswith(".records")][:1]
        for name in damaged:
            with open(f"{kept}/{name}", "r+b") as file:
                content = file.read()
                at = self.dice.randrange(len(content) + 1)
                file.seek(at)
                file.write(bytes([content[at] ^ 255]) if at < len(content) else b"x")
            self.story.append(f"damaged: byte {at} of {name}")

    def same(self, reference):
        """Is the result that of the undisturbed run?"""
        try:
            if "--table table" in CASES[self.name][1] and not filecmp.cmp(f"{self.place}/table", f"{reference.place}/table", shallow=False):
                return False
            return plain(json.loads(read(f"{self.place}/out"))) == plain(json.loads(read(f"{reference.place}/out")))
        except (OSError, ValueError):
            return False

    def lead(self, reference):
        """The whole life. Returns what is wrong, or nothing."""
        os.mkdir(self.place)
        with open(f"{self.place}/positions", "w", encoding="utf-8") as file:
            file.write(POSITIONS)
        code, stops = 3, 0
        while reference is not None and code != 0 and stops < LIFE:
            code, right = self.stop(self.dice.uniform(0.05, min(2, 1.2 * reference.seconds)))
            stops += 1
            if code not in right:
                return f"exit code {code}"
            if self.dice.random() < 0.3:
                self.damage()
        if code != 0:
            begin = time.monotonic()
            self.start(self.dice.randint(1, 4) if reference else 2)
            code = self.end()
            self.seconds = time.monotonic() - begin
            self.story.append(f"undisturbed: {code}")
        return "" if code == 0 and (reference is None or self.same(reference)) else f"wrong in the end, exit code {code}"


def main():
    """Lead lives until there are enough stops."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stops", type=int, default=24)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--patience", type=float, default=600)
    parser.add_argument("--case", choices=CASES)
    options = parser.parse_args()
    print(f"--seed {options.seed}", flush=True)
    counts, failures, begin = collections.Counter(), 0, time.monotonic()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as top:  # where files are synced at once
        top = os.path.realpath(top)
        references = {}
        for name in [options.case] if options.case else CASES:
            life = Life(argparse.Namespace(**dict(vars(options), case=name)), f"reference:{name}", top)
            wrong = life.lead(None)
            if wrong:
                sys.exit(f"{name}: {wrong}\n{read(life.place + '/err')}")
            references[name] = life

        def one(number):
            life = Life(options, f"{options.seed}:{number}", top)
            return life, life.lead(references[life.name])

        number = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            while counts.total() < options.stops:
                for life, wrong in pool.map(one, range(number, number + options.jobs)):
                    counts += life.counts
                    if wrong:
                        failures += 1
                        print(f"{life.name}, life {life.seed}: {wrong}", *life.story, read(f"{life.place}/err"), sep="\n", flush=True)
                number += options.jobs
    for (kind, code), count in sorted(counts.items(), key=str):
        print(f"{count:5} {kind}: {code}")
    print(f"{counts.total()} stops in {number} lives and {time.monotonic() - begin:.0f} s, {failures} wrong")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
