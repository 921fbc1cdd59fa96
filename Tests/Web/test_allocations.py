"""Random editors of allocations: what a preview shows is what is saved, to the last unit, and never more than there is."""

import os
import random
import re
from fractions import Fraction
from html import unescape

import support
from dashboard import Client, form
from support import Household, WebCase

PLACES = {"JPY": 0, "EUR": 2, "BTC": 8, "ETH": 18}
GOALS = ["USD", "EUR", "JPY", "EUR", "USD", "EUR"]
# What cannot be read, or is not possible.
WRONG = ["x", "-3", "0", "1,5", "1e3", "120%", "12.34567%", "0%", "%", " 5", "rest%", "9" * 41, "1.0000000000000000001"]


def amount(units, places):
    return f"{units // 10 ** places}" + (f".{units % 10 ** places:0{places}}" if places else "")


class Effect:
    """What a page shows of a split: the amount of each goal, and what is free; or what is wrong, with its fields."""

    def __init__(self, text, column="Then"):
        self.text = text
        found = [re.search(rf'href="/goals/([0-9a-f-]+)".*data-label="{column}"><data[^>]* value="([^"]+)"', row, re.S)
                 for row in text.split("<tr")[1:]]
        self.amounts = {row[1]: row[2] for row in found if row}
        free = re.search(r'Free: <data[^>]* value="([^"]+)"', text) or re.search(
            r'data-live-id="free"><data[^>]* value="([^"]+)"', text)
        self.free = free and free[1]
        summary = re.search(r'class="issue-summary".*?</ul>', text, re.S)
        self.issues = re.findall(r"<li>(.*?)</li>", summary[0]) if summary else []
        self.fields = re.findall(r'href="#allocate-([0-9a-f-]+)"', "".join(self.issues))
        self.warns = "more than there is" in text

    @property
    def sum(self):
        return sum(map(Fraction, self.amounts.values()), Fraction(self.free or 0))


class Allocations(WebCase):
    def setUp(self):
        self.household = Household()
        for currency in PLACES:
            self.household.run("cst-assets", "add", f"{currency} 0", "--currency", currency, "--balance", "1000")
        self.server = self.serve(self.household)
        self.page = Client.reader(self.server)
        self.csrf = self.page.csrf()
        self.program = Client.program(self.server, self.household, "editor")
        for client in (self.page, self.program):
            self.addCleanup(client.close)
        self.wrong = []
        for number, currency in enumerate(GOALS):
            made = self.program.ask("POST", "/api/v1/goals", {
                "name": f"Goal {number}", "target": "5000", "currency": currency, "deadline": f"2027-0{number + 1}-01"})
            self.assertEqual(made.status, 201, made.text)
        for number in range(1, 4):
            for currency in PLACES:
                made = self.program.ask("POST", "/api/v1/assets", {"name": f"{currency} {number}", "currency": currency})
                self.assertEqual(made.status, 201, made.text)
        self.assets = self.program.get("/api/v1/assets").document["assets"]

    def check(self, holds, *what):
        text = " ".join(map(str, what))
        if not holds and text not in self.wrong:
            self.wrong.append(text)

    def state(self, asset):
        """The balance, what is free, and what each goal gets."""
        row = self.program.get(f"/api/v1/assets/{asset['id']}").document["asset"]
        return Fraction(row["balance"]["amount"]), row["free"]["amount"], {
            part["goalId"]: part["funded"]["amount"] for part in row["allocations"]}

    def move(self, asset, chance):
        """Puts something in, or takes something out; often more digits than the currency is paid in."""
        places = PLACES[asset["currency"]] + chance.choice([0, 0, 1, 3])
        units = chance.randint(1, 10 ** chance.randint(1, places + 5))
        self.program.ask("POST", f"/api/v1/assets/{asset['id']}/transactions", {
            "amount": amount(units, places), "type": chance.choice(["deposit", "deposit", "withdrawal"])})

    def type(self, chance, balance, places, is_careless):
        """What somebody types for one goal."""
        if is_careless and chance.random() < 0.15:
            return chance.choice(WRONG)
        # Balances may have more digits than an amount may; a part of one is at most the tenth of it or the whole.
        most = max(int(balance * 10 ** places), 1)
        units = chance.choice([most, chance.randint(1, most), chance.randint(1, max(most // 10, 1)), 1])
        return chance.choice([
            "", "", "rest", amount(units, places), amount(units, places), f"{chance.randint(1, 60)}%",
            f"{amount(chance.randint(1, 400_000), 4)}%", "33.3333%",
            amount(units * 10 + 5, places + 1) if is_careless else ""])

    def preview(self, asset, typed):
        path = f"/assets/{asset['id']}/allocations"
        answer = self.page.ask("POST", f"{path}/preview", list(typed.items()), X_CSRF_Token=self.csrf, X_Fragment="1")
        self.check(answer.status in (200, 422), answer.status, typed)
        effect = Effect(answer.text)
        self.check((answer.status == 422) == bool(effect.issues), answer.status, typed, effect.text)
        return effect

    def press(self, asset, typed, before, balance):
        """Every key of what is typed, one field after the other."""
        now = dict(before)
        for goal, text in typed.items():
            for end in range(len(text) + 1):
                now[goal] = text[:end]
                effect = self.preview(asset, now)
                if effect.issues:
                    # What is wrong by itself, and can be told at its field, is told there among others, too; that an amount gets too
                    # many digits is found when all of them can be read.
                    alone = self.preview(asset, {**dict.fromkeys(now, ""), goal: text[:end]})
                    self.check(not alone.fields or goal in effect.fields, "no field is named in", effect.issues)
                else:
                    self.check(effect.sum <= max(balance, 0), "shows", effect.sum, "of", balance, now)

    def edit(self, asset, chance, presses):
        path, places = f"/assets/{asset['id']}/allocations", PLACES[asset["currency"]]
        if chance.random() < 0.6:
            self.move(asset, chance)
        balance, _, before = self.state(asset)
        fields = form(self.page.get(path).text, path)
        shown = {name: value for name, value in fields.items() if name.count("-") == 4}
        is_careless = chance.random() < 0.4
        typed = {goal: self.type(chance, balance, places, is_careless) for goal in shown}
        if chance.random() < 0.4:
            # Only some of them are changed.
            typed |= dict(chance.sample(sorted(shown.items()), 3))
        effect = self.preview(asset, typed)
        self.check(effect.issues or effect.sum <= max(balance, 0), "shows", effect.sum, "of", balance, typed)
        told = self.program.ask("POST", f"/api/v1{path}/preview", {"sizes": typed})
        self.check((told.status == 422) == bool(effect.issues), "page and API differ:", told.status, effect.issues, typed)
        if told.status == 200 and not effect.issues:
            rows = {row["goalId"]: row["funded"]["amount"] for row in told.document["allocations"]}
            self.check(rows == effect.amounts, "the API shows", rows, "the page", effect.amounts, typed)
        if presses:
            self.press(asset, typed, shown, balance)
        saved = self.page.ask("POST", path, list((fields | typed).items()))
        if saved.status == 303:
            self.saved(asset, effect, saved.headers["Location"], balance, typed)
            self.limit(asset, chance, balance)
        else:
            problem = Effect(saved.text).issues
            self.check(saved.status == 422 and problem, "answers", saved.status, typed)
            self.check(
                effect.issues or effect.warns, "the preview of", typed, "of", balance, "says nothing of:", *map(unescape, problem))
            self.check(self.state(asset)[2] == before, "what was refused is written", typed)

    def saved(self, asset, effect, location, balance, typed):
        """What was shown is there, on the page of the asset and in the program."""
        rows = self.household.document("cst-assets", "allocations", asset["name"])["allocations"]
        funded = {row["goalId"]: row["funded"]["amount"] for row in rows}
        page = Effect(self.page.get(location).text, column="Gets")
        self.check(not effect.issues, "saved in spite of", effect.issues, typed)
        self.check(funded == effect.amounts == page.amounts, "shown", effect.amounts, "then", page.amounts, "is", funded)
        free = self.state(asset)[1]
        self.check(effect.free == page.free == free, "free was", effect.free, "then", page.free, "is", free, typed, balance)

    def limit(self, asset, chance, balance):
        """What is shown as free is the most that one more goal can get (L1); what the rest gets is free for an amount, too."""
        path, places = f"/assets/{asset['id']}/allocations", PLACES[asset["currency"]]
        sizes = {name: value for name, value in form(self.page.get(path).text, path).items() if name.count("-") == 4}
        without = [goal for goal, size in sizes.items() if not size]
        if not without:
            return
        held = max(balance, Fraction(0))
        taken = sum((held * Fraction(size[:-1]) / 100 if size.endswith("%") else Fraction(size))
                    for size in sizes.values() if size not in ("", "rest"))
        units, goal = int(max(held - taken, 0) * 10 ** places), chance.choice(without)
        shown = self.state(asset)[1]
        if "rest" not in sizes.values():
            self.check(Fraction(shown) == Fraction(units, 10 ** places),
                       "free is shown as", shown, "but is", amount(units, places), "of", balance, list(sizes.values()))

        def put(units):
            answer = self.program.ask(
                "PUT", f"/api/v1{path}", {"sizes": sizes | {goal: amount(units, places)}}, If_Match="*")
            return answer.status, answer.code
        more = put(units + 1)
        self.check(more == (422, "allocation.amountTooLarge"), "one unit more than is free is", more, units, sizes, balance)
        if units:
            all = put(units)
            self.check(all == (200, None), "all that is free is", all, units, sizes, balance)

    def test_editors(self):
        seed = os.environ.get("CST_SEED") or str(random.randrange(10 ** 6))
        print(f"seed {seed}: CST_SEED={seed} runs the same again", flush=True)
        count = 1000 if support.RUNS_ALL else 60
        for number in range(count):
            chance = random.Random(f"{seed} {number}")
            found = len(self.wrong)
            self.edit(chance.choice(self.assets), chance, presses=number % 8 == 0)
            self.wrong[found:] = [f"seed {seed}, editor {number}: {text}" for text in self.wrong[found:]]
        self.assertNone(self.wrong)
