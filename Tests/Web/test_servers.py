"""Two servers of one household behind a proxy that takes them in turns, and three browsers: nobody notices that there are two, nor that
one of them is killed."""

import asyncio
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

from dashboard import PASSWORD, ROOT, Client, Household, free_port
from support import Shared, WebCase, eventually
from test_journeys import figures

sys.path.insert(0, str(ROOT / "Tools"))
from alternate import Alternate  # noqa: E402

WRONG = "wrong horse battery"
ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"


class Database:
    """A PostgreSQL server of its own, which ends with the tests however they end."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cst-pg-"))
        self.process = subprocess.Popen(
            [ROOT / "Tools/postgres", self.folder, "sh", "-c",
             'echo "$OWNER_ADDRESS"; echo "$CST_PERSISTENCE_POSTGRES_ADDRESS"; cat'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.owner, self.app = (self.process.stdout.readline().strip() for _ in range(2))

    def end(self):
        self.process.communicate()
        shutil.rmtree(self.folder)


class Proxy(Alternate):
    """Notes which server got what, and may lose the answer to a form."""

    def __init__(self, servers):
        super().__init__(servers)
        self.port, self.took, self.lose = free_port(), [], None
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.wait(asyncio.start_server(self.serve, "127.0.0.1", self.port))

    def wait(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)

    def end(self):
        async def cancel():
            for task in self.tasks:
                task.cancel()
        self.wait(cancel())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    async def answer(self, server, request):
        found = await super().answer(server, request)
        if found and self.lose and request.startswith(b"POST"):
            lose, self.lose = self.lose, None
            lose(server)
            found[2].close()
            return None
        if found:
            self.took.append((server, request.split(b" ", 1)[0].decode()))
        return found


class Node(http.server.BaseHTTPRequestHandler):
    """A server of Ethereum on which every address has one coin."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        results = {"eth_chainId": "0x1", "eth_getBalance": "0xde0b6b3a7640000"}
        answers = [{"jsonrpc": "2.0", "id": one["id"], "result": results.get(one["method"])}
                   for one in (asked if isinstance(asked, list) else [asked])]
        text = json.dumps(answers if isinstance(asked, list) else answers[0]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Servers(WebCase):
    def setUp(self):
        node = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Node)
        threading.Thread(target=node.serve_forever, daemon=True).start()
        self.addCleanup(node.shutdown)
        database = Database()
        self.addCleanup(database.end)
        self.household = Household(like=Shared.plain())
        self.household.environment |= {
            "CST_NETWORK_OFFLINE": "false", "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "jsonrpc",
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASE_URL": f"http://127.0.0.1:{node.server_port}",
        }
        place = {"CST_PERSISTENCE_PROVIDER": "postgres", "CST_PERSISTENCE_POSTGRES_ADDRESS": database.app}
        owner = Household()
        owner.environment |= place | {"CST_PERSISTENCE_POSTGRES_ADDRESS": database.owner}
        for program in ("cst-assets", "cst-plan", "cst-web"):
            owner.run(program, "store", "prepare", "--role", "cst_app")
        self.household.run("cst-assets", "store", "move", "--to", database.owner)
        self.household.environment |= place
        self.household.run("cst-assets", "add", "Vault", "--currency", "ETH", "--chain", "ethereum", "--address", ADDRESS)
        for name in ("Ana", "Ben"):
            self.household.let_in(name)
        assets = self.household.document("cst-assets", "list")["assets"]
        self.savings, self.vault = (
            next(row["id"] for row in assets if row["name"] == name) for name in ("Savings", "Vault"))
        self.proxy = Proxy([free_port(), free_port()])
        self.addCleanup(self.proxy.end)
        self.base = f"http://127.0.0.1:{self.proxy.port}"
        self.servers = {}
        for port in self.proxy.servers:
            other = Household()
            other.environment |= self.household.environment | {
                name: text for name, text in other.environment.items() if name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
            self.servers[port] = self.serve(other, "--behind-proxy", self.base, port=port)

    def browser(self, name):
        """A page of somebody who has signed in."""
        # The stream of events of a server that is killed breaks off.
        page = self.page(self.context(None, enter=False), ["net::ERR_INCOMPLETE_CHUNKED_ENCODING"])
        page.goto(self.base + "/login")
        self.sign_in(page, name, PASSWORD)
        page.wait_for_url(self.base + "/")
        return page

    def sign_in(self, page, name, password):
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Password", exact=True).fill(password)
        self.press(page, "Sign in")

    def press(self, page, name):
        """Presses a button and returns the status of what follows."""
        with page.expect_response(lambda answer: answer.request.is_navigation_request()) as answer:
            page.get_by_role("button", name=name, exact=True).first.click()
        page.wait_for_load_state()
        return answer.value.status

    def open(self, path):
        """Opens an address in all browsers."""
        for page in self.pages:
            page.goto(self.base + path)

    def deposits(self):
        return len(self.household.document("cst-assets", "transactions", "Savings")["transactions"])

    def all_show(self, what, wanted, within=2):
        """All pages show it within so many seconds, without being loaded."""
        def shown():
            return [what(page) for page in self.pages]
        eventually(lambda: shown() == [wanted] * len(self.pages), within=within)
        self.assertEqual(shown(), [wanted] * len(self.pages))

    @staticmethod
    def balance(page):
        return figures(page, "[data-live-id=balance]")

    @staticmethod
    def fill(page, amount):
        page.get_by_label("Amount", exact=True).first.fill(amount)

    def test_three_browsers(self):
        self.pages = [self.browser(name) for name in ("Ana", "Ana", "Ben")]
        self.check_writes()
        self.check_flex()
        self.check_sync()
        self.check_kill()
        self.check_passwords()
        self.check_removal()
        # Each took its part of everything.
        for port in self.servers:
            for method in ("GET", "POST"):
                self.assertIn((port, method), self.proxy.took)

    def check_writes(self):
        self.open(f"/assets/{self.savings}")
        count = self.deposits()
        with self.subTest("written"):
            self.fill(self.pages[0], "500")
            self.assertEqual(self.press(self.pages[0], "Add money"), 303)
            self.all_show(self.balance, ["5000.00"])
        with self.subTest("twice"):
            page = self.pages[1]
            self.fill(page, "100")
            page.get_by_role("button", name="Add money", exact=True).dblclick()
            page.wait_for_url("**done=*")
            page.reload()
            self.all_show(self.balance, ["5100.00"])
            page.go_back()
            page.go_forward()
            self.assertEqual(self.deposits(), count + 2)
        with self.subTest("undone"):
            self.open(f"/assets/{self.savings}")
            self.pages[2].goto(self.base + "/activity")
            self.pages[2].get_by_role("button", name="Undo", exact=True).first.click()
            self.pages[2].wait_for_load_state()
            self.pages[2].goto(f"{self.base}/assets/{self.savings}")
            self.all_show(self.balance, ["5000.00"])

    def check_flex(self):
        self.open("/")
        def total(page):
            return figures(page, "[data-live-id=total]")
        before = total(self.pages[0])
        self.pages[1].goto(self.base + "/flex?percent=80")
        self.assertEqual(self.press(self.pages[1], "Save these payments"), 303)
        self.pages[1].goto(self.base + "/")
        after = [self.household.document("cst-plan", "required")["plannedTotal"]["amount"]]
        self.assertNotEqual(after, before)
        self.all_show(total, after)

    def check_sync(self):
        self.open(f"/assets/{self.vault}")
        self.assertEqual(self.press(self.pages[2], "Read its balance"), 303)
        self.pages[2].goto(f"{self.base}/assets/{self.vault}")
        self.all_show(self.balance, ["1"])

    def check_kill(self):
        """One carries a form out and is killed before it has said so."""
        self.open(f"/assets/{self.savings}")
        count = self.deposits()
        killed = []

        def kill(port):
            self.servers[port].process.kill()
            self.servers[port].process.wait()
            killed.append(port)
        self.proxy.lose = kill
        self.fill(self.pages[0], "250")
        self.assertEqual(self.press(self.pages[0], "Add money"), 303)
        self.assertEqual(len(killed), 1)
        self.assertEqual(self.deposits(), count + 1)
        # The stream of a page is asked for again after two seconds.
        self.all_show(self.balance, ["5250.00"], within=10)
        for page in self.pages:
            self.assertEqual(page.locator(".live-bar").inner_text(), "")
            self.assertEqual(page.goto(self.base + "/goals").status, 200)
        self.servers[killed[0]].start()
        for page in self.pages:
            for _ in self.servers:
                self.assertEqual(page.goto(self.base + "/goals").status, 200)

    def check_passwords(self):
        page = self.page(self.context(None, enter=False), ["status of 401", "status of 429"])
        page.goto(self.base + "/login")
        statuses = []
        for _ in range(6):
            page.get_by_label("Name", exact=True).fill("Ben")
            page.get_by_label("Password", exact=True).fill(WRONG)
            statuses.append(self.press(page, "Sign in"))
        self.assertEqual(statuses, [401] * 5 + [429])
        # On either of them the right one has to wait, too.
        for server in self.servers.values():
            client = Client(server, Host=f"127.0.0.1:{self.proxy.port}", **{"Sec-Fetch-Site": "same-origin"})
            self.addCleanup(client.close)
            answer = client.ask("POST", "/login", [("name", "Ben"), ("password", PASSWORD)], is_patient=False)
            self.assertEqual(answer.status, 429)

    def check_removal(self):
        ben = self.pages.pop()
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in ben.context.cookies())
        clients = [
            Client(server, Host=f"127.0.0.1:{self.proxy.port}", Cookie=cookie, Accept="application/json")
            for server in self.servers.values()]
        for client in clients:
            self.addCleanup(client.close)
            self.assertEqual(client.get("/api/v1/goals").status, 200)
        self.pages[0].goto(self.base + "/people")
        self.assertEqual(self.press(self.pages[0], "Remove Ben"), 303)
        eventually(lambda: [client.get("/api/v1/goals").status for client in clients] == [401, 401], within=1)
        self.assertEqual([client.get("/api/v1/goals").status for client in clients], [401, 401])
        ben.goto(self.base + "/goals")
        self.assertTrue(ben.url.startswith(self.base + "/login"))
        for page in self.pages:
            self.assertEqual(page.goto(self.base + "/goals").status, 200)
