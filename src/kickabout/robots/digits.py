"""Jersey numbers: from a number to thin boxes on chest and back."""

from kickabout.robots.appearance import Part, Point, Primitive, Rgb, Shape

# Strokes of each digit in a cell of width 1 and height 2: x and y of both ends, x to the right.
# Strokes in one line are one stroke, which saves boxes.
TOP, MIDDLE, BOTTOM = (0.0, 2.0, 1.0, 2.0), (0.0, 1.0, 1.0, 1.0), (0.0, 0.0, 1.0, 0.0)
LEFT, RIGHT = (0.0, 0.0, 0.0, 2.0), (1.0, 0.0, 1.0, 2.0)
UPPER_LEFT, LOWER_LEFT = (0.0, 1.0, 0.0, 2.0), (0.0, 0.0, 0.0, 1.0)
UPPER_RIGHT, LOWER_RIGHT = (1.0, 1.0, 1.0, 2.0), (1.0, 0.0, 1.0, 1.0)
STROKES = {
    "0": (TOP, BOTTOM, LEFT, RIGHT),
    "1": ((0.5, 0.0, 0.5, 2.0),),
    "2": (TOP, UPPER_RIGHT, MIDDLE, LOWER_LEFT, BOTTOM),
    "3": (TOP, MIDDLE, BOTTOM, RIGHT),
    "4": (UPPER_LEFT, MIDDLE, RIGHT),
    "5": (TOP, UPPER_LEFT, MIDDLE, LOWER_RIGHT, BOTTOM),
    "6": (TOP, LEFT, MIDDLE, LOWER_RIGHT, BOTTOM),
    "7": (TOP, RIGHT),
    "8": (TOP, MIDDLE, BOTTOM, LEFT, RIGHT),
    "9": (TOP, UPPER_LEFT, MIDDLE, RIGHT, BOTTOM),
}
GAP = 0.6  # between two digits, as a multiple of the width of a digit
HALF_STROKE = 0.17  # half the width of a stroke
HALF_DEPTH = 0.006  # m


def digits(
    number: int, *, link: str, center: Point, height: float, facing: float, color: Rgb
) -> tuple[Primitive, ...]:
    """Return the strokes of a number at `center` on a surface facing x (`facing` 1) or -x (-1)."""
    if not 0 <= number <= 99:
        raise ValueError(f"jersey number {number}; it must be from 0 to 99")
    unit = height / 2.0
    text = str(number)
    width = len(text) + (len(text) - 1) * GAP
    boxes = []
    for index, digit in enumerate(text):
        for start_x, start_y, end_x, end_y in STROKES[digit]:
            across = index * (1.0 + GAP) - width / 2.0 + (start_x + end_x) / 2.0
            up = (start_y + end_y) / 2.0 - 1.0
            half_width = (end_x - start_x) / 2.0 + HALF_STROKE
            half_height = (end_y - start_y) / 2.0 + HALF_STROKE
            # A viewer in front of the robot sees its left side on the right.
            y, z = center[1] + facing * across * unit, center[2] + up * unit
            boxes.append(
                Primitive(
                    shape=Shape.BOX,
                    part=Part.NUMBER,
                    link=link,
                    size=(HALF_DEPTH, half_width * unit, half_height * unit),
                    position_in_link=(center[0], y, z),
                    color=color,
                )
            )
    return tuple(boxes)
