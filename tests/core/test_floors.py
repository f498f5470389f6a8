"""The picture of the floors shows what the import contracts say."""

from tests.floors import PICTURE, drawing, floors


def test_the_picture_of_the_floors_is_as_the_contracts_say() -> None:
    """Else: python -m tests.floors."""
    assert PICTURE.read_text(encoding="utf-8") == drawing()


def test_every_feature_is_on_a_floor() -> None:
    houses = floors()
    assert houses["campaign"][-1] == ["rules"]
    assert ["battle"] in houses["battles"]
    assert all(name.isidentifier() for rows in houses.values() for row in rows for name in row)
