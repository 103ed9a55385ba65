"""The book: all notebooks executed and rendered to pages that open from disk without a network.

Widgets need a kernel, so a page shows the static picture that every widget carries.
"""

import html
import re
import sys
import time
from functools import cache
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter
from tqdm import tqdm

from herna.errors import HernaError
from herna.files import write_atomically
from herna.results.store import home

WIDGET = "application/vnd.jupyter.widget-view+json"
CELL_SECONDS = 600


def execute(path, parameters=None):
    """Run a notebook from a fresh kernel and return it with its outputs.

    `parameters` replaces assignments in the cell tagged `parameters`.
    """
    notebook = with_parameters(path, parameters or {})
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(Path(path).parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as problem:
        last = re.sub(r"\x1b\[[0-9;]*m", "", str(problem)).strip().splitlines()[-1]
        raise HernaError(f"{Path(path).name}: a cell failed: {last}") from problem
    return notebook


def with_parameters(path, parameters):
    """A notebook with some assignments in its cell tagged `parameters` replaced."""
    notebook, name = nbformat.read(path, as_version=4), Path(path).name
    tagged = [c for c in notebook.cells if "parameters" in c.metadata.get("tags", [])]
    for field, value in parameters.items():
        lines = tagged[0].source.splitlines() if tagged else []
        places = [i for i, line in enumerate(lines) if line.partition("=")[0].strip() == field]
        if not places:
            raise HernaError(f"{name}: no parameter {field!r}")
        lines[places[0]] = f"{field} = {value!r}"
        tagged[0].source = "\n".join(lines)
    return notebook


def to_html(notebook, title):
    """A page that asks nobody for anything: no scripts or styles from elsewhere."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    notebook.metadata.pop("widgets", None)
    body, _ = _exporter().from_notebook_node(notebook, resources={"metadata": {"name": title}})
    # The template would fetch a layout library as soon as a page held a diagram.
    return re.sub(
        r'<script type="module">(?:(?!</script>).)*mermaid.*?</script>', "", body, flags=re.S
    )


@cache
def _exporter():
    exporter = HTMLExporter(template_name="lab", exclude_input_prompt=True)
    exporter.mathjax_url = exporter.require_js_url = exporter.jquery_url = ""
    exporter.mermaid_js_url = exporter.widget_renderer_url = ""
    return exporter


def make(folder=None):
    """Render every notebook into a folder, solutions last, with an index; its path."""
    folder, notebooks = Path(folder or home() / "book"), home() / "notebooks"
    paths = [*sorted(notebooks.glob("*.ipynb")), *sorted(notebooks.glob("solutions/*.ipynb"))]
    links = []
    bar = tqdm(paths, desc="book", unit="notebook")
    for path in bar:
        bar.set_postfix_str(path.stem)
        began = time.perf_counter()
        notebook = execute(path)
        write_atomically(folder / f"{path.stem}.html", to_html(notebook, path.stem).encode())
        seconds = time.perf_counter() - began
        title = html.escape(notebook.cells[0].source.splitlines()[0].lstrip("# "))
        links.append(f'<li><a href="{path.stem}.html">{title}</a> ({seconds:.0f} s)</li>')
    head = "<!doctype html><meta charset=utf-8><title>Herna</title><h1>Herna</h1>"
    page = f"{head}<ul>{''.join(links)}</ul>"
    write_atomically(folder / "index.html", page.encode())
    return folder / "index.html"


if __name__ == "__main__":
    try:
        print(f"written: {make()}")
    except HernaError as mistake:
        print(f"herna: {mistake}", file=sys.stderr)
        raise SystemExit(1) from None
