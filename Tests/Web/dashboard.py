"""What tests and measurements of the dashboard share: a household made by the programs, a running server, and clients of it."""

import atexit
import html
import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ["CST_PROGRAMS"])
NOW = "2026-04-13T09:00:00Z"
PASSWORD = "correct horse battery"



def commands(name):
    """The commands of a file that the tests in Swift read too."""
    return [shlex.split(line) for line in (ROOT / "Tests/Support" / name).read_text().splitlines()]


# Three goals in three currencies, four assets, a share, an amount and the rest; and the rates of their day.
SAMPLE = commands("household.txt")
RATES = (ROOT / "Tests/Support/household-rates.csv").read_text()
# What makes pages wide, long and full of words besides: names without a place to break, names that run the other way, a currency
# without a rate, more promised than there is, a goal that is behind, paused and done ones.
RICH = commands("household-rich.txt")


def free_port():
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Household:
    """A fresh place to run programs in: an empty home, a clean environment, no network, a pinned instant."""

    def __init__(self, like=None, commands=(), rates=RATES, now=NOW):
        """Copies the database of the household `like`, then runs commands; `now` is None where the clock has to go on."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cst-web-"))
        atexit.register(shutil.rmtree, self.folder, True)
        (self.folder / "rates.csv").write_text(rates)
        self.environment = {
            "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CONFIG_HOME": str(self.folder / "settings"), "CST_DATA": str(self.folder / "cst.sqlite"),
            "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_EXCHANGE_RATES_FIXED_FILE": str(self.folder / "rates.csv"),
            "CST_NETWORK_OFFLINE": "true", "TZ": "UTC", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
        }
        if now:
            self.environment["CST_NOW"] = now
        if like:
            for file in like.folder.glob("cst.sqlite*"):
                shutil.copy(file, self.folder)
        for command in commands:
            self.run(*command)

    def run(self, program, *words):
        """The output of a program; fails if the program does."""
        done = subprocess.run(
            [PROGRAMS / program, *words], env=self.environment, capture_output=True, text=True, timeout=120)
        if done.returncode not in (0, 4):  # 4: the answer has gaps.
            raise AssertionError(f"{program} {' '.join(words)}: {done.returncode} {done.stderr}")
        return done.stdout

    def document(self, program, *words):
        """The JSON document of a command."""
        return json.loads(self.run(program, *words, "--format", "json"))

    def let_in(self, name):
        """Adds a person who logs in with `PASSWORD`."""
        (self.folder / "password").write_text(PASSWORD)
        self.run("cst-web", "user", "add", name, "--password-file", str(self.folder / "password"))

    def token(self, name):
        """A new token for a program."""
        return self.run("cst-web", "token", "add", name).strip()

    def id(self, name):
        """The id of a goal or an asset."""
        goals = self.document("cst-plan", "goal", "list", "--all")["goals"]
        return next(row["id"] for row in goals + self.document("cst-assets", "list")["assets"] if row["name"] == name)


class Server:
    """`cst-web` over a household, until it is ended."""

    def __init__(self, household, *options, port=None):
        """Without a port the program chooses one; behind a proxy it has to be given, since nothing tells it."""
        self.household, self.port = household, port
        self.options = [*options, *(["--port", str(port)] if port else [])]
        atexit.register(self.end)
        self.start()

    def start(self):
        with open(self.household.folder / "web-errors", "w") as errors:
            self.process = subprocess.Popen(
                [PROGRAMS / "cst-web", "--no-open", *self.options], env=self.household.environment,
                stdout=subprocess.PIPE, stderr=errors, text=True)
        self.url = self.process.stdout.readline().strip()
        # Where people log in, no address lets anybody in.
        if "/open?token=" not in self.url and not (self.url and "--behind-proxy" in self.options):
            raise AssertionError(
                f"cst-web began with '{self.url}': {(self.household.folder / 'web-errors').read_text()}")
        self.base = f"http://127.0.0.1:{self.port}" if self.port else self.url.split("/open?")[0]

    def kill(self):
        """Kills the program in the middle of its work and starts it again."""
        self.process.kill()
        self.process.wait()
        self.start()

    def end(self):
        """Ends the program as a service manager does, and returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        return self.process.returncode

    def memory(self, name="VmRSS"):
        """Megabytes of memory: resident now, or the most that ever were (`VmHWM`)."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1024


class Lost(Exception):
    """The server went while it was asked."""


class Answer:
    def __init__(self, status, headers, text):
        self.status, self.headers, self.text = status, headers, text

    @property
    def document(self):
        return json.loads(self.text)

    @property
    def code(self):
        """The code of the error, of an answer that is one."""
        return self.document["error"]["code"] if self.status >= 400 and self.status != 412 else None


class Client:
    """One connection with the headers of whoever asks. A client that asks too often waits as long as the answer says, and asks again."""

    def __init__(self, server, **headers):
        self.connection = http.client.HTTPConnection(urllib.parse.urlparse(server.base).netloc, timeout=120)
        self.headers = headers

    @classmethod
    def program(cls, server, household, name):
        """A program with a token of its own, whose writes are counted by themselves."""
        return cls(server, Authorization=f"Bearer {household.token(name)}")

    @classmethod
    def reader(cls, server):
        """Somebody who opens the address of the start first."""
        client = cls(server, **{"Sec-Fetch-Site": "same-origin"})
        client.take(client.get(server.url.removeprefix(server.base)))
        return client

    def csrf(self):
        """The text that forms of this session carry."""
        return re.search(r'data-csrf="([^"]+)"', self.get("/help").text)[1]

    def take(self, answer):
        """Keeps the cookie of an answer."""
        self.headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]

    def ask(self, method, path, body=None, is_patient=True, **headers):
        """A dictionary is sent as JSON, a list of pairs as a form. `_` in names of headers stands for `-`."""
        headers = self.headers | {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        if isinstance(body, dict):
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        elif isinstance(body, list):
            body, headers["Content-Type"] = urllib.parse.urlencode(body), "application/x-www-form-urlencoded"
        while True:
            answer = self.exchange(method, path, body, headers)
            if answer.status != 429 or not is_patient:
                return answer
            time.sleep(float(answer.headers["Retry-After"]))

    def exchange(self, method, path, body, headers):
        for is_last in (False, True):
            try:
                self.connection.request(method, path, body, headers)
                found = self.connection.getresponse()
                return Answer(found.status, found.headers, found.read().decode())
            except (OSError, http.client.HTTPException) as error:
                self.connection.close()
                # A connection that was kept may have been closed meanwhile; on a new one that is an error.
                if is_last or not isinstance(error, (ConnectionError, http.client.BadStatusLine)):
                    raise Lost(f"{method} {path}") from error

    def close(self):
        self.connection.close()

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)


def form(text, action):
    """The fields of the form of a page that is sent to `action`, as they are shown."""
    for found in re.finditer(r"<form([^>]*)>(.*?)</form>", text, re.S):
        if f'action="{action}"' in found[1]:
            fields = re.findall(r"<input([^>]*)>", found[2])
            return {
                html.unescape(re.search(r' name="([^"]*)"', field)[1]):
                    html.unescape((re.search(r' value="([^"]*)"', field) or ["", ""])[1])
                for field in fields if ' name="' in field
            }
    raise AssertionError(f"no form to {action} in {text[-2000:]}")
