#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Try points of a walk, and look at what is left after each run. README.md has the list of what must be true.

    point.py part FILE     the walks in the file: CASE RANKS KIND RANK ACTION N … on each line. A + at the end: and on until a run
                           passes untouched. Outcomes go to the file $results; a failure is printed as the command that repeats it
    point.py one CASE RANKS KIND:RANK:N:ACTION    one point, with all that is printed
    point.py files         the result files in this directory
    point.py same A B      do two results say the same?

`walk` prepares the cases in the directory $scratch: CASE/words, the program and what it is started with; CASE/given, what a run begins with;
CASE/reference, what it gives if nothing fails.
"""
import ctypes
import filecmp
import fnmatch
import glob
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time

SECONDS = int(os.environ["HR_FAULT_SECONDS"])
SCRATCH = os.environ["scratch"]
PR_SET_CHILD_SUBREAPER = 36  # of prctl(2)
# mpirun of Open MPI 4 dies where it passes its own standard input on, if the rank that reads it has just ended (open-mpi/ompi#7483), and does
# not start a run if another one removes the directory that all of them share (open-mpi/ompi#7049).
FAILURE_OF_OPEN_MPI = re.compile(r"orte_iof_hnp_read_local_handler|orte_session_dir failed")
CRASH = re.compile(r"^.*(?:Assertion|Sanitizer|runtime error|[Ss]egmentation|free\(\)|corrupted|signal [0-9]+ \().*$", re.MULTILINE)

# A result has these lines in each run, and each time other numbers in them.
VARYING = re.compile(r"(?:Time|Memory|Scratch|Sent|Rate|Engine|search) ")
# The same within a line; a result that was cut off can end in the middle of the list.
VARYING_INSIDE = re.compile(
    r'"(?:seconds|ranks|memory|bytes_sent|peak_memory|scratch_read|scratch_written|scratch_rate|scratch_seconds|rate|rank_memory|compute_seconds|link_seconds|busy|busiest'
    r'|oversubscribed|disk_rate|table_seconds|checkpoint_seconds|rate_low|rate_high|seconds_low|seconds_high|processor_share|scratch_room)":[^][{},]*,?'
    r'|"seconds":\{[^}]*\},?'
    r'|,[0-9]+\.[0-9]{6},(?=")' # seconds, before the moves of a CSV row
    r'|"(?:command|iterations)": ?\[(?:[^]["]|"(?:[^"\\]|\\.)*")*(?:\],?\s*|(?:"[^"]*)?\Z)'
)

# The result, the list of files, the log and checkpoints are no result files; nor is what could not be read and was set aside.
OTHER_FILES = ("std*.txt", "files", "log.jsonl", "*/log.jsonl", "kept/checkpoint-??????", "kept/*.refused", "kept/lock", "kept/openings-*.records")


def read(path):
    """The text of a file; nothing if there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def plain(text):
    """The text without what differs from run to run or from one number of ranks to another."""
    lines = VARYING_INSIDE.sub("", text).split("\n")
    return "\n".join(re.sub(r" in [0-9.]+ s\b", "", line, count=1) for line in lines if not VARYING.match(line))


def all_files(top):
    """Every file and directory below `top` by its path from there: its mode."""
    found = {}
    for place, directories, names in os.walk(top):
        for name in directories + names:
            path = os.path.join(place, name)
            found[os.path.relpath(path, top)] = os.lstat(path).st_mode
    return found


def result_files(top):
    """The regular files that are a run's result."""
    return sorted(p for p, mode in all_files(top).items() if stat.S_ISREG(mode) and not any(fnmatch.fnmatch(p, o) for o in OTHER_FILES))


def same_file(a, b):
    """Are both regular files with the same bytes?"""
    return os.path.isfile(a) and os.path.isfile(b) and filecmp.cmp(a, b, shallow=False)


def same_trees(a, b):
    """Are the same files in both, the log and what was printed aside?"""

    def listing(top):
        return {p: m for p, m in all_files(top).items() if not fnmatch.fnmatch(p, "std*.txt") and os.path.basename(p) != "log.jsonl"}

    files = listing(a)
    return files == listing(b) and all(stat.S_ISDIR(m) or same_file(os.path.join(a, p), os.path.join(b, p)) for p, m in files.items())


def is_beginning(text, whole):
    """Are the lines of the text the first ones of the whole? A last line that has no end is not looked at."""
    return whole.startswith(text[: text.rfind("\n") + 1])


def is_selection(lines, whole):
    """Are all lines in the whole, in the same order?"""
    rest = iter(whole)
    return all(line in rest for line in lines)


def is_kill(action):
    """Does it end processes?"""
    return action.startswith("kill") or action == "tear"


def no_rank_is_left():
    """Wait for ranks that mpirun has killed, but has not waited for: on a busy machine they may still have their files open when it ends. False
    if some did not end by themselves: they are killed, so that they are no trouble for the next point."""
    end = time.monotonic() + SECONDS
    by_itself = True
    while time.monotonic() < end + SECONDS:
        try:
            ended = os.waitpid(-1, os.WNOHANG)[0]
        except ChildProcessError:
            return by_itself
        if ended == 0:
            if time.monotonic() > end:
                by_itself = False
                kill_children()
            time.sleep(0.01)
    return False


def kill_children():
    """Kill all processes whose parent this one is."""
    for status in glob.glob("/proc/[0-9]*/stat"):
        number, parent = status.split("/")[2], read(status).rpartition(")")[2].split()[1:2]
        if parent == [str(os.getpid())]:
            os.kill(int(number), signal.SIGKILL)


class Case:
    """A run of the program: what it is started with, what it begins with, and what it gives if nothing fails."""

    def __init__(self, name):
        self.name = name
        self.given = os.path.join(SCRATCH, name, "given")
        self.reference = os.path.join(SCRATCH, name, "reference")
        self.program, *self.words = read(os.path.join(SCRATCH, name, "words")).split("\0")[:-1]
        self.stdout = read(os.path.join(self.reference, "stdout.txt"))
        self.result = plain(self.stdout)
        self.files = read(os.path.join(self.reference, "files")).split("\n")[:-1]
        self.names_file = "--table" in self.words or "--output" in self.words
        self.printed_to = self.words[self.words.index("--output") + 1] if "--output" in self.words else None
        self.leaves_files = self.names_file or not {"--checkpoint", "--scratch"}.isdisjoint(self.words) or os.path.isdir(os.path.join(self.reference, "cache"))


class Point:
    """One run with a fault, in a directory of its own below `place`."""

    def __init__(self, case, place, ranks, kind, rank, n, action):
        self.case = case
        self.place = place
        self.ranks = ranks
        self.kind = kind
        self.rank = rank
        self.n = n
        self.action = action
        self.run_directory = os.path.join(place, "run")
        self.wrong = []

    def fault(self):
        """The fault as the library takes it."""
        return f"{self.kind}:{self.rank}:{self.n}:{self.action}"

    def path(self, name):
        """A file of the run."""
        return os.path.join(self.run_directory, name)

    def start(self, ranks, words, variables):
        """Start the program; its exit code. The time of a processor is bounded, not only that of the clock: ranks that wait for each other
        compute, so that a run that has no end is soon told from one on a busy machine."""
        command = ["/bin/sh", "-c", f'ulimit -S -c 0; ulimit -S -t {SECONDS}; exec "$@"', "sh"]
        command += [os.environ["HR_MPIRUN"], "-n", str(ranks)] if ranks > 1 else []
        command += ["env", *(f"{k}={v}" for k, v in variables.items()), self.case.program, *words]
        environment = dict(os.environ, XDG_CACHE_HOME=self.path("cache"))
        source = self.path("input") if os.path.exists(self.path("input")) else os.devnull
        with open(source, "rb") as stdin, open(self.path("stdout.txt"), "wb") as out, open(self.path("stderr.txt"), "wb") as err:
            with subprocess.Popen(command, cwd=self.run_directory, env=environment, stdin=stdin, stdout=out, stderr=err) as process:
                try:
                    code = process.wait(15 * SECONDS)
                except subprocess.TimeoutExpired:
                    process.terminate()
                    try:
                        process.wait(5)
                    except subprocess.TimeoutExpired:
                        process.kill()
                    code = 124
        if not no_rank_is_left():
            self.wrong.append("a rank outlives the run")
        if code == -signal.SIGPIPE and ranks > 1:  # mpirun, at its own end, after it has told the ranks' exit code
            told = re.search(r"^ *Exit code: +(\d+)$", read(self.path("stderr.txt")), re.MULTILINE)
            code = int(told.group(1)) if told else code
        return code if code >= 0 else 128 - code

    def open_mpi_failed(self):
        """Has Open MPI itself failed in the last run?"""
        return FAILURE_OF_OPEN_MPI.search(read(self.path("stderr.txt"))) is not None

    def run_with_fault(self):
        """The run; its exit code and whether the fault came. Where Open MPI itself has failed it is made again."""
        report = os.path.join(self.place, "report")
        variables = {
            "LD_PRELOAD": os.environ["HR_FAULTS"],
            "HR_FAULT_REPORT": report,
            "HR_FAULT_DIRECTORY": self.run_directory,
            "HR_FAULT": self.fault(),
        }
        for _ in range(10):
            for old in glob.glob(report + ".*"):
                os.remove(old)
            shutil.rmtree(self.run_directory, ignore_errors=True)
            shutil.copytree(self.case.given, self.run_directory, symlinks=True)
            status = self.start(self.ranks, self.case.words, variables)
            if not self.open_mpi_failed():
                break
        return status, "fired" in read(f"{report}.{self.rank}")

    def says_incomplete(self, text, right):
        """Does the result say by itself that it is not the whole one, which is `right`, and is correct what it holds?"""
        try:
            got, whole = json.loads(text), json.loads(right)
        except ValueError:
            return False

        def without_times(value):
            return {k: v for k, v in value.items() if k not in ("seconds", "bytes_sent", "iterations", "memory")}

        if "layers" in got:
            layers = [without_times(layer) for layer in got["layers"]]
            same = layers == [without_times(layer) for layer in whole["layers"][: len(layers)]]
            return same and got["complete"] is False and got["stop"] != "none"
        if "outcome" in got:
            return got["outcome"] in ("stopped", "limit") and got["lower_bound"] <= whole["length"]
        if "positions" in got:
            return len(got["positions"]) == len(whole["positions"]) and all(
                mine["outcome"] in ("stopped", "limit") or without_times(mine) == without_times(right)
                for mine, right in zip(got["positions"], whole["positions"])
            )
        return False

    @staticmethod
    def is_bound(line, right):
        """Does the line tell a bound in place of a solution's length? If it names the position or is the only one, it is compared with
        that in the whole result."""
        if re.match(r"[^\t]+\t>=", line) or re.fullmatch(r"stopped (?:by|for) .* before the search", line):
            return True
        bound = re.match(r"(.*?: )?at least (\d+) moves?(?:, .*)?: stopped (?:by|for|with) ", line)
        if bound is None:
            return False
        length = re.search(rf"^{re.escape(bound.group(1) or '')}(\d+) moves?\b", right, re.MULTILINE)
        return length is not None and int(bound.group(2)) <= int(length.group(1))

    def is_part(self, text, right):
        """Is the text nothing, the first lines of the whole result, which is `right`, or one that says it is not whole?"""
        got = plain(text)
        if '"table":false' in got:  # all layers, that there is no table, and why
            got = got.replace('"table":false', '"table":true').replace('"stop":"memory"', '"stop":"none"')
        return (
            text == ""
            or got == plain(right)
            or self.says_incomplete(text, right)
            or is_beginning(got, plain(right))
            or is_selection([line for line in text.split("\n") if not self.is_bound(line, right)], right.split("\n"))
        )

    def check_stdout(self, status):
        """Exit code 0 means the whole result. Anything else: a part of it."""
        text = read(self.path("stdout.txt"))
        if plain(text) == self.case.result:
            return
        if status == 0:
            self.wrong.append("exit code 0 with another result")
        elif not self.is_part(text, self.case.stdout):
            self.wrong.append(f"exit code {status} with a wrong result")

    def check_status(self, status):
        """One of the documented ones, and a reason on standard error. After a kill mpirun's own."""
        errors = read(self.path("stderr.txt"))
        if is_kill(self.action):
            if status == 0:
                self.wrong.append("exit code 0 of a killed run")
            return
        if status == 4 and self.kind == "memory":
            self.wrong.append("exit code 4 where memory was lacking")
        if status not in (0, 3, 4, 70):
            self.wrong.append(f"exit code {status}")
        elif status != 0 and self.kind != "stream" and not re.search("huarong [a-z-]+: ", errors):  # Open MPI 5 joins lines
            self.wrong.append(f"exit code {status} without a reason")
        crash = CRASH.search(errors)
        if crash:
            self.wrong.append(f"a crash: {crash.group()}")

    def is_stopped_result(self, status, name):
        """Is this the result of a run that was stopped, printed to a file, and a part of the whole one?"""
        right = os.path.join(self.case.reference, name)
        return status == 3 and name == self.case.printed_to and self.is_part(read(self.path(name)), read(right))

    def check_files(self, status):
        """Whatever has the name of a whole file is that file; or, where it was there before the run, the old one."""
        for name in self.case.files:
            mine, before = self.path(name), os.path.join(self.case.given, name)
            if os.path.exists(mine):
                whole = same_file(mine, os.path.join(self.case.reference, name)) or same_file(mine, before)
                if not whole and not self.is_stopped_result(status, name):
                    self.wrong.append(f"{name} is damaged")
            elif os.path.exists(before):
                self.wrong.append(f"{name} is lost")

    def check_end(self):
        """Where the run leaves files, another one without faults follows; after it everything is as ever, and nothing else lies about.
        If the run has left nothing, the other one would be the run that was compared with when the calls were counted."""
        words = self.case.words
        if not self.case.leaves_files or same_trees(self.case.given, self.run_directory):
            return
        more = ["--force"] if self.case.names_file and "--force" not in words else []
        more += ["--resume"] if "--checkpoint" in words and words[0] != "plan" and "--resume" not in words else []
        os.rename(self.path("stderr.txt"), self.path("stderr.before.txt"))
        for _ in range(10):
            status = self.start(3 if self.n % 4 == 0 else 1, words + more, {})
            if not self.open_mpi_failed():
                break
        if status != 0:
            reason = re.search("huarong [a-z-]+: .*$", read(self.path("stderr.txt")), re.MULTILINE)
            self.wrong.append(f"the run that follows ends with {status}: {reason.group() if reason else ''}")
            return
        if plain(read(self.path("stdout.txt"))) != self.case.result:
            self.wrong.append("the run that follows has another result")
        for name in self.case.files:
            if not same_file(self.path(name), os.path.join(self.case.reference, name)):
                self.wrong.append(f"the run that follows has another {name}")
        others = [name for name in result_files(self.run_directory) if name not in self.case.files]
        if others:
            self.wrong.append(f"left over: {' '.join(others)}")

    def try_it(self, verbose=False):
        """The outcome: right (exit code 0), stopped (3), refused (4), aborted (70) or killed; untouched if the fault did not come;
        FAILED and what is wrong."""
        status, fired = self.run_with_fault()
        # The program takes SIGXCPU as a wish to stop.
        if status in (124, 152) or re.search("CPU time limit|stopped by a signal", read(self.path("stderr.txt"))):
            self.wrong.append(f"no end after {SECONDS} s")
        elif fired:
            self.check_status(status)
        elif status != 0:
            self.wrong.append(f"exit code {status} without a fault")
        self.check_stdout(status)
        self.check_files(status)
        if verbose:
            print(f"exit code {status}\n{read(self.path('stdout.txt'))}{read(self.path('stderr.txt'))}", file=sys.stderr, flush=True)
            subprocess.run(["ls", "-lR", "."], cwd=self.run_directory, stdout=sys.stderr, check=False)
        if not self.wrong:
            self.check_end()
        if self.wrong:
            return "FAILED: " + ", ".join(self.wrong)
        if not fired:
            return "untouched"
        return "killed" if is_kill(self.action) else {0: "right", 3: "stopped", 4: "refused", 70: "aborted"}[status]

    def record(self):
        """Try the point and keep its outcome; a failure is printed as what repeats it."""
        outcome = self.try_it()
        results = os.environ["results"]
        with open(results, "a", encoding="utf-8") as file:
            file.write("\t".join([self.case.name, str(self.ranks), self.kind, str(self.rank), str(self.n), self.action, outcome]) + "\n")
        if outcome.startswith("FAILED"):
            printed = "".join(f"==> {os.path.basename(p)}\n{read(p)}" for p in sorted(glob.glob(self.path("std*.txt"))))
            os.makedirs(results + ".failed", exist_ok=True)
            with open(f"{results}.failed/{self.case.name}.{self.ranks}.{self.fault()}", "w", encoding="utf-8") as file:
                file.write(printed)
            told = [f"walk --point {self.case.name} {self.ranks} {self.fault()}    # {outcome[len('FAILED: '):]}"]
            if results.startswith(SCRATCH + "/"):  # which is going to be removed
                told += ["    " + line for line in printed.split("\n")[-30:]]
            print("\n".join(told), flush=True)
        return outcome


def try_walk(line, place):
    """The points of one line."""
    name, ranks, kind, rank, action, *numbers = line.split()
    case = Case(name)
    outcome, n = "", 0

    def next_point():
        return Point(case, place, int(ranks), kind, int(rank), n, action).record()

    for number in numbers:
        if number != "+":
            n = int(number)
            outcome = next_point()
    for _ in range(20 if numbers[-1] == "+" else 0):  # timing changes the number of messages
        if outcome == "untouched":
            break
        n += 1
        outcome = next_point()


def try_points(words):
    """The commands `part` and `one`."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # ranks without their mpirun are children of this process
    place = os.path.join(SCRATCH, "places", str(os.getpid()))
    os.makedirs(place)
    if words[0] == "part":
        with open(words[1], encoding="utf-8") as file:
            for line in file:
                try_walk(line, place)
    else:
        kind, rank, n, action = words[3].split(":")
        point = Point(Case(words[1]), place, int(words[2]), kind, int(rank), int(n), action)
        print(point.try_it(verbose=True))
        shutil.copy(f"{place}/report.{rank}", f"{SCRATCH}/report")
    shutil.rmtree(place)


def main(words):
    """The command line."""
    if words[0] == "files":
        print("".join(name + "\n" for name in result_files(".")), end="")
    elif words[0] == "same":
        sys.exit(plain(read(words[1])) != plain(read(words[2])))
    else:
        try_points(words)


if __name__ == "__main__":
    main(sys.argv[1:])
