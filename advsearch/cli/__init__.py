"""The command line. The program's commands are in `advsearch/cli/commands`, and use the other modules of
`advsearch.cli`."""

from __future__ import annotations

import signal
import threading
from typing import Final, NoReturn

_INTERRUPTED: Final = 130
_TERMINATED: Final = 143
"""The exit statuses after Ctrl-C and after SIGTERM, as in shells."""


class Terminated(KeyboardInterrupt):
    """Raised in the main thread by SIGTERM, so that files, worker processes and their semaphores are cleaned up as
    after Ctrl-C."""


def main() -> NoReturn:
    """Run the program `advsearch`."""
    terminated = []

    def terminate(*_: object) -> None:
        terminated.append(True)
        raise Terminated

    try:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, terminate)
        from advsearch.cli.program import program

        code = program.main(standalone_mode=False)
    except KeyboardInterrupt:  # while the modules were imported
        code = _INTERRUPTED
    raise SystemExit(_TERMINATED if terminated else code)
