"""Runs the tests that reach each mutant in a folder that `switches.py` has made.

    python3 tests/mutants/run.py FOLDER build         builds the tests
    python3 tests/mutants/run.py FOLDER trace         (or `trace pbem`, for one program) finds out which test reaches which mutant, and how long it takes
    python3 tests/mutants/run.py FOLDER kit PART...   judges the conformance kit with all mutants of a part
    python3 tests/mutants/run.py FOLDER test PART...  tests all mutants of a part, such as `crypto` or `games/spy`;
                                                      `table:200` tests 200 of them, always the same

`kit` loads the kit once, and starts a process for each mutant that judges the cases that reach the mutant. `test` runs
the unit tests, `tests/library`, `tests/standing` and `tests/desks` with the mutants that the kit didn't catch: first the
tests that caught the most mutants of the same file per second, then the others from the fastest to the slowest, until
one fails or the tests have taken MOST seconds. FOLDER/results.json has the result of each mutant, and a second run
continues there. WORKERS is the number of processes, SLOWEST the processor time of the slowest test that runs, and
SECONDS limits a run.
"""

import fcntl
import json
import os
import random
import re
import resource
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(sys.argv[1]).resolve()
PROGRAMS = ["pbem", "library", "standing", "desks"]
# The second verifier, in Python, doesn't change with a mutant. Its reports are in the kit.
LEFT_OUT = re.compile("^second::[^:]+$|second_verifier|audit::tests::kit::")
# Seconds of processor time of the slowest test that runs, and of all tests of one mutant.
SLOWEST = int(os.environ.get("SLOWEST", "60"))
MOST = int(os.environ.get("MOST", "600"))
KINDS = ["checkpoint-danger", "game-box", "enemy-agent", "spy", "espionage"]
# A long test, game by game.
SPLIT = "cheats::table::cheats_page_shows_the_current_table"
WORKERS = int(os.environ.get("WORKERS", "1"))
END = time.time() + float(os.environ.get("SECONDS", "1e9"))


def stored(name, default=None):
    path = FOLDER / name
    return json.loads(path.read_text()) if path.exists() else default


def store(name, value):
    (FOLDER / name).write_text(json.dumps(value, indent=0))


def add_results(found):
    """Adds to the results, which two runs may do at the same time."""
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        store("results.json", {**stored("results.json", {}), **found})


def build():
    targets = ["--lib", *(part for name in PROGRAMS[1:] for part in ("--test", name))]
    # Without the program.
    features = ["--no-default-features", "--features", "manuals,ed25519-dalek/fast"]
    command = ["cargo", "test", *features, *targets, "--no-run", "--message-format=json"]
    output = subprocess.run(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True, check=True).stdout
    entries = [json.loads(line) for line in output.splitlines()]
    store("programs.json", {e["target"]["name"]: e["executable"] for e in entries if e.get("executable") and e["profile"]["test"]})


def call(tests, environment, seconds):
    """The exit code of these tests of one program or `timeout`, the first test that isn't ok, and the processor time."""

    def limits():
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))

    command = [stored("programs.json")[tests[0]["program"]], "--test-threads=1", "--exact", *(t["test"] for t in tests)]
    # Without a PATH there is no second verifier.
    environment = {**os.environ, "RUST_BACKTRACE": "0", "PATH": "", **environment}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True, "errors": "replace"}
    process = subprocess.Popen(command, cwd=FOLDER, env=environment, preexec_fn=limits, **pipes)
    # A deadlock takes no processor time.
    clock = threading.Timer(60 + 20 * seconds, process.kill)
    clock.start()
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    clock.cancel()
    process.returncode = code = os.waitstatus_to_exitcode(status)
    failed = [name for name, end in re.findall(r"^test (\S+)(?: - should panic)? \.\.\. ?(ok)?", output, re.M) if not end]
    return "timeout" if code in (-9, -24) else code, (failed or [tests[0]["test"]])[0], usage.ru_utime + usage.ru_stime


def trace(programs):
    tests, programs = [], programs or PROGRAMS
    for program in programs:
        path = stored("programs.json")[program]
        listing = subprocess.run([path, "--list"], cwd=FOLDER, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        names = [line[:-6] for line in listing if line.endswith(": test")]
        names = [name for name in names if not LEFT_OUT.search(name)]
        tests += [{"program": program, "test": name, "kind": kind} for name in names for kind in (KINDS if name == SPLIT else [""])]
    (FOLDER / "traces").mkdir(exist_ok=True)

    def traced(nth):
        path = FOLDER / f"traces/{nth}"
        path.unlink(missing_ok=True)
        code, _, seconds = call([tests[nth]], {"MUTANT_TRACE": str(path), **only(tests[nth]["kind"])}, SLOWEST)
        reached = [int(n) for n in path.read_text().split()] if path.exists() else []
        return {**tests[nth], "code": code, "seconds": seconds, "reached": reached}

    with ThreadPoolExecutor(WORKERS) as pool:
        traces = list(pool.map(traced, range(len(tests))))
    others = [each for each in stored("traces.json", []) if each["program"] not in programs]
    store("traces.json", others + [each for each in traces if each["code"] == 0])
    print(len(traces), "tests;", sum(each["seconds"] for each in traces), "seconds")
    for each in traces:
        if each["code"]:
            print(f"left out: {each['test']}: {each['code']}")


def only(kind):
    """Limits tests of all games to one game."""
    return {"PBEM_KIND": kind} if kind else {}


def kind_of(mutant):
    folder = mutant["file"].split("/")[2]
    return next((kind for kind in KINDS if folder and kind.startswith(folder.replace("_", "-"))), "")


def result(n, mutant, tests, catches):
    """Whether a test notices the mutant, and which one."""
    tests = sorted(tests, key=lambda t: (-catches[t["test"]] / (t["seconds"] + 0.05), t["seconds"]))
    most, used = 0.3, 0.0
    while tests and used < MOST:
        batch = [tests.pop(0)]
        # Only tests of one program can run together.
        same = [t for t in tests[:40] if (t["program"], t["kind"]) == (batch[0]["program"], batch[0]["kind"])]
        while same and sum(t["seconds"] for t in batch) + same[0]["seconds"] < most:
            batch.append(same.pop(0))
            tests.remove(batch[-1])
        environment = {"MUTANT": str(n), **only(batch[0]["kind"] or kind_of(mutant))}
        code, failed, _ = call(batch, environment, 3 + 5 * sum(t["seconds"] for t in batch))
        if code:
            return ["timeout" if code == "timeout" else "caught", failed]
        most = min(4 * most, 10)
        used += sum(t["seconds"] for t in batch)
    return ["stopped" if tests else "missed", ""]


def chosen_of(part):
    """The mutants of a part, or a sample of them."""
    part, _, most = part.partition(":")
    mutants = stored("mutants.json")
    chosen = [n for n in stored("switched.json") if mutants[n]["file"].startswith(f"src/{part}")]
    random.Random(27).shuffle(chosen)
    return part, chosen[: int(most)] if most else chosen


def kit(parts):
    mutants, results = stored("mutants.json"), stored("results.json", {})
    for part, chosen in map(chosen_of, parts):
        todo = [n for n in chosen if mutants[n]["name"] not in results]

        def judged(shard):
            files = {key: FOLDER / f"kit-{shard}.{key}" for key in ("MUTANT_LIST", "MUTANT_RESULTS")}
            files["MUTANT_RESULTS"].unlink(missing_ok=True)
            files["MUTANT_LIST"].write_text(" ".join(map(str, todo[shard::WORKERS])))
            test = "audit::tests::kit::with_mutants::each_mutant_meets_the_kit"
            command = [stored("programs.json")["pbem"], "--exact", test, "--test-threads=1", "--nocapture"]
            environment = {**os.environ, "RUST_BACKTRACE": "0", **{key: str(path) for key, path in files.items()}}
            subprocess.run(command, cwd=FOLDER, env=environment, stdout=subprocess.DEVNULL, check=True)
            return files["MUTANT_RESULTS"].read_text().splitlines()

        with ThreadPoolExecutor(WORKERS) as pool:
            found, named = Counter(), {}
            for line in (line for lines in pool.map(judged, range(WORKERS)) for line in lines):
                n, result, case, _ = line.split("\t")
                found[result] += 1
                if result != "passed":
                    named[mutants[int(n)]["name"]] = [result, f"kit: {case}"]
        add_results(named)
        print(f"{part}: {dict(found)}", flush=True)


def test(parts):
    mutants, results = stored("mutants.json"), stored("results.json", {})
    reaching, catches = defaultdict(list), defaultdict(Counter)
    for trace in stored("traces.json"):
        for n in trace["reached"]:
            reaching[n].append(trace)
    for mutant in mutants:
        if mutant["name"] in results:
            catches[mutant["file"]][results[mutant["name"]][1]] += 1
    for part in parts:
        part, chosen = chosen_of(part)
        todo = [n for n in chosen if mutants[n]["name"] not in results]

        def tested(n):
            its = catches[mutants[n]["file"]]
            return (n, result(n, mutants[n], reaching[n], its)) if time.time() < END else (n, None)

        with ThreadPoolExecutor(WORKERS) as pool:
            for n, found in pool.map(tested, todo):
                if found:
                    results[mutants[n]["name"]] = found
                    catches[mutants[n]["file"]][found[1]] += 1
                    add_results({mutants[n]["name"]: found})
                    if found[0] in ("missed", "stopped"):
                        print(*found, mutants[n]["name"], "" if n in reaching else "(no test reaches it)", flush=True)
        counts = Counter(results[mutants[n]["name"]][0] for n in chosen if mutants[n]["name"] in results)
        print(f"{part}: {sum(counts.values())} of {len(chosen)} run: {dict(counts)}", flush=True)


if __name__ == "__main__":
    {"build": build, "trace": lambda: trace(sys.argv[3:]), "kit": lambda: kit(sys.argv[3:]), "test": lambda: test(sys.argv[3:])}[sys.argv[2]]()
