"""REPRODUCTION.md: every claim of every thesis with its verdict, written by code."""

from collections import Counter

from herna.claims.claim import THESES, evaluate, stored
from herna.experiments import EXPERIMENTS, unit_of
from herna.results.store import Store, home

MARKS = {"reproduced": "✓ reproduced", "differs": "✗ differs", "not run": "· not run"}


def scorecard(results=None):
    """How many claims of each thesis carry which verdict."""
    results = results or stored()
    return {
        thesis: Counter(finding.verdict for _, finding in evaluate(thesis, results))
        for thesis in THESES
    }


def report(results=None):
    """The text of REPRODUCTION.md."""
    results = results or stored()
    lines = [
        "# What of the five theses we reproduce",
        "",
        "Written by `herna claims --write` from the stored thesis-scale results, not by hand.",
        "Intervals are 95 %. A verdict is *reproduced*, *differs* (with the reason) or *not run*.",
        "",
        *_table(["thesis", *MARKS], _scorecard_rows(results)),
        "",
        "Results used:",
        "",
        *(f"- {line}" for line in provenance_lines(results)),
    ]
    for thesis in THESES:
        lines += ["", f"## {thesis}", ""]
        rows = [
            [claim.id, claim.title, claim.published, finding.ours, _verdict(finding), claim.source]
            for claim, finding in evaluate(thesis, results)
        ]
        header = ["claim", "what", "published", "ours", "verdict", "source"]
        lines += _table(header, rows)
    return "\n".join(lines) + "\n"


def _scorecard_rows(results):
    for thesis, counts in scorecard(results).items():
        yield [thesis, *(str(counts[verdict]) for verdict in MARKS)]


def _verdict(finding):
    return MARKS[finding.verdict] + (f": {finding.reason}" if finding.reason else "")


def provenance_lines(results):
    """One line per experiment: what there is and whether the present code made it."""
    for name, experiment in EXPERIMENTS.items():
        store = Store(experiment, results.scale, results.root)
        manifest = store.manifest()
        if manifest is None:
            yield f"`{name}`: none yet"
            continue
        rows = sum(entry["rows"] for entry in manifest["cells"].values())
        origin = "by this code" if store.is_current() else "by other code than is here now"
        what = f"{rows} {unit_of(experiment)}, seed {manifest['parameters']['seed']}"
        yield f"`{name}`: {what}, code {manifest['code']}, {origin}"


def stale(results, theses):
    """The experiments of these theses whose results were made by other code than is here now."""
    for name, experiment in EXPERIMENTS.items():
        store = Store(experiment, results.scale, results.root)
        if experiment.thesis in theses and store.manifest() and not store.is_current():
            yield name


def _table(header, rows):
    yield _row(header)
    yield _row(["---"] * len(header))
    for row in rows:
        yield _row(row)


def _row(cells):
    return (
        "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
    )


def report_path():
    return home() / "REPRODUCTION.md"
