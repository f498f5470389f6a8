"""Words of the game that explain themselves on a tap; battles/battle/terms.py has what they say.

{% load terms %}: `{% term "LP" %}` or `{% term "minimum" "minima" %}` shows a word as a button that opens its
explanation. The frame of the site puts every explanation that a page uses at its end, once, so no part needs to. If
only a part that is loaded later uses a word, write `{% explain "LP" %}` on the page that holds it.

Works without script: the button has `popovertarget`. A browser without popovers shows the explanations at the end.
"""

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.templatetags.components import drawn
from battles.battle.terms import TERMS, Term

register = template.Library()


@register.simple_tag(takes_context=True)
def term(context: Context, name: str, text: str = "", end: str = "") -> SafeString:
    """A word as a button that opens its explanation, and what stays on its line after it; KeyError without one."""
    found = TERMS[name]
    _used(context)[name] = found
    button = '<button type="button" class="term" popovertarget="{}">{}</button>'
    if end:
        button = f'<span class="term-line">{button}{{}}</span>'
    return format_html(button, found.anchor, text or name, end)


@register.simple_tag(takes_context=True)
def explain(context: Context, *names: str) -> str:
    """Nothing that is seen: the page gets the explanations of these words for parts that are loaded later."""
    _used(context).update({name: TERMS[name] for name in names})
    return ""


@register.simple_tag(takes_context=True)
def explanations(context: Context) -> SafeString:
    """Each explanation that the page has used so far, once."""
    return drawn("components/explanations.html", terms=tuple(_used(context).values()))


def _used(context: Context) -> dict[str, Term]:
    """The words that the request has used, in order; parts of a page have contexts of their own, but one request."""
    request = getattr(context, "request", None)
    if request is None:
        return {}
    if not hasattr(request, "terms_used"):
        request.terms_used = {}
    found: dict[str, Term] = request.terms_used
    return found
