import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext


@pytest.fixture
def django_queries():
    """Counts queries: `with django_queries() as queries: ...; len(queries)`."""
    return lambda: CaptureQueriesContext(connection)
