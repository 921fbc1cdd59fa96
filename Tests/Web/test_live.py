"""Pages that are open while a program changes the database."""

import re
import threading

import support
from dashboard import Client
from support import Household, Shared, WebCase, eventually
from test_journeys import figures


class Live(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.plain())
        self.server = self.serve(self.household)
        self.own = self.context(self.server)

    def open(self, path, expected=()):
        page = self.page(self.own, expected)
        with page.expect_response("**/events?*"):
            page.goto(self.server.base + path)
        return page

    def deposit(self, amount="10"):
        self.household.run("cst-assets", "deposit", "Savings", amount, "--date", "2026-04-13")

    def test_figures_follow(self):
        car, savings = self.household.id("Car"), self.household.id("Savings")
        # A share that follows the balance, so that every page has something that moves.
        self.household.run("cst-assets", "allocate", "Savings", "Car", "--share", "50%")
        overview, goal, asset = self.open("/"), self.open(f"/goals/{car}"), self.open(f"/assets/{savings}")
        stale = self.facts(overview, goal, asset)
        for count in range(100 if support.RUNS_ALL else 10):
            self.deposit(str(count + 1))
        wanted = self.wanted()
        self.assertNotEqual(stale, wanted)
        eventually(lambda: self.facts(overview, goal, asset) == wanted, within=2)
        self.assertEqual(self.facts(overview, goal, asset), wanted, "2 s after the last change")
        self.assertTrue(overview.inner_text("#announcer").startswith("Figures updated"))
        # Some pages were told by the live channel, none was loaded again as a whole.
        for page in (overview, goal, asset):
            self.assertEqual(page.evaluate("performance.getEntriesByType('navigation').length"), 1)

    def wanted(self):
        """Total of the overview, saved of the goal, balance of the asset, as the programs have them."""
        total = self.household.document("cst-plan", "required")["total"]["amount"]
        saved = self.household.document("cst-plan", "goal", "show", "Car")["goal"]["saved"]["amount"]
        assets = self.household.document("cst-assets", "list")["assets"]
        return [total, saved, next(row["balance"]["amount"] for row in assets if row["name"] == "Savings")]

    def facts(self, overview, goal, asset):
        """The same as the pages show them."""
        return [
            overview.locator("[data-live-id=total] data").first.get_attribute("value"),
            goal.locator("main data.amount").first.get_attribute("value"),
            asset.locator("main data.amount").first.get_attribute("value"),
        ]

    def test_place_of_reader_stays(self):
        page = self.open("/")
        page.set_viewport_size({"width": 1280, "height": 500})
        page.locator("summary").first.click()
        page.focus("#flex-percent")
        page.evaluate("scrollTo(0, 300)")
        page.evaluate("document.querySelector('[data-live-id=total]').kept = true")
        state = """() => [scrollY, document.activeElement.id, document.querySelector('.disclosure').open,
            document.querySelector('[data-live-id=total]').kept]"""
        before = page.evaluate(state)
        self.assertEqual(before[1:], ["flex-percent", True, True])
        stale = figures(page, "[data-live-id=total]")
        self.deposit("500")
        eventually(lambda: figures(page, "[data-live-id=total]") != stale)
        self.assertNotEqual(figures(page, "[data-live-id=total]"), stale)
        self.assertEqual(page.evaluate(state), before)
        self.assertTrue(page.locator(".changed").count() > 0, "what changed is marked")
        eventually(lambda: page.locator(".changed").count() == 0)
        self.assertEqual(page.locator(".changed").count(), 0, "the mark goes away")
        # The preview below is of the same figures.
        eventually(lambda: figures(page, "#flex-effect")[:1] == figures(page, "[data-live-id=total]"))
        self.assertEqual(figures(page, "#flex-effect")[:1], figures(page, "[data-live-id=total]"))

    def test_pages_are_answered_while_others_write(self):
        # The next deposit is there before the figures of a page are worked out; writes are counted by token.
        path = f"/api/v1/assets/{self.household.id('Savings')}/transactions"
        writers = [Client.program(self.server, self.household, f"program {number}") for number in range(10)]
        is_over = threading.Event()

        def deposit(writer):
            while not is_over.is_set():
                self.assertEqual(writer.ask("POST", path, {"amount": "1"}).status, 201)

        threads = [threading.Thread(target=deposit, args=[writer]) for writer in writers]
        for thread in threads:
            thread.start()
        try:
            answers = [self.own.request.get(self.server.base + page) for page in ("/", "/assets", "/", "/flex", "/")]
        finally:
            is_over.set()
            for thread in threads:
                thread.join()
            for writer in writers:
                writer.close()
        self.assertEqual([answer.status for answer in answers], [200] * 5)
        # None is of a state that another was newer than.
        revisions = [int(re.search(r'data-revision="(\d+)"', answer.text())[1]) for answer in answers]
        self.assertEqual(revisions, sorted(revisions))
        self.assertLess(revisions[0], revisions[-1], "nobody wrote")

    def test_no_older_state_is_told(self):
        # Whoever has just written knows a newer state than the one that was seen last.
        path = f"/api/v1/assets/{self.household.id('Savings')}/transactions"
        writer = Client.program(self.server, self.household, "program")

        def get(path):
            return self.own.request.get(self.server.base + path)

        for count in range(10):
            self.assertEqual(writer.ask("POST", path, {"amount": "1"}).status, 201)
            known = int(re.search(r'data-revision="(\d+)"', get("/assets").text())[1])
            self.assertGreaterEqual(get(f"/events?wait=0&since={known}").json()["revision"], known)
        writer.close()

    def test_typed_input_stays(self):
        page = self.open(f"/goals/{self.household.id('Car')}/edit")
        page.fill("[name=name]", "Van")
        page.press("[name=name]", "End")
        self.deposit("500")
        bar = page.locator(".live-bar")
        bar.wait_for()
        self.assertRegex(bar.inner_text(), r"^Changed by cst-assets( deposit)?, 09:00\. Show$")
        self.assertEqual(page.input_value("[name=name]"), "Van")
        page.keyboard.type("ity")
        self.deposit("5")
        self.deposit("6")
        page.wait_for_load_state("load")
        self.assertEqual(page.input_value("[name=name]"), "Vanity")
        self.assertEqual(page.evaluate("document.activeElement.name"), "name")
        self.assertTrue(page.locator(".live-bar a").is_visible())

    def test_conflict_stays(self):
        # A form that came back is not saved either, though it is as the page brought it.
        page = self.open(f"/goals/{self.household.id('Car')}/edit", expected=["Failed to load resource"])
        page.fill("[name=name]", "Van")
        page.fill("[name=target]", "15000")
        self.household.run("cst-plan", "goal", "edit", "Car", "--name", "Truck")
        with page.expect_response(lambda answer: answer.request.is_navigation_request()) as answer:
            page.get_by_role("button", name="Save", exact=True).click()
        self.assertEqual(answer.value.status, 409)
        page.wait_for_load_state()
        effect = page.inner_text("#edit-effect")
        self.assertIn("After", effect)
        self.deposit("500")
        bar = page.locator(".live-bar")
        bar.wait_for()
        self.assertRegex(bar.inner_text(), r"^Changed by cst-assets( deposit)?, 09:00\. Show$")
        self.assertEqual(page.inner_text("#edit-effect"), effect)
        self.assertEqual([page.input_value(f"[name={name}]") for name in ("name", "target")], ["Van", "15000"])

    def test_many_tabs(self):
        # A browser gives one site six connections; only some pages may hold one.
        pages = []
        for number in range(8):
            page = self.page(self.own, expected=["Failed to load resource"])
            page.goto(self.server.base + ("/", "/goals", "/assets", "/flex")[number % 4], timeout=10_000)
            pages.append(page)
        for page in pages:
            self.assertTrue(page.locator("h1").first.is_visible())
        streams = next(
            line for line in self.own.request.get(self.server.base + "/metrics").text().splitlines()
            if line.startswith("cst_event_streams "))
        self.assertLessEqual(int(streams.split()[1]), 4)
        # A preview finds a connection as well.
        pages[0].fill("#flex-percent", "80")
        eventually(lambda: "80 percent" in (pages[0].get_attribute("#flex-percent-range", "aria-valuetext") or ""))
        self.assertIn("80 percent", pages[0].get_attribute("#flex-percent-range", "aria-valuetext") or "")

    def test_ended_program_is_told(self):
        page = self.open("/", expected=["Failed to load resource", "net::ERR"])
        self.server.end()
        page.locator(".live-bar").wait_for()
        self.assertIn("The program was ended.", page.inner_text(".live-bar"))
