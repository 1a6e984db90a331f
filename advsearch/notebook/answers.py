"""How positions, searches, proofs and counts look in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from advsearch.about import About, about
from advsearch.analysis.live.explaining import Explained
from advsearch.analysis.live.lines import line_marks, value_marks
from advsearch.analysis.live.positions import SEATS, ending_text
from advsearch.analysis.perft import Perft
from advsearch.analysis.tracing import Trace
from advsearch.drawing.boards import board_svg
from advsearch.drawing.characters import lines_of
from advsearch.drawing.clicks import clicks_of
from advsearch.drawing.scenes import scene_of
from advsearch.drawing.trees import Node, tree_svg
from advsearch.notation import action_text, count, line_text, plural, seconds_text, state_text
from advsearch.notebook.view import Beside, Drawn, Folded, Part, Table, View, Words
from advsearch.protocol import AnyGame, HasNotation, utilities_of
from advsearch.results import Answered, Line, Result, RootLine
from advsearch.scene import Arrow, Scene
from advsearch.solving.proof import Proof
from advsearch.values import Utilities, Value, short_text, value_text

MOST_NODES: Final = 120
"""The largest tree that is drawn whole. Of a larger tree the first plies are drawn."""
_NO_VALUE: Final = "the player reports no value"


def scene_view(scene: Scene) -> View:
    """Return a board."""
    return View((_board(scene),), board_svg(scene))


def position_view(game: AnyGame, state: Any, last: Any = None) -> View:
    """Return a position: its board and its notation."""
    scene = scene_of(game, state, last)
    return View(tuple(_position(game, state, scene)), "" if scene is None else board_svg(scene))


def _board(scene: Scene) -> Drawn:
    text = "\n".join("".join(span.text for span in line).rstrip() for line in lines_of(scene))
    return Drawn(board_svg(scene, style=False), text)


def _position(game: AnyGame, state: Any, scene: Scene | None) -> Iterator[Part]:
    over = bool(game.terminal(state))
    caption = ending_text(game, state) if over else f"{SEATS[game.player(state)]} to move"
    if scene is not None:
        yield _board(scene)
        yield Words(scene.caption or caption, silent=bool(scene.caption))  # the board's text ends with its caption
    if scene is None or isinstance(game, HasNotation):
        yield Words(state_text(game, state), "code")
    if scene is None:
        yield Words(caption)


# --- searches -------------------------------------------------------------------------------------------------------


@attrs.frozen
class _Writer:
    """Writes values and actions in the notation of the game that an answer is about, if it is known."""

    origin: About | None

    @property
    def utilities(self) -> Utilities:
        return "score" if self.origin is None else utilities_of(self.origin.game)

    def value(self, value: Value, *, bound: bool = False) -> str:
        return value_text(value, self.utilities, bound=bound)

    def short(self, value: Value) -> str:
        return short_text(value, self.utilities)

    def action(self, action: Any) -> str:
        return str(action) if self.origin is None else action_text(self.origin.game, self.origin.state, action)

    def line(self, actions: Sequence[Any]) -> str:
        if self.origin is None:
            return " ".join(map(str, actions))
        return " ".join(line_text(self.origin.game, self.origin.state, actions))


def result_view(result: Result[Any]) -> View:
    """Return the result of a search: its value, its line of play on the board, and what it cost."""
    writer = _Writer(about(result))
    if result.action is None:
        over = Words(f"the game is over: {writer.value(result.value)}", "h")
        return View((over, *_about(writer)))
    if isinstance(result, Answered):
        cost = Words(f"{_NO_VALUE}, {seconds_text(result.seconds)}", "soft")
        return _with_board(writer, [Words(writer.action(result.action), "h"), cost], (result.action,), None)
    kind = "exact" if result.exact else "proven" if result.proven else "an estimate"
    head = f"{writer.action(result.action)}: {writer.value(result.value, bound=result.bound)}, {kind}"
    since = "" if result.compiled_from is None else f" from depth {result.compiled_from}"
    facts = f"depth {result.depth}, {_effort(result.nodes, result.seconds)}, {result.tier} tier{since}"
    parts: list[Part] = [Words(head, "h"), Words(facts, "soft"), *_lines(writer, result.pv, result.lines)]
    if result.note:
        parts.append(Words(result.note, "soft"))
    return _with_board(writer, parts, result.pv, result.scores)


def line_view(line: Line[Any]) -> View:
    """Return a finished depth of a search."""
    writer = _Writer(about(line))
    bound = line.proven and not line.exact
    kind = "exact" if line.exact else "proven" if line.proven else "an estimate"
    head = f"depth {line.depth}: {writer.value(line.value, bound=bound)}, {kind}"
    facts = f"{_effort(line.nodes, line.seconds)}, {line.tier} tier"
    parts: list[Part] = [Words(head, "h"), Words(facts, "soft"), *_lines(writer, line.pv, line.lines)]
    return _with_board(writer, parts, line.pv, line.scores)


def _effort(nodes: int, seconds: float) -> str:
    return f"{plural(nodes, 'node')} in {seconds_text(seconds)}"


def _lines(writer: _Writer, pv: tuple[Any, ...], lines: tuple[RootLine[Any], ...]) -> Iterator[Part]:
    if len(lines) > 1:
        rows = [
            (writer.value(each.value, bound=each.proven and not each.exact), writer.line(each.pv)) for each in lines
        ]
        yield Table(("value", "line of play"), rows, right=(0,), best=(0,))
    elif pv:
        yield Words(f"line {writer.line(pv)}")


def _with_board(
    writer: _Writer, parts: Sequence[Part], pv: tuple[Any, ...], scores: tuple[tuple[Any, Value], ...] | None
) -> View:
    """The parts beside the board, which shows the values of all actions if they are known, else the line of play."""
    ranked = sorted(scores or (), key=lambda each: -each[1])
    if ranked:
        top = ranked[0][1]
        rows = [(writer.action(action), writer.value(value)) for action, value in ranked]
        best = tuple(n for n, (_, value) in enumerate(ranked) if value == top)
        parts = [*parts, Table(("action", "value"), rows, right=(1,), best=best)]
    origin = writer.origin
    scene = None if origin is None else scene_of(origin.game, origin.state)
    if origin is None or scene is None:
        return View((*parts, *_about(writer)))
    clicks = clicks_of(origin.game, origin.state, scene)
    if ranked:
        shorts = {writer.action(action): writer.short(value) for action, value in ranked}
        chosen = {writer.action(action) for action, value in ranked if value == ranked[0][1]}
        marks, arrows = value_marks(scene, clicks, shorts, chosen), list[Arrow]()
    else:
        marks, arrows = line_marks(origin.game, origin.state, pv)
    marked = attrs.evolve(scene, marks=(*scene.marks, *marks), arrows=(*scene.arrows, *arrows))
    return View((Beside(_board(marked), tuple(parts)),), board_svg(marked))


def _about(writer: _Writer) -> Iterator[Part]:
    """The position that an answer is about, where it has no board."""
    if writer.origin is not None:
        yield Words(state_text(writer.origin.game, writer.origin.state), "code")


# --- proofs and counts ----------------------------------------------------------------------------------------------


def proof_view(proof: Proof) -> View:
    """Return a proof: who wins, by which action, and what it cost."""
    writer = _Writer(about(proof))
    facts = Words(f"{_effort(proof.nodes, proof.seconds)}, {proof.tier} tier", "soft")
    if not proof.exact or proof.value is None:
        ends = [f"at least {proof.lower:g}"] if proof.lower is not None else []
        ends += [f"at most {proof.upper:g}"] if proof.upper is not None else []
        return View((Words(f"not proven{': ' if ends else ''}{' and '.join(ends)}", "h"), facts))
    outcome = writer.utilities == "outcome"
    word = ("a win" if proof.value > 0 else "a loss" if proof.value < 0 else "a draw") if outcome else "the value is"
    head = f"proven: {word}" if outcome else f"proven: {word} {value_text(proof.value, 'score')}"
    if proof.distance is not None:
        head += f" in {plural(proof.distance, 'ply', 'plies')}"
    mover = "" if writer.origin is None else f", {SEATS[writer.origin.game.player(writer.origin.state)]}"
    parts: list[Part] = [Words(head, "h"), Words(f"for the player to move{mover}", "soft")]
    if proof.action is not None:
        parts.append(Words(f"by {writer.action(proof.action)}"))
    pv = () if proof.action is None else (proof.action,)
    return _with_board(writer, [*parts, facts], pv, None)


def perft_view(found: Perft) -> View:
    """Return the counts of perft."""
    rows = [("leaves", count(found.leaves)), ("finished", count(found.finished)), ("nodes", count(found.nodes))]
    note = "" if found.complete else ", stopped before the end"
    rate = f", {count(found.nodes / found.seconds)} nodes/s" if found.seconds > 0 else ""
    return View(
        (Table(("", ""), rows, (1,)), Words(f"{seconds_text(found.seconds)}{rate}, {found.tier} tier{note}", "soft"))
    )


# --- traces ---------------------------------------------------------------------------------------------------------


def trace_view(traced: Trace) -> View:
    """Return the tree of a search, and its steps in words."""
    origin = about(traced)
    cuts = sum(bool(node.cut) for node in traced.nodes)
    facts = f"{plural(len(traced.nodes), 'node')}, {plural(cuts, 'cut')}"
    if origin is None:
        return View((Words(f"{facts}; its tree is drawn only in the process that traced it"),))
    told = Explained(origin.game, traced)
    data = told.data()
    nodes, plies = _tree(told, traced, data["nodes"])
    head = f"{data['action'] or 'no action'}: {data['value']}"
    facts += "" if traced.complete else "; the trace ends at its limit of nodes"
    facts += f"; drawn is the last depth, to {plural(plies, 'ply', 'plies')}" if plies else ""
    title = f"the tree of a search: {head}"
    tree = Drawn(tree_svg(nodes, title, style=False), _indented(nodes))
    rows = [
        (str(number), each["text"], " … ".join(each["window"]) if each["kind"] != "leaf" else "")
        for number, each in enumerate(data["steps"], 1)
    ]
    steps = Folded(f"{plural(len(rows), 'step')}, in words", (Table(("", "step", "window"), rows, (0,)),))
    return View((Words(head, "h"), Words(facts, "soft"), tree, steps), tree_svg(nodes, title))


def _tree(told: Explained, traced: Trace, data: list[dict[str, Any]]) -> tuple[list[Node], int]:
    """The tree of the last search of a trace, and the number of plies to which a large tree is drawn, or 0."""
    found = traced.nodes[traced.roots[-1] :]
    per_ply = [sum(node.ply == ply for node in found) for ply in range(max(node.ply for node in found) + 1)]
    plies = len(per_ply) - 1
    while plies > 1 and sum(per_ply[: plies + 1]) > MOST_NODES:
        plies -= 1
    drawn = [node for node in found if node.ply <= plies]
    places = {node.number: n for n, node in enumerate(drawn)}
    hidden: dict[int, int] = {}
    for node in reversed(found):
        if node.ply > plies and node.parent is not None:
            hidden[node.parent] = hidden.get(node.parent, 0) + 1 + hidden.get(node.number, 0)
    nodes = []
    for node in drawn:
        above = None if node.parent is None else traced.nodes[node.parent]
        nodes.append(
            Node(
                None if node.parent is None else places[node.parent],
                data[node.number]["name"],
                data[node.number]["who"],
                told.value(node),
                f"+{hidden[node.number]:,}" if node.number in hidden else "",
                above is not None and above.best == node.action and above.why != "cut",
                tuple(data[node.number]["cut"]) if node.ply < plies else (),
            )
        )
    return nodes, plies if len(drawn) < len(found) else 0


def _indented(nodes: list[Node]) -> str:
    """A tree as lines of text, each with the way of its node in front."""
    depth: list[int] = []
    children: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        depth.append(0 if node.parent is None else depth[node.parent] + 1)
        if node.parent is not None:
            children[node.parent].append(number)
    lines = []
    waiting = [0]
    while waiting:
        number = waiting.pop()
        node = nodes[number]
        cut = f"  not tried: {', '.join(node.cut)}" if node.cut else ""
        who = f" {node.who}" if node.who else ""
        lines.append(
            f"{'  ' * depth[number]}{node.name}{who} {node.value}{cut}{f'  {node.below}' if node.below else ''}"
        )
        waiting += reversed(children[number])
    return "\n".join(lines)
