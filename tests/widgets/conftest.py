"""The browser of tests/browser.py, for the widgets."""

from tests.browser import chromium, jupyter, open_notebook  # noqa: F401  used as fixtures
