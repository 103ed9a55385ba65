"""`python -m herna` is the same as the command `herna`."""

from herna.cli import main

main()
