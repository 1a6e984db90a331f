"""The socket of a page: its questions go to the desks, and their answers come back as they are found."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from advsearch.analysis.live.asking import ask_of
from advsearch.analysis.live.desks import Desks, Question
from advsearch.errors import AdvsearchError

MOST_SOCKETS: Final = 64
MOST_OF_A_PAGE: Final = 16
"""The largest number of questions that a page may have under way."""
_LEAST_S: Final = 0.008
"""The least time between two sendings to a page."""


class Page:
    """One page that is open. What it has not yet been sent is kept here: of the lines of a search only the newest."""

    def __init__(self, desks: Desks, socket: WebSocket) -> None:
        self._desks = desks
        self._socket = socket
        self._questions: dict[int, Question] = {}
        self._unsent: dict[Any, dict[str, Any]] = {}
        self._news = asyncio.Event()
        self._count = 0

    async def serve(self) -> None:
        """Answer the page until it is closed, and end its searches."""
        sender = asyncio.create_task(self._send())
        try:
            while True:
                self._heard(await self._socket.receive_text())
        except (WebSocketDisconnect, KeyError, RuntimeError):  # closed, or a message that is not text
            pass
        finally:
            sender.cancel()
            for question in list(self._questions.values()):
                self._desks.stop(question)
            with contextlib.suppress(RuntimeError):
                await self._socket.close()

    def _heard(self, text: str) -> None:
        number = None
        try:
            data = json.loads(text)
            number = data.pop("id", None) if isinstance(data, dict) else None
            if type(number) is not int or not 0 <= number < 1 << 53:
                number = None
                self._tell(None, {"kind": "error", "text": "expected an object with a whole number as its `id`"})
            elif data.get("do") == "stop":
                question = self._questions.pop(number, None)
                if question is not None:
                    self._desks.stop(question)
            else:
                self._ask(number, data)
        except AdvsearchError as error:
            self._refuse(number, str(error))
        except (ValueError, RecursionError):
            self._refuse(number, "expected one JSON object")

    def _ask(self, number: int, data: dict[str, Any]) -> None:
        game = data.get("game")
        if not isinstance(game, str) or game not in self._desks.games:
            self._refuse(number, "expected `game` to be a game that was named when the server was started")
        elif number in self._questions:
            self._refuse(number, "expected a new `id`")
        elif len(self._questions) >= MOST_OF_A_PAGE:
            self._refuse(number, f"expected at most {MOST_OF_A_PAGE} questions of a page at a time")
        else:
            ask = ask_of(data)

            def tell(message: dict[str, Any]) -> None:
                if message["kind"] == "done":
                    self._questions.pop(number, None)
                self._tell(number, message)

            question = self._desks.ask(game, ask, tell)
            if not question.over:
                self._questions[number] = question

    def _refuse(self, number: int | None, text: str) -> None:
        self._tell(number, {"kind": "error", "text": text})
        self._tell(number, {"kind": "done"})

    def _tell(self, number: int | None, message: dict[str, Any]) -> None:
        self._count += 1
        newest_only = message["kind"] == "line"
        self._unsent[(number, "line") if newest_only else self._count] = {"id": number, **message}
        self._news.set()

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._news.wait()
                self._news.clear()
                unsent, self._unsent = self._unsent, {}
                for message in unsent.values():
                    await self._socket.send_text(json.dumps(message, allow_nan=False))
                await asyncio.sleep(_LEAST_S)
