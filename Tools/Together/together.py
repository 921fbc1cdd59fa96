"""Lets browsers, programs and a client of the API write at once while the server is killed, and looks for what was lost or made twice.

Usage: together.py BIN SECONDS SEED KILLS. Three people send forms, a client uses the API, two loops run `cst-assets`, all on one
database. Each deposit has a note of its own. Whoever gets no answer sends the same again, and some send everything twice, as a
proxy or an impatient hand does. In the end each acknowledged deposit is there exactly once, by whoever made it."""

import collections
import http.client
import json
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from html import unescape

BIN, SECONDS, SEED, KILLS = pathlib.Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
ASSETS = ["Wallet", "Savings", "Tin"]
PASSWORD = "correct horse battery"


class Lost(Exception):
    """The server went while it was asked."""


class Server:
    def __init__(self, environment):
        self.environment = environment
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [BIN / "cst-web", "--no-open", "--port", str(self.port)], env=self.environment, stdout=subprocess.PIPE, text=True)
        if not self.process.stdout.readline().startswith("http"):
            sys.exit("the server did not start")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.start()

    def ask(self, method, path, headers={}, body=None):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            raise Lost from error
        finally:
            connection.close()


def again(action):
    """Until somebody answers."""
    while True:
        try:
            return action()
        except Lost:
            time.sleep(0.05)


class Worker(threading.Thread):
    def __init__(self, name, environment, server, end):
        super().__init__(daemon=True)
        self.who, self.environment, self.server, self.end = name, environment, server, end
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
        told = subprocess.run(
            [BIN / "cst-assets", "deposit", asset, amount, "--note", note], env=self.environment, capture_output=True, text=True)
        if told.returncode:
            raise RuntimeError(told.stderr)


class Client(Worker):
    """A program with a token."""

    def prepare(self):
        self.token = subprocess.run(
            [BIN / "cst-web", "token", "add", self.who], env=self.environment, capture_output=True, text=True, check=True).stdout.strip()

    def deposit(self, asset, amount, note):
        headers = {
            "Authorization": f"Bearer {self.token}", "Content-Type": "application/json", "Idempotency-Key": f"key-of-{note}",
        }
        body = json.dumps({"amount": amount, "note": note})
        for _ in range(self.random.choice([1, 1, 2])):
            while True:
                status, _, text = again(lambda: self.server.ask("POST", f"/api/v1/assets/{asset}/transactions", headers, body))
                if status != 429:
                    break
                time.sleep(0.2)
            if status != 201:
                raise RuntimeError(f"{status} {text}")


class Browser(Worker):
    """Somebody at a page, without scripts."""

    def prepare(self):
        self.cookie = ""
        self.paths = {}

    def form(self, fields):
        return urllib.parse.urlencode(fields)

    def send(self, method, path, fields=None):
        headers = {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin"}
        body = None
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = self.form(fields)
        status, headers, text = again(lambda: self.server.ask(method, path, headers, body))
        if "Set-Cookie" in headers:
            self.cookie = headers["Set-Cookie"].split(";")[0]
        return status, headers, text

    def login(self, more):
        while True:
            answer = self.send("POST", "/login", {"name": self.who, "password": PASSWORD, **more})
            if answer[0] != 429:
                return answer
            time.sleep(float(answer[1]["Retry-After"]))

    def page(self, path):
        while True:
            status, headers, text = self.send("GET", path)
            if status == 303:
                self.login({})
            elif status == 200:
                return text
            else:
                raise RuntimeError(f"GET {path}: {status} {text}")

    @staticmethod
    def hidden(text, action):
        for found in re.finditer(r"<form([^>]*)>(.*?)</form>", text, re.S):
            if f'action="{action}"' in found[1]:
                fields = re.findall(r'<input([^>]*)>', found[2])
                return {
                    unescape(re.search(r'name="([^"]*)"', field)[1]): unescape((re.search(r'value="([^"]*)"', field) or [0, ""])[1])
                    for field in fields if "name=" in field
                }
        raise RuntimeError(f"no form to {action} in {text[-2000:]}")

    def deposit(self, asset, amount, note):
        if asset not in self.paths:
            list = self.page("/assets")
            self.paths[asset] = re.search(rf'href="(/assets/[0-9a-f-]+)"[^>]*>(?:<[^>]*>)*{asset}', list)[1]
        path = f"{self.paths[asset]}/transactions"
        fields = self.hidden(self.page(self.paths[asset]), path)
        fields.update({"amount": amount, "note": note, "kind": "deposit"})
        for _ in range(self.random.choice([1, 1, 2])):
            while True:
                status, headers, text = self.send("POST", path, fields)
                if status == 303:
                    break
                if status == 401:
                    # The server was killed, and with it the session: what was typed comes back after logging in.
                    _, _, entered = self.login({name: value for name, value in self.hidden(text, "/login").items() if name in ("to", "sent", "next")})
                    fields = self.hidden(entered, path)
                elif status == 429:
                    time.sleep(0.2)
                else:
                    raise RuntimeError(f"{status} {text}")


def run(arguments, environment):
    return subprocess.run([BIN / arguments[0], *arguments[1:]], env=environment, check=True, capture_output=True, text=True).stdout


with tempfile.TemporaryDirectory(prefix="cst-together-") as name:
    folder = pathlib.Path(name)
    environment = {
        "HOME": name, "XDG_CONFIG_HOME": name, "PATH": "/usr/bin:/bin", "TZ": "UTC", "CST_DATA": str(folder / "cst.sqlite"),
        "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_NETWORK_OFFLINE": "true",
    }
    (folder / "password").write_text(PASSWORD)
    for asset in ASSETS:
        run(["cst-assets", "add", asset, "--currency", "EUR"], environment)
    people = ["Ana", "Ben", "Cleo"]
    for person in people:
        run(["cst-web", "user", "add", person, "--password-file", str(folder / "password")], environment)
    server = Server(environment)
    end = time.monotonic() + SECONDS
    workers = [kind(who, environment, server, end) for kind, who in
        [(Browser, person) for person in people] + [(Command, "loop1"), (Command, "loop2"), (Client, "phone")]]
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
        document = json.loads(run(["cst-assets", "transactions", asset, "--format", "json"], environment))
        for transaction in document["transactions"]:
            found[transaction["note"]] += 1
            cents = made.get(transaction["note"], (None, None, None))[2]
            if cents is not None and round(float(transaction["amount"]["amount"]) * 100) != cents:
                failed.append(f"{transaction['note']} has another amount: {transaction}")
        balance = json.loads(run(["cst-assets", "show", asset, "--format", "json"], environment))
        told = json.dumps(balance)
        if f'"{sums[asset] // 100}.{sums[asset] % 100:02}"' not in told:
            failed.append(f"the balance of {asset} is not {sums[asset] / 100}: {told[:400]}")
    failed += [f"{note} is there {found[note]} times" for note in made if found[note] != 1]
    failed += [f"{note} was not acknowledged" for note in found if note not in made]
    persons = {worker.who: {"Browser": worker.who, "Client": f"token:{worker.who}"}.get(type(worker).__name__) for worker in workers}
    history = json.loads(run(["cst-plan", "history", "--limit", "1000000", "--format", "json"], environment))["history"]
    seen = collections.Counter()
    for entry in history:
        for change in entry["changes"]:
            note = change["after"] and re.search(r"((?:Ana|Ben|Cleo|loop1|loop2|phone)-\d+)", json.dumps(change))
            if note:
                seen[note[1]] += 1
                if entry.get("person") != persons[note[1].split("-")[0]]:
                    failed.append(f"{note[1]} is by {entry.get('person')}")
    server.process.terminate()
    if server.process.wait(30):
        failed.append("the server ended badly")
    by = ", ".join(f"{worker.who} {len(worker.made)}" for worker in workers)
    print(f"seed {SEED}: {len(made)} deposits in {SECONDS:.0f} s, {KILLS} kills ({by}); {len(failed)} wrong")
    print("\n".join(failed[:20]))
    sys.exit(bool(failed) or len(made) < len(workers))
