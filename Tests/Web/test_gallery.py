"""Pictures of the main pages for the documentation, made with --shots from the sample goals; and pages on paper."""

import io
import re

from PIL import Image

import support
from support import ROOT, Household, Server, Shared, WebCase, Places

GALLERY = ROOT / "Documentation/Gallery"
MOST = 120_000
# Name, page, width, height, scheme.
PICTURES = [
    ("overview-light", "/", 1280, 1120, "light"), ("overview-dark", "/", 1280, 1120, "dark"),
    ("goal-light", "/goals/{Car}", 1280, 1120, "light"), ("flex-dark", "/flex?percent=80", 1280, 1120, "dark"),
    ("overview-narrow-light", "/", 390, 844, "light"), ("goals-narrow-dark", "/goals", 390, 844, "dark"),
    ("assets-narrow-light", "/assets", 390, 844, "light"), ("goal-narrow-dark", "/goals/{Car}", 390, 844, "dark"),
]


class Gallery(WebCase):
    def demo(self):
        return Shared.get("server demo", lambda: Server(Household(), "--demo"))

    def test_pictures(self):
        """Every picture of the gallery is there and small; --shots makes them anew."""
        if support.KEEPS_SHOTS:
            self.make()
        for name, *_ in PICTURES:
            file = GALLERY / f"{name}.png"
            self.assertTrue(file.exists(), f"{file} is missing: Tools/test web --shots makes it")
            self.assertLess(file.stat().st_size, MOST, file)
            self.assertIn(f"Documentation/Gallery/{name}.png", (ROOT / "README.md").read_text())
        self.assertEqual(len(list(GALLERY.iterdir())), len(PICTURES), "nothing else lies beside them")

    def make(self):
        GALLERY.mkdir(parents=True, exist_ok=True)
        server = self.demo()
        context = self.context(server, reduced_motion="reduce")
        goals = context.request.get(server.base + "/api/v1/goals").json()["goals"]
        car = next(goal["id"] for goal in goals if goal["name"] == "Car")
        page = self.page(context)
        for name, path, width, height, scheme in PICTURES:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            page.goto(server.base + path.replace("{Car}", car))
            page.evaluate("document.fonts.ready")
            with Image.open(io.BytesIO(page.screenshot())) as picture:
                # As many colours as keep letters smooth.
                picture.convert("RGB").quantize(96, dither=Image.Dither.NONE).save(GALLERY / f"{name}.png", optimize=True)

    def test_paper(self):
        for name in ("overview", "goal", "print", "rich-overview"):
            with self.subTest(page=name):
                page = Places(self).open(name)
                page.emulate_media(media="print")
                shown = page.evaluate("""[...document.querySelectorAll('button, input, select, nav, form, summary')]
                    .filter((node) => node.checkVisibility() && node.getClientRects().length).map((node) => node.outerHTML)""")
                self.assertEqual(shown, [], "nothing to press on paper")
                folded = page.evaluate("""[...document.querySelectorAll('details > :not(summary)')]
                    .filter((node) => !node.closest("figure, .activity") && !node.getClientRects().length)
                    .map((node) => node.outerHTML.slice(0, 80))""")
                self.assertEqual(folded, [], "nothing folded up on paper but the figures of pictures and the fields of changes")
                paper = page.pdf(format="A4", print_background=True)
                self.assertTrue(paper.startswith(b"%PDF-"))
                sheets = len(re.findall(rb"/Type\s*/Page\b", paper))
                self.assertTrue(1 <= sheets <= 12, f"{sheets} sheets")
                if support.KEEPS_SHOTS:
                    folder = ROOT / ".build/web-shots"
                    folder.mkdir(parents=True, exist_ok=True)
                    (folder / f"{name}.pdf").write_bytes(paper)
                page.context.close()
