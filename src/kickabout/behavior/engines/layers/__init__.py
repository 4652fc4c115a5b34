"""The engine of layered behavior: state machines above stateless skills; it contains no soccer."""

from kickabout.behavior.engines.layers.engine import ActiveState, LayerEngine, activation_graph
from kickabout.behavior.engines.layers.layer_skills import Skill, SkillCall, skill
from kickabout.behavior.engines.layers.quantities import (
    Quantity,
    analyzed,
    quantities_of,
    quantity,
)
from kickabout.behavior.engines.layers.state import (
    Internal,
    LayerError,
    LayerState,
    Transitions,
    after,
    internal,
    lower_done,
)

__all__ = [
    "ActiveState",
    "Internal",
    "LayerEngine",
    "LayerError",
    "LayerState",
    "Quantity",
    "Skill",
    "SkillCall",
    "Transitions",
    "activation_graph",
    "after",
    "analyzed",
    "internal",
    "lower_done",
    "quantities_of",
    "quantity",
    "skill",
]
