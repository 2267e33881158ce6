from . import mistakes
from .urls import patterns

urlpatterns = patterns(mistakes)
