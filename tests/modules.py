"""Modules with their default parameters, for tests of single modules."""

from typing import Any

from kickabout.framework import Module
from kickabout.framework.module import declaration_of


def made(module: type[Module[Any]], **values: object) -> Any:
    """Return a module with these parameters; all others keep their defaults."""
    return module(declaration_of(module).parameters(**values))
