"""What the measurements of the dashboard share: a household, a running server, wrk, and figures with their aims."""

import os
import pathlib
import re
import subprocess
import sys

os.environ["CST_PROGRAMS"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Web"))
import dashboard  # noqa: E402
from dashboard import SAMPLE, Client, Household, free_port  # noqa: E402, F401

BIN = dashboard.PROGRAMS
SECONDS = int(os.environ.get("BENCH_SECONDS", "5"))
missed = []


class Server(dashboard.Server):
    """A running cst-web that says what it takes."""

    def __init__(self, household, *options):
        super().__init__(household, *options, port=free_port())

    def processor(self):
        """Seconds of processors used so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def handles(self):
        """How many files it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def wrk(url, connections=8, seconds=SECONDS, headers={}):
    words = ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--latency", "--timeout", "30s"]
    for name, value in headers.items():
        words += ["-H", f"{name}: {value}"]
    text = subprocess.run(words + [url], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in text:
        # What has not changed is answered by 304.
        refused = int(re.search(r"Non-2xx or 3xx responses: (\d+)", text)[1])
        if refused:
            sys.exit(f"{url}: {refused} answers were refused")

    def milliseconds(percent):
        value, unit = re.search(rf"{percent}%\s+([\d.]+)(us|ms|s)", text).groups()
        return float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]

    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), milliseconds(50), milliseconds(99)


def tell(what, value, aim, holds):
    print(f"{what:<62} {value:>22}   {'aim ' + aim if holds else 'MISSED ' + aim}", flush=True)
    if not holds:
        missed.append(what)


def conclude():
    print(f"{len(missed)} of the aims were missed" if missed else "all aims were met")
