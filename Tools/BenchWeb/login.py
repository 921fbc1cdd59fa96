"""Measures whether the time of an answer tells that a name is known: wrong passwords of known and unknown names in turn.

Usage: login.py BIN: the folder of the programs. BENCH_TRIES sets how many of each are timed (50)."""

import http.client
import os
import pathlib
import statistics
import subprocess
import tempfile
import time
import urllib.parse

from common import BIN, Server, conclude, household, tell

TRIES = int(os.environ.get("BENCH_TRIES", "50"))
HOST = "savings.example.org"
# Of one name, five failures are tried at once; the next ones have to wait.
EACH = 5


def attempt(server, name, number):
    """Seconds for a wrong password, from an address of its own as the proxy tells it."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.connect()
    body = urllib.parse.urlencode({"name": name, "password": f"wrong horse battery {number:04}"})
    begin = time.perf_counter()
    connection.request("POST", "/login", body, {
        "Host": HOST, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded",
        "X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"})
    answer = connection.getresponse()
    answer.read()
    seconds = time.perf_counter() - begin
    connection.close()
    assert answer.status == 401, f"{name}: {answer.status}"
    return seconds


with tempfile.TemporaryDirectory(prefix="cst-bench-") as name:
    folder = pathlib.Path(name)
    environment = household(folder)
    password = folder / "password"
    password.write_text("correct horse battery")
    people = [f"Person {number:04}" for number in range(-(-TRIES // EACH))]
    for person in people:
        subprocess.run(
            [BIN / "cst-web", "user", "add", person, "--password-file", str(password)], env=environment, check=True,
            stdout=subprocess.DEVNULL)
    server = Server(environment, "--behind-proxy", f"https://{HOST}")
    attempt(server, "Nobody", 60_000)
    known, unknown = [], []
    for number in range(TRIES):
        # In turn, and each first as often as second: what disturbs the machine disturbs both.
        pair = [(known, people[number // EACH]), (unknown, f"Nobody {number // EACH:04}")]
        for times, who in pair if number % 2 else reversed(pair):
            times.append(attempt(server, who, 2 * number + (times is known)))
    if server.end():
        raise SystemExit("the server ended badly")
middle = [statistics.median(times) * 1000 for times in (known, unknown)]
apart = abs(middle[0] - middle[1]) / min(middle)
tell(f"log-ins refused, known / unknown names, median of {TRIES}, ms", f"{middle[0]:.1f} / {middle[1]:.1f} = {apart:.1%} apart", "< 5 %", apart < 0.05)
conclude()
