"""How sign-up and sign-in behave on this site."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc, unused-ignore]
    """allauth's own behaviour."""
