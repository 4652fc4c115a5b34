"""Positions where the rules put the ball at set plays."""

from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions, SetPlay


def drop_in_positions(
    kind: SetPlay, field: FieldDimensions, *, own_kick: bool
) -> list[Vector2[Field]]:
    """Return positions for an unseen ball; none if they depend on where it was."""
    if kind is SetPlay.CORNER_KICK:
        x = field.goal_line_x if own_kick else -field.goal_line_x
        return [Vector2(x, field.side_line_y), Vector2(x, -field.side_line_y)]
    if kind is SetPlay.GOAL_KICK:
        x = -field.penalty_mark_x if own_kick else field.penalty_mark_x
        return [Vector2(x, field.goal_area_y), Vector2(x, -field.goal_area_y)]
    if kind is SetPlay.KICK_IN:
        return [Vector2(0.0, field.side_line_y), Vector2(0.0, -field.side_line_y)]
    return []
