"""Only pages of this server have access, and with a token only those that send it."""

import asyncio
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlencode

import pytest

from kickabout.studio.guard import Guard, is_loopback, token_for
from kickabout.studio.sources.source import StudioError

TOKEN = "a-long-secret-token"


async def _app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})


def _response(
    guard: Guard, headers: dict[str, str], *, kind: str = "http", query: str = ""
) -> MutableMapping[str, Any]:
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "websocket.connect"}

    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "headers": named, "query_string": query.encode()}
    asyncio.run(guard(scope, receive, send))
    return sent[0]


def _status(guard: Guard, headers: dict[str, str], query: str = "") -> int:
    return int(_response(guard, headers, query=query)["status"])


def test_a_page_of_this_machine_is_accepted() -> None:
    guard = Guard(_app, host="127.0.0.1")
    assert _status(guard, {"host": "127.0.0.1:8420"}) == 200
    assert _status(guard, {"host": "localhost:8420"}) == 200


def test_another_name_for_this_machine_is_refused() -> None:
    guard = Guard(_app, host="127.0.0.1")
    assert _status(guard, {"host": "evil.example:8420"}) == 403
    assert _status(guard, {}) == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:9999", "null", ""])
def test_websockets_of_other_pages_are_refused(origin: str) -> None:
    guard = Guard(_app, host="127.0.0.1")
    headers = {"host": "127.0.0.1:8420", "origin": origin}
    assert _response(guard, headers, kind="websocket")["type"] == "websocket.close"
    own = {"host": "127.0.0.1:8420", "origin": "http://127.0.0.1:8420"}
    assert _response(guard, own, kind="websocket")["type"] == "websocket.accept"


def test_a_websocket_without_origin_is_refused() -> None:
    guard = Guard(_app, host="127.0.0.1")
    answer = _response(guard, {"host": "127.0.0.1:8420"}, kind="websocket")
    assert answer["type"] == "websocket.close"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
@pytest.mark.parametrize("named", [{"host": "["}, {"host": "localhost", "origin": "http://["}])
def test_invalid_server_names_are_refused(host: str, named: dict[str, str]) -> None:
    guard = Guard(_app, host=host, token=TOKEN)
    assert _status(guard, named, f"token={TOKEN}") == 403
    assert _response(guard, named, kind="websocket")["type"] == "websocket.close"


def test_a_request_with_the_token_gets_a_cookie() -> None:
    guard = Guard(_app, host="0.0.0.0", token=TOKEN)
    headers = {"host": "robot.local:8420"}
    assert _status(guard, headers) == 403
    assert _status(guard, headers, "token=wrong") == 403
    answer = _response(guard, headers, query=f"token={TOKEN}")
    assert answer["status"] == 200
    assert any(name == b"set-cookie" and b"HttpOnly" in value for name, value in answer["headers"])
    assert _status(guard, {**headers, "cookie": f"kickabout={TOKEN}"}) == 200
    assert _status(guard, {**headers, "cookie": "kickabout=other"}) == 403


def test_a_token_may_have_any_letters() -> None:
    token = 'a+b&c#d=e;f"g h ü%41'
    guard = Guard(_app, host="0.0.0.0", token=token)
    headers = {"host": "robot.local:8420"}
    answer = _response(guard, headers, query=urlencode({"token": token}))
    cookie = dict(answer["headers"])[b"set-cookie"].decode().partition(";")[0]
    assert _status(guard, {**headers, "cookie": cookie}) == 200


def test_other_machines_always_need_a_token() -> None:
    assert token_for("127.0.0.1", "") == ""
    assert len(token_for("0.0.0.0", "")) > 16
    assert token_for("0.0.0.0", "") != token_for("0.0.0.0", "")
    with pytest.raises(StudioError, match="at least"):
        token_for("0.0.0.0", "short")


def test_loopback_is_recognized() -> None:
    assert is_loopback("localhost")
    assert is_loopback("::1")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("robot.local")


def test_pages_load_nothing_from_elsewhere() -> None:
    answer = _response(Guard(_app, host="127.0.0.1"), {"host": "localhost"})
    policy = dict(answer["headers"])[b"content-security-policy"].decode()
    assert "default-src 'none'" in policy
    assert "http:" not in policy
