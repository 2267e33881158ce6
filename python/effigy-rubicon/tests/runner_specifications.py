"""Specifications in the forms that pytest knows; `test_runner.py` starts a pytest on them."""

import pytest
from effigy_rubicon import forall, specification
from lend.models import Branch
from shop.models import Item


@pytest.mark.parametrize("number", [1, 2])
@specification
def test_given(number):
    i = forall(Item)
    assert i.price != number


@specification
def test_told_to_fail(least=3):
    i = forall(Item)
    if i.price > least:
        pytest.fail("too dear")


@specification
def test_an_error_is_expected():
    with pytest.raises(ValueError):
        if forall(bool):
            raise ValueError


@specification
def test_keys_and_decimals():
    b = forall(Branch)
    i = forall(Item)
    assert b.pk != b.pk or i.price != 2


def test_of_its_own():
    assert 1 + 1 == 2
