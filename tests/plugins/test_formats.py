"""Formats of exported games: registered by a hook, and used by `advsearch tournament export`."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from advsearch import GameRecord, PluginError, UnknownName, hookimpl
from advsearch.plugins.manager import new_manager
from advsearch.plugins.registry import Registry, default_registry
from advsearch.tournament.exchange import written

Install = Callable[..., Path]
Run = Callable[..., subprocess.CompletedProcess[str]]

PLUGIN = """
    @hookimpl
    def advsearch_formats(register):
        register("xml", "xml_games:as_xml", summary="for programs that read XML")
        register("odd", "xml_games:odd")

    @hookimpl
    def advsearch_games(register):
        register("stones", "xml_games:Stones")
"""
WRITER = """
    @hookimpl
    def advsearch_games(register):
        pass

    def as_xml(games):
        yield "<games>\\n"
        for game in games:
            yield f'<game result="{game.result}" first="{game.first}"/>\\n'
        yield "</games>\\n"

    def odd(games):
        for game in games:
            yield game.plies

    class Stones:
        def initial(self): return (5, 0)
        def player(self, state): return state[1]
        def actions(self, state): return [1, 2][: state[0]]
        def result(self, state, action): return (state[0] - action, 1 - state[1])
        def terminal(self, state): return state[0] == 0
        def utility(self, state, player): return -1 if state[1] == player else 1
"""


def test_a_plugins_format_is_exported_and_a_misspelt_one_is_refused(install: Install, run: Run) -> None:
    """`tournament export --format NAME` writes what the plugin's function yields. An unknown name is refused with
    near matches, and an error in the function is one line with its file.
    """
    install("xml-games", WRITER, entry_points="")
    install("xml-plugin", PLUGIN)
    agents = ("--agent", "a=minimax(tier=reference)", "--agent", "b=random")
    made = ("tournament", "run", "--game", "stones", *agents, "--store", "s.db")
    played = run("-m", "advsearch", *made, "--random-plies", "1", "--openings", "1", "--workers", "0")
    assert played.returncode == 0, played.stderr
    shown = run("-m", "advsearch", "tournament", "export", "s.db", "--format", "xml")
    assert shown.stdout.splitlines()[0] == "<games>", shown.stderr
    assert [line.startswith("<game result=") for line in shown.stdout.splitlines()] == [False, True, True, False]
    for name, expected in (
        ("xlm", "error: unknown format 'xlm'; did you mean xml?"),
        ("nothing", "error: unknown format 'nothing'; installed: csv, jsonl, odd, xml"),
        ("odd", "error: site/xml_games.py line 15, in odd: AttributeError: "),
    ):
        answer = run("-m", "advsearch", "tournament", "export", "s.db", "--format", name)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert answer.stderr.startswith(expected), answer.stderr


class Formats:
    """A plugin with formats that yield no strings."""

    @hookimpl
    def advsearch_formats(self, register: Any) -> None:
        register("numbers", lambda games: (1 for _ in games))
        register("one-text", lambda _: "all of it")


GAME = GameRecord("i", "p", "take", "one", "two", (), ("take1",), "1-0", "normal")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("numbers", "expected format 'numbers' to yield strings only, got 1"),
        ("one-text", "expected format 'one-text' to yield strings, got 'all of it'"),
    ],
)
def test_a_format_yields_texts(name: str, message: str) -> None:
    """A format that yields or returns anything but strings is refused by its name."""
    manager = new_manager()
    manager.register(Formats(), name="made-up 1.0 it")
    with pytest.raises(PluginError, match=f"^{message}$"):
        "".join(written([GAME], name, Registry(manager)))


def test_our_formats_come_through_the_same_door() -> None:
    """jsonl and csv are registered by the hook, and an unknown name raises `UnknownName`."""
    registry = default_registry()
    assert {"jsonl", "csv"} <= set(registry.formats)
    pieces = written([GAME], "jsonl", registry)
    assert isinstance(pieces, Iterator)
    assert next(pieces) == GAME.to_line() + "\n"
    with pytest.raises(UnknownName, match="unknown format 'jsnl'; did you mean jsonl?"):
        "".join(written([GAME], "jsnl", registry))
