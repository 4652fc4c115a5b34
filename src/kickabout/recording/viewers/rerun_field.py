"""The field of any league for Rerun: lines, goals, walls and landmarks in their colors."""

from collections.abc import Iterator

import numpy as np
import rerun as rr

from kickabout.geometry import quaternion_from_matrix
from kickabout.recording.viewers.furniture import boards_of, pillars_of
from kickabout.recording.viewers.furniture import paint as screen_paint
from kickabout.representations import FieldDimensions

Color = tuple[int, int, int]
WHITE: Color = (255, 255, 255)
CORNERS = 49  # of the center circle


def paint(name: str) -> Color:
    """Return how a painted thing looks; without a name it is white."""
    red, green, blue = (round(255.0 * part) for part in screen_paint(name))
    return red, green, blue


def field_entities(field: FieldDimensions) -> Iterator[tuple[str, rr.AsComponents]]:
    """Yield the names of entities below that of the field, and what they show."""
    strips = [[(x, y, 0.0), (u, v, 0.0)] for x, y, u, v in field.line_segments()]
    angles = np.linspace(0.0, 2.0 * np.pi, CORNERS)
    ring = field.center_circle_radius * np.column_stack(
        (np.cos(angles), np.sin(angles), np.zeros(CORNERS))
    )
    lines = [*strips, ring.tolist()]
    yield "lines", rr.LineStrips3D(lines, colors=WHITE, radii=field.line_width / 2.0)
    boards, pillars = boards_of(field), list(pillars_of(field))
    if boards:
        yield (
            "walls",
            rr.Boxes3D(
                centers=[board.center for board in boards],
                half_sizes=[board.half_size for board in boards],
                quaternions=[
                    np.roll(quaternion_from_matrix(board.rotation), -1) for board in boards
                ],
                colors=[paint(board.color) for board in boards],
                fill_mode="solid",
            ),
        )
    if pillars:
        yield (
            "pillars",
            rr.Cylinders3D(
                centers=[(*each.position, each.bottom + each.height / 2.0) for each in pillars],
                lengths=[each.height for each in pillars],
                radii=[each.radius for each in pillars],
                colors=[paint(each.color) for each in pillars],
                fill_mode="solid",
            ),
        )
