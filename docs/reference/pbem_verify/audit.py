"""Who was honest, and how the game came out: docs/protocol.md, section 11."""

from dataclasses import dataclass, field

from . import crypto, turnfile
from .games import GAMES
from .options import header_makes_a_game
from .steps import Result
from .table import Table
from .turnfile import Fault


KINDS = "false-answer illegal-setup seal-mismatch illegal-move bad-opening bad-link bad-box".split()


@dataclass
class Report:
    """In the words of `pbem verify --json`. `findings` are triples of seat, turn and kind; of damage the seat is None."""

    verdict: str
    findings: list = field(default_factory=list)
    outcome: str = None
    ended_by: str = None
    winners: list = None
    points: dict = None
    due: str = None
    missing_reveals: list = field(default_factory=list)


def audit(data):
    """The report on the bytes of one file."""
    file = turnfile.read(data)
    form = [(None, file.fault_turn, file.fault)] if file.fault else []
    if file.header is None:
        return Report("damaged", form)
    if not header_makes_a_game(file.header):
        return Report("damaged", [(None, None, "unreadable")])
    rules = GAMES[file.header["kind"]]
    table, damage = play(file, rules)
    findings = [table.breach] if table.breach else []
    sheets, seeds = {}, {}
    for seat, shown in table.reveals.items():
        sheet = table.game.shown[seat]
        finding = judge_setup(table, seat, sheet, shown)
        if finding:
            findings.append(finding)
        if finding is None or finding[2] != "seal-mismatch":
            sheets[seat], seeds[seat] = sheet, shown.seed
    again, _ = play(file, rules, sheets, seeds)
    findings = sorted(findings + again.findings, key=lambda finding: (finding[1], finding[0], KINDS.index(finding[2])))
    return settle(table, findings, damage or form)


def play(file, rules, sheets={}, seeds={}):
    """A table at which all turns are played, to the first damage or breach, and the damage."""
    table = Table(file, rules, sheets, seeds)
    for turn in file.turns:
        try:
            table.check_intact(turn)
        except Fault as fault:
            return table, [(None, turn.number, fault.kind)]
        table.play(turn)
        if table.breach:
            break
    return table, []


def judge_setup(table, seat, sheet, shown):
    """A finding if the sheet shown in that turn is not the sealed one, or not legal."""
    name = table.names[seat]
    sealed = next(turn for turn in table.turns if turn.seat == name and turn.has("setup"))
    for item, value in sheet.items():
        if not table.fits(seat, item, value, crypto.salt(shown.seed, table.id, name, item)):
            return seat, shown.number, "seal-mismatch"
    if not table.game.is_legal(seat, sheet, shown.reveal):
        return seat, sealed.number, "illegal-setup"
    return None


# Verdict and result.


def settle(table, findings, damage):
    result = table.game.result
    hidden = [seat for seat in range(len(table.names)) if table.hides(seat)]
    missing = hidden if (result or table.reveals) and not table.breach else []
    if findings:
        verdict, result = "dishonest", result_of_breach(table, {seat for seat, _, _ in findings})
    elif damage:
        verdict, result, missing = "damaged", None, []
    elif table.claim:
        verdict = "forfeit"
    else:
        verdict = "honest" if result and not hidden else "open"
    if result and (set(result.winners) & set(missing) or result.outcome == "draw" and missing):
        result = None  # nobody wins who keeps his own setup back, and no draw hides one
    if verdict == "forfeit":
        missing = []
    names = table.names
    out = Report(verdict, [(None if seat is None else names[seat], turn, kind) for seat, turn, kind in findings + damage])
    if result:
        out.outcome, out.ended_by = result.outcome, result.ended_by
        out.winners = [names[seat] for seat in result.winners]
        out.points = dict(zip(names, result.points))
    out.missing_reveals = [names[seat] for seat in missing]
    out.due = None if table.due() is None else names[table.due()]
    return out


def win(seat, count, ended_by):
    return Result(ended_by, [seat], [int(other == seat) for other in range(count)])


def void(count, ended_by):
    return Result(ended_by, [], [0] * count, void=True)


def result_of_breach(table, guilty):
    count = len(table.names)
    innocent = [seat for seat in range(count) if seat not in guilty]
    standing = table.game.breach_result(guilty)
    if standing and innocent and not guilty & set(standing.winners):
        return standing
    return win(innocent[0], 2, "breach") if innocent and count == 2 else void(count, "breach")
