"""The file (docs/turn-file.md): bytes to header and turns, and to the text that is hashed, by the grammar of lines alone."""

import calendar
import re
from dataclasses import dataclass, field
from functools import cached_property

from . import crypto

MOST = 2**53 - 1
START, END = "# pbem turn file", "# end of pbem turn file"
MOST_BYTES, MOST_TURN_BYTES, MOST_TURNS = 8 * 1024 * 1024, 64 * 1024, 4003
WORD = r"[a-z][a-z0-9-]{0,31}"
DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
STRING = re.compile(r'"((?:[ !#-\[\]-~]|\\["\\]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*)"')
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,15}")
DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z")
VALUE = re.compile(rf"({WORD}) = (.+)", re.S)
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
    text: str

    def __getattr__(self, key):
        """What stands under `key`, or what is empty."""
        if key in self.values:
            return self.values[key]
        return [] if TURN[key] in (entries, hashes) else None

    def has(self, key):
        return key in self.values

    @cached_property
    def hash(self):
        return crypto.turn_hash(self.text.encode())


@dataclass
class File:
    header: dict = None  # the values of [game], with `options` and `keys`
    text: str = None
    id: bytes = None
    turns: list = field(default_factory=list)
    fault: str = None  # the kind of damage that ends the well formed part
    fault_turn: int = None  # the turn in which it is; None if it is in none


def check(good, kind="unreadable"):
    if not good:
        raise Fault(kind)


# From bytes to lines.


def lines_of(data):
    """The lines between the markers that say something; at last None if the last marker does not follow."""
    check(len(data) <= MOST_BYTES)
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = data.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    rows = [row.strip(" \t\r") for row in text.split("\n")]
    begin = next((i for i, row in enumerate(rows) if row.startswith(START)), None)
    check(begin is not None)
    out = []
    for row in rows[begin + 1 :]:
        if row.startswith(END):
            return out
        if row.startswith(START):
            break
        if row and not row.startswith("#"):
            out.append(row)
    return out + [None]


# Values: a line, or a list of lines, to what it says.


@dataclass
class Bare:
    """A scalar as it is written."""

    text: str


def string(line):
    """What a string says that has no `\\u`, which a text alone may have."""
    found = STRING.fullmatch(line)
    check(found and "\\u" not in found[1].replace("\\\\", "") and "\\U" not in found[1].replace("\\\\", ""))
    return re.sub(r"\\(.)", r"\1", found[1])


def integer(line):
    check(NUMBER.fullmatch(line) and abs(int(line)) <= MOST)
    return int(line)


def scalar(read):
    def reader(value):
        check(isinstance(value, Bare))
        return read(value.text)

    return reader


def listed(value, most=1024):
    check(isinstance(value, list) and 1 <= len(value) <= most)
    return value


number = scalar(integer)


@scalar
def word(line):
    text = string(line)
    check(re.fullmatch(WORD, text))
    return text


@scalar
def date(line):
    found = DATE.fullmatch(line)
    check(found)
    year, month, day, hour, minute, second = map(int, found.groups())
    check(year >= 1970 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1])
    check(hour <= 23 and minute <= 59 and second <= 59)
    return line


@scalar
def nonce(line):
    text = string(line)
    check(re.fullmatch("[0-9a-f]{32}", text))
    return text


def seat_name(text):
    check(re.fullmatch(WORD, text) and not DEVICE.fullmatch(text))
    return text


def seat(value):
    return seat_name(word(value))


def seat_list(value):
    names = [seat_name(string(line)) for line in listed(value)]
    check(2 <= len(names) <= 9 and len(set(names)) == len(names))
    return names


def binary(length):
    def read(value):
        lines = [string(line) for line in listed(value)]
        check(all(len(line) == 64 for line in lines[:-1]) and 2 <= len(lines[-1]) <= 64)
        digits = "".join(lines)
        check(re.fullmatch("([0-9a-f]{2})+", digits) and length in (None, len(digits) // 2))
        return bytes.fromhex(digits)

    return read


def hashes(value):
    whole = binary(None)(value)
    check(len(whole) % 32 == 0)
    return [whole[i : i + 32] for i in range(0, len(whole), 32)]


def entries(value):
    check(all(3 <= len(line) <= 68 for line in listed(value)))
    return [string(line) for line in value]


def text(most):
    def read(value):
        pieces = [characters(line) for line in listed(value)]
        check(all(pieces) and all(sum(map(len, piece)) <= 64 for piece in pieces))
        for piece, after in zip(pieces, pieces[1:]):
            check(sum(map(len, piece)) + len(after[0]) > 64)
        whole = "".join(meaning(sign) for piece in pieces for sign in piece)
        check(len(whole) <= most)
        check(not any(low <= ord(sign) <= high for sign in whole for low, high in REFUSED))
        return whole

    return read


def characters(line):
    """The characters of a string as they are written."""
    found = STRING.fullmatch(line)
    check(found)
    return re.findall(r'\\u.{4}|\\U.{8}|\\["\\]|.', found[1])


def meaning(sign):
    if sign[:2] not in ("\\u", "\\U"):
        return sign[-1]
    code = int(sign[2:], 16)
    check(0x80 <= code <= 0xFFFF and not 0xD800 <= code <= 0xDFFF if sign[1] == "u" else 0x10000 <= code <= 0x10FFFF)
    return chr(code)


def option(value):
    if isinstance(value, Bare):
        if value.text in ("true", "false"):
            return value.text == "true"
        return word(value) if value.text.startswith('"') else number(value)
    if not listed(value)[0].startswith('"'):
        return [integer(line) for line in listed(value, 16)]
    check(all(len(line) <= 66 for line in listed(value, 40)))
    return [string(line) for line in value]


GAME = {"kind": word, "seats": seat_list, "created": date, "nonce": nonce, "first": seat}
TURN = {
    "number": number, "seat": seat, "sent": date, "after": binary(32), "link": binary(32), "key": binary(32),
    "tip": binary(32), "name": text(40), "mail": text(254), "setup": hashes, "eyes": hashes, "answer": entries,
    "tokens": hashes, "move": entries, "seal": binary(32), "boxes": binary(None), "open": entries, "salts": hashes,
    "offer": word, "note": text(280), "seed": binary(32), "reveal": entries, "signature": binary(64),
}  # fmt: skip
ALWAYS = {"number", "seat", "sent", "after", "signature"}


# Tables.


def raw_values(rows):
    """Pairs of a key and its `Bare`, or its list of items."""
    rows, out = iter(rows), []
    for row in rows:
        found = VALUE.fullmatch(row)
        check(found)
        if found[2] != "[":
            out.append((found[1], Bare(found[2])))
            continue
        items = []
        for item in rows:
            if item == "]":
                break
            check(item.endswith(","))
            items.append(item[:-1])
        else:
            raise Fault  # the list has no end
        out.append((found[1], items))
    return out


def table(rows, shape, must):
    """The values of a table whose keys are known, in their order."""
    found = raw_values(rows)
    keys = [key for key, _ in found]
    check(keys == [key for key in shape if key in keys] and must <= set(keys))
    return {key: shape[key](value) for key, value in found}


def named_table(rows, read, most):
    """The values of a table whose keys ascend."""
    found = raw_values(rows)
    keys = [key for key, _ in found]
    check(1 <= len(keys) <= most and keys == sorted(set(keys)))
    return {key: read(value) for key, value in found}


def read_header(rows):
    names = ["[game]", "[game.options]", "[game.keys]"]
    places = [i for i, row in enumerate(rows) if row in names]
    found = [rows[i] for i in places]
    check(places[:1] == [0] and found == [name for name in names if name in found])
    parts = {rows[i]: rows[i + 1 : end] for i, end in zip(places, [*places[1:], len(rows)])}
    game = table(parts["[game]"], GAME, set(GAME) - {"first"})
    check(game.get("first", game["seats"][0]) in game["seats"])
    if "[game.options]" in parts:
        game["options"] = named_table(parts["[game.options]"], option, 32)
    if "[game.keys]" in parts:
        game["keys"] = named_table(parts["[game.keys]"], binary(32), 9)
        check(set(game["keys"]) <= set(game["seats"]))
    return game


def text_of(rows):
    return "".join(f"{row}\n" for row in rows)


# The file.


def read(data):
    """The well formed part of a file, and the fault that ends it."""
    file = File()
    try:
        rows = lines_of(data)
        check_version(rows[0] if rows else None)
        ends = None not in rows
        rows = rows[1:] if ends else rows[1:-1]
        first = next((i for i, row in enumerate(rows) if row == "[[turn]]"), len(rows))
        check(len(text_of(rows[:first]).encode()) <= MOST_TURN_BYTES)
        header = read_header(rows[:first])
        check(first < len(rows))
        file.header, file.text = header, text_of(rows[:first])
        file.id = crypto.game_id(file.text.encode())
        read_turns(file, rows[first:])
        check(ends)
    except Fault as fault:
        file.fault = fault.kind
    if not file.turns:
        file.header = file.text = file.id = None
    return file


def check_version(row):
    check(row is not None)
    if row != "pbem = 2":
        raise Fault("other-format" if re.fullmatch(r"pbem = [0-9]+", row) else "unreadable")


def read_turns(file, rows):
    """Turn by turn, from `[[turn]]` to the end of `signature`."""
    while rows:
        check(rows[0] == "[[turn]]")
        file.fault_turn = len(file.turns) + 1
        check(file.fault_turn <= MOST_TURNS)
        end = next((i for i, row in enumerate(rows) if i and row == "[[turn]]"), len(rows))
        signed = next((i for i, row in enumerate(rows[:end]) if row == "signature = ["), None)
        check(signed is not None)
        closed = next((i for i in range(signed, end) if rows[i] == "]"), None)
        check(closed is not None)
        take_turn(file, rows[: closed + 1], text_of(rows[:signed]))
        rows = rows[closed + 1 :]


def take_turn(file, rows, signed):
    check(len(text_of(rows).encode()) <= MOST_TURN_BYTES)
    values = table(rows[1:], TURN, ALWAYS)
    check(values["number"] == len(file.turns) + 1 and values["seat"] in file.header["seats"])
    check(len(values.get("open", [])) == len(values.get("salts", [])))
    notes = [turn.note or "" for turn in file.turns if turn.seat == values["seat"]] + [values.get("note", "")]
    check(len("".join(notes).encode()) <= 16_384)
    file.turns.append(Turn(values, signed))
