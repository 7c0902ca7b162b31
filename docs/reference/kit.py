#!/usr/bin/env python3
"""Runs the second verifier on the conformance kit (docs/kit.md), and names each case in which its report differs.

    python3 docs/reference/kit.py
"""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from pbem_verify import rulings  # noqa: E402
from pbem_verify.audit import audit  # noqa: E402
from pbem_verify.report import report  # noqa: E402
from pbem_verify.verdict import verdicts  # noqa: E402

KIT = Path(__file__).resolve().parents[2] / "tests/kit"


def without_words(value):
    """A report without the keys for people."""
    if isinstance(value, dict):
        return {key: without_words(item) for key, item in value.items() if key not in ("message", "reason")}
    return [without_words(item) for item in value] if isinstance(value, list) else value


def reported(case):
    spaces = b" " * case.get("append_spaces", 0)
    contents = [(name, (KIT / name).read_bytes() + spaces) for name in case["files"]]
    ruled = {name: ruling for name, content in contents if (ruling := rulings.read(name, content))}
    files = [audit(name, content) for name, content in contents if name not in ruled]
    return without_words(report(verdicts(files, list(ruled.values()))))


def main():
    cases = json.loads((KIT / "manifest.json").read_text())
    wrong = [case["case"] for case in cases if reported(case) != json.loads((KIT / case["report"]).read_text())]
    print(f"{len(cases)} cases, {len(wrong)} reports differ", *wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
