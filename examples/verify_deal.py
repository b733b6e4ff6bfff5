"""Deal a saved game again from its seed, with nothing but Python 3.11.

    python verify_deal.py GAME.branchline MAP.toml

All that chance decided follows from these two files, as docs/fair-deals.md explains: the order of play, every ticket
and every card. The program deals it again, and fails if a card was paid or taken face up that was not dealt.
"""

import re
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))  # fmt: skip


def chance(key):
    """Yield the halves of the words of a ChaCha8 stream, low half first."""
    words = [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    for counter in range(2**32):
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *words, counter, 0, 0, 0]
        x = list(start)
        for a, b, c, d in QUARTERS * 4:
            for i, j, k, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[i] = (x[i] + x[j]) % 2**32
                x[k] = (((x[k] ^ x[i]) << bits) | ((x[k] ^ x[i]) >> (32 - bits))) % 2**32
        for old, new in zip(start, x, strict=True):
            yield (old + new) % 2**16
            yield (old + new) % 2**32 >> 16


class Deal:
    """The hands, the face-up cards, the deck and the tickets of a game, line by line of its file."""

    def __init__(self, key, players, options, rules):
        cards, self.rules, self.options = rules["cards"], rules, options
        self.key, self.chance = key, chance(key)
        self.size, self.reset_at = cards.get("market", 5), cards.get("reset_at_wilds", 0)
        self.deck = {**cards["colors"], "wild": cards["wild"] - players * cards.get("first_wilds", 0)}
        self.discards = dict.fromkeys(self.deck, 0)
        self.hands = [{**self.discards, "wild": cards.get("first_wilds", 0)} for _ in range(players)]
        self.front: list[set[str]] = [set() for _ in range(players)]
        self.owned: list[set[int]] = [set() for _ in range(players)]
        self.tickets, self.returned, self.chosen = list(range(len(rules["tickets"]["cards"]))), set(), {}
        for last in range(len(self.tickets) - 1, 0, -1):
            other = self.below(last + 1)
            self.tickets[last], self.tickets[other] = self.tickets[other], self.tickets[last]
        for hand in self.hands:
            for _ in range(cards["first_hand"]):
                hand[self.draw()] += 1
        self.market = []
        self.settle()
        self.offers = [self.offer(rules["rules"]["first_tickets"]["deal"]) for _ in range(players)]
        self.turn, self.drawn, self.bought, self.claimed = 0, 0, {}, 0

    def below(self, number):
        """Return a number below `number` (Lemire's method)."""
        while (product := next(self.chance) * number) % 2**16 < 2**16 % number:
            pass
        return product >> 16

    def draw(self):
        """Draw a card: the kinds lie in the deck in the map's order, wilds last."""
        if not sum(self.deck.values()):
            self.deck, self.discards = self.discards, dict.fromkeys(self.deck, 0)
        rest = self.below(sum(self.deck.values()))
        card = next(kind for kind, number in self.deck.items() if (rest := rest - number) < 0)
        self.deck[card] -= 1
        return card

    def left(self):
        """Return the number of cards that can be drawn."""
        return sum(self.deck.values()) + sum(self.discards.values())

    def settle(self):
        """Turn up cards until the market is full, and replace it while it has too many wilds."""
        while len(self.market) < self.size and self.left():
            self.market.append(self.draw())
        wilds = self.market.count("wild")
        every = self.left() + len(self.market)
        colors = every - wilds - self.deck["wild"] - self.discards["wild"]
        if 0 < self.reset_at <= wilds and every > self.size and colors > self.size - self.reset_at:
            while self.market:
                self.discards[self.market.pop()] += 1
            self.settle()

    def offer(self, number):
        """Take tickets from the top of their deck."""
        offer, self.tickets = self.tickets[:number], self.tickets[number:]
        self.returned -= set(offer)
        return offer

    def keep(self, seat, places):
        """Put the tickets of an offer that are not kept under the deck."""
        under = [ticket for place, ticket in enumerate(self.offers[seat], 1) if place not in places]
        self.tickets, self.returned, self.offers[seat] = self.tickets + under, self.returned | set(under), []

    def redeal(self, number):
        """Deal again what nobody has seen, after an undo."""
        key = sha256(self.key + b" redeal %d" % number).digest()
        unseen = [ticket for ticket in self.tickets if ticket not in self.returned]
        unseen.sort(key=lambda ticket: sha256(key + b" ticket %d" % ticket).digest())
        self.chance, self.tickets = chance(key), unseen + self.tickets[len(unseen) :]

    def pay(self, cards, kept=None):
        """Discard the cards of a payment, except the one that is kept for a flag."""
        for card, number in cards.items():
            self.hands[self.turn][card] -= number
            self.discards[card] += number - (card == kept)
        if min(self.hands[self.turn].values()) < 0:
            raise ValueError("the player was not dealt these cards")

    def end_turn(self):
        """Discard a complete flag, and go on to the next player."""
        flag = set(self.rules.get("flag", {}).get("colors", ()))
        if flag and self.front[self.turn] == flag:
            self.front[self.turn] = set()
            for color in flag:
                self.discards[color] += 1
            self.settle()
        self.turn, self.drawn, self.bought, self.claimed = (self.turn + 1) % len(self.hands), 0, {}, 0

    def play(self, line):
        """Play a line of the file."""
        verb, _, rest = line.partition(" ")
        cards = {name: int(number) for name, number in re.findall(r"(\S+)×(\d+)", rest)}
        if verb == "redeal":
            self.redeal(int(rest))
        elif verb == "keep":
            self.play_keep(rest)
        elif verb == "tickets":
            self.offers[self.turn] = self.offer(self.rules["rules"]["later_tickets"]["deal"])
        elif verb == "draw":
            self.play_draw(rest)
        elif verb == "buy":
            self.pay(cards)
            name = re.sub(r"( \S+×\d+)+$", "", rest)
            self.bought = self.rules["technologies"][name]
            if not self.bought.get("claims_held_route") and not self.bought.get("second_route"):
                self.owned[self.turn].add(self.bought.get("blind_cards", 0))
            self.settle()
        elif verb == "claim":
            self.play_claim(rest, cards)
        elif verb == "pass":
            self.end_turn()
        else:
            raise ValueError("this is not an action")

    def play_claim(self, rest, cards):
        """Pay for a route; a technology may allow a second one."""
        kept = self.color(re.sub(r"( \S+×\d+)+ keep$", "", rest), cards) if rest.endswith(" keep") else None
        self.pay(cards, kept)
        if kept:
            self.front[self.turn].add(kept)
        self.settle()
        self.claimed += 1
        if self.claimed > 1 or not self.bought.get("second_route"):
            self.end_turn()

    def color(self, name, cards):
        """Return the color of a route: of the track with this number, or else the first of a color that was paid."""
        ends, _, number = name.partition(" #")
        between = [track[3] for track in self.rules["routes"]["tracks"]
                   if ends in (f"{track[0]}–{track[1]}", f"{track[1]}–{track[0]}")]  # fmt: skip
        return between[int(number) - 1] if number else next((c for c in between if c in cards), between[0])

    def play_keep(self, rest):
        """Keep tickets: the first ones, which take effect when all have chosen, or those just drawn."""
        places = {int(word) for word in rest.split() if word.isdigit()}
        if len(self.chosen) == len(self.hands):
            self.keep(self.turn, places)
            self.end_turn()
            return
        waiting = next(seat for seat in range(len(self.hands)) if seat not in self.chosen)
        self.chosen[int(rest.partition("@")[2] or waiting + 1) - 1] = places
        if len(self.chosen) == len(self.hands):
            for seat in range(len(self.hands)):
                self.keep(seat, self.chosen[seat])

    def play_draw(self, card):
        """Draw cards, blind or face up; the second card, or a face-up wild, ends the turn."""
        if card == "blind":
            for _ in range(max(self.owned[self.turn])):
                self.hands[self.turn][self.draw()] += 1
            self.end_turn()
            return
        came = None
        if card == "deck":
            self.hands[self.turn][self.draw()] += 1
        elif card not in self.market:
            raise ValueError(f"no {card} card was face up, but {', '.join(self.market)}")
        else:
            self.market.remove(card)
            self.hands[self.turn][card] += 1
            came = self.draw() if self.left() else None
            self.market += [came] if came else []
            if came == "wild":
                before = list(self.market)
                self.settle()
                came = None if self.market != before else came
        self.drawn += 1
        follows = came == "wild" and "replacement_wild" in self.options
        second = self.market if follows else [other for other in self.market if other != "wild"]
        if card == "wild" or self.drawn > 1 or not (self.left() or second):
            self.end_turn()


def main(game, rules):
    """Deal a game again and print what was dealt."""
    lines = Path(game).read_text(encoding="utf-8").splitlines()
    blank = lines.index("")
    header = dict(line.split(": ", 1) for line in lines[1:blank])
    seed, entropy = bytes.fromhex(header["seed"]), bytes.fromhex(header.get("entropy", ""))
    if sha256(seed).hexdigest() != header["commitment"]:
        raise ValueError("the seed does not have the hash that was published before the game")
    key = sha256(b"branchline entropy " + seed + entropy).digest() if entropy else seed
    names = header["names"].split(" | ")
    shuffled = sorted(names, key=lambda name: sha256(key + b" seat " + name.encode()).digest())
    print("The order of play is", "as the seed shuffles it." if names == shuffled else "not by lot: the host set it.")
    deal = Deal(key, len(names), header["options"].split(), tomllib.loads(Path(rules).read_text(encoding="utf-8")))
    for name, hand, offer in zip(names, deal.hands, deal.offers, strict=True):
        dealt = ", ".join(f"{number} {card}" for card, number in hand.items() if number)
        print(f"{name} was dealt {dealt}, and tickets {', '.join(str(ticket + 1) for ticket in offer)} of the map.")
    for number, line in enumerate(lines[blank + 1 :], blank + 2):
        if line and not line.startswith(("result: ", "end: ")):
            try:
                deal.play(line)
            except (ValueError, KeyError) as error:
                raise ValueError(f"line {number}, {line!r}: {error}") from None
    print("Every card that was paid, or taken face up, is one that the seed dealt.")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except (OSError, ValueError, KeyError, TypeError) as problem:
        sys.exit(f"This is not what the seed deals: {problem}")
