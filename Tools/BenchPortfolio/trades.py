"""Trades of a hundred instruments for measurements, as a table, a journal of beancount and one of ledger: the same in every run."""

import datetime
import random

INSTRUMENTS = [f"I{number:03}" for number in range(100)]
BEGIN = datetime.date(2011, 1, 3)
TODAY = datetime.date(2026, 6, 2)


def trades(count):
    """Purchases and sales, never of more than is held: day, instrument, units (below 0 for a sale), cents of one unit."""
    draw = random.Random(7)
    held = dict.fromkeys(INSTRUMENTS, 0)
    days = (TODAY - BEGIN).days
    for number in range(count):
        day = BEGIN + datetime.timedelta(days=number * days // count)
        name = draw.choice(INSTRUMENTS)
        cents = draw.randrange(500, 50_000)
        if held[name] > 0 and draw.random() < 0.45:
            units = -draw.randrange(1, min(held[name], 60) + 1)
        else:
            units = draw.randrange(1, 60)
        held[name] += units
        yield day, name, units, cents


def money(cents):
    return f"{cents // 100}.{cents % 100:02}"


def write(folder, count):
    rows = list(trades(count))
    with open(f"{folder}/trades.csv", "w") as file:
        file.write("date,type,symbol,units,price,currency\n")
        for day, name, units, cents in rows:
            file.write(f"{day},{'buy' if units > 0 else 'sell'},{name},{abs(units)},{money(cents)},EUR\n")
    with open(f"{folder}/trades.beancount", "w") as file:
        file.write(f"{BEGIN} open Assets:Cash\n{BEGIN} open Income:Gains\n")
        for name in INSTRUMENTS:
            file.write(f'{BEGIN} open Assets:Broker:{name} {name} "FIFO"\n')
        for day, name, units, cents in rows:
            total = money(abs(units) * cents)
            if units > 0:
                file.write(f'\n{day} * "Buy"\n  Assets:Broker:{name}  {units} {name} {{{money(cents)} EUR}}\n'
                           f"  Assets:Cash  -{total} EUR\n")
            else:
                file.write(f'\n{day} * "Sell"\n  Assets:Broker:{name}  {units} {name} {{}} @ {money(cents)} EUR\n'
                           f"  Assets:Cash  {total} EUR\n  Income:Gains\n")
    with open(f"{folder}/trades.ledger", "w") as file:
        for day, name, units, cents in rows:
            # Commodities of ledger have no digits.
            commodity = "I" + "".join(chr(ord("A") + int(digit)) for digit in name[1:])
            file.write(f"{day:%Y/%m/%d} * Trade\n    Assets:Broker:{name}  {units} {commodity} @ {money(cents)} EUR\n"
                       "    Assets:Cash\n\n")


def prices(path, each):
    """So many prices of each instrument, a day apart."""
    with open(path, "w") as file:
        file.write("instrument,date,price,currency\n")
        for place, name in enumerate(INSTRUMENTS):
            for number in range(each):
                cents = 1_000 + 37 * place + number % 700
                file.write(f"{name},{TODAY - datetime.timedelta(days=number)},{money(cents)},EUR\n")
