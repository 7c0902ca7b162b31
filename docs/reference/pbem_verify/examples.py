"""Short worked examples: a sealed guess, boxes, and two files that cross. They are printed after a whole game (explain.py)."""

from . import crypto
from .audit import audit, play
from .games import GAMES
from .stands import Branch, Counting, crossed, standing, void_claims
from .verdict import verdicts

WIDTH = 116


def wrapped(data):
    text = data.hex()
    return ["  " + text[i : i + WIDTH] for i in range(0, len(text), WIDTH)]


def block(title, about, lines):
    return [f"## {title}\n", about + "\n", "```text", *lines, "```\n"]


def named(name):
    return f"[{name}](../{name})" if name.startswith("examples/") else f"[{name}](../tests/kit/{name})"


def audited(name, data):
    """The table with all setups at hand."""
    judged = audit(name, data)
    shown = judged.table.reveals.items()
    sheets = {seat: judged.table.game.shown[seat] for seat, _ in shown}
    seeds = {seat: turn.seed for seat, turn in shown}
    return play(judged.file, GAMES[judged.file.header["kind"]], sheets, seeds)[0]


def explain_guess(name, data):
    table = audited(name, data)
    sealed = next(turn for turn in table.turns if turn.seal)
    item = f"guess-{sealed.number}"
    opened, salt = next(
        (entry, salt) for turn in table.turns for entry, salt in zip(turn.open, turn.salts) if entry.startswith(item + " ")
    )
    value = opened.split(" ", 1)[1]
    seed = next(turn.seed for turn in table.turns if turn.seat == sealed.seat and turn.seed)
    preimage = crypto.seal_preimage(table.id, sealed.seat, item, value, salt)
    assert crypto.secret(seed, table.id, sealed.seat, item) == salt
    assert crypto.sha256(preimage).digest() == sealed.seal
    lines = [
        f"turn {sealed.number}, {sealed.seat}: move guess, with seal",
        *wrapped(sealed.seal),
        f"opened later: {opened}, with salt",
        *wrapped(salt),
        f'  = HMAC-SHA-256(seed, "pbem/2 salt\\n" | id | "{sealed.seat}" | 0 | "{item}"), with the seed that {sealed.seat} shows',
        *wrapped(seed),
        f'SHA-256("pbem/2 seal\\n" | id | "{sealed.seat}" | 0 | "{item}" | 0 | "{value}" | 0 | salt), which is the hash of these bytes:',
        *wrapped(preimage),
        "  = the seal",
    ]
    return block("A sealed guess", f"From a game of Spy!, {named(name)}. The guess is an item like those of the setup.", lines)


def explain_boxes(name, data):
    table = audited(name, data)
    posted = table.boxes.posted
    kind_of = lambda box: table.sheets[1 - table.boxes.maker(box)][box.y]  # noqa: E731
    sight = next(box for box in posted if box.purpose == "sight" and not box.ties and kind_of(box) == "spy")
    fight, outcome = next((fight, outcome) for fight, outcome in table.boxes.tokens if not fight.ties)
    lines = explain_box(table, sight, crypto.SPY, posted[sight])
    j = crypto.KINDS.index(kind_of(fight))
    lines += ["", *explain_box(table, fight, j, posted[fight][96 + 113 * (j - 1) : 96 + 113 * j])]
    token = table.boxes.tokens[fight, outcome]
    lines += [
        f'the owner of {fight.y} answers "{outcome}", with the token, which is the first 32 bytes of the plaintext',
        *wrapped(token),
        'SHA-256("pbem/2 token hash\\n" | token)',
        *wrapped(crypto.token_hash(token)),
        f"  = hash {crypto.OUTCOMES.index(outcome) + 1} of the three at the start of the {fight.length} bytes of this fight",
    ]
    assert crypto.token_hash(token) == posted[fight][32 * crypto.OUTCOMES.index(outcome) :][:32]
    about = (
        f"From a game of Espionage, {named(name)}: a box that shows a piece to a Spy, and a fight box, namely the one for the\n"
        "attacked piece's real kind. The owner of the piece that the box is for (y in the protocol) knows b; the maker of the box knows r.\n"
        "Both compute the same point."
    )
    return block("Boxes and a token", about, lines)


def explain_box(table, box, j, data):
    maker, owner = table.boxes.maker(box), 1 - table.boxes.maker(box)
    context, seed = box.context(table.id, j), table.seeds[maker]
    secret = crypto.secret(table.seeds[owner], table.id, table.names[owner], box.y)
    text = crypto.unlocked(table.id, box, j, secret, (), data)
    b = crypto.eye_scalar(secret)
    shared = crypto.p.times(b, crypto.point(data[:32]))
    r = crypto.p.scalar_of(crypto.hmac(seed, b"pbem/2 box\n" + context + b"\0" + text, "sha512"))
    eye = table.openings.eyes[owner][box.y]
    other = crypto.p.add(crypto.point(eye), crypto.p.negate(crypto.p.times(j, crypto.SECOND)))
    assert crypto.p.encode(crypto.p.times(r, other)) == crypto.p.encode(shared)
    assert crypto.p.encode(crypto.p.times_base(r)) == data[:32]
    kind = table.sheets[owner][box.y]
    return [
        f"{box.name}: turn {box.turn}, {table.names[maker]}'s {box.x} for {table.names[owner]}'s {box.y}, a {kind}, so j = {j}",
        f'context = id | {crypto.number(box.turn).hex()} | "{box.purpose}" | 0 | "{box.x}" | 0 | "{box.y}" | 0 | {j:02x}',
        *wrapped(context),
        "plaintext",
        *wrapped(text),
        'r = HMAC-SHA-512(maker\'s seed, "pbem/2 box\\n" | context | 0 | plaintext) modulo l, little-endian',
        *wrapped(r.to_bytes(32, "little")),
        "R = r * G",
        *wrapped(data[:32]),
        f"E, the eye of {box.y}",
        *wrapped(eye),
        "r * (E - j * Q) = b * R",
        *wrapped(crypto.p.encode(shared)),
        'key = SHA-256("pbem/2 box key\\n" | R | r * (E - j * Q) | context)',
        *wrapped(crypto.box_key(data[:32], shared, context, ())),
        "box = R | ChaCha20-Poly1305 of the plaintext | tag",
        *wrapped(data),
    ]


def explain_crossing(files):
    audits = [audit(name, data) for name, data in files]
    branches = [Branch(judged) for judged in audits]
    best, void, _ = standing(branches)
    lines = []
    for judged, branch in zip(audits, branches):
        table, last = judged.table, judged.table.turns[-1]
        what = "a claim" if last.number in table.claims else "no claim, in time"
        lines += [
            f"{judged.name}: {last.number} turns",
            f"  the turn before: {table.turns[-2].number}, {table.turns[-2].seat}, {table.turns[-2].sent}",
            f"  the last turn:   {last.number}, {last.seat}, {last.sent}, {what}",
            f"  rank {Counting(branch, void_claims(branches)).rank()}",
        ]
    [verdict] = verdicts(audits)
    assert crossed(best, branches, void) == verdict.crossed
    lines += [
        f"{best.audit.name} has the higher rank, and counts.",
        f"The other file has a claim in place of this turn {verdict.crossed}, and the claim would count by itself. So the two cross: verdict `{verdict.word}`, `crossed` {verdict.crossed}.",
    ]
    names = " and ".join(named(name) for name, _ in files)
    about = f"{names}: two players of Enemy Agent have written turn 4, one an answer in time, the other a claim."
    return block("Two files that cross", about, lines)
