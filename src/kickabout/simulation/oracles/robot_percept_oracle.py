"""Seeing robots: from ground truth to boxes, places and jerseys of the robots in this image."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, Vector2
from kickabout.representations import GroundTruth, RobotPercept, RobotsPercept, TeamSeen
from kickabout.simulation.oracles.observation.recognition import recognition_rate, recognized
from kickabout.simulation.oracles.observation.robot_shapes import blurred, robot_sights
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotPerceptOracleParameters:
    noise_px: float = param(3.0, unit="px", low=0.0, doc="error of feet and box edges")
    rate: float = param(0.94, low=0.0, high=1.0, doc="share of near robots that are found")
    full_range: float = param(4.0, unit="m", low=0.0, doc="beyond, fewer robots are found")
    end_range: float = param(8.0, unit="m", low=0.0, doc="beyond, no robot is found")
    visible_share: float = param(
        0.5, low=0.0, high=1.0, doc="a robot hidden more than this leaves is not found"
    )
    half_width: float = param(0.14, unit="m", low=0.0, doc="from the middle to an arm")
    height: float = param(0.57, unit="m", low=0.0, doc="of a standing robot")
    fallen_height: float = param(0.2, unit="m", low=0.0, doc="of a lying robot")
    jersey_range: float = param(3.0, unit="m", low=0.0, doc="beyond, jerseys get hard to tell")
    jersey_rate: float = param(0.975, low=0.0, high=1.0, doc="share of near jerseys with an answer")
    wrong_jersey_rate: float = param(
        0.015, low=0.0, high=1.0, doc="share of the answers that name the other team"
    )
    false_rate: float = param(
        0.01, low=0.0, high=1.0, doc="share of images with a robot that is not there"
    )
    false_range: float = param(4.0, unit="m", low=0.5, doc="how far away such ghosts stand")


class RobotPerceptOracle(Module[RobotPerceptOracleParameters]):
    """Finds robots whose feet are in the image, since their place is measured there."""

    random_stream = "RobotPerceptOracle"

    def update(self, truth: GroundTruth, viewpoint: Viewpoint) -> RobotsPercept:
        p = self.parameters
        rows = viewpoint.robots
        sights = self._sights(viewpoint, rows)
        draws = self.random.random(len(rows))
        found = recognized(rows, viewpoint.eye, draws, p.rate, p.full_range, p.end_range)
        chosen = np.flatnonzero(found & (sights[:, 6] >= p.visible_share)).tolist()
        jerseys = [self._jersey(viewpoint, rows[i], truth.others[i].own_team) for i in chosen]
        fallen = [not truth.others[i].upright for i in chosen]
        sights = sights[chosen]
        if self.random.random() < p.false_rate:
            ghosts = self._sights(viewpoint, self._ghost(viewpoint))
            sights = np.concatenate((sights, ghosts[ghosts[:, 6] >= p.visible_share]))
            jerseys.append(TeamSeen.UNKNOWN)
            fallen.append(False)
        return RobotsPercept(robots=self._measured(viewpoint, sights, jerseys, fallen))

    def _sights(self, viewpoint: Viewpoint, rows: FloatArray) -> FloatArray:
        p = self.parameters
        return robot_sights(
            rows,
            np.array((p.half_width, p.height, p.fallen_height)),
            viewpoint.rotation,
            viewpoint.eye,
            viewpoint.intrinsics,
            viewpoint.image_size,
            viewpoint.occluders,
        )

    def _jersey(self, viewpoint: Viewpoint, row: FloatArray, own_team: bool) -> TeamSeen:
        p, eye = self.parameters, viewpoint.eye
        distance = math.hypot(row[0] - eye[0], row[1] - eye[1])
        rate = recognition_rate(distance, p.jersey_rate, p.jersey_range, p.end_range)
        told, wrong = self.random.random(2).tolist()
        if told >= rate:
            return TeamSeen.UNKNOWN
        return TeamSeen.OWN if own_team is (wrong >= p.wrong_jersey_rate) else TeamSeen.OPPONENT

    def _ghost(self, viewpoint: Viewpoint) -> FloatArray:
        """Somewhere in front of the camera."""
        forward = math.atan2(viewpoint.rotation[1, 0], viewpoint.rotation[0, 0])
        angle = forward + self.random.uniform(-0.4, 0.4)
        distance = self.random.uniform(0.5, self.parameters.false_range)
        x = viewpoint.eye[0] + distance * math.cos(angle)
        y = viewpoint.eye[1] + distance * math.sin(angle)
        return np.array(((x, y, 0.0, 0.0, 1.0),))

    def _measured(
        self,
        viewpoint: Viewpoint,
        sights: FloatArray,
        jerseys: list[TeamSeen],
        fallen: list[bool],
    ) -> tuple[RobotPercept, ...]:
        p = self.parameters
        if len(sights) == 0:
            return ()
        noise = self.random.standard_normal((len(sights), 6)) * p.noise_px
        sights = blurred(sights, noise, viewpoint.image_size)
        points = viewpoint.measured(sights[:, 4:6].copy())
        covariances = viewpoint.covariances(points, noise_px=p.noise_px)
        scores = self.random.random(len(sights)).tolist()
        return tuple(
            RobotPercept(
                box_in_image=tuple(sights[i, :4].tolist()),
                position_in_robot=Vector2.from_array(points[i]),
                covariance=covariances[i],
                team=jerseys[i],
                fallen=fallen[i],
                score=0.6 + 0.4 * scores[i],
            )
            for i in np.flatnonzero(np.isfinite(points[:, 0])).tolist()
        )
