"""Standing legs: from the time of standing to hip height, stiffness and joint offsets."""

from dataclasses import dataclass

from kickabout.geometry import Vec
from kickabout.motion.walk.economical_stand import EconomicalStand, EconomyParameters
from kickabout.motion.walk.step_limits import clipped
from kickabout.representations import JointState, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class StandParameters:
    """Heights and stiffness of a standing robot."""

    hip_height: float  # m, while walking
    high_stand_height: float  # m, with stretched knees
    height_speed: float  # m/s, between both
    stiffness: float  # of the legs while walking
    stand_stiffness: float
    high_stand_stiffness: float
    stand_after: float  # s
    economy: bool  # joints yield where they draw current


class StandingLegs:
    """Hip height and time of standing; saves power when the robot stands for long."""

    def __init__(self, height: float) -> None:
        self.height = height  # m, of the hips
        self.standing_for = 0.0  # s
        self.economy = EconomicalStand()

    def change_height(self, high: bool, parameters: StandParameters, dt: float) -> None:
        wanted = parameters.high_stand_height if high else parameters.hip_height
        largest = parameters.height_speed * dt
        if abs(wanted - self.height) > 1e-9:
            self.standing_for = 0.0
            self.economy.reset()
        self.height += clipped(wanted - self.height, -largest, largest)

    def ready_to_walk(self, parameters: StandParameters) -> bool:
        return self.height <= parameters.hip_height + 1e-6

    def leave(self) -> None:
        """End the stand because the robot walks."""
        if self.standing_for > 0.0:
            self.standing_for = 0.0
            self.economy.reset()

    def settle(
        self,
        angles: Vec,
        parameters: StandParameters,
        sensors: SensorFrame,
        joints: JointState,
        *,
        dt: float,
    ) -> None:
        """Add offsets that save power to the leg angles of a standing robot."""
        self.standing_for += dt
        if parameters.economy and self.standing_for > parameters.stand_after and sensors.connected:
            angles += self.economy.update(
                dt,
                EconomyParameters(),
                request=angles,
                measured=joints.angles,
                currents=sensors.joint_currents,
            )

    def stiffness(self, parameters: StandParameters) -> float:
        if self.standing_for <= parameters.stand_after:
            return parameters.stiffness
        walking_height = self.ready_to_walk(parameters)
        return parameters.stand_stiffness if walking_height else parameters.high_stand_stiffness
