"""Builds one copy of pbem that has every mutant of cargo-mutants in it, each behind a switch.

One build instead of one build per mutant: MUTANT=17 turns mutant 17 on, and MUTANT_TRACE=FILE lists the mutants that a
test reaches. `python3 tests/mutants/switches.py FOLDER` needs cargo-mutants and the packages tree_sitter and
tree_sitter_rust. It writes into FOLDER, and lists in FOLDER/dropped.json the mutants that don't compile, with the error.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import tree_sitter
import tree_sitter_rust

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
PROJECT = Path(__file__).resolve().parents[2]
KIT = "src/audit/tests/kit.rs"
SWITCH = re.compile(rb"crate::mutate::on\((\d+)\)")
# Optimized a little: thousands of test runs outweigh a slower build.
CONFIG = """[profile.dev]
debug = false
[profile.dev.package.pbem]
opt-level = 1
[profile.dev.package.serde_json]
opt-level = 1
"""


def on(n):
    return f"crate::mutate::on({n})"


class Source:
    """A file, its syntax tree, and the byte offset of a line and column."""

    def __init__(self, text):
        self.text, self.bytes = text, text.encode()
        self.root = PARSER.parse(self.bytes).root_node
        self.lines, self.starts = text.split("\n"), [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line.encode()) + 1)

    def offset(self, at):
        line = self.lines[at["line"] - 1]
        return self.starts[at["line"] - 1] + len(line[: at["column"] - 1].encode())

    def part(self, start, end):
        return self.bytes[start:end].decode()

    def of(self, node):
        return self.part(node.start_byte, node.end_byte)

    def smallest(self, kind, start, end):
        """The bytes of the smallest node of this kind around a span."""
        around = [n for n in walk(self.root) if n.type == kind and n.start_byte <= start and end <= n.end_byte]
        node = min(around, key=lambda n: n.end_byte - n.start_byte, default=None)
        return b"" if node is None else self.bytes[node.start_byte : node.end_byte]


def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)


class Rewriter:
    """Rewrites one file. `switched` has the mutants that have a switch."""

    def __init__(self, source, mutants):
        self.source, self.switched, self.spots = source, set(), defaultdict(list)
        for n, mutant in mutants:
            span = mutant["span"]
            place = source.offset(span["start"]), source.offset(span["end"])
            self.spots[mutant["genre"], *place].append((n, mutant["replacement"]))

    def rewritten(self):
        root, source = self.source.root, self.source
        return source.part(0, root.start_byte) + self.emit(root) + source.part(root.end_byte, len(source.bytes))

    def take(self, genre, fits):
        for (spot, start, end), mutants in self.spots.items():
            if spot == genre and fits(start, end):
                for n, replacement in mutants:
                    self.switched.add(n)
                    yield n, replacement

    def emit(self, node):
        inner = self.children(node)
        if node.type in ("binary_expression", "compound_assignment_expr"):
            operator = node.child_by_field_name("operator")
            left, right = (self.source.of(node.child_by_field_name(side)) for side in ("left", "right"))
            for n, new in self.take("BinaryOperator", lambda *at: at == (operator.start_byte, operator.end_byte)):
                inner = f"(if {on(n)} {{ {left} {new} {right} }} else {{ {inner} }})"
        elif node.type == "unary_expression":
            operator, operand = node.children[0], self.source.of(node.children[1])
            for n, new in self.take("UnaryOperator", lambda *at: at == (operator.start_byte, operator.end_byte)):
                inner = f"(if {on(n)} {{ {new} {operand} }} else {{ {inner} }})"
        elif node.type == "match_pattern":
            return self.pattern(node, inner)
        elif node.type in ("field_initializer", "shorthand_field_initializer"):
            return self.field(node, inner)
        elif node.type == "block" and node.parent.type == "function_item":
            bodies = [c for c in walk(node) if c != node and c.type == "block" and c.parent.type == "function_item"]
            holds = lambda body, start, end: body.start_byte <= start and end <= body.end_byte  # noqa: E731
            own = lambda *at: holds(node, *at) and not any(holds(body, *at) for body in bodies)  # noqa: E731
            returns = [f" if {on(n)} {{ return {'' if new == '()' else new}; }}" for n, new in self.take("FnValue", own)]
            return "{" + "".join(returns) + inner[1:]
        return inner

    def pattern(self, node, inner):
        """A pattern of a match with its guard: a guard that is replaced, and an arm that is deleted."""
        guard, arm = node.child_by_field_name("condition"), node.parent
        if guard is not None and guard.type in ("let_condition", "let_chain"):
            return inner
        pattern, condition = self.source.of(node), ""
        if guard is not None:
            pattern = re.sub(r"\bif\s*$", "", self.source.part(node.start_byte, guard.start_byte)).rstrip()
            condition = self.emit(guard)
            if guard.type == "binary_expression" and not condition.startswith("(if crate"):
                condition = f"({condition})"
            for n, new in self.take("MatchArmGuard", lambda s, e: s <= guard.start_byte and guard.end_byte <= e):
                condition = f"(if {on(n)} {{ {new} }} else {{ {condition} }})"
        for n, _ in self.take("MatchArm", lambda s, e: s <= node.start_byte < e and (s == arm.start_byte or e == arm.end_byte)):
            condition = f"{condition} && !{on(n)}" if condition else f"!{on(n)}"
        return f"{pattern} if {condition}" if condition else pattern

    def field(self, node, inner):
        """A field that is taken from the base of the struct expression instead."""
        base = [child for child in node.parent.children if child.type == "base_field_initializer"]
        if base:
            name = self.source.of(node.child_by_field_name("field") or node.children[-1])
            value = inner.split(":", 1)[1] if node.type == "field_initializer" else name
            for n, _ in self.take("StructField", lambda s, e: s == node.start_byte):
                value = f"if {on(n)} {{ ({self.source.of(base[0])[2:]}).{name} }} else {{ {value} }}"
                inner = f"{name}: {value}"
        return inner

    def children(self, node):
        if not node.children:
            return self.source.of(node)
        parts, at = [], node.start_byte
        for child in node.children:
            parts += [self.source.part(at, child.start_byte), self.emit(child)]
            at = child.end_byte
        return "".join(parts) + self.source.part(at, node.end_byte)


def regions(source):
    """The bytes that belong to each switch, as (start, end, number)."""
    for node in walk(source.root):
        match = node.type == "call_expression" and SWITCH.fullmatch(source.bytes[node.start_byte : node.end_byte])
        if not match:
            continue
        parent, nodes = node.parent, [node]
        if parent.type == "if_expression":
            nodes += [parent.child_by_field_name("consequence"), parent]
        elif parent.type == "unary_expression":
            while parent.type != "match_pattern":
                parent = parent.parent
            nodes.append(parent)
        yield from ((each.start_byte, each.end_byte, match[1].decode()) for each in nodes)


def guilty(text, message, start, end):
    """The mutants that cause a compiler error at these bytes."""
    source = Source(text)
    here = [region for region in regions(source) if region[0] <= start and end <= region[1]]
    if here:
        return [min(here, key=lambda region: region[1] - region[0])[2]]
    for words, kind, pattern in [
        ("non-exhaustive", "match_expression", rb"!crate::mutate::on\((\d+)\)"),
        ("moved value", "struct_expression", rb": if crate::mutate::on\((\d+)\)"),
        ("mismatched", "function_item", rb" if crate::mutate::on\((\d+)\) \{ return ::std::iter"),
    ]:
        if words in message:
            return [n.decode() for n in re.findall(pattern, source.smallest(kind, start, end))]
    return []


def compile_errors(folder):
    command = ["cargo", "check", "--lib", "--profile", "test", "--no-default-features", "--message-format=json"]
    run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in run.stdout.splitlines():
        entry = json.loads(line)
        if entry["reason"] == "compiler-message" and entry["message"]["level"] == "error":
            for span in entry["message"]["spans"]:
                if span["is_primary"]:
                    yield entry["message"]["message"], span["file_name"], span["byte_start"], span["byte_end"]


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=PROJECT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "x", "-C", folder], input=archive, check=True)
    listing = subprocess.run(["cargo", "mutants", "--list", "--json"], cwd=folder, stdout=subprocess.PIPE, check=True)
    mutants = [{key: value for key, value in each.items() if key != "diff"} for each in json.loads(listing.stdout)]
    (folder / "mutants.json").write_text(json.dumps(mutants))
    (folder / ".cargo/config.toml").write_text(CONFIG)
    sources = {file: Source((folder / file).read_text()) for file in {mutant["file"] for mutant in mutants}}
    own = PROJECT / "tests/mutants"
    (folder / "src/mutate.rs").write_text((own / "mutate.rs").read_text().replace("COUNT", str(len(mutants))))
    for file, text in [("src/lib.rs", "\n#[doc(hidden)]\npub mod mutate;\n"), (KIT, (own / "kit.rs").read_text())]:
        with (folder / file).open("a") as end:
            end.write(text)
    manifest = folder / "Cargo.toml"
    manifest.write_text(manifest.read_text().replace('unsafe_code = "forbid"', 'unsafe_code = "allow"'))
    # A mutant that didn't compile in the last run doesn't compile now.
    last = folder / "dropped_names.json"
    known = set(json.loads(last.read_text())) if last.exists() else set()
    dropped = {str(n): "known" for n, mutant in enumerate(mutants) if mutant["name"] in known}
    while True:
        switched = set()
        for file, source in sources.items():
            own = [(n, m) for n, m in enumerate(mutants) if m["file"] == file and str(n) not in dropped]
            rewriter = Rewriter(source, own)
            (folder / file).write_text(rewriter.rewritten())
            switched |= rewriter.switched
        found = {}
        errors = list(compile_errors(folder))
        for message, file, start, end in errors:
            for n in guilty((folder / file).read_text(), message, start, end):
                found[n] = message
        print(f"{len(mutants)} mutants: {len(switched)} have a switch, {len(dropped)} don't compile; {len(errors)} errors")
        if errors and not found:
            sys.exit(f"errors that belong to no mutant: {errors}")
        if not errors:
            break
        dropped |= found
    # Tests that have been added since may catch these.
    results = folder / "results.json"
    if results.exists():
        known = json.loads(results.read_text()).items()
        results.write_text(json.dumps({name: found for name, found in known if found[0] not in ("missed", "stopped")}))
    (folder / "switched.json").write_text(json.dumps(sorted(switched)))
    (folder / "dropped.json").write_text(json.dumps(dropped))
    last.write_text(json.dumps([mutants[int(n)]["name"] for n in dropped]))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
