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


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """What was decided goes with the report of a test: other processes can have run it."""
    if call.when == "call" and hasattr(getattr(item, "function", None), "specification"):
        report = _loaded("report")
        told = [report.headline(r) for r in report.RESULTS[_reported(item.config) :]] if report else []
        item.user_properties += [("rubicon", line) for line in told]
        item.config.stash[_TOLD] = len(report.RESULTS) if report else 0
    yield


_TOLD = pytest.StashKey()


def _reported(config):
    return config.stash.get(_TOLD, 0)


def pytest_terminal_summary(terminalreporter):
    reports = [r for kind in terminalreporter.stats.values() for r in kind if getattr(r, "when", None) == "call"]
    lines = [line for r in sorted(reports, key=lambda r: r.start) for name, line in r.user_properties if name == "rubicon"]
    if lines:
        terminalreporter.section("rubicon")
    for line in lines:
        terminalreporter.write_line(line)


def pytest_unconfigure():
    run = _loaded("run")
    if run is not None:
        run.close()


def _loaded(name):
    """A module of the package, if any specification has loaded it: without Django they cannot be."""
    import sys

    return sys.modules.get(f"{__package__}.{name}")
