"""Sealed setups and what is opened of them: docs/protocol.md, section 6."""

from . import crypto
from .steps import Breach, require


class Openings:
    """All seals, and the eyes, of a table. `left` are the openings of the turn that have not been used."""

    def __init__(self, table):
        self.table, self.game = table, table.game
        self.seals = [{} for _ in table.names]
        self.eyes = [{} for _ in table.names]
        self.left = []

    def seal(self, turn):
        """Takes in a setup that is sealed."""
        seat, items = self.table.seat, self.game.items(self.table.seat)
        require(len(turn.setup) == len(items))
        require(len(turn.eyes) == (len(items) if self.game.has_eyes else 0))
        good = all(crypto.point(eye) and eye not in crypto.NONE_OF_EYES for eye in turn.eyes)
        require(good, "bad-box")
        self.seals[seat] = dict(zip(items, turn.setup))
        self.eyes[seat] = dict(zip(items, turn.eyes))

    def open_all(self, items, belied="illegal-move", owner=None):
        """Opens items, each with the value that the step says, or None; `belied` is the breach if another is opened."""
        owner = self.table.seat if owner is None else owner
        return [self.open(owner, item, said, belied, items) for item, said in items]

    def open(self, owner, item, said, belied, step):
        opened = self.game.opened[owner]
        if item not in opened:
            value = self.next(owner, item)
            if not self.game.may_open(owner, item, value, step):
                raise Breach("illegal-move", item, seat=owner, turn=self.table.last_turn_of(owner))
            opened[item] = value
        if said not in (None, opened[item]):
            raise Breach(belied, item, said, opened[item])
        return opened[item]

    def next(self, owner, item):
        """The value of the next entry of `open`, which must be about `item`."""
        require(self.left, "bad-opening", item)
        entry, salt = self.left.pop(0)
        name, _, value = entry.partition(" ")
        require(self.game.is_item(name), "bad-opening")
        require(name == item and self.game.is_value(item, value), "bad-opening", item)
        require(self.fits(owner, item, value, salt), "bad-opening", item)
        return value

    def open_counted(self, counts):
        """So many items of each value, value by value, in the order of the sheet."""
        seat = self.table.seat
        items, opened = self.game.items(seat), self.game.opened[seat]
        for value, count in counts:
            last = -1
            for _ in range(count):
                require(self.left, "bad-opening")
                item, _, said = self.left[0][0].partition(" ")
                require(self.game.is_item(item), "bad-opening")
                place = items.index(item) if item in items else -1
                require(place > last and item not in opened and said == value, "bad-opening", item)
                opened[item] = self.next(seat, item)
                last = place

    def fits(self, owner, item, value, salt):
        """Whether value and salt are those of the seal."""
        table = self.table
        return crypto.seal(table.id, table.names[owner], item, value, salt) == self.seals[owner].get(item)

    def fits_secret(self, owner, item, value, secret):
        """Whether value and secret are those of the seal and of the eye."""
        eye = self.eyes[owner].get(item)
        seen = eye is None or crypto.eye(crypto.KINDS.index(value), secret) == eye
        return seen and self.fits(owner, item, value, crypto.salt(secret, self.game.has_eyes))
