"""What a NAO knows at first: the defaults of all representations in its sizes."""

from kickabout.representations.defaults import Defaults
from kickabout.robots.nao.joints import JOINT_COUNT

nao_defaults = Defaults(joints=JOINT_COUNT, feet=2)
