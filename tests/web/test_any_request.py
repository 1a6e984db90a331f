"""Requests that Schemathesis makes from a description of the addresses for programs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

schemathesis = pytest.importorskip("schemathesis", reason="Schemathesis is not installed: pip install schemathesis")

GAMES = ["isolation(width=4, height=4)", "pentago"]


def described() -> dict[str, Any]:
    """The addresses for programs. The games are those that the server has, so that a request gets past them."""
    answers = {"200": {"description": "an answer"}, "304": {"description": "no news"}}
    texts = {"type": "string"}
    query = [
        {"name": "game", "in": "query", "required": True, "schema": {"type": "string", "enum": GAMES}},
        {"name": "start", "in": "query", "schema": texts},
        {"name": "move", "in": "query", "schema": {"type": "array", "items": texts}},
    ]
    tag = [{"name": "If-None-Match", "in": "header", "schema": texts}]
    return {
        "openapi": "3.0.3",
        "info": {"title": "advsearch", "version": "1"},
        "paths": {
            "/api/position": {"get": {"parameters": query, "responses": answers}},
            "/api/games": {"get": {"responses": answers}},
            "/api/tournament": {"get": {"parameters": tag, "responses": answers}},
            "/{file}": {
                "get": {
                    "parameters": [{"name": "file", "in": "path", "required": True, "schema": texts}],
                    "responses": answers,
                }
            },
        },
    }


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_no_request_is_the_servers_fault(address: str, count: int) -> None:
    """Whatever is asked of the addresses for programs, the server answers, and never with a status of 500 or more."""
    schema = schemathesis.openapi.from_dict(described())
    operations = {each.ok().path: each.ok() for each in schema.get_all_operations()}
    cases = st.one_of(
        *[operations["/api/position"].as_strategy()] * 5, *(each.as_strategy() for each in operations.values())
    )
    seen: dict[int, int] = {}

    @settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(cases)
    def tried(case: Any) -> None:
        answer = case.call(base_url=address.rstrip("/"), timeout=60)
        seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
        assert answer.status_code < 500
        if answer.headers["content-type"] == "application/json":
            json.loads(answer.content)

    tried()
    print(f"statuses: {dict(sorted(seen.items()))}")
    assert {200, 422} <= seen.keys()
