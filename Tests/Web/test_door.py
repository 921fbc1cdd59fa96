"""Logging in: nothing that was typed is lost by it, and programs that keep passwords find their way."""

from forms import GOAL
from support import PASSWORD, Household, Server, Shared, WebCase, each, spread

KEPT = "What you typed was not saved yet."


@spread
class Door(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.plain())
        self.household.let_in("Ana")
        self.server = self.serve(self.household)

    def inside(self, **options):
        return self.page(self.context(self.server, **options), expected=["Failed to load resource", "net::ERR"])

    def ana(self):
        """A page of somebody who has logged in."""
        page = self.page(self.context(self.server, enter=False), expected=["Failed to load resource"])
        page.goto(self.server.base + "/login")
        self.assertEqual(self.log_in(page), 303)
        return page

    def log_in(self, page, password=PASSWORD):
        page.get_by_label("Name", exact=True).fill("Ana")
        page.get_by_label("Password", exact=True).fill(password)
        return self.press(page, "Sign in")

    def press(self, page, name):
        with page.expect_response(lambda answer: answer.request.is_navigation_request()) as leaving:
            page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_load_state()
        return leaving.value.status

    def fill(self, page, values):
        for label, text in values.items():
            field = page.get_by_label(label, exact=True)
            folded = page.locator("main details:not([open])", has=page.get_by_label(label, exact=True)).locator("summary")
            if folded.count():
                folded.click()
            if label == "Reminders":
                field.select_option(text)
            else:
                field.fill(text)

    def end_by_another_browser(self):
        page = self.page(self.context(self.server))
        page.goto(self.server.base + "/sessions")
        page.get_by_role("button", name="End the session of Ana").click()
        page.wait_for_load_state()
        self.assertEqual(page.get_by_role("button", name="End the session of Ana").count(), 0)

    def end_by_restart(self):
        self.server.end()
        self.server = Server(self.household, port=int(self.server.base.rsplit(":", 1)[1]))
        self.addCleanup(self.server.end)

    def come_in_again(self, page, button, is_mistyped=False):
        """Sends a form without a session, logs in, and sends the form again."""
        self.assertEqual(self.press(page, button), 401)
        self.assertIn(KEPT, page.inner_text("main"))
        if is_mistyped:
            self.assertEqual(self.log_in(page, "not the right one"), 401)
            self.assertIn(KEPT, page.inner_text("main"))
        self.assertEqual(self.log_in(page), 200)
        self.assertIn(KEPT, page.inner_text("main"))
        return self.press(page, "Send it now")

    @each(["another-browser", "restart", "without-script"])
    def test_typed_goal_is_kept(self, name):
        is_ended = name == "another-browser"
        page = self.ana() if is_ended else self.inside(java_script_enabled=name != "without-script")
        page.goto(self.server.base + "/goals/new")
        self.fill(page, GOAL | {"Target": "1,500"})
        if is_ended:
            self.end_by_another_browser()
        else:
            self.end_by_restart()
        # The form is as it was, with what is wrong in it.
        self.assertEqual(self.come_in_again(page, "Add the goal", is_mistyped=is_ended), 422)
        for label, text in (GOAL | {"Target": "1,500"}).items():
            self.assertEqual(page.get_by_label(label, exact=True).input_value(), text, label)
        page.get_by_label("Target", exact=True).fill(GOAL["Target"])
        self.assertEqual(self.press(page, "Add the goal"), 303)
        page.get_by_role("status").filter(has_text="Added the goal ⛵ Boat").wait_for()
        goal = self.household.document("cst-plan", "goal", "show", "Boat")["goal"]
        self.assertEqual((goal["target"]["amount"], goal["deadline"], goal["emoji"]), ("5500.50", "2028-05-01", "⛵"))

    def test_what_others_changed_meanwhile_is_asked_about(self):
        page = self.inside()
        page.goto(f"{self.server.base}/goals/{self.household.id('Car')}/edit")
        self.fill(page, {"Target": "21000", "Description": "Red"})
        page.context.clear_cookies()
        self.household.run("cst-plan", "goal", "edit", "Car", "--target", "19000")
        self.assertEqual(self.come_in_again(page, "Save"), 409)
        self.assertEqual(page.get_by_label("Target", exact=True).input_value(), "21000")
        self.assertEqual(page.get_by_label("Description", exact=True).input_value(), "Red")
        self.assertEqual(self.press(page, "Save"), 303)
        goal = self.household.document("cst-plan", "goal", "show", "Car")["goal"]
        self.assertEqual((goal["target"]["amount"], goal["description"]), ("21000.00", "Red"))

    def test_password_is_pasted(self):
        page = self.page(self.context(self.server, enter=False))
        page.goto(self.server.base + "/login")
        name, password = page.get_by_label("Name", exact=True), page.get_by_label("Password", exact=True)
        # By these a program that keeps passwords knows the fields (WCAG 1.3.5, 3.3.8).
        self.assertEqual(name.get_attribute("autocomplete"), "username")
        self.assertEqual(password.get_attribute("autocomplete"), "current-password")
        self.assertEqual(password.get_attribute("type"), "password")
        name.fill(PASSWORD)
        for field, keys in [(name, "Control+a"), (name, "Control+x"), (password, "Control+v")]:
            field.press(keys)
        self.assertEqual((name.input_value(), password.input_value()), ("", PASSWORD))
        name.fill("Ana")
        self.assertEqual(self.press(page, "Sign in"), 303)
