"""Pages that are read while the program does not answer."""

from dashboard import PASSWORD, ROOT, free_port
from support import Household, Shared, WebCase, eventually

KEPT = """async () => {
    const cache = await caches.open("cst-pages:/");
    const keys = await cache.keys();
    const sizes = await Promise.all(keys.map(async (key) => (await (await cache.match(key)).arrayBuffer()).byteLength));
    return { paths: keys.map((key) => new URL(key.url).pathname), size: sizes.reduce((sum, size) => sum + size, 0) };
}"""


# The script itself, with a cache, a clock and a network of the test's own. `ask` sends what a browser would, and answers how that goes
# on; `reply` lets the network answer what was requested longest ago.
WORKER = """([source, base]) => {
    const stores = new Map(), handlers = {}, requests = [], waits = [];
    const key = (one) => new URL(one.url ?? one, "http://cst.test").href;
    const store = () => {
        const all = new Map();
        return {
            match: async (one) => all.get(key(one))?.clone(), delete: async (one) => all.delete(key(one)),
            put: async (one, answer) => void all.set(key(one), answer),
            keys: async () => [...all.keys()].map((url) => ({ url })),
        };
    };
    const caches = {
        open: async (name) => { if (!stores.has(name)) stores.set(name, store()); return stores.get(name); },
        delete: async (name) => stores.delete(name),
    };
    const clock = { time: 1_000_000, now: () => clock.time };
    const fetch = (one) => new Promise((resolve, reject) => requests.push({ url: key(one), resolve, reject }));
    new Function("location", "caches", "fetch", "Date", "addEventListener", "skipWaiting", "clients", source)(
        new URL(`http://cst.test${base}worker.js`), caches, fetch, clock, (name, handler) => handlers[name] = handler, () => {}, {});
    const turn = () => new Promise((done) => setTimeout(done, 5));
    window.worker = {
        clock, turn,
        async ask(method, path, mode = "navigate") {
            let answer;
            const request = { url: key(path), method, mode };
            handlers.fetch({ request, waitUntil: (work) => waits.push(work), respondWith: (work) => { answer = work; } });
            await turn();
            return { answer };
        },
        tell(urls) { handlers.message({ data: urls.map(key), waitUntil: (work) => waits.push(work) }); },
        async reply(text = `<html lang=en><p class="offline-note" data-lasts="60" hidden>`, headers = {}) {
            const answer = new Response(text, { headers: { "content-type": "text/html", ...headers } });
            requests.shift().resolve(answer);
            await turn();
        },
        async fail() { requests.shift().reject(new TypeError("no network")); await turn(); },
        async kept() {
            const all = await Promise.all([...stores].map(async ([name, one]) => (await one.keys()).map(({ url }) => `${name} ${url}`)));
            return all.flat().map((text) => text.replace("http://cst.test", ""));
        },
    };
}"""


class Worker(WebCase):
    """The script alone, where the order of everything is that of the test."""

    def setUp(self):
        self.tab = self.page(self.context(None, enter=False), ["no network"])
        self.begin("/")

    def begin(self, base):
        self.tab.goto("about:blank")
        self.tab.evaluate(WORKER, [(ROOT / "Modules/WebPages/Assets/worker.js").read_text(), base])

    def do(self, script):
        return self.tab.evaluate(f"async () => {{ const own = window.worker; {script} }}")

    def see(self, path):
        self.do(f"await own.ask('GET', '{path}'); await own.reply();")

    def kept(self):
        return self.do("return await own.kept()")

    def test_every_way_of_signing_in_deletes_all_copies(self):
        for method, path in [("GET", "/open?token=x"), ("POST", "/g/x"), ("POST", "/login"), ("POST", "/logout"), ("POST", "/preferences")]:
            self.see("/goals")
            self.assertEqual(self.kept(), ["cst-pages:/ /goals"])
            self.do(f"await own.ask('{method}', '{path}')")
            self.assertEqual(self.kept(), [], path)
        self.see("/goals")
        self.do("await own.ask('GET', '/g/x')")
        self.assertEqual(self.kept(), ["cst-pages:/ /goals"])

    def test_a_page_that_was_requested_before_a_sign_out_is_not_kept_after_it(self):
        self.do("await own.ask('GET', '/goals'); await own.ask('POST', '/logout'); await own.reply();")
        self.assertEqual(self.kept(), [])
        self.do("own.tell(['/goals']); await own.turn(); await own.ask('POST', '/preferences'); await own.reply();")
        self.assertEqual(self.kept(), [])

    def test_copies_last_as_long_as_a_session(self):
        self.see("/")
        self.see("/goals")
        offline = "const { answer } = await own.ask('GET', '/goals'); await own.fail(); return (await answer.catch(() => null))?.status ?? 0"
        self.do("own.clock.time += 59_000")
        self.assertEqual(self.do(offline), 200)
        self.do("own.clock.time += 2_000")
        self.assertEqual(self.do(offline), 0)
        self.assertEqual(self.kept(), [])
        # A page without a time is no page to keep.
        self.do("await own.ask('GET', '/goals'); await own.reply(`<html lang=en><p class=offline-note hidden>`);")
        self.assertEqual(self.kept(), [])

    def test_a_first_page_is_kept_by_the_same_rules(self):
        self.do("own.tell(['/people?done=1', '/login', '/g/x', 'http://other.test/goals']); await own.turn();")
        self.assertEqual(self.do("own.tell(['/goals']); await own.turn(); await own.reply(); return await own.kept()"), ["cst-pages:/ /goals"])

    def test_each_program_of_a_host_has_copies_of_its_own(self):
        self.begin("/a/")
        self.do("await own.ask('GET', '/a/goals'); await own.reply(); await own.ask('POST', '/b/logout')")
        self.assertEqual(self.kept(), ["cst-pages:/a/ /a/goals"])


class Offline(WebCase):
    def setUp(self):
        household = Household(like=Shared.plain())
        household.let_in("Ana")
        port = free_port()
        # On this machine alone nothing is kept.
        self.server = self.serve(household, "--behind-proxy", f"http://127.0.0.1:{port}", port=port)
        self.own = self.context(self.server, enter=False, service_workers="allow")
        self.page = self.page(self.own, ["Failed to load", "ERR_CONNECTION", "EventSource"])
        self.open("/login")
        self.page.get_by_label("Name", exact=True).fill("Ana")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in", exact=True).click()
        self.page.wait_for_url(self.server.base + "/")

    def open(self, path):
        self.page.goto(self.server.base + path)

    def kept(self):
        return self.page.evaluate(KEPT)

    def wait(self, path):
        self.assertTrue(eventually(lambda: path in self.kept()["paths"]), f"{path} is not kept: {self.kept()}")

    def hides(self):
        """Whether the page of the rates is kept, and no page with an amount."""
        bodies = self.page.evaluate("""async () => {
            const cache = await caches.open("cst-pages:/");
            return (await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key)).text()))).join("");
        }""")
        return "<h1>Rates</h1>" in bodies and '<data class="amount"' not in bodies

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
        self.assertTrue(eventually(self.hides), self.kept())
        self.page.get_by_role("button", name="Sign out").click()
        self.page.get_by_role("heading", name="You have signed out").wait_for()
        self.assertTrue(eventually(lambda: self.kept()["paths"] == []), self.kept())
        self.server.end()
        with self.assertRaisesRegex(Exception, "ERR_CONNECTION|ERR_FAILED"):
            self.open("/goals")

    def test_on_this_machine_alone_nothing_is_kept(self):
        server = self.serve(Household(like=Shared.plain()))
        own = self.context(server, service_workers="allow")
        page = WebCase.page(self, own)
        page.goto(server.base + "/goals")
        self.assertEqual(page.evaluate("document.body.dataset.worker ?? null"), None)
        self.assertEqual(page.locator(".offline-note").count(), 0)

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
