"""Several files of one game, and which of them stands: docs/protocol.md, section 13."""

from dataclasses import dataclass
from itertools import takewhile


@dataclass(frozen=True)
class Signed:
    """A turn, and what the order of files looks at."""

    number: int
    hash: bytes
    seat: int
    sent: str
    late: bool
    claims: int  # against which seat, or None
    settles: bool


class Branch:
    """The intact turns of a file."""

    def __init__(self, audit):
        table = audit.table
        self.audit = audit
        self.turns = [
            Signed(
                turn.number,
                turn.hash,
                table.index(turn),
                turn.sent,
                turn.number in table.late,
                table.claims.get(turn.number),
                turn.number in table.settling,
            )
            for turn in table.turns
        ]
        self.keys = [table.keys[seat] if table.has_joined(seat) else None for seat in range(len(table.names))]
        self.broken = table.breach is not None
        self.ended = self.broken or table.due() is None
        over = self.ended and not self.broken and self.turns and self.turns[-1].claims is None
        shown = len(self.turns) > 1 and self.turns[-2].claims == self.turns[-1].seat  # behind a claim
        self.over_at = len(self.turns) - 1 if over and not shown else None  # the turn that finished the game

    def common(self, other):
        """How many turns both have."""
        pairs = zip(self.turns, other.turns)
        return len(list(takewhile(lambda pair: pair[0].hash == pair[1].hash, pairs)))

    def in_place(self, other, at):
        """The turn that stands here in the place of turn `at` of the other, or None."""
        return self.turns[at] if self.common(other) == at < len(self.turns) else None

    def differs(self, best):
        """The place of the first turn that the other has not, or None."""
        at = self.common(best)
        return at if at < len(self.turns) else None

    def is_built_on(self, at):
        """Whether another seat has made a turn, no claim, behind this one."""
        return any(turn.claims is None and turn.seat != self.turns[at].seat for turn in self.turns[at + 1 :])


# Tables: files that may be compared.


def tables(branches):
    """The largest sets of files, by their places, in which no seat has two keys."""
    seats = max((len(branch.keys) for branch in branches), default=0)
    found = {tuple(range(len(branches)))}
    for seat in range(seats):
        key = lambda place: branches[place].keys[seat]  # noqa: E731
        parted = {part for table in found for part in parts(table, key, True)}
        if len(parted) > max(len(branches), 1):  # a seat that has not joined fits to every key: not without end
            parted = {part for table in found for part in parts(table, key, False)}
        found = parted
    whole = [table for table in found if table and not any(set(table) < set(other) for other in found)]
    return sorted(whole)


def parts(table, key, fits_to_all):
    by_key = {}
    for place in table:
        by_key.setdefault(key(place), []).append(place)
    if fits_to_all and len(by_key) > 1 and None in by_key:
        unkeyed = by_key.pop(None)
        by_key = {value: part + unkeyed for value, part in by_key.items()}
    return [tuple(sorted(part)) for part in by_key.values()]


# The order.


def void_claims(branches):
    """The hashes of the claims that count for nothing."""
    void = set()
    for branch in branches:
        for at, claim in enumerate(branch.turns):
            if claim.claims is not None and any(refutes(other, branch, at) for other in branches):
                void.add(claim.hash)
    return void


def refutes(other, branch, at):
    turn = other.in_place(branch, at)
    return turn is not None and turn.claims is None and (other.over_at == at or other.is_built_on(at))


class Counting:
    """A branch to the first claim that counts for nothing, as it is weighed against others."""

    def __init__(self, branch, void):
        self.branch = branch
        self.turns = list(takewhile(lambda turn: turn.hash not in void, branch.turns))

    def rank(self):
        number = max((at + 1 for at, turn in enumerate(self.turns) if turn.claims is None), default=0)
        if not number:
            return 0
        if len(self.turns) == len(self.branch.turns) and self.branch.over_at == number - 1:
            return 4 * number + 3
        if self.turns[number - 1].late:
            return 4 * number - 3
        return 4 * number + (2 if len(self.turns) > number else 0)

    def __gt__(self, other):
        if self.rank() != other.rank():
            return self.rank() > other.rank()
        for mine, theirs in zip(self.turns, other.turns):
            if mine.hash != theirs.hash:
                return (mine.sent, mine.hash) > (theirs.sent, theirs.hash)
        return len(self.turns) > len(other.turns)


def standing(branches):
    """The branch that stands, and the claims that count for nothing."""
    void = void_claims(branches)
    best = None
    for counting in (Counting(branch, void) for branch in branches):
        if best is None or counting > best:
            best = counting
    return best.branch, void


# What the other files say beside.


def role(branch, best):
    if branch.differs(best) is not None:
        return "superseded"
    return "stands" if len(branch.turns) == len(best.turns) else "part"


def crossed(best, branches, void):
    """The number of the last turn of the standing file, if a claim that counts stands in its place, or None."""
    at = max((at for at, turn in enumerate(best.turns) if turn.claims is None), default=None)
    if at is None or len(best.keys) != 2 or best.turns[at].settles or (best.ended and at + 1 == len(best.turns)):
        return None
    there = [branch.in_place(best, at) for branch in branches]
    claims = any(turn and turn.claims is not None and turn.hash not in void for turn in there)
    return at + 1 if claims else None


def is_undone(branch, best):
    """Whether the standing file does away with the game that was over in this one, and with the word of one who has no say in it."""
    start = branch.common(best)
    if branch.over_at is None or len(branch.keys) == 2 or start > branch.over_at:
        return False
    replaced, instead = branch.turns[start:], best.turns[start:]
    for claim in instead:
        if claim.claims is not None:
            by = [at for at, turn in enumerate(replaced) if turn.seat == claim.seat]
            against = [at for at, turn in enumerate(replaced) if turn.seat == claim.claims]
            if by and against and by[0] < against[-1]:
                return True
    same_maker = len(instead) > 1 and instead[0].seat == replaced[0].seat
    return start == branch.over_at and same_maker
