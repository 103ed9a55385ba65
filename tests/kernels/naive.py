"""Slow, obvious twins of the search kernels, written over the methods of `Game` alone."""

import math

from herna.game import CHANCE, OVER


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
