#!/usr/bin/env python3
"""Verifies turn files: a second verifier, written from the pages in docs/ and not from the program.

    python3 docs/reference/verify.py FILE...           for people
    python3 docs/reference/verify.py --json FILE...    an object a line, in the words of `pbem verify --json`
    python3 docs/reference/verify.py --explain FILE    every byte that is hashed in a short game

With `-` in place of the files their names are read from standard input, one a line. It needs Python 3.11 and nothing else.
"""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from pbem_verify.audit import audit  # noqa: E402
from pbem_verify.explain import explain  # noqa: E402


def as_json(name, report):
    """The keys of `pbem verify --json` that tell how the game was judged."""
    findings = [dict(zip(("seat", "turn", "kind"), finding)) for finding in report.findings]
    result = None if report.outcome is None else {"winners": report.winners, "points": report.points}
    return json.dumps(
        {
            "file": name,
            "verdict": report.verdict,
            "outcome": report.outcome,
            "ended_by": report.ended_by,
            "result": result,
            "due": report.due,
            "missing_reveals": report.missing_reveals,
            "findings": findings,
        }
    )


def as_text(name, report):
    lines = [f"{name}: {report.verdict.upper()}"]
    for seat, turn, kind in report.findings:
        lines.append(f"    turn {turn}: {kind}" + (f" by {seat}" if seat else ""))
    if report.outcome:
        points = ", ".join(f"{seat} {points}" for seat, points in report.points.items())
        lines.append(f"    {' and '.join(report.winners) or 'nobody'} wins ({report.outcome}, by {report.ended_by}): {points}")
    return "\n".join(lines)


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    names = [argument for argument in arguments if argument not in options]
    if not names or not options <= {"--json", "--explain"}:
        sys.exit(__doc__)
    show = as_json if "--json" in options else as_text
    for name in map(str.rstrip, sys.stdin) if names == ["-"] else names:
        data = Path(name).read_bytes()
        print(explain(Path(name).name, data).rstrip() if "--explain" in options else show(name, audit(data)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
