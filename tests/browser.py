"""A real JupyterLab in a real Chromium, for tests of widgets and notebooks.

`open_notebook(path)` copies a notebook to a folder of its own, opens it in JupyterLab and returns
the playwright page. The server listens on a free loopback port and asks for a token; every request
of a page to any other host is an error when all is closed, and so is an error that a widget shows.

The fixtures are known to all tests through tests/conftest.py; mark the tests

    pytestmark = pytest.mark.browser

Tests in one file share one server and one browser; those of another file may be run by another
process, which would start both once more. To load JupyterLab and to start a kernel takes ten times
as long as most tests: let them share pages.
"""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest

import herna

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TIMED = bool(os.environ.get("HERNA_TIMED"))  # by `herna bench`, which wants many measurements
HERNA = Path(herna.__file__).parent  # with labconfig/, the settings that `herna lab` gives too


def find_chromium():
    """The browser to use: HERNA_CHROMIUM, or one of the usual names; None if there is none."""
    named = os.environ.get("HERNA_CHROMIUM")
    names = ("chromium", "chromium-browser", "google-chrome")
    return named or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="module")
def chromium():
    """A running browser, in one context: what one page has loaded the next need not load again.

    Not for the whole session: playwright keeps an event loop running in this thread, in which
    other tests would find themselves.
    """
    path = find_chromium()
    assert path, "tests that need a browser are left out where there is none (tests/conftest.py)"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser.new_context(viewport={"width": 1400, "height": 1400})
        browser.close()


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory):
    """A running JupyterLab: its address, its token and the folder it serves."""
    folder = tmp_path_factory.mktemp("lab")
    server = _Server(folder, _free_port(), secrets.token_hex(16))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def open_notebook(chromium, jupyter):
    """A function: a notebook's path -> the page of JupyterLab that shows it, ready to run."""
    outside: list[str] = []
    chromium.on("request", lambda request: _note_outside(request, jupyter, outside))

    def open_it(path):
        page, name = chromium.new_page(), jupyter.take(path)
        # A workspace of its own: otherwise a page that is loaded again may show what another has.
        space = f"{jupyter.address}/lab/workspaces/{name.partition('/')[0]}"
        page.goto(f"{space}/tree/{name}?token={jupyter.token}&reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_selector(".jp-StatusBar-TextItem:text('| Idle')")
        return page

    yield open_it
    errors = [page.locator(".herna-error").all_inner_texts() for page in chromium.pages]
    wrong = [text for texts in errors for text in texts if text.strip()]
    jupyter.stop_kernels()
    assert not outside, f"a page asked other hosts: {outside}"
    assert not wrong, f"a widget shows an error: {wrong}"


# JupyterLab's own promise that all cells have run: cells far down may not be drawn, and between two
# cells the kernel is idle, so what can be seen of a notebook does not tell.
RUN = """() => {
    window.hernaHasRun = false;
    const run = window.jupyterapp.commands.execute('notebook:run-all-cells');
    run.then((well) => { window.hernaHasRun = well === false ? 'failed' : 'well'; });
}"""


def run_all(page, timeout=120):
    """Run every cell and wait until the last one is done."""
    page.evaluate(RUN)
    page.wait_for_function("window.hernaHasRun", timeout=1000 * timeout)
    assert page.evaluate("window.hernaHasRun") == "well", "a cell failed"


def scroll_to_cell(page, number):
    """Show a cell, which JupyterLab may leave out as long as it is far from sight."""
    page.evaluate("n => window.jupyterapp.shell.currentWidget.content.scrollToItem(n)", number)


def notebook(path, *cells):
    """Write a notebook with these code cells."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(book, path)
    return path


class _Server:
    def __init__(self, folder, port, token):
        self.folder, self.token = folder, token
        self.address = f"http://127.0.0.1:{port}"
        self._port, self._process, self._taken = port, None, 0

    def start(self):
        home = self.folder / "home"
        (self.folder / "books").mkdir()
        own = {"JUPYTER_CONFIG_DIR": home / "config", "JUPYTER_DATA_DIR": home / "data"}
        own |= {"JUPYTER_RUNTIME_DIR": home / "runtime", "IPYTHONDIR": home / "ipython"}
        own |= {"JUPYTER_CONFIG_PATH": HERNA}
        # Without PYTEST_CURRENT_TEST: callbacks in the kernel behave as they do for users.
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
        command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--ip=127.0.0.1"]
        command += [f"--port={self._port}", "--ServerApp.port_retries=0", "--allow-root"]
        command += [f"--IdentityProvider.token={self.token}", "--LabApp.news_url="]
        command += ["--expose-app-in-browser", "books"]  # for `run_all`
        with open(self.folder / "server.log", "wb") as log:
            self._process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=kept | {name: str(path) for name, path in own.items()},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait()

    def _wait(self):
        deadline = time.monotonic() + 120  # however busy the machine, only a failure takes so long
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                self._ask("api/status")
                return
            except OSError:
                time.sleep(0.1)
        self.stop()
        raise RuntimeError("JupyterLab did not start:\n" + (self.folder / "server.log").read_text())

    def take(self, path):
        """Copy a notebook into a folder of its own; its name for the server."""
        self._taken += 1
        name = f"{self._taken}/{Path(path).name}"
        (self.folder / "books" / str(self._taken)).mkdir()
        shutil.copy(path, self.folder / "books" / name)
        return name

    def stop_kernels(self):
        for kernel in json.load(self._ask("api/kernels")):
            self._ask(f"api/kernels/{kernel['id']}", "DELETE")

    def _ask(self, path, method="GET"):
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(f"{self.address}/{path}", headers=headers, method=method)
        return urllib.request.urlopen(request, timeout=20)

    def stop(self):
        self._process.terminate()  # shuts its kernels down as well
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()


def _free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def _note_outside(request, jupyter, outside):
    url = urlsplit(request.url)
    if (
        url.scheme in ("http", "https", "ws", "wss")
        and url.netloc != urlsplit(jupyter.address).netloc
    ):
        outside.append(request.url)
