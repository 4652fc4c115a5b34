"""The server: static pages, and websockets for everything that changes."""

import asyncio
import errno
import socket
import threading
from functools import partial
from pathlib import Path
from typing import Self
from urllib.parse import urlencode

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from kickabout.framework.closing import Closing
from kickabout.studio.channel import MAX_PAGES, Channel
from kickabout.studio.console import COMMANDS, Console
from kickabout.studio.guard import Guard, token_for
from kickabout.studio.pages.field_documentation import documentation
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController

STATIC = Path(__file__).parent / "static"
PORT = 8420
BESIDE = "/beside"  # path of the recording that is shown beside the first one
TRIES = 20  # ports, from the default one on
MAX_MESSAGE = 65_536  # bytes from a page


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
        beside: StudioController | None = None,
    ) -> None:
        channel = partial(Channel, max_pages=max_pages, max_fraction=max_fraction)
        self._shown = channel(controller)
        self._beside = None if beside is None else channel(beside)
        self._channels = [self._shown, *([self._beside] if self._beside else [])]
        self.token = token_for(host, token)
        self._socket = _bound(host, port)
        self.host, self.port = host, int(self._socket.getsockname()[1])
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
        for channel in self._channels:
            channel.start()
        self._thread.start()

    def close(self) -> None:
        self._server.should_exit = True
        for channel in self._channels:
            channel.end_feed()
        self._thread.join(5.0)
        self._socket.close()
        for channel in self._channels:
            channel.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def _app(self) -> Starlette:
        index = (STATIC / "index.html").read_bytes()

        async def page(_: object) -> Response:
            return Response(index, media_type="text/html")

        async def representations(_: object) -> Response:
            data = await asyncio.to_thread(documentation)
            return Response(data, media_type="application/json")

        return Starlette(
            routes=[
                Route("/", page),
                Route("/representations.json", representations),
                *self._routes(self._shown, ""),
                *(self._routes(self._beside, BESIDE) if self._beside else ()),
                Mount("/static", StaticFiles(directory=STATIC)),
            ]
        )

    def _routes(self, channel: Channel, path: str) -> list[Route | WebSocketRoute]:
        async def stage(_: object) -> Response:
            data = await asyncio.to_thread(self._stage, channel)
            return Response(data, media_type="application/json")

        return [
            Route(f"{path}/stage.json", stage),
            WebSocketRoute(f"{path}/feed", channel.serve_page),
        ]

    def _stage(self, channel: Channel) -> bytes:
        Console(channel.controller)  # the commands are registered once there is a console
        commands = [{"usage": c.usage, "doc": c.doc} for c in COMMANDS.values()]
        has_beside = channel is self._shown and self._beside is not None
        return msgspec.json.encode(
            {
                **channel.controller.stage(),
                "title": channel.controller.title,
                "beside": BESIDE if has_beside else None,
                "words": commands,
            }
        )


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
