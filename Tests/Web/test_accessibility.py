"""axe-core on every page, in every colour scheme and width."""

import json
import pathlib

from axe_playwright_python.base import AXE_SCRIPT

import support
from support import Places, WebCase

SCHEMES = {
    "light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "light", "contrast": "more"}, "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
# On a low screen everything scrolls together; on a high one the content scrolls between the bars, and axe sees no more of it
# than the window does: there the window is made as high as the content.
SIZES = [(1280, 900), (768, 1024), (390, None), (320, 256), (320, None)]
OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": ["violations", "incomplete"],
}
KNOWN = json.loads((pathlib.Path(__file__).parent / "incomplete.json").read_text())


AUDIT = """async ([options, known]) => {
    const found = await axe.run(document, options);
    const nodes = (results) => results.flatMap((rule) => rule.nodes.map((node) => {
        const element = document.querySelector(node.target[0]);
        const message = [...node.any, ...node.all, ...node.none].map((check) => check.message)[0] ?? "";
        const isKnown = known.some((entry) =>
            entry.rule === rule.id && element?.matches(entry.selector) && message.includes(entry.message));
        return { isKnown, text: `${rule.id}: ${node.target.join(" ")}: ${message}: ${node.html.slice(0, 120)}` };
    }));
    return {
        violations: nodes(found.violations).map((node) => node.text),
        incomplete: nodes(found.incomplete).filter((node) => !node.isKnown).map((node) => node.text),
    };
}"""


CONTENT = "document.documentElement.scrollHeight"


def audit(page):
    """What axe finds: violations, and what it could not decide and nobody looked at yet."""
    found = page.evaluate(AUDIT, [OPTIONS, KNOWN])
    return found["violations"], found["incomplete"]


def emulate(page, scheme):
    page.emulate_media(**{"color_scheme": "null", "contrast": "null", "forced_colors": "null"} | SCHEMES[scheme])


def check_axe(case, page):
    """A page with everything unfolded, in every scheme."""
    page.evaluate(AXE_SCRIPT)
    # Each scheme, and each size but the last, once.
    pairs = list(zip(SCHEMES, SIZES))
    if support.RUNS_ALL:
        pairs = [(scheme, size) for scheme in SCHEMES for size in SIZES]
    # What is folded up is read too.
    page.evaluate("document.querySelectorAll('details').forEach(node => node.open = true)")
    for scheme, (width, height) in pairs:
        with case.subTest(scheme=scheme, width=width, height=height):
            emulate(page, scheme)
            # axe does not find what lies under controls in a window that was just far higher: not at once, then.
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate("scrollTo(0, 0)")
            if height:
                page.set_viewport_size({"width": width, "height": height})
            else:
                page.set_viewport_size({"width": width, "height": 800 + page.evaluate(CONTENT)})
            violations, incomplete = audit(page)
            case.assertNone(violations + [f"not decided, and not in incomplete.json: {text}" for text in incomplete])


class Accessibility(WebCase):
    def test_finds_issues(self):
        page = Places(self).open("overview")
        page.evaluate(AXE_SCRIPT)
        page.evaluate("document.querySelector('main').append(document.createElement('button'))")
        self.assertTrue(any(text.startswith("button-name") for text in audit(page)[0]))
