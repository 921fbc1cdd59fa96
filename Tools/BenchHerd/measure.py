"""Measures herds: measure.py BIN PYTHON RUNS: the folder with the programs, an interpreter with numpy, and how often each command runs.

An appraisal beside a script of the same work; the value of a database, and an event that is entered into it. The shortest of all runs is
the least disturbed."""

import os
import pathlib
import subprocess
import sys
import tempfile

import herds

BIN, PYTHON, RUNS = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])


def run(folder, *words, data="none"):
    """Seconds of the processor and megabytes of a command: other programs do not count."""
    environment = {
        "HOME": folder, "PATH": os.environ["PATH"], "TZ": "UTC", "CST_DATA": f"{folder}/{data}.sqlite",
        "CST_NOW": f"{herds.AS_OF}T02:00:00Z", "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_NETWORK_OFFLINE": "true",
    }
    with open(f"{folder}/answer", "wb") as answer:
        process = subprocess.Popen([str(word) for word in words], env=environment, stdout=answer)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{words} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best(folder, *words, data="none"):
    figures = [run(folder, *words, data=data) for _ in range(RUNS)]
    return min(seconds for seconds, _ in figures), max(memory for _, memory in figures)


def physical(file, member=""):
    """The physical value of an answer. It is read in another process, since what this one holds counts for those that it starts."""
    program = f"import json, sys; print(json.load(open(sys.argv[1]))['physical']{member})"
    return float(subprocess.run([sys.executable, "-c", program, file], capture_output=True, check=True, text=True).stdout)


def appraisals(folder):
    figures = {}
    for count in (100_000, 200_000):
        file = f"{folder}/{count}.json"
        subprocess.run([sys.executable, "-B", herds.__file__, "appraisal", file, str(count)], check=True)
        figures[count] = best(folder, BIN / "cst-herd", "appraise", file, "--format", "json")
        ours = physical(f"{folder}/answer", '["amount"]')
        print(f"appraise {count:7} herds: {figures[count][0]:7.2f} s {figures[count][1]:5.0f} MB")
        if count == 100_000:
            script = best(folder, PYTHON, "-B", pathlib.Path(__file__).with_name("same_work.py"), file, f"{folder}/theirs")
            difference = ours - physical(f"{folder}/theirs")
            print(f"python, json and numpy:   {script[0]:7.2f} s {script[1]:5.0f} MB; physical differs by {difference:.2f}")
    print(f"ratio to python: {figures[100_000][0] / script[0]:.2f} (at most 3); "
          f"twice the herds: {figures[200_000][0] / figures[100_000][0]:.2f} (at most 2.2)")


def databases(folder):
    small = "small"
    for words in (
        ("holding", "add", "Home", "--currency", "AUD", "--state", "QLD", "--saleyard", "Roma"),
        ("add", "Steers", "--species", "cattle", "--category", "steer", "--head", "1"),
        ("price", "add", "--level", "saleyard", "--place", "Roma", "--species", "cattle", "--category", "steer", "--price",
         "4.00/kg"),
        ("export", f"{folder}/small.json"),
    ):
        run(folder, BIN / "cst-herd", *words, data=small)
    figures = {}
    for count in (5_000, 10_000):
        archive = f"{folder}/{count}-archive.json"
        subprocess.run([sys.executable, "-B", herds.__file__, "archive", f"{folder}/small.json", archive, str(count)], check=True)
        seconds, memory = run(folder, BIN / "cst-herd", "import", archive, data=count)
        print(f"import of an archive with {count:6} herds of 30 events: {seconds:7.2f} s {memory:5.0f} MB")
        figures[count] = best(folder, BIN / "cst-herd", "value", "--format", "json", data=count)
        print(f"value of {count:6} herds of 30 events: {figures[count][0]:7.2f} s {figures[count][1]:5.0f} MB")
        event = best(folder, BIN / "cst-herd", "weigh", "Mob 7", "380", data=count)
        print(f"an event entered into one of {count:6} herds: {event[0]:7.3f} s {event[1]:5.0f} MB")
    event = best(folder, BIN / "cst-herd", "weigh", "Steers", "380", data=small)
    print(f"an event entered into the only herd:      {event[0]:7.3f} s {event[1]:5.0f} MB")
    print(f"value of twice the herds: {figures[10_000][0] / figures[5_000][0]:.2f} (at most 2.2)")


with tempfile.TemporaryDirectory(prefix="cst-bench-") as work:
    appraisals(work)
    databases(work)
