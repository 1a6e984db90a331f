"""The one-line messages that the program prints for errors. A message names the code that failed and says what to
do."""

from __future__ import annotations

import os
import re
import shlex
import traceback
from pathlib import Path
from types import FrameType
from typing import Any, Final

import click

import advsearch
from advsearch.cli.options import Given, registry
from advsearch.errors import AdvsearchError, InvalidNotation, unknown_name, without_places
from advsearch.plugins import settings
from advsearch.plugins.blame import is_theirs, their_frames
from advsearch.plugins.manager import OURS, cause, one_line
from advsearch.protocol import RULES, name_of
from advsearch.specs import parse_spec, reference_in

_METHODS: Final = frozenset({*RULES, "format_state", "format_action", "ply", "empty", "scene", "kernels"})
"""The methods of a game that a search calls. Parsing methods are not included, because their argument is text that a
user typed."""
_MAKING: Final = Path(settings.__file__)
_LONGEST: Final = 80
"""An error message shows at most `_LONGEST` characters of a state or an action."""
_NO_COMMAND = re.compile("no such command '(.+?)'")


def in_a_line(error: BaseException, named: Given) -> str:
    """The text of an error as the program prints it. `named` contains the games, searchers and evaluators that the
    user named in the failed command.
    """
    match error:
        case AdvsearchError():
            text = _refused(error, named)
        case click.ClickException():
            text = _usage(error)
        case OSError() if error.filename is not None:
            text = f"{error.filename}: {error.strerror}"
        case _:
            text = _in_their_code(error, named) or _in_ours(error, named)
    return " ".join(text.split())


def _usage(error: click.ClickException) -> str:
    """Return an error message of click in the style of advsearch. The message has no capital and no full stop, and
    names the command that shows help."""
    text = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption):
        near = " or ".join(error.possibilities or ())
        text = f"unknown option {error.option_name}{f'; did you mean {near}?' if near else ''}"
    text = text[:1].lower() + text[1:].replace(". Choose from:", "; choose from:")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        missing = _NO_COMMAND.match(text)
        if missing and isinstance(error.ctx.command, click.Group):
            known = error.ctx.command.list_commands(error.ctx)
            text = str(unknown_name("command", missing[1], known, there="there are"))
        text += f"; see '{error.ctx.command_path} --help'"
    return text


def _in_their_code(error: BaseException, named: Given) -> str | None:
    """Return the line of third-party code that raised the error. For an error in a game's method, the text also names
    a command to run."""
    frames = their_frames(error)
    if not frames:
        return None
    frame, line = frames[-1]
    text = f"{os.path.relpath(frame.f_code.co_filename)} line {line}, in {frame.f_code.co_name}: {cause(error)}"
    calls = [each for each, _ in frames if _game_asked(each) is not None]
    if not calls:
        return text
    text = f"{text}; called as {_call_text(calls[-1])}"
    game = _game_asked(calls[-1])
    given = [kind_and_text for kind_and_text, thing in named.items() if thing is game]
    return f"{text}; run: {_how_to_look_at(*given[-1], named)}" if given else text


def _refused(error: AdvsearchError, named: Given) -> str:
    """Return the text of an error of advsearch. If third-party code caused the error, the text begins with the last
    line of that code. A wrong setting or name that the user typed has no such line, also if a plugin's command or a
    searcher passed it on.
    """
    passed = [Path(frame.f_code.co_filename) for frame, _ in traceback.walk_tb(error.__traceback__)]
    last = max((number for number, path in enumerate(passed) if is_theirs(str(path))), default=-1)
    caller = next((path for path in passed[last::-1] if not is_theirs(str(path))), _MAKING)
    if last < 0 or caller == _MAKING or caller.parent.name == "click":
        return str(error)
    if last == len(passed) - 1:
        return str(_in_their_code(error, named))
    if isinstance(error, InvalidNotation):
        return str(error)
    frame, line = their_frames(error)[-1]
    return f"{os.path.relpath(frame.f_code.co_filename)} line {line}, in {frame.f_code.co_name}: {error}"


def _game_asked(frame: FrameType) -> Any:
    """Return the game whose method runs in this stack frame, or None."""
    code = frame.f_code
    owner = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    asks = code.co_name in _METHODS and all(hasattr(type(owner), name) for name in RULES)
    return owner if asks else None


def _call_text(frame: FrameType) -> str:
    """Return the call of a game's method as text, such as `nim.result(state=(3, 4, 5, 0), action=(0, 1))`."""
    code, values = frame.f_code, frame.f_locals
    given = [(name, values[name]) for name in code.co_varnames[1 : code.co_argcount] if name in values]
    arguments = ", ".join(f"{name}={_short(value)}" for name, value in given)
    return f"{name_of(_game_asked(frame))}.{code.co_name}({arguments})"


def _short(value: Any) -> str:
    try:
        text = one_line(without_places(repr(value)))
    except Exception:  # a user's object may raise anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _in_ours(error: BaseException, named: Given) -> str:
    """Return the message for an error that was raised in the code of advsearch. Errors in advsearch's code are caused
    by a wrong value from a third-party game, or by a defect of advsearch."""
    if isinstance(error, OSError) and error.strerror:  # for example a full disk, or a closed terminal
        return error.strerror[:1].lower() + error.strerror[1:]
    theirs = {text: kind for kind, text in named if _is_theirs(kind, text)}
    if theirs:
        suspects = " or ".join(theirs)
        looks = ", or: ".join(_how_to_look_at(kind, text, named) for text, kind in theirs.items())
        run = "" if _while_checking(error) else f"; run: {looks}"
        return f"{suspects} breaks a law, or this is a defect of advsearch: {cause(error)}{run}; --debug shows where"
    return f"this is a defect of advsearch: {cause(error)}; --debug shows where"


def _while_checking(error: BaseException) -> bool:
    kit = Path(advsearch.__file__).parent / "testing"
    return any(kit in Path(each.filename).parents for each in traceback.extract_tb(error.__traceback__))


def _is_theirs(kind: str, text: str) -> bool:
    name = parse_spec(text).name
    known = {"game": registry().games, "searcher": registry().searchers}.get(kind, {})
    return reference_in(name) is not None or (name in known and known[name].origin.distribution != OURS)


def _how_to_look_at(kind: str, text: str, named: Given) -> str:
    quoted = shlex.quote(text)
    if kind == "game":
        return f"advsearch check {quoted}"
    if kind == "searcher":
        return f"advsearch check --searcher {quoted}"
    game = next((text for kind, text in named if kind == "game"), "GAME")
    return f"advsearch evaluate {shlex.quote(game)} {quoted}"
