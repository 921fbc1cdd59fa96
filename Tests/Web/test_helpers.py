"""What the script adds beside the forms and pictures: sliders of shares, and the values of a day under the pointer."""

from support import Household, Shared, WebCase, eventually


class Helpers(WebCase):
    def setUp(self):
        self.household = Household(like=Shared.plain())
        self.server = self.serve(self.household)
        self.page = self.page(self.context(self.server))

    def test_a_picture_tells_the_values_of_a_day(self):
        self.page.goto(self.server.base + "/")
        figure = self.page.locator("#history figure, figure:has(#history-chart-wide-title)").first
        svg = figure.locator("svg:visible").first
        svg.scroll_into_view_if_needed()
        svg.focus()
        self.page.keyboard.press("ArrowLeft")
        told = figure.locator(".chart-values")
        newest = told.inner_text()
        self.assertRegex(newest, r"^.+ · All assets [\d,.]+\s[A-Z]{3}")
        self.page.keyboard.press("Home")
        oldest = told.inner_text()
        self.assertNotEqual(newest, oldest)
        box = svg.bounding_box()
        # The right end is the newest day, the left one the first.
        self.page.mouse.move(box["x"] + box["width"] - 3, box["y"] + 60)
        self.assertEqual(told.inner_text(), newest)
        self.page.mouse.move(box["x"] + 90, box["y"] + 60)
        self.assertNotEqual(told.inner_text(), newest)
        # Every value stands in the table of the picture.
        figure.locator("summary").click()
        cells = figure.locator("tbody td, tbody th").all_inner_texts()
        amount = newest.split("All assets ")[1].split(" ·")[0]
        self.assertIn(amount, [cell.strip() for cell in cells])

    def test_a_slider_writes_a_share(self):
        path = f"/assets/{self.household.id('Savings')}/allocations"
        self.page.goto(self.server.base + path)
        field = self.page.get_by_label("Car", exact=True)
        slider = self.page.get_by_label("Share of Car", exact=True)
        self.assertEqual(field.input_value(), "2500.00")
        slider.focus()
        for _ in range(3):
            self.page.keyboard.press("ArrowRight")
        self.assertEqual(field.input_value(), "3%")
        effect = self.page.locator("#allocations-effect")
        self.assertTrue(eventually(lambda: "135.00" in effect.text_content()), effect.text_content())
        field.fill("20%")
        self.assertEqual(slider.input_value(), "20")
        self.page.locator(".allocation", has=field).get_by_role("button", name="Nothing").click()
        self.assertEqual(field.input_value(), "")
        # What is free stays in sight.
        self.page.evaluate("scrollTo(0, 0)")
        self.assertTrue(self.page.locator(".free-line").is_visible())
        self.page.get_by_role("link", name="Split it evenly among these 2").click()
        self.assertEqual(field.input_value(), "50%")
        self.page.get_by_role("button", name="Save all").click()
        self.page.wait_for_url("**/assets/*?done=*")
