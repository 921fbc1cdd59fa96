"""What programs read beside the API's documents: the example of a client, the counters, and the addresses that pages lead to."""

import html
import re
import subprocess
import sys
import urllib.parse

from prometheus_client.parser import text_string_to_metric_families

from dashboard import Client
from support import PAGES, ROOT, Household, Places, Shared, WebCase


class Interfaces(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.rich())
        self.server = self.serve(self.household)
        self.reader = Client.reader(self.server)
        self.addCleanup(self.reader.close)

    def test_client(self):
        done = subprocess.run(
            [sys.executable, ROOT / "Documentation/Examples/client.py", self.serve(self.household).url],
            capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith("Boat: 5500.50 EUR\n"), done.stdout)
        required = self.household.document("cst-plan", "required")
        rows = {row["name"]: row["required"] for row in required["goals"]}
        self.assertIn(f"Boat: {rows['Boat']['amount']} EUR\n", done.stdout)
        self.assertIn(f"Together: {required['total']['amount']} {required['total']['currency']}\n", done.stdout)
        entries = self.household.document("cst-plan", "history", "--goal", "Boat")["history"]
        self.assertEqual([entry["command"] for entry in entries], ["goal edit Boat", "goal add Boat"])

    def test_links_stay_with_day_and_currency(self):
        places, count = Places(None), 0
        for path in PAGES.values():
            path = places.path(path, self.household).replace("as-of=2026-03-01", "")
            path += ("&" if "?" in path else "?") + "as-of=2026-03-01&display=GBP"
            page = self.reader.get(path).text
            if "data-set=" not in page:
                continue
            count += 1
            links = [html.unescape(link) for link in re.findall(r'<a[^>]* href="(/[^"]*|\?[^"]*)"', page)]
            self.assertGreater(len(links), 10)
            for link in links:
                if link.startswith("?"):
                    self.assertNotIn("as-of=", link, "the way back to today")
                    self.assertIn("display=GBP", link)
                elif not link.startswith("/api/"):
                    query = urllib.parse.parse_qs(urllib.parse.urlparse(link).query)
                    self.assertEqual((query.get("as-of"), query.get("display")), (["2026-03-01"], ["GBP"]), f"{link} on {path}")
        self.assertGreater(count, 15)

    def test_counters(self):
        for path in ("/", "/goals", "/nothing"):
            self.reader.get(path)
        text = self.reader.get("/metrics").text
        families = {family.name: family for family in text_string_to_metric_families(text)}
        self.assertGreaterEqual(len(families), 5)
        for name, family in families.items():
            self.assertTrue(name.startswith("cst_"), name)
            self.assertNotEqual(family.type, "unknown", name)
            self.assertTrue(family.documentation, name)
        self.assertEqual(families["cst_sessions"].samples[0].value, 1)
        self.assertNotIn(self.household.id("Car"), text, "whose money it is shows in the labels")
