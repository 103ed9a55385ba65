"""Claims: what each thesis says, as code that holds it against our stored results.

The claims themselves, in words, are in `data/thesis/<thesis>/claims.csv`. A check takes stored
results and returns a `Finding`. Every claim has a check or stands in a list of those that cannot
be run yet, with the reason: a test compares both lists with the CSV.
"""

from herna.claims.claim import THESES, Claim, Finding, Verdict, claims_of, evaluate

__all__ = ["THESES", "Claim", "Finding", "Verdict", "claims_of", "evaluate"]
