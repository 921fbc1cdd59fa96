"""Every form in every state that it can be in, with the script and without it: untouched, typed into, refused, and sent when
somebody else has changed or deleted what it is about."""

import pathlib
import re
import urllib.parse

from axe_playwright_python.base import AXE_SCRIPT

import support
from forms import FORMS, STATES
from support import PASSWORD, Household, Places, Shared, WebCase, each, eventually, spread
from test_accessibility import CONTENT, SCHEMES, audit, emulate
from test_journeys import Keyboard

SCRIPT = (pathlib.Path(__file__).parent / "layout.js").read_text()
# What forms send, but for what the server put there.
TYPED = """main => [...main.querySelectorAll("form :is(input, select, textarea):not([type=hidden], [type=range])")]
    .map(field => [field.id, field.value, field.getAttribute("aria-invalid")])"""
# The controls of the form that is tried, and which of them has the focus.
CONTROLS = """forms => {
    const all = forms.flatMap(form => [...form.querySelectorAll("input, select, textarea, button, summary")])
        .filter(node => node.type !== "hidden" && node.checkVisibility());
    return [all.length, all.indexOf(document.activeElement)];
}"""
# Fields of something that is there whose marks do not say whether they differ from it.
WRONG_MARKS = """[...document.querySelectorAll("[data-now]")].filter(control => {
    const field = control.closest(".field"), was = field.querySelector(".was");
    const isTold = (control.getAttribute("aria-describedby") ?? "").split(" ").includes(was.id);
    return [field.matches(".dirty"), was.checkVisibility(), isTold].some(mark => mark !== (control.value !== control.dataset.now));
}).map(control => control.name)"""
BROKEN_LINKS = """[...document.querySelectorAll(".issue-summary a[href^='#']")]
    .filter(link => !document.getElementById(link.hash.slice(1))?.matches("input, select, textarea"))
    .map(link => link.outerHTML)"""


class FormPlace:
    """A household in which a form stands, with the dashboard over it."""

    def __init__(self, case, name):
        self.household = Household(like=Shared.plain())
        self.first = self.household.document("cst-assets", "transactions", "Savings")["transactions"][0]["id"]
        form = FORMS[name]
        self.form = form._replace(**{
            part: {label: self.filled(text) for label, text in getattr(form, part).items()} for part in ("typed", "wrong")})
        path = self.form.page
        if name in ("login", "end-session", "invitation", "remove-person", "rename-person"):
            self.household.let_in("Ana")
        if name == "invitation":
            path = urllib.parse.urlparse(self.household.run("cst-web", "link", "add", "Grandma").strip()).path
        for command in self.form.before:
            self.run(command)
        self.path = self.filled(path)
        self.server = case.serve(self.household)
        self.is_inside = name not in ("login", "invitation")
        if name == "end-session":
            other = case.context(self.server, enter=False)
            page = other.new_page()
            page.goto(self.server.base + "/login")
            page.get_by_label("Name", exact=True).fill("Ana")
            page.get_by_label("Password", exact=True).fill(PASSWORD)
            page.get_by_role("button", name="Sign in", exact=True).click()
            page.wait_for_url(self.server.base + "/")

    def filled(self, text):
        return Places(None).path(text.replace("{first}", self.first), Shared.plain())

    def run(self, command):
        program, *rest = self.filled(command).split("|")
        self.household.run(*program.split(), *rest)


def route(path):
    """An address as the list of routes has it."""
    path = re.sub(r"/[0-9a-f]{8}-[0-9a-f-]{27}", "/{id}", path)
    return re.sub(r"^/settings/[^/]+$", "/settings/{group}", re.sub(r"^/g/.+", "/g/{link}", path))


@spread
class Forms(WebCase):
    def test_no_form_is_left_out(self):
        """Whatever is sent from a page that a link leads to stands in the table."""
        begun = FormPlace(self, "end-session")
        for command in ("month start", "flex|--factor|0.9|--save", "goal pause|Japan", "undo"):
            begun.run(f"cst-plan {command}")
        invited = FormPlace(self, "invitation")
        found = self.sent_from(self.serve(Household(like=Shared.plain())), "/") | self.sent_from(begun.server, "/", "/sessions")
        found |= self.sent_from(invited.server, "/login", invited.path, is_inside=False)
        # Files, a message to try a channel, quiet hours and channels are sent by forms without states of their own: test_journeys,
        # WebRestoreTests, WebRemindersTests, WebReminderSetupTests.
        others = {"/assets/import", "/data/restore", *(path for path in found if path.startswith("/reminders/"))}
        self.assertEqual(found - others, {form.action for form in FORMS.values()})

    def sent_from(self, server, *paths, is_inside=True):
        """Where the forms are sent to of these pages and of those that they lead to, one of each kind."""
        request = self.context(server, enter=is_inside).request
        found, seen, waiting = set(), set(), list(paths)
        while waiting:
            path = waiting.pop()
            if route(path) in seen:
                continue
            seen.add(route(path))
            text = request.get(server.base + path).text()
            found |= {route(action) for action in re.findall(r'<form[^>]* method="post" action="([^"]*)"', text)}
            waiting += re.findall(r'<a[^>]* href="(/[^"?#]*)', text)
        return found

    @each(FORMS)
    def test_states(self, name):
        self.place = FormPlace(self, name)
        self.assertLessEqual(set(self.place.form.left), set(STATES))
        # With the script and without it: both are told the same.
        self.pages = [self.open(has_script) for has_script in (True, False)]
        # What is not sent, or refused, changes nothing, so that all states follow one another; deleting comes last.
        for state in STATES:
            if state not in self.place.form.left:
                with self.subTest(state=state):
                    self.check(state)

    def check(self, state):
        form, pages, status = self.place.form, self.pages, [200, 200]
        for page in pages:
            page.set_viewport_size({"width": 1280, "height": 900})
            if not self.button(page).count():
                self.assertEqual(page.goto(self.place.server.base + self.place.path).status, 200)
            if state != "fresh":
                self.type(page, state)
        if state in ("conflict", "gone"):
            self.meanwhile(form.moved if state == "conflict" else form.gone)
        if state not in ("fresh", "dirty"):
            status = [self.send(page) for page in pages]
        self.assertEqual(status[0], status[1], "status without the script")
        shown = [self.shown(page) for page in pages]
        self.assertEqual(shown[0], shown[1], "fields without the script")
        for page in pages:
            self.check_state(page, state, status[0])
        self.check_page(pages[0], state)

    def open(self, has_script):
        place = self.place
        context = self.context(
            place.server, enter=place.is_inside, java_script_enabled=has_script, reduced_motion="reduce",
            viewport={"width": 1280, "height": 900})
        page = self.page(context, ["Failed to load resource"])
        # What is changed meanwhile is seen by sending alone, not by a page that brings itself up to date first.
        page.route("**/events?*", lambda route: route.fulfill(status=204))
        self.assertEqual(page.goto(place.server.base + place.path).status, 200)
        page.has_script = has_script
        return page

    def button(self, page):
        return page.get_by_role("button", name=self.place.form.button, exact=True)

    def type(self, page, state):
        """Fills in what can be saved, and over it what cannot."""
        form = self.place.form
        if form.button == "Close the month":
            page.get_by_text("Close the month…", exact=True).click()
        values = form.typed | (form.wrong if state == "refused" else {})
        for label, text in values.items():
            field = page.get_by_label(label, exact=True)
            if not field.is_visible():
                page.locator("main details:not([open])", has=field).locator("summary").click()
            if field.evaluate("field => field.localName") == "select":
                field.select_option(text)
            else:
                field.fill(text)
        if "refused" in form.left and form.typed and page.locator("form[data-preview]").count():
            # The button is that of the answer to what was typed.
            name, text = page.locator("main form.fields :is(input, select):not([type=range], [type=hidden])").first.evaluate(
                "field => [field.name, field.value]")
            if not page.has_script:
                page.get_by_role("button", name="Show the effect").click()
                page.wait_for_load_state()
            sent = page.locator(f"form[method=post] input[type=hidden][name={name}]")
            self.assertTrue(eventually(lambda: sent.count() and sent.input_value() == text), "what was typed goes along")

    def meanwhile(self, change):
        if not isinstance(change, dict):
            return self.place.run(change)
        page = self.open(True)
        for label, text in change.items():
            page.get_by_label(label, exact=True).fill(text)
        self.assertEqual(self.send(page), 303)
        page.context.close()

    def send(self, page):
        with page.expect_response(lambda answer: answer.request.is_navigation_request()) as leaving:
            self.button(page).click()
        page.wait_for_load_state()
        return leaving.value.status

    def shown(self, page):
        """The heading, every field, and what is wrong."""
        return [
            page.locator("h1").inner_text(), page.locator("body").evaluate(TYPED),
            page.locator(".issue").all_inner_texts(), page.locator(".issue-summary").all_inner_texts(),
        ]

    def check_state(self, page, state, status):
        """What the state has to be, by what is on the page."""
        form = self.place.form
        wanted = {"fresh": [200], "dirty": [200], "refused": [422], "conflict": [409], "gone": [404, 409]}[state]
        self.assertIn(status, [401] if (form.action, state) == ("/login", "refused") else wanted)
        if not form.typed:
            return
        if state == "gone":
            # In a form for a new one, or to be read.
            values = [value for _, value, _ in page.locator("body").evaluate(TYPED)]
            text_of_page = page.inner_text("main")
            lost = [label for label, text in form.typed.items() if text not in values and text not in text_of_page]
            self.assertEqual(lost, [], "what was typed is gone")
            return
        if page.has_script or state != "dirty":
            self.assertEqual(page.evaluate(WRONG_MARKS), [])
            if page.locator("[data-now]").count():
                self.assertEqual(page.locator(".field.dirty").count() > 0, state != "fresh", "what differs is marked")
        if state != "fresh":
            for label, text in (form.typed | (form.wrong if state == "refused" else {})).items():
                # A password is nothing that a page repeats.
                kept = "" if label == "Password" and state == "refused" else text
                self.assertEqual(page.get_by_label(label, exact=True).input_value(), kept, label)
        if state in ("refused", "conflict"):
            summary = page.locator(".issue-summary")
            self.assertEqual(summary.count(), 1)
            self.assertEqual(summary.get_attribute("role"), "alert")
            if page.has_script:
                # What is wrong with a field is told where it is put right.
                first = page.locator("[aria-invalid]").or_(summary) if state == "conflict" else page.locator("[aria-invalid]")
                has_focus = first.evaluate_all("nodes => nodes.includes(document.activeElement)")
                self.assertTrue(has_focus, "what is wrong has the focus")
            self.assertEqual(page.evaluate(BROKEN_LINKS), [])
        if state == "refused":
            invalid = page.locator("[aria-invalid=true]")
            self.assertEqual(
                sorted(field.evaluate("field => field.labels[0].textContent") for field in invalid.all()), sorted(form.wrong),
                "what is wrong is said at its field")
            for issue in page.locator(".issue").all():
                self.assertTrue(issue.is_visible(), issue.text_content())

    def check_page(self, page, state):
        """What holds for every page."""
        page.evaluate(SCRIPT)
        if page.locator(f"form:has(button:text-is('{self.place.form.button}'))").count():
            self.check_keyboard(page, state)
        for width, height in [(320, 256), (1280, 900)]:
            page.set_viewport_size({"width": width, "height": height})
            self.assertNone(page.evaluate("layout.overflow()"))
        page.evaluate(AXE_SCRIPT)
        pairs = [("light", 320)]
        if support.RUNS_ALL:
            pairs = [(scheme, width) for scheme in SCHEMES for width in (320, 1280)]
        for scheme, width in pairs:
            with self.subTest(state=state, scheme=scheme, width=width):
                emulate(page, scheme)
                page.set_viewport_size({"width": width, "height": 900})
                page.set_viewport_size({"width": width, "height": 800 + page.evaluate(CONTENT)})
                violations, incomplete = audit(page)
                self.assertNone(violations + [f"not decided, and not in incomplete.json: {text}" for text in incomplete])

    def check_keyboard(self, page, state):
        """Tab comes to every control of the form, which can be seen then, and says what is wrong with it."""
        action = page.locator(f"form:has(button:text-is('{self.place.form.button}'))").first.get_attribute("action")
        place = page.locator(f"form:is([action='{action}'], main [data-preview])")
        keys = Keyboard(self, page)
        if state in ("fresh", "dirty"):
            page.evaluate("document.querySelector('.skip').focus()")
            if place.locator("xpath=ancestor::main").count():
                page.keyboard.press("Enter")
        reached, told = set(), {}
        for _ in range(200):
            page.keyboard.press("Tab")
            count, index = place.evaluate_all(CONTROLS)
            if index < 0 or index in reached:
                if len(reached) == count:
                    break
                continue
            reached.add(index)
            self.assertNone(page.evaluate("layout.focus().issues"))
            now = keys.focused()
            self.assertTrue(now["name"], f"a {now['role']} without a name")
            told[now["name"]] = now
            if now["role"] == "DisclosureTriangle" and now.get("expanded") is False:
                page.keyboard.press("Enter")
        self.assertEqual(len(reached), count, f"Tab comes to {sorted(told)} alone")
        if state == "refused":
            for field in page.locator(".field.has-issues").all():
                now = told[field.locator("label").inner_text()]
                self.assertEqual(now.get("invalid"), "true", now["name"])
                for issue in field.locator(".issue").all_inner_texts():
                    self.assertIn(issue, now["description"])
