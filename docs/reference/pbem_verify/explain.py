"""A finished game step by step, with every byte that is hashed, and short examples: the page docs/worked-example.md.

The game is one of Checkpoint: Danger!. Everything that is computed is compared with the file.
"""

from . import crypto, examples, turnfile
from .audit import audit
from .games import GAMES
from .table import Table
from .verdict import verdicts

WIDTH = 116
HEAD = """# Worked examples

This page first shows a whole game of Checkpoint: Danger! with seven turns, and everything that a verifier computes: for each turn, its text, its
hash, the message that is signed, and the bytes that are hashed for seals, links and the choice of the first player; at the end, the check of both
setups. The file is [examples/{name}](../examples/{name}); the formulas are in [protocol.md](protocol.md). Then the page shows
a [sealed guess](#a-sealed-guess), [boxes and a token](#boxes-and-a-token), and [two files that cross](#two-files-that-cross).

`python3 docs/reference/verify.py --explain`, a second implementation, prints this page from files that pbem has made. The tests compare its output
with this page. A long value continues on the next line; the line break is not part of it. Bytes are hexadecimal digits. The input of a hash
is given piece by piece: text is in quotes, and `0` is a zero byte. The result follows `=`.
"""


def explain(name, data, guess=None, boxes=None, *crossing):
    file = turnfile.read(data)
    table = Table(file, GAMES[file.header["kind"]], {}, {}, {})
    out = [HEAD.format(name=name)]
    out += section("The header", text("header", file.text), hashed('game id = SHA-256("pbem/2 game\\n" | header)', file.id))
    for turn in file.turns:
        table.check_intact(turn)
        out += explain_turn(table, turn)
        table.play(turn)
    [verdict] = verdicts([audit(name, data)])
    winners = " and ".join(table.names[seat] for seat in verdict.result.winners)
    out.append(f"## The verdict\n\n`{verdict.word}`: {winners} wins, {verdict.result.points} by seat.\n")
    out += (examples.explain_guess(*guess) if guess else []) + (examples.explain_boxes(*boxes) if boxes else [])
    out += examples.explain_crossing(crossing) if crossing else []
    return "\n".join(out).rstrip() + "\n"


def section(title, *blocks):
    return [f"## {title}\n", "```text", *[line for block in blocks for line in block], "```\n"]


def wrapped(text):
    return ["  " + text[i : i + WIDTH] for i in range(0, len(text), WIDTH)]


def text(what, said):
    return [f"{what}, {len(said)} bytes, with a line feed after each line:", *(f"  {line}" for line in said.splitlines())]


def hashed(formula, result):
    return [formula, f"  = {result.hex()}"]


def explain_turn(table, turn):
    seat, first = turn.seat, not table.has_joined(table.index(turn))
    key = table.keys[table.index(turn)] or turn.key
    blocks = [
        [f"after = the {'id of the game' if turn.number == 1 else 'hash of the turn before'}", f"  = {turn.after.hex()}"],
        text("turn before its signature", turn.text),
        hashed('turn hash = SHA-256("pbem/2 turn\\n" | turn)', turn.hash),
        ["signed by " + seat + ", key", f"  {key.hex()}"],
        ["message = \"pbem/2 sign\\n\" | turn hash", *wrapped(crypto.turn_message(turn.hash).hex())],
        ["signature, which is valid", *wrapped(turn.signature.hex())],
    ]
    if turn.link:
        blocks += explain_link(table, turn)
    for entry, salt in zip(turn.open, turn.salts):
        blocks.append(explain_opening(table, turn, *entry.split(" ", 1), salt))
    if turn.seed:
        blocks.append(explain_reveal(table, turn))
    said = [f"{name} {', '.join(getattr(turn, name))}" for name in ("answer", "move", "reveal") if turn.has(name)]
    return section(f"Turn {turn.number}, {seat}: {'; '.join(said) or 'seals the setup' if first or said else 'rolls for the first player'}", *separated(blocks))


def separated(blocks):
    for place, block in enumerate(blocks):
        yield block + [""] if place + 1 < len(blocks) else block


def explain_link(table, turn):
    """The link, and the draw of a game in which the opener draws in turn 3 who begins."""
    seat = turn.seat
    before = table.turns[-1]
    last = before.link or before.tip
    tip = table.links[table.index(turn)]
    assert crypto.link_before(table.id, seat, turn.link) == tip
    yield [
        f'SHA-256("pbem/2 link\\n" | id | "{seat}" | 0 | link), with link',
        f"  {turn.link.hex()}",
        f"  = {tip.hex()}, the tip of {seat}",
    ]
    chance = crypto.chance(table.id, turn.number, "first", last, turn.link)
    block = crypto.sha256(chance + crypto.number(0)).digest()
    word = int.from_bytes(block[:4], "big")
    yield [
        f'chance = SHA-256("pbem/2 chance\\n" | id | {crypto.number(turn.number).hex()} | "first" | 0 | {before.seat}\'s tip | link), with the tip',
        f"  {last.hex()}",
        f"  = {chance.hex()}",
        "block 0 = SHA-256(chance | 00000000)",
        f"  = {block.hex()}",
        f"first word {block[:4].hex()} = {word}, modulo 2 = {word % 2}: {table.names[crypto.Draw(chance).below(2)]} begins",
    ]


def explain_opening(table, turn, item, value, salt):
    seal = crypto.seal(table.id, turn.seat, item, value, salt)
    assert seal == table.openings.seals[table.index(turn)][item]
    preimage = crypto.seal_preimage(table.id, turn.seat, item, value, salt)
    return [
        f'opened: {item} {value}. SHA-256("pbem/2 seal\\n" | id | "{turn.seat}" | 0 | "{item}" | 0 | "{value}" | 0 | salt), with salt',
        f"  {salt.hex()}",
        "which is the hash of these bytes:",
        *wrapped(preimage.hex()),
        f"  = {seal.hex()}, as sealed",
    ]


def explain_reveal(table, turn):
    seat = table.index(turn)
    lines = [
        f'shown: {", ".join(turn.reveal)}, and the seed',
        f"  {turn.seed.hex()}",
        f'salt = HMAC-SHA-256(seed, "pbem/2 salt\\n" | id | "{turn.seat}" | 0 | item). The input for {turn.reveal[0]} is',
        *wrapped((b"pbem/2 salt\n" + table.id + turn.seat.encode() + b"\0" + turn.reveal[0].encode()).hex()),
        "each item with its value, its salt and its seal, which is the one in the setup:",
    ]
    for item, value in table.game.sheet(seat, turn.reveal).items():
        salt = crypto.secret(turn.seed, table.id, turn.seat, item)
        seal = crypto.seal(table.id, turn.seat, item, value, salt)
        assert seal == table.openings.seals[seat][item]
        lines += [f"  {item} {value:5} {salt.hex()}", f"  {'':8} {seal.hex()}"]
    return lines
