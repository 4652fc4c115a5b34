"""Modules with their default parameters, for tests of single modules."""

from typing import Any

from kickabout.framework import Module
from kickabout.framework.module import declaration_of
from kickabout.robots.nao.configuration import NAO


def made(module: type[Module[Any]], **values: object) -> Any:
    """Return a module of a NAO with these parameters; all others keep their defaults."""
    return module.made(declaration_of(module).parameters(**values), NAO)
