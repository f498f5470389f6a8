"""Forms people fill in about themselves."""

from allauth.account.forms import LoginForm, SignupForm


class SignUpForm(SignupForm):  # type: ignore[misc, unused-ignore]
    """Sign-up."""


class SignInForm(LoginForm):  # type: ignore[misc, unused-ignore]
    """Sign-in."""
