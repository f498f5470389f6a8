"""Which names a template reads from its page: Django shows nothing for a name that it does not know, and is silent."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from django.template import Variable, engines
from django.template.base import FilterExpression, Template
from django.template.defaulttags import ForNode, IfNode, WithNode
from django.template.loader_tags import ExtendsNode, IncludeNode
from django.template.smartif import TokenBase
from template_partials.templatetags.partials import RenderPartialNode

Names = frozenset[str]
CONSTANTS: Final = {"True", "False", "None"}
OF_SITE: Final = {"has_mail", "messages", "request", "site_name", "site_url", "theme", "user"}
OF_DJANGO: Final = {"block", "csrf_token", "forloop"}
FRAME: Final = "base.html"
"""The frame of every page: what it reads of a page, as whether its war is at one screen, it can do without."""


def names_read(template: str) -> Names:
    """The names that a template, or its part as "wars.html#lists", reads and does not set itself."""
    return frozenset(name.partition(".")[0] for name in paths_read(template))


def paths_read(template: str) -> Names:
    """The same names, each with the first one read of it, as "command.captain", where there is one."""
    found = engines["django"].get_template(template).template  # type: ignore[attr-defined]
    return _without(_of_nodes(found.nodelist, frozenset({template})), {*CONSTANTS, *OF_SITE, *OF_DJANGO})


def _without(read: Names, known: Collection[str]) -> Names:
    """What is read of other names than those that are known."""
    return frozenset(path for path in read if path.partition(".")[0] not in known)


def _of_nodes(nodes: Iterable[Any], seen: Names) -> Names:
    """What nodes read one after the other; a name that one sets, as by {% url … as href %}, is known to the next."""
    read: Names = frozenset()
    known: Names = frozenset()
    for node in nodes:
        read |= _without(_of_node(node, seen), known)
        set_here = (getattr(node, attribute, None) for attribute in ("asvar", "target_var", "varname"))
        known |= {name for name in set_here if isinstance(name, str)}
    return read


def _of_node(node: Any, seen: Names) -> Names:
    match node:
        case ForNode():
            inner = _without(_of_nodes(node.nodelist_loop, seen), node.loopvars)
            found = _of_value(node.sequence) | inner | _of_nodes(node.nodelist_empty, seen)
        case WithNode():
            inner = _without(_of_nodes(node.nodelist, seen), node.extra_context)
            found = _of_value(node.extra_context) | inner
        case IncludeNode():
            inner = frozenset() if node.isolated_context else _of_template(node.template, seen)
            found = _of_value(node.extra_context) | _without(inner, node.extra_context)
        case ExtendsNode():
            found = _of_nodes(node.nodelist, seen) | _of_template(node.parent_name, seen)
        case IfNode():
            found = frozenset()
            for condition, nodes in node.conditions_nodelists:
                found |= _of_condition(condition) | _of_nodes(nodes, seen)
        case RenderPartialNode():
            found = _of_nodes(node.partial_mapping[node.partial_name].nodelist, seen)
        case _:
            found = _of_any_node(node, seen)
    return found


def _of_any_node(node: Any, seen: Names) -> Names:
    """The names in everything that a tag was given, and in what stands between its beginning and its end."""
    found: Names = frozenset()
    for name, value in vars(node).items():
        found |= _of_nodes(value or (), seen) if name in node.child_nodelists else _of_value(value)
    return found


def _of_template(name: Any, seen: Names) -> Names:
    """The names read by a template that another includes or extends."""
    if not isinstance(name.var, str):
        raise TypeError(f"{name.token}: a template that is named by a variable cannot be followed")
    if name.var == FRAME or name.var in seen:
        return frozenset()
    found: Template = engines["django"].get_template(name.var).template  # type: ignore[attr-defined]
    return _of_nodes(found.nodelist, seen | {name.var})


def _of_condition(condition: Any) -> Names:
    """The names in the condition of an {% if %}; the last one, {% else %}, has none."""
    if condition is None:
        return frozenset()
    if isinstance(condition, TokenBase):
        parts = (condition.first, condition.second, getattr(condition, "value", None))
        return frozenset().union(*map(_of_condition, parts))
    return _of_value(condition)


def _of_value(value: Any) -> Names:
    """The names in what a tag was given: an expression, or several in a list or a dictionary."""
    match value:
        case FilterExpression():
            given = [argument for _, arguments in value.filters for _, argument in arguments]
            return _of_value(value.var).union(*map(_of_value, given))
        case Variable():
            return frozenset({".".join(value.lookups[:2])} if value.lookups else ())
        case dict():
            return frozenset().union(*map(_of_value, value.values()))
        case list() | tuple():
            return frozenset().union(*map(_of_value, value))
    return frozenset()
