"""Passes connections on to several servers of this machine in turns: alternate.py PORT SERVER-PORT…. One that does not answer is
passed over."""

import asyncio
import itertools
import sys


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def main(port, servers):
    turns = itertools.cycle(range(len(servers)))

    async def serve(reader, writer):
        first = next(turns)
        for server in servers[first:] + servers[:first]:
            try:
                there = await asyncio.open_connection("127.0.0.1", server)
                break
            except OSError:
                continue
        else:
            return writer.close()
        await asyncio.gather(copy(reader, there[1]), copy(there[0], writer))

    async with await asyncio.start_server(serve, "127.0.0.1", port) as server:
        await server.serve_forever()


if __name__ == "__main__":
    try:
        asyncio.run(main(int(sys.argv[1]), [int(word) for word in sys.argv[2:]]))
    except KeyboardInterrupt:
        pass
