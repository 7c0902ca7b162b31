"""Who was honest, and how the game came out: docs/protocol.md, sections 12 and 13."""

from copy import copy
from dataclasses import dataclass, field

from . import stands
from .steps import Result

KINDS = "false-answer illegal-setup seal-mismatch illegal-move bad-opening bad-link bad-box".split()
EXIT = {"dishonest": 1, "damaged": 4, "open": 3, "forfeit": 0, "honest": 0}


@dataclass
class Verdict:
    """On one table: files of one game in which no seat has two keys. Or on a file that is no game."""

    word: str
    judged: object  # the `Audit` of the file that stands
    files: list  # pairs of an audit and its role
    result: Result = None
    due: int = None
    missing: list = field(default_factory=list)
    findings: list = field(default_factory=list)  # pairs of a finding and the audit that holds it
    crossed: int = None
    differs: dict = field(default_factory=dict)  # by name of a file: number and seat
    ruled: tuple = None  # of the last claim that needed a ruling: number, late seat, date
    overruled: list = field(default_factory=list)  # turns that a standing claim sets aside, whether finished, and the audit
    rulings: list = field(default_factory=list)  # pairs of a ruling file and its state


def verdicts(audits, rulings=()):
    """Every table in turn, in the order in which the first file of each was named."""
    games, said = {}, []
    for place, audit in enumerate(audits):
        if audit.table:
            games.setdefault(audit.table.id, []).append((place, stands.Branch(audit)))
        else:
            said.append((place, Verdict("damaged", audit, [(audit, "stands")])))
    for game in games.values():
        for table in stands.tables([branch for _, branch in game]):
            branches = [branch for _, branch in game]
            said.append((game[table[0]][0], judge([branches[at] for at in table], branches)))
    for _, verdict in said:
        verdict.rulings = [(ruling, state_of(ruling, verdict)) for ruling in rulings]
    return [verdict for _, verdict in sorted(said, key=lambda pair: pair[0])]


def judge(branches, game):
    """The verdict on the files of one table, among all of the game."""
    best, void, is_void = stands.standing(branches)
    roles = [stands.role(branch, best) for branch in branches]
    standing = [branch.audit for branch, role in zip(branches, roles) if role == "stands"]
    judged = next((audit for audit in standing if not audit.damage), standing[0])
    if len(judged.table.turns) > len(best.turns):
        judged = judged.cut(len(best.turns))  # only these turns count
    table = judged.table
    if stands.waived(best, branches):
        table = copy(table)
        table.game = copy(table.game)
        table.game.waive()
    verdict = Verdict("open", judged, [(branch.audit, role) for branch, role in zip(branches, roles)])
    verdict.findings = union(branches, game)
    verdict.crossed = stands.crossed(best, branches, void)
    verdict.due = table.due()
    verdict.differs = {
        id(branch.audit): branch.turns[branch.differs(best)] for branch, role in zip(branches, roles) if role == "superseded"
    }
    hidden = [seat for seat in range(len(table.names)) if table.hides(seat)]
    decided, guilty = table.game.result, {finding.seat for finding, _ in verdict.findings}
    if not table.breach and (decided or table.reveals):
        verdict.missing = hidden
    if guilty:
        verdict.word, result = "dishonest", result_of_breach(table, guilty)
    elif judged.damage:
        verdict.word, result, verdict.missing = "damaged", None, []
    else:
        verdict.word = "forfeit" if table.claim else "honest" if decided and not hidden else "open"
        result = decided
    if result and (set(result.winners) & set(verdict.missing) or result.outcome == "draw" and verdict.missing):
        result = None  # nobody wins who keeps his own setup back, and no draw hides one
    if verdict.word == "forfeit":
        verdict.missing = []
    if is_void:
        result = void_game(table, "claim")
    elif verdict.crossed and not guilty:
        verdict.word, result = "open", None
    verdict.result = result
    if table.arbiter:
        verdict.ruled = last_ruled(best, table)
        verdict.overruled = overruled(best, branches)
    return verdict


# What the arbiter has ruled (section 14).


def last_ruled(best, table):
    """Number, late seat and date of the last claim that stands, or None."""
    claims = [(turn, table.turns[at]) for at, turn in enumerate(best.turns) if turn.claims is not None]
    return (claims[-1][0].number, table.names[claims[-1][0].claims], claims[-1][1].ruled) if claims else None


def overruled(best, branches):
    """The turns in other files in whose place a claim stands: each once, with the first file that holds it."""
    found = {}
    for at in (at for at, turn in enumerate(best.turns) if turn.claims is not None):
        for branch in branches:
            turn = branch.in_place(best, at)
            if turn and turn.claims is None:
                known = found.setdefault(turn.hash, [turn, False, branch.audit])
                known[1] = known[1] or branch.over_at is not None
    return list(found.values())


STATES = "unknown-turn unused answered used".split()


def state_of(ruling, verdict):
    """What became of a ruling in the files of this verdict."""
    file = verdict.judged.file
    if file.id != ruling.game:
        return "unknown-game"
    arbiter = file.header.get("arbiter")
    if not arbiter or not ruling.is_signed_by(arbiter["key"]):
        return "bad-signature"
    return max((state_in(ruling, audit) for audit, _ in verdict.files), key=STATES.index)


def state_in(ruling, audit):
    table, before = audit.table, ruling.number - 2
    turns = table.turns if table else []
    if not 0 <= before < len(turns) or turns[before].hash != ruling.after:
        return "unknown-turn"
    due = table.due()
    if before + 1 == len(turns):
        return "unused" if due is not None and table.names[due] == ruling.seat else "unknown-turn"
    turn = turns[before + 1]
    late = table.claims.get(turn.number, table.index(turn))
    if table.names[late] != ruling.seat:
        return "unknown-turn"
    carries = turn.ruled == ruling.ruled and turn.ruling == ruling.signature
    return "used" if carries else "answered"


def union(branches, game):
    """The findings of all files of the game against the keys of this table, each with the first that holds it."""
    keys = [next(filter(None, seat), None) for seat in zip(*(branch.keys for branch in branches))]
    found = {}
    for branch in game:
        for finding in branch.audit.findings:
            if branch.keys[finding.seat] == keys[finding.seat]:
                found.setdefault((finding, finding.item), branch.audit)
    order = sorted(found, key=lambda pair: (pair[0].turn, pair[0].seat, KINDS.index(pair[0].kind), pair[1] is not None, pair[1]))
    return [(pair[0], found[pair]) for pair in order]


def result_of_breach(table, guilty):
    """The result where these seats have broken the rules, or None if the others play on: in a game of two nobody innocent gets
    fewer points than the board has given."""
    result, board = result_without(table, guilty), table.game.result
    if result and board and board.ended_by == "board" and len(table.names) == 2:
        points = [max(both) if seat not in guilty else both[0] for seat, both in enumerate(zip(result.points, board.points))]
        return Result(result.ended_by, result.winners, points, result.void)
    return result


def result_without(table, guilty):
    game, seats = table.game, range(len(table.names))
    if guilty == set(seats):
        return void_game(table, "breach")
    if all(game.plays_on_without(seat) for seat in guilty):
        if game.result is None:
            return None
        standing = game.result
    else:
        standing = next(filter(None, (game.stands_despite(seat) for seat in sorted(guilty))), None)
    if standing and not guilty & set(standing.winners):
        return standing
    innocent = [seat for seat in seats if seat not in guilty]
    if len(seats) == 2:
        return Result("breach", innocent, [int(seat in innocent) for seat in seats])
    return void_game(table, "breach")


def void_game(table, ended_by):
    return Result(ended_by, [], [0] * len(table.names), void=True)
