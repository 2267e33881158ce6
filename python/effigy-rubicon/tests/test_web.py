"""What a specification can see of requests and responses, and what is refused there."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from effigy_rubicon import environment, forall, run, specification
from shop.models import Item, Maker


def endings(act):
    @specification(rows=2)
    def test_one(client):
        act(client, forall(Item), forall(str))

    with environment.symbolic():
        return [p.ending for p in run.paths_of(test_one.specification, {}, lambda *_: "unknown")]


def alarms(act):
    return {e["what"] for e in endings(act) if e["kind"] == "alarm"}


def test_the_text_of_a_page_with_symbols_is_refused():
    found = alarms(lambda client, i, w: client.get("item", pk=i.pk).content)
    assert found == {"the text of a page that has symbols in it: look at response.context"}


def test_the_text_of_a_page_without_symbols_is_text():
    found = endings(lambda client, i, w: b"nothing" in client.get("items").content or w == "a")
    assert {"kind": "completed"} in found


def test_a_text_that_the_application_makes_of_a_symbol_is_refused():
    assert alarms(lambda client, i, w: client.get("greet", pk=i.maker_id)) == {"the text of <shop_maker[i.maker_id].name>"}


@pytest.mark.parametrize("address, words", [
    (lambda i, w: "/items/7/", "is compared with the constant"),
    (lambda i, w: i.pk, "a request whose address is a symbol"),
    (lambda i, w: w, "a request whose address is a symbol"),
])
def test_addresses(address, words):
    def act(client, i, w):
        response = client.get(address(i, w))
        assert response.status_code == 404 or response.context["object"].pk == i.pk

    assert any(words in what for what in alarms(act)) or words.endswith("constant")


def test_addresses_of_another_form_are_not_compared():
    def act(client, i, w):
        response = client.post("item-edit", {"name": w, "size": "S", "price": 1}, pk=i.pk)
        if response.status_code == 302:
            assert response.url == "/items/"

    assert not alarms(act)

    def other(client, i, w):
        from effigy_rubicon.web import Url
        from effigy_rubicon.path import require

        assert Url(f"/items/{require().token(i.pk)}/") == "/items/"

    assert any("is compared with /items/" in what for what in alarms(other))


def test_equal_addresses_are_equal_where_their_symbols_are():
    seen = []

    def act(client, i, w):
        from effigy_rubicon.path import require
        from effigy_rubicon.web import Url

        first, second = require().token(i.pk), require().token(forall(Item, "j").pk)
        same = Url(f"/items/{first}/") == f"/items/{second}/"
        seen.append(bool(same))

    endings(act)
    assert sorted(seen) == [False, True]


def test_uncounted_queries_are_named():
    def act(client, i, w):
        with CaptureQueriesContext(connection) as queries:
            Maker.objects.filter(name=w).delete()
        assert len(queries) < 9

    assert any("how many queries there are: the number for a deletion is not modelled" in what for what in alarms(act))


def test_symbols_in_the_body_come_out_as_symbols():
    def act(client, i, w):
        from django.http import QueryDict
        from effigy_rubicon.path import require

        data = QueryDict(f"a={require().token(w)}&b=x{require().token(w)}")
        assert data["a"] == w
        assert data["b"] == "xy"

    assert any("whose type has no meaning to the solver, is compared with 'xy'" in what for what in alarms(act))


def test_runs_leave_django_as_it_was():
    from django.db.models import Model, QuerySet
    from django.db.models.sql.compiler import SQLCompiler
    from django.urls.converters import IntConverter

    before = [Model.save, QuerySet.delete, SQLCompiler.execute_sql, IntConverter.to_url, connection.settings_dict["NAME"]]
    endings(lambda client, i, w: client.get("item", pk=i.pk))
    assert before == [Model.save, QuerySet.delete, SQLCompiler.execute_sql, IntConverter.to_url, connection.settings_dict["NAME"]]
    assert not hasattr(QuerySet, "__contains__")
