"""The steps of a game (docs/protocol.md, section 4), as the rule books of `games` tell them to the table.

A rule book is a generator: it yields the step that is pending, and is sent what came of it. It ends when the game is
decided. Sheets are dictionaries of item and value.
"""

from collections.abc import Callable
from dataclasses import dataclass


class Breach(Exception):
    """A rule is broken, proved by its maker's signature. `seat` and `turn` only where they are not the turn's own."""

    def __init__(self, kind, item=None, said=None, truth=None, seat=None, turn=None):
        super().__init__(kind, item)
        self.kind, self.item, self.said, self.truth = kind, item, said, truth
        self.seat, self.turn = seat, turn


def require(good, kind="illegal-move", item=None):
    if not good:
        raise Breach(kind, item)


@dataclass
class Result:
    """How the game came out. `winners` are seats; `points` by seat."""

    ended_by: str  # board, resignation, agreement, breach, claim
    winners: list
    points: list
    void: bool = False

    @property
    def outcome(self):
        return "void" if self.void else "win" if self.winners else "draw"


@dataclass
class Setup:
    """Seals the setup. Sent: nothing."""

    seat: int


@dataclass
class Opening:
    """Opens items, each with the value that the step says, or None. Sent: the values."""

    seat: int
    items: list


@dataclass
class OpeningOf:
    """Opens so many items of each value, value by value, in the order of the sheet. Sent: nothing."""

    seat: int
    counts: list  # value, how many


@dataclass
class Chance:
    """Draws. Sent: the `Draw`."""

    seat: int
    purpose: str


@dataclass
class Answer:
    """Answers one question. Sent: the answer. `opens` gives items and values for an answer, `truth` the answer for a
    sheet, or None; `settled` is the answer if public facts alone settle it. `instead`: a choice that may be made in its
    place. `owner`: whose items an answer opens, if not those of the seat. `fight`: the box that a token opens."""

    seat: int
    answers: Callable
    opens: Callable
    truth: Callable
    settled: str = None
    instead: object = None
    owner: Callable = None
    fight: object = None
    about: str = None  # the question: the item of a finding, where the answer opens none


@dataclass
class Choice:
    """Moves. Sent: what `read` makes of the entries of `move` (it raises a `Breach`). `opens` gives items and values for
    that, `possible` says whether the maker's sheet allows it."""

    seat: int
    read: Callable
    opens: Callable = lambda move: []
    possible: Callable = lambda move, sheet: True
    sealed: Callable = lambda move: None  # the item that a part of the move is sealed as, or None
    boxes: Callable = lambda move: {}  # the boxes that go with it, and what they are tied to


@dataclass
class Reveal:
    """Shows the setup. The table makes these itself."""

    seat: int


class Game:
    """What the rule books share."""

    seats_from, seats_to = 2, 2
    links = "third turn"  # which turns hold a link: "none", "third turn", "from the third"
    offers = True
    has_sides = False  # whether the opener may take either seat
    allowed_options = {}  # the values that each option may have
    has_eyes = False

    def __init__(self, options, seats, first):
        """`first` is the seat that begins, where it was agreed."""
        self.options, self.count, self.first = options, seats, first
        self.result = None  # set when the game is decided
        self.opener = 0  # the seat that makes turn 1
        self.shows_first = 0
        self.opened = [{} for _ in range(seats)]  # by seat: item and value
        self.shown = [None] * seats  # by seat: the sheet, once it is shown
        self.boxes = {}  # all that were published
        self.sheets = {}  # by seat: sheets that are known, in the audit
        self.number, self.seat = 0, 0  # of the turn that is played
        self.begun = False  # every seat with a setup has sealed it

    @staticmethod
    def fits(options):
        """Whether options that are allowed one by one go together."""
        return True

    def steps(self):
        """The generator."""
        raise NotImplementedError

    def items(self, seat):
        """The items of a seat's sheet in their order; empty if it has none."""
        raise NotImplementedError

    def is_item(self, name):
        """Whether this names an item of the game, on any sheet."""
        return any(name in self.items(seat) for seat in range(self.count))

    def is_value(self, item, value):
        raise NotImplementedError

    def sheet(self, seat, reveal):
        """The sheet that a `reveal` in canonical form says, legal or not, or None."""
        raise NotImplementedError

    def is_legal(self, seat, sheet, reveal):
        """Whether the rules allow the setup that `reveal` shows."""
        raise NotImplementedError

    def sealed_values(self, item):
        """All values that may be sealed in a move as this item, where they can be tried one by one."""
        return ()

    def may_show(self, seat):
        """Whether nothing that is still to come depends on the setup of a seat."""
        return self.result is not None

    def may_leave(self, seat):
        return self.begun and self.result is None

    def may_open(self, seat, item, value, step):
        """Whether the rules allow that value for that item; `step` holds all items that the step opens."""
        return True

    def win(self, winner, ended_by="board"):
        self.result = Result(ended_by, [winner], [int(seat == winner) for seat in range(self.count)])

    def draw(self, ended_by="board"):
        self.result = Result(ended_by, [], [0] * self.count)

    def plays_on_without(self, seat):
        """Whether the others play on if the seat leaves, by a breach or late too."""
        return False

    def may_claim(self, by, late):
        """Whether a seat may claim against that one at all."""
        return True

    def leave(self, seat, why):
        """A seat leaves, by "resignation", "breach" or "claim". What is sent to the generator, or None."""
        self.win(1 - seat, "resignation")
        self.shows_first = seat

    def accept(self, seat):
        self.draw("agreement")
        self.shows_first = seat

    def stands_despite(self, seat):
        """The result that the rules let stand if this seat is guilty or late, or None."""
        return None

    def outlasts_claims(self):
        """Whether the turn that is due now, if it is in time, counts against a claim in its place."""
        return False

    def waive(self):
        """What was chosen in the turn that has outlasted a claim counts for nothing."""
