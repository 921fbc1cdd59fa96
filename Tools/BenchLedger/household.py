"""Writes a household of ten years for the ledger's bench: a journal, the same rows as tables of bank files, weekly rates, and rules.

household.py FOLDER COUNT: main.ledger, main.journal, rates.csv, rows.csv and rules.sh, with COUNT transactions.
"""
import datetime
import random
import sys

folder, count = sys.argv[1], int(sys.argv[2])
random.seed(1)
FIRST, DAYS = datetime.date(2016, 6, 1), 3650
accounts = [(f"Account{number}", "EUR" if number < 7 else "USD") for number in range(10)]
categories = [f"Group{number // 8}:Part{number}" for number in range(60)]
payees = [f"Shop {chr(65 + number // 26)}{chr(65 + number % 26)}" for number in range(400)]

rates = [(FIRST + datetime.timedelta(days=7 * week), 0.85 + (week * 37 % 120) / 1000) for week in range(-1, DAYS // 7 + 1)]
with open(f"{folder}/rates.csv", "w") as file:
    file.write("from,to,rate,date\n" + "".join(f"USD,EUR,{rate:.4f},{day}\n" for day, rate in rates))

rows, journal = [], [f"P {day} USD {rate:.4f} EUR" for day, rate in rates] + [""]
for name, currency in accounts:
    journal += [f"{FIRST} * Opening", f"    assets:{name}  1000.00 {currency}", f"    equity:opening  -1000.00 {currency}", ""]
for number in range(count):
    day = FIRST + datetime.timedelta(days=number * DAYS // count)
    name, currency = random.choice(accounts)
    category, payee = random.choice(categories), random.choice(payees)
    root, amount = ("income", random.randint(1, 90000)) if number % 12 == 0 else ("expenses", -random.randint(1, 9000))
    if root == "income":
        category = "Pay"
    text = f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"
    journal += [f"{day} * {payee}", f"    assets:{name}  {text} {currency}",
                f"    {root}:{category}  {text[1:] if amount < 0 else '-' + text} {currency}", ""]
    rows.append(f"{day},{name},{payee} {number},{text},{currency}")
for ending in ("ledger", "journal"):
    with open(f"{folder}/main.{ending}", "w") as file:
        file.write("\n".join(journal) + "\n")
with open(f"{folder}/rows.csv", "w") as file:
    file.write("Date,Account,Payee,Amount,Currency\n" + "\n".join(rows) + "\n")
with open(f"{folder}/rules.sh", "w") as file:
    for number in range(200):
        file.write(f"\"$1\" rule add 'Rule {number}' --if 'payee startsWith {payees[number].lower()}' "
                   f"--set 'category={categories[number % 60]}'\n")
