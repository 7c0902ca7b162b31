"""Boxes, tokens and disputes: docs/protocol.md, section 8."""

from . import crypto
from .steps import Breach, require

ZEROS = bytes(33)


def fight_parts(data):
    """The nine boxes of a fight."""
    return [data[i : i + crypto.FIGHT_PART] for i in range(96, crypto.FIGHT, crypto.FIGHT_PART)]


def token_hashes(data):
    return [data[i : i + 32] for i in (0, 32, 64)]


class Boxes:
    """All boxes that were published at a table."""

    def __init__(self, table):
        self.table, self.game = table, table.game
        self.posted = table.game.boxes  # box: its bytes
        self.ties = {}  # box: the fights and outcomes that it is tied to
        self.tokens = {}  # (fight, outcome): the token that was published
        self.sound = set()  # boxes that are known to be what their maker's seed makes

    def take(self, data, due):
        """Cuts `boxes` into those that are due."""
        require(len(data) == sum(box.length for box in due), "bad-box")
        for box, ties in due.items():
            self.posted[box], data = data[: box.length], data[box.length :]
            self.ties[box] = ties
        for box in due:
            require(self.is_formed(box), "bad-box", box.name)
        self.judge(due)

    def is_formed(self, box):
        data = self.posted[box]
        parts = [data] if box.purpose == "sight" else fight_parts(data)
        points = all(crypto.point(part[:32]) and part[:32] != bytes(32) for part in parts)
        return points and (box.purpose == "sight" or len(set(token_hashes(data))) == 3)

    # With the maker's seed at hand.

    def judge(self, due):
        table = self.table
        if table.seat not in table.seeds:
            return
        for box in due:
            if self.made_again(box) == self.posted[box]:
                self.sound.add(box)
            else:
                table.find(Breach("bad-box", box.name))

    def made_again(self, box):
        """The bytes that a box must have."""
        table, game = self.table, self.table.id
        seed, sheet, name = table.seeds[table.seat], table.sheets[table.seat], table.turn.seat
        eye = table.openings.eyes[1 - table.seat][box.y]
        tokens = tuple(crypto.token(game, seed, fight, outcome) for fight, outcome in self.ties[box])
        kind = crypto.KINDS.index(sheet[box.x])
        shown = bytes([kind]) + crypto.secret(seed, game, name, box.x)
        if box.purpose == "sight":
            return crypto.locked(game, seed, box, crypto.SPY, eye, tokens, shown)
        made = b"".join(crypto.token_hash(crypto.token(game, seed, box, outcome)) for outcome in crypto.OUTCOMES)
        for j in range(1, 10):
            outcome = self.game.outcome_of(sheet[box.x], crypto.KINDS[j])
            text = crypto.token(game, seed, box, outcome) + (shown if outcome == "falls" else ZEROS)
            made += crypto.locked(game, seed, box, j, eye, tokens, text)
        return made

    # Tokens.

    def prove(self, fight, said, token):
        hashes = token_hashes(self.posted[fight])
        require(crypto.token_hash(token) == hashes[crypto.OUTCOMES.index(said)], "bad-box")
        self.tokens[fight, said] = token

    # Disputes.

    def dispute(self, move, openings):
        """Ends the game: the maker of the box, or the disputer, is at fault."""
        table = self.table
        box = next((box for box in self.posted if move == [dispute_of(box)] and self.maker(box) != table.seat), None)
        require(box and len(openings) == 1, "bad-box")
        [(entry, secret)] = openings
        item, _, value = entry.partition(" ")
        require(item == box.y and self.game.is_value(item, value), "bad-box")
        require(table.openings.fits_secret(table.seat, item, value, secret), "bad-box")
        require(value != "empty" and self.game.may_open(table.seat, item, value, []), "bad-box")
        require(box.purpose == "fight" or value == "spy", "bad-box")
        require(all(tie in self.tokens for tie in self.ties[box]), "bad-box")
        require(not self.opens_well(box, value, secret), "bad-box")
        raise Breach("bad-box", box.name, seat=self.maker(box), turn=box.turn)

    def maker(self, box):
        return self.table.index(self.table.turns[box.turn - 1])

    def opens_well(self, box, kind, secret):
        """Whether a box is sound, opened with the secret of the piece of that kind for which it is."""
        data, j = self.posted[box], crypto.KINDS.index(kind)
        part = data if box.purpose == "sight" else fight_parts(data)[j - 1]
        tokens = [self.tokens[tie] for tie in self.ties[box]]
        text = crypto.unlocked(self.table.id, box, j, secret, tokens, part)
        if text is None:
            return False
        if box.purpose == "sight":
            return self.holds(box, text)
        hashes, told = token_hashes(data), crypto.token_hash(text[:32])
        return told in hashes and self.may_end(box, kind, crypto.OUTCOMES[hashes.index(told)], text[32:])

    def holds(self, box, shown):
        """Whether that is kind and secret of the piece that the box shows."""
        kind = crypto.KINDS[shown[0]] if shown[0] < 10 else None
        return kind is not None and self.table.openings.fits_secret(self.maker(box), box.x, kind, shown[1:])

    def may_end(self, box, kind, said, shown):
        if shown != ZEROS:
            return self.holds(box, shown) and said == "falls" == self.game.outcome_of(crypto.KINDS[shown[0]], kind)
        known = self.game.opened[self.maker(box)].get(box.x)
        kinds = [known] if known else crypto.KINDS
        return said != "falls" and any(self.game.outcome_of(other, kind) == said for other in kinds)


def dispute_of(box):
    return " ".join(["dispute", box.name, *box.ties])
