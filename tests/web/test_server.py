"""The server: who may ask, what every answer says to the browser, and that nothing it is sent does harm."""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import json
import random
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from advsearch.web.server import listen, static_files

VENDOR = Path(__file__).parents[2] / "advsearch" / "web" / "static" / "vendor"


def get(address: str, path: str, *, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    connection.request(method, path, headers={"Host": parts.netloc, **headers})
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    connection.close()
    return found


def live(address: str, **more: Any) -> Any:
    return connect(f"ws{address[4:]}live", **{"origin": address.rstrip("/"), **more})


def told(socket: Any, **message: Any) -> list[dict[str, Any]]:
    """What the server answers to a question."""
    socket.send(json.dumps(message))
    answers = []
    while not answers or answers[-1]["kind"] != "done":
        heard = json.loads(socket.recv(timeout=60))
        if heard["id"] == message["id"]:
            answers.append(heard)
    return answers


def test_the_page_may_load_from_this_server_only(address: str) -> None:
    """Every answer has a policy without inline code and without other hosts, also an answer that refuses."""
    for path in ("/", "/page.js", "/palette.css", "/vendor/preact.mjs", "/api/games", "/no-such"):
        _, headers, _ = get(address, path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert set(re.findall(r"[a-z]+://[^ ;]+", policy)) <= {
            f"ws://{host}:{urlsplit(address).port}" for host in ("127.0.0.1", "localhost")
        }
        assert headers["x-content-type-options"] == "nosniff"


def test_pages_have_no_inline_code() -> None:
    """No file of the page has a script or a style inside, or the attribute of an event, or names another host."""
    for path, (media_type, content) in static_files().items():
        text = content.decode()
        if "vendor" not in path:
            assert not re.search(r"https?://(?!www\.w3\.org/)", text), path
        if media_type.startswith("text/html"):
            assert not re.search(r"<script(?![^>]*src=)|<style| on[a-z]+=|style=", text), path


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "127.0.0.1.example.org:80", ""])
def test_other_hosts_are_refused(address: str, host: str) -> None:
    """A request that names another host is refused, so that a name that points here reaches nothing."""
    assert get(address, "/", Host=host)[0] in (400, 403)
    with pytest.raises(InvalidStatus):
        live(address, additional_headers={"Host": host} if host else {"Host": "x"}).close()


@pytest.mark.parametrize("origin", ["http://example.org", "null", "https://127.0.0.1", "http://[", None])
def test_other_sites_are_refused(address: str, origin: str | None) -> None:
    """A socket or a request from a page of another site is refused, and a socket without an origin."""
    if origin is not None:
        assert get(address, "/api/games", Origin=origin)[0] == 403
    with pytest.raises(InvalidStatus):
        live(address, origin=origin).close()


def test_only_the_games_that_were_named(address: str, games_file: Path) -> None:
    """A game that was not named when the server started is refused, by whatever way it is asked for."""
    for name in ("connect4", f"{games_file}:Loops", "os:system", "", 5, None):
        query = urlencode({"game": name})
        assert get(address, f"/api/position?{query}")[0] == 404
        with live(address) as socket:
            answers = told(socket, id=1, do="position", game=name)
            assert [each["kind"] for each in answers] == ["error", "done"]


def test_positions_for_programs(address: str) -> None:
    """A program may ask for a position. What the game refuses is an error with status 422."""
    status, _, body = get(address, "/api/position?game=pentago&move=a1-TL-R&move=f6-BR-L")
    data = json.loads(body)
    assert (status, data["moves"], data["player"]) == (200, ["a1-TL-R", "f6-BR-L"], 0)
    for query in ("move=z9", "start=nonsense", "start=" + "x" * 5000):
        status, _, body = get(address, f"/api/position?game=pentago&{query}")
        assert status == 422, query
        assert json.loads(body)


def test_methods_and_addresses(address: str) -> None:
    """Other methods, other addresses and paths out of the folder are refused."""
    assert get(address, "/", method="POST")[0] == 405
    for path in ("/../server.py", "/vendor/../../server.py", "/%2e%2e/server.py", "//etc/passwd", "/vendor/"):
        assert get(address, path)[0] == 404, path


MALFORMED = [
    "", "{", "[]", "null", "1",
    '"x"', "{}", '{"id": 1}', '{"id": true, "do": "about"}', '{"id": -1}', '{"id": 1e400}',
    '{"id": 1, "do": "answer", "game": "pentago"}', '{"id": 1, "do": "__init__", "game": "pentago"}',
    '{"id": 1, "do": ["about"], "game": "pentago"}', '{"id": 1, "do": "about", "game": {"pentago": 1}}',
    '{"id": 1, "do": "position", "game": "pentago", "moves": "a1"}',
    '{"id": 1, "do": "position", "game": "pentago", "moves": [1, null, {}]}',
    '{"id": 1, "do": "position", "game": "pentago", "start": 7}',
    '{"id": 1, "do": "analyse", "game": "pentago", "time_s": NaN}',
    '{"id": 1, "do": "analyse", "game": "pentago", "time_s": -1}',
    '{"id": 1, "do": "analyse", "game": "pentago", "time_s": 1e9}',
    '{"id": 1, "do": "analyse", "game": "pentago", "lines": 999999999999}',
    '{"id": 1, "do": "analyse", "game": "pentago", "depth": 1.5}',
    '{"id": 1, "do": "choose", "game": "pentago", "searcher": "../../x.py:y"}',
    '{"id": ' + "9" * 5000 + "}", "[" * 20_000, '{"id": 1, "do": "stop"}', "\x00", "é" * 100,
]  # fmt: skip


def test_malformed_messages(address: str) -> None:
    """Whatever a socket is sent, it answers errors, and the next question is answered."""
    rng = random.Random(1)
    with live(address, max_size=1 << 22) as socket:
        for number in range(600):
            text = rng.choice(MALFORMED)
            if number % 2 and text:
                at = rng.randrange(len(text))
                text = text[:at] + rng.choice('"{}[],:x0') + text[at + rng.randrange(3) :]
            socket.send(text)
        answers = []
        socket.send(json.dumps({"id": 77, "do": "about", "game": "pentago"}))
        while not answers or (answers[-1]["id"], answers[-1]["kind"]) != (77, "done"):
            answers.append(json.loads(socket.recv(timeout=60)))
    assert next(each["kind"] for each in answers if each["id"] == 77) == "about"


@pytest.mark.parametrize("message", ["x" * 70_000, b"\xff\x00"])
def test_a_message_that_is_too_large_or_not_text_ends_the_socket(address: str, message: str | bytes) -> None:
    """A message beyond the bound, and one of bytes, ends its socket and no other."""
    with live(address) as other, live(address) as socket:
        socket.send(message)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=20)
        assert told(other, id=1, do="about", game="pentago")[0]["kind"] == "about"


def test_a_page_has_a_bound_of_questions(address: str) -> None:
    """More questions at a time than a page may have are refused, and ended ones do not count."""
    with live(address) as socket:
        for number in range(20):
            socket.send(json.dumps({"id": number, "do": "analyse", "game": "pentago", "time_s": 30}))
        refused = set()
        while len(refused) < 4:
            heard = json.loads(socket.recv(timeout=60))
            if heard["kind"] == "error":
                assert "at most 16 questions" in heard["text"]
                refused.add(heard["id"])
        for number in range(20):
            socket.send(json.dumps({"id": number, "do": "stop"}))
        answers = told(socket, id=99, do="about", game="pentago")
        assert "about" in [each["kind"] for each in answers if each["id"] == 99]


def test_small_messages_leave_at_once() -> None:
    """The system does not hold a small message back until the one before it is confirmed, which takes 40 ms."""

    async def work() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def took(_reader: Any, writer: asyncio.StreamWriter) -> None:
            at_once = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            accepted.set_result(at_once)
            writer.close()

        listening = listen("127.0.0.1", 0)
        async with await asyncio.start_server(took, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            found = await asyncio.wait_for(accepted, 30)
            writer.close()
            return found

    with ThreadPoolExecutor(1) as pool:  # a browser's test may have left a loop in this thread
        assert pool.submit(asyncio.run, work()).result(timeout=60)


def test_a_port_that_is_taken(address: str) -> None:
    """A port that another program has is an error in one line."""
    command = [sys.executable, "-m", "advsearch", "serve", "isolation", "--port", str(urlsplit(address).port)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: expected --port to be a free port, got ")


def test_vendored_files_are_those_that_are_listed() -> None:
    """Each library has the hash that the page about it lists, and a licence."""
    listed = dict(re.findall(r"^([0-9a-f]{64})  (\S+)$", (VENDOR / "README.md").read_text("utf-8"), re.M))
    found = {hashlib.sha256(path.read_bytes()).hexdigest(): path.name for path in VENDOR.glob("*.mjs")}
    assert found == listed
    licences = (VENDOR / "LICENSES.txt").read_text("utf-8")
    assert all(f"== {name} " in licences for name in ("preact", "htm", "d3-hierarchy"))
