"""What every request and every socket must pass: the host, the origin, and the headers of every answer.

The server answers only on this machine. A page of another site could still send the browser here, so that requests
must name this server as their host, and sockets and requests of scripts must come from a page of this server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import attrs
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES: Final = ("127.0.0.1", "localhost")


def hosts_of(port: int) -> tuple[str, ...]:
    """Return the hosts under which a server on this port is reached."""
    return tuple(f"{name}:{port}" for name in NAMES) + (NAMES if port == 80 else ())


@attrs.frozen
class Guard:
    """Refuses requests for other hosts and from other sites, and adds headers to every answer."""

    app: ASGIApp
    hosts: Sequence[str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = self._refused(scope)
        if why and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        elif why:
            await PlainTextResponse(why, 403)(scope, receive, self._with_headers(send))
        else:
            await self.app(scope, receive, self._with_headers(send))

    def _refused(self, scope: Scope) -> str:
        """Return why a request is refused, or ""."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self.hosts:
            return "expected the host of this server"
        origin = headers.get("origin")
        if origin is None:
            return "expected an origin" if scope["type"] == "websocket" else ""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return "expected an origin of this server"
        ours = parts.scheme == "http" and parts.netloc.lower() in self.hosts
        return "" if ours else "expected an origin of this server"

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(
                    {
                        "Content-Security-Policy": self._policy,
                        "Cache-Control": "no-cache",
                        "Cross-Origin-Opener-Policy": "same-origin",
                        "Cross-Origin-Resource-Policy": "same-origin",
                        "Referrer-Policy": "no-referrer",
                        "X-Content-Type-Options": "nosniff",
                        "X-Frame-Options": "DENY",
                    }
                )
            await send(message)

        return sending

    @property
    def _policy(self) -> str:
        sockets = " ".join(f"ws://{host}" for host in self.hosts)
        return (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
