"""The channel: one websocket per page for what changes in one match or recording."""

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from kickabout.framework import clock
from kickabout.studio.console import Console
from kickabout.studio.feed import Feed, Page, Payload
from kickabout.studio.page_messages import Watch, page_message
from kickabout.studio.responder import Responder, failure_text
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController

MAX_PAGES = 32
MAX_DELAY = 2.0  # s between two answers to a page that requests too much


class Channel:
    """Sends data of a controller to its pages, and answers their requests."""

    def __init__(
        self, controller: StudioController, *, max_pages: int, max_fraction: float
    ) -> None:
        self.controller = controller
        self.feed = Feed(controller)
        self._responder = Responder(controller, self.feed)
        self._max_pages = max_pages
        self._max_fraction = max_fraction  # of time for answers to one page
        self._pages = 0

    def start(self) -> None:
        self.feed.start()

    def end_feed(self) -> None:
        self.feed.close()

    def close(self) -> None:
        self._responder.close()

    async def serve_page(self, socket: WebSocket) -> None:
        if self._pages >= self._max_pages:
            await socket.close(4429, f"this studio already has {self._max_pages} open pages")
            return
        await socket.accept()
        self._pages += 1
        loop, wake, sent = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        page = self.feed.open_page(lambda: _wake(loop, wake))
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(socket, page, sent))
                tasks.create_task(_send(socket, page, wake, sent))
        except* WebSocketDisconnect:
            pass
        finally:
            self._pages -= 1
            self.feed.close_page(page)

    async def _listen(self, socket: WebSocket, page: Page, sent: asyncio.Event) -> None:
        console = Console(self.controller)
        while True:
            try:
                message = page_message(await _received(socket))
            except StudioError as error:
                page.offer("failure", failure_text(error))
                continue
            if isinstance(message, Watch):
                self.feed.watch(page, message)
                continue
            begin = clock.monotonic()
            reply = await asyncio.to_thread(self._responder.answered, console, message)
            page.offer("reply", reply)
            used = clock.monotonic() - begin
            await asyncio.sleep(min(used / self._max_fraction - used, MAX_DELAY))
            while page.has_waiting("reply"):  # replies to a page that does not read would pile up
                sent.clear()
                await sent.wait()


def _wake(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed when the studio ends
        loop.call_soon_threadsafe(event.set)


async def _received(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    if text is None:
        raise StudioError("the page sent bytes, but messages are text")
    return text


async def _send(socket: WebSocket, page: Page, wake: asyncio.Event, sent: asyncio.Event) -> None:
    """Send the newest data; while a page is slow, newer data replace older ones."""
    while True:
        await wake.wait()
        wake.clear()
        for payload in page.taken():
            await _send_one(socket, payload)
        sent.set()


async def _send_one(socket: WebSocket, payload: Payload) -> None:
    try:
        if isinstance(payload, bytes):
            await socket.send_bytes(payload)
        else:
            await socket.send_text(payload)
    except RuntimeError:  # the socket was closed meanwhile
        raise WebSocketDisconnect from None
