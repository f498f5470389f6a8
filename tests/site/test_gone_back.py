"""A war that has gone back: what no longer counts is neither told, nor held against anybody, nor lost (S69)."""

import pytest
from django.core.management import call_command

from campaign.log.rebuild import differences
from campaign.models import War
from tests.site.test_correcting import battle_of
from tests.site.test_retelling import rewound, war

__all__ = ["war"]

pytestmark = pytest.mark.django_db


def test_rebuild_sets_how_often_the_war_has_gone_back(war: War) -> None:
    rewound(war, battle_of(war))
    War.objects.filter(pk=war.pk).update(generation=7)
    call_command("rebuild", war.pk, write=True)
    war.refresh_from_db()
    assert war.generation == 1
    assert differences(war) == []
