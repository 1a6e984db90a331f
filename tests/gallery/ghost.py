"""Ghost with a small dictionary: add a letter to the fragment; the player who completes a word loses."""

from advsearch import IllegalAction

WORDS = (
    "bee",
    "been",
    "bet",
    "beta",
    "bit",
    "bite",
    "cab",
    "cable",
    "car",
    "cart",
    "care",
    "cargo",
    "do",
    "dot",
    "dog",
)


class Ghost:
    utilities = "outcome"

    def __init__(self, words: tuple[str, ...] = WORDS) -> None:
        self.words = tuple(word.lower() for word in words)

    def initial(self):
        return ""

    def player(self, fragment):
        return len(fragment) % 2

    def actions(self, fragment):
        if fragment in self.words:
            return []
        size = len(fragment)
        letters = {word[size] for word in self.words if word.startswith(fragment) and len(word) > size}
        return sorted(letters)

    def result(self, fragment, letter):
        if letter not in self.actions(fragment):
            raise IllegalAction(f"no word begins with {fragment!r} and {letter!r}")
        return fragment + letter

    def terminal(self, fragment):
        return fragment in self.words

    def utility(self, fragment, player):
        loser = (len(fragment) - 1) % 2
        return -1 if player == loser else 1
