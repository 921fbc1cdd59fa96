"""Servers of chains for a benchmark: each answers after a pause, and counts how many requests it has at one time.

Usage: servers.py MILLISECONDS CHAIN… with the number of each server's chain. Prints the ports, and at the end of its standard
input the largest count of each.
"""
import asyncio
import json
import sys

pause, chains = int(sys.argv[1]) / 1000, [int(chain) for chain in sys.argv[2:]]
count = len(chains)
open_now, most = [0] * count, [0] * count


def reply(chain, request):
    result = {"eth_chainId": hex(chain), "eth_getBalance": "0xde0b6b3a7640000"}.get(request["method"], "0x1")
    return {"jsonrpc": "2.0", "id": request["id"], "result": result}


async def serve(number, reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(head.split("content-length:")[1].split("\r\n")[0]) if "content-length:" in head else 0
            body = json.loads(await reader.readexactly(length) or "[]")
            open_now[number] += 1
            most[number] = max(most[number], open_now[number])
            await asyncio.sleep(pause)
            open_now[number] -= 1
            chain = chains[number]
            answers = [reply(chain, each) for each in body] if isinstance(body, list) else reply(chain, body)
            data = json.dumps(answers).encode()
            head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            writer.write(head % len(data) + data)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    servers = [
        await asyncio.start_server(lambda r, w, n=number: serve(n, r, w), "127.0.0.1", 0) for number in range(count)
    ]
    print(*[server.sockets[0].getsockname()[1] for server in servers], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(*most, flush=True)


asyncio.run(main())
