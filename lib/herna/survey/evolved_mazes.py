"""Mazes bred for a prescribed difficulty: thesis 1, sec. 3.4.1.

What it shows: a genetic algorithm places obstacles so that the shortest way through a maze takes as
many steps as asked for. Difficulty is chosen before the game, so this is static adaptation.

*Chess maze*: a rook goes from one corner of an 8 x 8 board to the other among six enemy knights
that never move; squares they attack are forbidden, and nobody has marked them. Genes are the
knights' squares; uniform crossover with complementary children (again, if two knights coincide),
mutation moves one knight. *Chromatic maze*: every square has one of six colours in an order; a step
is allowed between equal or neighbouring colours. Genes are the colours row by row; two-point
crossover, mutation recolours one square. Both: a steady state, tournaments of seven, the two best
breed, their children replace the two worst. Fitness is the minimal number of steps, to be large or
near a target.

Readings: a rook may slide over attacked squares, only stepping on them is forbidden; it neither
takes nor passes knights; a maze without a way has 0 steps. Steps are counted by breadth first
search, which for steps of equal cost is the same dynamic programme, distance by distance.
"""

from dataclasses import dataclass, field
from itertools import product

import numpy as np

SIDE = 8
SQUARES = SIDE * SIDE
TOURNAMENT = 7
KNIGHT = tuple((a, b) for a, b in product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))


def solution(start, goal, neighbours):
    """A shortest way from start to goal as a list of squares, or None."""
    came_from, frontier = {start: start}, [start]
    for here in frontier:
        if here == goal:
            way = [here]
            while way[-1] != start:
                way.append(came_from[way[-1]])
            return way[::-1]
        for there in neighbours(here):
            if there not in came_from:
                came_from[there] = here
                frontier.append(there)
    return None


def _beyond(square, down, right):
    """The square so many rows and columns away, or None off the board."""
    row, column = square // SIDE + down, square % SIDE + right
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else None


def attacked_by_knights(knights):
    """All squares that at least one knight attacks."""
    reached = (_beyond(int(knight), *leap) for knight in knights for leap in KNIGHT)
    return {square for square in reached if square is not None}


@dataclass(frozen=True)
class ChessMaze:
    """A rook among knights; a gene is the array of the knights' squares."""

    knights: int = 6
    start: int = 0
    goal: int = SQUARES - 1

    def random(self, rng):
        free = [square for square in range(SQUARES) if square not in (self.start, self.goal)]
        return rng.choice(free, self.knights, replace=False)

    def way(self, gene):
        taken, forbidden = set(gene.tolist()), attacked_by_knights(gene)
        if forbidden & {self.start, self.goal}:
            return None

        def neighbours(here):
            for direction in STRAIGHT:
                there = _beyond(here, *direction)
                while there is not None and there not in taken:
                    if there not in forbidden:
                        yield there
                    there = _beyond(there, *direction)

        return solution(self.start, self.goal, neighbours)

    def crossed(self, mother, father, rng):
        while True:
            swap = rng.random(self.knights) < 0.5
            children = np.where(swap, father, mother), np.where(swap, mother, father)
            if all(len(set(child.tolist())) == self.knights for child in children):
                return children

    def mutated(self, gene, rng):
        taken = {self.start, self.goal, *gene.tolist()}
        free = [square for square in range(SQUARES) if square not in taken]
        child = gene.copy()
        child[rng.integers(self.knights)] = rng.choice(free)
        return child


@dataclass(frozen=True)
class ChromaticMaze:
    """Coloured squares in an order; a gene is the array of colours, row by row."""

    colours: int = 6
    start: int = 0
    goal: int = SQUARES - 1

    def random(self, rng):
        return rng.integers(self.colours, size=SQUARES)

    def way(self, gene):
        def neighbours(here):
            for direction in STRAIGHT:
                there = _beyond(here, *direction)
                if there is not None and abs(int(gene[there]) - int(gene[here])) <= 1:
                    yield there

        return solution(self.start, self.goal, neighbours)

    def crossed(self, mother, father, rng):
        first, last = np.sort(rng.choice(SQUARES + 1, 2, replace=False))
        children = mother.copy(), father.copy()
        children[0][first:last], children[1][first:last] = father[first:last], mother[first:last]
        return children

    def mutated(self, gene, rng):
        child = gene.copy()
        child[rng.integers(SQUARES)] = rng.integers(self.colours)
        return child


def steps(maze, gene):
    """The minimal number of steps through a maze, 0 if there is no way."""
    way = maze.way(gene)
    return len(way) - 1 if way else 0


@dataclass
class Bred:
    """What a run of evolution leaves: the best maze and how good the best was all along."""

    gene: np.ndarray
    steps: int
    course: list[int] = field(default_factory=list)  # steps of the best after every mating


def breed(maze, rng, target=None, population=60, matings=400):
    """Breed a maze of `target` steps, or of as many as possible; stops when the target is met."""

    def fitness(length):
        return length if target is None else -abs(length - target)

    genes = [maze.random(rng) for _ in range(population)]
    lengths = [steps(maze, gene) for gene in genes]
    course = []
    for _ in range(matings):
        drawn = rng.choice(population, TOURNAMENT, replace=False)
        ranked = sorted(drawn, key=lambda index: fitness(lengths[index]))
        children = maze.crossed(genes[ranked[-1]], genes[ranked[-2]], rng)
        for index, child in zip(ranked[:2], children, strict=True):
            genes[index] = maze.mutated(child, rng)
            lengths[index] = steps(maze, genes[index])
        course.append(max(lengths, key=fitness))
        if course[-1] == target:
            break
    best = max(range(population), key=lambda index: fitness(lengths[index]))
    return Bred(genes[best], lengths[best], course)
