"""From the printed address to the way out, by keyboard alone, with the script and without it."""

import support
from support import Household, Shared, WebCase, eventually


class Keyboard:
    """Walks over a page by Tab and knows what a screen reader is told of the element with the focus."""

    def __init__(self, case, page):
        self.case, self.page = case, page
        self.tools = page.context.new_cdp_session(page)

    def focused(self):
        """Role, name, value and description of the element with the focus."""
        found = self.tools.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        node = self.tools.send(
            "Accessibility.getPartialAXTree", {"objectId": found, "fetchRelatives": False})["nodes"][0]
        facts = {key: node.get(key, {}).get("value", "") for key in ("role", "name", "value", "description")}
        return facts | {item["name"]: item["value"].get("value") for item in node.get("properties", [])}

    def to(self, role, name, key="Tab"):
        """Goes on until an element has the focus, which has to be marked for the eye."""
        for _ in range(150):
            self.page.keyboard.press(key)
            now = self.focused()
            if now["role"] == role and now["name"].startswith(name):
                style = self.page.evaluate(
                    "(({ outlineStyle, outlineWidth }) => [outlineStyle, parseFloat(outlineWidth)])(getComputedStyle(document.activeElement))")
                self.case.assertTrue(style[0] != "none" and style[1] >= 2, f"{name} has no mark of the focus: {style}")
                return now
        self.case.fail(f"no {role} '{name}' is reached by Tab on {self.page.url}")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def follow(self, role, name):
        """Presses Enter on an element and waits for the page that it leads to."""
        self.to(role, name)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")


def figures(page, place):
    """The plain values of the amounts in a place, in their order."""
    return page.eval_on_selector_all(f"{place} data.amount", "nodes => nodes.map(node => node.value)")


def flex_figures(household, percent, strategy="balanced"):
    """What `#flex-effect` has to show: what is paid, of what, then every goal by name, then both totals. A goal that would be late says
    what later payments have to be instead of the present one."""
    plan = household.document("cst-plan", "flex", "--factor", str(percent / 100), "--strategy", strategy)
    paid, required = plan["totalAdjusted"]["amount"], plan["totalRequired"]["amount"]
    # Of the payments that a part was paid of, all are in the currency for totals here.
    levels = {
        goal["id"]: goal["level"]["amount"]
        for goal in household.document("cst-plan", "required")["goals"] if goal["level"] != goal["required"]
    }
    rows = []
    for goal in plan["goals"]:
        if goal["impact"]["delayMonths"] > 0 and goal["impact"]["nextRequired"]:
            rows += [goal["impact"]["nextRequired"]["amount"], levels.get(goal["id"], goal["required"]["amount"])]
        rows += [goal["required"]["amount"], goal["adjusted"]["amount"]]
    return [paid, required, *rows, required, paid]


class Journeys(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.plain())
        self.server = self.serve(self.household)

    def test_keyboard(self):
        page = self.page(self.context(self.server, enter=False), expected=["status of 422"])
        page.goto(self.server.url)
        page.wait_for_url(self.server.base + "/")
        keys = Keyboard(self, page)

        with self.subTest("skip link"):
            skip = keys.to("link", "Skip to the content")
            self.assertEqual(page.evaluate("getComputedStyle(document.activeElement).top"), "8px")
            keys.press("Enter")
            self.assertEqual(page.evaluate("document.activeElement.id"), "main", skip)

        with self.subTest("slider"):
            slider = keys.to("slider", "How much of what is still to pay you pay")
            self.assertEqual(slider["value"], 100)
            self.assertEqual(self.spoken(page), "100 percent, " + self.shown(page, "#flex-effect data.amount"))
            keys.press(*["ArrowLeft"] * 20)
            wanted = flex_figures(self.household, 80)
            eventually(lambda: figures(page, "#flex-effect") == wanted)
            self.assertEqual(figures(page, "#flex-effect"), wanted)
            self.assertEqual(page.input_value("#flex-percent"), "80")
            self.assertEqual(self.spoken(page), "80 percent, " + self.shown(page, "#flex-effect data.amount"))
            # What a field shows, it accepts, up to its ends.
            for key, end in (("Home", "min"), ("End", "max")):
                with self.subTest(key=key):
                    keys.press(key)
                    percent = int(page.get_attribute("#flex-percent-range", end))
                    wanted = flex_figures(self.household, percent)
                    eventually(lambda: figures(page, "#flex-effect") == wanted)
                    self.assertEqual(figures(page, "#flex-effect"), wanted)
                    self.assertEqual(self.spoken(page), f"{percent} percent, " + self.shown(page, "#flex-effect data.amount"))
            # The same without dragging (WCAG 2.5.7).
            keys.to("textbox", "Percent")
            keys.press("Control+a")
            page.keyboard.type("62.5")
            wanted = flex_figures(self.household, 62.5)
            eventually(lambda: figures(page, "#flex-effect") == wanted)
            self.assertEqual(figures(page, "#flex-effect"), wanted)
            keys.to("combobox", "How it is distributed")
            keys.press("ArrowDown")
            wanted = flex_figures(self.household, 62.5, "prioritizeUrgent")
            eventually(lambda: figures(page, "#flex-effect") == wanted)
            self.assertEqual(figures(page, "#flex-effect"), wanted)
            # Nothing of it is kept.
            self.assertEqual(page.evaluate("document.body.dataset.revision"), str(self.revision()))

        with self.subTest("refused"):
            keys.to("textbox", "Percent", key="Shift+Tab")
            keys.press("Control+a")
            page.keyboard.type("900")
            page.locator("#flex-effect .issue-summary").wait_for()
            self.assertEqual(page.get_attribute("#flex-effect .issue-summary", "role"), "alert")
            keys.press("Control+a")
            page.keyboard.type("100")
            wanted = flex_figures(self.household, 100)
            eventually(lambda: figures(page, "#flex-effect")[:2] == wanted[:2])

        with self.subTest("goal"):
            page.evaluate("document.querySelector('.skip').focus()")
            keys.follow("link", "Goals")
            keys.press("Tab")
            keys.follow("link", "🚗 Car" if page.locator("nav.side").is_visible() else "Car")
            self.assertIn("Car", page.inner_text("h1"))
            goal = self.household.document("cst-plan", "goal", "show", "Car")["goal"]
            self.assertIn(goal["saved"]["amount"], figures(page, "main"))

        with self.subTest("what-if"):
            keys.follow("link", "What if")
            keys.to("textbox", "Pay on every payment date")
            self.assertIn("EUR", keys.focused()["description"])
            page.keyboard.type("1500")
            result = self.household.document("cst-plan", "what-if", "Car", "--monthly", "1500")
            least = result["minimumAfter"]["amount"] if "minimumAfter" in result else None
            page.locator("#what-if-effect table").first.wait_for()
            eventually(lambda: "1500.00" in figures(page, "#what-if-effect"))
            self.assertIn("1500.00", figures(page, "#what-if-effect"))
            if least:
                self.assertIn(least, figures(page, "#what-if-effect"))
            page.keyboard.type("x")
            page.locator("#what-if-effect .issue-summary").wait_for()

        with self.subTest("activity"):
            page.evaluate("document.querySelector('.skip').focus()")
            keys.follow("link", "Activity")
            self.assertEqual(page.get_attribute("nav.pages a[aria-current=page]", "href"), "/activity")
            self.assertIn("Funded Emergency fund", page.inner_text("main"))

        with self.subTest("hidden amounts"):
            page.goto(self.server.base + "/")
            amounts = set(figures(page, "main"))
            keys.follow("button", "Hide amounts")
            text = page.content()
            self.assertFalse([amount for amount in amounts if len(amount) > 3 and amount in text], "amounts in the page")
            self.assertIn("•••", text)
            keys.to("button", "Show amounts")

        with self.subTest("theme"):
            keys.follow("button", "Theme")
            self.assertEqual(page.get_attribute("html", "data-theme"), "light")

        with self.subTest("way out"):
            keys.follow("button", "Sign out")
            self.assertIn("You have signed out", page.inner_text("h1"))
            self.assertEqual(page.context.request.get(self.server.base + "/").status, 401)
            # The printed address let one browser in, once.
            self.assertEqual(page.context.request.get(self.server.url).status, 401)

    def test_import(self):
        """A bank's file, chosen, looked at, entered and undone; with the script and without it."""
        rows = "Datum;Betrag;Text\n01.03.2026;-12,50;Kaffee\n02.03.2026;100,00;Lohn\n"
        for has_script in (True, False):
            with self.subTest(has_script=has_script):
                server = self.serve(Household(like=Shared.plain()))
                page = self.page(self.context(server, java_script_enabled=has_script))
                page.goto(server.base + "/assets")
                page.click("main >> text=Import")
                page.set_input_files("[name=file]", {"name": "bank.csv", "mimeType": "text/csv", "buffer": rows.encode()})
                page.fill("[name=asset]", "Savings")
                page.click("text=Show the rows")
                page.wait_for_selector("text=Would add 2 transactions.")
                self.assertEqual(page.locator("h1").inner_text(), "Import bank.csv")
                page.click("text=Enter these rows")
                page.wait_for_selector("text=Imported 2 transactions into Savings.")
                page.click("main >> text=Undo")
                page.wait_for_selector("text=Undid: Imported 2 transactions into Savings.")

    def test_without_script(self):
        page = self.page(self.context(self.server, enter=False, java_script_enabled=False), expected=["status of 422"])
        page.goto(self.server.url)
        page.wait_for_url(self.server.base + "/")
        keys = Keyboard(self, page)

        with self.subTest("flex"):
            self.assertFalse(page.locator("#flex-percent-range").is_visible(), "a slider that moves nothing")
            page.fill("#flex-percent", "80")
            page.focus("#flex-percent")
            keys.follow("button", "Show the effect")
            self.assertIn("percent=80", page.url)
            wanted = flex_figures(self.household, 80)
            # All strategies stand below.
            self.assertEqual(self.values(page, "#flex-effect")[:len(wanted)], wanted)

        with self.subTest("what-if"):
            page.goto(f"{self.server.base}/goals/{self.household.id('Car')}/what-if")
            page.fill("[name=monthly]", "1500")
            page.focus("[name=monthly]")
            keys.follow("button", "Show the effect")
            self.assertIn("1500.00", self.values(page, "#what-if-effect"))

        with self.subTest("edit"):
            page.goto(f"{self.server.base}/goals/{self.household.id('Car')}/edit")
            page.fill("[name=target]", "x")
            page.press("[name=target]", "Enter")
            page.locator(".issue-summary").wait_for()
            self.assertEqual(page.input_value("[name=target]"), "x", "what was typed is kept")
            self.assertEqual(page.get_attribute("[name=target]", "aria-invalid"), "true")
            issue = page.get_attribute("[name=target]", "aria-describedby").split()[-1]
            self.assertTrue(page.locator(f"#{issue}").inner_text())
            page.locator(".issue-summary a").first.click()
            self.assertEqual(page.url.split("#")[1], page.get_attribute("[name=target]", "id"))

        with self.subTest("budget"):
            page.goto(self.server.base + "/budget")
            page.fill("[name=amount]", "900")
            page.focus("[name=amount]")
            keys.follow("button", "Show the effect")
            plan = self.household.document("cst-plan", "budget")
            self.assertIn(plan["minimum"]["amount"], self.values(page, "#budget-effect"))

        with self.subTest("allocations"):
            page.goto(f"{self.server.base}/assets/{self.household.id('Savings')}/allocations")
            before = self.values(page, "[id$=-effect]")
            page.focus("main form input:not([type=hidden])")
            # What the fields show is accepted, and changes nothing.
            keys.follow("button", "Show the effect")
            self.assertEqual(page.locator(".issue-summary").all_inner_texts(), [])
            self.assertEqual(self.values(page, "[id$=-effect]"), before)
            page.get_by_label("Car", exact=True).fill("50%")
            page.get_by_label("Emergency fund", exact=True).fill("rest")
            page.focus("main form input:not([type=hidden])")
            keys.follow("button", "Show the effect")
            self.assertEqual(page.get_by_label("Car", exact=True).input_value(), "50%")
            self.assertIn("2250.00", self.values(page, "[id$=-effect]"))

        with self.subTest("hidden amounts and the way out"):
            page.goto(self.server.base + "/")
            page.get_by_role("button", name="Hide amounts").click()
            page.get_by_role("button", name="Show amounts").click()
            page.get_by_role("button", name="Sign out").click()
            page.get_by_role("heading", name="You have signed out").wait_for()

    def spoken(self, page):
        return (page.get_attribute("#flex-percent-range", "aria-valuetext") or "").replace("\u00a0", " ")

    def shown(self, page, place):
        return page.locator(place).first.inner_text().replace("\u00a0", " ")

    def values(self, page, place):
        """As `figures`, for a page that runs no script."""
        return [node.get_attribute("value") for node in page.locator(f"{place} data.amount").all()]

    def revision(self):
        return self.household.document("cst-plan", "history", "--limit", "1")["history"][0]["number"]
