"""What is said when something goes wrong: one line that names whose code it was, and what to do."""

from __future__ import annotations

import os
import re
import shlex
import traceback
from collections.abc import Sequence
from pathlib import Path

import click

import advsearch
from advsearch.cli.options import Named, registry
from advsearch.errors import AdvsearchError, InvalidNotation, unknown_name
from advsearch.plugins.frames import innermost, is_theirs, their_frames
from advsearch.plugins.manager import OURS, cause
from advsearch.specs import parse_spec, reference_in

_NO_COMMAND = re.compile("no such command '(.+?)'")


def in_a_line(error: BaseException, named: Sequence[Named]) -> str:
    """An error as the program tells it; `named` is what the person had named by then."""
    match error:
        case AdvsearchError():
            text = f"{_where_refused(error)}{error}"
        case click.ClickException():
            text = _usage(error)
        case OSError() if error.filename is not None:
            text = f"{error.filename}: {error.strerror}"
        case _:
            text = _in_their_code(error, named) or _in_ours(error, named)
    return " ".join(text.split())


def _usage(error: click.ClickException) -> str:
    """click's message in our form: no capital, no full stop, and where to read on."""
    text = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption):
        near = " or ".join(error.possibilities or ())
        text = f"unknown option {error.option_name}{f'; did you mean {near}?' if near else ''}"
    text = text[:1].lower() + text[1:]
    if isinstance(error, click.UsageError) and error.ctx is not None:
        missing = _NO_COMMAND.match(text)
        if missing and isinstance(error.ctx.command, click.Group):
            known = error.ctx.command.list_commands(error.ctx)
            text = str(unknown_name("command", missing[1], known, there="there are"))
        text += f"; see '{error.ctx.command_path} --help'"
    return text


def _in_their_code(error: BaseException, named: Sequence[Named]) -> str | None:
    """The last line of somebody's own code that the error passed through, and how to learn more if it is a game's."""
    frames = their_frames(error)
    if not frames:
        return None
    frame, line = frames[-1]
    text = f"{os.path.relpath(frame.f_code.co_filename)} line {line}, in {frame.f_code.co_name}: {cause(error)}"
    games = {id(each.thing): each for each in named if each.kind == "game"}
    owners = [games.get(id(each.f_locals.get("self"))) for each, _ in frames]
    asked = [owner for owner in owners if owner is not None]
    return f"{text}; run: {_how_to_look_at(asked[-1], named)}" if asked else text


def _where_refused(error: AdvsearchError) -> str:
    """The last line of somebody's own code, if it asked ours for something that it does not do. Notation that cannot
    be read was given by a person."""
    frames = their_frames(error)
    if not frames or isinstance(error, InvalidNotation) or is_theirs(innermost(error)):
        return ""
    frame, line = frames[-1]
    return f"{os.path.relpath(frame.f_code.co_filename)} line {line}, in {frame.f_code.co_name}: "


def _in_ours(error: BaseException, named: Sequence[Named]) -> str:
    """Something surprised our own code: what somebody's game answered, or else a defect."""
    if isinstance(error, OSError) and error.strerror:  # a full disk, a terminal that is gone
        return error.strerror[:1].lower() + error.strerror[1:]
    theirs = list({each.text: each for each in named if _is_theirs(each)}.values())
    if theirs:
        suspects = " or ".join(each.text for each in theirs)
        looks = "" if _while_checking(error) else ", or: ".join(_how_to_look_at(each, named) for each in theirs)
        text = f"{suspects} breaks a law, or this is a defect of advsearch: {cause(error)}"
        return f"{text}{f'; run: {looks}' if looks else ''}; --debug shows where"
    return f"this is a defect of advsearch: {cause(error)}; --debug shows where"


def _while_checking(error: BaseException) -> bool:
    kit = Path(advsearch.__file__).parent / "testing"
    return any(kit in Path(each.filename).parents for each in traceback.extract_tb(error.__traceback__))


def _is_theirs(named: Named) -> bool:
    name = parse_spec(named.text).name
    known = {"game": registry().games, "searcher": registry().searchers}.get(named.kind, {})
    return reference_in(name) is not None or (name in known and known[name].origin.distribution != OURS)


def _how_to_look_at(suspect: Named, named: Sequence[Named]) -> str:
    quoted = shlex.quote(suspect.text)
    if suspect.kind == "game":
        return f"advsearch check {quoted}"
    if suspect.kind == "searcher":
        return f"advsearch check --searcher {quoted}"
    game = next((each.text for each in named if each.kind == "game"), "GAME")
    return f"advsearch evaluate {shlex.quote(game)} {quoted}"
