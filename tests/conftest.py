"""How all tests run: hypothesis draws the same examples every time and never watches the clock.

`--hypothesis-profile=nightly` draws many more examples, still the same ones every night.
"""

from hypothesis import HealthCheck, settings

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "house", derandomize=True, deadline=None, max_examples=100, suppress_health_check=QUIET
)
settings.register_profile("nightly", settings.get_profile("house"), max_examples=5000)
settings.load_profile("house")
