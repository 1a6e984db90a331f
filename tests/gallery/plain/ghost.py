"""Ghost: add a letter to the beginning of a word; whoever completes a word loses."""

WORDS = """
    acorn actor adder agent alarm amber anvil bacon badge baker banjo beach
    cabin cable camel candle canoe carol dagger dairy dance eagle early easel
    fable fairy falcon gamma garden ghost giant habit hammer hazel ibis icicle
""".split()  # noqa: SIM905


def build_trie(words):
    root = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node["."] = word
    return root


TRIE = build_trie(WORDS)


def walk(prefix, node=TRIE):
    """The node of the trie at the end of the prefix, by recursion."""
    return node if prefix == "" else walk(prefix[1:], node[prefix[0]])


class Ghost:
    utilities = "outcome"

    def initial(self):
        return ""

    def player(self, prefix):
        return len(prefix) % 2

    def actions(self, prefix):
        node = walk(prefix)
        return [] if "." in node else sorted(node)

    def result(self, prefix, letter):
        if letter not in walk(prefix):
            raise ValueError(f"no word begins with {prefix + letter!r}")
        return prefix + letter

    def terminal(self, prefix):
        return "." in walk(prefix)

    def utility(self, prefix, player):
        loser = (len(prefix) - 1) % 2
        return -1 if player == loser else 1
