"""The command `advsearch puzzle`."""

from __future__ import annotations

import json
import random

import click

from advsearch import AdvsearchError, Limits, Solver, load_game


@click.command()
@click.argument("game")
@click.option(
    "--plies", type=click.IntRange(0), default=4, show_default=True, help="Random plies before the position."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random plies.")
@click.option(
    "--tries", type=click.IntRange(1), default=100, show_default=True, help="Give up after so many positions."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs to read.")
def puzzle(game: str, plies: int, seed: int, tries: int, as_json: bool) -> None:
    """Find a position of GAME in which exactly one action is best, by proof."""
    rules = load_game(game)
    write_state = getattr(rules, "format_state", str)
    write_action = getattr(rules, "format_action", lambda _, action: str(action))
    dice = random.Random(seed)
    solver = Solver(rules, table_mb=16)
    for _ in range(tries):
        state = rules.initial()
        for _ in range(plies):
            if rules.terminal(state):
                break
            state = rules.result(state, dice.choice(rules.actions(state)))
        if rules.terminal(state):
            continue
        mover = rules.player(state)
        worth = []
        for action in rules.actions(state):
            after = rules.result(state, action)
            if rules.terminal(after):
                worth.append((rules.utility(after, mover), action))
                continue
            value = solver.solve(after, limits=Limits(time_s=10)).value
            if value is None:
                raise AdvsearchError(f"could not prove {write_state(after)!r} within 10 s; give more --plies")
            worth.append((value if rules.player(after) == mover else -value, action))
        best = max(value for value, _ in worth)
        good = [action for value, action in worth if value == best]
        if len(worth) > 1 and len(good) == 1:
            answer = write_action(state, good[0])
            if as_json:
                click.echo(json.dumps({"position": write_state(state), "action": answer, "value": best}))
            else:
                click.echo(f"position  {write_state(state)}\nbest      {answer}\nvalue     {best:+}")
            return
    raise AdvsearchError(f"found no position with exactly one best action in {tries} tries; try another --seed")
