"""`python -m kickabout` is the same as `kickabout`."""

from kickabout.cli import main

main()
