#!/usr/bin/env python3
"""Adds a goal by the API of cst-web, edits it, and prints what to set aside.

    cst-web --no-open
    python3 client.py 'http://127.0.0.1:8765/open?token=…'
"""

import json
import sys
import urllib.request
import uuid
from http.cookiejar import CookieJar

address = sys.argv[1]  # As cst-web printed it: it lets one program in, once.
base = address.split("/open?")[0]
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
browser.open(address)
page = browser.open(base + "/help").read().decode()
token = page.split('data-csrf="')[1].split('"')[0]  # What only pages of the session know.


def ask(method, path, members=None, **headers):
    """The document that is answered, and its headers. A refusal is an HTTPError, with what is wrong as JSON in it."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers |= {"Origin": base, "X-CSRF-Token": token, "Content-Type": "application/json"}
    body = None if members is None else json.dumps(members).encode()
    answer = browser.open(urllib.request.Request(base + path, body, headers, method=method))
    return json.load(answer), answer.headers


# With a key it is added once, also when the answer is lost on the way and it is sent again.
boat = {"name": "Boat", "target": "5000", "currency": "EUR", "deadline": "2031-06-30"}
added, headers = ask("POST", "/api/v1/goals", boat, Idempotency_Key=str(uuid.uuid4()))

# An edit names the version that was seen: if somebody else has changed the goal since, it is refused with 412.
goal, seen = ask("GET", headers["Location"])
edited, headers = ask("PATCH", headers["Location"], {"target": "5500.50", "emoji": "⛵"}, If_Match=seen["ETag"])
target = edited["goal"]["target"]
print(f"{edited['goal']['name']}: {target['amount']} {target['currency']}")

# Amounts are texts, so that no digit is lost.
required, _ = ask("GET", "/api/v1/required")
for row in required["goals"]:
    print(f"{row['name']}: {row['required']['amount']} {row['required']['currency']}")
print(f"Together: {required['total']['amount']} {required['total']['currency']}")
