"""Teams of toy modules."""

from typing import Any

from kickabout.framework import Agent, OnFailure, Team
from kickabout.framework.teams.configuration import Layer
from kickabout.framework.teams.team import ThreadPlan

PACKAGE = "tests.framework.toys"


def plan(name: str = "main", *modules: str, **more: Any) -> ThreadPlan:
    settings: dict[str, Any] = {"rate": 10.0, "inputs": ("Reading",), **more}
    return ThreadPlan(name=name, modules=modules, **settings)


def team(*threads: ThreadPlan, parameters: dict[str, dict[str, object]] | None = None) -> Team:
    layer = Layer(name="team toys", data={"parameters": parameters or {}})
    return Team(name="toys", robot="none", packages=(PACKAGE,), threads=threads, layers=(layer,))


def agent(*modules: str, on_failure: OnFailure = OnFailure.STOP, seed: int = 0) -> Agent:
    return Agent(team(plan("main", *modules)), on_failure=on_failure, seed=seed)
