"""What a seat sealed in a move is found again with its seed (docs/protocol.md, sections 6 and 12).

No published game leaves such a seal unopened and has values that can be tried one by one, so this
asks the function of the audit, with seals that are computed here. Usage: sealed_moves.py REFERENCE
"""

import hashlib
import hmac
import sys
from types import SimpleNamespace

sys.path.insert(0, sys.argv[1])

from pbem_verify import audit  # noqa: E402
from pbem_verify.openings import Openings  # noqa: E402

GAME, SEED = bytes(range(32)), bytes([7]) * 16


def salt(item, seed=SEED):
    return hmac.digest(seed, b"pbem/2 salt\n" + GAME + b"alice\0" + item.encode(), "sha256")


def seal(item, value, its_salt=None):
    named = b"\0".join([b"alice", item.encode(), value.encode()])
    return hashlib.sha256(b"pbem/2 seal\n" + GAME + named + b"\0" + (its_salt or salt(item))).digest()


def audited(seals, opened=()):
    """Of these seals, by the number of the turn: what is found, and the findings."""
    game = SimpleNamespace(
        items=lambda seat: ["house"],
        opened=[dict(opened)],
        has_eyes=False,
        sealed_values=lambda item: ("stay", "hop") if item.startswith("hop") else (),
    )
    turns = [SimpleNamespace(number=number, seal=seal) for number, (_, seal) in seals.items()]
    table = SimpleNamespace(names=["alice"], id=GAME, game=game, turns=turns)
    table.openings = Openings(table)
    table.openings.seals[0] = {"house": seal("house", "1")} | dict(seals.values())
    found, lost = audit.sealed_in_moves(table, 0, SEED)
    return found, [(finding.turn, finding.seat, finding.kind, finding.item) for finding in lost]


def check(said, expected):
    if said != expected:
        sys.exit(f"{said} is not {expected}")


check(audited({3: ("hop-3", seal("hop-3", "hop"))}), ({"hop-3": "hop"}, []))
check(audited({3: ("hop-3", seal("hop-3", "stay"))}), ({"hop-3": "stay"}, []))
both = {3: ("hop-3", seal("hop-3", "hop")), 7: ("hop-7", seal("hop-7", "stay"))}
check(audited(both), ({"hop-3": "hop", "hop-7": "stay"}, []))
# A value that is none of the game's, another salt, and the seal of another item.
for wrong in (seal("hop-3", "fly"), seal("hop-3", "hop", salt("hop-3", bytes(16))), seal("hop-7", "hop")):
    check(audited({3: ("hop-3", wrong)}), ({}, [(3, 0, "seal-mismatch", "hop-3")]))
# What was opened is known, and needs no seed.
check(audited({3: ("hop-3", seal("hop-3", "fly"))}, {"hop-3": "hop"}), ({"hop-3": "hop"}, []))
# A seal whose values cannot be tried, such as a guess, is opened or it ends the game.
check(audited({3: ("guess-3", seal("guess-3", "8H"))}), ({}, []))
print("ok")
