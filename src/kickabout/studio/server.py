"""The server: static pages, and one websocket per page for everything that changes."""

import asyncio
import contextlib
import errno
import socket
import threading
from pathlib import Path
from typing import Self
from urllib.parse import urlencode

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from kickabout.framework import KickaboutError, clock
from kickabout.framework.closing import Closing
from kickabout.studio.calibration import fitted_colors, save_calibration
from kickabout.studio.console import COMMANDS, Console
from kickabout.studio.feed import Feed, Page, Payload
from kickabout.studio.guard import Guard, token_for
from kickabout.studio.page_messages import (
    CalibrationRequest,
    Change,
    Complete,
    FitCamera,
    FitColors,
    Inspect,
    ReadMotion,
    Request,
    RunLine,
    SampleLines,
    SaveCalibration,
    SaveMotion,
    ShowMotion,
    Watch,
    page_message,
)
from kickabout.studio.pages.field_documentation import documentation
from kickabout.studio.pages.page_answers import PageAnswers
from kickabout.studio.pages.requests import (
    AskBehavior,
    AskOverview,
    AskPositions,
    KeepLayout,
    Layouts,
)
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController

STATIC = Path(__file__).parent / "static"
PORT = 8420
TRIES = 20  # ports, from the default one on
MAX_MESSAGE = 65_536  # bytes from a page
MAX_PAGES = 32
MAX_DELAY = 2.0  # s between two answers to a page that requests too much


class AddressInUse(StudioError):
    """A port that another program listens at."""


class StudioServer(Closing):
    """Serves a studio until it is closed, in its own threads."""

    def __init__(
        self,
        controller: StudioController,
        *,
        host: str = "127.0.0.1",
        port: int | None = None,
        token: str = "",
        max_pages: int = MAX_PAGES,
        max_fraction: float = 1.0,
    ) -> None:
        self.controller = controller
        self._max_pages = max_pages
        self._max_fraction = max_fraction  # of time for answers to one page
        self.feed = Feed(controller)
        self._answers = PageAnswers(controller)
        self.token = token_for(host, token)
        self._socket = _bound(host, port)
        self.host, self.port = host, int(self._socket.getsockname()[1])
        self._pages = 0
        guarded = Guard(self._app(), host=host, token=self.token)
        config = uvicorn.Config(
            guarded,
            log_level="warning",
            ws_max_size=MAX_MESSAGE,
            ws_per_message_deflate=False,
            access_log=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, args=([self._socket],), name="studio server", daemon=True
        )

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        token = f"?{urlencode({'token': self.token})}" if self.token else ""
        return f"http://{host}:{self.port}/{token}"

    def start(self) -> None:
        self.feed.start()
        self._thread.start()

    def close(self) -> None:
        self._server.should_exit = True
        self.feed.close()
        self._thread.join(5.0)
        self._socket.close()
        self._answers.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def _app(self) -> Starlette:
        index = (STATIC / "index.html").read_bytes()

        async def page(_: object) -> Response:
            return Response(index, media_type="text/html")

        async def stage(_: object) -> Response:
            data = await asyncio.to_thread(self._stage)
            return Response(data, media_type="application/json")

        async def representations(_: object) -> Response:
            data = await asyncio.to_thread(documentation)
            return Response(data, media_type="application/json")

        return Starlette(
            routes=[
                Route("/", page),
                Route("/stage.json", stage),
                Route("/representations.json", representations),
                WebSocketRoute("/feed", self._serve_page),
                Mount("/static", StaticFiles(directory=STATIC)),
            ]
        )

    def _stage(self) -> bytes:
        Console(self.controller)  # the commands are registered once there is a console
        commands = [{"usage": c.usage, "doc": c.doc} for c in COMMANDS.values()]
        return msgspec.json.encode({**self.controller.stage(), "words": commands})

    async def _serve_page(self, socket: WebSocket) -> None:
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
                page.offer("failure", _json({"kind": "failure", "text": str(error)}))
                continue
            if isinstance(message, Watch):
                self.feed.watch(page, message)
                continue
            begin = clock.monotonic()
            reply = await asyncio.to_thread(self._answered, console, message)
            page.offer("reply", reply)
            used = clock.monotonic() - begin
            await asyncio.sleep(min(used / self._max_fraction - used, MAX_DELAY))
            while page.has_waiting("reply"):  # replies to a page that does not read would pile up
                sent.clear()
                await sent.wait()

    def _answered(self, console: Console, request: Request) -> str:
        try:
            if isinstance(request, Inspect):
                answer = self.controller.inspect(request.robot, request.view.question).decode()
                return f'{{"kind":"reply","id":{request.id},"ok":true,"of":{answer}}}'
            return _json({"kind": "reply", "id": request.id, **self._answer(console, request)})
        except (KickaboutError, ValueError, OSError) as error:
            return _refused(request, str(error))
        except RecursionError:
            return _refused(request, "the message is nested too deeply")

    def _answer(self, console: Console, request: Request) -> dict[str, object]:
        match request:
            case RunLine(line=line):
                text = console.run(line)
                self.feed.hurry()
                return _output(console, text)
            case Complete(line=line):
                return {"words": console.completions(line)}
            case Change(robot=robot, what=what):
                console.demand_may_change(what)
                return {"ok": True, "of": self._changed(robot, what, request.arguments)}
            case SampleLines() | FitCamera() | FitColors() | SaveCalibration():
                return {"ok": True, **self._calibrated(console, request)}
            case ReadMotion(name=""):
                motions = self.controller.motions
                return {"ok": True, "names": motions.names(), "body": motions.body()}
            case ReadMotion(name=name):
                return {"ok": True, "source": self.controller.motions.text(name)}
            case ShowMotion(name=name, text=text, start=start):
                return {"ok": True, "shown": self.controller.motions.shown(name, text, start)}
            case SaveMotion(name=name, text=text):
                console.demand_may_change("save")
                return {"ok": True, "text": f"saved to {self.controller.motions.save(name, text)}"}
            case KeepLayout():
                console.demand_may_change("save")
                return self._answers.answer(request)
            case Layouts() | AskOverview() | AskBehavior() | AskPositions():
                return self._answers.answer(request)
        raise StudioError("this request cannot be answered")

    def _calibrated(self, console: Console, request: CalibrationRequest) -> dict[str, object]:
        calibrations = self.controller.calibrations
        match request:
            case SampleLines(robot=robot, clear=clear):
                lines = calibrations.clear(robot) if clear else calibrations.sample(robot)
                return {"lines": lines}
            case FitCamera(robot=robot, pose=pose):
                return calibrations.fit(robot, self.controller.stage()["field"]["lines"], pose)
            case FitColors(samples=samples):
                return fitted_colors(samples)
            case SaveCalibration(layer=layer, module=module, values=values):
                console.demand_may_change("save")
                path = self.controller.layer_file(layer)
                save_calibration(path, module, values)
                return {"text": f"saved to {path}; play with --location {layer}"}

    def _changed(self, robot: str, what: str, arguments: tuple[object, ...]) -> object:
        try:
            changed = self.controller.change(robot, what, *arguments)
        except TypeError:
            raise StudioError(f"'{what}' does not take these {len(arguments)} arguments") from None
        self.feed.hurry()
        return msgspec.to_builtins(changed)


def _output(console: Console, text: str) -> dict[str, object]:
    return {
        "ok": True,
        "text": text,
        "drawings": sorted(console.session.drawings),
        "robots": console.session.robots,
    }


def _refused(request: Request, reason: str) -> str:
    return _json({"kind": "reply", "id": request.id, "ok": False, "text": reason})


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


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


def _bound(host: str, port: int | None) -> socket.socket:
    """Return a listening socket at the given port, or at the first free one from the default on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = range(PORT, PORT + TRIES) if port is None else (port,)
    kind: type[StudioError] = StudioError
    reason = ""
    for number in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen()  # clients that connect before the server runs wait
            return listener
        except (OSError, OverflowError) as error:
            is_taken = getattr(error, "errno", None) == errno.EADDRINUSE
            kind = AddressInUse if is_taken else StudioError
            reason = getattr(error, "strerror", None) or str(error)
            listener.close()
    raise kind(f"the studio cannot open {host}:{ports[0]}: {reason}")
