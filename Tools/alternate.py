"""Passes requests on to several servers of this machine in turns: alternate.py PORT SERVER-PORT…. One that does not answer is passed
over: the same request goes to the next one, forms too, since each is carried out once."""

import asyncio
import re
import sys


class Alternate:
    """The proxy. A server is the number of its port."""

    def __init__(self, servers):
        self.servers, self.turn = servers, 0
        # Nothing else holds a task whose browser has gone.
        self.tasks = set()

    async def answer(self, server, request):
        """The beginning of the answer of a server, and its connection; None where it does not answer."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server)
        except OSError:
            return None
        try:
            writer.write(request)
            if start := await reader.read(65536):
                return start, reader, writer
        except OSError:
            pass
        writer.close()
        return None

    async def serve(self, reader, writer):
        self.tasks.add(asyncio.current_task())
        try:
            request = await one_request(reader)
            self.turn += 1
            first = self.turn % len(self.servers)
            for server in self.servers[first:] + self.servers[:first]:
                if found := await self.answer(server, request):
                    await pass_on(found, reader, writer)
                    break
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            self.tasks.discard(asyncio.current_task())

    async def run(self, port):
        async with await asyncio.start_server(self.serve, "127.0.0.1", port) as server:
            await server.serve_forever()


async def one_request(reader):
    """The only request of a connection, so that the next one goes to the next server."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: *(\d+)", head, re.I)
    body = await reader.readexactly(int(length[1])) if length else b""
    return re.sub(rb"\r\nconnection:[^\r]*", b"", head, flags=re.I)[:-2] + b"Connection: close\r\n\r\n" + body


async def pass_on(found, reader, writer):
    """Copies an answer until it ends, or whoever asked has gone."""
    data, source, to_source = found

    async def copy(data):
        while data:
            writer.write(data)
            await writer.drain()
            data = await source.read(65536)
    gone = asyncio.ensure_future(reader.read())
    copying = asyncio.ensure_future(copy(data))
    try:
        await asyncio.wait([copying, gone], return_when=asyncio.FIRST_COMPLETED)
        if copying.done():
            copying.result()
    finally:
        gone.cancel()
        copying.cancel()
        to_source.close()


if __name__ == "__main__":
    try:
        asyncio.run(Alternate([int(word) for word in sys.argv[2:]]).run(int(sys.argv[1])))
    except KeyboardInterrupt:
        pass
