"""Names of a NAO's cameras, in the order in which it lists them."""

UPPER, LOWER = "upper", "lower"
CAMERA_NAMES = (UPPER, LOWER)
