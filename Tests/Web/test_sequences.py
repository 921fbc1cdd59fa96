"""Random chains of writes through the API: each answer keeps what it promises, and all can be undone back to the beginning."""

import json
import os
import random
import time

import laws
import support
from dashboard import Client
from support import Household, Shared, WebCase

DAYS = ["2026-02-10", "2026-04-01", "2026-04-12", "2026-04-13"]
FIELDS = {
    "name": lambda chance: f"Thing {chance.randint(1, 10 ** 6)}", "target": lambda chance: str(chance.randint(1, 20_000)),
    "deadline": lambda chance: f"202{chance.randint(7, 9)}-0{chance.randint(1, 9)}-28",
    "description": lambda chance: chance.choice([None, "As \"said\" & <done>"]), "emoji": lambda chance: chance.choice([None, "🚲"]),
    "link": lambda chance: chance.choice([None, "https://example.org/?a=1&b=2"]),
}
# What stands in every document of these, apart from what was made of them or is told of them elsewhere.
DOCUMENTS = ["required", "goals", "assets", "months", "months/2026-05", "months/2026-06", "budget"]


class Sequences(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.plain())
        self.server = self.serve(self.household)
        # Writes are counted by token: several of them wait less.
        self.programs = [Client.program(self.server, self.household, f"program {number}") for number in range(3)]
        for program in self.programs:
            self.addCleanup(program.close)
        self.steps = []
        history = self.get("history?limit=1000").document["history"]
        self.undoes = {entry["number"]: entry["undoes"] for entry in history}

    def send(self, method, path, body=None, **headers):
        self.programs.append(self.programs.pop(0))
        answer = self.programs[0].ask(method, f"/api/v1/{path}", body, **headers)
        if method != "GET":
            told = {name: value for name, value in headers.items() if value}
            self.steps.append(f"{method} {path} {json.dumps(body)} {told}: {answer.status} {answer.code or ''}")
        self.assertLess(answer.status, 500, answer.text)
        return answer

    def get(self, path):
        answer = self.send("GET", path)
        self.assertEqual(answer.status, 200, f"{path}: {answer.text}")
        return answer

    def documents(self):
        # A month that was not started is told as that.
        texts = {path: self.send("GET", path).text for path in DOCUMENTS}
        for goal in json.loads(texts["goals"])["goals"]:
            texts[f"goals/{goal['id']}"] = self.get(f"goals/{goal['id']}").text
        for asset in json.loads(texts["assets"])["assets"]:
            texts |= {f"assets/{asset['id']}{part}": self.get(f"assets/{asset['id']}{part}").text
                      for part in ("", "/allocations", "/transactions")}
        return texts

    # What the journal says.

    def newest(self):
        return max(self.undoes)

    def undoable(self):
        """The entry that an undo is about: an entry that undoes another one leaves what was there before that one."""
        number = self.newest()
        while self.undoes.get(number):
            number = self.undoes[number] - 1
        return number

    def redoable(self):
        """The undo that a redo is about; a redo is the undo of an undo."""
        number = self.newest()
        while self.undoes.get(number):
            if not self.undoes[self.undoes[number]]:
                return number
            number = self.undoes[number] - 1
        return None

    def follow(self, may_grow):
        """Reads on in the journal; whether there is a new entry."""
        last = self.get("history?limit=1").document["history"][0]
        grown = last["number"] - self.newest()
        self.assertIn(grown, (0, 1) if may_grow else (0,), "entries for one write")
        self.undoes[last["number"]] = last["undoes"]
        return grown == 1

    # One write, and what it promises.

    def write(self, method, path, body=None, thing=None):
        """Carries something out; `thing` is where the version of it stands that is changed."""
        chance = self.chance
        headers = {}
        if thing:
            seen = self.get(thing).headers["ETag"]
            if chance.random() < 0.2:
                self.assertEqual(self.send(method, path, body).status, 428)
                self.follow(may_grow=False)
            headers["If_Match"] = seen
        if method == "POST":
            headers["Idempotency_Key"] = f"{chance.getrandbits(64):x}"
        answer = self.send(method, path, body, **headers)
        self.assertIn(answer.status, (200, 201, 404, 409, 422), answer.text)
        if self.follow(may_grow=answer.status < 300) and answer.status == 201:
            self.made(answer)
        if answer.status < 300 and method == "POST":
            self.repeated(answer, path, body, headers)
        if answer.status == 200 and thing:
            self.versions(answer, method, path, body, thing, seen)
        return answer

    def made(self, answer):
        found = self.get(answer.headers["Location"].removeprefix("/api/v1/"))
        self.assertEqual(found.headers["ETag"].split("-")[0].strip('"'), answer.headers["ETag"].strip('"'))
        made, shown = answer.document, found.document
        self.assertEqual(made["schema"], shown["schema"])
        for kind in {"goal", "asset", "transaction"} & set(made):
            self.assertEqual(made[kind], {name: shown[kind][name] for name in made[kind]})

    def repeated(self, answer, path, body, headers):
        """The same with the same key is answered the same, and carried out once."""
        again = self.send("POST", path, body, **headers)
        self.assertEqual(again.status, answer.status, again.text)
        for name in ("Location", "ETag"):
            self.assertEqual(again.headers[name], answer.headers[name], name)
        first, second = answer.document | {"warnings": []}, again.document | {"warnings": []}
        self.assertEqual(first, second)
        self.follow(may_grow=False)

    def versions(self, answer, method, path, body, thing, seen):
        """Whoever has seen the version before is refused, and told what is there now."""
        if method == "DELETE":
            self.assertEqual(self.send("GET", thing).status, 404)
            self.assertEqual(self.send(method, path, body, If_Match=seen).status, 404)
            return
        now = self.get(thing)
        version = now.headers["ETag"].split("-")[0].strip('"')
        self.assertEqual(answer.headers["ETag"].strip('"'), version)
        if version != seen.split("-")[0].strip('"'):
            refused = self.send(method, path, body, If_Match=seen)
            self.assertEqual((refused.status, refused.headers["ETag"], refused.text), (412, now.headers["ETag"], now.text))
            self.follow(may_grow=False)

    # What is written.

    def goals(self):
        return self.get("goals").document["goals"]

    def assets(self):
        return self.get("assets").document["assets"]

    def transaction(self):
        found = [row["id"] for asset in self.assets()
                 for row in self.get(f"assets/{asset['id']}/transactions").document["transactions"]]
        return self.chance.choice(found) if found else None

    def some(self, names):
        return {name: FIELDS[name](self.chance) for name in self.chance.sample(names, self.chance.randint(1, len(names)))}

    def step(self):
        chance = self.chance
        kind = chance.choices(["goal", "asset", "transaction", "allocations", "payment", "month", "undo", "redo"],
                              [5, 3, 5, 4, 4, 2, 4, 3])[0]
        getattr(self, f"change_{kind}")()

    def change_goal(self):
        chance, goals = self.chance, self.goals()
        if not goals or chance.random() < 0.3:
            more = {name: value for name, value in self.some(["description", "emoji", "link"]).items() if value}
            self.write("POST", "goals", more | {
                "name": FIELDS["name"](chance), "target": FIELDS["target"](chance),
                "currency": chance.choice(["USD", "EUR", "JPY"]), "deadline": FIELDS["deadline"](chance)})
            return
        path = f"goals/{chance.choice(goals)['id']}"
        act = chance.choice(["edit", "edit", "flex-state", "flex-state", "delete", *"finish cancel pause resume archive".split()])
        if act == "edit":
            self.write("PATCH", path, self.some(sorted(FIELDS)), path)
        elif act == "delete":
            self.write("DELETE", path, None, path)
        elif act == "flex-state":
            body = {"state": chance.choice(["protected", "skipped", "flexible"]), "always": chance.random() < 0.3}
            if chance.random() < 0.4:
                body["custom"] = chance.choice([None, str(chance.randint(1, 2000)), "0", "x"])
            self.write("PUT", f"{path}/flex-state", body, path)
        else:
            self.write("POST", f"{path}/{act}", None, path)

    def change_asset(self):
        chance, assets = self.chance, self.assets()
        if not assets or chance.random() < 0.4:
            self.write("POST", "assets", {
                "name": FIELDS["name"](chance), "currency": chance.choice(["EUR", "USD", "BTC", "ETH", "JPY", "XMR"]),
                "balance": chance.choice(["0", "12", "2000"])})
            return
        path = f"assets/{chance.choice(assets)['id']}"
        if chance.random() < 0.6:
            self.write("PATCH", path, {"name": FIELDS["name"](chance)}, path)
        else:
            self.write("DELETE", path, None, path)

    def change_transaction(self):
        chance, assets, found = self.chance, self.assets(), self.transaction()
        act = chance.choice(["enter", "enter", "correct", "delete"])
        if act == "enter" or not found:
            if assets:
                body = {"amount": chance.choice(["0.001", "3", "250", "0", "x"]), "date": chance.choice(DAYS)}
                if chance.random() < 0.4:
                    body["type"] = "withdrawal"
                self.write("POST", f"assets/{chance.choice(assets)['id']}/transactions", body)
        elif act == "correct":
            self.write("PATCH", f"transactions/{found}", chance.choice([
                {"amount": "7"}, {"date": chance.choice(DAYS)}, {"note": "again"}, {"note": None}, {"amount": "0"},
                {"amount": "2.5", "note": "more", "date": "2026-03-31"}]), f"transactions/{found}")
        else:
            self.write("DELETE", f"transactions/{found}", None, f"transactions/{found}")

    def change_allocations(self):
        chance, goals, assets = self.chance, self.goals(), self.assets()
        if goals and assets:
            path = f"assets/{chance.choice(assets)['id']}/allocations"
            some = chance.sample(goals, chance.randint(0, min(3, len(goals))))
            self.write("PUT", path, {"sizes": {
                goal["id"]: chance.choice(["", "rest", "5", "30%", "33.3333%", "0.001", "x"]) for goal in some}}, path)

    def change_payment(self):
        chance = self.chance
        act = chance.choice(["keep", "keep", "forget", "budget"])
        if act == "keep":
            body = chance.choice([{"factor": "0.8"}, {"factor": "1.2"}, {"factor": "9"}, {"budget": "900"}, {}])
            self.write("PUT", "flex", body | {"strategy": chance.choice(["balanced", "prioritizeUrgent", "minimizeRisk"])})
        elif act == "forget":
            self.write("DELETE", "flex")
        else:
            self.write("POST", "budget/apply", chance.choice([{}, {"amount": "100"}, {"amount": "9000"}, {"amount": "-1"}]))

    def change_month(self):
        month, word = self.chance.choice(["2026-05", "2026-05", "2026-06"]), self.chance.choice(["start", "close", "undo"])
        self.write("POST", f"months/{month}/{word}")

    def change_undo(self):
        # The beginning stays, or there would be nothing to compare with.
        if (number := self.undoable()) != self.start:
            self.assertEqual(self.send("POST", "undo", {"entry": number + 1}).status, 409)
            self.assertEqual(self.write("POST", "undo", {"entry": number}).status, 200)

    def change_redo(self):
        if number := self.redoable():
            self.assertEqual(self.write("POST", "redo", {"entry": number}).status, 200)

    def undo_all(self):
        """Goes back to the beginning; how many steps."""
        count = 0
        while (number := self.undoable()) != self.start:
            self.back("undo", number)
            count += 1
        return count

    def back(self, word, number):
        answer = self.send("POST", word, {"entry": number})
        self.assertEqual(answer.status, 200, answer.text)
        self.assertTrue(self.follow(may_grow=True))

    def assertSame(self, documents, wanted, when):
        self.assertEqual(sorted(documents), sorted(wanted), when)
        for path, text in wanted.items():
            self.assertEqual(documents[path], text, f"{path} {when}")

    def chain(self):
        began = self.documents()
        self.start = self.undoable()
        for _ in range(self.chance.randint(6, 14)):
            self.step()
        ended = self.documents()
        laws.check(self, self.household, self.undoes)
        count = self.undo_all()
        self.assertSame(self.documents(), began, "after undoing everything")
        # A step that the chain itself had undone stays undone.
        for _ in range(count):
            self.back("redo", self.redoable())
        self.assertSame(self.documents(), ended, "after redoing everything")
        laws.check(self, self.household, self.undoes)
        if self.chance.random() < 0.7:
            self.undo_all()

    def test_chains(self):
        seed = os.environ.get("CST_SEED") or str(random.randrange(10 ** 6))
        print(f"seed {seed}: CST_SEED={seed} runs the same again", flush=True)
        end = time.monotonic() + (600 if support.RUNS_ALL else 20)
        count = 0
        while time.monotonic() < end:
            self.chance, self.steps = random.Random(f"{seed} {count}"), []
            count += 1
            try:
                self.chain()
            except AssertionError:
                print(f"seed {seed}, chain {count - 1}:", *self.steps, sep="\n  ", flush=True)
                raise
        self.assertGreater(count, 1)
