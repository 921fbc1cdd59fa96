"""Runs the browser tests: main.py [--all] [--shots] [words of names of tests …]."""

import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import support  # noqa: E402


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
        count[word] = count.get(word, 0) + 1
        print(f"{word:7} {time.monotonic() - self.began:5.1f} s  {test.id().split('.', 1)[1]}", flush=True)


def chosen(suite, words):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from chosen(test, words)
        elif not words or any(word in test.id() for word in words):
            yield test


count = {"passed": 0, "failed": 0}
words = [word for word in sys.argv[1:] if not word.startswith("--")]
options = set(sys.argv[1:]) - set(words)
if options - {"--all", "--shots"}:
    sys.exit(f"Unknown: {' '.join(sorted(options - {'--all', '--shots'}))}")
support.RUNS_ALL = "--all" in options
support.KEEPS_SHOTS = "--shots" in options
found = unittest.TestLoader().discover(str(pathlib.Path(__file__).parent))
runner = unittest.TextTestRunner(stream=sys.stdout, resultclass=Result, verbosity=0)
result = runner.run(unittest.TestSuite(chosen(found, words)))
support.Shared.close()
for test, why in result.skipped:
    print(f"Left out: {test.id()}: {why}")
print(f"{count['passed']} passed, {count['failed']} failed", flush=True)
sys.exit(0 if count["passed"] and not count["failed"] else 1)
