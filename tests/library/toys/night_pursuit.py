"""The toy with secret moves: a thief walks through nine places, a guard walks after the thief (src/games/night_pursuit.rs)."""

from ..steps import Answer, Choice, Game, Setup, require

THIEF, GUARD = 0, 1
STEPS, SEEN = 6, 3
PLACES = "Abbey Bridge Castle Docks Exchange Fountain Gate Harbor Inn".split()


def road(start, to):
    """The road between two places in three rows of three."""
    here, there = PLACES.index(start), PLACES.index(to)
    far = {abs(here // 3 - there // 3), abs(here % 3 - there % 3)}
    return "street" if far == {0, 1} else "tunnel" if far == {2} else None


class NightPursuit(Game):
    links = "none"

    def items(self, seat):
        return ["start"] if seat == THIEF else []

    def is_item(self, name):
        return name == "start" or name in [f"step-{number}" for number in range(1, STEPS + 1)]

    def is_value(self, item, value):
        return value in PLACES

    def sealed_values(self, item):
        return PLACES

    def sheet(self, seat, reveal):
        return {"start": reveal[0]} if len(reveal) == 1 and reveal[0] in PLACES else None

    def is_legal(self, seat, sheet, reveal):
        return True

    def steps(self):
        yield Setup(THIEF)
        self.begun = True
        self.walked = []  # of each step: the road of a hidden one, or the place
        self.guard = yield Choice(GUARD, read=self.place)
        while True:
            step = yield Choice(THIEF, read=self.step, possible=self.is_possible, sealed=self.sealed)
            self.walked.append(step)
            self.guard = yield Choice(GUARD, read=self.walk)
            met = yield self.question(self.guard, len(self.walked), step)
            if met == "true" or len(self.walked) == STEPS:
                self.win(GUARD if met == "true" else THIEF)
                return

    def place(self, move):
        require(len(move) == 1 and move[0] in PLACES)
        return move[0]

    def walk(self, move):
        require(road(self.guard, self.place(move)))
        return move[0]

    def step(self, move):
        if len(self.walked) + 1 == SEEN:
            return self.place(move)
        require(len(move) == 1 and move[0] in ("street", "tunnel"))
        return move[0]

    def sealed(self, step):
        return None if step in PLACES else f"step-{len(self.walked) + 1}"

    def at(self, number, sheet):
        """Where the thief is after a step, as far as it is known."""
        if number == 0:
            return sheet.get("start")
        step = self.walked[number - 1]
        return step if step in PLACES else sheet.get(f"step-{number}")

    def is_possible(self, step, sheet):
        number = len(self.walked)
        start, to = self.at(number, sheet), step if step in PLACES else sheet.get(f"step-{number + 1}")
        if None in (start, to):
            return True
        return road(start, to) is not None if step in PLACES else road(start, to) == step

    def question(self, guard, number, step):
        """Whether the guard has met the thief. What is seen by all needs no sheet."""

        def truth(sheet):
            at = self.at(number, sheet)
            return None if at is None else str(at == guard).lower()

        return Answer(
            THIEF,
            answers=lambda said: said in ("true", "false"),
            opens=lambda said: [(f"step-{number}", guard)] if said == "true" and step not in PLACES else [],
            truth=truth,
            settled=str(step == guard).lower() if step in PLACES else None,
            about=guard,
        )
