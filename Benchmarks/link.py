"""A link with a delay and a width between a client and a service on loopback."""

import asyncio
import time

import files  # noqa: F401 - makes the modules of the interop tests known
from loopback_server import LoopbackServer


class Link(LoopbackServer):
    """Forwards TCP connections. Every byte arrives half a round trip after it was sent, and each direction carries so many
    bytes a second, over all connections together. A connection takes a round trip before its first byte travels, as
    TCP's own greeting would."""

    def __init__(self, port: int, round_trip: float, bytes_a_second: float) -> None:
        super().__init__()
        self.target = port
        self.half = round_trip / 2
        self.rate = bytes_a_second
        self.up = 0
        self.down = 0
        self.connections = 0
        self._free = {"up": 0.0, "down": 0.0}

    def reset(self) -> None:
        self.up = self.down = self.connections = 0

    def floor(self) -> float:
        """Seconds that the bytes so far take at least: the fuller direction, and one round trip."""
        return max(self.up, self.down) / self.rate + 2 * self.half

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        await asyncio.sleep(2 * self.half)
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._carry(reader, back, "up"), self._carry(there, writer, "down"))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, direction: str) -> None:
        queue: asyncio.Queue[tuple[float, bytes] | None] = asyncio.Queue(maxsize=256)

        async def deliver() -> None:
            try:
                while (item := await queue.get()) is not None:
                    await asyncio.sleep(max(0.0, item[0] - time.monotonic()))
                    target.write(item[1])
                    await target.drain()
            finally:
                target.close()

        delivering = asyncio.create_task(deliver())
        try:
            while chunk := await source.read(16 << 10):
                setattr(self, direction, getattr(self, direction) + len(chunk))
                # The link is one: what is sent waits until what was sent before, by anybody, is on its way.
                sent = max(time.monotonic(), self._free[direction]) + len(chunk) / self.rate
                self._free[direction] = sent
                await queue.put((sent + self.half, chunk))
            await queue.put(None)
            await delivering
        except (ConnectionError, asyncio.CancelledError):
            delivering.cancel()
