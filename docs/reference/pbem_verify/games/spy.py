"""Spy! (docs/games/spy.md)"""

import re

from ..steps import Answer, Chance, Choice, Game, Opening, Result, Setup, require

SPACE = re.compile("([1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])[A-Z]")  # on a field of any size
GUESS = re.compile("guess-(0|[1-9][0-9]{0,8})")
DECLARED = "declared"  # a guess that is sealed
DECLINED = "declined"


def numbers(low, high):
    """A test for lists of 1 to 9 numbers within bounds."""
    return lambda option: (
        isinstance(option, list) and 1 <= len(option) <= 9 and all(type(n) is int and low <= n <= high for n in option)
    )


class Spy(Game):
    allowed_options = {
        "rows": range(7, 17),
        "cols": range(7, 17),
        "lengths": numbers(1, 9),
        "multi": numbers(2, 5),
        "max-rounds": range(257),
    }

    @staticmethod
    def fits(options):
        """That some network fits the field is not searched for, only what is plain."""
        rows, columns = options["rows"], options["cols"]
        return max(options["lengths"]) < max(rows, columns) and sum(options["lengths"]) < rows * columns

    def __init__(self, options, seats, first):
        super().__init__(options, seats, first)
        self.rows, self.columns = options["rows"], options["cols"]
        self.spaces = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        self.by_name = {self.name(space): space for space in self.spaces}
        self.squares_left = [list(options["multi"]), list(options["multi"])]
        self.round = 0  # rounds that have ended
        self.declarer = None
        self.response = None  # DECLINED, or the hot spaces of the guess
        self.guess_right = [None, None]  # by seat, once it is known

    def name(self, space):
        return f"{space[0] + 1}{chr(65 + space[1])}"

    def names(self, spaces):
        return [self.name(space) for space in sorted(spaces)]

    def beside(self, space):
        row, column = space
        around = (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)
        return [other for other in around if other in self.by_name.values()]

    # Networks.

    def corners(self, text):
        """The spaces that are named, or None. They need not be a network, nor on the field."""
        names = text.split(" ")
        return [(int(name[:-1]) - 1, ord(name[-1]) - 65) for name in names] if all(map(SPACE.fullmatch, names)) else None

    def lines(self, corners):
        """The spaces of each line, both ends included; a line along no row and no column has none but its ends."""
        for (row, column), (to_row, to_column) in zip(corners, corners[1:]):
            length = max(abs(to_row - row), abs(to_column - column))
            if row != to_row and column != to_column:
                length = 0
            down, right = (to_row > row) - (to_row < row), (to_column > column) - (to_column < column)
            yield [(row + k * down, column + k * right) for k in range(length + 1)]

    def hot(self, corners):
        return {*corners, *(space for line in self.lines(corners) for space in line)}

    def is_network(self, corners):
        lines = list(self.lines(corners))
        along_rows = [line[0][0] == line[-1][0] for line in lines]
        return (
            self.hot(corners) <= set(self.spaces)
            and sorted(len(line) - 1 for line in lines) == sorted(self.options["lengths"])
            and all(one != other for one, other in zip(along_rows, along_rows[1:]))
            and len(self.hot(corners)) == 1 + sum(len(line) - 1 for line in lines)
        )

    def items(self, seat):
        return list(self.by_name)

    def is_item(self, name):
        return bool(SPACE.fullmatch(name) or GUESS.fullmatch(name))

    def is_value(self, item, value):
        return item.startswith("guess-") or value in ("hot", "blank")

    def may_open(self, seat, item, value, step):
        if not item.startswith("guess-"):
            return value in ("hot", "blank")
        corners = self.corners(value)
        return corners is not None and self.is_network(corners)

    def sheet(self, seat, reveal):
        corners = self.corners(reveal[0]) if len(reveal) == 1 else None
        if corners is None:
            return None
        hot = self.hot(corners)
        return {name: "hot" if space in hot else "blank" for name, space in self.by_name.items()}

    def is_legal(self, seat, sheet, reveal):
        return self.is_network(self.corners(reveal[0]))

    # The course of the game.

    def steps(self):
        yield Setup(0)
        yield Setup(1)
        self.begun = True
        first = self.first
        if first is None:
            first = (yield Chance(0, "first")).below(2)
        second = 1 - first
        last_round = self.options["max-rounds"] or self.rows * self.columns
        while self.round < last_round:
            move = yield self.choice(first, self.question, self.declaration if self.round else None)
            if move != DECLARED:
                move = yield from self.answer(second, move, may_declare=self.round > 0)
            else:
                return (yield from self.end(first))
            if move == DECLARED:
                return (yield from self.end(second))
            question = yield self.choice(second, self.question)
            yield from self.answer(first, question)
            self.round += 1
        for seat in (first, second):
            if (yield self.choice(seat, self.declaration, self.decline)) == DECLARED:
                return (yield from self.end(seat))
        self.draw()
        self.shows_first = second

    def end(self, declarer):
        """A guess is declared: the response, the opening, the points."""
        self.declarer, responder = declarer, 1 - declarer
        item = f"guess-{self.number}"
        self.response = yield self.choice(responder, self.open_guess, self.decline)
        [corners] = yield Opening(declarer, [(item, None)])
        self.guess_right[declarer] = self.hot(self.corners(corners)) == self.network(responder)
        if self.response != DECLINED:
            self.guess_right[responder] = (yield self.judgement(declarer, self.response)) == "right"
        self.result = self.points()

    def points(self):
        """The table of docs/games/spy.md."""
        declarer, responder = self.declarer, 1 - self.declarer
        right, also = self.guess_right[declarer], self.guess_right[responder]
        if self.response == DECLINED:
            points = (1, 0) if right else (0, 2)
        elif right == also:
            points = (1, 1) if right else (2, 2)
        else:
            points = (3, 0) if right else (0, 3)
        by_seat = [points[seat != declarer] for seat in range(2)]
        winners = [seat for seat in range(2) if by_seat[seat] > by_seat[1 - seat]]
        return Result("board", winners, by_seat)

    def network(self, seat):
        """The hot spaces of a network that was shown."""
        return {self.by_name[name] for name, value in self.shown[seat].items() if value == "hot"}

    def may_show(self, seat):
        return super().may_show(seat) or (self.response is not None and seat != self.declarer)

    def may_leave(self, seat):
        return super().may_leave(seat) and self.declarer is None

    # Moves: a choice out of several, each a function of seat and entry, None if it is not that.

    def choice(self, seat, *ways):
        def read(move):
            require(len(move) == 1)
            for way in filter(None, ways):
                found = way(seat, move[0])
                if found is not None:
                    return found
            require(False)

        return Choice(seat, read, sealed=lambda move: f"guess-{self.number}" if move == DECLARED else None)

    def declaration(self, seat, entry):
        if entry == "guess":
            self.declarer = seat
            return DECLARED
        return None

    def decline(self, seat, entry):
        return DECLINED if entry == "decline" else None

    def open_guess(self, seat, entry):
        if not entry.startswith("guess "):
            return None
        corners = self.corners(entry.removeprefix("guess "))
        return self.hot(corners) if corners and self.is_network(corners) else None

    def question(self, seat, entry):
        """The spaces that are asked, in order."""
        names = entry.split("-")
        if len(names) > 2 or any(name not in self.by_name for name in names):
            return None
        (row, column), (to_row, to_column) = (self.by_name[name] for name in (names[0], names[-1]))
        if len(names) == 1:
            return [(row, column)]
        asked = [space for space in self.spaces if row <= space[0] <= to_row and column <= space[1] <= to_column]
        require((row == to_row) != (column == to_column) and len(asked) in self.squares_left[seat])
        self.squares_left[seat].remove(len(asked))
        return asked

    # Answers.

    def answer(self, seat, question, may_declare=False):
        """All answers to a question, or DECLARED in their place."""
        instead = self.choice(seat, self.declaration) if may_declare else None
        for space in question:
            if (yield self.told(seat, space, instead)) == DECLARED:
                return DECLARED
            instead = None
        return None

    def told(self, seat, space, instead):
        def opens(said):
            if said == "hot":
                return [(self.name(space), "hot")]
            if said == "warm":
                return [(self.name(space), "blank")]
            return [(name, "blank") for name in self.names([space, *self.beside(space)])]

        def truth(sheet):
            if sheet[self.name(space)] == "hot":
                return "hot"
            return "warm" if any(sheet[self.name(other)] == "hot" for other in self.beside(space)) else "cold"

        return Answer(seat, lambda said: said in ("hot", "warm", "cold"), opens, truth, instead=instead)

    def judgement(self, seat, guess):
        """The answer to an open guess."""
        names = self.names(guess)

        def answers(said):
            return said == "right" or (said.startswith("wrong ") and said.removeprefix("wrong ") in self.by_name)

        def opens(said):
            if said == "right":
                return [(name, "hot") for name in names]
            require(said.removeprefix("wrong ") in names, "bad-opening", "guess-0")
            return [(said.removeprefix("wrong "), "blank")]

        def truth(sheet):
            return next((f"wrong {name}" for name in names if sheet[name] == "blank"), "right")

        return Answer(seat, answers, opens, truth)

    def outlasts_claims(self):
        """The response to a guess."""
        return self.declarer is not None and self.response is None and self.result is None

    def waive(self):
        """The response counts as declined."""
        self.response, self.guess_right = DECLINED, list(self.guess_right)
        self.guess_right[1 - self.declarer] = None
        if self.result and self.result.ended_by == "board":
            self.result = self.points()
        elif self.result and self.result.ended_by == "claim":
            self.result = self.stands_despite(self.declarer) or self.result
            self.result.ended_by = "claim"

    def stands_despite(self, seat):
        """A guess that was not opened as the network counts as wrong, whatever else its maker did; a response that it has not
        answered as right."""
        if self.declarer != seat or self.response is None or self.guess_right[seat]:
            return None
        responder = 1 - seat
        right = self.response != DECLINED and self.guess_right[responder] is not False
        return Result("breach", [responder], [3 * right or 2 if one == responder else 0 for one in range(2)])
