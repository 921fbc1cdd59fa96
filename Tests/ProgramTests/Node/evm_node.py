"""A node of Ethereum for tests: a real machine with a real token on it, asked by JSON-RPC over HTTP.

Writes its port and the address of the token into the file `port`, and serves until there is a file `stop`.
"""
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pyrevm

FOLDER = os.path.dirname(os.path.abspath(__file__))
HOLDER = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
OTHER = "0x" + "22" * 20
OWNER = "0x" + "11" * 20
#: Seconds of the first block, and between two blocks.
FIRST, STEP = 1_775_000_000, 86_400

evm = pyrevm.EVM()
lock = threading.Lock()
logs = []
block = 0


def word(number):
    return number.to_bytes(32, "big")


def padded(address):
    return bytes(12) + bytes.fromhex(address[2:])


def note():
    """Keeps what the last transaction logged, in a block of its own."""
    global block
    block += 1
    for index, entry in enumerate(evm.result.logs):
        logs.append({
            "address": entry.address.lower(), "topics": entry.topics, "data": "0x" + entry.data[1].hex(),
            "blockNumber": hex(block), "transactionHash": "0x" + word(block).hex(), "logIndex": hex(index),
            "removed": False,
        })


evm.set_balance(OWNER, 10**24)
evm.set_balance(HOLDER, 123_456_789_012_345_678_901)
with open(os.path.join(FOLDER, "token.hex"), encoding="ascii") as file:
    code = bytes.fromhex(file.read().strip())
TOKEN = evm.deploy(OWNER, code + word(96) + word(6) + word(10**12) + word(4) + b"USDC".ljust(32, b"\0"))


def transfer(sender, receiver, amount):
    evm.message_call(sender, TOKEN, bytes.fromhex("a9059cbb") + padded(receiver) + word(amount))
    note()


for sender, receiver, amount in [
    (OWNER, HOLDER, 1_500_000), (OWNER, OTHER, 7), (HOLDER, OTHER, 250_001), (HOLDER, HOLDER, 5), (OTHER, HOLDER, 3),
]:
    transfer(sender, receiver, amount)


def matches(entry, wanted):
    if entry["address"] != wanted["address"].lower():
        return False
    if not int(wanted["fromBlock"], 16) <= int(entry["blockNumber"], 16) <= int(wanted["toBlock"], 16):
        return False
    pairs = zip(entry["topics"], wanted["topics"] + [None] * 4)
    return all(other is None or topic.lower() == other.lower() for topic, other in pairs)


def answer(method, params):
    if method == "eth_chainId":
        return hex(1)
    if method == "eth_blockNumber":
        return hex(block)
    if method == "eth_getBalance":
        return hex(evm.get_balance(params[0]))
    if method == "eth_call":
        data = bytes.fromhex(params[0]["data"][2:])
        return "0x" + evm.message_call(OTHER, params[0]["to"], data, is_static=True).hex()
    if method == "eth_getLogs":
        return [entry for entry in logs if matches(entry, params[0])]
    if method == "eth_getBlockByNumber":
        return {"number": params[0], "timestamp": hex(FIRST + STEP * int(params[0], 16))}
    raise LookupError(method)


def reply(request):
    head = {"jsonrpc": "2.0", "id": request.get("id")}
    try:
        with lock:
            return head | {"result": answer(request["method"], request["params"])}
    except LookupError as error:
        return head | {"error": {"code": -32601, "message": f"the method {error} does not exist"}}
    except RuntimeError as error:
        return head | {"error": {"code": 3, "message": "execution reverted", "data": str(error)}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answers = [reply(each) for each in body] if isinstance(body, list) else reply(body)
        data = json.dumps(answers).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open("port.part", "w", encoding="ascii") as file:
    file.write(f"{server.server_address[1]} {TOKEN.lower()}")
os.rename("port.part", "port")
threading.Thread(target=server.serve_forever, daemon=True).start()
while not os.path.exists("stop"):
    time.sleep(0.05)
