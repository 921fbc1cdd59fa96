"""The same work in Python: booking.py JOURNAL OUT writes open lots and gains of a journal as beancount books them."""

import json
import sys

from beancount import loader
from beancount.core import data, inventory

entries, errors, _ = loader.load_file(sys.argv[1])
if errors:
    sys.exit(str(errors[:3]))
holdings, gains = {}, []
for entry in entries:
    if not isinstance(entry, data.Transaction):
        continue
    for posting in entry.postings:
        if posting.account.startswith("Assets:Broker:"):
            holdings.setdefault(posting.units.currency, inventory.Inventory()).add_position(posting)
        elif posting.account == "Income:Gains":
            gains.append([entry.date.isoformat(), str(-posting.units.number)])
lots = [
    [name, position.cost.date.isoformat(), str(position.units.number), str(position.units.number * position.cost.number)]
    for name, holding in sorted(holdings.items())
    for position in holding
]
with open(sys.argv[2], "w") as file:
    json.dump({"lots": lots, "gains": gains}, file)
