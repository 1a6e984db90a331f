"""Records random games in files, so that later versions of the rules can be compared with them line by line.

    python -m advsearch.testing.playthroughs write 'mygame(size=7)' tests/playthroughs/mygame.txt
    python -m advsearch.testing.playthroughs renew tests/playthroughs/*.txt
    python -m advsearch.testing.playthroughs check tests/playthroughs/*.txt

The first line of a file is the game's spec and the seed, such as `playthrough of mygame(size=7), seed 0`. After a
change of the rules, `check` shows the lines that differ, and `renew` writes the files again.
"""

from __future__ import annotations

import difflib
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from advsearch.errors import AdvsearchError, InvalidNotation
from advsearch.notation import action_text
from advsearch.plugins.registry import default_registry
from advsearch.protocol import AnyGame, utilities_of
from advsearch.system.files import write

_HEADER: Final = re.compile(r"playthrough of (?P<spec>.+), seed (?P<seed>\d+)\n")
_SHOWN: Final = 60  # the most lines of a difference that are printed


def playthrough(game: AnyGame, spec: str, seed: int = 0) -> str:
    """Play a random game and return it as text. For each position, the text has the results of the game's methods and
    the chosen action.
    """
    state = game.initial()
    rng = random.Random(seed)
    lines = [f"playthrough of {spec}, seed {seed}", f"utilities: {utilities_of(game)}"]
    ply = 0
    while True:
        lines += ["", f"ply {ply}: player {game.player(state)}", f"state: {_state_text(game, state)}"]
        actions = list(game.actions(state))
        if game.terminal(state):
            return "\n".join([*lines, f"over: {game.utility(state, 0)} {game.utility(state, 1)}", ""])
        lines.append(f"actions {len(actions)}: {' '.join(action_text(game, state, action) for action in actions)}")
        action = rng.choice(actions)
        lines.append(f"action: {action_text(game, state, action)}")
        state = game.result(state, action)
        ply += 1


def _state_text(game: Any, state: Any) -> str:
    return str(game.format_state(state)) if hasattr(game, "format_state") else repr(state)


def made_again(text: str) -> str:
    """Play the random game of a file again with the present rules. The game and the seed are in the first line of the
    text."""
    header = _HEADER.match(text)
    if header is None:
        raise InvalidNotation(f"expected 'playthrough of GAME, seed NUMBER', got {text.partition(chr(10))[0]!r}")
    return playthrough(default_registry().game(header["spec"]), header["spec"], int(header["seed"]))


def differences(file: Path) -> list[str]:
    """Return the lines in which a recorded playthrough differs from a playthrough with the present rules."""
    text = file.read_text(encoding="utf-8")
    again = made_again(text)
    found = difflib.unified_diff(text.splitlines(), again.splitlines(), "recorded", "played now", lineterm="", n=1)
    return list(found)[:_SHOWN]


def main(words: Sequence[str]) -> int:
    match words:
        case ["write", spec, file]:
            write(Path(file), [playthrough(default_registry().game(spec), spec)])
            return 0
        case ["renew", *files] if files:
            for name in files:
                write(Path(name), [made_again(Path(name).read_text(encoding="utf-8"))])
            return 0
        case ["check", *files] if files:
            changed = {name: found for name in files if (found := differences(Path(name)))}
            for name, found in changed.items():
                print("\n".join([f"{name} differs:", *found]))
            return 1 if changed else 0
    print((__doc__ or "").strip(), file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except AdvsearchError as error:
        sys.exit(f"error: {error}")
