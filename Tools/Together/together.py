"""Lets browsers, programs and a client of the API write at once while the server is killed, and looks for what was lost or made twice.

Usage: together.py BIN SECONDS SEED KILLS. Three people send forms, a client uses the API, two loops run `cst-assets`, all on one
database. Each deposit has a note of its own. Whoever gets no answer sends the same again, and some send everything twice, as a
proxy or an impatient hand does. In the end each acknowledged deposit is there exactly once, by whoever made it."""

import collections
import json
import os
import pathlib
import random
import re
import sys
import threading
import time

os.environ["CST_PROGRAMS"] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Web"))
from dashboard import PASSWORD, Client, Household, Lost, Server, form, free_port  # noqa: E402

SECONDS, SEED, KILLS = float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
ASSETS = ["Wallet", "Savings", "Tin"]


def again(action):
    """Until somebody answers."""
    while True:
        try:
            return action()
        except Lost:
            time.sleep(0.05)


class Worker(threading.Thread):
    def __init__(self, name, server, end):
        super().__init__(daemon=True)
        self.who, self.household, self.server, self.end = name, server.household, server, end
        self.random = random.Random(f"{SEED} {name}")
        self.made, self.failed, self.count = {}, [], 0

    def run(self):
        try:
            self.prepare()
            while time.monotonic() < self.end:
                self.count += 1
                note, asset = f"{self.who}-{self.count}", self.random.choice(ASSETS)
                cents = self.random.randint(1, 99999)
                self.deposit(asset, f"{cents // 100}.{cents % 100:02}", note)
                self.made[note] = (asset, cents)
                time.sleep(self.random.random() * 0.1)
        except BaseException as error:  # Told in the end: a thread that dies says nothing.
            self.failed.append(repr(error))

    def prepare(self):
        pass


class Command(Worker):
    """Somebody in a terminal."""

    def deposit(self, asset, amount, note):
        self.household.run("cst-assets", "deposit", asset, amount, "--note", note)


class Program(Worker):
    """A program with a token."""

    def prepare(self):
        self.client = Client.program(self.server, self.household, self.who)

    def deposit(self, asset, amount, note):
        for _ in range(self.random.choice([1, 1, 2])):
            answer = again(lambda: self.client.ask(
                "POST", f"/api/v1/assets/{asset}/transactions", {"amount": amount, "note": note},
                Idempotency_Key=f"key-of-the-deposit-{note}"))
            if answer.status != 201:
                raise RuntimeError(f"{answer.status} {answer.text}")


class Browser(Worker):
    """Somebody at a page, without scripts."""

    def prepare(self):
        self.client = Client(self.server, **{"Sec-Fetch-Site": "same-origin"})
        self.paths = {}

    def send(self, method, path, fields=None):
        answer = again(lambda: self.client.ask(method, path, fields and list(fields.items())))
        if "Set-Cookie" in answer.headers:
            self.client.take(answer)
        return answer

    def login(self, more):
        return self.send("POST", "/login", {"name": self.who, "password": PASSWORD, **more})

    def page(self, path):
        while True:
            answer = self.send("GET", path)
            if answer.status == 303:
                self.login({})
            elif answer.status == 200:
                return answer.text
            else:
                raise RuntimeError(f"GET {path}: {answer.status} {answer.text}")

    def deposit(self, asset, amount, note):
        if asset not in self.paths:
            list = self.page("/assets")
            self.paths[asset] = re.search(rf'href="(/assets/[0-9a-f-]+)"[^>]*>(?:<[^>]*>)*{asset}', list)[1]
        path = f"{self.paths[asset]}/transactions"
        fields = form(self.page(self.paths[asset]), path)
        fields.update({"amount": amount, "note": note, "kind": "deposit"})
        for _ in range(self.random.choice([1, 1, 2])):
            while True:
                answer = self.send("POST", path, fields)
                if answer.status == 303:
                    break
                if answer.status != 401:
                    raise RuntimeError(f"{answer.status} {answer.text}")
                # The server was killed, and with it the session: what was typed comes back after logging in.
                kept = form(answer.text, "/login")
                fields = form(self.login({name: kept[name] for name in kept if name in ("to", "sent", "next")}).text, path)


household = Household(now=None)
for asset in ASSETS:
    household.run("cst-assets", "add", asset, "--currency", "EUR")
people = ["Ana", "Ben", "Cleo"]
for person in people:
    household.let_in(person)
server = Server(household, port=free_port())
end = time.monotonic() + SECONDS
workers = [kind(who, server, end) for kind, who in
    [(Browser, person) for person in people] + [(Command, "loop1"), (Command, "loop2"), (Program, "phone")]]
for worker in workers:
    worker.start()
for _ in range(KILLS):
    time.sleep(SECONDS / (KILLS + 1))
    server.kill()
for worker in workers:
    worker.join(120)
failed = [f"{worker.who}: {text}" for worker in workers for text in worker.failed + (["hangs"] if worker.is_alive() else [])]

made = {note: (worker, *value) for worker in workers for note, value in worker.made.items()}
sums = collections.Counter()
for _, asset, cents in made.values():
    sums[asset] += cents
found = collections.Counter()
for asset in ASSETS:
    for transaction in household.document("cst-assets", "transactions", asset)["transactions"]:
        found[transaction["note"]] += 1
        cents = made.get(transaction["note"], (None, None, None))[2]
        if cents is not None and round(float(transaction["amount"]["amount"]) * 100) != cents:
            failed.append(f"{transaction['note']} has another amount: {transaction}")
    told = json.dumps(household.document("cst-assets", "show", asset))
    if f'"{sums[asset] // 100}.{sums[asset] % 100:02}"' not in told:
        failed.append(f"the balance of {asset} is not {sums[asset] / 100}: {told[:400]}")
failed += [f"{note} is there {found[note]} times" for note in made if found[note] != 1]
failed += [f"{note} was not acknowledged" for note in found if note not in made]
persons = {worker.who: {Browser: worker.who, Program: f"token:{worker.who}"}.get(type(worker)) for worker in workers}
seen = collections.Counter()
for entry in household.document("cst-plan", "history", "--limit", "1000000")["history"]:
    for change in entry["changes"]:
        note = change["after"] and re.search(r"((?:Ana|Ben|Cleo|loop1|loop2|phone)-\d+)", json.dumps(change))
        if note:
            seen[note[1]] += 1
            if entry.get("person") != persons[note[1].split("-")[0]]:
                failed.append(f"{note[1]} is by {entry.get('person')}")
if server.end():
    failed.append("the server ended badly")
by = ", ".join(f"{worker.who} {len(worker.made)}" for worker in workers)
print(f"seed {SEED}: {len(made)} deposits in {SECONDS:.0f} s, {KILLS} kills ({by}); {len(failed)} wrong")
print("\n".join(failed[:20]))
sys.exit(bool(failed) or len(made) < len(workers))
