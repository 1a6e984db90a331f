"""What specs name, if it is what it has to be: switches, and evaluators that can be called as such."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from advsearch import protocol
from advsearch.errors import InvalidSettings, PluginError, unknown_name
from advsearch.plugins.outside import load_reference
from advsearch.search.hybrid import SWITCHES, Switch
from advsearch.specs import Spec, parse_spec, reference_in


def switch_of(spec: str | Spec) -> Switch:
    """The switch a spec names: `ply(45)`, `actions(6)`, `empty(12)`, or `file.py:name`, f(game, state)."""
    spec = parse_spec(spec) if isinstance(spec, str) else spec
    reference = reference_in(spec.name)
    if reference is not None:
        return without_settings(spec, load_reference(reference))  # type: ignore[no-any-return]
    if spec.name not in SWITCHES:
        raise unknown_name("switch", spec.name, SWITCHES)
    if spec.settings or len(spec.arguments) != 1:
        raise InvalidSettings(f"expected a switch such as {spec.name}(45), got {str(spec)!r}")
    return SWITCHES[spec.name](spec.arguments[0])  # type: ignore[arg-type]


def without_settings(spec: Spec, found: Any) -> Any:
    if spec.settings or spec.arguments:
        raise InvalidSettings(f"{spec.name} takes no settings: it is ready as it is, not a class")
    return found


def checked_evaluator(spec: Spec, found: Any, prefixes: Sequence[str] = ()) -> protocol.Evaluator:
    """The evaluator, if it can be called as one; `prefixes` are what functions of other shapes may go by."""
    if not callable(found) or inspect.isclass(found):
        raise PluginError(f"expected {spec.name} to be an evaluator f(game, state, player), got {found!r}")
    try:
        inspect.signature(found).bind(None, None, None)
    except TypeError:
        told = f"expected {spec.name} to be an evaluator f(game, state, player), got f{inspect.signature(found)}"
        other = f"; written for another program? name it {prefixes[0]}{spec.name}" if prefixes else ""
        raise PluginError(told + other) from None
    except ValueError:  # some builtins do not tell what they take
        pass
    return found  # type: ignore[no-any-return]
