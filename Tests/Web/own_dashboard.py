"""Tries the dashboard of a foreign program with a section of its own: own_dashboard.py PROGRAM. Its pages pass axe, its API is as
described, and its addresses admit as many people as they say."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import sync_playwright

import test_accessibility
from dashboard import ROOT, Household

program = sys.argv[1]
household = Household(commands=[["cst-assets", "add", "Account", "--currency", "EUR"]])
for name in [name for name in household.environment if name.startswith(("CST_EXCHANGE", "CST_NETWORK"))]:
    del household.environment[name]


def serve(*options):
    """The running program, with the address that it prints."""
    process = subprocess.Popen(
        [program, "serve", "--no-open", *options], env=household.environment, stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def status(url, path, method="GET", **headers):
    """The status of a response; redirects are not followed."""
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None
    request = urllib.request.Request(url + path, method=method, headers=headers, data=b"name=x" if method == "POST" else None)
    try:
        return urllib.request.build_opener(Stay).open(request, timeout=20).status
    except urllib.error.HTTPError as error:
        return error.code


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found} instead of {wanted}")


process, entrance = serve()
base = entrance.split("/open?")[0]
try:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()

        def audit(name):
            page.evaluate(AXE_SCRIPT)
            for scheme, (width, height) in [("light", (1280, 900)), ("dark", (390, 844))]:
                test_accessibility.emulate(page, scheme)
                page.set_viewport_size({"width": width, "height": height})
                # The bar of a phone lies over small parts of a page until it is scrolled.
                whole = page.evaluate("document.documentElement.scrollHeight")
                page.set_viewport_size({"width": width, "height": max(height, whole)})
                violations, _ = test_accessibility.audit(page)
                check(f"{name} at {width}: axe", violations, [])
                beside = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                check(f"{name} at {width}: pixels beside the window", max(0, beside), 0)

        # A form as a person fills it in: refused at its field, then the page of the new thing, which can be undone.
        page.goto(entrance)
        page.click("nav.pages a >> text=Subscriptions")
        page.click("text=New subscription")
        page.fill("[name=name]", "Gym")
        page.fill("[name=cost]", "many")
        page.click("text=Add the subscription")
        check("the field of what cannot be read", page.locator(".field.has-issues label").all_inner_texts(), ["Price for each month"])
        page.fill("[name=cost]", "0")
        page.click("text=Add the subscription")
        check("a refused form", page.locator(".field.has-issues .issue").all_inner_texts(), ["'Gym' has to cost something."])
        audit("a refused form")
        page.fill("[name=cost]", "29.90")
        page.click("text=Add the subscription")
        check("the page of the new thing", page.locator("h1").inner_text(), "Gym")
        page.click("text=Note the payment")
        check("the payment", page.locator("table data.amount").all_inner_texts(), ["29.90\u00a0EUR"])
        page.fill("[name=date]", "2199-12-31")
        page.click("text=Note the payment")
        check("the warning of a use case", page.locator(".notice.attention li").all_inner_texts(), ["Dec 31, 2199 is still to come."])
        page.goto(f"{base}/years")
        check("the years", page.locator("main tbody").inner_text().split()[:3], ["2199", "29.90", "EUR"])
        audit("/years")
        page.goto(base)
        check("the card of a second section", page.locator("text=Newest year").count(), 1)
        page.goto(f"{base}/activity")
        page.click("text=Undo")
        page.goto(f"{base}/search?q=accou")
        check("found by the asset", page.locator("main ul a").all_inner_texts(), ["Gym"])
        page.goto(f"{base}/subscriptions")
        gym = page.locator("main table a").first.get_attribute("href")
        for path in ["/", "/subscriptions", "/subscriptions/new", gym, "/search?q=gym", "/activity", "/help", "/api", "/settings"]:
            check(path, page.goto(base + path).status, 200)
            audit(path)
        csrf = page.locator("body").get_attribute("data-csrf")
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
        browser.close()

    # Nobody without a session sees or writes anything, and no other site writes with the session of a browser.
    described = json.loads(urllib.request.urlopen(f"{base}/api/v1/openapi.json").read())
    for path in ["/", "/subscriptions", "/subscriptions/new", gym]:
        check(f"{path} without a session", status(base, path), 401)
    for path in ["/subscriptions/new", f"{gym}/payments"]:
        check(f"POST {path} without a session", status(base, path, "POST"), 401)
        check(f"POST {path} of another site", status(base, path, "POST", Cookie=cookies, Origin="https://example.org"), 403)
    own = {path: methods for path, methods in described["paths"].items() if "subscriptions" in path or "years" in path}
    check("the described addresses", sorted(own), ["/api/v1/subscriptions", "/api/v1/subscriptions/{id}", "/api/v1/years"])
    for path, methods in own.items():
        for method in methods:
            check(f"{method} {path} without a session", status(base, path.replace("{id}", "x"), method.upper()), 401)

    # What the description says is what the server answers.
    folder = pathlib.Path(tempfile.mkdtemp(dir=household.folder))
    schemas = subprocess.run([program, "schemas"], env=household.environment, capture_output=True, text=True, check=True).stdout
    found = re.split(r"^(\S+\.schema\.json)$", schemas, flags=re.MULTILINE)[1:]
    files = dict(zip(found[::2], found[1::2]))
    files |= {file.name: file.read_text() for file in (ROOT / "Documentation/Schemas").glob("*.json")}
    for name, text in files.items():
        schema = {key: value for key, value in json.loads(text).items() if key not in ("$id", "$schema")}
        (folder / name).write_text(json.dumps(schema))
    described["paths"] = own
    (folder / "openapi.json").write_text(json.dumps(described).replace('"Schemas/', '"'))
    checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
    tried = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "run", folder / "openapi.json", "--url", base, "--header", f"Cookie: {cookies}",
         "--header", f"Origin: {base}", "--header", f"X-CSRF-Token: {csrf}", "--checks", checks, "--max-examples", "10",
         "--phases", "examples,coverage,fuzzing", "--seed", "1", "--no-color", "--suppress-health-check", "all"],
        capture_output=True, text=True, cwd=folder, env=os.environ | {"HOME": str(household.folder)})
    if tried.returncode:
        sys.exit(f"The API is not as described:\n{tried.stdout[-8000:]}{tried.stderr[-2000:]}")
finally:
    process.terminate()
    process.wait(20)

# Somebody who may only read sees all pages and changes nothing.
process, entrance = serve("--read-only")
base = entrance.split("/open?")[0]
try:
    request = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    check("a page for a reader", request.open(entrance).status, 200)
    shown = request.open(f"{base}/subscriptions").read().decode()
    check("a button for a reader", "New subscription" in shown, False)
    csrf = re.search(r'data-csrf="([^"]+)"', shown)[1]
    try:
        request.open(f"{base}/subscriptions/new", data=f"csrf={csrf}&once={'x' * 20}&entry=0&name=x".encode())
        sys.exit("a reader writes")
    except urllib.error.HTTPError as error:
        check("a form of a reader", error.code, 403)
finally:
    process.terminate()
    process.wait(20)
