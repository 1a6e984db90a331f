"""Push-in on 3x3: push a stone of yours into a row or column from an edge; the far stone falls out."""


def push(line, piece):
    """Push until the first gap; if there is none, the last one falls out."""
    match line:
        case ("-", b, c):
            return (piece, b, c)
        case (a, "-", c):
            return (piece, a, c)
        case (a, b, _):
            return (piece, a, b)


class Quixo:
    utilities = "outcome"

    def __init__(self, limit=18):
        self.limit = limit

    def initial(self):
        return ((("-",) * 3,) * 3, 0)

    def player(self, state):
        _, ply = state
        return ply % 2

    def actions(self, state):
        if self.terminal(state):
            return []
        return [(side, i) for side in ("left", "right", "top", "bottom") for i in range(3)]

    def result(self, state, action):
        rows, ply = state
        piece = "xo"[ply % 2]
        match action:
            case "left", i:
                rows = rows[:i] + (push(rows[i], piece),) + rows[i + 1 :]  # noqa: RUF005
            case "right", i:
                rows = rows[:i] + (push(rows[i][::-1], piece)[::-1],) + rows[i + 1 :]  # noqa: RUF005
            case "top" | "bottom" as side, i:
                columns = list(zip(*rows))  # noqa: B905
                if side == "top":
                    columns[i] = push(columns[i], piece)
                else:
                    columns[i] = push(columns[i][::-1], piece)[::-1]
                rows = tuple(zip(*columns))  # noqa: B905
            case _:
                raise ValueError(action)
        return rows, ply + 1

    def lines(self, rows):
        yield from rows
        yield from zip(*rows)  # noqa: B905
        yield tuple(rows[i][i] for i in range(3))
        yield tuple(rows[i][2 - i] for i in range(3))

    def terminal(self, state):
        rows, ply = state
        return ply >= self.limit or any(line in (("x",) * 3, ("o",) * 3) for line in self.lines(rows))

    def utility(self, state, player):
        rows, _ = state
        lines = list(self.lines(rows))
        margin = (("x",) * 3 in lines) - (("o",) * 3 in lines)
        return margin if player == 0 else -margin
