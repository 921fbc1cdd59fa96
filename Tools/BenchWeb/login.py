"""Measures whether the time of an answer tells that a name is known: wrong passwords of known and unknown names in turn.

Usage: login.py BIN: the folder of the programs. BENCH_TRIES sets how many of each are timed (50)."""

import os
import statistics
import time

from common import SAMPLE, Client, Household, Server, conclude, tell

TRIES = int(os.environ.get("BENCH_TRIES", "50"))
HOST = "savings.example.org"
# Of one name, five failures are tried at once; the next ones have to wait.
EACH = 5


def attempt(server, name, number):
    """Seconds for a wrong password, from an address of its own as the proxy tells it."""
    address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    client = Client(server, **{"Host": HOST, "Sec-Fetch-Site": "same-origin", "X-Forwarded-For": address})
    client.connection.connect()
    begin = time.perf_counter()
    answer = client.ask(
        "POST", "/login", [("name", name), ("password", f"wrong horse battery {number:04}")], is_patient=False)
    seconds = time.perf_counter() - begin
    client.close()
    assert answer.status == 401, f"{name}: {answer.status}"
    return seconds


household = Household(commands=SAMPLE)
people = [f"Person {number:04}" for number in range(-(-TRIES // EACH))]
for person in people:
    household.let_in(person)
server = Server(household, "--behind-proxy", f"https://{HOST}")
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
