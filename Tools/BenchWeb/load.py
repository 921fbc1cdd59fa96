"""Measures the dashboard under load, beside fava on the same household, and prints every figure with what was aimed at.

Usage: load.py BIN PYTHON: the folder of the programs, and a Python that has fava. BENCH_SECONDS sets how long one run of
wrk takes (5), BENCH_LONG how long memory is watched (300)."""

import http.client
import os
import re
import socket
import subprocess
import sys
import time

from common import BIN, SAMPLE, Client, Household, Server, conclude, free_port, tell, wrk

PYTHON = sys.argv[2]
LONG = int(os.environ.get("BENCH_LONG", "300"))


def pages(household):
    """One household: speed, and what it costs."""
    server = Server(household)
    reader = Client.reader(server)
    cookie = reader.headers["Cookie"]
    page = reader.get("/")
    assert page.status == 200
    overview = wrk(server.base + "/", headers={"Cookie": cookie})

    journal = household.folder / "same.beancount"
    household.run("cst-assets", "export", str(journal))
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

    tag = reader.get("/api/v1/required").headers["ETag"]
    known = wrk(server.base + "/api/v1/required", headers={"Cookie": cookie, "If-None-Match": tag})
    live = wrk(server.base + "/health/live")
    tell("/required that is known; beside /health/live", f"{known[0]:.0f} / {live[0]:.0f} = {known[0] / live[0]:.2f}", ">= 0.5", known[0] >= 0.5 * live[0])

    wrk(server.base + "/", connections=64, seconds=2, headers={"Cookie": cookie})
    time.sleep(1)
    # The store keeps a connection for each reader at one time, up to a number.
    handles = server.handles()
    many = wrk(server.base + "/", connections=64, headers={"Cookie": cookie})
    tell("64 connections, 99 % beside 50 %, ms", f"{many[2]:.1f} / {many[1]:.1f} = {many[2] / many[1]:.1f}", "<= 8", many[2] <= 8 * many[1])

    # The most that one session has.
    streams = []
    for _ in range(4):
        stream = socket.create_connection(("127.0.0.1", server.port))
        stream.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\n\r\n".encode())
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
        ["wrk", "-t", "1", "-c", "32", "-d", f"{LONG}s", "-H", f"Cookie: {cookie}", server.base + "/goals"],
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

    sizes = {"overview": len(page.text.encode())}
    for kind in ("css", "js"):
        path = re.search(rf'"(/files/[^"]+\.{kind})"', page.text)[1]
        sizes[kind] = len(reader.get(path).text.encode())
    for name, most in (("overview", 100), ("css", 30), ("js", 15)):
        tell(f"{name}, KB", f"{sizes[name] / 1024:.1f}", f"<= {most}", sizes[name] <= most * 1024)
    if server.end():
        sys.exit("the server ended badly")


def much():
    """10,000 goals and 100,000 transactions."""
    household = Household(now="2026-06-15T12:00:00Z")
    subprocess.run([BIN / "bench-data", str(household.folder), "10000"], check=True)
    household.environment["CST_DISPLAY_CURRENCY"] = "USD"

    def timed(body):
        begin = time.monotonic()
        body()
        return time.monotonic() - begin

    program = min(timed(lambda: subprocess.run(
        [BIN / "cst-plan", "required", "--format", "json"], env=household.environment, check=True,
        stdout=subprocess.DEVNULL)) for _ in range(3))
    firsts, seconds = [], []
    for _ in range(3):
        server = Server(household)
        reader = Client.reader(server)
        firsts.append(timed(lambda: reader.get("/")))
        seconds.append(min(timed(lambda: reader.get("/")) for _ in range(5)))
        server.end()
    first, second = min(firsts), min(seconds)
    tell("10,000 goals: first overview beside cst-plan required, s", f"{first:.2f} / {program:.2f} = {first / program:.2f}", "<= 1.5", first <= 1.5 * program)
    tell("the second overview beside the first, s", f"{second:.3f} / {first:.2f} = {second / first:.3f}", "<= 0.05", second <= first / 20)


pages(Household(commands=SAMPLE))
much()
conclude()
