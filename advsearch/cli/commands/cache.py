"""The command `advsearch cache`."""

from __future__ import annotations

import click

from advsearch.cli.console import plural, show_json
from advsearch.cli.options import reporting_options
from advsearch.compiled import store


@click.command("cache")
@click.argument("action", type=click.Choice(["info", "clear"]), default="info", metavar="[info|clear]")
@reporting_options
def command(action: str, as_json: bool) -> None:
    """Show or clear the machine code that is kept on disk.

    The first compiled search of a game with an evaluator builds machine code, which takes some seconds. Later
    searches load the machine code. Builds that were not used for a month are deleted automatically. If the remaining
    builds take more than 256 MB, the least recently used builds are deleted too. `clear` deletes all builds. Programs
    that are running can still use the builds that they have loaded.

    The builds are in a directory called advsearch in $NUMBA_CACHE_DIR, $XDG_CACHE_HOME or ~/.cache.
    """
    contents = store.clear() if action == "clear" else store.contents()
    if as_json:
        found = {"directory": str(contents.directory), "builds": contents.builds, "bytes": contents.size}
        show_json(found | {"kept_bytes": store.KEPT_BYTES, "kept_days": store.KEPT_DAYS})
        return
    done = "removed " if action == "clear" else ""
    size = f"{contents.size / 1e6:.1f} MB"
    click.echo(f"{done}{plural(contents.builds, 'build')}, {size}, in {contents.directory}")
