#!/usr/bin/env python3
"""Verifies turn files: a second verifier, written from docs/protocol.md and not from the program.

    python3 docs/reference/verify.py FILE...           for people; ruling files may be among them
    python3 docs/reference/verify.py --json FILE...    one object, that of `pbem verify --json`
    python3 docs/reference/verify.py --explain FILE    every byte that is hashed in a short game, then short examples from further files:
                                                       a sealed guess, boxes, and two files that cross

With `-` in place of the files their names are read from standard input, in one line those that are judged together, with
tabs between; each line is answered with a line. It needs Python 3.11 and nothing else.
"""

import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from pbem_verify import rulings  # noqa: E402
from pbem_verify.audit import audit  # noqa: E402
from pbem_verify.explain import explain  # noqa: E402
from pbem_verify.report import as_text, report  # noqa: E402
from pbem_verify.verdict import verdicts  # noqa: E402


def judge(names, as_json):
    """What is said of these files together, and the exit code."""
    contents = [(name, Path(name).read_bytes()) for name in names]
    ruled = {name: ruling for name, content in contents if (ruling := rulings.read(name, content))}
    files = [audit(name, content) for name, content in contents if name not in ruled]
    if not files:
        sys.exit("a ruling says nothing without its game: name a turn file too")
    said = verdicts(files, list(ruled.values()))
    told = report(said)
    return (json.dumps(told) if as_json else as_text(said)), told["exit"]


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    names = [argument for argument in arguments if argument not in options]
    if not names or not options <= {"--json", "--explain"}:
        sys.exit(__doc__)
    if "--explain" in options:
        files = [("/".join(Path(name).parts[-1 if at == 0 else -2 :]), Path(name).read_bytes()) for at, name in enumerate(names)]
        print(explain(*files[0], *files[1:]).rstrip())
        return 0
    if names != ["-"]:
        text, code = judge(names, "--json" in options)
        print(text)
        return code
    for line in sys.stdin:
        print(judge(line.rstrip("\n").split("\t"), "--json" in options)[0], flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
