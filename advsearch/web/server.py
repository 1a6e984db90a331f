"""The server of the page: static files, a socket for each page, and two addresses for programs. It keeps no game."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from functools import cache
from importlib import resources
from typing import Any, Final

import attrs
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from advsearch.analysis.live.asking import ask_of
from advsearch.analysis.live.desks import Desks
from advsearch.drawing.palette import page_style
from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.web.guard import Guard, hosts_of
from advsearch.web.live import MOST_SOCKETS, Page
from advsearch.web.live_table import LiveTable

LONGEST_MESSAGE: Final = 1 << 16
"""The largest message of a page, in bytes."""
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@cache
def static_files() -> dict[str, tuple[str, bytes]]:
    """Return the files of the page, by their addresses, with their media types. No other file can be asked for."""
    found = {"/palette.css": (_TYPES["css"], page_style().encode())}
    top = resources.files("advsearch.web") / "static"
    for folder, prefix in ((top, ""), (top / "vendor", "vendor/")):
        for file in folder.iterdir():
            ending = file.name.rpartition(".")[2]
            if file.is_file() and ending in _TYPES:
                found[f"/{prefix}{file.name}"] = (_TYPES[ending], file.read_bytes())
    found["/"] = found["/index.html"]
    return found


@attrs.frozen
class Offered:
    """What a page offers. All games are specs."""

    games: tuple[str, ...]
    trees: str
    """The game whose starts are trees to explain."""
    tree_names: tuple[str, ...]
    standings: LiveTable | None = None
    """The tournament that the page shows."""


def app_of(offered: Offered, port: int) -> Starlette:
    """Return the application that serves a page on a port of this machine."""
    games = offered.games
    desks = Desks((*games, offered.trees))
    pages: set[WebSocket] = set()

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        desks.warm(games[0])
        yield
        await desks.close()

    async def file(request: Request) -> Response:
        media_type, content = static_files()[request.url.path]
        return Response(content, media_type=media_type)

    async def listed(_request: Request) -> Response:
        trees = {"spec": offered.trees, "names": offered.tree_names}
        return JSONResponse({"games": games, "trees": trees, "tournament": offered.standings is not None})

    async def tournament(request: Request) -> Response:
        if offered.standings is None:
            return JSONResponse({"error": "expected a tournament; start the server with --store FILE"}, 404)
        try:
            table = await asyncio.to_thread(offered.standings.table)
        except AdvsearchError as error:
            return JSONResponse({"error": str(error)}, 422)
        tag = f'"{table["played"]}-{table["planned"]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304)
        return JSONResponse(table, headers={"ETag": tag})

    async def position(request: Request) -> Response:
        query = request.query_params
        if query.get("game") not in games:
            return JSONResponse({"error": f"expected game to be one of {', '.join(games)}"}, 404)
        asked = {"do": "position", "start": query.get("start", ""), "moves": query.getlist("move")}
        try:
            answer = await _answer(desks, query["game"], asked)
        except AdvsearchError as error:
            return JSONResponse({"error": str(error)}, 422)
        return JSONResponse(answer, 422 if answer["kind"] == "error" else 200)

    async def live(socket: WebSocket) -> None:
        if len(pages) >= MOST_SOCKETS:
            await socket.close(1013, f"at most {MOST_SOCKETS} pages at a time")
            return
        pages.add(socket)
        try:
            await socket.accept()
            await Page(desks, socket).serve()
        finally:
            pages.discard(socket)

    routes: list[Any] = [Route(path, file) for path in static_files()]
    routes += [Route("/api/games", listed), Route("/api/position", position), Route("/api/tournament", tournament)]
    routes.append(WebSocketRoute("/live", live))
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts_of(port))],
        lifespan=lifespan,
        exception_handlers={404: _missing},
    )


async def _missing(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse("no such page", 404)


async def _answer(desks: Desks, game: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Ask one question, and return its first answer."""
    first: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def tell(message: dict[str, Any]) -> None:
        if not first.done() and message["kind"] not in ("building", "built"):
            first.set_result(message)

    question = desks.ask(game, ask_of(asked), tell)
    try:
        return await first
    finally:
        desks.stop(question)


def serve(offered: Offered, port: int, ready: Callable[[str], None]) -> None:
    """Serve a page on a port of this machine until Ctrl-C. Port 0 takes any free port. `ready` is called with
    the address when the server listens.
    """
    config = uvicorn.Config(
        app_of,
        host="127.0.0.1",
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=LONGEST_MESSAGE,
        timeout_graceful_shutdown=2,
    )
    listening = listen(config.host, port)
    taken = listening.getsockname()[1]
    config.app = app_of(offered, taken)
    server = uvicorn.Server(config)
    ready(f"http://127.0.0.1:{taken}/")
    server.run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port of this machine."""
    # asyncio sends small messages at once only on sockets that say TCP; the system would hold each back for 40 ms
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise InvalidSettings(f"expected --port to be a free port, got {port}: {error.strerror}") from None
    listening.listen(128)
    return listening
