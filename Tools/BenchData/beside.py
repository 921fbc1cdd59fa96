"""Measures the programs beside those of another version, in turns, each on a household that its own bench-data made.

Usage: beside.py OWN OTHER RUNS: folders with the programs, and how often each command runs. A figure is the median."""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

PLACES = {"own": pathlib.Path(sys.argv[1]), "other": pathlib.Path(sys.argv[2])}
RUNS = int(sys.argv[3])
LARGE, SMALL = 10_000, 3


def run(place, folder, words):
    environment = {
        "HOME": str(folder), "PATH": os.environ["PATH"], "TZ": "UTC", "CST_DATA": str(folder / "cst.sqlite"),
        "CST_NOW": "2026-06-15T12:00:00Z", "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_DISPLAY_CURRENCY": "USD",
        "CST_EXCHANGE_RATES_FIXED_FILE": str(folder / "rates.csv"), "CST_NETWORK_OFFLINE": "true",
    }
    program, *rest = words.split()
    begin = time.perf_counter()
    subprocess.run([PLACES[place] / program, *rest], env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


with tempfile.TemporaryDirectory(prefix="cst-bench-") as work:
    for place in PLACES:
        for goals in (LARGE, SMALL):
            subprocess.run([PLACES[place] / "bench-data", f"{work}/{place}-{goals}", str(goals)], check=True)
    for goals, words, times in (
        (LARGE, "cst-assets list", RUNS), (LARGE, "cst-assets list --format json", RUNS),
        (LARGE, "cst-plan required --format json", RUNS), (SMALL, "cst-plan required", 10 * RUNS),
    ):
        spent = {place: [] for place in PLACES}
        for _ in range(times):
            for place in PLACES:
                spent[place].append(run(place, pathlib.Path(work, f"{place}-{goals}"), words))
        own, other = (statistics.median(spent[place]) for place in PLACES)
        print(f"{goals:6} goals: {words:32} {own:7.3f} s   other {other:7.3f} s   ratio {own / other:.2f}")
