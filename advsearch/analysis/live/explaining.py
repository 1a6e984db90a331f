"""A trace in words: one sentence for each step, and the tree as data for a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advsearch.analysis.tracing import Ends, Step, Trace, TraceNode
from advsearch.notation import action_text
from advsearch.protocol import AnyGame, utilities_of
from advsearch.values import Utilities, Value, short_text, value_text


class Explained:
    """A trace of a game's search, and its words."""

    def __init__(self, game: AnyGame, traced: Trace) -> None:
        self.game, self.traced = game, traced
        self.utilities: Utilities = utilities_of(game)
        self._names = [self._name(node) for node in traced.nodes]

    def data(self) -> dict[str, Any]:
        """Return the whole trace as JSON values."""
        result = self.traced.result
        return {
            "kind": "trace",
            "nodes": [self._node(node) for node in self.traced.nodes],
            "steps": [self._step(step) for step in self.traced.steps],
            "roots": list(self.traced.roots),
            "count": result.nodes,
            "value": value_text(result.value, self.utilities),
            "action": None if result.action is None else self._names_of(0, [result.action])[0],
            "complete": self.traced.complete,
        }

    def value(self, node: TraceNode) -> str:
        """Return the value that the search found at a node, such as `≤2` for a bound; "" if it stopped before."""
        if node.value is None:
            return ""
        return {"exact": "", "at most": "≤", "at least": "≥"}[node.bound] + self._short(node.value)

    def _name(self, node: TraceNode) -> str:
        if node.parent is None:
            return "the root"
        return action_text(self.game, self.traced.nodes[node.parent].state, node.action)

    def _names_of(self, parent: int, actions: Sequence[Any]) -> list[str]:
        return [action_text(self.game, self.traced.nodes[parent].state, action) for action in actions]

    def _node(self, node: TraceNode) -> dict[str, Any]:
        return {
            "name": self._names[node.number],
            "parent": node.parent,
            "who": "" if node.leaf else "max" if node.maximises else "min",
            "leaf": node.leaf,
            "cut": self._names_of(node.number, node.cut),
            "window": self._window(node.window),
        }

    def _step(self, step: Step) -> dict[str, Any]:
        return {
            "kind": step.kind,
            "node": step.node,
            "value": None if step.value is None else self._short(step.value),
            "window": self._window(step.window),
            "text": self.sentence(step),
        }

    def _window(self, window: Ends) -> list[str]:
        low, high = window
        return ["−∞" if low is None else self._short(low), "∞" if high is None else self._short(high)]

    def _short(self, value: Value) -> str:
        text = short_text(value, self.utilities)
        return text[1:] if text.startswith("+") else text

    def sentence(self, step: Step) -> str:
        """Return what a step of the search means, in one sentence."""
        node = self.traced.nodes[step.node]
        name, who = self._names[step.node], "max" if node.maximises else "min"
        value = "" if step.value is None else self._short(step.value)
        match step.kind:
            case "began":
                return f"The search begins at the root, where {who} moves{self._only(step.window)}."
            case "entered" if node.again:
                return f"{name} is searched once more, with a wider window{self._only(step.window)}."
            case "entered":
                return f"{name} leads to a position where {who} moves{self._only(step.window)}."
            case "leaf":
                where = (
                    "ends the game" if node.leaf == "over" else "is at the depth limit, where the evaluator speaks"
                )
                return f"{name} {where}: {value}."
            case "known":
                assert node.known is not None
                kind = "" if node.known[0] == "exact" else f"{node.known[0]} "
                return f"The table knows the position after {name}: {kind}{value}, searched to depth {node.known[2]}."
            case "returned":
                return f"{who} can have {value} at {name} now."
            case "cut":
                return self._cut(node, value, who)
            case _:
                return self._left(node, name, value)

    def _only(self, window: Ends) -> str:
        low, high = window
        if low is None and high is None:
            return ""
        if high is None:
            return f"; only more than {self._window(window)[0]} matters"
        if low is None:
            return f"; only less than {self._window(window)[1]} matters"
        return f"; only a value between {self._window(window)[0]} and {self._window(window)[1]} matters"

    def _cut(self, node: TraceNode, value: str, who: str) -> str:
        names = ", ".join(self._names_of(node.number, node.cut))
        low, high = self._window(node.window)
        other, theirs = ("min", high) if node.maximises else ("max", low)
        return f"Pruned {names}: {who} already has {value} here, and {other} has {theirs} elsewhere."

    def _left(self, node: TraceNode, name: str, value: str) -> str:
        if node.why == "stopped" or node.value is None:
            return f"The search stops at {name}, as its limit of nodes is reached."
        bound = "" if node.bound == "exact" else f"{node.bound} "
        why = ", from the table" if node.why == "table" else ""
        return (
            f"{name[0].upper()}{name[1:]} is worth {bound}{value}{why}."
            if node.parent is None
            else (f"{name} is worth {bound}{value}{why}.")
        )
