"""What can be said of one file: docs/protocol.md, sections 3 and 12."""

from dataclasses import dataclass, field, replace

from . import crypto, turnfile
from .games import GAMES
from .grammar import Fault
from .options import header_makes_a_game
from .table import Finding, Table


@dataclass
class Audit:
    """A file, the table after its intact turns, what was found, and the damage."""

    name: str
    file: turnfile.File
    table: Table = None  # None where the header makes no game
    findings: list = field(default_factory=list)
    damage: Fault = None

    def cut(self, count):
        """The same for so many turns of the file."""
        return audit_file(self.name, replace(self.file, turns=self.file.turns[:count], fault=None))


def audit(name, content):
    return audit_file(name, turnfile.read(content))


def audit_file(name, file):
    if file.header is None:
        return Audit(name, file, damage=file.fault)
    if not header_makes_a_game(file.header):
        return Audit(name, file, damage=Fault("unreadable"))
    rules = GAMES[file.header["kind"]]
    table, damage = play(file, rules, {}, {})
    findings = list(table.leavings.values()) + ([table.breach] if table.breach else [])
    sheets, seeds = {}, {}
    for seat, shown in table.reveals.items():
        finding = judge_setup(table, seat, shown)
        if finding:
            findings.append(finding)
        if finding is None or finding.kind != "seal-mismatch":
            moves, lost = sealed_in_moves(table, seat, shown.seed)
            findings += lost
            sheets[seat], seeds[seat] = table.game.shown[seat] | moves, shown.seed
    if sheets:
        findings += play(file, rules, sheets, seeds)[0].findings
    return Audit(name, file, table, findings, damage or file.fault)


def play(file, rules, sheets, seeds):
    """A table at which all turns are played, to the first damage, or breach that ends the game; and the damage."""
    leavings = {}
    while True:
        table = Table(file, rules, sheets, seeds, leavings)
        damage = play_all(table, file.turns)
        broken = table.breach
        if not broken or broken.turn != table.turn.number or not table.game.plays_on_without(broken.seat):
            return table, damage
        leavings[broken.turn] = broken  # nothing else of that turn counts: once more, with it as a leaving


def play_all(table, turns):
    for turn in turns:
        try:
            table.check_intact(turn)
        except Fault as damage:
            return damage
        table.play(turn)
        if table.breach:
            break
    return None


def sealed_in_moves(table, seat, seed):
    """What a seat has sealed in its moves, found with its seed; and findings where nothing is found that may be sealed."""
    game, openings, name = table.game, table.openings, table.names[seat]
    found, lost = {}, []
    for item, seal in openings.seals[seat].items():
        if item in game.items(seat):
            continue
        if item in game.opened[seat]:
            found[item] = game.opened[seat][item]
        elif game.sealed_values(item):
            secret = crypto.secret(seed, table.id, name, item)
            values = [value for value in game.sealed_values(item) if openings.fits_secret(seat, item, value, secret)]
            if values:
                found[item] = values[0]
            else:
                turn = next(turn for turn in table.turns if turn.seal == seal)
                lost.append(Finding(turn.number, seat, "seal-mismatch", item))
    return found, lost


def judge_setup(table, seat, shown):
    """A finding if the setup shown in that turn is not the sealed one, or not legal."""
    name, sheet = table.names[seat], table.game.shown[seat]
    for item in table.game.items(seat):
        value = sheet[item]
        if not table.openings.fits_secret(seat, item, value, crypto.secret(shown.seed, table.id, name, item)):
            return Finding(shown.number, seat, "seal-mismatch", item)
    if not table.game.is_legal(seat, sheet, shown.reveal):
        sealed = next(turn for turn in table.turns if turn.seat == name and turn.has("setup"))
        return Finding(sealed.number, seat, "illegal-setup")
    return None
