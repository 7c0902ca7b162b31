"""The lines of a file, and what a value says: docs/protocol.md, section 2."""

import calendar
import re
from dataclasses import dataclass

TURN_FILE = "# pbem turn file", "# end of pbem turn file"
RULING = "# pbem ruling", "# end of pbem ruling"
MOST_BYTES = 8 * 1024 * 1024
MOST = 2**53 - 1
WORD = "[a-z][a-z0-9-]{0,31}"
DEVICE = re.compile("con|prn|aux|nul|com[0-9]|lpt[0-9]")
STRING = re.compile(r'"((?:[ !#-\[\]-~]|\\["\\]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*)"')
CHARACTER = re.compile(r"\\u.{4}|\\U.{8}|\\.|.")
NUMBER = re.compile("0|-?[1-9][0-9]{0,15}")
DATE = re.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z")
VALUE = re.compile(f"({WORD}) = (.+)")
REFUSED = [
    (0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFF), (0xE0000, 0xE0FFF),
]  # fmt: skip


class Fault(Exception):
    """Damage: what is not as sections 2 and 3 say. `turn` is set by whoever knows it."""

    def __init__(self, kind="unreadable", turn=None):
        super().__init__(kind, turn)
        self.kind, self.turn = kind, turn


def check(good, kind="unreadable"):
    if not good:
        raise Fault(kind)


# From bytes to lines.


def lines_of(data, markers=TURN_FILE):
    """The lines between the markers that say something, and whether the last marker follows them."""
    start, end = markers
    check(len(data) <= MOST_BYTES)
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = data.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    rows = [row.strip(" \t\r") for row in text.split("\n")]
    begin = next((place for place, row in enumerate(rows) if row.startswith(start)), None)
    check(begin is not None)
    said = []
    for row in rows[begin + 1 :]:
        if row.startswith((start, end)):
            return said, row.startswith(end)
        if row and not row.startswith("#"):
            said.append(row)
    return said, False


def text_of(rows):
    return "".join(f"{row}\n" for row in rows)


# Kinds of value: each a function of what stands behind `=`, a line or a list of lines.


def line(read):
    """A kind that takes one line."""

    def reader(value):
        check(isinstance(value, str))
        return read(value)

    return reader


def listed(value, most=1024):
    check(isinstance(value, list) and 1 <= len(value) <= most)
    return value


def string(text):
    """What a string says that has no `\\u`, which only a text may have."""
    found = STRING.fullmatch(text)
    characters = CHARACTER.findall(found[1]) if found else []
    check(found and not any(sign[:2] in ("\\u", "\\U") for sign in characters))
    return "".join(sign[-1] for sign in characters)


def integer(text):
    check(NUMBER.fullmatch(text) and abs(int(text)) <= MOST)
    return int(text)


number = line(integer)


def number_within(least, most):
    """A number that is at least the one and at most the other."""

    def read(value):
        check(least <= number(value) <= most)
        return number(value)

    return read


@line
def word(text):
    said = string(text)
    check(re.fullmatch(WORD, said))
    return said


@line
def date(text):
    found = DATE.fullmatch(text)
    check(found)
    year, month, day, hour, minute, second = map(int, found.groups())
    check(year >= 1970 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1])
    check(hour <= 23 and minute <= 59 and second <= 59)
    return text


@line
def nonce(text):
    said = string(text)
    check(re.fullmatch("[0-9a-f]{32}", said))
    return bytes.fromhex(said)


def seat(value):
    said = word(value)
    check(not DEVICE.fullmatch(said))
    return said


def seats(value):
    names = [seat(text) for text in listed(value)]
    check(2 <= len(names) <= 9 and len(set(names)) == len(names))
    return names


def data(length=None):
    """Bytes, as many as that, or any number."""

    def read(value):
        rows = [string(text) for text in listed(value)]
        check(all(len(row) == 64 for row in rows[:-1]) and 2 <= len(rows[-1]) <= 64)
        digits = "".join(rows)
        check(re.fullmatch("([0-9a-f]{2})+", digits) and length in (None, len(digits) // 2))
        return bytes.fromhex(digits)

    return read


def hashes(value):
    whole = data()(value)
    check(len(whole) % 32 == 0)
    return [whole[i : i + 32] for i in range(0, len(whole), 32)]


def entries(value):
    check(all(3 <= len(text) <= 68 for text in listed(value)))
    return [string(text) for text in value]


def text(most):
    """A text for people, of so many characters."""

    def read(value):
        pieces = []
        for row in listed(value):
            found = STRING.fullmatch(row)
            check(found and found[1] and len(found[1]) <= 64)
            pieces.append(CHARACTER.findall(found[1]))
        for piece, after in zip(pieces, pieces[1:]):
            check(sum(map(len, piece)) + len(after[0]) > 64)
        whole = "".join(meaning(sign) for piece in pieces for sign in piece)
        check(len(whole) <= most)
        check(not any(low <= ord(sign) <= high for sign in whole for low, high in REFUSED))
        return whole

    return read


def meaning(sign):
    """The character that is written so."""
    if sign[:2] not in ("\\u", "\\U"):
        return sign[-1]
    code = int(sign[2:], 16)
    check(0x80 <= code <= 0xFFFF and not 0xD800 <= code <= 0xDFFF if sign[1] == "u" else 0x10000 <= code <= 0x10FFFF)
    return chr(code)


def option(value):
    if isinstance(value, str):
        if value in ("true", "false"):
            return value == "true"
        return word(value) if value.startswith('"') else number(value)
    if not listed(value)[0].startswith('"'):
        return [integer(row) for row in listed(value, 16)]
    check(all(len(row) <= 66 for row in listed(value, 40)))
    return [string(row) for row in value]


# Tables.


@dataclass
class Table:
    """A table whose keys are known: their kinds, in their order, and which must be there."""

    kinds: dict
    must: set

    def read(self, rows):
        found = values(rows)
        keys = [key for key, _ in found]
        check(keys == [key for key in self.kinds if key in keys] and self.must <= set(keys))
        return {key: self.kinds[key](value) for key, value in found}


def ascending(rows, kind, most):
    """The values of a table whose keys ascend."""
    found = values(rows)
    keys = [key for key, _ in found]
    check(1 <= len(keys) <= most and keys == sorted(set(keys)))
    return {key: kind(value) for key, value in found}


def values(rows):
    """Pairs of a key and what stands behind it, a line or a list of lines."""
    rows, found = iter(rows), []
    for row in rows:
        pair = VALUE.fullmatch(row)
        check(pair)
        if pair[2] != "[":
            found.append((pair[1], pair[2]))
            continue
        items = []
        for item in rows:
            if item == "]":
                break
            check(item.endswith(","))
            items.append(item[:-1])
        else:
            raise Fault  # the list has no end
        found.append((pair[1], items))
    return found
