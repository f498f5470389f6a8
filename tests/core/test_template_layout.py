"""Templates are laid out for their readers, and sent without the layout."""

import pytest

from config.serving.template_layout import as_sent
from tests.template_layout import faults


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<ul>\n  <li>A</li>\n  <li>B</li>\n</ul>\n", "<ul>\n<li>A</li>\n<li>B</li>\n</ul>"),
        ("a\n{% if x %}\n  b\n{% endif %}\nc\n", "a\n{% if x %}b\n{% endif %}c"),
        ('a\n  {% include "b.html" %}\nc\n', 'a\n{% include "b.html" %}\nc'),
        ("a\n\n\n  b\n", "a\nb"),
        ("a {% if x %}\nb{% endif %}\n", "a {% if x %}\nb{% endif %}"),
        (
            "{% if x %}{% with y=z %}\n  b\n{% endwith %}{% endif %}\n",
            "{% if x %}{% with y=z %}b\n{% endwith %}{% endif %}",
        ),
        ("{# Why. #}\na\n", "{# Why. #}a"),
        ("{% if x %}a{% endif %}\nb\n", "{% if x %}a{% endif %}\nb"),
        (
            '{% with x=y %}{% include "a.html" %}{% endwith %}\nb\n',
            '{% with x=y %}{% include "a.html" %}{% endwith %}\nb',
        ),
        ("{# A #} a {# B #}\nb\n", "{# A #} a {# B #}\nb"),
    ],
)
def test_layout_is_not_sent_but_no_two_words_run_together(source: str, sent: str) -> None:
    assert as_sent(source) == sent


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("<p>" + "x" * 118 + "</p>", "125 columns"),
        ("<div><p>A</p></div>", "2 elements begin here (div, p)"),
        ('<li><a href="{% if a < b %}x{% endif %}">A <b>B</b></a></li>', ""),
        ("{# one: a Ship;", "A comment ends on the line on which it begins"),
    ],
)
def test_a_line_holds_one_element(line: str, sentence: str) -> None:
    told = " ".join(words for _, words in faults(line))
    assert sentence in told
    assert bool(told) is bool(sentence)
