"""Labeled images of a few halls, rendered once for all tests of this folder."""

from functools import cache
from pathlib import Path

from kickabout.evaluation.perception.camera_threads import CameraPipeline
from kickabout.evaluation.perception.perception_scenes import Hall, LabeledImage
from kickabout.framework import Team
from kickabout.framework.teams.team import load_team
from kickabout.representations import load_field

FIELD = load_field("spl2019")
IMAGES = 16


def classical_team() -> Team:
    return load_team(str(Path(__file__).parent / "classical_team.toml"))


def classical_pipeline() -> CameraPipeline:
    return CameraPipeline(classical_team(), field=FIELD)


@cache
def shots(condition: str = "nominal", seed: int = 5) -> tuple[LabeledImage, ...]:
    """Return alternating lower and upper images of one hall."""
    return tuple(Hall(FIELD, condition=condition, seed=seed).images(IMAGES))


def uppers(condition: str = "nominal") -> list[LabeledImage]:
    return [shot for shot in shots(condition) if shot.info.camera == "upper"]
