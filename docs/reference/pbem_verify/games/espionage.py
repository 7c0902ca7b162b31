"""Espionage (docs/games/espionage.md). A piece is its seat and the square where it started."""

from ..crypto import KINDS, OUTCOMES, Box
from ..steps import Answer, Chance, Choice, Game, OpeningOf, Setup, require

SIGNS = ".12345SEMH"
ARMIES = {  # how many of each kind, in the order of the numbers
    "seed": (9, 5, 4, 3, 2, 2, 5, 5, 4, 1),
    "thirty": (0, 5, 4, 3, 2, 2, 5, 4, 4, 1),
    "small": (0, 3, 2, 1, 1, 1, 3, 2, 2, 1),
}
MOBILE = {"corporal", "lieutenant", "captain", "colonel", "general", "spy", "sapper"}


def outcome(attacker, attacked):
    """How an attack ends, by kinds."""
    if attacked == "headquarters":
        return "headquarters"
    if attacked == "mine":
        return "takes" if attacker == "sapper" else "falls"
    if attacked in ("spy", "sapper"):
        return "takes"
    if attacker == "sapper":
        return "takes" if attacked == "general" else "falls"
    if attacker == "spy":
        return "falls"
    return "takes" if KINDS.index(attacker) >= KINDS.index(attacked) else "falls"


class Espionage(Game):
    allowed_options = {
        "army": ("seed", "thirty"),
        "draw-turns": range(65),
        "moves-per-turn": (1, 2),
        "no-move": ("pass", "lose"),
        "open": (False, True),
        "size": ("standard", "small"),
        "volcanoes": (0, 4),
    }

    @staticmethod
    def fits(options):
        return options["size"] == "standard" or options["army"] == "seed"

    def __init__(self, options, seats, first):
        super().__init__(options, seats, first)
        small = options["size"] == "small"
        self.size = 8 if small else 10
        army = "small" if small else options["army"]
        self.army = dict(zip(KINDS, ARMIES[army]))
        depth = {"seed": 4, "thirty": 3, "small": 2}[army]
        self.home = [range(depth), range(self.size - depth, self.size)]
        self.has_eyes = not options["open"]
        self.volcanoes = set()
        self.at = {(seat, item): self.square(item) for seat in (0, 1) for item in self.items(seat)}  # of pieces on the board
        self.moved, self.attacked = set(), set()
        self.met = set()  # pairs of pieces
        self.owed = [[], []]  # boxes, by seat: pairs
        self.back = [{}, {}]  # by seat: piece and the square to which it may not return
        self.lost = [dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)]

    # Squares are (column, row), counted from 0.

    def name(self, square):
        return f"{chr(65 + square[0])}{square[1] + 1}"

    def square(self, name):
        return ord(name[0]) - 65, int(name[1:]) - 1

    def items(self, seat):
        return [self.name((column, row)) for row in self.home[seat] for column in range(self.size)]

    def is_item(self, name):
        """Any square of the large board."""
        return name[:1] in set("ABCDEFGHIJ") and name[1:] in map(str, range(1, 11))

    def is_value(self, item, value):
        return value in KINDS

    def sheet(self, seat, reveal):
        rows = self.home[seat] if seat else self.home[seat][::-1]  # the front row first
        sheet = {}
        if len(reveal) != len(rows):
            return None
        for row, entry in zip(rows, reveal):
            label, signs = f"row {row + 1}: ", entry.split(": ")[-1].split(" ")
            if entry != label + " ".join(signs) or len(signs) != self.size or any(sign not in SIGNS or len(sign) != 1 for sign in signs):
                return None
            sheet |= {self.name((column, row)): KINDS[SIGNS.index(sign)] for column, sign in enumerate(signs)}
        return sheet

    def is_legal(self, seat, sheet, reveal):
        return all(list(sheet.values()).count(kind) == count for kind, count in self.army.items())

    def may_open(self, seat, item, value, step):
        """While an answer is due: a piece must be able to be what it is opened as."""
        if not self.fighting:
            return True
        good = value != "empty" and ((seat, item) not in self.moved or value in MOBILE)
        return good and (item in self.opened[seat] or self.lost[seat][value] < self.army[value])

    @staticmethod
    def outcome_of(attacker, attacked):
        """The outcome for which a token is made; "" where a piece of that kind never attacks."""
        return outcome(attacker, attacked) if attacker in MOBILE else ""

    # The course of the game.

    def steps(self):
        self.fighting = False
        yield Setup(0)
        yield Setup(1)
        self.begun = True
        for seat in (1, 0):
            shown = [(kind, count) for kind, count in self.army.items() if count and (self.options["open"] or kind == "empty")]
            if shown:
                yield OpeningOf(seat, shown)
            for item, kind in self.opened[seat].items():
                if kind == "empty":
                    del self.at[seat, item]
        if self.options["volcanoes"]:
            self.place_volcanoes((yield Chance(0, "volcanoes")))
        mover = self.first
        if mover is None:
            mover = (yield Chance(0, "first")).below(2)
        quiet, passed = 0, False
        while True:
            move = yield Choice(mover, lambda move, mover=mover: self.read(mover, move), possible=self.possible, boxes=self.due_boxes)
            self.owed[mover] = []
            self.moved_in = self.number
            quiet += 1
            if not move:
                if self.options["no-move"] == "lose":
                    return self.end(1 - mover)
                if passed:
                    return self.end(None)
            passed = not move
            self.back[mover] = {}
            for step in move:
                removed = yield from self.carry_out(mover, step)
                if removed:
                    quiet = 0
                if self.result:
                    return
            limit = self.options["draw-turns"]
            if limit and quiet >= 2 * limit:
                return self.end(None)
            mover = 1 - mover

    def end(self, winner):
        self.shows_first = self.seat
        if winner is None:
            self.draw()
        else:
            self.win(winner)

    def place_volcanoes(self, draw):
        small = self.size == 8
        v1, v2 = 2 + draw.below(2 if small else 3), draw.below(4 if small else 5)
        low, last = self.size // 2 - 1, self.size - 1
        self.volcanoes = {(v1, low), (last - v2, low), (v2, low + 1), (last - v1, low + 1)}

    def piece_at(self, square):
        return next((piece for piece, at in self.at.items() if at == square), None)

    def around(self, square, seat):
        """The pieces of a seat on the eight squares around, in the order of the sheet."""
        column, row = square
        near = [piece for piece, (c, r) in self.at.items() if piece[0] == seat and max(abs(c - column), abs(r - row)) == 1]
        return sorted(near, key=lambda piece: self.items(seat).index(piece[1]))

    # Moves.

    def read(self, seat, move):
        """Pairs of squares; none for a pass."""
        kinds = {piece: self.opened[seat].get(piece[1]) for piece in self.at if piece[0] == seat}
        walkers = [piece for piece, kind in kinds.items() if piece in self.moved or kind in MOBILE]
        if move == ["pass"]:
            require(not any(self.steps_of(piece) for piece in walkers))
            return []
        require(len(move) <= self.options["moves-per-turn"])
        steps = []
        for entry in move:
            names = entry.split("-")
            squares = [(column, row) for row in range(self.size) for column in range(self.size)]
            named = {self.name(square): square for square in squares}
            require(len(names) == 2 and all(name in named for name in names))
            steps.append(tuple(named[name] for name in names))
        pieces = [self.piece_at(begin) for begin, _ in steps]
        require(all(piece in kinds for piece in pieces) and len(set(pieces)) == len(pieces))
        require(all(kinds[piece] is None or kinds[piece] in MOBILE for piece in pieces))
        require(steps[0][1] in self.steps_of(pieces[0]))
        if len(steps) == 2:
            require(steps[1][1] in self.steps_of(pieces[1], steps[0]))
        elif self.options["moves-per-turn"] == 2:
            require(not any(self.second_needed(piece, steps[0]) for piece in walkers))
        return steps

    def steps_of(self, piece, first=None):
        """Where a piece may go, if its kind can: as the board stands, or behind a first step."""
        if piece not in self.at:
            return []
        seat, (column, row) = piece[0], self.at[piece]
        own = {at for other, at in self.at.items() if other[0] == seat}
        if first:
            begin, end = first
            own.discard(begin)
            if not self.piece_at(end):
                own.add(end)
        beside = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        return [
            square
            for square in beside
            if all(0 <= part < self.size for part in square)
            and square not in own | self.volcanoes
            and square != self.back[seat].get(piece)
        ]

    def second_needed(self, piece, first):
        """Whether a piece can do more behind the first step than attack what that attacks."""
        if self.at.get(piece) == first[0]:
            return False
        return any(square != first[1] for square in self.steps_of(piece, first))

    def possible(self, move, sheet):
        """What only the maker's sheet shows: the kinds of pieces that moved, and those that could have."""
        seat = self.seat
        mobile = [piece for piece in self.at if piece[0] == seat and sheet[piece[1]] in MOBILE]
        if not move:
            return not any(self.steps_of(piece) for piece in mobile)
        if len(move) < self.options["moves-per-turn"] and any(self.second_needed(piece, move[0]) for piece in mobile):
            return False
        return all(self.piece_at(begin) in mobile for begin, _ in move)

    # Carrying out.

    def carry_out(self, seat, step):
        """Whether a piece was removed."""
        begin, end = step
        piece, target = self.piece_at(begin), self.piece_at(end)
        if target and target[0] == seat:
            return False  # void: the first attack took that square
        if target:
            self.attacked.add(target)
            self.fighting = True
            answer = yield self.question(piece, target)
            self.fighting = False
            if answer == "headquarters":
                self.end(seat)
                return True
            lost = target if answer == "takes" else piece
            del self.at[lost]
            self.lost[lost[0]][self.opened[lost[0]][lost[1]]] += 1
            if all(self.lost[lost[0]][kind] == self.army[kind] for kind in MOBILE):
                self.end(1 - lost[0])
                return True
            if answer == "falls":
                return True
        self.at[piece] = end
        self.moved.add(piece)
        self.back[seat][piece] = begin
        self.meet(piece, end)
        return target is not None

    def meet(self, x, square):
        other = 1 - x[0]
        for y in self.around(square, other):
            if y not in self.attacked:
                self.met.add((x, y))
            if x not in self.attacked and (y, x) not in self.met:
                self.met.add((y, x))
                self.owed[other].append((y, x))

    def question(self, attacker, attacked):
        self.moved.add(attacker)
        named = "fight", self.moved_in, attacker[1], attacked[1]
        fight = next((box for box in self.boxes if (box.purpose, box.turn, box.x, box.y) == named), None)
        public = [self.opened[seat].get(item) for seat, item in (attacker, attacked)]

        def truth(sheet):
            kind = self.opened[attacker[0]].get(attacker[1]) or self.sheets.get(attacker[0], {}).get(attacker[1])
            return kind and outcome(kind, sheet[attacked[1]])

        def opens(said):
            return [(attacker[1], None)] if said == "falls" else [(attacked[1], "headquarters" if said == "headquarters" else None)]

        return Answer(
            attacked[0],
            answers=lambda said: said in OUTCOMES,
            opens=opens,
            owner=lambda said: attacker[0] if said == "falls" else attacked[0],
            truth=truth,
            settled=outcome(*public) if all(public) else None,
            fight=fight,
        )

    # Boxes (docs/protocol.md, section 11).

    def due_boxes(self, move):
        """The boxes of a file with this move, each with the fights and outcomes that it is tied to."""
        if not self.has_eyes:
            return {}
        seat, boxes = self.seat, {}

        def add(purpose, x, y, given):
            box = Box(purpose, self.number, x[1], y[1], tuple(outcome for _, outcome in given))
            boxes[box] = list(given)
            return box

        for x, y in self.owed[seat]:
            if x in self.at and y in self.at:
                add("sight", x, y, [])
        attacked, before = set(self.attacked), None
        for begin, end in move:
            x, target = self.piece_at(begin), self.piece_at(end)
            given = [(before[0], "falls")] if before and before[1] == end else []
            if target and target[0] != seat:
                fight = add("fight", x, target, given)
                given = [*given, (fight, "takes")]
                attacked.add(target)
                before = fight, end
            for y in self.around(end, 1 - seat):
                if y not in attacked and (x, y) not in self.met:
                    add("sight", x, y, given)
        return boxes
