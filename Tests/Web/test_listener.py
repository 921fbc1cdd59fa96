"""From an empty database to a closed month, as somebody goes who hears the pages and has a keyboard alone: every control is found
by what a screen reader says of it."""

from support import Household, WebCase, each, spread
from test_journeys import Keyboard


class Listener(Keyboard):
    """Goes on by Tab, types, and hears."""

    def write(self, role, name, text):
        """Goes to a field, puts a text in the place of what it has, and hears what it has then."""
        self.to(role, name)
        if role != "Date":
            self.press("Control+a")
        self.page.keyboard.type(text)
        return self.focused()

    def go(self, role, name, heading, title=None, said=None):
        """Presses Enter on an element; the page that comes says its title, its heading and what was done."""
        self.follow(role, name)
        self.page.wait_for_load_state()
        case = self.case
        case.assertEqual(self.page.get_by_role("heading", level=1).all_inner_texts(), [heading])
        case.assertEqual(self.page.title(), f"{title or heading.split(',')[0]} · Savings")
        spoken = [text for text in self.page.get_by_role("status").all_inner_texts() if text.strip()]
        case.assertEqual(spoken, [said] if said else [])


@spread
class Journey(WebCase):
    @each(["with-script", "without-script"])
    def test_first_month(self, name):
        self.household = Household()
        server = self.serve(self.household)
        has_script = name == "with-script"
        page = self.page(
            self.context(server, enter=False, java_script_enabled=has_script, locale="en-US"), expected=["status of 422"])
        page.goto(server.url)
        page.wait_for_url(server.base + "/")
        self.keys = keys = Listener(self, page)
        self.assertEqual(page.get_by_role("heading", level=1).inner_text(), "Nothing to set aside yet")

        self.add_goal(page, has_script)

        keys.go("link", "Assets", "Assets")
        keys.go("link", "New asset", "New asset")
        keys.write("textbox", "Name", "Bank")
        self.assertIn("EUR or BTC", keys.write("combobox", "Currency", "EUR")["description"])
        keys.write("textbox", "Balance today", "3000")
        keys.go("button", "Add the asset", "Bank", said="Added the asset Bank with 3,000.00\u00a0EUR.")

        keys.go("link", "Use it for a goal", "Allocations of Bank")
        keys.write("textbox", "Car", "60%")
        keys.go("button", "Save all", "Bank", said="Funded Car with 60% of Bank.")

        keys.go("link", "Month", "May 2026, not started")
        keys.go("button", "Start the month", "May 2026, in progress", said="Started May 2026.")

        keys.go("link", "Assets", "Value of all assets", "Assets")
        keys.go("link", "Bank", "Bank")
        self.assertIn("In EUR", keys.write("textbox", "Amount", "600")["description"])
        keys.go("button", "Add money", "Bank", said="Put 600.00\u00a0EUR into Bank.")

        keys.go("link", "Month", "May 2026, in progress")
        # A part is not paid, so that the button asks first.
        keys.to("DisclosureTriangle", "Close the month")
        keys.press("Enter")
        keys.go("button", "Close the month", "June 2026, not started", said="Closed May 2026.")
        self.compare_figures(page)

    def add_goal(self, page, has_script):
        """A goal whose target is written with a comma at first."""
        keys = self.keys
        keys.go("link", "New goal", "New goal")
        keys.write("textbox", "Name", "Car")
        keys.write("textbox", "Target", "12,000")
        keys.write("combobox", "Currency", "EUR")
        self.assertEqual(keys.write("Date", "Deadline", "12312027")["value"], "2027-12-31")
        keys.follow("button", "Add the goal")
        page.wait_for_load_state()
        alert = page.get_by_role("alert")
        self.assertIn("'12,000' may have a sign between thousands", alert.inner_text())
        if has_script:
            self.assertEqual(keys.focused()["name"], "Target")
        keys.to("link", "'12,000' may have a sign between thousands", key="Shift+Tab" if has_script else "Tab")
        keys.press("Enter")
        field = keys.focused()
        self.assertEqual((field["role"], field["name"], field["value"]), ("textbox", "Target", "12,000"))
        self.assertEqual(field["invalid"], "true")
        self.assertIn("'12,000' may have a sign between thousands", field["description"])
        # What was right is still there.
        self.assertEqual(keys.to("Date", "Deadline")["value"], "2027-12-31")
        keys.to("textbox", "Target", key="Shift+Tab")
        keys.press("Control+a")
        page.keyboard.type("12000")
        keys.go("button", "Add the goal", "Car", said="Added the goal Car: 12,000.00\u00a0EUR by Dec 31, 2027.")

    def compare_figures(self, page):
        """What the pages say is what the programs say of the same database."""
        keys = self.keys
        required = self.household.document("cst-plan", "required")
        month = self.household.document("cst-plan", "month", "history")["months"][0]
        asset = self.household.document("cst-assets", "list")["assets"][0]
        self.assertEqual((asset["balance"]["amount"], month["state"]), ("3600.00", "closed"))
        keys.go("link", "May 2026", "May 2026, closed")
        self.assertEqual(self.value(page, "total"), month["contributed"]["amount"])
        keys.follow("link", "Overview")
        self.assertEqual(self.value(page, "total"), required["total"]["amount"])
        keys.go("link", "Car", "Car")
        goal = required["goals"][0]
        self.assertEqual(self.value(page, "required"), goal["required"]["amount"])
        self.assertEqual(self.value(page, "saved"), goal["saved"]["amount"])
        keys.go("link", "Assets", "Value of all assets", "Assets")
        keys.go("link", "Bank", "Bank")
        self.assertEqual(self.value(page, "balance"), asset["balance"]["amount"])

    def value(self, page, place):
        """The plain value of an amount."""
        return page.locator(f"[data-live-id={place}] data.amount, data.amount[data-live-id={place}]").get_attribute("value")
