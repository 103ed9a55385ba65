"""The command line. Each command is thin: it reads options, calls the library, prints.

A user's mistake is answered in one line with exit code 2, never with a traceback.
"""

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from herna.errors import HernaError, nearest

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Herna: five theses on games that adapt to their players, rerun and checked.",
    epilog="Try: herna play ludo. Every command tells more, with examples: herna play --help",
    context_settings={"help_option_names": ["--help", "-h"]},
)

Names = Annotated[list[str] | None, typer.Argument(help="Names; all of them when none is given.")]
Workers = Annotated[int | None, typer.Option(help="Processes; as many as there are cores.", min=1)]
ScaleOption = Annotated[str, typer.Option(help="quick (seconds) or thesis (as the thesis did it).")]


def _say_version(wanted: bool):
    if wanted:
        from importlib.metadata import version

        print(f"herna {version('herna')}")
        raise typer.Exit


VersionOption = Annotated[
    bool, typer.Option("--version", help="Say the version.", callback=_say_version, is_eager=True)
]


@app.callback()
def house(version: VersionOption = False):
    """Options before any command."""


@app.command("list")
def list_everything():
    """List games, players, experiments and their state, figures.

    \b
    Example:
      herna list
    """
    from herna.dda import ENVIRONMENTS
    from herna.experiments import EXPERIMENTS
    from herna.gallery import FIGURES, TABLES
    from herna.games import GAMES
    from herna.seating import PLAYERS

    print("games         ", ", ".join(GAMES))
    print("players       ", ", ".join(PLAYERS))
    print("environments  ", ", ".join(ENVIRONMENTS))
    print("experiments")
    width = max(map(len, EXPERIMENTS))
    for experiment in EXPERIMENTS.values():
        print(f"  {experiment.name:<{width}} {experiment.title} ({experiment.thesis})")
        for scale in ("quick", "thesis"):
            print(f"  {'':<{width}}   {scale:<7} {_state_of(experiment, scale)}")
    print("figures and tables")
    for name, entry in {**FIGURES, **TABLES}.items():
        source = f" (from {', '.join(entry.needs)})" if entry.needs else ""
        print(f"  {name:<22} {entry.caption}{source}")


def _state_of(experiment, scale):
    from herna.experiments import unit_of
    from herna.results.store import Store

    store = Store(experiment, scale)
    try:
        manifest = store.manifest()
    except HernaError as problem:
        return f"damaged: {problem}"
    if manifest is None:
        return "running" if store.is_running() else "not run yet"
    if store.damage():
        return f"damaged: {store.damage()[0]}"
    rows = sum(cell["rows"] for cell in manifest["cells"].values())
    made = "" if store.is_current() else ", made by other code than is here now"
    return f"{rows} {unit_of(experiment)} in {manifest['wall_seconds']} s{made}"


@app.command()
def reproduce(
    names: Names = None,
    scale: ScaleOption = "quick",
    workers: Workers = None,
    cluster: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler, such as tcp://127.0.0.1:8786.")
    ] = None,
):
    """Run experiments; whatever is finished already is kept.

    \b
    Examples:
      herna reproduce
      herna reproduce ludo_2hc --scale thesis --workers 2
      herna reproduce --scale thesis --cluster tcp://127.0.0.1:8786
    """
    from herna.experiments import find, unit_of
    from herna.results import runner

    for experiment in find(names or (), scale):
        experiment.at(scale)
        store = runner.reproduce(experiment, scale, workers, cluster)
        manifest = store.manifest()
        rows = sum(cell["rows"] for cell in manifest["cells"].values())
        what = f"{rows} {unit_of(experiment)} at {scale} scale"
        print(f"{experiment.name}: {what} in {_shown(store.folder)}")
        if scale == "quick":
            print(f"  {_agreement(experiment)}")


def _agreement(experiment):
    """Quick rows are the first rows of the committed table: are they the same here?"""
    from herna.experiments import unit_of
    from herna.results.store import Store

    full = Store(experiment, "thesis")
    if full.manifest() is None:
        return "no committed results to compare with"
    quick, thesis = Store(experiment, "quick").table(), full.table()
    first = thesis[thesis["replicate"] < experiment.quick_replicates].reset_index(drop=True)
    quick, first = (table.dropna(axis=1, how="all") for table in (quick, first))  # told later on
    if quick.equals(first):
        return f"identical to the first {len(quick)} {unit_of(experiment)} of the committed results"
    game = ["cell", "replicate", "moves"]
    same = len(quick.merge(first, on=game)) if set(game) <= set(quick) else 0
    what = f"{same} of {len(quick)} {unit_of(experiment)}"
    return f"{what} identical to the committed results; the others differ"


@app.command()
def claims(
    thesis: Annotated[
        str | None, typer.Argument(help="A thesis; all of them if not given.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    scale: ScaleOption = "thesis",
    write: Annotated[bool, typer.Option("--write", help="Write REPRODUCTION.md.")] = False,
):
    """Show the claims of the theses and how they fare.

    \b
    Examples:
      herna claims environment-player
      herna claims --json
    """
    from herna.claims import THESES, evaluate
    from herna.claims.claim import stored
    from herna.claims.report import report, report_path, stale
    from herna.experiments.experiment import SCALES
    from herna.files import write_atomically

    if thesis is not None and thesis not in THESES:
        raise HernaError(f"thesis {thesis!r} is unknown; {nearest(thesis, THESES)}")
    if scale not in SCALES:
        raise HernaError(f"scale is {scale!r}; {nearest(scale, SCALES)}")
    results = stored(scale)
    chosen = [thesis] if thesis else list(THESES)
    if write and (thesis or as_json or scale != "thesis"):
        raise HernaError("claims --write writes everything at thesis scale; give no other option")
    if write:
        write_atomically(report_path(), report().encode())
        print(f"written: {_shown(report_path())}")
        return
    findings = [pair for name in chosen for pair in evaluate(name, results)]
    if as_json:
        rows = [{**vars(claim), **asdict(found), "ours": found.ours} for claim, found in findings]
        print(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    for claim, finding in findings:
        print(f"{claim.thesis} {claim.id:<4} {finding.verdict:<11} {claim.title}")
        print(f"    published: {claim.published}")
        print(f"    ours:      {finding.ours or '-'}{_because(finding)}")
    print_scorecard(results)
    if made_by_other_code := list(stale(results, chosen)):
        print(f"\nmade by other code than is here now: {', '.join(made_by_other_code)}")


def _because(finding):
    return f"\n    because:   {finding.reason}" if finding.reason else ""


@app.command()
def scorecard():
    """Tell how many claims hold, and where everything is.

    \b
    Example:
      herna scorecard
    """
    from herna.claims.claim import stored
    from herna.results.store import home

    print_scorecard(stored())
    places = {
        "all claims, one by one": "REPRODUCTION.md",
        "committed results": "data/results/thesis",
        "your quick results": "data/results/quick",
        "figures": "figures",
        "your quick figures": "figures/quick",
        "notebooks": "notebooks (make lab)",
    }
    print()
    for what, where in places.items():
        print(f"{what:<24}{_shown(home() / where)}")


def print_scorecard(results):
    from herna.claims.report import MARKS, scorecard

    print(f"\n{'scorecard':<24}" + "".join(f"{verdict:>12}" for verdict in MARKS))
    for thesis, counts in scorecard(results).items():
        print(f"{thesis:<24}" + "".join(f"{counts[verdict]:>12}" for verdict in MARKS))


@app.command()
def figures(names: Names = None, scale: ScaleOption = "thesis"):
    """Draw figures and tables from stored results.

    \b
    Examples:
      herna figures
      herna figures 11_ratios
      herna figures --scale quick
    """
    from herna.experiments.experiment import SCALES
    from herna.gallery import draw

    if scale not in SCALES:
        raise HernaError(f"scale is {scale!r}; {nearest(scale, SCALES)}")
    for path in draw(names or (), scale):
        print(_shown(path))


@app.command()
def verify():
    """Recompute all that is published; name what does not match.

    Every figure, every table and REPRODUCTION.md are made anew from the stored results, which are
    held against their checksums first.

    \b
    Example:
      herna verify
    """
    from herna.claims.claim import Results
    from herna.claims.report import report, report_path
    from herna.experiments import find
    from herna.gallery import mismatches
    from herna.results.store import Store

    problems = []
    for experiment in find():
        store = Store(experiment, "thesis")
        try:
            if store.manifest() is None:
                problems.append(f"{experiment.name}: no thesis-scale results")
            problems += store.damage()
        except HernaError as damaged:
            problems.append(str(damaged))
    if not problems:
        results = Results(anew=True)
        problems += mismatches(results)
        path = report_path()
        if not path.is_file() or path.read_text(encoding="utf-8") != report(results):
            problems.append("REPRODUCTION.md: stale; run: herna claims --write")
    else:
        problems.append("figures, tables and REPRODUCTION.md were not looked at")
    for problem in problems:
        print(problem)
    if problems:
        raise typer.Exit(1)
    print("verified: results, tables, figures and REPRODUCTION.md all match the store")


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game, such as ludo.")],
    seat: Annotated[
        list[str] | None,
        typer.Option(help="Who sits where: human, or a player such as 'maxn(level=50)'. Repeat."),
    ] = None,
    environment: Annotated[
        str, typer.Option(help="Who deals with chance: None is fair; E-HillClimber, ...")
    ] = "None",
    seed: Annotated[int, typer.Option(help="The same seed gives the same dice.", min=0)] = 0,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter of the game: n_players=2. Repeat."),
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Save the game played to this file.")] = None,
):
    """Play a game in the terminal.

    You sit in the first seat unless you say otherwise. `herna list` names games, players and
    environments; a parameter that a game does not have is answered with those it has.

    \b
    Examples:
      herna play ludo --set n_players=2 --environment E-HillClimber
      herna play pig --seat human --seat 'mcts(iterations=500)' --seed 4
      herna play lost_cities --save my_game.json
    """
    from herna.terminal import play_in_terminal

    play_in_terminal(game, seat or (), environment, seed, set_ or (), save)


@app.command()
def lab(
    notebook: Annotated[str, typer.Argument(help="A notebook to open.")] = "00_start_here",
    port: Annotated[int, typer.Option(help="0: any free port.", min=0, max=65535)] = 8888,
    browser: Annotated[bool, typer.Option(help="Open a browser window.")] = True,
):
    """Open JupyterLab on the notebooks.

    It listens on this machine only and asks for a token.

    \b
    Examples:
      herna lab
      herna lab 11_ludo
    """
    from herna.results.store import home

    folder = home() / "notebooks"
    places = (path.relative_to(folder) for path in folder.rglob("*.ipynb"))
    known = sorted(str(p.with_suffix("")) for p in places if ".ipynb_checkpoints" not in p.parts)
    wanted = notebook.removeprefix("notebooks/").removesuffix(".ipynb")
    if wanted not in known:
        raise HernaError(f"notebook {notebook!r} is unknown; {nearest(notebook, known)}")
    arguments = [  # without further words JupyterLab makes up a token and prints it
        "lab",
        f"--notebook-dir={folder.parent}",
        f"--LabApp.default_url=/lab/tree/notebooks/{wanted}.ipynb",
        "--ServerApp.ip=127.0.0.1",
        f"--port={port}",
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if not browser:
        arguments.append("--no-browser")
    # labconfig/ here: saved notebooks keep what their widgets show, for readers without a kernel
    paths = [str(Path(__file__).parent), os.environ.get("JUPYTER_CONFIG_PATH")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    os.execv(sys.executable, [sys.executable, "-m", "jupyter", *arguments])


@app.command("dungeon-server")
def dungeon_server(
    port: Annotated[int, typer.Option(help="0: any free port.", min=0, max=65535)] = 0,
):
    """Let bots in any language play the dungeon.

    Over a WebSocket, on this machine only. Prints the address and the token that a bot needs;
    herna/dungeon/server.py tells the messages.

    \b
    Example:
      herna dungeon-server --port 9000
    """
    from herna.dungeon.server import run

    run(port)


@app.command()
def bench(
    names: Names = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
):
    """Measure our speed against peers and bounds.

    \b
    Examples:
      herna bench
      herna bench playouts-cpp first-call
      herna bench --json
    """
    from herna import bench as benchmarks

    rows = benchmarks.run(names or None)
    print(json.dumps(rows, indent=1) if as_json else benchmarks.as_text(rows))
    if not all(row["ok"] for row in rows if row["ok"] is not None):
        raise typer.Exit(1)


def _shown(path):
    """A path as the user would type it."""
    path = Path(path)
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


INTERRUPTED = 130  # the exit code after Ctrl-C, which typer turns into a returned number


def main():
    """Run the command line; a user's mistake ends with one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal may not know all of our letters
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False) or 0
        if code == INTERRUPTED:
            _stop()
        raise SystemExit(code)
    except typer.Abort:
        _stop()
    except HernaError as mistake:
        _complain(str(mistake))
    except OSError as problem:
        place = f"{problem.filename}: " if problem.filename else ""
        _complain(f"{place}{problem.strerror or problem}")
    except Exception as problem:
        message = getattr(problem, "format_message", None)  # how a wrong option is worded
        if message is None:
            raise
        if message().startswith("Usage"):  # no command at all: the help is probably wanted
            print(message(), file=sys.stderr)
            raise SystemExit(2) from None
        commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
        hint = f" allowed: {', '.join(commands)}" if "No such command" in message() else ""
        _complain(message() + hint)


def _stop():
    print("\nherna: stopped; what is finished is kept", file=sys.stderr)
    raise SystemExit(INTERRUPTED)


def _complain(message):
    print(f"herna: {' '.join(message.split())}", file=sys.stderr)
    raise SystemExit(2)


if __name__ == "__main__":
    main()
