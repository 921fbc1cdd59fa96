"""Measures portfolios: measure.py BIN PYTHON RUNS: the folder with the programs, an interpreter with beancount, and how often each
command runs.

Open lots and gains beside beancount and ledger on the same trades, and positions beside the number of stored prices. The shortest of all
runs is the least disturbed."""

import decimal
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import trades

BIN, PYTHON, RUNS = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
PERIOD = ("--from", trades.BEGIN, "--to", trades.TODAY)


def run(folder, *words, out="answer"):
    """Seconds of the processor and megabytes of a command: what else runs on the machine disturbs them little."""
    environment = {
        "HOME": folder, "PATH": os.environ["PATH"], "TZ": "UTC", "CST_DATA": f"{folder}/cst.sqlite",
        "CST_NOW": f"{trades.TODAY}T12:00:00Z", "CST_EXCHANGE_RATES_PROVIDERS": "fixed", "CST_NETWORK_OFFLINE": "true",
        "PYTHONDONTWRITEBYTECODE": "1", "BEANCOUNT_DISABLE_LOAD_CACHE": "1",
    }
    with open(f"{folder}/{out}", "wb") as answer:
        process = subprocess.Popen([str(word) for word in words], env=environment, stdout=answer)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{words} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best(folder, *words, out="answer"):
    figures = [run(folder, *words, out=out) for _ in range(RUNS)]
    return min(seconds for seconds, _ in figures), max(memory for _, memory in figures)


def portfolio(folder, *words, **more):
    return best(folder, BIN / "cst-portfolio", *words, **more)


def line(text, figures):
    print(f"{text:44} {figures[0]:8.3f} s {figures[1]:5.0f} MB", flush=True)


def ratio(text, value, most):
    print(f"{text:44} {value:8.3f} (at most {most}){' MISSED' if value > most else ''}", flush=True)


def book(folder, count):
    """A database of trades; seconds and megabytes of its lots and gains in one answer, and seconds of both by themselves."""
    os.mkdir(folder)
    trades.write(folder, count)
    run(folder, BIN / "cst-portfolio", "add", "Broker", "--currency", "EUR")
    line(f"import of {count} trades", run(folder, BIN / "cst-portfolio", "import", f"{folder}/trades.csv"))
    lots = portfolio(folder, "lots", "--format", "json", out="lots")
    gains = portfolio(folder, "gains", *PERIOD, "--format", "json", out="gains")
    line(f"lots of {count} trades, fifo", lots)
    line(f"gains of {count} trades, fifo", gains)
    both = portfolio(folder, "gains", "--lots", *PERIOD, "--format", "json", out="both")
    line(f"lots and gains of {count} trades in one answer", both)
    with open(f"{folder}/lots") as one, open(f"{folder}/gains") as two, open(f"{folder}/both") as three:
        one, two, three = json.load(one), json.load(two), json.load(three)
    if (one["lots"], two["rows"], two["net"]) != (three["lots"], three["rows"], three["net"]):
        sys.exit("lots and gains in one answer differ from those of two")
    return both, lots[0] + gains[0]


def compare(folder):
    """Holds lots and gains to those of beancount, to the last unit and cent."""
    with open(f"{folder}/lots") as lots, open(f"{folder}/gains") as gains, open(f"{folder}/theirs") as theirs:
        lots, gains, theirs = json.load(lots)["lots"], json.load(gains)["rows"], json.load(theirs)

    def number(text):
        return decimal.Decimal(text).normalize()

    # One instrument may be bought twice a day at one price: beancount has one lot of both.
    def summed(rows):
        sums = {}
        for key, *values in rows:
            old = sums.get(key, [0] * len(values))
            sums[key] = [number(a + b) for a, b in zip(old, values)]
        return sums

    ours = summed(((lot["instrument"], lot["acquired"]), number(lot["units"]), number(lot["cost"]["amount"])) for lot in lots)
    other = summed(((name, day), number(units), number(cost)) for name, day, units, cost in theirs["lots"])
    our_gains = summed((row["date"], number(row["gain"]["amount"])) for row in gains)
    other_gains = summed((day, number(gain)) for day, gain in theirs["gains"])
    if ours != other or our_gains != other_gains:
        sys.exit("lots or gains differ from those of beancount")
    print(f"equal to beancount: {len(lots)} open lots, {len(gains)} rows of gains, "
          f"{sum(gain for (gain,) in our_gains.values())} EUR gained")


def methods(folder, count):
    for method in ("lifo", "hifo", "average"):
        line(f"gains of {count} trades, {method}",
             portfolio(folder, "gains", *PERIOD, "--method", method, "--format", "json"))


def positions(folder):
    figures = []
    for each in (1, 5_000):
        trades.prices(f"{folder}/prices.csv", each)
        line(f"import of {each} prices of each",
             run(folder, BIN / "cst-portfolio", "price", "import", f"{folder}/prices.csv", "--replace"))
        figures.append(portfolio(folder, "positions", "--format", "json"))
        line(f"positions with {each} prices of each", figures[-1])
    ratio("positions: 500,000 prices to one of each", figures[1][0] / figures[0][0], 1.5)


with tempfile.TemporaryDirectory(prefix="cst-bench-") as work:
    small, apart = book(f"{work}/small", 20_000)
    beancount = best(f"{work}/small", PYTHON, "-B", pathlib.Path(__file__).with_name("booking.py"),
                     f"{work}/small/trades.beancount", f"{work}/small/theirs")
    line("beancount, the same lots and gains", beancount)
    ledger = best(f"{work}/small", "ledger", "-f", f"{work}/small/trades.ledger", "balance", "--now", "2026/06/02")
    line("ledger, balance of the same trades", ledger)
    compare(f"{work}/small")
    ratio("lots and gains to beancount", small[0] / beancount[0], 1 / 20)
    ratio("lots and gains to ledger", small[0] / ledger[0], 1 / 10)
    print(f"{'two answers to beancount, to ledger':44} {apart / beancount[0]:8.3f} {apart / ledger[0]:8.3f}")
    methods(f"{work}/small", 20_000)
    large, _ = book(f"{work}/large", 100_000)
    ratio("five times the trades", large[0] / small[0], 6)
    ratio("megabytes", large[1], 200)
    methods(f"{work}/large", 100_000)
    positions(f"{work}/small")
