"""What tests begin with, made once and recalled: the site works with it as if it had just been made."""

import pytest

from accounts.live import publish
from accounts.models import Notice
from tests.emptying import count_from_one, empty_tables
from tests.site.campaign.war.test_results import war_with_battle


@pytest.mark.django_db(transaction=True)
def test_what_comes_after_recalled_rows_has_higher_numbers() -> None:
    """PostgreSQL counts on from its sequence, not from the rows: a notice below those recalled is never heard."""
    war_with_battle(12, settled_by="hand")
    empty_tables()
    count_from_one()
    war_with_battle(12, settled_by="hand")
    newest = Notice.objects.latest("pk").pk
    assert publish("test") > newest
