"""Small nets for tests of the motion net."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.motion_net.joint_columns import JointColumns
from kickabout.motion.motion_net.motion_function import FunctionInputs, MotionFunction, MotorFrame
from kickabout.motion.motion_net.motion_parser import parse_motions
from kickabout.motion.motion_net.motion_tables import compiled
from kickabout.motion.motion_net.net_player import NetPlayer, NetRequest
from kickabout.robots.kind import robot_kind

COLUMNS = JointColumns(robot_kind("ers210"))
FRAME = 0.008  # s
FREE = "~ ~ ~  ~ ~ ~  " + "~ " * 12


class Sine:
    """Moves the head's tilt along a sine while it is requested."""

    def __init__(self, period: str) -> None:
        self.frames, self.frame = int(period), 0

    def advance(self, given: FunctionInputs) -> MotorFrame | None:
        if given.leaving:
            return None
        self.frame += 1
        angles = np.full(len(given.angles), np.nan)
        angles[COLUMNS.order[0]] = 0.5 * np.sin(2.0 * np.pi * self.frame / self.frames)
        return MotorFrame(angles=angles)


FUNCTIONS: Mapping[str, MotionFunction] = {"sine": Sine}


def legs(angle: int) -> str:
    """Return a line's columns with all rotators at an angle, the others zero."""
    return "~ ~ ~  ~ ~ ~  " + f"{angle} 0 0  " * 4


def player(text: str, first: str) -> NetPlayer:
    tables = compiled(parse_motions(text, Path("test.motions")), COLUMNS, FUNCTIONS)
    return NetPlayer(tables, FUNCTIONS, first)


class Run:
    """A player with the angles that it commanded, joints without a value at zero."""

    def __init__(self, text: str, first: str) -> None:
        self.player = player(text, first)
        self.angles: Vec = np.zeros(len(COLUMNS.kind.joints))
        self.passed = [first]

    def frames(self, requested: str, count: int) -> list[Vec]:
        """Run some frames; return the angles of each in the order of the columns."""
        found = []
        for _ in range(count):
            frame = self.player.advance(NetRequest(motion=requested), self.angles, FRAME)
            self.angles = np.where(np.isnan(frame.angles), self.angles, frame.angles)
            if self.player.playing != self.passed[-1]:
                self.passed.append(self.player.playing)
            found.append(COLUMNS.columns(frame.angles))
        return found
