"""Plays the turns of one game: docs/protocol.md, sections 3 to 9."""

from calendar import timegm
from time import strptime

from . import crypto
from .steps import RESIGN, Answer, Breach, Chance, Choice, Opening, OpeningOf, Result, Reveal, Setup, require
from .turnfile import Fault

ACCEPT, CLAIM = ["accept"], ["claim"]
LAST_TURN = 4_000
DAY = 86_400


class Table:
    """A game in progress. `sheets` and `seeds` hold, by seat, what is known: with it answers, moves and boxes are judged too."""

    def __init__(self, file, rules, sheets, seeds):
        header = file.header
        self.created, self.days = header["created"], header["options"]["days-per-turn"]
        self.id, self.names = file.id, header["seats"]
        first = self.names.index(header["first"]) if "first" in header else None
        self.game = rules(header["options"], len(self.names), first)
        self.steps = self.game.steps()
        self.pending = next(self.steps)
        self.sheets = self.game.sheets = sheets
        self.seeds = seeds
        self.sound = set()  # boxes that are known to be what their maker's seed makes
        self.keys = [header.get("keys", {}).get(name) for name in self.names]
        self.seals = [{} for _ in self.names]
        self.eyes = [{} for _ in self.names]
        self.links = [None for _ in self.names]  # the last link, or the tip
        self.tips = []
        self.reveals = {}  # by seat: the turn
        self.offers = [False for _ in self.names]  # whether the seat's last turn offered a draw
        self.turns = []
        self.turn = None  # the one that is played
        self.breach = None  # (seat, turn, kind)
        self.claim = None  # (who claims, against whom)
        self.findings = []  # breaches that only the setups show

    def index(self, turn):
        return self.names.index(turn.seat)

    # Damage (section 4).

    def check_intact(self, turn):
        """The turn stands where it says, is signed, and its seat may write it. Raises a `Fault`."""
        seat = self.index(turn)
        if turn.after != (self.turns[-1].hash if self.turns else self.id):
            raise Fault("bad-chain")
        if turn.sent < (self.turns[-1].sent if self.turns else self.created):
            raise Fault("bad-chain")
        key = self.keys[seat] or turn.key
        if key is None or not crypto.signed(key, crypto.turn_message(turn.hash), turn.signature):
            raise Fault("bad-signature")
        if self.due() != seat and not (turn.move == CLAIM and self.may_claim(turn)):
            raise Fault("bad-chain")

    # Claims and the deadline.

    def deadline(self):
        """When a claim may be dated, in seconds, or None."""
        result = self.game.result
        closed = self.claim or result and result.ended_by in ("resignation", "agreement")
        if self.days == 0 or closed or not self.turns:
            return None
        ends = [seconds(turn.sent) + days * DAY for turn, days in zip(self.turns[:-3:-1], (self.days, 2 * self.days))]
        return max(ends)

    def may_claim(self, turn):
        """Whether the seat of the turn, which is not due, may claim against the one that is."""
        due, seat, deadline = self.due(), self.index(turn), self.deadline()
        if due is None or deadline is None or self.is_first(due) or self.is_first(seat):
            return False
        return seconds(turn.sent) >= deadline

    def take_claim(self, late):
        """The claim of the seat decides the game."""
        self.used.add("move")
        self.claim = self.seat, late
        decided, count = self.game.result, len(self.names)
        if decided and decided.winners and late not in decided.winners:
            return
        standing = self.game.breach_result({late})
        if standing:
            standing.ended_by = "claim" if standing.ended_by == "breach" else standing.ended_by
        elif count == 2:
            standing = Result("claim", [self.seat], [int(seat == self.seat) for seat in range(count)])
        self.game.result = standing or Result("claim", [], [0] * count, void=True)

    def is_first(self, seat):
        """Whether the seat has made no turn before the one that is played."""
        return all(self.index(turn) != seat for turn in self.turns if turn is not self.turn)

    # One turn (section 3).

    def play(self, turn):
        """Plays an intact turn. After a breach `breach` is set; what was done before it in the same turn stands."""
        self.turn, self.seat, self.before = turn, self.index(turn), self.turns[-1] if self.turns else None
        self.turns.append(turn)
        self.game.number, self.game.seat = turn.number, self.seat
        self.used = {"number", "seat", "sent", "after", "signature"}
        self.answers, self.openings, self.tokens = list(turn.answer), list(zip(turn.open, turn.salts)), list(turn.tokens)
        try:
            self.play_steps()
        except Breach as breach:
            seat = self.seat if breach.seat is None else breach.seat
            self.breach = seat, breach.turn or turn.number, breach.kind

    def play_steps(self):
        late = None if self.due() == self.seat else self.due()
        self.introduce()
        self.take_link(late is not None)
        taken = False
        while True:
            if late is not None and not taken:
                self.take_claim(late)
            elif self.due() == self.seat:
                self.take()
            elif taken and self.may_show(self.seat):
                self.reveal()
            elif self.game.result is None and self.turn.move in (RESIGN, ACCEPT) and "move" not in self.used:
                self.leave()
            elif self.game.result is None and self.turn.number == LAST_TURN:
                self.game.draw()
            else:
                break
            taken = True
        self.check_offer()
        self.check_all_used()

    def due(self):
        """The seat whose step is pending, or None when the game is over, or ended by a breach."""
        step = self.step()
        return None if step is None else step.seat

    def step(self):
        if self.breach:
            return None
        if self.game.result is None:
            return self.pending
        order = [self.game.shows_first, *range(len(self.names))]
        hidden = [seat for seat in order if self.hides(seat)]
        return Reveal(hidden[0]) if hidden else None

    def hides(self, seat):
        """Whether the seat has a setup that it has not shown."""
        return bool(self.seals[seat]) and seat not in self.reveals

    def may_show(self, seat):
        return self.hides(seat) and self.game.may_show(seat)

    def introduce(self):
        """Key, tip and what is told about the player, in the seat's first turn."""
        turn, seat = self.turn, self.seat
        first = self.is_first(seat)
        fits = turn.has("key") == (first and self.keys[seat] is None)
        self.keys[seat] = self.keys[seat] or turn.key  # it proves a breach in this turn too
        require(fits)
        require(turn.has("tip") == (first and self.game.links != "none"))
        require(first or not (turn.has("name") or turn.has("mail")))
        if turn.has("tip"):
            require(turn.tip not in self.tips, "bad-link")
            self.tips.append(turn.tip)
            self.links[seat] = turn.tip
        self.used |= {"key", "tip", "name", "mail", "note"}

    def take_link(self, claims):
        """Section 6."""
        turn, seat = self.turn, self.seat
        number = turn.number
        called = {"none": False, "third turn": number == 3, "from the third": number >= 3}[self.game.links]
        require(turn.has("link") == (called and not claims))
        if turn.has("link"):
            require(crypto.link_before(self.id, turn.seat, turn.link) == self.links[seat], "bad-link")
            self.links[seat] = turn.link
        self.used.add("link")

    def advance(self, sent=None):
        try:
            self.pending = self.steps.send(sent)
        except StopIteration:
            self.pending = None

    def take(self):
        """The step that is pending, out of the turn."""
        match self.step():
            case Setup():
                self.advance(self.setup())
            case Opening(items=items):
                self.advance(self.open_all(items))
            case OpeningOf(counts=counts):
                self.advance(self.open_counted(counts))
            case Chance(purpose=purpose):
                before = self.before.link or self.links[self.index(self.before)]
                chance = crypto.chance(self.id, self.turn.number, purpose, before, self.turn.link)
                self.advance(crypto.Draw(chance))
            case Answer(instead=choice) as step:
                if self.disputes() and not self.answers:
                    self.dispute()
                elif choice and not self.turn.has("answer"):
                    self.choose(choice)
                else:
                    self.answer(step)
            case Choice() as step:
                self.dispute() if self.disputes() else self.choose(step)
            case Reveal():
                self.reveal()

    def setup(self):
        items = self.game.items(self.seat)
        require(len(self.turn.setup) == len(items))
        self.seals[self.seat] = dict(zip(items, self.turn.setup))
        self.used.add("setup")
        require(len(self.turn.eyes) == (len(items) if self.game.has_eyes else 0))
        if self.game.has_eyes:
            good = all(crypto.point(eye) and eye not in crypto.NONE_OF_EYES for eye in self.turn.eyes)
            require(good, "bad-box")
            self.eyes[self.seat] = dict(zip(items, self.turn.eyes))
            self.used.add("eyes")

    def answer(self, step):
        require(self.answers)
        said = self.answers.pop(0)
        self.used.add("answer")
        require(step.answers(said))
        require(step.settled in (None, said), "false-answer")
        if step.fight:
            self.take_token(step.fight, said)
        self.open_all(step.opens(said), "false-answer", step.owner and step.owner(said))
        misled = step.fight and step.fight not in self.sound
        truth = step.truth(self.sheets[self.seat]) if self.seat in self.sheets else None
        if truth not in (None, said) and not misled:
            self.findings.append((self.seat, self.turn.number, "false-answer"))
        self.advance(said)

    def choose(self, step):
        entries = self.turn.move
        require(entries and "move" not in self.used)
        if entries in (RESIGN, ACCEPT):
            return self.leave()
        self.used.add("move")
        move = step.read(entries)
        if step.sealed(move):
            require(self.turn.has("seal"))
            self.used.add("seal")
            self.seals[self.seat][f"guess-{self.turn.number}"] = self.turn.seal
        self.open_all(step.opens(move))
        self.take_boxes(step.boxes(move))
        if self.seat in self.sheets and not step.possible(move, self.sheets[self.seat]):
            self.findings.append((self.seat, self.turn.number, "illegal-move"))
        self.advance(move)

    # Section 5.

    def open_all(self, items, belied="illegal-move", owner=None):
        """Opens items, each with the value that the step says, or None; `belied` is the breach if another is opened."""
        owner = self.seat if owner is None else owner
        return [self.open(owner, item, said, belied, items) for item, said in items]

    def open(self, owner, item, said, belied, step):
        opened = self.game.opened[owner]
        if item not in opened:
            value = self.next_opening(owner, item)
            if not self.game.may_open(owner, item, value, step):
                last = [turn.number for turn in self.turns if self.index(turn) == owner]
                raise Breach("illegal-move", owner, self.turn.number if owner == self.seat else last[-1])
            opened[item] = value
        require(said in (None, opened[item]), belied)
        return opened[item]

    def next_opening(self, owner, item):
        """The value of the next entry of `open`, which must be about `item`."""
        self.used |= {"open", "salts"}
        require(self.openings, "bad-opening")
        entry, salt = self.openings.pop(0)
        name, _, value = entry.partition(" ")
        require(name == item and self.game.is_value(item, value), "bad-opening")
        require(self.fits(owner, item, value, salt), "bad-opening")
        return value

    def fits(self, owner, item, value, salt):
        """Whether value and salt are those of the seal, and of the eye."""
        seal = crypto.seal(self.id, self.names[owner], item, value, salt)
        eye = self.eyes[owner].get(item)
        return seal == self.seals[owner][item] and (not eye or crypto.eye(crypto.KINDS.index(value), salt) == eye)

    def open_counted(self, counts):
        items = self.game.items(self.seat)
        for value, count in counts:
            last = -1
            for _ in range(count):
                require(self.openings, "bad-opening")
                item, _, said = self.openings[0][0].partition(" ")
                require(item in items and items.index(item) > last and item not in self.game.opened[self.seat], "bad-opening")
                last = items.index(item)
                require(said == value, "bad-opening")
                self.game.opened[self.seat][item] = self.next_opening(self.seat, item)

    # Section 7.

    def take_boxes(self, due):
        """Cuts `boxes` into those that are due."""
        data, boxes = self.turn.boxes or b"", {}
        require(len(data) == sum(box.length for box in due), "bad-box")
        for box in due:
            boxes[box], data = data[: box.length], data[box.length :]
            parts = [boxes[box]] if box.purpose == "sight" else fight_parts(boxes[box])
            require(all(crypto.point(part[:32]) and part[:32] != bytes(32) for part in parts), "bad-box")
            if box.purpose == "fight":
                require(len({boxes[box][i : i + 32] for i in (0, 32, 64)}) == 3, "bad-box")
        for box in due if self.seat in self.seeds else []:
            if self.made_again(box, due[box]) == boxes[box]:
                self.sound.add(box)
            else:
                self.findings.append((self.seat, self.turn.number, "bad-box"))
        self.game.boxes |= boxes
        self.game.tied |= due
        self.used.add("boxes")

    def made_again(self, box, ties):
        """The bytes that a box must have, from its maker's seed and sheet."""
        seed, sheet, name = self.seeds[self.seat], self.sheets[self.seat], self.turn.seat
        eye = self.eyes[1 - self.seat][box.y]
        kind, salt = crypto.KINDS.index(sheet[box.x]), crypto.salt(seed, self.id, name, box.x)
        tokens = tuple(crypto.token(self.id, seed, fight, outcome) for fight, outcome in ties)
        shown = bytes([kind]) + salt
        if box.purpose == "sight":
            return crypto.locked(self.id, seed, box, crypto.SPY, eye, tokens, shown)
        out = b"".join(crypto.token_hash(crypto.token(self.id, seed, box, outcome)) for outcome in crypto.OUTCOMES)
        for j in range(1, 10):
            outcome = self.game.outcome_of(sheet[box.x], crypto.KINDS[j])
            text = crypto.token(self.id, seed, box, outcome) + (shown if outcome == "falls" else bytes(33))
            out += crypto.locked(self.id, seed, box, j, eye, tokens, text)
        return out

    def take_token(self, fight, said):
        require(self.tokens, "bad-box")
        token = self.tokens.pop(0)
        self.used.add("tokens")
        place = 32 * crypto.OUTCOMES.index(said)
        require(crypto.token_hash(token) == self.game.boxes[fight][place : place + 32], "bad-box")
        self.game.tokens[fight, said] = token

    def disputes(self):
        return bool(self.turn.move) and self.turn.move[0].startswith("dispute")

    def dispute(self):
        """Ends the game: the maker of the box, or the disputer, is at fault."""
        disputed = next((box for box in self.game.boxes if self.turn.move == [self.dispute_of(box)]), None)
        require(disputed and self.maker(disputed) != self.seat and len(self.openings) == 1, "bad-box")
        [(entry, salt)] = self.openings
        item, _, value = entry.partition(" ")
        fits = item == disputed.y and self.game.is_value(item, value) and self.fits(self.seat, item, value, salt)
        require(fits and value != "empty" and self.game.may_open(self.seat, item, value, []), "bad-box")
        require(disputed.purpose == "fight" or value == "spy", "bad-box")
        require(all(tie in self.game.tokens for tie in self.game.tied[disputed]), "bad-box")
        require(not self.is_sound(disputed, value, salt), "bad-box")
        raise Breach("bad-box", self.maker(disputed), disputed.turn)

    def dispute_of(self, box):
        return " ".join(["dispute", box.purpose, str(box.turn), box.x, box.y, *box.ties])

    def maker(self, box):
        return self.index(self.turns[box.turn - 1])

    def is_sound(self, box, kind, salt):
        """Whether a box is as it should be, opened with the salt of the piece for which it is."""
        maker, data, j = self.maker(box), self.game.boxes[box], crypto.KINDS.index(kind)
        part = data if box.purpose == "sight" else fight_parts(data)[j - 1]
        tokens = [self.game.tokens[tie] for tie in self.game.tied[box]]
        text = crypto.unlocked(self.id, box, j, salt, tokens, part)
        if text is None:
            return False
        shown = text if box.purpose == "sight" else text[32:]
        holds = shown[0] < 10 and self.fits(maker, box.x, crypto.KINDS[shown[0]], shown[1:])
        if box.purpose == "sight":
            return holds
        hashes = [data[i : i + 32] for i in (0, 32, 64)]
        if crypto.token_hash(text[:32]) not in hashes:
            return False
        said = crypto.OUTCOMES[hashes.index(crypto.token_hash(text[:32]))]
        if said == "falls":
            return holds and self.game.outcome_of(crypto.KINDS[shown[0]], kind) == "falls"
        if shown != bytes(33):
            return False
        known = self.game.opened[maker].get(box.x)
        return any(self.game.outcome_of(x, kind) == said for x in ([known] if known else crypto.KINDS))

    # Sections 8 and 9.

    def leave(self):
        seat, move = self.seat, self.turn.move
        self.used.add("move")
        require(self.game.may_leave(seat))
        if move == ACCEPT:
            require(self.before.offer == "draw" and self.before.seat != self.turn.seat)
            self.game.accept(seat)
        elif self.pending.seat == seat and self.game.stays_after_resignation(seat):
            self.advance(RESIGN)
        else:
            self.game.resign(seat)

    def check_offer(self):
        offered = self.turn.has("offer")
        if offered:
            require(self.turn.offer == "draw" and self.game.offers and not self.offers[self.seat])
            require(self.game.may_leave(self.seat))
        self.offers[self.seat] = offered
        self.used.add("offer")

    def reveal(self):
        seat, turn = self.seat, self.turn
        require(turn.has("seed") and turn.has("reveal"))
        self.game.shown[seat] = self.game.sheet(seat, turn.reveal)
        require(self.game.shown[seat] is not None, "illegal-setup")
        self.reveals[seat] = turn
        self.used |= {"seed", "reveal"}

    def check_all_used(self):
        require(all(key in self.used for key in self.turn.values))
        require(not (self.answers or self.openings or self.tokens))


def fight_parts(data):
    """The nine boxes of a fight."""
    return [data[i : i + crypto.FIGHT_PART] for i in range(96, crypto.FIGHT, crypto.FIGHT_PART)]


def seconds(date):
    return timegm(strptime(date, "%Y-%m-%dT%H:%M:%SZ"))
