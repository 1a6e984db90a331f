"""The process of a course's player: `python -m advsearch.courses.playing`.

The process that starts this one writes a line for each command, and reads one line of JSON for each answer. What the
player prints goes to standard error. The commands contain pickles, because only advsearch writes them. The answers
contain numbers and text only, because the player could write them, too.
"""

from __future__ import annotations

import base64
import io
import json
import os
import pickle
import sys
from collections.abc import Mapping
from typing import Any

from advsearch.courses.asking import GENERAL, GivesUp, Players, Unanswered
from advsearch.errors import AdvsearchError
from advsearch.plugins.manager import cause_and_line
from advsearch.plugins.outside import module_of
from advsearch.plugins.stand_ins import install
from advsearch.specs import Reference


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    commands = os.fdopen(os.dup(0), encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), sys.stderr
    process = _Process()
    for line in commands:
        word, *words = line.split()
        if word == "quit":
            break
        answer = process.answer(word, words)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if "fault" in answer:  # the reader of standard error then knows that it has everything
            break
    os._exit(0)  # threads of the player do not keep the process alive


class _Process:
    """What this process knows: the game, and the players that it asks for moves."""

    def __init__(self) -> None:
        self._files: dict[str, str] = {}
        self._game: Any = None
        self._players: Players | None = None

    def answer(self, word: str, words: list[str]) -> dict[str, Any]:
        try:
            return self._obeyed(word, words)
        except GivesUp:
            return {"resigns": True}
        except Unanswered as error:
            return {"fault": error.fault, "detail": str(error)}
        except BaseException as error:
            text = str(error) if isinstance(error, AdvsearchError) else cause_and_line(error)
            return {"fault": "crash", "detail": text}

    def _obeyed(self, word: str, words: list[str]) -> dict[str, Any]:
        match word:
            case "start":
                setting = json.loads(base64.b64decode(words[0]))
                sys.path += [each for each in setting["path"] if each not in sys.path]
                self._files = setting["files"]
                self._game, courses, reference, spec = self._loaded(words[1])
                install(*(course.stand_ins for course in (*courses, *GENERAL)))
                self._players = Players(self._game, courses, reference, spec)
                return {"ready": True}
            case "game":
                assert self._players is not None
                self._players.new_game(int(words[0]))
                return {"ready": True}
        assert self._players is not None
        state, limit_s = self._loaded(words[0]), None if words[1] == "-" else float(words[1])
        action, seconds = self._players.answer(state, limit_s, words[2])
        actions = list(self._game.actions(state))
        if action not in actions:
            raise Unanswered(f"answered {action!r}, which is not a legal action")
        return {"action": actions.index(action), "seconds": seconds}

    def _loaded(self, text: str) -> Any:
        return _Unpickler(io.BytesIO(base64.b64decode(text)), self._files).load()


class _Unpickler(pickle.Unpickler):
    """Loads the user's files in which classes are defined. `files` has the path of each file by its module's name."""

    def __init__(self, file: io.BytesIO, files: Mapping[str, str]) -> None:
        super().__init__(file)
        self._user_files = files

    def find_class(self, module: str, name: str) -> Any:
        if module in self._user_files and module not in sys.modules:
            module_of(Reference(self._user_files[module], name))
        return super().find_class(module, name)


if __name__ == "__main__":
    main()
