"""Sizes: nothing beside the window, nothing too small to press, nothing with the focus out of sight. axe sees none of these."""

import pathlib

import support
from support import ROOT, Places, WebCase

SCRIPT = (pathlib.Path(__file__).parent / "layout.js").read_text()
# WCAG 1.4.12: what readers may set.
SPACING = """
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-block-end: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
"""
OPEN_ALL = "document.querySelectorAll('details').forEach(node => node.open = true)"


def check_sizes(case, page):
    """A page, as it is and with everything unfolded, in windows of several sizes."""
    sizes = [(320, 256), (390, 844), (768, 1024), (1280, 900)]
    if support.RUNS_ALL:
        sizes += [(360, 640), (639, 703), (640, 704), (1023, 768), (1024, 768), (1920, 1080), (844, 390)]
    for is_open in (False, True):
        if is_open:
            page.evaluate(OPEN_ALL)
        for width, height in sizes:
            with case.subTest(width=width, height=height, folded=not is_open):
                page.set_viewport_size({"width": width, "height": height})
                case.assertNone(page.evaluate("[...layout.overflow(), ...layout.collisions(), ...layout.pictures(), ...layout.targets()]"))


def check_spacing(case, page):
    """A page with everything unfolded, with the spacing of readers, and with letters twice as large."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(OPEN_ALL)
    page.evaluate(SPACING)
    case.assertNone(page.evaluate("[...layout.overflow(), ...layout.collisions()]"))
    # Twice as large letters on a page that keeps its width.
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.set_viewport_size({"width": 640, "height": 800})
    page.evaluate("document.adoptedStyleSheets = []")
    case.assertNone(page.evaluate("[...layout.overflow(), ...layout.collisions()]"))
    page.evaluate("document.documentElement.style.fontSize = ''")


def check_tab(case, page):
    """A page that is folded as it came, walked over by Tab."""
    for width, height in [(1280, 900), (390, 844)] + ([(320, 256)] if support.RUNS_ALL else []):
        with case.subTest(width=width):
            page.set_viewport_size({"width": width, "height": height})
            # The first stop is where a page begins; a page may be long: its first hundred stops.
            page.keyboard.press("Tab")
            page.evaluate("document.querySelector('.skip').focus()")
            stops = page.evaluate("layout.stops()")[:100]
            issues, order = [], []
            while len(order) < len(stops):
                found = page.evaluate("layout.focus()")
                # The parts of a date are stops of their own, with marks of their own.
                if found.get("index") not in order:
                    issues += found["issues"]
                    order.append(found["index"])
                elif found["index"] != order[-1]:
                    break
                page.keyboard.press("Tab")
            issues += [f"Tab comes to {stops[index]} instead of {stops[place]}" for place, index in enumerate(order) if place != index][:1]
            case.assertNone(issues)
            case.assertEqual(len(order), len(stops))
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, 0)")


class Layout(WebCase):
    def opened(self, name, width, height):
        page = Places(self).open(name, reduced_motion="reduce", viewport={"width": width, "height": height})
        page.evaluate(SCRIPT)
        return page

    def test_columns(self):
        for name, width, side_by_side in [("overview", 390, False), ("overview", 1280, True), ("goal", 1280, True), ("goal", 1920, True)]:
            with self.subTest(name=name, width=width):
                page = self.opened(name, width, 1000)
                places = page.evaluate("[...document.querySelectorAll('.cards > .card, .columns > .card')].map(card => card.getBoundingClientRect().x)")
                self.assertEqual(len({round(place) for place in places}) > 1, side_by_side)
        # Nothing of a wide screen stays empty.
        self.assertGreater(page.evaluate("document.querySelector('.hero').getBoundingClientRect().right"), 1850)

    def test_tables_of_the_headline_fit_on_a_phone(self):
        page = self.opened("overview", 390, 844)
        page.evaluate(OPEN_ALL)
        wide = page.evaluate("""[...document.querySelectorAll(".hero .table-region")]
            .filter(node => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1)
            .map(node => `${node.ariaLabel}: ${node.scrollWidth} px in ${node.clientWidth}`)""")
        self.assertEqual(wide, [])

    def test_finds_issues(self):
        page = self.opened("overview", 390, 844)
        page.evaluate("""() => {
            const main = document.querySelector('main');
            main.innerHTML = '<div><p>wide</p></div><button>x</button><p>over</p><p>under</p>';
            const [wide, over, under] = main.querySelectorAll('p');
            wide.style.width = '900px';
            main.querySelector('button').style.cssText = 'min-height: 0; height: 10px; padding: 0; font-size: 6px';
            under.style.marginTop = '-2.4em';
        }""")
        self.assertIn("lies from", " ".join(page.evaluate("layout.overflow()")))
        self.assertIn("button", " ".join(page.evaluate("layout.targets()")))
        self.assertIn("lies over", " ".join(page.evaluate("layout.collisions()")))
        page.evaluate("""() => {
            const cover = document.createElement('div');
            cover.style.cssText = 'position: fixed; inset: 0; background: red; z-index: 9';
            document.querySelector('.shell').append(cover);
        }""")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        self.assertIn("is hidden", " ".join(page.evaluate("layout.focus().issues")))

    def test_shots(self):
        if not support.KEEPS_SHOTS:
            self.skipTest("pictures are made with --shots")
        folder = ROOT / ".build/web-shots"
        folder.mkdir(parents=True, exist_ok=True)
        for name in Places.names:
            page = Places(self).open(name, reduced_motion="reduce")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                for kind, width in (("wide", 1280), ("narrow", 390)):
                    page.set_viewport_size({"width": width, "height": 900})
                    content = page.evaluate("document.documentElement.scrollHeight")
                    page.set_viewport_size({"width": width, "height": max(900, content + 200) if kind == "narrow" else 900})
                    page.screenshot(path=folder / f"{name}-{kind}-{scheme}.png", full_page=True)
            page.context.close()
