"""The whole tree is built as nodes first, in breadth, and then folded from the leaves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Node:
    state: Any
    ply: int
    children: dict[Any, Node] = field(default_factory=dict)
    value: Any = None


def build(tree, depth):
    root = Node(tree.initial(), 0)
    queue = [root]
    for node in queue:
        if node.ply < depth and not tree.terminal(node.state):
            for action in tree.actions(node.state):
                child = Node(tree.result(node.state, action), node.ply + 1)
                node.children[action] = child
                queue.append(child)
    return root, queue


def fold(tree, depth):
    me = tree.player(tree.initial())
    root, queue = build(tree, depth)
    while queue:
        node = queue.pop()
        if tree.terminal(node.state):
            node.value = tree.utility(node.state, me)
        elif not node.children:
            node.value = tree.evaluate(node.state, me)
        else:
            values = [child.value for child in node.children.values()]
            node.value = max(values) if tree.player(node.state) == me else min(values)
    choice = next((a for a, child in root.children.items() if child.value == root.value), None)
    return root.value, choice
