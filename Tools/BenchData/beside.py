"""Measures the programs beside those of another version, and beside ledger and hledger, in turns.

Usage: beside.py OWN OTHER RUNS: folders with the programs, and how often each command runs. A figure is the median of the processor's
seconds. Households are made by each version's own bench-data, and by importing the same files."""

import http.client
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

PLACES = {"own": pathlib.Path(sys.argv[1]), "other": pathlib.Path(sys.argv[2])}
RUNS = int(sys.argv[3])
LARGE, SMALL, ROWS = 10_000, 3, 100_000
FORMATS = {"csv": "a table", "ofx": "OFX", "qif": "QIF", "xml": "CAMT.053", "sta": "MT940", "ledger": "a journal"}


def environment(folder):
    return {
        "HOME": str(folder), "PATH": os.environ["PATH"], "TZ": "UTC", "CST_DATA": str(folder / "cst.sqlite"),
        "CST_NOW": "2026-06-15T12:00:00Z", "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_DISPLAY_CURRENCY": "USD",
        "CST_EXCHANGE_RATES_FIXED_FILE": str(folder / "rates.csv"), "CST_NETWORK_OFFLINE": "true",
    }


def seconds(words, folder):
    """Seconds of the processor that a program took, or None if it failed."""
    started = subprocess.Popen(words, env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    return None if status else usage.ru_utime + usage.ru_stime


def tell(text, spent):
    """A line with the medians, and how ours compares to each of the others."""
    medians = {name: statistics.median(values) for name, values in spent.items() if values and None not in values}
    own = medians.pop("own")
    others = "".join(f"   {name} {value:.3f} s, ratio {own / value:.2f}" for name, value in medians.items())
    print(f"{text:48} {own:7.3f} s{others}", flush=True)


def commands(work):
    """Commands on households of two sizes; the small one shows what a start costs."""
    for place in PLACES:
        for goals in (LARGE, SMALL):
            subprocess.run([PLACES[place] / "bench-data", work / f"{place}-{goals}", str(goals)], check=True)
    journals = {goals: ["-f", str(work / f"own-{goals}/transactions.ledger"), "--price-db", str(work / f"own-{goals}/prices.ledger")]
                for goals in (LARGE, SMALL)}
    for goals, words, times in (
        (LARGE, "cst-assets list", RUNS), (LARGE, "cst-assets list --format json", RUNS),
        (LARGE, "cst-plan required --format json", RUNS), (SMALL, "cst-plan required", 10 * RUNS), (SMALL, "cst-plan --version", 10 * RUNS),
    ):
        spent = {"own": [], "other": [], "ledger bal -X": []}
        program, *rest = words.split()
        for _ in range(times):
            for place in PLACES:
                spent[place].append(seconds([PLACES[place] / program, *rest], work / f"{place}-{goals}"))
            spent["ledger bal -X"].append(seconds(
                ["ledger", *journals[goals], "bal", "Assets", "-X", "USD", "--now", "2026/06/15"], work))
        tell(f"{goals} goals: {words}", spent)


def imports(work):
    """Files of 100,000 transactions of one account, each into a database of its own."""
    subprocess.run([sys.executable, "-B", pathlib.Path(__file__).with_name("statements.py"), work, str(ROWS)], check=True)
    for ending, title in FORMATS.items():
        spent = {"own": [], "other": [], "ledger bal": [], "hledger bal": []}
        words = ["--account", "assets:bank"] if ending == "ledger" else ["--asset", "bank", "--currency", "USD"]
        for _ in range(RUNS):
            for place in PLACES:
                folder = work / f"{place}-{ending}"
                folder.mkdir(exist_ok=True)
                (folder / "rates.csv").write_text("from,to,rate,date\n")
                for file in folder.glob("cst.sqlite*"):
                    file.unlink()
                spent[place].append(seconds([PLACES[place] / "cst-assets", "import", work / f"bank.{ending}", *words], folder))
            if ending == "ledger":
                spent["ledger bal"].append(seconds(["ledger", "-f", work / "bank.ledger", "bal"], work))
                spent["hledger bal"].append(seconds(["hledger", "-f", work / "bank.journal", "bal"], work))
        tell(f"{ROWS} rows of {title} imported", spent)


class Dashboard:
    """A running cst-web of one version, and a browser's session with it."""

    def __init__(self, place, folder):
        self.process = subprocess.Popen(
            [PLACES[place] / "cst-web", "--no-open"], env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = urllib.parse.urlparse(self.process.stdout.readline().strip())
        self.connection = http.client.HTTPConnection(address.netloc, timeout=120)
        entered = self.get(f"{address.path}?{address.query}", {})
        self.headers = {"Cookie": entered.headers["Set-Cookie"].split(";")[0]}

    def get(self, path, headers):
        self.connection.request("GET", path, headers={"Sec-Fetch-Site": "same-origin", **headers})
        answer = self.connection.getresponse()
        self.size = len(answer.read())
        return answer

    def page(self, path):
        """Seconds of the processor that the server took for a page."""
        before = self.processor()
        answer = self.get(path, self.headers)
        if answer.status != 200:
            return None
        return self.processor() - before

    def processor(self):
        # The clock of another process, as clock_getcpuclockid gives it.
        return time.clock_gettime((~self.process.pid << 3) | 2)


def pages(work):
    """The page of a goal that is funded by an account with all those transactions."""
    running = {}
    for place in PLACES:
        folder = work / f"{place}-csv"
        run = lambda program, *words: subprocess.run(  # noqa: E731
            [PLACES[place] / program, *words], env=environment(folder), check=True, stdout=subprocess.DEVNULL)
        run("cst-plan", "goal", "add", "House", "--target", "90000000", "--currency", "USD", "--deadline", "2030-06-30")
        run("cst-assets", "allocate", "bank", "House", "--rest")
        goals = subprocess.run(
            [PLACES[place] / "cst-plan", "goal", "list", "--format", "json"], env=environment(folder), check=True, capture_output=True, text=True)
        identifier = json.loads(goals.stdout)["goals"][0]["id"]
        running[place] = (Dashboard(place, folder), f"/goals/{identifier}")
    try:
        for text, chosen in (("the overview", lambda path: "/"), ("the page of the goal", lambda path: path)):
            spent = {place: [] for place in PLACES}
            for _ in range(RUNS):
                for place, (dashboard, path) in running.items():
                    spent[place].append(dashboard.page(chosen(path)))
            tell(f"{ROWS} transactions: {text}", spent)
    finally:
        for dashboard, _ in running.values():
            dashboard.process.terminate()


with tempfile.TemporaryDirectory(prefix="cst-bench-") as folder:
    work = pathlib.Path(folder)
    commands(work)
    imports(work)
    if all((place / "cst-web").exists() for place in PLACES.values()):
        pages(work)
