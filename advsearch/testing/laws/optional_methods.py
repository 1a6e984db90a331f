"""Laws for the optional methods of a game that searches call: `undo`, `ply`, `images` and `symmetries`."""

from __future__ import annotations

from typing import Any, Final

from advsearch.protocol import AnyGame, Symmetry
from advsearch.testing.defining import law, positions
from advsearch.testing.laws.rules import signature
from advsearch.testing.report import Broken, show
from advsearch.testing.visits import Ground, Visit


@law(about="game", catches=("F35", "F36"), cases=positions, needs=("undo",))
def undo_inverts_result(ground: Ground, visit: Visit) -> None:
    """undo(result(state, action), action) returns a state that equals `state` in every field."""
    for action in ground.some_actions(visit.game.actions(visit.state)):
        child = visit.game.result(visit.state, action)
        before = signature(visit.game, child)
        back = visit.game.undo(child, action)
        if back != visit.state or hash(back) != hash(visit.state) or repr(back) != repr(visit.state):
            raise Broken(
                f"undo(result(state, action), action) to be {show(visit.state)}", show(back), action=show(action)
            )
        if signature(visit.game, back) != signature(visit.game, visit.state):
            raise Broken(
                "undo to restore the actions, the player to move and terminal(state)",
                show(back),
                action=show(action),
            )
        if signature(visit.game, child) != before:
            raise Broken("undo to leave its argument unchanged", show(child), action=show(action))


@law(about="game", catches=("F3", "F15"), cases=positions, needs=("ply",))
def ply_counts_the_plies(_ground: Ground, visit: Visit) -> None:
    """ply(state) is the number of actions played."""
    ply = visit.game.ply(visit.state)
    if isinstance(ply, bool) or not isinstance(ply, int) or ply != len(visit.path):
        raise Broken(f"ply(state) to be {len(visit.path)}, the number of plies played", show(ply))


# --- symmetries -----------------------------------------------------------------------------------------------


AnySymmetry = Symmetry[Any, Any]


_IDENTITY: Final = (
    "also return `Symmetry('identity', lambda state: state, lambda action: action)`, imported by "
    "`from advsearch import Symmetry`"
)


def _declared(game: AnyGame) -> str:
    return "" if hasattr(game, "symmetries") else "the game has no symmetries"


def _symmetries(game: Any) -> list[AnySymmetry]:
    return list(game.symmetries())


@law(
    about="game",
    catches=("F22",),
    cases=positions,
    applies=lambda game: "" if callable(getattr(game, "images", None)) else "the game has no images",
)
def images_are_worth_the_same(_ground: Ground, visit: Visit) -> None:
    """A state and its images have the same player to move, the same utility, the same `terminal`, and the same next
    states up to symmetry.
    """
    game: Any = visit.game

    def around(state: Any) -> frozenset[Any]:
        return frozenset((state, *game.images(state)))

    def following(state: Any) -> set[frozenset[Any]]:
        return {around(game.result(state, action)) for action in game.actions(state)}

    state = visit.state
    for number, image in enumerate(game.images(state)):
        where = {"image": show(image), "number": number}
        if around(image) != around(state):
            raise Broken("the image of the state to have the same images as the state", "other images", **where)
        if (game.player(image), game.terminal(image)) != (game.player(state), game.terminal(state)):
            raise Broken(
                "player and terminal to return the same for the image as for the state", "other results", **where
            )
        if game.terminal(state):
            if game.utility(image, 0) != game.utility(state, 0):
                raise Broken(
                    f"utility(image, 0) to be {show(game.utility(state, 0))}", show(game.utility(image, 0)), **where
                )
        elif following(image) != following(state):
            raise Broken(
                "the next states of the image to be images of the state's next states", "other states", **where
            )


@law(about="game", catches=("F22",), cases=positions, applies=_declared)
def symmetries_keep_the_rules(ground: Ground, visit: Visit) -> None:
    """Symmetries map actions to actions and results to results. A state and its image have the same player to move,
    the same utility and the same `terminal`.
    """
    game, state = visit.game, visit.state
    actions = list(game.actions(state))
    for symmetry in _symmetries(game):
        image = symmetry.state(state)
        where = {"symmetry": symmetry.name, "image": show(image)}
        if game.player(image) != game.player(state):
            raise Broken(f"player(image) to be {game.player(state)}", game.player(image), **where)
        if game.terminal(image) != game.terminal(state):
            raise Broken(f"terminal(image) to be {game.terminal(state)}", game.terminal(image), **where)
        if game.terminal(state) and game.utility(image, 0) != game.utility(state, 0):
            raise Broken(
                f"utility(image, 0) to be {show(game.utility(state, 0))}", show(game.utility(image, 0)), **where
            )
        images = [symmetry.action(action) for action in actions]
        if set(images) != set(game.actions(image)) or len(images) != len(game.actions(image)):
            raise Broken(
                f"actions(image) to be the images of the actions, {show(sorted_text(images))}",
                show(sorted_text(game.actions(image))),
                **where,
            )
        for action in ground.some_actions(actions):
            one = symmetry.state(game.result(state, action))
            two = game.result(image, symmetry.action(action))
            if one != two:
                raise Broken(
                    f"result(image, action) to be {show(one)}, the image of the next state",
                    show(two),
                    action=show(action),
                    **where,
                )


def sorted_text(things: Any) -> list[str]:
    return sorted(map(repr, things))


@law(about="game", catches=("F22",), applies=_declared)
def symmetries_form_a_group(ground: Ground) -> int:
    """The identity is one of the symmetries. The composition of two symmetries is a symmetry, and each symmetry has
    an inverse.

    Two symmetries count as equal if they map some sample states, and the actions of these states, in the same way.
    """
    game: Any = ground.game
    every = _symmetries(game)
    if not every:
        raise Broken("at least the identity", "no symmetry", remedy=_IDENTITY)
    sample = [visit.state for visit in ground.visits[:12]] + [visit.state for visit in ground.visits[-12:]]
    deeds = {symmetry.name: _deed(game, [symmetry], sample) for symmetry in every}
    if len(deeds) != len(every):
        raise Broken("every symmetry to have its own name", show([symmetry.name for symmetry in every]))
    identity = _deed(game, [], sample)
    if identity not in deeds.values():
        raise Broken("the identity among the symmetries", show(list(deeds)), remedy=_IDENTITY)
    for one in every:
        inverses = 0
        for two in every:
            composed = _deed(game, [one, two], sample)
            if composed not in deeds.values():
                raise Broken(
                    f"{one.name!r} followed by {two.name!r} to be one of the symmetries", "none of the symmetries"
                )
            inverses += composed == identity
        if not inverses:
            raise Broken(f"an inverse of {one.name!r} among the symmetries", "none")
    return len(every) ** 2


def _deed(game: Any, chain: list[AnySymmetry], sample: list[Any]) -> list[Any]:
    images = []
    for state in sample:
        actions = list(game.actions(state))[:20]
        for symmetry in chain:
            state = symmetry.state(state)
            actions = [symmetry.action(action) for action in actions]
        images.append((state, actions))
    return images


SYMMETRIES: Final = (images_are_worth_the_same, symmetries_keep_the_rules, symmetries_form_a_group)
