"""The switches of hybrid searchers, by their names in specs. A switch decides when the next searcher takes over."""

from __future__ import annotations

from advsearch.errors import InvalidSettings, unknown_name
from advsearch.plugins.entries import as_spec, without_settings
from advsearch.plugins.outside import load_reference
from advsearch.protocol import Switch
from advsearch.search.switches import SWITCHES
from advsearch.specs import Spec, reference_in


def switch_of(spec: str | Spec) -> Switch:
    """The switch that a spec such as `ply(45)`, `actions(6)` or `empty(12)` names. The spec `file.py:name` names a
    function f(game, state).
    """
    spec = as_spec(spec)
    reference = reference_in(spec.name)
    if reference is not None:
        return without_settings(spec, load_reference(reference))  # type: ignore[no-any-return]
    if spec.name not in SWITCHES:
        raise unknown_name("switch", spec.name, SWITCHES)
    if spec.settings or len(spec.arguments) != 1:
        raise InvalidSettings(f"expected a switch such as {spec.name}(45), got {str(spec)!r}")
    return SWITCHES[spec.name](spec.arguments[0])  # type: ignore[arg-type]
