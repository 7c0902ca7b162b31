"""Enemy Agent (docs/games/enemy-agent.md)"""

import re
from copy import deepcopy
from dataclasses import dataclass, field

from ..steps import Answer, Chance, Choice, Game, Setup, require

BOARD = """
10   g s s g s s . g . s s g s s g
 9   g # # Y # # # J # # # Y # # g
 8   g . . g . . . g . . . g . . g
 7   # . # # # . # # # . # # # . #
 6   . . . O b . . . . . b O . . .
wall = = = | = = = = = = = | = = =
 5   . . . O b . . . . . b O . . .
 4   # . # # # . # # # . # # # . #
 3   g . . g . . . g . . . g . . g
 2   g # # Y # # # J # # # Y # # g
 1   g s s g s s . g . s s g s s g
blue hotel     A1 A2 A3
blue station   O1 O2 O3
blue jail      H1 H3
blue buildings B1 C1, E1 F1, J1 K1, M1 N1
red hotel      O8 O9 O10
red station    A8 A9 A10
red jail       H8 H10
red buildings  B10 C10, E10 F10, J10 K10, M10 N10
"""
ROW_4_AND_7, SHORT_ROW = "# . # # # . # # # . # # # . #", ". # # . # # # . # # # . # # ."
HOUSES = HOTEL, STATION, JAIL = "hotel", "station", "jail"
OUT = "out"
SIDES = ["blue", "red"]
MOST_ORDERS = 20
FAR_ENOUGH = 9  # steps behind the count, to find an empty square
BLUE = 0


class Board:
    """A map; `BadMap` if there is none in the lines, or none to play on."""

    def __init__(self, lines, diagonal):
        """Squares are (column, row), counted from 0 and from 1."""
        self.signs, self.doorways, self.houses, self.buildings = {}, None, {}, {}
        rows = []
        for line in lines:
            head, *words = line.replace(",", " , ").split() or "#"
            if head.startswith("#"):
                continue
            if head == "wall":
                sound(self.doorways is None and set(words) <= {"=", "|"})
                self.doorways = {column for column, sign in enumerate(words) if sign == "|"}
                self.last_blue_row, columns = -len(rows), len(words)
            elif head in SIDES:
                self.read_side(SIDES.index(head), *words)
            else:
                sound(re.fullmatch("[1-9][0-9]?", head) and set(words) <= set(".gsYObJ#"))
                rows.append((int(head), words))
        sound(1 <= len(rows) <= 40 and [row for row, _ in rows] == list(range(len(rows), 0, -1)))
        sound(self.doorways is not None and 1 <= columns <= 26 and all(len(signs) == columns for _, signs in rows))
        self.last_blue_row += len(rows)
        sound(0 < self.last_blue_row < len(rows))
        self.signs = {(column, row): sign for row, signs in rows for column, sign in enumerate(signs) if sign != "#"}
        self.check(diagonal)

    def read_side(self, side, what="", *words):
        """`hotel A1 A2 A3`, or `buildings B1 C1, E1 F1`"""
        lists = [[]]
        for word in words:
            if word == ",":
                lists.append([])
            else:
                sound(re.fullmatch("[A-Z][1-9][0-9]?", word))
                lists[-1].append(square(word))
        if what == "buildings":
            sound(side not in self.buildings)
            self.buildings[side] = lists
        else:
            sound(what in HOUSES and (side, what) not in self.houses and len(lists) == 1)
            self.houses[side, what] = lists[0]

    def check(self, diagonal):
        """Whether the map can be played on: section 11."""
        squares = [place for place in self.signs if self.enterable(place)]

        def sign(place):
            return self.signs.get(place) if self.enterable(place) else None

        def near(place):
            return self.around(place, diagonal)

        def beside(place, wanted):
            return [other for other in self.around(place, False) if sign(other) == wanted]

        for side in (0, 1):
            own = {wanted: [place for place in squares if sign(place) == wanted and self.area(place) == side] for wanted in "gsY"}
            sound(all(self.houses.get((side, house)) and set(self.houses[side, house]) <= set(own["g"]) for house in HOUSES))
            fronts = self.buildings.get(side, [])
            sound([len(front) for front in fronts] == [2] * 4 and sorted(sum(fronts, [])) == sorted(own["s"]))
            sound(len(own["Y"]) == 2 and all({sign(other) for other in near(place)} == {"g"} for place in own["Y"]))
        sound(self.doorways)
        at_doorways = {(column, self.path_row(side)) for column in self.doorways for side in (0, 1)}
        sound({place for place in squares if sign(place) == "O"} == at_doorways)
        sound(all(len(beside(place, "b")) == 1 for place in at_doorways))
        for place in squares:
            if sign(place) == "b":
                sound(place[1] == self.path_row(self.area(place)) and len(beside(place, "O")) == 1)
        reached, ahead = set(), squares[:1]
        while ahead:
            place = ahead.pop()
            if place not in reached:
                reached.add(place)
                ahead += near(place) + [self.far_checkpoint(place)] * (sign(place) == "O")
        sound(len(reached) == len(squares))

    def area(self, place):
        return int(place[1] > self.last_blue_row)

    def enterable(self, place):
        return self.signs.get(place, "J") != "J"

    def is_sentry_box(self, place):
        return self.signs.get(place) == "b"

    def is_checkpoint(self, place):
        return self.signs.get(place) == "O"

    def path_row(self, side):
        """The row of the path along the wall in the area of a side."""
        return self.last_blue_row + side

    def sentry_box(self, checkpoint):
        column, row = checkpoint
        return next((c, row) for c in (column - 1, column + 1) if self.is_sentry_box((c, row)))

    def far_checkpoint(self, place):
        """The circled square on the other side of the Doorway that belongs to a circled or Sentry Box square, or None."""
        column, row = place
        if self.is_sentry_box(place):
            column = next((c for c in (column - 1, column + 1) if self.is_checkpoint((c, row))), None)
        elif not self.is_checkpoint(place):
            return None
        return column, self.path_row(1 - self.area(place))

    def around(self, place, diagonal):
        """The squares one step away, Doorways apart."""
        column, row = place
        near = [(column + c, row + r) for c in (-1, 0, 1) for r in (-1, 0, 1) if c or r]
        return [b for b in near if self.enterable(b) and self.adjoin(place, b, diagonal)]

    def adjoin(self, a, b, diagonal):
        across, along = abs(a[0] - b[0]), abs(a[1] - b[1])
        if self.area(a) != self.area(b):
            return False
        if across + along == 1:
            return True
        return diagonal and across == along == 1 and "Y" not in (self.signs[a], self.signs[b])


class BadMap(Exception):
    pass


def sound(good):
    if not good:
        raise BadMap


def square(name):
    return ord(name[0]) - 65, int(name[1:])


@dataclass
class State:
    """What everybody sees."""

    places: dict  # of people: a square or a house
    held: set = field(default_factory=set)
    carriers: list = field(default_factory=lambda: [None, None])  # who carries the plan of a side
    may_ask: dict = field(default_factory=dict)  # who: the Building
    landed: set = field(default_factory=set)  # who landed there in this turn
    leaves_jail: dict = field(default_factory=dict)  # Inspector: the turn of his side in which he may
    false_arrests: list = field(default_factory=lambda: [0, 0])
    passports: dict = field(default_factory=dict)  # shown: "agent" or "tourist"
    buildings: dict = field(default_factory=dict)  # shown, by (side, number): "plan" or "empty"
    cards: list = field(default_factory=lambda: [0, 0])  # PASS, DO NOT PASS
    turns: list = field(default_factory=lambda: [0, 0])
    mover: int = 0
    people: int = 0  # dice
    squares: int = 0
    left: int = 0  # people who may still be moved
    drawn: int = 0  # cards in this turn
    moved: set = field(default_factory=set)
    circled: set = field(default_factory=set)  # Inspectors who stood on a circled square when the turn began
    turn_ended: bool = False
    winner: int = None
    drawn_game: bool = False
    reached: int = 0  # the order that is carried out

    @property
    def over(self):
        return self.winner is not None or self.drawn_game


@dataclass
class Order:
    verb: str  # move, ask, hotel, wait, pass
    who: list = field(default_factory=list)
    way: list = field(default_factory=list)
    tail: str = None  # ask, arrest, over
    target: str = None


@dataclass
class Leaf:
    """What the orders of a file came to, or may come to."""

    state: State
    done: set = field(default_factory=set)  # places of the orders that were not void
    consulted: bool = False  # something of the other side was needed
    stays_open: bool = False


class Impossible(Exception):
    pass


def possible(good):
    if not good:
        raise Impossible


def side_of(who):
    number = int(who.removeprefix("I"))
    return int(number > (2 if who.startswith("I") else 6))


def is_inspector(who):
    return who.startswith("I")


TRAVELERS = [[str(n) for n in range(1, 7)], [str(n) for n in range(7, 13)]]
INSPECTORS = [["I1", "I2"], ["I3", "I4"]]
START = {who: HOTEL if int(who) % 6 in (1, 2, 3) else STATION for who in TRAVELERS[0] + TRAVELERS[1]}


def is_die(option):
    return isinstance(option, list) and 1 <= len(option) <= 6 and all(type(n) is int and 1 <= n <= 3 for n in option)


def board_of(options):
    named = {"standard": BOARD, "short": BOARD.replace(ROW_4_AND_7, SHORT_ROW)}
    lines = options["board"]
    return Board(named[lines].splitlines() if isinstance(lines, str) else lines, options["diagonal"])


class EnemyAgent(Game):
    links = "from the third"
    has_sides = True
    allowed_options = {
        "board": lambda option: option in ("standard", "short") or (isinstance(option, list) and all(isinstance(row, str) for row in option)),
        "colored-die": is_die,
        "pass-cards": range(1, 61),
        "stop-cards": range(61),
        "must-move": (False, True),
        "stop-card-ends-turn": (False, True),
        "failed-try-uses-person": (False, True),
        "sentry-safe": (False, True),
        "arrest-mandatory": (False, True),
        "diagonal": (False, True),
        "max-turns": range(1, 201),
    }

    @staticmethod
    def fits(options):
        try:
            board_of(options)
        except BadMap:
            return False
        return True

    def __init__(self, options, seats, first):
        super().__init__(options, seats, first)
        self.board = board_of(options)
        yellow = [place for place, sign in self.board.signs.items() if sign == "Y"]
        yellow.sort(key=lambda place: (self.board.area(place), *place))  # each side's from the west
        places = START | dict(zip(INSPECTORS[0] + INSPECTORS[1], yellow))
        self.state = State(places, cards=[options["pass-cards"], options["stop-cards"]])

    # The sheet.

    def items(self, seat):
        return [f"passport-{who}" for who in TRAVELERS[seat]] + [f"building-{n}" for n in range(1, 5)]

    def is_value(self, item, value):
        return value in (("agent", "tourist") if item.startswith("passport") else ("plan", "empty"))

    def sheet(self, seat, reveal):
        sheet = {item: "tourist" if item.startswith("passport") else "empty" for item in self.items(seat)}
        for entry in reveal:
            word, *numbers = entry.split(" ")
            kind, value = {"agents": ("passport", "agent"), "plan": ("building", "plan")}.get(word, ("", ""))
            for number in numbers if numbers != ["none"] else []:
                if f"{kind}-{number}" not in sheet:
                    return None
                sheet[f"{kind}-{number}"] = value
        return sheet if reveal == self.written(sheet) else None

    def written(self, sheet):
        agents = [item.removeprefix("passport-") for item, value in sheet.items() if value == "agent"]
        plans = [item.removeprefix("building-") for item, value in sheet.items() if value == "plan"]
        return [" ".join(["agents", *(agents or ["none"])]), " ".join(["plan", *(plans or ["none"])])]

    def is_legal(self, seat, sheet, reveal):
        values = list(sheet.values())
        return values.count("agent") == 3 and values.count("plan") == 1

    # The course of the game.

    def steps(self):
        yield Setup(self.opener)
        yield Setup(1 - self.opener)
        self.begun = True
        draw = yield Chance(self.opener, "first")
        mover = self.first
        while mover is None:
            blue, red = draw.below(6), draw.below(6)
            mover = None if blue == red else int(red > blue)
        while self.result is None:
            self.begin_turn(mover)
            draw = yield Chance(mover, "dice")
            faces = self.options["colored-die"]
            state = self.state
            state.people = state.left = faces[draw.below(len(faces))]
            state.squares = draw.below(6) + 1
            stays_open = True
            while stays_open and not self.result:
                orders = yield Choice(mover, self.read, self.passports_shown, self.with_sheet)
                stays_open = yield from self.carry_out_all(orders)
            if not self.result and min(state.turns) >= self.options["max-turns"]:
                self.draw()
                self.shows_first = self.seat
            mover = 1 - mover

    def begin_turn(self, mover):
        state = self.state
        state.mover, state.turn_ended, state.drawn = mover, False, 0
        state.turns[mover] += 1
        state.moved, state.landed = set(), set()
        state.circled = {who for who in INSPECTORS[mover] if self.board.is_checkpoint(state.places[who])}

    def carry_out_all(self, orders):
        """Carries out orders, asking the other side for what they need. Whether the turn stays open."""
        state, other, cards = self.state, 1 - self.state.mover, 0
        state.passports |= {who: value for who in TRAVELERS[state.mover] if (value := self.passport(state.mover, who))}
        batch, outcome = self.batch(state, orders), None
        while True:
            try:
                need, about = batch.send(outcome)
            except StopIteration as done:
                leaf = done.value
                break
            if need == "card":
                cards += 1
                draw = yield Chance(other, f"card {cards}")
                outcome = "PASS" if draw.below(sum(state.cards)) < state.cards[0] else "STOP"
            else:
                outcome = yield self.question(other, need, about)
        if state.over:
            self.decide()
        return self.keeps_open(orders) and leaf.stays_open

    def passport(self, seat, who):
        return self.opened[seat].get(f"passport-{who}")

    @staticmethod
    def keeps_open(orders):
        return orders[-1].verb in ("wait", "ask")

    def decide(self):
        if self.state.winner is None:
            self.draw()
        else:
            self.win(self.state.winner)
        self.shows_first = self.seat

    def question(self, seat, need, about):
        if need == "passport":
            item, words = f"passport-{about}", {"AGENT": "agent", "TOURIST": "tourist"}
        else:
            item, words = f"building-{about}", {"IS": "plan", "IS NOT": "empty"}
        return Answer(
            seat,
            answers=lambda said: said in words,
            opens=lambda said: [(item, words[said])],
            truth=lambda sheet: next(word for word, value in words.items() if value == sheet[item]),
        )

    # Orders.

    def read(self, move):
        require(len(move) <= MOST_ORDERS)
        orders = [self.order(entry) for entry in move]
        require(all(order.verb not in ("wait", "pass") for order in orders[:-1]))
        require(orders[-1].verb != "pass" or all(order.verb in ("ask", "hotel") for order in orders[:-1]))
        askers = self.askers(orders)
        require(len(set(askers)) == len(askers))
        require(self.may_come_to_pass(orders, {}))
        return orders

    def with_sheet(self, orders, sheet):
        """Whether the orders are allowed, the passports of their maker being known."""
        return self.may_come_to_pass(orders, {who: sheet[f"passport-{who}"] for who in TRAVELERS[self.state.mover]})

    def may_come_to_pass(self, orders, passports):
        """Thinks through all that the orders may lead to."""
        state = deepcopy(self.state)
        state.passports |= passports
        leaves = list(self.leaves(state, orders, []))
        return (
            self.inquiries_are_certain(state, orders)
            and set().union(*(leaf.done for leaf in leaves)) == set(range(len(orders)))
            and self.end_is_allowed(leaves, orders)
        )

    def leaves(self, start, orders, script):
        """All ends that the orders may come to, the outcomes so far being those of `script`."""
        state, script = deepcopy(start), list(script)
        batch, outcome, used = self.batch(state, orders), None, 0
        while True:
            try:
                need, about = batch.send(outcome)
            except StopIteration as done:
                yield done.value
                return
            if used == len(script):
                for outcome in self.outcomes(state, need):
                    yield from self.leaves(start, orders, [*script, outcome])
                return
            outcome, used = script[used], used + 1

    @staticmethod
    def outcomes(state, need):
        if need == "card":
            return [card for card, left in zip(("PASS", "STOP"), state.cards) if left]
        return {"passport": ["AGENT", "TOURIST"], "building": ["IS", "IS NOT"]}[need]

    def inquiries_are_certain(self, start, orders):
        """Before an inquiry nothing may be open but other inquiries."""
        state, certain = deepcopy(start), 0
        batch, outcome = self.batch(state, orders), None
        try:
            while True:
                need, _ = batch.send(outcome)
                if need != "building":
                    break
                outcome = "IS NOT"
            certain = state.reached
        except StopIteration:
            certain = len(orders)
        for place, order in enumerate(orders):
            if order.tail == "over":
                certain = min(certain, place)
        return not self.askers(orders[certain:])

    def end_is_allowed(self, leaves, orders):
        """What is asked of the last order, and of the end of a turn."""
        consulted = any(leaf.consulted for leaf in leaves)
        if orders[-1].verb == "wait":
            return consulted and any(leaf.stays_open for leaf in leaves)
        if orders[-1].verb == "ask":
            return consulted
        ending = [leaf.state for leaf in leaves if not leaf.state.over and not leaf.state.turn_ended]
        if any(self.must_clear(state) for state in ending):
            return False
        if not self.options["must-move"]:
            return True
        return not ending or any(not self.somebody_could_move(state) for state in ending)

    def somebody_could_move(self, state):
        people = INSPECTORS[state.mover] + TRAVELERS[state.mover]
        return any(self.may_move(state, who) and self.can_move(state, who) for who in people)

    def something_left(self, state):
        """Whether the mover has people left to move, or an inquiry to make."""
        return state.left > 0 or any(self.may_ask(state, who) for who in TRAVELERS[state.mover])

    def order(self, entry):
        words = entry.split(" ")
        if words in (["wait"], ["pass"]):
            return Order(words[0])
        if words[0] == "ask":
            require(len(words) > 1 and all(who in TRAVELERS[self.state.mover] for who in words[1:]))
            return Order("ask", words[1:])
        if words[0] == "hotel":
            numbers = [int(who) for who in words[1:] if who in TRAVELERS[0] + TRAVELERS[1]]
            require(len(words) == 4 and len(numbers) == 3 and numbers == sorted(set(numbers)))
            return Order("hotel", words[1:])
        who = words.pop(0)
        require(who in self.state.places and side_of(who) == self.state.mover)
        order = Order("move", [who])
        names = {self.name(place): place for place in self.board.signs}
        way = words.pop(0).split("-") if words else []
        require(way and all(name in names for name in way))
        order.way = [names[name] for name in way]
        if words:
            order.tail = words.pop(0)
            require(order.tail in ("ask", "arrest", "over"))
            if order.tail == "arrest":
                require(len(words) == 1 and words[0] in TRAVELERS[1 - self.state.mover])
                order.target = words.pop(0)
        require(not words)
        return order

    def name(self, place):
        return f"{chr(65 + place[0])}{place[1]}"

    @staticmethod
    def askers(orders):
        return [who for order in orders if order.verb == "ask" or order.tail == "ask" for who in order.who]

    def passports_shown(self, orders):
        return [(f"passport-{who}", None) for who in self.askers(orders)]

    # Carrying out: generators that yield what they need, a kind and what about, and are sent the outcome.

    def batch(self, state, orders):
        """Carries out the orders of one file. Returns a `Leaf`."""
        leaf = Leaf(state)
        for state.reached, order in enumerate(orders):
            carrying, outcome = self.carry_out(state, order), None
            try:
                while True:
                    need = carrying.send(outcome)
                    leaf.consulted = True
                    outcome = yield need
            except StopIteration:
                leaf.done.add(state.reached)
            except Impossible:
                pass  # void
            if state.over or state.turn_ended:
                break
        going_on = leaf.consulted and not state.over and not state.turn_ended
        leaf.stays_open = going_on and self.something_left(state)
        return leaf

    def carry_out(self, state, order):
        match order.verb:
            case "ask":
                for who in order.who:
                    possible(self.may_ask(state, who))
                for who in order.who:
                    yield from self.ask(state, who)
            case "hotel":
                own = TRAVELERS[state.mover]
                possible(all(who in own for who in order.who) and state.reached == 0)
                possible(state.turns[state.mover] == 1 and not state.moved and not state.drawn)
                state.places |= {who: HOTEL if who in order.who else STATION for who in own}
            case "move":
                yield from self.move(state, order)
            case "pass":
                possible(not self.must_clear(state))

    @staticmethod
    def may_ask(state, who):
        """He landed there in this turn, or nothing but inquiries has happened in it."""
        return side_of(who) == state.mover and who in state.may_ask and (not state.moved or who in state.landed)

    def ask(self, state, who):
        building, side = state.may_ask.pop(who), 1 - state.mover
        role, known = state.passports.get(who), state.buildings.get((side, building))
        if role == "tourist":
            return
        is_new = known is None
        if is_new:  # who asks counts as an Agent while his passport is not shown
            known = "plan" if (yield "building", building) == "IS" else "empty"
            state.buildings.setdefault((side, building), known)
        if known == "plan" and (is_new or state.carriers[side] is None):
            state.carriers[side] = who

    def may_move(self, state, who):
        place = state.places[who]
        free = place != JAIL or state.turns[state.mover] >= state.leaves_jail[who]
        first = self.must_clear(state)
        return place != OUT and who not in state.moved and free and state.left > 0 and (who in first or not first)

    def must_clear(self, state):
        """Inspectors on circled squares, who must move before anybody else."""
        if state.left == 0:
            return []
        return [who for who in state.circled if who not in state.moved and self.can_move(state, who)]

    def move(self, state, order):
        [who], way = order.who, order.way
        possible(self.may_move(state, who))
        if order.tail == "over":
            return self.over(state, who, way)
        steps = self.steps_of(state, who, way)
        crossing = next((k for k, (a, b) in enumerate(zip(steps, steps[1:])) if self.board.area(a) != self.board.area(b)), None)
        possible(crossing is None or not is_inspector(who))
        possible(who not in state.held or crossing == 0)
        exact = self.check_length(state, who, steps)
        self.check_tail(state, order, steps[-1], exact)
        if crossing is not None and not (yield from self.try_doorway(state, who, steps[crossing], crossing == 0)):
            return
        self.land(state, who, steps[-1], exact)
        if order.tail == "ask":
            yield from self.ask(state, who)
        elif order.tail == "arrest":
            yield from self.arrest(state, who, order.target)

    def steps_of(self, state, who, way):
        """The squares of a way, the first one where it starts (a house too), each next to the one before."""
        place, board = state.places[who], self.board
        if isinstance(place, str):
            possible(way and way[0] in board.houses[side_of(who), place])
            steps = [("", way[0][1]), *way]
            begin = 1
        else:
            possible(len(way) > 1 and way[0] == place)
            steps, begin = way, 0
        possible(len(set(steps)) == len(steps) and all(board.enterable(step) for step in steps[1:]))
        crossings = 0
        for k in range(begin, len(steps) - 1):
            a, b = steps[k], steps[k + 1]
            if board.far_checkpoint(a) == b and (board.is_checkpoint(a) or k == 0):
                crossings += 1
            else:
                possible(board.adjoin(a, b, self.options["diagonal"]))
        possible(crossings <= 1)
        return steps

    def occupied(self, state, place, who, sides):
        return any(at == place and side_of(other) in sides and other != who for other, at in state.places.items())

    def check_length(self, state, who, steps):
        """Whether the way lands by exact count."""
        count = len(steps) - 1
        possible(count >= state.squares)
        exact_end = steps[state.squares]
        blocked = not self.board.is_sentry_box(exact_end) and self.occupied(state, exact_end, who, [side_of(who)])
        if not blocked:
            possible(count == state.squares)
            return True
        beyond = steps[state.squares + 1 :]
        possible(beyond and len(beyond) <= FAR_ENOUGH)
        possible(all(self.board.area(step) == self.board.area(exact_end) for step in beyond))
        for step in beyond:
            empty = self.board.is_sentry_box(step) or not self.occupied(state, step, who, [0, 1])
            possible(empty == (step == beyond[-1]))
        return False

    def check_tail(self, state, order, end, exact):
        [who] = order.who
        targets = []
        if is_inspector(who) and exact and not (self.options["sentry-safe"] and self.board.is_sentry_box(end)):
            targets = [other for other in TRAVELERS[1 - state.mover] if state.places[other] == end]
        if order.tail == "arrest":
            possible(order.target in targets)
        possible(not (self.options["arrest-mandatory"] and targets) or order.tail == "arrest")
        if order.tail == "ask":
            possible(not is_inspector(who) and exact and self.building_at(end, 1 - state.mover) is not None)

    def building_at(self, place, side):
        for number, shaded in enumerate(self.board.buildings[side], 1):
            if place in shaded:
                return number
        return None

    def land(self, state, who, end, exact):
        state.places[who] = end
        state.held.discard(who)
        state.moved.add(who)
        state.left -= 1
        state.may_ask.pop(who, None)
        building = self.building_at(end, 1 - state.mover)
        if exact and building and not is_inspector(who):
            state.may_ask[who] = building
            state.landed.add(who)

    def try_doorway(self, state, who, circle, at_once):
        """A card decides whether he goes on. `at_once`: he stood there when the turn began."""
        possible(state.drawn < state.people)
        state.drawn += 1
        card = yield "card", who
        state.cards[card == "STOP"] -= 1
        if sum(state.cards) == 0:
            state.cards = [self.options["pass-cards"], self.options["stop-cards"]]
        if card == "PASS":
            if state.carriers[1 - state.mover] == who:
                state.winner = state.mover if self.board.area(circle) != state.mover else state.winner
            return True
        state.places[who] = circle if self.board.is_sentry_box(circle) else self.board.sentry_box(circle)
        state.held.add(who)
        state.moved.add(who)
        state.may_ask.pop(who, None)
        if at_once:
            state.left -= self.options["failed-try-uses-person"]
        else:
            state.left -= 1
            state.turn_ended = self.options["stop-card-ends-turn"]
        return False

    def arrest(self, state, inspector, target):
        if target not in state.passports:
            answer = yield "passport", target
            state.passports[target] = "agent" if answer == "AGENT" else "tourist"
        mover = state.mover
        if state.passports[target] == "agent":
            state.places[target] = OUT
            state.held.discard(target)
            if state.carriers[mover] == target:
                state.carriers[mover] = None
            state.may_ask.pop(target, None)
        else:
            state.false_arrests[mover] += 1
            if state.false_arrests[mover] % 2:
                state.places[inspector] = JAIL
                state.leaves_jail[inspector] = state.turns[mover] + 3
            else:
                state.places[inspector] = OUT
        self.judge(state)

    def judge(self, state):
        """Rules 22 and 23."""
        agents = [sum(state.passports.get(who) == "agent" and state.places[who] == OUT for who in TRAVELERS[side]) for side in (0, 1)]
        if agents == [3, 3]:
            state.drawn_game = True
        for side in (0, 1):
            inspectors = any(state.places[who] != OUT for who in INSPECTORS[side])
            if agents[side] == 3 and agents[1 - side] < 3 and not inspectors:
                state.winner = 1 - side

    def over(self, state, who, way):
        place, board = state.places[who], self.board
        possible(state.carriers[1 - state.mover] == who and state.people == state.squares and not isinstance(place, str))
        away = 1 - state.mover
        possible(way[0] == place and len(way) - 1 <= 2 * state.squares - 1 and (len(way) == 1 or who not in state.held))
        possible(len(set(way)) == len(way) and all(board.enterable(step) for step in way))
        possible(all(board.adjoin(a, b, self.options["diagonal"]) for a, b in zip(way, way[1:])))
        possible(board.area(way[-1]) == away and way[-1][1] == board.path_row(away))
        state.winner = state.mover

    def can_move(self, state, who):
        """Whether somebody has any way of the right length, and a card for it if it needs one."""
        limit, place = state.squares + FAR_ENOUGH, state.places[who]
        may_cross = not is_inspector(who) and state.drawn < state.people

        def ahead(way, crossed):
            here, first = way[-1], len(way) == 1
            if not (first and who in state.held):
                yield from ((step, crossed) for step in self.board.around(here, self.options["diagonal"]))
            if may_cross and not crossed and len(way) <= state.squares and (first or self.board.is_checkpoint(here)):
                far = self.board.far_checkpoint(here)
                if far is not None and far[0] in self.board.doorways and self.board.enterable(far):
                    yield far, True

        def search(way, crossed):
            try:
                self.check_length(state, who, way)
                return True
            except Impossible:
                pass
            if len(way) - 1 >= limit or (len(way) - 1 >= state.squares and self.is_free(state, who, way[-1])):
                return False
            return any(search([*way, step], over) for step, over in ahead(way, crossed) if step not in way)

        if isinstance(place, str):
            return any(search([("", step[1]), step], False) for step in self.board.houses[side_of(who), place])
        return search([place], False)

    def is_free(self, state, who, place):
        return self.board.is_sentry_box(place) or not self.occupied(state, place, who, [side_of(who)])
