"""Physical value and mortality of the herds of a file, in floats: same_work.py FILE ANSWER."""

import datetime
import json
import sys

import numpy

with open(sys.argv[1]) as file:
    asked = json.load(file)
as_of = datetime.date.fromisoformat(asked["asOf"])
rate = float(asked["assumptions"]["mortalityPercent"]) / 100

newest = {}
for row in asked["prices"]:
    day = datetime.date.fromisoformat(row["day"])
    if 0 <= (as_of - day).days <= 56:
        key = row["species"], row["category"], row.get("place")
        if key not in newest or newest[key][0] <= day:
            newest[key] = day, float(row["price"])

count = len(asked["herds"])
head, weight, price, lost = (numpy.zeros(count) for _ in range(4))
for index, herd in enumerate(asked["herds"]):
    number, mean, gain, days, gone, last = 0, 0.0, 0.0, 0, 0, None
    for event in sorted(herd["events"], key=lambda event: event["day"]):
        day = datetime.date.fromisoformat(event["day"])
        if day > as_of:
            break
        if last is not None:
            passed = (day - last).days
            days += number * passed
            mean += gain * passed
        last = day
        kind = event["kind"]
        if kind in ("opening", "purchase"):
            more = int(event["head"])
            mean = (mean * number + float(event["weight"]) * more) / (number + more)
            number += more
        elif kind == "gain":
            gain = float(event["gain"])
        elif kind == "weigh":
            mean = float(event["weight"])
        elif kind == "death":
            number -= int(event["head"])
            gone += int(event["head"])
    passed = (as_of - last).days
    days += number * passed
    mean += gain * passed
    found = newest.get((herd["species"], herd["category"], herd.get("saleyard")))
    head[index], weight[index], price[index] = number, mean, found[1] if found else 0
    lost[index] = min(number, max(0.0, rate * days / 365 - gone))

physical = numpy.round(head * weight * price, 2)
mortality = numpy.round(lost * weight * price, 2)
with open(sys.argv[2], "w") as file:
    json.dump({
        "physical": round(float(physical.sum()), 2), "market": round(float((physical - mortality).sum()), 2),
        "herds": [
            {"name": herd["name"], "head": int(head[index]), "weight": weight[index], "price": price[index],
             "physical": physical[index], "mortality": mortality[index]}
            for index, herd in enumerate(asked["herds"])
        ],
    }, file)
