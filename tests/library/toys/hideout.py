"""The toy: the opener hides in one of nine houses, the joiner knocks at one after the other (src/games/hideout.rs)."""

from ..steps import Answer, Choice, Game, Setup, require

HIDER, SEEKER = 0, 1
HOUSES = [f"A{number}" for number in range(1, 10)]
KNOCKS = 5


class Hideout(Game):
    links = "none"

    def items(self, seat):
        return HOUSES if seat == HIDER else []

    def is_item(self, name):
        """Any house as it is written, also on a longer street."""
        return is_written(name)

    def is_value(self, item, value):
        return value in ("true", "false")

    def sheet(self, seat, reveal):
        return {house: str(house in reveal).lower() for house in HOUSES} if len(reveal) == 1 and is_written(reveal[0]) else None

    def is_legal(self, seat, sheet, reveal):
        return reveal[0] in HOUSES

    def steps(self):
        yield Setup(HIDER)
        self.begun = True
        self.knocked = []
        while True:
            house = yield Choice(SEEKER, read=self.read)
            answer = yield Answer(
                HIDER,
                answers=lambda said: said in ("true", "false"),
                opens=lambda said: [(house, said)],
                truth=lambda sheet: sheet[house],
            )
            self.knocked.append(house)
            if answer == "true" or len(self.knocked) == KNOCKS:
                self.win(SEEKER if answer == "true" else HIDER)
                return

    def read(self, move):
        require(len(move) == 1 and move[0] in HOUSES and move[0] not in self.knocked)
        return move[0]


def is_written(house):
    """Whether it is a letter and a number as they are written."""
    letter, number = house[:1], house[1:]
    return letter.isascii() and letter.isupper() and number.isdecimal() and number == str(int(number)) and 1 <= int(number) <= 99
