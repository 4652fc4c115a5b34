"""Networks: from the name of a robot's network to a function from arrays to arrays."""

import functools
import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

# onnxruntime reads this on import. Without it, onnxruntime writes a device id into the user's
# cache folder and reports to its vendor; its own function to disable that comes too late.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

from kickabout.framework.teams.robot_configuration import RobotConfiguration

Singles = npt.NDArray[np.float32]


class Network:
    """A network that onnxruntime runs on the calling thread."""

    def __init__(self, model: bytes) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )
        self._input = self._session.get_inputs()[0].name
        self._outputs = [output.name for output in self._session.get_outputs()]

    def __call__(self, values: Singles) -> Sequence[Singles]:
        """Run the network and return all outputs in their order."""
        outputs: Sequence[Singles] = self._session.run(self._outputs, {self._input: values})
        return outputs


@functools.cache
def network(robot: RobotConfiguration, name: str) -> Network:
    """Return a network by its name, cached; a user's own network takes precedence."""
    return Network(robot.network_file(name).read_bytes())
