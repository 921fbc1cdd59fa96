"""What needed a terminal before: people, guest links, backups and exports."""

import json

from support import PASSWORD, Household, Shared, WebCase


class People(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.plain())
        self.server = self.serve(self.household)

    def inside(self, path):
        page = self.page(self.context(self.server, accept_downloads=True), ["status of 422"])
        page.goto(self.server.base + path)
        return page

    def test_a_second_person(self):
        page = self.inside("/people")
        page.get_by_label("Name of the person", exact=True).fill("Ben")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Add the person").click()
        page.wait_for_load_state()
        # The first one may change everything; whoever is there stays.
        self.assertEqual(page.get_by_role("row", name="Ben").count(), 1)
        other = self.page(self.context(self.server, enter=False))
        other.goto(self.server.base + "/login")
        other.get_by_label("Name", exact=True).fill("Ben")
        other.get_by_label("Password", exact=True).fill(PASSWORD)
        other.get_by_role("button", name="Sign in", exact=True).click()
        other.wait_for_url(self.server.base + "/")
        # Nobody removes himself.
        other.goto(self.server.base + "/people")
        self.assertEqual(other.get_by_role("button", name="Remove Ben").count(), 0)
        other.get_by_role("link", name="Change your password").click()
        other.get_by_label("Current password", exact=True).fill("not the right one")
        other.get_by_label("New password", exact=True).fill(PASSWORD + "!")
        other.messages.clear()
        other.get_by_role("button", name="Change the password").click()
        other.wait_for_load_state()
        self.assertIn("This is not your current password.", other.locator(".issue-summary").inner_text())
        other.messages.clear()
        page.get_by_role("button", name="Remove Ben").click()
        page.wait_for_load_state()
        self.assertEqual(other.context.request.get(self.server.base + "/").status, 401)

    def test_guest_link(self):
        page = self.inside("/people")
        page.get_by_label("For whom", exact=True).fill("Gran")
        page.get_by_role("button", name="Make the link").click()
        page.wait_for_load_state()
        url = page.locator(".notice code").inner_text()
        self.assertTrue(url.startswith(self.server.base + "/g/"), url)
        guest = self.page(self.context(self.server, enter=False))
        guest.goto(url)
        guest.get_by_role("button", name="Show them").click()
        guest.wait_for_url("**/shared")
        self.assertIn("Car", guest.inner_text("main"))
        self.assertNotIn("EUR", guest.inner_text("main"))
        page.goto(self.server.base + "/people")
        page.get_by_role("button", name="Remove Gran").click()
        page.wait_for_load_state()
        self.assertEqual(guest.context.request.get(self.server.base + "/shared").status, 401)

    def test_backup_and_export(self):
        page = self.inside("/data")
        with page.expect_download() as backup:
            page.get_by_role("button", name="Download a backup").click()
        self.assertEqual(backup.value.suggested_filename, "savings-2026-04-13.backup")
        other = Household()
        backup.value.save_as(other.folder / "it.backup")
        other.run("cst-assets", "restore", str(other.folder / "it.backup"), "--yes")
        self.assertEqual(other.document("cst-plan", "required"), self.household.document("cst-plan", "required"))
        with page.expect_download() as export:
            page.get_by_role("button", name="Download the export").click()
        export.value.save_as(other.folder / "it.json")
        self.assertIn("Emergency fund", json.dumps(json.loads((other.folder / "it.json").read_text())))
        # Nothing is left where it was made.
        self.assertEqual([path for path in self.household.folder.rglob("*-made*")], [])
