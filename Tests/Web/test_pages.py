"""Every page, opened once: its HTML, its words, its way by Tab, its layout in every size, and what axe finds."""

from support import Places, WebCase, each, spread
from test_accessibility import check_axe
from test_layout import SCRIPT, check_sizes, check_spacing, check_tab
from test_markup import check_markup
from words import TECHNICAL, check_words


@spread
class Pages(WebCase):
    @each(Places.names)
    def test_page(self, name):
        sent = []
        page = Places(self).open(name, sent, reduced_motion="reduce", viewport={"width": 1280, "height": 900})
        page.evaluate(SCRIPT)
        # Each leaves the page as the next one needs it: folded at first, then unfolded.
        checks = [check_tab, check_sizes, check_spacing, check_axe]
        if name not in TECHNICAL:
            checks.insert(0, check_words)
        with self.subTest("check_markup"):
            check_markup(self, sent[-1])
        for check in checks:
            with self.subTest(check.__name__):
                check(self, page)
