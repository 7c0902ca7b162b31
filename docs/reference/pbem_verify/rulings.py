"""Rulings, by which the arbiter of a game says that a seat's time is up: docs/protocol.md, section 5."""

from dataclasses import dataclass

from . import crypto, grammar
from .grammar import Fault, check, data, date, seat, text_of, word
from .turnfile import MOST_TABLE_BYTES, MOST_TURNS

TABLE = grammar.Table(
    {
        "game": data(32), "number": grammar.number_within(1, MOST_TURNS), "seat": seat, "after": data(32),
        "reason": word, "ruled": date, "signature": data(64),
    },
    {"game", "number", "seat", "after", "reason", "ruled", "signature"},
)  # fmt: skip


@dataclass
class Ruling:
    """What a ruling file says. Nothing of it is known to be true."""

    name: str  # of the file
    game: bytes
    number: int
    seat: str
    after: bytes
    ruled: str
    signature: bytes

    def is_signed_by(self, key):
        return is_signed(key, self.game, self.number, self.seat, self.after, self.ruled, self.signature)


def read(name, content):
    """The ruling in a file, or None if there is none in it, or if it has a turn file in it."""
    try:
        rows, ends = grammar.lines_of(content, grammar.RULING)
        check(ends and len(text_of(rows).encode()) <= MOST_TABLE_BYTES)
        check(rows[:2] == ["pbem = 2", "[ruling]"])
        said = TABLE.read(rows[2:])
        check(said.pop("reason") == "late")
    except Fault:
        return None
    return None if has_turn_file(content) else Ruling(name, **said)


def has_turn_file(content):
    try:
        grammar.lines_of(content)
    except Fault:
        return False
    return True


def binary(key, value):
    digits = value.hex()
    return [f"{key} = ["] + [f'"{digits[i : i + 64]}",' for i in range(0, len(digits), 64)] + ["]"]


def text(game, number, seat, after, ruled):
    """What is hashed of a ruling."""
    head = ["[ruling]", *binary("game", game), f"number = {number}", f'seat = "{seat}"']
    return text_of([*head, *binary("after", after), 'reason = "late"', f"ruled = {ruled}"])


def is_signed(key, game, number, seat, after, ruled, signature):
    message = crypto.ruling_message(crypto.ruling_hash(text(game, number, seat, after, ruled).encode()))
    return crypto.signed(key, message, signature)
