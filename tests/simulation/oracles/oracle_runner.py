"""Oracles that run on single scenes."""

from typing import Any

from tests.modules import made
from tests.simulation.oracles.scenes import FIELD, STANDING, UPPER

from kickabout.framework import FrameInfo, Module
from kickabout.framework.module import declaration_of
from kickabout.framework.parameter import parameter_infos
from kickabout.representations import CameraInfo, FieldDimensions, GroundTruth
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint
from kickabout.simulation.oracles.viewpoint_oracle import ViewpointOracle


class OracleRunner:
    """Runs one oracle on scenes, with the viewpoint that it needs."""

    def __init__(self, oracle: Module[Any], **viewpoint: float) -> None:
        self.oracle = oracle
        self.viewpoint_oracle = made(ViewpointOracle, **viewpoint)
        self.viewpoint = Viewpoint()
        self.torso = STANDING
        self.cycle = 0

    def __call__(self, truth: GroundTruth, camera: CameraInfo = UPPER) -> Any:
        frame = FrameInfo(time=self.cycle / 30.0, dt=1.0 / 30.0, cycle=self.cycle)
        self.cycle += 1
        self.viewpoint = self.viewpoint_oracle.update(frame, truth, camera, self.torso)
        values: dict[type, object] = {
            FrameInfo: frame,
            GroundTruth: truth,
            CameraInfo: camera,
            FieldDimensions: FIELD,
            Viewpoint: self.viewpoint,
        }
        declared = declaration_of(type(self.oracle))
        return self.oracle.update(*(values[key.representation] for key in declared.inputs))


def perfect(module: type[Module[Any]], **values: object) -> OracleRunner:
    """Return an oracle without misses, noise and false percepts, and a camera without error."""
    names = parameter_infos(declaration_of(module).parameters)
    errors = ("noise", "false_rate", "wrong", "confused", "fit")
    ideal: dict[str, object] = {name: 0.0 for name in names if name.startswith(errors)}
    ideal |= {name: 1.0 for name in names if name in ("rate", "jersey_rate")}
    return OracleRunner(made(module, **(ideal | values)), tilt_deviation=0.0, pan_deviation=0.0)
