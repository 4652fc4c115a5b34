"""Property tests: always the same examples, and time for the kernels to compile.

Signals that a shell or `nohup` ignores for commands in the background would be ignored by the
commands that tests start, too, so they get their usual meaning again.
"""

import signal

from hypothesis import settings

settings.register_profile("kickabout", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("kickabout")

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
