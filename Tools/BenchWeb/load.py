"""Measures the dashboard under load, beside fava on the same household, and prints every figure with what was aimed at.

Usage: load.py BIN PYTHON: the folder of the programs, and a Python that has fava. BENCH_SECONDS sets how long one run of
wrk takes (5), BENCH_LONG how long memory is watched (300)."""

import http.client
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

BIN, PYTHON = pathlib.Path(sys.argv[1]), sys.argv[2]
SECONDS = int(os.environ.get("BENCH_SECONDS", "5"))
LONG = int(os.environ.get("BENCH_LONG", "300"))
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
    """A running cst-web, with whoever has come in."""

    def __init__(self, environment):
        self.port = free_port()
        self.process = subprocess.Popen(
            [BIN / "cst-web", "--no-open", "--port", str(self.port)], env=environment, stdout=subprocess.PIPE, text=True)
        start = self.process.stdout.readline().strip()
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


def pages(environment):
    """One household: speed, and what it costs."""
    server = Server(environment)
    page, own = server.ask("/")
    assert page.status == 200
    overview = wrk(server.url + "/", headers={"Cookie": server.cookie})

    journal = pathlib.Path(environment["HOME"]) / "same.beancount"
    subprocess.run([BIN / "cst-assets", "export", str(journal)], env=environment, check=True, stdout=subprocess.DEVNULL)
    port = free_port()
    fava = subprocess.Popen(
        [PYTHON, "-m", "fava.cli", "--port", str(port), str(journal)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                connection.request("GET", "/")
                book = connection.getresponse().getheader("Location").replace(f"http://127.0.0.1:{port}", "").split("/")[1]
                break
            except OSError:
                time.sleep(0.1)
        address = f"http://127.0.0.1:{port}/{book}/income_statement/"
        theirs = wrk(address)
    finally:
        fava.terminate()
    tell("overview, requests a second; beside fava's income statement", f"{overview[0]:.0f} / {theirs[0]:.0f} = {overview[0] / theirs[0]:.1f}", ">= 20", overview[0] >= 20 * theirs[0])

    tag = server.ask("/api/v1/required")[0].getheader("ETag")
    known = wrk(server.url + "/api/v1/required", headers={"Cookie": server.cookie, "If-None-Match": tag})
    live = wrk(server.url + "/health/live")
    tell("/required that is known; beside /health/live", f"{known[0]:.0f} / {live[0]:.0f} = {known[0] / live[0]:.2f}", ">= 0.5", known[0] >= 0.5 * live[0])

    wrk(server.url + "/", connections=64, seconds=2, headers={"Cookie": server.cookie})
    time.sleep(1)
    # The store keeps a connection for each reader at one time, up to a number.
    handles = server.handles()
    many = wrk(server.url + "/", connections=64, headers={"Cookie": server.cookie})
    tell("64 connections, 99 % beside 50 %, ms", f"{many[2]:.1f} / {many[1]:.1f} = {many[2] / many[1]:.1f}", "<= 8", many[2] <= 8 * many[1])

    # The most that one session has.
    streams = []
    for _ in range(4):
        stream = socket.create_connection(("127.0.0.1", server.port))
        stream.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {server.cookie}\r\n\r\n".encode())
        streams.append(stream)
    time.sleep(2)
    before, begin = server.processor(), time.monotonic()
    time.sleep(15)
    share = (server.processor() - before) / (time.monotonic() - begin)
    reading = sum(stream.recv(100).startswith(b"HTTP/1.1 200") for stream in streams)
    tell(f"{reading} pages kept up to date, part of a processor", f"{share:.2%}", "< 2 %", share < 0.02)
    for stream in streams:
        stream.close()

    load = subprocess.Popen(
        ["wrk", "-t", "1", "-c", "32", "-d", f"{LONG}s", "-H", f"Cookie: {server.cookie}", server.url + "/goals"],
        stdout=subprocess.DEVNULL)
    time.sleep(min(30, LONG / 10))
    early = server.memory()
    load.wait()
    late = server.memory()
    tell(f"memory after {LONG} s of load beside that after {min(30, LONG // 10)} s, MB", f"{late:.0f} / {early:.0f} = {late / early:.2f}", "<= 1.3", late <= 1.3 * early)
    for _ in range(100):
        if server.handles() <= handles:
            break
        time.sleep(0.1)
    tell("files that are open after it, beside before", f"{server.handles()} / {handles}", "no more", server.handles() <= handles)

    page = own.decode()
    sizes = {"overview": len(own)}
    for kind in ("css", "js"):
        path = re.search(rf'"(/files/[^"]+\.{kind})"', page)[1]
        sizes[kind] = len(server.ask(path)[1])
    for name, most in (("overview", 100), ("css", 30), ("js", 15)):
        tell(f"{name}, KB", f"{sizes[name] / 1024:.1f}", f"<= {most}", sizes[name] <= most * 1024)
    if server.end():
        sys.exit("the server ended badly")


def much(folder):
    """10,000 goals and 100,000 transactions."""
    subprocess.run([BIN / "bench-data", str(folder), "10000"], check=True)
    environment = {
        "HOME": str(folder), "PATH": os.environ["PATH"], "CST_DATA": str(folder / "cst.sqlite"), "TZ": "UTC",
        "CST_NOW": "2026-06-15T12:00:00Z", "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_DISPLAY_CURRENCY": "USD",
        "CST_EXCHANGE_RATES_FIXED_FILE": str(folder / "rates.csv"), "CST_NETWORK_OFFLINE": "true",
    }

    def timed(body):
        begin = time.monotonic()
        body()
        return time.monotonic() - begin

    program = min(timed(lambda: subprocess.run(
        [BIN / "cst-plan", "required", "--format", "json"], env=environment, check=True, stdout=subprocess.DEVNULL)) for _ in range(3))
    firsts, seconds = [], []
    for _ in range(3):
        server = Server(environment)
        firsts.append(timed(lambda: server.ask("/")))
        seconds.append(min(timed(lambda: server.ask("/")) for _ in range(5)))
        server.end()
    first, second = min(firsts), min(seconds)
    tell("10,000 goals: first overview beside cst-plan required, s", f"{first:.2f} / {program:.2f} = {first / program:.2f}", "<= 1.5", first <= 1.5 * program)
    tell("the second overview beside the first, s", f"{second:.3f} / {first:.2f} = {second / first:.3f}", "<= 0.05", second <= first / 20)


with tempfile.TemporaryDirectory(prefix="cst-bench-") as name:
    folder = pathlib.Path(name)
    (folder / "one").mkdir()
    pages(household(folder / "one"))
    much(folder / "many")
print(f"{len(missed)} of the aims were missed" if missed else "all aims were met")
