"""The models of tests/conformance/rubicon/application.json, which the library for Rails has too."""

import json
import os

from django.db import models
from django.db.models.signals import pre_save

FOLDER = os.path.abspath(os.path.join(os.path.dirname(__file__), *[".."] * 4, "tests", "conformance", "rubicon"))
with open(os.path.join(FOLDER, "application.json"), encoding="utf-8") as _file:
    APPLICATION = json.load(_file)

_DELETION = {"null": models.SET_NULL, "cascade": models.CASCADE}
_FIELDS = {"bool": models.BooleanField, "int": models.IntegerField, "time": models.DateTimeField}


def _field(column):
    common = {"null": column.get("null", False)}
    if "default" in column:
        common["default"] = column["default"]
    if column["type"] == "key":
        return models.ForeignKey(column["references"], _DELETION[column["deletion"]], related_name=column["as"], **common)
    if column["type"] == "text":
        return models.CharField(max_length=9, choices=[(v, v) for v in column["values"]] if "values" in column else None, **common)
    return _FIELDS[column["type"]](**common)


def _model(name, described):
    pairs = [columns for columns in described["unique"] if len(columns) > 1]
    meta = type("Meta", (), {"db_table": described["table"], "unique_together": pairs})
    fields = {n: _field(c) for n, c in described["columns"].items()}
    for columns in described["unique"]:
        if len(columns) == 1:
            fields[columns[0]]._unique = True
    model = type(name, (models.Model,), {"__module__": __name__, "Meta": meta, **fields})
    hook = described.get("before_save")
    if hook:
        _receive(model, hook["column"], hook["where_null"])
    return model


def _receive(model, column, value):
    def fill(sender, instance, **_):
        if getattr(instance, column) is None:
            setattr(instance, column, value)

    pre_save.connect(fill, sender=model, weak=False)


MODELS = {name: _model(name, described) for name, described in APPLICATION["models"].items()}
globals().update(MODELS)
