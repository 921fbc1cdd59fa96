"""Previews: the newest input wins, one request at a time, and nothing goes away while the program does not answer."""

import signal

from support import Household, Shared, WebCase, eventually
from test_journeys import figures, flex_figures

SENTENCE = "The figures are not up to date: the program does not answer."
# Moves of the slider as somebody drags it; gives the last position.
DRAG = """([moves, pause]) => new Promise((done) => {
    const range = document.getElementById("flex-percent-range");
    let count = 0;
    const timer = setInterval(() => {
        count += 1;
        range.value = 50 + (count * 37) % 101;
        range.dispatchEvent(new Event("input", { bubbles: true }));
        if (count === moves) {
            clearInterval(timer);
            done(Number(range.value));
        }
    }, pause);
})"""
# Counts requests from within: one that the page gave up is no longer under way, whatever the browser still does with it.
COUNT = """
    const ask = window.fetch;
    window.under = 0;
    window.most = 0;
    window.asked = 0;
    window.fetch = (address, options) => {
        if (!String(address).includes("/preview")) return ask(address, options);
        let isOver = false;
        const over = () => { if (!isOver) { isOver = true; window.under -= 1; } };
        options?.signal?.addEventListener("abort", over);
        window.under += 1;
        window.asked += 1;
        window.most = Math.max(window.most, window.under);
        const answer = ask(address, options);
        answer.then(over, over);
        return answer;
    };
"""
MOVE = """percent => {
    const range = document.getElementById("flex-percent-range");
    range.value = percent;
    range.dispatchEvent(new Event("input", { bubbles: true }));
}"""


class Previews(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.plain())
        self.server = self.serve(self.household)

    def overview(self, expected=()):
        page = self.page(self.context(self.server), expected)
        page.add_init_script(COUNT)
        page.goto(self.server.base + "/")
        return page

    def assertShows(self, page, percent):
        wanted = flex_figures(self.household, percent)
        eventually(lambda: figures(page, "#flex-effect") == wanted)
        self.assertEqual(figures(page, "#flex-effect"), wanted, f"{percent} %")
        # Nothing older comes after it.
        page.wait_for_load_state("networkidle")
        self.assertEqual(figures(page, "#flex-effect"), wanted, f"{percent} %, later")

    def assertRequests(self, page, least):
        most, asked, under = page.evaluate("[most, asked, under]")
        self.assertEqual((most, under), (1, 0), "previews at a time, and still under way")
        self.assertGreaterEqual(asked, least)

    def test_fast_moves(self):
        page = self.overview()
        last = page.evaluate(DRAG, [300, 1000 / 60])
        self.assertShows(page, last)
        self.assertTrue(page.get_attribute("#flex-percent-range", "aria-valuetext").startswith(f"{last} percent, "))
        self.assertRequests(page, 1)

    def test_slow_moves(self):
        # Slower than the pause of the script: every move asks, while the answer before may be under way.
        page = self.overview(expected=["net::ERR_ABORTED"])
        last = page.evaluate(DRAG, [25, 200])
        self.assertShows(page, last)
        self.assertRequests(page, 10)

    def test_late_answer(self):
        # The first answer comes when the second input has been there for long.
        page = self.overview(expected=["net::ERR_ABORTED"])
        self.server.process.send_signal(signal.SIGSTOP)
        page.evaluate(MOVE, 60)
        eventually(lambda: page.evaluate("under"))
        page.evaluate(MOVE, 140)
        eventually(lambda: page.evaluate("asked") == 2)
        self.server.process.send_signal(signal.SIGCONT)
        self.assertShows(page, 140)
        self.assertRequests(page, 2)

    def left_alone(self, page, act):
        """What a page shows after a move that nobody answers."""
        page.evaluate(MOVE, 80)
        self.assertShows(page, 80)
        before = page.inner_text("#flex-effect")
        act()
        page.evaluate(MOVE, 120)
        status = page.locator("[data-preview-status]").first
        eventually(lambda: status.inner_text() == SENTENCE, within=20)
        self.assertEqual(status.inner_text(), SENTENCE)
        self.assertEqual(status.get_attribute("role"), "status")
        self.assertEqual(page.inner_text("#flex-effect"), before)

    def test_ended_program(self):
        page = self.overview(expected=["Failed to load resource", "net::ERR"])
        self.left_alone(page, self.server.end)

    def test_halted_program(self):
        page = self.overview(expected=["Failed to load resource", "net::ERR"])
        self.left_alone(page, lambda: self.server.process.send_signal(signal.SIGSTOP))
        # It goes on: the last input is answered, and the sentence goes away.
        self.server.process.send_signal(signal.SIGCONT)
        self.assertShows(page, 120)
        self.assertEqual(page.locator("[data-preview-status]").first.inner_text(), "")

    def test_ended_session(self):
        page = self.overview(expected=["Failed to load resource"])
        page.context.clear_cookies()
        page.evaluate(MOVE, 80)
        status = page.locator("[data-preview-status]").first
        eventually(lambda: "session has ended" in status.inner_text())
        self.assertIn("session has ended", status.inner_text())
