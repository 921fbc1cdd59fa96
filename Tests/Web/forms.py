"""Every form of the dashboard: where it stands, what is typed into it, and what others do meanwhile."""

from typing import NamedTuple

STATES = ("fresh", "dirty", "refused", "conflict", "gone")
NO_FIELDS = {"dirty": "A button without fields.", "refused": "A button without fields."}
NEW = {"conflict": "Nobody else can change what is not there yet.", "gone": "It is not there yet."}
NO_RECORD = {"conflict": "It changes nothing that others change.", "gone": "It is about nothing that can be deleted."}
NOT_SAVED = {
    "refused": "What cannot be worked out has no button that saves it.", "gone": "It is about all goals together."}


class Form(NamedTuple):
    """A form. A `{…}` in its page and its commands is the id of what has this name; `{first}` is a transaction of an asset."""

    page: str
    action: str
    button: str
    typed: dict = {}  # By label: what can be saved.
    wrong: dict = {}  # By label: what cannot, all of it at once.
    moved: str | dict = ""  # The command that changes the same meanwhile; a dict is typed into the same form elsewhere.
    gone: str = ""  # The one that deletes it.
    before: tuple = ()  # The commands that make it stand there.
    left: dict = {}  # Why a state cannot be.


GOAL = {
    "Name": "Boat", "Target": "5500.50", "Currency": "EUR", "Deadline": "2028-05-01", "Start": "2026-02-01", "Emoji": "⛵",
    "Description": "With two berths", "Link": "https://example.org/boat", "Reminders": "monthly",
}
BAD_GOAL = {"Name": "", "Target": "1,500", "Currency": "?", "Deadline": "2020-01-01", "Emoji": "xyz", "Link": "ftp://x"}
CAR = "cst-plan goal edit|{Car}|--name|Truck|--target|19000"
ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
NO_CAR = "cst-plan goal delete|{Car}|--yes"
NO_SAVINGS = "cst-assets delete|{Savings}|--yes"
DEPOSIT = "cst-assets deposit|Savings|7|--date|2026-04-13"

FORMS = {
    "new-goal": Form("/goals/new", "/goals/new", "Add the goal", GOAL, BAD_GOAL, left=NEW),
    "edit-goal": Form("/goals/{Car}/edit", "/goals/{id}/edit", "Save", GOAL, BAD_GOAL, CAR, NO_CAR),
    "pause-goal": Form("/goals/{Car}", "/goals/{id}/lifecycle", "Pause", moved=CAR, gone=NO_CAR, left=NO_FIELDS),
    "finish-goal": Form("/goals/{Car}/end", "/goals/{id}/lifecycle", "Finish this goal", moved=CAR, gone=NO_CAR, left=NO_FIELDS),
    "delete-goal": Form("/goals/{Car}/end", "/goals/{id}/delete", "Delete it", moved=CAR, gone=NO_CAR, left=NO_FIELDS),
    "payment": Form(
        "/goals/{Car}", "/goals/{id}/payment", "Save",
        {"Its payment": "protected", "Another amount to pay": "321.50", "How long": "always"},
        {"Another amount to pay": "1,500"}, CAR, NO_CAR),
    "fund": Form(
        "/goals/{Car}/fund", "/goals/{id}/fund", "Fund the goal", {"Asset": "{Savings}", "How much of it": "12.5%"},
        {"How much of it": "some"}, "cst-assets allocate|Savings|Car|--share|10%", NO_CAR),
    "new-asset": Form(
        "/assets/new", "/assets/new", "Add the asset",
        {"Name": "Chest", "Currency": "BTC", "Balance today": "1.5", "Chain": "bitcoin",
         "Address": ADDRESS},
        {"Name": "", "Currency": "?", "Balance today": "1,500"}, left=NEW),
    "edit-asset": Form(
        "/assets/{Savings}/edit", "/assets/{id}/edit", "Save", {"Name": "Chest", "Chain": "bitcoin", "Address": ADDRESS},
        {"Name": "", "Address": "x"},
        "cst-assets edit|{Savings}|--name|Box", NO_SAVINGS),
    "delete-asset": Form(
        "/assets/{Savings}/edit", "/assets/{id}/delete", "Delete it", moved="cst-assets edit|{Savings}|--name|Box",
        gone=NO_SAVINGS, left=NO_FIELDS),
    "deposit": Form(
        "/assets/{Savings}", "/assets/{id}/transactions", "Add money", {"Amount": "12.50", "Date": "2026-04-02", "Note": "April"},
        {"Amount": "1,500", "Note": "x" * 1001}, gone=NO_SAVINGS, left={"conflict": "Each is added to what is there."}),
    "withdrawal": Form(
        "/assets/{Savings}", "/assets/{id}/transactions", "Take out", {"Amount": "12.50", "Date": "2026-04-02", "Note": "April"},
        {"Amount": "none"}, gone=NO_SAVINGS, left={"conflict": "Each is taken from what is there."}),
    "add-money": Form(
        "/money/add", "/money/add", "Add money", {"Amount": "12.50", "Into": "{Savings}", "Date": "2026-04-02", "Note": "April"},
        {"Amount": "1,500", "Note": "x" * 1001},
        left={"conflict": "Each is added to what is there.", "gone": "What is gone is refused where it was chosen: test_money."}),
    "change-transactions": Form(
        "/transactions", "/transactions/change", "Delete the chosen ones", {"Date": "2026-04-02", "Note": "April"},
        left={"refused": "Nothing that is typed is wrong.", "conflict": "What is deleted is gone.", "gone": "See test_money."}),
    "adjust": Form(
        "/assets/{Savings}/adjust", "/assets/{id}/adjust", "Set balance",
        {"Balance now": "5321.17", "Date": "2026-04-02", "Note": "Statement"}, {"Balance now": "1,500", "Note": "x" * 1001},
        DEPOSIT, NO_SAVINGS),
    "transfer": Form(
        "/assets/{Savings}/transfer", "/assets/{id}/transfer", "Transfer",
        {"To": "{Ether}", "Amount that leaves": "12.50", "Amount that arrives": "0.005", "Fee": "1.25", "Date": "2026-04-02",
         "Note": "April"},
        {"To": "", "Amount that leaves": "1,500", "Amount that arrives": "-1", "Fee": "x"}, gone=NO_SAVINGS,
        left={"conflict": "Each is taken from what is there."}),
    "transaction": Form(
        "/transactions/{first}", "/transactions/{id}", "Save", {"Amount": "12.50", "Date": "2026-04-02", "Note": "April"},
        {"Amount": "1,500", "Note": "x" * 1001}, "cst-assets transaction edit|{first}|--amount|9",
        "cst-assets transaction delete|{first}"),
    "delete-transaction": Form(
        "/transactions/{first}", "/transactions/{id}/delete", "Delete it",
        moved="cst-assets transaction edit|{first}|--amount|9", gone="cst-assets transaction delete|{first}", left=NO_FIELDS),
    "allocations": Form(
        "/assets/{Savings}/allocations", "/assets/{id}/allocations", "Save all",
        {"Car": "50%", "Emergency fund": "1200.50", "Japan": "rest"}, {"Car": "200%", "Emergency fund": "x", "Japan": "-1"},
        "cst-assets allocate|Savings|Car|--share|10%", NO_SAVINGS),
    "flex": Form("/flex", "/flex/save", "Save these payments", {"Percent": "80"}, moved=DEPOSIT, left=NOT_SAVED),
    "flex-reset": Form(
        "/flex", "/flex/reset", "Back to the required payments", before=("cst-plan flex|--factor|0.9|--save",),
        left=NO_FIELDS | {"conflict": "It forgets whatever was saved.", "gone": "It is about all goals together."}),
    "budget": Form(
        "/budget", "/budget/apply", "Use these payments for the next date",
        {"Budget for each payment date in USD": "9000"}, moved=DEPOSIT, left=NOT_SAVED),
    "start-month": Form(
        "/month", "/month/start", "Start the month", moved=DEPOSIT, left=NO_FIELDS | {"gone": "A month is always there."}),
    "close-month": Form(
        "/month", "/month/close", "Close the month", moved=DEPOSIT, before=("cst-plan month start",),
        left=NO_FIELDS | {"gone": "A month is always there."}),
    "undo-month": Form(
        "/month", "/month/undo", "Undo the start of May 2026", moved=DEPOSIT, before=("cst-plan month start",),
        left=NO_FIELDS | {"gone": "A month is always there."}),
    "undo": Form(
        "/activity", "/history/undo", "Undo", moved=DEPOSIT, left=NO_FIELDS | {"gone": "Nothing leaves the journal."}),
    "redo": Form(
        "/activity", "/history/redo", "Redo", moved=DEPOSIT, before=("cst-plan undo",),
        left=NO_FIELDS | {"gone": "Nothing leaves the journal."}),
    "settings": Form(
        "/settings/network", "/settings/{group}", "Save", {"network.budget": "9s"}, {"network.budget": "soon"},
        moved={"network.budget": "7s"}, left={"gone": "A setting is always there."}),
    "give-rate": Form(
        "/rates", "/rates", "Give the rate",
        {"1 unit of": "ISK", "is equal to": "0.0068", "units of": "EUR", "On the day": "2026-04-02"},
        {"is equal to": "1,500"}, left=NEW),
    "add-person": Form(
        "/people", "/people/add", "Add the person", {"Name of the person": "Ben", "Password": "correct horse staple"},
        {"Name of the person": ""}, left=NEW),
    "rename-person": Form(
        "/people", "/people/rename", "Rename", {"Who": "Ana", "New name": "Anna"}, {"New name": ""}, left=NO_RECORD),
    "remove-person": Form("/people", "/people/remove", "Remove Ana", left=NO_FIELDS | NO_RECORD),
    "add-link": Form("/people", "/people/links/add", "Make the link", {"For whom": "Gran"}, {"For whom": ""}, left=NEW),
    "add-token": Form(
        "/people", "/people/tokens/add", "Make the token", {"Name of the program": "phone"}, {"Name of the program": ""}, left=NEW),
    "backup": Form(
        "/data", "/data/backup", "Download a backup", {"Passphrase": "correct horse staple", "The passphrase once more": "correct horse staple"},
        left=NO_RECORD | {"refused": "Every passphrase can be one."}),
    "export": Form(
        "/data", "/data/export", "Download the export", {"What for": "journal"},
        left=NO_RECORD | {"refused": "Each of the list can be had."}),
    "health": Form("/health", "/health", "Check again", left=NO_FIELDS | NO_RECORD),
    "amounts": Form("/", "/preferences", "Hide amounts", left=NO_FIELDS | NO_RECORD),
    "leave": Form("/", "/logout", "Sign out", left=NO_FIELDS | NO_RECORD),
    "end-session": Form("/sessions", "/sessions/end", "End the session of Ana", left=NO_FIELDS | NO_RECORD),
    "login": Form(
        "/login", "/login", "Sign in", {"Name": "Ana", "Password": "not the right one"}, {"Password": "not the right one"},
        left=NO_RECORD),
    "invitation": Form("/g/…", "/g/{link}", "Show them", left=NO_FIELDS | NO_RECORD),
}
