"""Camera settings of the Aibos: one of three choices each of shutter, gain and white balance."""

from dataclasses import dataclass
from typing import Literal

from kickabout.framework import Module, param
from kickabout.representations import CameraSettings
from kickabout.robots.aibo.dimensions import aibo_dimensions


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSettingsChooserParameters:
    shutter: Literal["slow", "middle", "fast"] = param(
        "fast", doc="exposure time: 1/50, 1/100 or 1/200 s; a long one blurs what moves"
    )
    gain: Literal["low", "middle", "high"] = param(
        "middle", doc="amplification: -6, 0 or 6 dB; a high one amplifies the noise, too"
    )
    white_balance: Literal["indoor", "fluorescent", "outdoor"] = param(
        "fluorescent", doc="light for which white is white: 2856, 5000 or 6500 K"
    )


class CameraSettingsChooser(Module[CameraSettingsChooserParameters]):
    """Publishes fixed settings: the cameras of these robots have no automatic ones.

    Austin Villa 2004, section 3.1, played most games with `fast`, `high` and `indoor`.
    """

    robot_kinds = ("ers210", "ers7")

    def __init__(self, parameters: CameraSettingsChooserParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p, camera = self.parameters, aibo_dimensions(self.robot.robot).camera
        self.settings = CameraSettings(
            automatic_exposure=False,
            exposure=camera.shutters[p.shutter],
            gain=camera.gains[p.gain],
            automatic_white_balance=False,
            white_balance=camera.white_balances[p.white_balance],
        )

    def update(self) -> CameraSettings:
        return self.settings
