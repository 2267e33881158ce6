"""The pytest plugin: sets Django up, adds options, and prints the verdicts at the end."""

import os

import pytest


def pytest_addoption(parser):
    group = parser.getgroup("rubicon")
    group.addoption("--rubicon-rows", type=int, help="how many rows a table can have at most (3)")
    group.addoption("--rubicon-bits", type=int, help="bits of integers and times, signed (5)")
    group.addoption("--rubicon-seconds", type=int, help="seconds that the solver has for a specification (30)")
    parser.addini("rubicon_settings", "the settings module of Django, if DJANGO_SETTINGS_MODULE is not set")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    from . import defaults

    for name in ("rows", "bits", "seconds"):
        value = config.getoption(f"rubicon_{name}")
        if value is not None:
            defaults.VALUES[name] = value
    settings = config.getini("rubicon_settings")
    if settings:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", settings)
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        import django

        django.setup()


def pytest_terminal_summary(terminalreporter):
    report = _loaded("report")
    if report is None or not report.RESULTS:
        return
    terminalreporter.section("rubicon")
    for result in report.RESULTS:
        terminalreporter.write_line(report.headline(result))


def pytest_unconfigure():
    run = _loaded("run")
    if run is not None:
        run.close()


def _loaded(name):
    """A module of the package, if any specification has loaded it: without Django they cannot be."""
    import sys

    return sys.modules.get(f"{__package__}.{name}")
