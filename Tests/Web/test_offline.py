"""Pages that are read while the program does not answer."""

from support import Household, Shared, WebCase, eventually

KEPT = """async () => {
    const cache = await caches.open("cst-pages");
    const keys = await cache.keys();
    const sizes = await Promise.all(keys.map(async (key) => (await (await cache.match(key)).arrayBuffer()).byteLength));
    return { paths: keys.map((key) => new URL(key.url).pathname), size: sizes.reduce((sum, size) => sum + size, 0) };
}"""


class Offline(WebCase):
    def setUp(self):
        self.server = self.serve(Household(like=Shared.plain()), port=None)
        self.own = self.context(self.server, service_workers="allow")
        self.page = self.page(self.own, ["Failed to load", "ERR_CONNECTION", "EventSource"])

    def open(self, path):
        self.page.goto(self.server.base + path)

    def kept(self):
        return self.page.evaluate(KEPT)

    def wait(self, path):
        self.assertTrue(eventually(lambda: path in self.kept()["paths"]), f"{path} is not kept: {self.kept()}")

    def test_pages_that_were_seen_are_read_without_the_program(self):
        for path in ("/", "/goals", "/assets"):
            self.open(path)
            self.wait(path)
        total = self.page.inner_text("h1")
        self.assertFalse(self.page.locator(".offline-note").is_visible())
        self.server.end()
        self.open("/goals")
        self.assertEqual(self.page.inner_text("h1"), "Goals")
        note = self.page.locator(".offline-note")
        self.assertTrue(note.is_visible())
        self.assertRegex(note.inner_text(), r"^The program does not answer\. This is how the page was on .+ 09:\d\d; nothing can be changed")
        # It looks like the page, and changes nothing.
        self.assertNotEqual(self.page.evaluate("getComputedStyle(document.body).fontFamily"), "serif")
        self.assertGreater(self.page.evaluate("document.styleSheets.length && document.styleSheets[0].cssRules.length"), 100)
        self.assertEqual(self.page.locator("form[method=post] button:visible").count(), 0)
        self.open("/assets")
        self.assertEqual(self.page.inner_text("h1"), total)
        # A page that was never seen leads to the overview.
        self.open("/budget")
        self.assertEqual(self.page.evaluate("location.pathname"), "/")

    def test_copies_are_few_and_go_with_the_session(self):
        goals = [path for path in ("/goals", "/assets", "/month", "/activity", "/rates")]
        self.open("/")
        self.wait("/")
        for number in range(12):
            for path in goals:
                self.open(f"{path}?n={number}")
        self.wait("/rates")
        self.assertLess(self.kept()["size"], 2_000_000)
        self.assertIn("/rates", self.kept()["paths"])
        # Another choice of what is shown leaves nothing of the old one.
        self.page.get_by_role("button", name="Hide amounts").click()
        self.assertTrue(eventually(lambda: self.kept()["paths"] == []), self.kept())
        self.open("/rates")
        self.wait("/rates")
        bodies = self.page.evaluate("""async () => {
            const cache = await caches.open("cst-pages");
            return (await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key)).text()))).join("");
        }""")
        self.assertNotIn('<data class="amount"', bodies)
        self.page.get_by_role("button", name="Sign out").click()
        self.page.get_by_role("heading", name="You have signed out").wait_for()
        self.assertTrue(eventually(lambda: self.kept()["paths"] == []), self.kept())
        self.server.end()
        with self.assertRaisesRegex(Exception, "ERR_CONNECTION|ERR_FAILED"):
            self.open("/goals")

    def test_it_can_be_installed(self):
        self.open("/")
        manifest = self.page.evaluate("""async () => {
            const link = document.querySelector("link[rel=manifest]").href;
            const text = await (await fetch(link)).json();
            const images = await Promise.all([...text.icons, { src: document.querySelector("link[rel=apple-touch-icon]").href, sizes: "180x180" }]
                .map((icon) => new Promise((done) => {
                    const image = new Image();
                    image.onload = () => done(`${icon.sizes} ${image.naturalWidth}x${image.naturalHeight}`);
                    image.onerror = () => done("broken");
                    image.src = icon.src;
                })));
            return { name: text.name, start: text.start_url, images, colors: [...document.querySelectorAll("meta[name=theme-color]")].map((meta) => meta.content) };
        }""")
        self.assertEqual((manifest["name"], manifest["start"]), ("Savings", "/"))
        for told in manifest["images"][1:]:
            self.assertEqual(*told.split())
        self.assertNotIn("broken", manifest["images"])
        self.assertEqual(manifest["colors"], ["#f5f3ee", "#121518"])
