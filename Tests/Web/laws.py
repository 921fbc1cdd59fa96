"""What has to hold of a household whatever was done to it, as the programs tell it."""

from fractions import Fraction


def money(amount):
    return Fraction(amount["amount"])


def check(case, household, undoes):
    """`undoes` is the journal as it was seen to grow: what each entry undoes, by its number."""
    allocations(case, household)
    required(case, household)
    case.assertTrue(household.document("cst-plan", "doctor")["healthy"])
    history = household.document("cst-plan", "history", "--limit", "1000000")["history"]
    numbers = {entry["number"]: entry["undoes"] for entry in history}
    case.assertEqual(sorted(numbers), list(range(1, len(history) + 1)))
    case.assertEqual(numbers, undoes, "the journal of the program, and the entries that were seen")


def allocations(case, household):
    """What goals get of an asset, and what is free of it, is never more than it holds (L3)."""
    assets = {row["id"]: row for row in household.document("cst-assets", "list")["assets"]}
    given = dict.fromkeys(assets, Fraction(0))
    for row in household.document("cst-assets", "allocations")["allocations"]:
        given[row["assetId"]] += money(row["funded"])
    for id, row in assets.items():
        case.assertLessEqual(given[id] + money(row["free"]), max(money(row["balance"]), 0), row)


def required(case, household):
    """Payments sum to what remains, the total to what is due (R3, R4, R8)."""
    document = household.document("cst-plan", "required")
    total = Fraction(0)
    for row in document["goals"]:
        if row["required"] is None or row["unavailable"]:
            continue
        remaining, now = money(row["remaining"]), money(row["required"])
        case.assertEqual(remaining, max(money(row["target"]) - money(row["saved"]), 0), row)
        case.assertLessEqual(now, remaining, row)
        case.assertEqual(sum(money(payment["amount"]) for payment in row["payments"]), remaining, row)
        if row["due"] and row["flexState"] != "skipped" and row["requiredDisplay"]:
            total += money(row["requiredDisplay"])
    if document["complete"]:
        case.assertEqual(total, money(document["total"]))
