"""Game Box (docs/games/game-box.md)"""

import re

from ..steps import Answer, Choice, Game, Result, Setup, require

CHECKER = 0
DOT = re.compile("[A-Z][1-9][0-9]?")  # on a chart of any size
HITS_TO_WIN, BOMBS, QUIET_ROUNDS = 3, 3, 3
LEFT = ("resignation", "breach", "claim")  # why a caller is out, in place of his move
OUT = "OUT"
ANSWERS = {"house": "HIT", "gun": "GUN", "empty": "MISS"}
VALUES = {answer: value for value, answer in ANSWERS.items()}


class GameBox(Game):
    seats_from, seats_to = 3, 9
    links = "none"
    offers = False
    allowed_options = {
        "letters": range(1, 27),
        "numbers": range(1, 100),
        "houses": range(3, 16),
        "guns": range(16),
        "miss-limit": range(129),
        "last-survivor-wins": (False, True),
        "checker": ("same", "winner"),
    }

    @staticmethod
    def fits(options):
        dots = options["letters"] * options["numbers"]
        return options["houses"] + options["guns"] <= dots <= 128

    def items(self, seat):
        if seat != CHECKER:
            return []
        letters, numbers = self.options["letters"], self.options["numbers"]
        return [f"{chr(65 + row)}{column + 1}" for row in range(letters) for column in range(numbers)]

    def is_item(self, name):
        return bool(DOT.fullmatch(name))

    def is_value(self, item, value):
        return value in ANSWERS

    def sheet(self, seat, reveal):
        lists = self.lists(reveal)
        if lists is None:
            return None
        houses, guns = lists
        return {dot: "house" if dot in houses else "gun" if dot in guns else "empty" for dot in self.items(CHECKER)}

    @staticmethod
    def lists(reveal):
        """The houses and the guns of a reveal, or None if it is not in canonical form."""
        words = [entry.split(" ") for entry in reveal]
        lists = [dots for _, *dots in words]
        good = [word for word, *_ in words] == ["houses", "guns"] and all(map(DOT.fullmatch, sum(lists, [])))
        in_order = good and all(sorted(set(dots), key=lambda dot: (dot[0], int(dot[1:]))) == dots for dots in lists)
        return lists if in_order and not set(lists[0]) & set(lists[1]) else None

    def is_legal(self, seat, sheet, reveal):
        houses, guns = self.lists(reveal)
        return (len(houses), len(guns)) == (self.options["houses"], self.options["guns"]) and {*houses, *guns} <= {*self.items(CHECKER)}

    def steps(self):
        yield Setup(CHECKER)
        self.begun = True
        self.hits, self.bombs, self.misses = ([0] * self.count for _ in range(3))
        self.inside = list(range(1, self.count))  # the callers who are not out
        self.taken = set()  # houses that were hit
        self.quiet = [0] * self.count  # by caller: calls since the last one that brought anything new
        self.caller = 1
        while True:
            move = answer = yield Choice(self.caller, read=self.read)
            if move not in LEFT:
                known = move in self.opened[CHECKER]
                answer = yield self.question(move)  # or he breaks the rules in a claim
            if answer not in LEFT:
                self.count_answer(self.caller, move, answer, known)
                self.settle("board")
            elif answer == "claim":
                self.settle("claim")
            else:
                yield self.leaving()
                self.settle("resignation")
            if self.result:
                return
            self.caller = self.next_caller(self.caller)

    def next_caller(self, caller):
        """The next one who is not out."""
        return next((other for other in self.inside if other > caller), self.inside[0] if self.inside else None)

    def read(self, move):
        require(len(move) == 1 and move[0] in self.items(CHECKER))
        return move[0]

    def question(self, dot):
        taken = dot in self.taken

        def answer_for(value):
            return "MISS" if taken else ANSWERS[value]

        known = self.opened[CHECKER].get(dot)
        return Answer(
            CHECKER,
            answers=lambda said: said in VALUES,
            opens=lambda said: [] if known else [(dot, VALUES[said])],
            truth=lambda sheet: answer_for(sheet[dot]),
            settled=answer_for(known) if known else None,
            about=dot,
        )

    def leaving(self):
        """The Checker says that the caller is out."""
        return Answer(
            CHECKER,
            answers=lambda said: said in VALUES or said == OUT,
            opens=lambda said: [],
            truth=lambda sheet: OUT,
            settled=OUT,
            about="a leaving",
        )

    def count_answer(self, caller, dot, answer, known):
        if known and answer == "MISS":
            self.quiet[caller] += 1
        else:
            self.quiet = [0] * self.count
        counters = {"HIT": self.hits, "GUN": self.bombs, "MISS": self.misses}[answer]
        counters[caller] += 1
        if answer == "HIT":
            self.taken.add(dot)
        limit = self.options["miss-limit"]
        if self.bombs[caller] == BOMBS or (limit and self.misses[caller] >= limit):
            self.inside.remove(caller)

    def settle(self, ended_by):
        left = self.options["houses"] - len(self.taken)
        winners = [caller for caller in self.inside if self.hits[caller] == HITS_TO_WIN]
        if self.options["last-survivor-wins"] and len(self.inside) == 1:
            winners = self.inside
        if winners:
            self.win(winners[0], ended_by)
        elif all(self.hits[caller] + left < HITS_TO_WIN for caller in self.inside):
            self.draw(ended_by)
        elif ended_by == "board" and min(self.quiet[caller] for caller in self.inside) >= QUIET_ROUNDS:
            self.draw()

    def plays_on_without(self, seat):
        return seat != CHECKER

    def may_claim(self, by, late):
        return by in self.inside if late == CHECKER else by == CHECKER

    def leave(self, seat, why):
        """A caller is out; if it was his turn, the generator is told so in place of a call."""
        if seat == CHECKER:
            self.result = Result("resignation", [], [0] * self.count, void=True)
            return None
        self.inside.remove(seat)
        return why if seat == self.caller else None

    def stands_despite(self, seat):
        return self.result if self.result and self.result.winners else None
