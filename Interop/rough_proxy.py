"""A road on which requests get lost, late, doubled and out of order; with a seed, so that a run can be had again."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass

from loopback_server import LoopbackServer


@dataclass(frozen=True)
class Road:
    """How rough it is: each a share of the requests, the delay in seconds."""

    cut_before: float = 0.0
    cut_after: float = 0.0
    cut_within: float = 0.0
    doubled: float = 0.0
    refused: float = 0.0
    #: Every request waits up to so long, so that those sent side by side arrive in another order.
    delay: float = 0.0


class RoughProxy(LoopbackServer):
    """Forwards HTTP/1.1 requests to a service on loopback, one connection for each; runs in a thread of its own."""

    def __init__(self, port: int, road: Road, seed: int) -> None:
        super().__init__()
        self.target = port
        self.road = road
        self.random = random.Random(seed)
        self.done: Counter[str] = Counter()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await self._message(reader)) is not None:
                answer = await self._travel(request)
                if answer is None:
                    break
                writer.write(answer)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            pass
        finally:
            writer.close()

    async def _travel(self, request: bytes) -> bytes | None:
        """The answer as it comes back; None when the connection is cut."""
        road, chance = self.road, self.random.random()
        if road.delay:
            await asyncio.sleep(self.random.random() * road.delay)
        for name in ("cut_before", "cut_within", "cut_after", "doubled", "refused"):
            share = getattr(road, name)
            if chance < share:
                self.done[name] += 1
                break
            chance -= share
        else:
            name = "passed"
            self.done[name] += 1
        if name == "cut_before":
            return None
        if name == "refused":
            body = b'{"errorCode":"UNSPECIFIED_ERROR","message":"Not now."}'
            return (
                b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n"
                b"content-length: %d\r\n\r\n" % len(body) + body
            )
        if name == "cut_within":
            await self._forward(request[: len(request) * 2 // 3], whole=False)
            return None
        answer = await self._forward(request)
        if name == "doubled":
            answer = await self._forward(request)
        return None if name == "cut_after" else answer

    async def _forward(self, request: bytes, whole: bool = True) -> bytes | None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.target, limit=1 << 20)
        try:
            writer.write(request)
            await writer.drain()
            return await self._message(reader, is_head=request.startswith(b"HEAD ")) if whole else None
        finally:
            writer.close()

    @staticmethod
    async def _message(reader: asyncio.StreamReader, is_head: bool = False) -> bytes | None:
        """One request or answer with its body; None when the other side has closed."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return None
        fields = dict(
            (name.strip().lower(), value.strip())
            for name, _, value in (line.partition(b":") for line in head.split(b"\r\n")[1:] if line)
        )
        if is_head or head.startswith((b"HTTP/1.1 1", b"HTTP/1.1 204", b"HTTP/1.1 304")):
            return head
        if fields.get(b"transfer-encoding", b"").lower() == b"chunked":
            body = b""
            while True:
                line = await reader.readuntil(b"\r\n")
                size = int(line.split(b";")[0], 16)
                body += line + await reader.readexactly(size + 2)
                if size == 0:
                    return head + body
        return head + await reader.readexactly(int(fields.get(b"content-length", b"0")))
