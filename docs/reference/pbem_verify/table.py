"""Plays the turns of one file: docs/protocol.md, sections 3 to 9."""

from dataclasses import dataclass, field

from . import crypto, dates, rulings
from .boxes import Boxes
from .grammar import Fault
from .openings import Openings
from .steps import Answer, Breach, Chance, Choice, Opening, OpeningOf, Result, Reveal, Setup, require
from .turnfile import TURN

RESIGN, ACCEPT, CLAIM = ["resign"], ["accept"], ["claim"]
LAST_TURN = 4_000
LEFT_OVER = {"boxes": "bad-box", "tokens": "bad-box", "open": "bad-opening"}


@dataclass(frozen=True, order=True)
class Finding:
    """A breach that is proved. In this order findings are told, but for the kinds."""

    turn: int
    seat: int
    kind: str
    item: str = field(default=None, compare=False)
    said: str = field(default=None, compare=False)
    truth: str = field(default=None, compare=False)


class Table:
    """A game in progress. `sheets` and `seeds` hold, by seat, what is known: with it answers, moves and boxes are judged too.
    `leavings` are the turns, by number, in which a seat breaks the rules and the others play on."""

    def __init__(self, file, rules, sheets, seeds, leavings):
        header = file.header
        self.created, self.days = header["created"], header["options"]["days-per-turn"]
        self.id, self.names = file.id, header["seats"]
        self.arbiter = header.get("arbiter")
        first = self.names.index(header["first"]) if "first" in header else None
        self.game = rules(header["options"], len(self.names), first)
        self.game.opener = self.names.index(header.get("opener", self.names[0]))
        self.steps = self.game.steps()
        self.pending = next(self.steps)
        self.sheets, self.seeds, self.leavings = sheets, seeds, leavings
        self.game.sheets = sheets
        self.kept = [header.get("keys", {}).get(name) for name in self.names]  # keys that were known beforehand
        self.keys = list(self.kept)
        self.links = [None for _ in self.names]  # the last link, or the tip
        self.tips = []
        self.reveals = {}  # by seat: the turn
        self.offers = [False for _ in self.names]  # whether the seat's last turn offered a draw
        self.openings, self.boxes = Openings(self), Boxes(self)
        self.turns = []
        self.late, self.settling = set(), set()  # numbers of turns, for the order of files
        self.outlasting = set()  # numbers of turns that, in time, outlast a claim in their place
        self.wins = {}  # number of a turn: the seat to which the board gives a win by it
        self.claims = {}  # number of a turn: against whom it claims
        self.turn = None  # the one that is played
        self.breach = None  # the finding that has ended the game
        self.claim = None  # (who claims, against whom), where that has decided the game
        self.findings = []  # what only the setups show

    def index(self, turn):
        return self.names.index(turn.seat)

    def last_turn_of(self, seat):
        return max(turn.number for turn in self.turns if turn.seat == self.names[seat])

    def has_joined(self, seat):
        return any(turn.seat == self.names[seat] for turn in self.turns)

    # Damage (section 3).

    def check_intact(self, turn):
        """The turn stands where it says, is signed, and its seat may write it. Raises a `Fault`."""
        seat = self.index(turn)
        if turn.after != (self.turns[-1].hash if self.turns else self.id):
            raise Fault("bad-chain", turn.number)
        if turn.sent < (self.turns[-1].sent if self.turns else self.created):
            raise Fault("bad-chain", turn.number)
        key = self.keys[seat] or turn.key
        if self.keys[seat] is None and self.arbiter and key == self.arbiter["key"]:
            raise Fault("bad-signature", turn.number)
        if key is None or not crypto.signed(key, crypto.turn_message(turn.hash), turn.signature):
            raise Fault("bad-signature", turn.number)
        if self.due() != seat and not (turn.move == CLAIM and self.may_claim(turn)):
            raise Fault("bad-chain", turn.number)

    # The deadline, and claims (section 5).

    def deadline(self):
        """The deadline of the seat that is due, or None."""
        result = self.game.result
        left = result and result.ended_by in ("resignation", "agreement")
        if not self.days or not self.turns or self.due() is None or self.claim or left:
            return None
        return dates.deadline(self.days, self.turns)

    def may_claim(self, turn):
        """Whether the seat of the turn, which is not due, may claim against the one that is."""
        due, seat, deadline = self.due(), self.index(turn), self.deadline()
        if deadline is None or not self.has_joined(seat) or not self.game.may_claim(seat, due):
            return False
        if dates.seconds(turn.sent) < deadline or not (self.has_joined(due) or self.game.plays_on_without(due)):
            return False
        return self.arbiter is None or self.has_ruling(turn, due)

    def has_ruling(self, claim, late):
        """Whether a claim carries a ruling of the arbiter that the time of this seat is up."""
        if not (claim.has("ruled") and claim.has("ruling")):
            return False
        if dates.seconds(claim.ruled) < self.deadline() + self.arbiter["grace-days"] * dates.DAY:
            return False
        place = self.id, len(self.turns) + 1, self.names[late], self.turns[-1].hash
        return rulings.is_signed(self.arbiter["key"], *place, claim.ruled, claim.ruling)

    def take_claim(self, late):
        """A seat is struck out, or the game decided."""
        self.used.add("move")
        if self.arbiter:
            self.used |= {"ruled", "ruling"}
        decided = self.game.result is not None
        if self.game.plays_on_without(late):
            self.leave_seat(late, "claim")
        else:
            self.game.result = self.result_of_claim(late)
        if decided or self.game.result:
            self.claim = self.seat, late

    def result_of_claim(self, late):
        decided, count = self.game.result, len(self.names)
        if decided and decided.winners and late not in decided.winners:
            return decided
        standing = self.game.stands_despite(late)
        if standing:
            standing.ended_by = "claim" if standing.ended_by == "breach" else standing.ended_by
            return standing
        if count == 2:
            return Result("claim", [self.seat], [int(seat == self.seat) for seat in range(count)])
        return Result("claim", [], [0] * count, void=True)

    # One turn (section 4).

    def play(self, turn):
        """Plays an intact turn. After a breach `breach` is set; what was done before it in the same turn stands."""
        decided = self.game.result is not None
        self.play_turn(turn)
        result = self.game.result
        if not decided and result and result.ended_by == "board" and result.winners:
            self.wins[turn.number] = result.winners[0]

    def play_turn(self, turn):
        deadline = self.deadline()
        self.turn, self.seat, self.before = turn, self.index(turn), self.turns[-1] if self.turns else None
        self.first = not self.has_joined(self.seat)
        late = None if self.due() == self.seat else self.due()
        if late is not None:
            self.claims[turn.number] = late
        elif deadline and not self.arbiter and dates.seconds(turn.sent) >= deadline:
            self.late.add(turn.number)
        elif self.game.outlasts_claims():
            self.outlasting.add(turn.number)
        self.turns.append(turn)
        self.game.number, self.game.seat = turn.number, self.seat
        self.used = {"number", "seat", "sent", "after", "open", "salts", "offer", "note", "signature"}
        self.answers, self.tokens = list(turn.answer), list(turn.tokens)
        self.openings.left = list(zip(turn.open, turn.salts))
        self.keys[self.seat] = self.keys[self.seat] or turn.key  # it proves a breach in this turn too
        if turn.number in self.leavings:
            return self.be_left()
        try:
            self.introduce(claims=late is not None)
            self.play_steps(late)
        except Breach as breach:
            self.breach = self.finding(breach)

    def be_left(self):
        """The seat of this turn has broken the rules, and the others play on."""
        self.offers[self.seat] = False
        self.leave_seat(self.seat, "breach")
        self.end_at_length()

    def finding(self, breach):
        seat = self.seat if breach.seat is None else breach.seat
        return Finding(breach.turn or self.turn.number, seat, breach.kind, breach.item, breach.said, breach.truth)

    def find(self, breach):
        self.findings.append(self.finding(breach))

    def play_steps(self, late):
        taken = False
        while True:
            decided = self.game.result is not None
            if late is not None and not taken:
                self.take_claim(late)
            elif self.due() == self.seat:
                if not self.take() and not decided and self.game.result:
                    self.settling.add(self.turn.number)
            elif taken and self.may_show(self.seat):
                self.reveal()
            elif not decided and self.turn.move in (RESIGN, ACCEPT) and "move" not in self.used:
                self.leave()
            elif not self.end_at_length():
                break
            taken = True
        self.check_all_used()
        self.check_offer()

    def end_at_length(self):
        ends = self.game.result is None and self.turn.number == LAST_TURN
        if ends:
            self.game.draw()
        return ends

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
        return bool(self.openings.seals[seat]) and seat not in self.reveals

    def may_show(self, seat):
        return self.hides(seat) and self.game.may_show(seat)

    def introduce(self, claims):
        """What does not depend on the steps: key, tip, nonce, link, name and address."""
        turn, seat, links = self.turn, self.seat, self.game.links
        require(turn.has("key") == (self.first and self.kept[seat] is None))
        require(turn.has("tip") == (self.first and links != "none"), "bad-link")
        require(turn.has("nonce") == (turn.has("setup") or turn.has("tip")))
        called = {"none": False, "third turn": turn.number == 3, "from the third": turn.number >= 3}[links]
        require(turn.has("link") == (called and not claims), "bad-link")
        require(self.first or not (turn.has("name") or turn.has("mail")))
        require(turn.tip is None or turn.tip not in self.tips, "bad-link")
        require(turn.link is None or crypto.link_before(self.id, turn.seat, turn.link) == self.links[seat], "bad-link")
        if turn.has("tip"):
            self.tips.append(turn.tip)
        self.links[seat] = turn.link or turn.tip or self.links[seat]
        self.used |= {"key", "tip", "nonce", "link", "name", "mail"}

    def advance(self, sent=None):
        try:
            self.pending = self.steps.send(sent)
        except StopIteration:
            self.pending = None

    def take(self):
        """The step that is pending, out of the turn. Whether it is a move."""
        match self.step():
            case Setup():
                self.openings.seal(self.turn)
                self.used |= {"setup", "eyes"}
                self.advance()
            case Opening(items=items):
                self.advance(self.openings.open_all(items))
            case OpeningOf(counts=counts):
                self.advance(self.openings.open_counted(counts))
            case Chance(purpose=purpose):
                before = self.before.link or self.before.tip
                chance = crypto.chance(self.id, self.turn.number, purpose, before, self.turn.link)
                self.advance(crypto.Draw(chance))
            case Answer(instead=choice) as step:
                if not self.answers:
                    self.check_dispute()
                if choice and not self.turn.has("answer"):
                    require(self.turn.move not in (RESIGN, ACCEPT), item=(self.turn.move or [None])[0])
                    return self.choose(choice)
                self.answer(step)
            case Choice() as step:
                self.check_dispute()
                return self.choose(step)
            case Reveal():
                self.reveal()
        return False

    def answer(self, step):
        require(self.answers)
        said = self.answers.pop(0)
        self.used.add("answer")
        require(step.answers(said))
        opens = step.opens(said)
        about = opens[0][0] if opens else step.about
        if step.settled not in (None, said):
            raise Breach("false-answer", about, said, step.settled)
        misled = step.fight and step.fight not in self.boxes.sound
        truth = step.truth(self.sheets[self.seat]) if self.seat in self.sheets else None
        if truth not in (None, said) and not misled:
            self.find(Breach("false-answer", about, said, truth))
        if step.fight:
            require(self.tokens, "bad-box")
            self.used.add("tokens")
            self.boxes.prove(step.fight, said, self.tokens.pop(0))
        self.openings.open_all(opens, "false-answer", step.owner and step.owner(said))
        self.advance(said)

    def choose(self, step):
        """A move, or leaving in its place. Whether it is a move."""
        entries = self.turn.move
        require(entries and "move" not in self.used)
        if entries in (RESIGN, ACCEPT):
            self.leave()
            return False
        self.used.add("move")
        typed = "; ".join(entries[:8]) + ("; ..." if len(entries) > 8 else "")
        try:
            move = step.read(entries)
        except Breach as breach:
            breach.item = typed
            raise
        sealed = step.sealed(move)
        require(self.turn.has("seal") == (sealed is not None))
        if sealed is not None:
            self.used.add("seal")
            self.openings.seals[self.seat][sealed] = self.turn.seal
        if self.seat in self.sheets and not step.possible(move, self.sheets[self.seat]):
            self.find(Breach("illegal-move", typed))
        self.openings.open_all(step.opens(move))
        self.boxes.take(self.turn.boxes or b"", step.boxes(move))
        self.used.add("boxes")
        self.advance(move)
        return True

    def check_dispute(self):
        words = self.turn.move[0].split(" ") if self.turn.move else []
        if words[:1] == ["dispute"] and "move" not in self.used:
            require(not (self.answers or self.tokens))
            self.boxes.dispute(self.turn.move, self.openings.left)

    # Leaving, the reveal, and what is left over.

    def leave(self):
        self.used.add("move")
        require(self.game.may_leave(self.seat), item=self.turn.move[0])
        if self.turn.move == ACCEPT:
            before = self.before
            # Who has left by a breach has offered nothing.
            stands = before is not None and before.number not in self.leavings
            require(stands and before.offer == "draw" and before.seat != self.turn.seat, item="accept")
            self.game.accept(self.seat)
        else:
            self.leave_seat(self.seat, "resignation")
        if self.game.result:
            self.settling.add(self.turn.number)

    def leave_seat(self, seat, why):
        sent = self.game.leave(seat, why)
        if sent is not None:
            self.advance(sent)

    def reveal(self):
        seat, turn = self.seat, self.turn
        require(turn.has("seed") and turn.has("reveal"))
        self.game.shown[seat] = self.game.sheet(seat, turn.reveal)
        require(self.game.shown[seat] is not None, "illegal-setup")
        self.reveals[seat] = turn
        self.used |= {"seed", "reveal"}

    def check_all_used(self):
        left = {"answer": self.answers, "tokens": self.tokens, "open": self.openings.left}
        for key in TURN.kinds:
            over = self.turn.has(key) and key not in self.used
            require(not over and not left.get(key), LEFT_OVER.get(key, "illegal-move"))

    def check_offer(self):
        offers = self.turn.has("offer")
        if offers:
            require(self.turn.offer == "draw" and self.game.offers and not self.offers[self.seat])
            require(self.game.may_leave(self.seat))
        self.offers[self.seat] = offers
