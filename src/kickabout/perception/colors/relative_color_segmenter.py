"""Scan lines without calibration: from an image to colored regions and the carpet's color.

After B-Human 2021, section 6.2: regions of similar brightness, the carpet's color by union-find,
white relative to the carpet beside it.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.field_color_search import found_carpet
from kickabout.perception.colors.region_colors import colored_by_carpet, merged_regions
from kickabout.perception.colors.relative_colors import Carpet
from kickabout.perception.colors.scan_geometry import (
    horizontal_regions,
    scan_plan,
    vertical_regions,
)
from kickabout.perception.colors.scan_lines import Cut, cut_columns, cut_rows
from kickabout.representations import (
    BodyContour,
    FieldColors,
    FieldDimensions,
    HorizontalRegions,
    ScanLineRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelativeColorSegmenterParameters:
    columns: int = param(80, low=8, high=320, doc="number of vertical scan lines")
    edge: float = param(
        0.10, low=0.0, high=1.0, doc="minimum relative change of brightness at an edge"
    )
    min_edge: float = param(
        3.0, low=0.0, high=50.0, doc="change of brightness due to noise, in addition"
    )
    alike_shade: float = param(
        1.25, low=1.0, high=4.0, doc="maximum brightness ratio of similar neighbors"
    )
    alike_hue: float = param(
        0.07, low=0.0, high=1.0, doc="maximum chroma difference of similar neighbors"
    )
    green_angle: float = param(
        1.0, unit="rad", low=0.0, high=3.2, doc="maximum angle of hue from green"
    )
    green_saturation: float = param(0.06, low=0.0, high=1.0, doc="minimum saturation of carpets")
    min_fraction: float = param(0.02, low=0.0, high=1.0, doc="minimum fraction of pixels in a set")
    carpet_hue: float = param(
        0.45,
        low=0.0,
        high=1.0,
        doc="maximum chroma difference of sets of carpet, in its saturation",
    )
    min_tolerance: float = param(0.3, low=0.0, high=1.0, doc="minimum, in the carpet's saturation")
    max_tolerance: float = param(0.5, low=0.0, high=1.0, doc="maximum, in the carpet's saturation")
    brighter: float = param(
        1.2, low=1.0, high=4.0, doc="minimum brightness of white over the carpet's"
    )
    paler: float = param(
        0.65, low=0.0, high=1.0, doc="maximum saturation of white over the carpet's"
    )
    thin_brighter: float = param(1.1, low=1.0, high=4.0, doc="`brighter` for thin regions")
    thin_paler: float = param(0.85, low=0.0, high=1.0, doc="`paler` for thin regions")
    thin: float = param(4.0, unit="px", low=0.0, high=50.0, doc="maximum size of thin regions")
    black: float = param(
        0.55, low=0.0, high=1.0, doc="maximum brightness of black over the carpet's"
    )
    gap: int = param(
        3, unit="px", low=0, high=20, doc="maximum gap between field and white that is closed"
    )


class RelativeColorSegmenter(Module[RelativeColorSegmenterParameters]):
    """Finds the carpet and colors regions from a single image, without memory or calibration."""

    def update(
        self,
        camera: CameraInputs,
        contour: BodyContour,
        field: FieldDimensions,
    ) -> tuple[ScanLineRegions, HorizontalRegions, FieldColors]:
        p, image = self.parameters, camera.image
        if image.width < p.columns or image.height < 8:
            return ScanLineRegions(), HorizontalRegions(), FieldColors()
        plan = scan_plan(camera, contour, columns=p.columns, line_width=field.line_width)
        pairs = image.pairs
        cut = cut_columns(
            pairs, plan.columns, plan.tops, plan.bottoms, plan.steps, p.edge, p.min_edge
        )
        known, carpet, deviation = found_carpet(cut, len(plan.columns), self._carpet_limits())
        across = cut_rows(pairs, plan.rows, plan.row_steps, plan.all_bottoms, p.edge, p.min_edge)
        colors = FieldColors()
        if known:
            colors = field_colors(carpet, deviation)
        return (
            vertical_regions(
                plan.columns, plan.spacing, *self._colored(cut, carpet, downwards=True)
            ),
            horizontal_regions(plan.rows, *self._colored(across, carpet, downwards=False)),
            colors,
        )

    def _colored(
        self, cut: Cut, carpet: Carpet, *, downwards: bool
    ) -> tuple[Cut, "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]"]:
        p = self.parameters
        limits = (p.brighter, p.paler, p.thin_brighter, p.thin_paler, p.thin, p.black)
        colors = colored_by_carpet(cut, carpet, np.array(limits))
        return merged_regions(cut, colors, p.gap, downwards)

    def _carpet_limits(self) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
        p = self.parameters
        return np.array(
            (
                p.alike_shade,
                p.alike_hue,
                p.green_angle,
                p.green_saturation,
                p.min_fraction,
                p.carpet_hue,
                p.min_tolerance,
                p.max_tolerance,
            )
        )


def field_colors(carpet: Carpet, deviation: float) -> FieldColors:
    """Return the representation of a carpet's color, with the deviation of its brightness."""
    return FieldColors(
        valid=True,
        y=carpet.y,
        y_deviation=deviation,
        blue=carpet.blue,
        red=carpet.red,
        tolerance=carpet.tolerance,
        y_low=carpet.y_low,
        y_high=carpet.y_high,
    )
