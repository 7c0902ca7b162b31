"""Who was honest, and how the game came out: docs/protocol.md, sections 12 and 13."""

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


def verdicts(audits):
    """Every table in turn, in the order in which the first file of each was named."""
    games, said = {}, []
    for place, audit in enumerate(audits):
        if audit.table:
            games.setdefault(audit.table.id, []).append((place, stands.Branch(audit)))
        else:
            said.append((place, Verdict("damaged", audit, [(audit, "stands")])))
    for game in games.values():
        for table in stands.tables([branch for _, branch in game]):
            said.append((game[table[0]][0], judge([game[at][1] for at in table])))
    return [verdict for _, verdict in sorted(said, key=lambda pair: pair[0])]


def judge(branches):
    """The verdict on the files of one table."""
    best, void = stands.standing(branches)
    roles = [stands.role(branch, best) for branch in branches]
    standing = [branch.audit for branch, role in zip(branches, roles) if role == "stands"]
    judged = next((audit for audit in standing if not audit.damage), standing[0])
    table = judged.table
    verdict = Verdict("open", judged, [(branch.audit, role) for branch, role in zip(branches, roles)])
    verdict.findings = union(branches)
    verdict.crossed = stands.crossed(best, branches, void)
    verdict.due = table.due()
    verdict.differs = {id(branch.audit): branch.turns[at] for branch in branches if (at := branch.differs(best)) is not None}
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
    if any(stands.is_undone(branch, best) and is_sound(branch) for branch in branches):
        result = void_game(table, "claim")
    elif verdict.crossed and not guilty:
        verdict.word, result = "open", None
    verdict.result = result
    return verdict


def is_sound(branch):
    """Whether the seat that finished the game in this file has no finding in it."""
    return all(finding.seat != branch.turns[-1].seat for finding in branch.audit.findings)


def union(branches):
    """The findings of all files, each with the first that holds it."""
    found = {}
    for branch in branches:
        for finding in branch.audit.findings:
            found.setdefault((finding, finding.item), branch.audit)
    order = sorted(found, key=lambda pair: (pair[0].turn, pair[0].seat, KINDS.index(pair[0].kind), pair[1] is not None, pair[1]))
    return [(pair[0], found[pair]) for pair in order]


def result_of_breach(table, guilty):
    """The result where these seats have broken the rules, or None if the others play on."""
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
