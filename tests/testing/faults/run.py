"""Tries the test kit on faulty programs: which ones it catches, and whether it flags correct ones.

    python tests/testing/faults/run.py                  every fault; a line for each, then the rates as JSON
    python tests/testing/faults/run.py --originals      the correct searches, none of which may be flagged
    python tests/testing/faults/run.py NAME ...         those whose name or class contains one of the words
    python tests/testing/faults/run.py --show NAME      the message, too

`--out FILE` also writes JSON lines. Each check runs in a new process, which `--limit SECONDS` ends.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import resource
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from queue import Empty
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import catalogue  # noqa: E402
from fault import Fault, Planted  # noqa: E402
from originals import ORIGINALS, known, original  # noqa: E402

import advsearch  # noqa: E402
from advsearch.testing import LawBroken, check_searcher  # noqa: E402


def size_of(message: str) -> int | None:
    """The number of positions that a message shows: lines of its tree, and nothing for other cases."""
    lines = message.splitlines()
    for start, line in enumerate(lines):
        if re.fullmatch(r"  tree", line):
            body = [text for text in lines[start + 1 :] if text.startswith("    ") or not text.strip()]
            following = next(
                (n for n, text in enumerate(lines[start + 1 :]) if not text.startswith("    ")), len(body)
            )
            return sum(not text.strip().startswith("tree ") for text in body[:following])
    after = re.search(r"^  after .*\((\d+) pl(?:y|ies)\)", message, re.MULTILINE)
    return int(after.group(1)) + 1 if after else None


def verdict(fault: Fault | Planted, folder: Path, profile: str) -> dict[str, Any]:
    """Whether the check that a user would run catches the fault."""
    wanted: dict[str, Any] = {}
    if isinstance(fault, Fault) and not fault.is_game:
        wanted = dict(ORIGINALS[fault.base])  # the author does not know that it is faulty
    wanted |= fault.settings
    settings = known(wanted, fault.check)
    unknown = sorted(set(wanted) - set(settings))
    if isinstance(fault, Fault) and "against" in settings:
        settings["against"] = advsearch.load_game(f"{fault.path}:{settings['against']}")
    began, used = time.perf_counter(), time.process_time()
    found: dict[str, Any] = {
        "name": fault.name,
        "class": fault.kind,
        "wrong": fault.wrong,
        "unknown settings": unknown,
    }
    try:
        fault.check(fault.subject(folder), **{"profile": profile} | settings)
    except LawBroken as broken:
        law = re.search(r"breaks the law '([^']*)'|breaks the law \"([^\"]*)\"", str(broken))
        found |= {
            "caught": True,
            "law": law and (law[1] or law[2]),
            "size": size_of(str(broken)),
            "message": str(broken),
        }
    except Exception as error:
        found |= {"caught": False, "error": f"{type(error).__name__}: {error}"[:300]}
    else:
        found |= {"caught": False}
    return found | {"cpu_s": round(time.process_time() - used, 2), "wall_s": round(time.perf_counter() - began, 2)}


def innocent(spec: str, profile: str) -> dict[str, Any]:
    """Whether a correct search passes its check."""
    settings = known(ORIGINALS[spec])
    unknown = sorted(set(ORIGINALS[spec]) - set(settings))
    used = time.process_time()
    found: dict[str, Any] = {"name": spec, "class": "correct", "unknown settings": unknown}
    try:
        check_searcher(original(spec), profile=profile, **settings)
    except LawBroken as broken:
        found |= {"caught": True, "message": str(broken)}
    except Exception as error:
        found |= {"caught": False, "error": f"{type(error).__name__}: {error}"[:300]}
    else:
        found |= {"caught": False}
    return found | {"cpu_s": round(time.process_time() - used, 2)}


def work(thing: Fault | Planted | str, folder: Path, profile: str, limit: int, answers: Any) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    answers.put(innocent(thing, profile) if isinstance(thing, str) else verdict(thing, folder, profile))


def judged(thing: Fault | Planted | str, folder: Path, profile: str, limit: int) -> dict[str, Any]:
    """The verdict on one program, from a process that is ended if it takes too long."""
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    process = context.Process(target=work, args=(thing, folder, profile, limit, answers))
    process.start()
    blank = (
        {"name": thing, "class": "correct"} if isinstance(thing, str) else {"name": thing.name, "class": thing.kind}
    )
    found: dict[str, Any] | None = None
    end = time.monotonic() + 10 * limit  # a check that sleeps uses no processor time
    while found is None and time.monotonic() < end and (process.is_alive() or not answers.empty()):
        try:
            found = answers.get(timeout=0.2)
        except Empty:
            continue
    if found is None:
        asleep = process.is_alive()
        process.join(0 if asleep else 5)
        reason = (
            f"more than {10 * limit if asleep else limit} s" if asleep or process.exitcode == -signal.SIGXCPU else ""
        )
        reason = f"the check took {reason}" if reason else f"the check died with exit code {process.exitcode}"
        found = blank | {"caught": False, "error": reason, "cpu_s": None}
    process.kill()
    process.join()
    return found


def line(found: dict[str, Any]) -> str:
    state = "caught " if found["caught"] else ("ERROR  " if "error" in found else "SURVIVES")
    if found["class"] == "correct":
        state = "FLAGGED" if found["caught"] else ("ERROR  " if "error" in found else "passes ")
    size = f"{found['size']} positions" if found.get("size") else ""
    parts = [state, found["class"], found["name"], f"{found['cpu_s']} s", found.get("law") or "", size]
    parts += [found.get("error", ""), f"without {found['unknown settings']}" if found.get("unknown settings") else ""]
    return "  ".join(part for part in parts if part)


def summary(results: list[dict[str, Any]]) -> dict[str, Any]:
    """The rate of each class, and the time of the checks that caught a fault."""
    unseen = {fault.name for fault in catalogue.FAULTS if fault.unseen}
    rates: dict[str, Any] = {}
    for found in results:
        row = rates.setdefault(found["class"], {"faults": 0, "caught": 0, "cannot be seen": 0, "survive": []})
        row["faults"] += 1
        row["caught"] += found["caught"]
        if not found["caught"]:
            if found["name"] in unseen:
                row["cannot be seen"] += 1
            else:
                row["survive"].append(found["name"])
    sizes = [found["size"] for found in results if found.get("size")]
    times = [found["cpu_s"] for found in results if found["caught"]]
    total = {"faults": len(results), "caught": sum(found["caught"] for found in results)}
    total["cannot be seen"] = sum(row["cannot be seen"] for row in rates.values())
    medians = {
        "positions": statistics.median(sizes) if sizes else None,
        "cpu_s": statistics.median(times) if times else None,
    }
    return {"classes": dict(sorted(rates.items())), "all": total, "medians of catches": medians}


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("words", nargs="*", metavar="NAME")
    options.add_argument("--originals", action="store_true", help="check the correct searches instead")
    options.add_argument("--show", action="store_true", help="print the messages")
    options.add_argument("--out", type=Path, help="write a JSON object a line here")
    options.add_argument(
        "--limit", type=int, default=60, help="seconds of processor time for one check (default: 60)"
    )
    options.add_argument("--profile", default="default", help="fast, default or nightly (default: default)")
    chosen = options.parse_args()
    things: list[Any] = list(ORIGINALS) if chosen.originals else list(catalogue.FAULTS)
    if chosen.words:
        title = {id(thing): thing if isinstance(thing, str) else f"{thing.name} {thing.kind}" for thing in things}
        things = [thing for thing in things if any(word in title[id(thing)] for word in chosen.words)]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for thing in things:
            found = judged(thing, Path(folder), chosen.profile, chosen.limit)
            results.append(found)
            print(line(found), flush=True)
            if chosen.show and "message" in found:
                print("    " + found["message"].replace("\n", "\n    "))
            if chosen.out:
                with chosen.out.open("a") as out:
                    out.write(json.dumps(found) + "\n")
    print(json.dumps(summary(results), indent=2))


if __name__ == "__main__":
    main()
