"""Logging in while many others try: nobody waits for ever, guessing is slowed down, and pages go on answering."""

import base64
import collections
import hashlib
import json
import threading
import time

from dashboard import PASSWORD, Client, Household, free_port
from support import Shared, WebCase, eventually

HOST = "savings.example.org"
WRONG = "wrong horse battery"


class Login(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.plain(), now=None)
        self.household.let_in("Ana")
        self.add_quick(f"Quick {number}" for number in range(25))
        self.server = self.serve(self.household, "--behind-proxy", f"https://{HOST}", port=free_port())

    def add_quick(self, names):
        """People whose passwords take no time to try, so that what is waited for is not the trying."""
        file = self.household.folder / "settings/cst/access.json"
        access = json.loads(file.read_text())
        salt = bytes(16)
        hash = hashlib.scrypt(PASSWORD.encode(), salt=salt, n=2, r=8, p=1, dklen=32)
        kept = {"block": 8, "cost": 1, "hash": base64.b64encode(hash).decode(), "lanes": 1, "salt": base64.b64encode(salt).decode()}
        access["people"] += [{**access["people"][0], "name": name, "password": kept} for name in names]
        file.write_text(json.dumps(access))

    def client(self, address="192.0.2.1"):
        """Somebody behind the proxy, which tells the address."""
        headers = {"Host": HOST, "Sec-Fetch-Site": "same-origin", "X-Forwarded-For": address}
        client = Client(self.server, **headers)
        self.addCleanup(client.close)
        return client

    def login(self, client, name, password, is_patient=False):
        return client.ask("POST", "/login", [("name", name), ("password", password)], is_patient=is_patient)

    def enter(self, client, name):
        answer = self.login(client, name, PASSWORD, is_patient=True)
        self.assertEqual(answer.status, 303, answer.text)
        client.take(answer)

    def failed(self, client, name, waits):
        """A wrong password that was tried, or None; how long the next try has to wait is noted."""
        answer = self.login(client, name, WRONG)
        if answer.status == 401:
            waits.append(int(self.login(client, name, WRONG).headers["Retry-After"]))
        return answer.status == 401

    def test_guessing(self):
        client, other = self.client(), self.client("192.0.2.9")
        for _ in range(5):
            self.assertEqual(self.login(client, "Quick 1", WRONG).status, 401)
        # The right one has to wait now, too, or waiting would tell which it is; from anywhere, and however the name is written.
        for again in (self.login(client, "Quick 1", PASSWORD), self.login(other, "QUICK 1", PASSWORD)):
            self.assertEqual(again.status, 429)
            self.assertGreaterEqual(int(again.headers["Retry-After"]), 1)
        # Nobody else waits.
        self.enter(other, "Quick 2")
        # Each failure more doubles the waiting; what is tried too early is no failure.
        waits = []
        for _ in range(2):
            self.assertTrue(eventually(lambda: self.failed(client, "Quick 1", waits), within=30, step=0.1))
        self.assertEqual(waits, [2, 4])
        self.enter(client, "Quick 1")
        self.assertEqual(self.login(client, "Quick 1", WRONG).status, 401, "whoever was right begins again")

    def test_one_address(self):
        # Of one address, twenty failures are enough, whatever the names.
        client = self.client("198.51.100.7")
        statuses = [self.login(client, f"Quick {number}", WRONG).status for number in range(21)]
        self.assertEqual(statuses, [401] * 20 + [429])
        # What somebody tells the proxy of where he comes from makes no other address of it.
        self.assertEqual(self.login(self.client("203.0.113.5, 198.51.100.7"), "Quick 22", WRONG).status, 429)
        self.assertEqual(self.login(self.client("198.51.100.7, 203.0.113.5"), "Quick 22", WRONG).status, 401)

    def test_many_at_once(self):
        reader = self.client()
        self.enter(reader, "Quick 0")
        reader.get("/goals")
        begin = threading.Barrier(201)
        answers, lost = [], []

        def attempt(number):
            client = self.client(f"10.0.{number // 250}.{number % 250 + 1}")
            name, password = [("Ana", PASSWORD), ("Ana", WRONG), (f"Nobody {number}", WRONG)][number % 3]
            try:
                client.get("/health/live")
                begin.wait(300)
                answers.append(self.login(client, name, password))
            except BaseException as error:  # Told in the end: a thread that dies says nothing.
                lost.append(f"{number}: {error!r}")
        threads = [threading.Thread(target=attempt, args=[number], daemon=True) for number in range(200)]
        for thread in threads:
            thread.start()
        begin.wait(300)
        pages, took = collections.Counter(), []
        start = time.monotonic()
        while any(thread.is_alive() for thread in threads):
            asked = time.monotonic()
            pages[reader.get("/goals").status] += 1
            took.append(time.monotonic() - asked)
        whole = time.monotonic() - start
        for thread in threads:
            thread.join(60)
        self.assertNone(lost + [f"{thread.name} hangs" for thread in threads if thread.is_alive()])
        statuses = collections.Counter(answer.status for answer in answers)
        self.assertEqual(sum(statuses.values()), 200)
        # On a machine that others keep busy one may wait until its time is over: 503 says so.
        self.assertLessEqual(set(statuses), {303, 401, 429, 503}, statuses)
        self.assertGreater(statuses[401] + statuses[303], 0, statuses)
        for answer in answers:
            if answer.status == 429:
                self.assertGreaterEqual(int(answer.headers["Retry-After"]), 1)
        self.assertEqual(set(pages), {200}, "what pages answered meanwhile")
        # One that waited for passwords to be tried would wait for most of the time.
        self.assertLess(max(took), whole / 3, f"seconds for a page, while the others took {whole:.1f}")
        self.assertLess(self.server.memory("VmHWM"), 400, "MB of memory at most")
        # It goes on: whoever is right comes in.
        self.enter(self.client("192.0.2.77"), "Quick 3")
