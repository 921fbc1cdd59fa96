"""Runs the browser tests: main.py [--all] [--shots] [--jobs=N] [words of names of tests …]."""

import os
import pathlib
import subprocess
import sys
import threading
import time
import unittest

FOLDER = pathlib.Path(__file__).parent
sys.path.insert(0, str(FOLDER))
import support  # noqa: E402

WORDS = ("passed", "failed", "skipped")
SOME_FAILED = 3


class Result(unittest.TextTestResult):
    """One line a test, as it ends; a test counts once, however many of its parts failed."""

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()
        self.bad = len(self.failures) + len(self.errors)
        self.left = len(self.skipped)

    def stopTest(self, test):
        super().stopTest(test)
        is_bad = len(self.failures) + len(self.errors) > self.bad
        word = "failed" if is_bad else "skipped" if len(self.skipped) > self.left else "passed"
        print(f"{word:7} {time.monotonic() - self.began:5.1f} s  {test.id().split('.', 1)[1]}", flush=True)


def chosen(suite, words):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from chosen(test, words)
        elif not words or any(word in test.id() for word in words):
            yield test


def run(words, part, parts):
    """One test of each so many, in this process; whether all passed."""
    found = unittest.TestLoader().discover(str(FOLDER))
    runner = unittest.TextTestRunner(stream=sys.stdout, resultclass=Result, verbosity=0)
    result = runner.run(unittest.TestSuite(list(chosen(found, words))[part::parts]))
    support.Shared.close()
    for test, why in result.skipped:
        print(f"Left out: {test.id()}: {why}")
    return not result.failures and not result.errors


def share(options, words, jobs):
    """The tests in several processes at once; how many ended how, and what failed."""
    workers = [
        subprocess.Popen(
            [sys.executable, "-B", __file__, *options, f"--part={number}", f"--jobs={jobs}", *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for number in range(jobs)]
    told = [[] for _ in workers]
    count = dict.fromkeys(WORDS, 0)
    again = []

    def follow(worker, lines):
        for line in worker.stdout:
            word = line.split(" ", 1)[0]
            if word in count:
                count[word] += 1
                if word == "failed":
                    again.append(line.split()[-1])
                print(line, end="", flush=True)
            elif line.startswith("Left out"):
                print(line, end="", flush=True)
            else:
                lines.append(line)
    threads = [threading.Thread(target=follow, args=pair) for pair in zip(workers, told)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # One that broke off counts as failed whatever its tests said.
    codes = [worker.wait() for worker in workers]
    is_good = not any(codes)
    if not is_good and set(codes) <= {0, SOME_FAILED} and len(again) <= 5 and not words:
        # Several browsers make each other wait: what failed among them has to pass alone.
        print("\n".join(["Once more, alone:", *again]), flush=True)
        is_good = subprocess.run([sys.executable, "-B", __file__, *options, "--part=0", "--jobs=1", *again]).returncode == 0
    print(f"{count['passed']} passed, {count['failed']} failed", flush=True)
    if not is_good or not count["passed"]:
        print("== what failed")
        for worker, lines in zip(workers, told):
            if worker.returncode:
                print("".join(lines), end="")
    return is_good and count["passed"] > 0


words = [word for word in sys.argv[1:] if not word.startswith("--")]
given = dict(word.removeprefix("--").split("=", 1) if "=" in word else (word.removeprefix("--"), "")
             for word in sys.argv[1:] if word.startswith("--"))
unknown = set(given) - {"all", "shots", "jobs", "part"}
if unknown:
    sys.exit(f"Unknown: {' '.join(sorted(unknown))}")
support.RUNS_ALL = "all" in given
support.KEEPS_SHOTS = "shots" in given
jobs = int(given.get("jobs") or min(4, os.cpu_count() or 1))
if "part" in given:
    sys.exit(0 if run(words, int(given["part"]), jobs) else SOME_FAILED)
sys.exit(0 if share([f"--{name}" for name in given if name in ("all", "shots")], words, jobs) else 1)
