"""Players who sum up what moves pay (thesis 3): full search and a genetic algorithm.

They know no game, only that its moves pay (`herna.pays`) and what strategies it has.
"""

from herna.payoffs.full_search import StdAI
from herna.payoffs.genetic import Genetic

__all__ = ["Genetic", "StdAI"]
