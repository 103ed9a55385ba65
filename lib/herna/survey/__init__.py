"""The approaches that thesis 1 surveys in chapter 3, each as a small working demonstration.

One module per approach, and none is a stub: each plays a small game of its own, or one of the
house, far enough to show what its authors reported. Pictures of what they return are in
`herna.figures.survey`, experiments with stored results in `herna.experiments.survey`.

- `hamlet`: producer and consumer, supplies that follow the probability of death (3.1)
- `cases`: case-based reasoning, the level that ended balanced in similar situations (3.2)
- `fuzzy`: fuzzy rules switched on and off until the player wins as often as wanted (3.3)
- `evolved_mazes`: mazes bred for a prescribed number of steps (3.4.1)
- `pheromones`: an ability zone painted by the patient's hand (3.4.3)
- `posm`: the partially ordered set master (3.5)
- `dynamic_level`: dynamic level (3.6)
- `thinking_time`: tree search given as much time as the wanted win rate asks for (3.7)
- `classification`: what the approaches have in common, Table 2 (3.8)
"""
