"""Table 2: what the surveyed approaches have in common (thesis 1, sec. 3.8).

Whether the player is told (explicit) or not (implicit), whether the game adapts before it begins
(static) or while it is played (dynamic), and what adapts: opponents, the world or the tasks. The
author calls the table partly subjective.
"""

QUESTIONS = {
    "explicit": "told to the player",
    "implicit": "concealed",
    "static": "before the game",
    "dynamic": "during the game",
    "npc": "opponents",
    "world": "the world",
    "tasks": "the tasks",
}


def classified(rows):
    """Table 2 from its printed rows: methods down, questions across, True where it has a tick."""
    table = rows.pivot_table(index="method", columns="category", values="value", sort=False)
    return table[list(QUESTIONS)].astype(bool)
