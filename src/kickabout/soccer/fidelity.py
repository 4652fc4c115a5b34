"""Fidelities by name: how much of the robots' input is simulated."""

from typing import Literal, get_args

from kickabout.framework.errors import ConfigurationError, did_you_mean

Fidelity = Literal["images", "percepts", "truth"]
FIDELITIES: tuple[Fidelity, ...] = get_args(Fidelity)


def demand_fidelity(name: str) -> Fidelity:
    """Return the name of a fidelity; refuse an unknown one."""
    if name not in FIDELITIES:
        raise ConfigurationError(f"there is no fidelity '{name}'.{did_you_mean(name, FIDELITIES)}")
    return name
