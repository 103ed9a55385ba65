"""Slow, obvious twins of the search kernels, written over the methods of `Game` alone."""

import math

import numpy as np

from herna.dda.environment import metrics_so_far
from herna.game import CHANCE, MAX_PLAYERS, OVER, State
from herna.kernels.world import BETTER, advance


def max_n(game, state, depth):
    """The value vector of a state, `depth` levels of the tree deep."""
    who = game.to_move(state)
    if depth == 0 or who == OVER:
        return game.values(state)
    children = [max_n(game, game.step(state, move), depth - 1) for move in game.moves(state)]
    if who != CHANCE:
        return max(children, key=lambda values: values[who])  # the first of equals
    odds = game.odds(state)
    return tuple(
        sum(p * child[seat] for p, child in zip(odds, children, strict=True))
        for seat in range(game.n_players)
    )


def max_n_ratings(game, state, depth):
    """What each move is worth to the player on turn."""
    who = game.to_move(state)
    return {m: max_n(game, game.step(state, m), depth - 1)[who] for m in game.moves(state)}


class Node:
    def __init__(self, state, parent=None):
        self.state, self.parent = state, parent
        self.children, self.visits, self.totals = [], 0, None


def mcts_ratings(game, state, rng, iterations, exploration, limit):
    """UCT that expands all children of a leaf and plays one playout from each of them."""
    root = Node(state)
    for _ in range(iterations):
        leaf = root
        while leaf.children:
            leaf = _choose(game, leaf, rng, exploration)
        if game.to_move(leaf.state) == OVER:
            _credit(leaf, game.returns(leaf.state))
            continue
        leaf.children = [Node(game.step(leaf.state, m), leaf) for m in game.moves(leaf.state)]
        for child in leaf.children:
            _, end = play_to_the_end(game, child.state, rng, limit)
            _credit(child, game.returns(end))
    who = game.to_move(state)
    moves = zip(game.moves(state), root.children, strict=True)
    return {move: child.totals[who] / child.visits for move, child in moves}


def _choose(game, node, rng, exploration):
    who = game.to_move(node.state)
    if who == CHANCE:
        return node.children[_by_odds(rng, game.odds(node.state))]

    def bound(child):
        spread = math.sqrt(math.log(node.visits) / child.visits)
        return child.totals[who] / child.visits + exploration * spread

    return max(node.children, key=bound)


def _credit(node, result):
    while node is not None:
        node.visits += 1
        totals = node.totals or (0.0,) * len(result)
        node.totals = tuple(a + b for a, b in zip(totals, result, strict=True))
        node = node.parent


def play_to_the_end(game, state, rng, limit):
    """Random moves and fair chance to the end or the limit: the moves and the last state."""
    played = []
    while game.to_move(state) != OVER and len(played) < limit:
        moves = game.moves(state)
        if game.to_move(state) == CHANCE:
            choice = _by_odds(rng, game.odds(state))
        else:
            choice = int(rng.random() * len(moves)) if len(moves) > 1 else 0
        played.append(moves[choice])
        state = game.step(state, moves[choice])
    return played, state


def _by_odds(rng, odds):
    point, upto = rng.random(), 0.0
    for index, share in enumerate(odds):
        upto += share
        if point < upto:
            return index
    return len(odds) - 1


# Environment players, over worlds.


def state_of(worlds):
    """The state of a world."""
    array = np.zeros(1, worlds.dtype["state"])
    array[0] = worlds[0].state
    return State(array)


def after(game, worlds, move):
    """A copy of a world with one more move made."""
    ahead, state = worlds.copy(), state_of(worlds)
    choices = 0 if game.to_move(state) == CHANCE else len(game.moves(state))
    advance(game.rules, ahead[0], move, choices, np.zeros(MAX_PLAYERS))
    return ahead


def worth(game, worlds, weights):
    """The signed, weighted sum of the metrics of a world."""
    metrics = metrics_so_far(game, worlds)
    return sum(BETTER[name] * weight * metrics[name] for name, weight in weights.items())


def max_max_ratings(game, worlds, weights, depth):
    """E-MaxMax: what each outcome's greedy line is worth at its end."""
    ratings = {}
    for outcome in game.moves(state_of(worlds)):
        line = after(game, worlds, outcome)
        for _ in range(depth):
            state = state_of(line)
            who = game.to_move(state)
            if who == OVER:
                break

            def liking(move, line=line, state=state, who=who):
                if who == CHANCE:
                    return worth(game, after(game, line, move), weights)
                return game.values(game.step(state, move))[who]

            line = after(game, line, max(game.moves(state), key=liking))
        ratings[outcome] = worth(game, line, weights)
    return ratings


def fun_of(game, worlds, weights, depth):
    """E-Max^n: what players expect of a world, and what it is worth to the environment player."""
    state = state_of(worlds)
    who = game.to_move(state)
    if depth == 0 or who == OVER:
        return game.values(state), worth(game, worlds, weights)
    children = [fun_of(game, after(game, worlds, m), weights, depth - 1) for m in game.moves(state)]
    if who != CHANCE:
        return max(children, key=lambda child: child[0][who])  # the first of equals
    odds = game.odds(state)
    expected = tuple(
        sum(p * vector[seat] for p, (vector, _) in zip(odds, children, strict=True))
        for seat in range(game.n_players)
    )
    return expected, max(fun for _, fun in children)


def future_ratings(game, worlds, environment, rng):
    """E-MonteCarlo: the mean utility of the playouts behind each outcome.

    Nodes hold (fun, values of everybody) of each playout that went through them.
    """
    root = Node(worlds)
    seen = {"fun": [], "own": []}
    for _ in range(environment.iterations):
        leaf = root
        while leaf.children:
            leaf = _choose_future(game, leaf, environment, seen)
        state = state_of(leaf.state)
        if game.to_move(state) != OVER:
            leaf.children = [Node(after(game, leaf.state, m), leaf) for m in game.moves(state)]
        for child in leaf.children or [leaf]:
            end = child.state
            for _ in range(environment.playout_limit):
                moves = game.moves(state_of(end))
                if game.to_move(state_of(end)) == OVER:
                    break
                end = after(game, end, moves[int(rng.random() * len(moves))])
            fun = worth(game, end, environment.weights)
            _remember(game, child, (fun, game.values(state_of(end))), seen)
    moves = game.moves(state_of(worlds))
    pairs = zip(moves, root.children, strict=True)
    return {move: np.mean([fun for fun, _ in child.totals]) for move, child in pairs}


def _remember(game, node, result, seen):
    seen["fun"].append(result[0])
    while node is not None:
        node.visits += 1
        node.totals = [*(node.totals or []), result]
        if node.parent is not None:
            chooser = game.to_move(state_of(node.parent.state))
            if chooser != CHANCE:
                seen["own"].append(result[1][chooser])
        node = node.parent


def _choose_future(game, node, environment, seen):
    who = game.to_move(state_of(node.state))
    own = environment.selfish and who != CHANCE
    span = seen["own" if own else "fun"]
    low, high = min(span), max(span)

    def bound(child):
        results = [values[who] if own else fun for fun, values in child.totals]
        mean = (np.mean(results) - low) / (high - low) if high > low else 0.0
        spread = math.sqrt(math.log(node.visits) / child.visits)
        return mean + environment.exploration * spread

    return max(node.children, key=bound)


# Information sets.


def alpha_beta_free(game, state, root, depth, width, lots, ply):
    """The value of a state to `root` by plain minimax, only the best `width` moves followed."""
    if game.to_move(state) == OVER or depth == 0:
        return game.values(state)[root]
    sign = 1 if game.to_move(state) == root else -1
    children = [settled(game, game.step(state, m), lots[ply]) for m in game.moves(state)]
    children.sort(key=lambda child: -sign * game.values(child)[root])  # stable: first of equals
    if depth > 1:
        children = children[:width]
    return sign * max(
        sign * alpha_beta_free(game, child, root, depth - 1, width, lots, ply + 1)
        for child in children
    )


def settled(game, state, lot):
    """Let one lot decide chance until somebody is on turn."""
    while game.to_move(state) == CHANCE:
        left, choice = lot, 0
        odds = game.odds(state)
        while choice < len(odds) - 1 and left - odds[choice] >= 0:
            left -= odds[choice]
            choice += 1
        state = game.step(state, game.moves(state)[choice])
    return state
