"""Checks the sealed dice of a battle record. Needs only Python 3.8 or newer; sends nothing.

    python talon_dice.py record.json [--commitment HEX] [--seal HEX]

Download the record from the battle's page as JSON. Give the commitment that you saw before the battle, and the seal
that its page shows now. Without both, the check only shows that the rolls follow from the seed in the record. The exit
code is 0 if every roll follows, 1 if one does not, 2 if the file is not a record of sealed dice, 3 if every roll in the
record follows, but the commitment or the seal was not given.

How the dice are made, so that you can check this program too (all text is ASCII, all hashes in small hex digits, and
J(...) is a list as JSON with sorted keys and no blanks, as json.dumps writes it):

    commitment  SHA-256 of J("talon-dice-1", "commitment", battle, seed)
    chain       begins as SHA-256 of J("talon-dice-1", "begin", battle, commitment, entropies, position)
    order n     chain = SHA-256 of J("talon-dice-1", "order", n, order, entropy, chain)
    roll k      text = J("talon-dice-1", "roll", battle, k, round, impulse, unit, cause, chain)
                die = the first byte b below 252 of HMAC-SHA-256 under the seed of text, as b % 6 + 1
                      (if there is none, of text followed by "#1", "#2" and so on)
                chain = SHA-256 of text followed by "=" and the die
    seal        HMAC-SHA-256 under the seed of J("talon-dice-1", "seal", battle, orders, rolls, chain)

Orders and rolls are counted from 1 over the whole battle, so nobody can remove or insert one. If a side has an entropy
for the whole battle, that of its order n is the first 12 digits of HMAC-SHA-256 under it of "order n". For a side that
adds none it is the first 32 digits of HMAC-SHA-256 under the seed of J("talon-dice-1", "part", battle, side). Remarks,
names and the result are not hashed, and reported as unchecked: the result follows from orders and dice by the rules. A
program with the rules can replay them, and also finds rolls that no rule calls for.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

FORMAT = "talon-dice-1"
SIDES = ("terran", "talon")
KEYS = ("document", "format", "headers", "position", "opening", "given", "closing")
KEYS_OF_AN_ORDER = ("order", "dice", "entropy", "comment")
CHECKED = ("battle", "commitment", "seed", "seal", "terran-entropy", "talon-entropy")


class Fault(Exception):
    """What does not follow, as a sentence."""


class NoRecord(Exception):
    """Why the file is not a record of sealed dice."""


def main(arguments=None):
    """The exit code, after the verdict was printed."""
    parser = argparse.ArgumentParser(description="Checks the sealed dice of a battle record (JSON).")
    parser.add_argument("record", help="the record in JSON, from the battle's page")
    parser.add_argument("--commitment", help="the commitment you saw before the first roll")
    parser.add_argument("--seal", help="the seal on the battle's page")
    asked = parser.parse_args(arguments)
    try:
        record = read(asked.record)
        found = list(verdict(record, asked.commitment, asked.seal))
    except Fault as fault:
        say(f"This record does NOT match its dice. {fault}")
        return 1
    except NoRecord as problem:
        say(f"Cannot check this file. {problem}")
        return 2
    except (AttributeError, KeyError, RecursionError, TypeError, UnicodeError):
        say("Cannot check this file. It does not have the structure of a battle record.")
        return 2
    for sentence in found:
        say(sentence)
    return 3 if asked.commitment is None or asked.seal is None else 0


def say(sentence):
    """Print one line; control characters, and those the terminal does not have, as their numbers."""
    plain = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in sentence)
    known = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(plain.encode(known, "backslashreplace").decode(known))


def quoted(word):
    """A value from the record in quotes, shortened if it is long."""
    if isinstance(word, int):
        return str(word)
    text = word if isinstance(word, str) else json.dumps(word)
    return repr(text if len(text) <= 80 else text[:80] + "...")


def read(path):
    """The record in the file, as UTF-8, -16 or -32; NoRecord if a key is repeated or a number is a fraction."""
    try:
        raw = Path(path).read_bytes()  # json finds out how it is saved, with a byte-order mark or without
        record = json.loads(raw, object_pairs_hook=_once, parse_float=_no_number, parse_constant=_no_number)
    except OSError as error:
        raise NoRecord(f"The file is not readable: {error.strerror}.") from error
    except (json.JSONDecodeError, UnicodeError, RecursionError) as error:
        raise NoRecord(
            "The file is not JSON, or it breaks off. Download the record as JSON again."
        ) from error
    except ValueError as error:
        raise NoRecord(f"The file is no record as the site writes it: {error}.") from error
    if not isinstance(record, dict) or record.get("document") != "battle record":
        raise NoRecord("It is not a battle record. Download the record as JSON, not as text.")
    _known(record, KEYS, "The record")
    if record.get("format", 1) != 1 or record.get("format") is True:
        raise NoRecord("This program does not know its format. Download the newer program.")
    if not isinstance(record.get("headers"), dict) or not isinstance(record.get("position"), dict):
        raise NoRecord("Its headers or its position are missing.")
    missing = [key for key in ("battle", "commitment", "seed", "seal") if not record["headers"].get(key)]
    if missing:
        raise NoRecord(f"It does not name its {' and its '.join(missing)}: its dice are not sealed.")
    if not all(isinstance(word, str) for word in record["headers"].values()):
        raise NoRecord("A header is not text.")
    return record


def _known(found, keys, what):
    unknown = [key for key in found if key not in keys]
    if unknown:
        raise NoRecord(f"{what} has unknown keys: {', '.join(map(quoted, sorted(unknown)[:5]))}.")


def _once(pairs):
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key appears twice")
    return dict(pairs)


def _no_number(word):
    raise ValueError(f"{word} is not a whole number")


def verdict(record, commitment=None, seal=None):
    """The findings, as sentences; Fault at the first thing that does not follow."""
    headers = record["headers"]
    if commitment is not None and commitment.strip().lower() != headers["commitment"]:
        raise Fault(f"The commitment is {quoted(headers['commitment'])}, not the one you gave.")
    if not re.match(r"\A[0-9a-f]{64}\Z", headers["seed"]):
        raise Fault("The seed is not 64 lower-case hex digits.")
    if digest(canonical([FORMAT, "commitment", headers["battle"], headers["seed"]])) != headers["commitment"]:
        raise Fault("The seed does not match the commitment.")
    dice = Dice(record)
    dice.check(record.get("opening", []))
    for given in record.get("given", []):
        dice.give(given)
        dice.check(given.get("dice", []))
    if dice.seal() != headers["seal"]:
        raise Fault(
            f"The seal does not match the {dice.orders} orders and {dice.rolls} rolls: something near the end was "
            "changed, added or removed, or the seal was changed."
        )
    if seal is not None and seal.strip().lower() != headers["seal"]:
        raise Fault(f"The seal is {quoted(headers['seal'])}, not the one you gave.")
    return _found(dice, headers, commitment, seal)


def _found(dice, headers, commitment, seal):
    """The verdict if no fault was found, and what the reader still has to compare."""
    follow = f"all {dice.rolls} follow from the seed and the {dice.orders} orders."
    if commitment is None or seal is None:
        yield f"NOT YET PROVED. The rolls in this record are consistent: {follow}"
    else:
        yield f"Every roll is genuine: {follow}"
    if commitment is None:
        yield f"Compare the commitment with the one you saw before the battle: {headers['commitment']}"
    else:
        yield "The seed matches the commitment you gave."
    if seal is None:
        yield f"Compare the seal with the one on the battle's page: {headers['seal']}"
    else:
        yield "The seal matches the one you gave: this is the whole battle."
    for side in SIDES:
        if dice.entropies[side] and dice.entropies[side] == dice.part_of_seed(side):
            yield f"{side}'s part follows from the seed: {side} added nothing."
    extra = [f"{quoted(key)}: {quoted(word)}" for key, word in headers.items() if key not in CHECKED]
    yield f"NOT checked, because not hashed: remarks; {'; '.join(extra[:20])}{'; ...' if len(extra) > 20 else ''}."
    yield "This does not show whether the host, who holds the seed, knew the rolls in advance."
    yield "To check the rolls against the rules, run `python manage.py replay_battle` on a copy of the site."


class Dice:
    """The dice of one record, rolled again."""

    def __init__(self, record):
        headers = record["headers"]
        self.battle, self.key = headers["battle"], bytes.fromhex(headers["seed"])
        self.entropies = {side: headers.get(side + "-entropy", "") for side in SIDES}
        self.orders = self.rolls = 0
        begun = [FORMAT, "begin", self.battle, headers["commitment"], self.entropies, record["position"]]
        self.chain = digest(canonical(begun))

    def part_of_seed(self, side):
        """The part of a side that adds none."""
        text = canonical([FORMAT, "part", self.battle, side])
        return hmac.new(self.key, text.encode(), hashlib.sha256).hexdigest()[:32]

    def give(self, given):
        """Add an order to the chain; Fault if its entropy does not follow from its side's entropy."""
        self.orders += 1
        if not isinstance(given, dict) or not isinstance(given.get("order"), dict):
            raise Fault(f"Order {self.orders} is not an order.")
        _known(given, KEYS_OF_AN_ORDER, f"Order {self.orders}")
        order, entropy = given["order"], given.get("entropy", "")
        own = self.entropies.get(order.get("side"), "")
        text = f"order {self.orders}"
        if own and hmac.new(own.encode(), text.encode(), hashlib.sha256).hexdigest()[:12] != entropy:
            raise Fault(f"The entropy of order {self.orders} does not follow from its side's entropy.")
        self.chain = digest(canonical([FORMAT, "order", self.orders, order, entropy, self.chain]))

    def check(self, dice):
        """Roll every die of a list again; Fault at the first that differs."""
        if not isinstance(dice, list):
            raise Fault(f"After roll {self.rolls} the dice are not a list.")
        for one in dice:
            self.rolls += 1
            if not isinstance(one, list) or len(one) != 5 or None in one:
                raise Fault(f"Roll {self.rolls} does not name its unit, cause, round and impulse.")
            die, unit, cause, round_, impulse = one
            roll = [FORMAT, "roll", self.battle, self.rolls, round_, impulse, unit, cause, self.chain]
            rolled = self.face(canonical(roll))
            if die is True or die != rolled:
                when = f"round {quoted(round_)}, impulse {quoted(letter(impulse))}"
                raise Fault(
                    f"Roll {self.rolls} ({when}, unit {quoted(unit)}, {quoted(cause)}) is {quoted(die)} in the "
                    f"record, but the seed gives {rolled}: the roll, its label or something before it was changed."
                )
            self.chain = digest(f"{canonical(roll)}={rolled}")

    def face(self, roll):
        """The die for a roll."""
        text, again = roll, 0
        while True:
            for byte in hmac.new(self.key, text.encode(), hashlib.sha256).digest():
                if byte < 252:
                    return byte % 6 + 1
            again += 1
            text = f"{roll}#{again}"

    def seal(self):
        """The seal of the whole battle."""
        end = canonical([FORMAT, "seal", self.battle, self.orders, self.rolls, self.chain])
        return hmac.new(self.key, end.encode(), hashlib.sha256).hexdigest()


def letter(impulse):
    """The impulse as the game names it."""
    return "ABCDEF"[impulse] if impulse in range(6) else impulse


def canonical(document):
    """The document as canonical JSON: sorted keys, no blanks, ASCII."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def digest(text):
    """SHA-256 in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
