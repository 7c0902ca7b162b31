"""Several files of one game, and which of them stands: docs/protocol.md, section 13."""

from copy import copy
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
    outlasts: bool  # a claim in its place
    wins: int  # the seat to which the board gives a win by it, or None


class Branch:
    """The intact turns of a file."""

    def __init__(self, audit):
        table = audit.table
        self.audit = audit
        self.arbiter = table.arbiter is not None
        self.turns = [
            Signed(
                turn.number,
                turn.hash,
                table.index(turn),
                turn.sent,
                turn.number in table.late,
                table.claims.get(turn.number),
                turn.number in table.settling,
                turn.number in table.outlasting,
                table.wins.get(turn.number),
            )
            for turn in table.turns
        ]
        self.winner = next((turn.wins for turn in self.turns if turn.wins is not None), None)
        self.keys = [table.keys[seat] if table.has_joined(seat) else None for seat in range(len(table.names))]
        self.broken = table.breach is not None
        self.ended = self.broken or table.due() is None
        over = self.ended and not self.broken and self.turns and self.turns[-1].claims is None
        shown = len(self.turns) > 1 and self.turns[-2].claims == self.turns[-1].seat  # behind a claim
        self.over_at = len(self.turns) - 1 if over and not shown else None  # the turn that finished the game

    def cut(self, count):
        """The same with so many turns, if it has more."""
        if len(self.turns) <= count:
            return self
        shorter = copy(self)
        shorter.turns, shorter.ended, shorter.broken, shorter.over_at = self.turns[:count], False, False, None
        shorter.winner = next((turn.wins for turn in shorter.turns if turn.wins is not None), None)
        return shorter

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

    def outweighs(self, other):
        """Whether a win here keeps: the other goes another way, its winner is another, and this winner has no turn in it since."""
        start = self.common(other)
        parted = start < min(len(self.turns), len(other.turns))
        if self.winner is None or self.winner == other.winner or not parted:
            return False
        return all(turn.seat != self.winner for turn in other.turns[start:])

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
    if turn is None or turn.claims is not None:
        return False
    gives_a_win = turn.wins not in (None, turn.seat)
    return other.over_at == at or gives_a_win or turn.outlasts or other.is_built_on(at)


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


def set_aside(branches):
    """With an arbiter: of each claim and each turn in its place the one that does not count, by their hashes (rule 1a)."""
    aside = set()
    for branch in branches:
        for at, claim in enumerate(branch.turns):
            for other in branches if claim.claims is not None else ():
                turn = other.in_place(branch, at)
                if turn and turn.claims is None:
                    aside.add((claim if outlasts(branches, turn, claim, at) else turn).hash)
    return aside


def outlasts(branches, turn, claim, at):
    """Whether a turn stands before the claim in its place."""
    with_turn = [branch for branch in branches if branch.turns[at : at + 1] and branch.turns[at].hash == turn.hash]
    with_claim = [branch for branch in branches if branch.turns[at : at + 1] and branch.turns[at].hash == claim.hash]
    if turn.wins not in (None, turn.seat) or any(branch.over_at == at for branch in with_turn):
        return True
    behind_turn, behind_claim = makers(with_turn, at), makers(with_claim, at) - {claim.claims}
    if claim.seat in behind_turn and behind_claim <= behind_turn | {claim.seat}:
        return True
    voids = len(branches[0].keys) > 2 and claim.claims == 0  # against the Checker
    return voids and any(later.wins is not None for branch in with_turn for later in branch.turns[at + 1 :])


def makers(branches, at):
    """Who has made turns behind this place that are no claims."""
    return {turn.seat for branch in branches for turn in branch.turns[at + 1 :] if turn.claims is None}


def as_counted(branches):
    """With an arbiter: the branches as far as they count."""
    aside = set_aside(branches)
    return [branch.cut(len(list(takewhile(lambda turn: turn.hash not in aside, branch.turns)))) for branch in branches]


def standing(branches):
    """The branch that stands, the claims that count for nothing, and whether wins outweigh each other, so that nobody has won."""
    if branches[0].arbiter:
        branches = as_counted(branches)
    void = set() if branches[0].arbiter else void_claims(branches)
    by_order = first(branches, void)
    if len(by_order.keys) == 2:
        return by_order, void, False
    won = [branch for branch in branches if branch.winner is not None]
    files = won + ([by_order] if by_order.winner is None else [])
    beaten = [file for file in files if any(by.outweighs(file) and not file.outweighs(by) for by in files)]
    rest = [file for file in files if file not in beaten]
    disputed = any(one.outweighs(other) and other.outweighs(one) for one in rest for other in rest)
    if disputed or not rest:
        return by_order, void, True
    won = [file for file in rest if file.winner is not None]
    return first(won, void) if won else by_order, void, False


def first(branches, void):
    """The first in the order."""
    best = None
    for counting in (Counting(branch, void) for branch in branches):
        if best is None or counting > best:
            best = counting
    return best.branch


# What the other files say beside.


def role(branch, best):
    if best.arbiter and branch.common(best) == len(best.turns):
        return "stands"  # also if it goes on with turns that are set aside
    if branch.differs(best) is not None:
        return "superseded"
    return "stands" if len(branch.turns) == len(best.turns) else "part"


def crossed(best, branches, void):
    """The number of the last turn of the standing file, if a claim that counts stands in its place, or None."""
    at = max((at for at, turn in enumerate(best.turns) if turn.claims is None), default=None)
    if best.arbiter or at is None or len(best.keys) != 2 or best.turns[at].settles or (best.ended and at + 1 == len(best.turns)):
        return None
    there = [branch.in_place(best, at) for branch in branches]
    claims = any(turn and turn.claims is not None and turn.hash not in void for turn in there)
    return at + 1 if claims else None


def waived(best, branches):
    """Whether a turn of the standing file has outlasted a claim in its place."""
    at = next((at for at, turn in enumerate(best.turns) if turn.outlasts and not best.arbiter), None)
    there = [branch.in_place(best, at) for branch in branches] if at is not None else []
    return any(turn and turn.claims is not None for turn in there)
