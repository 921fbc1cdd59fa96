"""Money added from anywhere, all transactions with what is done to several of them, and the sample of an empty household."""

from support import Household, Shared, WebCase


class Money(WebCase):
    def begin(self, household, width=1280):
        self.household = household
        self.server = self.serve(household)
        return self.page(self.context(self.server, viewport={"width": width, "height": 844}), ["status of 422"])

    def said(self, page):
        return page.locator("main .notice [role=status]").inner_text().replace("\u00a0", " ")

    def balance(self, name):
        assets = self.household.document("cst-assets", "list")["assets"]
        return next(asset["balance"]["amount"] for asset in assets if asset["name"] == name)

    def test_added_from_a_goal(self):
        """On a phone: three fields, and the page of the asset says that a fixed amount does not grow by itself."""
        page = self.begin(Household(like=Shared.plain()), width=390)
        car = f"/goals/{self.household.id('Car')}"
        page.goto(self.server.base + car)
        page.get_by_role("link", name="Add money").first.click()
        page.get_by_label("Amount", exact=True).fill("100")
        page.get_by_label("Into", exact=True).select_option(
            label="🚗 Car, which always gets 2,500.00 EUR of Savings (EUR): what is added does not count for it")
        page.get_by_role("button", name="Add money", exact=True).click()
        page.wait_for_url(f"**/assets/{self.household.id('Savings')}?for={car.split('/')[-1]}&done=*")
        self.assertEqual(self.said(page), "Put 100.00 EUR into Savings.")
        self.assertIn("'Car' gets 2,500.00 EUR of 'Savings', however much is in it.", page.locator("main").inner_text().replace("\u00a0", " "))
        self.assertEqual(self.balance("Savings"), "4600.00")
        # What was used last comes first.
        page.goto(self.server.base + "/money/add")
        self.assertEqual(page.locator("[name=to] option").first.inner_text(), "Savings (EUR)")
        page.goto(self.server.base + car + "?done=999")
        page.goto(self.server.base + "/activity")
        page.get_by_role("button", name="Undo").click()
        page.wait_for_url("**/activity?done=*")
        self.assertEqual(self.said(page), "Undid: Put 100.00 EUR into Savings.")
        self.assertEqual(self.balance("Savings"), "4500.00")

    def test_currency_is_that_of_the_choice(self):
        page = self.begin(Household(like=Shared.plain()), width=390)
        page.goto(self.server.base + "/money/add")
        unit, into = page.locator(".field > .unit"), page.get_by_label("Into", exact=True)
        for label, currency in [("Ether (ETH)", "ETH"), ("Savings (EUR)", "EUR")]:
            into.select_option(label=label)
            self.assertEqual(unit.inner_text(), currency)

    def test_asset_that_is_gone(self):
        page = self.begin(Household(like=Shared.plain()))
        page.goto(self.server.base + "/money/add")
        page.get_by_label("Amount", exact=True).fill("5")
        page.get_by_label("Into", exact=True).select_option(label="Ether (ETH)")
        self.household.run("cst-assets", "delete", "Ether", "--yes")
        page.get_by_role("button", name="Add money", exact=True).click()
        page.wait_for_load_state()
        self.assertIn("This was deleted meanwhile.", page.locator(".issue-summary").inner_text())
        self.assertEqual(page.get_by_label("Amount", exact=True).input_value(), "5")

    def test_several_are_deleted_and_undone_together(self):
        page = self.begin(Household(like=Shared.plain()))
        page.goto(self.server.base + "/transactions")
        boxes = page.get_by_role("checkbox", name="Savings")
        self.assertEqual(boxes.count(), 2)
        for box in boxes.all():
            box.check()
        page.get_by_text("Change the chosen ones").click()
        page.get_by_label("Note", exact=True).fill("Salary")
        page.get_by_role("button", name="Change", exact=True).click()
        page.wait_for_url("**/transactions?done=*")
        self.assertEqual(self.said(page), "Changed 2 transactions of Savings.")
        self.assertEqual(page.get_by_role("row", name="Salary").count(), 2)
        for box in page.get_by_role("checkbox", name="Savings").all():
            box.check()
        page.get_by_text("Change the chosen ones").click()
        page.get_by_role("button", name="Delete the chosen ones").click()
        page.wait_for_url("**/transactions?done=*")
        self.assertEqual(self.said(page), "Deleted 2 transactions of Savings.")
        self.assertEqual(self.balance("Savings"), "0.00")
        page.get_by_role("button", name="Undo").click()
        page.wait_for_url("**/transactions?done=*")
        self.assertEqual(self.said(page), "Undid: Deleted 2 transactions of Savings.")
        self.assertEqual(self.balance("Savings"), "4500.00")

    def test_sample(self):
        """From nothing to a household and back, by two presses."""
        page = self.begin(Household(), width=390)
        page.goto(self.server.base + "/")
        page.get_by_role("button", name="Try with sample data").click()
        page.wait_for_url("**/?done=*")
        self.assertEqual(self.said(page), "Added sample data.")
        self.assertGreater(page.locator(".goal-row").count(), 2)
        page.get_by_role("button", name="Undo").click()
        page.wait_for_url("**/?done=*")
        self.assertEqual(page.locator("h1").inner_text().replace("\n", " "), "Nothing to set aside yet")
        self.assertEqual(self.said(page), "Undid: Added sample data.")
