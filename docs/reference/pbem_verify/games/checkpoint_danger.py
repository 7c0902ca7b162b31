"""Checkpoint: Danger! (docs/games/checkpoint-danger.md)"""

from ..steps import Answer, Chance, Choice, Game, Opening, Setup, require

REGIONS = "Arctic Bering Canadian Desert Equator Fiji Glacier".split()
ROWS, COLUMNS, AGENTS = 7, 9, 4
MOST_CALLS = 20
DANGER = "Checkpoint Danger, "
WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
SQUARES = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]


def item(square):
    return f"{'ABCDEFG'[square[0]]}{square[1] + 1}"


def lines(square):
    """The squares of the eight lines from a square, each line up to the edge."""
    row, column = square
    for down, right in WAYS:
        yield [
            (row + k * down, column + k * right)
            for k in range(1, COLUMNS)
            if 0 <= row + k * down < ROWS and 0 <= column + k * right < COLUMNS
        ]


def seen(square, agents):
    """How many agents are seen from a square: the first one on each line."""
    return sum(any(other in agents for other in line) for line in lines(square))


def agents_of(sheet):
    return {square for square in SQUARES if sheet[item(square)] == "agent"}


class CheckpointDanger(Game):
    allowed_options = {"allow-danger-bluff": (False, True), "allow-repeat-calls": (False, True)}

    def items(self, seat):
        return [item(square) for square in SQUARES]

    def is_value(self, item, value):
        return value in ("agent", "empty")

    def sheet(self, seat, reveal):
        items = self.items(seat)
        if not all(entry in items for entry in reveal) or sorted(set(reveal)) != reveal:
            return None
        return {item: "agent" if item in reveal else "empty" for item in items}

    def is_legal(self, seat, sheet, reveal):
        return len(reveal) == AGENTS

    def may_open(self, seat, item, value, step):
        values = list(({item: said or value for item, said in step} | self.opened[seat]).values())
        return values.count("agent") <= AGENTS and values.count("empty") <= ROWS * COLUMNS - AGENTS

    def steps(self):
        yield Setup(0)
        yield Setup(1)
        self.begun = True
        self.called = [[], []]  # squares, in order
        self.found = [set(), set()]
        self.owed = [[], []]  # calls of a queue that were made, and whose own squares are to be opened
        caller = self.first
        if caller is None:
            caller = (yield Chance(0, "first")).below(2)
        while True:
            yield from self.open_owed(caller)
            queue = yield Choice(
                caller,
                read=lambda move, caller=caller: self.read(caller, move),
                opens=lambda queue: self.own_square(queue[0]),
                possible=lambda queue, sheet: all(self.possible(call, sheet) for call in queue),
            )
            other = 1 - caller
            yield from self.open_owed(other)
            for place, (danger, square) in enumerate(queue):
                if place:
                    self.owed[caller].append((danger, square))
                self.called[caller].append(square)
                new = square not in self.found[caller]
                answer = yield self.question(other, square)
                if answer == "HIT":
                    self.found[caller].add(square)
                self.settle(caller)
                if self.result:
                    return
                if answer != "HIT" or not new:
                    caller = other
                    break

    def open_owed(self, seat):
        if self.owed[seat]:
            calls, self.owed[seat] = self.owed[seat], []
            yield Opening(seat, [entry for call in calls for entry in self.own_square(call)])

    def settle(self, caller):
        """The game is decided by the call of `caller` that was just answered."""
        if len(self.found[caller]) == AGENTS or len(set(self.called[caller])) == ROWS * COLUMNS:
            self.win(caller)
        self.shows_first = 1 - caller

    def read(self, caller, move):
        require(len(move) <= MOST_CALLS)
        queue = []
        for call in move:
            danger = call.startswith(DANGER)
            name, _, column = call.removeprefix(DANGER).partition(" ")
            require(name in REGIONS and column in "123456789" and len(column) == 1)
            square = REGIONS.index(name), int(column) - 1
            if not self.options["allow-repeat-calls"]:
                require(square not in self.called[caller] and square not in [square for _, square in queue])
            queue.append((danger, square))
        shown = self.opened[caller]
        require(all(self.possible(call, shown) for call in queue if item(call[1]) in shown))
        return queue

    def own_square(self, call):
        """What a call opens of the caller's own sheet."""
        danger, square = call
        if not danger:
            return [(item(square), "empty")]
        return [] if self.options["allow-danger-bluff"] else [(item(square), "agent")]

    def possible(self, call, sheet):
        danger, square = call
        agent = sheet[item(square)] == "agent"
        return danger or not agent if self.options["allow-danger-bluff"] else danger == agent

    def question(self, seat, square):
        def opens(answer):
            if answer == "HIT":
                return [(item(square), "agent")]
            if answer == "0":
                in_sight = {square, *(other for line in lines(square) for other in line)}
                return [(item(other), "empty") for other in sorted(in_sight)]
            return [(item(square), "empty")]

        def truth(sheet):
            agents = agents_of(sheet)
            return "HIT" if square in agents else str(seen(square, agents))

        return Answer(seat, answers=lambda said: said in ("HIT", "0", "1", "2", "3", "4"), opens=opens, truth=truth)
