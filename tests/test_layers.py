"""The house has storeys: a module imports only from storeys below its own.

Read from the sources with `ast`, imports inside functions included. Modules side by side on one
storey do not know each other. A package stands on one storey, except for the parts named apart.
"""

import ast
import json
import sys
from functools import cache
from pathlib import Path

import pytest

import herna

PACKAGE = Path(herna.__file__).parent

STOREYS = (
    ("errors", "sources"),
    ("compiled", "files", "progress", "seeds", "words"),
    (
        "backing",
        "evolution",
        "game",
        "kernels.dice",
        "metrics.frequency",
        "results",
        "saaty",
        "statistics",
    ),
    ("rating", "rules"),
    ("pays",),
    ("games", "kernels", "metrics"),
    ("lines", "senses", "worked"),
    ("dda", "figures", "payoffs", "players"),
    ("arena",),
    ("play",),
    ("costs", "dungeon", "seating", "survey", "theory", "warmup"),
    ("experiments",),
    ("claims", "comparison", "xray"),
    (
        "calibration_pictures",
        "checkers_pictures",
        "dungeon_pictures",
        "environment_pictures",
        "survey_pictures",
    ),
    ("book", "gallery", "terminal", "widgets"),
    ("bench",),
    ("cli",),
    ("__main__",),
)
STOREY_OF = {part: height for height, parts in enumerate(STOREYS) for part in parts}

# Below, and still none of their business: players and environment players know no game.
STRANGERS = {"dda": {"games"}, "payoffs": {"games"}, "players": {"games"}}

FORBIDDEN_MODULES = {"random", "pickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "imp"}
ALLOWED = {"bench.py": {"random"}}  # OpenSpiel's side of a comparison draws as its users would
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "joblib.load", "np.fromfile"}
FORBIDDEN_KEYWORDS = {"allow_pickle", "shell"}
SEEDED = {"Generator", "PCG64", "SeedSequence", "default_rng"}  # what numpy.random may be asked for
MAKERS = {"PCG64", "SeedSequence", "default_rng"}


@cache
def sources():
    """Every module of the package except the front door, with its syntax tree."""
    paths = sorted(PACKAGE.rglob("*.py"))
    trees = {path.relative_to(PACKAGE): ast.parse(path.read_text()) for path in paths}
    trees.pop(Path("__init__.py"))  # the front door names everything, as words
    return trees


def name_of(path):
    """`players/base.py` as `players.base`, `players/__init__.py` as `players`."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module):
    """The part of the house a module belongs to: itself, or its package."""
    return module if module in STOREY_OF else module.partition(".")[0]


def imports_of(path, tree):
    """The modules of Herna that a module imports, wherever the import stands."""
    known = {name_of(other) for other in sources()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (
                alias.name.removeprefix("herna.") for alias in node.names if _ours(alias.name)
            )
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute in this house"
            if _ours(node.module):
                base = node.module.removeprefix("herna").removeprefix(".")
                for alias in node.names:
                    inner = f"{base}.{alias.name}".removeprefix(".")
                    yield inner if inner in known else base


def _ours(module):
    return module == "herna" or module.startswith("herna.")


NOTEBOOKS = sorted((PACKAGE.parents[1] / "notebooks").rglob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_of_packages_a_notebook_imports_herna_numpy_and_pandas_only(path):
    """Each cell is parsed by itself; lines that only Jupyter understands are left out."""
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    lines = ["".join(line for line in cell["source"] if line[0] not in "%!") for cell in cells]
    found = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse("\n".join(lines)))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert "herna" in found <= {"herna", "numpy", "pandas", *sys.stdlib_module_names}


def test_every_module_has_its_place_in_the_house():
    homeless = [name_of(path) for path in sources() if part_of(name_of(path)) not in STOREY_OF]
    assert homeless == [], "say in STOREYS where they belong"


def test_every_part_of_the_house_exists():
    parts = {part_of(name_of(path)) for path in sources()}
    assert set(STOREY_OF) - parts == set()
    assert sum(map(len, STOREYS)) == len(STOREY_OF), "a part stands on one storey only"


def test_modules_import_only_from_below():
    offences = []
    for path, tree in sources().items():
        own = part_of(name_of(path))
        for module in imports_of(path, tree):
            other = part_of(module)
            if other != own and STOREY_OF.get(other, 99) >= STOREY_OF.get(own, 99):
                offences.append(f"{name_of(path)} imports {module} from above or beside")
            if other in STRANGERS.get(own, ()):
                offences.append(f"{name_of(path)} imports {module}, which is none of its business")
    assert offences == []


@pytest.mark.parametrize(
    ("part", "stranger"),
    [
        ("kernels", "games"),
        ("players", "games"),
        ("dda", "games"),
        ("figures", "experiments"),
        ("figures", "play"),
        ("games", "figures"),
        ("games", "players"),
        ("metrics", "games"),
        ("results", "experiments"),
        ("play", "widgets"),
    ],
)
def test_these_two_do_not_know_each_other(part, stranger):
    """The rules of the house that matter most, one by one."""
    meetings = [
        f"{name_of(path)} imports {module}"
        for path, tree in sources().items()
        if path.parts[0].removesuffix(".py") == part
        for module in imports_of(path, tree)
        if module.partition(".")[0] == stranger
    ]
    assert meetings == []


def test_a_game_knows_no_other_game():
    for path, tree in sources().items():
        if path.parts[0] == "games" and path.name != "__init__.py":
            own = f"games.{path.parts[1].removesuffix('.py')}"  # a game may be a package
            others = [m for m in imports_of(path, tree) if part_of(m) == "games"]
            assert [m for m in others if m != own and not m.startswith(f"{own}.")] == []


# Randomness and safety.


def nodes():
    """Every node of every module, and where it stands."""
    for path, tree in sources().items():
        for node in ast.walk(tree):
            yield node, f"{path.as_posix()}:{getattr(node, 'lineno', 0)}"


def test_nothing_is_imported_that_hides_lots_or_runs_files():
    offences = []
    for node, place in nodes():
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
        forbidden = FORBIDDEN_MODULES - ALLOWED.get(place.partition(":")[0], set())
        offences += [f"{place} {n}" for n in names if n.partition(".")[0] in forbidden]
    assert offences == []


def test_all_lots_come_from_a_seeded_generator():
    """No `np.random.random()`, no `default_rng()` without a seed."""
    offences = []
    for node, place in nodes():
        asked = set()
        if isinstance(node, ast.ImportFrom) and node.module == "numpy.random":
            asked = {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute) and dotted(node.value) in (
            "np.random",
            "numpy.random",
        ):
            asked = {node.attr}
        elif isinstance(node, ast.Call) and dotted(node.func).split(".")[-1] in MAKERS:
            seed = [*node.args, *(keyword.value for keyword in node.keywords)]
            if not seed or (isinstance(seed[0], ast.Constant) and seed[0].value is None):
                offences.append(f"{place} a generator without a seed")
        offences += [f"{place} np.random.{name}" for name in asked - SEEDED]
    assert offences == []


def test_nothing_that_is_read_can_run():
    offences = []
    for node, place in nodes():
        if isinstance(node, ast.Call):
            keywords = {keyword.arg for keyword in node.keywords}
            if dotted(node.func) in FORBIDDEN_CALLS:
                offences.append(f"{place} {dotted(node.func)}")
            offences += [f"{place} {word}=" for word in keywords & FORBIDDEN_KEYWORDS]
    assert offences == []


def dotted(node):
    """`np.random.default_rng` as these words; the last word alone for anything more involved."""
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else node.attr
    return node.id if isinstance(node, ast.Name) else ""
