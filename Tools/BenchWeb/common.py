"""What the measurements of the dashboard share: a household, a running server, wrk, and figures with their aims."""

import http.client
import os
import pathlib
import re
import socket
import subprocess
import sys
import time

BIN = pathlib.Path(sys.argv[1])
SECONDS = int(os.environ.get("BENCH_SECONDS", "5"))
NOW = "2026-04-13T09:00:00Z"
missed = []

HOUSEHOLD = """
cst-plan goal add Emergency --target 10000 --currency USD --start 2026-01-01 --deadline 2026-12-31
cst-plan goal add Car --target 18000 --currency EUR --start 2026-01-01 --deadline 2027-06-30
cst-plan goal add Japan --target 900000 --currency JPY --start 2026-01-01 --deadline 2027-04-01
cst-assets add Wallet --currency BTC
cst-assets add Ether --currency ETH
cst-assets add Savings --currency EUR
cst-assets deposit Wallet 0.12 --date 2026-02-01
cst-assets deposit Ether 1.5 --date 2026-02-01
cst-assets deposit Savings 4200 --date 2026-02-01
cst-assets deposit Savings 300 --date 2026-04-05
cst-assets allocate Wallet Car --share 60%
cst-assets allocate Wallet Japan --share 25%
cst-assets allocate Ether Emergency --share 100%
cst-assets allocate Savings Car --amount 2500
cst-assets allocate Savings Emergency --rest
"""
RATES = "from,to,rate,date\n" + "".join(
    f"{line},2026-04-13\n" for line in ("EUR,USD,1.1684", "EUR,JPY,186.75", "BTC,USD,70187", "ETH,USD,2200"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A running cst-web, with whoever has come in; behind a proxy nobody comes in by the address of the start."""

    def __init__(self, environment, *options):
        self.port = free_port()
        self.process = subprocess.Popen(
            [BIN / "cst-web", "--no-open", "--port", str(self.port), *options], env=environment, stdout=subprocess.PIPE,
            text=True)
        start = self.process.stdout.readline().strip()
        if "/open?" in start:
            answer, body = self.ask(start[start.index("/", 8):], cookie=None)
            self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.url = f"http://127.0.0.1:{self.port}"

    def ask(self, path, cookie=True, headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", path, headers={**({"Cookie": self.cookie} if cookie else {}), **headers})
        answer = connection.getresponse()
        return answer, answer.read()

    def memory(self):
        """Resident memory in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def processor(self):
        """Seconds of processors used so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def handles(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self):
        self.process.terminate()
        return self.process.wait(20)


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


def household(folder):
    environment = {
        "HOME": str(folder), "PATH": os.environ["PATH"], "CST_DATA": str(folder / "cst.sqlite"), "CST_NOW": NOW, "TZ": "UTC",
        "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_EXCHANGE_RATES_FIXED_FILE": str(folder / "rates.csv"),
        "CST_NETWORK_OFFLINE": "true",
    }
    (folder / "rates.csv").write_text(RATES)
    for line in HOUSEHOLD.split("\n"):
        if line:
            program, *words = line.split()
            subprocess.run([BIN / program, *words], env=environment, check=True, stdout=subprocess.DEVNULL)
    return environment


def conclude():
    print(f"{len(missed)} of the aims were missed" if missed else "all aims were met")
