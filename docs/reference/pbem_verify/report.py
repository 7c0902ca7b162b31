"""What is printed: docs/protocol.md, section 14."""

from . import crypto
from .verdict import EXIT


def report(said):
    """The one object, of schema `pbem-verdict/3`."""
    games = [as_object(verdict) for verdict in said]
    codes = {EXIT[verdict.word] for verdict in said}
    return {"schema": "pbem-verdict/3", "games": games, "exit": next(code for code in (1, 4, 3, 0) if code in codes)}


def as_object(verdict):
    judged, result = verdict.judged, verdict.result
    header, table = judged.file.header, judged.table
    names = table.names if table else []
    return {
        "game": header and header["kind"],
        "id": header and judged.file.id.hex(),
        "turns": len(judged.file.turns),
        "verdict": verdict.word,
        "outcome": result and result.outcome,
        "ended_by": result and result.ended_by,
        "result": result and told(result, names),
        "seats": [seat_of(name, key) for name, key in zip(names, table.keys if table else [])],
        "due": None if verdict.due is None else names[verdict.due],
        "missing_reveals": [names[seat] for seat in verdict.missing],
        "findings": [finding_of(finding, audit, names) for finding, audit in verdict.findings],
        "files": [file_of(verdict, audit, role, names) for audit, role in verdict.files],
        "crossed": verdict.crossed,
        "opened": header and header["created"],
        "last": table.turns[-1].sent if table and table.turns else None,
        "options": header and header.get("options", {}),
        "arbiter": header and "arbiter" in header and arbiter_of(header["arbiter"]) or None,
        "ruled": verdict.ruled and dict(zip(("number", "seat", "date"), verdict.ruled)),
        "overruled": [overruled_of(turn, finished, audit, names) for turn, finished, audit in verdict.overruled],
        "rulings": [ruling_of(ruling, state) for ruling, state in verdict.rulings],
    }


def arbiter_of(arbiter):
    key = arbiter["key"]
    return {"name": arbiter.get("name"), "key": key.hex(), "safety": crypto.safety_number(key), "grace_days": arbiter["grace-days"]}


def overruled_of(turn, finished, audit, names):
    return {"number": turn.number, "seat": names[turn.seat], "sent": turn.sent, "file": audit.name, "finished": finished}


def ruling_of(ruling, state):
    return {"file": ruling.name, "number": ruling.number, "seat": ruling.seat, "ruled": ruling.ruled, "state": state}


def told(result, names):
    winners = [names[seat] for seat in result.winners]
    reason = f"{' and '.join(winners) or 'nobody'} won, by {result.ended_by}"
    return {"winners": winners, "points": dict(zip(names, result.points)), "reason": reason}


def seat_of(name, key):
    return {"name": name, "key": key and key.hex(), "safety": key and crypto.safety_number(key)}


def finding_of(finding, audit, names):
    return {
        "seat": names[finding.seat],
        "turn": finding.turn,
        "kind": finding.kind,
        "item": finding.item,
        "said": finding.said,
        "truth": finding.truth,
        "message": f"{names[finding.seat]}, turn {finding.turn}: {finding.kind}",
        "file": audit.name,
    }


def file_of(verdict, audit, role, names):
    differs = verdict.differs.get(id(audit))
    damage = audit.damage
    return {
        "file": audit.name,
        "role": role,
        "differs": differs and [differs.number, names[differs.seat]],
        "damage": damage and {"turn": damage.turn, "kind": damage.kind, "message": damage.kind},
    }


def as_text(said):
    """For people."""
    lines = []
    for game in report(said)["games"]:
        first = next(file for file in game["files"] if file["role"] == "stands")
        lines.append(f"{first['file']}: {game['verdict'].upper()}")
        for finding in game["findings"]:
            lines.append(f"    turn {finding['turn']}: {finding['kind']} by {finding['seat']}")
        for file in game["files"]:
            lines += [f"    {words}" for words in words_on(file, first)]
        if game["crossed"]:
            lines.append(f"    turn {game['crossed']} crossed in the mail with a claim that it was late")
        if game["ruled"]:
            lines.append(f"    the arbiter says that {game['ruled']['seat']}'s time for turn {game['ruled']['number']} ran out")
        for turn in game["overruled"]:
            lines.append(f"    turn {turn['number']} by {turn['seat']} in {turn['file']}: the arbiter says that it came too late")
        for ruling in game["rulings"]:
            lines.append(f"    {ruling['file']}, a ruling: {ruling['state']}")
        if game["result"]:
            points = ", ".join(f"{seat} {points}" for seat, points in game["result"]["points"].items())
            lines.append(f"    {game['outcome']}: {game['result']['reason']}: {points}")
    return "\n".join(lines)


def words_on(file, first):
    if file["role"] == "superseded":
        number, seat = file["differs"]
        yield f"{file['file']} is superseded: another turn {number}, by {seat}"
    elif file is not first:
        yield f"{file['file']} {'is a part of it' if file['role'] == 'part' else 'says the same'}"
    if file["damage"]:
        turn = file["damage"]["turn"]
        yield f"{file['file']}: {file['damage']['kind']}" + (f" in turn {turn}" if turn else "")
