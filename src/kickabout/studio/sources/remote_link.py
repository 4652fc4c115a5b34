"""A link to a robot's feed: receives its newest moment, status and replies by a websocket."""

import itertools
import threading
import urllib.error
import urllib.request
from concurrent.futures import Future
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from kickabout.framework import clock
from kickabout.studio.sources.source import Moment, Status, StudioError, TimelineEvent

OPEN_TIMEOUT = 5.0  # s
REPLY_TIMEOUT = 10.0  # s
RETRY = 1.0  # s
MAX_SIZE = 16_000_000  # bytes of a message or a stage


class RemoteLink:
    """One robot's feed; it is reopened when it breaks."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._url = _url(address)
        self.stage = self._fetched_stage()
        self.moment: Moment | None = None
        self.status: Status | None = None
        self.events: tuple[TimelineEvent, ...] = ()
        self.problem = ""
        self._numbers = itertools.count(1)
        self._waiting: dict[int, Future[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._attempted = threading.Event()
        self._socket: ClientConnection | None = None
        self._thread = threading.Thread(target=self._run, name=f"link {address}", daemon=True)
        self._thread.start()
        clock.wait(2.0 * OPEN_TIMEOUT, self._attempted)
        if self._socket is None:
            self.close()
            raise StudioError(f"no robot answers at {address}: {self.problem}")

    def reply_to(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the robot's reply; without one, raise an error."""
        number, future = next(self._numbers), Future[dict[str, Any]]()
        with self._lock:
            socket = self._socket
            self._waiting[number] = future
        try:
            if socket is None:
                raise StudioError(f"there is no connection to {self.address}: {self.problem}")
            socket.send(msgspec.json.encode({**request, "id": number}).decode())
            reply = future.result(REPLY_TIMEOUT)
        except TimeoutError:
            raise StudioError(f"{self.address} did not answer in {REPLY_TIMEOUT:g} s") from None
        except WebSocketException as error:
            raise StudioError(f"the connection to {self.address} broke: {error}") from None
        finally:
            self._waiting.pop(number, None)
        if not reply.get("ok"):
            raise StudioError(str(reply.get("text", "the robot refused"))[:500])
        return reply

    def close(self) -> None:
        self._ended.set()
        socket = self._socket
        if socket is not None:
            socket.close()
        self._thread.join(2.0)

    def _fetched_stage(self) -> dict[str, Any]:
        url, query = self._url, f"?{self._url.query}" if self._url.query else ""
        try:
            page = f"{_page_scheme(url)}://{url.netloc}/stage.json{query}"
            with urllib.request.urlopen(page, timeout=OPEN_TIMEOUT) as answer:
                data: dict[str, Any] = msgspec.json.decode(answer.read(MAX_SIZE), type=dict)
        except urllib.error.HTTPError as error:
            reason = error.read(500).decode("utf-8", "replace") if error.code == 403 else str(error)
            raise StudioError(f"{self.address} refused: {reason}") from None
        except (OSError, ValueError, msgspec.DecodeError) as error:
            reason = str(getattr(error, "reason", "") or error)
            raise StudioError(f"no robot answers at {self.address}: {reason}") from None
        if not isinstance(data.get("robots"), list) or not isinstance(data.get("field"), dict):
            raise StudioError(f"the server at {self.address} is not a robot of this program")
        return data

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._listen()
            except (OSError, EOFError, WebSocketException) as error:
                self._lose(str(error))
            self._attempted.set()
            clock.wait(RETRY, self._ended)

    def _listen(self) -> None:
        url, query = self._url, f"?{self._url.query}" if self._url.query else ""
        with connect(
            f"{url.scheme}://{url.netloc}/feed{query}",
            origin=Origin(f"{_page_scheme(url)}://{url.netloc}"),
            open_timeout=OPEN_TIMEOUT,
            max_size=MAX_SIZE,
            compression=None,
        ) as socket:
            socket.send('{"do":"watch","moments":true}')
            self._socket, self.problem = socket, ""
            self._attempted.set()
            for data in socket:
                try:
                    self._take(data)
                except (ValueError, TypeError, LookupError) as error:
                    self.problem = f"it sent an invalid message: {error}"
        self._lose("")

    def _lose(self, reason: str) -> None:
        with self._lock:
            self._socket, self.problem = None, reason or "it closed the connection"
            waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            future.set_result({"ok": False, "text": f"the connection to {self.address} broke"})

    def _take(self, data: str | bytes) -> None:
        if isinstance(data, bytes):
            self.moment = Moment.unpacked(data)
            return
        message = msgspec.json.decode(data, type=dict)
        kind = message.pop("kind", "")
        if kind == "reply":
            future = self._waiting.pop(int(message["id"]), None)
            if future is not None:
                future.set_result(message)
        elif kind == "status":
            self.status = msgspec.convert(message, Status)
        elif kind == "events":
            self.events = msgspec.convert(message["events"], tuple[TimelineEvent, ...])


def _page_scheme(url: SplitResult) -> str:
    return "https" if url.scheme == "wss" else "http"


def _url(address: str) -> SplitResult:
    try:
        url = urlsplit(address)
        valid = url.scheme in ("ws", "wss") and bool(url.hostname) and url.port is not None
    except ValueError:
        valid = False
    if not valid:
        raise StudioError(f"'{address}' is not an address of a robot; expected ws://HOST:PORT")
    return url
