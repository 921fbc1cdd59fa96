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

from common import BIN, Server, conclude, free_port, household, tell, wrk

PYTHON = sys.argv[2]
LONG = int(os.environ.get("BENCH_LONG", "300"))


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
conclude()
