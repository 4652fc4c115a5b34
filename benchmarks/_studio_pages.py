"""Pages that only receive, in a separate process that ends with its standard input."""

import json
import sys
import threading
from contextlib import ExitStack, suppress

from websockets.sync.client import connect
from websockets.typing import Origin

SUBSCRIPTION = {
    "values": ["BallModel", "RobotPose", "ActivationGraph"],
    "drawings": ["RobotPose.pose", "BallModel.ball", "ObstacleModel.obstacles"],
    "draw": True,
    "timings": True,
}


def listen(port: int, pages: int) -> None:
    """Open pages, each subscribed to another robot, and receive until the input ends."""
    origin = Origin(f"http://127.0.0.1:{port}")
    address = f"ws://127.0.0.1:{port}/feed"
    with ExitStack() as stack:
        opened = [stack.enter_context(connect(address, origin=origin)) for _ in range(pages)]
        for number, page in enumerate(opened, start=1):
            page.send(json.dumps({"do": "watch", "robots": {f"home {number}": SUBSCRIPTION}}))
            page.recv()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        waiting = threading.Thread(target=sys.stdin.read, daemon=True)
        waiting.start()
        while waiting.is_alive():
            for page in opened:
                with suppress(TimeoutError):
                    page.recv(timeout=0.05)


if __name__ == "__main__":
    listen(int(sys.argv[1]), int(sys.argv[2]))
