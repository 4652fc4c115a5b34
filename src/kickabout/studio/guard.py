"""The guard: which requests may open the studio's pages."""

import ipaddress
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from kickabout.studio.sources.source import StudioError

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "kickabout"
MIN_TOKEN = 12
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def token_for(host: str, token: str) -> str:
    """Return the token that pages need; none if only this machine can reach the studio."""
    if token and len(token) < MIN_TOKEN:
        raise StudioError(f"a token has at least {MIN_TOKEN} characters, not {len(token)}")
    if token or is_loopback(host):
        return token
    return secrets.token_urlsafe(18)


class Guard:
    """Passes on requests with the token, and websockets of this server's pages only."""

    def __init__(self, app: App, *, host: str, token: str = "") -> None:
        self._app = app
        self._token = token
        # Hosts that a browser on this machine may name; another one hints at DNS rebinding.
        self._hosts = {"127.0.0.1", "localhost", "::1"} if is_loopback(host) else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin1"): value.decode("latin1") for name, value in scope["headers"]
        }
        status = self._refusal(scope, headers)
        if status is None:
            await self._app(scope, receive, self._with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": status})
        else:
            await _refuse(send, status)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> str | None:
        """Return why a request is refused; None if it is not."""
        origin = headers.get("origin")
        try:
            host = urlsplit("//" + headers.get("host", "")).hostname or ""
            page = urlsplit(origin or "").netloc
        except ValueError:
            return "the request names an invalid server"
        if self._hosts is not None and host not in self._hosts:
            return "the request names another server"
        named = scope["type"] == "websocket" or origin is not None
        if named and page != headers.get("host"):
            return "the page comes from another server"
        if self._token and not self._has_token(scope, headers):
            return "the token is missing or wrong; open the address that the studio printed"
        return None

    def _has_token(self, scope: Scope, headers: dict[str, str]) -> bool:
        given = [*parse_qs(scope["query_string"].decode("latin1")).get("token", [])]
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            cookie = None
        if cookie is not None:
            given.append(unquote(cookie.value))
        return any(secrets.compare_digest(text.encode(), self._token.encode()) for text in given)

    def _with_headers(self, send: Send) -> Send:
        """Add the headers with which browsers restrict other pages."""

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = [
                    (b"content-security-policy", POLICY.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                    (b"cache-control", b"no-cache"),
                ]
                if self._token:
                    cookie = (
                        f"{COOKIE}={quote(self._token, safe='')}; HttpOnly; SameSite=Strict; Path=/"
                    )
                    headers.append((b"set-cookie", cookie.encode()))
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        return send_with_headers


async def _refuse(send: Send, reason: str) -> None:
    body = reason.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
