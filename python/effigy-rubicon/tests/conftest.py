"""Sets up Django with the application of the tests and with that of the example."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = os.path.abspath(os.path.join(HERE, "..", "..", "..", "examples", "django"))
sys.path[:0] = [HERE, os.path.dirname(HERE), EXAMPLE]
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"

import django  # noqa: E402

django.setup()
