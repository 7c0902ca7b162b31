"""The file (docs/turn-file.md): bytes to header, turns and claim, and to the bytes that are hashed."""

import json
import re
import tomllib
from dataclasses import dataclass, field
from datetime import datetime

from . import crypto

MOST = 2**53 - 1
MARKER, END = "# pbem turn file", "# end of pbem turn file"
WORD = re.compile(r"[a-z][a-z0-9-]{0,31}")
DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
REFUSED = [
    (0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFF), (0xE0000, 0xE0FFF),
]  # fmt: skip


class Fault(Exception):
    """What is not as docs/turn-file.md says."""

    def __init__(self, kind="unreadable"):
        super().__init__(kind)
        self.kind = kind


@dataclass
class Turn:
    """One turn: bytes for each binary value, text, numbers and lists of text for the others."""

    values: dict
    canonical: bytes

    def __getattr__(self, key):
        """What stands under `key`, or what is empty."""
        if key in self.values:
            return self.values[key]
        shape = TURN[key.rstrip("_")][0]
        return [] if shape in (entries, hashes) else None

    def has(self, key):
        return key in self.values

    @property
    def hash(self):
        return crypto.turn_hash(self.canonical)


@dataclass
class Claim:
    values: dict
    canonical: bytes


@dataclass
class File:
    header: dict = None  # as in the file
    id: bytes = None
    canonical_header: bytes = None
    turns: list = field(default_factory=list)
    claim: Claim = None
    fault: str = None  # the kind of damage that ends the well formed part
    fault_turn: int = None  # the turn in which it is; None if it is in none


# One function for each kind of value: the value for the verifier and the value that is hashed.


def number(value, _):
    check(type(value) is int)
    check(abs(value) <= MOST, "over-limit")
    return value, value


def word(value, _):
    check(isinstance(value, str) and WORD.fullmatch(value))
    return value, value


def seat(value, seats):
    check(isinstance(value, str) and WORD.fullmatch(value) and not DEVICE.fullmatch(value))
    check(seats is None or value in seats)
    return value, value


def date_time(value, _):
    """`plain_times` has made text of it."""
    check(isinstance(value, Time))
    return str(value), str(value)


def binary(length):
    def read(value, _):
        check(isinstance(value, list) and value and all(isinstance(line, str) for line in value))
        check(all(len(line) == 64 for line in value[:-1]) and 1 <= len(value[-1]) <= 64)
        digits = "".join(value)
        check(re.fullmatch("([0-9a-f]{2})+", digits))
        check(length is None or len(digits) == 2 * length)
        return bytes.fromhex(digits), digits

    return read


def hashes(value, _):
    whole, digits = binary(None)(value, _)
    check(len(value) <= 1024, "over-limit")
    check(len(whole) % 32 == 0)
    return [whole[i : i + 32] for i in range(0, len(whole), 32)], digits


def entries(value, _):
    check(isinstance(value, list) and value)
    check(len(value) <= 1024, "over-limit")
    check(all(ascii_line(line, 66) and line for line in value))
    return value, value


def ascii_line(line, width):
    return (
        isinstance(line, str)
        and all(" " <= sign <= "~" for sign in line)
        and len(line) + line.count('"') + line.count("\\") <= width
    )


def text(most):
    def read(value, _):
        check(isinstance(value, list) and value and all(isinstance(piece, str) for piece in value))
        whole = "".join(value)
        check(all(1 <= sum(map(columns, piece)) <= 64 for piece in value))
        check(len(whole) <= most, "over-limit")
        check(not any(low <= ord(sign) <= high for sign in whole for low, high in REFUSED))
        return whole, whole

    return read


def columns(sign):
    if sign in '"\\':
        return 2
    if " " <= sign <= "~":
        return 1
    return 6 if ord(sign) < 0x10000 else 10


def options(value, _):
    check(isinstance(value, dict) and value)
    check(len(value) <= 32, "over-limit")
    for name, option in value.items():
        check(WORD.fullmatch(name))
        if isinstance(option, list):
            numbers = bool(option) and type(option[0]) is int
            check(option and all(type(n) is int if numbers else ascii_line(n, 64) for n in option))
            check(len(option) <= (16 if numbers else 40), "over-limit")
            check(not numbers or all(abs(n) <= MOST for n in option), "over-limit")
        elif type(option) is not bool:
            (number if type(option) is int else word)(option, _)
    return value, value


def keys(value, seats):
    check(isinstance(value, dict) and value and all(name in seats for name in value))
    read = {name: binary(32)(key, seats) for name, key in value.items()}
    return {name: key for name, (key, _) in read.items()}, {name: digits for name, (_, digits) in read.items()}


def seat_list(value, _):
    check(isinstance(value, list) and 2 <= len(value) <= 9 and len(set(map(repr, value))) == len(value))
    for name in value:
        seat(name, None)
    return value, value


def nonce(value, _):
    check(isinstance(value, str) and re.fullmatch("[0-9a-f]{32}", value))
    return value, value


HEADER = {
    "kind": (word, True), "seats": (seat_list, True), "created": (date_time, True), "nonce": (nonce, True),
    "first": (seat, False), "options": (options, False), "keys": (keys, False),
}  # fmt: skip
TURN = {
    "number": (number, True), "seat": (seat, True), "sent": (date_time, True), "after": (binary(32), True),
    "instead": (hashes, False), "link": (binary(32), False), "key": (binary(32), False), "tip": (binary(32), False),
    "name": (text(40), False), "mail": (text(254), False), "setup": (hashes, False), "eyes": (hashes, False),
    "answer": (entries, False), "tokens": (hashes, False), "move": (entries, False), "seal": (binary(32), False),
    "boxes": (binary(None), False), "open": (entries, False), "salts": (hashes, False), "offer": (word, False),
    "note": (text(280), False), "seed": (binary(32), False), "reveal": (entries, False), "signature": (binary(64), True),
}  # fmt: skip
CLAIM = {"seat": (seat, True), "sent": (date_time, True), "after": (binary(32), True), "signature": (binary(64), True)}


def check(good, kind="unreadable"):
    if not good:
        raise Fault(kind)


def table(shape, value, seats):
    """The values of a table, and its canonical JSON."""
    check(isinstance(value, dict))
    check(all(key in shape for key in value) and all(key in value for key, (_, must) in shape.items() if must))
    seats = value.get("seats", seats)
    read = {key: shape[key][0](value[key], seats) for key in shape if key in value}
    hashed = {key: digits for key, (_, digits) in read.items() if key != "signature"}
    return {key: kept for key, (kept, _) in read.items()}, canonical(hashed)


def canonical(value):
    """RFC 8785, for what can stand in a turn file: no key has a sign beyond ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Time(str):
    """A date-time, as it is written."""


def plain_times(value, chunk):
    """Puts date-times as they are written in place of those of the TOML reader, which forgets how that was."""
    for key, inner in value.items():
        if isinstance(inner, datetime):
            written = re.search(rf"^[ \t]*[\"']?{key}[\"']?[ \t]*=[ \t]*(\S+)", chunk, re.M)
            check(written and TIME.fullmatch(written[1]))
            value[key] = Time(written[1])
    return value


def parse(chunk):
    check(len(chunk.encode()) <= 256 * 1024, "over-limit")
    try:
        return tomllib.loads(chunk)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        raise Fault from None


def decode(data):
    """What is neither UTF-8 nor UTF-16 becomes U+FFFD, which no value may hold."""
    check(len(data) <= 4 * 1024 * 1024, "over-limit")
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    return data.decode("utf-16" if wide else "utf-8-sig", errors="replace").replace("\r\n", "\n")


def between_markers(lines):
    """The lines of the first turn file, and whether another one begins behind it."""
    bare = [line.strip() for line in lines]
    begin = next((i for i, line in enumerate(bare) if line.startswith(MARKER)), 0)
    end = next((i for i, line in enumerate(bare) if line.startswith(END) and i >= begin), len(lines))
    return lines[begin:end], any(line.startswith(MARKER) for line in bare[end:])


def read(data):
    """The well formed part of a file, and the fault that ends it."""
    file = File()
    try:
        lines, another = between_markers(decode(data).split("\n"))
        cuts = [i for i, line in enumerate(lines) if re.match(r"\s*\[\[\s*turn\s*\]\]", line)]
        check(cuts)
        file.header, file.canonical_header = read_header("\n".join(lines[: cuts[0]]))
        file.id = crypto.game_id(file.canonical_header)
        for number, (begin, end) in enumerate(zip(cuts, [*cuts[1:], len(lines)]), 1):
            file.fault_turn = number
            check(number <= 12_000, "over-limit")
            read_turn(file, "\n".join(lines[begin:end]))
        file.fault_turn = None
        check(not another)
    except Fault as fault:
        file.fault, file.claim = fault.kind, None
    return file


def read_header(chunk):
    whole = parse(chunk)
    check(type(whole.get("pbem")) is int and whole["pbem"] == 1 and set(whole) == {"pbem", "game"})
    check(isinstance(whole["game"], dict))
    return table(HEADER, plain_times(whole["game"], chunk), None)


def read_turn(file, chunk):
    """A turn, and perhaps a claim behind it. What is wrong behind the signature leaves the turn."""
    before = len(file.turns)
    try:
        take_turn(file, chunk)
    except Fault as fault:
        signature = re.search(r"^\s*signature[^\]]*\]", chunk, re.M)
        if len(file.turns) == before and signature:
            try:
                take_turn(file, chunk[: signature.end()])
            except Fault:
                pass  # the first one is told
        raise fault


def take_turn(file, chunk):
    whole = parse(chunk)
    values, hashed = table(TURN, plain_times(whole["turn"][0], chunk), file.header["seats"])
    check(values["number"] == len(file.turns) + 1)
    check(len(values.get("open", [])) == len(values.get("salts", [])))
    notes = [turn.note or "" for turn in file.turns if turn.seat == values["seat"]] + [values.get("note", "")]
    check(len("".join(notes).encode()) <= 16_384, "over-limit")
    file.turns.append(Turn(values, hashed))
    check(set(whole) <= {"turn", "claim"})
    if "claim" in whole:
        file.fault_turn = None
        check(file.claim is None and isinstance(whole["claim"], dict))
        claim = plain_times(whole["claim"], chunk[chunk.index("[claim]") :])
        file.claim = Claim(*table(CLAIM, claim, file.header["seats"]))
