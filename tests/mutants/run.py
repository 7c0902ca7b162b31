"""Runs the tests that reach each mutant in a folder that `switches.py` has made.

    python3 tests/mutants/run.py FOLDER build            builds the tests
    python3 tests/mutants/run.py FOLDER trace [PART...]  finds out which test reaches which mutant (tests of some parts only)
    python3 tests/mutants/run.py FOLDER test PART...     tests all mutants of a part, such as `crypto` or `games/spy`;
                                                         `table:200` tests 200 of them, always the same

It runs the unit tests first, from the fastest to the slowest, then the conformance kit, and stops at the first test that
fails. FOLDER/results.json has the result of each mutant, and a second run continues there. SECONDS limits a run.
"""

import json
import os
import random
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(sys.argv[1]).resolve()
KIT = "kit::stored::pbem_gives_every_report_of_the_kit"
WORKERS = int(os.environ.get("WORKERS", "2"))
END = time.time() + float(os.environ.get("SECONDS", "1e9"))


def stored(name, default=None):
    path = FOLDER / name
    return json.loads(path.read_text()) if path.exists() else default


def store(name, value):
    (FOLDER / name).write_text(json.dumps(value, indent=0))


def build():
    command = ["cargo", "--config", "profile.dev.debug=false", "test", "--lib", "--test", "library", "--no-run", "--message-format=json"]
    output = subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True, check=True).stdout
    entries = [json.loads(line) for line in output.splitlines()]
    programs = {e["target"]["kind"][0]: e["executable"] for e in entries if e.get("executable") and e["profile"]["test"]}
    store("programs.json", programs)


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    os.nice(10)


def call(tests, environment, seconds):
    """The exit code of these tests of one program, or `timeout`."""
    command = [stored("programs.json")[tests[0]["program"]], "-q", "--test-threads=1", "--exact", *(t["test"] for t in tests)]
    environment = {**os.environ, "RUST_BACKTRACE": "0", **environment}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.run(command, cwd=FOLDER, env=environment, timeout=seconds, preexec_fn=limits, **quiet).returncode
    except subprocess.TimeoutExpired:
        return "timeout"


def trace(parts):
    programs = stored("programs.json")
    listing = subprocess.run([programs["lib"], "--list"], stdout=subprocess.PIPE, text=True).stdout.splitlines()
    tests = [{"program": "lib", "test": line[:-6]} for line in listing if line.endswith(": test")]
    tests = [each for each in tests if not parts or each["test"].split(":")[0] in parts]
    if "test" in programs and not parts:
        tests.append({"program": "test", "test": KIT})
    (FOLDER / "traces").mkdir(exist_ok=True)

    def traced(nth):
        path = FOLDER / f"traces/{nth}"
        path.unlink(missing_ok=True)
        start = time.time()
        code = call([tests[nth]], {"MUTANT_TRACE": str(path)}, 1800)
        reached = [int(n) for n in path.read_text().split()] if path.exists() else []
        return {**tests[nth], "code": code, "seconds": time.time() - start, "reached": reached}

    with ThreadPoolExecutor(WORKERS) as pool:
        traces = list(pool.map(traced, range(len(tests))))
    old = [each for each in stored("traces.json", []) if each["test"] not in {new["test"] for new in traces}]
    store("traces.json", old + [each for each in traces if each["code"] == 0])
    print(len(traces), "tests; without a mutant these fail:", [each["test"] for each in traces if each["code"]])


def result(mutant, tests):
    """Whether a test notices the mutant, and the tests that were run last."""
    tests, seconds = sorted(tests, key=lambda t: (t["program"] != "lib", t["seconds"])), 0.5
    while tests:
        batch = [tests.pop(0)]
        while tests and tests[0]["program"] == batch[0]["program"] and sum(t["seconds"] for t in batch) < seconds:
            batch.append(tests.pop(0))
        code = call(batch, {"MUTANT": str(mutant)}, 20 + 10 * sum(t["seconds"] for t in batch))
        if code:
            return ["timeout" if code == "timeout" else "caught", batch[0]["test"]]
        seconds *= 4
    return ["missed", ""]


def test(parts):
    mutants, results = stored("mutants.json"), stored("results.json", {})
    reaching = defaultdict(list)
    for trace in stored("traces.json"):
        for n in trace["reached"]:
            reaching[n].append(trace)
    for part in parts:
        part, _, most = part.partition(":")
        chosen = [n for n in stored("switched.json") if mutants[n]["file"].startswith(f"src/{part}")]
        random.Random(27).shuffle(chosen)
        chosen = chosen[: int(most)] if most else chosen
        todo = [n for n in chosen if mutants[n]["name"] not in results]

        def tested(n):
            return (n, result(n, reaching[n])) if time.time() < END else (n, None)

        with ThreadPoolExecutor(WORKERS) as pool:
            for n, found in pool.map(tested, todo):
                if found:
                    results[mutants[n]["name"]] = found
                    store("results.json", results)
                    if found[0] == "missed":
                        print(mutants[n]["name"], "" if n in reaching else "(no test reaches it)", flush=True)
        counts = Counter(results[mutants[n]["name"]][0] for n in chosen if mutants[n]["name"] in results)
        print(f"{part}: {sum(counts.values())} of {len(chosen)} run: {dict(counts)}", flush=True)


if __name__ == "__main__":
    {"build": build, "trace": lambda: trace(sys.argv[3:]), "test": lambda: test(sys.argv[3:])}[sys.argv[2]]()
