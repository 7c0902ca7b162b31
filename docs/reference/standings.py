#!/usr/bin/env python3
"""The standings of a club, written from docs/club.md: a second implementation of what `pbem club table` prints first.

Usage: pbem verify --json CLUB/games > report.json; standings.py CLUB/club.toml report.json
"""
import collections
import hashlib
import json
import sys
import tomllib


def safety(key):
    """The safety number of a key (protocol.md, section 7)."""
    digest = hashlib.sha256(b"pbem/2 safety\n" + bytes.fromhex(key)).digest()
    digits = f"{int.from_bytes(digest[:16], 'big') % 10**30:030}"
    return digits


def digits(text):
    return "".join(text.replace("-", " ").split())


def owner(club, key):
    for player in club.get("player", []):
        if player.get("key", "").lower() == key or digits(player.get("safety", "")) == safety(key):
            return player["name"]
    return None


def section_of(club, game, names):
    """The section of a game, if it is played by the section's rules and arbiter."""
    arbiter = game["arbiter"] and (game["arbiter"]["key"], game["arbiter"]["grace_days"])
    wanted = (club["arbiter"], club.get("grace-days", 3)) if "arbiter" in club else None
    for section in club.get("section", []):
        if section["kind"] != game["game"] or not set(names) <= set(section["players"]):
            continue
        if all(game["options"].get(name) == value for name, value in section.get("options", {}).items()) and arbiter == wanted:
            return section
    return None


def halves(section, game, names, decided):
    """The half points of each player, or None if the game doesn't count yet."""
    if decided:
        points = {name: int(2 * points) for name, points in decided["points"].items()}
        return points if set(points) == set(names) else None
    if game["outcome"] is None:
        return None
    cheats = {finding["seat"] for finding in game["findings"]}
    score = {}
    for at, (seat, name) in enumerate(zip((seat["name"] for seat in game["seats"]), names)):
        if seat in cheats:
            score[name] = 0
        elif game["game"] == "game-box" and at == 0:
            continue
        elif game["outcome"] == "void":
            score[name] = 0
        elif section.get("points") == "board":
            score[name] = 2 * game["result"]["points"][seat]
        elif game["outcome"] == "draw":
            score[name] = 1
        else:
            score[name] = 2 * (seat in game["result"]["winners"])
    return score


def scored(club, report):
    """Each game that counts: the score of its players, the players who cheated, whether it was drawn, and its number of seats."""
    decisions = {decided["game"]: decided for decided in club.get("decided", []) if "game" in decided}
    begun = collections.Counter()
    for game in sorted(report["games"], key=lambda game: (game["opened"] or "", game["id"] or "")):
        if not game["id"] or any(seat["key"] is None for seat in game["seats"]):
            continue
        names = [owner(club, seat["key"]) for seat in game["seats"]]
        if None in names or len(set(names)) < len(names):
            continue
        section = section_of(club, game, names)
        if section is None:
            continue
        place = (section["name"], frozenset(names))
        begun[place] += 1
        decided = decisions.get(game["id"])
        score = halves(section, game, names, decided)
        if begun[place] <= section.get("games", 1) and score is not None:
            by_seat = dict(zip((seat["name"] for seat in game["seats"]), names))
            cheats = {by_seat[finding["seat"]] for finding in game["findings"]}
            yield score, cheats, game["outcome"] == "draw" and not decided, len(names)
    for decided in club.get("decided", []):
        if "game" not in decided:
            section = next(section for section in club["section"] if section["name"] == decided["section"])
            place = (section["name"], frozenset(decided["points"]))
            begun[place] += 1
            if begun[place] <= section.get("games", 1):
                yield halves(section, None, list(decided["points"]), decided), set(), False, len(decided["points"])


def standings(club, games):
    rows = {player["name"]: collections.Counter() for player in club.get("player", [])}
    for score, cheats, drawn, _ in games:
        for name, points in score.items():
            best = max((other for rival, other in score.items() if rival != name), default=0)
            row = rows[name]
            row["played"] += 1
            row["points"] += points
            if points > best:
                row["won"] += 1
            elif points < best or name in cheats:
                row["lost"] += 1
            elif points > 0 or drawn:
                row["drawn"] += 1
    for score, _, _, seats in games:
        if seats == 2:
            (one, ones), (other, others) = score.items()
            rows[one]["sb"] += ones * rows[other]["points"]
            rows[other]["sb"] += others * rows[one]["points"]
    return rows


def fraction(number, of):
    whole, rest = divmod(number, of)
    return f"{whole}{ {0: '', 1: '.25', 2: '.5', 3: '.75'}[rest * 4 // of] }"


def main():
    with open(sys.argv[1], "rb") as file:
        club = tomllib.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        games = list(scored(club, json.load(file)))
    rows = standings(club, games)
    level = lambda name: (-rows[name]["points"], -rows[name]["sb"], -rows[name]["won"])
    order = sorted(rows, key=lambda name: (level(name), name))
    width = max([14] + [len(name) + 1 for name in order])
    print(f"  #  {'player':<{width}}played  won  drawn  lost  points      SB")
    for name in order:
        row = rows[name]
        rank = 1 + sum(level(other) < level(name) for other in order)
        print(f"{rank:>3}  {name:<{width}}{row['played']:>6}{row['won']:>5}{row['drawn']:>7}{row['lost']:>6}"
              f"{fraction(row['points'], 2):>8}{fraction(row['sb'], 4):>8}")


main()
