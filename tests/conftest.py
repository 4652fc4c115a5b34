"""Property tests: always the same examples, and time for the kernels to compile."""

from hypothesis import settings

settings.register_profile("kickabout", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("kickabout")
