"""The same application with one mistake in each view."""

from settings import *  # noqa: F403

ROOT_URLCONF = "office.broken_urls"
