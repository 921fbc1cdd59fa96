"""Somebody who asks the dashboard without a browser: as a page that is open in one would, or as a program with a token."""

import html
import http.client
import json
import re
import time
import urllib.parse


class Answer:
    def __init__(self, status, headers, text):
        self.status, self.headers, self.text = status, headers, text

    @property
    def document(self):
        return json.loads(self.text)

    @property
    def code(self):
        """What the error is called, of an answer that is one."""
        return self.document["error"]["code"] if self.status >= 400 and self.status != 412 else None


class Client:
    """One connection with what lets somebody in. Whoever asks too often waits as long as the answer says, and asks again."""

    def __init__(self, server, **headers):
        self.address = urllib.parse.urlparse(server.base).netloc
        self.connection = http.client.HTTPConnection(self.address, timeout=60)
        self.headers = headers
        self.csrf = None

    @classmethod
    def program(cls, server, household, name):
        """A program with a token of its own, whose writes are counted by themselves."""
        return cls(server, Authorization="Bearer " + household.run("cst-web", "token", "add", name).strip())

    @classmethod
    def reader(cls, server):
        """Whoever opens the address of the start first."""
        client = cls(server, **{"Sec-Fetch-Site": "same-origin"})
        client.take(client.get(server.url.removeprefix(server.base)))
        client.csrf = re.search(r'data-csrf="([^"]+)"', client.get("/help").text)[1]
        return client

    def take(self, answer):
        """Keeps the cookie of an answer."""
        self.headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]

    def ask(self, method, path, body=None, is_patient=True, **headers):
        """A dictionary is sent as JSON, a list of pairs as a form. `_` in names of headers stands for `-`."""
        headers = self.headers | {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        if isinstance(body, dict):
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        elif isinstance(body, list):
            body, headers["Content-Type"] = urllib.parse.urlencode(body), "application/x-www-form-urlencoded"
        while True:
            try:
                self.connection.request(method, path, body, headers)
                found = self.connection.getresponse()
            except (ConnectionError, http.client.BadStatusLine):
                # A connection that was kept may have been closed meanwhile; on a new one that is an error.
                self.connection.close()
                self.connection.request(method, path, body, headers)
                found = self.connection.getresponse()
            answer = Answer(found.status, found.headers, found.read().decode())
            if answer.status != 429 or not is_patient:
                return answer
            time.sleep(float(answer.headers["Retry-After"]))

    def close(self):
        self.connection.close()

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def form(self, path, action):
        """The fields of a form of a page, in their order, as they are shown."""
        text = self.get(path).text
        for found in re.finditer(r"<form([^>]*)>(.*?)</form>", text, re.S):
            if f'action="{action}"' in found[1]:
                return [(name, html.unescape(value)) for name, value in re.findall(
                    r'<input[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"', found[2])]
        raise AssertionError(f"no form to {action} on {path}: {text[:2000]}")
