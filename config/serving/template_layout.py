"""Removes the layout of templates before they are sent: indentation stays on the server."""

import re
from typing import Final

from django.template import Origin
from django.template.loaders import app_directories, filesystem

INDENTATION: Final = re.compile(r"^[ \t]+", re.MULTILINE)
CONTROL: Final = (
    "autoescape|endautoescape|block|endblock|comment|endcomment|empty|extends|filter|endfilter|for|endfor"
    "|if|elif|else|endif|ifchanged|endifchanged|load|partialdef|endpartialdef|with|endwith"
)
CONTROL_LINE: Final = re.compile(
    rf"^(?:(?:\{{% (?:{CONTROL})\b(?:(?!%\}}).)*%\}}|\{{#(?:(?!#\}}).)*#\}})[ \t]*)+\n", re.MULTILINE
)
BLANK_LINES: Final = re.compile(r"\n{2,}")


def as_sent(source: str) -> str:
    r"""A template without its layout.

    Indentation, lines with only control tags or comments, blank lines and the last line break are removed. All other
    line breaks are sent, because they may separate words.

    >>> as_sent("<p>\n  {% if bold %}\n    <b>A</b>\n  {% endif %}\n  B\n\n</p>\n")
    '<p>\n{% if bold %}<b>A</b>\n{% endif %}B\n</p>'
    """
    lines = INDENTATION.sub("", source)
    joined = CONTROL_LINE.sub(lambda found: found[0].rstrip(), lines)
    return BLANK_LINES.sub("\n", joined).removesuffix("\n")


class OwnTemplates(filesystem.Loader):
    """The project's templates, laid out for their readers and sent without the layout."""

    def get_contents(self, origin: Origin) -> str:
        """The template's source: a page's as it is sent, a mail's as it is written."""
        source = super().get_contents(origin)
        return as_sent(source) if origin.name.endswith(".html") else source


LOADERS: Final = [
    (
        "template_partials.loader.Loader",
        [
            (
                "django.template.loaders.cached.Loader",
                [f"{__name__}.OwnTemplates", f"{app_directories.__name__}.Loader"],
            )
        ],
    )
]
