"""The game theory of thesis 3 (chapter 2), computed: what its author uses before he builds a game.

One module per idea, small enough to be read in a seminar. Pictures of what they return are in
`herna.figures.theory`, panels to play with in `herna.widgets.theory`.

- `matrix`: games of two players as tables: saddle points, dominance, best responses (2.1)
- `mixed`: mixed strategies: values by linear programming, equilibria by nashpy (2.1)
- `bargaining`: binding agreements with side payments: joint maximum, threats, splits (2.1)
- `repeated`: many rounds: the round robin of the prisoner's dilemma, the end of a match (2.1)
- `coalitions`: any number of players: equilibria, coalitions, core, Shapley value (2.2)
- `truel`: the duel of three, exactly and simulated, with air shots and alliances (2.2)
- `examples`: the worked examples of the thesis, read from its tables, and a few of ours
"""
