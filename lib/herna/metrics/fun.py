"""The nine metrics of fun of thesis 1 (sec. 2.2), as functions over arrays.

`status` has one row per round and one column per player: who leads and by how much after that
round. `effects` has the same shape: how chance changed each status in that round. All spreads are
population standard deviations. The same metrics, kept move by move, are in
`herna.kernels.world`; tests hold the two against each other.
"""

import numpy as np

from herna.game import EVEN
from herna.metrics.frequency import uneven_beyond

SMALLEST = 1e-9  # stands for a spread of 0 where something is divided by it


def status(gains):
    """Each player's status from the gains on the last axis.

    The leader's status is his lead over the second, everybody else's his arrears to the leader; a
    single player's is his gain.

    >>> status(np.array([12, 9, 4])).tolist()
    [3.0, -3.0, -8.0]
    """
    gains = np.asarray(gains, float)
    if gains.shape[-1] == 1:
        result = gains.copy()
    else:
        ordered = np.sort(gains, axis=-1)
        result = gains - ordered[..., -1:]
        leader = np.expand_dims(gains.argmax(axis=-1), -1)
        np.put_along_axis(result, leader, ordered[..., -1:] - ordered[..., -2:-1], axis=-1)
    return result


def lead(status):
    """How far the leader leads after each round; a single player's distance from balance."""
    return (
        np.abs(status[:, 0])
        if status.shape[1] == 1
        else np.where(status.max(axis=1) > EVEN, status.max(axis=1), 0.0)
    )


def leaders(status):
    """Who leads after each round, -1 for nobody; for a single player 1, 0 or -1 by sign."""
    if status.shape[1] == 1:
        return np.sign(status[:, 0]).astype(int)
    return np.where(status.max(axis=1) > EVEN, status.argmax(axis=1), -1)


def win_ratio_sd(wins):
    """The spread of the players' win rates over a batch of games.

    wins : array of shape (games, players), 1 where the player won. For a single player the spread
    of his win rate and his loss rate.

    >>> win_ratio_sd(np.array([[1]] * 621 + [[0]] * 379)).round(3).item()
    0.121
    """
    rates = np.asarray(wins, float).mean(axis=0)
    return abs(rates[0] - 0.5) if len(rates) == 1 else rates.std()


def lead_changes(status):
    """How often a different player comes to lead; a tie in between changes nothing.

    >>> lead_changes(np.array([[1, -1], [0, 0], [2, -2], [-3, 3], [-1, 1]]))
    1
    """
    single = status.shape[1] == 1
    led = leaders(status)
    led = led[led != 0] if single else led[led >= 0]
    return int(np.count_nonzero(led[1:] != led[:-1]))


def margin(status, whole=False):
    """The lead after the last round; `whole` cuts it to whole units."""
    last = float(lead(status)[-1]) if len(status) else 0.0
    return float(np.floor(last)) if whole else last


def tension(status):
    """The mean lead over the game."""
    return float(lead(status).mean()) if len(status) else 0.0


def lead_time(status):
    """The spread of the numbers of rounds led.

    For a single player the rounds with positive and with negative status, divided by one player
    as the digits of the thesis show.
    """
    led = leaders(status)
    if status.shape[1] == 1:
        return float(abs(np.sum(led > 0) - np.sum(led < 0)) / np.sqrt(2))
    return float(np.array([np.sum(led == p) for p in range(status.shape[1])]).std())


def freedom(choices):
    """The mean number of moves that were available in a round."""
    return float(np.mean(choices)) if len(choices) else 0.0


def fairness(effects):
    """The spread of what chance gave the players, on average over the rounds."""
    return float(np.asarray(effects).mean(axis=0).std()) if len(effects) else 0.0


def randomness(effects):
    """The mean size of what chance did to a player in a round."""
    return float(np.abs(effects).mean()) if len(effects) else 0.0


def believability(counts, threshold):
    """How much more uneven the outcomes are than they need to be, beyond a threshold."""
    return float(uneven_beyond(np.asarray(counts, np.int64), float(threshold)))


def relative_scores(values, better):
    """Scores from 0 to 1 within each column: the best row gets 1 (thesis 1, ch. 6).

    values : table (pandas) with one row per algorithm and one column per metric
    better : 1 where larger is better, -1 where smaller is, by column name

    A value of exactly 0 that should be small is the best there is and gets 1.
    """
    above = values.clip(lower=SMALLEST)
    scores = {
        name: column / column.max() if better[name] > 0 else column.min() / column
        for name, column in above.items()
    }
    return values.assign(**scores)
