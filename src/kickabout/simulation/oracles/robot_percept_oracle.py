"""Robot percept oracle: from ground truth to boxes, positions and jerseys in this image."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, Vector2
from kickabout.representations import GroundTruth, RobotPercept, RobotsPercept, TeamSeen
from kickabout.simulation.oracles.observation.recognition import recognition_rate, recognized
from kickabout.simulation.oracles.observation.robot_shapes import (
    blurred,
    rows_of_others,
    upright_part,
    visible_boxes,
)
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotPerceptOracleParameters:
    noise_px: float = param(3.0, unit="px", low=0.0, doc="deviation of feet and box edges")
    rate: float = param(0.94, low=0.0, high=1.0, doc="fraction of near robots that are found")
    full_range: float = param(
        4.0, unit="m", low=0.0, doc="distance beyond which fewer robots are found"
    )
    end_range: float = param(8.0, unit="m", low=0.0, doc="distance beyond which no robot is found")
    min_visible_fraction: float = param(
        0.5, low=0.0, high=1.0, doc="minimum visible fraction of a robot that is found"
    )
    jersey_range: float = param(
        3.0, unit="m", low=0.0, doc="distance beyond which fewer jerseys are recognized"
    )
    jersey_rate: float = param(
        0.975, low=0.0, high=1.0, doc="fraction of near jerseys that are recognized"
    )
    wrong_jersey_rate: float = param(
        0.015, low=0.0, high=1.0, doc="fraction of recognized jerseys with the wrong team"
    )
    false_rate: float = param(0.01, low=0.0, high=1.0, doc="fraction of images with a false robot")
    false_range: float = param(4.0, unit="m", low=0.5, doc="maximum distance of false robots")


class RobotPerceptOracle(Module[RobotPerceptOracleParameters]):
    """Finds robots whose feet are in the image, because their position is measured there."""

    random_stream = "RobotPerceptOracle"
    replaces = ("CameraImage",)

    def update(self, truth: GroundTruth, viewpoint: Viewpoint) -> RobotsPercept:
        p = self.parameters
        rows = rows_of_others(truth)
        boxes = self._boxes(viewpoint, rows)
        draws = self.random.random(len(rows))
        found = recognized(
            rows, viewpoint.camera_in_field, draws, p.rate, p.full_range, p.end_range
        )
        chosen = np.flatnonzero(found & (boxes[:, 6] >= p.min_visible_fraction)).tolist()
        jerseys = [self._jersey(viewpoint, rows[i], truth.others[i].own_team) for i in chosen]
        fallen = [not truth.others[i].upright for i in chosen]
        boxes = boxes[chosen]
        if self.random.random() < p.false_rate:
            false_robots = self._boxes(viewpoint, self._false_robot(truth, viewpoint))
            boxes = np.concatenate(
                (boxes, false_robots[false_robots[:, 6] >= p.min_visible_fraction])
            )
            jerseys.append(TeamSeen.UNKNOWN)
            fallen.append(False)
        return RobotsPercept(robots=self._measured(viewpoint, boxes, jerseys, fallen))

    def _boxes(self, viewpoint: Viewpoint, rows: FloatArray) -> FloatArray:
        return visible_boxes(
            rows,
            viewpoint.rotation,
            viewpoint.camera_in_field,
            viewpoint.intrinsics,
            viewpoint.image_size,
            viewpoint.occluders,
        )

    def _jersey(self, viewpoint: Viewpoint, row: FloatArray, own_team: bool) -> TeamSeen:
        p, camera = self.parameters, viewpoint.camera_in_field
        distance = math.hypot(row[0] - camera[0], row[1] - camera[1])
        rate = recognition_rate(distance, p.jersey_rate, p.jersey_range, p.end_range)
        known, wrong = self.random.random(2).tolist()
        if known >= rate:
            return TeamSeen.UNKNOWN
        return TeamSeen.OWN if own_team is (wrong >= p.wrong_jersey_rate) else TeamSeen.OPPONENT

    def _false_robot(self, truth: GroundTruth, viewpoint: Viewpoint) -> FloatArray:
        """Return a row for a robot like this one, somewhere in front of the camera."""
        forward = math.atan2(viewpoint.rotation[1, 0], viewpoint.rotation[0, 0])
        angle = forward + self.random.uniform(-0.4, 0.4)
        distance = self.random.uniform(0.5, self.parameters.false_range)
        x = viewpoint.camera_in_field[0] + distance * math.cos(angle)
        y = viewpoint.camera_in_field[1] + distance * math.sin(angle)
        return np.array(((x, y, *upright_part(truth.own.outline)),))

    def _measured(
        self,
        viewpoint: Viewpoint,
        boxes: FloatArray,
        jerseys: list[TeamSeen],
        fallen: list[bool],
    ) -> tuple[RobotPercept, ...]:
        p = self.parameters
        if len(boxes) == 0:
            return ()
        noise = self.random.standard_normal((len(boxes), 6)) * p.noise_px
        boxes = blurred(boxes, noise, viewpoint.image_size)
        points = viewpoint.measured(boxes[:, 4:6].copy())
        covariances = viewpoint.covariances(points, noise_px=p.noise_px)
        scores = self.random.random(len(boxes)).tolist()
        return tuple(
            RobotPercept(
                box_in_image=tuple(boxes[i, :4].tolist()),
                position_in_robot=Vector2.from_array(points[i]),
                covariance=covariances[i],
                team=jerseys[i],
                fallen=fallen[i],
                score=0.6 + 0.4 * scores[i],
            )
            for i in np.flatnonzero(np.isfinite(points[:, 0])).tolist()
        )
