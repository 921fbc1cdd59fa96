"""What a page of somebody else can do to the dashboard in the same browser: nothing."""

import http.server
import socket
import threading
import time

import support
from support import Household, Shared, WebCase

# A page on another port of the same machine: cookies make no difference between the two.
FOREIGN = """<!doctype html><title>Elsewhere</title><form id="f" method="post" action="{base}/flex/preview" target="frame">
<input name="percent" value="50"></form><iframe name="frame"></iframe><iframe id="inside" src="{base}/"></iframe>"""


class Attacks(WebCase):
    def setUp(self):
        self.server = self.serve(Household(like=Shared.plain()))
        base = self.server.base

        class Elsewhere(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(FOREIGN.replace("{base}", base).encode())

            def log_message(self, *_):
                pass

        self.elsewhere = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
        threading.Thread(target=self.elsewhere.serve_forever, daemon=True).start()
        self.addCleanup(self.elsewhere.server_close)
        self.addCleanup(self.elsewhere.shutdown)

    def test_pages_of_another_port(self):
        context = self.context(self.server)
        page = context.new_page()
        sent = []
        page.on("request", lambda request: sent.append((request.method, request.url)))
        page.goto(f"http://127.0.0.1:{self.elsewhere.server_port}/")
        asked = """async ([url, options]) => {
            try { return (await (await fetch(url, options)).text()).length } catch (error) { return `refused: ${error.name}` }
        }"""
        base = self.server.base
        for path, options in [
            ("/", {}), ("/api/v1/goals", {"credentials": "include"}), ("/metrics", {}),
            ("/flex/preview", {"method": "POST", "credentials": "include", "body": "percent=50"}),
            ("/api/v1/flex/preview", {"method": "POST", "credentials": "include", "body": "{}"}),
            ("/logout", {"method": "POST", "credentials": "include"}),
        ]:
            self.assertEqual(page.evaluate(asked, [base + path, options]), "refused: TypeError", path)
        # What is not asked beforehand is sent, and refused for where it comes from: nobody was logged out by it.
        page.evaluate(asked, [base + "/logout", {"method": "POST", "credentials": "include", "mode": "no-cors"}])
        self.assertIn(("POST", base + "/logout"), sent)
        with page.expect_response("**/flex/preview") as answer:
            page.evaluate("document.getElementById('f').submit()")
        self.assertEqual(answer.value.status, 403)
        # Neither shown inside, nor read as a script.
        frames = {frame.url for frame in page.frames}
        self.assertNotIn(base + "/", {url for url in frames if "chrome-error" not in url})
        loaded = page.evaluate("""url => new Promise(done => {
            const script = document.createElement("script");
            [script.onload, script.onerror, script.src] = [() => done(true), () => done(false), url];
            document.head.append(script);
        })""", base + "/api/v1/goals")
        self.assertFalse(loaded)
        # The session goes on.
        self.assertEqual(context.request.get(base + "/").status, 200)

    def test_another_name_for_the_same_address(self):
        port = self.server.base.rsplit(":", 1)[1]
        Shared.browser()  # Starts the driver.
        browser = Shared.driver.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--host-resolver-rules=MAP rebound.example 127.0.0.1"])
        self.addCleanup(browser.close)
        page = browser.new_page()
        # As far as the browser knows, both are one site: what the first page loads may read the second.
        for path in ("/", "/api/v1/goals", self.server.url.replace(self.server.base, "")):
            answer = page.goto(f"http://rebound.example:{port}{path}")
            self.assertEqual(answer.status, 421, path)
            self.assertNotIn("set-cookie", answer.headers)
        # The token was not used up by it.
        self.assertEqual(self.context(self.server, enter=False).request.get(self.server.url).status, 200)

    def test_connections_that_say_nothing(self):
        # Each takes one of the places of all; whoever says nothing for a minute has to leave it. It takes two minutes to see that.
        if not support.RUNS_ALL:
            return
        host, port = self.server.base.removeprefix("http://").split(":")
        head = f"GET /health/live HTTP/1.1\r\nHost: {host}:{port}\r\n"
        early = socket.create_connection((host, int(port)))
        early.sendall(f"{head}Content-Length: 1\r\n\r\n".encode())
        # The answer comes before the request is whole.
        self.assertTrue(early.recv(4096).startswith(b"HTTP/1.1 200"))
        early.sendall(b"x")
        late = socket.create_connection((host, int(port)))
        late.sendall(f"{head}\r\n".encode())
        self.assertTrue(late.recv(4096).startswith(b"HTTP/1.1 200"))
        begun = time.monotonic()
        for connection in (early, late):
            connection.settimeout(90)
            while connection.recv(4096):
                pass
        self.assertLess(time.monotonic() - begun, 90)
