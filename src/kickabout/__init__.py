"""kickabout: a complete robot-soccer team in Python."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kickabout.simulation.match.match import Match

__version__ = "0.1.0"
__all__ = ["Match", "__version__"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 (any attribute)
    """Import heavy parts only on first access."""
    if name == "Match":
        from kickabout.simulation.match.match import Match

        return Match
    raise AttributeError(f"kickabout has no attribute '{name}'")
