"""Herds for measurements: a file for `cst-herd appraise`, and an archive for `cst-assets import`, the same in every run."""

import datetime
import json
import random
import sys
import uuid

AS_OF = datetime.date(2026, 4, 11)
YARDS = ["Roma", "Dalby", "Emerald", "Dubbo", "Wodonga", "Ballarat", "Bendigo", "Yass", "Casino", "Scone"]
CATEGORIES = [
    ("cattle", "steer", 402, 300), ("cattle", "cow", 310, 520), ("cattle", "heifer", 380, 320),
    ("cattle", "weaner", 430, 200), ("cattle", "bull", 290, 700), ("sheep", "ewe", 210, 58),
    ("sheep", "lamb", 390, 38), ("sheep", "wether", 220, 55), ("goat", "doe", 250, 40), ("pig", "baconer", 330, 90),
]


def prices(count):
    """Prices of each category at each saleyard, a week apart."""
    rows = []
    week = 0
    while len(rows) < count:
        day = AS_OF - datetime.timedelta(days=3 + 7 * week)
        for species, category, cents, _ in CATEGORIES:
            for number, yard in enumerate(YARDS):
                price = cents + 3 * number - 2 * week
                rows.append({
                    "source": "report", "level": "saleyard", "place": yard, "species": species, "category": category,
                    "basis": "live", "price": f"{price / 100:.2f}", "day": day.isoformat(),
                })
        week += 1
    return rows[:count]


def appraisal(path, herds, price_count=1000):
    """A file with so many herds of three events each."""
    draw = random.Random(7)
    with open(path, "w") as file:
        file.write('{"currency":"AUD","asOf":"%s","assumptions":{"mortalityPercent":"5"},"prices":[\n' % AS_OF)
        file.write(",\n".join(map(json.dumps, prices(price_count))))
        file.write('\n],"herds":[\n')
        for number in range(herds):
            species, category, _, weight = draw.choice(CATEGORIES)
            begin = AS_OF - datetime.timedelta(days=draw.randrange(30, 400))
            later = begin + datetime.timedelta(days=draw.randrange(1, 29))
            head = draw.randrange(10, 500)
            file.write(",\n" if number else "")
            json.dump({
                "name": f"Mob {number}", "species": species, "category": category, "saleyard": draw.choice(YARDS),
                "events": [
                    {"day": begin.isoformat(), "kind": "opening", "head": str(head), "weight": str(weight)},
                    {"day": begin.isoformat(), "kind": "gain", "gain": f"0.{draw.randrange(1, 9)}"},
                    {"day": later.isoformat(), "kind": "death", "head": str(draw.randrange(1, 5))},
                ],
            }, file)
        file.write("\n]}\n")


def archive(template, path, herds, events=30):
    """An archive with so many herds of so many events, by the descriptions of a small one."""
    with open(template) as file:
        small = json.load(file)
    draw = random.Random(7)
    identity = lambda: str(uuid.UUID(int=draw.getrandbits(128))).upper()
    (holding,) = small["records"]["holding"]
    blank_herd, blank_event, blank_price = (small["records"][kind][0] for kind in ("herd", "herdEvent", "livestockPrice"))
    records = {kind: [] for kind in small["records"]}
    records["holding"] = [holding]
    for number in range(herds):
        species, category, _, weight = draw.choice(CATEGORIES)
        herd = dict(blank_herd, id=identity(), name=f"Mob {number}", species=species, category=category,
                    saleyard=draw.choice(YARDS))
        records["herd"].append(herd)
        begin = AS_OF - datetime.timedelta(days=400)
        for place in range(events):
            day = begin + datetime.timedelta(days=13 * place)
            event = dict(blank_event, id=identity(), herdID=herd["id"], day=day.isoformat(), position=place,
                         weight=None, gain=None, head=0)
            if place == 0:
                event.update(kind="opening", head=200, weight=str(weight))
            elif place % 3 == 0:
                event.update(kind="death", head=1)
            elif place % 3 == 1:
                event.update(kind="weigh", weight=str(weight + place))
            else:
                event.update(kind="gain", gain="0.3")
            records["herdEvent"].append(event)
    for place, price in enumerate(prices(1000)):
        records["livestockPrice"].append(dict(
            blank_price, id=identity(), position=place, priceCurrency="AUD",
            **{key: value for key, value in price.items()}))
    small["records"] = records
    with open(path, "w") as file:
        json.dump(small, file, separators=(",", ":"))


if __name__ == "__main__":
    # Files are large, and what a process holds counts for those that it starts: so each is written by one of its own.
    if sys.argv[1] == "archive":
        archive(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        appraisal(sys.argv[2], int(sys.argv[3]))
