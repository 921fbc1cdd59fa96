"""What the browser tests share: a browser, households of each kind, every page by its name, and what is asked of all of them."""

import time
import unittest
import urllib.parse

from playwright.sync_api import sync_playwright

from dashboard import PASSWORD, RICH, ROOT, SAMPLE, Household, Server

RUNS_ALL = False  # Set by --all.


class Shared:
    """One browser and one household of each kind, for all tests."""

    _made = {}

    @classmethod
    def get(cls, name, make):
        if name not in cls._made:
            cls._made[name] = make()
        return cls._made[name]

    @classmethod
    def browser(cls):
        def start():
            cls.driver = sync_playwright().start()
            return cls.driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        return cls.get("browser", start)

    @classmethod
    def close(cls):
        if "browser" in cls._made:
            cls._made["browser"].close()
            cls.driver.stop()

    @classmethod
    def plain(cls): return cls.get("plain", lambda: Household(commands=SAMPLE))

    @classmethod
    def rich(cls): return cls.get("rich", lambda: Household(commands=SAMPLE + RICH))


def eventually(ask, within=10, step=0.02):
    """The first answer that is true, or the last one. It is asked as often as fits into that many seconds with pauses of `step` alone, so
    that a machine that others keep busy, where each answer takes longer, gets the time it needs."""
    for _ in range(int(within / step)):
        if answer := ask():
            return answer
        time.sleep(step)
    return ask()


class WebCase(unittest.TestCase):
    """A test with a dashboard of its own; nothing that a page does may end in the console."""

    def assertNone(self, issues):
        """Fails with a line for each issue."""
        if issues:
            self.fail("\n".join([f"{len(issues)} issues", *issues]))

    def serve(self, household, *options, port=None):
        server = Server(household, *options, port=port)
        self.addCleanup(server.end)
        return server

    def context(self, server, enter=True, **options):
        """A browser without a past; it enters by the printed address, or by the cookie of whoever did so first."""
        # A worker would answer what tests answer in the place of the program.
        options.setdefault("service_workers", "block")
        context = Shared.browser().new_context(**options)
        self.addCleanup(context.close)
        context.set_default_timeout(20_000)
        if enter:
            if not hasattr(server, "cookies"):
                context.request.get(server.url)
                server.cookies = context.cookies()
            context.add_cookies(server.cookies)
        return context

    def page(self, context, expected=()):
        """A page whose console has to stay empty but for messages with the words of `expected`."""
        page = context.new_page()
        messages = []
        page.on("console", lambda message: message.type in ("error", "warning") and messages.append(
            f"console: {message.type}: {message.text} ({page.url})"))
        page.on("pageerror", lambda error: messages.append(f"console: {error} ({page.url})"))

        def check():
            # The browser of the tests refuses workers, unless a test is about them.
            known = [*expected, "Service Worker registration blocked by Playwright"]
            self.assertNone([text for text in messages if not any(words in text for words in known)])
        page.messages = messages
        self.addCleanup(check)
        return page


# The pages, by name. A `{…}` is the id of the goal or asset with this name.
PAGES = {
    "overview": "/", "goals": "/goals", "all-goals": "/goals?state=all", "no-goals-found": "/goals?q=nothing",
    "goal": "/goals/{Car}", "what-if": "/goals/{Car}/what-if", "what-if-tried": "/goals/{Car}/what-if?monthly=250&once=10",
    "edit": "/goals/{Car}/edit", "edit-tried": "/goals/{Car}/edit?name=Van&target=20000&deadline=2027-01-31&start=2026-01-01",
    "assets": "/assets", "asset": "/assets/{Savings}", "allocations": "/assets/{Savings}/allocations", "transfer": "/assets/{Savings}/transfer", "adjust": "/assets/{Savings}/adjust", "import": "/assets/import", "add-money": "/money/add",
    "transactions": "/transactions", "transactions-found": "/transactions?from=2026-03-01&page=2", "sync": "/assets/sync",
    "flex": "/flex",
    "month": "/month", "budget": "/budget", "budget-too-low": "/budget?amount=10",
    "activity": "/activity", "rates": "/rates", "reminders": "/reminders", "reminders-ntfy": "/reminders/setup/ntfy", "reminders-webhook": "/reminders/setup/webhook",
    "search": "/search?q=a", "health": "/health", "help": "/help", "api": "/api",
    "as-of": "/?as-of=2026-03-01", "as-of-goal": "/goals/{Car}?as-of=2026-03-01", "new-goal": "/goals/new",
    "new-goal-template": "/goals/new?template=vacation", "goal-end": "/goals/{Car}/end", "new-asset": "/assets/new",
    "edit-asset": "/assets/{Savings}/edit", "sessions": "/sessions", "people": "/people", "own-password": "/people/password", "data": "/data",
    "settings-found": "/settings?q=currency", "settings": "/settings",
    "some-settings": "/settings/exchangeRates", "everyday-settings": "/settings/everyday",
}
REFUSED = {
    "not-found": ("/nothing", 404), "no-goal": ("/goals/nothing", 404), "bad-flex": ("/flex?percent=x", 422),
    "bad-edit": ("/goals/{Car}/edit?name=&target=x&deadline=2020-01-01&start=2026-01-01", 422),
    "bad-what-if": ("/goals/{Car}/what-if?monthly=x", 422), "bad-budget": ("/budget?amount=1,500", 422),
    "bad-month": ("/print/2026-13", 400), "no-month": ("/print/2020-01", 404),
}
EXTRA = ["rich-overview", "rich-goals", "rich-goal", "rich-assets", "rich-allocations", "rich-flex", "rich-budget", "rich-month",
         "print", "hidden-amounts", "no-session", "way-in", "way-out", "welcome", "demo", "demo-goal", "demo-all",
         "refused-goal", "refused-deposit", "refused-settings", "conflict", "saved",
         "login", "refused-login", "invitation", "guest", "ended", "again"]
# The pages of a household with people, and whether somebody is there at the beginning.
DOOR = ["login", "refused-login", "invitation", "guest", "ended", "again"]


class Places:
    """Opens every page by its name, each with the dashboard and session that it needs."""

    names = [*PAGES, *REFUSED, *EXTRA]

    def __init__(self, case):
        self.case = case
        self.ids = {}

    def server(self, kind):
        def start():
            if kind == "demo":
                return Server(Household(), "--demo")
            if kind == "empty":
                return Server(Household())
            return Server(Household(like=Shared.rich() if kind == "rich" else Shared.plain()))
        return Shared.get(f"server {kind}", start)

    def path(self, path, household):
        for name in [part.split("}")[0] for part in path.split("{")[1:]]:
            path = path.replace("{" + name + "}", Shared.get((household, name), lambda: household.id(name)))
        return path

    def open(self, name, sent=None, **options):
        """The page, loaded, in a browser of its own; the texts of answers are added to `sent`."""
        case = self.case
        kind, path, status = "plain", PAGES.get(name), 200
        household = Shared.plain()
        if name in REFUSED:
            path, status = REFUSED[name]
        elif name.startswith("rich-") or name == "print":
            kind, household = "rich", Shared.rich()
            path = {
                "rich-overview": "/", "rich-goals": "/goals?state=all", "rich-assets": "/assets", "rich-flex": "/flex?percent=80",
                "rich-goal": "/goals/{Plot}", "rich-allocations": "/assets/{Acres}/allocations", "rich-budget": "/budget",
                "rich-month": "/month", "print": "/print/2026-05",
            }[name]
        elif name.startswith("demo"):
            kind, path = "demo", "/?range=all" if name == "demo-all" else "/"
        elif name == "welcome":
            kind, path = "empty", "/"
        path = self.path(path, household) if path else "/"
        server = self.server(kind)
        if name == "way-in":
            server = case.serve(Household())
        elif name == "way-out":
            server = case.serve(Household(like=Shared.plain()))
        elif name in ("conflict", "saved"):
            household = Household(like=Shared.plain())
            server, path = case.serve(household), self.path("/goals/{Car}/edit", Shared.plain())
        elif name.startswith("refused-"):
            paths = {"refused-goal": "/goals/new", "refused-settings": "/settings/network"}
            path = paths.get(name) or self.path("/assets/{Savings}", household)
        if name in DOOR:
            household = Household(like=Shared.rich() if name == "guest" else Shared.plain())
            household.let_in("Ana")
            if name in ("invitation", "guest"):
                path = urllib.parse.urlparse(household.run("cst-web", "link", "add", "Grandma", "--amounts").strip()).path
            else:
                path = "/assets/new" if name in ("ended", "again") else "/goals"
            server = case.serve(household)
        context = case.context(server, enter=name in ("ended", "again") or name not in DOOR + ["no-session", "way-in"], **options)
        if name == "demo-goal":
            goals = context.request.get(server.base + "/api/v1/goals").json()["goals"]
            path = "/goals/" + next(goal["id"] for goal in goals if goal["name"] == "Japan in spring")
        isRefused = name in REFUSED or name in (
            "no-session", "refused-goal", "refused-deposit", "refused-settings", "conflict", "refused-login", "ended", "again")
        expected = ["Failed to load resource"] if isRefused else []
        page = case.page(context, expected)
        if name == "hidden-amounts":
            context.add_cookies([{"name": server.cookies[0]["name"] + "-private", "value": "1", "url": server.base}])
        if name == "way-in":
            # The page goes on by itself; an empty answer keeps it where it is.
            page.route(server.base + "/", lambda route: route.fulfill(status=204))
            answer = page.goto(server.url)
        else:
            answer = page.goto(server.base + path)
        if sent is not None:
            sent.append(answer.text())
        if name == "no-session":
            status = 401
        if status:
            case.assertEqual(answer.status, status, path)
        if name in ("refused-goal", "refused-deposit", "refused-settings", "conflict", "saved"):
            self.send(name, page, household, sent)
        if name in DOOR:
            self.door(name, page, sent)
        if name == "way-out":
            with page.expect_response("**/logout") as leaving:
                page.get_by_role("button", name="Sign out").click()
            if sent is not None:
                sent.append(leaving.value.text())
            page.get_by_role("heading", name="You have signed out").wait_for()
        return page

    def door(self, name, page, sent):
        """Goes on to a page at the door."""
        def press(button, fields={}):
            for label, text in fields.items():
                page.get_by_label(label, exact=True).fill(text)
            with page.expect_response(lambda answer: answer.request.is_navigation_request()) as leaving:
                page.get_by_role("button", name=button, exact=True).click()
            page.wait_for_load_state()
            if sent is not None and leaving.value.status != 303:
                sent.append(leaving.value.text())
            return leaving.value.status
        if name == "refused-login":
            self.case.assertEqual(press("Sign in", {"Name": "Ana", "Password": "not the right one"}), 401)
        elif name == "guest":
            press("Show them")
            page.wait_for_url("**/shared")
        elif name in ("ended", "again"):
            page.get_by_label("Name", exact=True).fill("Chest")
            page.context.clear_cookies()
            self.case.assertEqual(press("Add the asset"), 401)
            if name == "again":
                self.case.assertEqual(press("Sign in", {"Name": "Ana", "Password": PASSWORD}), 200)

    def send(self, name, page, household, sent):
        """Fills in a form and sends it."""
        if name == "refused-goal":
            fields, button, status = {"Name": "Bike", "Target": "1,500", "Deadline": "2020-01-01"}, "Add the goal", 422
        elif name == "refused-settings":
            fields, button, status = {"network.budget": "soon"}, "Save", 422
        elif name == "refused-deposit":
            fields, button, status = {"Amount": "none", "Note": "May"}, "Add money", 422
        else:
            fields, button, status = {"Name": "Van", "Target": "15000"}, "Save", 409 if name == "conflict" else 303
        for label, text in fields.items():
            page.get_by_label(label, exact=True).fill(text)
        if name == "conflict":
            household.run("cst-plan", "goal", "edit", "Car", "--name", "Truck", "--link", "https://example.org")
        with page.expect_response(lambda answer: answer.request.is_navigation_request()) as leaving:
            page.get_by_role("button", name=button, exact=True).click()
        self.case.assertEqual(leaving.value.status, status)
        if status == 303:
            page.wait_for_url("**/goals/*?done=*")
        page.wait_for_load_state()
        if sent is not None:
            sent.append(page.context.request.get(page.url).text() if status == 303 else leaving.value.text())


def each(names):
    """Makes a test of its own of a method for every name."""
    def mark(method):
        method.names = list(names)
        return method
    return mark


def spread(case):
    """Puts the tests in place that `each` marked."""
    for name, method in list(vars(case).items()):
        if not hasattr(method, "names"):
            continue
        delattr(case, name)
        for each_name in method.names:
            def test(self, method=method, each_name=each_name):
                method(self, each_name)
            setattr(case, f"{name}_{each_name}", test)
    return case
