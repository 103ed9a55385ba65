"""The set-up: three lists of dependencies that must agree, and files free of what has no place."""

import inspect
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from scripts.environment import direct_dependencies, environment, locked

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
REQUIREMENTS = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]


def tracked(*patterns):
    command = ["git", "ls-files", "-co", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


@pytest.mark.parametrize("line", REQUIREMENTS)
def test_the_lock_file_satisfies_pyproject(line):
    wanted = Requirement(line)
    assert wanted.specifier.contains(locked()[wanted.name.lower()])


def test_environment_yml_is_what_pyproject_and_lock_say():
    assert (ROOT / "environment.yml").read_text() == environment(), "run: make lock"


def test_the_lock_file_names_exact_versions_with_hashes():
    text = (ROOT / "requirements.lock").read_text()
    entries = re.findall(r"^([A-Za-z0-9._-]+)(\S*)", text, re.M)
    assert len(entries) > 100
    assert all(version.startswith("==") for _, version in entries)
    assert text.count("--hash=sha256:") >= len(entries)
    assert "http" not in re.sub(r"^(aio)?http\S*==|^httpx?\S*==", "", text, flags=re.M)


def test_no_direct_dependency_is_locked_twice():
    text = (ROOT / "requirements.lock").read_text()
    for name in direct_dependencies():
        assert len(re.findall(rf"^{re.escape(name)}==", text, re.M)) == 1, name


def test_python_versions_agree():
    assert PROJECT["requires-python"] == ">=3.11,<3.14"
    assert "python >=3.11,<3.14" in (ROOT / "environment.yml").read_text()


def test_what_is_installed_is_what_is_locked():
    from importlib.metadata import version

    for name in direct_dependencies():
        assert version(name) == locked()[name], f"{name}: run make test on a fresh .venv"


def test_importing_herna_loads_nothing_heavy():
    heavy = "('numba', 'numpy', 'pandas', 'matplotlib')"
    code = f"import sys, herna; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_can_be_imported():
    import herna

    for name in herna.__all__:
        assert not inspect.ismodule(getattr(herna, name)), f"a module hides {name}"


def test_notebooks_carry_no_outputs_and_short_cells():
    paths = tracked("notebooks/*.ipynb")
    assert len(paths) >= 3
    for path in paths:
        for cell in json.loads(path.read_text())["cells"]:
            if cell["cell_type"] == "code":
                assert not cell["outputs"], path.name
                assert cell["execution_count"] is None, path.name
                assert len("".join(cell["source"]).splitlines()) <= 12, path.name


def test_tracked_files_name_no_folder_of_a_machine():
    pattern = re.compile(r"(?<![\w.])/(?:root|home/\w+|Users/\w+)/")
    for path in tracked("*.py", "*.md", "*.toml", "*.yml", "*.json", "*.ipynb", "Makefile"):
        assert not pattern.search(path.read_text(encoding="utf-8")), path.name


def test_results_and_pictures_stay_small():
    assert sum(path.stat().st_size for path in tracked("data", "figures")) < 20_000_000


def test_every_module_says_what_it_is_for():
    import ast

    for path in tracked("lib/herna/*.py", "tests/*.py", "scripts/*.py"):
        source = path.read_text()
        if source.strip():
            told = ast.get_docstring(ast.parse(source))
            assert told, f"{path.relative_to(ROOT)}: begin it with a docstring that says what for"


def test_linter_and_formatter_are_content():
    for words in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *words], cwd=ROOT, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("target", ["reproduce", "test", "lab", "bench", "book", "check", "clean"])
def test_every_target_of_the_makefile_knows_what_to_do(target):
    """A dry run: whatever a target depends on is there or can be made."""
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
