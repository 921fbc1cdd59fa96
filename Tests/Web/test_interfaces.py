"""What programs read: the description of the API, its answers, and the counters."""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request

from openapi_spec_validator import validate
from prometheus_client.parser import text_string_to_metric_families

import laws
import support
from dashboard import Client
from support import PAGES, ROOT, Household, Places, Shared, WebCase

SCHEMAS = ROOT / "Documentation/Schemas"

# Bodies that make something, so that there is something new to go on with.
MAKING = {
    "/api/v1/goals": {
        "name": {"pattern": "^[a-z]{6,12}$"}, "currency": {"enum": ["EUR", "USD", "BTC"]},
        "target": {"enum": ["0.5", "1200", "36000"]}, "deadline": {"enum": ["2026-12-31", "2030-06-01"]},
    },
    "/api/v1/assets": {"name": {"pattern": "^[a-z]{6,12}$"}, "currency": {"enum": ["EUR", "USD", "BTC"]}},
    "/api/v1/assets/{id}/transactions": {"amount": {"enum": ["0.5", "10"]}, "type": {"enum": ["deposit"]}},
}


class Interfaces(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.rich())
        self.server = self.serve(self.household)
        self.request = self.context(self.server).request

    def text(self, path, status=200):
        answer = self.request.get(self.server.base + path)
        self.assertEqual(answer.status, status, path)
        return answer.text()

    def description(self, making=False):
        """The description of the API, with its schemas beside it as files; `making` for only what makes something."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="cst-api-"))
        self.addCleanup(shutil.rmtree, folder)
        for file in SCHEMAS.glob("*.json"):
            # Names of their own would send readers to the network.
            schema = json.loads(file.read_text())
            schema.pop("$id", None)
            schema.pop("$schema", None)
            (folder / file.name).write_text(json.dumps(schema))
        text = self.text("/api/v1/openapi.json")
        for name in {part.split('"')[0] for part in text.split('"Schemas/')[1:]}:
            self.assertTrue((folder / name).exists(), f"no schema {name}")
        # Names that are there are tried beside others.
        description = json.loads(text.replace('"Schemas/', '"'))
        real = {
            "/goals/": {"id": [self.household.id("Car"), "Plot"]},
            "/assets/": {"id": [self.household.id("Savings"), "Acres"]},
            "/months/": {"month": ["2026-05", "2026-04"]},
            "/transactions/": {"id": [self.transaction()]},
            "/rates/": {"from": ["EUR", "BTC", "XMR"], "to": ["USD", "JPY"]},
        }
        for path, operations in description["paths"].items():
            for parameter in [parameter for operation in operations.values() for parameter in operation["parameters"]]:
                name, schema = parameter["name"], parameter["schema"]
                values = next((names.get(name) for part, names in real.items() if part in path), None)
                if name == "If-Match":
                    values = ["*", '"j2"', '"j3-x", "j9"']
                if name == "as-of":
                    values = ["2026-04-13", "2026-03-01", "2030-12-31", "1999-02-28"]
                if values:
                    parameter["schema"] = {"anyOf": [{"type": "string", "enum": values}, schema]}
        for path, members in MAKING.items() if making else ():
            body = description["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
            body["properties"] = {name: {"type": "string", **values} for name, values in members.items()}
            body["required"] = list(members)
        (folder / "openapi.json").write_text(json.dumps(description))
        return folder / "openapi.json"

    def test_description(self):
        kept = ROOT / "Documentation/openapi.json"
        local = self.description()
        validate(json.loads(local.read_text()), base_uri=local.as_uri())
        self.assertTrue(kept.exists(), f"{kept} is not there")
        self.assertEqual(kept.read_text(), self.text("/api/v1/openapi.json"), "the kept description is not the served one")

    def transaction(self):
        return self.household.document("cst-assets", "transactions", "Savings")["transactions"][0]["id"]

    def explore(self, *choice, follows=False):
        """Sends what the description allows, and much that it does not; or goes on with what is new."""
        cookie = self.server.cookies[0]
        csrf = self.text("/help").split('data-csrf="')[1].split('"')[0]
        checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
        if follows:
            checks += ",use_after_free,ensure_resource_availability"
        words = [
            sys.executable, "-m", "schemathesis.cli", "run", str(self.description(making=follows)),
            "--url", self.server.base,
            "--header", f"Cookie: {cookie['name']}={cookie['value']}", "--header", f"Origin: {self.server.base}",
            "--header", f"X-CSRF-Token: {csrf}", *choice, "--checks", checks,
            "--phases", "stateful" if follows else "examples,coverage,fuzzing",
            "--max-examples", "400" if support.RUNS_ALL else "20", "--seed", "1",
            "--workers", "1", "--no-color", "--continue-on-failure", "--suppress-health-check", "all",
        ]
        done = subprocess.run(words, capture_output=True, text=True, cwd=tempfile.gettempdir(), timeout=900)
        self.assertEqual(done.returncode, 0, done.stdout[-20_000:] + done.stderr[-2000:])
        return done.stdout

    def test_answers(self):
        before = self.household.run("cst-plan", "history", "--format", "json")
        self.explore("--include-method", "GET")
        self.explore("--include-path-regex", "(preview|what-if)$")
        self.assertEqual(self.household.run("cst-plan", "history", "--format", "json"), before)

    def test_writing(self):
        self.explore("--exclude-method", "GET", "--exclude-path-regex", "(preview|what-if)$")
        self.household.run("cst-plan", "required", "--format", "json")
        self.assertTrue(self.household.document("cst-plan", "history")["history"])

    def test_what_follows(self):
        # What is new is read, changed and deleted by its id and its version, in any order.
        told = self.explore("--mode", "positive", follows=True)
        self.assertRegex(told, r"API Links: +[1-9]", "nothing was gone on with")
        laws.allocations(self, self.household)
        laws.required(self, self.household)
        self.assertTrue(self.household.document("cst-plan", "doctor")["healthy"])

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

    def test_unreadable_addresses(self):
        # A browser would send none of these.
        for path in ("/api/v1/goals/%5C", "/api/v1/goals/%FF", "/api/v1/goals/%00", "/api/v1/goals/a%2Fb", "/api/v1/rates/%/USD"):
            with self.subTest(path=path):
                answer = self.request.get(self.server.base + path)
                self.assertIn(answer.status, (400, 404))
                self.assertTrue(answer.headers["content-type"].startswith("application/json"), answer.headers["content-type"])
                self.assertIn("code", answer.json()["error"])

    def test_answers_are_those_of_the_programs(self):
        car, savings = self.household.id("Car"), self.household.id("Savings")
        for path, words in {
            "required": "cst-plan required", "goals": "cst-plan goal list --all", f"goals/{car}": "cst-plan goal show Car",
            f"goals/{car}/schedule": "cst-plan schedule Car", "assets": "cst-assets list",
            f"assets/{savings}/transactions": "cst-assets transactions Savings", "budget": "cst-plan budget",
            "history": "cst-plan history", "months": "cst-plan month history",
        }.items():
            with self.subTest(path=path):
                program, *rest = words.split()
                self.assertEqual(
                    self.text(f"/api/v1/{path}"), self.household.run(program, *rest, "--format", "json"))

    def test_links_stay_with_day_and_currency(self):
        places, count = Places(None), 0
        for path in PAGES.values():
            path = places.path(path, self.household).replace("as-of=2026-03-01", "")
            path += ("&" if "?" in path else "?") + "as-of=2026-03-01&display=GBP"
            page = self.request.get(self.server.base + path).text()
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

    def test_one_key_at_once(self):
        # As a client does that loses its patience, or a proxy that sends again.
        path, answers = f"/api/v1/assets/{self.household.id('Savings')}/transactions", []
        begin = threading.Barrier(8)
        token = self.household.run("cst-web", "token", "add", "client").strip()

        def ask():
            client = Client(self.server, Authorization=f"Bearer {token}")
            client.get("/health/live")
            begin.wait(60)
            answers.append(client.ask("POST", path, {"amount": "0.5", "note": "once"}, Idempotency_Key="the-same"))
            client.close()
        threads = [threading.Thread(target=ask, daemon=True) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual([answer.status for answer in answers], [201] * 8)
        self.assertEqual(len({(answer.headers["Location"], answer.headers["ETag"]) for answer in answers}), 1)
        rows = self.household.document("cst-assets", "transactions", "Savings")["transactions"]
        self.assertEqual(sum(row["note"] == "once" for row in rows), 1)

    def test_counters(self):
        for path in ("/", "/goals", "/nothing"):
            self.request.get(self.server.base + path)
        text = self.text("/metrics")
        families = {family.name: family for family in text_string_to_metric_families(text)}
        self.assertGreaterEqual(len(families), 5)
        for name, family in families.items():
            self.assertTrue(name.startswith("cst_"), name)
            self.assertNotEqual(family.type, "unknown", name)
            self.assertTrue(family.documentation, name)
        self.assertEqual(families["cst_sessions"].samples[0].value, 1)
        self.assertNotIn(self.household.id("Car"), text, "whose money it is shows in the labels")

    def test_strangers_read_nothing(self):
        description = json.loads(self.text("/api/v1/openapi.json"))
        for path, operations in description["paths"].items():
            if operations.get("get", {}).get("security"):
                try:
                    status = urllib.request.urlopen(self.server.base + path.replace("{", "").replace("}", "")).status
                except urllib.error.HTTPError as error:
                    status = error.code
                self.assertEqual(status, 401, path)
