"""The framework: modules, representations, graphs and runners, independent of soccer."""

from kickabout.framework.debug import Debug, DebugChannel
from kickabout.framework.drawing import Canvas, SpaceCanvas
from kickabout.framework.errors import (
    ConfigurationError,
    GraphError,
    KickaboutError,
    ModuleFailure,
)
from kickabout.framework.frame import FrameInfo
from kickabout.framework.frozen import frozen
from kickabout.framework.graph import Graph, build_graph
from kickabout.framework.module import From, Last, Module, inputs
from kickabout.framework.once import once
from kickabout.framework.parameter import Conditional, NoParameters, param
from kickabout.framework.representation import representation
from kickabout.framework.running.agent import Agent, Cycle
from kickabout.framework.running.executor import OnFailure
from kickabout.framework.running.live import LiveRunner
from kickabout.framework.running.lockstep import LockStepRunner
from kickabout.framework.teams.team import Team, load_team, team_names

__all__ = [
    "Agent",
    "Canvas",
    "Conditional",
    "ConfigurationError",
    "Cycle",
    "Debug",
    "DebugChannel",
    "FrameInfo",
    "From",
    "Graph",
    "GraphError",
    "KickaboutError",
    "Last",
    "LiveRunner",
    "LockStepRunner",
    "Module",
    "ModuleFailure",
    "NoParameters",
    "OnFailure",
    "SpaceCanvas",
    "Team",
    "build_graph",
    "frozen",
    "inputs",
    "load_team",
    "once",
    "param",
    "representation",
    "team_names",
]
