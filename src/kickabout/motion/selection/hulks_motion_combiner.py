"""HULKs' joint commands: from activations and the outputs of all engines to one joint request."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec
from kickabout.motion.selection.body_layers import WALKS, BodyLayers, EngineOutputs
from kickabout.representations import (
    JointCondition,
    JointHealthState,
    JointRequest,
    Motion,
    MotionState,
)
from kickabout.robots.nao.joints import Joint

MOTIONS = list(Motion)
WALK, PLAY_DEAD = Motion.WALK, Motion.PLAY_DEAD
BROKEN = JointCondition.BROKEN


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksMotionCombinerParameters:
    head_stiffness: float = param(
        0.7, low=0.0, high=1.0, doc="stiffness of the head if the head engine gives none"
    )


class HulksMotionCombiner(Module[HulksMotionCombinerParameters]):
    """Sums angles and stiffness of each joint over all motions, weighted by activation.

    After HULKs 2021, 6.1, 6.2 and 6.4. An engine that lost control counts with its last output
    from before; a limp body counts with its measured angles. Broken joints stay limp.
    """

    robot_kinds = ("nao",)

    def __init__(self, parameters: HulksMotionCombinerParameters) -> None:
        super().__init__(parameters)
        self.target = PLAY_DEAD
        self.layers = BodyLayers()
        self.outputs: dict[Motion, tuple[Vec, Vec]] = {}  # last angles and stiffness by engine
        self.health = JointHealthState()
        self.damaged: list[int] = []

    def update(
        self, frame: FrameInfo, given: EngineOutputs, health: JointHealthState
    ) -> tuple[JointRequest, MotionState]:
        target, layers = given.selection.target, self.layers
        if not given.sensors.connected:
            layers.go_limp()
            self.outputs.clear()
            return JointRequest.limp(given.joints.angles), MotionState()
        if layers.limp:
            self.outputs[PLAY_DEAD] = (given.joints.angles, np.zeros(len(Joint)))
        angles, stiffness, limp = layers.desired(target, given, self.parameters.head_stiffness)
        engine = _engine(target)
        self.outputs[engine] = (angles, stiffness)
        active = self._activations(given.selection.ratios)
        settled = active.keys() <= {engine}
        if not settled:
            angles = sum_of(active, {motion: output[0] for motion, output in self.outputs.items()})
            if target is not PLAY_DEAD and active.pop(PLAY_DEAD, 0.0) > 0.0:
                active.setdefault(engine, 1.0)  # a robot that rises has to carry its weight at once
            stiffness = sum_of(
                active, {motion: output[1] for motion, output in self.outputs.items()}
            )
            limp = not stiffness.any()
        if health is not self.health:
            self.health, self.damaged = health, damaged_joints(health)
        if self.damaged:
            stiffness = stiffness.copy()
            stiffness[self.damaged] = 0.0
        layers.command(angles, stiffness, limp=limp)
        state = layers.state(target, given, frame, settled=settled)
        return JointRequest(angles=angles, stiffness=stiffness), state

    def _activations(self, ratios: Vec) -> dict[Motion, float]:
        """Return the activation by engine, without engines that never had an output."""
        active: dict[Motion, float] = {}
        for index in np.flatnonzero(ratios).tolist():
            engine = _engine(MOTIONS[index])
            if engine in self.outputs:
                active[engine] = active.get(engine, 0.0) + float(ratios[index])
        return active


def _engine(motion: Motion) -> Motion:
    """Return the motion that represents the engine; the walk engine also stands."""
    return WALK if motion in WALKS else motion


def sum_of(activations: dict[Motion, float], values: dict[Motion, Vec]) -> Vec:
    """Return the mean weighted by activation."""
    whole = sum(activations.values())
    summed: Vec = np.zeros(len(Joint))
    for motion, activation in activations.items():
        summed += activation / whole * values[motion]
    return summed


def damaged_joints(health: JointHealthState) -> list[int]:
    return [joint for joint, condition in enumerate(health.conditions) if condition is BROKEN]
