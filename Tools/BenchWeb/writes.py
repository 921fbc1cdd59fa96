"""Measures the dashboard while others write: 64 readers of the overview, and 8 programs that deposit.

Usage: writes.py BIN: the folder of the programs. BENCH_SECONDS sets how long each run of wrk takes (5)."""

import pathlib
import re
import subprocess
import sys

from common import SAMPLE, SECONDS, Client, Household, Server, conclude, tell, wrk

WRITERS, READERS = 8, 64
# What the server allows of one token.
MOST = 20 * WRITERS


class Writers:
    """Programs that deposit until their time is over."""

    def __init__(self, server, asset, tokens, seconds):
        address = f"{server.base}/api/v1/assets/{asset}/transactions"
        script = str(pathlib.Path(__file__).with_name("deposits.lua"))
        self.process = subprocess.Popen(
            ["wrk", "-t", str(WRITERS), "-c", str(WRITERS), "-d", f"{seconds}s", "--timeout", "30s", "-s", script, address, "--",
             *tokens], stdout=subprocess.PIPE, text=True)

    def end(self):
        """How many deposits were acknowledged, in a second, and how long the middle one took, in ms."""
        text = self.process.communicate()[0]
        found = re.search(r"deposits (\d+) refused (\d+) other (\d+) seconds ([\d.]+) median ([\d.]+)", text)
        made, refused, other = (int(found[part]) for part in (1, 2, 3))
        if other or not made:
            sys.exit(f"deposits were answered otherwise: {text}")
        return made, made / float(found[4]), float(found[5])


def deposits(household):
    """How many there are, whoever counts them."""
    return len(household.document("cst-assets", "transactions", "Savings")["transactions"])


def gauge(reader, name):
    found = re.search(rf"^{name} (\d+)$", reader.get("/metrics").text, re.M)
    return found and int(found[1])


household = Household(commands=SAMPLE)
tokens = [household.token(f"writer {number}") for number in range(WRITERS)]
asset = household.id("Savings")
server = Server(household)
reader = Client.reader(server)
cookie = {"Cookie": reader.headers["Cookie"]}
begun = deposits(household)
wrk(server.base + "/", READERS, 2, cookie)
alone = wrk(server.base + "/", READERS, SECONDS, cookie)
before = server.memory()
first, quiet, took = Writers(server, asset, tokens, SECONDS).end()
writers = Writers(server, asset, tokens, SECONDS)
beside = wrk(server.base + "/", READERS, SECONDS, cookie)
second, busy, late = writers.end()
after = server.memory()
sets = gauge(reader, "cst_figure_sets")
tell(f"{READERS} readers of the overview, a second; beside without writers", f"{beside[0]:.0f} / {alone[0]:.0f} = {beside[0] / alone[0]:.2f}",
     ">= 0.8", beside[0] >= 0.8 * alone[0])
tell(f"{WRITERS} writers (at most {MOST} a second allowed); beside without readers", f"{busy:.0f} / {quiet:.0f} = {busy / quiet:.2f}",
     ">= 0.5", busy >= 0.5 * quiet)
print(f"99 % of the readers, ms: {beside[2]:.1f} with writers, {alone[2]:.1f} without; the middle deposit: {late:.1f} with readers, {took:.1f} without")
tell("sets of figures that are kept", "not told" if sets is None else f"{sets}", "<= 8", sets is not None and sets <= 8)
tell("memory after it beside before, MB", f"{after:.0f} / {before:.0f} = {after / before:.2f}", "<= 1.3", after <= 1.3 * before)
# What was under way when wrk ended was carried out, too.
found = deposits(household) - begun
tell("deposits that are there, beside acknowledged ones", f"{found} / {first + second}", f"none lost, at most {2 * WRITERS} more",
     first + second <= found <= first + second + 2 * WRITERS)
if server.end():
    sys.exit("the server ended badly")
conclude()
