"""A feature: a folder inside an app, with pages, words, templates and addresses of its own."""

from importlib import import_module
from types import ModuleType

from django.apps import AppConfig, apps
from django.urls import URLPattern, URLResolver, include, path
from django.utils.module_loading import module_has_submodule


class Feature(AppConfig):
    """A feature as Django knows it: its templates and tags are found, and it has no tables of its own.

    Its apps.py imports this module rather than the class, since Django takes the one configuration that it finds there.
    """

    def __init__(self, app_name: str, app_module: ModuleType) -> None:
        self.label = app_name.replace(".", "_")
        super().__init__(app_name, app_module)


def addresses(app: str) -> list[URLPattern | URLResolver]:
    """The addresses of all features of an app, in the order in which the settings list them."""
    features = [one for one in apps.get_app_configs() if isinstance(one, Feature)]
    names = [one.name for one in features if one.name.startswith(f"{app}.") and _has_addresses(one)]
    return [path("", include(import_module(f"{name}.urls"))) for name in names]


def _has_addresses(feature: Feature) -> bool:
    return feature.module is not None and module_has_submodule(feature.module, "urls")
