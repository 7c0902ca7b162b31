"""A file as far as it is well formed: docs/protocol.md, section 2."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from . import crypto, grammar
from .grammar import Fault, check, data, date, entries, hashes, nonce, number, seat, text, text_of, word

MOST_TABLE_BYTES, MOST_TURNS, MOST_NOTE_BYTES = 64 * 1024, 4003, 16_384
GAME = grammar.Table(
    {"kind": word, "seats": grammar.seats, "created": date, "nonce": nonce, "first": seat, "opener": seat},
    {"kind", "seats", "created", "nonce"},
)
ARBITER = grammar.Table(
    {"key": data(32), "grace-days": grammar.number_within(1, 60), "name": text(40), "mail": text(254)}, {"key", "grace-days"}
)
TURN = grammar.Table(
    {
        "number": number, "seat": seat, "sent": date, "after": data(32), "link": data(32), "key": data(32),
        "tip": data(32), "nonce": nonce, "name": text(40), "mail": text(254), "setup": hashes, "eyes": hashes,
        "answer": entries, "tokens": hashes, "move": entries, "ruled": date,
        "ruling": data(64), "seal": data(32), "boxes": data(), "open": entries,
        "salts": hashes, "offer": word, "note": text(280), "seed": data(32), "reveal": entries, "signature": data(64),
    },
    {"number", "seat", "sent", "after", "signature"},
)  # fmt: skip
LISTS = [key for key, kind in TURN.kinds.items() if kind in (entries, hashes)]


@dataclass
class Turn:
    """One turn: bytes for each binary value, text, numbers and lists of text for the others."""

    values: dict
    text: str

    def __getattr__(self, key):
        """What stands under `key`, or what is empty."""
        if key in self.values:
            return self.values[key]
        return [] if key in LISTS else None

    def has(self, key):
        return key in self.values

    @cached_property
    def hash(self):
        return crypto.turn_hash(self.text.encode())


@dataclass
class File:
    """The well formed part. Without a header nothing of it is."""

    header: dict = None  # the values of [game], with `options` and `keys`
    text: str = None
    id: bytes = None
    turns: list = field(default_factory=list)
    fault: Fault = None  # what ends the well formed part


def read(content):
    """The well formed part of a file's bytes, and the fault that ends it."""
    file = File()
    try:
        rows, ends = grammar.lines_of(content)
        check_version(rows[0] if rows else "")
        rows = rows[1:]
        first = rows.index("[[turn]]") if "[[turn]]" in rows else len(rows)
        header = read_header(rows[:first])
        check(first < len(rows))
        file.header, file.text = header, text_of(rows[:first])
        file.id = crypto.game_id(file.text.encode())
        read_turns(file, rows[first:])
        check(ends)
    except Fault as fault:
        fault.turn = fault.turn or len(file.turns) or None
        file.fault = fault
    return file if file.turns else File(fault=file.fault)


def check_version(row):
    if row != "pbem = 2":
        raise Fault("other-format" if re.fullmatch("pbem = [0-9]+", row) else "unreadable")


def read_header(rows):
    check(len(text_of(rows).encode()) <= MOST_TABLE_BYTES)
    names = ["[game]", "[game.options]", "[game.keys]", "[game.arbiter]"]
    places = [place for place, row in enumerate(rows) if row in names]
    found = [rows[place] for place in places]
    check(places[:1] == [0] and found == [name for name in names if name in found])
    parts = {rows[place]: rows[place + 1 : end] for place, end in zip(places, [*places[1:], len(rows)])}
    game = GAME.read(parts["[game]"])
    check(all(game.get(key, game["seats"][0]) in game["seats"] for key in ("first", "opener")))
    if "[game.options]" in parts:
        game["options"] = grammar.ascending(parts["[game.options]"], grammar.option, 32)
    if "[game.keys]" in parts:
        game["keys"] = grammar.ascending(parts["[game.keys]"], data(32), 9)
        check(set(game["keys"]) <= set(game["seats"]))
    if "[game.arbiter]" in parts:
        game["arbiter"] = ARBITER.read(parts["[game.arbiter]"])
    return game


def read_turns(file, rows):
    starts = [place for place, row in enumerate(rows) if row == "[[turn]]"]
    notes = dict.fromkeys(file.header["seats"], 0)
    for start, end in zip(starts, [*starts[1:], len(rows)]):
        try:
            rest = read_turn(file, rows[start:end], notes)
        except Fault as fault:
            fault.turn = len(file.turns) + 1
            raise
        check(not rest)  # it stands in the turn before it


def read_turn(file, rows, notes):
    """Takes a turn, to the `]` behind its `signature`. The rows that are left."""
    check(len(file.turns) < MOST_TURNS)
    check("signature = [" in rows)
    signature = rows.index("signature = [")
    check("]" in rows[signature:])
    closed = rows.index("]", signature) + 1
    check(len(text_of(rows[:closed]).encode()) <= MOST_TABLE_BYTES)
    turn = Turn(TURN.read(rows[1:closed]), text_of(rows[:signature]))
    check(turn.number == len(file.turns) + 1 and turn.seat in notes)
    check(len(turn.open) == len(turn.salts))
    notes[turn.seat] += len((turn.note or "").encode())
    check(notes[turn.seat] <= MOST_NOTE_BYTES)
    file.turns.append(turn)
    return rows[closed:]
